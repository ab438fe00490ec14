"""An address of a database is a path, and it is read strictly; nothing of a database is loaded for files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import run
from exported import ROOT

from referee.settings import Misconfigured, Settings, settings
from referee.store.addresses import BadAddress, Place, place_in
from referee.store.stores import FILES, store_of

CLUB = "postgresql://club@db.example.org:5433/club"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    return tmp_path


@pytest.mark.parametrize(
    ("address", "place"),
    [
        (CLUB, Place(CLUB, "")),
        (f"{CLUB}/games/spring-cup/log.yaml", Place(CLUB, "games/spring-cup/log.yaml")),
        (os.path.join(CLUB, "games", ""), Place(CLUB, "games")),
        ("postgresql:///club/games", Place("postgresql:///club", "games")),
        ("postgresql://%2Frun%2Fpg/club", Place("postgresql://%2Frun%2Fpg/club", "")),
    ],
)
def test_an_address_names_a_database_and_a_path_in_it(address: str, place: Place) -> None:
    assert place_in(address) == place


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://club:secret@db/club", "has no password"),
        ("postgresql://club:secret@db/club?sslmode=require", "has no password"),
        ("postgresql://db", "isn't the address of a database"),
        ("postgresql://db/", "isn't the address of a database"),
        ("postgresql://club@db/club?password=secret", "isn't the address of a database"),
        ("postgresql://a b/club", "isn't the address of a database"),
    ],
)
def test_what_is_no_address_is_refused_and_no_password_is_shown(address: str, said: str) -> None:
    with pytest.raises(BadAddress, match=said) as refused:
        place_in(address)
    assert "secret" not in str(refused.value)


def test_a_store_says_where_games_and_private_parts_are(here: Path) -> None:
    (here / "referee.toml").write_text(f'store = "{CLUB}/"\nreports = "out/reports"\n')
    found = settings({}, {})
    assert (found.games, found.private) == (f"{CLUB}/games", f"{CLUB}/private")
    assert (found.reports, found.own_pages) == ("out/reports", "out/private")
    assert Settings().own_pages == "private"


def test_a_nearer_place_wins_over_a_store(here: Path) -> None:
    (here / "referee.toml").write_text(f'store = "{CLUB}"\n')
    found = settings({"games": "here"}, {"REFEREE_PRIVATE": "secrets"})
    assert (found.games, found.private) == ("here", "secrets")
    (here / "referee.toml").write_text('games = "a"\nprivate = "b"\n')
    found = settings({}, {"REFEREE_STORE": CLUB})
    assert (found.games, found.private) == (f"{CLUB}/games", f"{CLUB}/private")


def test_in_one_place_a_folder_wins_over_the_store(here: Path) -> None:
    (here / "referee.toml").write_text(f'store = "{CLUB}"\ngames = "here"\n')
    found = settings({}, {})
    assert (found.games, found.private) == ("here", f"{CLUB}/private")


@pytest.mark.parametrize("value", ["games", "", "mysql://db/club", "postgres://db/club"])
def test_a_store_is_a_database(value: str) -> None:
    with pytest.raises(Misconfigured, match="postgresql://club@db"):
        settings({"store": value}, {})


def test_reports_are_in_no_database() -> None:
    with pytest.raises(Misconfigured, match="reports can't be"):
        settings({"reports": CLUB}, {})


def test_files_stay_files() -> None:
    assert store_of("games/spring-cup/log.yaml") is FILES


def test_no_command_on_files_loads_the_database() -> None:
    code = (
        "import sys; from referee import cli; cli.code(['status']); cli.code(['check', 'none.yaml']); "
        "sys.exit(any(each in sys.modules for each in ('psycopg', 'referee.store.sessions')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_files_are_copied_into_another_folder_byte_for_byte(here: Path) -> None:
    assert run("new", "magna-grecia", "--id", "cup", "--player", "yellow=Anna", "--player", "red=Bruno").code == 0
    date = (here / "private/cup.yaml").stat().st_mtime_ns
    ran = run("store", "copy", ".", "copied")
    assert ran.code == 0, ran.err
    for name in ("games/cup/log.yaml", "private/cup.yaml", "private/.gitignore"):
        assert (here / "copied" / name).read_bytes() == (here / name).read_bytes()
    assert (here / "copied/private/cup.yaml").stat().st_mtime_ns == date
    assert (here / "copied/private/cup.yaml").stat().st_mode & 0o077 == 0
    assert not list((here / "copied").rglob("*.html"))


def test_a_copy_that_would_overwrite_something_writes_nothing(here: Path) -> None:
    assert run("new", "magna-grecia", "--id", "cup", "--player", "yellow=Anna", "--player", "red=Bruno").code == 0
    (here / "copied/private").mkdir(parents=True)
    (here / "copied/private/cup.yaml").write_text("another")
    ran = run("store", "copy", ".", "copied")
    assert (ran.code, "differs from ./private/cup.yaml" in ran.err) == (65, True), ran
    assert [path.name for path in (here / "copied").rglob("*") if path.is_file()] == ["cup.yaml"]


def test_a_message_about_an_address_names_its_option_once(here: Path) -> None:
    ran = run("--store", "postgresql://club:secret@db/club", "status")
    assert (ran.code, ran.err.startswith("--store: The address of a database has no password")) == (78, True)
    (here / "referee.toml").write_text('store = "postgresql://db"\n')
    assert run("status").err.startswith("referee.toml: store: postgresql://db isn't the address of a database.")


def test_a_damaged_log_is_named_and_nothing_is_copied(here: Path) -> None:
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, here / "games" / id)
    log = here / "games/rhombus-2/log.yaml"
    log.write_bytes(log.read_bytes()[:-9])
    ran = run("store", "copy", ".", "copied")
    assert (ran.code, Path("copied").exists()) == (65, False)
    assert "The log of rhombus-2 is damaged: The log breaks off" in ran.err


def store_with_a_game() -> None:
    ran = run("new", "magna-grecia", "--id", "cup", "--player", "red=Bruno", "--player", "yellow=Anna")
    assert ran.code == 0, ran.err


def test_a_folder_that_cannot_be_read_is_not_left_out_of_a_copy(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store_with_a_game()
    (here / "private" / "kept").mkdir()
    scan = os.scandir

    def refused(path: str) -> object:
        if path.endswith("kept"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refused)
    ran = run("store", "copy", ".", "copy")
    assert (ran.code, ran.err) == (66, "./private/kept can't be read: Permission denied.\n")
    assert not (here / "copy").exists()


def test_a_linked_folder_is_not_left_out_of_a_copy(here: Path) -> None:
    store_with_a_game()
    (here / "games" / "cup").rename(here / "elsewhere")
    (here / "games" / "cup").symlink_to(here / "elsewhere")
    ran = run("store", "copy", ".", "copy")
    assert ran.code == 66
    assert "./games/cup is a link" in ran.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("store", "copy", "", "copy"), 2, "A store needs a name."),
        (("store", "copy", ".", ""), 2, "A store needs a name."),
        (("store", "copy", "/", "copy"), 66, "There are no games in /games."),
        (("store", "copy", "games", "copy"), 66, "Name the folder that the folders games and private are in"),
        (("export", ".", "--to", "games.sqlite"), 66, "They may be in ./games. Name that folder."),
    ],
)
def test_a_store_that_is_named_wrongly(here: Path, words: tuple[str, ...], code: int, said: str) -> None:
    store_with_a_game()
    ran = run(*words)
    assert ran.code == code
    assert said in ran.err
    assert not (here / "copy").exists()
