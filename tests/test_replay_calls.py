"""How many calls of Python functions a replay takes for an action: the same on every machine and under every load."""

from pathlib import Path

import pytest
from replay_logs import calls_an_action, read_logs

GAMES = Path(__file__).parent.parent / "games"


@pytest.mark.parametrize(
    ("games", "most"), [(("bruttium-2", "mezzogiorno-4"), 82), (("quadrilateral-4", "rhombus-2"), 100)]
)
def test_a_replay_takes_few_calls_an_action(games: tuple[str, ...], most: int) -> None:
    """With a margin over what Python 3.11 takes."""
    assert calls_an_action(read_logs([str(GAMES / name / "log.yaml") for name in games])) < most
