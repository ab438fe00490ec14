"""How a game was won, in the words that all titles share."""

import pytest

from referee.show.endings import best_loser, lead_sentence, plain_victory
from referee.show.view import Chart, Series
from referee.words import say

NAMES = {"red": "Anna", "blue": "Bruno", "green": "Clara"}
POINTS = say("points")


@pytest.mark.parametrize(
    ("winners", "counts", "told"),
    [
        (("red",), {"red": 9, "blue": 7, "green": 8}, "Anna won with 9 points, ahead of Clara with 8."),
        (("red", "blue"), {"red": 9, "blue": 9, "green": 8}, "Anna and Bruno shared the win with 9 points each."),
        (("blue",), {"blue": 5}, "Bruno won with 5 points."),
        (("green",), {}, "Clara won."),
    ],
)
def test_the_counts_of_winners_and_the_next_best_are_told(
    winners: tuple[str, ...], counts: dict[str, int], told: str
) -> None:
    assert str(plain_victory(winners, counts, POINTS, NAMES)) == told


def test_a_game_that_all_won_has_no_loser() -> None:
    assert best_loser(("red", "blue"), {"red": 3, "blue": 3}) == ""


def chart(red: tuple[int, ...], blue: tuple[int, ...]) -> Chart:
    labels = ("start", *map(str, range(1, len(red) - 1)), "end")
    return Chart("rounds", POINTS, labels, (Series("red", red), Series("blue", blue)))


@pytest.mark.parametrize(
    ("red", "blue", "told"),
    [
        ((0, 1, 2, 3), (0, 0, 1, 1), "Anna was ahead from the beginning."),
        ((1, 1, 2, 3), (0, 0, 1, 1), "Anna was ahead from the beginning."),
        ((0, 1, 2, 3), (1, 0, 1, 1), "Anna was ahead from round 1 on."),
        ((0, 1, 2, 3), (0, 1, 1, 1), "Anna was ahead from round 2 on."),
        ((0, 3, 1, 3), (0, 1, 1, 1), "Anna only came out ahead at the very end."),
        ((0, 3, 4, 3), (0, 1, 1, 3), None),
        ((0, 3, 4, 3), (0, 1, 1, 4), None),
    ],
)
def test_it_is_told_since_when_the_winner_was_ahead(
    red: tuple[int, ...], blue: tuple[int, ...], told: str | None
) -> None:
    sentence = lead_sentence(chart(red, blue), "red", "Anna")
    assert (str(sentence) if sentence else None) == told


def test_without_a_chart_nobody_knows_who_was_ahead() -> None:
    assert lead_sentence(None, "red", "Anna") is None
