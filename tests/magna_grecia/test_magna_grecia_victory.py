"""Where the points of the winner came from."""

import pytest

from referee.titles.magna_grecia.rules.events import MarketScored, OracleScored
from referee.titles.magna_grecia.show.standing import BY_SOURCE, sources


def test_points_come_from_markets_from_oracles_and_from_the_hand() -> None:
    scored = (
        MarketScored("red", 3, 4),
        OracleScored("red", 5, 4),
        MarketScored("blue", 3, 2),
        MarketScored("red", 7, 1),
    )
    assert sources(scored, "red", 12) == (5, 4, 3)
    assert sources(scored, "blue", 2) == (2, 0, 0)


@pytest.mark.parametrize(("source", "word"), [(0, "Markets"), (1, "Oracles"), (2, "Points in hand")])
def test_the_source_with_the_largest_difference_is_named(source: int, word: str) -> None:
    facts = {"winner": "Anna", "loser": "Bruno", "lead": "3 points", "most": 9, "other": 4}
    (words,) = [each.template.format(**facts) for each in BY_SOURCE[source].says]
    assert words == f"Anna won by 3 points over Bruno. {word} made the difference: 9 to 4."
