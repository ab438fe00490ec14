"""A page for an e-mail: its board, tables and script are packed, and unpacked where the page is opened.

What is packed is a fifth as large, and an e-mail has to be small. Where no script runs, such as in the preview of a
mail program, what happened and whose turn it is can be read, and a sentence says how to see the rest.
"""

import json
import re
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from referee.patterns import late_pattern
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

PART = late_pattern(
    r'(?P<board><div class="wide picture" tabindex="0">)(?P<drawing><svg.*?)(?=</div>)'
    r'|(?P<store><svg class="store".*?</svg>(?=\n))'
    r'|(?P<words><details>.*?</details>)|(?P<tables><div class="sheets">.*?(?=</main>))'
    r'|(?P<scripts><script type="application/json".*</script>)',
    re.DOTALL,
)
"""The large parts of a report: its picture, the pieces, the board in words, the tables, the script and its data."""
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
    parts: list[str] = []

    def place_of(found: re.Match[str]) -> str:
        before, part = (found["board"], found["drawing"]) if found["board"] else ("", found[0])
        parts.append(part)
        hint = escape(safe_text(UNSEEN)) if before else ""
        return f'{before}<p class="note" data-part="{len(parts) - 1}">{hint}</p>'

    made = PART.sub(place_of, page)
    if not parts:
        return page
    script = script_of("unpack")
    return allowing(made, script).replace("</body>", f"{packed_scripts(parts, script)}</body>")


def allowing(page: str, script: Markup) -> str:
    """The page with a policy that lets this script run, too."""

    def policy(found: re.Match[str]) -> str:
        others = f" '{found[1]}'" if found[1] else ""
        return f"default-src 'none'; script-src '{policy_digest(script)}'{others};"

    return POLICY.sub(policy, page, count=1)


def packed_scripts(parts: list[str], script: Markup) -> str:
    """The packed parts, and the script that puts them in their places."""
    packed = b64encode(zlib.compress(json.dumps(parts).encode(), 9)).decode()
    return f'<script type="text/plain" id="packed">{packed}</script>\n<script type="module">{script}</script>\n'
