"""A page for an e-mail: its board, tables and script are packed, and unpacked where the page is opened.

What is packed is a fifth as large, and an e-mail has to be small. Where no script runs, such as in the preview of a
mail program, what happened and whose turn it is can be read, and a sentence says how to see the rest.
"""

import re
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING

from markupsafe import escape

from referee.report.html.html_report import report_in_parts
from referee.report.html.page_scripts import PageScript, script_of
from referee.report.pictures.palette import Palette
from referee.report.wording import safe_text
from referee.show.view import View
from referee.words import say

if TYPE_CHECKING:
    from referee.report.html.composer import Reply
    from referee.show.menu import Menu


PACKED = b'<script type="text/plain" id="packed">'
"""What is packed begins so."""
LINE = 960
"""Characters in a line of what is packed: mails may have lines of 998. A browser skips the ends of lines."""
POLICY = re.compile(r"default-src 'none';(?: script-src '([^']*)';)?")
END = "</body>"
"""What is packed is right before it."""
BOARD = "<svg xmlns"
"""Its picture begins so."""
UNSEEN = say(
    "The board is in the e-mail. To see it and the tables here, and to click your move together, open this page in a "
    "browser."
)


def packed_report(
    view: View, palette: Palette = None, menu: "Menu | None" = None, reply: "Reply | None" = None
) -> tuple[list[str], bytes]:
    """A report as an e-mail has it: its texts, and what is packed between them. ValueError when `palette` cannot be
    used.
    """
    texts, parts = report_in_parts(view, palette, menu, reply)
    script = script_of("unpack")
    hints = [f'<p class="note" data-part="{at}">{hint_of(part)}</p>' for at, part in enumerate(parts)]
    page = "".join([text for pair in zip(texts, [*hints, ""], strict=True) for text in pair])
    before, end, behind = allowing(page, script).rpartition(END)
    return [before, end + behind], packed_scripts(parts, script)


def hint_of(part: str) -> str:
    """What is said in place of a part where no script runs."""
    return escape(safe_text(UNSEEN)) if part.startswith(BOARD) else ""


def allowing(page: str, script: PageScript) -> str:
    """The page with a policy that lets this script run, too."""

    def policy(found: re.Match[str]) -> str:
        others = f" '{found[1]}'" if found[1] else ""
        return f"default-src 'none'; script-src '{script.digest}'{others};"

    return POLICY.sub(policy, page, count=1)


def packed_scripts(parts: list[str], script: PageScript) -> bytes:
    """The parts with a NUL between them, packed in lines as a mail may have them, and the script that unpacks them."""
    packed = b64encode(zlib.compress("\0".join(parts).encode("utf-8", "replace")))
    lines = [packed[at : at + LINE] for at in range(0, len(packed), LINE)]
    return b"\n".join([PACKED, *lines, f"</script>\n{script.element}\n".encode("ascii")])
