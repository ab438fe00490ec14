"""How the line to a database is secured, and that no password is ever printed."""

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from cli_runs import Ran, run

from referee.store import sessions
from referee.store.addresses import BadAddress, Place, place_in
from referee.store.sessions import tls_mode

pytest.importorskip("psycopg")
SECRET = "ge heim'7"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    for name in ("PGHOST", "PGHOSTADDR", "PGSSLMODE", "PGPASSWORD", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("address", "mode"),
    [
        ("postgresql://club@db.example.org/club", "verify-full"),
        ("postgresql://club@db.example.org:5433/club?sslmode=require", "require"),
        ("postgresql://db.example.org/club?sslrootcert=system", "verify-full"),
        ("postgresql://10.0.0.1,10.0.0.2/club", "verify-full"),
        ("postgresql://localhost,db.example.org/club", "verify-full"),
        ("postgresql://localhost.example.org/club", "verify-full"),
        ("postgresql://[2001:db8::1]:5432/club", "verify-full"),
        ("postgresql:///club", ""),
        ("postgresql://%2Frun%2Fpg/club", ""),
        ("postgresql://localhost/club", ""),
        ("postgresql://club@127.0.0.1:5433/club", ""),
        ("postgresql://[::1]/club", ""),
    ],
)
def test_a_line_that_leaves_the_machine_is_checked_unless_the_address_says_otherwise(address: str, mode: str) -> None:
    assert place_in(f"{address}/games") == Place(address, "games")
    assert tls_mode(address) == mode


def test_a_host_that_a_variable_names_is_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "db.example.org")
    assert tls_mode("postgresql:///club") == "verify-full"
    monkeypatch.setenv("PGSSLMODE", "disable")
    assert tls_mode("postgresql:///club") == "verify-full"
    monkeypatch.setenv("PGHOSTADDR", "127.0.0.1")
    assert tls_mode("postgresql:///club") == ""


@pytest.mark.parametrize(
    "rest", ["?password=x", "?sslpassword=x", "?sslmode=require&password=x", "?sslmode=", "?host=db"]
)
def test_an_address_says_nothing_else_about_its_line(rest: str) -> None:
    with pytest.raises(BadAddress):
        place_in(f"postgresql://club@db/club{rest}/games")


STORES = (
    "host=db.example.org password=geheim dbname=club",
    "host=db password='ge heim' user=club",
    "host=db PASSWORD = geheim",
    "host=db password='ge\\' heim",
    "postgresql://club:geheim@db.example.org/club",
    "postgresql://club:ge/heim@db/club",
    "postgresql://club:ge heim@db/club",
    "postgresql://club:geheim@db/club?sslmode=require",
    "postgresql://club@db/club?password=geheim",
    "postgresql://club:geheim@[::1]/club",
    "postgres://club:geheim@db/club",
    "club:geheim@db/club",
)


@pytest.mark.parametrize("store", STORES)
def test_a_password_in_the_name_of_a_store_is_not_printed(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("referee.toml").write_text(f'store = "{store}"\n'.replace("\\", "\\\\"))
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    told = [run("status")]
    Path("referee.toml").unlink()
    told += [run("--store", store, "status")]
    if not store.startswith("club"):
        told += [run("--games", store, "status"), run("store", "copy", ".", store), run("store", "copy", store, ".")]
    monkeypatch.setenv("REFEREE_STORE", store)
    told.append(run("status"))
    for ran in told:
        assert ran.code in (2, 78), ran
        assert "heim" not in ran.out + ran.err


Reply = Callable[[socket.socket], None]


@contextmanager
def database(reply: Reply) -> Iterator[str]:
    """A server on this machine that offers no TLS: its address."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = server.accept()
                with connection, suppress(OSError):
                    while message(connection)[:4] == struct.pack("!I", 80877103):  # does it offer TLS?
                        connection.sendall(b"N")
                    reply(connection)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"postgresql://club@127.0.0.1:{server.getsockname()[1]}/club"
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def message(connection: socket.socket) -> bytes:
    head = connection.recv(4)
    if len(head) < 4:
        raise ConnectionResetError
    return connection.recv(struct.unpack("!I", head)[0] - 4)


def ask_for_password(connection: socket.socket) -> bytes:
    connection.sendall(b"R" + struct.pack("!II", 8, 3))
    return message(connection) if connection.recv(1) else b""


def refuse(connection: socket.socket) -> None:
    """It says what it was sent."""
    words = b"SFATAL\0C28P01\0Mwrong password: " + ask_for_password(connection).rstrip(b"\0") + b"\0\0"
    connection.sendall(b"E" + struct.pack("!I", len(words) + 4) + words)


def asked(address: str) -> Ran:
    return run("--store", address, "status")


def test_a_missing_password_is_a_matter_of_the_configuration() -> None:
    with database(refuse) as address:
        ran = asked(address)
    assert (ran.code, "no password supplied" in ran.err) == (78, True), ran.err
    assert "A password belongs into ~/.pgpass or PGPASSWORD." in ran.err


@pytest.mark.parametrize("traceback", ["", "1"])
def test_a_password_that_a_database_repeats_is_not_printed(traceback: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_TRACEBACK", traceback)
    monkeypatch.setenv("PGPASSWORD", SECRET)
    with database(refuse) as address:
        ran = asked(address)
    assert (ran.code, "wrong password: ***" in ran.err, SECRET in ran.out + ran.err) == (78, True, False), ran.err


def test_a_remote_server_without_tls_is_refused_before_it_gets_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "is_local", lambda host: False)
    monkeypatch.setenv("PGPASSWORD", SECRET)
    Path("root.crt").touch()
    monkeypatch.setenv("PGSSLROOTCERT", "root.crt")
    with database(refuse) as address:
        ran = asked(address)
        assert (ran.code, "sslmode=verify-full" in ran.err) == (78, True), ran.err
        ran = asked(f"{address}?sslmode=prefer")
        assert "wrong password" in ran.err


def test_a_missing_certificate_is_a_matter_of_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "is_local", lambda host: False)
    monkeypatch.setenv("PGSSLROOTCERT", "nothing.crt")
    with database(refuse) as address:
        ran = asked(address)
    assert (ran.code, "root.crt" in ran.err) == (78, True), ran.err
