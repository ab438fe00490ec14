"""100,000 mails as accidents and bad will make them: each is read, asked about or quarantined; never a traceback.

Without `--thorough` 3,000 of them are enough to notice a reading that is not total.
"""

from time import monotonic

import pytest
from mutating import mutated

from referee import reading
from referee.mail.read import identity
from referee.mail.read.mail_parts import UnreadableMail, automatic, parsed_mail
from referee.mail.read.requests import wishes

SHARES = 10
MOST_MEGABYTES = 64
"""So much more memory at most than before the mails."""
SLOWEST = 2.0
"""Seconds for one mail at most."""


def outcome(raw: bytes) -> str:
    """What becomes of a mail in a reading that must know every answer itself: no exception but its own is expected."""
    try:
        mail = parsed_mail(raw)
    except UnreadableMail:
        return "quarantined"
    if automatic(mail):
        return "automatic"
    identity.tokens(mail, "+"), identity.sender(mail), identity.message_id(mail), identity.judgement(mail, "mx", 1)
    wish = wishes(mail, ("referee@games.example.org",))
    if wish.unclear or wish.block is None:
        assert str(wish.unclear) or wish.said or wish.absent or wish.nonce
        return "asked"
    try:
        reading.typed_data(reading.read_source(wish.block.raw, wish.block.name), "magna-grecia.move")
    except reading.BadInput as bad:
        return "refused" if str(bad) else "a refusal without words"
    return "accepted"


def megabytes() -> float:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


@pytest.mark.parametrize("share", range(SHARES))
def test_mutated_mails_are_read_asked_about_or_put_aside(share: int, thorough: bool) -> None:
    count = (100_000 if thorough else 3_000) // SHARES
    outcome(next(mutated(1, share)))
    before, outcomes = megabytes(), dict.fromkeys(("accepted", "refused", "asked", "automatic", "quarantined"), 0)
    slowest = 0.0
    for raw in mutated(count, share):
        began = monotonic()
        outcomes[outcome(raw)] += 1
        slowest = max(slowest, monotonic() - began)
    assert sum(outcomes.values()) == count
    assert min(outcomes.values()) > 0, outcomes
    assert megabytes() - before < MOST_MEGABYTES
    assert slowest < SLOWEST
