"""Entries beside the moves: what is said, who is away, who plays, what the clock did, who consents to an edition.

None changes the position: a move may answer the entry before them, and a game with them is played as without them.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from referee.rules.entry_shapes import BadEntry, own_fields
from referee.store.documents import Document, Documents, Entry, Header, entry_at
from referee.words import Phrase, say

ANY_TIME = ("talk", "absent", "player", "clock")
"""The kinds of those that may be entered before the deal, too."""
ASIDES = (*ANY_TIME, "consent")
"""The kinds of these entries."""

FIELDS: dict[str, tuple[str, ...]] = {
    "talk": (),
    "absent": ("from", "to", "ends"),
    "player": ("player", "until"),
    "consent": ("edition", "by"),
    "reminded": ("event", "due"),
    "overdue": ("event", "due"),
    "extended": ("event", "hours", "due", "why"),
    "stopped": ("event", "since", "until", "why"),
    "resumed": ("event", "why"),
    "changed": ("event", "clock", "why"),
}
"""Which fields an entry of a kind may have besides the envelope; of the kind `clock` that of its event."""
NEEDED: dict[str, tuple[str, ...]] = {
    "reminded": ("seat", "due"),
    "overdue": ("seat", "due"),
    "extended": ("seat", "hours"),
    "changed": ("clock",),
}
"""What an event of the clock must have. A stop with `since` and `until` is over already: a gap in operation."""
SEATED = ("talk", "absent", "player", "consent", "reminded", "overdue", "extended")
"""What is about a seat."""
SPOKEN = ("talk",)
"""What has words of a player."""


def refuse_aside(header: Header, number: int, entry: Entry) -> None:
    """What the schema cannot say of an entry that stands beside the moves. Raises BadEntry."""
    why = next(aside_problems(header, entry), None)
    if why:
        raise BadEntry(number, why)


def aside_problems(header: Header, entry: Entry) -> Iterator[Phrase]:
    kind = entry.get("event", "") if entry["kind"] == "clock" else entry["kind"]
    yield from strange_fields(kind, entry)
    yield from [say("It has no {field}.", field=each) for each in NEEDED.get(kind, ()) if each not in entry]
    if "seat" in entry and entry["seat"] not in header["seats"]:
        yield say("There is no seat {seat} in this game.", seat=entry["seat"])
    for field in ("from", "to", "until"):
        if field in entry and not is_day(entry[field][: len("2026-12-24")]):
            yield say("There is no day {day}.", day=entry[field])
    yield from reversed_days(kind, entry)
    if entry.get("by", "moderator") != "moderator":
        yield say("A consent is entered by its player or by the moderator, not by {by}.", by=entry["by"])


def strange_fields(kind: str, entry: Entry) -> Iterator[Phrase]:
    """Fields that the kind does not have."""
    found = [each for each in own_fields(entry) if each not in FIELDS[kind]]
    found += [each for each, kinds in (("seat", SEATED), ("say", SPOKEN)) if each in entry and kind not in kinds]
    if "shown" in entry:
        found.append("shown")
    if found:
        yield say("It has fields that its kind does not have: {fields}.", fields=", ".join(found))


def reversed_days(kind: str, entry: Entry) -> Iterator[Phrase]:
    """An absence and a gap end after they begin; a substitute plays until a day, a gap lasts until a time."""
    if kind == "absent" and ("ends" in entry) == ("from" in entry or "to" in entry):
        yield say("It has either `from` and `to`, or `ends`.")
    elif kind == "absent" and entry.get("to", "") < entry.get("from", ""):
        yield say("It ends before it begins.")
    if kind == "player" and "T" in entry.get("until", ""):
        yield say("A substitute plays until a day, not until {until}.", until=entry["until"])
    if kind == "stopped":
        if ("since" in entry) != ("until" in entry):
            yield say("A stop that is over has both `since` and `until`.")
        elif "since" in entry and not entry["since"] < entry["until"]:
            yield say("It ends before it begins.")


def refuse_wrong_ends(documents: Documents, number: int) -> None:
    """An entry ends absences of the same player that no entry before has ended. Raises BadEntry."""
    why = next(wrong_ends(documents[:number], entry_at(documents, number)), None)
    if why:
        raise BadEntry(number, why)


def wrong_ends(before: Sequence[Document], entry: Entry) -> Iterator[Phrase]:
    own = {n: each for n, each in enumerate(before) if "kind" in each and each.get("seat") == entry.get("seat")}
    over = [str(number) for each in own.values() for number in each.get("ends", ())]
    taken = max((n for n, each in own.items() if each["kind"] == "player"), default=0)
    for number in entry.get("ends", ()):
        ended = own.get(int(number))
        if ended is None or "from" not in ended:
            yield say("It ends entry {entry}, which is no absence of {seat}.", entry=number, seat=entry.get("seat"))
        elif str(number) in over or int(number) < taken:
            yield say("It ends the absence of entry {entry}, which has ended already.", entry=number)


def is_day(text: str) -> bool:
    """Whether there is such a day, of text in the form 2026-12-24."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def last_at_position(documents: Sequence[Document], number: int) -> int:
    """The last entry with the position of entry `number`: that one, or the last of those beside the moves after it."""
    while number + 1 < len(documents) and documents[number + 1].get("kind") in ASIDES:
        number += 1
    return number


def turning(documents: Sequence[Document]) -> int:
    """The last entry that is not one beside the moves: the one that a move answers."""
    number = len(documents) - 1
    while documents[number].get("kind") in ASIDES:
        number -= 1
    return number
