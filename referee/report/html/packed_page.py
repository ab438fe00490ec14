"""A page for an e-mail: its board, tables and script are packed, and unpacked where the page is opened.

What is packed is a fifth as large, and an e-mail has to be small. Where no script runs, such as in the preview of a
mail program, what happened and whose turn it is can be read, and a sentence says how to see the rest.
"""

import re
from base64 import b64encode
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from referee.patterns import late_pattern
from referee.records import NamedTuple
from referee.report.deflate import PackedPiece, joined_pieces, packed_piece
from referee.report.html.html_report import report
from referee.report.html.page_scripts import script_of
from referee.report.html.templates import policy_digest
from referee.report.pictures.palette import Palette
from referee.report.wording import safe_text
from referee.show.view import View
from referee.words import say

if TYPE_CHECKING:
    from referee.report.html.composer import Reply
    from referee.show.menu import Menu


class LargePart(NamedTuple):
    """A large part of a report, known by its first and last characters and by the text on either side of it."""

    before: str
    opens: str
    closes: str
    after: str


LARGE = (
    LargePart('<div class="wide picture" tabindex="0">', "<svg", "", "</div>"),
    LargePart("", '<svg class="store"', "</svg>", "\n"),
    LargePart("", '<div class="sheets">', "", "</main>"),
    LargePart("", '<script type="application/json"', "</script>", "\n<script"),
    LargePart("", '<script type="module">', "</script>", "\n</body>"),
)
"""Its picture, the pieces, the tables, the data of the script, and the script, as they follow each other on a page."""
PACKED = '<script type="text/plain" id="packed">'
"""What is packed begins so."""
LINE = 960
"""Letters in a line of what is packed: mails may have lines of 998. A browser skips the ends of lines."""
EFFORT, SCRIPT_EFFORT = 3, 5
"""Of 9. With 5 a part is a tenth smaller, and packing it takes twice as long."""
POLICY = late_pattern(r"default-src 'none';(?: script-src '([^']*)';)?")
UNSEEN = say(
    "The board is in the e-mail. To see it and the tables here, and to click your move together, open this page in a "
    "browser."
)


def packed_report(view: View, palette: Palette = None, menu: "Menu | None" = None, reply: "Reply | None" = None) -> str:
    """A report as an e-mail has it. ValueError when `palette` cannot be used."""
    return packed_page(report(view, palette, menu, reply))


def packed_page(page: str) -> str:
    """The same page with its large parts packed; as it is where it has none."""
    around, parts, end = list[str](), list[str](), 0
    for part in LARGE:
        start, stop = place_of(part, page, end)
        if stop:
            hint = escape(safe_text(UNSEEN)) if part.before else ""
            around += [page[end:start], f'<p class="note" data-part="{len(parts)}">{hint}</p>']
            parts.append(page[start:stop])
            end = stop
    if not parts:
        return page
    script = script_of("unpack")
    made = allowing("".join([*around, page[end:]]), script)
    return made.replace("</body>", f"{packed_scripts(parts, script)}</body>")


def place_of(part: LargePart, page: str, after: int) -> tuple[int, int]:
    """From where to where a page has such a part, below what comes `after`; to 0 where it has none."""
    opens, closes = part.before + part.opens, part.closes + part.after
    start = page.find(opens, after)
    stop = page.find(closes, start + len(opens)) if start >= 0 else -1
    return (start + len(part.before), stop + len(part.closes)) if stop >= 0 else (0, 0)


def allowing(page: str, script: Markup) -> str:
    """The page with a policy that lets this script run, too."""

    def policy(found: re.Match[str]) -> str:
        others = f" '{found[1]}'" if found[1] else ""
        return f"default-src 'none'; script-src '{policy_digest(script)}'{others};"

    return POLICY.sub(policy, page, count=1)


def packed_scripts(parts: list[str], script: Markup) -> str:
    """The packed parts, and the script that puts them in their places."""
    packed = b64encode(joined_pieces(packed_pieces(parts))).decode()
    lines = [packed[at : at + LINE] for at in range(0, len(packed), LINE)]
    return "\n".join([PACKED, *lines, f'</script>\n<script type="module">{script}</script>\n'])


def packed_pieces(parts: list[str]) -> list[PackedPiece]:
    """The parts with a NUL between them. A script, which comes last, is a piece, because all pages have the same."""
    *others, last = parts
    if not last.startswith(LARGE[-1].opens):
        return [packed_text("\0".join(parts))]
    return [packed_text("\0".join([*others, ""])), packed_script(last)]


def packed_text(text: str, effort: int = EFFORT) -> PackedPiece:
    return packed_piece(text.encode("utf-8", "replace"), effort)


@lru_cache(1)  # `bench serve_mail` takes 3 % longer for Magna Grecia without it
def packed_script(script: str) -> PackedPiece:
    return packed_text(script, SCRIPT_EFFORT)
