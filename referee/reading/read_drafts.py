"""A text with problems, read as far as it can be: what its hints say is done, and it is read again."""

from collections.abc import Callable
from typing import Any

from referee.reading.caret import Path, clean
from referee.reading.draft_repairs import amend, parse, replace_invisible, words_of
from referee.reading.drafts import ROUNDS, Draft
from referee.reading.explain import true_problems
from referee.reading.faults import Names
from referee.reading.shape import fit
from referee.reading.texts import MOVE, Further, as_it_is, nothing_further, refuse_private, utf8_text


def read_draft(
    raw: bytes,
    name: str,
    *,
    further: Further = nothing_further,
    unwrapped: Callable[[bytes], bytes] = as_it_is,
) -> Draft:
    """A text written by a person, as far as it can be read. Raises `BadInput` where nothing can be known.

    `further` as for `read_source`; `unwrapped` removes what is around a text.
    """
    refuse_private(raw, name)
    text = utf8_text(raw if len(raw) > MOVE else unwrapped(raw), name, MOVE)
    draft = Draft(name, text)
    if not clean(text):
        replace_invisible(draft)
    parse(draft, further)
    return draft


def check_form(draft: Draft, schema: str, names: Names = dict, within: Path = ()) -> Any:
    """What the text says, with numbers and booleans as the schema has them; its problems are added to the draft.

    The whole may lack words that it should have. None if the meaning cannot be determined. `within`: mistakes elsewhere
    are not reported.
    """
    value, misfits = fit(draft.source.data, schema)
    if not misfits:
        return value if isinstance(value, dict) else None
    for _ in range(ROUNDS):
        value, misfits = fit(draft.source.data, schema)
        found = true_problems(draft.source, value, misfits, schema, names)
        inner = [each for each in found if (each.at or each.fix) and each.at[: len(within)] == within]
        whole = [each for each in found if not each.at and not each.fix and not within]
        if not inner:
            draft.note_missing(whole)
            return value if isinstance(value, dict) and not any(each.at for each in misfits) else None
        if not amend(draft, inner, whole, words_of(schema)):
            return None
    return None
