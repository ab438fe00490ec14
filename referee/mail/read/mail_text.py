"""The text of a mail: what its writer wrote, apart from what is quoted."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from referee.mail.read.languages import program_words
from referee.mail.read.move_blocks import fence

if TYPE_CHECKING:
    from bs4.element import Tag


SHAPES = {
    "titles": r"\s*[-_–—]{{2,}}\s*{}\s*[-_–—]{{2,}}\s*",
    "forwards": r"\s*{}\s*:\s*",
    "fields": r"\s*\*{{0,2}}({})\s?:\*{{0,2}}(\s|$)",
    "attributions": r"\s*{}\s?:\s*",
}
"""What programs put above the mail that is answered; their words, of any language, are in the place of `{}`."""


@cache  # each line of a mail takes 1 ms longer without it
def expression_of(key: str) -> re.Pattern[str]:
    """One of these shapes with its words, in which `…` is any text."""
    parts = [[re.escape(each.strip()) for each in words.split("…")] for words in program_words(key)]
    words = [r"\b.{0,300}\b".join([each for each in some if each]) + r"\b.{0,200}" * (not some[-1]) for some in parts]
    return re.compile(SHAPES[key].format(f"(?:{'|'.join(words)})"), re.IGNORECASE)


FIELDS = 3
"""So many different ones, close to each other, are the head of an old mail."""
NEAR = 12


@cache  # each line of a mail takes 1 ms longer without it
def first_words() -> re.Pattern[str]:
    """The words with which attributions begin."""
    words = {each.partition(" ")[0] for each in program_words("attributions")}
    return re.compile(rf"\s*(?:{'|'.join(sorted(words))})\b", re.IGNORECASE)


BROKEN = 3
"""An attribution may be broken into so many lines."""
ASSUMED = "\ue001"
"""Begins lines of a page that are in the place of the mail that is answered, but without its marks."""
MARKED = re.compile(r"\s*(>|&gt;)")
CITED = re.compile(rf"\s*(>|&gt;|{ASSUMED})")


def own(lines: Sequence[str], addresses: Sequence[str] = ()) -> list[bool]:
    """For each line whether its writer wrote it.

    A line that names one of `addresses`, the referee's, was not written by the player.
    """
    found = [not CITED.match(line) for line in lines]
    marks = Marks(addresses)
    number = 0
    while number < len(lines):
        if not found[number]:
            number += 1
            continue
        if is_title(lines[number]) and cited_next(lines, number + 1):
            found[number] = False
            number += 1
            continue
        if heads(lines, number):
            return found[:number] + [False] * (len(lines) - number)
        length = marks.attribution(lines, number)
        if length:
            found[number : number + length] = [False] * length
            if not cited_next(lines, number + length):
                return found[:number] + [False] * (len(lines) - number)
        number += length or 1
    return found


def own_and_others(lines: Sequence[str], addresses: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines that the writer of a mail wrote, and all others."""
    written = list(zip(own(lines, addresses), lines, strict=True))
    return [line for is_own, line in written if is_own], [line for is_own, line in written if not is_own]


def head_lines(cited: Sequence[str], addresses: Sequence[str]) -> list[int]:
    """The numbers of those quoted lines without a mark that are the head of a mail."""
    lines, marks = [line.replace(ASSUMED, "") for line in cited], Marks(addresses)
    found, number = list[int](), 0
    while number < len(lines):
        length = 0 if MARKED.match(lines[number]) else heads(lines, number) or marks.attribution(lines, number)
        found += range(number, number + length)
        number += length or 1
    return found


