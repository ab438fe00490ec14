"""The fold of a log: from the header to the position after each entry, every entry judged as on its first day.

It needs no secret: each entry's `shown` has what chance showed.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import accumulate, islice, takewhile
from typing import Any, NamedTuple, Protocol

from referee.rules.entry_shapes import (
    ANY_TIME,
    ASIDES,
    REFUSALS,
    naming_edition,
    no_such_item,
    own_fields,
    refuse_aside,
    refuse_impossible,
    refuse_misfits,
    refuse_unlike_schemas,
    refuse_unlike_title,
    refuse_wrong_ends,
    under_new_edition,
)
from referee.rules.entry_shapes import BadEntry as BadEntry
from referee.rules.rulebook import AnyRulebook, E, Fate, P, Rulebook, S
from referee.rules.ruling import Rejected, happen, judge
from referee.rules.sealed_orders import refuse_wrong_seals, takes_orders
from referee.store.chain import canonical
from referee.store.chance import (
    NO_NONCE,
    PRACTICE,
    Drawn,
    Impossible,
    PileItems,
    Told,
    Untold,
    commitment,
    final_seed,
    is_practice,
)
from referee.store.documents import Data, Documents, Entry, Header, entries_after, entry_at, is_kind
from referee.words import say


class Chained(Protocol):
    """What replay needs of a `log.Log`."""

    @property
    def documents(self) -> Documents: ...
    @property
    def heads(self) -> tuple[str, ...]: ...


class Moment(NamedTuple):
    """The game after entry `number` (0: the header): its fields, what happened, and the resulting position.

    `passed`: the position after each event, where they were kept; who makes it with other events leaves them out.
    """

    number: int
    entry: Header | Entry
    position: Any
    events: tuple[Any, ...]
    head: str
    passed: tuple[object, ...] = ()

    def course(self, before: object, evolve: Callable[[Any, Any], Any]) -> Iterator[Any]:
        """The position after each event, taken from the judgement or computed again from the moment `before`."""
        return iter(self.passed) if self.passed else islice(accumulate(self.events, evolve, initial=before), 1, None)


WAITING, PLAYING, CLOSED = "waiting for its deal", "in play", "closed"
KINDS: dict[str, tuple[str, ...]] = {
    WAITING: ("nonce", "deal", "close", *ANY_TIME),
    PLAYING: ("move", "missed", "edition", "close", *ASIDES),
    CLOSED: (),
}
"""Which kinds of entries there may be when."""
NEXT = {"deal": PLAYING, "close": CLOSED}
"""The kinds that begin a phase."""

Folded = tuple[object, tuple[object, ...], tuple[object, ...]]
"""The position after an entry, its events, and the position after each of them."""

Secret = Callable[[], bytes]
"""Called only for what a log does not reveal before it is closed. Raises Sealed, or whatever the caller likes."""


Fates = Callable[[Entry], Told]
"""The fate of each entry."""


class Sealed(Exception):
    """Something in the log is for one seat only until the game is closed, and the secret is not at hand."""


def refuse_secret() -> bytes:
    """The secret of who has none. Raises Sealed."""
    raise Sealed


def replay(book: AnyRulebook, log: Chained, *, upto: int | None = None, secret: Secret = refuse_secret) -> list[Moment]:
    """All moments of a log, or those up to entry `upto`. Raises BadEntry at the first entry that is not right."""
    found: list[Moment] = []
    try:
        for moment in moments(book, log, upto=upto, secret=secret):
            found.append(moment)
    except BadEntry as bad:
        bad.before = found
        raise
    return found


def moments(
    book: AnyRulebook,
    log: Chained,
    *,
    upto: int | None = None,
    secret: Secret = refuse_secret,
    fates: Fates | None = None,
) -> Iterator[Moment]:
    """The same one by one, for who keeps none: memory does not grow with the game. `fates`: instead of the usual."""
    header = log.documents[0]
    position, phase = first_position(book, header), WAITING
    told = fates or telling(book, log, secret)
    yield Moment(0, header, position, (), log.heads[0])
    for number, entry in enumerate(entries_after(log.documents, 0)[:upto], 1):
        moment = judge_entry(book, log, number, position, phase, told)
        position, phase = moment.position, NEXT.get(entry["kind"], phase)
        book = book.under(entry) if entry["kind"] == "edition" else book
        yield moment


def judge_last(book: AnyRulebook, log: Chained, position: object, phase: str, secret: Secret = refuse_secret) -> Moment:
    """The moment of the last entry, judged as `replay` judges it after all entries before. Raises BadEntry.

    `position` and `phase` are those before it; the book is under the edition that holds there.
    """
    closing_secret(log)
    return judge_entry(book, log, len(log.documents) - 1, position, phase, telling(book, log, secret))


def judge_entry(book: AnyRulebook, log: Chained, number: int, position: object, phase: str, told: Fates) -> Moment:
    """The moment of entry `number`; `position` and `phase` are those before it. Raises BadEntry."""
    header, entry = log.documents[0], entry_at(log.documents, number)
    refuse_unlike_schemas(book, header, number, entry)
    refuse_misplaced(number, entry, phase)
    if entry["kind"] == "nonce":
        refuse_second_nonce(log, number, entry)
    moment = next_moment(book, header, position, number, entry, log.heads[number], told(entry))
    if "ends" in entry:
        refuse_wrong_ends(log.documents, number)
    if entry["kind"] in REFUSALS:
        REFUSALS[entry["kind"]](log.documents, number)
    refuse_wrong_seals(log.documents, number, book.play, position)
    return moment


def telling(book: AnyRulebook, log: Chained, secret: Secret) -> Fates:
    """The fate of an entry: what it shows, and behind the veil what follows from the secret."""
    header, drawn = book.header_with_options(log.documents[0]), list[Drawn]()
    veil, piles = book.set_up.veil(header), book.set_up.piles(header)
    items = PileItems(piles)

    def deeper(*question: Any) -> str:
        if not drawn:
            drawn.append(Drawn(seed_of(log, closing_secret(log) or secret()), piles, veil))
        return drawn[0](*question)

    return lambda entry: Told(entry.get("shown") or {}, items, veil, deeper)


def closing_secret(log: Chained) -> bytes | None:
    """The secret that the closing entry reveals, if the log has one.

    Raises BadEntry when it is not the committed one.
    """
    number, last = len(log.documents) - 1, log.documents[-1]
    if not is_kind(last, "close"):
        return None
    refuse_misfits(number, last)
    secret = bytes.fromhex(last["secret"])
    if commitment(log.documents[0]["game"], secret) != log.documents[0]["commitment"]:
        raise BadEntry(number, say("This isn't the secret that the header commits to."))
    return secret


def fate_of(book: AnyRulebook, log: Chained, secret: bytes) -> Drawn:
    """All chance of a game whose list of nonces is fixed."""
    header = book.header_with_options(log.documents[0])
    return Drawn(seed_of(log, secret), book.set_up.piles(header), book.set_up.veil(header))


def seed_of(log: Chained, secret: bytes) -> bytes:
    """From what all chance of a game follows: its name, its secret and its list of nonces, which is fixed."""
    return final_seed(log.documents[0]["game"], secret, nonces_of(log))


def first_position(book: AnyRulebook, header: Header) -> object:
    refuse_misfits(0, header)
    refuse_feigned_chance(header)
    refuse_unlike_title(book, header)
    try:
        return book.set_up.begin(book.header_with_options(header))
    except ValueError as error:
        raise BadEntry(
            0, say("The header does not describe a game of {title}: {why}", title=book.name, why=error)
        ) from error


def refuse_feigned_chance(header: Header) -> None:
    """A game with the published secret says `chance: practice`, and no other does. Raises BadEntry."""
    said, practice = header.get("chance") == PRACTICE, is_practice(header["game"], header["commitment"])
    if practice and not said:
        words = "It commits to the published secret of practice games, but doesn't say `chance: practice`."
        raise BadEntry(0, say(words))
    if said and not practice:
        words = "It says `chance: practice`, but doesn't commit to the published secret of practice games."
        raise BadEntry(0, say(words))
    if said and takes_orders(header):
        raise BadEntry(0, say("A practice game can't seal orders, because its secret is published."))
    if said and header.get("nonces") == "wait":
        raise BadEntry(0, say("A practice game doesn't wait for nonces, because its secret is published."))


def book_in_force(book: AnyRulebook, documents: Documents) -> AnyRulebook:
    """The title under the edition that holds after these documents of a log, header first. Raises LookupError."""
    return book.under(naming_edition(documents))


def phase_of(log: Chained) -> str:
    """Whether a game whose log is right waits for its deal, is in play, or is closed."""
    kinds = [entry["kind"] for entry in log.documents[1:]]
    return CLOSED if "close" in kinds else PLAYING if "deal" in kinds else WAITING


def refuse_misplaced(number: int, entry: Entry, phase: str) -> None:
    """Raise BadEntry when an entry has no place in this phase."""
    kind = entry.get("kind")
    if kind not in KINDS[phase]:
        raise BadEntry(
            number, say("An entry of kind {kind} isn't possible while the game is {phase}.", kind=kind, phase=phase)
        )


def next_moment(
    book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, head: str, fate: Told
) -> Moment:
    """The moment of one more entry, which must show exactly what was drawn and what resulted."""
    try:
        position, events, passed = FOLDS[entry["kind"]](book, header, position, number, entry, fate)
    except Untold as untold:
        refuse_impossible(number, fate)
        raise BadEntry(number, say("It doesn't show what is at {place}.", place=untold.place)) from untold
    except Impossible as wrong:
        raise no_such_item(number, wrong.place, wrong.item) from wrong
    if fate.unused_places():
        refuse_impossible(number, fate)
        raise BadEntry(
            number, say("It shows {places}, but nothing asked for that.", places=", ".join(fate.unused_places()))
        )
    if entry["kind"] == "edition":
        book = book.under(entry)
    if entry["state"] != state_of(book, position):
        raise BadEntry(number, say("The position after it is not the one that its `state:` gives."))
    return Moment(number, entry, position, events, head, passed)


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
    return lawful(book, position, number, entry, own_fields(entry), fate)


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


def fold_edition(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    return under_new_edition(book, position, number, entry)[1], (), ()


def lawful(book: AnyRulebook, position: object, number: int, move: Data, own: dict[str, object], fate: Told) -> Folded:
    ruling = judge(book.play, position, move, fate)
    if isinstance(ruling, Rejected):
        raise BadEntry(number, say("The rules don't allow this move."), ruling.violations)
    recorded = book.play.record(position, move, ruling.events)
    if own != recorded and own != scalars_as_text(recorded):  # most moves have no numbers to put into words
        raise BadEntry(number, say("The move isn't written in the notation of the log."))
    return ruling.position, ruling.events, ruling.passed


def fold_nonce(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_strangers(number, entry, "nonce")
    if header.get("nonces") != "wait":
        raise BadEntry(number, say("It is a nonce, but the header says that the game doesn't wait for any."))
    if entry["seat"] not in header["seats"]:
        raise BadEntry(number, say("There is no seat {seat} in this game.", seat=entry["seat"]))
    return position, (), ()


def refuse_second_nonce(log: Chained, number: int, entry: Entry) -> None:
    """Anybody who could give a nonce twice could choose the deal."""
    if entry.get("seat") in [each["seat"] for each in log.documents[:number] if is_kind(each, "nonce")]:
        raise BadEntry(number, say("{seat} has already given a nonce, which can't be changed.", seat=entry["seat"]))


def fold_close(book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, fate: Told) -> Folded:
    refuse_strangers(number, entry, "secret", "orders")
    return position, (), ()


REFEREE = "referee"
"""Who made a move for a seat that missed its turn, if it was not the rules' pass."""

