"""Plain data → YAML text in block style that the strict reader, an editor and any other YAML reader read alike."""

from typing import Any

from yaml import SafeDumper, dump_all
from yaml.nodes import ScalarNode

from referee.source.caret import clean


class Dumper(SafeDumper):
    """Text of several lines as a block, each value written out, lists indented below their word."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def text(dumper: SafeDumper, value: str) -> ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


Dumper.add_representer(str, text)


def dump(value: Any) -> str:
    """YAML of dicts, lists, texts, whole numbers and booleans. Raises ValueError for what `read` would refuse."""
    refuse(value, 0)
    return dump_all(
        [value], Dumper=Dumper, sort_keys=False, allow_unicode=True, width=1_000_000, default_flow_style=False
    )


def refuse(value: Any, depth: int) -> None:
    """Only what is read back unchanged may be written."""
    if isinstance(value, str):
        if not clean(value) or "\u00a0" in value:
            raise ValueError(f"an invisible or control character in {value!r}")
    elif isinstance(value, (dict, list, tuple)):
        if depth >= 8:
            raise ValueError("nested more than 8 deep")
        for key in value:
            refuse(key, depth + 1)
            if isinstance(value, dict):
                refuse(value[key], depth + 1)
    elif not isinstance(value, int):
        raise ValueError(f"{type(value).__name__} cannot be written")
