"""What the seat to move can buy and sell, what each seat has, and what is worth what now."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.rules.hexes import EDGES
from referee.rules.rulebook import Header, Step, is_allowed
from referee.rules.ruling import violations_of
from referee.show.endings import ranked_seats
from referee.show.sentences import player_with_seat
from referee.show.view import ReportTable, Row, Word
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.markets import (
    is_active,
    market_cost,
    market_scores,
    oracle_scores,
    tiles_left,
    value,
)
from referee.titles.magna_grecia.rules.moves import BuildMarket, SellMarket
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.setup import order_of
from referee.titles.magna_grecia.rules.state import NOWHERE, Market, Position
from referee.titles.magna_grecia.show.picture import points, short_place_name, space_name
from referee.words import Phrase, say, term, terms, word_list


class MarketOffer(NamedTuple):
    """A place where the seat might build a market: its price, what it would score now, and the rules against it."""

    place: int
    price: int
    worth: int
    active: bool
    against: tuple[str, ...]


MarketOffers = list[MarketOffer]
Sales = list[tuple[int, int]]
"""The places whose markets may be sold, and what each brings."""


def offers(position: Position) -> MarketOffers:
    """All villages and all cities of others, in board order (MG-8.2)."""
    seat = position.seat
    villages = [cell for cell in range(len(position.setting.board.village)) if position.is_village(cell)]
    others = [place for place, city in position.cities.items() if city.seat != seat]
    return [offer(position, seat, place) for place in sorted((*villages, *others))]


def offer(position: Position, seat: str, place: int) -> MarketOffer:
    step = Step(BuildMarket(seat, place, position.label(place)), ())
    against = tuple([violation.rule for violation in violations_of(PLAY, position, step)])
    worth, active = value(position, place), is_active(position, seat, place)
    return MarketOffer(place, market_cost(position, seat, place), worth, active, against)


def sales(position: Position) -> Sales:
    """Of the seat to move (MG-8.7)."""
    steps = [SellMarket(position.seat, place, position.label(place)) for place in sorted(position.markets)]
    return [(step.cell, value(position, step.cell)) for step in steps if is_allowed(PLAY.law, position, step)]


def costs(position: Position, offered: MarketOffers) -> ReportTable:
    """The cost of a market for the seat to move in each place, and whether it may be built there (MG-8.2 to MG-8.4).

    Places with the same cost and score are grouped; the open ones come first, the best of them at the top.
    """
    seat = position.seat
    alike: dict[MarketOffer, list[MarketOffer]] = {}
    for each in offered:
        alike.setdefault(each._replace(place=0), []).append(each)
    best = sorted(alike, key=lambda each: (each.against, not each.active, -each.worth, each.price))
    rows = [cost_row(position, kind, alike[kind]) for kind in best]
    facts = {"seat": seat, "points": points(position.purses[seat].points)}
    note = say("{seat} has {points}. You can't build a market on an oracle or in your own city (MG-8.2).", **facts)
    columns = (say("Places"), say("Cost"), say("Would score now"), say("Can {seat} build?", seat=seat))
    return ReportTable("costs", say("A market for {seat}", seat=seat), columns, tuple(rows), note)


def cost_row(position: Position, kind: MarketOffer, alike: MarketOffers) -> Row:
    worth: Word = kind.worth
    if kind.worth and not kind.active:
        worth = say("0, inactive ({worth} if active)", worth=kind.worth)
    places = word_list([short_place_name(position, each.place) for each in alike])
    rules = tuple(dict.fromkeys(("MG-8.4", *kind.against)))
    return Row((places, kind.price, worth, may_build(position, kind)), rules)


def may_build(position: Position, offer: MarketOffer) -> Phrase:
    """Yes, or the first reason against it, as the rules judged."""
    if not offer.against:
        return say("yes")
    if "MG-8.3" in offer.against:
        return say("no: has one there")
    if "MG-8.8" in offer.against:
        return say("no: none left in the supply")
    return say("no: has only {points}", points=points(position.purses[position.seat].points))


def sale(position: Position, sold: Sales) -> ReportTable:
    """What selling each own active market would bring (MG-8.7)."""
    seat = position.seat
    heading = say("What {seat} could sell", seat=seat)
    rows = tuple(
        [Row((short_place_name(position, place), brings), ("MG-8.6", "MG-8.7"), seat) for place, brings in sold]
    )
    note = say(
        "A sold market stays on the board, turned over. It still counts as the market of "
        "{seat} there, and scores nothing at the end.",
        seat=seat,
    )
    return ReportTable("sales", heading, (say("Market in"), say("Scores")), rows, note)


CARD_COLUMNS = (say("Card"), say("Order of play"), say("Roads"), say("City tiles"), say("Resupply"))


def cards(position: Position) -> ReportTable:
    """The current and the next card (MG-2.3), and how far the round is."""
    clock, setting = position.clock, position.setting
    known = setting.components.cards
    rows = [card_row(known[clock.card], order_of(setting, clock.card), True)] if clock.card else []
    rows += [card_row(known[clock.next_card], order_of(setting, clock.next_card), False)] if clock.next_card else []
    return ReportTable("cards", say("Cards"), CARD_COLUMNS, tuple(rows), progress(position))


def card_row(card: Card, order: tuple[str, ...], is_current: bool) -> Row:
    name = say("now: {card}", card=card.id) if is_current else say("next: {card}", card=card.id)
    pairs = ((card.roads, card.more_roads), (card.cities, card.more_cities), (card.resupply, card.more_resupply))
    numbers = [f"{number} ({more})" for number, more in pairs]
    return Row((name, terms(order, " - "), *numbers), ("MG-1.5", "MG-4.8"), order[0])


def progress(position: Position) -> Phrase:
    """The round, who has acted in it and who is still to act (MG-3.1)."""
    clock = position.clock
    facts: dict[str, object] = {"round": clock.round, "rounds": position.setting.rounds}
    if clock.over or not clock.round:
        return say(
            "In brackets: as the only action of the turn (MG-4.8). The game has {rounds} rounds (MG-2.6).", **facts
        )
    acted = tuple([seat for seat in order_of(position.setting, clock.card) if seat not in clock.waiting])
    seats = {"acted": acted, "waiting": clock.waiting}
    facts |= {name: terms(each) if each else say("nobody") for name, each in seats.items()}
    return say(
        "In brackets: as the only action of the turn (MG-4.8). Round {round} of {rounds}. "
        "Already moved: {acted}. Still to move: {waiting} (MG-3.1).",
        **facts,
    )


SUPPLY_COLUMNS = (
    say("Player"),
    say("Points"),
    say("Roads"),
    say("City tiles"),
    say("Markets"),
    say("Roads staged"),
    say("City tiles staged"),
)


def supplies(header: Header, position: Position) -> ReportTable:
    """All material is open (MG-2.5)."""
    rows = [
        Row((player_with_seat(header, seat), *purse), ("MG-2.1", "MG-4.9"), seat)
        for seat, purse in position.purses.items()
    ]
    return ReportTable("supplies", say("Supply and staging area"), SUPPLY_COLUMNS, tuple(rows))


RANK, PLAYER, NOW, BEFORE = say("Rank"), say("Player"), say("Points"), say("Before scoring")
REST = (say("Markets"), say("Oracles"), say("Total"), say("Tiles left"))
COLUMNS = {False: (RANK, PLAYER, NOW, *REST), True: (RANK, PLAYER, BEFORE, *REST)}
"""Of the standing: while the game continues, and when it is over."""
HEADING = {False: say("Score now, and if the game ended now"), True: say("Final score")}
TILES = say("Tiles left are the road and city tiles in the supply. They break ties (MG-10.4).")


def standing_table(header: Header, position: Position, final: bool) -> ReportTable:
    """Points now and what the final scoring would add (MG-10.2, MG-10.3), the best first."""
    gains, rows = projected_gains(position), list[Row]()
    for rank, seat in ranked_seats(marks(position, gains)):
        points, tiles = position.purses[seat].points, tiles_left(position, seat)
        numbers = points, *gains[seat], points + sum(gains[seat]), tiles
        rows.append(Row((rank, player_with_seat(header, seat), *numbers), ("MG-10.2", "MG-10.3", "MG-10.4"), seat))
    return ReportTable("standing", HEADING[final], COLUMNS[final], tuple(rows), TILES, in_posts=True)


def marks(position: Position, gains: Mapping[str, list[int]]) -> dict[str, tuple[int, int]]:
    """Of each seat what ranks it, the lowest first: most points, then most tiles left (MG-10.4)."""
    return {
        seat: (-purse.points - sum(gains[seat]), -tiles_left(position, seat)) for seat, purse in position.purses.items()
    }


def projected_gains(position: Position) -> dict[str, list[int]]:
    """Seat → what its markets and its oracles would score now."""
    found = {seat: [0, 0] for seat in position.setting.seats}
    for market in market_scores(position):
        found[market.seat][0] += market.value
    for oracle in oracle_scores(position):
        found[oracle.seat][1] += oracle.value
    return found


def markets(position: Position) -> ReportTable:
    """Every place with markets: whose, active or why not, what each would score and for which connections."""
    heading = say("Markets")
    columns = (say("Place"), say("Market of"), say("State"), say("Scores"), say("Directly connected places"))
    rows = tuple([row for place in sorted(position.markets) for row in market_rows(position, place)])
    note = say(
        "A market scores a point for each different place directly connected with its own "
        "(MG-8.6). It is active if that place is a city of its owner, or directly connected "
        "with one (MG-8.5). In brackets: the owner of a city, or an oracle."
    )
    return ReportTable("markets", heading, columns, rows, note)


def market_rows(position: Position, place: int) -> Iterator[Row]:
    """The connections are shown once, next to the first market of the place."""
    near = [short_place_name(position, each) for each in sorted(position.links.get(place, ()))]
    name = short_place_name(position, place)
    links: Word = say("{number}: {places}", number=len(near), places=word_list(near)) if near else say("none")
    for market in position.markets[place]:
        state, rules, worth = state_of(position, place, market)
        yield Row((name, term(market.seat), state, worth, links), rules, market.seat)
        name, links = "", ""


SOLD, OWN, INACTIVE = say("sold"), say("active, own city"), say("inactive")


def state_of(position: Position, place: int, market: Market) -> tuple[Phrase, tuple[str, ...], int]:
    """Active or why not, the rules for that, and what it would score."""
    if market.sold:
        return SOLD, ("MG-8.7",), 0
    if not is_active(position, market.seat, place):
        return INACTIVE, ("MG-8.5",), 0
    state, owned = OWN, [at for at, city in position.cities.items() if city.seat == market.seat]
    if place not in owned:
        city = min(each for each in position.links[place] if each in owned)
        state = say("active through {city}", city=position.label(city))
    return state, ("MG-8.5", "MG-8.6"), value(position, place)


def oracles(position: Position) -> ReportTable:
    """Each oracle: whom it favours with how many connections, against whom, and what they need (MG-9)."""
    heading = say("Oracles")
    columns = (say("Oracle"), say("Points to"), say("Connections"), say("Other cities connected"))
    rows = tuple([oracle_row(position, oracle) for oracle in position.oracles])
    note = say(
        "An oracle only turns to a city that has more connections than the city it points to "
        "(MG-9.3). At the end it scores 4 for the owner of its city (MG-10.3)."
    )
    return ReportTable("oracles", heading, columns, rows, note)


def oracle_row(position: Position, oracle: int) -> Row:
    city, links = holder(position, oracle), position.links
    if city == NOWHERE:
        return Row((space_name(position, oracle), say("nobody"), "", say("no city is connected")), ("MG-9.1",))
    points_to = say("{edge} to {city}", edge=EDGES[position.oracles[oracle]], city=short_place_name(position, city))
    rivals = [each for each in sorted(links[oracle]) if each in position.cities and each != city]
    told = []
    for rival in rivals:
        facts: dict[str, object] = {"city": short_place_name(position, rival), "have": len(links[rival])}
        facts["more"] = len(links[city]) + 1 - len(links[rival])
        told.append(say("{city} with {have}, needs {more} more", **facts))
    against = word_list(told) if told else say("no other")
    cells = (space_name(position, oracle), points_to, len(links[city]), against)
    return Row(cells, ("MG-9.1", "MG-9.3"), position.cities[city].seat)
