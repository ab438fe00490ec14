"""`status`, `remind` and `send` answer the same with what they kept of games as without it, whatever happens to a game.

After each command the three are asked both ways: with the file of summaries as it is, and without one.
"""

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cli_runs import Ran, disk, run

from referee.app.game_access import Table, open_game
from referee.app.look import status

FILE = Path("private/summaries")
START = datetime(2026, 11, 16, 9, tzinfo=UTC)
PLAYERS = {
    "magna-grecia": ("red=Bruno", "yellow=Anna"),
    "attika": ("athens=Anna", "sparta=Bruno"),
}
TOML = """
close = "when over"
[mail]
from = "Referee <referee@example.org>"
transport = "files"
folder = "letters"
"""
QUESTIONS = (("status", "--json"), ("remind", "--dry-run", "--json"), ("send", "--dry-run", "--json"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    Path("referee.toml").write_text(TOML)
    monkeypatch.setenv("REFEREE_NOW", now_text(START))


def now_text(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def begin(title: str, id: str = "cup", *more: str) -> None:
    players = [word for player in PLAYERS[title] for word in ("--player", player)]
    seats = [each.partition("=")[0] for each in PLAYERS[title]]
    addresses = [word for seat in seats for word in ("--address", f"{seat}={seat}@example.org")]
    clock = ("--clock", "allowance=20h", "--clock", "grace=4h", "--clock", "zone=Europe/Rome", "--clock", "missed=pass")
    done("new", title, "--id", id, *players, *addresses, *clock, *more)


def done(*words: str, stdin: bytes = b"") -> Ran:
    ran = run(*words, stdin=stdin)
    assert ran.code == 0, (words, ran)
    return ran


def answers() -> list[tuple[int, str]]:
    return [(ran.code, ran.out) for ran in (run(*words) for words in QUESTIONS)]


def same_both_ways(what: object) -> list[tuple[int, str]]:
    """The answers, which are the same with all that was kept so far, with what was kept just now, and with nothing."""
    with_old, with_new = answers(), answers()
    kept = FILE.read_bytes()
    FILE.unlink()
    afresh = answers()
    assert with_old == afresh, what
    assert with_new == afresh, what
    FILE.write_bytes(kept)
    return afresh


Deed = tuple[str, ...]


def deeds(chance: random.Random, seats: list[str], number: int, game: str) -> Iterator[Deed]:
    """What somebody may try next; much of it is refused."""
    seat, day = chance.choice(seats), START + timedelta(days=chance.randrange(9))
    for _ in range(6):
        yield ("submit", "-")
    for _ in range(4):
        yield ("remind",)
    yield from (("send",), ("send",), ("undo", game), ("pause", game, "--why", "We meet."), ("resume", game))
    yield ("absent", game, seat, day.date().isoformat(), (day + timedelta(days=1)).date().isoformat())
    yield ("absent", game, seat, "--end")
    yield ("extend", game, seat, f"{chance.randrange(1, 30)}h")
    yield ("draw", game, "--seat", seat)
    yield ("answer", game, seat, chance.choice(["yes", "no"]))
    yield ("player", game, seat, "--letters", chance.choice(["every", "own", "none"]))
    yield ("player", game, seat, "--name", "Eva", "--until", (day + timedelta(days=1)).date().isoformat())
    yield ("resign", game, seat, "--to", "referee")
    yield ("observe", game, "eva@example.org")
    yield ("say", game, "Hello.", "--to", seat)
    yield ("fork", game, "--id", f"fork-{number}")
    yield ("clock", game, "allowance=30h")


def do(deed: Deed, game: str) -> int:
    if deed[0] != "submit":
        return run(*deed).code
    move = run("suggest", game)
    return run("submit", "-", stdin=move.out.encode()).code if move.code == 0 else move.code


def course(seed: int, title: str, steps: int, set_now: Callable[[datetime], None]) -> Counter[str]:
    """What succeeded in a random course of a game and its forks, while time passes."""
    chance, now, succeeded = random.Random(seed), START, Counter[str]()
    begin(title)
    seats = [each.partition("=")[0] for each in PLAYERS[title]]
    for number in range(steps):
        deed = chance.choice(list(deeds(chance, seats, number, "cup")))
        code = do(deed, "cup")
        succeeded[deed[0]] += code == 0
        same_both_ways((seed, number, deed, code))
        now += chance.choice([timedelta(0), timedelta(minutes=1), timedelta(hours=3), timedelta(hours=11)])
        set_now(now)
        same_both_ways((seed, number, deed, code, now))
    return succeeded


@pytest.mark.parametrize("title", PLAYERS)
def test_kept_answers_are_those_of_a_replay_whatever_happens(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    succeeded = course(7, title, 14, lambda now: monkeypatch.setenv("REFEREE_NOW", now_text(now)))
    assert succeeded["submit"]


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that `status` replays."""
    seen: list[str] = []

    def noted(table: Table, id: str) -> object:
        seen.append(id)
        return open_game(table, id)

    monkeypatch.setattr(status, "open_game", noted)
    return seen


def test_a_game_is_replayed_once_until_it_changes(replays: list[str]) -> None:
    begin("magna-grecia")
    first = done("status").out
    assert (done("status").out, replays) == (first, ["cup"])
    done("pause", "cup", "--why", "We meet.")
    assert "We meet." in done("status").out
    assert replays == ["cup", "cup"]


def test_a_game_is_replayed_when_its_time_has_come(replays: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    begin("magna-grecia")
    for hours, looks in ((0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (21, 3), (2, 4)):
        monkeypatch.setenv("REFEREE_NOW", now_text(START + timedelta(hours=hours)))
        done("status")
        assert len(replays) == looks, hours


def changed(words: str) -> Callable[[bytes], bytes]:
    """The table after somebody changed its rows."""

    def change(raw: bytes) -> bytes:
        Path("copy").write_bytes(raw)
        with closing(sqlite3.connect("copy")) as base, base:
            base.execute(words)
        return Path("copy").read_bytes()

    return change


def with_a_flipped_bit(raw: bytes) -> bytes:
    at = raw.index(b'"cup"')
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


SPOILED: list[Callable[[bytes], bytes]] = [
    with_a_flipped_bit,
    changed("UPDATE answer SET program = 'another'"),
    changed("UPDATE answer SET value = replace(value, 'cup', 'cap')"),
    changed("UPDATE answer SET until = '8888'"),
    changed("UPDATE answer SET value = '{'"),
    changed("DROP TABLE answer"),
    changed("PRAGMA application_id = 7"),
    lambda raw: raw[: len(raw) // 2],
    lambda raw: b"",
    lambda raw: b"what a stranger\nput here \xff\n" * 100,
]


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_file_that_is_not_ours_is_ignored(spoil: Callable[[bytes], bytes], replays: list[str]) -> None:
    Path("referee.toml").unlink()
    begin("magna-grecia")
    right = done("status").out
    kept = FILE.read_bytes()
    done("status")
    assert len(replays) == 1
    FILE.write_bytes(spoil(kept))
    assert done("status").out == right
    assert len(replays) == 2
    done("status")
    assert len(replays) == 2


def test_a_summary_that_cannot_be_written_or_read_changes_nothing() -> None:
    begin("magna-grecia")
    right = done("status").out
    FILE.unlink()
    FILE.mkdir()
    assert done("status").out == right
    done("remind")


def test_an_older_log_put_back_is_what_is_shown() -> None:
    begin("magna-grecia")
    old = Path("games/cup/log.yaml").read_bytes()
    first = done("status").out
    assert do(("submit",), "cup") == 0
    assert done("status").out != first
    Path("games/cup/log.yaml").write_bytes(old)
    assert done("status").out == first


def test_a_damaged_log_is_found_although_its_end_is_as_it_was() -> None:
    begin("magna-grecia")
    done("status")
    log = Path("games/cup/log.yaml")
    log.write_bytes(log.read_bytes().replace(b"Bruno", b"Brunx", 1))
    assert "can't be read" in done("status").out


def test_of_a_closed_game_what_is_new_is_noticed() -> None:
    begin("magna-grecia")
    done("close", "cup", "--abandon")
    assert "E-mails are waiting" in done("status").out
    same_both_ways("closed")
    done("send")
    assert "E-mails are waiting" not in done("status").out
    same_both_ways("sent")
    done("say", "cup", "It was a fine game.")
    assert len(json.loads(same_both_ways("a message")[2][1])["letters"]) == 2


def test_only_what_looks_at_all_games_keeps_anything() -> None:
    begin("magna-grecia")
    done("status", "cup")
    done("send", "cup")
    done("remind", "cup")
    assert not FILE.exists()
    before = disk()
    done("status")
    assert (FILE.stat().st_mode & 0o077, disk()) == (0, before)


def test_a_lost_game_leaves_nothing_behind() -> None:
    begin("magna-grecia", "one")
    begin("magna-grecia", "two")
    done("status")
    assert b"two" in FILE.read_bytes()
    done("discard", "two", "--yes")
    done("status")
    assert b"two" not in FILE.read_bytes()