FOLDS = {
    **dict.fromkeys(ASIDES, fold_aside),
    "deal": fold_deal,
    "move": fold_move,
    "missed": fold_missed,
    "nonce": fold_nonce,
    "edition": fold_edition,
    "close": fold_close,
}


def refuse_strangers(number: int, entry: Entry, *known: str) -> None:
    strangers = [key for key in own_fields(entry) if key not in known]
    if strangers:
        raise BadEntry(
            number, say("It has fields that don't belong to its kind: {fields}.", fields=", ".join(strangers))
        )


def nonces_of(log: Chained) -> dict[str, str]:
    """For every seat the nonce that its player gave before the deal, or `none`."""
    before = takewhile(lambda entry: entry.get("kind") != "deal", log.documents[1:])
    given = {entry["seat"]: entry["nonce"] for entry in before if entry.get("kind") == "nonce"}
    return {seat: given.get(seat, NO_NONCE) for seat in log.documents[0]["seats"]}


def state_of(book: AnyRulebook, position: object) -> str:
    """What `state:` in the log says: SHA-256 (hex) of the canonical JSON of the public position."""
    return sha256(canonical(book.public(position)).encode("ascii")).hexdigest()


def scalars_as_text(value: object) -> Any:
    """Plain data as it comes back from a log, where every scalar is text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {key: scalars_as_text(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [scalars_as_text(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
