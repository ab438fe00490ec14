"""MG-6 and MG-12.3: founding, expanding and merging cities."""

from referee.rules.rulebook import Breach, rule
from referee.titles.magna_grecia.rules.moves import EndTiles, LayCity, LayRoad
from referee.titles.magna_grecia.rules.roads import is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.words import say


def may_found_on(position: Position, seat: str, cell: int) -> bool:
    """MG-6.1: a green-bordered village, or one that the seat's own road reaches."""
    if not position.is_village(cell):
        return False
    return position.setting.board.ground[cell] == "V" or is_reached_by_seat(position, seat, cell)


def founding_villages(position: Position, seat: str) -> tuple[int, ...]:
    """All villages that `may_found_on` holds for (MG-6.2 asks when the first tile is placed)."""
    cells = range(len(position.setting.board.village))
    return tuple([cell for cell in cells if may_found_on(position, seat, cell)])


@rule("MG-6.4", LayCity, fixed_by=())
def space_is_free(position: Position, step: LayCity) -> Breach | None:
    if step.cell in position.roads:
        owner = position.roads[step.cell].seat
        return Breach(say("There is already a road tile of {seat} on {at}.", at=step.at, seat=owner), hint=EMPTY_SPACE)
    if step.cell in position.city_at:
        owner = position.cities[position.city_at[step.cell]].seat
        return Breach(say("There is already a city tile of {seat} on {at}.", at=step.at, seat=owner), hint=EMPTY_SPACE)
    if step.cell in position.oracles:
        return Breach(say("You can't build a city on {at}: it is an oracle.", at=step.at), hint=EMPTY_SPACE)
    return None


EMPTY_SPACE = say("Choose an empty space.")


def is_taken(position: Position, cell: int) -> bool:
    """Whether a space holds something, so that a tile placed there would neither found nor expand a city."""
    return cell in position.roads or cell in position.city_at or cell in position.oracles


def would_expand_only_others(position: Position, step: LayCity) -> bool:
    """Whether a tile touches cities of others, none of its owner's and no village: it can begin no city."""
    near, village = position.setting.board.near[step.cell], position.setting.board.village
    if village[step.cell] or position.city_at.keys().isdisjoint(near) or position.touching(step.cell, step.seat):
        return False
    return not position.villages_near(step.cell)


@rule("MG-6.4", LayCity, fixed_by=(), overrulable=True)
def keeps_away_from_others(position: Position, step: LayCity) -> list[Breach]:
    """On a taken space that is said alone, and what would only expand cities of others is MG-6.3."""
    found = []
    for near in position.setting.board.near[step.cell]:
        if near in position.oracles:
            there = position.label(near)
            hint = say("Leave a space between the city and the oracle. A road may connect them.")
            found.append(Breach(say("{at} is next to the oracle {there}.", at=step.at, there=there), hint=hint))
        elif near in position.city_at and position.cities[position.city_at[near]].seat != step.seat:
            if would_expand_only_others(position, step):
                continue
            owner, there = position.cities[position.city_at[near]].seat, position.label(near)
            words = say("{at} is next to {owner}'s city at {there}.", at=step.at, owner=owner, there=there)
            hint = say("Leave a space between the cities of two players. A road may connect them.")
            found.append(Breach(words, hint=hint))
    return [] if found and is_taken(position, step.cell) else found


@rule("MG-6.3", LayCity, fixed_by=(LayCity,), overrulable=True)
def expands_an_own_city(position: Position, step: LayCity) -> Breach | None:
    """A tile that touches only cities of others would expand theirs."""
    if not would_expand_only_others(position, step) or is_taken(position, step.cell):
        return None
    near = next(each for each in position.neighbours(step.cell) if each in position.city_at)
    owner, there = position.cities[position.city_at[near]].seat, position.label(near)
    facts = {"at": step.at, "seat": step.seat, "owner": owner, "there": there}
    words = say("{at} doesn't touch a city of {seat}. It would expand {owner}'s city at {there}.", **facts)
    return Breach(words, hint=say("Place it next to a city of {seat}, or found a city on a village.", seat=step.seat))


@rule("MG-6.1", LayCity, fixed_by=(LayCity, LayRoad), overrulable=True)
def village_can_be_founded_on(position: Position, step: LayCity) -> Breach | None:
    if not position.is_village(step.cell) or may_found_on(position, step.seat, step.cell):
        return None
    if position.touching(step.cell, step.seat):
        return None
    facts = {"at": step.at, "seat": step.seat}
    words = "You can't found a city on {at} yet: it has no green border, and no road of {seat} reaches it."
    hint = say("First run one of your roads into {at}. You can do that in the same turn.", at=step.at)
    return Breach(say(words, **facts), hint=hint)


