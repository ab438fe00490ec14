"""A real Dask scheduler and two workers on loopback: the same bytes as alone, also when a worker is killed half-way."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

ROOT = Path(__file__).parent.parent.parent
GAMES = ROOT / "games"
NUMBER = 300
FILE = "scheduler.json"
"""Where a scheduler writes its address."""
PATIENCE = 120
"""Seconds in which something must have happened."""

Found = TypeVar("Found")


class Workers(NamedTuple):
    """The address of a scheduler, and its workers."""

    address: str
    processes: list["subprocess.Popen[bytes]"]


def started(folder: Path, *words: str, path: str = str(ROOT)) -> "subprocess.Popen[bytes]":
    env = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(folder)}
    with open(folder / f"{len(list(folder.glob('*.out')))}.out", "wb") as out:
        return subprocess.Popen([sys.executable, "-m", *words], cwd=folder, env=env, stdout=out, stderr=out)


def worker(folder: Path, address: str, path: str = str(ROOT)) -> "subprocess.Popen[bytes]":
    options = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
    return started(folder, "distributed.cli.dask_worker", address, *options, path=path)


def scheduler(folder: Path) -> "subprocess.Popen[bytes]":
    """A scheduler that writes its address into `scheduler.json` of the folder."""
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(folder / FILE))
    return started(folder, "distributed.cli.dask_scheduler", *options)


def address(folder: Path) -> str | None:
    """The address in the scheduler's file: none while the file, or its text, is not there yet."""
    try:
        return str(json.loads((folder / FILE).read_text())["address"])
    except (FileNotFoundError, json.JSONDecodeError):
        return None


def until(asked: Callable[[], Found | None]) -> Found:
    """The first answer that is not empty."""
    end = time.monotonic() + PATIENCE
    while not (found := asked()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Workers]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    processes = [scheduler(folder)]
    try:
        found = until(lambda: address(folder))
        processes += [worker(folder, found) for _ in range(2)]
        wait_for_workers(found, 2)
        yield Workers(found, processes[1:])
    finally:
        for each in reversed(processes):
            each.kill()
            each.wait()


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(number, timeout=PATIENCE)


class Ran(NamedTuple):
    code: int
    out: bytes
    err: bytes


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "referee", *words]


def run(folder: Path, *words: str) -> Ran:
    done = subprocess.run(command(*words), cwd=folder, env=environment(), capture_output=True, timeout=600)
    return Ran(done.returncode, done.stdout, done.stderr)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_NOW": "2026-11-20T19:00:00Z", "REFEREE_CONFIG": os.devnull}


def many_games(folder: Path, number: int = NUMBER) -> Path:
    """So many finished games of both titles; every 50th is damaged."""
    models = sorted(path for path in GAMES.iterdir() if (path / "log.yaml").exists())
    for each in range(number):
        place = folder / f"game-{each:04}"
        place.mkdir(parents=True)
        raw = (models[each % len(models)] / "log.yaml").read_bytes()
        (place / "log.yaml").write_bytes(raw if each % 50 else raw.replace(b"seat: red", b"seat: blue"))
    return folder


VERIFY = ("verify", "many", "--json", "--all-again", "--manifest", "known.sqlite")


def test_every_command_gives_the_same_bytes_as_alone(cluster: Workers, tmp_path: Path) -> None:
    many_games(tmp_path / "many", 60)
    shutil.copytree(GAMES, tmp_path / "games")
    for words in (
        ("verify", "many"),
        ("stats", "many", "--json"),
        ("diff", "many", "--edition", "1", "--edition", "2", "--json"),
        ("diff", "games", "--edition", "1", "--edition", "2", "--html", "diff.html"),
        ("conformance", "--json"),
        ("archive", "site"),
        ("archive", "site", "--check"),
    ):
        alone, pages = run_afresh(tmp_path, words, "--jobs", "1")
        again, same = run_afresh(tmp_path, words, "--scheduler", cluster.address)
        assert again == alone, words
        assert same == pages, words


def run_afresh(folder: Path, words: tuple[str, ...], *engine: str) -> tuple[Ran, dict[str, bytes]]:
    """A command where no other has written anything, and all files after it; `--check` looks at a site just made."""
    for made in [folder / "site", *folder.glob("diff*")]:
        shutil.rmtree(made, ignore_errors=True)
        made.unlink(missing_ok=True)
    if words[-1] == "--check":
        run(folder, "archive", "site", *engine)
    return run(folder, *words, *engine), files(folder)


