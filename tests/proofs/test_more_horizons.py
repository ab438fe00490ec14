"""The horizon of 60 random games of each title is the one that dealing again finds; of 2,000 with `--thorough`."""

from pathlib import Path

import pytest
import test_horizon as horizons

from referee.testkit.playouts import playout, random_playout

SHARES, FEW, MANY = 20, 2, 100
"""The games are dealt out over so many tests, each with so many."""
UNFOUND = {("attika", 32): (316,)}
"""Title and seed of a game → entries that teach by the count of all ways to attribute the payments (here there are
nine), for which a million random exchanges found no deal. What counts too much only makes a game go back less far.
"""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("title", horizons.GAMES)
def test_dealing_again_finds_the_same_entries(title: str, share: int, thorough: bool) -> None:
    for number in range(MANY if thorough else FEW):
        seed = share + SHARES * number
        horizons.assert_dealing_again_finds_the_same(playout(title, seed), UNFOUND.get((title, seed), ()))


@pytest.mark.parametrize("share", range(SHARES))
def test_of_few_cards_all_possible_hands_give_the_same_entries(share: int, thorough: bool, tmp_path: Path) -> None:
    """3 to 5 cards of each landscape."""
    for number in range(MANY if thorough else FEW):
        seed = share + SHARES * number
        game = random_playout(horizons.few_cards(tmp_path, 3 + seed % 3), seed)
        if horizons.has_hands(game):
            horizons.assert_all_hands_give_the_same(game)
