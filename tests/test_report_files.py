"""Pages of reports are whole or not there; what a killed command left of one is not among them, and soon gone."""

import errno
import os
import re
from pathlib import Path

import pytest
from cli_runs import NOW, begin, play, run

from referee.app.errors import Unwritable
from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.app.look.game_views import view_for_seat
from referee.settings import Settings
from referee.store import disk


class Killed(BaseException):
    """As of a process that ends at once: nothing is tidied up after it."""


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A game during whose last command the process was killed: what that left of its page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    begin()

    def kill(path: str, raw: bytes, mode: int) -> None:
        file = os.open(path, os.O_WRONLY | os.O_CREAT, mode)
        os.write(file, raw[:9])
        os.close(file)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(disk, "write_file", kill)
        with pytest.raises(Killed):
            play(1)
    return unfinished()


def unfinished() -> list[Path]:
    return sorted(Path().rglob("*.new"))


def test_what_a_killed_command_left_is_not_among_the_pages_that_people_publish(killed: list[Path]) -> None:
    assert [each.parent for each in killed] == [Path("private/cup")]


def test_the_next_report_of_the_game_removes_what_a_killed_command_left(killed: list[Path]) -> None:
    assert len(killed) == 1
    play(1)
    assert unfinished() == []
    assert Path("reports/cup/3.html").read_text(encoding="utf-8").endswith("</html>\n")


def test_the_same_file_written_again_removes_what_was_left_beside_it(killed: list[Path]) -> None:
    left = Path(".page.html.0.new")
    left.touch()
    assert run("show", "cup", "--format", "html", "--out", "page.html").code == 0
    assert not left.exists()
    assert Path("page.html").exists()


def test_a_page_on_another_disk_than_the_private_folder_is_written(
    killed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def on_one_disk_only(source: str, target: str) -> None:
        if Path(source).parent != Path(target).parent:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        replace(source, target)

    monkeypatch.setattr(os, "replace", on_one_disk_only)
    play(1)
    assert Path("reports/cup/3.html").read_text(encoding="utf-8").endswith("</html>\n")
    assert unfinished() == []


def test_a_page_is_written_although_another_process_removes_it_half_written(
    killed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, times = disk.write_file, []

    def removed_once(path: str, raw: bytes, mode: int) -> None:
        write(path, raw, mode)
        times.append(path)
        if len(times) == 1:
            os.unlink(path)

    monkeypatch.setattr(disk, "write_file", removed_once)
    report_files.write_output_file("page.html", "all of it")
    assert Path("page.html").read_text(encoding="utf-8") == "all of it"


def test_a_folder_that_is_not_there_is_said(killed: list[Path]) -> None:
    with pytest.raises(Unwritable, match="couldn't be written"):
        report_files.write_output_file("nowhere/page.html", "all of it")


def test_beside_the_report_of_a_game_that_is_over_are_its_replay_and_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    assert run("new", "attika", "--id", "cup", "--player", "athens=Anna", "--player", "sparta=Bruno").code == 0
    assert not Path("reports/cup/replay.html").exists()
    assert run("end", "concede", "cup", "athens", "--yes").code == 0
    report = max(Path("reports/cup").glob("[0-9]*.html"), key=lambda each: int(each.stem)).read_text(encoding="utf-8")
    links = re.findall(r'<a href="([^"#]*)">', report)
    assert links == ["replay.html", "board.png"]
    assert all(Path("reports/cup", each).stat().st_size > 1000 for each in links)


def test_the_page_of_a_seat_links_to_both_too(tmp_path: Path) -> None:
    games = str(Path(__file__).parent.parent / "games")
    settings = Settings(games, str(tmp_path / "private"), str(tmp_path / "reports"))
    view = view_for_seat(open_game(Table(settings), "rhombus-2"), "athens")
    saved, warning = report_files.save_report(settings, view, "the replay")
    assert warning is None
    page = Path(saved)
    assert re.findall(r'<a href="([^"#]*)">', page.read_text(encoding="utf-8")) == ["replay.html", "board.png"]
    for each in (page, page.with_name("replay.html"), page.with_name("board.png")):
        assert each.stat().st_mode & 0o777 == 0o600
