"""The position at a glance: how each city stands, and the best builds of the city to move."""

from collections.abc import Iterator, Mapping, Sequence

from referee.show.victory import Names, Won, best_loser, lead_sentence, plain_win, ranked_seats, winner_alert
from referee.show.view import Amount, Chart, Prospect, Score, Standing
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.rules.turns import buildings, built_count, outcome, touched_shrines
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.names import amphorae, building_name, cards
from referee.titles.attika.show.sites import CLOSE, FAR, Link, Offers, Site, buildable, nearest_link
from referee.words import AND, Phrase, say, term, word_list


def scores(position: AttikaPosition) -> Iterator[Score]:
    """How many buildings each seat has on the board, of all that it needs (AT-8.1)."""
    for seat in position.course.order:
        built = built_count(position, seat)
        yield Score(seat, say("{built} of {all} built", built=built, all=buildings(position)))


def standings(known: Sight, missing: Mapping[str, Link]) -> Iterator[Standing]:
    """The cards of all seats: the winner, then most buildings, then the fewest missing between two shrines (AT-8.1).

    `missing`: the nearest link of each seat.
    """
    position = known.position
    won, built_by = position.course.winners, {seat: built_count(position, seat) for seat in position.course.order}
    marks = {seat: (seat not in won, -built_by[seat], missing[seat].needed) for seat in position.course.order}
    for rank, seat in ranked_seats(marks):
        total = f"{built_by[seat]}/{buildings(position)}"
        yield Standing(
            seat, rank, total, parts(position, seat), supply(known, seat), alert(position, seat, missing[seat])
        )


def parts(position: AttikaPosition, seat: str) -> tuple[Amount, ...]:
    """Where the buildings are that are not on the board yet: open on the storage board, or face down."""
    mat = position.mats[seat]
    drawn = int(bool(position.turn.drawn) and position.turn.seat == seat)
    waiting, below = len(mat.stored) + drawn, sum(mat.stacks)
    return (
        Amount(waiting, say("{number} open", number=waiting)),
        Amount(below, say("{number} face down", number=below)),
    )


def supply(known: Sight, seat: str) -> tuple[Amount, ...]:
    """Cards in hand, whose number everybody knows, and amphorae, if there are any."""
    vessels = known.position.mats[seat].amphorae
    earned = (Amount(vessels, amphorae(vessels)),) if vessels else ()
    return Amount(known.cards[seat], cards(known.cards[seat])), *earned


def alert(position: AttikaPosition, seat: str, link: Link) -> Phrase | None:
    """That a seat has won, or is close to it: two shrines may be joined with the buildings that it still has."""
    needed = link.needed
    if seat in position.course.winners:
        return winner_alert(position.course.winners)
    if position.course.winners or not 0 < needed <= min(CLOSE, buildings(position) - built_count(position, seat)):
        return None
    return say("{number} to shrines", number=needed)


MOST = 3
"""So many chances are shown."""


def chances(offers: Offers) -> tuple[Prospect, ...]:
    """The builds that win, cost nothing or cost least, as far as the reader knows the hand; then the way to win."""
    position = offers.known.position
    if not position.seat or position.turn.tile or offers.known.entry.get("kind") == "close":
        return ()
    link = offers.links[position.seat]
    builds = sorted(open_builds(offers), key=lambda site: promise(site, link))
    found = [build_chance(position, each, link) for each in builds]
    return (*found[: MOST - 1], *link_chance(position, link), *found[MOST - 1 :])[:MOST]


def promise(site: Site, link: Link) -> tuple[bool, bool, int, bool]:
    """Builds in the order in which they are shown."""
    return not wins(site, link), not site.price.free, site.cards, site.hex not in link.hexes


def wins(site: Site, link: Link) -> bool:
    """Whether the build joins two shrines (AT-8.1)."""
    return link.needed == 1 and site.hex in link.hexes


