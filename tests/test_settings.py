"""Flags over environment over `./referee.toml` over the own file of the user; what means nothing is refused."""

import os
from pathlib import Path

import pytest

from referee.settings import Misconfigured, settings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_any_configuration_the_folders_are_here(home: Path) -> None:
    found = settings({}, {"REFEREE_CONFIG": "none.toml"})
    assert (found.games, found.private, found.reports, found.found) == ("games", "private", "reports", ())


def test_the_nearer_place_wins(home: Path) -> None:
    (home / "own").mkdir()
    (home / "own" / "referee.toml").write_text('games = "a"\nprivate = "a"\nreports = "a"\nwait = 1\n')
    (home / "referee.toml").write_text('games = "b"\nprivate = "b"\nreports = "b"\n')
    environment = {"REFEREE_CONFIG": "own/referee.toml", "REFEREE_GAMES": "c", "REFEREE_PRIVATE": "c"}
    found = settings({"games": "d", "private": None}, environment)
    assert (found.games, found.private, found.reports, found.wait) == ("d", "c", "b", 1)
    assert found.found == ("own/referee.toml", "referee.toml")


def test_a_folder_in_a_file_is_meant_from_that_file(home: Path) -> None:
    (home / "own").mkdir()
    (home / "own" / "referee.toml").write_text('games = "all"\n')
    assert settings({}, {"REFEREE_CONFIG": "own/referee.toml"}).games == "own/all"


def test_what_an_editor_on_windows_adds_does_no_harm(home: Path) -> None:
    (home / "referee.toml").write_bytes(b"\xef\xbb\xbfwait = 1\r\n")
    assert settings({}, {}).wait == 1


def test_an_empty_device_means_no_file(home: Path) -> None:
    assert settings({}, {"REFEREE_CONFIG": os.devnull}).found == ()


def test_colours_of_seats(home: Path) -> None:
    (home / "referee.toml").write_text('[palette]\nred = "#aa0000"\n')
    assert settings({}, {}).palette == (("red", "#aa0000"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('gmaes = "x"', "Did you mean games?"),
        ('colour = "x"', "there is no setting colour in referee "),
        ("games = 3", "games can't be 3"),
        ('games = ""', "games can't be ''"),
        ('wait = "soon"', "wait can't be 'soon'"),
        ("wait = -1", "wait can't be -1"),
        ("palette = 1", "palette can't be 1"),
        ("games = ", "referee.toml can't be read"),
        ("\x00", "referee.toml can't be read"),
    ],
)
def test_what_means_nothing_is_refused(home: Path, text: str, said: str) -> None:
    (home / "referee.toml").write_text(text)
    with pytest.raises(Misconfigured) as refusal:
        settings({}, {})
    assert said in str(refusal.value)


def test_all_that_is_wrong_is_named_at_once(home: Path) -> None:
    mail = '[mail]\nfrom = "Sam"\ntransport = "pigeon"\nfrm = "a"\n[mail.inbox]\nimap = "here"\n'
    (home / "referee.toml").write_text(f'wait = "long"\nlanguage = "la"\n{mail}')
    with pytest.raises(Misconfigured) as refusal:
        settings({}, {})
    lines = str(refusal.value).split("\n")
    names = (
        "wait can't",
        "language can't",
        "there is no setting mail.frm",
        "mail.from",
        "mail.inbox.imap",
        "mail.transport",
    )
    assert len(lines) == len(names)
    assert all(any(f"referee.toml: {each}" in line for line in lines) for each in names)


def test_an_environment_variable_that_means_nothing_is_refused(home: Path) -> None:
    with pytest.raises(Misconfigured, match="REFEREE_WAIT: wait can't be 'long'"):
        settings({}, {"REFEREE_WAIT": "long"})


def test_a_palette_may_be_named(home: Path) -> None:
    from referee.report.pictures.palette import Name
    from referee.settings import KNOWN

    for name in Name:
        (home / "referee.toml").write_text(f'palette = "{name}"\n')
        assert settings({}, {}).palette == name
    assert KNOWN["palette"].startswith("one of " + " and ".join(", ".join(Name).rsplit(", ", 1)))
