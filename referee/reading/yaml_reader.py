"""Bytes by a person → a text → plain data, by the events of a YAML parser.

A text is not too long, UTF-8, with nothing invisible in it, and no private part of a game.
"""

import re
from collections.abc import Callable
from typing import Any, NoReturn

import yaml
from yaml import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    YAMLError,
)

from referee.reading.caret import BadInput, BadPrivatePart, Fix, Path, Problem, Source, clean
from referee.reading.fixes import TextVerdict, with_true_hints
from referee.reading.plain_files import first_bytes
from referee.reading.slips import dashless, lost_words, slip_in_line, slips_alike
from referee.reading.syntax import bad_bytes, bad_characters, syntax_problems
from referee.words import Phrase, say

MOVE = 65_536
FILE = 1_048_576
"""Bytes of a move, and of any other file, that are read."""
ORDERS = 40
"""How deep a text written by a person may be: an order for whatever may be drawn nests as far as a turn can go."""
DEPTH = 8
LETTERS = 4_096
"""How deep lists and groups are nested, and how many characters a text has, in what the referee writes."""
MOVE_BLOCK, ATTACHED = "move", "attachment"
"""What refusals call a move in an e-mail, and a file with it."""
PRIVATE = re.compile(rb"""format["']?\s*:\s*["']?referee-private/""")
"""What the private part of a game says of itself, and nothing that is read here ever does."""


Further = Callable[[Source], tuple[Problem, ...]]
"""A text that can be read → what else is wrong with it."""


def nothing_further(source: Source) -> tuple[Problem, ...]:
    """Nothing more is known of a text than that it can be read."""
    return ()


def as_it_is(raw: bytes) -> bytes:
    """A text that nothing is around."""
    return raw


def refuse_private(raw: bytes, name: str) -> None:
    """The private part of a game is read by the referee alone: nothing of it may be quoted. Raises `BadPrivatePart`."""
    if b"referee-private" in raw and PRIVATE.search(raw):
        says = say("This is the private part of a game. It contains the game's secret, so none of it is shown.")
        raise BadPrivatePart(
            name, [""], (Problem(says, 1, 1, say("Name the file you meant, and don't show this one to anybody.")),)
        )


def decoded_text(raw: bytes, name: str, limit: int) -> str:
    """The text, without byte order mark and carriage returns. Raises `BadInput` for its size or its characters."""
    text = utf8_text(raw, name, limit)
    if not clean(text):
        lines = text.split("\n")
        raise BadInput(name, lines, bad_characters(lines))
    return text