def open_builds(offers: Offers) -> Iterator[Site]:
    """The best hex of each building that the seat may build now and, as far as the reader knows, can pay for."""
    seat = offers.known.position.seat
    for building in buildable(offers.known.position):
        sites = [each for each in offers.sites(seat, building) if each.price.free or each.sure]
        yield from sorted(sites, key=lambda site: promise(site, offers.links[seat]))[:1]


def build_chance(position: AttikaPosition, site: Site, link: Link) -> Prospect:
    """`tower on 5n for 2 cards`."""
    facts: dict[str, object] = {"what": term(building_name(position, site.building)), "hex": name(site.hex)}
    facts["cost"] = cost_words(site)
    words = say("Build {what} on {hex}, {cost}.", **facts)
    if wins(site, link):
        words = say("Build {what} on {hex}, {cost}: that wins the game.", **facts)
    return Prospect(words, f"build: {building_name(position, site.building)} at {name(site.hex)}")


def cost_words(site: Site) -> Phrase:
    """What a build costs: two cards may stand for one, so that a reader who can't see the hand knows only the least."""
    if site.price.free or not site.cards:
        return say("free")
    if site.paid is None:
        return say("for {cards} or more, depending on the hand", cards=cards(site.cards))
    return say("for {cards}", cards=cards(site.cards))


def link_chance(position: AttikaPosition, link: Link) -> Iterator[Prospect]:
    """How many buildings are missing between two shrines, where the seat has as many."""
    left = buildings(position) - built_count(position, position.seat)
    if not 0 < link.needed <= left or link.needed >= FAR:
        return
    facts = {"needed": link.needed, "first": f"s{link.first + 1}", "second": f"s{link.second + 1}"}
    if link.needed == 1:
        yield Prospect(say("1 more building connects {first} and {second} and wins.", **facts))
    else:
        yield Prospect(say("{needed} more buildings connect {first} and {second}.", **facts))


NEAR = 4
"""A loser who misses more buildings between two shrines was not close to winning by them."""


def how_won(names: Names, moments: Sequence[AttikaMoment], chart: Chart | None) -> Won:
    """The last of the moments is that of a finished game."""
    position = moments[-1].position
    ended, reasons = outcome(position), position.course.reasons
    assert ended
    winner = ended.winners[0]
    facts: dict[str, object] = {"winner": names[winner], "all": buildings(position)}
    if "shrines" in reasons:
        words = say("{winner} connected the shrines {shrines}.", shrines=joined_shrines(position, winner), **facts)
        return Won(say("{winner} connects the shrines", **facts), (words, nearest_loser(position, winner, names)))
    won = plain_win(ended, names)
    if "buildings" in reasons:
        loser = best_loser(ended.winners, ended.counts)
        facts |= {"loser": names[loser], "left": buildings(position) - ended.counts[loser]}
        words = say("{winner} built all {all} buildings. {loser}, the next best, had {left} left.", **facts)
        won = Won(say("{winner} builds the last of {all}", **facts), (words,))
    led = lead_sentence(chart, winner, names[winner]) if len(ended.winners) == 1 else None
    return won._replace(says=(*won.says, led)) if led else won


def joined_shrines(position: AttikaPosition, seat: str) -> Phrase:
    """The first shrines that one settlement of the seat connects: `s1 and s3`."""
    reached = [touched_shrines(position, each) for each in position.mats[seat].settlements]
    shrines = next(each for each in reached if len(each) > 1)
    return word_list([f"s{each + 1}" for each in shrines], AND)


def nearest_loser(position: AttikaPosition, winner: str, names: Names) -> Phrase:
    """How many buildings the loser who was nearest to it still needed between two shrines."""
    missing = {seat: nearest_link(position, seat).needed for seat in position.course.order if seat != winner}
    seat = min(missing, key=missing.__getitem__)
    if missing[seat] > NEAR:
        return say("Nobody else was close to a connection.")
    if missing[seat] == 1:
        return say("{loser} was one building short of a connection.", loser=names[seat])
    return say("{loser} was {missing} buildings short of a connection.", loser=names[seat], missing=missing[seat])
