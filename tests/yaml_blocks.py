"""YAML that the pages show and that the program prints, each with the schema that it is written for."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from composing import composed, written
from doc_pages import PAGES, ROOT
from sample_games import GAMES, game_after, whole_game

from referee import reading
from referee.app.game_access import Game
from referee.app.look import game_views, library
from referee.rules.planner import suggest_move

NAMED = re.compile(r"^# yaml-language-server: \$schema=\S*?([a-z0-9.-]+)\.schema\.json$", re.MULTILINE)
HERE = re.compile(r"^\$ cat > (\S+\.yaml) <<'END'$")


class Block(NamedTuple):
    """A text, where it is from, and the name of its schema; "" where it is no whole document."""

    label: str
    text: str
    schema: str


def named(text: str) -> str:
    """The schema that a file names in its first line, or ""."""
    found = NAMED.search(text)
    return found[1] if found else ""


def everything() -> Iterator[Block]:
    """All that standard tools must accept, besides what pages compose."""
    yield from of_cases()
    yield from (whole(each) for each in of_pages() if each.schema)
    yield from of_boxes()
    yield from printed()


def of_cases() -> Iterator[Block]:
    for path in sorted((ROOT / "tests/conformance").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        yield Block(str(path.relative_to(ROOT)), text, named(text))


def of_boxes() -> Iterator[Block]:
    """Components, boards, layouts and tiles, as the program prints them to be changed."""
    texts = [library.components(book.id) for book in library.books()]
    texts += [library.board_file(each.name) for each in library.boards()]
    yield from (Block(text.partition("\n")[0], text, named(text)) for text in texts)


def printed() -> Iterator[Block]:
    """What the program prints in the sample games: reports' blocks, and suggestions."""
    for entry, game, seat in positions():
        schema, label = f"{game.book.id}.move", f"{game.id} {entry}"
        asked = game_views.view_for_seat(game, seat).asked
        assert asked is not None
        yield Block(f"block of {label}", asked.block, schema)
        yield Block(f"suggestion in {label}", suggested(game, seat), schema)


def composed_moves() -> Iterator[Block]:
    """Moves as pages compose them in the sample games; it skips the test if there is no Node."""
    rng = random.Random(7)
    for entry, game, seat in positions():
        menu = game_views.menu(game, seat)
        assert menu is not None
        texts = [written(menu, composed(menu, rng)) for _ in range(3)]
        yield from (Block(f"composed in {game.id} {entry}", each, f"{game.book.id}.move") for each in texts)


def positions() -> Iterator[tuple[int, Game, str]]:
    """Every ninth entry of the sample games after which somebody is to move, and who."""
    for id in sorted(path.name for path in GAMES.iterdir()):
        for entry in range(1, whole_game(id).log.last, 9):
            game = game_after(id, entry)
            seat = game.book.play.to_move(game.position)
            if seat is not None:
                yield entry, game, seat


def suggested(game: Game, seat: str) -> str:
    move = {key: value for key, value in suggest_move(game.book, game.position, 0).items() if key != "seat"}
    return reading.dump({"game": game.id, "after": game.log.last, "head": game.log.head[:16], "seat": seat, **move})


def whole(block: Block) -> Block:
    """Actions that a page shows alone, with the lines that every move has."""
    lines = "game: cup\nafter: 1\nseat: athens\n"
    return block._replace(text=lines + block.text) if block.text.startswith("actions:") else block


def of_pages() -> Iterator[Block]:
    """Every block in YAML, and every file in YAML that a page lets its reader write."""
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").split("\n")
        for start, line in enumerate(lines, 1):
            written = HERE.match(line)
            if line == "```yaml" or written:
                text = "\n".join(lines[start : end_of(lines, start, written is not None)]) + "\n"
                text = re.sub("^> ", "", text, flags=re.MULTILINE) if written else text
                label = f"{page.relative_to(ROOT)}:{start + 1}"
                yield Block(label, text, schema_of(page, text))


def end_of(lines: list[str], start: int, written: bool) -> int:
    return next(at for at in range(start, len(lines)) if lines[at] == ("> END" if written else "```"))


def schema_of(page: Path, text: str) -> str:
    """The schema that a block names, or what it begins like: a case, notes, a move of the page's title."""
    if named(text):
        return named(text)
    for pattern, schema in STARTS.items():
        if re.match(pattern, text):
            return schema
    return f"{title_of(page, text)}.move" if re.match("game: |actions:", text) else ""


STARTS = {
    "format: referee-notes/1": "notes-1",
    "format: referee-notes": "notes",
    "case: ": "conformance",
    "name: strait": "board",
    "name: rhombus-2": "attika.layout",
    "# yaml-language": "",
}


def title_of(page: Path, text: str) -> str:
    if page.name == "write-a-title.md":
        return "hex"
    return (
        "attika" if "attika" in page.name or re.search("seat: (athens|corinth|sparta|thebes)", text) else "magna-grecia"
    )
