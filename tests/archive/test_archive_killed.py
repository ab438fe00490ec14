"""An archive that is killed at any moment is completed by the next run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from archived import SITE, archived, text
from cli_runs import begin, disk, run

from referee.app.archive import archive_files, archive_game, build_archive
from referee.app.game_access import Table
from referee.settings import Settings


def test_a_run_that_ends_at_any_write_is_completed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_archive, "templates", lambda: "as they are")
    archived("--jobs", "1")
    whole, put = disk("site"), archive_files.put
    writes = len(whole) - 1  # the manifest is written in another way

    class Killed(BaseException):
        pass

    for last in range(0, writes, 9):
        shutil.rmtree(SITE)
        left = [last]

        def until(folder: str, name: str, raw: bytes, left: list[int] = left) -> None:
            if not left[0]:
                above = Path(folder, name).parent
                above.mkdir(parents=True, exist_ok=True)
                (above / f".{Path(name).name}.new").write_bytes(raw[:10])
                raise Killed
            left[0] -= 1
            put(folder, name, raw)

        monkeypatch.setattr(archive_files, "put", until)
        with pytest.raises(Killed):
            run("archive", "site", "--jobs", "1")
        monkeypatch.setattr(archive_files, "put", put)
        archived("--jobs", "1")
        assert disk("site") == whole


def test_a_stopped_run_continues_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    make, jobs = archive_game.make, list[archive_game.ArchiveJob]()

    def stopped(job: archive_game.ArchiveJob) -> archive_game.Made:
        if jobs:
            raise KeyboardInterrupt
        jobs.append(job)
        return make(job)

    monkeypatch.setattr(build_archive, "make", stopped)
    run("archive", "site", "--jobs", "1", "--heading", "Cup")
    monkeypatch.setattr(build_archive, "make", make)
    assert "Games made: 1; unchanged: 1" in archived("--jobs", "1")
    assert "Cup" in text("index.html")
    archived("--check")


def test_who_waited_for_another_archive_of_the_folder_makes_nothing_again() -> None:
    waiting = build_archive.Archive(Table(Settings()), str(SITE), build_archive.ArchiveRequest())
    assert len(waiting.due) == 2
    archived()
    assert list(waiting.steps()) == []
    assert waiting.finish().differs == ()
    archived("--check")


def die(job: object) -> None:
    """A process that makes a game is ended by the system."""
    os._exit(9)


def test_a_process_that_is_ended_from_outside_is_reported_and_the_next_run_completes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin("one")
    begin("two")
    make = archive_game.make
    monkeypatch.setattr(build_archive, "make", die)
    assert "A process that made pages was stopped from outside" in archived("--jobs", "2", code=75)
    monkeypatch.setattr(build_archive, "make", make)
    assert "Games made: 4" in archived("--jobs", "2")


KILLED = """
import os, signal
from referee.app.many.engines import EngineRequest, results

first = os.getpid()

def stop(job):
    if job == 5:
        os.kill(first, signal.SIGKILL)
    return job

list(results(stop, range(40), 40, EngineRequest(2), "ended"))
"""


def test_the_processes_of_an_archive_that_is_killed_end_with_it() -> None:
    """They hold its stdout, so that it comes to its end only when all of them have."""
    ran = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == -9, ran.stderr
