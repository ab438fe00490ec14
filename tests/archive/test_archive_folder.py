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


def test_the_folder_of_the_games_is_no_archive() -> None:
    before = disk("games")
    ran = run("archive", "games")
    assert (ran.code, disk("games")) == (2, before)
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
