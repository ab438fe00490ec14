"""What a seat may do next, and what becomes possible in a turn after what: the law alone is asked, nothing derives it.

`legal`, `suggest`, a planning player and the menu of a title read this. A title says only what may be tried, and near
what something may have changed.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Generic, NamedTuple

from referee.rules.law import NO_RULES, is_allowed
from referee.rules.rulebook import E, Law, Move, NoBranch, P, Play, S
from referee.rules.ruling import Accepted, Veiled, happen, judge, refuse_chance


def lot(seed: int, what: object) -> bytes:
    """What the seed says of something: it decides among equals."""
    return sha256(f"{seed} {what}".encode()).digest()


def legal_candidates(play: Play[P, S, E], position: P) -> Iterator[tuple[str, Move]]:
    """`(kind, move)` of every candidate that no rule forbids, in the order of the candidates."""
    return ((kind, move) for kind, move in play.candidates(position) if is_surely_legal(play, position, move))


def is_surely_legal(play: Play[P, S, E], position: P, move: Move) -> bool:
    """Whether the rules allow a move, as far as that is known before anything is shown."""
    try:
        return isinstance(judge(play, position, move, refuse_chance), Accepted)
    except Veiled:
        return True
    except NoBranch:
        return False


def legal_events(play: Play[P, Any, E], position: P, step: object) -> tuple[E, ...]:
    """What a step makes happen, not counting reactions; nothing if a rule forbids it. Raises Veiled."""
    return tuple(play.happens(position, step, refuse_chance)) if is_allowed(play.law, position, step) else ()


def with_steps(play: Play[P, Any, E], position: P, steps: Iterable[object]) -> P:
    """The position after these steps, whether or not they are legal. Raises Veiled if one shows something."""
    for step in steps:
        for event in play.happens(position, step, refuse_chance):
            position = happen(play, position, event, refuse_chance, [])
    return position


def after_steps(play: Play[P, Any, E], position: P, steps: Iterable[object]) -> P | None:
    """The same, or None when a rule forbids one of them."""
    for step in steps:
        if not is_allowed(play.law, position, step):
            return None
        position = with_steps(play, position, (step,))
    return position


def is_hopeful(law: Law[P], position: P, step: object) -> bool:
    """Whether a step breaks at most rules that other steps before it in the same move can put right."""
    for stage in law.get(type(step), NO_RULES).stages:
        if broken := [rule for rule in stage if rule.broken(position, step)]:
            return all(rule.fixed_by != () for rule in broken)
    return True


class Trial(NamedTuple, Generic[S]):
    """Something to try: its place among all, its kind, its steps without the end of the turn, the spaces it takes."""

    key: tuple[int, ...]
    kind: str
    steps: tuple[S, ...]
    spaces: tuple[int, ...] = ()


class Together(NamedTuple, Generic[S]):
    """Trials that become legal together, since the rules tell them apart nowhere else: one is asked for all."""

    at: Hashable
    trials: Sequence[Trial[S]]


class Way(Generic[P, S]):
    """A trial that is legal, at once or after another way.

    number   its place among the ways of a search
    last     the way before it, or None
    before, after  the positions
    used     how much it and those before it use up
    mark     what it does besides, if a title tells that apart: one piece may do two things
    """

    __slots__ = ("after", "before", "last", "mark", "number", "trial", "used")

    def __init__(self, trial: Trial[S], last: "Way[P, S] | None", before: P, after: P, mark: bool) -> None:
        self.trial, self.last, self.before, self.after, self.mark = trial, last, before, after, mark
        self.number, self.used = 0, tuple[int, ...]()

    def path(self) -> tuple[int, ...]:
        """The numbers of the ways before it, and its own."""
        return (*(self.last.path() if self.last else ()), self.number)


MarkedTrial = tuple[Hashable, bool]
"""The key of a trial, or where some become legal together; and the mark."""


class Search(Generic[P, S, E]):
    """All ways of a turn, breadth first: what is legal at once, and what each way makes so.

    ways     each trial is played once for each mark, after the first way that lets it
    numbers  key and mark of a trial → the number of its way
    legal    key of a trial that is legal at once → its mark
    opens    what is not legal at once, or not with this mark → the ways each of which makes it so by itself
    """

    def __init__(self, play: Play[P, S, E], position: P, trials: Iterable[Trial[S]]) -> None:
        """`trials`: those that are legal at once."""
        self.play, self.start = play, position
        self.ways: list[Way[P, S]] = []
        self.numbers: dict[MarkedTrial, int] = {}
        self.legal: dict[Hashable, bool] = {}
        self.opens: dict[MarkedTrial, list[int]] = {}
        for trial in trials:
            if after := after_steps(play, position, trial.steps):
                self.legal[trial.key] = self.mark(position, after)
                self.note(Way(trial, None, position, after, self.legal[trial.key]))
        for way in self.ways:  # it grows meanwhile
            self.follow(way)

    def mark(self, before: P, after: P) -> bool:
        """What a title tells apart."""
        return False

    def used_by(self, way: Way[P, S]) -> tuple[int, ...] | None:
        """How much a way and those before it use up; None if the turn has no room for it."""
        return ()

    def alone(self, way: Way[P, S]) -> P:
        """The position in which a way was played before this turn and cost nothing: what it opens, it opens alone."""
        return way.after

    def near(self, way: Way[P, S]) -> Iterable[Together[S]]:
        """The trials that a way may make legal, or mark otherwise."""
        return ()

    def note(self, way: Way[P, S]) -> None:
        """Add a way if none like it is there and the turn has room for it."""
        used = None if (way.trial.key, way.mark) in self.numbers else self.used_by(way)
        if used is not None:
            way.used, way.number = used, len(self.ways)
            self.numbers[way.trial.key, way.mark] = way.number
            self.ways.append(way)

    def follow(self, way: Way[P, S]) -> None:
        """Ask what a way opens by itself, and play that after it."""
        base: P | None = None
        for at, trials in self.near(way):
            base = base or self.alone(way)
            after = after_steps(self.play, base, trials[0].steps)
            if after is None:
                continue
            mark = self.mark(base, after)
            if self.legal.get(trials[0].key) == mark:
                continue
            self.opens.setdefault((at, mark), []).append(way.number)
            for trial in trials:
                if (trial.key, mark) not in self.numbers:
                    self.play_after(way, trial)

    def play_after(self, way: Way[P, S], trial: Trial[S]) -> None:
        """Play a trial after a way and all before it, if the rules allow it there, too."""
        if after := after_steps(self.play, way.after, trial.steps):
            self.note(Way(trial, way, way.after, after, self.mark(way.after, after)))
