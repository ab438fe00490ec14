"""Closed games are known by the ends of their logs: nothing is replayed for them, and nobody can forge such an end."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, play, run

from referee.app.game_access import Table
from referee.app.look import status
from referee.app.look.listed_games import BACK, FRONT, ClosedGame, closed_game
from referee.rules import replay
from referee.settings import Settings
from referee.store import chain, disk, log

LOG = Path("games/cup/log.yaml")
Edit = Callable[[bytes], bytes]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A closed game; which games are replayed from here on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T20:00:00Z")
    begin()
    play(1)
    assert run("close", "cup", "--abandon").code == 0
    found: list[str] = []
    judge = replay.replay

    def counted(book: Any, log: Any, **more: Any) -> Any:
        found.append(log.documents[0]["game"])
        return judge(book, log, **more)

    monkeypatch.setattr(replay, "replay", counted)
    return found


def standing(id: str = "cup") -> dict[str, Any]:
    ran = run("status", id, "--json")
    assert ran.code == 0, ran.err
    (found,) = json.loads(ran.out)["games"]
    return dict(found)


def closed() -> ClosedGame | None:
    return closed_game(Table(Settings()), "cup")


def test_neither_status_nor_remind_replays_a_closed_game(opened: list[str]) -> None:
    found = standing()
    assert (found["state"], found["kind"], found["entry"]) == ("closed", "close", 3)
    assert (found["title"], found["at"]) == ("Magna Grecia", "2026-11-20 20:00 UTC")
    assert run("remind").code == 0
    assert run("remind", "--dry-run").code == 0
    assert opened == []


def test_the_ends_say_the_same_as_the_whole_log(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("player", "cup", "red", "--address", "bruno@example.org").code == 0
    ends = standing()
    monkeypatch.setattr(status, "closed_game", lambda table, id: None)
    assert ends == standing()
    assert opened.count("cup") == 2, "the change of the address, and the second status"
    assert ends["behind"] == ["red"]
    assert ends["notes"] == ["E-mails are waiting for red: referee send cup"]


def test_an_email_about_the_closing_that_was_sent_does_not_wait(opened: list[str]) -> None:
    assert run("player", "cup", "red", "--address", "bruno@example.org").code == 0
    Path("referee.toml").write_text('[mail]\nfrom = "Referee <referee@example.org>"\n')
    assert run("send").code == 0
    assert standing()["behind"] == []


def test_a_running_game_is_replayed_once(opened: list[str]) -> None:
    assert run("new", "magna-grecia", "--id", "free", "--player", "red=Bruno", "--player", "yellow=Anna").code == 0
    opened.clear()
    assert standing("free")["state"] == "untimed"
    assert opened == ["free"]
    assert run("remind").code == 0
    assert opened == ["free", "free"]


def test_damage_in_the_middle_of_a_closed_log_is_found_by_verify(opened: list[str]) -> None:
    LOG.write_bytes(LOG.read_bytes().replace(b"oracles/0: ", b"oracles/9: "))
    assert standing()["state"] == "closed"
    ran = run("verify", "cup")
    assert ran.code == 65
    assert "entry 1 is bad" in ran.out + ran.err or "Entry 1" in ran.out + ran.err


def secret(digits: str) -> Edit:
    return lambda raw: re.sub(rb"\nsecret: '?[0-9a-f]{64}'?", b"\nsecret: '" + digits.encode() + b"'", raw)


FORGED: dict[str, Edit] = {
    "another secret": secret("0" * 64),
    "no secret": lambda raw: re.sub(rb"\nsecret: .*", b"", raw),
    "a secret that is none": secret("zz"),
    "another commitment": lambda raw: re.sub(rb"\ncommitment: .*", b"\ncommitment: '" + b"0" * 64 + b"'", raw),
    "another game": lambda raw: raw.replace(b"\ngame: cup", b"\ngame: pot"),
    "the last line cut off": lambda raw: raw[: raw.rindex(b"state: ")],
    "the last byte cut off": lambda raw: raw[:-1],
    "the closing entry cut off": lambda raw: raw[: raw.rindex(b"\n---\n") + 1],
    "something behind the end": lambda raw: raw + b"\n",
    "a number that is none": lambda raw: raw.replace(b"\nentry: 3\n", b"\nentry: x\n"),
    "one more word": lambda raw: raw.replace(b"kind: close\n", b"kind: close\nboard: none\n"),
    "another kind": lambda raw: raw.replace(b"kind: close\n", b"kind: talk\n"),
    "carriage returns": lambda raw: raw.replace(b"\n", b"\r\n"),
    "nothing": lambda raw: b"",
    "one line": lambda raw: b"---\n",
    "the closing entry alone": lambda raw: raw[raw.rindex(b"\n---\n") + 1 :],
    "seats that are none": lambda raw: raw.replace(b"\nseats:\n  yellow:", b"\nseats:\n  violet:"),
    "no seats": lambda raw: re.sub(rb"\nseats:\n  yellow: .*\n  red: .*", b"\nseats: none", raw),
    "an edition that is not played here": lambda raw: raw.replace(b"\nedition: 2\n", b"\nedition: 7\n"),
    "a title that is not known": lambda raw: raw.replace(b"\ntitle: magna-grecia\n", b"\ntitle: chess\n"),
}


@pytest.mark.parametrize("edit", FORGED.values(), ids=FORGED)
def test_an_end_that_only_looks_like_one_closes_no_game(opened: list[str], edit: Edit) -> None:
    before = LOG.read_bytes()
    LOG.write_bytes(edit(before))
    assert LOG.read_bytes() != before
    assert standing()["state"] != "closed"
    assert run("remind").code in (0, 65)


def test_a_header_and_an_end_longer_than_usual_are_read_as_a_whole(opened: list[str]) -> None:
    assert closed() is not None
    raw = LOG.read_bytes()
    first, *others = chain.raw_documents(raw)
    LOG.write_bytes(b"".join([first.replace(b"\nnonces", b"\n" + b"# \n" * FRONT + b"nonces"), *others]))
    assert closed() is None
    LOG.write_bytes(raw.replace(b"kind: close\n", b"kind: close\n" + b"# \n" * BACK))
    assert closed() is None


def test_a_log_that_is_a_link_or_a_folder_is_reported(opened: list[str]) -> None:
    LOG.rename("elsewhere.yaml")
    LOG.symlink_to(Path("elsewhere.yaml").resolve())
    assert standing()["state"] == "broken"
    LOG.unlink()
    LOG.mkdir()
    assert standing()["state"] == "broken"
    LOG.rmdir()
    assert standing()["state"] == "broken"


def test_a_folder_of_a_closed_game_under_another_name_is_reported(opened: list[str]) -> None:
    shutil.copytree("games/cup", "games/pot")
    assert standing("pot")["state"] == "broken"


def test_a_game_that_was_never_dealt_is_closed_too(opened: list[str]) -> None:
    seats = ("--player", "red=Bruno", "--player", "yellow=Anna")
    assert run("new", "magna-grecia", "--id", "never", *seats, "--wait-for-nonces").code == 0
    assert run("close", "never", "--abandon").code == 0
    assert standing("never")["state"] == "closed"


def test_the_ends_of_a_file_are_the_requested_ones(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    assert disk.read_ends(str(path), 4, 3) == (b"0123", b"789")
    assert disk.read_ends(str(path), 40, 30) == (b"0123456789", b"0123456789")
    with pytest.raises(disk.Unreadable):
        disk.read_ends(str(tmp_path / "none"), 4, 3)


@pytest.mark.parametrize("id", ["bruttium-2", "mezzogiorno-4", "quadrilateral-4", "rhombus-2"])
def test_the_ends_of_the_sample_games_are_those_of_their_logs(id: str) -> None:
    games = Path(__file__).parent.parent / "games"
    found, whole = closed_game(Table(Settings(games=str(games))), id), log.read_log(str(games / id))
    assert found is not None
    assert (found.id, found.header, found.entry, found.at) == (id, whole.header, whole.last, whole.entries[-1]["at"])


def test_the_tick_replays_a_game_once_also_where_it_records_something(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = ("--player", "red=Bruno", "--player", "yellow=Anna")
    clock = ("--clock", "allowance=1h", "--clock", "grace=0h", "--clock", "missed=pass")
    assert run("new", "magna-grecia", "--id", "late", *seats, *clock).code == 0
    for minute, does in (
        ("20:00", ""),
        ("20:35", "gets a reminder"),
        ("21:01", "gets a reminder"),
        ("21:05", "missed the turn"),
    ):
        monkeypatch.setenv("REFEREE_NOW", f"2026-11-20T{minute}:00Z")
        opened.clear()
        ran = run("remind")
        assert ran.code == 0
        assert does in ran.out, minute
        assert opened == ["late"], minute


def test_a_list_of_games_loads_nothing_that_writes_pages_or_e_mails() -> None:
    heavy = ("jinja2", "email", "referee.mail.write.mime", "referee.report.html.templates")
    code = f"import sys, referee.app.look.status; print([each for each in {heavy} if each in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_doctor_misses_no_private_part_of_a_closed_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its secret is in its log. While it is in play, the private part is needed."""
    monkeypatch.chdir(tmp_path)
    begin()
    play(1)
    kept = Path("private/cup.yaml").read_bytes()
    Path("private/cup.yaml").unlink()
    assert "private/cup.yaml can't be read" in run("doctor").out
    Path("private/cup.yaml").write_bytes(kept)
    assert run("close", "cup", "--abandon").code == 0
    Path("private/cup.yaml").unlink()
    assert "private/cup.yaml" not in run("doctor").out
    Path("private/cup.yaml").write_text("nonsense")
    assert "warning private/cup.yaml" in run("doctor").out
