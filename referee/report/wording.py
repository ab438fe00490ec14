"""The words that reports add to those of a view, and how any word of a view becomes safe text or plain data.

In pages, numbers of rules are links to the pages about them, where somebody has published these, and names of spaces
are marked with their cells.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from referee import LEAST_HEAD
from referee.show.view import (
    LAND,
    MODERATOR,
    SINCE_BEGINNING,
    Board,
    Chart,
    Ground,
    Lines,
    ReportTable,
    Section,
    Space,
    Symbol,
    View,
    Word,
)
from referee.words import IDS, NO_BREAK, SEMICOLON, Phrase, Term, keyword_term, language, prints, say, term, word_list

ASKED = say("Whose turn it is")
MAY = say("What you can do")
MOVE = say("A move, ready to edit")
BOARD = say("The board")
LEGEND = say("Legend")
IN_WORDS = say("The board in words")
SEATS = say("Players")
SOURCES = say("Sources")
READERS = {"": say("everybody"), MODERATOR: say("the moderator")}
OVER = say("It is nobody's turn.")
SKIP = say("Skip to what happened")
EMPTY = say("Empty")
RULES = say("rules")
ARCHIVE = say("All games")
RECORD = say("Game record")
LOG = say("The log")
ASKING = say("Ask the referee")
READER_PAGE = "../referee.html#game="
"""The page of an archive on which readers ask the referee, from the folder of a game, up to the game."""
SHOW_RULES = say("Show the numbers of the rules")
TABLES = say("Tables and details")
TO_MOVE = say("to move")
YOUR_TURN = say("your turn")
NEWS = say("Since your last turn")
FIRST_NEWS = say("Since the game began")
OWN_TURN = say("Your last turn")
LAST_TURN = say("The last turn")
HOW_WON = say("How it was won")
PLAY_AGAIN = say("Play it again")
NOW = say("just changed")
LAST = say("the last turn of a seat, in its colour")
LACKING = say("a way that a player has nearly completed, and how many spaces are still missing")
LAST_SIGN = say("the last turn of its owner")
LARGER = say("Larger")
"""In the corner of a board."""

__all__ = ["keyword_term", "language"]
"""What templates use of `words`."""

HIDDEN = "\N{REPLACEMENT CHARACTER}"


def safe_text(word: Word) -> str:
    """The text of a word on one line; what does not print (escape codes, turned writing) shows as U+FFFD."""
    told = str(word)
    if not told or told.isalnum():  # as most are: no name, a label
        return told
    if told.isprintable() and "  " not in told and told == told.strip():
        return told
    return printable_text(" ".join(split_words(told)))


BREAK = re.compile(rf"[^\S{NO_BREAK}]+")


def split_words(text: str) -> list[str]:
    """The words between spaces. A no-break space is in a word: in French the colon stays in the line of its word."""
    return text.split() if text.isprintable() else [each for each in BREAK.split(text) if each]


def printable_text(text: str) -> str:
    """The text with what does not print as U+FFFD."""
    if prints(text):
        return text
    return "".join(letter if prints(letter) else HIDDEN for letter in text)


def with_colon(word: Word) -> str:
    """The text of a word before what it names: `Players:`, with a space before the colon where a language has one."""
    return str(say("{name}:", name=safe_text(word)))


def game_heading(view: View) -> str:
    """The title with its edition, if that is no longer the newest one, and the name of the game."""
    return f"{with_colon(view.full_title)} {safe_text(view.game)}"


def paragraphs(word: Word) -> str:
    """The text of a word line by line, as who wrote it broke it; empty lines that follow each other are one."""
    lines = [safe_text(line) for line in str(word).strip().split("\n")]
    return "\n".join([line for line, before in zip(lines, ["", *lines], strict=False) if line or before])


def news_heading(view: View) -> Phrase:
    """Above what the others did, for a seat: since its last turn, or since the beginning if it has had none."""
    is_own = [line.seat == view.seat for line in view.digest]
    if is_own and all(is_own) and view.asked and view.asked.seat != view.seat:
        return OWN_TURN
    return FIRST_NEWS if view.story.heading == SINCE_BEGINNING else NEWS


def rule_citations(rules: tuple[str, ...]) -> str:
    """Rule numbers as written after a sentence: `[MG-8.4] [MG-8.6]`."""
    return " ".join(f"[{safe_text(number)}]" for number in rules)


def position_sentence(view: View) -> Phrase:
    """Which position this is, by whom and when it was made, and its hash in all reports if it was recorded."""
    facts = {
        "entry": view.entry,
        "at": view.at,
        "who": READERS.get(view.seat) or term(view.seat),
        "head": view.head[:LEAST_HEAD],
    }
    if not view.head:
        return say("After entry {entry}, as seen by {who}.", **facts)
    if not view.at:
        return say("After entry {entry}, as seen by {who}. Head {head}.", **facts)
    return say("After entry {entry}, {at}, as seen by {who}. Head {head}.", **facts)


def sources(view: View) -> Iterator[Phrase]:
    """Whose design and whose reading this is, the board's first, and what was agreed."""
    yield from designs(view.board, view.provenance)
    if view.edition:
        yield say("Rules: {title}, edition {edition}.", title=view.title_name, edition=view.edition)
    if view.options:
        yield say("Agreed for this game: {options}.", options=word_list(view.options, SEMICOLON))
    yield from view.rulings


