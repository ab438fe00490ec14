"""What in a document of a log cannot be: told in words, when something is wrong with it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.reading import fit, why_unfit
from referee.reading.shape import Check, Misfits, checks_of_fields
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Violation
from referee.store.chance import Told
from referee.store.documents import Data, Document, Entry, Header
from referee.words import Phrase, say


class BadEntry(Exception):
    """An entry that is unlawful, or does not say what happened; `before` are the good `replay.Moment`s before it."""

    def __init__(self, number: int, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.number = number
        self.says = says
        self.violations = violations
        self.before: list[Any] = []

    def __str__(self) -> str:
        return str(self.says)


ENVELOPE = frozenset(("entry", "prev", "at", "kind", "seat", "say", "shown", "state"))
"""The fields of an entry that are not the title's own."""


def own_fields(entry: Data) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in ENVELOPE}


TURNS = ("move", "missed")
SEALED = ("entry", "prev", "kind", "state", "by")
"""What of the entry of a turn is compared with what it must be, whatever shape it has."""
NOTED = ("at", "seat", "say", "shown")
"""What the schema of logs says of any turn."""
UNRECORDED = ("game", "after", "head")
"""What of a move file no entry has."""


def refuse_unlike_schemas(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """An entry has the shape of the schemas, so that the title can read it. Raises BadEntry.

    Turns, which most entries are, are asked field by field: to hold each against two whole schemas takes twice as long.
    """
    if entry.get("kind") not in TURNS or not is_turn(book.id, entry):
        refuse_misfits(number, entry)
        refuse_unlike_moves(book, header, number, entry)


def is_turn(title: str, entry: Entry) -> bool:
    """Whether each field of the entry of a turn fits the schema of logs, or of the moves of its title."""
    checks, misfits = turn_checks(title), Misfits()
    for field, value in entry.items():
        if field in checks:
            checks[field](value, misfits)
        elif field not in SEALED:
            return False
    return not misfits and "at" in entry and "seat" in entry


@cache  # without it a replay takes 20 times as long: each turn would read the schemas anew
def turn_checks(title: str) -> dict[str, Check]:
    """Field of a turn → its check, by the schema of the title's moves or by that of logs; made once for a process."""
    own, noted = checks_of_fields(f"{title}.move"), checks_of_fields("log", "#/$defs/entry")
    recorded = {field: check for field, check in own.items() if field not in UNRECORDED}
    return recorded | {field: noted[field] for field in NOTED}


def refuse_misfits(number: int, document: Document) -> None:
    """A document has the shape of the schema of logs. Raises BadEntry."""
    value, misfits = fit(document, "log")
    if misfits:
        raise BadEntry(number, say("It has not the shape of a log: {why}", why=why_unfit(value, misfits, "log")))


def refuse_unlike_moves(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """A recorded move has the shape of what its player could have written. Raises BadEntry."""
    if entry["kind"] not in TURNS or (entry["kind"] == "missed" and "by" not in entry):
        return
    own = {key: value for key, value in own_fields(entry).items() if key != "by"}
    written = {"game": header["game"], "after": str(number - 1), "seat": entry.get("seat"), **own}
    value, misfits = fit(written, f"{book.id}.move")
    if misfits:
        why = why_unfit(value, misfits, f"{book.id}.move")
        raise BadEntry(number, say("It has not the shape of a move of {title}: {why}", title=book.name, why=why))


def refuse_unlike_title(book: AnyRulebook, header: Header) -> None:
    """The seats and options of a header are those of its title. Raises BadEntry."""
    why = next(header_problems(book, header), None)
    if why:
        raise BadEntry(0, say("The header does not describe a game of {title}: {why}", title=book.name, why=why))


def header_problems(book: AnyRulebook, header: Header) -> Iterator[Phrase]:
    seats, options = header["seats"], header.get("options") or {}
    for seat in seats:
        if seat not in book.seats:
            yield say("there is no seat {seat}.", seat=seat)
    if len(seats) not in book.players:
        facts = {"few": book.players[0], "many": book.players[-1], "n": len(seats)}
        yield say("it is for {few} to {many} players, not {n}.", **facts)
    for name in options:
        if name not in [option.name for option in book.options]:
            yield say("there is no option {name}.", name=name)
    for option in book.options:
        found = options.get(option.name, option.values[0])
        if found not in option.values:
            words = "the option {name} is {values}, and here it is {found}."
            yield say(words, name=option.name, values=" or ".join(option.values), found=found)


def refuse_impossible(number: int, fate: Told) -> None:
    """What an entry shows, and nothing asked for, can be in the piles. Raises BadEntry."""
    for place in fate.unused_places():
        items = fate.items.of(place.rpartition("/")[0]) if fate.items else (fate.shown[place],)
        if not items:
            raise BadEntry(number, say("It shows {place}, and there is no such pile.", place=place))
        if fate.shown[place] not in items:
            raise no_such_item(number, place, fate.shown[place])


def no_such_item(number: int, place: str, item: str) -> BadEntry:
    return BadEntry(number, say("It shows {item} at {place}, and there is none.", item=item, place=place))
