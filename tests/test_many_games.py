"""Many games at once: the same bytes for every number of processes, results in order, and what a manifest may save."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import redirect_stdout
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

import pytest
from cli_runs import NOW, begin, play, run
from hypothesis import given
from hypothesis import strategies as st
from many_logs import GAMES, many_games

from referee.app.archive.game_summary import CLOSED, Sitter, Summary
from referee.app.errors import Refused
from referee.app.many import batches
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, Ready, results
from referee.app.many.game_statistics import GameSummary
from referee.app.verify.verify_log import LogVerdict
from referee.cli import code, many, verify
from referee.store import log
from referee.words import say

R = TypeVar("R")

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/conformance/magna-grecia"
SOME_CASES = sorted(each.name for each in CASES.iterdir())[:12]
ENDED = say("Ended.")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


COMMANDS = (
    ("verify", "many"),
    ("verify", "many", "--json"),
    ("diff", "many", "--edition", "1", "--edition", "2"),
    ("diff", "many", "--edition", "1", "--edition", "2", "--json"),
    ("stats", "many"),
    ("conformance", *[str(CASES / name) for name in SOME_CASES]),
    ("conformance", *[str(CASES / name) for name in SOME_CASES], "broken.yaml", "--json"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"{command[0]} {command[-1]}")
def test_every_number_of_processes_gives_the_same_answer(command: tuple[str, ...]) -> None:
    many_games()
    Path("broken.yaml").write_text("case: [\n")
    one, two, three = (run(*command, "--jobs", jobs) for jobs in "123")
    assert one == two == three
    assert one.out


def test_every_number_of_processes_makes_the_same_archive(tmp_path: Path) -> None:
    for name in "abcd":
        begin(name)
    play(1, "c")
    found = {}
    for jobs in "123":
        assert run("archive", f"site-{jobs}", "--jobs", jobs).code == 0
        site = tmp_path / f"site-{jobs}"
        found[jobs] = {str(each.relative_to(site)): each.read_bytes() for each in site.rglob("*") if each.is_file()}
        found[jobs].pop(".lock", None)
    assert found["1"] == found["2"] == found["3"]


@pytest.mark.parametrize(
    "command", [("verify",), ("stats",), ("diff", "--edition", "1", "--edition", "2")], ids=lambda words: words[0]
)
def test_an_empty_folder_is_said_to_be_empty(command: tuple[str, ...]) -> None:
    Path("nothing").mkdir()
    ran = run(command[0], "nothing", *command[1:], "--jobs", "2")
    assert (ran.code, ran.out, ran.err) == (66, "", "There is no log in nothing.\n")


def double(number: int) -> int:
    return 2 * number


def refuse_seven(number: int) -> int:
    if number == 7:
        raise Refused(say("Seven is {number}.", number=number), say("Take six."))
    return number


def fail_at_seven(number: int) -> int:
    return number // (7 - number)


ENGINES = [EngineRequest(1), EngineRequest(2)]


@pytest.mark.parametrize("request_", ENGINES, ids=str)
def test_known_results_keep_their_places(request_: EngineRequest) -> None:
    things = [Known(-each) if each % 3 else each for each in range(50)]
    found = list(results(double, things, len(things), request_, ENDED))
    assert found == [-each if each % 3 else 2 * each for each in range(50)]


@pytest.mark.parametrize("request_", ENGINES, ids=str)
def test_what_a_worker_refuses_comes_after_the_results_before_it(request_: EngineRequest) -> None:
    with pytest.raises(Refused) as refused:
        list(results(refuse_seven, range(20), 20, request_, ENDED))
    assert str(refused.value) == "Seven is 7.\nTake six."
    begun = results(refuse_seven, range(20), 20, request_, ENDED)
    assert [next(begun) for _ in range(7)] == list(range(7))
    with pytest.raises(Refused):
        next(begun)


@pytest.mark.parametrize("request_", ENGINES, ids=str)
def test_a_bug_in_a_worker_is_no_result(request_: EngineRequest) -> None:
    with pytest.raises(ZeroDivisionError):
        list(results(fail_at_seven, range(20), 20, request_, ENDED))


def end_process(number: int) -> int:
    os._exit(9)


def test_a_worker_that_is_ended_from_outside_is_reported() -> None:
    with pytest.raises(log.Busy, match=r"Ended\."):
        list(results(end_process, range(20), 20, EngineRequest(2), ENDED))


class Slow:
    """An engine without processes, whose results say that they took as long as the things say."""

    def __init__(self, workers: int, seconds: float, ahead: int) -> None:
        self.workers, self.seconds, self.ahead = workers, seconds, ahead
        self.sizes: list[int] = []

    def submit(self, batch: batches.Batch[Any, R]) -> Ready:
        self.sizes.append(len(batch.things))
        return Ready(batches.BatchResult([batch.work(each) for each in batch.things], sum(batch.things)))


@given(st.lists(st.floats(0, 10), max_size=80), st.integers(1, 5), st.floats(0, 5), st.integers(1, 9))
def test_any_pace_gives_all_results_in_order(costs: list[float], workers: int, seconds: float, ahead: int) -> None:
    engine = Slow(workers, seconds, ahead)
    assert list(batches.map_in_order(engine, float, costs, len(costs), "en")) == costs
    assert sum(engine.sizes) == len(costs)


def test_batches_take_as_long_as_the_engine_wants_until_little_is_left() -> None:
    engine = Slow(2, 2.0, 1)
    list(batches.map_in_order(engine, float, repeat(0.02, 1000), 1000, "en"))
    assert engine.sizes[:3] == [1, 100, 99]
    assert engine.sizes[-1] == 1


def test_things_are_asked_for_as_they_are_needed() -> None:
    asked = []

    def things() -> Iterator[int]:
        for each in range(10_000):
            asked.append(each)
            yield each

    begun = results(double, things(), 10_000, EngineRequest(1), ENDED)
    assert [next(begun) for _ in range(3)] == [0, 2, 4]
    assert len(asked) < 10


# The manifest


class Verdicts:
    """A run of `verify` over so many logs, each of which is as right as the first."""

    def __init__(self, number: int) -> None:
        self.unchanged, self.folders = 0, range(number)

    def verdicts(self) -> Iterator[LogVerdict]:
        for each in self.folders:
            yield LogVerdict(f"many/game-{each}", "game", True, 9, "0" * 64, None, say("Right: {n}.", n=each))


def test_the_memory_of_verify_does_not_grow_with_the_logs() -> None:
    peaks = []
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        for number in (10, 100, 4_000):
            many: Any = Verdicts(number)
            tracemalloc.start()
            verify.print_verdicts(many, many.verdicts())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[2] < peaks[1] + 50_000  # a list of the verdicts takes some millions


def finished(number: int) -> Summary:
    return Summary(
        id=f"game-{number}",
        title="magna-grecia",
        name="Magna Grecia",
        board="bruttium",
        status=CLOSED,
        sealed=False,
        sitters=tuple([Sitter(seat, f"Player {seat}", 30 + number % 9, 1, "city M8") for seat in ("red", "yellow")]),
        winners=("red",),
        unit="points",
        way="by points",
        headline="x" * 500,
        entries=20,
        turns=10 + number % 30,
        began="",
        last="",
        birth="0" * 64,
        head=f"{number:064}",
        chance="",
    )


class Folders:
    """A run of `stats` over so many games."""

    def __init__(self, table: object, games: list[str], engine: object) -> None:
        self.folders = range(int(games[0]))

    def steps(self) -> Iterator[GameSummary]:
        return (GameSummary(f"many/game-{each}", finished(each)) for each in self.folders)


def test_statistics_keep_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "StatisticsRun", Folders)
    assert run("stats", "10").code == 0
    peaks, answers = [], []
    for number in (100, 3_000):
        with open("answer", "w+") as answer, redirect_stdout(answer):
            tracemalloc.start()
            code(["stats", str(number)])
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            answers.append(Path("answer").read_text())
    assert peaks[1] < peaks[0] + 100_000  # a list of the games takes some millions
    assert ["3000" in each for each in answers] == [False, True]


# Processes and signals


def test_ctrl_c_ends_all_processes_and_says_nothing_strange() -> None:
    """Their stderr is that of the first one: it comes to its end only when all of them have ended."""
    words = [sys.executable, "-m", "referee", "conformance", "--jobs", "2"]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        while not children(process.pid):
            time.sleep(0.05)
        time.sleep(0.5)  # some batches are under way, or their processes are being started
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def children(of: int) -> list[str]:
    """The processes that a process has started."""
    return Path(f"/proc/{of}/task/{of}/children").read_text().split()


def test_progress_of_many_games_is_not_in_the_answer() -> None:
    many_games()
    ran = run("verify", "many", "--jobs", "2")
    assert "Checking" not in ran.out + ran.err


def test_what_is_sent_holds_no_secret_and_no_setting_of_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that goes to a worker, byte for byte: of a running game neither its secret nor the password of the mail."""
    import pickle

    from referee.app.many import engines

    sent: list[bytes] = []
    submit = engines.Here.submit

    def note(self: engines.Here, batch: batches.Batch[Any, R]) -> engines.Ready:
        sent.append(pickle.dumps(batch))
        return submit(self, batch)

    monkeypatch.setattr(engines.Here, "submit", note)
    Path("referee.toml").write_text('[mail]\nfrom = "Referee <moderator@example.org>"\n')
    begin()
    play(1)
    shutil.copytree(GAMES / "bruttium-2", "games/bruttium-2")
    secret = json.loads(json.dumps(Path("private/cup.yaml").read_text()))
    digits = next(word for word in secret.split() if len(word.strip("'")) == 64).strip("'")
    for command in ("verify", "stats", "diff --edition 1 --edition 2", "archive site"):
        sent.clear()
        assert run(*command.split(), "--jobs", "1").code in (0, 65)
        whole = b"".join(sent)
        assert b"bruttium-2" in whole
        assert digits.encode() not in whole
        assert bytes.fromhex(digits) not in whole
        assert b"moderator@example.org" not in whole
