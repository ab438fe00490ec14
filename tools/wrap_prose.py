"""Wraps the prose of the Markdown pages at 120 columns.

  tools/wrap_prose.py            wrap every page that has a line that is too long
  tools/wrap_prose.py --check    name those lines, change nothing; exit code 1 if there is one

Only a paragraph with a line that is too long is changed. Tables, headings and blocks of code stay as they are, and so
does a line that is long because of one link or one piece of code. Before a page is written, it is rendered: SystemExit
if it would look different.
"""

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from sources import source_files

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 120
READER = MarkdownIt("commonmark").enable("table")

PIECE = re.compile(r"(?:`+[^`]*`+|\]\([^)]*\)|<[^>]*>|[^\s`])+")
"""What no line may break: a word with the code, the target of a link or the tag that belongs to it."""
BLOCK = re.compile(r"[-+*>|#=~]|\d+[.)]|```|:")
"""How a line begins that would be read as something other than the next line of its paragraph."""


class Paragraph(NamedTuple):
    """Lines `start` to `end` (excluded, from 0) of a page: what its first line begins with, and its text."""

    start: int
    end: int
    prefix: str
    text: str


def pages() -> list[Path]:
    """The Markdown files of the repository."""
    folders = ("docs", "bench", "examples", "games", "tools")
    found = [(path, path.relative_to(ROOT).parts) for path in source_files(".md")]
    return [path for path, parts in found if len(parts) == 1 or parts[0] in folders]


def paragraphs(page: str) -> Iterator[Paragraph]:
    """The paragraphs of a page, also those of lists and quotations; without those that have a forced line end."""
    lines, tokens = page.split("\n"), READER.parse(page)
    for token, inside in pairwise(tokens):
        forced = any(each.type == "hardbreak" for each in inside.children or ())
        if token.type == "paragraph_open" and token.map and not forced:
            start, end = token.map
            first = inside.content.split("\n")[0]
            yield Paragraph(start, end, lines[start].rstrip().removesuffix(first), inside.content)


def long_lines(page: str) -> list[int]:
    """The numbers (from 1) of the lines of prose that are too long and can be broken."""
    new = wrapped(page).split("\n")
    lines = page.split("\n")
    changed = [number for each in paragraphs(page) for number in range(each.start, each.end)]
    return [] if new == lines else [number + 1 for number in changed if len(lines[number]) > COLUMNS]


def wrapped(page: str) -> str:
    """The page with each paragraph wrapped that has a line that is too long."""
    lines = page.split("\n")
    for each in reversed([*paragraphs(page)]):
        if max(map(len, lines[each.start : each.end])) > COLUMNS:
            lines[each.start : each.end] = lines_of(each)
    return "\n".join(lines)


def lines_of(paragraph: Paragraph) -> list[str]:
    """The lines of a paragraph, as full as may be."""
    below = re.sub(r"[^>\s]", " ", paragraph.prefix)
    lines = [paragraph.prefix]
    for piece in PIECE.findall(paragraph.text):
        begins = lines[-1] in (paragraph.prefix, below)
        if begins:
            lines[-1] += piece
        elif len(lines[-1]) + 1 + len(piece) <= COLUMNS or BLOCK.match(piece):
            lines[-1] += f" {piece}"
        else:
            lines.append(below + piece)
    return lines


def shown(page: str) -> str:
    """The page for its reader: as HTML, in which a line end is a space."""
    return " ".join(READER.render(page).split())


def wrap(path: Path) -> None:
    """Wrap a file. SystemExit if it would look different afterwards."""
    page = path.read_text(encoding="utf-8")
    new = wrapped(page)
    if shown(new) != shown(page):
        raise SystemExit(f"{path} would look different if it were wrapped")
    if new != page:
        path.write_text(new, encoding="utf-8")
        print(path.relative_to(ROOT))


def main() -> None:
    if sys.argv[1:] != ["--check"]:
        for path in pages():
            wrap(path)
        return
    found = [f"{path.relative_to(ROOT)}:{line}" for path in pages() for line in long_lines(path.read_text("utf-8"))]
    print("\n".join(found))
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
