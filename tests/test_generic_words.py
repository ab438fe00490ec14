"""What all titles share speaks no title's language: neither code nor templates name pieces or grounds of a title."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PIECES = ("amphora", "amphorae", "city", "cities", "market", "markets", "oracle", "oracles", "road", "roads", "temple")
GROUNDS = ("coast", "forest", "hill", "mountain", "shrine", "shrines", "village", "villages", "water")
"""`land` is bare ground in every title, and `candidates` are moves."""
PARTS = ("resupply",)
SPOKEN = re.compile(rf"(?<![A-Za-z])({'|'.join([*PIECES, *GROUNDS, *PARTS])})(?![A-Za-z])", re.IGNORECASE)
ENDINGS = (".py", ".js", ".css", ".html", ".svg", ".xml")
EXAMPLES = {"referee/cli/moves.py": "road D4 n-s"}
"""Help that shows a command for a game of the first title."""


def spoken(root: Path) -> list[str]:
    """The lines of the generic half below `root` that have a word of a title: file, line and word."""
    files = [path for name in ("referee", "templates") for path in sorted((root / name).rglob("*"))]
    found = []
    for path in files:
        name = path.relative_to(root).as_posix()
        if path.suffix in ENDINGS and not name.startswith("referee/titles/"):
            text = path.read_text(encoding="utf-8").replace(EXAMPLES.get(name, "\0"), "")
            lines = enumerate(text.splitlines(), 1)
            found += [f"{name}:{number}: {word[0]}" for number, line in lines for word in SPOKEN.finditer(line)]
    return found


def test_the_generic_half_names_no_piece_and_no_ground_of_a_title() -> None:
    assert spoken(ROOT) == []


def test_a_planted_word_is_found(tmp_path: Path) -> None:
    for name, text in {
        "referee/show/view.py": 'kind = "city"',
        "referee/titles/any/view.py": 'kind = "city"',
        "templates/pieces.svg": '<path class="village-ground"/>\n<path id="broad" class="opacity"/>',
        "templates/scripts/menu.js": 'part("market");',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = ["referee/show/view.py:1: city", "templates/pieces.svg:1: village", "templates/scripts/menu.js:1: market"]
    assert spoken(tmp_path) == found
