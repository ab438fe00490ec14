"""Commands on games in a database: the answers, logs and e-mails are those on files, and copies are the same bytes."""

import email
import os
import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from cli_runs import Ran, disk, run, suggestion
from database_servers import Cluster, running_cluster

from referee.store.stores import read_document, store_of

MAIL = """
[mail]
from = "Referee <referee@example.org>"
moderator = "Sam <sam@example.org>"
[mail.inbox]
maildir = "inbox"
"""
ORDERS = """game: cup
seat: {seat}
orders:
  - if: my score is at least 1000
    move:
      actions:
        - resupply: {{road: 5, city: 0}}
"""
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")
TEMPLE = ("--player", "athens=Anna", "--player", "sparta=Bruno", "--address", "athens=anna@example.org")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def address(cluster: Cluster, request: pytest.FixtureRequest) -> str:
    name = f"t{abs(hash(request.node.name))}"
    cluster.sql(f"create database {name} owner club")
    return cluster.address(name)


@pytest.fixture
def clubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> tuple[Path, Path]:
    """Two folders with the same games: in files, and in a database."""
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    files, database = tmp_path / "files", tmp_path / "database"
    for club, text in (files, MAIL), (database, f'store = "{address}"\n{MAIL}'):
        for part in ("new", "cur", "tmp"):
            os.makedirs(club / "inbox" / part)
        (club / "referee.toml").write_text(text)
    monkeypatch.chdir(files)
    good("new", "magna-grecia", "--id", "cup", "--orders", *PLAYERS, *ADDRESSES, "--clock", "allowance=72h")
    good("new", "attika", "--id", "temple", *TEMPLE, "--clock", "allowance=72h", "--clock", "missed=pass")
    good("new", "magna-grecia", "--id", "third", *PLAYERS)
    copied = good("store", "copy", ".", address)
    assert "Games: 3." in copied.out
    return files, database


def good(*arguments: str, stdin: bytes = b"") -> Ran:
    ran = run(*arguments, stdin=stdin)
    assert ran.code == 0, ran
    return ran


class Both:
    """The same in both folders; what is answered must be the same but for the names of places."""

    def __init__(self, clubs: tuple[Path, Path], address: str, patch: pytest.MonkeyPatch) -> None:
        self.clubs, self.address, self.patch = clubs, address, patch

    def do(self, deed: Callable[[], Ran]) -> Ran:
        answers = []
        for club in self.clubs:
            self.patch.chdir(club)
            answers.append(self.neutral(deed()))
        assert answers[0] == answers[1]
        return answers[0]

    def run(self, *arguments: str, code: int = 0) -> Ran:
        ran = self.do(lambda: run(*arguments))
        assert ran.code == code, ran
        return ran

    def neutral(self, ran: Ran) -> Ran:
        out, err = (text.replace(f"{self.address}/", "") for text in (ran.out, ran.err))
        return Ran(ran.code, out, err)

    def play(self, game: str) -> Ran:
        return self.do(lambda: run("submit", "-", stdin=suggestion(game)))

    def at(self, time: str) -> None:
        self.patch.setenv("REFEREE_NOW", time)

    def reply(self, letter: str, text: str) -> None:
        for club in self.clubs:
            (club / "inbox/new/answer").write_bytes(reply_to((club / "letters" / letter).read_bytes(), text))


def reply_to(raw: bytes, text: str) -> bytes:
    letter, answer = email.message_from_bytes(raw, policy=default), EmailMessage()
    answer["From"], answer["To"], answer["Subject"] = letter["To"], letter["Reply-To"], "Re: your turn"
    answer["Message-ID"], answer["In-Reply-To"] = f"<{len(text)}@mail.example.org>", letter["Message-ID"]
    answer.set_content(text)
    return answer.as_bytes()


@pytest.fixture
def both(clubs: tuple[Path, Path], address: str, monkeypatch: pytest.MonkeyPatch) -> Both:
    return Both(clubs, address, monkeypatch)


def mover(both: Both, game: str) -> str:
    block = both.run("suggest", game).out
    return next(line.removeprefix("seat: ") for line in block.splitlines() if line.startswith("seat: "))


OWN_KEY = "mail/moderator/key"
"""Of real chance, another in each store."""
LEFT_ON_DISK = (".lock", ".html", ".png", ".gif", ".gitignore", "summaries")
"""In no database: pages, their boards, locks, and answers about games that files keep until something changes."""


def refuse_unlike(both: Both) -> None:
    """All that the two stores keep is the same, byte for byte; pages and locks are in no database."""
    files, address = both.clubs[0], both.address
    for root in ("games", "private"):
        old, new = str(files / root), f"{address}/{root}"
        kept = {name for name in store_of(old).documents(old) if not name.endswith(LEFT_ON_DISK)}
        assert {name for name in store_of(new).documents(new) if not name.endswith(".gitignore")} == kept
        for name in kept - {OWN_KEY}:
            assert read_document(f"{new}/{name}") == read_document(f"{old}/{name}"), name


