"""The registry of titles: ours, those of other packages, and none."""

import importlib.metadata

import pytest

from referee import cli, titles
from referee.rules.rulebook import Rulebook


def test_every_title_of_ours_has_a_rulebook_of_its_id() -> None:
    for id in titles.OURS:
        assert titles.book(id).id == id


def test_a_title_of_another_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.metadata.EntryPoint("twin", "referee.titles.magna_grecia:RULEBOOK", titles.GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [there] if group == titles.GROUP else [])
    monkeypatch.setattr(titles, "TITLE_FOLDERS", {})
    assert titles.ids() == (*titles.OURS, "twin")
    assert isinstance(titles.book("twin"), Rulebook)


@pytest.mark.parametrize(
    ("value", "said"), [("referee.nowhere:RULEBOOK", "can't be loaded"), ("referee.titles:GROUP", "is not a Rulebook")]
)
def test_a_broken_entry_point_is_reported(monkeypatch: pytest.MonkeyPatch, value: str, said: str) -> None:
    broken = importlib.metadata.EntryPoint("odd", value, titles.GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [broken])
    with pytest.raises(titles.UnknownTitle, match=said):
        titles.book("odd")


def test_lists_go_on_without_a_broken_title(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = importlib.metadata.EntryPoint("odd", "referee.nowhere:RULEBOOK", titles.GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [broken])
    for command in (["titles"], ["boards"], ["schema"], ["doctor"]):
        assert ended(command) == 0, command
        told = capsys.readouterr()
        assert told.out
        said = told.out if command == ["doctor"] else told.err  # there it is a finding
        assert "The title odd can't be loaded from referee.nowhere:RULEBOOK" in said
    assert ended(["rules", "odd"]) == 78
    assert "The title odd can't be loaded" in capsys.readouterr().err
    assert ended(["rules", "attika", "AT-3.1"]) == 0


def ended(words: list[str]) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    return int(end.value.code or 0)


@pytest.mark.parametrize(
    ("id", "said"), [("magna_grecia", "Did you mean magna-grecia"), ("chess", "The titles are magna-grecia")]
)
def test_an_unknown_title_is_reported_with_the_known_ones(id: str, said: str) -> None:
    with pytest.raises(titles.UnknownTitle, match=said):
        titles.book(id)
