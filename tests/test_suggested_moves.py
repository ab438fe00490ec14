"""A title without a planning player: it suggests a legal single action, the same for the same seed."""

import pytest

from referee import titles
from referee.rules.planner import suggest_move
from referee.rules.rulebook import AnyRulebook, Compose
from referee.rules.ruling import Accepted, judge
from referee.testkit.playouts import playout


def without_planner(title: str) -> AnyRulebook:
    return titles.book(title)._replace(compose=Compose)


TITLES = ["magna-grecia", "attika"]
EACH = 6
"""So many turns apart are those at which a move is suggested in every run; `make proofs` takes all."""


def assert_legal(title: str, each: int) -> None:
    book, game, suggested = without_planner(title), playout(title, 7), set[str]()
    for turn in game.turns[::each]:
        move = suggest_move(book, turn.before, 3)
        assert move == suggest_move(book, turn.before, 3)
        assert move["seat"] == book.play.to_move(turn.before)
        assert isinstance(judge(book.play, turn.before, move, game.fate()), Accepted)
        suggested.add(str(move) + str(suggest_move(book, turn.before, 4)))
    assert len(suggested) > 4


@pytest.mark.parametrize("title", TITLES)
def test_suggestions_are_legal_at_every_sixth_turn(title: str) -> None:
    assert_legal(title, EACH)


def test_where_no_action_is_legal_a_missed_turn_is_suggested() -> None:
    book, game = without_planner("magna-grecia"), playout("magna-grecia", 7)
    nothing = book._replace(play=book.play._replace(candidates=lambda position: ()))
    assert suggest_move(nothing, game.turns[0].before) == {"seat": game.turns[0].move["seat"], "actions": []}
