"""How pages and e-mails mark what a reader is to type."""

import re

from markupsafe import Markup, escape

from referee.report.wording import safe_text
from referee.show.view import Word

TYPED = re.compile("`([^`]*)`")
"""What a reader types."""


def with_code(says: Word) -> Markup:
    """A sentence of ours as HTML: what is to be typed stands out."""
    return Markup(TYPED.sub(r"<b>\1</b>", str(escape(safe_text(says)))))
