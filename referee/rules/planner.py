"""The planning player of every title: it adds one lawful action to another and keeps the turn its title thinks best.

The law is asked about every candidate. The planner knows what the seat to move knows, and nothing that is yet to be
shown.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, NamedTuple

from referee.rules.law import is_allowed
from referee.rules.rulebook import E, Move, Outlook, P, Rulebook, S
from referee.rules.ruling import Veiled, refuse_chance, unfold
from referee.rules.search import is_surely_legal, legal_candidates, lot
from referee.store.chain import canonical
from referee.store.documents import actions_of


class Plan(NamedTuple, Generic[P]):
    """A turn as far as it is thought out, its worth, the position that it leads to, and whether it can go on there."""

    move: Move
    worth: int
    position: P
    is_open: bool = True


def suggest_move(book: Rulebook[P, S, E], position: P, seed: int = 0) -> Move:
    """A legal move of the seat to move, perhaps a part of a turn. ValueError when the game is over.

    In a title that does not say what a position is worth it is any legal single action. Where none is legal, it is what
    the rules have for a missed turn. The seed decides among equals.
    """
    play, seat = book.play, book.play.to_move(position)
    if not seat:
        raise ValueError("the game is over: nobody is to move")
    missed: Move = {"seat": seat, **play.missed(position)}
    if outlook := book.compose().outlook:
        return Planner(book, position, seat, outlook, seed).best_move() or missed
    legal = [move for _, move in legal_candidates(play, position)]
    return min(legal, key=lambda move: lot(seed, canonical(move)), default=missed)


class Planner(Generic[P, S, E]):
    """Adds the best action to a turn, again and again, as long as that does not make the turn worse."""

    def __init__(self, book: Rulebook[P, S, E], position: P, seat: str, outlook: Outlook[P], seed: int) -> None:
        compose = book.compose()
        self.play, self.start, self.seat, self.seed = book.play, position, seat, seed
        self.tries, self.worth = compose.tries or book.play.candidates, outlook(position, seat)
        self.bare: Move = {"seat": seat, "actions": []}
        self.common = [step.what for step in self.play.steps(position, self.bare)]

    def best_move(self) -> Move | None:
        """The best turn that was found; None if the rules allow no action, and no turn without one."""
        best = Plan(self.bare, self.worth(self.start, ""), self.start)
        lawful = is_surely_legal(self.play, self.start, self.bare)
        while best.is_open and (longer := self.longer(best, lawful)):
            best, lawful = longer, True
        return best.move if lawful else None

    def longer(self, plan: Plan[P], lawful: bool) -> Plan[P] | None:
        """The best plan with one action more; None if each is worse, or of no more use, than a plan that is lawful."""
        grown = list(self.grown(plan))
        grown.sort(key=lambda each: (-each.worth, each.is_open, lot(self.seed, canonical(each.move))))
        for part in grown:
            if lawful and (part.worth, not part.is_open) <= (plan.worth, False):
                return None
            if move := self.lawful(plan.move, part.move):
                return part._replace(move=move)
        return None

    def grown(self, plan: Plan[P]) -> Iterator[Plan[P]]:
        """What becomes of each candidate that is legal by itself after a plan."""
        for _, move in self.tries(plan.position):
            steps = [step.what for step in self.play.steps(plan.position, move)]
            if after := self.after_part(plan.position, move, [step for step in steps if step not in self.common]):
                yield after

    def lawful(self, move: Move, part: Move) -> Move | None:
        """The move with one action more, at the end or before its last one; None if the rules allow neither."""
        longer, actions = move_with_part(move, part), actions_of(move)
        before: Move = {**longer, "actions": [*actions[:-1], *actions_of(part), *actions[-1:]]}
        return next((each for each in (longer, before) if is_surely_legal(self.play, self.start, each)), None)

    def after_part(self, position: P, move: Move, steps: Iterable[S]) -> Plan[P] | None:
        """What the steps of a part lead to, up to what is not to be seen yet; None if a rule forbids one."""
        play, passed, shown = self.play, [position], ""
        for step in steps:
            if not is_allowed(play.law, passed[-1], step):
                return None
            try:
                for event in play.happens(passed[-1], step, refuse_chance):
                    unfold(play.evolve, play.reactions, passed[-1], event, refuse_chance, [], passed)
            except Veiled as veiled:
                shown = str(veiled)
                break
        last = passed[-1]
        is_open = not shown and play.to_move(last) == self.seat and not play.is_part_over(last)
        return Plan(move, self.worth(last, shown), last, is_open)


def move_with_part(move: Move, part: Move) -> Move:
    """A move with one part more: lists grow, mappings join."""
    grown: dict[str, Any] = dict(move)
    for key, value in part.items():
        if isinstance(value, list):
            grown[key] = [*grown.get(key, []), *value]
        elif isinstance(value, dict):
            grown[key] = {**grown.get(key, {}), **value}
        else:
            grown[key] = value
    return grown
