"""A correction: an entry should have said something else. All that followed must still stand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee import reading
from referee.app.errors import Illegal, Refused
from referee.app.game_access import Game, Table, book_after, open_game
from referee.app.play.entries import append_entry
from referee.app.play.read_move import read_move, refusal_of, refuse_idle
from referee.app.play.record_move import Submitted, record_command, refuse_reason
from referee.app.play.refusal import moves_phrase
from referee.app.repair.go_back import changes_draws, refuse_changed_draws, way_back
from referee.reading import Source
from referee.rules.entry_shapes import TURNS, BadEntry
from referee.rules.folds import scalars_as_text
from referee.rules.line import Moment, Rewrite, place_after, position_after
from referee.rules.rewrites import KeptLine, NoLongerStands, OtherDraw, rewrite_of
from referee.rules.ruling import AnyAccepted, Rejected, judge
from referee.show.view import Space, View
from referee.store.documents import Data, Entry, Move, is_kind
from referee.words import Phrase, say


class Change(NamedTuple):
    """A place or a seat, and what was and is said of it."""

    where: str
    before: Phrase | str
    after: Phrase | str


class Changes(NamedTuple):
    """The difference between two positions as everybody may see them."""

    spaces: tuple[Change, ...]
    scores: tuple[Change, ...]


def changes(game: Game, before: Sequence[Moment], after: Sequence[Moment]) -> Changes:
    """How the last positions of two lines of a game differ."""
    one, two = [game.book.show().view(game.header, line, "") for line in (before, after)]
    return Changes(tuple(differences(places(one), places(two))), tuple(differences(totals(one), totals(two))))


def places(view: View) -> dict[str, Phrase | str]:
    """The label of each space of the board, and what is on it."""
    spaces: tuple[Space, ...] = view.board.spaces if view.board else ()
    return {space.label: space.words for space in spaces}


def totals(view: View) -> dict[str, Phrase | str]:
    """Each seat, and how it stands."""
    return {each.seat: each.total if isinstance(each.total, Phrase) else str(each.total) for each in view.standing}


def differences(before: Mapping[str, Phrase | str], after: Mapping[str, Phrase | str]) -> Iterator[Change]:
    """What is said otherwise, in the order of what was there before; an empty text where nothing was or is."""
    for where in dict.fromkeys([*before, *after]):
        one, two = before.get(where, ""), after.get(where, "")
        if str(one) != str(two):
            yield Change(where, one, two)


def change_lines(found: Changes) -> Iterator[Phrase]:
    """The difference, a line for each place and each seat."""
    for each in found.spaces:
        yield say("{where}: was {before}; is now {after}.", **change_facts(each))
    for each in found.scores:
        yield say("{where}: {before} before, {after} now.", **change_facts(each))
    if not found.spaces and not found.scores:
        yield say("Nothing that everybody sees is different.")


def change_facts(change: Change) -> dict[str, Phrase | str]:
    return {"where": change.where, "before": change_text(change.before), "after": change_text(change.after)}


def change_text(words: Phrase | str) -> Phrase | str:
    return words if str(words) else say("nothing")


class Correction(NamedTuple):
    """The result of a correction.

    move     what the entry says now
    changes  what is different now, as everybody sees it
    done     what was recorded; None in a dry run
    """

    game: str
    entry: int
    move: Phrase
    changes: Changes
    done: Submitted | None


def correct(
    table: Table, id: str, number: int, raw: bytes, name: str, why: str, *, dry_run: bool = False
) -> Correction:
    """Record that entry `number` should have been the move in this file.

    Twice does no harm. Raises Refused, also where a later entry would no longer stand; then nothing is recorded.
    """
    refuse_reason(why)
    if dry_run:
        game = open_game(table, id)
        found = judged_correction(table, game, number, raw, name, why)
        return correction(game, number, found, None)
    judged: list[tuple[Game, int, JudgedCorrection]] = []

    def add_correction(table: Table, game: Game) -> Game:
        found = judged_correction(table, game, number, raw, name, why)
        judged.append((game, number, found))
        position = position_after(game.line, found.rewrite)
        return append_entry(table, game, "correct", found.fields, found.shown, position)

    done = record_command(table, id, add_correction)
    return correction(*judged[-1], done)


class JudgedCorrection(NamedTuple):
    """A correction that was judged: the fields of its entry, what it shows, and what it changes of the line."""

    fields: dict[str, object]
    shown: Mapping[str, str]
    rewrite: Rewrite


def judged_correction(table: Table, game: Game, number: int, raw: bytes, name: str, why: str) -> JudgedCorrection:
    """A correction, judged with all that followed. Raises Refused."""
    wrong = wrong_moment(game, number)
    before = game.line[place_after(game.line, number) - 2]
    book = book_after(game.log, number - 1)
    text, move = move_of_file(table, game, raw, name, str(wrong.entry.get("seat")))
    ruling = ruling_on(game._replace(book=book), text, before.position, move, wrong)
    recorded = {"seat": move["seat"], **book.play.record(before.position, move, ruling.events)}
    said = {"say": move["say"]} if move.get("say") else {}
    fields = {"corrects": number, "by": "moderator", **recorded, "why": why, **said}
    refuse_same(wrong, recorded)
    shown = cast(Entry, wrong.entry).get("shown") or {}
    return JudgedCorrection(fields, shown, rewrite_in(game, fields, shown))


def wrong_moment(game: Game, number: int) -> Moment:
    """The turn of entry `number`. Raises Refused if it can't be corrected."""
    refuse_idle(game)
    found = next((each for each in game.line if each.number == number), None)
    if found is None and 0 < number <= game.log.last:
        raise Refused(say("Entry {entry} was taken back, so it no longer counts.", entry=number))
    if found is None or not is_kind(found.entry, *TURNS):
        words = "Only a move can be corrected, and entry {entry} of {game} is none."
        raise Refused(
            say(words, entry=number, game=game.id), say("To see the entries: referee log {game}", game=game.id)
        )
    return found


