"""Many writers on one database: one chain a game, nothing lost, nothing twice, also when the server is killed."""

import os
import time
from collections.abc import Iterator
from functools import partial

import pytest
from children import ended, started
from database_games import begin, refuse_lost_or_doubled, shuffled_work, submit, submit_until_recorded
from database_servers import Cluster, running_cluster
from log_samples import entry, follows, header

from referee.store import log
from referee.store.database import database_at
from referee.store.stores import store_of

WRITERS, EACH, THOROUGH = 8, 60, 500
LINE = len("cup-0/text 12345\n")
"""What a writer says of an entry that was acknowledged."""
GAMES = [f"cup-{number}" for number in range(8)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def games(cluster: Cluster, request: pytest.FixtureRequest) -> str:
    name = f"t{abs(hash(request.node.name))}"
    cluster.sql(f"create database {name} owner club")
    return f"{cluster.address(name)}/games"


def work_off(games: str, work: list[tuple[str, str]]) -> int:
    for game, text in work:
        number = submit_until_recorded(games, game, text)
        assert log.read_log(f"{games}/{game}").entry(number)["say"] == text
    return 0


def test_many_writers_make_one_chain(games: str, thorough: bool) -> None:
    begin(games, GAMES)
    work = shuffled_work(GAMES, WRITERS, THOROUGH if thorough else EACH)
    writers = [started(partial(work_off, games, each)) for each in work]
    assert [ended(each) for each in writers] == [0] * WRITERS
    refuse_lost_or_doubled(games, work)


def test_one_of_many_who_start_a_game_starts_it(games: str) -> None:
    """The others hear that it is taken, and nothing of theirs is kept."""
    seats = [{"red": f"Bruno {number}"} for number in range(WRITERS)]

    def start(number: int) -> int:
        try:
            log.create(games, "cup", header("cup", seats=seats[number]))
        except log.Taken:
            return 1
        return 0

    ends = [ended(each) for each in [started(partial(start, number)) for number in range(WRITERS)]]
    assert sorted(ends) == [0] + [1] * (WRITERS - 1)
    assert log.read_log(f"{games}/cup").header["seats"] == seats[ends.index(0)]


def test_without_the_lock_a_second_writer_is_refused(games: str) -> None:
    begin(games, ["cup"])
    folder = f"{games}/cup"
    seen = log.read_log(folder)
    log.append(folder, seen, follows(seen, say="first"))
    with pytest.raises(log.NotRecorded, match="changed while"):
        log.append(folder, seen, follows(seen, say="second"))
    assert [each["say"] for each in log.read_log(folder).entries] == ["first"]
    log.append(folder, seen, follows(seen, say="first"))  # the same once more is recorded already
    assert log.read_log(folder).last == 1


def test_the_tables_take_no_second_entry_of_a_number_and_no_false_head(cluster: Cluster, games: str) -> None:
    begin(games, ["cup"])
    name = games.split("/")[3]
    for values in ("('games/cup', 0, sha256('x'), 'x')", "('games/cup', 1, sha256('y'), 'x')"):
        with pytest.raises(Exception, match="non-zero exit status"):
            cluster.sql(f"insert into referee.entries values {values}", name)


def test_a_lock_keeps_others_out_and_ends_with_its_process(games: str) -> None:
    begin(games, ["cup"])
    folder = f"{games}/cup"
    ready, done = os.pipe(), os.pipe()

    def hold() -> int:
        with log.game_lock(folder):
            os.write(ready[1], b".")
            os.read(done[0], 1)
            os._exit(3)  # as a killed one ends: nothing is freed by itself

    child = started(hold)
    os.read(ready[0], 1)
    began = time.monotonic()
    with pytest.raises(log.Busy), log.game_lock(folder, 0.2):
        pass
    assert 0.1 < time.monotonic() - began < 5
    os.write(done[1], b".")
    assert ended(child) == 3
    assert submit(games, "cup", "free again") == 1


def test_a_killed_server_loses_nothing_that_was_acknowledged(cluster: Cluster, games: str) -> None:
    """Writers note what was acknowledged; the server dies in the midst, with all its processes, and comes back."""
    begin(games, GAMES)
    work = shuffled_work(GAMES, 4, 2 * EACH)
    pipe = os.pipe()

    def write(mine: list[tuple[str, str]]) -> int:
        for game, text in mine:
            submit_until_recorded(games, game, text)
            os.write(pipe[1], f"{game}/{text:10}\n".encode())
        return 0

    writers = [started(partial(write, each)) for each in work]
    acknowledged: list[str] = []
    while len(acknowledged) < 40:
        acknowledged += os.read(pipe[0], LINE).decode().splitlines()
    cluster.kill()
    assert len(acknowledged) < sum(map(len, work))
    cluster.start()
    for each in acknowledged:
        game, text = each.split("/")
        assert text.strip() in [said["say"] for said in log.read_log(f"{games}/{game}").entries]
    assert [ended(each) for each in writers] == [0] * 4
    refuse_lost_or_doubled(games, work)


def test_two_hosts_make_the_tables_at_once(cluster: Cluster) -> None:
    cluster.sql("create database fresh owner club")
    address = cluster.address("fresh")

    def look() -> int:
        return int(store_of(address).has(f"{address}/games"))

    assert [ended(each) for each in [started(look) for _ in range(WRITERS)]] == [0] * WRITERS
    assert cluster.sql("select count(*) from referee.migrations", "fresh").strip() == "1"


def test_an_entry_without_its_place_in_the_chain_is_refused_before_it_is_sent(games: str) -> None:
    begin(games, ["cup"])
    seen = log.read_log(f"{games}/cup")
    with pytest.raises(log.Damage):
        log.append(f"{games}/cup", seen, entry(1, "0" * 64, say="x"))
    assert database_at(games).head(f"{games}/cup") == seen.head
