"""What the entries of a log do, kind by kind: the position after an entry, from that before it."""

from collections.abc import Mapping
from typing import Any

from referee.rules.entry_shapes import (
    ASIDES,
    BadEntry,
    OtherVerdict,
    no_such_item,
    overruled_rules,
    own_fields,
    refuse,
    refuse_aside,
    refuse_impossible,
    strangers_problem,
)
from referee.rules.rulebook import AnyRulebook, E, Fate, P, Rulebook, S
from referee.rules.ruling import Rejected, happen, judge, rule_numbers
from referee.rules.rulings import ruled_position, under_new_edition
from referee.store.chance import Impossible, Told, Unentered, Untold
from referee.store.documents import REFEREE, Data, Entry, Header
from referee.words import say


class Sealed(Exception):
    """Something in the log is for one seat only until the game is closed, and the secret is not at hand."""


Folded = tuple[object, tuple[object, ...], tuple[object, ...]]
"""The position after an entry, its events, and the position after each of them."""


def fold_entry(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    """What an entry makes of the position before it. It must show exactly what was drawn. Raises BadEntry."""
    try:
        found = FOLDS[entry["kind"]](book, header, position, number, entry, fate)
    except Unentered as unknown:
        raise Sealed from unknown
    except Untold as untold:
        refuse_impossible(number, fate)
        raise BadEntry(number, say("It doesn't show what is at {place}.", place=untold.place)) from untold
    except Impossible as wrong:
        raise no_such_item(number, wrong.place, wrong.item) from wrong
    if fate.shown and fate.unused_places():
        refuse_impossible(number, fate)
        raise BadEntry(
            number, say("It shows {places}, but nothing asked for that.", places=", ".join(fate.unused_places()))
        )
    return found


def fold_deal(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_strangers(number, entry)
    return *deal_result(book, position, fate), ()


def deal_result(book: Rulebook[P, S, E], position: P, fate: Fate) -> tuple[P, tuple[E, ...]]:
    """The position after the deal, and its events."""
    events: list[E] = []
    for event in book.set_up.deal(position, fate):
        position = happen(book.play, position, event, fate, events)
    return position, tuple(events)


def fold_move(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    """Judge a recorded move: it is legal, and in the one canonical notation."""
    overrules = overruled_rules(entry) if "overrule" in entry else ()
    return lawful(book, position, number, entry, own_fields(entry), fate, overrules)


def fold_missed(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    """What the rules have for a missed turn; or any legal move, where the referee's planning player made one."""
    own = own_fields(entry)
    if "by" not in entry:
        return lawful(book, position, number, {"seat": entry["seat"], **book.play.missed(position)}, own, fate)
    if own.pop("by") != REFEREE:
        raise BadEntry(number, say("Only the referee can move for a player who missed a turn."))
    return lawful(book, position, number, {"seat": entry["seat"], **own}, own, fate)


def fold_aside(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_aside(header, number, entry)
    return position, (), ()


def fold_while_played(
    book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told
) -> Folded:
    """What is possible only while somebody is to move."""
    if book.play.to_move(position) is None:
        raise BadEntry(number, say("The game is already over."))
    return fold_aside(book, header, position, number, entry, fate)


def fold_edition(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    return under_new_edition(book, position, number, entry), (), ()


def fold_ruling(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    return ruled_position(book, header, position, number, entry), (), ()


def lawful(
    book: AnyRulebook,
    position: object,
    number: int,
    move: Data,
    own: dict[str, object],
    fate: Told,
    overrules: tuple[str, ...] = (),
) -> Folded:
    ruling = judge(book.play, position, move, fate, overrules=overrules)
    if isinstance(ruling, Rejected):
        raise OtherVerdict(number, say("The rules don't allow this move."), ruling.violations)
    if overrules and overrules != (broken := rule_numbers(ruling.overruled)):
        facts = {"named": ", ".join(overrules), "broken": ", ".join(broken) or say("none")}
        words = "It overrules {named}, but the rules that it breaks, in their order, are: {broken}."
        raise OtherVerdict(number, say(words, **facts))
    recorded = book.play.record(position, move, ruling.events)
    if own != recorded and own != scalars_as_text(recorded):
        raise BadEntry(number, say("The move isn't written in the notation of the log."))
    return ruling.position, ruling.events, ruling.passed


def fold_nonce(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_strangers(number, entry, "nonce")
    if header.get("nonces") != "wait":
        raise BadEntry(number, say("It is a nonce, but the header says that the game doesn't wait for any."))
    if entry["seat"] not in header["seats"]:
        raise BadEntry(number, say("There is no seat {seat} in this game.", seat=entry["seat"]))
    return position, (), ()


def fold_close(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_strangers(number, entry, "secret", "secrets", "places", "orders", "why")
    return position, (), ()


FOLDS = {
    **dict.fromkeys(ASIDES, fold_aside),
    **dict.fromkeys(("proposal", "end"), fold_while_played),
    "deal": fold_deal,
    "move": fold_move,
    "missed": fold_missed,
    "nonce": fold_nonce,
    "edition": fold_edition,
    "ruling": fold_ruling,
    "close": fold_close,
}


def refuse_strangers(number: int, entry: Entry, *known: str) -> None:
    """Raises BadEntry for a field that the kind does not have."""
    refuse(number, strangers_problem([key for key in own_fields(entry) if key not in known]))


def scalars_as_text(value: object) -> Any:
    """Plain data as it comes back from a log, where every scalar is text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {key: scalars_as_text(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [scalars_as_text(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
