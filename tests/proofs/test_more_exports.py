"""More random games with repairs, exported: every row is what the log says, read the second, slow way."""

from pathlib import Path

import pytest
from exported import all_rows, exported
from repaired_games import repaired, table_in
from test_export_rows import agree_on_turns, agree_with_logs


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
@pytest.mark.parametrize("seed", range(3, 8))
def test_rows_of_more_random_games_are_what_the_logs_say(title: str, seed: int, tmp_path: Path) -> None:
    *_, last = repaired(table_in(tmp_path), title, seed, steps=40)
    exported(tmp_path / "games", tmp_path / "games.sqlite")
    found = all_rows(tmp_path / "games.sqlite")
    agree_with_logs(tmp_path / "games", found)
    agree_on_turns(last, found["entries"])
