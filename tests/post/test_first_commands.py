"""A new moderator sends the first e-mails with two commands, and sees with one why a game waits."""

from pathlib import Path

import pytest
from clock_games import Now, clock_of_a_test, good

now = pytest.fixture(name="now")(clock_of_a_test)

TOML = '[mail]\nfrom = "Referee <referee@example.org>"\ntransport = "files"\nfolder = "letters"\n'
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")


def start() -> None:
    """A moderator's first game: settings, one command to begin, one to send."""
    Path("referee.toml").write_text(TOML)
    good("new", "magna-grecia", "--id", "cup", *PLAYERS, *ADDRESSES, "--clock", "allowance=10h")
    good("send")


def test_two_commands_bring_e_mails_on_their_way(now: Now) -> None:
    start()
    mails = sorted(path.name for path in Path("letters/cup").glob("*.eml"))
    assert mails == ["1-red.eml", "1-yellow.eml"]
    assert sum("BEGIN MOVE" in Path("letters/cup", name).read_text() for name in mails) == 1


def test_one_command_says_why_a_game_waits(now: Now) -> None:
    start()
    for day in (16, 17, 18, 19):
        for hour in range(9, 24):
            now(f"{day} {hour:02}:00")
            good("remind")
    shown = " ".join(good("status").out.split())
    assert "Deadline and grace are over; decide: referee time missed cup " in shown
    assert "E-mails are waiting for " in shown
