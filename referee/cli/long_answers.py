"""Answers for programs that end with a long list: memory doesn't grow with it."""

import gc
from json import dumps

from referee.app.many.long_list import LongList
from referee.cli import speech

INDENT = "    "
"""Before each line of what is in a list that is a field of the answer."""


def add_item(things: LongList, thing: object) -> None:
    """Add a thing, which `speech.json_value` knows, as the lines of JSON that it becomes."""
    lines = dumps(speech.json_value(thing), ensure_ascii=False, indent=2).split("\n")
    things.add("\n".join([INDENT + each for each in lines]))
    gc.collect(0)  # what lays out JSON refers to itself, and a command has switched the collector off


def out_long_json(format: str, name: str, things: LongList, **fields: object) -> None:
    """Print what `speech.out_json` prints, to the byte: the list is the last field, with this name."""
    whole = speech.json_text(format, **fields, **{name: []})
    if not things.between:
        speech.out(whole)
        return
    speech.out(whole.removesuffix("]\n}"))
    for each in things.blocks():
        speech.out(each)
    speech.out("  ]\n}")
