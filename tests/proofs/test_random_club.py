"""Whatever moderators and players do in any order, every game can be read, judged and shown afterwards."""

import re
from pathlib import Path

import pytest
from cli_runs import Ran
from database_servers import running_cluster
from random_club import Club

SEEDS, MANY = 4, 40
STEPS = 120
LOOK = 6
"""After so many steps everything is read again."""
pytestmark = pytest.mark.usefixtures("menus_made_once")


def assert_readable(club: Club) -> None:
    for game, seats in club.games.items():
        for words in (("verify", game), ("log", game), ("players", game)):
            ran = club.run(*words)
            assert ran.code == 0, club.story(ran)
        for seat in seats if club.opened(game).log.last else ():
            ran = club.run("show", game, "--seat", seat)
            assert ran.code == 0, club.story(ran)
            assert "\ufffd" not in ran.out, club.story(ran)
    ran = club.run("status")
    assert ran.code == 0, club.story(ran)


def assert_kept_for_later(club: Club) -> None:
    """The archive and the tables are made of all games, and no e-mail was put aside or has a lost letter."""
    for words in (("archive", "site"), ("export", "--to", "club.sqlite"), ("stats",)):
        ran = club.run(*words)
        assert ran.code == 0, club.story(ran)
    assert list(Path("private").rglob("quarantine/*")) == [], club.story(club.run("mail", "list"))
    assert [path for path in Path("letters").rglob("*.eml") if b"\xef\xbf\xbd" in path.read_bytes()] == []


@pytest.mark.parametrize("part", range(SEEDS))
def test_a_club_in_which_anything_happens_stays_readable(
    part: int, thorough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(part, MANY if thorough else SEEDS, SEEDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(folder)
        club = Club(seed, monkeypatch)
        for number in range(STEPS):
            club.step()
            if number % LOOK == 0:
                assert_readable(club)
        assert_readable(club)
        assert_kept_for_later(club)


def played_club(folder: Path, patch: pytest.MonkeyPatch, settings: str) -> Club:
    folder.mkdir()
    patch.chdir(folder)
    club = Club(MANY, patch, settings)
    for _ in range(STEPS):
        club.step()
    assert_readable(club)
    return club


def without_chance(ran: Ran) -> tuple[int, str, str]:
    """An answer without the ids of e-mails and the words that confirm something: both are made of a secret key."""
    secret = r"\b[0-9a-f]{12}\b|(?<=`resign )[a-z2-7]{6}|(?<=`concede )[a-z2-7]{6}|(?<=`yes )[0-9][a-z2-7]{3}"
    return ran.code, re.sub(secret, "", ran.out), re.sub(secret, "", ran.err)


def test_a_club_in_a_database_gets_the_same_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = played_club(tmp_path / "files", monkeypatch, "")
    with running_cluster() as cluster:
        cluster.sql("create database club_of_chance owner club")
        database = played_club(tmp_path / "database", monkeypatch, f'store = "{cluster.address("club_of_chance")}"\n')
    assert database.said == files.said
    for one, other in zip(files.answers, database.answers, strict=True):
        assert without_chance(one) == without_chance(other)
