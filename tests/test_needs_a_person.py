"""What only a person can put right is seen: missed turns in a row, a grace that runs, words to the moderator."""

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from clock_games import GAMES, Now, begin, clock_of_a_test, good, mover, tick_through

MAIL = """[mail]
from = "Referee <referee@example.org>"
transport = "files"
folder = "letters"
moderator = "Sam <sam@example.org>"
"""


@pytest.fixture
def now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    return clock_of_a_test(tmp_path, monkeypatch)


def standing() -> Any:
    return json.loads(good("status", "--json").out)["games"][0]


def status() -> str:
    return " ".join(good("status").out.split())


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize("missed", ["pass", "suggest"])
def test_two_turns_missed_in_a_row_need_attention(now: Now, title: str, missed: str) -> None:
    begin(f"missed={missed}", "grace=0h", title=title, allowance="6h")
    first = mover()
    counts = []
    for hour in range(36):
        now(f"{16 + (9 + hour) // 24} {(9 + hour) % 24:02}:00")
        good("remind")
        counts.append(standing()["missed"].get(first, 0))
    assert counts[0] == 0
    assert [each for each in dict.fromkeys(counts) if each] == [2, *range(3, 1 + max(counts))]
    told = status()
    assert f"({first}) has missed" in told
    assert f"referee player cup {first} --name NAME --address ADDRESS" in told
    assert f"referee end resign cup {first}" in told
    assert "needs your attention" in told or "need your attention" in told


def test_another_player_begins_anew(now: Now) -> None:
    begin("missed=pass", "grace=0h", allowance="6h")
    seat = mover()
    tick_through(now, 16, 17)
    assert standing()["missed"][seat] >= 2
    good("player", "cup", seat, "--name", "Eva")
    assert seat not in standing()["missed"]


def test_a_player_who_moves_begins_anew(now: Now) -> None:
    begin("missed=pass", "grace=0h", allowance="6h")
    tick_through(now, 16, 18)
    seat = mover()
    assert seat in standing()["missed"]
    Path("move.yaml").write_text(good("suggest", "cup").out)
    good("submit", "move.yaml")
    assert seat not in standing()["missed"]


def test_the_moderator_gets_an_e_mail_once(now: Now) -> None:
    Path("referee.toml").write_text(MAIL)
    begin("missed=pass", "grace=0h", allowance="6h")
    tick_through(now, 16, 17)
    assert any("has missed 2 turns in a row" in each for each in letters_to_moderator())
    sent = len(letters_to_moderator())
    now("17 23:30")
    good("remind")
    assert len(letters_to_moderator()) == sent


def letters_to_moderator() -> list[str]:
    """The texts of the e-mails to the moderator, each in one line."""
    paths = Path("letters").rglob("*moderator*.eml")
    found = [message_from_bytes(path.read_bytes(), policy=default) for path in sorted(paths)]
    return [" ".join(str(body.get_content()).split()) for each in found if (body := each.get_body(("plain",)))]


@pytest.mark.parametrize(
    ("missed", "after"),
    [
        ("pass", "After that the turn is passed."),
        ("suggest", "After that the planning player moves."),
        ("wait", "After that the turn waits for you to decide."),
    ],
)
def test_status_says_that_the_grace_runs_and_what_comes(now: Now, missed: str, after: str) -> None:
    begin(f"missed={missed}", "grace=24h", allowance="10h")
    now("16 20:00")
    assert "The grace begins with the reminder, which is recorded by: referee remind" in status()
    good("remind")
    told = status()
    assert f"lasts until Tue 17 Nov, 20:00 UTC. {after}" in told
    assert "Nothing needs your attention." in told


def test_a_first_reminder_by_hand_stops_no_clock_and_sends_no_turn_twice(now: Now) -> None:
    Path("referee.toml").write_text(MAIL)
    begin("missed=wait", "grace=24h", allowance="72h")
    for seat in ("red", "yellow"):
        good("player", "cup", seat, "--address", f"{seat}@example.org")
    good("send")
    subjects = letters_to(mover())
    now("17 09:00")
    assert good("remind").out == ""
    good("send")
    assert letters_to(mover()) == subjects
    now("18 12:00")
    assert "gets a reminder: half of the time is over" in good("remind").out


def letters_to(seat: str) -> list[str]:
    return sorted(path.name for path in Path("letters").rglob(f"*-{seat}*.eml"))
