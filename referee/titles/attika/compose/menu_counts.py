"""What a turn uses up: draws or builds, amphorae, the cards of the hand, the buildings of the storage board."""

from collections.abc import Mapping

from referee.show.menu import Allowance, Budget, Gauge
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules.ending import buildings, built_count
from referee.titles.attika.rules.state import BUILDS, DRAWS, Amounts, AttikaPosition
from referee.titles.attika.show.reach import FAR, Link
from referee.words import say, term

CARDS = {
    "water": say("water cards"),
    "forest": say("forest cards"),
    "hill": say("hill cards"),
    "mountain": say("mountain cards"),
}
NOBODY_SEES = say("")
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
        self.turn = free.turn if free else position.turn._replace(closed=True)
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
        return tuple([self.budget(name) for name in self.limits])

    def budget(self, name: str) -> Budget:
        named = {
            "build": (say("builds"), "AT-3.1"),
            "draw": (say("draws"), "AT-3.1"),
            "amphora": (say("amphorae"), "AT-6.3"),
        }
        if name in CARDS:
            return Budget(CARDS[name], ("AT-4.3",))
        if name in named:
            return Budget(named[name][0], (named[name][1],))
        if name in self.position.setting.box.buildings:
            return Budget(term(self.position.building(name).name), ("AT-3.3",))
        return Budget(NOBODY_SEES)

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
        row = [used.get(name, 0) for name in self.limits]
        while row and not row[-1]:
            row.pop()
        return tuple(row)


def settlement_budget(number: int) -> str:
    """The budget that lets a new settlement be built as this one of the turn: the one before it gives it."""
    return f"settlement {number + 1}"


def of_cards(paid: Amounts) -> dict[str, int]:
    return dict(zip(LANDSCAPES, paid, strict=True))


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
        found.append(Gauge(say("still missing to join two shrines"), link.needed, False, ("AT-8.1",)))
    return tuple(found)
