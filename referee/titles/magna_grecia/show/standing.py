"""The position at a glance: how each seat stands, and what would bring the seat to move most at once."""

from collections.abc import Iterator, Sequence

from referee.show.endings import Names, Won, best_loser, lead_sentence, plain_win, ranked_seats, winner_alert
from referee.show.view import Amount, Chart, Prospect, Standing, Word
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import ORACLE_POINTS, outcome, tiles_left
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse
from referee.titles.magna_grecia.show.picture import city_piece, city_spot, market_piece, points, road_piece, space_name
from referee.titles.magna_grecia.show.tables import MarketOffers, Sales, marks, projected_gains
from referee.words import Phrase, say


def standings(position: Position, last: Position) -> Iterator[Standing]:
    """The cards of all seats, the best first (MG-10.4).

    `position` still has its markets; `last`, at the end of a game, has none.
    """
    gains, ended = projected_gains(position), outcome(last)
    won = ended.winners if ended else ()
    for rank, seat in ranked_seats(marks(position, gains)):
        purse = position.purses[seat]
        supply = () if last.clock.over else supply_left(seat, purse)
        alert = winner_alert(won) if seat in won else None
        markets, oracles = gains[seat]
        scored = (
            Amount(markets, say("markets {number}", number=markets)),
            Amount(oracles, say("oracles {number}", number=oracles)),
        )
        in_hand = Amount(purse.points, say("in hand {number}", number=purse.points))
        made_of = (*(each for each in scored if each.number), in_hand)
        yield Standing(seat, rank, purse.points + markets + oracles, made_of, supply, alert)


def supply_left(seat: str, purse: Purse) -> tuple[Amount, ...]:
    """The tiles and markets that the seat can still build, without the staging area (MG-2.1)."""
    roads = say("1 road") if purse.roads == 1 else say("{number} roads", number=purse.roads)
    cities = say("1 city tile") if purse.cities == 1 else say("{number} city tiles", number=purse.cities)
    left = say("1 market left") if purse.markets == 1 else say("{number} markets left", number=purse.markets)
    return (
        Amount(purse.roads, roads, road_piece(seat, ("sw", "ne"))),
        Amount(purse.cities, cities, city_piece(seat)),
        Amount(purse.markets, left, market_piece(seat)),
    )


def chances(position: Position, offered: MarketOffers, sold: Sales) -> Iterator[Prospect]:
    """The best market to build, the best to sell, and the oracle that needs the fewest connections.

    Built is what would score most above its cost (MG-8.4 to MG-8.6). Sold is what brings most now: it scores nothing at
    the end (MG-8.7).
    """
    paying = [each for each in offered if each.active and each.worth and not each.against]
    if paying:
        best = max(paying, key=lambda each: (each.worth - each.price, each.worth, -each.place))
        facts = {"place": spot(position, best.place), "cost": best.price, "worth": best.worth}
        words = say("Market in {place}: costs {cost}, scores {worth}.", **facts)
        yield Prospect(words, f"market: {{build: {position.label(best.place)}}}")
    place, brings = max(sold, key=lambda each: (each[1], -each[0]), default=(0, 0))
    if brings:
        words = say("Sell in {place}: {points} now, none later.", place=spot(position, place), points=points(brings))
        yield Prospect(words, f"market: {{sell: {position.label(place)}}}")
    yield from oracle_chance(position)


NEAR = 3
"""More connections than this are no chance for the next turns."""


def oracle_chance(position: Position) -> Iterator[Prospect]:
    """The oracle of another seat that turns to a city of the seat to move with the fewest connections (MG-9.3)."""
    turnings, cities, links = list[tuple[int, int, int]](), position.cities, position.links
    for oracle in position.oracles:
        city = holder(position, oracle)
        if city != NOWHERE and cities[city].seat != position.seat:
            mine = [near for near in links[oracle] if near in cities and cities[near].seat == position.seat]
            turnings += [(len(links[city]) + 1 - len(links[near]), oracle, near) for near in mine]
    more, oracle, city = min(turnings, default=(NEAR + 1, NOWHERE, NOWHERE))
    if more > NEAR:
        return
    facts: dict[str, object] = {"oracle": space_name(position, oracle), "city": spot(position, city)}
    facts |= {"number": more, "points": points(ORACLE_POINTS)}
    if more == 1:
        yield Prospect(say("1 more connection turns {oracle} to {city}: {points}.", **facts))
    else:
        yield Prospect(say("{number} more connections turn {oracle} to {city}: {points}.", **facts))


