"""What happened, in sentences with the numbers of the rules they rest on, in nouns for the digest, and in jumps."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from referee.rules.hexes import EDGES
from referee.rules.knowledge import Knowledge
from referee.rules.rulebook import Header, SeatFacts, seat_facts_of
from referee.show.story import EventLines, EventWords, Happening, Happenings, Telling
from referee.show.view import Line, Word
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import market_of, projected_points_of
from referee.titles.magna_grecia.rules.moves import exits_text
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.turns import tiles_taken
from referee.titles.magna_grecia.show.picture import (
    city_spot,
    connections,
    full_place_name,
    points,
    short_place_name,
    space_name,
)
from referee.words import AND, Phrase, say, terms, word_list


def opening(header: Header, before: MagnaGreciaMoment, moment: MagnaGreciaMoment) -> Line:
    """Which entry it is, and whose."""
    entry = moment.entry
    kind, seat = entry["kind"], entry.get("seat", "")
    facts = {"entry": moment.number, "seat": seat, "player": header["seats"].get(seat, "")}
    if kind == "deal":
        return deal_line(moment)
    if kind == "missed":
        words = say("Entry {entry}: {player} ({seat}) missed the turn, so it counts as a pass.", **facts)
        if moment.events and isinstance(moment.events[0], happened.OracleSet):
            words = say(
                "Entry {entry}: {player} ({seat}) missed the turn. An oracle goes on the first free village.", **facts
            )
        return Line(words, ("MG-13.8",), seat)
    if moment.events and isinstance(moment.events[0], happened.TurnEnded):
        return Line(say("Entry {entry}: {player} ({seat}) passed.", **facts), ("MG-4.7", "MG-13.8"), seat)
    return Line(say("Entry {entry}: {player} ({seat}).", **facts), ("MG-3.1",), seat)


def deal_line(moment: MagnaGreciaMoment) -> Line:
    """The deal; oracles that came by chance are named together."""
    cells = sorted(event.cell for event in moment.events if isinstance(event, happened.OracleSet))
    if not cells:
        return Line(say("Entry {entry}: the deal.", entry=moment.number), ("MG-2.3",))
    places = word_list([space_name(moment.position, cell) for cell in cells])
    words = say("Entry {entry}: the deal. The oracles are on {places}.", entry=moment.number, places=places)
    return Line(words, ("MG-2.2", "MG-2.3"))


LINES = EventLines(
    {
        "cell": ("at", space_name),
        "place": ("place", full_place_name),
        "cost": ("cost", lambda position, cost: points(cost)),
        "value": ("value", lambda position, value: points(value)),
        "oracle": ("oracle", space_name),
        "edge": ("edge", lambda position, edge: EDGES[edge]),
        "city": ("city", full_place_name),
        "links": ("links", lambda position, links: connections(links)),
        "waiting": ("order", lambda position, seats: terms(seats, " - ")),
    }
)
tell = LINES.tell


def oracle_set(change: Happening[Position, happened.OracleSet]) -> Line | None:
    return tell(change, say("{seat} puts an oracle on {at}."), "MG-2.2") if change.event.seat else None


def card_turned(change: Happening[Position, happened.CardTurned]) -> Line | None:
    """The very first card is reported with the round that it opens."""
    known = change.before.clock.card
    return tell(change, say("The card after it will be {card}."), "MG-2.3") if known else None


def round_began(change: Happening[Position, happened.RoundBegan]) -> Line:
    if change.event.round == 0:
        words = say("The first card is {card}. Before its round, the players place the oracles: {order}.")
        return tell(change, words, "MG-2.2", "MG-2.3")
    return tell(change, say("Round {round} begins with the card {card}; order of play: {order}."), "MG-3.1", "MG-3.3")


def road_laid(change: Happening[Position, happened.RoadLaid]) -> Line:
    event, before, after = change.event, change.before, change.after
    laid = tell(change, say("{seat} builds a road at {at}, {exits}."), "MG-4.1", exits=exits_text(event.a, event.b))
    if not any(len(after.links[place]) > len(before.links.get(place, ())) for place in after.turn.touched):
        return laid
    one, other = [full_place_name(after, place) for place in after.links if place in after.turn.touched]
    linked = say("{laid} It connects {one} with {other}.", laid=laid.says, one=one, other=other)
    return Line(linked, ("MG-4.1", "MG-7.6"), event.seat)


def city_laid(change: Happening[Position, happened.CityLaid]) -> Line:
    event, before, after = change.event, change.before, change.after
    words, rules, *_ = city_line(change)
    city = after.city_at[event.cell]
    free = no_free_market(after, event, city)
    if free:
        words, rules = say("{laid} {free}", laid=words, free=free), (*rules, "MG-6.9")
    known = [place for each in (*event.touched, event.cell) for place in before.links.get(each, ())]
    news = [place for place in after.links[city] if place not in known]
    if news:
        places = word_list([full_place_name(after, place) for place in news])
        words = say("{laid} It connects to the road from {places}.", laid=words, places=places)
        rules = (*rules, "MG-7.5")
    return Line(words, rules, event.seat)


def no_free_market(after: Position, event: happened.CityLaid, city: int) -> Phrase | None:
    """Why a founding brings no market; None when it brings one, or nothing is founded."""
    if after.turn.due != city:
        return None
    if market_of(after, event.seat, city):
        return say("No free market: {seat} already has one there.", seat=event.seat)
    if not after.purses[event.seat].markets:
        return say("No free market: there is none left in the supply (MG-8.8).")
    return None


def city_line(change: Happening[Position, happened.CityLaid]) -> Line:
    """Founding, expanding or merging (MG-6.12), at a point a tile."""
    event, before = change.event, change.before
    cities = [city_spot(before, city) for city in event.touched]
    if len(cities) > 1:
        words = say("{seat} places a city tile at {at} for 1 point and merges the cities {cities}.")
        return tell(change, words, "MG-6.8", "MG-6.11", cities=word_list(cities))
    if cities:
        words = say("{seat} expands the city {city} to {at} for 1 point.")
        return tell(change, words, "MG-6.3", "MG-6.8", city=cities[0])
    if before.setting.board.village[event.cell]:
        return tell(change, say("{seat} founds a city on {at} for 1 point."), "MG-6.1", "MG-6.8")
    words = say("{seat} places the first tile of a new city at {at} for 1 point.")
    return tell(change, words, "MG-6.2", "MG-6.8")


def market_built(change: Happening[Position, happened.MarketBuilt]) -> Line:
    if change.event.free:
        return tell(change, say("For founding it, {seat} gets a free market in {place}."), "MG-6.9")
    return tell(change, say("{seat} builds a market in {place} for {cost}."), "MG-8.2", "MG-8.4")


def market_sold(change: Happening[Position, happened.MarketSold]) -> Line:
    after, links = change.after, sorted(change.after.links.get(change.event.place, ()))
    words = say("{seat} sells the market in {place} for {value}. It is now turned over.")
    if change.event.value:
        words = say("{seat} sells the market in {place} for {value} (connected with {places}). It is now turned over.")
    places = word_list([short_place_name(after, place) for place in links])
    return tell(change, words, "MG-8.6", "MG-8.7", places=places)


def market_returned(change: Happening[Position, happened.MarketReturned]) -> Line:
    words = say("{seat} had two unsold markets in {place}: one goes back to the supply.")
    if change.event.sold:
        words = say("{seat} had two markets in {place}: the sold one goes back to the supply.")
    return tell(change, words, "MG-11.1", "MG-11.2")


def oracle_turned(change: Happening[Position, happened.OracleTurned]) -> Line:
    event, after = change.event, change.after
    words = say("The oracle {oracle} turns {edge} to {city}, the first city connected ({links}).")
    line = tell(change, words, "MG-9.2", "MG-9.6")
    if event.before != NOWHERE:
        words = say("The oracle {oracle} turns {edge} to {city}, away from {loser}: {links} against {before_links}.")
        line = tell(change, words, "MG-9.3", "MG-9.6", loser=full_place_name(after, event.before))
    return line._replace(seat=after.cities[event.city].seat)


def resupply_sentence(change: Happening[Position, happened.Resupplied]) -> Line:
    taken = tiles_taken(change.event.roads, change.event.cities)
    return tell(change, say("{seat} takes {taken} from the staging area."), "MG-4.3", taken=taken)


def last_round_sentence(change: Happening[Position, happened.GameEnded]) -> Line:
    after = change.after
    words = say("Round {round} was the last. After the final scoring the winner is {winners} with {points}.")
    best = points(max(purse.points for purse in after.purses.values()))
    facts = {"round": after.clock.round, "winners": terms(change.event.winners, AND), "points": best}
    return tell(change, words, "MG-10.1", "MG-10.2", "MG-10.4", **facts)


def deeds(run: Happenings) -> list[Word]:
    """What was done in a turn, in the order of the rules: roads, cities, supplies, markets."""
    found: list[Word] = []
    roads = [space_name(each.end, each.event.cell) for each in run if isinstance(each.event, happened.RoadLaid)]
    cities = [space_name(each.end, each.event.cell) for each in run if isinstance(each.event, happened.CityLaid)]
    if roads:
        places = word_list(roads)
        found.append(say("road {places}", places=places) if len(roads) == 1 else say("roads {places}", places=places))
    if cities:
        places = word_list(cities)
        found.append(say("city {places}", places=places) if len(cities) == 1 else say("cities {places}", places=places))
    for each in run:
        if len(cities) == 1 and isinstance(each.event, happened.MarketBuilt) and each.event.free:
            found.append(say("free market"))  # where is said already
        elif type(each.event) in NOUNS:
            found.append(NOUNS[type(each.event)](each.end, each.event))
    return found


def market_noun(after: Position, event: happened.MarketBuilt) -> Word:
    place = short_place_name(after, event.place)
    if event.free:
        return say("free market in {place}", place=place)
    return say("market in {place} for {cost}", place=place, cost=points(event.cost))


NOUNS: dict[type, Callable[[Position, Any], Word]] = {
    happened.OracleSet: lambda after, event: say("oracle on {at}", at=space_name(after, event.cell)),
    happened.Resupplied: lambda after, event: say("resupplied {taken}", taken=tiles_taken(event.roads, event.cities)),
    happened.MarketBuilt: market_noun,
    happened.MarketSold: lambda after, event: say(
        "sold market in {place} for {value}", place=short_place_name(after, event.place), value=points(event.value)
    ),
}


def oracle_line(header: Header, change: Happening[Position, happened.OracleTurned]) -> Line:
    """To whose city an oracle turned, and why. It may have merged since."""
    event, after = change.event, change.after
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


ROUND, FOUNDED, MERGED = say("Round begins"), say("City founded"), say("Cities merged")
WON, CHANGED = say("Oracle won for the first time"), say("Oracle changed hands")
SOLD, OVER = say("Market sold"), say("Game over")


def city_marks(change: Happening[Position, happened.CityLaid]) -> tuple[Phrase, ...]:
    touched = len(change.event.touched)
    return () if touched == 1 else (MERGED,) if touched else (FOUNDED,)


WORDS = {
    happened.CardTurned: EventWords(card_turned),
    happened.RoundBegan: EventWords(round_began, marks=lambda change: (ROUND,)),
    happened.RoadLaid: EventWords(road_laid),
    happened.CityLaid: EventWords(city_laid, marks=city_marks),
    happened.OracleSet: EventWords(oracle_set),
    happened.Resupplied: EventWords(resupply_sentence),
    happened.MarketBuilt: EventWords(market_built),
    happened.MarketSold: EventWords(market_sold, marks=lambda change: (SOLD,)),
    happened.MarketReturned: EventWords(market_returned),
    happened.OracleTurned: EventWords(
        oracle_turned, result=oracle_line, marks=lambda change: (WON if change.event.before == NOWHERE else CHANGED,)
    ),
    happened.GameEnded: EventWords(
        last_round_sentence, result=lambda header, change: last_round_sentence(change), marks=lambda change: (OVER,)
    ),
}
"""The sentences for each kind of event. The final scoring has a table instead (`view.final`)."""


def happenings(before: MagnaGreciaMoment, moment: MagnaGreciaMoment) -> list[Happening[Position, MagnaGreciaEvent]]:
    passed = pairwise([before.position, *moment.course(before.position, evolve)])
    return [Happening(event, *two, moment.position) for event, two in zip(moment.events, passed, strict=True)]


TELLING = Telling(
    told=WORDS,
    deeds=deeds,
    opening=opening,
    changes=happenings,
    goes_on=PLAY.is_turn_begun,
    is_over=lambda position, seat: True,
    total=projected_points_of,
    begins=lambda moments, reader: 1 if reader else None,
)


KNOWLEDGE = Knowledge(
    lambda header, moment, shown: say("The card {card} was turned over there, which everybody saw.", card=shown.item)
)
"""The deck consists of sets with a card of each colour (MG-2.3). Still, only its last card is known beforehand, as in a
deck in any order: of each colour that is left a set could have another card, up to the last set."""


def road_ends(position: Position, seat: str) -> list[str]:
    """The spaces into which the last tiles of a seat's roads point."""
    beyond = position.setting.board.beyond
    ends = [beyond[exit] for exit, (_, owners) in position.ends.items() if seat in owners]
    return [position.label(cell) for cell in ends if cell != NOWHERE]


