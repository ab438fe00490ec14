"""Parts of pages that several pages have: after a move each reader gets a page, and most of it is the same for all."""

from collections import deque
from collections.abc import Callable
from typing import TypeVar

from markupsafe import Markup, escape

from referee.patterns import late_pattern
from referee.report.pictures.scene import Paints
from referee.report.wording import safe_text
from referee.show.view import Word
from referee.words import language

Part = TypeVar("Part", bound=tuple[object, ...])

KEPT: deque[tuple[object, Paints, str, Markup]] = deque(maxlen=48)
"""The last parts, the colours and the language in which they were drawn, and what was drawn.

A submit of Attika writes three pages, and takes 8 % longer without it.
"""

TYPED = late_pattern("`([^`]*)`")
"""What a reader types."""


def with_code(says: Word) -> Markup:
    """A sentence of ours as HTML: what is to be typed stands out."""
    text = str(escape(safe_text(says)))
    return Markup(TYPED.sub(r"<b>\1</b>", text) if "`" in text else text)


def drawn_once(part: Part, paints: Paints, draw: Callable[[Part, Paints], Markup]) -> Markup:
    """What `draw` makes of a part, or what it made of an equal one shortly before."""
    spoken = language()
    for known, painted, tongue, drawn in reversed(KEPT):  # most are asked for again at once
        if known == part and painted == paints and tongue == spoken:
            return drawn
    drawn = draw(part, paints)
    KEPT.append((part, paints, spoken, drawn))
    return drawn