@rule("MG-6.7", LayCity, fixed_by=(LayCity,), overrulable=True)
def founds_one_city_a_turn(position: Position, step: LayCity) -> Breach | None:
    if not position.turn.founded:
        return None
    if is_taken(position, step.cell) or position.touching(step.cell, step.seat):
        return None
    hint = say("Found it on another turn, or place the tile next to a city of {seat}.", seat=step.seat)
    return Breach(say("{at} would be the second city you found this turn.", at=step.at), hint=hint)


@rule("MG-6.8", LayCity, fixed_by=())
def tile_can_be_paid(position: Position, step: LayCity) -> Breach | None:
    if position.purses[step.seat].points < 1:
        words = say("{seat} has no points left to pay for the tile on {at}.", seat=step.seat, at=step.at)
        return Breach(words, hint=say("Leave the tile out. Selling a market only pays at the end of the turn."))
    return None


@rule("MG-12.3", LayCity, LayRoad, fixed_by=(LayCity, LayRoad), overrulable=True)
def village_is_covered_at_once(position: Position, step: LayCity | LayRoad) -> list[Breach]:
    if position.setting.options["village_adjacency"] != "immediate":
        return []
    found = []
    owed = position.turn.uncovered
    if owed and not (isinstance(step, LayCity) and step.cell in owed):
        words = say(
            "The tile before is next to the village {village}, so the very next tile must cover it.",
            village=position.label(owed[0]),
        )
        hint = say("Place a city tile on {village} before this one.", village=position.label(owed[0]))
        found.append(Breach(words, hint=hint))
    if not isinstance(step, LayCity):
        return found
    near = position.villages_near(step.cell)
    if len(near) > 1:
        facts = {"at": step.at, "names": ", ".join(position.label(cell) for cell in near)}
        words = say("{at} is next to two uncovered villages ({names}), and one tile can't cover both.", **facts)
        free = ", ".join(position.label(cell) for cell in near if can_be_covered(position, step.seat, cell))
        cover = say("Cover one of {names} first, or choose another space.", names=free)
        found.append(Breach(words, hint=cover if free else ELSEWHERE))
    return found


ELSEWHERE = say("Choose another space.")


def can_be_covered(position: Position, seat: str, village: int) -> bool:
    """Whether the seat may place its next city tile on this village."""
    step, purse = LayCity(seat, village, position.label(village)), position.purses[seat]
    grows = bool(position.touching(village, seat))
    founds = not position.turn.founded and may_found_on(position, seat, village)
    may_lay = min(purse.points, purse.cities) > 0 and not keeps_away_from_others.broken(position, step)
    return (grows or founds) and may_lay


@rule("MG-6.2", EndTiles, fixed_by=(LayCity, LayRoad), overrulable=True)
def new_city_includes_its_village(position: Position, step: EndTiles) -> Breach | None:
    first = position.turn.first
    if first == NOWHERE:
        return None
    facts = {"at": position.label(first), "seat": step.seat}
    if position.turn.allowed:
        facts["villages"] = ", ".join(position.label(cell) for cell in position.turn.allowed)
        words = "The city begun on {at} covers none of the villages where {seat} can found a city ({villages})."
        hint = say("Extend the city to one of these villages in the same turn, or start on one.")
    else:
        words = "The city begun on {at} covers no village where {seat} can found a city."
        hint = say("Start next to a village with a green border, or first run one of your roads into a village.")
    return Breach(say(words, **facts), ("actions", dict(step.cities)[first], "city"), hint)


@rule("MG-6.5", EndTiles, fixed_by=(LayCity,), overrulable=True)
def no_tile_stays_next_to_a_village(position: Position, step: EndTiles) -> list[Breach]:
    found = []
    for cell, index in step.cities:
        for near in position.villages_near(cell):
            facts = {"at": position.label(cell), "village": position.label(near)}
            words = say("{at} is next to the village {village}, which you leave uncovered this turn.", **facts)
            cover = say("Place a city tile on {village} in the same turn, or choose another space.", **facts)
            hint = cover if can_be_covered(position, step.seat, near) else ELSEWHERE
            found.append(Breach(words, ("actions", index, "city"), hint))
    return found
