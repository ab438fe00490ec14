"""The choices of a turn of Magna Grecia: each is there because the rules do not refuse it, now or after others.

Each has its name, what it writes, what it uses and what it gains. Other spaces say why nothing may be done there. There
are hundreds of road tiles, so the menu has their spaces and exits: what it says of an exit is true of many of them.
"""

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from operator import sub
from typing import Any

from referee.reading.schemas import move_parts
from referee.rules.hexes import EDGES
from referee.rules.rulebook import Header, Step
from referee.rules.ruling import Violation, first_violations_of, violations_of
from referee.rules.search import Way, legal_candidates, with_steps
from referee.show.menu import (
    AND_THEN,
    Allowance,
    Budget,
    Choice,
    CrossedSpace,
    Crossings,
    Gauge,
    Kind,
    Menu,
    Refusal,
    Sites,
    UnlikeCrossing,
    joined_refusals,
)
from referee.titles.magna_grecia.compose.search import (
    ACTIONS,
    BUDGETS,
    CITIES,
    MARKETS,
    RESUPPLY,
    ROADS,
    MenuTrial,
    MenuWay,
    TurnSearch,
    allowances,
    counting,
    exits_of,
    missing_roads,
    oracle_lights,
    spent,
    tip,
    trial_of,
    whole_turn,
)
from referee.titles.magna_grecia.rules import moves
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import projected_points_of
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.roads import can_start_road, joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.turns import tiles_taken
from referee.titles.magna_grecia.show import picture
from referee.words import AND, Phrase, say, word_list


def kinds(seat: str) -> tuple[Kind, ...]:
    """Of a turn: three kinds of action, and a market that is built or sold."""
    sold, market = picture.market_piece(seat, sold=True, fresh="now"), say("Build a market")
    return (
        Kind("road", say("Roads"), budget=ROADS, piece=picture.road_piece(seat, ("n", "s"), "now")),
        Kind("city", say("Cities"), budget=CITIES, piece=picture.city_piece(seat, "now")),
        Kind("resupply", say("Resupply"), (say("road tiles"), say("city tiles")), budget=RESUPPLY),
        Kind("build", market, slot="market", budget=MARKETS, piece=picture.market_piece(seat, fresh="now")),
        Kind("sell", say("Sell a market"), slot="market", budget=MARKETS, piece=sold),
    )


def gauges(position: Position, prospect: int) -> tuple[Gauge, ...]:
    """What the seat has after the turn. Points of a sale serve from the next turn on (MG-6.8): a budget says what it
    may spend in this one."""
    purse = position.purses[position.seat]
    return (
        Gauge(say("points in hand after the turn"), purse.points, True, ("MG-6.8", "MG-8.7")),
        Gauge(say("road tiles in the supply"), purse.roads, True, ("MG-4.9",)),
        Gauge(say("city tiles in the supply"), purse.cities, True, ("MG-4.9",)),
        Gauge(say("markets in the supply"), purse.markets, False, ("MG-8.8",)),
        Gauge(say("points if the game ended now"), prospect, False, ("MG-10.2", "MG-10.3")),
    )


SCORE = 4
"""Which of `gauges` are the points if the game ended now."""


def worth(kind: str, gained: tuple[int, ...]) -> tuple[int, ...]:
    """What a sale brings; what a market costs, and scores; else the change of the points if the game ended now."""
    if kind == "sell":
        return (gained[0],)
    if kind == "build":
        return gained[0], gained[SCORE] - gained[0]
    return (gained[SCORE],) if gained[SCORE] else ()


Groups = tuple[tuple[int, ...], ...]
"""Groups of choices: one of each group must have been taken before."""


def gains(way: MenuWay) -> tuple[int, ...]:
    """By how much a way moves each of `gauges`."""
    seat = way.before.seat
    before, after = way.before.purses[seat], way.after.purses[seat]
    prospect = projected_points_of(way.after, seat) - projected_points_of(way.before, seat)
    return (*map(sub, after[:4], before[:4]), prospect)


def uses(way: MenuWay) -> tuple[int, ...]:
    """What a way alone uses of the budgets."""
    return Choice.shorn(spent(way.before, way.after, way.trial.kind))


