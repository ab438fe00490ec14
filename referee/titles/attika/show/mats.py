"""What each seat has in front of it, how far it is from winning (AT-8.1), and what its buildings cost."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from referee.show.view import Holding, Line, Lines, ReportTable, Row, Section, Slot, SlotGroup, Tray, Word
from referee.titles.attika.data.components import LANDSCAPES, SIGNS, Building
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.building import Price, amounts_phrase, is_free
from referee.titles.attika.rules.state import STACKS, Amounts, AttikaPosition, stack_words
from referee.titles.attika.rules.turns import built_count, missing
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.names import GROUNDS, LANDSCAPE_GROUNDS, building_symbol, hexes
from referee.titles.attika.show.standing import CLOSE, FAR, Link, Offers, Site, on_hand, shortest_way
from referee.words import Phrase, keyword_term, say, term, word_list

HANDS_COLUMNS = (say("Seat"), *[term(each) for each in LANDSCAPES], say("Cards"))


def hands(order: Sequence[str], seen: Mapping[str, Amounts]) -> ReportTable:
    """The cards that a reader may see, in the order of play."""
    held = [(seat, seen[seat]) for seat in order if seat in seen]
    rows = tuple([Row((term(seat), *hand, sum(hand)), ("AT-2.4",), seat) for seat, hand in held])
    return ReportTable("hands", say("Cards in hand"), HANDS_COLUMNS, rows, signs=("", *LANDSCAPE_GROUNDS, ""))


def seats(known: Sight) -> ReportTable:
    """Of each seat what everybody may know."""
    mats = [(seat, known.position.mats[seat]) for seat in known.position.course.order]
    numbers = {seat: (mat.cards, *mat.stacks, mat.amphorae, len(mat.settlements)) for seat, mat in mats}
    rows = [Row((term(seat), *each), (), seat) for seat, each in numbers.items()]
    stacks = [say("{stack}", stack=stack_words(stack)) for stack in STACKS]
    columns = (say("Seat"), say("Cards"), *stacks, say("Amphorae"), say("Settlements"))
    note = say(
        "main, 1, 2, 3: buildings face down in the stacks (AT-2.2). A building that touches "
        "none of its owner's settlements costs an extra card for each settlement they have "
        "(AT-5.2)."
    )
    return ReportTable("seats", say("What each player has"), columns, tuple(rows), note)


def storage(position: AttikaPosition) -> ReportTable:
    """The storage boards like the printed ones, side by side: built, open, or not yet drawn."""
    rows, in_words = [], []
    for building in position.setting.box.buildings.values():
        states = [building_marks(position, seat, building) for seat in position.setting.seats]
        arrow = term(position.building(building.free_beside).name) if building.free_beside else ""
        group, name = term(building.group), keyword_term(building.name)
        letters: Word = "".join([sign * number for sign, number in zip(SIGNS, building.cost, strict=True)])
        words = amounts_phrase(building.cost)
        if building.any:
            letters = words = say("any {cards}", cards=building.any)
        rows.append(Row((group, name, letters, arrow, *states)))
        in_words.append(Row((name, group, words, arrow, *map(state_words, states))))
    columns = (say("Group"), say("Building"), say("Cost"), say("Free next to"), *map(term, position.setting.seats))
    note = say(
        "B: on the board; o: open, on the storage board; -: not drawn yet. Cost: W water, F "
        "forest, H hill, M mountain (AT-1.5). Some buildings are free next to another (AT-4.4, AT-4.5)."
    )
    plain = say(
        "A building without a word was not drawn yet. Some buildings are free next to another (AT-4.4, AT-4.5)."
    )
    head, *others = columns
    worded = ReportTable("storage", HEADING, (others[0], head, *others[1:]), tuple(in_words), plain)
    return ReportTable("storage", HEADING, columns, tuple(rows), note, in_words=worded)


HEADING = say("Storage boards")


def state_words(marks: str) -> Word:
    """`BBo-` → `2 built, 1 open`; of a single building `built`, `open` or nothing."""
    if len(marks) == 1:
        return SINGLE[marks]
    built, opened = marks.count("B"), marks.count("o")
    words = [say("{built} built", built=built)] if built else []
    return word_list([*words, *([say("{open} open", open=opened)] if opened else [])]) if built or opened else ""


UNDRAWN = "-"
"""How the storage boards show a building in a stack."""
SINGLE: dict[str, Word] = {"B": say("built"), "o": say("open"), UNDRAWN: ""}
"""The state of a building of which there is one."""
STATES: dict[str, Literal["done", "open", "hidden"]] = {"B": "done", "o": "open", UNDRAWN: "hidden"}


def building_marks(position: AttikaPosition, seat: str, building: Building) -> str:
    """`BBo-`: of four roads two are built, one is open, one not yet drawn."""
    done = list(position.mats[seat].built.values()).count(building.id)
    drawn = position.turn.drawn == building.id and position.turn.seat == seat
    open_ = position.mats[seat].stored.count(building.id) + drawn
    return "B" * done + "o" * open_ + UNDRAWN * (building.number - done - open_)


def undrawn(position: AttikaPosition, main: bool) -> Iterator[Building]:
    """What may be in the main stack of the seat to move, or in the others (AT-2.2): of that kind, not yet drawn."""
    for building in position.setting.box.buildings.values():
        if building.main == main and UNDRAWN in building_marks(position, position.seat, building):
            yield building


def slots_of(building: Building) -> dict[str, Slot]:
    """A copy of a building on the storage board of any seat, by its mark; those on the board come first."""
    pips = tuple([GROUNDS[sign] for sign, n in zip(SIGNS, building.cost, strict=True) for _ in range(n)])
    name, symbol = term(building.name), building_symbol(building)
    return {mark: Slot(name, symbol, state, pips, building.any) for mark, state in STATES.items()}


def trays(known: Sight, reader: str, players: Mapping[str, str]) -> Iterator[Tray]:
    """The storage board of each seat as a picture, first that of the reader, or else of who won or is to move."""
    position, box = known.position, known.position.setting.box
    slots = {id: slots_of(each) for id, each in box.buildings.items()}
    first = (reader,) if reader in position.mats else position.course.winners or (position.seat,)
    for seat in sorted(position.course.order, key=lambda each: each not in first):
        held = known.hands.get(seat)
        kinds = zip(LANDSCAPE_GROUNDS, map(term, LANDSCAPES), held, strict=True) if held else ()
        hand = tuple([Holding(*each) for each in kinds])
        held_says = say("Cards in hand") if hand else None
        heading = say("The storage board of {player}", player=players[seat])
        marks = {id: building_marks(position, seat, each) for id, each in box.buildings.items()}
        members = {group: [slots[id][mark] for id in ids for mark in marks[id]] for group, ids in box.groups.items()}
        groups = tuple([SlotGroup(term(group), tuple(each)) for group, each in members.items()])
        yield Tray(seat, heading, groups, hand, held_says)


def belongings(offers: Offers, seat: str) -> Iterator[Phrase]:
    """What a seat holds: its cards, what is open on its storage board, the sizes of its stacks.

    Without a verb, so that it is true of a past position, too.
    """
    hand, position = offers.known.hands.get(seat), offers.known.position
    if hand is None or seat not in position.mats:
        return
    held = [say("{number} {what}", number=n, what=term(each)) for each, n in zip(LANDSCAPES, hand, strict=True) if n]
    yield say("Your cards: {cards}.", cards=word_list(held)) if held else say("Your cards: none.")
    cheapest = [each for building in on_hand(position, seat) for each in offers.sites(seat, building)[:1]]
    payable = [each for each in cheapest if each.price.free or each.paid is not None]
    if payable:
        yield say("Open on your storage board, payable: {buildings}.", buildings=price_list(position, payable))
    if dear := [each for each in cheapest if each not in payable]:
        yield say("Open on your storage board, not payable: {buildings}.", buildings=price_list(position, dear))
    if not cheapest:
        yield say("Open on your storage board: none.")
    stacks = zip(STACKS, position.mats[seat].stacks, strict=True)
    sizes = [say("{stack}: {number}", stack=stack_words(each), number=n) for each, n in stacks]
    yield say("Buildings in your stacks: {stacks}.", stacks=word_list(sizes))


def price_list(position: AttikaPosition, sites: Sequence[Site]) -> Phrase:
    """`oracle (free on 2), market (hill 1 on 3nw)`: each building with its cheapest hex."""
    found = []
    for each in sites:
        cost = left_to_pay(each) if each.anyhow or sum(each.left) else say("free")
        facts = {"building": term(position.building(each.building).name), "cost": cost, "hex": name(each.hex)}
        found.append(say("{building} ({cost} on {hex})", **facts))
    return word_list(found)


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


def victory(position: AttikaPosition, nearest: Mapping[str, Link]) -> ReportTable:
    """AT-8.1: both ways of winning; in the order of play, and when the game is over the winner first."""
    rows, won = [], position.course.winners
    built = {seat: built_count(position, seat) for seat in position.course.order}
    for seat in sorted(built, key=lambda seat: (seat not in won, -built[seat]) if won else (False, 0)):
        done = say("{built} of {all}", built=built[seat], all=position.setting.number)
        rows.append(Row((term(seat), done, way(position, seat, nearest[seat])), ("AT-8.1",), seat))
    columns = (say("Seat"), say("Buildings on the board"), say("Still missing to connect two shrines"))
    return ReportTable("victory", say("Two ways to win"), columns, tuple(rows), in_posts=True)


def way(position: AttikaPosition, seat: str, link: Link) -> Phrase:
    facts = {"needed": link.needed, "first": f"s{link.first + 1}", "second": f"s{link.second + 1}"}
    if link.needed >= FAR:
        return say("no way on the board as it is")
    if not link.needed:
        return say("{first} and {second} are connected", **facts)
    left = position.setting.number - built_count(position, seat)
    if link.needed > left:
        return say("{needed} buildings between {first} and {second}, more than the {left} left", left=left, **facts)
    words = say("{needed} buildings between {first} and {second}", **facts)
    if link.needed == 1:
        words = say("1 building between {first} and {second}", **facts)
    if link.needed > CLOSE:
        return words
    lacking = [hex for hex in shortest_way(position, seat, link) if position.is_empty(hex)]
    return say("{missing}: {hexes}", missing=words, hexes=hexes(lacking))


def stock(position: AttikaPosition) -> Lines:
    """The things next to the board."""
    facts = {"deck": position.deck.cards_left, "tiles": position.supply.tiles, "amphorae": position.supply.amphorae}
    numbers = zip(LANDSCAPES, position.discards, strict=True)
    discards = word_list([say("{landscape} {n}", landscape=name, n=n) for name, n in numbers])
    lines = (
        Line(say("Cards in the deck: {deck}. Discards: {discards}.", discards=discards, **facts), ("AT-3.6",)),
        Line(say("Tiles face down: {tiles}.", **facts), ("AT-7.1", "AT-7.2")),
        Line(say("Amphorae left: {amphorae}.", **facts), ("AT-6.2",)),
    )
    return Lines("stock", say("Beside the board"), lines)


def tables(offers: Offers, seat: str) -> list[Section]:
    """The seat's free builds, and the cheapest hexes of each of its buildings."""
    position = offers.known.position
    offered = {building: offers.sites(seat, building) for building in on_hand(position, seat)}
    freely = free(position, seat, offered)
    return [*([freely] if freely.lines else []), *([costs(offers.known, seat, offered)] if offered else [])]


