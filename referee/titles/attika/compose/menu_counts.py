"""What a turn uses up, and why nothing of a kind may be done, in the text of the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from referee.show.menu import Allowance, Budget, Gauge, Refusal
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.branches import Fields
from referee.titles.attika.rules.costs import amounts_phrase
from referee.titles.attika.rules.moves import USES
from referee.titles.attika.rules.play import way
from referee.titles.attika.rules.state import BUILDS, DRAWS, STACKS, Amounts, AttikaPosition
from referee.titles.attika.rules.turns import buildings, built_count
from referee.titles.attika.show import mats
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.names import building_name
from referee.titles.attika.show.sites import FAR, Link, Site, next_buildings, site_of
from referee.words import Phrase, say, term

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
        self.nothing = dict.fromkeys(self.limits, 0)

    def actions_left(self, line: str, actions: int) -> int:
        """The actions of a line that are not done; none when the turn has the other line, or a card was taken."""
        turn = self.turn
        return 0 if turn.is_past_actions or turn.line not in ("", line) else actions + turn.extra - turn.done

    def most(self, line: str) -> int:
        """How many actions of a line the turn can have, with all amphorae."""
        closed = self.turn.is_past_actions or self.turn.line not in ("", line)
        return 0 if closed else self.limits[line] + self.amphorae

    def budgets(self) -> tuple[Budget, ...]:
        return tuple([self.budget(name) for name in self.limits])

    def budget(self, name: str) -> Budget:
        if name in self.position.setting.box.buildings:
            return Budget(term(self.position.building(name).name), ("AT-3.3",))
        return BUDGETS.get(name, Budget(say("")))

    def place(self, name: str) -> int:
        """Which of the budgets has this name; -1 if none has."""
        return list(self.limits).index(name) if name in self.limits else -1

    def allowances(self) -> tuple[Allowance, ...]:
        """AT-3.1: the line that was begun, or both."""
        build = {**self.limits, "draw": 0, "more builds": self.amphorae}
        draw = {**self.limits, "build": 0, "more draws": self.amphorae}
        facts = {"builds": self.limits["build"], "draws": self.limits["draw"]}
        lines = {
            "build": Allowance(self.row_of(build), say("build: {builds}", **facts), ("AT-3.1",)),
            "draw": Allowance(self.row_of(draw), say("draw: {draws}", **facts), ("AT-3.1",)),
        }
        line = self.position.turn.line
        return (lines[line],) if line else tuple(lines.values())

    def row_of(self, limits: Mapping[str, int]) -> tuple[int, ...]:
        return tuple([limits[name] for name in self.limits])

    def uses(self, used: Mapping[str, int]) -> tuple[int, ...]:
        """So much of these budgets; nothing of the others."""
        row = list({**self.nothing, **used}.values())[: len(self.limits)]
        while row and not row[-1]:
            row.pop()
        return tuple(row)


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
    found = [
        Gauge(say("cards in hand"), sum(position.hands[seat]), paid, ("AT-4.3",)),
        Gauge(say("buildings still to build"), buildings(position) - built_count(position, seat), True, ("AT-8.1",)),
        Gauge(say("settlements"), len(mat.settlements), False, ("AT-5.1",)),
        Gauge(say("amphorae"), mat.amphorae, False, ("AT-6.1", "AT-6.3")),
    ]
    if 0 < link.needed < FAR:
        found.append(Gauge(say("still missing to connect two shrines"), link.needed, False, ("AT-8.1",)))
    return tuple(found)


Broken = Callable[[AttikaPosition, str | Fields], list[tuple[str, Phrase]]]
"""Position, action (or END) → the rules that refuse it as the next, each with its words."""

END = "end"
"""Stands for the action that gives up the rest."""
PRICES = ("AT-4.3", "AT-4.5", "AT-5.2")


Ask = Callable[[str | Fields], list[tuple[str, Phrase]]]
"""The same of the position of the menu."""


def refusals(known: Sight, broken: Ask, offered: set[tuple[str, int]]) -> tuple[Refusal, ...]:
    """`offered`: building and hex of every build that is among the choices."""
    uses = USES if known.position.mats[known.position.seat].amphorae else ()
    return (*beside_the_board(broken, uses), *of_tiles(known.position, broken), *of_builds(known, broken, offered))


def beside_the_board(broken: Ask, uses: Iterable[str]) -> Iterator[Refusal]:
    """Draws, amphorae and the end of the turn."""
    actions: list[tuple[str, str | Fields]] = [
        *(("draw", {"draw": stack}) for stack in STACKS),
        *(("amphora", {"amphora": use}) for use in uses),
        ("end", END),
    ]
    found = {(kind, rule, str(says)): says for kind, action in actions for rule, says in broken(action)}
    for (kind, rule, _), says in found.items():
        yield Refusal(kind, (), says, (rule,))


def of_tiles(position: AttikaPosition, broken: Ask) -> Iterator[Refusal]:
    """Where on tiles and shrines the tile that is due can't have its centre: nowhere."""
    land = position.land
    for place in (*land.place, *land.shrines) if position.turn.tile else ():
        for rule, says in broken({"tile": f"{way(land, place)} turn 0"}):
            yield Refusal("tile", (land.spot(place),), says, (rule,))


def of_builds(known: Sight, broken: Ask, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    position = known.position
    whole = list(anywhere(position, broken))
    yield from whole
    if not whole and next_buildings(position):
        yield from occupied_refusals(position, broken)
        yield from too_dear(known, offered)


def anywhere(position: AttikaPosition, broken: Ask) -> Iterator[Refusal]:
    """What forbids every build, such as the draw line that was begun; a price is none of it."""
    first = next_buildings(position)[:1]
    hexes = position.empty_hexes()
    for rule, says in broken({"build": f"{''.join(first)} at {name(hexes[0] if hexes else 0)}".strip()}):
        if rule not in PRICES and hexes:
            yield Refusal("build", (), says, (rule,))


def occupied_refusals(position: AttikaPosition, broken: Ask) -> Iterator[Refusal]:
    """Hexes with a building, and shrines."""
    kind = next_buildings(position)[0]
    for place in [*map(name, sorted(position.buildings)), *[f"s{n + 1}" for n in range(len(position.land.shrines))]]:
        for rule, says in broken({"build": f"{kind} at {place}"}):
            yield Refusal("build", (place,), says, (rule,))


def too_dear(known: Sight, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    """Buildings for which the hand is too small, also later in the turn: hexes with the same price together."""
    position, alike = known.position, dict[tuple[str, Amounts, int], list[Site]]()
    for hex in position.empty_hexes():
        for building in next_buildings(position):
            if (building, hex) not in offered:
                site = site_of(known, position.seat, building, hex)
                alike.setdefault((building, site.left, site.anyhow), []).append(site)
    for sites in alike.values():
        rules = mats.rules_of_price(position, sites[0].building, sites[0].price)
        yield Refusal("build", tuple([name(each.hex) for each in sites]), dear(known, sites[0]), rules)


def dear(known: Sight, site: Site) -> Phrase:
    hand = known.hands[known.position.seat]
    facts = {"building": building_name(known.position, site.building), "left": mats.left_to_pay(site)}
    if not any(hand):
        return say("{building}: {left} would be left to pay, but the hand is empty.", **facts)
    words = "{building}: {left} would be left to pay, but the hand has only {hand}."
    return say(words, hand=amounts_phrase(hand), **facts)
