"""A position as plain data: what `state:` in a log covers, in few long lines since it is hashed after every entry.

Documented by `attika.state.schema.json`. Nothing is in it that only one seat may know (AT-2.4). This form is a promise
to archives: code may change, it may not. Each edition names its own function: `public` is that of edition 1.
"""

from functools import lru_cache

from referee.titles.attika.data.land import Land, name
from referee.titles.attika.rules.state import AttikaPosition, Mat


def public(position: AttikaPosition) -> dict[str, object]:
    """What everybody may see of a position."""
    return state_lines(position, "")


def public_with_rest(position: AttikaPosition) -> dict[str, object]:
    """The same where a turn may go on after its rest was given up."""
    return state_lines(position, f"given up: {position.turn.given_up:d}; ")


def state_lines(position: AttikaPosition, more: str) -> dict[str, object]:
    """`more`: what else the line of the turn says."""
    hands = position.hands
    found: dict[str, object] = {
        "tiles": tiles_line(position.land),
        "seats": {seat: mat_line(mat, sum(hands[seat])) for seat, mat in position.mats.items()},
        "table": table_line(position),
        "turn": turn_line(position, more),
    }
    if position.setting.hands == "open":
        found["hands"] = {seat: hands[seat] for seat in position.mats}
    return found


def tiles_line(land: Land) -> str:
    """The tiles on the table: id, centre and turn of each."""
    return ", ".join([f"{id} {q} {r} {turn}" for id, (q, r), turn in land.tiles])


@lru_cache(1 << 10)  # `bench speed`: a replay of Attika takes 11 % longer without it
def mat_line(mat: Mat, cards: int) -> str:
    """What a seat has."""
    main, first, second, third = mat.stacks
    built = ", ".join([f"{building} {name(hex)}" for building, hex in mat.built])
    return (
        f"cards: {cards}; amphorae: {mat.amphorae}; stacks: {main} {first} {second} {third}; "
        f"stored: {' '.join(mat.stored)}; groups: {' '.join(mat.groups)}; built: {built}"
    )


def table_line(position: AttikaPosition) -> str:
    water, forest, hill, mountain = position.discards
    return (
        f"deck: {position.deck.cards_left}; discards: {water} {forest} {hill} {mountain}; "
        f"amphorae: {position.amphorae}; tiles: {position.tiles_left}; under: {' '.join(position.under)}"
    )


def turn_line(position: AttikaPosition, more: str) -> str:
    seat, line, done, extra, drawn, last, tile, closed, _, _, moved, _ = position.turn
    seats, reasons = position.end
    return (
        f"seat: {seat}; line: {line}; done: {done}; extra: {extra}; drawn: {drawn}; last: {last:d}; tile: {tile}; "
        f"closed: {closed:d}; moved: {moved:d}; {more}empty: {position.empty}; order: {' '.join(position.order)}; "
        f"won: {' '.join(seats)}; by: {' '.join(reasons)}"
    )
