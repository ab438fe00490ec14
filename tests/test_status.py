"""One screen for all games: what needs the moderator comes first, nothing hidden is shown, and nothing changes."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli_runs import disk, miss, play, run

from referee.app.game_access import Table
from referee.app.look import status, status_overview
from referee.settings import Settings

CLOCK = ("--clock", "zone=Europe/Rome", "--clock", "grace=1h")
DAY = (*CLOCK, "--clock", "allowance=24h")
GAMES = {
    "a-closed": (),
    "b-waits": ("--wait-for-nonces",),
    "c-free": (),
    "d-timed": (*CLOCK, "--clock", "allowance=9d"),
    "e-still": DAY,
    "f-over": ("--option", "rounds=8"),
    "g-late": DAY,
    "h-overdue": DAY,
    "i-broken": (),
}
"""Games in another order than that of their urgency."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """They are begun at 19:00, and it is 20:30 on the next day."""
    folder = tmp_path_factory.mktemp("status")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("REFEREE_CONFIG", "none.toml")
        patch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
        for id, more in GAMES.items():
            done("new", "magna-grecia", "--id", id, "--player", "red=Bruno", "--player", "yellow=Anna", *more)
        done("close", "a-closed", "--abandon")
        done("pause", "e-still", "--why", "We meet in person.")
        for _ in range(16):
            assert miss("f-over").code == 0
        Path("games/i-broken/log.yaml").write_text("no log")
        done("remind", "h-overdue")
        patch.setenv("REFEREE_NOW", "2026-11-21T19:30:00Z")
        Path("private/mail/heartbeat").write_text("h-overdue 2026-11-21T19:00:00Z\n")
        done("remind", "h-overdue")
    return folder


@pytest.fixture
def games(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(base, tmp_path / "work"))
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-21T20:30:00Z")


def done(*words: str) -> str:
    ran = run(*words)
    assert ran.code == 0, (words, ran)
    return ran.out


def found() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(done("status", "--json"))
    return told


def test_the_games_of_the_page_are_links_to_their_newest_reports(games: None) -> None:
    page = done("status", "--format", "html")
    linked = dict(re.findall(r'<a href="([^"]*)">([^<]*)</a>', page))
    assert "f-over" in linked.values()
    assert len(linked) > 5
    for link, game in linked.items():
        assert Path(link).parent == Path("reports", game)
        entries = [int(each.stem) for each in Path("reports", game).iterdir() if each.stem.isdecimal()]
        assert str(max(entries)) == Path(link).stem


def test_a_game_without_a_report_is_a_link_to_its_log(games: None) -> None:
    shutil.rmtree("reports/a-closed")
    assert '<a href="games/a-closed/log.yaml">a-closed</a>' in done("status", "--format", "html")
    Path("games/a-closed/log.yaml").unlink()
    assert 'href="games/a-closed' not in done("status", "--format", "html")


def test_urgent_games_come_first_in_every_form(games: None) -> None:
    before = disk()
    states = {each["game"]: each["state"] for each in found()["games"]}
    assert list(states) == sorted(states, key=lambda id: status.STATES.index(states[id]))
    assert states == {
        "i-broken": "broken",
        "h-overdue": "overdue",
        "g-late": "late",
        "f-over": "over",
        "e-still": "still",
        "d-timed": "timed",
        "c-free": "untimed",
        "b-waits": "undealt",
        "a-closed": "closed",
    }
    text, long, page = done("status"), done("status", "--long"), done("status", "--format", "html")
    assert [line.split()[0] for line in text.splitlines()[: len(states)]] == list(states)
    assert text.splitlines()[len(states)].startswith("9 games. ")
    places = [long.index(f"\n  {id}") for id in states]
    assert places == sorted(places)
    assert [page.index(f">{id}<") for id in states] == sorted(page.index(f">{id}<") for id in states)
    assert max(len(line) for line in (text + long).splitlines()) <= 80
    assert "<script" not in page
    assert disk() == before


def test_times_are_those_of_the_games_zone(games: None) -> None:
    (timed,) = (each for each in found()["games"] if each["game"] == "d-timed")
    assert (timed["since"], timed["due"]) == ("2026-11-20 20:00 CET", "2026-11-29 20:00 CET")
    lines = {line.split()[0]: line for line in done("status").splitlines()}
    assert re.fullmatch(
        r"d-timed +(Anna \(yellow\)|Bruno \(red\)) +due Sun 29 Nov, 20:00 CET +in \d+ days", lines["d-timed"]
    ), lines
    assert "was due " in lines["g-late"]
    assert lines["g-late"].endswith(" ago")
    assert lines["c-free"].endswith("   no clock")
    assert lines["i-broken"].endswith("   can't be read")
    page = done("status", "--format", "html")
    assert "<td>20\u00a0Nov, 20:00\u00a0CET</td><td>Sun 29 Nov, 20:00 CET, in " in page
    assert not re.search(r"\d{4}-\d\d-\d\d", re.sub("(?s)<style>.*?</style>", "", page))


def test_late_games_whose_clock_nobody_checks_are_named(games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "`referee remind` hasn't run lately, so nobody is reminded in {}. To remind them: referee remind"
    assert words.format("g-late") in in_one_line(done("status")), "it ran for h-overdue an hour ago"
    monkeypatch.setenv("REFEREE_NOW", "2026-11-21T20:31:00Z")
    assert words.format("h-overdue, g-late") in in_one_line(done("status"))
    done("remind", "g-late", "h-overdue")
    assert "hasn't run lately" not in in_one_line(done("status"))


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_only_a_few_of_these_games_are_named() -> None:
    (note,) = status_overview.unwatched_notes(["a", "b", "c", "d"])
    assert "in a, b, c, 1 other. " in str(note)
    (note,) = status_overview.unwatched_notes([*"abcdef"])
    assert "in a, b, c, 3 others. " in str(note)
    assert not [*status_overview.unwatched_notes([])]


def test_absences_and_substitutes_are_shown(games: None) -> None:
    done("absent", "c-free", "red", "2026-11-21", "2026-11-24")
    done("player", "c-free", "yellow", "--name", "Carla", "--until", "2026-11-30")
    (free,) = (each for each in found()["games"] if each["game"] == "c-free")
    assert free["away"] == {"red": "2026-11-24"}
    assert free["notes"] == [
        "Bruno (red) is away until 2026-11-24.",
        "Carla plays yellow until 2026-11-30, then Anna again.",
    ]


def test_emails_wait_until_the_mark_covers_what_concerns_the_seat(games: None) -> None:
    done("player", "c-free", "red", "--address", "bruno@example.org")
    done("player", "c-free", "yellow", "--address", "anna@example.org")
    assert sorted(behind()) == ["red", "yellow"]
    marked("red", "1")
    marked("yellow", "1")
    assert behind() == []
    play(1, "c-free")
    (next_one,) = behind()  # who has moved knows what it did
    for text in ("2 abc", "x", "", "99999"):
        marked(next_one, text)
        assert (next_one in behind()) == (text in ("x", "")), text


def behind() -> list[str]:
    return list(status.status(Table(Settings(), "2026-11-21T20:30:00Z"), ["c-free"]).games[0].behind)


def marked(seat: str, text: str) -> None:
    place = Path("private/c-free/sent")
    place.mkdir(parents=True, exist_ok=True)
    (place / seat).write_text(f"{text}\n")


def test_mail_that_waits_or_could_not_be_handled_is_reported(games: None) -> None:
    for name in ("new/a.eml", "new/b.eml", "quarantine/c.eml", "quarantine/d.eml", "quarantine/other.txt"):
        path = Path("private/mail") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("From: somebody\n")
    Path("private/mail/quarantine/c.eml.why").write_text("Longer than <256> KiB\x1b[2J\nand more")
    quarantine = [["c.eml", "Longer than <256> KiB\x1b[2J"], ["d.eml", ""]]
    held = {"quarantine": quarantine, "deferred": [], "unreadable": {}, "strange": [], "notes": []}
    assert found()["post"] == {"waiting": 2, **held}
    text, page = done("status"), done("status", "--format", "html")
    assert "E-mails to process: 2." in text
    assert "An e-mail was put aside: Longer than <256> KiB" in text
    assert "\x1b" not in text + page
    assert "Longer than &lt;256&gt; KiB" in page
    assert "An e-mail was put aside: nobody wrote down why." in text


def test_nothing_of_the_private_part_is_shown(games: None) -> None:
    done("player", "c-free", "red", "--address", "bruno@example.org")
    everything = done("status") + done("status", "--json") + done("status", "--format", "html")
    assert "bruno@example.org" not in everything
    assert Path("private/c-free.yaml").read_text().split("secret: ")[1][:64] not in everything


def test_there_may_be_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert done("status").startswith("No games. Nothing needs your attention.\n")
    assert done("remind") == ""
    assert "<table" not in done("status", "--format", "html")


def test_the_screen_of_moderators_is_in_one_language() -> None:
    assert run("--language", "de", "status").out == run("status").out


def test_every_command_about_all_games_reports_a_lost_folder(games: None) -> None:
    shutil.rmtree("games/c-free")
    said = "There is no game c-free in games/."
    lost = next(each for each in found()["games"] if each["game"] == "c-free")
    assert lost["state"] == "broken"
    assert lost["notes"][0].startswith(said)
    assert "5 matters need your attention." in done("status"), "one more than with the folder"
    verified = run("verify")
    assert verified.code == 65
    assert "c-free: games/c-free/log.yaml can't be read: No such file or directory." in verified.out
    reminded = run("remind")
    assert reminded.code == 0
    assert f"c-free: {said}" in reminded.err
    assert "c-free" in run("remind", "--dry-run").err
    for words in (("show", "c-free"), ("status", "c-free"), ("verify", "c-free")):
        ran = run(*words)
        assert ran.code == 66
        assert "Its private part is here, so the folder was lost or moved. Restore a copy of it." in ran.err


def test_what_never_was_a_game_is_not_lost(games: None) -> None:
    """A beginning that was killed before the log was there; and a game whose private part was moved away with it."""
    text = Path("private/c-free.yaml").read_text()
    shutil.rmtree("games/c-free")
    Path("private/c-free.yaml").write_text(f"{text}begins: {'ab' * 32}\n")
    assert "c-free" not in {each["game"] for each in found()["games"]}
    Path("private/c-free.yaml").unlink()
    assert "c-free" not in {each["game"] for each in found()["games"]}


def test_the_count_and_the_list_of_what_needs_attention_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-mails that `receive` handles need nobody yet: they are below, and not under what needs attention."""
    monkeypatch.chdir(tmp_path)
    for folder, name in (("new", "a.eml"), ("quarantine", "c.eml"), ("quarantine", "d.eml")):
        Path("private/mail", folder).mkdir(parents=True, exist_ok=True)
        Path("private/mail", folder, name).write_text("From: somebody\n")
    text, page = done("status", "--long"), done("status", "--format", "html")
    assert text.startswith("No games. 2 matters need your attention.\n")
    needed, _, others = text.partition("Needs your attention")[2].partition("Good to know")
    assert needed.count("\n- ") == 2
    assert others.count("\n- ") == 1
    assert "E-mails to process: 1." in others
    assert page.index("Needs your attention") < page.index("put aside") < page.index("Good to know")
    assert "\nGood to know:\n- E-mails to process: 1." in done("status")
    for path in Path("private/mail/quarantine").iterdir():
        path.unlink()
    assert "Needs your attention" not in done("status", "--long") + done("status", "--format", "html")