def free(position: AttikaPosition, seat: str, offered: Iterable[str]) -> Lines:
    """AT-4.4: each building that could be built free, and where; no line where none could."""
    lines = []
    for building in offered:
        what = position.building(building)
        places = hexes([hex for hex in position.empty_hexes() if is_free(position, seat, building, hex)])
        if places:
            facts = {"what": term(what.name), "beside": position.building(what.free_beside).name, "places": places}
            words = say("{what}, next to the {beside}: on {places}.", **facts)
            lines.append(Line(words, (rule_of_free(position, building),), seat))
    return Lines("free", say("What {seat} could build for free", seat=seat), tuple(lines))


def rule_of_free(position: AttikaPosition, building: str) -> str:
    return "AT-4.5" if position.building(building).any else "AT-4.4"


def costs(known: Sight, seat: str, offered: Mapping[str, Sequence[Site]]) -> ReportTable:
    """For each building its cheapest hexes; what the hand would pay only where the reader may see it."""
    paying = seat in known.hands
    rows = [row for id, found in offered.items() for row in building_rows(known, id, found[:SHOWN], paying)]
    columns = (say("Building"), say("On"), say("Left to pay"), *([say("Paid from hand")] if paying else []))
    heading = say("What {seat}'s buildings cost, cheapest hexes first", seat=seat)
    note = say(
        "Left to pay: the cost that the symbols on the hex and on empty hexes next to it don't "
        "cover. Pay one card of its kind or any two for each (AT-4.2, AT-4.3). Any: cards of "
        "any kind (AT-4.5, AT-5.2)."
    )
    return ReportTable("costs", heading, columns, tuple(rows), note)


