"""An archived log names its schema, and the archive has it there: nothing outside its folder is needed."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from archived import SITE, archived
from cli_runs import begin

from referee import reading
from referee.app.look import library
from referee.store import chain

LOG = SITE / "rhombus-2/log/log.yaml"
SCHEMA = SITE / "schemas/log.schema.json"


def test_the_schema_that_an_archived_log_names_is_in_the_archive_and_it_fits() -> None:
    archived()
    named = re.search(r"\$schema=(.*)", LOG.read_text(encoding="utf-8"))
    assert named
    path = Path(os.path.normpath(LOG.parent / named[1]))
    assert path == SCHEMA
    assert json.loads(path.read_text(encoding="utf-8")) == library.schema("log")
    for piece in chain.raw_documents(LOG.read_bytes()):
        assert reading.fit(reading.document(piece), "log")[1] == []


def test_it_is_the_same_file_each_time_and_comes_back() -> None:
    archived()
    raw = SCHEMA.read_bytes()
    shutil.rmtree(SITE / "schemas")
    archived()
    assert SCHEMA.read_bytes() == raw
    assert "site matches the games exactly." in archived("--check")


def test_a_game_may_be_called_schemas() -> None:
    begin("schemas")
    archived()
    assert (SITE / "schemas/index.html").is_file()
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == library.schema("log")
    shutil.rmtree("games/schemas")
    archived("--prune")
    assert [path.name for path in (SITE / "schemas").iterdir()] == ["log.schema.json"]


@pytest.mark.parametrize("folder", ["rhombus-2", "rhombus-2/log", "schemas"])
def test_no_file_goes_through_a_link_out_of_the_archive(folder: str) -> None:
    archived()
    outside = Path("outside")
    shutil.move(SITE / folder, outside)
    (SITE / folder).symlink_to(outside.resolve())
    for path in outside.rglob("*"):
        path.unlink() if path.is_file() else None
    assert "is a link, but the archive only writes to its own folders." in archived(code=65)
    assert [path for path in outside.rglob("*") if path.is_file()] == []