def spot(position: Position, place: int) -> Word:
    """A place without its owner, whose colour is on the board."""
    return city_spot(position, place) if place in position.cities else space_name(position, place)


SCORING = (happened.MarketRemoved, happened.MarketScored, happened.OracleScored, happened.GameEnded)


def ending(moments: Sequence[MagnaGreciaMoment]) -> int:
    """The place in `moments` of the one that ended the game, or 0."""
    for index in range(len(moments) - 1, 0, -1):
        events = moments[index].events
        if events and isinstance(events[-1], happened.GameEnded):
            return index
    return 0


def before_scoring(moments: Sequence[MagnaGreciaMoment]) -> Position:
    """The last position that has its markets: of a finished game the one from which it was scored."""
    end = ending(moments)
    position: Position = moments[-1].position
    if end:
        position = moments[end - 1].position
        for event, after in zip(moments[end].events, moments[end].course(position, evolve), strict=True):
            if isinstance(event, SCORING):
                break
            position = after
    return position


FAR = 15
"""So many points ahead, it does not matter where they came from."""
BY_SOURCE = (
    Won(
        say("The markets decide for {winner}"),
        (say("{winner} won by {lead} over {loser}. Markets made the difference: {most} to {other}."),),
    ),
    Won(
        say("The oracles speak for {winner}"),
        (say("{winner} won by {lead} over {loser}. Oracles made the difference: {most} to {other}."),),
    ),
    Won(
        say("{winner} has saved the most"),
        (say("{winner} won by {lead} over {loser}. Points in hand made the difference: {most} to {other}."),),
    ),
)
"""How a game was won by the source in which the winner was furthest ahead, in the order of `sources`."""
BY_TILES = Won(
    say("{winner}, on the tie-break"),
    (say("{winner} and {loser} had the same points. {winner} won with more tiles left: {more} to {fewer}."),),
)


def how_won(names: Names, moments: Sequence[MagnaGreciaMoment], chart: Chart | None) -> Won:
    """The last of the moments is that of a finished game."""
    last, scored = moments[-1].position, moments[ending(moments)].events
    ended = outcome(last)
    assert ended
    winner, loser = ended.winners[0], best_loser(ended.winners, ended.counts)
    if len(ended.winners) > 1 or not loser:
        return plain_win(ended, names)
    lead = ended.counts[winner] - ended.counts[loser]
    facts: dict[str, object] = {"winner": names[winner], "loser": names[loser], "lead": points(lead)}
    facts |= {"more": tiles_left(last, winner), "fewer": tiles_left(last, loser)}
    ours, theirs = (sources(scored, seat, ended.counts[seat]) for seat in (winner, loser))
    source = max(range(len(ours)), key=lambda at: ours[at] - theirs[at])
    facts |= {"most": ours[source], "other": theirs[source]}
    won = BY_SOURCE[source] if lead else BY_TILES
    name = say("{winner}, far ahead") if lead >= FAR else won.name
    led = lead_sentence(chart, winner, names[winner])
    says = [Phrase(each.template, facts) for each in won.says]
    return Won(Phrase(name.template, facts), (*says, *([led] if led else [])))


def sources(scored: Sequence[MagnaGreciaEvent], seat: str, total: int) -> tuple[int, int, int]:
    """The points of a seat from markets, from oracles, and those that it had in hand before the final scoring."""
    markets = sum(each.value for each in scored if isinstance(each, happened.MarketScored) and each.seat == seat)
    oracles = sum(each.value for each in scored if isinstance(each, happened.OracleScored) and each.seat == seat)
    return markets, oracles, total - markets - oracles
