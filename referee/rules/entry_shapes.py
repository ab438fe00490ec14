"""What an entry of a log can be: its shape, and what stands beside the moves."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import takewhile
from typing import Any

from referee import reading
from referee.exit_codes import REFUSED, Foreseen
from referee.reading.recorded_entries import question, questions
from referee.reading.shape import Misfits
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Violation
from referee.store.chance import Told
from referee.store.documents import (
    REFEREE,
    Data,
    Document,
    Documents,
    Entry,
    Header,
    documents_before,
    entries_after,
    entry_at,
    is_kind,
)
from referee.words import Phrase, say, word_list


class BadEntry(Foreseen):
    """An entry that is unlawful, or does not say what happened; `before` are the good `replay.Moment`s before it.

    game  the game, if a later entry has the hash of this one: then it is as it was recorded; else ""
    at    the place in the entry, if a schema says so: `shown/deck`
    """

    code = REFUSED

    def __init__(self, number: int, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.number = number
        self.says = says
        self.violations = violations
        self.before: list[Any] = []
        self.game = ""
        self.at = ""

    def __str__(self) -> str:
        return str(self.says)


class OtherVerdict(BadEntry):
    """The rules don't allow what is recorded, or lead to another position."""

    def advice(self) -> Phrase:
        """What helps where nobody changed the log."""
        words = (
            "The log is as it was recorded, but this version of referee judges entry {entry} differently. Go on with "
            "the version that recorded it, and please report this error. To see the game before that: "
            "referee show {game} --at {before}"
        )
        return say(words, entry=self.number, game=self.game, before=self.number - 1)


def refuse(number: int, why: Phrase | None) -> None:
    """Raises BadEntry if there is a reason."""
    if why:
        raise BadEntry(number, why)


def strangers_problem(strangers: Sequence[str]) -> Phrase | None:
    """That an entry has these fields, which are not those of its kind."""
    if not strangers:
        return None
    return say("It has fields that don't belong to its kind: {fields}.", fields=", ".join(strangers))


ENVELOPE = frozenset(("entry", "prev", "at", "kind", "seat", "say", "shown", "overrule", "state"))
"""The fields of an entry that are not the title's own."""


def own_fields(entry: Data) -> dict[str, object]:
    own = {}
    for field in entry:  # a comprehension takes half as long again
        if field not in ENVELOPE:
            own[field] = entry[field]
    return own


OF_PLAYERS = ("seat", "say", "shown")
"""Fields of the envelope that an entry of nobody's turn does not have."""
TURNS = ("move", "missed")
WITH_MOVES = (*TURNS, "correct")
"""The kinds of entries that hold a move."""
SEALS = "orders"
"""The kind of an entry with seals on what players have ordered ahead."""
RETURNING = (*TURNS, "end")
"""The kinds that an undo takes off the line, and that another undo brings back: turns, and an early end."""
REWRITES = ("undo", "correct")
"""The kinds that change which entries before them count."""
ABOUT_CORRECTION = ("corrects", "why", "proposal")
"""The fields of a correction that are not those of the move which it gives."""
BESIDE_MOVE = ("by", *ABOUT_CORRECTION)
"""The same, and who made it."""