def city_choice(way: MenuWay, after: Groups, unless: tuple[int, ...]) -> Choice:
    """One city tile, or two."""
    here, cells, gained = way.before, way.trial.spaces, gains(way)
    labels, names = [here.label(cell) for cell in cells], [picture.space_name(here, cell) for cell in cells]
    at = names[0] if len(names) == 1 else word_list(names, AND)
    words = say("City tile on {at}", at=at) if len(cells) == 1 else say("City tiles on {at}", at=at)
    return Choice(
        "city",
        tuple(labels),
        say("Found a city on {at}", at=at) if way.mark else words,
        AND_THEN.join([f"city: {label}" for label in labels]),
        after=after,
        unless=unless,
        uses=uses(way),
        gains=Choice.shorn(gained),
        piece=picture.city_piece(here.seat, "now"),
        covers=len(cells),
        worth=worth("city", gained),
        alone=True,
    )


def resupply_choices(trials: Collection[MenuTrial]) -> Iterator[Choice]:
    """Resupplies of so many road tiles and city tiles each."""
    numbers = [(step.roads, step.cities) for each in trials for step in each.steps if isinstance(step, moves.Resupply)]
    for roads, cities in numbers:
        yield Choice(
            "resupply",
            (),
            say("Take {tiles} from the staging area", tiles=tiles_taken(roads, cities)),
            f"resupply: {{road: {roads}, city: {cities}}}",
            uses=(0, 0, roads + cities),
            gains=(0, roads, cities) if cities else (0, roads),
            rank=1,  # MG-4.6: it is the last of the actions
            amounts=(roads, cities),
            alone=True,  # MG-4.6: it is single
        )


def market_choice(way: MenuWay, after: Groups = (), unless: tuple[int, ...] = ()) -> Choice:
    """A market that is built or sold, offered in all of the city that it is in, the first space in board order first.

    Tiles of the same turn may connect the place of a sale with others.
    """
    here, kind, (cell,), gained = way.before, way.trial.kind, way.trial.spaces, gains(way)
    place, sells = here.place_at(cell), kind == "sell"
    cells, name = here.cities[place].cells if place in here.cities else (cell,), picture.short_place_name(here, place)
    if sells:
        words = say("Sell the market in {place}, now for {points}", place=name, points=picture.points(gained[0]))
    else:
        words = say("Build a market in {place} for {points}", place=name, points=picture.points(-gained[0]))
    return Choice(
        kind,
        tuple([here.label(each) for each in cells]),
        words,
        f"{kind}: {here.label(cell)}",
        "market",
        after,
        unless=unless,
        uses=uses(way),
        gains=Choice.shorn(gained),
        piece=picture.market_piece(here.seat, sold=sells, fresh="now"),
        rough=sells,
        worth=worth(kind, gained),
        alone=not sells,
    )


Found = tuple[Phrase, tuple[str, ...]]
"""Words, and the numbers of the rules."""
SAMPLES: dict[str, Callable[[str, int, str], tuple[moves.MagnaGreciaStep, ...]]] = {
    "road": lambda seat, cell, at: (moves.LayRoad(seat, cell, 0, 3, at, "n-s"),),
    "city": lambda seat, cell, at: (moves.LayCity(seat, cell, at), moves.EndTiles(seat, ((cell, 0),))),
    "build": lambda seat, cell, at: (moves.BuildMarket(seat, cell, at),),
    "sell": lambda seat, cell, at: (moves.SellMarket(seat, cell, at),),
    "oracle": lambda seat, cell, at: (moves.SetOracle(seat, cell, at),),
}
"""Questions to the rules at a space where nothing of a kind may be done."""
TURN = ("road", "city", "build", "sell")


Offered = Mapping[str, Container[str]]
"""For each kind the labels of the spaces at which there is a choice of it, be it later in the turn."""


def refusals(position: Position, offered: Offered) -> Iterator[Refusal]:
    """Of a turn: first the actions that exclude any single tile in it."""
    asked = {kind: against(position, whole_turn(position, counting(n, 1))) for n, kind in enumerate(ACTIONS)}
    whole = {kind: first_reason(violations) for kind, violations in asked.items() if violations}
    for kind, found in whole.items():
        yield Refusal(kind, (), *found)
    for kind in TURN:
        if kind not in whole:
            yield from joined_refusals(by_space(position, kind, offered.get(kind, ())))


