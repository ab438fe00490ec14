"""What is asked of an entry and those before it, kind by kind, beyond the shape of the entry itself."""

from collections.abc import Callable
from typing import NamedTuple

from referee.rules.agreed_ends import refuse_unless_all_asked, refuse_wrong_concession, refuse_wrong_end
from referee.rules.entry_shapes import BadEntry, refuse_unagreed_edition, refuse_wrong_consent
from referee.rules.layers import copied_count
from referee.rules.proposals import refuse_ill_formed, refuse_unagreed, refuse_wrong_answer
from referee.rules.rewrites import UNDO, refuse_unlike_undo_proposal, refuse_wrong_undo_proposal
from referee.rules.rulings import RULING, ruled_name
from referee.store.documents import Documents, entry_at
from referee.store.endings import ABANDON, CONCEDE, DRAW
from referee.words import say

Refuse = Callable[[Documents, int], None]
"""Raises BadEntry if the entry of this number is not right after those before it."""


def refuse_wrong_ruling_proposal(documents: Documents, number: int) -> None:
    """Raises BadEntry for a proposed ruling that doesn't come from the moderator, or asks nobody."""
    entry = entry_at(documents, number)
    if "seat" in entry:
        raise BadEntry(number, say("Only the moderator can propose a ruling."))
    if not entry["asks"]:
        raise BadEntry(number, say("It asks nobody."))


def refuse_unlike_ruling_proposal(documents: Documents, number: int) -> None:
    """A ruling to which everybody agreed is the one that was proposed. Raises BadEntry.

    A fork copies the ruling and not its proposal.
    """
    entry = entry_at(documents, number)
    if "proposal" not in entry or number <= copied_count(documents[0]):
        return
    found = refuse_unagreed(documents, number, RULING).entry
    if (found["subject"], found["value"]) != (ruled_name(entry), entry["value"]):
        raise BadEntry(number, say("It isn't what the proposal of entry {entry} says.", entry=entry["proposal"]))


class Proposable(NamedTuple):
    """Something that can be proposed: the fields that it has besides those of every proposal, and what is asked of it.

    The entry that carries it out names the proposal, and its own kind asks `refuse_unagreed`.
    """

    fields: tuple[str, ...]
    refuse: Refuse


PROPOSABLE = {
    DRAW: Proposable((), refuse_unless_all_asked),
    ABANDON: Proposable((), refuse_unless_all_asked),
    CONCEDE: Proposable(("winners",), refuse_wrong_concession),
    UNDO: Proposable(("back",), refuse_wrong_undo_proposal),
    RULING: Proposable(("subject", "value", "why"), refuse_wrong_ruling_proposal),
}
"""What → how it is judged."""


def refuse_wrong_proposal(documents: Documents, number: int) -> None:
    """A proposal is one that can be made, and made rightly. Raises BadEntry."""
    what = entry_at(documents, number)["what"]
    if what not in PROPOSABLE:
        raise BadEntry(number, say("Nobody can propose this: {what}.", what=what))
    refuse_ill_formed(documents, number, PROPOSABLE[what].fields)
    PROPOSABLE[what].refuse(documents, number)


REFUSALS: dict[str, Refuse] = {
    "consent": refuse_wrong_consent,
    "edition": refuse_unagreed_edition,
    "proposal": refuse_wrong_proposal,
    "answer": refuse_wrong_answer,
    "end": refuse_wrong_end,
    "undo": refuse_unlike_undo_proposal,
    "ruling": refuse_unlike_ruling_proposal,
}
"""Kind of `entry_shapes.LINKED` → what is asked of an entry of the kind and those before it."""
