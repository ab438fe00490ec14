"""The record of one game for printing, as everybody may see it."""

from collections.abc import Iterable, Iterator, Sequence

from referee.app.archive.game_summary import ABANDONED, CLOSED, OVER, RUNNING, Summary
from referee.app.game_access import Game
from referee.app.look.replay_page import refusal_line
from referee.app.play.refusal import action_lines, shown_text
from referee.app.verify.notes import Note, Notes, Variation
from referee.report.site.record_html import FinalStanding, Record, RecordEntry
from referee.report.wording import designs
from referee.rules.line import counted_line, gone_by
from referee.rules.replay import Moment
from referee.show.endings import ending_words
from referee.show.film import FilmEnd
from referee.show.sentences import header_after, is_same_turn, of_every_title, players, seats_of
from referee.show.victory import plain_victory
from referee.show.view import Board, Chart, Seat, View, Word
from referee.store.documents import Documents, Entry, is_kind
from referee.words import AND, SEMICOLON, Phrase, say, word_list

MARKS = ("!!", "??")
"""Glyphs of notes after which the record shows the board: the moves that decided something."""

STATUS = {
    RUNNING: say("running"),
    OVER: say("over, secret not published yet"),
    CLOSED: say("finished"),
    ABANDONED: say("closed before its end"),
}
"""How far a game is."""


def sheet(
    game: Game, end: FilmEnd | None, brief: Summary, notes: Notes | None, variations: Sequence[Variation]
) -> Record:
    """The record as everybody may see it; without an end it lists the entries and shows no board.

    `variations`: those of the notes, judged.
    """
    seats = seats_at(game)
    chart = public_chart(game) if end else None
    return Record(
        seats=seats,
        title=str(brief.full_title),
        game=game.id,
        result=result(brief),
        victory=tuple(victory(game, chart)) if end else (),
        unit=brief.unit,
        about=notes.about if notes else "",
        facts=tuple(record_facts(game, brief, notes)),
        standings=tuple(final_standings(seats, brief)),
        entries=tuple(entries(game, end is not None, notes, variations)),
        board=end.board if end else None,
        chart=chart,
        provenance=tuple(provenance(end)) if end else (),
        proof=(brief.chance, say("Anyone who has a head of this game can see that nothing before it was changed.")),
        command=f"python3 verify.d/verify.py {game.id}/log/log.yaml verify.d",
        has_replay=end is not None,
    )


def final_standings(seats: Sequence[Seat], brief: Summary) -> list[FinalStanding]:
    """Who won, then the others, the best first; in the order of the seats where that says nothing."""
    scores = {each.seat: each.score for each in brief.sitters}
    found = [FinalStanding(seat, scores[seat.id], seat.id in brief.winners) for seat in seats]
    return sorted(found, key=lambda each: (not each.won, -(each.score or 0)))


def seats_at(game: Game) -> tuple[Seat, ...]:
    """The seats and who plays them at the end, from the log alone."""
    return seats_of(players(game.header, game.log.entries), game.book.seats)


def public_chart(game: Game) -> Chart | None:
    """That of the view of everybody."""
    show = game.book.show()
    if show.chart:
        return show.chart(game.header, game.line)
    view = show.view(game.header, game.line, "")
    return next((each for each in view.sections if isinstance(each, Chart)), None)


def victory(game: Game, chart: Chart | None) -> Iterable[Phrase]:
    """How the game was won, in a sentence or two; nothing while it continues, or where nobody has won."""
    ended = game.outcome
    if game.ending:
        return (ending_words(game.ending, players(game.header, game.log.entries)),)
    if not ended or not ended.winners:
        return ()
    names, show = players(game.header, game.log.entries), game.book.show()
    if show.victory:
        return show.victory(names, game.line, chart)
    return (plain_victory(ended.winners, ended.counts, ended.unit, names),)


def result(brief: Summary) -> Phrase | str:
    """The winners and how they won, or the state of the game."""
    if not brief.winners:
        return brief.headline or STATUS[brief.status]
    names = word_list([each.player for each in brief.sitters if each.seat in brief.winners], " and ")
    return say("{names}, {way}", names=names, way=brief.way)


def record_facts(game: Game, brief: Summary, notes: Notes | None) -> Iterator[tuple[Phrase, Word]]:
    yield say("Played"), days(brief)
    yield say("Status"), STATUS[brief.status]
    if brief.board:
        yield say("Board"), brief.board
    yield say("Options"), word_list(chosen_options(game), SEMICOLON)
    yield say("Entries"), brief.entries
    if notes and notes.by:
        yield say("Notes by"), notes.by
    yield say("Head"), brief.head


