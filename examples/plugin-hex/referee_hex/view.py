"""The view of a game of Hex: everybody sees all of it."""

from collections.abc import Iterator, Sequence

from referee.reading import dump
from referee.rules.rulebook import Header
from referee.show.sentences import chance_fixed, header_after, move_begun, of_every_title, whose_view
from referee.show.view import LAND, Asked, Board, Line, Lines, Piece, Space, View
from referee.words import Phrase, say
from referee_hex.rules import empty, put, swaps
from referee_hex.table import Event, Moment, Position, StonePut, Won, hexes


def view(header: Header, moments: Sequence[Moment], seat: str = "") -> View:
    last, header, begun = moments[-1], header_after(header, moments), header
    return View(
        **whose_view(header, last, seat),
        title="hex",
        title_name="Hex",
        headline=headline(header, last.position),
        provenance=(chance_fixed(header, moments),),
        story=Lines("story", say("What happened"), tuple(story(header_after(begun, moments[:-1]), last))),
        board=board(last.position, last.events),
        asked=asked(header, last) if last.position.mover and last.entry.get("kind") != "close" else None,
        sections=(),
    )


def headline(header: Header, position: Position) -> Phrase:
    facts = {"seat": (seat := position.winner or position.mover), "player": header["seats"].get(seat)}
    turn = say("{player} ({seat}) moves now.", **facts) if seat else say("The game waits for its deal.")
    return say("{player} ({seat}) has won.", **facts) if position.winner else turn


def story(header: Header, moment: Moment) -> Iterator[Line]:
    if common := of_every_title(header, moment):
        yield common
    for event in moment.events:
        match event:
            case StonePut(seat, "swap", at):
                yield Line(say("{seat} takes over the stone on {at}, mirrored.", seat=seat, at=at), ("HX-2.5",), seat)
            case StonePut(seat, _, at):
                yield Line(say("{seat} puts a stone on {at}.", seat=seat, at=at), ("HX-2.2",), seat)
            case Won(seat):
                yield Line(say("{seat} has joined its two sides.", seat=seat), ("HX-3.1",), seat)


def board(position: Position, events: tuple[Event, ...]) -> Board:
    fresh = [*position.stones][-1:] if any(isinstance(event, StonePut) for event in events) else []
    spaces = []
    for at, hex in hexes(position).items():
        owner = position.stones.get(at, "")
        pieces = (Piece("token", owner, fresh="now" if at in fresh else ""),) if owner else ()
        words = say("stone of {seat}", seat=owner) if owner else say("empty")
        spaces.append(Space(*hex, at, LAND, "", pieces, words))
    return Board("rhombus", say("the rhombus of the game, {size} a side", size=position.size), tuple(spaces))


def asked(header: Header, last: Moment) -> Asked:
    seat = last.position.mover
    ways = [Line(say("Put a stone on an empty hex."), ("HX-2.2",))]
    ways += [Line(say("Take over the first stone: swap {at}.", at=at), ("HX-2.5",)) for at in swaps(last.position)]
    may = Lines("may", say("What {seat} may do", seat=seat), tuple(ways))
    begun = "\n".join(move_begun(header, last, seat))
    return Asked(seat, headline(header, last.position), may, f"{begun}\n{dump(put('stone', empty(last.position)[0]))}")
