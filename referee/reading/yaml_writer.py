"""Plain data → YAML text in block style that the strict reader, an editor and any other YAML reader read alike."""

from yaml import SafeDumper, dump_all
from yaml.nodes import ScalarNode

from referee.reading.caret import clean
from referee.reading.yaml_reader import DEPTH, LETTERS


class Dumper(SafeDumper):
    """Text of several lines as a block, each value written out, lists indented below their word."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def represent_text(dumper: SafeDumper, value: str) -> ScalarNode:
    # In quotes an unbreakable space is written as an escape, which no reader takes for a space between words.
    style = '"' if "\u00a0" in value else "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


Dumper.add_representer(str, represent_text)


def dump(value: object) -> str:
    """YAML of dicts, lists, texts, whole numbers and booleans. Raises ValueError for what `read` would refuse."""
    refuse_unwritable(value, 0)
    return dump_all(
        [value], Dumper=Dumper, sort_keys=False, allow_unicode=True, width=1_000_000, default_flow_style=False
    )


def refuse_unwritable(value: object, depth: int) -> None:
    """Only what is read back unchanged may be written."""
    if isinstance(value, str):
        if not clean(value) or len(value) > LETTERS:
            raise ValueError(f"too long, or a character that cannot be seen: {value[:80]!r}")
    elif isinstance(value, (dict, list, tuple)):
        if depth >= DEPTH:
            raise ValueError(f"nested more than {DEPTH} deep")
        for each in value.values() if isinstance(value, dict) else value:
            refuse_unwritable(each, depth + 1)
        for key in value if isinstance(value, dict) else ():
            refuse_key(key)
    elif not isinstance(value, int):
        raise ValueError(f"{type(value).__name__} cannot be written")


def refuse_key(key: object) -> None:
    if not isinstance(key, str) or key in ("", "<<"):
        raise ValueError(f"{key!r} cannot stand before a colon")
    refuse_unwritable(key, 0)
