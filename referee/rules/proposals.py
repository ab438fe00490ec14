"""Proposals that need the consent of others: which one is open, who has answered what, and how it ended.

All of it are pure functions of a log's documents. A proposal ends when somebody says no, when everybody asked has said
yes, when it is withdrawn, or when the game goes on: then an entry follows that is none beside the moves.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.rules.entry_shapes import ASIDES, MODERATOR, BadEntry, own_fields
from referee.store.documents import REFEREE, Documents, Entry, documents_before, entries_after, entry_at
from referee.words import say, word_list

YES, NO, WITHDRAWN = "yes", "no", "withdrawn"
"""The answers; only who proposed something can withdraw it."""
OPEN, AGREED, REFUSED, LAPSED = "open", "agreed", "refused", "lapsed"
"""How a proposal stands, besides WITHDRAWN. `lapsed`: the game went on before all had answered."""
COMMON = ("what", "asks", "until", "by")
"""The own fields of every proposal."""
REASON = "why"
"""Every proposal may give one, and so may the entry that carries it out."""


class Proposal(NamedTuple):
    """A proposal, and how it stands.

    number   of its entry; `seat`: whose it is, "" for the moderator's
    answers  seat → `yes` or `no`, in the order in which they came
    ended    the number of the entry that ended it; 0 while it is open
    """

    number: int
    entry: Entry
    answers: Mapping[str, str]
    state: str = OPEN
    ended: int = 0

    @property
    def what(self) -> str:
        return str(self.entry["what"])

    @property
    def seat(self) -> str:
        return str(self.entry.get("seat", ""))

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(self.entry["asks"])

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats that still have to answer."""
        return tuple(seat for seat in self.asks if seat not in self.answers)

    @property
    def own(self) -> dict[str, object]:
        """The fields that only this kind of proposal has, such as `winners`."""
        return {key: value for key, value in own_fields(self.entry).items() if key not in COMMON}


def proposal_at(documents: Documents, number: int) -> Proposal:
    """The proposal of entry `number`, as it stands at the end of these documents."""
    found = Proposal(number, entry_at(documents, number), {})
    for later, entry in enumerate(entries_after(documents, number), number + 1):
        found = after_entry(found, later, entry)
        if found.ended:
            break
    return found


def after_entry(open: Proposal, number: int, entry: Entry) -> Proposal:
    """An open proposal after one more entry."""
    if entry["kind"] not in ASIDES:
        return open._replace(state=LAPSED, ended=number)
    if entry["kind"] not in ("answer", "player") or int(entry.get("proposal", 0)) != open.number:
        return open
    if entry["kind"] == "player" and entry["seat"] != open.seat:
        return open._replace(answers={each: given for each, given in open.answers.items() if each != entry["seat"]})
    if entry["kind"] == "player" or entry["answer"] == WITHDRAWN:
        return open._replace(state=WITHDRAWN, ended=number)
    found = open._replace(answers={**open.answers, entry["seat"]: entry["answer"]})
    if entry["answer"] == NO:
        return found._replace(state=REFUSED, ended=number)
    return found if found.missing else found._replace(state=AGREED, ended=number)


def proposals(documents: Documents) -> list[Proposal]:
    """All proposals of a log, as they stand at its end."""
    return [proposal_at(documents, number) for number in numbers_of_proposals(documents)]


def numbers_of_proposals(documents: Documents) -> list[int]:
    return [n for n, each in enumerate(entries_after(documents, 0), 1) if each["kind"] == "proposal"]


def last_proposal(documents: Documents) -> Proposal | None:
    """The last proposal of a log: the only one that can be open."""
    numbers = numbers_of_proposals(documents)
    return proposal_at(documents, numbers[-1]) if numbers else None


def open_proposal(documents: Documents) -> Proposal | None:
    """The proposal that waits for answers."""
    found = last_proposal(documents)
    return found if found and found.state == OPEN else None


def binding_proposal(documents: Documents, seat: str) -> Proposal | None:
    """The open proposal that a seat made, or to which it said yes: both can end when somebody else takes the seat."""
    found = open_proposal(documents)
    return found if found and (found.seat == seat or seat in found.answers) else None


def agreed_proposal(documents: Documents) -> Proposal | None:
    """The proposal that everybody agreed to and that is to be carried out: nothing but asides followed it."""
    found = last_proposal(documents)
    if found is None or found.state != AGREED:
        return None
    return found if all(each["kind"] in ASIDES for each in entries_after(documents, found.ended)) else None