def chosen_options(game: Game) -> Iterator[Phrase]:
    """Each option of the game: its subject and the choice."""
    for option in game.book.options:
        if option.name in game.header["options"]:
            yield say("{option}: {value}", option=option.says, value=game.header["options"][option.name])


def days(brief: Summary) -> Word:
    """From the day of the first entry to that of the last."""
    first, last = brief.began[:10], brief.last[:10]
    return say("{first} to {last}", first=first, last=last) if first != last else first


def provenance(end: FilmEnd) -> Iterator[Word]:
    """Whose design and whose reading this is: the board's first."""
    yield from designs(end.board, end.provenance)


def entries(game: Game, open: bool, notes: Notes | None, variations: Sequence[Variation]) -> Iterator[RecordEntry]:
    """`open`: its positions are known."""
    remarks, none, gone = notes.entries if notes else {}, Note("", ""), entries_gone(game.log.documents)
    for number, entry in enumerate(game.log.entries, 1):
        note = remarks.get(number, none)
        marked = open and note.glyph in MARKS
        yield RecordEntry(
            number=number,
            at=str(entry["at"])[:16].replace("T", " "),
            seat=entry.get("seat", ""),
            does=does(game, number, entry),
            shown=shown_text(entry),
            remark=entry.get("say", "") if entry["kind"] != "talk" else "",
            glyph=note.glyph,
            comment=note.says,
            instead=tuple(variation_texts(game, number, variations)),
            board=board_after(game, number) if marked else None,
            gone=gone.get(number),
        )


def entries_gone(documents: Documents) -> dict[int, Phrase]:
    """The number of each turn that does not count as it was recorded, and what became of it."""
    return {number: gone_words(documents, by) for number, by in gone_by(documents).items()}


def gone_words(documents: Documents, by: int) -> Phrase:
    """What an undo or a correction, entry `by`, made of a turn."""
    if is_kind(documents[by], "correct"):
        return say("corrected by entry {entry}", entry=by)
    return say("taken back by entry {entry}", entry=by)


def variation_texts(game: Game, number: int, variations: Sequence[Variation]) -> Iterator[Phrase]:
    """The variations that are played instead of an entry."""
    for at, each in enumerate(variations, 1):
        if each.instead == number:
            yield variation_text(game.book.id, at, each)


def variation_text(title: str, number: int, variation: Variation) -> Phrase:
    """A variation: each of its moves with its seat, or why it is refused; and what the notes say of it."""
    if variation.refused:
        words = say(
            "Variation {number}, in place of entry {entry}, is refused:", number=number, entry=variation.instead
        )
        return word_list([words, refusal_line(variation), variation.says], " ")
    played = [each.entry for each in variation.moments if is_kind(each.entry, "move")]
    moves = [say("{seat}: {moves}", seat=each["seat"], moves=move_wording(title, each)) for each in played]
    return say("Instead: {moves}. {says}", moves=word_list(moves, SEMICOLON), says=variation.says)


def move_wording(title: str, entry: Entry) -> Word:
    return ", ".join(action_lines(title, entry)) or say("pass")


def board_after(game: Game, number: int) -> Board | None:
    found: View = game.book.show().view(game.header, counted_line(game.moments[: number + 1]), "")
    return found.board


def does(game: Game, number: int, entry: Entry) -> Word:
    """A move in the notation of the log; other entries in words."""
    if entry["kind"] == "deal":
        return say("Deal")
    if "overrule" in entry:
        facts = {"rules": word_list(entry["overrule"]["rules"], AND), "why": entry["overrule"]["why"]}
        words = "{moves} (let pass by the moderator against {rules}; reason: {why})"
        return say(words, moves=move_wording(game.book.id, entry), **facts)
    if entry["kind"] == "move":
        return move_wording(game.book.id, entry)
    if entry["kind"] == "missed":
        parted = is_same_turn(game.log.documents[number - 1], entry)
        does = move_wording(game.book.id, entry)
        return does if parted else say("missed the turn: {moves}", moves=does)
    before = [Moment(at, each, None, (), "") for at, each in enumerate(game.log.entries[: number - 1], 1)]
    told = of_every_title(header_after(game.header, before), Moment(number, entry, None, (), ""))
    return told.says if told else entry["kind"]
