"""A PostgreSQL of the test's own, in a folder of its own and on a port of this machine; and a line that breaks."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "club"
FIRST_WORDS = "CREATE ROLE club LOGIN; CREATE DATABASE club OWNER club; CREATE DATABASE other OWNER club;"


def programs() -> Path:
    """The folder of the newest programs of Debian's packages."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    assert found, "PostgreSQL is not installed: apt-get install postgresql"
    return found[-1].parent


def as_owner() -> list[str]:
    """What lets a program run as somebody who may start a server: root may not."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


class Cluster:
    """A server with the empty databases `club` and `other` of the user `club`; what it confirms is on the disk."""

    def __init__(self) -> None:
        # not below the folder of the tests: pytest closes that to others whenever it starts
        self.folder, self.port, self.server = Path(tempfile.mkdtemp(prefix="referee-pg-")), free_port(), None
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8", "-N")

    server: subprocess.Popen[bytes] | None

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def address(self, database: str = "club", port: int = 0, user: str = USER) -> str:
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{database}"

    def run(self, program: str, *arguments: str) -> str:
        command = [*as_owner(), str(programs() / program), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout

    def start(self) -> None:
        given = [f"-p{self.port}", "-h127.0.0.1", f"-k{self.folder}", "-cfsync=on", "-cmax_connections=60"]
        log = open(self.folder / "log", "ab")  # noqa: SIM115  the server writes to it until it ends
        command = [*as_owner(), str(programs() / "postgres"), "-D", self.data, *given]
        self.server = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        log.close()
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + 60
        while subprocess.run([programs() / "pg_isready", "-q", "-h127.0.0.1", f"-p{self.port}"]).returncode:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.1)

    def sql(self, text: str, database: str = "postgres") -> str:
        return self.run("psql", "-qAt", "-v", "ON_ERROR_STOP=1", self.address(database, user="postgres"), "-c", text)

    def kill(self) -> None:
        """As a power cut ends it: every process of the server at once."""
        assert self.server
        for each in (self.server.pid, *children_of(self.server.pid)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.server.wait()
        self.server = None
        Path(self.data, "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
            try:
                self.server.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self.server = None


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        cluster.start()
        for each in FIRST_WORDS.split(";")[:-1]:
            cluster.sql(each)
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder, ignore_errors=True)


class BreakingLine:
    """A line to a server that breaks when the client has sent certain bytes.

    before  whether it breaks before the server gets them, or when the server has answered and nobody has heard it
    """

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.mark: bytes = b""
        self.before = False
        self.broken = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.lock = threading.Lock()
        threading.Thread(target=self.serve, daemon=True).start()

    def break_at(self, mark: bytes, before: bool) -> None:
        """Once, at the next such bytes."""
        self.mark, self.before = mark, before

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.server_port))
                threading.Thread(target=self.pass_on, args=(client, server), daemon=True).start()

    def pass_on(self, client: socket.socket, server: socket.socket) -> None:
        silent = threading.Event()
        threading.Thread(target=self.pass_back, args=(client, server, silent), daemon=True).start()
        with suppress(OSError):
            while raw := client.recv(1 << 20):
                if self.strikes(raw):
                    silent.set()
                    self.cut(client, server, raw)
                    return
                server.sendall(raw)
        close(client, server)

    def strikes(self, raw: bytes) -> bool:
        with self.lock:
            hit = bool(self.mark) and self.mark in raw
            if hit:
                self.mark, self.broken = b"", self.broken + 1
            return hit

    def cut(self, client: socket.socket, server: socket.socket, raw: bytes) -> None:
        """The client hears nothing more; with `before` the server does not either."""
        if not self.before:
            server.sendall(raw)
            time.sleep(0.3)  # so long the server has to do it and to answer
        close(client, server)

    def pass_back(self, client: socket.socket, server: socket.socket, silent: threading.Event) -> None:
        with suppress(OSError):
            while raw := server.recv(1 << 20):
                if not silent.is_set():
                    client.sendall(raw)
        close(client, server)

    def close(self) -> None:
        self.listener.close()


def close(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
