"""A YAML file of a person with other data in it: comments, order and layout stay wherever nothing changes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from referee.reading.caret import BadInput, Source
from referee.reading.texts import FILE, ORDERS
from referee.reading.yaml_emitter import dump
from referee.reading.yaml_reader import Parser, read_source


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
