"""MG-1.3, MG-1.4, MG-7 and MG-13.1: spaces and road tiles that exist, where a tile may be laid; roads as chains of
tiles, and what they connect (MG-7.6).
"""

from collections.abc import Mapping

from referee.rules.rulebook import Breach, Path, rule
from referee.titles.magna_grecia.data.board import BoardMap
from referee.titles.magna_grecia.rules.moves import BuildMarket, LayCity, LayRoad, SellMarket, SetOracle
from referee.titles.magna_grecia.rules.state import NOWHERE, City, Ends, Position, Setting
from referee.words import Phrase, say

Named = LayRoad | LayCity | SetOracle | BuildMarket | SellMarket


@rule("MG-1.3", LayRoad, LayCity, SetOracle, BuildMarket, SellMarket, stage=0, fixed_by=())
def space_is_on_the_board(position: Position, step: Named) -> list[Breach]:
    if step.cell != NOWHERE and (type(step) is not LayRoad or not step.unknown):
        return []
    board = position.setting.board
    found: list[tuple[Path, str]] = [((), step.at)] if step.cell == NOWHERE else []
    if isinstance(step, LayRoad):
        found += [((word,), label) for word, label in step.unknown]
    return [
        Breach(say("There is no space {at} on the board {board}.", board=board.name, at=label), at, where(board, label))
        for at, label in found
    ]


def where(board: BoardMap, written: str) -> Phrase:
    """The space that was meant by `J07`, else what spaces there are in its column, else the columns."""
    column = written.rstrip("0123456789")
    meant = column + written[len(column) :].lstrip("0")
    if meant in board.cells:
        return say("Did you mean {meant}?", meant=meant)
    inside = [label for label in board.labels if label.rstrip("0123456789") == column]
    if inside:
        words = "In column {column} the spaces go from {first} to {last}."
        return say(words, column=column, first=inside[0], last=inside[-1])
    columns = sorted({label.rstrip("0123456789") for label in board.labels}, key=lambda each: (len(each), each))
    words = "Write a column letter and a row number. The columns are {first} to {last}."
    return say(words, first=columns[0], last=columns[-1])


@rule("MG-1.4", LayRoad, stage=0, fixed_by=())
def exits_are_straight_or_a_curve(position: Position, step: LayRoad) -> Breach | None:
    if step.a != NOWHERE and step.b - step.a in (2, 3, 4):
        return None
    if step.cell == NOWHERE or step.unknown:
        return None
    if step.a == NOWHERE:
        words = say("{exits} does not name two edges of {at}.", exits=step.exits, at=step.at)
        hint = say("The edges are n, ne, se, s, sw and nw. `from` and `to` name spaces next to {at}.", at=step.at)
        return Breach(words, hint=hint)
    hint = say(
        "A straight road connects opposite edges (n-s, ne-sw or nw-se). A curve connects two "
        "edges with one between them, such as n-se."
    )
    return Breach(say("No road tile connects {exits}.", exits=step.exits), hint=hint)


