"""Positions of conformance cases: tiles, buildings and cards that a case names, laid one by one through `evolve`.

Everything has its place. Of a seat's 30 buildings those that a case does not name are face down in its stacks. The
others of the 60 cards are in the deck, of the 15 amphorae in the supply, of the tiles in the pile. A position that play
cannot reach is refused with a ValueError whose argument is a `Phrase`: a case that rests on one would prove nothing.

What a case may expect is plain data in which every seat and every space can be looked up. Absence is written, never
left out (`none`), so that a case can expect it and a misspelt name is noticed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.rules.hexes import places_around, walk_end
from referee.rules.law import seat_of_case
from referee.titles.attika.data import land
from referee.titles.attika.data.components import LANDSCAPES, SIGNS, id_of_name
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules import state
from referee.titles.attika.rules.building import amounts_phrase, amounts_text
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.moves import PlaceTile, amounts_of, build_fields, read_tile
from referee.titles.attika.rules.physics import evolve, with_amphorae, with_group, with_mat
from referee.titles.attika.rules.setup import stack_buildings
from referee.titles.attika.rules.state import NONE, STACKS, Amounts, AttikaPosition, minus, plus
from referee.titles.attika.rules.turns import can_ever_build, completed_groups, winning_reasons
from referee.words import Phrase, say

Fields = Mapping[str, Any]
WORDS_FOR_ALL = re.compile("all(?: but (.+))?")


def lay(position: AttikaPosition, fields: Fields, seat: str) -> AttikaPosition:
    """The position that the fields describe, from the one before the deal; `seat` is to move unless they differ."""
    position = with_tiles(with_shrines(position, fields), fields)
    for who, words in values_by_seat(position, fields, "buildings"):
        for word in words:
            position = with_building(position, who, word)
    stored, stacks = dict(values_by_seat(position, fields, "stored")), dict(values_by_seat(position, fields, "stacks"))
    for who in position.setting.seats:
        position = with_pieces(position, stored.get(who) or [], stacks.get(who) or {}, who)
    position = with_cards(with_all_amphorae(position, fields), fields)
    mover = seat_of_case(fields.get("to_move", seat), position.setting.seats)
    course = state.AttikaCourse(position.setting.seats, 0, (), ())
    position = replace(position, turn=state.AttikaTurn(mover), course=course)
    for says in impossible(position):
        raise ValueError(says)
    return position


def values_by_seat(position: AttikaPosition, fields: Fields, name: str) -> Iterator[tuple[str, Any]]:
    """The values of a field, seat by seat."""
    for seat, value in (fields.get(name) or {}).items():
        yield seat_of_case(seat, position.setting.seats), value


def with_shrines(position: AttikaPosition, fields: Fields) -> AttikaPosition:
    """Shrines in other places than in the layout: no playable layout shows what AT-10.6 says."""
    layout, places = position.setting.layout, {f"s{n}": each for n, each in enumerate(position.land.shrines, 1)}
    for name, words in (fields.get("shrines") or {}).items():
        place = end_of_walk(position, words, layout.centres)
        if name not in places or place is None:
            wanted = "Shrine {name} must be one of the layout, told as a walk from a start tile."
            raise ValueError(say(wanted, name=name))
        places[name] = place
    taken = [*places.values(), *(hex for centre in layout.centres for hex in land.tile_places(centre))]
    if len(set(taken)) < len(taken):
        raise ValueError(say("A shrine lies on a tile, or on another shrine."))
    return replace(position, land=land.empty_land(tuple(places.values())))


def end_of_walk(position: AttikaPosition, words: str, centres: Sequence[land.Place]) -> land.Place | None:
    """Where `from 3 ne ne se` leads from one of these centres; None when it begins at none of them."""
    read = read_tile(position, "", words)
    if isinstance(read, PlaceTile) and 1 <= read.start <= len(centres):
        return walk_end(centres[read.start - 1], read.walk)
    return None


def with_tiles(position: AttikaPosition, fields: Fields) -> AttikaPosition:
    """The start tiles, blank, and those placed later, in the order of the pile; then the symbols on their hexes."""
    ids = list(position.setting.tiles.tiles)
    for id, centre in zip(ids, position.setting.layout.centres, strict=False):
        position = evolve(position, happened.TileLaid("", id, centre, 0))
    for number, words in (fields.get("tiles") or {}).items():
        taken = position.supply.pile
        if str(number) != str(taken + 1):
            raise ValueError(say("The next tile is number {next}, not {number}.", next=taken + 1, number=number))
        at = end_of_walk(position, words, [tile.centre for tile in position.land.tiles])
        if at is None:
            words = "Tile {number} needs a walk from the centre of a tile before it, such as `from 1 n n ne`."
            raise ValueError(say(words, number=number))
        if land.covered_places(position.land, at) or not land.borders(position.land, at):
            raise ValueError(say("Tile {number} covers something there, or touches nothing.", number=number))
        position = evolve(position, happened.TileLaid("", ids[taken], at, 0))
    buried = tuple(fields.get("buried") or ())
    for id in buried:
        if id not in ids[position.supply.pile :]:
            raise ValueError(say("The tile {tile} lies on the table, or there is none.", tile=id))
    supply = replace(position.supply, pile=position.supply.pile + len(buried), under=buried)
    return with_symbols(replace(position, supply=supply), fields)


def with_symbols(position: AttikaPosition, fields: Fields) -> AttikaPosition:
    """`{mountain: [1, 1n]}`: every other hex of the table is blank. The tile set of the case is made to agree."""
    signs = [land.BLANK] * len(position.land.place)
    for landscape, names in (fields.get("symbols") or {}).items():
        for name in names:
            hex = hex_of(position, name)
            if signs[hex] != land.BLANK:
                raise ValueError(say("Two symbols lie on {hex}.", hex=name))
            signs[hex] = SIGNS[LANDSCAPES.index(landscape)]
    symbol, tiles = "".join(signs), position.setting.tiles
    laid = enumerate(position.land.tiles)  # each without a turn, so that its signs keep their places
    here = {tile.id: symbol[n * land.HEXES : n * land.HEXES + land.HEXES] for n, tile in laid}
    tiles = tiles._replace(tiles={**tiles.tiles, **here})
    return replace(position, land=replace(position.land, symbol=symbol), setting=replace(position.setting, tiles=tiles))


def hex_of(position: AttikaPosition, name: str) -> int:
    hex = land.hex_named(position.land, name)
    if hex == land.NOWHERE:
        raise ValueError(say("The table of the case has no hex {hex}.", hex=name))
    return hex


def with_building(position: AttikaPosition, seat: str, words: str) -> AttikaPosition:
    """`quarry at 1n`; a group that it completes was rewarded then."""
    read = build_fields(words)
    building, at = id_of(position, read.get("building") or words), read["at"]
    hex = hex_of(position, at)
    if hex in position.buildings:
        raise ValueError(say("Two buildings stand on {hex}.", hex=at))
    position = evolve(position, happened.BuildingBuilt(seat, building, hex, NONE, False))
    for group in completed_groups(position, seat, hex):
        position = with_group(position, seat, group)
    return position


def id_of(position: AttikaPosition, name: str) -> str:
    id = id_of_name(name)
    if id not in position.setting.box.buildings:
        raise ValueError(say("There is no building {name}.", name=name))
    return id


def with_pieces(position: AttikaPosition, board: list[str] | str, stacks: Fields, seat: str) -> AttikaPosition:
    """The storage board as given, and the stacks, which hold the rest."""
    box = position.setting.box
    rest = [*stack_buildings(box, True), *stack_buildings(box, False)]
    for built in position.buildings.values():
        if built.seat == seat:
            take(rest, built.building, seat)
    stored = stored_of(position, board, list(rest), seat)
    for building in stored:
        take(rest, building, seat)
    order = list(box.buildings)
    sizes = sizes_of(position, rest, stacks, seat)
    mat = position.mats[seat]
    mat = replace(mat, stored=tuple(sorted(stored, key=order.index)), stacks=sizes)
    return with_mat(position, seat, mat)


def take(rest: list[str], building: str, seat: str) -> None:
    if building not in rest:
        raise ValueError(say("{seat} has not so many buildings of the kind {building}.", seat=seat, building=building))
    rest.remove(building)


def stored_of(position: AttikaPosition, words: list[str] | str, rest: list[str], seat: str) -> list[str]:
    """A list of names, or `all`, or `all but tower, ship`: all that are not built."""
    if not isinstance(words, str):
        return [id_of(position, each) for each in words]
    read = WORDS_FOR_ALL.fullmatch(words)
    if not read:
        raise ValueError(say("`{words}` is neither a list, nor `all`, nor `all but NAME, NAME`.", words=words))
    for name in read[1].split(",") if read[1] else ():
        take(rest, id_of(position, name), seat)
    return rest


def sizes_of(position: AttikaPosition, rest: list[str], told: Fields, seat: str) -> tuple[int, int, int, int]:
    """How many of the unseen buildings are in each stack: as given, the others as evenly as possible."""
    main = sum(position.building(each).main for each in rest)
    sizes = {"main": main, **{name: told[name] for name in STACKS if name in told}}
    free = [name for name in STACKS if name not in sizes]
    left = len(rest) - sum(sizes.values())
    for number, name in enumerate(free):
        sizes[name] = -(-left // (len(free) - number))
        left -= sizes[name]
    most = position.setting.box.stack_size
    if left or sizes["main"] != main or not all(0 <= sizes[name] <= most for name in STACKS):
        facts = {"seat": seat, "main": main, "others": len(rest) - main, "most": most}
        words = "{seat} has {main} main buildings and {others} others face down: the stacks hold these, {most} at most."
        raise ValueError(say(words, **facts))
    return (sizes["main"], sizes["1"], sizes["2"], sizes["3"])


def with_all_amphorae(position: AttikaPosition, fields: Fields) -> AttikaPosition:
    """Amphorae as given, at most one for each group that is built and connected; all others are in the supply."""
    for seat, number in values_by_seat(position, fields, "amphorae"):
        groups = len(position.mats[seat].groups)
        if number > groups:
            facts = {"seat": seat, "number": number, "groups": groups}
            raise ValueError(say("{seat} holds {number} amphorae and has completed only {groups} groups.", **facts))
        position = with_amphorae(position, seat, number)
    held, there = sum(mat.amphorae for mat in position.mats.values()), position.setting.box.amphorae
    if held > there:
        raise ValueError(say("{held} amphorae are held; there are {there}.", held=held, there=there))
    return position


def with_cards(position: AttikaPosition, fields: Fields) -> AttikaPosition:
    """Hands as given; the rest of the cards in the deck, or, if only the deck is shown, in the discards."""
    number = position.setting.box.cards
    rest: Amounts = (number, number, number, number)
    for seat, words in values_by_seat(position, fields, "hand"):
        hand = amounts_of(words)
        rest = minus(rest, hand)
        position = replace(position, hands={**position.hands, seat: hand})
    deck, discards = fields.get("deck"), fields.get("discards")
    known_discards = NONE if discards is None else amounts_of(discards)
    known_deck = minus(rest, known_discards) if deck is None else amounts_of(deck)
    if discards is None:
        known_discards = minus(rest, known_deck)
    for name, left in zip(LANDSCAPES, rest, strict=True):
        if left < 0:
            raise ValueError(say("There are {number} {name} cards too many in the hands.", number=-left, name=name))
    if plus(known_deck, known_discards) != rest or min(*known_deck, *known_discards) < 0:
        cards = {"rest": rest, "deck": known_deck, "discards": known_discards}
        words = "In no hand are {rest}; deck ({deck}) and discards ({discards}) do not hold just these."
        raise ValueError(say(words, **{name: amounts_phrase(each) for name, each in cards.items()}))
    for seat, hand in position.hands.items():
        position = with_mat(position, seat, replace(position.mats[seat], cards=sum(hand)))
    return replace(position, deck=state.Deck(0, known_deck, 0), discards=known_discards)


def impossible(position: AttikaPosition) -> Iterator[Phrase]:
    """Impossible states at the start of a turn: a game that was already won, tiles that nobody turned up."""
    for seat in position.setting.seats:
        if winning_reasons(position, seat):
            yield say("{seat} would have won before.", seat=seat)
    if not can_ever_build(position):
        yield say("The game would be over: nothing can ever be built again.")
    setting, laid = position.setting, len(position.land.tiles) - len(position.setting.layout.centres)
    emptied = sum(not size for mat in position.mats.values() for size in mat.stacks)
    due = min(emptied, len(setting.tiles.tiles) - len(setting.layout.centres))
    if laid + len(position.supply.under) != due:
        facts = {"emptied": emptied, "laid": laid, "buried": len(position.supply.under)}
        yield say(
            "{emptied} stacks are empty, so as many tiles must have come: {laid} lie on the table besides those of the "
            "start, {buried} under the pile.",
            **facts,
        )


def pile_items_left(position: AttikaPosition, pile: str) -> list[str] | None:
    """What a pile can show in a position that was set up: the deck answers itself when a card is requested."""
    kind, _, seat = pile.partition("/")
    if kind == "tiles":
        gone = {tile.id for tile in position.land.tiles} | set(position.supply.under)
        return [id for id in position.setting.tiles.tiles if id not in gone]
    if kind not in ("main", "buildings") or seat not in position.mats:
        return None
    seen = [each.building for each in position.buildings.values() if each.seat == seat] + [*position.mats[seat].stored]
    return list((Counter(stack_buildings(position.setting.box, kind == "main")) - Counter(seen)).elements())


ABSENT = "none"


SYMBOLS = {land.BLANK: ABSENT, **dict(zip(SIGNS, LANDSCAPES, strict=True))}


def facts(position: AttikaPosition, events: tuple[AttikaEvent, ...]) -> dict[str, object]:
    """The facts after the events of the case's moves: of hexes and tiles, of seats, of the turn, and of the events.

    What is around a hex comes in the order n, ne, se, s, sw, nw. A reward is `athens defence amphora`, or `athens
    defence card` (AT-6.2).
    """
    table, turn, course, box = position.land, position.turn, position.course, position.setting.box.buildings
    hexes = {land.name(hex): hex for hex in range(len(table.place))}
    standing = {at: position.buildings.get(hex) for at, hex in hexes.items()}
    around = {at: places_around(table.place[hex]) for at, hex in hexes.items()}
    hands, mats = {seat: amounts_text(position.hands[seat]) for seat in position.mats}, position.mats.items()
    taken = [event.seat for event in events if isinstance(event, happened.CardTaken)]
    built = [event for event in events if isinstance(event, happened.BuildingBuilt)]
    earned = [event for event in events if isinstance(event, happened.AmphoraEarned)]
    return {
        "buildings": {at: f"{on.seat} {box[on.building].name}" if on else ABSENT for at, on in standing.items()},
        "symbols": {at: SYMBOLS[table.symbol[hex]] for at, hex in hexes.items()},
        "beside": {
            at: [table.spot(each) for each in near if each in table.at or each in table.shrines]
            for at, near in around.items()
        },
        "tiles": {str(n): f"{tile.id} turn {tile.turn}" for n, tile in enumerate(table.tiles, 1)},
        "pile": position.supply.tiles,
        "buried": list(position.supply.under),
        "hand": hands,
        "cards": {**{seat: sum(position.hands[seat]) for seat in hands}, "deck": position.deck.cards_left},
        "open_hands": hands if position.setting.options["hands"] == "open" else dict.fromkeys(hands, "secret"),
        "discards": amounts_text(position.discards),
        "stored": {seat: [box[each].name for each in mat.stored] for seat, mat in mats},
        "stacks": {seat: dict(zip(STACKS, mat.stacks, strict=True)) for seat, mat in mats},
        "built": {seat: len(mat.built) for seat, mat in mats},
        "settlements": {seat: [" ".join(map(land.name, each)) for each in mat.settlements] for seat, mat in mats},
        "groups": {seat: list(mat.groups) for seat, mat in mats},
        "amphorae": {**{seat: mat.amphorae for seat, mat in mats}, "left": position.supply.amphorae},
        "to_move": position.seat or ABSENT,
        "order": list(course.order),
        "line": turn.line or ABSENT,
        "left": turn.limit - turn.done if turn.line else ABSENT,
        "drawn": box[turn.drawn].name if turn.drawn else ABSENT,
        "due": turn.tile or ABSENT,
        "winners": list(course.winners),
        "won_by": list(course.reasons),
        "paid": {f"{box[each.building].name} at {land.name(each.hex)}": amounts_text(each.paid) for each in built},
        "taken": {seat: taken.count(seat) for seat in position.setting.seats},
        "lapsed": sum(event.cards for event in events if isinstance(event, happened.CardsLapsed)),
        "reshuffled": sum(isinstance(event, happened.DeckReshuffled) for event in events),
        "rewards": [f"{each.seat} {each.group} {'amphora' if each.amphora else 'card'}" for each in earned],
    }
