"""AT-8.1 and AT-10.5: both ways of winning, and the end of a game in which nothing happens any more."""

from referee.rules.rulebook import Outcome
from referee.titles.attika.data.land import HEXES
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import AND, say, word_list


def winning_reasons(position: AttikaPosition, seat: str) -> tuple[str, ...]:
    """AT-8.1: by what a seat has won: `buildings`, `shrines`, both or nothing."""
    reasons = []
    if built_count(position, seat) == buildings(position):
        reasons.append("buildings")
    if any(len(touched_shrines(position, settlement)) > 1 for settlement in position.mats[seat].settlements):
        reasons.append("shrines")
    return tuple(reasons)


def buildings(position: AttikaPosition) -> int:
    """AT-1.4: how many buildings each seat has."""
    return position.setting.number


def built_count(position: AttikaPosition, seat: str) -> int:
    return sum(map(len, position.mats[seat].settlements))


def touched_shrines(position: AttikaPosition, settlement: tuple[int, ...]) -> list[int]:
    """The shrines (numbers from 0) that a settlement touches (AT-10.6: one building may touch two)."""
    beside = position.land.beside
    return sorted({shrine for hex in settlement if hex in beside for shrine in beside[hex]})


def is_idle(position: AttikaPosition) -> bool:
    """AT-10.5: every seat in a row had an empty turn, or nothing can ever be built again."""
    return position.empty >= len(position.order) or not can_ever_build(position)


def can_ever_build(position: AttikaPosition) -> bool:
    """Whether there is an empty hex, or a tile that may still come."""
    if len(position.buildings) < HEXES * len(position.land.tiles):
        return True
    return position.tiles_left > 0 and any(sum(mat.stacks) for mat in position.mats.values())


def leaders(position: AttikaPosition) -> tuple[str, ...]:
    """AT-10.5: most buildings built wins, then fewest settlements, then it is shared."""
    ranks = {seat: (built_count(position, seat), -len(position.mats[seat].settlements)) for seat in position.order}
    return tuple([seat for seat in position.order if ranks[seat] == max(ranks.values())])


WAYS = {
    "buildings": say("by all buildings"),
    "shrines": say("by joining shrines"),
    "most": say("by most buildings at a standstill"),
}


def outcome(position: AttikaPosition) -> Outcome | None:
    """AT-8.1, AT-10.5: how a game ended, and how many buildings each seat had on the board."""
    if not position.end.seats:
        return None
    counts = {seat: built_count(position, seat) for seat in position.setting.seats}
    way = word_list([WAYS[each] for each in position.end.reasons], AND)
    return Outcome(position.end.seats, counts, say("buildings"), way)
