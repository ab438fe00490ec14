"""In every position of random games the legal actions that are made are those that the judge accepts.

In some of these positions something illegal was let pass, so that they hold what no rule would lead to.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from referee.contract.playouts import playout
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Accepted, Veiled, judge, judged_candidates, refuse_chance
from referee.titles import attika, magna_grecia
from referee.titles.attika.rules.legal_candidates import legal_candidates as legal_in_attika
from referee.titles.magna_grecia.rules.legal_candidates import legal_candidates as legal_in_magna_grecia

MORE = 5
"""So many times more games with --thorough."""
OVERRULED = 20
"""So many moves are tried in each game with all rules overruled that can be."""


class Listed(NamedTuple):
    """A title, its list, in how many random games, and of how many moves that are let pass at least."""

    book: AnyRulebook
    legal: Callable[[Any], Iterable[tuple[str, Any]]]
    games: int
    least: int

    def seeds(self, thorough: bool) -> range:
        return range(self.games * (MORE if thorough else 1))

    def overrulable(self) -> tuple[str, ...]:
        rules = [rule for each in self.book.play.law.values() for stage in each.stages for rule in stage]
        return tuple({rule.number: None for rule in rules if rule.overrulable})

    def compare(self, position: Any, *told: object) -> None:
        assert list(self.legal(position)) == list(judged_candidates(self.book.play, position)), told


TITLES = (
    Listed(magna_grecia.RULEBOOK, legal_in_magna_grecia, 40, 300),
    Listed(attika.RULEBOOK, legal_in_attika, 24, 100),
)
every_title = pytest.mark.parametrize("title", TITLES, ids=[each.book.id for each in TITLES])


@every_title
def test_in_every_position(title: Listed, thorough: bool) -> None:
    for seed in title.seeds(thorough):
        for number, position in enumerate(playout(title.book.id, seed).positions):
            title.compare(position, seed, number)


@every_title
def test_after_moves_that_were_let_pass(title: Listed, thorough: bool) -> None:
    found, play, overrulable = 0, title.book.play, title.overrulable()
    for seed in title.seeds(thorough):
        game, rng = playout(title.book.id, seed), random.Random(seed)
        for turn in rng.choices(game.turns, k=OVERRULED):
            _, move = rng.choice(list(play.candidates(turn.before)))
            try:
                ruling = judge(play, turn.before, move, refuse_chance, overrules=overrulable)
            except Veiled:
                continue
            if isinstance(ruling, Accepted) and ruling.overruled:
                found += 1
                title.compare(ruling.position, seed, move)
    assert found > title.least
