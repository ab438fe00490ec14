"""Seals on orders ahead in a log: one entry of them after each turn, and what the closing entry reveals of them."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from referee.rules.entry_shapes import ASIDES, SEALS, TURNS, BadEntry, refuse, takes_orders
from referee.rules.rulebook import Play
from referee.store.chance import seal, seal_nonce
from referee.store.documents import Documents, Entry, Header, documents_before, entry_at, is_kind
from referee.words import Phrase, say

AnyPlay: TypeAlias = Play[Any, Any, Any]


def needs_seals(documents: Documents, play: AnyPlay, position: object) -> bool:
    """Whether these documents of a log end with a whole turn, without seals after it, and the game continues."""
    last = len(documents) - 1
    while is_kind(documents[last], *ASIDES):
        if is_kind(documents[last], SEALS):
            return False
        last -= 1
    is_turn = is_kind(documents[last], *TURNS)
    return is_turn and play.to_move(position) is not None and not play.is_turn_begun(position)


def refuse_wrong_seals(documents: Documents, number: int, play: AnyPlay, position: object) -> None:
    """What entry `number` says of seals is right, or there are none in this game. Raises BadEntry.

    `position`: the one before it.
    """
    header, entry = documents[0], entry_at(documents, number)
    if not takes_orders(header) and (is_kind(entry, SEALS) or "orders" in entry):
        raise BadEntry(number, say("It is about orders ahead, but the header doesn't allow any."))
    if takes_orders(header):
        is_due = needs_seals(documents_before(documents, number), play, position)
        refuse(number, next(problems_of_seals(documents, entry, is_due), None))


def problems_of_seals(documents: Documents, entry: Entry, is_due: bool) -> Iterator[Phrase]:
    """`is_due`: whether seals must come before anybody moves."""
    if is_kind(entry, SEALS):
        yield from wrong_seals(documents[0], entry, is_due)
    elif is_kind(entry, *TURNS) and is_due:
        yield say("A turn begins here, but there are no seals after the turn before it.")
    elif is_kind(entry, "close"):
        yield from reveal_problems(documents, entry)


def wrong_seals(header: Header, entry: Entry, is_due: bool) -> Iterator[Phrase]:
    if not is_due:
        yield say("Seals come once after a whole turn, while the game continues.")
    if list(entry["seals"]) != list(header["seats"]):
        yield say("It should have one seal for each seat, in the order of the header.")


def reveal_problems(documents: Documents, entry: Entry) -> Iterator[Phrase]:
    """What is wrong with the orders that the closing entry reveals."""
    secret, game, found = bytes.fromhex(entry["secret"]), documents[0]["game"], set[tuple[str, int]]()
    for each in entry.get("orders", ()):
        at, seat = int(each["entry"]), each["seat"]
        facts = {"entry": at, "seat": seat}
        sealed = seals_in(documents, at)
        if seat not in sealed or (seat, at) in found:
            yield say("It reveals orders of {seat} in entry {entry}, where there is no such seal.", **facts)
        elif sealed[seat] != seal(seal_nonce(secret, game, at, seat), each["text"]):
            yield say("The orders of {seat} that it reveals are not those behind the seal of entry {entry}.", **facts)
        elif not all(is_turn_of(documents, int(made), seat, at) for made in each.get("made", ())):
            yield say("The orders of {seat} behind entry {entry} made other entries than it says.", **facts)
        found.add((seat, at))


def seals_in(documents: Documents, number: int) -> Mapping[str, str]:
    """The seals of an entry; none if it has none."""
    found = entry_at(documents, number) if 0 < number < len(documents) else None
    return found["seals"] if found and found["kind"] == SEALS else {}


def is_turn_of(documents: Documents, number: int, seat: str, after: int) -> bool:
    """Whether entry `number` is a move of the seat after entry `after`."""
    if not after < number < len(documents):
        return False
    return is_kind(documents[number], "move") and documents[number].get("seat") == seat


def unopened_seals(documents: Documents) -> list[tuple[int, str]]:
    """Of a closed game: the entries and seats whose seals nothing opens that the closing entry reveals."""
    closing, header = documents[-1], documents[0]
    if not is_kind(closing, "close") or not takes_orders(header):
        return []
    secret = bytes.fromhex(closing["secret"])
    texts = {(int(each["entry"]), each["seat"]): each["text"] for each in closing.get("orders", ())}
    now, found = dict.fromkeys(header["seats"], ""), list[tuple[int, str]]()
    for number in range(1, len(documents)):
        for seat, sealed in seals_in(documents, number).items():
            now[seat] = texts.get((number, seat), now[seat])
            if sealed != seal(seal_nonce(secret, header["game"], number, seat), now[seat]):
                found.append((number, seat))
    return found
