"""A move file on its way to be judged: the move that it holds, or everything that is wrong with it at once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, Protocol, cast

from referee import GAME_ID, reading
from referee.app.errors import Flawed, Missing, Refused, Stop, problem_of
from referee.app.game_access import Game, Table, folder_of
from referee.app.play.refusal import Unrecorded, answered_entry, unrecorded_part
from referee.mail.read.move_blocks import BEGIN, CHECK, is_check, places_of_fences, unfenced_text
from referee.reading import BadInput, Draft, Problem, Source, problem_at, schema
from referee.reading.fixes import value_fix
from referee.rules.line import counted_line
from referee.rules.replay import CLOSED, WAITING
from referee.rules.rulebook import AnyRulebook, hides
from referee.rules.ruling import Faults, Rejected, Violation, faults, header_violations, judge, refuse_chance, unique
from referee.show.endings import ending_words
from referee.store import log
from referee.store.documents import Move
from referee.words import Phrase, say, verbatim_word


class MoveSender(Protocol):
    """The sender of a move: its game and its seat, if these are known; "" where the file says them."""

    @property
    def game(self) -> str: ...
    @property
    def seat(self) -> str: ...

    def problems(self, game: Game, source: Source, move: Move, number: int) -> list[Problem]:
        """Why this sender may not send this move, which answers entry `number`. Raises Refused for no fault of it."""


class Anybody(NamedTuple):
    """The moderator may submit anybody's move; with `game`, one in this game."""

    game: str = ""
    seat: str = ""

    def problems(self, game: Game, source: Source, move: Move, number: int) -> list[Problem]:
        if self.game in ("", move.get("game", self.game)):
            return []
        hint = say("Write `game: {game}`.", game=self.game)
        return [problem_at(source, ("game",), say("This move is for the game {game}.", game=move["game"]), hint)]


ANYBODY = Anybody()


class Written(NamedTuple):
    """A move that was read: its text, its content, the entry that it answers, and what of it still has to be done."""

    draft: Draft
    move: Move
    number: int
    todo: Unrecorded

    @property
    def source(self) -> Source:
        return self.draft.source


def game_of(table: Table, draft: Draft, sender: MoveSender) -> str:
    """The game of a move. Raises Flawed when the file does not say it, Missing when there is no such game."""
    if sender.game:
        return sender.game
    stated = stated_game(draft)
    if not isinstance(stated, str):
        reading.check_form(draft, "move")
        raise refusal_of(draft)
    if not GAME.fullmatch(stated):
        reading.check_form(draft, "move", within=("game",))
    id = str(stated_game(draft) or "")
    if not id:
        reading.check_form(draft, "move")
        raise refusal_of(draft)
    try:
        folder_of(table, id)
    except Missing as missing:
        return meant_game(table, draft, missing)
    return id


GAME = re.compile(GAME_ID)


def stated_game(draft: Draft) -> object:
    """The game that the file names; None if it says nothing."""
    return draft.source.data.get("game") if isinstance(draft.source.data, dict) else None


def meant_game(table: Table, draft: Draft, missing: Missing) -> str:
    """The game that a misspelt name probably means, if the head in the file belongs to it. Raises Flawed, Missing."""
    near = str(missing.hint.facts.get("near", "")) if missing.hint else ""
    head = draft.source.data.get("head")
    known = isinstance(head, str) and near and is_head_of(table, near, head)
    if not known and not draft.problems:
        raise missing
    draft.note([problem_at(draft.source, ("game",), missing.says, missing.hint)])
    if not known:
        raise refusal_of(draft)
    return near


def is_head_of(table: Table, game: str, head: str) -> bool:
    """Whether an entry of the game has this head; a text that is no head belongs to none."""
    try:
        return log.find_head(log.read_log(folder_of(table, game)), head) is not None
    except log.BadWord:
        return False


def refusal_of(
    draft: Draft, problems: Iterable[Problem] = (), book: AnyRulebook | None = None, command: Phrase | None = None
) -> Flawed:
    """All problems: the certain ones first, each group in the order of the lines."""
    found = sorted([*draft.problems, *problems], key=lambda each: (not each.certain, each.line, each.column))
    return Flawed(draft.source.name, draft.lines, found, book, command)


