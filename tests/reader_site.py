"""An archive of the sample games on which readers can ask the referee, on a server of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from referee.app.archive import build_archive
from referee.app.game_access import Table
from referee.settings import Settings

ROOT = Path(__file__).parent.parent
PYODIDE = ROOT / "tests/node/node_modules/pyodide"
GAMES = ("bruttium-2", "mezzogiorno-4", "quadrilateral-4", "rhombus-2")


def pyodide() -> str:
    """The folder of Pyodide, which comes from the npm registry."""
    if not PYODIDE.is_dir():
        pytest.skip("needs Pyodide: npm ci --prefix tests/node")
    return str(PYODIDE)


def reader_archive(folder: Path) -> Path:
    """A site, made in this folder."""
    for id in GAMES:
        shutil.copytree(ROOT / "games" / id, folder / "games" / id, ignore=shutil.ignore_patterns(".lock"))
    wish = build_archive.ArchiveRequest(with_referee=pyodide())
    run = build_archive.Archive(Table(Settings(str(folder / "games"))), str(folder / "site"), wish)
    list(run.steps())
    run.finish()
    return folder / "site"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *facts: Any) -> None:
        pass


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site on a plain server of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


ASK = """async (games) => {
  const script = await (await fetch("referee.d/worker.js")).blob();
  const worker = new Worker(URL.createObjectURL(script), { type: "module" });
  const send = (facts) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.answer ?? data);
    worker.postMessage({ number: 1, ...facts });
  });
  const found = [];
  let place = new URL("referee.d/", location.href).href;
  for (const [game, text, questions] of games) {
    const log = new TextEncoder().encode(text);
    found.push(await send({ place, language: "en", game, log }));
    place = "";
    for (const question of questions) found.push(await send({ question }));
  }
  worker.terminate();
  return found;
}"""
"""Run in the page of a site: it asks the referee as the page does. Games with their logs and questions → answers."""
