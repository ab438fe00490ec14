"""Pages of which a part is packed, and unpacked where the page is opened. What is packed is a fifth as large.

An e-mail has to be small: its board, tables and script are packed. Where no script runs, such as in the preview of a
mail program, the board is a still picture, and a sentence says how to see the rest. Of another page with a composer,
only what a script alone can use is packed.
"""

import re
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING

from markupsafe import escape

from referee.report.html.html_report import report_in_parts
from referee.report.html.templates import PageScript, script_of
from referee.report.pictures.palette import Palette
from referee.report.pictures.raster import still_png
from referee.report.wording import NOWHERE, RuleLinks, safe_text
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
DEFINED = re.compile("<defs>.*?</defs>", re.DOTALL)
"""What the picture draws with; the small signs of seats refer to it, too."""
UNSEEN = say(
    "This is a still picture. For the tables, and to click your move together, open this page in a browser: save it "
    "first, or tap Share and choose the browser."
)


def packed_report(
    view: View,
    palette: Palette = None,
    menu: "Menu | None" = None,
    reply: "Reply | None" = None,
    picture: bytes = b"",
    rules: RuleLinks = NOWHERE,
) -> tuple[list[str], bytes]:
    """A report as an e-mail has it: its texts, and what is packed between them. ValueError when `palette` cannot be
    used.

    picture  the board of the e-mail, where it has one
    """
    whole = report_in_parts(view, palette, menu, reply, rules=rules)
    script = script_of("unpack")
    hints = [f'<p class="note" data-part="{at}">{hint_of(part, picture)}</p>' for at, part in enumerate(whole.parts)]
    before, end, behind = allowing(whole.with_parts(hints), script).rpartition(END)
    return [before, end + behind], packed_scripts(whole.parts, script)


def hint_of(part: str, picture: bytes) -> str:
    """What is shown in place of a part where no script runs."""
    if not part.startswith(BOARD):
        return ""
    drawn = "".join(DEFINED.findall(part))
    signs = f'<svg class="unseen" width="0" height="0" aria-hidden="true">{drawn}</svg>'
    still = (
        f'<img class="still" alt="" src="data:image/png;base64,\n{in_lines(still_png(picture))}\n">\n'
        if picture
        else ""
    )
    return f"{signs}{still}<span>{escape(safe_text(UNSEEN))}</span>"


def in_lines(raw: bytes) -> str:
    """In base64, in lines as a mail may have them."""
    packed = b64encode(raw).decode("ascii")
    return "\n".join([packed[at : at + LINE] for at in range(0, len(packed), LINE)])


def composing_page(view: View, palette: Palette = None, menu: "Menu | None" = None, rules: RuleLinks = NOWHERE) -> str:
    """A report on which a move can be composed. What only its script reads is packed: the menu, and the script."""
    whole = report_in_parts(view, palette, menu, rules=rules)
    *shown, data, composer = whole.parts
    script = script_of("unpack")
    page = whole.with_parts([*shown, *[f'<p data-part="{at}" hidden></p>' for at in range(2)]])
    before, end, behind = allowing(page, script).rpartition(END)
    return f"{before}{packed_scripts([data, composer], script).decode('ascii')}{end}{behind}"


def allowing(page: str, script: PageScript) -> str:
    """The page with a policy that lets this script run, and a picture be shown that is in the page."""

    def policy(found: re.Match[str]) -> str:
        others = f" '{found[1]}'" if found[1] else ""
        return f"default-src 'none'; img-src data:; script-src '{script.digest}'{others};"

    return POLICY.sub(policy, page, count=1)


def packed_scripts(parts: list[str], script: PageScript) -> bytes:
    """The parts with a NUL between them, packed in lines as a mail may have them, and the script that unpacks them."""
    packed = in_lines(zlib.compress("\0".join(parts).encode("utf-8", "replace"))).encode("ascii")
    return b"\n".join([PACKED, packed, f"</script>\n{script.element}\n".encode("ascii")])
