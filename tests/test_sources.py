"""Tests and checks of the layout and the prose look at files of the project alone."""

import subprocess
from pathlib import Path

import prose
import pytest
import sources
import test_editorconfig
import wrap_prose

BESIDE = ("bench/.peer/package/README.md", "tests/node/node_modules/x/index.js", "build/page.md", ".demo/a.md")
LOOKS = (test_editorconfig.files, wrap_prose.pages, prose.pages)


@pytest.fixture(params=["tracked by git", "unpacked"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout, or an unpacked archive, with files of others beside its own."""
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    for name in ("README.md", "docs/a page.md", "referee/ä.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    if request.param == "tracked by git":
        for command in (["init", "-q"], ["add", "."]):
            subprocess.run(["git", *command], cwd=tmp_path, check=True)
    for name in BESIDE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_what_is_beside_the_project_is_not_looked_at(root: Path) -> None:
    names = [str(path.relative_to(root)) for path in sources.source_files()]
    assert names == ["README.md", "docs/a page.md", "referee/ä.py"]
    assert sources.source_files(".md") == [root / "README.md", root / "docs" / "a page.md"]


def test_a_tracked_file_that_was_removed_is_passed_over(root: Path) -> None:
    (root / "README.md").unlink()
    assert sources.source_files(".md") == [root / "docs" / "a page.md"]


@pytest.mark.parametrize("look", LOOKS, ids=lambda each: each.__module__)
def test_whoever_looks_at_all_files_asks_for_these(look: object, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def none(*ends: str) -> list[Path]:
        asked.append(ends)
        return []

    for module in (test_editorconfig, wrap_prose, prose):
        monkeypatch.setattr(module, "source_files", none)
    assert callable(look)
    look()
    assert len(asked) == 1
