"""In every position of random games the legal actions that are made are those that the judge accepts.

In some of these positions something illegal was let pass, so that they hold what no rule would lead to.
"""

import random
from typing import Any

from referee.contract.playouts import playout
from referee.rules.ruling import Accepted, Veiled, judge, judged_candidates, refuse_chance
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.legal_candidates import legal_candidates
from referee.titles.magna_grecia.rules.play import PLAY

GAMES = 40
MORE = 5
"""So many times more games with --thorough."""
OVERRULED, LEAST = 20, 300
"""So many moves are tried in each game with all rules overruled that can be; so many of all must be accepted."""
OVERRULABLE = tuple(
    {rule.number: None for stages in PLAY.law.values() for stage in stages for rule in stage if rule.overrulable}
)


def seeds(thorough: bool) -> range:
    return range(GAMES * (MORE if thorough else 1))


def test_in_every_position(thorough: bool) -> None:
    for seed in seeds(thorough):
        for number, position in enumerate(playout(RULEBOOK.id, seed).positions):
            made: Any = position
            assert list(legal_candidates(made)) == list(judged_candidates(PLAY, made)), (seed, number)


def test_after_moves_that_were_let_pass(thorough: bool) -> None:
    found = 0
    for seed in seeds(thorough):
        game, rng = playout(RULEBOOK.id, seed), random.Random(seed)
        for turn in rng.choices(game.turns, k=OVERRULED):
            before: Any = turn.before
            _, move = rng.choice(list(PLAY.candidates(before)))
            try:
                ruling = judge(PLAY, before, move, refuse_chance, overrules=OVERRULABLE)
            except Veiled:
                continue
            if isinstance(ruling, Accepted) and ruling.overruled:
                found += 1
                after: Any = ruling.position
                assert list(legal_candidates(after)) == list(judged_candidates(PLAY, after)), (seed, move)
    assert found > LEAST