class Marks:
    """What shows that somebody else's words follow."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.ours = re.compile("|".join(map(shape, addresses)), re.IGNORECASE) if addresses else None

    def attribution(self, lines: Sequence[str], number: int) -> int:
        """How many lines from here on are an attribution; 0: none is."""
        if first_words().match(lines[number]):
            for length in range(1, BROKEN + 1):
                words = " ".join(lines[number : number + length])[:1000]
                is_dated = any(map(str.isdigit, words)) or cited_next(lines, number + length)
                if is_dated and expression_of("attributions").fullmatch(words):
                    return length
                if not "".join(lines[number + length : number + length + 1]).strip():
                    break  # a paragraph ends here
        return int(bool(self.ours and self.ours.search(lines[number])))


def shape(address: str) -> str:
    """The pattern of an address, with or without what may be added to its local part."""
    local, _, host = address.rpartition("@")
    return rf"(?<![\w.+-]){re.escape(local)}(\W[\w.=-]{{0,64}})?@{re.escape(host)}(?![\w-])"


def bare_line(line: str) -> str:
    """A line without what shows that it is quoted."""
    return re.sub(rf"^[\s>{ASSUMED}]+(?=\S)|{ASSUMED}", "", line)


def heads(lines: Sequence[str], number: int) -> int:
    """How many lines from here on are the head of an old mail, a line that says so or its fields; 0: none is."""
    line = lines[number]
    if is_title(line):
        return 1
    field = expression_of("fields")
    if not field.match(line):
        return 0
    near = [at for at, each in enumerate(lines[number : number + NEAR]) if field.match(each)]
    names = {found[1].lower() for at in near if (found := field.match(lines[number + at]))}
    written = [each for each in lines[number + 1 : number + NEAR] if each.strip()]
    following = [each for each in written if not each[:1].isspace()][:1]  # `A: …`, `B: …` are a player's words
    return near[-1] + 1 if len(names) >= FIELDS and any(map(field.match, following)) else 0


def is_field(line: str) -> bool:
    """Whether a line looks like a field of the head of a mail."""
    return bool(expression_of("fields").match(line))


def is_title(line: str) -> bool:
    """Whether a line says that the old mail follows, such as `Begin forwarded message:`."""
    return bool(expression_of("titles").fullmatch(line) or expression_of("forwards").fullmatch(line))


def cited_next(lines: Sequence[str], number: int) -> bool:
    """Whether the next line that is not empty is marked as quoted, or there is none."""
    following = next((line for line in lines[number:] if line.strip()), ">")
    return bool(CITED.match(following))


SIGNATURE = "-- "


def unflowed_text(text: str, delsp: bool = False) -> str:
    """The lines joined again. Quoted lines keep their signs of quotation, in the plain form `> `.

    delsp: the blank at the end of a broken line was put there by the program, too.
    """
    done: list[list[str]] = []
    open_depth = -1  # of a line that waits for its rest; -1: none does
    for line in text.split("\n"):
        depth, words = unquoted_line(line)
        soft = words.endswith(" ") and words != SIGNATURE and not fence(words)
        kept = words[:-1] if soft and delsp else words
        if open_depth == depth and words != SIGNATURE and not fence(words):
            done[-1].append(kept)
        else:
            done.append(["> " * depth + kept])
        open_depth = depth if soft else -1
    return "\n".join(map("".join, done))


def unquoted_line(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and its words without the signs of it and without stuffing."""
    words = line.lstrip(">")
    depth = len(line) - len(words)
    return depth, words[1:] if words.startswith(" ") else words


BLOCKS = re.compile(
    "address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|html|li|main"
    "|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul"
)
UNSEEN = re.compile("head|script|style|template|title|noscript|object|select|textarea|svg|math")
QUOTED = re.compile("gmail_quote(_container)?|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra")
"""Classes of elements that hold the mail that is answered."""
OF_PROGRAM = re.compile("gmail_attr|moz-cite-prefix")
"""Classes of the line above it."""
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
    sheet = Sheet()
    for step in page_steps(page):
        sheet.take(step)
    return sheet.finish()


def page_steps(page: str) -> Iterator["Step"]:
    """What comes one after the other in a page. Raises Overgrown."""
    if page.count("<") > TAGS or page.count("<", page.rfind(">") + 1) > OPEN:
        raise Overgrown
    from bs4 import BeautifulSoup
    from bs4.exceptions import ParserRejectedMarkup

    try:
        root = BeautifulSoup(page, "html.parser")
    except ParserRejectedMarkup:
        raise Overgrown from None
    yield from steps(root)


Step = tuple[str, "Tag | str"]


def steps(root: "Tag") -> Iterator[Step]:
    """The parts in order: `open` and `close` of elements, and `text`. Not recursive: pages can be deep."""
    from bs4.element import NavigableString, PageElement, PreformattedString, Tag

    stack: list[tuple[Tag | None, Iterator[PageElement], Hidden]] = [(None, iter(root.contents), NOTHING_HIDDEN)]
    while stack:
        element, left, hidden = stack[-1]
        child = next(left, None)
        if child is None:
            stack.pop()
            if element is not None:
                yield "close", element
        elif isinstance(child, Tag):
            if not (UNSEEN.fullmatch(child.name) or child.has_attr("hidden") or "display:none" in style_of(child)):
                yield "open", child
                stack.append((child, iter(child.contents), hidden_in(child, hidden)))
        elif not any(hidden) and isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            yield "text", str(child)


class Hidden(NamedTuple):
    """Whether text is not seen, since it is made invisible or has no size; elements in it may be seen all the same."""

    invisible: bool = False
    sizeless: bool = False


NOTHING_HIDDEN = Hidden()


def hidden_in(element: "Tag", outside: Hidden) -> Hidden:
    """What hides the text in an element, of what hides that around it."""
    style = style_of(element)
    shown = re.search("visibility:(hidden|collapse|visible)", style)
    size = re.search(r"font-size:(?:(\d*\.?\d+)(?:px|pt|rem|cm|mm|in|pc|em|%|(?![\w.]))|[a-z-]+)", style)
    sizeless = outside.sizeless
    if size and not (sizeless and RELATIVE.search(size[0])):
        sizeless = bool(size[1]) and float(size[1]) == 0
    return Hidden(shown[1] != "visible" if shown else outside.invisible, sizeless)


