"""What happened, in sentences with the numbers of the rules they rest on."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.rules.hexes import EDGES
from referee.show.sentences import header_after, lines_of_move, of_every_title
from referee.show.view import Line, Lines, story_heading
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.state import NOWHERE, MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show.picture import (
    city_spot,
    city_tiles,
    connections,
    full_place_name,
    last_turns,
    points,
    road_tiles,
    short_place_name,
    space_name,
)
from referee.words import AND, Phrase, say, terms, word_list


def story(header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], seat: str) -> Lines:
    """The turn that was played last; for a seat everything since its own last turn."""
    lines = [line for index in range(since(moments, seat), len(moments)) for line in lines_at(header, moments, index)]
    goes_on = seat in header["seats"] and moments[-1].entry.get("kind") != "close"
    heading = story_heading(seat, seat in last_turns(moments)) if goes_on else say("What happened")
    return Lines("story", heading, tuple(lines))


def lines_at(header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], index: int) -> Iterator[Line]:
    """The lines of the entry at this place in the moments."""
    before = moments[: max(index, 1)]
    return lines_of_entry(header_after(header, before), before[-1].position, moments[index])


def since(moments: Sequence[MagnaGreciaMoment], seat: str) -> int:
    """The first moment to show; at least the last one is shown, and when the game is closed the last turn, too."""
    last, turns = len(moments) - 1, last_turns(moments)
    final = max(turns.values(), default=last)
    own = min(last, turns.get(seat, 0) + 1) if seat else final
    return min(own, final) if moments[-1].entry.get("kind") == "close" else own


def lines_of_entry(header: MagnaGreciaHeader, position: Position, moment: MagnaGreciaMoment) -> Iterator[Line]:
    """Each event on the position that it met, then what the player said."""
    yield opening(header, moment)
    for event, after in zip(moment.events, moment.course(position, evolve), strict=True):
        sentence = SENTENCES.get(type(event))
        line = sentence(position, after, event) if sentence else None
        if line:
            yield line
        position = after
    yield from lines_of_move(header, moment)


def opening(header: MagnaGreciaHeader, moment: MagnaGreciaMoment) -> Line:
    """Which entry it is, and whose."""
    common = of_every_title(header, moment)
    if common:
        return common
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
    return Line(say("Entry {entry}: {player} ({seat}) moved.", **facts), ("MG-3.1",), seat)


def deal_line(moment: MagnaGreciaMoment) -> Line:
    """The deal; oracles that came by chance are named together."""
    cells = sorted(event.cell for event in moment.events if isinstance(event, happened.OracleSet))
    if not cells:
        return Line(say("Entry {entry}: the deal.", entry=moment.number), ("MG-2.3",))
    places = word_list([space_name(moment.position, cell) for cell in cells])
    words = say("Entry {entry}: the deal. The oracles are on {places}.", entry=moment.number, places=places)
    return Line(words, ("MG-2.2", "MG-2.3"))


def oracle_set(before: Position, after: Position, event: happened.OracleSet) -> Line | None:
    if not event.seat:
        return None
    words = say("{seat} puts an oracle on {at}.", seat=event.seat, at=space_name(after, event.cell))
    return Line(words, ("MG-2.2",), event.seat)


def card_turned(before: Position, after: Position, event: happened.CardTurned) -> Line | None:
    """The very first card is reported with the round that it opens."""
    if not before.clock.card:
        return None
    return Line(say("The card after it will be {card}.", card=event.card), ("MG-2.3",))


def round_began(before: Position, after: Position, event: happened.RoundBegan) -> Line:
    facts = {"round": event.round, "card": event.card, "order": terms(event.waiting, " - ")}
    if event.round == 0:
        words = say("The first card is {card}. Before its round, the players place the oracles: {order}.", **facts)
        return Line(words, ("MG-2.2", "MG-2.3"))
    words = say("Round {round} begins with the card {card}; order of play: {order}.", **facts)
    return Line(words, ("MG-3.1", "MG-3.3"))


def road_laid(before: Position, after: Position, event: happened.RoadLaid) -> Line:
    seat, cell, a, b = event
    words = say(
        "{seat} builds a road at {at}, {exits}.",
        seat=seat,
        at=space_name(after, cell),
        exits=EDGES[a] + "-" + EDGES[b],
    )
    if not any(len(after.links[place]) > len(before.links.get(place, ())) for place in after.turn.touched):
        return Line(words, ("MG-4.1",), seat)
    one, other = [full_place_name(after, place) for place in after.links if place in after.turn.touched]
    linked = say("{laid} It connects {one} with {other}.", laid=words, one=one, other=other)
    return Line(linked, ("MG-4.1", "MG-7.6"), seat)


def city_laid(before: Position, after: Position, event: happened.CityLaid) -> Line:
    words, rules = city_words(before, after, event)
    city = after.city_at[event.cell]
    free = no_free_market(after, event, city)
    if free:
        words, rules = say("{laid} {free}", laid=words, free=free), (*rules, "MG-6.9")
    known = [place for each in (*event.touched, event.cell) for place in before.links.get(each, ())]
    news = [place for place in after.links[city] if place not in known]
    if news:
        places = word_list([full_place_name(after, place) for place in news])
        words, rules = (
            say("{laid} It connects to the road from {places}.", laid=words, places=places),
            (*rules, "MG-7.5"),
        )
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


def city_words(before: Position, after: Position, event: happened.CityLaid) -> tuple[Phrase, tuple[str, ...]]:
    """Founding, expanding or merging (MG-6.12), at a point a tile."""
    facts = {"seat": event.seat, "at": space_name(after, event.cell)}
    if len(event.touched) > 1:
        cities = word_list([city_spot(before, city) for city in event.touched])
        words = say(
            "{seat} places a city tile at {at} for 1 point and merges the cities {cities}.", **facts, cities=cities
        )
        return words, ("MG-6.8", "MG-6.11")
    if event.touched:
        city = city_spot(before, event.touched[0])
        words = say("{seat} expands the city {city} to {at} for 1 point.", **facts, city=city)
        return words, ("MG-6.3", "MG-6.8")
    if before.setting.village[event.cell]:
        return say("{seat} founds a city on {at} for 1 point.", **facts), ("MG-6.1", "MG-6.8")
    return say("{seat} places the first tile of a new city at {at} for 1 point.", **facts), ("MG-6.2", "MG-6.8")


def market_built(before: Position, after: Position, event: happened.MarketBuilt) -> Line:
    facts = {"seat": event.seat, "place": full_place_name(after, event.place), "cost": points(event.cost)}
    if event.free:
        return Line(say("For founding it, {seat} gets a free market in {place}.", **facts), ("MG-6.9",), event.seat)
    return Line(say("{seat} builds a market in {place} for {cost}.", **facts), ("MG-8.2", "MG-8.4"), event.seat)


def market_sold(before: Position, after: Position, event: happened.MarketSold) -> Line:
    places = word_list([short_place_name(after, place) for place in sorted(after.links.get(event.place, ()))])
    facts = {
        "seat": event.seat,
        "place": full_place_name(after, event.place),
        "value": points(event.value),
        "places": places,
    }
    if event.value:
        words = say(
            ("{seat} sells the market in {place} for {value} (connected with {places}). It is now turned over."),
            **facts,
        )
    else:
        words = say("{seat} sells the market in {place} for {value}. It is now turned over.", **facts)
    return Line(words, ("MG-8.6", "MG-8.7"), event.seat)


def market_returned(before: Position, after: Position, event: happened.MarketReturned) -> Line:
    facts = {"seat": event.seat, "place": full_place_name(after, event.place)}
    if event.sold:
        words = say("{seat} had two markets in {place}: the sold one goes back to the supply.", **facts)
    else:
        words = say("{seat} had two unsold markets in {place}: one goes back to the supply.", **facts)
    return Line(words, ("MG-11.1", "MG-11.2"), event.seat)


def oracle_turned(before: Position, after: Position, event: happened.OracleTurned) -> Line:
    owner = after.cities[event.city].seat
    facts = {
        "oracle": space_name(after, event.oracle),
        "edge": EDGES[event.edge],
        "city": full_place_name(after, event.city),
        "links": connections(event.links),
        "before_links": event.before_links,
    }
    if event.before == NOWHERE:
        words = say("The oracle {oracle} turns {edge} to {city}, the first city connected ({links}).", **facts)
        return Line(words, ("MG-9.2", "MG-9.6"), owner)
    loser = full_place_name(after, event.before)
    words = say(
        "The oracle {oracle} turns {edge} to {city}, away from {loser}: {links} against {before_links}.",
        **facts,
        loser=loser,
    )
    return Line(words, ("MG-9.3", "MG-9.6"), owner)


def resupply_sentence(before: Position, after: Position, event: happened.Resupplied) -> Line:
    taken = [road_tiles(event.roads)] if event.roads else []
    taken += [city_tiles(event.cities)] if event.cities else []
    words = say("{seat} takes {taken} from the staging area.", seat=event.seat, taken=word_list(taken, AND))
    return Line(words, ("MG-4.3",), event.seat)


def last_round_sentence(before: Position, after: Position, event: happened.GameEnded) -> Line:
    best = max(purse.points for purse in after.purses.values())
    facts = {"round": after.clock.round, "winners": terms(event.winners, AND), "points": points(best)}
    words = say("Round {round} was the last. After the final scoring the winner is {winners} with {points}.", **facts)
    return Line(words, ("MG-10.1", "MG-10.2", "MG-10.4"))


Sentence = Callable[[Position, Position, Any], Line | None]

SENTENCES: dict[type, Sentence] = {
    happened.OracleSet: oracle_set,
    happened.CardTurned: card_turned,
    happened.RoundBegan: round_began,
    happened.RoadLaid: road_laid,
    happened.CityLaid: city_laid,
    happened.MarketBuilt: market_built,
    happened.MarketSold: market_sold,
    happened.MarketReturned: market_returned,
    happened.OracleTurned: oracle_turned,
    happened.Resupplied: resupply_sentence,
    happened.GameEnded: last_round_sentence,
}
"""The events that have a sentence of their own; the final scoring has a table (`record.final`)."""
