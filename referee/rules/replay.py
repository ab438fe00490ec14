"""The fold of a log: from the header to the position after each entry, every entry judged as on its first day.

It needs no secret: each entry's `shown` has what chance showed.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any

from referee.rules.entry_shapes import (
    ANY_TIME,
    ASIDES,
    REWRITES,
    SEALS,
    TURNS,
    OtherVerdict,
    first_nonces,
    refuse,
    refuse_misfits,
    refuse_second_nonce,
    refuse_unlike_log,
    refuse_unlike_schemas,
    refuse_unlike_title,
    refuse_wrong_ends,
    strangers_problem,
)
from referee.rules.entry_shapes import BadEntry as BadEntry
from referee.rules.folds import Sealed, fold_entry
from referee.rules.law import public_text
from referee.rules.line import (
    Layer,
    closing_secrets,
    counted_line,
    feigned_chance,
    layer_at,
    lengthen,
    position_after,
    refuse_repeated_promise,
    refuse_short_fork,
    refuse_uncopied,
    shown_places,
)
from referee.rules.line import Moment as Moment
from referee.rules.refusals import REFUSALS
from referee.rules.rewrites import rewrite_of
from referee.rules.rulebook import AnyRulebook, hides
from referee.rules.rulings import CHANGERS, book_after_entry
from referee.rules.sealed_orders import refuse_wrong_seals
from referee.store.chain import Log
from referee.store.chance import (
    NO_NONCE,
    Drawn,
    Impossible,
    KnownDeal,
    PileItems,
    Secrets,
    Told,
    commitment,
    final_seed,
    is_known_deal,
    place_parts,
)
from referee.store.documents import Documents, Entry, Header, entries_after, entry_at
from referee.words import say

WAITING, PLAYING, ENDED, CLOSED = "waiting for its deal", "in play", "over by agreement", "closed"
"""The phases of a game. One that is over by its rules is still PLAYING."""
KINDS: dict[str, tuple[str, ...]] = {
    WAITING: ("nonce", "deal", "close", *ANY_TIME),
    PLAYING: (*TURNS, *REWRITES, "edition", "ruling", "end", "close", *ASIDES),
    ENDED: ("undo", "close", *ANY_TIME),
    CLOSED: (),
}
"""Which kinds of entries there may be when."""
NEXT = {"deal": PLAYING, "end": ENDED, "undo": PLAYING, "close": CLOSED}
"""The kinds that begin a phase. An undo takes the end back."""

Secret = Callable[[], bytes | Secrets]
"""Called only for what a log does not reveal before it is closed. Raises Sealed, or whatever the caller likes."""


Fates = Callable[[Entry], Told]
"""The fate of each entry."""


def refuse_secret() -> bytes:
    """The secret of who has none. Raises Sealed."""
    raise Sealed


def replay(book: AnyRulebook, log: Log, *, upto: int | None = None, secret: Secret = refuse_secret) -> list[Moment]:
    """All moments of a log, or those up to entry `upto`. Raises BadEntry at the first entry that is not right."""
    found: list[Moment] = []
    try:
        for moment in moments(book, log, upto=upto, secret=secret):
            found.append(moment)
        refuse_short_fork(log.documents)
    except BadEntry as bad:
        bad.before = found
        bad.game = log.documents[0]["game"] if bad.number + 1 < len(log.documents) else ""
        raise
    return found


def moments(
    book: AnyRulebook,
    log: Log,
    *,
    upto: int | None = None,
    secret: Secret = refuse_secret,
    fates: Fates | None = None,
) -> Iterator[Moment]:
    """The same one by one, for who keeps none: memory does not grow with the game. `fates`: instead of the usual."""
    header = log.documents[0]
    line, phase = [Moment(0, header, first_position(book, header), (), log.heads[0])], WAITING
    told, entries = fates or telling(book, log, secret), entries_after(log.documents, 0)
    kinds = [each.get("kind") for each in entries]
    rewritten = any(kind in kinds for kind in REWRITES)
    past = list(line)
    yield line[0]
    for number, entry in enumerate(entries[:upto], 1):
        moment, kind = judge_entry(book, log, number, line, phase, told, past), entry["kind"]
        if kind not in TURNS:
            phase = NEXT.get(kind, phase)
            book = book_after_entry(book, entry) if kind in CHANGERS else book
        if rewritten:
            lengthen(line, moment)
            past.append(moment)
        elif kind != SEALS:
            line = [moment]
        yield moment


def judge_last(
    book: AnyRulebook,
    log: Log,
    line: Sequence[Moment],
    phase: str,
    secret: Secret = refuse_secret,
    past: Sequence[Moment] = (),
) -> Moment:
    """The moment of the last entry, judged as `replay` judges it after all entries before. Raises BadEntry.

    `line`, `phase` and all moments, `past`, are those before it; the book is the one that holds there.
    """
    closing_secrets(log.documents)
    return judge_entry(book, log, len(log.documents) - 1, line, phase, telling(book, log, secret), past)


def judge_entry(
    book: AnyRulebook,
    log: Log,
    number: int,
    line: Sequence[Moment],
    phase: str,
    told: Fates,
    past: Sequence[Moment] = (),
) -> Moment:
    """The moment of entry `number`; `line`, `phase` and `past` are those before it. Raises BadEntry.

    The line and the past are whole where an entry can change the line; else its last moment is enough.
    """
    entry = entry_at(log.documents, number)
    refuse_misfits(number, entry)
    try:
        return decoded_moment(book, log, number, line, phase, told, past)
    except Sealed:
        raise
    except Exception as error:
        try:
            refuse_unlike_schemas(book, log.documents[0], number, entry)
        except ImportError:  # in a browser there is no jsonschema, and so no telling a wrong shape from a bug
            if not isinstance(error, BadEntry):
                raise BadEntry(
                    number, say("It can't be judged, and jsonschema, which could say why, is not here.")
                ) from error
        raise


def decoded_moment(
    book: AnyRulebook,
    log: Log,
    number: int,
    line: Sequence[Moment],
    phase: str,
    told: Fates,
    past: Sequence[Moment],
) -> Moment:
    """The same of an entry whose fields are of their types. Raises BadEntry; anything for a move of no shape."""
    header, entry = log.documents[0], entry_at(log.documents, number)
    kind = entry["kind"]
    if kind not in KINDS[phase]:
        words = "An entry of kind {kind} isn't possible while the game is {phase}."
        raise BadEntry(number, say(words, kind=kind, phase=phase))
    if "fork" in header:
        refuse_uncopied(header, number, entry)
    if "overrule" in entry and kind != "move":  # what the referee does for a player keeps the rules
        refuse(number, strangers_problem(["overrule"]))
    if kind in TURNS:
        moment = next_moment(book, header, line[-1].position, number, entry, log.heads[number], told(entry))
    else:
        moment = aside_moment(book, log, line, number, entry, told, past)
    if "orders" in header or "orders" in entry or kind == SEALS:
        refuse_wrong_seals(log.documents, number, book.play, line[-1].position)
    return moment


def aside_moment(
    book: AnyRulebook,
    log: Log,
    line: Sequence[Moment],
    number: int,
    entry: Entry,
    told: Fates,
    past: Sequence[Moment],
) -> Moment:
    """The moment of an entry that is no turn. Raises BadEntry."""
    if entry["kind"] == "nonce":
        refuse_second_nonce(log.documents, number)
    if entry["kind"] in REWRITES:
        rewrite = rewrite_of(book, log, line, number, entry, told, past)
        position = position_after(line, rewrite)
        refuse_other_state(book, number, entry, position)
        moment = Moment(number, entry, position, (), log.heads[number], rewrite=rewrite)
    else:
        position, head = line[-1].position, log.heads[number]
        moment = next_moment(book, log.documents[0], position, number, entry, head, told(entry))
    if "commitment" in entry:
        refuse_repeated_promise(log.documents, number)
    if "ends" in entry:
        refuse_wrong_ends(log.documents, number)
    refuse_unlinked(log.documents, number, entry["kind"])
    return moment


def refuse_unlinked(documents: Documents, number: int, kind: str) -> None:
    """What an entry of this kind must be after those before it, where anything is asked. Raises BadEntry."""
    if refuse := REFUSALS.get(kind):
        refuse(documents, number)


def telling(book: AnyRulebook, log: Log, secret: Secret) -> Fates:
    """The fate of an entry: what it shows, and behind the veil what follows from the secret of its layer."""
    header, drawn = book.header_with_options(log.documents[0]), dict[int, Drawn]()
    veil, piles = book.set_up.veil(header), book.set_up.piles(header)
    items, entries = PileItems(piles), entries_after(log.documents, 0)
    starts = [n for n, each in enumerate(entries, 1) if "commitment" in each]

    def deeper(entry: Entry, *question: Any) -> str:
        number = number_of(entry, log)
        start = starts[bisect_left(starts, number) - 1] if starts and starts[0] < number else 0
        if start not in drawn:
            layer = layer_at(log.documents, number)
            drawn[start] = fate_in(book, log, layer, closing_secrets(log.documents) or secret())
        return drawn[start](*question)

    return lambda entry: Told(entry.get("shown") or {}, items, veil, partial(deeper, entry))


def number_of(entry: Entry, log: Log) -> int:
    """The number of an entry of the log, or of one that comes next."""
    return int(entry.get("entry", len(log.documents)))


def fate_of(
    book: AnyRulebook, log: Log, secret: bytes | Secrets, number: int | None = None, played: Log | None = None
) -> Drawn:
    """All chance of a game whose list of nonces is fixed, as entry `number` asks for it; without one: the next entry.

    It has all places that the entries that count have asked for.

    `played`: the log as it was played, if `log` names another edition than its header.
    """
    layer = layer_at(log.documents, len(log.documents) if number is None else number)
    return fate_in(book, log, layer, secret, played)


def fate_in(book: AnyRulebook, log: Log, layer: Layer, secret: bytes | Secrets, played: Log | None = None) -> Drawn:
    """All chance of a layer. Raises BadEntry if what was seen before it cannot be in the piles."""
    header, secrets = book.header_with_options(log.documents[0]), all_secrets(secret)
    places = inherited_places(book, played or log, layer, secrets)
    kind = KnownDeal if is_known_deal(header) and not layer.start else Drawn
    try:
        drawn = kind(
            final_seed(log.documents[0]["game"], secret_in(log, layer, secrets), nonces_of(log)),
            book.set_up.piles(header),
            book.set_up.veil(header),
            places,
            book.set_up.shuffles(header),
        )
        for pile in {place_parts(where)[0]: 0 for where in places}:
            if pile in drawn.piles:
                drawn.order(pile)
    except Impossible as wrong:
        raise no_room(log, layer, wrong) from wrong
    return drawn


def no_room(log: Log, layer: Layer, wrong: Impossible) -> BadEntry:
    """What to say of an item that cannot have been where it was seen, and which entry shows it."""
    entries = enumerate(entries_after(log.documents, 0), 1)
    shows = [n for n, each in entries if wrong.place in shown_places([each])]
    words = "{item} can't be at {place}: with what else was seen the pile doesn't hold it there."
    return BadEntry(max(shows, default=layer.start), say(words, item=wrong.item, place=wrong.place))


def all_secrets(secret: bytes | Secrets) -> Secrets:
    """The secrets of a game; most have a single one."""
    return secret if isinstance(secret, Secrets) else Secrets(secret)


def secret_in(log: Log, layer: Layer, secrets: Secrets) -> bytes:
    """The secret of a layer. Raises Sealed if it is not among those that are known."""
    if not layer.start:
        return secrets.first
    found = secrets.later.get(layer.commitment)
    if found is None or commitment(log.documents[0]["game"], found) != layer.commitment:
        raise Sealed
    return found


def inherited_places(book: AnyRulebook, log: Log, layer: Layer, secrets: Secrets) -> Mapping[str, str]:
    """Place → item of all that was seen before a layer and stays; of a known deal all that is known of it."""
    header = log.documents[0]
    if not layer.start:
        seen = entries_after(log.documents, 0) if is_known_deal(header) else layer.kept
        for n, entry in enumerate(seen, 1):
            refuse_misfits(n, entry)
        return {**secrets.places, **shown_places(seen)}
    first = book.under(header)
    if not layer.kept or not hides(first, first.header_with_options(header)):
        return shown_places(layer.kept)
    kept = [int(each["entry"]) for each in layer.kept]
    past = counted_line(list(moments(first, log, upto=kept[-1], secret=lambda: secrets)))
    return {where: item for each in past if each.number in kept for where, item in each.asked.items()}


def first_position(book: AnyRulebook, header: Header) -> object:
    refuse_misfits(0, header)
    refuse(0, next(feigned_chance(header), None))
    refuse_unlike_title(book, header)
    try:
        return book.set_up.begin(book.header_with_options(header))
    except ValueError as error:
        with suppress(ImportError):
            refuse_unlike_log(0, header)
        raise BadEntry(
            0, say("The header does not describe a game of {title}: {why}", title=book.name, why=error)
        ) from error


def phase_of(log: Log) -> str:
    """Whether a game whose log is right waits for its deal, is in play, is over by agreement, or is closed."""
    told = NEXT | dict.fromkeys(TURNS, PLAYING)  # there are no turns before the deal, and none after the end
    kinds = [entry["kind"] for entry in reversed(entries_after(log.documents, 0))]
    return next((told[each] for each in kinds if each in told), WAITING)


def next_moment(
    book: AnyRulebook, header: Header, position: object, number: int, entry: Entry, head: str, fate: Told
) -> Moment:
    """The moment of one more entry, which must show exactly what was drawn and what resulted."""
    position, events, passed = fold_entry(book, header, position, number, entry, fate)
    after = book_after_entry(book, entry) if entry["kind"] in CHANGERS else book
    refuse_other_state(after, number, entry, position)
    return Moment(number, entry, position, events, head, passed, fate.answers, fate.made)


def refuse_other_state(book: AnyRulebook, number: int, entry: Entry, position: object) -> None:
    """Raises BadEntry for an entry whose `state:` is not that of the position after it."""
    if entry["state"] != state_of(book, position):
        raise OtherVerdict(number, say("The position after it is not the one that its `state:` gives."))


def nonces_of(log: Log) -> dict[str, str]:
    """For every seat the nonce that its player gave before the deal, or `none`."""
    given = first_nonces(log.documents)
    return {seat: given.get(seat, NO_NONCE) for seat in log.documents[0]["seats"]}


def state_of(book: AnyRulebook, position: object) -> str:
    """What `state:` in the log says: SHA-256 (hex) of the canonical JSON of the public position."""
    return sha256(public_text(book.edition, position).encode("ascii")).hexdigest()
