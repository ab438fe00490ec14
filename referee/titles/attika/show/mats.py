"""What each seat has in front of it, and how far it is from winning (AT-8.1)."""

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from referee.show.view import Line, Lines, ReportTable, Row, Score, Word
from referee.titles.attika.data.components import LANDSCAPES, Building
from referee.titles.attika.rules.amphorae import missing
from referee.titles.attika.rules.state import STACKS, Amounts, AttikaPosition
from referee.titles.attika.rules.turns import buildings, built_count
from referee.titles.attika.show.due_tile import LANDSCAPE_GROUNDS
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.names import building_name, cost_letters
from referee.words import Phrase, keyword_term, say, term, word_list

FAR = 1 << 20
"""No way at all."""


class Link(NamedTuple):
    """The fewest buildings that a seat still needs to join two shrines (numbers from 0), and the hexes that serve.

    `hexes`: the empty hexes that lie on a shortest way; `needed` is FAR when others have closed every way.
    """

    first: int
    second: int
    needed: int
    hexes: tuple[int, ...]


def nearest_link(position: AttikaPosition, seat: str) -> Link:
    """The link of a seat that needs the fewest buildings; the first among equals."""
    return min(links(position, seat), key=lambda link: link.needed)


def links(position: AttikaPosition, seat: str) -> Iterator[Link]:
    """For each pair of shrines what a seat needs to join them on the land as it is."""
    shrines = range(len(position.land.shrines))
    costs = [hex_cost(position, seat, hex) for hex in range(len(position.land.place))]
    away = [distances(position, costs, shrine) for shrine in shrines]
    for first, second in combinations(shrines, 2):
        through = [a + b - own for a, b, own in zip(away[first], away[second], costs, strict=True)]
        needed = min(through)
        serving = [hex for hex, n in enumerate(through) if n == needed and costs[hex]]
        yield Link(first, second, min(needed, FAR), tuple(serving) if needed < FAR else ())


def hex_cost(position: AttikaPosition, seat: str, hex: int) -> int:
    """What a hex adds to a way: nothing when the seat has built there, all when another seat has."""
    owner = position.owner(hex)
    return 1 if not owner else 0 if owner == seat else FAR


def distances(position: AttikaPosition, costs: list[int], shrine: int) -> list[int]:
    """For each hex the fewest buildings of a way from the shrine to it, those already built not counted."""
    found = [FAR] * len(costs)
    front: deque[int] = deque()
    for hex, touched in position.land.beside.items():
        if shrine in touched and costs[hex] < FAR:
            found[hex] = costs[hex]
            (front.append if costs[hex] else front.appendleft)(hex)
    while front:
        here = front.popleft()
        for hex in position.around(here):
            through = found[here] + costs[hex]
            if through < found[hex]:
                found[hex] = through
                (front.append if costs[hex] else front.appendleft)(hex)
    return found


Hands = tuple[tuple[str, Amounts], ...]
"""Seats in the order of play, each with its cards."""
HANDS_COLUMNS = (say("Seat"), *[term(each) for each in LANDSCAPES], say("Cards"))


def hands(known: KnownPosition) -> ReportTable:
    """The cards that the reader may see."""
    return hands_table(tuple([(seat, known.hands[seat]) for seat in known.position.order if seat in known.hands]))


def hands_table(hands: Hands) -> ReportTable:
    rows = tuple([hand_row(seat, hand) for seat, hand in hands])
    return ReportTable("hands", say("Cards in hand"), HANDS_COLUMNS, rows, signs=("", *LANDSCAPE_GROUNDS, ""))


def hand_row(seat: str, hand: Amounts) -> Row:
    return Row((seat_named(seat), *hand, sum(hand)), ("AT-2.4",), seat)


def seat_named(seat: str) -> Phrase:
    return term(seat)


def seats(known: KnownPosition) -> ReportTable:
    """Of each seat what everybody may know."""
    rows = []
    for seat in known.position.order:
        mat = known.position.mats[seat]
        rows.append(Row((term(seat), known.cards[seat], *mat.stacks, mat.amphorae, len(mat.settlements)), (), seat))
    columns = (
        say("Seat"),
        say("Cards"),
        *[say("{stack}", stack=stack) for stack in STACKS],
        say("Amphorae"),
        say("Settlements"),
    )
    note = say(
        "main, 1, 2, 3: buildings face down in the stacks (AT-2.2). A building that touches no settlement of its seat "
        "costs it a card more for each that it has (AT-5.2)."
    )
    return ReportTable("seats", say("In front of the seats"), columns, tuple(rows), note)