def by_space(position: Position, kind: str, offered: Container[str]) -> Iterator[Refusal]:
    """Of each space without a choice the first rule against a sample there."""
    for cell, label in enumerate(position.setting.board.labels):
        if label not in offered:
            violations = against(position, *SAMPLES[kind](position.seat, cell, label))
            found = no_start(position, cell) if violations[0].rule == "MG-7.2" else first_reason(violations)
            yield Refusal(kind, (label,), *found)


def no_start(position: Position, cell: int) -> Found:
    """Why an empty space can take no road tile, in any direction."""
    at = position.label(cell)
    tried = [Step(moves.LayRoad(position.seat, cell, a, b, at, moves.exits_text(a, b)), ()) for a, b in STRAIGHTS]
    rules = dict.fromkeys([each.rule for step in tried for each in violations_of(PLAY, position, step)])
    words = say(
        "However you turn a road tile here, it connects to nothing. It needs an exit that "
        "meets a city, a road of {seat}, or a village or oracle that a road of {seat} has "
        "reached.",
        seat=position.seat,
    )
    if len(rules) > 1:
        words = say("However you turn a road tile here, it connects to nothing or extends another player's road.")
    return words, tuple(rules)


STRAIGHTS = [(a, b) for a, b in SHAPES if b - a == 3]
"""Together they have an exit at each edge."""


def against(position: Position, *tried: moves.MagnaGreciaStep) -> tuple[Violation, ...]:
    """The violations of the first rule that some steps break; none when the rules allow them all."""
    for step in tried:
        if violations := first_violations_of(PLAY.law, position, step):
            return violations
        position = with_steps(PLAY, position, (step,))
    return ()


def first_reason(violations: tuple[Violation, ...]) -> Found:
    """The words of a rule that is broken, in which the space is only `this space`."""
    return word_list([here(each.says) for each in violations], " "), (violations[0].rule,)


def here(words: Phrase) -> Phrase:
    if "at" not in words.facts:
        return words
    space = say("This space") if words.template.startswith("{at}") else say("this space")
    return Phrase(words.template, {**words.facts, "at": space})


ROAD_GAINS = (0, -1, 0, 0, 0)


def spaces_met(position: Position, exit: int) -> Iterator[int]:
    """What an exit of a new road tile meets: the next space, and where a road that it joins comes from."""
    beyond = position.setting.board.beyond
    met = joins(position, position.seat, exit)
    if beyond[exit] != NOWHERE and (met or beyond[exit] not in position.roads):
        yield beyond[exit]
    if met and beyond[tip(position, exit)] != NOWHERE:
        yield beyond[tip(position, exit)]


