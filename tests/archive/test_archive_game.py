"""A process that builds many games keeps nothing of the finished ones in memory."""

import gc
from pathlib import Path

import pytest

from referee.app.archive.archive_files import Kept
from referee.app.archive.archive_game import ArchiveJob, make
from referee.settings import Settings

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("id", ["bruttium-2", "rhombus-2", "mezzogiorno-4"])
def test_nothing_of_a_game_that_was_made_refers_to_itself(id: str, tmp_path: Path) -> None:
    job = ArchiveJob(Settings(games=str(ROOT / "games")), id, str(tmp_path), Kept({}))
    assert make(job).differs  # the first also compiles what each needs, and that may go in circles
    gc.collect()
    gc.disable()
    try:
        assert make(job).differs
        assert gc.collect() == 0
    finally:
        gc.enable()