def refuse_ill_formed(documents: Documents, number: int, own: Sequence[str]) -> None:
    """A proposal comes from a seat or the moderator, asks others once, and no other one is open. Raises BadEntry.

    own: the fields that its kind has besides those of every proposal.
    """
    entry, before = entry_at(documents, number), documents_before(documents, number)
    seats, asks = documents[0]["seats"], entry["asks"]
    if "seat" not in entry and "by" not in entry:
        raise BadEntry(number, say("It doesn't say whose proposal it is."))
    if entry.get("by", MODERATOR) != MODERATOR:
        raise BadEntry(number, say("Only a player or the moderator can propose something, not {by}.", by=entry["by"]))
    refuse_other_fields(entry, number, own)
    if strange := [seat for seat in asks if seat not in seats or seat == entry.get("seat")]:
        raise BadEntry(number, say("It asks {seats}, who can't be asked.", seats=word_list(strange)))
    if len(set(asks)) < len(asks):
        raise BadEntry(number, say("It asks a seat twice."))
    if "T" not in entry["until"] or entry["until"] <= entry["at"]:
        raise BadEntry(number, say("Its `until` is no time after its `at`."))
    if found := open_proposal(before):
        raise BadEntry(number, say("The proposal of entry {entry} is still open.", entry=found.number))


def refuse_other_fields(entry: Entry, number: int, own: Sequence[str]) -> None:
    """Raises BadEntry for a field that this kind of proposal does not have, and for one that it lacks."""
    found = [key for key in own_fields(entry) if key not in COMMON]
    if strange := [key for key in found if key not in (*own, REASON)]:
        raise BadEntry(number, say("It has fields that don't belong to its kind: {fields}.", fields=", ".join(strange)))
    if missing := [key for key in own if key not in found]:
        raise BadEntry(number, say("It has no {field}.", field=missing[0]))


def refuse_wrong_answer(documents: Documents, number: int) -> None:
    """An answer is to the open proposal, by a seat that it asks and that has not answered. Raises BadEntry."""
    entry, found = entry_at(documents, number), open_proposal(documents_before(documents, number))
    if found is None or int(entry["proposal"]) != found.number:
        raise BadEntry(number, say("It answers entry {entry}, which isn't an open proposal.", entry=entry["proposal"]))
    if entry["answer"] == WITHDRAWN:
        refuse_wrong_withdrawal(entry, number, found)
    elif "seat" not in entry or entry["seat"] not in found.asks:
        raise BadEntry(number, say("It is by {seat}, who isn't asked.", seat=entry.get("seat", "-")))
    elif entry["seat"] in found.answers:
        raise BadEntry(number, say("{seat} has already answered.", seat=entry["seat"]))
    elif entry.get("by") == REFEREE and (entry["answer"] == YES or entry["at"] < found.entry["until"]):
        raise BadEntry(number, say("The referee can only enter a `no`, and only when the time for answers is over."))


def refuse_wrong_release(documents: Documents, number: int) -> None:
    """The proposal that does not bind who takes a seat over bound the player before. Raises BadEntry."""
    entry = entry_at(documents, number)
    if "proposal" not in entry:
        return
    found = binding_proposal(documents_before(documents, number), entry["seat"])
    if found is None or int(entry["proposal"]) != found.number:
        words = "{seat} has neither made nor answered an open proposal of entry {entry}."
        raise BadEntry(number, say(words, seat=entry["seat"], entry=entry["proposal"]))


def refuse_wrong_withdrawal(entry: Entry, number: int, found: Proposal) -> None:
    """Only who proposed something withdraws it; the moderator withdraws what the moderator proposed."""
    by = entry.get("by", "")
    if entry.get("seat", "") != found.seat or by == REFEREE or (not found.seat and by != MODERATOR):
        raise BadEntry(number, say("Only the one who made a proposal can withdraw it."))


def refuse_unagreed(documents: Documents, number: int, what: str, is_same: Callable[[Proposal], bool]) -> None:
    """Entry `number` carries out the agreed proposal that it names, of this kind, just before it. Raises BadEntry.

    is_same: whether it is what the proposal says
    """
    entry = entry_at(documents, number)
    found = agreed_proposal(documents_before(documents, number))
    if found is None or found.what != what or int(entry["proposal"]) != found.number:
        words = "It carries out the proposal of entry {entry}, but not everybody has agreed to that."
        raise BadEntry(number, say(words, entry=entry["proposal"]))
    if not is_same(found):
        raise BadEntry(number, say("It isn't what the proposal of entry {entry} says.", entry=found.number))
