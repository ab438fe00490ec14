"""Plain data → YAML, in the one form that logs have, and into a file of a person, which stays as it is elsewhere.

The form is that of "Texts" in docs/reference/log-format.md. Every reader of YAML 1.1 or 1.2 reads it alike; tests
compare ours with PyYAML, tools/verify.py and one in JavaScript.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from referee.reading.caret import BadInput, Source, clean
from referee.reading.yaml_reader import DEPTH, FILE, LETTERS, ORDERS, Parser, read_source

PLAIN = re.compile(
    r"""(?![-?:](?: |\Z)|[] ,[{}#&*!|>'"%@`]|---|\.\.\.)(?:(?! #|: |:\Z)[^\n\u00a0])+(?<! )""",
)
"""A text that needs no quotes, unless it is one of the next pattern."""
NO_TEXT = re.compile(
    r"(?i)~|=|<<|null|y|n|yes|no|true|false|on|off"
    r"|[-+]?(?:0b[01_]+|0o[0-7]+|0x[0-9a-f_]+|\.inf|\.nan)"
    r"|[-+]?(?:[0-9][0-9_]*(?::[0-9_]+)*(?:\.[0-9_]*)?|\.[0-9_]*)(?:e[-+]?[0-9]+)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"
)
"""What a reader may take for a number, a time, a yes or no, nothing, or a merge."""
NO_BLOCK = re.compile(r"[\u00a0\U0010ffff]| (?:\n|\Z)")
"""What no block has: a space at the end of a line, which nobody sees, or a sign that PyYAML takes for a special one."""
LONGEST_KEY = 200
"""Characters. Readers look for a key's colon within 1,024, those of quotes and escapes included."""

Group = Mapping[str, object] | Sequence[object]


def dump(group: Group, depth: int = DEPTH) -> str:
    """YAML of a mapping or a list of texts, whole numbers, booleans, and more of these groups, up to `depth` levels.

    Raises ValueError for anything that `read_source` would refuse.
    """
    if not isinstance(group, dict | list | tuple) or not group:
        raise ValueError(f"{group!r} is no document")
    refuse_unwritable(group, depth)
    return str(yaml.dump(group, Dumper=Emitter, default_flow_style=False, sort_keys=False))


class Emitter(yaml.SafeDumper):
    """PyYAML's own, but a text has the form that `style_of` says and stays on its line, whatever is around it."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Lists are indented below their key."""
        super().increase_indent(flow, False)

    def check_simple_key(self) -> bool:
        """Long keys, too, are written before their colon, on one line."""
        return True

    def choose_scalar_style(self) -> str:
        event: Any = self.event
        return event.style or ""

    def process_scalar(self) -> None:
        """In quotes as in JSON: clean text has no other escapes than \\, \" and \n. PyYAML would escape emojis."""
        event: Any = self.event
        text, style = event.value, self.choose_scalar_style()
        self.style = None
        if style == "|":
            self.write_literal(text)
            self.open_ended = False  # or a line `...` would follow a text that ends with empty lines
        elif style == '"':
            self.write_indicator(json.dumps(text, ensure_ascii=False), True)
        else:
            self.write_indicator("'" + text.replace("'", "''") + "'" if style else text, True)

    def represent_text(self, text: str) -> ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style_of(text))


Emitter.add_representer(str, Emitter.represent_text)


def style_of(text: str) -> str:
    """The sign with which a text begins: a quote, or `|` of a block; "" if it is plain."""
    if PLAIN.fullmatch(text) and not NO_TEXT.fullmatch(text):
        return ""
    if "\n" in text and not NO_BLOCK.search(text):
        return "|"
    return '"' if "\n" in text or "\u00a0" in text else "'"


def refuse_unwritable(value: object, depth: int) -> None:
    """Only what is read back unchanged may be written; `depth`: so many levels of lists and groups."""
    if isinstance(value, str):
        if not clean(value) or len(value) > LETTERS:
            raise ValueError(f"too long, or a character that cannot be seen: {value[:80]!r}")
    elif isinstance(value, dict | list | tuple):
        if depth < 1:
            raise ValueError("nested too deep")
        for each in value.values() if isinstance(value, dict) else value:
            refuse_unwritable(each, depth - 1)
        for key in value if isinstance(value, dict) else ():
            refuse_key(key)
    elif not isinstance(value, int):
        raise ValueError(f"{type(value).__name__} cannot be written")


