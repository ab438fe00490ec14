"""Moves from the command line: recorded, recorded before, refused, rehearsed; the texts, and the exit codes."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import SECRET, begin, disk, play, run, suggestion

from referee.store import log


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    begin()
    return tmp_path


def move(text: str, after: int = 1) -> bytes:
    seat = json.loads(run("suggest", "cup", "--json").out)["move"]["seat"]
    return f"game: cup\nafter: {after}\nseat: {seat}\n{text}".encode()


def test_a_move_is_recorded_and_its_report_printed() -> None:
    Path("move.yaml").write_bytes(suggestion())
    ran = run("submit", "move.yaml", "--full")
    assert ran.code == 0
    assert "Magna Grecia" in ran.out
    found = log.read_log("games/cup")
    assert found.last == 2
    assert re.search(r"^Recorded as entry 2 of cup: Anna \(yellow\) played city .*\.$", ran.err, re.M)
    assert "Page: reports/cup/2.html" in ran.err.replace(os.sep, "/")
    assert Path("reports/cup/2.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_move_comes_from_stdin_or_a_pipe_too() -> None:
    assert run("submit", "-", stdin=suggestion()).code == 0
    assert log.read_log("games/cup").last == 2


def test_html_and_json_in_place_of_text() -> None:
    ran = run("submit", "-", "--html", "-", stdin=suggestion())
    assert ran.out.startswith("<!DOCTYPE html>")
    assert ran.code == 0
    ran = run("submit", "-", "--json", "--html", "page.html", stdin=suggestion())
    answer = json.loads(ran.out)
    assert (answer["format"], answer["entry"], answer["recorded_before"]) == ("referee-submitted/1", 3, False)
    assert answer["view"]["format"] == "referee-view/1"
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_and_json_are_not_printed_on_one_stream() -> None:
    ran = run("submit", "-", "--html", "-", "--json", stdin=suggestion())
    assert (ran.code, ran.out, log.read_log("games/cup").last) == (2, "", 1)
    assert "Only one of them can be printed. Write the page to a file." in ran.err


def test_the_same_file_twice_is_recorded_once() -> None:
    first = suggestion()
    assert run("submit", "-", stdin=first).code == 0
    play(1)
    before = disk("games")
    ran = run("submit", "-", stdin=first)
    assert ran.code == 0
    assert "Already recorded as entry 2 of cup" in ran.err
    assert disk("games") == before


def test_different_words_to_the_others_are_not_dropped_silently() -> None:
    first = suggestion() + b"say: Nice road.\n"
    assert run("submit", "-", stdin=first).code == 0
    before = disk("games")
    assert "differs" not in run("submit", "-", stdin=first).err
    ran = run("submit", "-", stdin=first.replace(b"Nice road", b"Bad luck"))
    assert (ran.code, "Already recorded as entry 2" in ran.err) == (0, True)
    assert "The message to the others differs from the one in entry 2, so it is not recorded." in ran.err
    assert disk("games") == before


def test_another_move_of_the_same_seat_on_the_same_entry_is_refused() -> None:
    other = move("actions: []\n")
    play(1)
    ran = run("submit", "-", stdin=other)
    assert ran.code == 65
    assert "has already moved this turn. Entry 2" in ran.err
    assert ran.err.endswith("Nothing was recorded.\n")


def test_the_answer_to_a_stale_move_says_what_happened_since() -> None:
    play(2)
    mover = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    other = {"red": "yellow", "yellow": "red"}[mover]
    stale = f"game: cup\nafter: 2\nseat: {mover}\nactions: []\n".encode()
    ran = run("submit", "-", stdin=stale)
    assert ran.code == 65
    assert "stdin:2:8: " in ran.err
    assert f"since then there were more entries: 3 ({other} move)" in ran.err or "has already moved" in ran.err
    assert f"`after: 3` and `head: {log.read_log('games/cup').head[:12]}`" in ran.err


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("after: 7\n", "There is no entry 7. The last entry is 1."),
        ("head: '123456789abc'\n", "No entry of cup has a hash that begins with 123456789abc."),
        ("after: 0\nhead: {head}\n", "The move says it follows entry 0, but the head {head} belongs to entry 1."),
    ],
)
def test_what_a_move_answers_must_exist_and_be_one_entry(fields: str, said: str) -> None:
    head = log.read_log("games/cup").head[:16]
    ran = run("submit", "-", stdin=f"game: cup\n{fields.format(head=head)}seat: red\nactions: []\n".encode())
    assert ran.code == 65
    assert said.format(head=head) in ran.err


def test_a_head_alone_identifies_the_answered_entry() -> None:
    head = log.read_log("games/cup").head[:12]
    text = suggestion().decode()
    ran = run("submit", "-", stdin=re.sub(r"after: 1\nhead: .*\n", f"head: '{head}'\n", text).encode())
    assert ran.code == 0, ran.err


def test_a_refusal_names_rule_place_and_law_and_records_nothing() -> None:
    Path("move.yaml").write_bytes(move("actions:\n  - city: Z99\n"))
    before = disk()
    ran = run("submit", "move.yaml")
    assert (ran.code, ran.out) == (65, "")
    assert re.match(r"move\.yaml:5:11: MG-1\.3: .*Z99.*\n    5 \|   - city: Z99\n {6}\| {11}\^\^\^\n", ran.err)
    assert "\nMG-1.3 says: " in ran.err
    assert ran.err.endswith("\nNothing was recorded.\n")
    assert disk() == before


def test_a_refusal_for_programs() -> None:
    ran = run("submit", "-", "--json", stdin=move("actions:\n  - city: Z99\n"))
    answer = json.loads(ran.out)
    assert (ran.code, answer["format"], answer["accepted"]) == (65, "referee-refusal/1", False)
    assert [(each["rule"], each["at"][:2]) for each in answer["violations"]] == [("MG-1.3", ["actions", 0])]
    assert answer["violations"][0]["law"]


def test_the_wrong_seat_is_refused_by_its_rule() -> None:
    text = move("actions: []\n").decode()
    other = text.replace("seat: red", "seat: X").replace("seat: yellow", "seat: red").replace("X", "yellow")
    ran = run("submit", "-", stdin=other.encode())
    assert ran.code == 65
    assert "MG-3.1" in ran.err or "MG-13.10" in ran.err


def test_a_file_that_is_no_move_is_shown_with_its_places() -> None:
    ran = run("submit", "-", stdin=b"game: cup\nafter: one\nseat: red\nactoins: []\n")
    assert ran.code == 65
    assert "1. line 2: This should be a whole number, not `one`." in ran.err
    assert "3. line 4: There is no `actoins` here." in ran.err
    assert "actions" in ran.err


@pytest.mark.parametrize("command", ["submit", "check"])
@pytest.mark.parametrize("file", ["nowhere.yaml", ".", "games/\0x"])
def test_no_such_file(command: str, file: str) -> None:
    ran = run(command, file)
    assert ran.code == 66
    assert "can't be read" in ran.err


def test_a_missing_game_is_reported_with_the_nearest_name() -> None:
    ran = run("submit", "-", stdin=b"game: cupp\nafter: 1\nseat: red\n")
    assert ran.code == 66
    assert ran.err == "There is no game cupp in games/.\nDid you mean cup?\nNothing was recorded.\n"


def test_a_dry_run_says_the_same_and_changes_nothing() -> None:
    text, before = suggestion(), disk()
    ran = run("submit", "-", "--dry-run", "--full", stdin=text)
    assert ran.code == 0
    assert "Nothing was recorded: this was a dry run." in ran.err
    assert disk() == before
    assert not Path("games/cup/.lock").exists()
    refused = run("submit", "-", "--dry-run", stdin=move("actions:\n  - city: Z99\n"))
    assert refused.code == 65
    assert "MG-1.3" in refused.err
    assert disk() == before
    done = run("submit", "-", "--full", stdin=text)
    assert "not recorded" in " ".join(ran.out.split())
    assert unsealed(ran.out) == unsealed(done.out)


def unsealed(report: str) -> str:
    """A report without the time and the head of the record, however its lines are broken."""
    words = re.sub(r"[0-9]{4}-[0-9-]+T[0-9:]+Z", "TIME", " ".join(report.split()))
    return re.sub(r"not recorded|[0-9a-f]{12,16}", "HEAD", words)


def test_a_rehearsal_never_shows_hidden_things() -> None:
    """The last turn of a round turns up a card: a dry run of it is a verdict without a report."""
    play(1)
    text = suggestion()
    ran = run("submit", "-", "--dry-run", stdin=text)
    assert ran.code == 0
    assert ran.out == ""
    assert "There is no report, because the move would reveal what is still hidden." in ran.err
    assert run("check", "-", stdin=text).code == 0
    assert "shown:" in run_and_read(text)


def run_and_read(text: bytes) -> str:
    assert run("submit", "-", stdin=text).code == 0
    return log.read_log("games/cup").raw.decode().rpartition("\n---\n")[2]


def test_check_gives_the_verdict_on_stdout() -> None:
    good = run("check", "-", stdin=suggestion())
    assert (good.code, good.err) == (0, "")
    assert re.fullmatch(r"This move of (red|yellow) is legal: city [A-Z][0-9]+, .*\.\n", good.out)
    bad = run("check", "-", stdin=move("actions:\n  - city: Z99\n"))
    assert (bad.code, bad.err) == (65, "")
    assert "MG-1.3 says: " in bad.out
    assert json.loads(run("check", "-", "--json", stdin=suggestion()).out)["accepted"] is True


def test_the_text_as_read_is_shown_and_an_unedited_block_is_a_pass() -> None:
    shown = run("show", "cup").out
    block = re.search(r"^game: cup\n.*?# say: .*?$", shown, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert "# Unchanged, this is a pass.\n" in block[0]
    assert run("check", "-", stdin=block[0].encode()).out == "This move of yellow is legal: a pass.\n"
    rehearsed = run("submit", "-", "--dry-run", stdin=block[0].encode())
    assert "This move of Anna (yellow) is legal: a pass. Nothing was recorded" in rehearsed.err
    for said in ("Recorded as entry 2 of cup: ", "Already recorded as entry 2 of cup: "):
        ran = run("submit", "-", stdin=block[0].encode())
        assert f"{said}Anna (yellow) played a pass." in ran.err


def test_a_move_in_other_words_is_shown_in_those_of_the_log() -> None:
    text = "actions:\n  - city: {at: d5}\n  - resupply: {city: 1}\nmarket: {build: j3}\n"
    read = run("check", "-", stdin=move(text)).out
    assert read == "This move of yellow is legal: city D5, resupply 0 1, build J3.\n"


def test_why_answers_with_the_text_of_a_refusal() -> None:
    asked = run("why", "cup", "city Z99")
    refused = run("submit", "-", stdin=move("actions:\n  - city: Z99\n"))
    assert (asked.code, asked.err) == (65, "")
    first = asked.out.splitlines()[0].partition(": ")[2]
    assert first == refused.err.splitlines()[0].partition(": ")[2]
    assert asked.out.splitlines()[-1] == refused.err.splitlines()[-2]


def test_actions_listed_as_legal_may_be_played_and_why_says_so() -> None:
    listed = json.loads(run("legal", "cup", "--json").out)
    text = run("legal", "cup").out
    assert max(map(len, text.splitlines())) <= 100
    lists = [each.partition(": ")[2].split(", ") for each in text.replace("\n  ", " ").splitlines()]
    assert any(" + " in each for each in lists[0])
    for action in [each for words in lists for each in words[:: len(words) // 4 or 1]]:
        ran = run("why", "cup", action)
        assert (ran.code, ran.out.endswith(f" is legal: {action}.\n")) == (0, True)
        colon = run("why", "cup", action.replace(" ", ": ", 1))
        assert (colon.code, "This action of yellow is legal: " in colon.out) == (0, True)
    assert {each["kind"] for each in listed["actions"]} >= {"city", "build"}


def test_why_and_legal_ask_for_sensible_words() -> None:
    assert "isn't an action of Magna Grecia" in run("why", "cup", "raod D4").out
    assert run("why", "cup", "raod D4").code == 65
    ran = run("legal", "cup", "--seat", "blue")
    assert (ran.code, "There is no seat blue in cup. Its seats are yellow, red." in ran.err) == (2, True)
    assert "Did you mean red?" in run("legal", "cup", "--seat", "bruno").err


def test_the_secret_is_in_no_output_and_no_file_but_the_private_one() -> None:
    said = "".join(
        "".join(map(str, run(*words)))
        for words in [("show", "cup"), ("log", "cup"), ("verify",), ("show", "cup", "--json"), ("doctor",)]
    )
    play(3)
    for text in (said, *(path.read_text() for path in Path().rglob("*.html")), Path("games/cup/log.yaml").read_text()):
        assert SECRET.hex() not in text
    assert SECRET.hex() in Path("private/cup.yaml").read_text()
    assert stat.S_IMODE(os.stat("private/cup.yaml").st_mode) == 0o600


def test_a_report_that_cannot_be_written_does_not_hide_that_the_move_is_recorded() -> None:
    Path("reports").rmdir() if not list(Path("reports").iterdir()) else None
    ran = run("--reports", "games/cup/log.yaml/x", "submit", "-", stdin=suggestion())
    assert ran.code == 0
    assert "Recorded as entry 2 of cup" in ran.err
    plain = "The report couldn't be written. games/cup/log.yaml/x/cup couldn't be created: Not a directory. To make it"
    assert plain in ran.err
    assert "Nothing was recorded" not in ran.err


def test_without_the_secret_nothing_that_shows_something_can_be_recorded() -> None:
    play(1)
    Path("private/cup.yaml").unlink()
    text, before = suggestion(), disk("games")
    ran = run("submit", "-", stdin=text)
    assert ran.code == 77
    assert "moderator" in ran.err
    assert disk("games") == before


def test_an_interrupt_while_waiting_for_a_move_is_no_bug() -> None:
    """Also where the tests run in the background, so that a child would ignore interrupts."""
    import signal
    import time

    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    child = subprocess.Popen(
        [sys.executable, "-c", f"{heed}; from referee.cli import main; main()", "submit", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert child.stdin is not None
    time.sleep(5)  # a machine with much else to do starts it slowly
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert b"Interrupted." in err
    assert b"Traceback" not in err


def test_two_submits_at_once_leave_one_entry_and_two_honest_answers() -> None:
    Path("a.yaml").write_bytes(suggestion())
    Path("b.yaml").write_bytes(move("actions: []\n"))
    command = [sys.executable, "-c", "from referee.cli import main; main()", "submit"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    both = [
        subprocess.Popen([*command, name], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for name in ("a.yaml", "b.yaml")
    ]
    said = [child.communicate(timeout=60)[1] for child in both]
    assert sorted(child.returncode for child in both) == [0, 65], said
    assert sum("Recorded as entry 2" in each for each in said) == 1
    assert sum("Nothing was recorded." in each for each in said) == 1
    assert log.read_log("games/cup").last == 2


def test_a_game_that_another_process_records_in_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    text, before = suggestion(), disk()
    monkeypatch.setenv("REFEREE_WAIT", "0")
    with log.game_lock("games/cup"):
        ran = run("submit", "-", stdin=text)
    assert ran.code == 75
    assert "Try again in a moment." in ran.err
    assert ran.err.endswith("Nothing was recorded.\n")
    assert disk() == before


def test_a_full_disk_is_reported_and_nothing_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    text, before = suggestion(), disk()

    def full(*words: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("referee.store.disk.write_new", full)
    ran = run("submit", "-", stdin=text)
    assert ran.code == 73
    assert ran.err == f"The log couldn't be written: {os.strerror(errno.ENOSPC)}.\nNothing was recorded.\n"
    assert disk() == before


def test_recorded_but_not_confirmed_is_an_answer_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    text = suggestion()

    def unsure(folder: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr("referee.store.disk.sync_folder", unsure)
        ran = run("submit", "-", stdin=text)
    assert ran.code == 74
    assert "It was written, but the disk did not confirm it" in ran.err
    assert "Nothing was recorded." not in ran.err
    again = run("submit", "-", stdin=text)
    assert (again.code, "Already recorded as entry 2" in again.err) == (0, True)


def test_a_reader_that_stops_reading_is_no_error() -> None:
    program = [sys.executable, "-c", "from referee.cli import main; main()", "show", "cup"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    child = subprocess.Popen(program, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert (child.stderr.read(), child.wait(timeout=30)) == (b"", 0)
