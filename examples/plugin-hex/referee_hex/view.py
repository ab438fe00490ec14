"""The view of a game of Hex: everybody sees all of it."""

from collections.abc import Iterator, Sequence

from referee.rules.rulebook import Header
from referee.show.sentences import asked_to_move, chance_fixed, header_after, whose_view
from referee.show.story import told_entry
from referee.show.view import LAND, Board, Line, Piece, Space, View
from referee.words import Phrase, say
from referee_hex.rules import missed, swaps
from referee_hex.table import Event, Moment, Position, StonePut, Won, hexes


def view(header: Header, moments: Sequence[Moment], seat: str = "") -> View:
    last, header, begun = moments[-1], header_after(header, moments), header
    position, says = last.position, headline(header, last.position)
    return View(
        **whose_view(header, last, seat),
        title="hex",
        title_name="Hex",
        headline=says,
        provenance=(chance_fixed(header, moments),),
        story=told_entry(begun, moments, sentence),
        board=board(position, last.events),
        asked=asked_to_move(header, last, position.mover, says, ways(position), missed(position)),
        sections=(),
    )


def headline(header: Header, position: Position) -> Phrase:
    facts = {"seat": (seat := position.winner or position.mover), "player": header["seats"].get(seat)}
    turn = say("{player} ({seat}) moves now.", **facts) if seat else say("The game waits for its deal.")
    return say("{player} ({seat}) has won.", **facts) if position.winner else turn


def sentence(event: Event) -> Line | None:
    match event:
        case StonePut(seat, "swap", at):
            return Line(say("{seat} takes over the stone on {at}, mirrored.", seat=seat, at=at), ("HX-2.5",), seat)
        case StonePut(seat, _, at):
            return Line(say("{seat} puts a stone on {at}.", seat=seat, at=at), ("HX-2.2",), seat)
        case Won(seat):
            return Line(say("{seat} has joined its two sides.", seat=seat), ("HX-3.1",), seat)
    return None


def board(position: Position, events: tuple[Event, ...]) -> Board:
    fresh = [*position.stones][-1:] if any(isinstance(event, StonePut) for event in events) else []
    spaces = []
    for at, hex in hexes(position).items():
        owner = position.stones.get(at, "")
        pieces = (Piece("token", owner, fresh="now" if at in fresh else ""),) if owner else ()
        words = say("stone of {seat}", seat=owner) if owner else say("empty")
        spaces.append(Space(*hex, at, LAND, "", pieces, words))
    return Board("rhombus", say("the rhombus of the game, {size} a side", size=position.size), tuple(spaces))


def ways(position: Position) -> Iterator[Line]:
    """What the seat to move may do."""
    yield Line(say("Put a stone on an empty hex."), ("HX-2.2",))
    for at in swaps(position):
        yield Line(say("Take over the first stone: swap {at}.", at=at), ("HX-2.5",))