RELATIVE = re.compile(r"(?<!r)em|%|smaller|larger|inherit|unset")


STRUCK = re.compile("s|strike|del")
STRUCK_CLASS = re.compile(r"\.([\w-]+)\s*\{[^{}]{0,400}line-through")


def struck_texts(page: str) -> list[str]:
    """What the writer of a page struck out. Raises Overgrown."""
    found, sheet, deep, classes = list[str](), Sheet(), 0, frozenset(STRUCK_CLASS.findall(page))
    for kind, what in page_steps(page):
        sheet.take((kind, what))
        if isinstance(what, str):
            found += [what.strip()] if deep and what.strip() and not sheet.sign else []
        elif is_struck(what) or not classes.isdisjoint(what.get("class") or ()):
            deep += 1 if kind == "open" else -1
    return found


def is_struck(element: "Tag") -> bool:
    return bool(STRUCK.fullmatch(element.name)) or "line-through" in style_of(element)


def style_of(element: "Tag") -> str:
    """The style of an element in small letters, without blanks."""
    return str(element.get("style") or "").replace(" ", "").lower()


class Sheet:
    """Lines as they grow."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.line = ""
        self.quoted = self.assumed = self.kept = self.listed = self.linked = 0

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
        self.linked += change * (name == "a")
        if name == "input" and change > 0 and element.get("type") == "checkbox":
            self.write("\u2611 " if element.has_attr("checked") else "\u2610 ")
        if name == "img" and change > 0 and not self.linked:
            self.write(picture_words(element))
        if name in ("td", "th") and self.line:
            self.write(CELL)
        if BLOCKS.fullmatch(name) and self.line:
            self.end_line()
        if name == "p" and change < 0:
            self.end_line()
        self.quoted += change * is_quoted(element)
        self.assumed += change * is_assumed(element)
        self.kept += change * is_kept(element)
        self.listed += change * (name in ("li", "td"))
        if element.get("id") in TAIL_IDS:
            self.assumed += 1

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
        cells = list(map(with_pictures, self.line.split(CELL)))
        line = " ".join(each.strip(" ") for each in cells if each.strip(" ")) if len(cells) > 1 else cells[0]
        words = line if self.kept else line.rstrip(" ")
        marks = self.sign + (LISTED if self.listed and words else "")
        self.done.append(marks + words)
        self.line = ""

    @property
    def sign(self) -> str:
        """What shows that a line is quoted."""
        return "> " if self.quoted else ASSUMED if self.assumed else ""

    def finish(self) -> list[str]:
        if self.line:
            self.end_line()
        return self.done


def is_quoted(element: "Tag") -> bool:
    """Whether all in an element is of others, since a program shows that, or wrote it."""
    if element.name == "blockquote":
        is_cited = element.get("class") or element.get("cite") or element.get("type")
        is_inside = any(is_assumed(each) for each in element.parents if each.name != "blockquote")
        return bool(is_cited or is_inside) or "border-left" in style_of(element)
    return any(OF_PROGRAM.fullmatch(each) for each in element.get("class") or ())


def is_assumed(element: "Tag") -> bool:
    """Whether an element holds the mail that is answered, and whatever is typed below it; or a quotation of anybody."""
    if element.name == "blockquote":
        return not INDENTED.search(style_of(element))
    if element.get("id") in QUOTED_IDS or (element.name == "div" and element.get("name") == "quote"):
        return True
    return any(QUOTED.fullmatch(each) for each in element.get("class") or ())


INDENTED = re.compile(r"margin:0(?:px)?0(?:px)?0(?:px)?40px;border:(?:none|medium|0)")
"""How a writer's own indented lines look: programs quote with a line at the left, or with a class."""


CELL = "\ue004"
"""Between two cells of a table, in a line that grows."""
PICTURE = re.compile("\ue002([^\ue003]*)\ue003")
"""The words of a picture in a line that grows."""


def picture_words(element: "Tag") -> str:
    """The words in place of a picture, such as those of a smile; "" of one that has none, or the name of a file."""
    words = " ".join(str(element.get("alt") or "").split())
    return f"\ue002{words}\ue003" if words and not FILE_NAME.fullmatch(words) else ""


FILE_NAME = re.compile(r"(?i).*\.(?:png|jpe?g|gif|bmp|webp|heic|tiff?|svg)(?:@\S+)?")


def with_pictures(line: str) -> str:
    """A line or cell with the words of its pictures; of pictures alone those without letters, such as smiles.

    A picture that stands alone is rather a logo or a board, one in a link that of a page.
    """
    is_beside = bool(PICTURE.sub("", line).strip())
    return PICTURE.sub(lambda found: found[1] if is_beside or not any(map(str.isalpha, found[1])) else "", line)


def is_kept(element: "Tag") -> bool:
    """Whether blanks and line ends inside count."""
    return element.name == "pre" or "white-space:pre" in style_of(element)
