"""Whose turn it is, what is owed, and a move ready to be edited."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.titles.attika.land import name
from referee.titles.attika.picture import ways
from referee.titles.attika.sites import buildings, free_places, sites
from referee.titles.attika.state import BUILDS, DRAWS, STACKS, Position
from referee.titles.attika.turns import cards_due
from referee.view import Asked, Line, Lines
from referee.words import Phrase, say

SHOWN_HEAD = 16
"""So many hex digits of the head stand in a move block: enough that no other log has them."""


def asked(header: Mapping[str, Any], moment: Any, seat: str) -> Asked | None:
    """What is asked of the seat to move; None when nobody is."""
    position: Position = moment.position
    mover = position.seat
    if not mover or moment.entry.get("kind") == "close":
        return None
    may = Lines("may", say("What {seat} may do", seat=mover), tuple(owed(position)))
    return Asked(mover, whose(header, mover, seat), may, block(header, moment))


def whose(header: Mapping[str, Any], mover: str, seat: str) -> Phrase:
    facts = {"player": header["seats"][mover], "mover": mover}
    if seat == mover:
        return say("It is your turn, {player} ({mover}).", **facts)
    return say("It is the turn of {player} ({mover}).", **facts)


def owed(position: Position) -> Iterator[Line]:
    """What must be done first, or else what is left of the turn."""
    turn, seat = position.turn, position.seat
    if turn.tile:
        words = say(
            "Place the tile {tile}, which was turned up: candidates are {all}.", tile=turn.tile, all=len(ways(position))
        )
        yield Line(words, ("AT-7.1",), seat)
        return
    if turn.drawn:
        words = say("Build or store the {building}, which was drawn.", building=position.building(turn.drawn).name)
        yield Line(words, ("AT-3.2",), seat)
    elif turn.closed:
        yield Line(say("A card was taken: nothing more is drawn or built."), ("AT-3.5",), seat)
    else:
        yield from lines_open(position)
    yield from free_lines(position)
    amphorae = position.mats[seat].amphorae
    if amphorae and not turn.drawn:
        yield Line(
            say("Return amphorae, of {amphorae}: each for a draw, a build or a card.", amphorae=amphorae),
            ("AT-6.3",),
            seat,
        )
    if not turn.drawn:
        yield Line(
            say("End the turn with `end: true`: cards due are {cards}.", cards=cards_due(position)), ("AT-3.4",), seat
        )


def lines_open(position: Position) -> Iterator[Line]:
    """AT-3.1: the line that was begun, or both."""
    turn, seat = position.turn, position.seat
    left = position.limit() - turn.done
    if turn.line == "draw":
        yield Line(say("Draws left: {left}.", left=left), ("AT-3.1",), seat)
    elif turn.line == "build":
        yield Line(say("Builds left: {left}.", left=left), ("AT-3.1",), seat)
    else:
        yield Line(
            say("Draw ({draws}) or build ({builds}), never both.", draws=DRAWS, builds=BUILDS), ("AT-3.1",), seat
        )


def free_lines(position: Position) -> Iterator[Line]:
    for building, hexes in free_places(position):
        words = say("Free: {building} on {hexes}.", building=position.building(building).name, hexes=", ".join(hexes))
        yield Line(words, ("AT-4.4",), position.seat)


def block(header: Mapping[str, Any], moment: Any) -> str:
    """A move in YAML with all its names filled in; as it is, it gives up what is open, or stores what was drawn."""
    position: Position = moment.position
    lines = [
        "# yaml-language-server: $schema=attika.move.schema.json",
        f"game: {header['game']}",
        f"after: {moment.number}",
        f'head: "{moment.head[:SHOWN_HEAD]}"',
        f"seat: {position.seat}",
        "# Delete the `# ` before what you want to do, and edit it.",
        *examples(position),
        "# say: a word to the others",
    ]
    return "\n".join(lines) + "\n"


def examples(position: Position) -> Iterator[str]:
    """Lines of the block: those that stand, and others behind a `#`."""
    turn = position.turn
    if turn.tile:
        yield "actions:"
        yield f"  - tile: {ways(position)[0][1]}"
        return
    yield "actions:" if turn.drawn else "# actions:"
    yield from ["  - store"] if turn.drawn else []
    yield from [f"#   - {line}" for line in possible(position)]
    if not turn.drawn:
        yield "end: true"


def possible(position: Position) -> Iterator[str]:
    """An order for what may be drawn, and the cheapest builds."""
    stack = stack_to_draw(position)
    if stack:
        order = f"[{{if: [road, ship], build: {{at: {first_empty(position)}}}}}, {{else: store}}]"
        yield f"draw: {{stack: {stack}, then: {order}}}"
    for building in buildings(position)[:3]:
        best = sites(position, building)[0]
        yield f"build: {position.building(building).name} at {name(best.hex)}"


def stack_to_draw(position: Position) -> str:
    """The first stack from which the seat may draw now; "" when it may not."""
    turn, stacks = position.turn, position.mats[position.seat].stacks
    if turn.line == "build" or turn.drawn or turn.closed or (turn.line and turn.done >= position.limit()):
        return ""
    return next((stack for stack, left in zip(STACKS, stacks, strict=True) if left), "")


def first_empty(position: Position) -> str:
    return next((name(hex) for hex in range(len(position.land.place)) if position.is_empty(hex)), "1")