SHOWN = 5
"""So many hexes are shown for a building, the cheapest first."""


def building_rows(known: Sight, building: str, found: Sequence[Site], paying: bool) -> list[Row]:
    """These hexes, those that cost the same together; the name once."""
    alike: dict[object, list[Site]] = {}
    for each in found:
        alike.setdefault((each.price.free, each.left, each.anyhow, each.paid), []).append(each)
    rows: list[Row] = []
    name: Word = term(known.position.building(building).name)
    for together in alike.values():
        cost = together[0].paid
        paid = say("too few cards") if cost is None else say("{paid}", paid=amounts_phrase(cost))
        words = [left_to_pay(together[0]), *([paid] if paying else [])]
        cells = (name, hexes([each.hex for each in together]), *words)
        rows.append(Row(cells, rules_of_price(known.position, building, together[0].price)))
        name = ""
    return rows


def left_to_pay(bill: Site) -> Phrase:
    """`free`, `nothing`, `hill 1 any 2`."""
    if bill.price.free:
        return say("free")
    if bill.anyhow and not sum(bill.left):
        return say("any {any}", any=bill.anyhow)
    named = amounts_phrase(bill.left)
    return say("{named} any {any}", named=named, any=bill.anyhow) if bill.anyhow else say("{named}", named=named)


def rules_of_price(position: AttikaPosition, building: str, price: Price) -> tuple[str, ...]:
    """The rules of a price."""
    if price.free:
        return (rule_of_free(position, building),)
    return ("AT-4.5" if price.any else "AT-4.3", *(["AT-5.2"] if price.surcharge else []))
