"""Updates what these pages show: `make docs`.

It draws the pictures, and writes the pages of the reference that follow from the program. If a command gives another
answer than its page shows, the page gets the new answer: look at the difference before you keep it.
"""

import os
import tempfile
from pathlib import Path

from doc_pages import ENVIRONMENT, PAGES, ROOT, Shell, fits, steps
from house import house
from reference_pages import pages
from screens import screens
from sheet import sheet

from referee import api
from referee.app.game_access import Table
from referee.app.look import replays, report_files
from referee.report.pictures import moving, raster
from referee.report.pictures.hex_places import CORNERS, ENDS, centre, line_path
from referee.report.pictures.palette import Name
from referee.settings import Settings
from referee.show.view import View

PICTURES = ROOT / "docs" / "pictures"
SHOWN, AT = "mezzogiorno-4", 34
"""The game and the entry that the README shows."""
MOVING = "bruttium-2"
"""The game that is shown as a moving picture."""

HEX = "M" + "L".join(f"{x} {y}" for x, y in CORNERS) + "Z"
AROUND = {"n": "D6", "ne": "E7", "se": "E8", "s": "D8", "sw": "C8", "nw": "C7"}
STEPS = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
"""From a hex to its neighbour at each edge, in axial coordinates."""


def pictures() -> dict[Path, str]:
    """Every picture of the pages: its path and its text."""
    sheets = {f"pieces-{name}.svg": sheet(name) for name in Name}
    return {
        PICTURES / name: drawn
        for name, drawn in {
            "board.svg": board(),
            "edges.svg": edges(),
            "house.svg": house(),
            **sheets,
        }.items()
    }


def images() -> dict[Path, bytes]:
    """The same as PNG, for programs that show no SVG."""
    return {
        PICTURES / "board.png": board_image(),
        PICTURES / "pieces.png": raster.png(sheet(Name.printed), 1500),
    }


SETTINGS = Settings(str(ROOT / "games"))


def shown() -> View:
    """A position of a sample game."""
    return api.Game(Table(SETTINGS), SHOWN, AT).view()


def board() -> str:
    """It, drawn as `referee show --format svg` draws it."""
    return report_files.board_svg(SETTINGS, shown()) + "\n"


def board_image() -> bytes:
    """It, as `referee show --format png` draws it."""
    return report_files.image(SETTINGS, shown(), raster.SIZES["medium"])


def moving_game() -> bytes:
    """The shortest sample game, as `referee replay --format gif` shows it; too slow to be compared in a test."""
    _, images = replays.turn_images(Table(SETTINGS), MOVING, 480)
    return moving.packed_pictures(list(images), 800)


def edges() -> str:
    """The six edges of D7 with the neighbours there, a straight road and a curve."""
    neighbours = [tile(*centre(*STEPS[edge]), name, "#f4efe2") for edge, name in AROUND.items()]
    names = [text(x * 7 // 9, y * 7 // 9 + 6, edge, 19, "#9c2a00") for edge, (x, y) in ENDS.items()]
    roads = [road(340, -80, ("n", "s")), road(340, 80, ("n", "se"))]
    drawn = "\n".join([*neighbours, tile(0, 0, "D7", "#ffffff"), *names, *roads])
    return f"""<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t" viewBox="-165 -175 660 350" \
width="660" height="350" font-family="sans-serif">
<title id="t">The space D7: edge n towards D6, ne towards E7, se towards E8, s towards D8, sw towards C8, \
nw towards C7. Beside it a straight road n-s and a curve n-se.</title>
<rect x="-165" y="-175" width="660" height="350" fill="#ffffff"/>
{drawn}
</svg>
"""


def tile(x: int, y: int, name: str, fill: str) -> str:
    return f'<path d="{HEX}" transform="translate({x} {y})" fill="{fill}" stroke="#6b6250" stroke-width="2"/>\n' + text(
        x, y + 9, name, 24, "#1d1b18"
    )


def text(x: int, y: int, words: str, size: int, fill: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{fill}">{words}</text>'


def road(x: int, y: int, exits: tuple[str, str]) -> str:
    line = (
        f'<path d="{line_path(exits)}" transform="translate({x} {y})" fill="none" stroke="#9c2a00" stroke-width="14"/>'
    )
    return "\n".join([tile(x, y, "", "#ffffff"), line, text(x + 105, y + 9, "-".join(exits), 26, "#9c2a00")])


def answered(page: Path) -> str:
    """The text of a page with the answers that its commands give now."""
    text = page.read_text(encoding="utf-8")
    lines = text.split("\n")
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder), page)
        os.chdir(shell.folder)
        answers = [(step, shell.answer(step)) for step in steps(text)]
        os.chdir(ROOT)
    for step, answer in reversed(answers):
        if not fits(step.shown, answer):
            lines[step.start : step.end] = answer.rstrip("\n").split("\n") if answer else []
    return "\n".join(lines)


def main() -> None:
    """Write pictures and pages."""
    os.environ.update(ENVIRONMENT)
    for path, drawn in pictures().items():
        path.write_text(drawn, encoding="utf-8", newline="\n")
    for path, image in images().items():
        path.write_bytes(image)
    (PICTURES / f"{MOVING}.gif").write_bytes(moving_game())
    for name, screen in screens().items():
        (PICTURES / name).write_bytes(screen)
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8", newline="\n")
    for page in PAGES:
        page.write_text(answered(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
