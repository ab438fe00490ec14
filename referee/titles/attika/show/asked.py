"""Whose turn it is, what is owed, and a move ready to be edited."""

from collections.abc import Iterator

from referee.show.sentences import move_begun, remark
from referee.show.view import Asked, Line, Lines
from referee.titles.attika.data.box import AttikaHeader
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.state import BUILDS, DRAWS, STACKS, AttikaPosition
from referee.titles.attika.rules.turns import cards_due, may_wait
from referee.titles.attika.show.due_tile import due, snuggest, walk_text
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.mats import UNDRAWN, building_marks
from referee.titles.attika.show.names import building_name, cards
from referee.titles.attika.show.sites import Offers, Site, on_hand
from referee.words import Phrase, say

EXAMPLES = 3
"""So many builds stand in a move block."""


def request_to_mover(header: AttikaHeader, last: Sight, reader: str, offers: Offers) -> Asked | None:
    """What is asked of the seat to move; None when nobody is."""
    mover = last.position.seat
    if not mover or last.entry.get("kind") == "close":
        return None
    may = Lines("may", say("What {seat} may do", seat=mover), tuple(due_lines(last.position)))
    return Asked(mover, whose_turn(header, mover, reader), may, block(header, last, offers))


def whose_turn(header: AttikaHeader, mover: str, reader: str) -> Phrase:
    facts = {"player": header["seats"][mover], "mover": mover}
    if reader == mover:
        return say("It is your turn, {player} ({mover}).", **facts)
    return say("It is the turn of {player} ({mover}).", **facts)


def due_lines(position: AttikaPosition) -> Iterator[Line]:
    """What must be done first, or else what is left of the turn."""
    turn, seat = position.turn, position.seat
    if turn.tile:
        facts = {"tile": turn.tile, "places": len(due(position))}
        yield Line(say("Place the tile {tile}, which was turned up: there are {places} places.", **facts), ("AT-7.1",))
        return
    if turn.drawn:
        words = say("Build or store the {building}, which was drawn.", building=building_name(position, turn.drawn))
        yield Line(words, ("AT-3.2",), seat)
        return
    yield open_actions_line(position)
    if position.mats[seat].amphorae:
        yield Line(returning(position), ("AT-6.3",), seat)
    if may_wait(position) and cards_due(position):
        yield Line(taking(position), ("AT-3.4", "AT-6.3"), seat)
    yield Line(giving_up(position), ("AT-3.4",), seat)


def returning(position: AttikaPosition) -> Phrase:
    """What amphorae may bring."""
    turn, amphorae = position.turn, position.mats[position.seat].amphorae
    if turn.is_past_actions:
        return say("Return amphorae (there are {amphorae}): each for a card, `amphora: card`.", amphorae=amphorae)
    return say("Return amphorae (there are {amphorae}): each for a draw, a build or a card.", amphorae=amphorae)


def taking(position: AttikaPosition) -> Phrase:
    """What `cards` would do, where the turn goes on behind it."""
    number = cards_due(position)
    words = "Take {cards} for what is open: `cards: {number}`. You can then still return amphorae."
    return say(words, cards=cards(number), number=number)


def open_actions_line(position: AttikaPosition) -> Line:
    """AT-3.1: the line that was begun, or both."""
    turn, seat = position.turn, position.seat
    facts = {"done": turn.done, "limit": position.limit(), "line": turn.line, "draws": DRAWS, "builds": BUILDS}
    if turn.given_up:
        words = say("The rest of the turn was given up. The turn goes on because an amphora is left.")
        return Line(words, ("AT-3.4", "AT-6.3"), seat)
    if turn.closed:
        return Line(say("A card was taken: nothing more is drawn or built."), ("AT-3.5",), seat)
    if turn.line:
        return Line(say("Go on with the {line} line: {done} of {limit} are done.", **facts), ("AT-3.1",), seat)
    return Line(say("Draw ({draws}) or build ({builds}), never both.", **facts), ("AT-3.1",), seat)


def giving_up(position: AttikaPosition) -> Phrase:
    """What `end: true` would do."""
    number = cards_due(position)
    if number:
        return say("Give up what is open for {cards}: `end: true`.", cards=cards(number))
    return say("End the turn: `end: true`.")


def block(header: AttikaHeader, last: Sight, offers: Offers) -> str:
    """A move in YAML with all its names filled in: unedited it does what must be done, or is refused (AT-3.4)."""
    lines = [
        *move_begun("attika", header, last, last.position.seat),
        remark(say("Delete the `# ` before what you want to do, and edit it.")),
        *examples(offers),
        "# say: " + str(say("a word to the others")),
    ]
    return "\n".join(lines) + "\n"


def examples(offers: Offers) -> Iterator[str]:
    """Lines of the block: what must be done stands, what may be done is behind a `#`."""
    position = offers.known.position
    turn = position.turn
    if turn.tile:
        yield from ("actions:", f"  - tile: {walk_text(position.land, snuggest(position))} turn 0")
        return
    yield "actions:" if turn.drawn else "# actions:"
    yield from ["  - store"] if turn.drawn else []
    yield from [f"#   - {line}" for line in possible(offers)]
    if not turn.drawn:
        yield "end: true" if is_done(position) else "# end: true"


def is_done(position: AttikaPosition) -> bool:
    """Whether nothing is left but to return amphorae, or to end the turn."""
    turn = position.turn
    return turn.is_past_actions or (bool(turn.line) and turn.done >= position.limit())


def possible(offers: Offers) -> Iterator[str]:
    """An order for what may be drawn, the cheapest builds, and what an amphora may bring."""
    position = offers.known.position
    turn = position.turn
    stack = stack_to_draw(position)
    if stack:
        building = may_come(position, stack)
        yield f"draw: {{stack: {stack}, then: [{{if: {building}, build: {first_empty(position)}}}, {{else: store}}]}}"
    for site in builds(offers)[:EXAMPLES]:
        yield f"build: {building_name(position, site.building)} at {name(site.hex)}"
    if position.mats[position.seat].amphorae and not turn.drawn:
        yield "amphora: card" if turn.is_past_actions else f"amphora: {turn.line or 'draw'}"
        if may_wait(position) and cards_due(position):
            yield f"cards: {cards_due(position)}"


def stack_to_draw(position: AttikaPosition) -> str:
    """The first stack from which the seat may draw now; "" when it may not."""
    turn, stacks = position.turn, position.mats[position.seat].stacks
    if turn.line == "build" or turn.drawn or is_done(position):
        return ""
    return next((stack for stack, size in zip(STACKS, stacks, strict=True) if size), "")


def may_come(position: AttikaPosition, stack: str) -> str:
    """The first building that may lie in this stack of the seat to move (AT-2.2): of its kind, and not yet drawn."""
    for building in position.setting.box.buildings.values():
        if building.main == (stack == STACKS[0]) and UNDRAWN in building_marks(position, position.seat, building):
            return building.name
    raise LookupError(f"nothing is left for stack {stack}")


def builds(offers: Offers) -> list[Site]:
    """The cheapest hex of each building that the seat may build now and, as far as the reader knows, can pay for."""
    position = offers.known.position
    turn = position.turn
    if not turn.drawn and (turn.line == "draw" or is_done(position)):
        return []
    buildings = (turn.drawn,) if turn.drawn else on_hand(position, position.seat)
    cheapest = [next(iter(offers.sites(position.seat, each)), None) for each in buildings]
    return [each for each in cheapest if each and (each.price.free or each.paid is not None)]


def first_empty(position: AttikaPosition) -> str:
    return next((name(hex) for hex in range(len(position.land.place)) if position.is_empty(hex)), "1")
