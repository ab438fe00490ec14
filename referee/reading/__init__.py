"""The strict reader: YAML bytes → plain data, every scalar a text, every problem with its line, a caret and a hint.

The JSON Schemas of `schemas/` decide what a text means (a number, a yes); the YAML reader never guesses.
"""

from referee.reading.caret import BadInput, BadPrivatePart, Problem, Source, problem_at, problem_text
from referee.reading.drafts import Draft, check_form, read_draft, reread
from referee.reading.explain import form_problems, typed_data, why_unfit
from referee.reading.recorded_entries import plainly
from referee.reading.schemas import schema, schema_names
from referee.reading.shape import fit
from referee.reading.yaml_reader import MOVE, document, plain_data, read_file, read_source
from referee.reading.yaml_writer import dump

__all__ = [
    "MOVE",
    "BadInput",
    "BadPrivatePart",
    "Draft",
    "Problem",
    "Source",
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