def files(folder: Path) -> dict[str, bytes]:
    """All that commands have written."""
    found = [each for each in folder.rglob("*") if each.is_file() and each.relative_to(folder).parts[0] != "cluster"]
    return {str(each): each.read_bytes() for each in found if each.name != ".lock"}


def test_a_killed_worker_changes_nothing(cluster: Workers, tmp_path: Path) -> None:
    """Half-way: the worker has had batches, and has one; damaged games are reported as ever."""
    many_games(tmp_path / "many")
    alone = run(tmp_path, *VERIFY, "--jobs", "1")
    assert alone.code == 65
    with subprocess.Popen(
        command(*VERIFY, "--scheduler", cluster.address),
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        victim = cluster.processes[0]
        idle = processor_seconds(victim.pid)
        until(lambda: processor_seconds(victim.pid) > idle + 0.5)
        assert process.poll() is None
        victim.send_signal(signal.SIGKILL)
        out, err = process.communicate(timeout=600)
    assert victim.wait() == -signal.SIGKILL
    assert Ran(process.returncode, out, err) == alone


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_all_workers_lost_is_said(cluster: Workers, tmp_path: Path) -> None:
    many_games(tmp_path / "many", 20)
    for each in cluster.processes:
        each.kill()
        each.wait()
    time.sleep(1)
    ran = run(tmp_path, "verify", "many", "--scheduler", cluster.address)
    assert (ran.code, ran.out) == (75, b"")
    assert b"has no workers. Start some: dask worker tcp://" in ran.err


def test_a_worker_with_another_program_is_refused(cluster: Workers, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for name in ("referee", "schemas", "templates", "locale"):
        shutil.copytree(ROOT / name, other / name, ignore=shutil.ignore_patterns("__pycache__"))
    with open(other / "referee/rules/ruling.py", "a", encoding="utf-8") as file:
        file.write("# another program\n")
    many_games(tmp_path / "many", 20)
    strange = worker(tmp_path / "cluster", cluster.address, str(other))
    try:
        wait_for_workers(cluster.address, 3)
        ran = run(tmp_path, "verify", "many", "--scheduler", cluster.address)
    finally:
        strange.kill()
        strange.wait()
    assert (ran.code, ran.out) == (78, b"")
    assert b"runs another referee than this one" in ran.err


def test_nobody_at_the_address_is_said(tmp_path: Path) -> None:
    many_games(tmp_path / "many", 2)
    ran = run(tmp_path, "verify", "many", "--scheduler", "tcp://127.0.0.1:9")
    assert (ran.code, ran.out) == (75, b"")
    assert ran.err.decode() == (
        "No scheduler answers at tcp://127.0.0.1:9. Start one with `dask scheduler`, or leave out --scheduler.\n"
    )


def test_the_extra_that_is_not_installed_is_named(tmp_path: Path) -> None:
    many_games(tmp_path / "many", 2)
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from referee import cli; sys.exit(cli.code(['verify', 'many', '--scheduler', 'tcp://127.0.0.1:9']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True)
    assert ran.returncode == 78
    assert b"pip install 'referee[cluster]'" in ran.stderr
    assert ran.stdout == b""


def test_progress_is_drawn_on_stderr_alone(cluster: Workers, tmp_path: Path) -> None:
    """On a terminal: stderr is one, and stdout is a file that gets the answer and nothing else."""
    import pty

    many_games(tmp_path / "many", 300)
    alone = run(tmp_path, *VERIFY, "--jobs", "1")
    master, slave = pty.openpty()
    with open(tmp_path / "answer", "wb") as answer:
        process = subprocess.Popen(
            command(*VERIFY, "--scheduler", cluster.address),
            cwd=tmp_path,
            env={**environment(), "TERM": "xterm"},
            stdout=answer,
            stderr=slave,
        )
    os.close(slave)
    drawn = b""
    while chunk := read(master):
        drawn += chunk
    assert process.wait() == alone.code
    assert (tmp_path / "answer").read_bytes() == alone.out
    assert b"Checking" in drawn


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end was closed
        return b""