def designs(board: Board | None, others: tuple[Phrase, ...]) -> Iterator[Phrase]:
    """The designer of a board, if there is one, and the other sources; each once."""
    yield from {str(each): each for each in (*([board.provenance] if board else []), *others)}.values()


def letters_of_names(board: Board) -> Iterator[Phrase]:
    """What letters on the tiles of a text board mean: those that are not the first of the spoken name by themselves."""
    pieces = dict.fromkeys([piece for space in board.spaces for piece in space.pieces if piece.shape == "tile"])
    names = {piece.text: term(piece.symbol.name) for piece in pieces if piece.symbol and piece.text}
    told = [say("{short}: {name}", short=each, name=name) for each, name in sorted(names.items())]
    unlike = [word for word in told if not str(word.facts["name"]).lower().startswith(str(word.facts["short"]))]
    if unlike:
        yield say("letters of its name; {names}", names=word_list(unlike, SEMICOLON))
    elif told:
        yield say("letters of its name")


FORMAT = "referee-view/1"
KINDS: dict[type, str] = {ReportTable: "table", Lines: "lines", Chart: "chart"}


def view(shown: View) -> dict[str, object]:
    """Everything in the view, JSON-able; sections say in `section` what they are."""
    return {"format": FORMAT, **record_fields(shown), "sections": [section(each) for each in shown.sections]}


def section(each: Section) -> dict[str, object]:
    return {"section": KINDS[type(each)], **record_fields(each)}


def record_fields(record: Any) -> dict[str, object]:
    """The fields of a record as plain data, without what only words it differently for pages."""
    return {name: plain_value(value) for name, value in record._asdict().items() if name != "in_words"}


def plain_value(value: object) -> object:
    """Texts and numbers as they are, phrases joined, records and tuples all the way down; drawings by their keys."""
    if isinstance(value, Phrase):
        return str(value)
    if isinstance(value, Ground | Symbol):
        return value.key
    if isinstance(value, tuple):
        return record_fields(value) if hasattr(value, "_fields") else [plain_value(part) for part in value]
    return value


def player_scores(view: View) -> list[str]:
    """`Anna 33`, `Bruno 30`, the best first if the title says who that is; none where it says nothing."""
    names = {seat.id: seat.player for seat in view.seats}
    totals = [(each.seat, each.total) for each in view.standing] or [(each.seat, each.says) for each in view.scores]
    return [safe_text(f"{names.get(seat, seat)} {says}") for seat, says in totals]


def worth_telling(space: Space) -> bool:
    """Whether there is more to say of a space than that it is bare land."""
    return bool(space.pieces or space.name or space.ground != LAND)


NUMBER = re.compile(r"\b[A-Z]+-[0-9]+(?:\.[0-9]+)+\b")
ASIDE = re.compile(rf"(\s\({NUMBER.pattern}(?:, {NUMBER.pattern})*\))")
"""Numbers of rules in brackets, and the blank before these."""


FEW = 5
"""So many rules of a plain text get a line with their address each."""


def file_name(number: str) -> str:
    """The file of a rule's page."""
    return f"{number}.html"


