"""All mails of the collection are handled as `python bench mails` does it."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "bench"))

import mails

REACHED = {"dev": 0.90, "held": 0.90, "fresh": 0.60}
"""Part → at least this share of the mails with one meaning is read right.

The reader was made with `dev` and `held`. Of `fresh` only those that it once read wrong were looked at: what it reaches
there says how well it reads mails that nobody has seen. 0.90 is wanted there, too.
"""
MISSED = {"dev": 0, "held": 0, "fresh": 4}
"""Part → at most so many requests and words to others are not acted on."""


@pytest.mark.parametrize("half", REACHED)
def test_no_mail_is_read_wrong_and_as_many_are_read_right_as_there_were(half: str) -> None:
    found = list(mails.outcomes(half))
    one = [each for each in found if each.kind == "one meaning"]
    wrong = [each.id for each in found if each.became == mails.WRONG]
    missed = [each.id for each in found if each.became == mails.MISSED and each.kind in ("request", "talk")]
    assert wrong == []
    assert len(missed) <= MISSED[half], missed
    assert sum(each.became == mails.RIGHT for each in one) >= REACHED[half] * len(one)