def test_a_game_from_its_letters_to_its_archive(both: Both) -> None:
    both.run("status")
    assert "cup: e-mail to" in both.run("send", "--dry-run").out
    both.run("send")
    assert both.run("send").err == "No e-mails are due.\n"
    move = both.run("suggest", "cup").out.encode()
    assert both.do(lambda: run("submit", "-", stdin=move)).code == 0
    assert "Already recorded" in both.do(lambda: run("submit", "-", stdin=move)).err
    both.run("undo", "cup")
    both.play("cup")
    both.play("temple")
    both.run("send")
    refuse_unlike(both)
    order = ORDERS.format(seat="red" if mover(both, "cup") == "yellow" else "yellow").encode()
    assert both.do(lambda: run("orders", "cup", "-", stdin=order)).code == 0
    both.run("orders", "cup", "--seat", "red")
    both.run("say", "cup", "Hello to all")
    both.run("observe", "cup", "eva@example.org")
    both.run("player", "cup", "red", "--name", "Carla", "--address", "carla@example.org")
    both.run("extend", "cup", mover(both, "cup"), "24", "--why", "Moving house")
    both.run("send")
    refuse_unlike(both)
    both.run("verify")
    both.run("log", "cup")
    both.run("discard", "third", "--yes")
    refuse_unlike(both)
    both.run("close", "cup", "--abandon")
    both.run("verify", "cup")
    both.run("archive", "site")
    sites = [files_below(str(club / "site")) for club in both.clubs]
    assert sites[0]
    assert sites[0] == sites[1]
    good("doctor")
    both.patch.chdir(both.clubs[1])
    assert good("doctor").out.count(f"The database {both.address} answers.") == 1


def test_answers_by_mail(both: Both) -> None:
    both.run("send")
    seat = mover(both, "cup")
    move = both.run("suggest", "cup").out
    block = f"-----BEGIN MOVE-----\n{move}-----END MOVE-----\n"
    both.reply(f"cup/1-{seat}.eml", block)
    assert "recorded" in both.run("receive").out
    both.reply(f"cup/1-{seat}.eml", "say to moderator: help me please\n")
    both.run("receive")
    both.reply(f"cup/1-{seat}.eml", "something that nobody understands 12 34\n")
    both.run("receive")
    both.run("mail", "list")
    both.run("status")
    refuse_unlike(both)
    letters = [disk(str(club / "letters")) for club in both.clubs]
    assert [*letters[0].values()] == [*letters[1].values()]


def test_orders_and_time(both: Both) -> None:
    seat = mover(both, "cup")
    both.run("remind")
    both.at("2026-11-23T20:00:00Z")
    both.run("remind")
    both.at("2026-11-25T20:00:00Z")
    both.run("remind")
    both.run("status")
    both.run("pause", "cup", "--why", "Holiday")
    both.run("resume", "cup")
    both.run("missed", "cup", seat)
    refuse_unlike(both)


def test_a_reminder_that_was_not_sent(both: Both) -> None:
    both.run("clock", "cup", "allowance=2h", "grace=1h", "missed=pass")
    for minutes in range(0, 240, 30):
        both.at(f"2026-11-20T{19 + minutes // 60}:{minutes % 60:02}:00Z")
        said = both.run("remind").out
    assert "has not been sent the reminder yet" in said
    both.run("send")
    both.at("2026-11-20T23:00:00Z")
    assert "missed the turn" in both.run("remind").out
    refuse_unlike(both)


def test_from_files_into_a_database_and_back(both: Both, tmp_path: Path) -> None:
    both.run("send")
    both.play("cup")
    for game in ("temple", "temple", "cup"):
        both.play(game)
    both.patch.chdir(tmp_path)
    back = good("store", "copy", both.address, "back")
    again = good("store", "copy", both.address, "back")
    assert "Documents copied: 0." in again.out
    assert back.out.splitlines()[:3] == again.out.splitlines()[:3]
    for root in ("games", "private"):
        assert files_below(f"back/{root}") == files_below(f"files/{root}")
    assert (tmp_path / "back/private/cup.yaml").stat().st_mode & 0o077 == 0
    both.patch.chdir(tmp_path / "back")
    good("verify")


def files_below(folder: str) -> dict[str, str]:
    kept = {name: each for name, each in disk(folder).items() if not name.endswith((".html", ".png", ".gif"))}
    return {os.path.relpath(name, folder): each for name, each in kept.items()}


def test_a_copy_overwrites_nothing(both: Both, tmp_path: Path) -> None:
    both.patch.chdir(both.clubs[0])
    good("submit", "-", stdin=suggestion("cup"))
    ran = run("store", "copy", ".", both.address)
    assert ran.code == 65
    assert "games/cup/log.yaml is there already and differs" in ran.err
    shutil.rmtree("games")
    shutil.rmtree("private")
    nothing = run("store", "copy", ".", both.address)
    assert (nothing.code, nothing.err.partition("\n")[0]) == (66, "There are no games in ./games.")


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("postgresql://club:pass@127.0.0.1/club", 78, "has no password"),
        ("postgresql://club@127.0.0.1", 78, "isn't the address of a database"),
        ("postgresql://club@127.0.0.1:1/club", 75, "doesn't answer"),
        ("postgresql://club@127.0.0.1:{port}/none", 78, 'database "none" does not exist. Check the address'),
        ("postgresql://nobody@127.0.0.1:{port}/club", 78, 'role "nobody" does not exist'),
        ("postgresql://guest@127.0.0.1:{port}/other", 78, "grant create on database"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_with_the_reason(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    if "guest" in address:
        cluster.sql("drop role if exists guest")
        cluster.sql("create role guest login")
    ran = run("--store", address.format(port=cluster.port), "status")
    assert (ran.code, "pass@" in ran.err) == (code, False), ran
    assert said in ran.err
    assert ran.err.count("\n") < 4


def test_tables_of_a_newer_version_are_left_alone(cluster: Cluster, address: str, tmp_path: Path) -> None:
    assert run("--store", address, "status").code == 0
    cluster.sql("insert into referee.migrations values (99)", address.rpartition("/")[2])
    from referee.store import database

    database.OPENED.clear()
    ran = run("--store", address, "status")
    assert (ran.code, "newer version of referee" in ran.err) == (78, True), ran


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    ran = run("--store", "postgresql://club@127.0.0.1/new", "status")
    assert ran.code == 78
    assert "pip install 'referee[postgres]'" in ran.err
