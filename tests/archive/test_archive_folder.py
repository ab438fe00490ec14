"""Whose folder it is: an archive writes over nothing that it did not make, and leads nowhere else."""

import json
import shutil
from pathlib import Path

import pytest
from archived import SITE, archived, text
from cli_runs import disk, run


@pytest.mark.parametrize("name", ["index.html", "feed.xml", "bruttium-2/holiday.html", "verify.d/x"])
def test_a_folder_with_files_of_others_in_the_way_is_left_alone(name: str) -> None:
    (SITE / name).parent.mkdir(parents=True)
    (SITE / name).write_text("mine")
    before = disk("site")
    said = archived(code=65)
    assert "is there, and no archive made it: nothing was written." in said
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
def test_what_stays_here_is_never_in_a_site_nor_a_site_in_it(folder: str, kept: str) -> None:
    Path("private").mkdir()
    Path("link").symlink_to(".")
    before = disk()
    for words in ((), ("--check",)):
        ran = run("archive", folder, *words)
        assert ran.code == 2
        assert f"{folder} is, holds or lies in {kept}, which must not stand on a web server" in ran.err
    assert disk() == before


def test_no_folder_of_games_is_in_a_site_whichever_was_named() -> None:
    shutil.move("games", "web/games")
    said = run("archive", "web", "--games", "web/games")
    assert (said.code, "holds or lies in web/games" in said.err) == (2, True)
    shutil.copytree("web/games", "games")
    Path("games/private").mkdir()
    assert run("--private", "web/private", "archive", "web").code == 2
    assert run("--private", "website", "archive", "web2").code == 0


def test_an_archive_has_a_name() -> None:
    assert run("archive", "").code == 2
    assert not Path("archive.json").exists()


def test_a_link_leads_nowhere(tmp_path: Path) -> None:
    SITE.mkdir()
    archived()
    shutil.rmtree(SITE / "rhombus-2")
    outside = tmp_path / "outside"
    outside.mkdir()
    (SITE / "rhombus-2").symlink_to(outside)
    assert "is a link" in archived(code=65)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", ["../games/rhombus-2/log.yaml", "/etc/passwd", "rhombus-2/log.yaml", "a.b/../c.d"])
def test_a_manifest_that_leads_elsewhere_is_refused(name: str) -> None:
    archived()
    fields = json.loads(text("archive.json"))
    fields["pages"][name] = ["0" * 64, 0]
    (SITE / "archive.json").write_text(json.dumps(fields))
    assert "is no manifest of an archive" in archived("--prune", code=65)
    assert Path("games/rhombus-2/log.yaml").exists()
