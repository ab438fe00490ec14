"""The view of a seat of Veiled Nim: everything but the other seat's token, and there is no board."""

from collections.abc import Iterator, Sequence

from referee.rules.knowledge import EVERYBODY, Lesson
from referee.rules.rulebook import GameMoment, Header
from referee.show.sentences import asked_to_move, chance_fixed, header_after, whose_view
from referee.show.story import told_entry
from referee.show.view import MODERATOR, Chart, Line, ReportTable, Row, Series, View
from referee.words import Phrase, say, term
from referee_nim.rules import move_of
from referee_nim.table import SEATS, Event, Position, StonesTaken, TokenDealt, Won

Moment = GameMoment[Position, Event]


def view(header: Header, moments: Sequence[Moment], seat: str = "") -> View:
    last, header, begun = moments[-1], header_after(header, moments), header
    position, says = last.position, headline(header, last.position)
    return View(
        **whose_view(header, last, seat, SEATS),
        title="nim",
        title_name="Veiled Nim",
        headline=says,
        provenance=(say("The rules are our own, after Nim."), chance_fixed(header, moments)),
        story=told_entry(begun, moments, sentence),
        board=None,
        asked=asked_to_move(header, last, position.mover, says, ways(position), move_of("take", 1)),
        sections=(on_the_table(position, seat), chart(moments)),
    )


def headline(header: Header, position: Position) -> Phrase:
    seat = position.winner or position.mover
    facts = {"seat": seat, "player": header["seats"].get(seat)}
    turn = say("{player} ({seat}) moves now.", **facts) if seat else say("The game waits for its deal.")
    return say("{player} ({seat}) has won.", **facts) if position.winner else turn


def sentence(event: Event) -> Line | None:
    match event:
        case StonesTaken(seat, "token", stones):
            return Line(say("{seat} uses the token {number}.", seat=seat, number=stones), ("VN-2.4",), seat)
        case StonesTaken(seat, _, stones):
            return Line(say("{seat} takes {stones} from the heap.", seat=seat, stones=stones), ("VN-2.2",), seat)
        case Won(seat):
            return Line(say("{seat} has taken the last stone.", seat=seat), ("VN-3.1",), seat)
    return None


def known_token(position: Position, owner: str, reader: str) -> Phrase | int:
    """The number of a token where the reader may know it: whose it is, and everybody once it was used (VN-1.2)."""
    is_known = owner in position.used or reader in (owner, MODERATOR)
    return (position.tokens.get(owner) or say("none")) if is_known else say("hidden")


def on_the_table(position: Position, reader: str) -> ReportTable:
    columns = say("Seat"), say("Token"), say("Stones taken")
    rows = [Row((term(seat), known_token(position, seat, reader), position.taken[seat]), (), seat) for seat in SEATS]
    note = say("Stones in the heap: {stones}.", stones=position.stones)
    return ReportTable("table", say("On the table"), columns, tuple(rows), note, in_posts=True)


def chart(moments: Sequence[Moment]) -> Chart:
    series = [Series(seat, tuple([each.position.taken[seat] for each in moments])) for seat in SEATS]
    return Chart("taken", say("Stones taken"), tuple([each.number for each in moments]), tuple(series))


def ways(position: Position) -> Iterator[Line]:
    """What the seat to move may do."""
    yield Line(say("Take 1 to 3 stones from the heap."), ("VN-2.2",))
    if position.mover not in position.used:
        yield Line(say("Use your token, once in the game."), ("VN-2.4",))


def hidden_lessons(header: Header, line: Sequence[Moment]) -> Iterator[Lesson]:
    """VN-1.2: each seat has seen its own token since the deal; a token that is used, the others see."""
    for moment, event in [(each, event) for each in line for event in each.events]:
        match event:
            case TokenDealt(seat, _):
                yield Lesson(moment.number, (seat,), say("{seat} saw its own token there.", seat=seat))
            case StonesTaken(seat, "token", _):
                others = SEATS[1 - SEATS.index(seat)], EVERYBODY
                yield Lesson(moment.number, others, say("{seat} used its token there.", seat=seat))
