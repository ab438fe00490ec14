"""The strict reader: YAML bytes → plain data, every scalar a text, every problem with its line, a caret and a hint.

What a text means (a number, a yes) is said by the JSON Schemas of `schemas/`, never guessed by the YAML reader.
"""

from referee.source.caret import BadInput, PrivatePart, Problem, Source, caret, pointed, problem_at
from referee.source.drafting import Draft, check_form, read_draft, reread
from referee.source.files import read_file
from referee.source.lines import plainly
from referee.source.reading import MOVE, document, plain, read
from referee.source.schemas import schema, schema_names
from referee.source.shape import check, fit, form_problems, why_unfit
from referee.source.writing import dump

__all__ = [
    "MOVE",
    "BadInput",
    "Draft",
    "PrivatePart",
    "Problem",
    "Source",
    "caret",
    "check",
    "check_form",
    "document",
    "dump",
    "fit",
    "form_problems",
    "plain",
    "plainly",
    "pointed",
    "problem_at",
    "read",
    "read_draft",
    "read_file",
    "reread",
    "schema",
    "schema_names",
    "why_unfit",
]