def cards_in_deck(position: Position, seat: str) -> int:
    clock = position.clock
    return len(position.setting.components.cards) - clock.round - bool(clock.next_card)


SEAT_FACTS: SeatFacts[Position] = seat_facts_of(
    {
        "SEAT's road ends at PLACE": road_ends,
        "SEAT's city is in PLACE": lambda position, seat: [
            position.label(cell) for city in position.cities.values() if city.seat == seat for cell in city.cells
        ],
        "SEAT has at least NUMBER roads in the supply": lambda position, seat: position.purses[seat].roads,
        "SEAT has at least NUMBER cities in the supply": lambda position, seat: position.purses[seat].cities,
        "SEAT has at least NUMBER markets in the supply": lambda position, seat: position.purses[seat].markets,
        "SEAT has at least NUMBER roads in the staging area": lambda position, seat: position.purses[seat].staged_roads,
        "SEAT has at least NUMBER cities in the staging area": lambda position, seat: (
            position.purses[seat].staged_cities
        ),
        "the deck has at least NUMBER cards": cards_in_deck,
        "it is round NUMBER": lambda position, seat: [str(position.clock.round)],
        "it is round NUMBER or later": lambda position, seat: position.clock.round,
    },
    lambda position: position.purses,
)
"""What orders ahead can ask besides what every view shows. All of it is open to everybody."""
