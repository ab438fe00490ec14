"""The turns of Magna Grecia in one line each, and the oracles that turned."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.rules.rulebook import Header
from referee.show.digest import aside_lines, is_own_move, turn_line, with_speech
from referee.show.sentences import header_after
from referee.show.view import Line, Word
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.state import NOWHERE, MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show.picture import (
    city_spot,
    city_tiles,
    points,
    road_tiles,
    short_place_name,
    space_name,
)
from referee.titles.magna_grecia.show.story import last_round_sentence, since
from referee.words import AND, say, word_list

Events = list[MagnaGreciaEvent]


def digest(header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], reader: str) -> tuple[Line, ...]:
    """The turns of the others since the reader's own, then what followed; without a seat, of the turn played last."""
    told = range(max(since(moments, reader), 1), len(moments))
    turns = [line for at in told for line in moment_lines(header_after(header, moments[:at]), moments[at], reader)]
    return (*turns, *(line for at in told for line in result_lines(header, moments, at)))


def digest_of_entry(header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], at: int) -> tuple[Line, ...]:
    """The turn that an entry is, or what it says beside the turns, and what followed from it."""
    if not at:
        return ()
    lines = moment_lines(header_after(header, moments[:at]), moments[at], "")
    return (*lines, *result_lines(header, moments, at))


def moment_lines(header: Header, moment: MagnaGreciaMoment, reader: str) -> list[Line]:
    """A turn with what was said, or an entry beside the turns."""
    if moment.entry["kind"] not in ("move", "missed"):
        return aside_lines(header, moment)
    if is_own_move(moment.entry, reader):
        return []
    done = deeds(moment.position, list(moment.events))
    return with_speech(header, moment, turn_line(header, moment.entry, reader, done))


def result_lines(header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], at: int) -> Iterator[Line]:
    """The oracles that turned, and the end of the game. A city may have merged since an oracle turned to it."""
    now, moment = header_after(header, moments[:at]), moments[at]
    if moment.entry["kind"] not in ("move", "missed"):
        return
    for event, after in zip(moment.events, moment.course(moments[at - 1].position, evolve), strict=True):
        if isinstance(event, happened.OracleTurned):
            yield oracle_line(now, after, event)
        if isinstance(event, happened.GameEnded):
            yield last_round_sentence(moments[at - 1].position, moment.position, event)


def deeds(after: Position, events: Events) -> list[Word]:
    """What was done in a turn, in the order of the rules: roads, cities, supplies, markets."""
    found: list[Word] = []
    roads = [space_name(after, each.cell) for each in events if isinstance(each, happened.RoadLaid)]
    cities = [space_name(after, each.cell) for each in events if isinstance(each, happened.CityLaid)]
    if roads:
        places = word_list(roads)
        found.append(say("road {places}", places=places) if len(roads) == 1 else say("roads {places}", places=places))
    if cities:
        places = word_list(cities)
        found.append(say("city {places}", places=places) if len(cities) == 1 else say("cities {places}", places=places))
    return found + [PARTS[type(each)](after, each) for each in events if type(each) in PARTS]


def oracle_part(after: Position, event: happened.OracleSet) -> Word:
    return say("oracle on {at}", at=space_name(after, event.cell))


def supply_part(after: Position, event: happened.Resupplied) -> Word:
    taken = [road_tiles(event.roads)] if event.roads else []
    taken += [city_tiles(event.cities)] if event.cities else []
    return say("resupplied {taken}", taken=word_list(taken, AND))


def market_part(after: Position, event: happened.MarketBuilt) -> Word:
    place = short_place_name(after, event.place)
    if event.free:
        return say("free market in {place}", place=place)
    return say("market in {place} for {cost}", place=place, cost=points(event.cost))


def sale_part(after: Position, event: happened.MarketSold) -> Word:
    return say(
        "sold market in {place} for {value}", place=short_place_name(after, event.place), value=points(event.value)
    )


PARTS: dict[type, Callable[[Position, Any], Word]] = {
    happened.OracleSet: oracle_part,
    happened.Resupplied: supply_part,
    happened.MarketBuilt: market_part,
    happened.MarketSold: sale_part,
}


def oracle_line(header: Header, after: Position, event: happened.OracleTurned) -> Line:
    """To whose city an oracle turned, and why."""
    owner = after.cities[event.city].seat
    facts = {
        "oracle": space_name(after, event.oracle),
        "player": header["seats"][owner],
        "city": city_spot(after, event.city),
        "links": event.links,
        "others": event.before_links,
    }
    if event.before == NOWHERE:
        return Line(say("The oracle {oracle} turned to {city} ({player}).", **facts), (), owner)
    words = "The oracle {oracle} turned to {city} ({player}): {links} connections to {others}."
    return Line(say(words, **facts), (), owner)
