"""Mail servers for tests, on this machine."""

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from mail_servers import Server


@pytest.fixture(autouse=True)
def menus(menus_made_once: None) -> None:
    """Letters carry what may be done; to find that out takes longer than all else of them."""


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of `localhost`, signed by itself; a file with its key."""
    folder = tmp_path_factory.mktemp("tls")
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    paths = ["-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run(["openssl", *words.split(), names, *paths], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "key").read_bytes() + (folder / "cert").read_bytes())
    return str(both)


@pytest.fixture
def running(request: pytest.FixtureRequest) -> Iterator[Any]:
    started: list[Server] = []

    def start(**options: Any) -> Server:
        started.append(Server(**options))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()