def refuse_key(key: Any) -> None:
    if not isinstance(key, str) or key in ("", "<<") or "\n" in key or len(key) > LONGEST_KEY:
        raise ValueError(f"{key!r} cannot come before a colon")
    refuse_unwritable(key, 0)


class TextEdit(NamedTuple):
    """What takes the place of the text between two indices."""

    begin: int
    end: int
    text: str


def edited_text(text: str, data: dict[str, Any]) -> str:
    """The text with this data, changed only where its own data differs. Raises ValueError if that cannot be written."""
    before = read_source(text.encode(), "notes", FILE).data
    found, at = "", 0
    for each in sorted(FileEditor(text).changes(before, plain(data)), key=lambda each: each.begin):
        found, at = found + text[at : each.begin] + each.text, each.end
    found += text[at:]
    if not has_data(found, data):
        raise ValueError("this layout cannot be kept")
    return found


def has_data(text: str, data: dict[str, Any]) -> bool:
    try:
        return bool(read_source(text.encode(), "notes", FILE).data == plain(data))
    except BadInput:
        return False


class Digits(str):
    """The text of a number, which is written without quotes."""


def plain(data: Any) -> Any:
    """The data as it is read back: every scalar is a text, and a no-break space without an escape is a space."""
    return change_scalars(data, lambda each: Digits(each) if type(each) is int else str(each))