def joins(position: Position, seat: str, exit: int) -> bool:
    """Whether a new tile's exit would be joined to the tile that it faces (MG-13.1)."""
    mate = position.setting.board.mate[exit]
    if mate not in position.ends:
        return False
    return position.roads[mate // 6].seat == seat or position.setting.options["mixed_roads"] == "join"


def with_tile(position: Position, seat: str, cell: int, a: int, b: int) -> tuple[Ends, int, int]:
    """The chains after a road tile is laid, and the two end exits of the chain that it is in (NOWHERE for a ring)."""
    before, mates = position.ends, position.setting.board.mate
    ends, tips = before.copy(), []
    owners: tuple[str, ...] = (seat,)
    for exit in (6 * cell + a, 6 * cell + b):
        mate = mates[exit]
        if mate not in before or not joins(position, seat, exit):
            tips.append(exit)
            continue
        if mate not in ends:  # the second exit closes the chain that the first one joined: a ring
            return ends, NOWHERE, NOWHERE
        tip, theirs = ends.pop(mate)
        ends.pop(tip, None)
        tips.append(tip)
        if theirs != owners:
            owners = (*owners, *[each for each in theirs if each not in owners])
    first, second = tips
    ends[first] = (second, owners)
    ends[second] = (first, owners)
    return ends, first, second


def links_of(
    setting: Setting, ends: Ends, city_at: Mapping[int, int], cities: Mapping[int, City], place: int
) -> dict[int, int]:
    """The places directly connected to a place, each once, with the first edge that connects them (MG-7.6, MG-8.6)."""
    beyond, villages = setting.board.beyond, setting.board.place
    found: dict[int, int] = {}
    for cell in cities[place].cells if place in cities else (place,):
        for exit in setting.board.meets[cell]:
            if exit in ends:
                far = beyond[ends[exit][0]]
                there = city_at.get(far, villages[far])
                if there != NOWHERE and there != place and there not in found:
                    found[there] = (exit + 3) % 6  # the edge that this exit meets
    return found


def holder(position: Position, oracle: int) -> int:
    """The city that has the attention of an oracle, or NOWHERE: the city at the end of the road it points along."""
    edge, setting = position.oracles[oracle], position.setting
    if edge == NOWHERE:
        return NOWHERE
    far, _ = position.ends[setting.board.mate[6 * oracle + edge]]
    return position.city_at[setting.board.beyond[far]]


@rule("MG-7.1", LayRoad, fixed_by=())
def space_is_empty(position: Position, step: LayRoad) -> Breach | None:
    lies_there = what_lies_at(position, step.cell, step.at)
    return Breach(lies_there, hint=say("Choose an empty space.")) if lies_there else None


def what_lies_at(position: Position, cell: int, at: str) -> Phrase | None:
    """What keeps a road tile from a space; None when nothing does."""
    if cell in position.roads:
        return say("There is already a road tile of {seat} on {at}.", at=at, seat=position.roads[cell].seat)
    if cell in position.city_at:
        return say("{at} belongs to a city of {seat}.", at=at, seat=position.cities[position.city_at[cell]].seat)
    if cell in position.oracles:
        return say("{at} is an oracle. Roads can go to it, but not across it.", at=at)
    if position.setting.board.village[cell]:
        return say("{at} is a village. Roads can go to it, but not across it.", at=at)
    return None


@rule("MG-7.2", LayRoad, fixed_by=(LayCity, LayRoad), overrulable=True)
def starts_from_something(position: Position, step: LayRoad) -> Breach | None:
    """Where no tile can be laid (MG-7.1), none starts from anything or nothing."""
    seat, one, other = step.seat, 6 * step.cell + step.a, 6 * step.cell + step.b
    if can_start_road(position, seat, one) or can_start_road(position, seat, other):
        return None
    if what_lies_at(position, step.cell, step.at):
        return None
    first, second = found_at(position, seat, one), found_at(position, seat, other)
    words = "The road at {at} connects to nothing: one exit meets {first}, the other {second}."
    how = "One exit must meet a city, an exit of your own road, or a village or oracle that your road has reached."
    return Breach(say(words, at=step.at, first=first, second=second), hint=say(how))


def can_start_road(position: Position, seat: str, exit: int) -> bool:
    """Whether a new road may start at this exit (MG-7.2)."""
    mate = position.setting.board.mate[exit]
    end = position.ends.get(mate)
    if end:
        return seat in end[1]
    if mate == NOWHERE:
        return False
    cell = mate // 6
    if cell in position.city_at:
        return True
    return position.setting.board.village[cell] and is_reached_by_seat(position, seat, cell)


def is_reached_by_seat(position: Position, seat: str, cell: int) -> bool:
    """Whether an exit of one of the seat's own roads meets this space."""
    ends = position.ends
    for exit in position.setting.board.meets[cell]:
        end = ends.get(exit)
        if end and seat in end[1]:
            return True
    return False


def found_at(position: Position, seat: str, exit: int) -> object:
    """What an exit that does not count meets, in words."""
    mate = position.setting.board.mate[exit]
    if mate == NOWHERE:
        return say("the edge of the board")
    at = position.label(mate // 6)
    if mate in position.ends:
        owner = position.roads[mate // 6].seat
        return say("an exit of {owner}'s road at {at}, which does not count", owner=owner, at=at)
    if mate // 6 in position.roads:
        return say("the blank side of the road tile at {at}", at=at)
    if mate // 6 in position.oracles:
        return say("the oracle {at}, which no road of {seat} has reached", at=at, seat=seat)
    if position.setting.board.village[mate // 6]:
        return say("the village {at}, which no road of {seat} has reached", at=at, seat=seat)
    return say("the empty space {at}", at=at)


@rule("MG-13.1", LayRoad, fixed_by=(), overrulable=True)
def lengthens_no_other_road(position: Position, step: LayRoad) -> list[Breach]:
    """Where no tile can be laid (MG-7.1), none lengthens anything."""
    found: list[Breach] = []
    mates, ends, first = position.setting.board.mate, position.ends, 6 * step.cell
    for exit in (first + step.a, first + step.b):
        mate = mates[exit]
        if mate in ends and position.roads[mate // 6].seat != step.seat:
            if position.setting.options["mixed_roads"] != "forbid" or what_lies_at(position, step.cell, step.at):
                return []
            facts = {"at": step.at, "there": position.label(mate // 6), "owner": position.roads[mate // 6].seat}
            words = "The road at {at} would extend {owner}'s road: it meets the open exit of {there} (see MG-7.3)."
            hint = say("Turn the tile so that no exit meets an exit of the other road.")
            found.append(Breach(say(words, **facts), hint=hint))
    return found
