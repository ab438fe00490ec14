"""From which entry on which secret decides about chance: the layers of a log, and what each takes over.

A plain game has one layer. A fork has one that takes over what its copied entries saw. An entry with a `commitment`
begins another: what the entries that count have seen stays where it is, and the rest of the piles is shuffled again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee.rules.entry_shapes import ANY_TIME, SEALS, BadEntry, refuse, refuse_misfits
from referee.rules.line import counted_entries
from referee.store.chance import (
    KNOWN,
    PRACTICE,
    SECRET_BYTES,
    Secrets,
    Veil,
    commitment,
    is_known_deal,
    is_practice,
    place_parts,
    places_seal,
)
from referee.store.documents import Documents, Entry, Fork, Header, entries_after, entry_at, is_kind
from referee.words import Phrase, say

BARRED = ("nonce", "close", "end", "undo", "correct", "proposal", "answer", SEALS, *ANY_TIME)
"""The kinds of entries that a fork never takes over."""
UNCOPIED = (*BARRED, "consent")
"""The same; but consents that an adopted edition needed are copied."""


AnyHeader = Header | Mapping[str, object]


class Layer(NamedTuple):
    """Chance from one secret.

    start       the last entry before it: 0, or the one that promises the secret
    commitment  the promise; "" for a deal that is entered by hand
    kept        the entries before it that count: what they have seen stays where it is
    """

    start: int
    commitment: str
    kept: tuple[Entry, ...]


def first_documents(documents: Documents, number: int) -> Documents:
    """The documents up to entry `number`."""
    return documents[0], *documents[1:][:number]


def copied_entries(documents: Documents, number: int) -> list[Entry]:
    """The entries of a log that a fork at entry `number` takes over."""
    counted = counted_entries(first_documents(documents, number))
    adopted = max((int(each["entry"]) for each in counted if each["kind"] == "edition"), default=0)
    return [
        each
        for each in counted
        if each["kind"] not in UNCOPIED or (each["kind"] == "consent" and int(each["entry"]) < adopted)
    ]


def fork_of(header: AnyHeader) -> Fork | None:
    """What the header of a fork says of its parent; None for any other game."""
    return cast("Fork | None", header.get("fork"))


def promised_places(header: AnyHeader) -> str:
    """The promise of the inherited items that are still hidden; "" if there are none."""
    fork = fork_of(header)
    return fork.get("places", "") if fork else ""


def copied_count(header: AnyHeader) -> int:
    """How many entries of a log are copies of its parent's."""
    fork = fork_of(header)
    return int(fork["entries"]) if fork else 0


def layers_of(documents: Documents) -> list[Layer]:
    """The layers of a log whose documents are right."""
    header = documents[0]
    found = [Layer(0, header.get("commitment", ""), entries_after(documents, 0)[: copied_count(header)])]
    for n, entry in promising_entries(documents):
        kept = counted_entries(first_documents(documents, int(str(entry["back"]))))
        found.append(Layer(n, str(entry["commitment"]), tuple(kept)))
    return found


def promising_entries(documents: Documents) -> list[tuple[int, Entry]]:
    """The entries after which the piles are shuffled again, with their numbers."""
    return [(n, each) for n, each in enumerate(cast(Sequence[Entry], documents)) if n and "commitment" in each]


def refuse_repeated_promise(documents: Documents, number: int) -> None:
    """A later secret is a new one: nobody knows what it shuffles. Raises BadEntry."""
    promises = [
        documents[0].get("commitment"),
        *[each["commitment"] for n, each in promising_entries(documents) if n < number],
    ]
    if entry_at(documents, number).get("commitment") in promises:
        raise BadEntry(number, say("It commits to a secret that was used before."))


def layer_at(documents: Documents, number: int) -> Layer:
    """The layer from which entry `number` gets its chance; the entries before it are right."""
    last = max((n for n, _ in promising_entries(documents) if n < number), default=0)
    return layers_of(first_documents(documents, max(last, copied_count(documents[0]))))[-1]