def admit_move(table: Table, game: Game, draft: Draft, sender: MoveSender) -> Written:
    """The move, if it has the form of its title and answers the present state of the game.

    Raises Flawed with all problems.
    """
    note_player(game, draft)
    form = reading.check_form(draft, f"{game.book.id}.move", lambda: game.book.show().places(game.position))
    draft.problems = [with_own_example(game, each) for each in draft.problems]
    if form is None:
        raise refusal_of(draft)
    knows_seat = sender.seat or "seat" in form or not hides(game.book, game.header)
    move = cast(Move, {"seat": sender.seat or game.mover or "", **form})
    stated = cast(Move, {key: value for key, value in move.items() if key == "seat" or not is_wrong(draft, key)})
    number, problems = answered_entry(game, draft.source, stated)
    draft.note_beside([*problems, *sender.problems(game, draft.source, stated, number)])
    todo = unrecorded_part(table, game, draft.source, stated, number)
    draft.note_beside(todo.problems)
    written = Written(draft, move, number, todo)
    if draft.problems:
        refuse_idle(game)
        found = broken_rules(game, written, sender) if knows_seat and not todo.before else ()
        raise refusal_of(draft, found, game.book, todo.command)
    return written


def with_own_example(game: Game, problem: Problem) -> Problem:
    """The problem of a missing line, with what belongs there now: `after: 12` where the schema has an example."""
    now = {"after": game.log.last, "seat": verbatim_word(game.mover or "")}
    hint = problem.hint
    if hint is None or "example" not in hint.facts or not now.get(str(hint.facts.get("word"))):
        return problem
    return problem._replace(hint=hint._replace(facts={**hint.facts, "example": now[str(hint.facts["word"])]}))


def is_wrong(draft: Draft, key: str) -> bool:
    """Whether something is wrong with a field."""
    place = draft.source.keys.get((key,))
    return place is not None and draft.origin[place[0] - 1] in [each.line for each in draft.problems]


def note_player(game: Game, draft: Draft) -> None:
    """A player's name in place of the seat is a problem of its own."""
    seats, written = game.players, draft.source.data.get("seat") if isinstance(draft.source.data, dict) else None
    if not isinstance(written, str) or written.lower() in seats:
        return
    for seat, player in seats.items():
        if player.casefold() == written.casefold():
            says = say("{player} is a player's name. Write the seat here.", player=player)
            hint = say("{player} plays {seat}: write `seat: {seat}`.", player=player, seat=verbatim_word(seat))
            fix = value_fix(draft.source.text.split("\n"), draft.source.marks[("seat",)], written, seat)
            draft.note(draft.follow([problem_at(draft.source, ("seat",), says, hint)._replace(fix=fix)]))
            reading.reread(draft)


def broken_rules(game: Game, written: Written, sender: MoveSender) -> list[Problem]:
    """The rules that a move breaks, as far as its sender may know.

    Certain are the rules that the move breaks as written. Where its form is wrong, or its seat, the rest is probable.
    """
    seat, position = seat_meant(game, written, sender), game.position
    move = {**written.move, "seat": seat}
    sure = unique(
        [
            *header_violations(game.book.play, position, move),
            *turn_violations(game, written, sender.seat or written.move["seat"]),
        ]
    )
    if seat != game.book.play.to_move(position):
        return as_problems(written, Faults(sure, ()))
    found = faults(game.book.play, position, move, lost=not written.draft.is_complete)
    if seat != written.move["seat"] or not written.draft.is_as_written:
        found = Faults(sure, tuple([each for each in (*found.certain, *found.probable) if each not in sure]))
    return as_problems(written, found)


def as_problems(written: Written, found: Faults) -> list[Problem]:
    """Violations with their places in the file."""
    certain = [written.draft.in_file(problem_of(written.source, each)) for each in found.certain]
    probable = [written.draft.in_file(problem_of(written.source, each)) for each in found.probable]
    return [*certain, *[each._replace(certain=False) for each in probable]]


def seat_meant(game: Game, written: Written, sender: MoveSender) -> str:
    """The seat for which a move is judged.

    It is the one that sends it. Where that is not known, the seat in the file may be a slip: it is another one than was
    asked by the report that the move answers. If so, the seat to move is assumed, unless it has something to hide.
    """
    seat, mover = str(written.move["seat"]), game.mover
    if sender.seat or not mover or hides(game.book, game.header):
        return sender.seat or seat
    return seat if was_asked(game, written, seat) else mover


def was_asked(game: Game, written: Written, seat: str) -> bool:
    """Whether the report that a move answers asked this seat."""
    return bool(game.book.play.to_move(game.moments[written.number].position) == seat)


def turn_violations(game: Game, written: Written, seat: str) -> tuple[Violation, ...]:
    """Why a seat may not move now. That others have moved since is already reported for a late move."""
    if seat == game.mover or (written.todo.problems and was_asked(game, written, seat)):
        return ()
    ruling = judge(game.book.play, game.position, {**written.move, "seat": seat}, refuse_chance)
    return ruling.violations if isinstance(ruling, Rejected) else ()


def refuse_idle(game: Game) -> None:
    """Raises Refused for a game in which nobody can move, because it waits for its deal, is closed, or ended early."""
    refuse_unopened(game)
    if ending := game.ending:
        words = say("{game} is over: {ending}", game=game.id, ending=ending_words(ending, game.players))
        raise Refused(words, say("No more moves are played in it."))


