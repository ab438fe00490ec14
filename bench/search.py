"""The search of an archive of 10,000 games, in a real browser and from a disk.

`python bench search [GAMES]`. The games are those of `bench archive` (the first 20 are played if none are kept), again
and again, under other names and with other players. Each has a remark of ten rare words. Ends with 1 when an answer
takes longer than wanted, or the first page is larger.
"""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

import archive as played
from playwright.sync_api import Page, sync_playwright

from referee.app.archive import archive_game, archive_pages
from referee.app.archive.archive_files import WORDS, Kept, Look, file_marks, put
from referee.app.archive.game_words import Lines, words_file
from referee.app.archive.summary_files import summary_fields, summary_of_fields
from referee.app.game_access import Table, game_of
from referee.app.verify import verify_log
from referee.settings import Settings
from referee.store import log

LARGEST, LONGEST = 200_000, 200
"""Bytes of the first page, and milliseconds of an answer."""
PAGES = 5
"""Times that each question is asked."""
QUESTIONS = ("oracle", "kroton", "player 77", "oracle kroton market", "rare4711", "ro", "a", "12", "no such word")
ASK = """async words => {
  const [field, count] = [document.querySelector("[name=search]"), document.getElementById("count")];
  const begun = performance.now();
  const drawn = new Promise(done => new MutationObserver(done).observe(count, {childList: true}));
  field.value = words;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  await drawn;
  document.body.getBoundingClientRect();
  const answer = performance.now() - begun;
  const rows = document.querySelectorAll("tbody tr").length;
  while (document.querySelectorAll(".excerpt").length < rows) await new Promise(requestAnimationFrame);
  return [answer, performance.now() - begun, count.textContent];
}"""
"""Milliseconds until all rows are in place, and until each says where it has the words; and the number of games."""


def models() -> Iterator[tuple[Kept, Lines]]:
    """What an archive has of each game that is kept, and its lines."""
    ids = sorted(os.listdir(played.GAMES), key=lambda id: id[-4:]) if os.path.isdir(played.GAMES) else played.ids(20)
    settings = Settings(played.GAMES, os.devnull)
    for id in ids[:40]:
        job = archive_game.ArchivePlace(settings, id, os.path.join(played.GAMES, id), os.devnull, Kept({}))
        yield kept_and_lines(job)


def kept_and_lines(job: archive_game.ArchivePlace) -> tuple[Kept, Lines]:
    folder, moments = os.path.join(job.settings.games, job.id), list[Any]()
    found = log.read_log(folder)
    verdict = verify_log.verdict_on_log(Table(job.settings), folder, None, found, moments.append)
    game = game_of(job.id, folder, found, moments)
    made, brief = archive_game.pages_and_summary(job.settings, game, None, verdict)
    return Kept(file_marks(made), summary=summary_fields(brief)), lines_in(made[WORDS])


def lines_in(raw: bytes) -> Lines:
    script = raw.split(b"\n", 1)[1].decode()
    return [(number, says) for number, says in json.loads(script[script.index(",") + 1 : -3])]


def write_site(folder: str, number: int) -> dict[str, bytes]:
    """The pages of an archive of so many games, all their files of words, and no other files of games."""
    known, games, texts = list(models()), dict[str, Kept](), dict[str, bytes]()
    for at in range(number):
        kept, lines = known[at % len(known)]
        brief = summary_of_fields(kept.summary or {})
        names = [f"Player {(at * 7 + place * 31) % 3000}" for place in range(len(brief.sitters))]
        sitters = tuple([each._replace(player=name) for each, name in zip(brief.sitters, names, strict=True)])
        day = f"20{10 + at * 15 // number}-{1 + at % 12:02}-{1 + at % 28:02}T10:00:00Z"
        brief = brief._replace(id=f"{brief.id[:-4]}{at:05}", sitters=sitters, began=day, last=day)
        rare = " ".join([f"rare{at * 3 + each}" for each in range(10)])
        texts[brief.id] = words_file(brief, [*lines, (2, f"Talk of {rare}.")])
        games[brief.id] = kept._replace(summary=summary_fields(brief))
    begun = process_time()
    pages = archive_pages.pages_of(Settings(), games, Look(), texts.__getitem__)
    print(f"{number} games: {process_time() - begun:.1f} s of a processor for the {len(pages)} pages about all of them")
    for name, raw in [*pages.items(), *[(f"{id}/{WORDS}", raw) for id, raw in texts.items()]]:
        put(folder, name, raw)
    return pages


def answers(page: Page, address: str) -> Iterator[tuple[str, float, float, str]]:
    """Each question as the first of a fresh page, then once more in that page: the medians of several pages."""
    for words in QUESTIONS:
        found = []
        for _ in range(PAGES):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_selector("#filters:not([hidden])")
            found.append((page.evaluate(ASK, words), page.evaluate(ASK, words)))
        for again in (0, 1):
            answer, told = (median(each[again][at] for each in found) for at in (0, 1))
            yield f"{words!r}, {'again' if again else 'first'}", answer, told, found[0][again][2]


def main(number: int = 10_000) -> int:
    folder = tempfile.mkdtemp()
    try:
        pages = write_site(folder, number)
        first = len(pages["index.html"])
        print(f"  the first page has {first} bytes (at most {LARGEST})")
        for kind in ("list.d/games", "search.d"):
            sizes = [len(raw) for name, raw in pages.items() if name.startswith(kind)]
            print(f"  {kind}: {len(sizes)} files, {sum(sizes) // 1024} KiB, the largest {max(sizes) // 1024} KiB")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            times = list(answers(browser.new_page(), f"file://{folder}/index.html"))
            browser.close()
    finally:
        shutil.rmtree(folder)
    for question, answer, told, count in times:
        print(f"  {question}: {answer:.0f} ms, with excerpts {told:.0f} ms; {count}")
    slowest = max(answer for _, answer, _, _ in times)
    print(f"median {median(each[1] for each in times):.0f} ms, slowest {slowest:.0f} ms (at most {LONGEST})")
    met = slowest <= LONGEST and first <= LARGEST
    print("all met" if met else "NOT MET")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