def feigned_chance(header: Header) -> Iterator[Phrase]:
    """What the header says of its chance is not what its commitment is to, or a fork is no fork."""
    promise, said = header.get("commitment"), header.get("chance")
    if said == KNOWN:
        yield from feigned_deal(header)
        return
    if promise is None:
        yield say("It has no `commitment`, but doesn't say `chance: known`.")
    practice = is_practice(header["game"], promise)
    if practice and said != PRACTICE:
        yield say("It commits to the published secret of practice games, but doesn't say `chance: practice`.")
    if said == PRACTICE and not practice:
        yield say("It says `chance: practice`, but doesn't commit to the published secret of practice games.")
    if said == PRACTICE and header.get("nonces") == "wait":
        yield say("A practice game doesn't wait for nonces, because its secret is published.")
    if "fork" in header and header.get("nonces") == "wait":
        yield say("A fork doesn't wait for nonces, because its deal is a copy.")


def feigned_deal(header: Header) -> Iterator[Phrase]:
    if "commitment" in header:
        yield say("It says `chance: known`: its deal was recorded by hand, so it can't commit to anything.")
    if header.get("nonces") == "wait":
        yield say("A game with a known deal doesn't wait for nonces.")
    if "fork" in header:
        yield say("A fork has a commitment of its own, so it doesn't say `chance: known`.")


def refuse_uncopied(header: Header, number: int, entry: Entry) -> None:
    """The first entries of a fork, as many as its header says, are copies of its parent's. Raises BadEntry."""
    copied = copied_count(header)
    if number <= copied and entry["kind"] in BARRED:
        words = "The entries up to {copied} are copies, and an entry of kind {kind} is never copied."
        raise BadEntry(number, say(words, copied=copied, kind=entry["kind"]))


def refuse_short_fork(documents: Documents) -> None:
    """A fork has all the entries that its header says it copied. Raises BadEntry."""
    copied, last = copied_count(documents[0]), len(documents) - 1
    if last < copied:
        words = "Its header says that its entries up to {copied} are copies, but its last entry is {last}."
        raise BadEntry(0, say(words, copied=copied, last=last))


def closing_secrets(documents: Documents) -> Secrets | None:
    """What the closing entry reveals, if the log has one. Raises BadEntry when it is not what was promised."""
    number, last = len(documents) - 1, documents[-1]
    if not is_kind(last, "close"):
        return None
    refuse_misfits(number, last)
    refuse(number, next(broken_promises(documents, last), None))
    return revealed_secrets(documents, last)


def revealed_secrets(documents: Documents, last: Entry) -> Secrets:
    promises = [str(each["commitment"]) for _, each in promising_entries(documents)]
    later = [bytes.fromhex(each) for each in last.get("secrets", ())]
    first = bytes.fromhex(last["secret"]) if "secret" in last else bytes(SECRET_BYTES)
    return Secrets(first, dict(zip(promises, later, strict=True)), last.get("places") or {})


def broken_promises(documents: Documents, last: Entry) -> Iterator[Phrase]:
    """How what a closing entry reveals differs from what was promised."""
    header, seal = documents[0], promised_places(documents[0])
    game = header["game"]
    promises = [str(each["commitment"]) for _, each in promising_entries(documents)]
    if is_known_deal(header):
        if "secret" in last:
            yield say("A game with a known deal has no secret.")
    elif "secret" not in last:
        yield say("It doesn't reveal the secret that the header commits to.")
    elif commitment(game, bytes.fromhex(last["secret"])) != header.get("commitment"):
        yield say("This isn't the secret that the header commits to.")
    elif ("places" in last) != bool(seal):
        yield say("It needs `places` just if the header of a fork promises some.")
    elif "places" in last and places_seal(game, bytes.fromhex(last["secret"]), last["places"]) != seal:
        yield say("These aren't the places that the header commits to.")
    if [commitment(game, bytes.fromhex(each)) for each in last.get("secrets", ())] != promises:
        yield say("These aren't the secrets to which the entries before commit.")


def closing_fields(documents: Documents, secrets: Secrets, veil: Veil) -> dict[str, object]:
    """The fields of the closing entry: all that was promised, and what a known deal has behind the veil."""
    header = documents[0]
    later = [secrets.later[str(each["commitment"])].hex() for _, each in promising_entries(documents)]
    places = {where: item for where, item in sorted(secrets.places.items()) if veil(place_parts(where)[0])}
    fields: dict[str, object] = {} if is_known_deal(header) else {"secret": secrets.first.hex()}
    return fields | ({"secrets": later} if later else {}) | ({"places": places} if places else {})


def shown_places(entries: Iterable[Entry]) -> dict[str, str]:
    """What these entries show: place → item."""
    return {where: item for each in entries for where, item in (each.get("shown") or {}).items()}
