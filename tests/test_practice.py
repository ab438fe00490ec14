"""Practice games: the same shuffle for everyone, labelled wherever they are shown, never to be passed off as real."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cli_runs import Ran, play, run

from referee.app.game_access import Table, open_game
from referee.rules.replay import BadEntry, replay
from referee.settings import Settings
from referee.store import chain, chance, log
from referee.titles import book

SEATS = {
    "magna-grecia": ("--player", "yellow=Anna", "--player", "red=Bruno"),
    "attika": ("--player", "athens=Anna", "--player", "sparta=Bruno"),
}
LOG = Path("games/spring-cup/log.yaml")
VERIFY = Path(__file__).parent.parent / "tools" / "verify.py"

each_title = pytest.mark.parametrize("title", SEATS)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


def begin(title: str = "magna-grecia", *more: str, id: str = "spring-cup") -> Ran:
    ran = run("new", title, "--id", id, *SEATS[title], "--practice", *more)
    assert ran.code == 0, ran.err
    return ran


def shown() -> dict[str, str]:
    return dict(log.read_log("games/spring-cup").entry(1)["shown"])


def test_the_secret_is_made_by_the_published_rule() -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "log-format.md").read_text(encoding="utf-8")
    (text,) = re.findall(r'practice secret = SHA-256\( "(.*)" \)', page)
    assert sha256(text.replace("\\n", "\n").encode()).digest() == chance.PRACTICE_SECRET
    assert chance.PRACTICE_SECRET.hex() in page


@each_title
def test_everyone_who_types_the_same_gets_the_same_deal(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(title)
    first = shown()
    monkeypatch.chdir(tmp_path.parent)
    (tmp_path / "again").mkdir()
    monkeypatch.chdir(tmp_path / "again")
    begin(title)
    assert shown() == first


def test_another_name_makes_another_shuffle(folder: None) -> None:
    begin()
    begin(id="autumn-cup")
    assert shown() != log.read_log("games/autumn-cup").entry(1)["shown"]


@each_title
def test_it_is_called_a_practice_game_wherever_it_is_shown(title: str) -> None:
    Path("referee.toml").write_text('[mail]\nfrom = "Referee <referee@example.org>"\n')
    seat = SEATS[title][1].partition("=")[0]
    begin(title, "--address", f"{seat}=anna@example.org")
    assert log.read_log("games/spring-cup").header["chance"] == "practice"
    for words in (("show", "spring-cup"), ("show", "spring-cup", "--format", "html"), ("status", "--format", "html")):
        ran = run(*words)
        assert "practice game" in " ".join(ran.out.split()), words
    assert json.loads(run("show", "spring-cup", "--json").out)["practice"] is True
    assert json.loads(run("status", "--json").out)["games"][0]["practice"] is True
    assert "this is a practice game" in run("verify").out
    assert run("send").code == 0
    (sent,) = Path("letters/spring-cup").glob("*.eml")
    assert b"practice game" in sent.read_bytes()
    assert run("replay", "spring-cup", "--out", "page.html").code == 0
    assert "practice game" in Path("page.html").read_text()


@each_title
def test_the_archive_names_practice_games_and_does_not_count_them(title: str) -> None:
    begin(title)
    real = run("new", title, "--id", "real", *SEATS[title])
    assert real.code == 0
    for id in ("spring-cup", "real"):
        assert run("close", id, "--abandon").code == 0
    assert run("archive", "site").code == 0
    assert Path("site/index.html").read_text().count("practice game") == 2  # among the pictures, and in the table
    assert "this is a practice game" in Path("site/spring-cup/record.html").read_text()
    assert "practice game" not in Path("site/real/record.html").read_text()
    assert "Games: 1; finished: 0" in Path("site/statistics.html").read_text()


@each_title
def test_it_can_be_verified_by_anyone_at_any_time(title: str) -> None:
    begin(title)
    play(1, "spring-cup")
    Path("private").rename("elsewhere")
    ran = run("verify", "games/spring-cup")
    assert ran.code == 0
    assert "entries are correct under edition " in ran.out
    assert "this is a practice game" in ran.out


def resealed(raw: bytes) -> bytes:
    """A log whose seals fit again after a change."""
    parts = chain.raw_documents(raw)
    for at in range(1, len(parts)):
        fresh = sha256(parts[at - 1]).hexdigest()
        parts[at] = re.sub(rb"(?m)^prev: .*$", f"prev: '{fresh}'".encode(), parts[at], count=1)
    return b"".join(parts)


def changed(old: bytes, new: bytes) -> None:
    raw = LOG.read_bytes()
    assert old in raw
    LOG.write_bytes(resealed(raw.replace(old, new, 1)))


HIDDEN = "It commits to the published secret of practice games, but"
WAITS = "A practice game doesn't wait for nonces"
LIES = {
    "a practice game that does not say so": (b"chance: practice\n", b"", HIDDEN),
    "a practice game that waits for nonces": (b"nonces: none\n", b"nonces: wait\n", WAITS),
}


@pytest.mark.parametrize(("old", "new", "why"), LIES.values(), ids=LIES)
@pytest.mark.parametrize("closed", [False, True])
def test_a_practice_game_cannot_be_passed_off_as_a_real_one(old: bytes, new: bytes, why: str, closed: bool) -> None:
    begin()
    if closed:
        assert run("close", "spring-cup", "--abandon").code == 0
    changed(old, new)
    ran = run("verify", "spring-cup")
    assert ran.code == 65
    assert f"its header is wrong. {why}" in ran.out
    if not closed or b"chance" in old:
        assert json.loads(run("status", "--json").out)["games"][0]["state"] == "broken"
    assert run("show", "spring-cup").code == 65
    assert run("suggest", "spring-cup").code == 65


def test_a_real_game_cannot_say_that_it_is_for_practice() -> None:
    assert run("new", "magna-grecia", "--id", "spring-cup", *SEATS["magna-grecia"]).code == 0
    changed(b"nonces: none\n", b"nonces: none\nchance: practice\n")
    ran = run("verify", "spring-cup")
    assert ran.code == 65
    assert "but doesn't commit to the published secret of practice games" in ran.out
    found = log.read_log("games/spring-cup")
    with pytest.raises(BadEntry):
        replay(book("magna-grecia"), found)


def test_it_waits_for_no_nonces() -> None:
    ran = run("new", "magna-grecia", "--id", "a", *SEATS["magna-grecia"], "--practice", "--wait-for-nonces")
    assert ran.code == 2
    assert "A practice game can't wait for nonces" in ran.err
    assert not Path("games").exists()


def test_a_dry_run_of_a_practice_game_makes_nothing() -> None:
    begin("magna-grecia", "--dry-run")
    assert not Path("games").exists()


def verifier() -> tuple[int, str]:
    command = [sys.executable, str(VERIFY), str(LOG), str(VERIFY.parent.parent / "referee" / "titles")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@each_title
def test_the_stand_alone_verifier_knows_practice_games(title: str) -> None:
    begin(title)
    code, said = verifier()
    assert (code, "practice    the secret is published" in said) == (0, True)
    assert run("close", "spring-cup", "--abandon").code == 0
    code, said = verifier()
    assert code == 0, said
    assert [line.split()[0] for line in said.splitlines()] == ["chain", "practice", "commitment", "seed", "shuffles"]
    changed(b"chance: practice\n", b"")
    assert verifier()[0] == 1


def test_the_game_that_is_opened_is_marked() -> None:
    begin()
    game = open_game(Table(Settings()), "spring-cup")
    assert chance.is_practice(game.id, game.header["commitment"])
    assert not chance.is_practice("other", game.header["commitment"])
