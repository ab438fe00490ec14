"""What is worth what now: the projected standing, every market, every oracle."""

from collections.abc import Iterator

from referee.rules.hexes import EDGES
from referee.show.view import Line, Lines, ReportTable, Row, Section, Word
from referee.titles.magna_grecia.rules.markets import is_active, value
from referee.titles.magna_grecia.rules.network import holder
from referee.titles.magna_grecia.rules.scoring import market_scores, oracle_scores, tiles_left
from referee.titles.magna_grecia.rules.state import NOWHERE, MagnaGreciaHeader, Market, Position
from referee.titles.magna_grecia.show.places import short_place_name, space_name
from referee.words import Phrase, say, term, word_list

RANK, PLAYER, NOW, BEFORE = say("Rank"), say("Player"), say("Points"), say("Before scoring")
REST = (say("Markets"), say("Oracles"), say("Together"), say("Tiles left"))
COLUMNS = {False: (RANK, PLAYER, NOW, *REST), True: (RANK, PLAYER, BEFORE, *REST)}
"""Of the standing: while the game goes on, and when it is over."""
HEADING = {False: say("Standing, and the final standing if the game ended now"), True: say("Final standing")}
TILES = say("Tiles left: road and city tiles in the supply; they break ties (MG-10.4).")


def standing_table(header: MagnaGreciaHeader, position: Position, final: bool) -> ReportTable:
    """Points now and what the final scoring would add (MG-10.2, MG-10.3), the best first."""
    rows = tuple(standing_rows(header, position))
    return ReportTable("standing", HEADING[final], COLUMNS[final], rows, TILES, in_posts=True)


def standing_rows(header: MagnaGreciaHeader, position: Position) -> Iterator[Row]:
    """A row for each seat, equal ranks for what MG-10.4 leaves equal."""
    gains, players, marks = projected_gains(position), header["seats"], {}
    for seat, purse in position.purses.items():
        marks[seat] = (purse.points + sum(gains[seat]), tiles_left(position, seat))
    best = sorted(marks.values(), reverse=True)
    for seat in sorted(marks, key=marks.__getitem__, reverse=True):
        rank, points = 1 + best.index(marks[seat]), position.purses[seat].points
        yield rank_row(players[seat], seat, rank, points, *gains[seat], *marks[seat])


def rank_row(player: str, seat: str, rank: int, *numbers: int) -> Row:
    cells: tuple[Word, ...] = (rank, say("{player} ({seat})", player=player, seat=seat), *numbers)
    return Row(cells, ("MG-10.2", "MG-10.3", "MG-10.4"), seat)


def projected_gains(position: Position) -> dict[str, list[int]]:
    """Seat → what its markets and its oracles would score now."""
    found = {seat: [0, 0] for seat in position.setting.seats}
    for market in market_scores(position):
        found[market.seat][0] += market.value
    for oracle in oracle_scores(position):
        found[oracle.seat][1] += oracle.value
    return found


def markets(position: Position) -> Section:
    """Every place with markets: whose, active or why not, what each would score and for which connections."""
    heading = say("Markets")
    if not position.markets:
        return Lines("markets", heading, (Line(say("No market is on the board.")),))
    columns = (say("Place"), say("Market of"), say("State"), say("Scores"), say("Directly connected places"))
    rows = tuple([row for place in sorted(position.markets) for row in market_rows(position, place)])
    note = say(
        "A market scores a point for each different place directly connected with its own (MG-8.6). It is active "
        "in a city of its owner, or through one that is directly connected (MG-8.5). In brackets: city of, or oracle."
    )
    return ReportTable("markets", heading, columns, rows, note)


def market_rows(position: Position, place: int) -> Iterator[Row]:
    """The connections are told once, beside the first market of the place."""
    name, links = short_place_name(position, place), connection_list(position, place)
    for market in position.markets[place]:
        state, rules, worth = state_of(position, place, market)
        yield Row((name, term(market.seat), state, worth, links), rules, market.seat)
        name, links = "", ""


def connection_list(position: Position, place: int) -> Word:
    there = sorted(position.links.get(place, ()))
    if not there:
        return say("none")
    return say(
        "{number}: {places}", number=len(there), places=word_list([short_place_name(position, each) for each in there])
    )


SOLD, OWN, INACTIVE = say("sold"), say("active, own city"), say("inactive")


def state_of(position: Position, place: int, market: Market) -> tuple[Phrase, tuple[str, ...], int]:
    """Active or why not, the rules that say so, and what it would score."""
    if market.sold:
        return SOLD, ("MG-8.7",), 0
    if not is_active(position, market.seat, place):
        return INACTIVE, ("MG-8.5",), 0
    return activity(position, place, market.seat), ("MG-8.5", "MG-8.6"), value(position, place)


def activity(position: Position, place: int, seat: str) -> Phrase:
    """Why a market is active (MG-8.5)."""
    cities = position.cities
    if place in cities and cities[place].seat == seat:
        return OWN
    city = min(each for each in position.links[place] if each in cities and cities[each].seat == seat)
    return say("active through {city}", city=position.label(city))


def oracles(position: Position) -> Section:
    """Each oracle: whom it favours with how many connections, against whom, and what they need (MG-9)."""
    heading = say("Oracles")
    if not position.oracles:
        return Lines("oracles", heading, (Line(say("No oracle is on the board yet."), ("MG-2.2",)),))
    columns = (say("Oracle"), say("Points to"), say("Connections"), say("Other cities connected"))
    rows = tuple([oracle_row(position, oracle) for oracle in position.oracles])
    note = say(
        "An oracle turns only to a city with more connections than the city it points to (MG-9.3); "
        "at the end it scores 4 for that city's owner (MG-10.3)."
    )
    return ReportTable("oracles", heading, columns, rows, note)


def oracle_row(position: Position, oracle: int) -> Row:
    city = holder(position, oracle)
    if city == NOWHERE:
        return Row((space_name(position, oracle), say("nobody"), "", say("no city is connected")), ("MG-9.1",))
    links = position.links
    points_to = say("{edge} to {city}", edge=EDGES[position.oracles[oracle]], city=short_place_name(position, city))
    rivals = [each for each in sorted(links[oracle]) if each in position.cities and each != city]
    against = (
        word_list([rival_words(position, rival, len(links[city])) for rival in rivals]) if rivals else say("no other")
    )
    cells = (space_name(position, oracle), points_to, len(links[city]), against)
    return Row(cells, ("MG-9.1", "MG-9.3"), position.cities[city].seat)


def rival_words(position: Position, rival: int, most: int) -> Phrase:
    have = len(position.links[rival])
    return say(
        "{city} with {have}, needs {more} more", city=short_place_name(position, rival), have=have, more=most + 1 - have
    )
