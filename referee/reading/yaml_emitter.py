"""Plain data → YAML in the one form that logs have: "Texts" in docs/reference/log-format.md.

Every reader of YAML 1.1 or 1.2 reads it alike; tests compare ours with PyYAML, tools/verify.py and one in JavaScript.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from yaml.nodes import ScalarNode

from referee.reading.caret import clean
from referee.reading.texts import DEPTH, LETTERS

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
