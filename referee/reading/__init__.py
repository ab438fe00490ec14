"""The strict reader: YAML bytes → plain data, every scalar a text, every problem with its line, a caret and a hint.

The JSON Schemas of `schemas/` decide what a text means (a number, a yes); the YAML reader never guesses. What only a
text with mistakes, or one of an unusual form, needs is imported when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.reading.caret import BadInput, BadPrivatePart, Problem, Source, caret, problem_at, problem_text

if TYPE_CHECKING:
    from referee.reading.draft_repairs import reread
    from referee.reading.drafts import Draft
    from referee.reading.explain import form_problems, typed_data, why_unfit
    from referee.reading.line_reader import plainly
    from referee.reading.plain_files import read_file
    from referee.reading.read_drafts import check_form, read_draft
    from referee.reading.schemas import schema, schema_names
    from referee.reading.shape import fit
    from referee.reading.shipped_data import plain_data
    from referee.reading.texts import MOVE
    from referee.reading.yaml_reader import document, read_source
    from referee.reading.yaml_writer import dump

NAMES = {
    "draft_repairs": ("reread",),
    "drafts": ("Draft",),
    "explain": ("form_problems", "typed_data", "why_unfit"),
    "line_reader": ("plainly",),
    "plain_files": ("read_file",),
    "read_drafts": ("check_form", "read_draft"),
    "schemas": ("schema", "schema_names"),
    "shape": ("fit",),
    "shipped_data": ("plain_data",),
    "texts": ("MOVE",),
    "yaml_reader": ("document", "read_source"),
    "yaml_writer": ("dump",),
}
"""What is imported when it is asked for, by its module."""


def __getattr__(name: str) -> Any:
    module = next((module for module, names in NAMES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return found


__all__ = [
    "MOVE",
    "BadInput",
    "BadPrivatePart",
    "Draft",
    "Problem",
    "Source",
    "caret",
    "check_form",
    "document",
    "dump",
    "fit",
    "form_problems",
    "plain_data",
    "plainly",
    "problem_at",
    "problem_text",
    "read_draft",
    "read_file",
    "read_source",
    "reread",
    "schema",
    "schema_names",
    "typed_data",
    "why_unfit",
]
