"""What is asked of an entry and those before it, kind by kind, beyond the shape of the entry itself."""

from collections.abc import Callable
from typing import NamedTuple

from referee.rules.entry_shapes import MODERATOR, BadEntry, refuse_unagreed_edition, refuse_wrong_consent
from referee.rules.line import copied_count
from referee.rules.proposals import refuse_ill_formed, refuse_unagreed, refuse_wrong_answer, refuse_wrong_release
from referee.rules.rewrites import UNDO, refuse_unlike_undo_proposal, refuse_wrong_undo_proposal
from referee.rules.rulings import RULING, ruled_name
from referee.store.documents import ABANDON, CONCEDE, DRAW, Documents, Entry, documents_before, entry_at, people, rivals
from referee.words import say, word_list


def refuse_unless_all_asked(documents: Documents, number: int) -> None:
    """A proposal that ends the game asks each other seat that a person plays. Raises BadEntry."""
    entry = entry_at(documents, number)
    wanted = [seat for seat in people(documents_before(documents, number)) if seat != entry.get("seat")]
    if missing := [seat for seat in wanted if seat not in entry["asks"]]:
        raise BadEntry(number, say("It doesn't ask {seats}, but needs the consent of all.", seats=word_list(missing)))


def refuse_wrong_concession(documents: Documents, number: int) -> None:
    """The same of a proposal to concede, which names who would win: not all seats, and not who proposes it."""
    refuse_unless_all_asked(documents, number)
    refuse_wrong_winners(documents, number, entry_at(documents, number))


def refuse_wrong_winners(documents: Documents, number: int, entry: Entry) -> None:
    """Winners are seats of the game, each once, and at least one seat concedes to them. Raises BadEntry."""
    seats, winners = documents[0]["seats"], entry.get("winners", ())
    strangers = [seat for seat in winners if seat not in seats or seat == entry.get("seat")]
    if strangers or len(set(winners)) < len(winners) or len(winners) >= len(seats):
        raise BadEntry(number, say("Nobody can concede to {seats}.", seats=word_list(winners)))


def refuse_wrong_end(documents: Documents, number: int) -> None:
    """A game ends by an agreed proposal, by a concession to the only rival, or by the moderator. Raises BadEntry."""
    entry = entry_at(documents, number)
    if ("winners" in entry) != (entry["how"] == CONCEDE):
        raise BadEntry(number, say("Winners are named where somebody conceded, and nowhere else."))
    if "proposal" in entry:
        # as it was proposed: who enters it does not count, so nobody is named for that
        own = None if "by" in entry else (entry.get("winners"), entry.get("seat", ""))
        refuse_unagreed(documents, number, entry["how"], lambda found: (found.entry.get("winners"), found.seat) == own)
    elif entry["how"] == CONCEDE:
        refuse_unfree_concession(documents, number, entry)
    elif entry["how"] != ABANDON or entry.get("by") != MODERATOR or "seat" in entry:
        raise BadEntry(number, say("This end of a game needs the consent of all players."))


def refuse_unfree_concession(documents: Documents, number: int, entry: Entry) -> None:
    """Without asking anybody a seat concedes only to its one rival."""
    if "seat" not in entry or entry.get("by", MODERATOR) != MODERATOR:
        raise BadEntry(number, say("It doesn't say who conceded."))
    found = rivals(documents_before(documents, number), entry["seat"])
    if len(found) != 1 or list(entry["winners"]) != list(found):
        words = "{seat} can't concede to {winners} without the consent of all players."
        raise BadEntry(number, say(words, seat=entry["seat"], winners=word_list(entry["winners"])))


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
    own = ruled_name(entry), entry["value"]
    refuse_unagreed(documents, number, RULING, lambda found: (found.entry["subject"], found.entry["value"]) == own)


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
    "player": refuse_wrong_release,
    "end": refuse_wrong_end,
    "undo": refuse_unlike_undo_proposal,
    "ruling": refuse_unlike_ruling_proposal,
}
"""Kind → what is asked of an entry of the kind and those before it, beyond its shape."""