class RoadCrossings:
    """All road tiles of a menu.

    numbers  way → choice
    free     the exits at which roads may start before anything is chosen
    opened   those at which they may start after others, in the order of the search, and the first way to each
    """

    def __init__(self, search: TurnSearch, numbers: dict[int, int], places: Sites) -> None:
        self.search, self.numbers, self.places, self.start = search, numbers, places, search.start
        exits = range(len(self.start.setting.board.mate))
        self.free = {exit for exit in exits if can_start_road(self.start, self.start.seat, exit)}
        opens = [(at, ways[0]) for (at, _), ways in search.opens.items() if isinstance(at, int)]
        self.opened = {exit: search.ways[way] for exit, way in opens if exit not in self.free}
        self.roads: dict[int, list[MenuWay]] = {}
        for way in sorted(search.ways, key=lambda each: each.trial.key):
            if way.trial.kind == "road":
                self.roads.setdefault(way.trial.spaces[0], []).append(way)

    def crossings(self) -> Crossings | None:
        """All roads of a menu; None if it has none."""
        if not self.roads:
            return None
        return Crossings(
            "road",
            say("Road on {at} from {one} to {other}", at="{at}", one="{one}", other="{other}"),
            "road: {at} {one}-{other}",
            (1,),
            Choice.shorn(ROAD_GAINS),
            EDGES,
            SHAPES,
            tuple([picture.road_piece(self.start.seat, (EDGES[a], EDGES[b]), "now") for a, b in SHAPES]),
            tuple([self.space(cell, ways) for cell, ways in self.roads.items()]),
        )

    def starts(self) -> tuple[int, ...]:
        """The sites from which roads may be laid before anything is chosen (MG-7.2)."""
        own = [exit for ways in self.roads.values() for way in ways if way.last is None for exit in exits_of(way.trial)]
        free = [exit for exit in dict.fromkeys(own) if exit in self.free]
        return self.places.of_spaces([space for exit in free for space in spaces_met(self.start, exit)])

    def openers(self, exit: int) -> tuple[int, ...]:
        """The choices each of which lets a road start at an exit; none if it may start there at once."""
        found = () if exit in self.free else self.search.opens.get((exit, False), ())
        return tuple(sorted({self.numbers[each] for each in found}))

    def space(self, cell: int, ways: list[MenuWay]) -> CrossedSpace:
        exits = range(6 * cell, 6 * cell + 6)
        met = {exit: self.places.of_spaces(spaces_met(self.start, exit)) for exit in exits}
        begins = {exit: met[exit] for exit in exits if exit in self.free}
        for exit in [each for each in self.opened if each in exits]:
            begins[exit] = self.places.of_spaces(spaces_met(self.opened[exit].after, exit))
        ends = [*begins, *[exit for exit in exits if met[exit] and exit not in begins]]
        unlike = [self.unlike(way, ends, begins, met) for way in ways]
        return CrossedSpace(
            self.start.label(cell),
            tuple([SHAPES.index(way.trial.key[2:]) for way in ways]),
            tuple([exit % 6 for exit in ends]),
            tuple(map(self.openers, begins)),
            tuple(begins.values()),
            tuple([met[exit] for exit in ends]),
            tuple([each for each in unlike if each]),
        )

    def unlike(
        self, way: MenuWay, ends: list[int], begins: dict[int, tuple[int, ...]], met: dict[int, tuple[int, ...]]
    ) -> UnlikeCrossing | None:
        """What a road joins and gains, if that is not what its exits say."""
        cell, *edges = way.trial.key[1:]
        own = [6 * cell + edge for edge in edges]
        joined = self.places.of_spaces([space for exit in own for space in spaces_met(way.before, exit)])
        first, *second = [exit for exit in ends if exit in own]
        told = {*begins[first], *[site for exit in second for site in met[exit]]}
        gained = gains(way)
        if gained == ROAD_GAINS and joined == tuple(sorted(told)):
            return None
        return UnlikeCrossing(SHAPES.index(way.trial.key[2:]), Choice.shorn(gained), worth("road", gained), joined)


class TurnChoices:
    """The ways of a search as choices: roads by space and shape, then the others in the order of the candidates.

    Of the same tiles a founding comes before an extension.

    numbers  the number of a way → that of its choice
    """

    def __init__(self, search: TurnSearch) -> None:
        self.search = search
        self.order = sorted(search.ways, key=lambda way: (way.trial.key, not way.mark))
        self.numbers = {way.number: number for number, way in enumerate(self.order)}

    def choices(self) -> Iterator[Choice]:
        """All that are no roads; last the markets that other choices make sellable."""
        for way in self.order:
            if way.trial.kind == "city":
                yield city_choice(way, (self.openers(way),) if way.last else (), self.unless(way))
        yield from resupply_choices([way.trial for way in self.order if way.trial.kind == "resupply"])
        yield from [market_choice(way) for way in self.order if way.trial.kind in ("build", "sell")]
        for key in sorted(self.search.sales):
            yield from self.later_sales(*self.search.sales[key])

    def choice_numbers(self, ways: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted([self.numbers[each] for each in ways]))

    def openers(self, way: MenuWay) -> tuple[int, ...]:
        """The choices each of which opens a city."""
        return self.choice_numbers(self.search.opens.get((way.trial.key, way.mark), ()))

    def unless(self, way: MenuWay) -> tuple[int, ...]:
        """A founding that others would make an extension is offered as long as none of these is taken."""
        extension = self.search.numbers.get((way.trial.key, False))
        return self.openers(self.search.ways[extension]) if way.mark and extension is not None else ()

    def later_sales(self, sale: MenuTrial, singles: list[int], paths: list[tuple[int, ...]]) -> Iterator[Choice]:
        """A market that may be sold after any of some choices, or all of a path."""
        any_of = self.choice_numbers(singles)
        if singles:
            yield self.later_sale(sale, singles[0], (any_of,))
        own = [frozenset(path) for path in paths]
        for path, ways in zip(paths, own, strict=True):
            if ways.intersection(singles) or any(other < ways for other in own):
                continue  # it holds a way that suffices alone, or another path
            yield self.later_sale(sale, path[-1], tuple([(self.numbers[way],) for way in path]), any_of)

    def later_sale(self, sale: MenuTrial, last: int, after: Groups, unless: tuple[int, ...] = ()) -> Choice:
        way = self.search.ways[last]
        sold = Way(sale, way, way.after, with_steps(PLAY, way.after, sale.steps), False)
        words = say("Sell the market in {place}", place=picture.space_name(way.after, sale.spaces[0]))
        return market_choice(sold, after, unless)._replace(says=words)


