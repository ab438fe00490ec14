"""How fast the replay page steps in Chromium: `python bench replay_page [GAME …]`, the longest sample without.

A step is taken as a reader takes it, by a key, and lasts until the browser has laid out and painted what changed: two
frames later, less the frame that the browser waits in any case. The page's own work is shown next to it.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from referee.app.game_access import Table
from referee.app.look import replay_page
from referee.settings import Settings

GAMES = Path(__file__).parents[1] / "games"
LONGEST = "quadrilateral-4"

OPENED = "performance.getEntriesByType('navigation')[0].duration"
STEPS = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const pressed = {bubbles: true, cancelable: true};
  const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, ...pressed}));
  const last = Number(document.getElementById("slider").max);
  const idle = [], found = {script: [], painted: []};
  for (let at = 0; at < 20; at += 1) {
    const began = performance.now();
    await frame();
    idle.push(performance.now() - began);
  }
  const wait = idle.sort((a, b) => a - b)[10];
  const timed = async (act) => {
    await frame();
    const began = performance.now();
    act();
    document.body.offsetHeight;
    found.script.push(performance.now() - began);
    await frame();
    found.painted.push(Math.max(0, performance.now() - began - wait));
  };
  press("Home");
  for (let at = 0; at < last; at += 1) await timed(() => press("ArrowRight"));
  for (let at = 0; at < last; at += 1) await timed(() => press("ArrowLeft"));
  for (let at = 0; at < 40; at += 1) await timed(() => press(at % 2 ? "Home" : "End"));
  return found;
}"""
"""Every turn forth and back, then JUMPS from one end to the other: the farthest there are."""
JUMPS = 40


def measured(page: Page, id: str) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{id}.html")
        path.write_text(replay_page.game_replay_page(Table(Settings(str(GAMES))), id), encoding="utf-8")
        page.goto(path.as_uri())
        print(f"{id}: open after {page.evaluate(OPENED):.0f} ms")
        found: dict[str, list[float]] = page.evaluate(STEPS)
    return found


def told(times: list[float], what: str) -> str:
    late = sorted(times)[len(times) * 99 // 100]
    return f"{len(times)} {what}: median {median(times):.1f} ms, 99 in 100 within {late:.1f}, worst {max(times):.1f}"


def main(ids: list[str]) -> None:
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for id in ids:
            for kind, times in measured(page, id).items():
                print(f"{id}, {kind}: {told(times[:-JUMPS], 'steps')}; {told(times[-JUMPS:], 'jumps')}")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or [LONGEST])
