"""A page of HTML as lines of text, for mails that hold nothing else: what is quoted begins with `> `.

Elements that make a line of their own are told from those that do not; nothing else of HTML means anything here. What
stands in a list or a table is marked: which signs its lines began with is lost, and is not guessed.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4.element import Tag

BLOCKS = re.compile(
    "address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|html|li|main"
    "|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul"
)
UNSEEN = re.compile("head|script|style|template|title|noscript|object|select|textarea|svg|math")
QUOTED = re.compile(
    "gmail_quote(_container)?|gmail_attr|gmail_extra|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote"
    "|zmail_extra"
)
"""Classes of elements that hold the mail that is answered."""
QUOTED_IDS = frozenset(["OLK_SRC_BODY_SECTION", "mail-editor-reference-message-container"])
TAIL_IDS = frozenset(["appendonsend", "divRplyFwdMsg", "stopSpelling", "ms-outlook-mobile-body-separator-line"])
"""From these elements on, all is the mail that is answered."""
LISTED = "\ue000"
"""Stands in lines that were in a list or a table."""
TAGS, OPEN = 9_000, 50
"""A page with more of them, or more that are begun after the last is ended, is none that a person wrote: the parser
would look from each of these to the end of the page."""


class Overgrown(Exception):
    """A page with more elements than any person writes, or with none that a parser knows."""


def page_lines(page: str) -> list[str]:
    """The lines of a page. Raises Overgrown."""
    if page.count("<") > TAGS or page.count("<", page.rfind(">") + 1) > OPEN:
        raise Overgrown
    from bs4 import BeautifulSoup
    from bs4.exceptions import ParserRejectedMarkup

    sheet = Sheet()
    try:
        root = BeautifulSoup(page, "html.parser")
    except ParserRejectedMarkup:
        raise Overgrown from None
    for step in steps(root):
        sheet.take(step)
    return sheet.finish()


Step = tuple[str, "Tag | str"]


def steps(root: "Tag") -> Iterator[Step]:
    """What comes one after the other: `open` and `close` of elements, and `text`. Not recursive: pages can be deep."""
    from bs4.element import NavigableString, PageElement, PreformattedString, Tag

    stack: list[tuple[Tag | None, Iterator[PageElement]]] = [(None, iter(root.contents))]
    while stack:
        element, left = stack[-1]
        child = next(left, None)
        if child is None:
            stack.pop()
            if element is not None:
                yield "close", element
        elif isinstance(child, Tag):
            if not UNSEEN.fullmatch(child.name):
                yield "open", child
                stack.append((child, iter(child.contents)))
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            yield "text", str(child)


class Sheet:
    """Lines as they grow."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.line = ""
        self.quoted = self.kept = self.listed = 0
        self.tail = False

    def take(self, step: Step) -> None:
        kind, what = step
        if isinstance(what, str):
            self.write(what)
        else:
            self.element(what, 1 if kind == "open" else -1)

    def element(self, element: "Tag", change: int) -> None:
        """An element begins (1) or ends (-1)."""
        name = element.name
        if name == "br":
            if change > 0:
                self.end_line()
            return
        if BLOCKS.fullmatch(name) and self.line:
            self.end_line()
        if name == "p" and change < 0:
            self.end_line()
        self.quoted += change * is_quoted(element)
        self.kept += change * is_kept(element)
        self.listed += change * (name in ("li", "td"))
        self.tail = self.tail or element.get("id") in TAIL_IDS

    def write(self, text: str) -> None:
        if self.kept:
            *ended, last = text.replace("\r\n", "\n").split("\n")
            for each in ended:
                self.line += each
                self.end_line()
            self.line += last
            return
        words = re.sub(r"[ \t\r\n\f]+", " ", text)
        self.line += words.lstrip(" ") if not self.line or self.line.endswith(" ") else words

    def end_line(self) -> None:
        words = self.line if self.kept else self.line.rstrip(" ")
        marks = ("> " if self.quoted or self.tail else "") + (LISTED if self.listed and words else "")
        self.done.append(marks + words)
        self.line = ""

    def finish(self) -> list[str]:
        if self.line:
            self.end_line()
        return self.done


def is_quoted(element: "Tag") -> bool:
    if element.name == "blockquote" or element.get("id") in QUOTED_IDS:
        return True
    if element.name == "div" and element.get("name") == "quote":
        return True
    return any(QUOTED.fullmatch(each) for each in element.get("class") or ())


def is_kept(element: "Tag") -> bool:
    """Whether blanks and line ends inside count."""
    style = str(element.get("style") or "").replace(" ", "").lower()
    return element.name == "pre" or "white-space:pre" in style