class RuleLinks(NamedTuple):
    """Where the pages about the rules of a title are, "" for nowhere, and the numbers of its rules."""

    folder: str = ""
    numbers: tuple[str, ...] = ()

    def with_links(self, text: Word | Markup) -> Markup:
        """A text as markup, in which each number of a rule is a link."""
        found = text if isinstance(text, Markup) else escape(safe_text(text))
        return Markup(NUMBER.sub(self.link, found)) if self.folder else found

    def with_asides(self, text: Word) -> Markup:
        """The same, with what a reader may hide."""
        return self.with_links(Markup(ASIDE.sub(r'<span class="rule">\1</span>', str(escape(safe_text(text))))))

    def link(self, found: re.Match[str]) -> str:
        if found[0] not in self.numbers:
            return found[0]
        return f'<a href="{escape(self.address(found[0]))}">{found[0]}</a>'

    def address(self, number: str) -> str:
        return f"{self.folder}/{file_name(number)}"

    def addresses(self, text: str) -> list[str]:
        """`MG-6.1: https://…` for each rule that a plain text names; of many the page that leads to all."""
        found = [each for each in dict.fromkeys(NUMBER.findall(text)) if self.folder and each in self.numbers]
        return [f"{each}: {self.address(each)}" for each in found] if len(found) <= FEW else [self.first_page]

    @property
    def first_page(self) -> str:
        """The page that leads to those of the rules; "" for none."""
        return f"{self.folder}/index.html" if self.folder and self.numbers else ""

    @property
    def attributes(self) -> Markup:
        """What says the same to a script of the page (`withLinks` in templates/scripts/elements.js)."""
        if not self.folder:
            return Markup()
        return Markup(' data-rules="{}" data-numbers="{}"').format(self.folder, " ".join(self.numbers))


NOWHERE = RuleLinks()


Spots = Mapping[str, int]
"""How a space is called, by its label, its name or both → its cell."""
OPEN, MIDDLE, SHUT = "\ue000", "\ue001", "\ue002"
SPOT = re.compile(f"{OPEN}([0-9]+){MIDDLE}([^{SHUT}]*){SHUT}")
TWICE = re.compile(f"{OPEN}([0-9]+){MIDDLE}([^{SHUT}]*){SHUT} {OPEN}\\1{MIDDLE}([^{SHUT}]*){SHUT}")
"""A space that is called by its label and by its name."""
FORBIDDEN = str.maketrans(dict.fromkeys((OPEN, MIDDLE, SHUT), "\ufffd"))
FREE = IDS | {"player", "text"}
"""Facts of these names are never spaces, however they are written."""


def spots_of(spaces: Sequence[Space], cells: Mapping[tuple[int, int], int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for space in spaces:
        cell = cells[(space.q, space.r)]
        found |= {called: cell for called in (space.label, space.name, f"{space.label} {space.name}") if called}
    return found


def spotted_text(phrase: Phrase, spots: Spots) -> Markup:
    """A sentence in which each name of a space says which cell it is.

    Only a fact can be one: a number that looks like a label is none.
    """
    text = TWICE.sub(f"{OPEN}\\1{MIDDLE}\\2 \\3{SHUT}", " ".join(str(with_marks(phrase, spots)).split()))
    found, end = list[str](), 0
    for spot in SPOT.finditer(text):
        cell = f'<span class="spot" data-cell="{spot[1]}">{escape(printable_text(spot[2]))}</span>'
        found += [escape(printable_text(text[end : spot.start()])), cell]
        end = spot.end()
    return Markup("".join([*found, escape(printable_text(text[end:]))]))


def with_marks(phrase: Phrase, spots: Spots) -> Phrase:
    """The phrase with marks around the facts that are spaces."""
    if isinstance(phrase, Term):
        return phrase
    facts = {name: with_mark(name, fact, spots) for name, fact in phrase.facts.items()}
    return phrase._replace(facts=facts)


def with_mark(name: str, fact: object, spots: Spots) -> object:
    if isinstance(fact, Phrase):
        return with_marks(fact, spots)
    if not isinstance(fact, str):
        return fact
    clean = fact.translate(FORBIDDEN)
    return f"{OPEN}{spots[clean]}{MIDDLE}{clean}{SHUT}" if name not in FREE and clean in spots else clean
