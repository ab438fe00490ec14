"""Plain data → YAML by PyYAML, for what `yaml_writer` does not write itself."""

from yaml import SafeDumper, dump_all
from yaml.nodes import ScalarNode


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


def pyyaml_text(value: object) -> str:
    """YAML of plain data, each value on a line of its own."""
    return dump_all(
        [value], Dumper=Dumper, sort_keys=False, allow_unicode=True, width=1_000_000, default_flow_style=False
    )
