"""Notes as a page of Markdown that people read and write, and that says all that the YAML says.

# The title                     `# {it} Il titolo` in another language
The summary
## A chapter
### Entry 14 !!
*By* Anna                       then *Marks* and *Arrows*
The text                        below a line `{it}` in another language
- Instead:                      a line; what belongs to it is indented
  Its text, and its moves in blocks of YAML, each followed by the note on it
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from referee import reading
from referee.reading import BadInput, Problem, Source
from referee.reading.caret import Path
from referee.reading.yaml_reader import ORDERS, decoded_text, refuse_private
from referee.words import Phrase, say

HEAD = ("format", "game", "language", "authors", "talk")
"""What stands above the page, as YAML."""
LINE, FENCE, FENCE_END, EDGE = "- Instead:", "```yaml", "```", "---"
HEADING = re.compile(r"(#{1,2}) (?:\{(?P<language>[\w-]+)\} )?(?P<text>.*)")
ENTRY = re.compile(r"### Entry (?P<entry>[0-9]+)(?: (?P<sign>[!?]{1,2}))?")
LABEL = re.compile(r"\*(?P<label>[A-Z][a-z]+)\* (?P<value>.*)")
LANGUAGE = re.compile(r"\{(?P<language>[\w-]+)\}")
SPECIAL = re.compile(r"[ #*{`\\-]")
"""With such a character, or a space of another kind, no line of a text begins: a backslash is put before it."""


def notes_page(data: Mapping[str, Any]) -> str:
    """The page of notes in the form of their file."""
    head = {key: data[key] for key in HEAD if key in data}
    lines = [EDGE, *yaml_lines(head), EDGE, ""]
    lines += [*headings("#", data.get("title", ())), *text_lines(data.get("summary", ()))]
    for note in data.get("notes", ()):
        lines += headings("##", note.get("chapter", ()))
        lines += [" ".join(filter(None, [f"### Entry {note['entry']}", note.get("sign")])), ""]
        lines += note_lines({key: value for key, value in note.items() if key != "sign"})
    return "\n".join(lines).rstrip("\n") + "\n"


def yaml_lines(data: Mapping[str, Any]) -> list[str]:
    return reading.dump(data, ORDERS).replace("\u00a0", "\\u00a0").rstrip("\n").split("\n")


def headings(signs: str, texts: str | Mapping[str, str] | tuple[()]) -> list[str]:
    said = [f"{signs} {escape_line(texts)}"] if isinstance(texts, str) else []
    said += [f"{signs} {{{language}}} {escape_line(text)}" for language, text in by_language(texts)]
    return [*said, ""] if said else []


def by_language(texts: str | Mapping[str, str] | tuple[()]) -> list[tuple[str, str]]:
    return [] if isinstance(texts, str) else [*dict(texts).items()]


def text_lines(texts: str | Mapping[str, str] | tuple[()]) -> list[str]:
    lines = [*map(escape_line, texts.split("\n")), ""] if isinstance(texts, str) else []
    for language, text in by_language(texts):
        lines += [f"{{{language}}}", *map(escape_line, text.split("\n")), ""]
    return lines


def escape_line(line: str) -> str:
    return "\\" + line if SPECIAL.match(line) or line[:1].isspace() else line


def note_lines(note: Mapping[str, Any]) -> list[str]:
    """What a note says, below its heading or below a move."""
    labels = [("Sign", note.get("sign")), ("By", note.get("by"))]
    labels += [("Marks", ", ".join(note.get("marks", ()))), ("Arrows", ", ".join(note.get("arrows", ())))]
    lines = [f"*{label}* {value}" for label, value in labels if value]
    lines += [""] if lines else []
    lines += text_lines(note.get("text", ()))
    for each in note.get("lines", ()):
        lines += [LINE, "", *indent_lines(line_lines(each))]
    return lines


def line_lines(line: Mapping[str, Any]) -> list[str]:
    lines = note_lines({key: value for key, value in line.items() if key != "moves"})
    for each in line["moves"]:
        move = {key: value for key, value in each.items() if key != "note"}
        lines += [FENCE, *yaml_lines(move), FENCE_END, "", *note_lines(each.get("note", {}))]
    return lines


def indent_lines(lines: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" if line else "" for line in lines)


def page_source(raw: bytes, name: str, limit: int) -> Source:
    """What a page says, in the form of the file of notes, with the places of it. Raises `source.BadInput`."""
    refuse_private(raw, name)
    page = Page(decoded_text(raw, name, limit), name)
    page.head()
    page.title()
    while page.line is not None:
        page.note()
    return Source(name, page.text, page.data, page.marks, page.keys)


class Page:
    """A page that is read line by line. `at`: the number of lines that were read."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.at = text, name, 0
        self.lines = text.split("\n")
        self.data: dict[str, Any] = {}
        self.marks: dict[Path, tuple[int, int]] = {(): (1, 1)}
        self.keys: dict[Path, tuple[int, int]] = {}

    @property
    def line(self) -> str | None:
        """The next line that is not empty."""
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        return self.lines[self.at] if self.at < len(self.lines) else None

    def next(self, indent: int) -> str | None:
        """The same, if it is indented so far, without the indentation."""
        line = self.line
        return line[indent:] if line is not None and line.startswith(" " * indent) else None

    def refuse(self, says: Phrase, hint: Phrase | None = None) -> NoReturn:
        raise BadInput(self.name, self.lines, (Problem(says, min(self.at + 1, len(self.lines)), 1, hint),))

    def mark(self, path: Path, column: int = 1) -> Path:
        self.marks[path] = self.keys[path] = self.at + 1, column
        return path

    def yaml(self, end: int, indent: int, path: Path) -> dict[str, Any]:
        """The data of a block of YAML up to the line `end`, with its places."""
        block = "\n".join([line[indent:] for line in self.lines[self.at : end]])
        try:
            found = reading.read_source(block.encode(), self.name)
        except BadInput as bad:
            moved = [
                each._replace(line=each.line + self.at, column=each.column + indent, fix=None) for each in bad.problems
            ]
            raise BadInput(self.name, self.lines, tuple(moved)) from None
        for new, old in ((self.marks, found.marks), (self.keys, found.keys)):
            new |= {path + below: (line + self.at, column + indent) for below, (line, column) in old.items()}
        if not isinstance(found.data, dict):
            self.refuse(say("There should be lines such as `key: value` here."))
        self.at = end + 1
        return found.data

    def head(self) -> None:
        if self.line != EDGE or EDGE not in self.lines[self.at + 1 :]:
            hint = say("Write these lines above it: `---`, `format: referee-notes/2`, `game: NAME`, `---`.")
            self.refuse(say("The page must begin with the format and the name of the game."), hint)
        self.at += 1
        self.data |= self.yaml(self.lines.index(EDGE, self.at), 0, ())

    def title(self) -> None:
        self.data |= self.heading("#", "title")
        self.data |= self.texts(0, ("summary",))

    def heading(self, signs: str, key: str, *path: str | int) -> dict[str, Any]:
        """Headings of one rank, each in another language: `{key: text}`."""
        found: dict[str, str] = {}
        while (read := HEADING.fullmatch(self.line or "")) and read[1] == signs:
            language = read["language"] or ""
            self.refuse_twice(found, language)
            self.mark((*path, key, language) if language else (*path, key), len(signs) + 2)
            found[language] = read["text"].removeprefix("\\")
            self.at += 1
        return self.one_or_more(found, key)

    def refuse_twice(self, found: Mapping[str, str], language: str) -> None:
        if language in found or (found and "" in (*found, language)):
            hint = say("Name a language before each, such as {{it}}, and another one each time.")
            self.refuse(say("There are two texts here for one place."), hint)

    def one_or_more(self, found: Mapping[str, str], key: str) -> dict[str, Any]:
        return {key: found.get("", found)} if found else {}

    def texts(self, indent: int, path: Path) -> dict[str, Any]:
        """The texts from here on, each in another language: `{the last word of the path: text}`."""
        found: dict[str, str] = {}
        while (line := self.next(indent)) is not None:
            named = LANGUAGE.fullmatch(line)
            if not named and is_special(line):
                break
            language = named["language"] if named else ""
            self.refuse_twice(found, language)
            self.at += 1 if named else 0
            self.mark((*path, language) if language else path, indent + 1)
            found[language] = self.text_block(indent)
        return self.one_or_more(found, str(path[-1]))

    def text_block(self, indent: int) -> str:
        lines: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and (not line.startswith(" " * indent) or is_special(line[indent:])):
                break
            lines.append(line[indent:].removeprefix("\\") if line.strip() else "")
            self.at += 1
        return "\n".join(lines).strip("\n")

    def note(self) -> None:
        """A note on an entry, with the chapter that begins there."""
        path: Path = ("notes", len(self.data.setdefault("notes", [])))
        note = self.heading("##", "chapter", *path)
        read = ENTRY.fullmatch(self.line or "")
        if not read:
            hint = say("A note begins with a line such as `### Entry 14 !!`. Before other signs, write \\.")
            self.refuse(say("This line belongs to no note."), hint)
        self.mark(path)
        self.mark((*path, "entry"), 11)
        note |= {"entry": read["entry"]}
        if read["sign"]:
            self.mark((*path, "sign"), read.start("sign") + 1)
            note["sign"] = read["sign"]
        self.at += 1
        self.data["notes"].append(note | self.body(0, path))

    def body(self, indent: int, path: Path) -> dict[str, Any]:
        """What a note says below its heading, or below a move."""
        note = self.labels(indent, path)
        note |= self.texts(indent, (*path, "text"))
        lines: list[dict[str, Any]] = []
        while self.next(indent) == LINE:
            lines.append(self.line_item(indent, (*path, "lines", len(lines))))
        return note | ({"lines": lines} if lines else {})

    def labels(self, indent: int, path: Path) -> dict[str, Any]:
        note: dict[str, Any] = {}
        while read := LABEL.fullmatch(self.next(indent) or ""):
            key = read["label"].lower()
            column = indent + read.start("value") + 1
            if key in ("marks", "arrows"):
                note[key] = read["value"].split(", ")
                for number in range(len(note[key])):
                    self.mark((*path, key, number), column)
            elif key in ("sign", "by"):
                note[key] = read["value"]
            else:
                hint = say("There are *Sign*, *By*, *Marks* and *Arrows*. If it is text, write \\ before the line.")
                self.refuse(say("There is no *{label}* here.", label=read["label"]), hint)
            self.mark((*path, key), column)
            self.at += 1
        return note

    def line_item(self, indent: int, path: Path) -> dict[str, Any]:
        """A line that was not played."""
        self.mark(path)
        self.at += 1
        line = self.labels(indent + 2, path) | self.texts(indent + 2, (*path, "text"))
        moves: list[dict[str, Any]] = []
        while self.next(indent + 2) == FENCE:
            moves.append(self.move(indent + 2, (*path, "moves", len(moves))))
        return line | ({"moves": moves} if moves else {})

    def move(self, indent: int, path: Path) -> dict[str, Any]:
        """A move in a block of YAML, and the note on it."""
        self.at += 1
        ends = (at for at in range(self.at, len(self.lines)) if self.lines[at] == " " * indent + FENCE_END)
        end = next(ends, None)
        if end is None:
            self.refuse(say("This block has no end."), say("Write a line of ``` below it."))
        found = self.yaml(end, indent, path)
        self.mark((*path, "note"))
        note = self.body(indent, (*path, "note"))
        return found | ({"note": note} if note else {})


def is_special(line: str) -> bool:
    """Whether a line is part of the page, not of a text."""
    return bool(SPECIAL.match(line)) and not line.startswith("\\")