def move_of_file(table: Table, game: Game, raw: bytes, name: str, seat: str) -> tuple[Source, Move]:
    """The move in a file, of this seat and for this game. Raises Flawed, Refused."""
    draft = read_move(table, raw, name)
    form = reading.check_form(draft, f"{game.book.id}.move", lambda: game.book.show().places(game.position))
    if form is None or draft.problems:
        raise refusal_of(draft)
    move = cast(Move, {"seat": seat, **form})
    if move["seat"] != seat:
        raise Refused(say("The entry is a move of {seat}, not of {other}.", seat=seat, other=move["seat"]))
    if move.get("game", game.id) != game.id:
        raise Refused(say("The move is for the game {other}, not for {game}.", other=move["game"], game=game.id))
    return draft.source, cast(Move, {key: value for key, value in move.items() if key not in ("game", "after", "head")})


def ruling_on(game: Game, text: Source, position: object, move: Move, wrong: Moment) -> AnyAccepted:
    """The ruling on the move at the position of the wrong one. Raises Illegal, Refused."""
    try:
        ruling = judge(game.book.play, position, move, KeptLine(game.line)(cast(Entry, wrong.entry)))
    except OtherDraw as other:
        if other.is_shuffled:
            raise changes_draws(game, wrong.number, other) from other
        words = "This move draws something that the wrong one didn't draw. A correction can't change what was drawn."
        raise Refused(say(words), way_back(game, wrong.number)) from None
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, text, ruling.violations)
    if ruling.rest is not None:
        words = "This move is more than one entry. A correction replaces one entry, with what was played in it."
        raise Refused(say(words), say("Write only the actions up to the one that reveals something."))
    return ruling


def refuse_same(wrong: Moment, recorded: Data) -> None:
    """Raises Refused for a correction that changes nothing."""
    own = {key: wrong.entry.get(key) for key in recorded}
    if is_kind(wrong.entry, "move") and own == scalars_as_text(recorded):
        raise Refused(say("Entry {entry} already says exactly this.", entry=wrong.number))


def rewrite_in(game: Game, fields: Data, shown: Data) -> Rewrite:
    """What a correction with these fields would change of the line of a game. Raises Refused."""
    number = game.log.last + 1
    own = {**fields, "shown": dict(shown)} if shown else fields
    entry = cast(Entry, scalars_as_text({"entry": number, "kind": "correct", **own}))
    try:
        rewrite = rewrite_of(game.book, game.log, game.line, number, entry, KeptLine(game.line))
    except OtherDraw as other:
        raise changes_draws(game, int(entry["corrects"]), other) from other
    except NoLongerStands as later:
        raise no_longer_stands(later) from later
    except BadEntry as bad:
        raise Refused(bad.says) from bad
    refuse_changed_draws(game, int(entry["corrects"]), rewrite)
    return rewrite


def no_longer_stands(later: NoLongerStands) -> Refused:
    """That a later entry would break the rules: the first, and which ones."""
    broken = " ".join([f"{each.rule}: {each.says}" for each in later.cause.violations])
    why = say("{rules}", rules=broken) if broken else later.cause.says
    words = "With this correction, entry {entry} could not have been played. {why} Nothing was recorded."
    hint = say("Correct entry {entry} first, or go back to before it: referee undo", entry=later.entry)
    return Refused(say(words, entry=later.entry, why=why), hint)


def correction(game: Game, number: int, found: JudgedCorrection, done: Submitted | None) -> Correction:
    """The result, with the difference that it makes."""
    line = [*game.line[: place_after(game.line, found.rewrite.after)], *found.rewrite.again]
    move = moves_phrase(game.book.id, [found.fields])
    return Correction(game.id, number, move, changes(game, game.line, line), done)
