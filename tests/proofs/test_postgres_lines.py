"""A line to the database that breaks, and a disk that is full: every answer is true, and the same command can be run
again.
"""

import os
import pwd
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_runs import run
from database_games import begin, submit
from database_servers import BreakingLine, Cluster, running_cluster
from log_samples import follows

from referee.store import log, sessions
from referee.store.addresses import DatabaseAway
from referee.store.disk import NotRecorded, Unconfirmed
from referee.store.stores import read_document, store_of
from referee.words import say

ENTRY, DOCUMENT = b"insert into referee.entries", b"insert into referee.documents"
COMMIT, UNLOCK = b"COMMIT", b"pg_advisory_unlock"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def line(cluster: Cluster) -> Iterator[BreakingLine]:
    broken = BreakingLine(cluster.port)
    yield broken
    broken.close()


@pytest.fixture
def games(cluster: Cluster, line: BreakingLine, request: pytest.FixtureRequest) -> str:
    """A new database, at the other end of the line."""
    name = f"t{abs(hash(request.node.name))}"
    cluster.sql(f"create database {name} owner club")
    return f"{cluster.address(name, line.port)}/games"


def said(games: str, game: str = "cup") -> list[str]:
    return [str(each["say"]) for each in log.read_log(f"{games}/{game}").entries]


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_an_entry_whose_answer_got_lost_is_found_out_about(games: str, line: BreakingLine, before: bool) -> None:
    """Whether the server has recorded it or not: afterwards it is recorded once, and the next one, too."""
    begin(games, ["cup"])
    submit(games, "cup", "one")
    line.break_at(ENTRY, before)
    assert submit(games, "cup", "two") == 2
    assert line.broken == 1
    assert submit(games, "cup", "three") == 3
    assert said(games) == ["one", "two", "three"]


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_what_cannot_be_found_out_is_called_unconfirmed_and_can_be_repeated(
    games: str, line: BreakingLine, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(games, ["cup"])
    monkeypatch.setattr(sessions, "TRIES", 1)
    real = sessions.new_connection

    def away(database: str) -> object:
        raise DatabaseAway(say("away"))

    line.break_at(ENTRY, before)
    with monkeypatch.context() as patch, log.game_lock(f"{games}/cup"):
        seen = log.read_log(f"{games}/cup")
        patch.setattr(sessions, "new_connection", away)
        with pytest.raises(Unconfirmed, match="Nothing is recorded twice"):
            log.append(f"{games}/cup", seen, follows(seen, say="one"))
    assert sessions.new_connection is real
    assert said(games) == ([] if before else ["one"])
    assert submit(games, "cup", "one") == 1
    assert said(games) == ["one"]


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_a_game_whose_start_was_cut_off_is_started_once(games: str, line: BreakingLine, before: bool) -> None:
    assert not store_of(games).has(f"{games}/cup")
    line.break_at(b"insert into referee.logs", before)
    begin(games, ["cup"])
    assert line.broken == 1
    assert log.read_log(f"{games}/cup").last == 0


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_a_document_whose_answer_got_lost_is_written_again(games: str, line: BreakingLine, before: bool) -> None:
    store = store_of(games)
    store.put(f"{games}/a", b"old")
    line.break_at(DOCUMENT, before)
    store.put(f"{games}/a", b"new")
    line.break_at(DOCUMENT, before)
    store.add(f"{games}/b", b"first")
    assert (line.broken, read_document(f"{games}/a"), read_document(f"{games}/b")) == (2, b"new", b"first")
    with pytest.raises(FileExistsError):
        store.add(f"{games}/b", b"second")


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_a_move_that_was_cut_off_at_its_commit_loses_no_document(games: str, line: BreakingLine, before: bool) -> None:
    store = store_of(games)
    store.put(f"{games}/new/mail", b"words")
    line.break_at(COMMIT, before)
    store.move(f"{games}/new/mail", f"{games}/done/mail")
    assert line.broken == 1
    assert store.names(f"{games}/done") == ["mail"]
    assert read_document(f"{games}/done/mail") == b"words"
    assert not store.has(f"{games}/new")


def test_after_a_lost_lock_nothing_is_written_until_it_is_taken_again(games: str, line: BreakingLine) -> None:
    """Others may have come between: a document under the lock is read and written again, not blindly repeated."""
    begin(games, ["cup"])
    store = store_of(games)
    with log.game_lock(f"{games}/cup"):
        line.break_at(DOCUMENT, True)
        with pytest.raises(Unconfirmed):
            store.put(f"{games}/mark", b"1")
        with pytest.raises(DatabaseAway):
            store.put(f"{games}/mark", b"2")
        with pytest.raises(DatabaseAway):
            read_document(f"{games}/mark")
    assert not store.has(f"{games}/mark")
    with log.game_lock(f"{games}/cup"):
        store.put(f"{games}/mark", b"3")
    assert read_document(f"{games}/mark") == b"3"


def test_a_lock_is_free_again_when_its_end_got_lost(games: str, line: BreakingLine) -> None:
    begin(games, ["cup"])
    line.break_at(UNLOCK, True)
    assert submit(games, "cup", "one") == 1
    assert line.broken == 1
    assert submit(games, "cup", "two") == 2


MAIL = """
store = "{address}"
[mail]
from = "Referee <referee@example.org>"
transport = "sendmail"
sendmail = "{program}"
"""
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")


@pytest.mark.parametrize("before", [True, False], ids=["not sent", "not answered"])
def test_an_e_mail_whose_mark_was_cut_off_is_not_sent_again(
    games: str, line: BreakingLine, before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The e-mail has left; the mark that says so is written by a new connection with the same locks."""
    program, sent = tmp_path / "sendmail", tmp_path / "sent"
    sent.mkdir()
    program.write_text(f'#!/bin/sh\nletter=$(mktemp "{sent}/XXXXXXXX") && cat > "$letter"\n')
    program.chmod(0o755)
    (tmp_path / "referee.toml").write_text(MAIL.format(address=games.rpartition("/")[0], program=program))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    assert run("new", "magna-grecia", "--id", "cup", *PLAYERS, *ADDRESSES).code == 0
    line.break_at(DOCUMENT, before)
    first = run("send")
    assert (first.code, line.broken) == (0, 1), first
    assert run("send").code == 0
    readers = [re.findall("(?m)^To: .*$", each.read_text())[0] for each in sent.iterdir()]
    assert sorted(readers) == ["To: anna@example.org", "To: bruno@example.org"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")
def test_a_full_disk_refuses_and_writes_nothing_by_halves(cluster: Cluster) -> None:
    """The tables are on a disk of 14 megabytes. When it is full every entry is refused, and what was there is whole;
    with room again the same entry is recorded.
    """
    with small_disk(cluster) as place:
        cluster.sql(f"create tablespace small owner club location '{place}'")
        cluster.sql("create database small owner club tablespace small")
        games = f"{cluster.address('small')}/games"
        begin(games, ["cup"])
        recorded = fill(games)
        assert said(games) == recorded
        with pytest.raises(NotRecorded, match="nothing was recorded"):
            submit(games, "cup", os.urandom(1500).hex())
        assert said(games) == recorded
        subprocess.run(["mount", "-o", "remount,size=64m", str(place)], check=True)
        submit(games, "cup", "room again")
        assert said(games) == [*recorded, "room again"]


def fill(games: str) -> list[str]:
    """Write documents and then entries until each is refused: the entries that were recorded."""
    for size in (100_000, 8_000):
        written_until_refused(lambda raw: store_of(games).put(f"{games}/{raw[:8].hex()}", raw), size)
    return [raw.hex() for raw in written_until_refused(lambda raw: submit(games, "cup", raw.hex()), 1000)]


def written_until_refused(write: Callable[[bytes], object], size: int) -> list[bytes]:
    """What could be written, of so many bytes each, before the disk was full."""
    done: list[bytes] = []
    for _ in range(1000):
        raw = os.urandom(size)
        try:
            write(raw)
        except NotRecorded as error:
            return done if re.search(FULL, str(error)) else []
        done.append(raw)
    raise AssertionError("the disk was never full")


FULL = r"couldn't do it, and nothing was recorded: .*[Nn]o space left"


@contextmanager
def small_disk(cluster: Cluster) -> Iterator[Path]:
    """A disk in memory that only root can make; taken away at the end with what is on it."""
    place = cluster.folder / "small"
    place.mkdir()
    owner = pwd.getpwnam("postgres")
    options = f"size=14m,mode=700,uid={owner.pw_uid},gid={owner.pw_gid}"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(place)], check=True)
    try:
        yield place
    finally:
        cluster.sql("drop database if exists small with (force)")
        cluster.sql("drop tablespace if exists small")
        subprocess.run(["umount", str(place)], check=True)