def utf8_text(raw: bytes, name: str, limit: int) -> str:
    """The same, whatever characters are in it. Raises `BadInput` where it is too long, or no text."""
    if len(raw) > limit:
        says = say("This is too long: at most {limit} bytes are read.", limit=limit)
        raise BadInput(name, [""], (Problem(says, 1, 1, say("Check that it is the right file, or make it shorter.")),))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad_bytes(raw, name, error) from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""A PyYAML without libyaml gives the same events, eight times slower."""
EVENTS = 4_000
ESCAPING = '"'
"""The quotes in which a backslash means something."""
NO_KEYS = ("", "<<")
"""What may precede a colon and is no key: nothing, and the merge of YAML 1.1."""


def read_source(raw: bytes, name: str, limit: int = MOVE, *, further: Further = nothing_further) -> Source:
    """One document by a person, at most `limit` bytes long. Raises `BadInput` with true hints, `BadPrivatePart`.

    `further` says what would be wrong with the text next, once what a hint offers is done.
    """

    def verdict(text: str) -> TextVerdict:
        try:
            source = parse_bytes(text.encode("utf-8", "replace"), name, limit)
        except BadInput as bad:
            return TextVerdict(False, bad.problems)
        return TextVerdict(True, further(source))

    try:
        return parse_bytes(raw, name, limit)
    except BadPrivatePart:
        raise
    except BadInput as bad:
        problems = with_true_hints("\n".join(bad.lines), bad.problems, verdict, readable=False)
        raise BadInput(name, bad.lines, problems) from None


def parse_bytes(raw: bytes, name: str, limit: int) -> Source:
    """One document; nothing that hints offer was tried. Raises `BadInput`."""
    refuse_private(raw, name)
    return parse_text(decoded_text(raw, name, limit), name, limit)


def parse_text(text: str, name: str, limit: int = MOVE) -> Source:
    """The one document of a text that has only good characters. Raises `BadInput`."""
    text = text.replace("\u00a0", " ")
    tree = Tree(text, name, EVENTS * max(limit // MOVE, 1), ORDERS)
    found = tree.document()
    spoken = isinstance(found, dict) and isinstance(found.get("say"), str)
    lost = lost_words(text, *tree.marks[("say",)]) if spoken else None
    if lost:
        raise BadInput(name, text.split("\n"), (lost,))
    return Source(name, text, found, tree.marks, tree.keys)


def read_file(path: str) -> Source:
    """The one document of a plain file, however large the file is. Raises `BadInput`, OSError (also for pipes)."""
    return read_source(first_bytes(path, FILE + 1), path, FILE)


def plain_data(raw: bytes, name: str = "file") -> Any:
    """The data of one of our own files. Raises `BadInput`."""
    return Tree(decoded_text(raw, name, FILE), name, EVENTS * FILE // MOVE).document()


def document(raw: bytes, name: str = "log.yaml") -> Any:
    """One document of a stream. Raises `BadInput`."""
    return Tree(decoded_text(raw, name, MOVE), name, EVENTS).document()


def nothing(text: str) -> Problem:
    """A text without a value."""
    if "#" in text:
        hint = say("Lines that begin with `#` are not read. Delete the `# ` at the start of the lines you mean.")
        return Problem(say("It contains only comments."), 1, 1, hint)
    return Problem(say("It is empty."), 1, 1, say("Check that it is the right file and that it was saved."))


class Tree:
    """Data built from the events of a text; problems are collected as long as the text can be parsed."""

    def __init__(self, text: str, name: str, events: int, depth: int = DEPTH) -> None:
        parser: Any = Parser(text)
        self.event: Callable[[], Any] = parser.get_event
        self.text, self.name, self.depth = text, name, depth
        self.left = events
        self.lines = text.count("\n") + 1
        self.problems: list[Problem] = []
        self.explained: set[int] = set()
        self.is_dashless = False
        self.seen: tuple[list[str], Problem | None] | None = None
        self.marks: dict[Path, tuple[int, int]] = {}
        self.keys: dict[Path, tuple[int, int]] = {}

    def document(self) -> Any:
        """The data of the one document; none is a problem, and so is a second."""
        found: list[Any] = []
        try:
            self.event()
            while type(start := self.event()) is not StreamEndEvent:
                self.begin(start, bool(found))
                found.append(self.node(self.event(), (), 0))
                self.event()
        except (YAMLError, ValueError, OverflowError) as error:
            self.problems += syntax_problems(error, self.text)
        except TooMuch:
            pass
        if not found and not self.problems:
            self.problems.append(nothing(self.text))
        if self.problems:
            raise BadInput(self.name, self.text.split("\n"), tuple(self.problems))
        return found[0]

    def begin(self, start: Any, second: bool) -> None:
        if start.version or start.tags:
            self.complain(start, say("A line that begins with `%` has no meaning here."), say("Leave it out."))
        if second:
            self.complain(
                start,
                say("A second document begins here, but only one can be read."),
                say("Put each move in its own file, and leave out lines of `---` or `...`."),
            )
            raise TooMuch

    def node(self, event: Any, path: Path, depth: int) -> Any:
        """The data of the node that begins with this event."""
        self.marks[path] = self.place(event)
        kind = type(event)
        if kind is ScalarEvent:
            return self.scalar(event)
        self.left -= 1
        if kind is AliasEvent:
            return self.alias(event)
        if event.anchor or event.tag or self.left < 0 or depth >= self.depth:
            self.check_collection(event, depth)
        return self.mapping(path, depth + 1) if kind is MappingStartEvent else self.sequence(path, depth + 1)

    def place(self, event: Any) -> tuple[int, int]:
        """Where a value begins; an empty one at the end of a text without a last newline begins in its last line."""
        line, column = beginning(event)
        return (line, column) if line <= self.lines else (self.lines, 1)

    def mapping(self, path: Path, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while type(start := self.event()) is not MappingEndEvent:
            key = self.scalar(start) if type(start) is ScalarEvent else self.no_word(start)
            if key in found or key in NO_KEYS:
                self.check_key(start, key)
            else:
                self.keys[(*path, key)] = beginning(start)
            found[key] = self.node(self.event(), (*path, key), depth)
        return found

    def sequence(self, path: Path, depth: int) -> list[Any]:
        found: list[Any] = []
        while type(start := self.event()) is not SequenceEndEvent:
            found.append(self.node(start, (*path, len(found)), depth))
        return found

    def scalar(self, event: ScalarEvent) -> str:
        """A text. The whole text was checked before for invisible characters: only an escape may bring them back."""
        text: str = event.value
        self.left -= 1
        if event.anchor or event.tag or event.style == ESCAPING or len(text) > LETTERS or self.left < 0:
            self.check_scalar(event, text)
        return text

    def no_word(self, event: Any) -> NoReturn:
        self.complain(event, say("The key before the colon must be plain text, not a list or a group."))
        raise TooMuch

    def check_key(self, event: ScalarEvent, key: str) -> None:
        if not key:
            self.complain(event, say("There is nothing before this colon."), say("Write what the value is for."))
        elif key == "<<":
            self.complain(event, say("`<<` (a merge) can't be used here."), say("Write out the keys and values."))
        else:
            self.complain_twice(event, key)

    def complain_twice(self, event: ScalarEvent, key: str) -> None:
        """Report a key that occurs twice in a mapping, or in a list that lost its dashes; each line once."""
        line = beginning(event)[0]
        if line in self.explained:
            return
        self.seen = self.seen or seen_lines(self.text)
        lines, list_problem = self.seen
        slip = slip_in_line(lines[line - 1], line)
        if slip:
            alike = slips_alike(lines, slip)
            self.problems += alike
            self.explained |= {each.line for each in alike}
        elif list_problem and list_problem.fix and is_within(line, list_problem.fix):
            self.problems += [] if self.is_dashless else [list_problem]
            self.is_dashless = True
        else:
            says = say("You wrote `{key}` twice in the same place.", key=key)
            self.complain(event, says, say("Keep one of the two and delete the other."))

    def check_scalar(self, event: ScalarEvent, text: str) -> None:
        self.check_properties(event)
        if len(text) > LETTERS:
            says = say("This text has {length} characters. The limit is {limit}.", length=len(text), limit=LETTERS)
            self.complain(event, says, say("Make it shorter."))
        if not clean(text):
            says = say("An escape in this text produces an invisible character.")
            self.complain(event, says, say("Leave it out."))
        self.check_amount(event)

    def check_collection(self, event: Any, depth: int) -> None:
        self.check_properties(event)
        self.check_amount(event)
        if depth >= self.depth:
            says = say("There are more than {depth} levels of lists and groups here.", depth=self.depth)
            self.complain(event, says, say("Look for an extra opening bracket or dash."))
            raise TooMuch

    def check_amount(self, event: Any) -> None:
        if self.left < 0:
            self.complain(
                event, say("There are too many values, so reading stops here."), say("Make the file shorter.")
            )
            raise TooMuch

    def check_properties(self, event: Any) -> None:
        if event.anchor:
            self.complain(event, say("`&{name}` (an anchor) can't be used here.", name=event.anchor), QUOTE)
        if event.tag:
            self.complain(event, say("Values that begin with `!` (a tag) can't be used here."), QUOTE)

    def alias(self, event: AliasEvent) -> str:
        self.complain(event, say("`*{name}` (an alias) can't be used here.", name=event.anchor), QUOTE)
        return ""

    def complain(self, event: Any, says: Phrase, hint: Phrase | None = None) -> None:
        self.problems.append(Problem(says, *beginning(event), hint))


def seen_lines(text: str) -> tuple[list[str], Problem | None]:
    """The lines of a text, and the problem with a list in them that lost its dashes."""
    lines = text.split("\n")
    return lines, dashless(lines)


def is_within(line: int, fix: Fix) -> bool:
    """Whether a fix changes a line."""
    return fix.begin[0] <= line < fix.end[0]


def beginning(event: Any) -> tuple[int, int]:
    """Line and column, from 1, at which an event begins."""
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


class TooMuch(Exception):
    """Reading stops: the rest could only waste time."""


QUOTE = say('Write out the value. If you meant text, put it in quotes: "…".')
