"""A turn is not recorded as missed before the e-mail has left that reminds its player of it."""

import json
import random
from pathlib import Path

import pytest
from cli_runs import disk, play, run
from clock_games import Now, clock_of_a_test, entries, good, mover

from referee.app.game_access import Table, open_game
from referee.settings import Settings

now = pytest.fixture(name="now")(clock_of_a_test)

FILES = '[mail]\nfrom = "Referee <referee@example.org>"\ntransport = "files"\n'
UNREACHABLE = FILES.replace('"files"', '"smtp"\nserver = "127.0.0.1:1"\nsecurity = "none"')
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")
HALF, UP, OVER = "16 10:00", "16 11:00", "16 12:00"
"""With two hours for a turn that begins at 9, and one hour of grace."""
REMINDED = ["clock reminded"] * 2


def begin(now: Now, *words: str, missed: str = "pass", grace: str = "1h", toml: str = FILES) -> None:
    now("16 09:00")
    Path("referee.toml").write_text(toml)
    clock = [word for each in ("allowance=2h", f"grace={grace}", f"missed={missed}") for word in ("--clock", each)]
    good("new", "magna-grecia", "--id", "cup", *PLAYERS, *(words or ADDRESSES), *clock)
    good("remind")


def remind_at(now: Now, *times: str) -> str:
    """What the last of some runs says."""
    said = ""
    for each in times:
        now(each)
        said = good("remind").out
    return said


def attention() -> str:
    """What `status` says, without the list of games."""
    return " ".join(good("status").out.split())


@pytest.mark.parametrize("missed", ["pass", "suggest"])
def test_no_turn_is_missed_while_its_reminder_has_not_been_sent(now: Now, missed: str) -> None:
    begin(now, missed=missed)
    seat = mover()
    said = remind_at(now, HALF, UP, OVER)
    assert entries() == REMINDED
    assert "has not been sent" in said
    assert "referee send cup" in said
    assert said.count("\n") == 1
    assert remind_at(now, "16 12:30") == said, "as long as it is so"
    good("send")
    now("16 12:40")
    good("remind")
    assert entries()[:2] == REMINDED
    assert entries()[2].startswith("missed")
    assert mover() != seat


def test_no_server_no_missed_turn(now: Now) -> None:
    begin(now, toml=UNREACHABLE)
    for time in (HALF, UP, OVER, "16 12:30"):
        now(time)
        good("remind")
        assert run("send").code != 0
    assert entries() == REMINDED
    assert "1 matter needs your attention." in attention()


def test_status_names_what_to_do(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP, OVER)
    assert "1 matter needs your attention." in attention()
    assert "has not been sent the reminder of this turn" in attention()
    assert "referee send cup" in attention()
    good("send")
    assert "has not been sent" not in attention()


def test_the_e_mail_of_half_the_time_is_not_that_of_the_deadline(now: Now) -> None:
    begin(now)
    remind_at(now, HALF)
    good("send")
    assert "has not been sent" in remind_at(now, UP, OVER)
    assert entries() == REMINDED


def test_a_reminder_that_was_sent_in_time_changes_nothing(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP)
    good("send")
    now("16 11:30")
    assert good("remind").out == ""
    assert "missed the turn" in remind_at(now, OVER)
    assert entries() == [*REMINDED, "missed"]


def test_without_grace_the_reminder_must_have_been_sent_too(now: Now) -> None:
    begin(now, grace="0h")
    assert "has not been sent" in remind_at(now, HALF, UP, "16 11:05")
    good("send")
    assert "missed the turn" in remind_at(now, "16 11:10")


def test_a_new_address_has_not_been_reminded(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP)
    good("send")
    good("player", "cup", mover(), "--address", "carla@example.org")
    assert "has not been sent" in remind_at(now, OVER)


@pytest.mark.parametrize("toml", ["", FILES])
def test_who_gets_no_e_mails_misses_turns_as_before(now: Now, toml: str) -> None:
    """By a forum, say: without [mail], or without addresses."""
    begin(now, *(() if not toml else ("--practice",)), toml=toml)
    remind_at(now, HALF, UP, OVER)
    assert entries() == [*REMINDED, "missed"]


def test_who_wants_no_e_mails_misses_turns_as_before(now: Now) -> None:
    begin(now)
    good("player", "cup", mover(), "--letters", "none")
    remind_at(now, HALF, UP, OVER)
    assert entries()[-1] == "missed"