def change_scalars(data: Any, change: Callable[[Any], Any]) -> Any:
    """The data with another value for each scalar."""
    if isinstance(data, dict):
        return {key: change_scalars(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [change_scalars(each, change) for each in data]
    return change(data)


def yaml_block(data: dict[str, Any] | list[Any], column: int) -> str:
    """YAML of the data, its first line without indentation, the others in this column; no line break at the end."""
    written = change_scalars(data, lambda each: int(each) if isinstance(each, Digits) else each)
    lines = dump(written, ORDERS).replace("\u00a0", "\\u00a0").rstrip("\n").split("\n")
    return "\n".join([lines[0], *[" " * column + line if line else "" for line in lines[1:]]])


class FileEditor:
    """Finds what has to change in a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.root: Any = yaml.compose(text, Loader=Parser)

    def changes(self, before: Any, after: Any) -> list[TextEdit]:
        return list(self.node_edits(self.root, before, after, 0))

    def index(self, mark: Any) -> int:
        return int(self.starts[mark.line]) + int(mark.column)

    def start(self, node: Node) -> int:
        return self.index(node.start_mark)

    def end(self, node: Any) -> int:
        """Behind the last character of a node, without blank lines and comments below it."""
        if isinstance(node, ScalarNode) or node.flow_style:
            return len(self.text[: self.index(node.end_mark)].rstrip())
        last = node.value[-1]
        return self.end(last[1] if isinstance(node, MappingNode) else last)

    def line_end(self, at: int) -> int:
        """The end of the line, comment and all."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found

    def node_edits(self, node: Node, before: Any, after: Any, column: int) -> Iterator[TextEdit]:
        """`column`: that of the key or the dash to which the node belongs."""
        if before == after:
            return
        if isinstance(node, MappingNode) and isinstance(after, dict) and not node.flow_style and before:
            yield from self.mapping_edits(node, before, after)
        elif isinstance(node, SequenceNode) and isinstance(after, list) and not node.flow_style and before:
            yield from self.list_edits(node, before, after, column)
        else:
            raise Replaced

    def mapping_edits(self, node: MappingNode, before: dict[str, Any], after: dict[str, Any]) -> Iterator[TextEdit]:
        column = node.start_mark.column
        for number, (key, value) in enumerate(node.value):
            if key.value not in after:
                yield self.without_key(node, number)
                continue
            try:
                yield from list(self.node_edits(value, before[key.value], after[key.value], column))
            except Replaced:
                yield self.replace_pair(key, value, {key.value: after[key.value]}, column)
        new = {key: value for key, value in after.items() if key not in before}
        if new:
            at = self.line_end(self.end(node))
            yield TextEdit(at, at, "\n" + " " * column + yaml_block(new, column))

    def without_key(self, node: MappingNode, number: int) -> TextEdit:
        key, value = node.value[number]
        if number + 1 < len(node.value) and self.text[self.starts[key.start_mark.line] : self.start(key)].strip():
            return TextEdit(self.start(key), self.start(node.value[number + 1][0]), "")  # its line has a dash
        begin = self.starts[key.start_mark.line]
        return TextEdit(max(begin - 1, 0), self.line_end(self.end(value)), "")

    def replace_pair(self, key: Node, value: Node, pair: dict[str, Any], column: int) -> TextEdit:
        text, end = yaml_block(pair, column), self.end(value)
        behind = self.text[end : self.line_end(end)]
        if "\n" in text and behind.strip():  # a comment behind a value of one line
            return TextEdit(self.start(key), self.line_end(end), behind.strip() + "\n" + " " * column + text)
        return TextEdit(self.start(key), end, text)

    def list_edits(
        self, node: SequenceNode, before: Sequence[Any], after: Sequence[Any], column: int
    ) -> Iterator[TextEdit]:
        dash = node.start_mark.column
        same = 0
        while same < min(len(before), len(after)) and before[same] == after[same]:
            same += 1
        rest = 0
        while rest < min(len(before), len(after)) - same and before[-1 - rest] == after[-1 - rest]:
            rest += 1
        old, new = before[same : len(before) - rest], after[same : len(after) - rest]
        items = node.value[same : len(before) - rest]
        for item, was, now in zip(items, old, new, strict=False):
            try:
                yield from list(self.node_edits(item, was, now, dash))
            except Replaced:
                yield TextEdit(self.start(item), self.end(item), yaml_block([now], dash)[2:])
        if len(new) > len(old):
            yield self.insert_items(node, same + len(old), new[len(old) :], dash)
        for item in items[len(new) :]:
            begin = self.starts[self.dash_line(item, dash)]
            yield TextEdit(max(begin - 1, 0), self.line_end(self.end(item)), "")

    def dash_line(self, item: Node, dash: int) -> int:
        """The number of the line with the dash of an item."""
        line = item.start_mark.line
        while self.text[self.starts[line] + dash : self.starts[line] + dash + 1] != "-":
            line -= 1
        return int(line)

    def insert_items(self, node: SequenceNode, at: int, new: Sequence[Any], dash: int) -> TextEdit:
        """New items before the item at a place, or behind the last one."""
        text = yaml_block(list(new), dash)
        if at < len(node.value):
            begin = self.starts[self.dash_line(node.value[at], dash)]
            while (above := self.text[: max(begin - 1, 0)].rpartition("\n")[2]).strip().startswith("#"):
                begin -= len(above) + 1  # comments above an item are about it
            return TextEdit(begin, begin, " " * dash + text + "\n")
        end = self.line_end(self.end(node))
        return TextEdit(end, end, "\n" + " " * dash + text)


class Replaced(Exception):
    """A value that replaces the old one whole."""


def with_comments(text: str, before: Source) -> str:
    """A text with the comments of another that says the same: each above what it was above before.

    before  that text; its data is that of the new text, with the places of the old one
    """
    new = read_source(text.encode(), "notes", FILE)
    old = sorted((place[0], path) for path, place in {**before.marks, **before.keys}.items() if path)
    lines, added = text.split("\n"), list[tuple[int, str]]()
    for number, line in enumerate(before.text.split("\n"), 1):
        if line.lstrip().startswith("#"):
            path = next((path for at, path in old if at > number and path in new.marks), None)
            at, column = new.keys.get(path) or new.marks[path] if path else (len(lines), 1)
            if path and isinstance(path[-1], int):
                column = max(column - 2, 1)
            added.append((at, " " * (column - 1) + line.lstrip()))
    for at, line in reversed(added):
        lines.insert(at - 1, line)
    return "\n".join(lines)