def storage(position: AttikaPosition) -> ReportTable:
    """The storage boards as the printed ones show them, side by side: what is built, open, or not yet drawn."""
    rows = []
    for building in position.setting.box.buildings.values():
        states = [building_marks(position, seat, building) for seat in position.setting.seats]
        what = (term(building.group), keyword_term(building.name), cost_letters(building), arrow(position, building))
        rows.append(Row((*what, *states), ()))
    columns = (
        say("Group"),
        say("Building"),
        say("Cost"),
        say("Free beside"),
        *map(term, position.setting.seats),
    )
    note = say(
        "B: on the board; o: open, on the storage board; -: not yet drawn. Cost: W water, F forest, H hill, M mountain "
        "(AT-1.5). Free beside: AT-4.4, AT-4.5."
    )
    return ReportTable("storage", say("Storage boards"), columns, tuple(rows), note)


UNDRAWN = "-"
"""How the storage boards show a building that lies in a stack."""


def building_marks(position: AttikaPosition, seat: str, building: Building) -> str:
    """`BBo-`: of four roads two are built, one is open, one not yet drawn."""
    done = building.number - missing(position, seat, building.group).count(building.id)
    drawn = position.turn.drawn == building.id and position.turn.seat == seat
    open_ = position.mats[seat].stored.count(building.id) + drawn
    return "B" * done + "o" * open_ + UNDRAWN * (building.number - done - open_)


def arrow(position: AttikaPosition, building: Building) -> Word:
    return term(building_name(position, building.free_beside)) if building.free_beside else ""


def groups(position: AttikaPosition) -> ReportTable:
    """AT-6.1: how far each seat is with each group."""
    box, rows = position.setting.box, []
    for group, members in box.groups.items():
        whole = sum(box.buildings[each].number for each in members)
        cells = [progress(position, seat, group, whole) for seat in position.setting.seats]
        rows.append(Row((term(group), *cells), ("AT-6.1",)))
    columns = (say("Group"), *map(term, position.setting.seats))
    return ReportTable("groups", say("Groups and amphorae"), columns, tuple(rows))


def progress(position: AttikaPosition, seat: str, group: str, whole: int) -> Phrase:
    done = whole - len(missing(position, seat, group))
    if group in position.mats[seat].groups:
        return say("rewarded")
    if done == whole:
        return say("{done} of {whole}, apart", done=done, whole=whole)
    return say("{done} of {whole}", done=done, whole=whole)


def victory(position: AttikaPosition) -> ReportTable:
    """AT-8.1: both ways of winning."""
    rows = []
    for seat in position.order:
        done = say("{built} of {all}", built=built_count(position, seat), all=buildings(position))
        rows.append(Row((term(seat), done, way(position, seat)), ("AT-8.1",), seat))
    columns = (say("Seat"), say("Buildings on the board"), say("Still missing to join two shrines"))
    return ReportTable("victory", say("Two ways to win"), columns, tuple(rows), in_posts=True)


def scores(position: AttikaPosition) -> Iterator[Score]:
    """How many buildings each seat has on the board, of all that it needs (AT-8.1)."""
    for seat in position.order:
        built = built_count(position, seat)
        yield Score(seat, say("{built} of {all} built", built=built, all=buildings(position)))


def way(position: AttikaPosition, seat: str) -> Phrase:
    link = nearest_link(position, seat)
    facts = {"needed": link.needed, "first": f"s{link.first + 1}", "second": f"s{link.second + 1}"}
    if link.needed >= FAR:
        return say("no way on the board as it is now")
    if not link.needed:
        return say("{first} and {second} are joined", **facts)
    left = buildings(position) - built_count(position, seat)
    if link.needed > left:
        return say("{needed} buildings between {first} and {second}, more than the {left} left", left=left, **facts)
    if link.needed == 1:
        return say("1 building between {first} and {second}", **facts)
    return say("{needed} buildings between {first} and {second}", **facts)


def stock(position: AttikaPosition) -> Lines:
    """What lies beside the board."""
    facts = {"deck": position.deck.cards_left, "tiles": position.tiles_left, "amphorae": position.amphorae}
    numbers = zip(LANDSCAPES, position.discards, strict=True)
    discards = word_list([say("{landscape} {n}", landscape=name, n=n) for name, n in numbers])
    lines = (
        Line(say("Cards in the deck: {deck}. Discards: {discards}.", discards=discards, **facts), ("AT-3.6",)),
        Line(say("Tiles face down: {tiles}.", **facts), ("AT-7.1", "AT-7.2")),
        Line(say("Amphorae left: {amphorae}.", **facts), ("AT-6.2",)),
    )
    return Lines("stock", say("Beside the board"), lines)
