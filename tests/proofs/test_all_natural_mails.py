"""All mails of the collection are handled as people mean them."""

import natural_mails as mails
import pytest

REACHED = {"dev": 0.85, "held": 0.76, "fresh": 0.6, "fresh2": 0.6, "fresh3": 0.55, "fresh4": 0.6, "fresh5": 0.6}
"""Part → at least this share of the mails with one meaning is read right.

The others have words beside the move that were not read, such as small talk: these ask back. The reader once knew the
words of these mails; it knows closed kinds of words now, and asks about all others.
"""


@pytest.mark.parametrize("half", REACHED)
def test_no_mail_is_read_wrong_and_as_many_are_read_right_as_there_were(half: str) -> None:
    found = list(mails.outcomes(half))
    one = [each for each in found if each.kind == "one meaning"]
    wrong = [each.id for each in found if each.became == mails.WRONG]
    missed = [each.id for each in found if each.became == mails.MISSED and each.kind in ("request", "talk")]
    assert wrong == []
    assert missed == []
    assert sum(each.became == mails.RIGHT for each in one) >= REACHED[half] * len(one)
