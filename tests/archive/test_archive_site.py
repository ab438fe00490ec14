"""A site of all games: what it holds, that it is verified, made again only where needed, and a witness."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from archived import SITE, archived, entries, text
from cli_runs import begin, disk, play, run

from referee import shipped_folder
from referee.app.archive import archive_pages, build_archive
from referee.app.game_access import Table
from referee.app.verify import verify_log
from referee.settings import Settings


def test_every_game_is_listed_with_its_players_result_and_dates() -> None:
    assert archived() == "Games made: 2; unchanged: 0; faulty: 0.\n"
    rows = re.findall(r'<tr role="row" class="closed">(.*?)</tr>', text("index.html"))
    told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in rows]
    assert told == [
        "rhombus-2 Attika Aspasia 16 Lysander 18 Lysander, by connecting shrines record log notes "
        f"2026-10-06 2026-11-13 {entries('rhombus-2')} entries finished",
        "bruttium-2 Magna Grecia Theano 33 Milon 30 Theano, by points record log notes "
        "2026-10-05 2026-10-13 18 entries finished",
    ]


def test_logs_and_notes_are_exact_copies() -> None:
    archived()
    for id in ("bruttium-2", "rhombus-2"):
        for name, copy in (("log.yaml", "log/log.yaml"), ("notes.yaml", "notes.yaml")):
            assert (SITE / id / copy).read_bytes() == Path("games", id, name).read_bytes()


def test_the_record_has_every_entry_its_comments_and_the_boards_that_notes_mark() -> None:
    archived()
    record = text("rhombus-2/record.html")
    assert re.findall(r'<li value="(\d+)"', record) == [str(number) for number in range(1, entries("rhombus-2") + 1)]
    notes = Path("games/rhombus-2/notes.yaml").read_text(encoding="utf-8")
    assert len(re.findall(r'class="comment"', record)) == notes.count("\n    text:")
    assert len(re.findall(r'class="instead"', record)) == notes.count("moves:") == 2
    marked = len(re.findall(r"sign: '?(?:!!|\?\?)", notes))
    assert marked == 2
    points = re.search(r'<section class="points">.*?</section>', record, re.DOTALL)
    assert points
    assert len(re.findall("<li>", points[0])) == 5
    shown = re.findall(r"<figcaption>(?:After turn )?(\d+|rhombus)", record)
    assert shown == ["rhombus", "1", "6", "8", "26", "27", "31"]
    assert "Lysander, by connecting shrines" in record
    assert "ours" in record  # whose design the components are


def test_a_log_of_the_site_is_checked_with_the_files_next_to_it() -> None:
    archived()
    for id in ("bruttium-2", "rhombus-2"):
        command = [sys.executable, "verify.d/verify.py", f"{id}/log/log.yaml", "verify.d"]
        ran = subprocess.run(command, cwd=SITE, capture_output=True, text=True)
        assert "shuffles    all items that were shown follow from the seed" in ran.stdout, ran.stdout + ran.stderr


def test_the_files_are_the_same_however_many_processes_make_them() -> None:
    for id in ("one", "two", "three"):
        begin(id)
    assert run("archive", "alone", "--jobs", "1").code == 0
    assert run("archive", "site", "--jobs", "3").code == 0
    alone, many = disk("alone"), disk("site")
    assert len(alone) > 15
    assert [(path.partition("/")[2], hash) for path, hash in alone.items()] == [
        (path.partition("/")[2], hash) for path, hash in many.items()
    ]


def test_what_did_not_change_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    archived()
    before = {path: path.stat().st_mtime_ns for path in SITE.rglob("*") if path.is_file() and path.name != ".lock"}
    monkeypatch.setattr(verify_log, "verdict_on_log", None)
    monkeypatch.setattr(archive_pages, "block_files", None)
    monkeypatch.setattr(archive_pages, "index", None)
    assert archived() == "Games made: 0; unchanged: 2; faulty: 0.\n"
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_only_a_running_game_is_built_again() -> None:
    begin()
    archived()
    play(1)
    ran = run("archive", "site", "--json")
    told = json.loads(ran.out)
    assert (told["made"], told["same"], told["troubles"]) == (["cup"], 2, [])
    players = [name for name in told["differs"] if name.startswith("players.d/")]
    assert len(players) == 2
    assert {*told["differs"]} - {*players, "players.html", "statistics.html"} == {
        *("cup/index.html", "cup/record.html", "cup/words.js", "cup/board.svg", "cup/log/log.yaml"),
        *("index.html", "list.d/games-1.js", "search.d/1-1.js"),
    }
    assert "in progress: 1" in text("index.html")


def test_another_version_makes_all_again(monkeypatch: pytest.MonkeyPatch) -> None:
    archived()
    verdicts, asked = verify_log.verdict_on_log, list[str]()

    def noted(table: Table, folder: str, **rest: Any) -> object:
        asked.append(folder)
        return verdicts(table, folder, **rest)

    monkeypatch.setattr(verify_log, "verdict_on_log", noted)
    monkeypatch.setattr(build_archive, "__version__", "99")
    archived("--jobs", "1")
    assert [Path(folder).name for folder in asked] == ["bruttium-2", "rhombus-2"]


@pytest.mark.parametrize("name", ["report.html", "scripts/menu.js"])
def test_pages_are_made_again_for_another_template_or_script(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shipped_folder("templates"), tmp_path / "templates")
    monkeypatch.setattr(build_archive, "shipped_folder", lambda name: str(tmp_path / name))
    before = build_archive.templates()
    with (tmp_path / "templates" / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert build_archive.templates() != before


def test_a_page_that_is_lost_is_made_again() -> None:
    archived()
    before = disk("site")
    (SITE / "rhombus-2" / "record.html").unlink()
    (SITE / "statistics.html").write_text("shorter")
    assert "Games made: 1; unchanged: 1" in archived()
    assert disk("site") == before


def test_pages_of_games_that_are_gone_are_kept_until_they_are_pruned() -> None:
    archived()
    shutil.rmtree("games/bruttium-2")
    (SITE / "bruttium-2" / "photo.jpg").write_bytes(b"mine")
    assert "bruttium-2: no longer among the games, but its pages are kept." in archived()
    assert "bruttium-2/index.html" in text("index.html")
    assert "bruttium-2: its pages were removed." in archived("--prune")
    assert os.listdir(SITE / "bruttium-2") == ["photo.jpg"]
    assert "bruttium-2/index.html" not in text("index.html")
    shutil.rmtree("games/rhombus-2")
    archived("--prune")
    assert not (SITE / "rhombus-2").exists()


def test_several_folders_of_games_make_one_archive() -> None:
    Path("more").mkdir()
    shutil.move("games/rhombus-2", "more/rhombus-2")
    assert "Games made: 2" in archived("--games", "games", "--games", "more")
    shutil.copytree("more/rhombus-2", "games/rhombus-2")
    said = archived("--games", "games", "--games", "more", code=65)
    assert said.startswith("There is a game rhombus-2 both in games and in more.")
    assert run("archive", "site", "--games", "nowhere").code == 66


def test_other_languages_have_their_own_pages() -> None:
    table = Table(Settings())
    assert table.settings.language == "en"
    assert run("--language", "it", "archive", "site").code == 0
    assert '<html lang="it">' in text("index.html")
    assert '<html lang="it">' in text("rhombus-2/record.html")