def menu(header: Header, moments: Sequence[MagnaGreciaMoment]) -> Menu | None:
    """What the seat to move may do after the last of `moments`; None when nobody is asked."""
    last = moments[-1]
    position: Position = last.position
    if not position.seat or last.entry.get("kind") == "close":
        return None
    fields = turn_fields(position) if position.clock.round else oracle_fields(position)
    place = header["game"], "magna-grecia", last.number, last.head, position.seat
    return Menu(*place, parts=move_parts("magna-grecia"), **fields)


def turn_fields(position: Position) -> dict[str, Any]:
    """The menu of a turn."""
    ways, labels = allowances(position), position.setting.board.labels
    places = Sites(labels, [position.place_at(cell) for cell in range(len(labels))])
    turn = TurnChoices(TurnSearch(position, ways))
    roads, found = RoadCrossings(turn.search, turn.numbers, places), tuple(turn.choices())
    crossings = roads.crossings()
    return {
        "kinds": kinds(position.seat),
        "crossings": crossings,
        "choices": found,
        "budgets": BUDGETS,
        "allowances": ways,
        "gauges": gauges(position, projected_points_of(position, position.seat)),
        "score": SCORE,
        "sites": places.labels(),
        "goals": places.goals,
        "starts": roads.starts(),
        "refusals": tuple(refusals(position, spaces_of(found, crossings))),
        "lights": (*oracle_lights(position), *missing_roads(position)),
        "begins": (say("Unchanged, this is a pass."),),
    }


def spaces_of(found: Sequence[Choice], roads: Crossings | None = None) -> dict[str, Container[str]]:
    """For each kind the labels of the spaces with choices."""
    offered: dict[str, dict[str, bool]] = {"road": {each.place: True for each in roads.spaces} if roads else {}}
    for kind, places in {(each.kind, each.places): True for each in found}:
        offered.setdefault(kind, {}).update(dict.fromkeys(places, True))
    return {**offered}


def oracle_fields(position: Position) -> dict[str, Any]:
    """The menu while the seats place oracles (MG-2.2)."""
    limit = Allowance((1,), say("one oracle"), ("MG-2.2",))
    legal: Any = legal_candidates(PLAY, position)
    found, piece = list[Choice](), picture.oracle_piece(fresh="now")
    for (cell,) in [trial_of(position, each).spaces for each in legal]:
        at, words = position.label(cell), say("Oracle on {at}", at=picture.space_name(position, cell))
        found.append(Choice("oracle", (at,), words, f"oracle: {at}", uses=(1,), piece=piece))
    return {
        "kinds": (Kind("oracle", say("Oracles")),),
        "choices": tuple(found),
        "budgets": (Budget(say("oracles"), ("MG-2.2",)),),
        "allowances": (limit,),
        "refusals": tuple(joined_refusals(by_space(position, "oracle", spaces_of(found)["oracle"]))),
    }
