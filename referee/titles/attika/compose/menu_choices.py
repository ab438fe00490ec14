"""The choices of a turn one by one: tasks that are due, builds, draws, amphorae, the end."""

from collections.abc import Iterator
from typing import Any

from referee.show.menu import Choice
from referee.show.view import Piece
from referee.titles.attika.compose.menu_builds import (
    JOINED,
    LATE,
    TOO_MANY,
    BuildOffer,
    Builds,
    Ties,
    later,
    legal_payment,
)
from referee.titles.attika.compose.menu_counts import END, PLACED, REST, Broken, Counts, of_cards, settlement_budget
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.amphorae import completed_groups, missing
from referee.titles.attika.rules.costs import amounts_phrase, amounts_text
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.moves import USES
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.play import tile_candidates
from referee.titles.attika.rules.state import NONE, STACKS, AttikaPosition, stack_words
from referee.titles.attika.rules.turns import cards_due, may_wait
from referee.titles.attika.show.icons import building_symbol
from referee.titles.attika.show.names import abbreviations, building_name, cards, insets, place_name
from referee.titles.attika.show.picture import building_piece
from referee.titles.attika.show.sites import nearest_link
from referee.words import Phrase, say

DUE, BOUGHT, CARDS = -2, -1, LATE + 1
"""Ranks: due tasks come first, then amphorae for more actions; builds and draws between; cards come last."""


class Choices:
    """All choices of a position.

    position  that of the seat to move, with its hand
    free      the same when what is due is done; None when nothing can follow that
    built     building and hex of every build among them
    is_whole  as of `Builds`
    paid      whether every build says what is paid
    draws     the numbers of the draws; `turning`: of those that turn up a tile

    Many choices share a piece: it is made once.
    """

    def __init__(self, position: AttikaPosition, free: AttikaPosition | None, broken: Broken) -> None:
        self.position, self.free, self.seat, self.broken = position, free, position.seat, broken
        self.counts, self.link = Counts(position, free), nearest_link(position, self.seat)
        self.short = abbreviations(position.setting.box)
        self.built: set[tuple[str, int]] = set()
        self.pieces: dict[str, Piece] = {}
        self.is_whole = self.paid = True
        self.choices: list[Choice] = [*self.placings(), *self.drawn_building_choices()]
        self.first = (tuple(range(len(self.choices))),) if self.choices else ()
        self.draws, self.turning = range(0), tuple[int, ...]()
        if free:
            self.go_on(free)

    def go_on(self, free: AttikaPosition) -> None:
        """The choices when nothing is due."""
        self.choices += self.builds(free)
        stacks = list(self.stacks(free))
        self.draws = range(len(self.choices), len(self.choices) + len(stacks))
        self.turning = tuple([number for number, (*_, tile) in zip(self.draws, stacks, strict=True) if tile])
        for more in (self.drawing, self.amphorae, self.giving_up, self.ending):
            self.choices += more(free)
        self.draw_first()

    def draw_first(self) -> None:
        """Cards are written behind draws, and nothing comes between a draw and its store or build (AT-3.2).

        So a draw is taken before them: then they are offered when an order says what becomes of the building.
        """
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
        words = say("{building}: put it on the storage board", building=building_name(self.position, building))
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
            more = (
                {settlement_budget(offer.founds): 1, settlement_budget(offer.founds + 1): -1}
                if offer.founds != JOINED
                else {}
            )
            uses = self.counts.uses({"build": 1, offer.building: 1, REST: 1, **of_cards(offer.paid), **more})
            yield self.build(
                offer,
                after=ties.after(number),
                bars=ties.bars(number),
                unless=ties.unless(number),
                uses=uses,
                rank=ties.ranks[number],
            )

        if len(offers) <= TOO_MANY and self.counts.most("build") > 1:
            yield from [self.later(*each, ties) for each in later(builds, ties)]

    def later(self, offer: BuildOffer, after: tuple[int, ...], ties: Ties) -> Choice:
        """A second build that is paid from the rest of the hand, and the last that the page composes."""
        self.paid = False
        facts = {"building": building_name(self.position, offer.building), "hex": name(offer.hex)}
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
        building = building_name(self.position, offer.building)
        facts = {"building": building, "hex": name(offer.hex), "paid": amounts_phrase(offer.paid)}
        new = offer.founds != JOINED and bool(offer.founds or self.position.mats[self.seat].settlements)
        if offer.paid == NONE:
            return say("{building} on {hex} for free", **facts)
        if new:
            return say("{building} on {hex} for {paid}, a new settlement", **facts)
        return say("{building} on {hex} for {paid}", **facts)

    def gains(self, offer: BuildOffer) -> tuple[int, ...]:
        """As `menu_counts.gauges` has them: cards, buildings, settlements, amphorae, the way between shrines."""
        touched = len(self.position.settlements_beside(self.seat, offer.hex))
        settlements = 1 if offer.founds != JOINED else 1 - max(touched, 1)
        nearer = -1 if offer.hex in self.link.hexes else 0
        return (-sum(offer.paid), -1, settlements, self.amphorae_gain(offer), nearer)

    def amphorae_gain(self, offer: BuildOffer) -> int:
        """Amphorae that it brings as the next build (AT-6.1)."""
        position, group = self.position, self.position.building(offer.building).group
        if missing(position, self.seat, group) != [offer.building]:
            return 0
        after = evolve(position, BuildingBuilt(self.seat, offer.building, offer.hex, NONE, not position.turn.drawn))
        return min(len(list(completed_groups(after, self.seat, offer.hex))), position.supply.amphorae)

    # draws

    def stacks(self, free: AttikaPosition) -> Iterator[tuple[str, int, bool]]:
        """Each draw that the turn may have: its stack, how many are drawn from it before, whether a tile comes then."""
        for stack, left in zip(STACKS, free.mats[self.seat].stacks, strict=True):
            if self.counts.most("draw") and not self.broken(free, {"draw": stack}):
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
        for use in USES:
            if self.counts.amphorae and not self.broken(free, {"amphora": use}):
                yield self.amphora(use)

    def amphora(self, use: str) -> Choice:
        words = {
            "draw": say("Return an amphora for one more draw"),
            "build": say("Return an amphora for one more build"),
            "card": say("Return an amphora for a card"),
        }
        card = use == "card"
        return Choice(
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
        if not may_wait(free) or not due or self.broken(free, {"cards": due}):
            return
        words = say(
            "Take {cards} for the actions you have left, and decide about your amphorae later", cards=cards(due)
        )
        bars = tuple([number for number, each in enumerate(self.choices) if each.rank not in (DUE, CARDS)])
        yield Choice("cards", (), words, f"cards: {due}", after=self.first, bars=bars, gains=(due,), rank=CARDS)

    def ending(self, free: AttikaPosition) -> Iterator[Choice]:
        """AT-3.4."""
        if not self.broken(free, END):
            words = say("End the turn: a card for each action you have left")
            words = say("End the turn") if free.turn.given_up else words
            yield Choice("end", (), words, "end: true", "end", after=self.first, bars=self.turning, rank=CARDS)


def offer_text(offer: BuildOffer) -> str:
    """`tower at 7ne pay hill 1`: it says what is paid, so that nothing else can be."""
    return f"{offer.building} at {name(offer.hex)} pay {amounts_text(offer.paid)}"
