"""A process that builds many games keeps nothing of the finished ones in memory."""

import gc
from pathlib import Path

import pytest

from referee.app.archive.archive_game import ArchiveJob, ArchivePlace, game_job, make
from referee.app.archive.manifest import Kept
from referee.settings import Settings

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("id", ["bruttium-2", "rhombus-2", "mezzogiorno-4"])
def test_nothing_of_a_game_that_was_made_refers_to_itself(id: str, tmp_path: Path) -> None:
    settings = Settings(games=str(ROOT / "games"), private=str(tmp_path / "none"))
    job = game_job(
        ArchivePlace(settings, id, str(ROOT / "games" / id), str(tmp_path), Kept({})), "2026-11-20T19:00:00Z"
    )
    assert isinstance(job, ArchiveJob)
    assert make(job).pages  # the first also compiles what each needs, and that may go in circles
    gc.collect()
    gc.disable()
    try:
        assert make(job).pages
        assert gc.collect() == 0
    finally:
        gc.enable()
