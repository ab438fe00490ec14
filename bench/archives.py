"""What an archive of very many games costs: `archives.py NUMBER`.

Some games of planning players are archived. Copies of them under other names, with other players, fill the archive up
to NUMBER: their logs, their pages, and what the table of the archive has of them. So an update takes them for unchanged
games. Then one game gets a note, and the archive is updated. Chromium searches on its first page, if it is there.
The figures are printed as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import many_games

from referee.app.archive.archive_files import WORDS
from referee.app.archive.archive_game import sources_hash
from referee.app.archive.manifest import Kept, open_manifest

MODELS = 40
REFEREE = str(Path(sys.executable).with_name("referee"))
NAMES = ("Ada", "Bela", "Carlo", "Dana", "Emil", "Flora", "Gino", "Hanna", "Ivo", "Jana", "Karl", "Lena")
SEARCHED = ("oracle", "metauros", "anna", "passed")
QUICK = """async (word) => {
  const field = document.querySelector("input[type=search]"), count = document.querySelector("#count");
  const before = performance.now();
  await new Promise((done) => {
    new MutationObserver(() => done()).observe(count, { childList: true, characterData: true, subtree: true });
    field.value = word;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return performance.now() - before;
}"""
"""How many milliseconds pass until the page says how many games have a word."""


def archive(folder: Path) -> float:
    """Seconds of processor time of an update."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([REFEREE, "archive", "site", "--jobs", "1"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fill(folder: Path, number: int) -> str:
    """Make the archive of so many games; the name of one that was not copied."""
    for at in range(min(MODELS, number)):
        raw = many_games.played(at)
        place = folder / "games" / many_games.header(list(many_games.TITLES)[at % 2], at)["game"]
        place.mkdir(parents=True)
        (place / "log.yaml").write_bytes(raw)
    archive(folder)
    manifest = open_manifest(str(folder / "site"), check=False)
    models = list(manifest.each())
    for at in range(len(models), number):
        manifest.keep(*copy(folder, *models[at % len(models)], at))
        if at % 1000 == 0:
            manifest.write()
    manifest.write()
    manifest.base.close()
    archive(folder)
    return models[0][0]


def copy(folder: Path, model: str, kept: Kept, at: int) -> tuple[str, Kept]:
    """A copy of a game and of its pages, and what the table has of it."""
    id = f"game-{at:06}"
    place, pages = folder / "games" / id, folder / "site" / id
    place.mkdir()
    raw = (folder / "games" / model / "log.yaml").read_bytes().replace(model.encode(), id.encode())
    (place / "log.yaml").write_bytes(raw)
    (pages / "log").mkdir(parents=True)
    for name in kept.files:
        if name != WORDS:
            os.link(folder / "site" / model / name, pages / name)
    words = (folder / "site" / model / WORDS).read_bytes().replace(model.encode(), id.encode())
    (pages / WORDS).write_bytes(words)
    assert kept.summary
    sitters = [
        {**each, "player": f"{NAMES[(at + seat) % 12]} {NAMES[at // 12 % 12]} {at % 37 + seat}"}
        for seat, each in enumerate(kept.summary["sitters"])
    ]
    summary: dict[str, Any] = {**kept.summary, "id": id, "sitters": sitters}
    files = {**kept.files, WORDS: (kept.files[WORDS][0], len(words))}
    return id, kept._replace(seen=sources_hash(raw, b""), files=files, summary=summary, number=0)


def figures(number: int) -> Iterator[tuple[object, ...]]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as name:
        folder = Path(name)
        changed = fill(folder, number)
        site = folder / "site"
        shared = [path for path in site.iterdir() if "." in path.name]
        before = {path: path.stat() for each in shared for path in (each, *each.rglob("*")) if path.is_file()}
        notes = f"format: referee-notes/2\ngame: {changed}\nnotes:\n  - {{entry: 2, sign: '!', text: A note.}}\n"
        (folder / "games" / changed / "notes.yaml").write_text(notes, encoding="utf-8")
        yield f"an update of one game among {number:,}", archive(folder), 75, "s"
        now = {path: path.stat() for each in shared for path in (each, *each.rglob("*")) if path.is_file()}
        pages = {path: found for path, found in now.items() if path.name != "archive.sqlite"}
        written = [found.st_size for path, found in pages.items() if path not in before or before[path] != found]
        yield "shared files that it wrote", len(written), 40, ""
        yield "the largest shared file", max(found.st_size for found in pages.values()) / 1000, 2500, "kB"
        yield "the table, for each game", now[site / "archive.sqlite"].st_size / number, 2500, "B"
        yield "a search on the first page", search_seconds(site), 0.2, "s"


def search_seconds(site: Path) -> float:
    """The longest search, once its files are loaded: what a reader waits for who types on."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{site.as_uri()}/index.html")
        page.wait_for_selector("input[type=search]", timeout=120_000)
        for word in SEARCHED:
            page.evaluate(QUICK, word)
        again = [page.evaluate(QUICK, word) for word in SEARCHED]
        browser.close()
    return float(max(again)) / 1000


if __name__ == "__main__":
    print(json.dumps([list(each) for each in figures(int(sys.argv[1]))]))
