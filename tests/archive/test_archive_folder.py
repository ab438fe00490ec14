"""Whose folder it is: an archive overwrites nothing that it did not make, and never points outside."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from archived import SITE, archived, kept
from cli_runs import disk, run

from referee.app.archive.manifest import KeptPart, open_manifest


@pytest.mark.parametrize("name", ["index.html", "feed.xml", "bruttium-2/holiday.html", "verify.d/x"])
def test_a_folder_with_files_of_others_in_the_way_is_left_alone(name: str) -> None:
    (SITE / name).parent.mkdir(parents=True)
    (SITE / name).write_text("mine")
    before = disk("site")
    said = archived(code=65)
    assert "exists, but was not made by an archive. Nothing was written." in said
    assert disk("site") == before


def test_files_of_others_with_other_names_stay() -> None:
    SITE.mkdir()
    (SITE / "CNAME").write_text("games.example.org")
    archived()
    archived("--prune")
    assert (SITE / "CNAME").read_text() == "games.example.org"


@pytest.mark.parametrize(
    ("folder", "kept"),
    [
        (".", "private"),
        ("..", "private"),
        ("private", "private"),
        ("private/site", "private"),
        ("link", "private"),
        ("games", "games"),
        ("games/site", "games"),
        ("games/bruttium-2", "games"),
        ("reports", "reports"),
        ("reports/bruttium-2", "reports"),
    ],
)
def test_private_files_are_never_in_a_site_nor_a_site_among_them(folder: str, kept: str) -> None:
    Path("private").mkdir()
    Path("link").symlink_to(".")
    before = disk()
    for words in ((), ("--check",)):
        ran = run("archive", folder, *words)
        assert ran.code == 2
        assert f"{folder} is, contains or is inside {kept}, which must not be on a web server" in ran.err
    assert disk() == before


def test_no_folder_of_games_is_in_a_site_whichever_was_named() -> None:
    shutil.move("games", "web/games")
    said = run("archive", "web", "--games", "web/games")
    assert (said.code, "contains or is inside web/games" in said.err) == (2, True)
    shutil.copytree("web/games", "games")
    Path("games/private").mkdir()
    assert run("--private", "web/private", "archive", "web").code == 2
    assert run("--private", "website", "archive", "web2").code == 0


def test_an_archive_has_a_name() -> None:
    assert run("archive", "").code == 2
    assert not Path("archive.sqlite").exists()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    SITE.mkdir()
    archived()
    shutil.rmtree(SITE / "rhombus-2")
    outside = tmp_path / "outside"
    outside.mkdir()
    (SITE / "rhombus-2").symlink_to(outside)
    assert "is a link" in archived(code=65)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", ["../games/rhombus-2/log.yaml", "/etc/passwd", "rhombus-2/log.yaml", "a.b/../c.d"])
def test_a_manifest_that_points_elsewhere_is_refused(name: str) -> None:
    archived()
    found = open_manifest(str(SITE), check=False)
    found.parts.keep("index", "", KeptPart("", {name: ("0" * 64, 0)}))
    found.write()
    assert "isn't the manifest of an archive" in archived("--prune", code=65)
    assert Path("games/rhombus-2/log.yaml").exists()


def without_a_field(fields: dict[str, Any]) -> None:
    del fields["summary"]["turns"]


def without_an_entry(fields: dict[str, Any]) -> None:
    fields["trouble"] = {"says": "It is bad."}


def of_another_type(fields: dict[str, Any]) -> None:
    fields["faulty"] = "many"


def outside(fields: dict[str, Any]) -> None:
    fields["files"]["../../log.yaml"] = ["0" * 64, 0]


NOT_AS_WRITTEN = "parts of it are missing, or different from what this version writes."


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without_a_field, NOT_AS_WRITTEN),
        (without_an_entry, NOT_AS_WRITTEN),
        (of_another_type, NOT_AS_WRITTEN),
        (outside, "it names '../../log.yaml', which is never part of an archive."),
    ],
)
def test_a_game_in_a_manifest_that_nobody_wrote_is_refused(change: Callable[[dict[str, Any]], None], why: str) -> None:
    archived()
    fields, found = kept("rhombus-2"), open_manifest(str(SITE), check=False)
    change(fields)
    found.games.keep("rhombus-2", "", fields)
    found.write()
    before = disk("site")
    said = archived(code=65)
    assert f"site/archive.sqlite isn't the manifest of an archive: {why}\n" in said
    assert "Or delete it together with index.html, players.html, statistics.html, feed.xml, list.d, " in said
    assert "players.d, search.d, verify.d, schemas and the game folders" in said
    assert disk("site") == before


def test_a_manifest_that_is_no_file_is_reported_in_words() -> None:
    (SITE / "archive.sqlite").mkdir(parents=True)
    assert "site/archive.sqlite is not a plain file.\n" in archived(code=65)


@pytest.mark.parametrize("raw", [b"mine", b"SQLite format 3\0" + bytes(5000)])
def test_a_table_that_is_no_manifest_is_refused(raw: bytes) -> None:
    archived()
    (SITE / "archive.sqlite").write_bytes(raw)
    before = disk("site")
    assert "site/archive.sqlite isn't the manifest of an archive: it is damaged" in archived(code=65)
    assert disk("site") == before


def test_the_message_about_a_broken_manifest_helps() -> None:
    archived("--url", "https://example.org")
    before = disk("site")
    raw = (SITE / "archive.sqlite").read_bytes()
    (SITE / "archive.sqlite").write_bytes(raw[:300])
    archived(code=65)
    for name in ("archive.sqlite", "index.html", "players.html", "statistics.html", "feed.xml"):
        (SITE / name).unlink()
    for name in ("list.d", "players.d", "search.d", "verify.d", "schemas", "bruttium-2", "rhombus-2"):
        shutil.rmtree(SITE / name)
    archived("--url", "https://example.org")
    assert disk("site") == before