def test_the_moderator_decides_and_may_record_it_all_the_same(now: Now) -> None:
    begin(now, missed="wait")
    seat = mover()
    remind_at(now, HALF, UP, OVER)
    assert entries() == [*REMINDED, "clock overdue"]
    assert "has not been sent the reminder of this turn" in attention()
    good("missed", "cup", seat)
    assert mover() != seat


def test_the_moderator_hears_of_it_at_once_and_once(now: Now) -> None:
    begin(now, toml=f'{FILES}moderator = "Sam <sam@example.org>"\n')
    remind_at(now, HALF, UP, "16 11:55")
    assert not Path("letters/referee").exists()
    remind_at(now, OVER, "16 12:05", "16 12:10")
    (path,) = Path("letters/referee").iterdir()
    assert "has not been sent the reminder of this turn" in " ".join(path.read_text().split())


def test_a_move_and_more_time_end_the_waiting(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP, OVER)
    good("extend", "cup", mover(), "24h", "--why", "No e-mail left.")
    assert good("remind").out == ""
    play(1)
    assert "has not been sent" not in attention()


def test_programs_and_dry_runs_hear_of_it(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP, OVER)
    before = disk()
    (act,) = json.loads(good("remind", "--dry-run", "--json").out)["acts"]
    assert (act["did"], act["seat"], act["entry"]) == ("unsent", mover(), None)
    assert disk() == before


def test_an_e_mail_that_comes_late_names_no_moderator(now: Now) -> None:
    begin(now)
    remind_at(now, HALF, UP, "16 13:00")
    good("send")
    (path,) = Path("letters/cup").glob(f"*{mover()}*.eml")
    mail = path.read_text()
    assert "Your time was up on Monday 16 November, 11:00 UTC. Please move now." in " ".join(mail.split())
    assert "moderator decides" not in mail


def test_the_two_reminders_differ(now: Now) -> None:
    begin(now)
    half, up = remind_at(now, HALF), remind_at(now, UP)
    assert "half of the time is over. The turn is due at 2026-11-16 11:00 UTC." in half
    assert "the turn was due at 2026-11-16 11:00 UTC. The grace lasts until 2026-11-16 12:00 UTC." in up
    log = good("log", "cup").out
    assert "got a reminder. The turn is due at 2026-11-16 11:00 UTC." in log
    assert "got a reminder. The turn was due at 2026-11-16 11:00 UTC." in log


def test_a_dry_run_says_that_nothing_was_recorded(now: Now) -> None:
    begin(now, toml="")
    now("16 09:30")
    assert good("remind", "--dry-run").err == "", "nothing is due"
    remind_at(now, HALF, UP)
    now(OVER)
    ran = good("remind", "--dry-run")
    assert "missed the turn" in ran.out
    assert ran.err == "Nothing was recorded: this was a dry run.\n"


def test_doctor_names_send_where_games_are_played_by_mail(now: Now) -> None:
    begin(now)
    now("19 09:00")
    assert "*/5 * * * * referee remind; referee send" in good("doctor").out
    Path("referee.toml").write_text("")
    assert "*/5 * * * * referee remind; referee send" not in good("doctor").out
    assert "*/5 * * * * referee remind" in good("doctor").out


@pytest.mark.parametrize("seed", range(2))
def test_before_every_missed_turn_an_e_mail_with_its_reminder_had_left(now: Now, seed: int) -> None:
    """Whenever cron runs and whenever it fails: found out from the files of e-mails alone."""
    chance = random.Random(seed)
    begin(now)
    missed, hour, minute = 0, 9, 0
    for _ in range(30):
        minute += chance.randrange(10, 70)
        hour, minute = hour + minute // 60, minute % 60
        now(f"{16 + hour // 24} {hour % 24:02}:{minute:02}")
        left = [path.stem.split("-")[:2] for path in Path("letters").glob("cup/*-*.eml")]
        good("remind")
        log = open_game(Table(Settings()), "cup").log.entries
        *before, last = log
        if last["kind"] == "missed":
            missed += 1
            reminder = max(n for n, each in enumerate(before, 1) if each.get("event") == "reminded")
            assert any(int(entry) >= reminder for entry, seat in left if seat == last["seat"])
        if chance.random() < 0.4:
            run("send")
    assert missed > 1
    assert run("verify", "cup").code == 0