def refuse_other(seat: str, mover: str) -> None:
    if seat != mover:
        raise Refused(say("It isn't the turn of {seat}: {mover} moves now.", seat=seat, mover=mover))


def refuse_unopened(game: Game) -> None:
    """Raises Refused for a game that waits for its deal, or is closed."""
    if game.phase == WAITING:
        deal = say("To deal without them: referee deal {game}", game=game.id)
        hint = say("It is waiting for its players.")
        raise Refused(say("{game} is not dealt yet.", game=game.id), hint, deal)
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed. Nothing more can be recorded.", game=game.id))


def read_move(table: Table, raw: bytes, name: str) -> Draft:
    """The text of a move, as far as it can be read, with hints that its title accepts.

    Raises Flawed if nothing of it can be read, Refused for two moves.
    """
    blocks = len(places_of_fences(move_file_text(raw).split("\n"))[0])
    if blocks > 1:
        says = say("There are {number} blocks with a move in {file}.", number=blocks, file=name)
        raise Refused(says, say("Keep one of them and delete the others."))
    try:
        return reading.read_draft(raw, name, further=partial(misfits, table), unwrapped=without_fence)
    except BadInput as bad:
        raise Flawed(bad.name, bad.lines, bad.problems) from bad


def refuse_check(raw: bytes) -> None:
    """Raises Refused for a block that asks for a verdict only, if a move is to be recorded."""
    if is_check(move_file_text(raw)):
        hint = say(
            "To play it, write `{begin}` in place of `{check}`. To try it: referee submit --dry-run",
            begin=BEGIN,
            check=CHECK,
        )
        raise Refused(say("This block only asks for a check."), hint)


def without_fence(raw: bytes) -> bytes:
    return unfenced_text(move_file_text(raw)).encode("utf-8", "surrogateescape")


def move_file_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def misfits(table: Table, text: Source) -> tuple[Problem, ...]:
    """The parts of a move that do not have the shape its title asks for; none if the game or the title is unknown."""
    game = text.data.get("game") if isinstance(text.data, dict) else None
    try:
        title = log.read_log(folder_of(table, str(game))).header["title"]
        found = reading.form_problems(text, f"{title}.move")
    except (Stop, log.Trouble, KeyError):
        return ()
    return tuple([each for each in found if each.at or each.fix])  # no line is to blame for a missing key


BEHIND = re.compile(r" *#[ #]*(?P<line>(?P<dash>- +)?(?P<word>[a-z]+):(?: .*)?)$")
"""A line of a move behind a `#`: an action with its dash, or a key whose lines follow below it."""

WRAPPED = 40
"""A line of so many characters may be the beginning of a printed one that a mail program broke."""

TOLD = 5
"""At most so many lines are shown, with so many characters of each."""
SHOWN = 60


def unread_warnings(game: Game, source: Source, number: int, seat: str) -> tuple[Phrase, ...]:
    """A warning about lines behind `#` that the report after entry `number` does not have so."""
    behind = [line for line, word in comment_lines(source.text) if word is None or word in own_words(game.book.id)]
    printed = blocks(game, number, seat) if behind else set()
    edited = [line for line in behind if not any(is_printed(line, each) for each in printed)]
    if not edited:
        return ()
    shown = [line if len(line) <= SHOWN else line[: SHOWN - 1] + "…" for line in edited[:TOLD]]
    more = ["…"] if len(edited) > TOLD else []
    return (say("Lines that start with # were not read: {lines}.", lines="; ".join([*shown, *more])),)


def comment_lines(text: str) -> Iterator[tuple[str, str | None]]:
    """Lines of moves behind `#`, and the key of those that have no dash."""
    for line in text.split("\n"):
        found = BEHIND.match(line) if "#" in line else None
        if found:
            yield " ".join(found["line"].split()), None if found["dash"] else found["word"]


def own_words(title: str) -> set[str]:
    """Keys with a line of their own that only this title has."""
    own, every = (schema_properties(schema(f"{title}.move")), schema_properties(schema("move")))
    return own - every


def schema_properties(of: Mapping[str, object]) -> set[str]:
    found = of.get("properties")
    return set(found) if isinstance(found, dict) else set()


def is_printed(line: str, printed: str) -> bool:
    return line == printed or (len(line) >= WRAPPED and printed.startswith(line))


def blocks(game: Game, number: int, seat: str) -> set[str]:
    """The lines behind `#` of the blocks that a seat, or everybody, was shown after an entry."""
    readers = ("", seat) if hides(game.book, game.header) else ("",)
    views = [game.book.show().view(game.header, counted_line(game.moments[: number + 1]), reader) for reader in readers]
    return {line for view in views if view.asked for line, _ in comment_lines(view.asked.block)}
