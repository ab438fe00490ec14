"""The options of the seat to move, as data for composing a turn (AT-3 to 7), from what that seat may know.

The choices come one by one: tasks that are due, builds, draws, amphorae, the end; with what a turn uses up, and why
nothing of a kind may be done, in the text of the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.reading.schemas import move_parts
from referee.rules.branches import Fields
from referee.rules.rulebook import Header
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance, violations_of
from referee.show.menu import Allowance, Answer, Budget, Choice, Gauge, Kind, Light, Menu, Refusal, Secret, ShownItem
from referee.show.view import Piece
from referee.titles.attika.compose.builds import JOINED, LATE, TOO_MANY, BuildOffer, Builds, Ties, later, legal_payment
from referee.titles.attika.data.components import LANDSCAPES, Building
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.building import amounts_phrase, amounts_text, ground, paying_hexes
from referee.titles.attika.rules.events import AttikaMoment, BuildingBuilt
from referee.titles.attika.rules.moves import USES
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.play import PLAY, candidates, tile_candidates, way
from referee.titles.attika.rules.state import BUILDS, DRAWS, NONE, STACKS, Amounts, AttikaPosition, stack_words
from referee.titles.attika.rules.turns import built_count, cards_due, completed_groups, may_wait, missing
from referee.titles.attika.show import mats
from referee.titles.attika.show.known import Sight, sight
from referee.titles.attika.show.mats import undrawn
from referee.titles.attika.show.names import building_symbol, cards, due, insets, place_name
from referee.titles.attika.show.picture import building_piece
from referee.titles.attika.show.standing import FAR, Link, Site, nearest_link, next_buildings, site_of
from referee.titles.attika.show.view import due_lines
from referee.words import Phrase, abbreviations, keyword_term, say, term

BUDGETS = {
    "water": Budget(say("water cards"), ("AT-4.3",)),
    "forest": Budget(say("forest cards"), ("AT-4.3",)),
    "hill": Budget(say("hill cards"), ("AT-4.3",)),
    "mountain": Budget(say("mountain cards"), ("AT-4.3",)),
    "build": Budget(say("builds"), ("AT-3.1",)),
    "draw": Budget(say("draws"), ("AT-3.1",)),
    "amphora": Budget(say("amphorae"), ("AT-6.3",)),
}
"""Those that are seen; each kind of building has one, too."""
PLACED = "tile"
"""The budget of the tile that is due: it is placed once."""
REST = "rest"
"""The budget of builds that uses up what is left when the payment of one is not known before."""


class Counts:
    """The budgets of a menu by name.

    position  that of the seat to move, with its hand
    free      the same when what is due is done; None when nothing can follow that
    """

    def __init__(self, position: AttikaPosition, free: AttikaPosition | None) -> None:
        self.position, self.mat = position, position.mats[position.seat]
        self.turn = free.turn if free else replace(position.turn, closed=True)
        drawn, tile = position.turn.drawn, position.turn.tile
        stored = (drawn,) if drawn else () if tile else self.mat.stored
        self.amphorae = free.mats[position.seat].amphorae if free else 0
        self.limits: dict[str, int] = {
            "build": 0 if drawn or tile else self.actions_left("build", BUILDS),
            "draw": self.actions_left("draw", DRAWS),
            **dict(zip(LANDSCAPES, position.hands[position.seat], strict=True)),
            **{name: stored.count(name) for name in dict.fromkeys(stored)},
        }
        self.limits |= {settlement_budget(number): int(number == 0) for number in range(self.most("build"))}
        self.limits |= {REST: self.most("build")}
        self.limits |= {"amphora": self.amphorae, "more builds": 0, "more draws": 0} if self.amphorae else {}
        self.limits |= {PLACED: 1} if tile else {}

    def actions_left(self, line: str, actions: int) -> int:
        """The actions of a line that are not done; none when the turn has the other line, or a card was taken."""
        turn = self.turn
        return 0 if turn.is_past_actions or turn.line not in ("", line) else actions + turn.extra - turn.done

    def most(self, line: str) -> int:
        """How many actions of a line the turn can have, with all amphorae."""
        closed = self.turn.is_past_actions or self.turn.line not in ("", line)
        return 0 if closed else self.limits[line] + self.amphorae

    def budgets(self) -> tuple[Budget, ...]:
        buildings = self.position.setting.box.buildings.values()
        named = {**BUDGETS, **{each.id: Budget(term(each.name), ("AT-3.3",)) for each in buildings}}
        return tuple([named.get(name, Budget(say(""))) for name in self.limits])

    def place(self, name: str) -> int:
        """Which of the budgets has this name; -1 if none has."""
        return list(self.limits).index(name) if name in self.limits else -1

    def allowances(self) -> tuple[Allowance, ...]:
        """AT-3.1: the line that was begun, or both."""
        builds, draws = self.limits["build"], self.limits["draw"]
        build = self.row_of({**self.limits, "draw": 0, "more builds": self.amphorae})
        draw = self.row_of({**self.limits, "build": 0, "more draws": self.amphorae})
        lines = {
            "build": Allowance(build, say("build: {builds}", builds=builds), ("AT-3.1",)),
            "draw": Allowance(draw, say("draw: {draws}", draws=draws), ("AT-3.1",)),
        }
        line = self.position.turn.line
        return (lines[line],) if line else tuple(lines.values())

    def row_of(self, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return tuple([numbers.get(name, 0) for name in self.limits])

    def uses(self, used: Mapping[str, int]) -> tuple[int, ...]:
        """So much of these budgets; nothing of the others."""
        return Choice.shorn(self.row_of(used))


def settlement_budget(number: int) -> str:
    """The budget that lets a new settlement be built as this one of the turn: the one before it gives it."""
    return f"settlement {number + 1}"


def of_cards(paid: Amounts) -> dict[str, int]:
    return dict(zip(LANDSCAPES, paid, strict=True))


BUILDINGS = 1
"""Which of `gauges` are the buildings still to build."""


def gauges(position: AttikaPosition, link: Link, paid: bool) -> tuple[Gauge, ...]:
    """Cards, buildings, settlements, amphorae, and the way between two shrines where there is one.

    paid  whether every choice says what is paid
    """
    seat, mat = position.seat, position.mats[position.seat]
    left = position.setting.number - built_count(position, seat)
    found = [
        Gauge(say("cards in hand"), sum(position.hands[seat]), paid, ("AT-4.3",)),
        Gauge(say("buildings still to build"), left, True, ("AT-8.1",)),
        Gauge(say("settlements"), len(mat.settlements), False, ("AT-5.1",)),
        Gauge(say("amphorae"), mat.amphorae, False, ("AT-6.1", "AT-6.3")),
    ]
    if 0 < link.needed < FAR:
        found.append(Gauge(say("still missing to connect two shrines"), link.needed, False, ("AT-8.1",)))
    return tuple(found)


END: Fields = {"end": True}
"""Stands for the action that gives up the rest."""
PRICES = ("AT-4.3", "AT-4.5", "AT-5.2")


def refusals_of(position: AttikaPosition, action: Fields, places: tuple[str, ...] = ()) -> list[Refusal]:
    """By each rule that refuses an action as the next one; END ends the turn."""
    ends, (kind,) = action == END, action
    move = {"seat": position.seat, "actions": [] if ends else [action], "end": ends}
    for step in PLAY.steps(position, move):
        if found := violations_of(PLAY, position, step):
            return [Refusal(kind, places, each.says, (each.rule,)) for each in found]
    return []


def refusals(known: Sight, position: AttikaPosition, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    """`position`: with the own hand; `offered`: building and hex of every build that is among the choices."""
    uses = USES if position.mats[position.seat].amphorae else ()
    beside: list[Fields] = [*({"draw": stack} for stack in STACKS), *({"amphora": use} for use in uses), END]
    found = [each for action in beside for each in refusals_of(position, action)]
    yield from {(each.kind, each.rules, str(each.says)): each for each in found}.values()
    land, kinds, hexes = position.land, next_buildings(position), position.empty_hexes()
    for place in (*land.place, *land.shrines) if position.turn.tile else ():  # on which no tile has its centre
        yield from refusals_of(position, {"tile": f"{way(land, place)} turn 0"}, (land.spot(place),))
    first = f"{''.join(kinds[:1])} at {name(hexes[0] if hexes else 0)}".strip()
    against = refusals_of(position, {"build": first}) if hexes else []
    # what forbids every build, such as the draw line that was begun; a price is none of it
    anywhere = [each for each in against if each.rules[0] not in PRICES]
    yield from anywhere
    if not anywhere and kinds:
        shrines = [f"s{number + 1}" for number in range(len(land.shrines))]
        for taken in (*map(name, sorted(position.buildings)), *shrines):
            yield from refusals_of(position, {"build": f"{kinds[0]} at {taken}"}, (taken,))
        yield from too_dear(known, offered)


def too_dear(known: Sight, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    """Buildings for which the hand is too small, also later in the turn: hexes with the same price together."""
    position, alike = known.position, dict[tuple[str, Amounts, int], list[Site]]()
    for hex in position.empty_hexes():
        for building in next_buildings(position):
            if (building, hex) not in offered:
                site = site_of(known, position.seat, building, hex)
                alike.setdefault((building, site.left, site.anyhow), []).append(site)
    hand = known.hands[position.seat]
    for (building, *_), sites in alike.items():
        facts = {"building": position.building(building).name, "left": mats.left_to_pay(sites[0])}
        says = say("{building}: {left} would be left to pay, but the hand is empty.", **facts)
        if any(hand):
            words = "{building}: {left} would be left to pay, but the hand has only {hand}."
            says = say(words, hand=amounts_phrase(hand), **facts)
        rules = mats.rules_of_price(position, building, sites[0].price)
        yield Refusal("build", tuple([name(each.hex) for each in sites]), says, rules)


DUE, BOUGHT, CARDS = -2, -1, LATE + 1
"""Ranks: due tasks come first, then amphorae for more actions; builds and draws between; cards come last."""


class Choices:
    """All choices of a position.

    position  that of the seat to move, with its hand; `free`: the same when what is due is done, None when nothing can
              follow that
    built     building and hex of every build among them
    is_whole  as of `Builds`
    paid      whether every build says what is paid
    draws     the numbers of the draws; `turning`: of those that turn up a tile

    Many choices share a piece: it is made once.
    """

    def __init__(self, position: AttikaPosition, free: AttikaPosition | None) -> None:
        self.position, self.seat = position, position.seat
        self.counts, self.link = Counts(position, free), nearest_link(position, self.seat)
        self.short = abbreviations({each.id: each.name for each in position.setting.box.buildings.values()})
        self.built: set[tuple[str, int]] = set()
        self.pieces: dict[str, Piece] = {}
        self.is_whole = self.paid = True
        self.choices: list[Choice] = [*self.placings(), *self.drawn_building_choices()]
        self.first = (tuple(range(len(self.choices))),) if self.choices else ()
        self.draws, self.turning = range(0), tuple[int, ...]()
        if free:
            self.go_on(free)

    def go_on(self, free: AttikaPosition) -> None:
        """The choices when nothing is due.

        Cards are written behind draws, and nothing comes between a draw and its store or build (AT-3.2). So a draw is
        taken before them: then they are offered when an order says what becomes of the building.
        """
        self.choices += self.builds(free)
        stacks = list(self.stacks(free))
        self.draws = range(len(self.choices), len(self.choices) + len(stacks))
        self.turning = tuple([number for number, (*_, tile) in zip(self.draws, stacks, strict=True) if tile])
        for more in (self.drawing, self.amphorae, self.giving_up, self.ending):
            self.choices += more(free)
        cards = tuple([number for number, each in enumerate(self.choices) if each.rank == CARDS])
        for number in self.draws:
            draw = self.choices[number]
            self.choices[number] = draw._replace(unless=(*draw.unless, *cards))

    def placings(self) -> Iterator[Choice]:
        """The tile that is due, at each place in each turn in which it looks different (AT-7.1)."""
        if not self.position.turn.tile:
            return
        turned = insets(self.position)
        for number, (_, move) in enumerate(tile_candidates(self.position)):
            text = move["actions"][0]["tile"]
            place = place_name(number // len(turned))
            facts = {"tile": self.position.turn.tile, "place": place, "turn": text.rpartition(" ")[2]}
            words = say("{tile} on {place}, turn {turn}", **facts)
            uses, piece = self.counts.uses({PLACED: 1}), turned[number % len(turned)]
            yield Choice("tile", (place,), words, f"tile: {text}", uses=uses, rank=DUE, piece=piece)

    def drawn_building_choices(self) -> Iterator[Choice]:
        """The building that was drawn: to be stored, or built where the hand can pay for it (AT-3.2)."""
        building = self.position.turn.drawn
        if not building:
            return
        uses = self.counts.uses({building: 1})
        words = say("{building}: put it on the storage board", building=self.position.building(building).name)
        yield Choice("store", (), words, f"store: {building}", uses=uses, rank=DUE)
        for hex in self.position.empty_hexes():
            paid = legal_payment(self.position, building, hex)
            if paid is not None:
                touches = bool(self.position.settlements_beside(self.seat, hex))
                offer = BuildOffer(building, hex, paid, JOINED if touches else 0)
                yield self.build(offer)._replace(rank=DUE, uses=self.uses(offer))

    def uses(self, offer: BuildOffer) -> tuple[int, ...]:
        return self.counts.uses({offer.building: 1, **of_cards(offer.paid)})

    # builds

    def builds(self, free: AttikaPosition) -> Iterator[Choice]:
        """The buildings on the storage board, each with what it needs before it and what spoils it."""
        if not self.counts.most("build") or self.first:
            return
        builds = Builds(free, self.counts.most("build"))
        offers = builds.offers()
        self.is_whole = builds.is_whole
        ties = Ties(offers, builds.near, len(self.choices))
        for number, offer in enumerate(offers):
            used = {"build": 1, offer.building: 1, REST: 1, **of_cards(offer.paid)}
            if offer.founds != JOINED:
                used |= {settlement_budget(offer.founds): 1, settlement_budget(offer.founds + 1): -1}
            after, bars, unless = ties.after(number), ties.bars(number), ties.unless(number)
            uses, rank = self.counts.uses(used), ties.ranks[number]
            yield self.build(offer, after=after, bars=bars, unless=unless, uses=uses, rank=rank)
        if len(offers) <= TOO_MANY and self.counts.most("build") > 1:
            yield from [self.later(*each, ties) for each in later(builds, ties)]

    def later(self, offer: BuildOffer, after: tuple[int, ...], ties: Ties) -> Choice:
        """A second build that is paid from the rest of the hand, and the last that the page composes."""
        self.paid = False
        facts = {"building": self.position.building(offer.building).name, "hex": name(offer.hex)}
        return self.build(
            offer,
            after=(after,),
            bars=ties.around(offer.hex),
            uses=self.counts.uses({"build": 1, offer.building: 1, REST: self.counts.most("build") - 1}),
            rank=LATE,
        )._replace(
            says=say("{building} on {hex}, paid with what is left", **facts),
            writes=f"build: {offer.building} at {name(offer.hex)}",
        )

    def build(self, offer: BuildOffer, **ties: Any) -> Choice:
        """The build by itself, or with these fields."""
        self.built.add((offer.building, offer.hex))
        words = self.offer_phrase(offer)
        gains, cost = self.gains(offer), sum(offer.paid)
        worth = (-cost,) if cost else ()
        text, piece = f"build: {offer_text(offer)}", self.piece(offer.building)
        return Choice("build", (name(offer.hex),), words, text, gains=gains, piece=piece, worth=worth, **ties)

    def piece(self, building: str) -> Piece:
        """A building as it lies on the board: the same in all choices."""
        if building not in self.pieces:
            symbol = building_symbol(self.position.building(building))
            self.pieces[building] = building_piece(self.seat, self.short[building], "now", symbol)
        return self.pieces[building]

    def offer_phrase(self, offer: BuildOffer) -> Phrase:
        building = self.position.building(offer.building).name
        facts = {"building": building, "hex": name(offer.hex), "paid": amounts_phrase(offer.paid)}
        new = offer.founds != JOINED and bool(offer.founds or self.position.mats[self.seat].settlements)
        if offer.paid == NONE:
            return say("{building} on {hex} for free", **facts)
        if new:
            return say("{building} on {hex} for {paid}, a new settlement", **facts)
        return say("{building} on {hex} for {paid}", **facts)

    def gains(self, offer: BuildOffer) -> tuple[int, ...]:
        """As `gauges` has them: cards, buildings, settlements, amphorae, the way between shrines."""
        position, (building, hex, *_) = self.position, offer
        touched = len(position.settlements_beside(self.seat, hex))
        settlements = 1 if offer.founds != JOINED else 1 - max(touched, 1)
        amphorae, nearer = 0, -1 if hex in self.link.hexes else 0
        if missing(position, self.seat, position.building(building).group) == [building]:  # AT-6.1
            after = evolve(position, BuildingBuilt(self.seat, building, hex, NONE, not position.turn.drawn))
            amphorae = min(len(completed_groups(after, self.seat, hex)), position.supply.amphorae)
        return (-sum(offer.paid), -1, settlements, amphorae, nearer)

    # draws

    def stacks(self, free: AttikaPosition) -> Iterator[tuple[str, int, bool]]:
        """Each draw that the turn may have: its stack, how many are drawn from it before, whether a tile comes then."""
        for stack, left in zip(STACKS, free.mats[self.seat].stacks, strict=True):
            if self.counts.most("draw") and not refusals_of(free, {"draw": stack}):
                for before in range(min(left, self.counts.most("draw"))):
                    yield stack, before, before + 1 == left and bool(free.supply.tiles)

    def drawing(self, free: AttikaPosition) -> Iterator[Choice]:
        """AT-3.2. Where the last of a stack is drawn a tile is turned up, and nothing else comes before it (AT-7.1)."""
        for number, (stack, before, _) in enumerate(self.stacks(free), self.draws.start):
            left = free.mats[self.seat].stacks[STACKS.index(stack)] - before
            after = ((number - 1,),) if before else self.first
            unless = tuple([each for each in self.turning if each != number])
            words = say("Draw from stack {stack} ({left} left)", stack=stack_words(stack), left=left)
            uses = self.counts.uses({"draw": 1})
            yield Choice("draw", (), words, f"draw: {stack}", after=after, unless=unless, uses=uses, shows=stack)

    # amphorae, and the end

    def amphorae(self, free: AttikaPosition) -> Iterator[Choice]:
        """AT-6.3."""
        words = {
            "draw": say("Return an amphora for one more draw"),
            "build": say("Return an amphora for one more build"),
            "card": say("Return an amphora for a card"),
        }
        for use in USES:
            if not self.counts.amphorae or refusals_of(free, {"amphora": use}):
                continue
            card = use == "card"
            yield Choice(
                "amphora",
                (),
                words[use],
                f"amphora: {use}",
                after=self.first,
                bars=self.turning if card else (),
                uses=self.counts.uses({"amphora": 1} if card else {"amphora": 1, use: -1, f"more {use}s": 1}),
                gains=(int(card), 0, 0, -1),
                many=self.counts.amphorae > 1,
                rank=CARDS if card else BOUGHT,
            )

    def giving_up(self, free: AttikaPosition) -> Iterator[Choice]:
        """AT-3.4, if the turn continues by an amphora (AT-6.3): the number of cards is known before more is done."""
        due = cards_due(free)
        if not may_wait(free) or not due or refusals_of(free, {"cards": due}):
            return
        words = say(
            "Take {cards} for the actions you have left, and decide about your amphorae later", cards=cards(due)
        )
        bars = tuple([number for number, each in enumerate(self.choices) if each.rank not in (DUE, CARDS)])
        yield Choice("cards", (), words, f"cards: {due}", after=self.first, bars=bars, gains=(due,), rank=CARDS)

    def ending(self, free: AttikaPosition) -> Iterator[Choice]:
        """AT-3.4."""
        if not refusals_of(free, END):
            words = say("End the turn: a card for each action you have left")
            words = say("End the turn") if free.turn.given_up else words
            yield Choice("end", (), words, "end: true", "end", after=self.first, bars=self.turning, rank=CARDS)


def offer_text(offer: BuildOffer) -> str:
    """`tower at 7ne pay hill 1`: it says what is paid, so that nothing else can be."""
    return f"{offer.building} at {name(offer.hex)} pay {amounts_text(offer.paid)}"


STORE = Answer("", say("put it on the storage board"), "do: [store]", "{else: store}")


class Orders:
    """What may be done with a building that is drawn on this position, whichever it is."""

    def __init__(self, position: AttikaPosition) -> None:
        self.position, self.seat, self.empty = position, position.seat, position.empty_hexes()
        self.answers: list[Answer] = [STORE]
        self.numbers: dict[tuple[int, Amounts], int] = {}
        self.piece = building_piece(self.seat, "", "now")

    def secrets(self) -> tuple[tuple[str, Secret], ...]:
        """What each stack may show that has something."""
        what = dict[bool, tuple[ShownItem, ...]]()
        for main in (True, False):
            buildings = undrawn(self.position, main)
            what[main] = tuple(
                [ShownItem(each.id, keyword_term(each.name), (0, *self.builds(each))) for each in buildings]
            )
        opens = "draw: {{stack: {stack}, then: ["
        stacks = [stack for stack, size in zip(STACKS, self.position.mats[self.seat].stacks, strict=True) if size]
        return tuple([(each, Secret(opens.format(stack=each), "]}", what[each == STACKS[0]], (0,))) for each in stacks])

    def builds(self, building: Building) -> Iterator[int]:
        """Where it may be built when it is drawn, with the hand as it is now."""
        drawn = replace(self.position, turn=replace(self.position.turn, line="draw", drawn=building.id))
        for hex in self.empty:
            paid = legal_payment(drawn, building.id, hex)
            if paid is None:
                continue
            if (hex, paid) not in self.numbers:  # many buildings share an answer
                self.numbers[hex, paid] = len(self.answers)
                self.answers.append(self.answer(hex, paid))
            yield self.numbers[hex, paid]

    def answer(self, hex: int, paid: Amounts) -> Answer:
        """It is for buildings that are named: no hand pays for whatever comes."""
        at = name(hex)
        says = say("build it on {hex} for {paid}", hex=at, paid=amounts_phrase(paid))
        says = say("build it on {hex} for free", hex=at) if paid == NONE else says
        return Answer(at, says, f"build: {at} pay {amounts_text(paid)}", "", self.piece)


def menu(header: Header, moments: Sequence[AttikaMoment]) -> Menu | None:
    """The choices of the seat to move after the last of `moments`; None when nobody is."""
    last = moments[-1]
    seat = last.position.seat
    if not seat or last.entry.get("kind") == "close":
        return None
    known = sight(last, seat)
    position = replace(known.position, hands={seat: known.hands[seat]})
    free = position_after_due(position)
    found = Choices(position, free)
    orders = Orders(free or position)
    shown = orders.secrets() if found.draws else ()
    return Menu(
        game=header["game"],
        title="attika",
        entry=last.number,
        head=last.head,
        seat=seat,
        kinds=kinds(found),
        choices=tuple(found.choices),
        parts=move_parts("attika"),
        budgets=found.counts.budgets(),
        allowances=found.counts.allowances(),
        gauges=gauges(position, found.link, found.paid),
        score=BUILDINGS,
        refusals=tuple(refusals(known, position, found.built)),
        lights=tuple(lights(free)) if free else (),
        answers=tuple(orders.answers) if shown else (),
        shown=shown,
        advice=tuple(advice(bool(shown), found.is_whole)),
        begins=tuple([line.says for line in due_lines(position, due(position))]),
    )


AMPHORA = "M8 2h8M9.5 2v4.5Q4.5 9.5 6 15t4 7h4q3-2.5 4-7t-3.5-8.5V2M9.5 4Q4 4 5.5 9.5M14.5 4Q20 4 18.5 9.5"
"""A jar with two handles."""


def kinds(found: Choices) -> tuple[Kind, ...]:
    """Draws, builds and cards; amphorae where there are some."""
    counts, picture = found.counts, building_piece(found.seat, "", "now")
    amphora = Kind("amphora", say("Return an amphora"), budget=counts.place("amphora"), outline=AMPHORA)
    return (
        Kind("tile", say("The tile")),
        Kind("store", say("Store")),
        Kind("build", say("Build"), budget=counts.place("build"), piece=picture),
        Kind("draw", say("Draw"), budget=counts.place("draw")),
        *((amphora,) if counts.amphorae else ()),
        Kind("cards", say("Take cards"), slot="cards"),
        Kind("end", say("End the turn"), slot="cards"),
    )


def lights(position: AttikaPosition) -> Iterator[Light]:
    """The symbols that pay for a building on each empty hex (AT-4.2)."""
    for hex in range(len(position.land.place)):
        if position.is_empty(hex) and (paying := paying_hexes(position, hex)):
            gives = amounts_phrase(ground(position, position.seat, hex)[0])
            yield Light(name(hex), say("The landscape here pays {amounts}.", amounts=gives), tuple(map(name, paying)))


def advice(draws: bool, whole: bool) -> Iterator[Phrase]:
    """Options that have to be written by hand."""
    if not whole:
        yield say("Other payments, and more new settlements in one turn, can be legal too. Write these by hand.")
    if draws:
        yield say(
            "With a draw you can say in advance what to do with the building, whichever it is. "
            "Then the turn continues in the same move."
        )
        yield say(
            "After building or storing you can say in advance what to do if a tile is turned up. "
            "Write that by hand (AT-10.9)."
        )


def position_after_due(position: AttikaPosition) -> AttikaPosition | None:
    """The position when what is due is done, the first way in which it may be;

    None if the turn cannot continue then.
    """
    turn = position.turn
    if not turn.tile and not turn.drawn:
        return position
    move = {"seat": position.seat, "actions": [{"store": turn.drawn}]} if turn.drawn else next(candidates(position))[1]
    try:
        ruling = judge(PLAY, position, move, refuse_chance)
    except Veiled:  # nothing is known about the next step
        return None
    goes_on = isinstance(ruling, Accepted) and ruling.position.seat == position.seat
    return ruling.position if isinstance(ruling, Accepted) and goes_on else None
