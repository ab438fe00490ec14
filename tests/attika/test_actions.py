"""An action of Attika in a line, as `referee why` takes it."""

from typing import Any

import pytest

from referee import reading
from referee.rules.folds import scalars_as_text
from referee.titles.attika.rules.moves import action

ACTIONS: dict[str, dict[str, Any]] = {
    "draw 2": {"actions": [{"draw": "2"}]},
    "draw main": {"actions": [{"draw": "main"}]},
    "build tower 7ne": {"actions": [{"build": "tower 7ne"}]},
    "build tower at 7ne pay hill 2": {"actions": [{"build": "tower at 7ne pay hill 2"}]},
    "store": {"actions": ["store"]},
    "store tower": {"actions": [{"store": "tower"}]},
    "tile from 7 ne turn 2": {"actions": [{"tile": "from 7 ne turn 2"}]},
    "amphora card": {"actions": [{"amphora": "card"}]},
    "cards 2": {"actions": [{"cards": "2"}]},
    "end": {"actions": [], "end": True},
}
"""Each kind of action, and the move that it is."""


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_in_a_line_is_the_move_that_a_player_would_write(text: str) -> None:
    move = action(text)
    assert move == ACTIONS[text]
    written = {"game": "cup", "after": "1", "seat": "athens", **scalars_as_text(move)}
    written |= {"end": "true"} if move.get("end") else {}
    assert not reading.fit(written, "attika.move")[1]


@pytest.mark.parametrize("text", ["", "draw", "draw 4", "build", "amphora", "cards", "tile", "fly 7ne"])
def test_half_an_action_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        action(text)