def refuse_unlike_schemas(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """A document has the shape of the published schemas. Raises BadEntry.

    Replays do not ask this: what they read is decoded and judged. It says in words why a document can't be judged.
    """
    refuse_unlike_log(number, entry)
    refuse_unlike_moves(book, header, number, entry)


def refuse_unlike_published(book: AnyRulebook, documents: Documents) -> None:
    """Header and entries of a log have the shape of the published schemas. Raises BadEntry."""
    refuse_unlike_log(0, documents[0])
    for number, entry in enumerate(entries_after(documents, 0), 1):
        refuse_unlike_schemas(book, documents[0], number, entry)


def overruled_rules(entry: Entry) -> tuple[str, ...]:
    """The numbers of the rules that the moderator let this move break; none of any other entry."""
    return tuple(entry["overrule"]["rules"]) if "overrule" in entry else ()


FIELDS_OF_KIND: dict[str, tuple[str, ...]] = {
    "move": ("seat",),
    "missed": ("seat",),
    "nonce": ("seat", "nonce"),
    "talk": ("seat", "say"),
    "absent": ("seat",),
    "player": ("seat", "player"),
    "consent": ("seat", "edition"),
    "orders": ("seals",),
    "edition": ("edition",),
    "undo": ("back",),
    "correct": ("corrects", "seat", "why"),
    "proposal": ("what", "asks", "until"),
    "answer": ("proposal", "answer"),
    "end": ("how",),
    "clock": ("event",),
    "ruling": ("value", "was", "by", "why"),
    "deal": (),
    "close": (),
}
"""Kind of an entry → the fields that it has besides those of every entry."""
EVERYWHERE = ("entry", "prev", "at", "kind", "state")


def is_decoded(document: Document) -> bool:
    """Whether each field of a document is of its type, and none is missing. An entry may have fields of its title."""
    if "format" in document:
        return bool(question(Header)(document))
    asked, kind = questions(Entry), document.get("kind")
    if type(kind) is not str or kind not in FIELDS_OF_KIND:
        return False
    for field, value in document.items():
        if field in asked and not asked[field](value):
            return False
    for field in (*EVERYWHERE, *FIELDS_OF_KIND[kind]):
        if field not in document:
            return False
    return kind != "absent" or "ends" in document or ("from" in document and "to" in document)


def refuse_misfits(number: int, document: Document) -> None:
    """A document can be decoded. Raises BadEntry."""
    if is_decoded(document):
        return
    with suppress(ImportError):  # in a browser there is no jsonschema
        refuse_unlike_log(number, document)
    raise BadEntry(number, say("It doesn't have the form of a log."))


def refuse_unlike_log(number: int, document: Document) -> None:
    """A document has the shape of the schema of logs. Raises BadEntry."""
    value, misfits = reading.fit(document, "log")
    if misfits:
        why = reading.why_unfit(value, misfits, "log")
        raise unfit_entry(number, misfits, say("It doesn't have the form of a log: {why}", why=why))


def unfit_entry(number: int, misfits: Misfits, says: Phrase) -> BadEntry:
    """The error that an entry does not fit a schema, with the place of its first misfit."""
    found = BadEntry(number, says)
    found.at = "/".join(map(str, misfits[0].at))
    return found


def refuse_unlike_moves(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """A recorded move has a shape that its player could have written. Raises BadEntry."""
    if entry["kind"] not in WITH_MOVES or (entry["kind"] == "missed" and "by" not in entry):
        return
    own = {key: value for key, value in own_fields(entry).items() if key not in BESIDE_MOVE}
    written = {"game": header["game"], "after": str(number - 1), "seat": entry.get("seat"), **own}
    value, misfits = reading.fit(written, f"{book.id}.move")
    if misfits:
        why = reading.why_unfit(value, misfits, f"{book.id}.move")
        says = say("It doesn't have the form of a move of {title}: {why}", title=book.name, why=why)
        raise unfit_entry(number, misfits, says)


def refuse_unlike_title(book: AnyRulebook, header: Header) -> None:
    """The seats and options of a header are those of its title. Raises BadEntry."""
    for why in header_problems(book, header):
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
            words = "the option {name} can be {values}, but here it is {found}."
            yield say(words, name=option.name, values=" or ".join(option.values), found=found)


def refuse_impossible(number: int, fate: Told) -> None:
    """What an entry shows, and nothing asked for, can be in the piles. Raises BadEntry."""
    for place in fate.unused_places():
        items = fate.items.of(place.rpartition("/")[0]) if fate.items else (fate.shown[place],)
        if not items:
            raise BadEntry(number, say("It shows {place}, but there is no such pile.", place=place))
        if fate.shown[place] not in items:
            raise no_such_item(number, place, fate.shown[place])


def no_such_item(number: int, place: str, item: str) -> BadEntry:
    return BadEntry(number, say("It shows {item} at {place}, but there is no such thing.", item=item, place=place))


NONE = "none"
"""The value with which a consent withdraws the one before."""
MODERATOR = "moderator"
"""Who entered a consent, if its player did not."""


def edition_in_force(documents: Documents) -> int:
    """The number of the edition that holds after these documents of a log."""
    return int(next((each for each in reversed(documents) if is_kind(each, "edition")), documents[0])["edition"])


def consents(documents: Documents) -> dict[str, int]:
    """Seat → the number of the edition to which it consents after these documents, for the seats that do."""
    found: dict[str, int] = {}
    for entry in entries_after(documents, 0):
        if entry["kind"] == "edition":
            found = {}
        elif entry["kind"] == "consent":
            found.pop(entry["seat"], None)
            found |= {entry["seat"]: int(entry["edition"])} if entry["edition"] != NONE else {}
    return found


def seats_without_consent(documents: Documents, edition: int) -> list[str]:
    """The seats that have not consented to this edition, in the order of the header."""
    given = consents(documents)
    return [seat for seat in documents[0]["seats"] if given.get(seat) != edition]


def refuse_wrong_consent(documents: Documents, number: int) -> None:
    """A consent names an edition after the one in force, once; or `none`, where there is one. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    seat, named = entry["seat"], entry["edition"]
    given, current = consents(before), edition_in_force(before)
    if named == NONE:
        if seat not in given:
            raise BadEntry(number, say("{seat} has not given consent, so none can be withdrawn.", seat=seat))
    elif int(named) <= current:
        words = "{seat} consents to edition {edition}, but the game already uses edition {current}."
        raise BadEntry(number, say(words, seat=seat, edition=named, current=current))
    elif given.get(seat) == int(named):
        raise BadEntry(number, say("{seat} has already consented to edition {edition}.", seat=seat, edition=named))


def refuse_unagreed_edition(documents: Documents, number: int) -> None:
    """An edition takes over that is newer than the one in force, and to which every seat consents. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    named, current = entry["edition"], edition_in_force(before)
    strangers = [each for each in own_fields(entry) if each not in ("edition", "reader", "why")]
    refuse(number, strangers_problem([*strangers, *[each for each in OF_PLAYERS if each in entry]]))
    if named == NONE or int(named) <= current:
        words = "Edition {edition} doesn't come after edition {current}, which the game uses now."
        raise BadEntry(number, say(words, edition=named, current=current))
    if missing := seats_without_consent(before, int(named)):
        words = "Edition {edition} can't be adopted: {seats} did not consent."
        raise BadEntry(number, say(words, edition=named, seats=word_list(missing)))


def refuse_amid_turn(book: AnyRulebook, position: object, number: int, when: tuple[Phrase, Phrase]) -> None:
    """The rules change only between two turns of a game that is not over. Raises BadEntry with one of two texts."""
    if book.play.is_turn_begun(position):
        raise BadEntry(number, when[0])
    if book.play.to_move(position) is None:
        raise BadEntry(number, when[1])


ANY_TIME = ("talk", "absent", "player", "clock")
"""The kinds of those that may be entered before the deal, too."""
ASIDES = (*ANY_TIME, "consent", "proposal", "answer", "orders")
"""The kinds of these entries."""

FIELDS: dict[str, tuple[str, ...]] = {
    "talk": (),
    "absent": ("from", "to", "ends", "why"),
    "player": ("player", "until", "by", "why", "proposal"),
    "consent": ("edition", "by", "why"),
    "undo": ("back", "by", "why", "proposal", "commitment"),
    "proposal": ("what", "asks", "until", "by", "winners", "back", "subject", "value", "why"),
    "answer": ("proposal", "answer", "by"),
    "end": ("how", "winners", "proposal", "by", "why"),
    "orders": ("seals",),
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
"""The fields that an event of the clock must have.

A stop with `since` and `until` is over already: a gap in operation.
"""
SEATED = ("talk", "absent", "player", "consent", "proposal", "answer", "end", "undo", "reminded", "overdue", "extended")
"""The kinds that concern a seat."""
SPOKEN = ("talk",)
"""The kinds with a text of a player."""


def refuse_aside(header: Header, number: int, entry: Entry) -> None:
    """Refuse errors of an entry that is not a move which its schema cannot express. Raises BadEntry."""
    refuse(number, next(aside_problems(header, entry), None))


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
    if kind == "consent" and entry.get("by", MODERATOR) != MODERATOR:
        yield say("Only the player or the moderator can give this consent, not {by}.", by=entry["by"])


def strange_fields(kind: str, entry: Entry) -> Iterator[Phrase]:
    """Fields that the kind does not have."""
    found = [each for each in own_fields(entry) if each not in FIELDS[kind]]
    found += [each for each, kinds in (("seat", SEATED), ("say", SPOKEN)) if each in entry and kind not in kinds]
    if "shown" in entry:
        found.append("shown")
    if problem := strangers_problem(found):
        yield problem


def reversed_days(kind: str, entry: Entry) -> Iterator[Phrase]:
    """An absence and a gap end after they begin; a substitute plays until a day, a gap lasts until a time."""
    if kind == "absent" and ("ends" in entry) == ("from" in entry or "to" in entry):
        yield say("It needs either `from` and `to`, or `ends`.")
    elif kind == "absent" and entry.get("to", "") < entry.get("from", ""):
        yield say("It ends before it begins.")
    if kind == "player" and ("by" in entry and "until" in entry):
        yield say("A seat that the referee plays has no last day.")
    if kind == "player" and entry.get("by", REFEREE) != REFEREE:
        yield say("Only the referee can play a seat in place of a person, not {by}.", by=entry["by"])
    if kind == "player" and "T" in entry.get("until", ""):
        yield say("A substitute plays until a given day, not until {until}.", until=entry["until"])
    if kind == "stopped":
        if ("since" in entry) != ("until" in entry):
            yield say("A stop of the clock that is over needs both `since` and `until`.")
        elif "since" in entry and not entry["since"] < entry["until"]:
            yield say("It ends before it begins.")


def first_nonces(documents: Documents) -> dict[str, str]:
    """The nonces that were given before the deal, by seat."""
    before = takewhile(lambda each: not is_kind(each, "deal"), entries_after(documents, 0))
    given = dict[str, str]()
    for each in before:
        if is_kind(each, "nonce"):
            given.setdefault(each["seat"], each["nonce"])
    return given


def silent_seats(documents: Documents) -> list[str]:
    """The seats whose players have given no nonce yet; who took a seat over since its nonce is one of them."""
    silent = dict.fromkeys(documents[0]["seats"])
    for each in entries_after(documents, 0):
        if is_kind(each, "nonce"):
            silent.pop(each["seat"], None)
        elif is_kind(each, "player"):
            silent[each["seat"]] = None
    return [each for each in documents[0]["seats"] if each in silent]


def refuse_second_nonce(documents: Documents, number: int) -> None:
    """Anybody who could give a nonce twice could choose the deal. Who takes a seat over repeats it. Raises BadEntry."""
    before, entry = documents_before(documents, number), entry_at(documents, number)
    seat, given = entry.get("seat"), first_nonces(before)
    if seat in given and (given[str(seat)] != entry["nonce"] or seat not in silent_seats(before)):
        raise BadEntry(number, say("{seat} has already given a nonce, which can't be changed.", seat=seat))


def refuse_wrong_ends(documents: Documents, number: int) -> None:
    """An entry ends absences of the same player that no entry before has ended. Raises BadEntry."""
    refuse(number, next(wrong_ends(documents[:number], entry_at(documents, number)), None))


def wrong_ends(before: Sequence[Document], entry: Entry) -> Iterator[Phrase]:
    own = {n: each for n, each in enumerate(before) if "kind" in each and each.get("seat") == entry.get("seat")}
    over = [str(number) for each in own.values() for number in each.get("ends", ())]
    taken = max((n for n, each in own.items() if each["kind"] == "player"), default=0)
    for number in entry.get("ends", ()):
        ended = own.get(int(number))
        if ended is None or "from" not in ended:
            yield say(
                "It ends entry {entry}, but that isn't an absence of {seat}.", entry=number, seat=entry.get("seat")
            )
        elif str(number) in over or int(number) < taken:
            yield say("It ends the absence of entry {entry}, which has already ended.", entry=number)


def is_day(text: str) -> bool:
    """Whether there is such a day, of text in the form 2026-12-24."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def last_at_position(documents: Sequence[Document], number: int) -> int:
    """The last entry with the position of entry `number`: that one, or the last of those besides the moves after it."""
    while number + 1 < len(documents) and documents[number + 1].get("kind") in ASIDES:
        number += 1
    return number


def turning(documents: Sequence[Document]) -> int:
    """The last entry that is not one besides the moves: the one that a move answers."""
    number = len(documents) - 1
    while documents[number].get("kind") in ASIDES:
        number -= 1
    return number


SEALED = "sealed"
"""What the header of a game says whose players may send orders ahead."""


def takes_orders(header: Mapping[str, Any]) -> bool:
    """Whether players of the game with this header may send orders ahead of their turn."""
    return header.get("orders") == SEALED
