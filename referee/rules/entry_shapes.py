"""What in a document of a log cannot be: told in words, when something is wrong with it."""

import re
from collections.abc import Iterator
from typing import Any

from referee.reading import fit, why_unfit
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Violation
from referee.store.chance import Chance
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


def refuse_misfit_envelope(number: int, entry: Entry) -> None:
    """What no rule reads of an entry has the shape of the schema. Raises BadEntry.

    The fields of a turn are seen by its rules or compared with what follows from them; of it only the rest is looked
    at, since this is asked of every entry in every replay. The few entries of other kinds are held against the schema.
    """
    if entry.get("kind") not in TURNS or not is_enveloped(entry):
        refuse_misfits(number, entry)


TURNS = ("move", "missed")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
LETTERS = 1000
"""How long a word to the others may be."""
TEXT = {str}


def is_enveloped(entry: Entry) -> bool:
    at = entry.get("at")
    return (
        isinstance(at, str)
        and TIME.fullmatch(at) is not None
        and ("say" not in entry or is_said(entry["say"]))
        and ("shown" not in entry or is_shown(entry["shown"]))
    )


def is_said(said: object) -> bool:
    return isinstance(said, str) and len(said) <= LETTERS


def is_shown(shown: object) -> bool:
    return isinstance(shown, dict) and TEXT.issuperset(map(type, shown.values()))


def refuse_misfits(number: int, document: Document) -> None:
    """A document has the shape of the schema of logs. Raises BadEntry."""
    value, misfits = fit(document, "log")
    if misfits:
        raise BadEntry(number, say("It has not the shape of a log: {why}", why=why_unfit(value, "log")))


def refuse_unlike_moves(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """A recorded move has the shape of what its player could have written. Raises BadEntry."""
    if entry["kind"] not in TURNS or (entry["kind"] == "missed" and "by" not in entry):
        return
    own = {key: value for key, value in own_fields(entry).items() if key != "by"}
    written = {"game": header["game"], "after": str(number - 1), "seat": entry.get("seat"), **own}
    value, misfits = fit(written, f"{book.id}.move")
    if misfits:
        why = why_unfit(value, f"{book.id}.move")
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


def refuse_impossible(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """What an entry shows can lie in the piles, in some order. Raises BadEntry."""
    piles = book.set_up.piles(book.completed(header))
    for place, item in (entry.get("shown") or {}).items():
        pile = place.rpartition("/")[0]
        if pile not in piles:
            raise BadEntry(number, say("It shows {place}, and there is no such pile.", place=place))
        if item not in piles[pile](Chance(bytes(32))):  # in which order does not matter here
            raise BadEntry(number, say("It shows {item} at {place}, and there is none.", item=item, place=place))
