"""The line of a game: of all moments those that count, and from which entry on which secret decides about chance.

An undone or corrected entry stays in its log. A plain game has one layer of chance. A fork has one that takes over what
its copied entries saw. An entry with a `commitment` begins another: what the entries that count have seen stays where
it is, and the rest of the piles is shuffled again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple, cast

from referee.rules.entry_shapes import (
    ANY_TIME,
    BESIDE_MOVE,
    RETURNING,
    REWRITES,
    SEALS,
    BadEntry,
    own_fields,
    refuse,
    refuse_misfits,
)
from referee.store.chance import (
    KNOWN,
    PRACTICE,
    SECRET_BYTES,
    Made,
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


class Rewrite(NamedTuple):
    """What an entry changes on the line: the moments in `again` take the place of all those after entry `after`."""

    after: int
    again: "tuple[Moment, ...]"


@dataclass(slots=True)
class Moment:
    """The game after entry `number` (0: the header): its fields, what happened, and the resulting position.

    passed   the position after each event, where they were kept; who makes it with other events leaves them out
    asked    place of a pile → the item that this entry drew there, also what only one seat may know
    made     pile → the items of which it was shuffled, for those from which this entry drew and that play brought about
    rewrite  what the entry changes of the line before it, if it undoes or corrects something
    """

    number: int
    entry: Header | Entry
    position: Any
    events: tuple[Any, ...]
    head: str
    passed: tuple[object, ...] = ()
    asked: Mapping[str, str] = field(default_factory=dict)
    made: Made = field(default_factory=dict)
    rewrite: Rewrite | None = None

    def course(self, before: object, evolve: Callable[[Any, Any], Any]) -> Iterator[Any]:
        """The position after each event, taken from the judgement or computed again from the moment `before`."""
        return iter(self.passed) if self.passed else islice(accumulate(self.events, evolve, initial=before), 1, None)


def counted_line(moments: Sequence[Moment]) -> list[Moment]:
    """The moments that count after all these, which are those of a log from its header on."""
    line: list[Moment] = []
    for each in moments:
        lengthen(line, each)
    return line


def lengthen(line: list[Moment], moment: Moment) -> None:
    """Put the next moment of the log on the line. Seals, which follow every turn and say nothing to anybody, are left
    out.
    """
    if moment.entry.get("kind") == SEALS:
        return
    if moment.rewrite:
        line[place_after(line, moment.rewrite.after) :] = moment.rewrite.again
    line.append(moment)


def line_with(past: Sequence[Moment], number: int) -> list[Moment]:
    """Of the lines that a game had after these moments, the last that had a turn of this number; [] if none had."""
    line, found = list[Moment](), list[Moment]()
    for each in past:
        if each.rewrite and has_turn(line, number):
            found = list(line)
        lengthen(line, each)
    return list(line) if has_turn(line, number) else found


def has_turn(line: Sequence[Moment], number: int) -> bool:
    return any(each.number == number and is_kind(each.entry, *RETURNING) for each in line)


def place_after(line: Sequence[Moment], number: int) -> int:
    """The place of the first moment after entry `number`."""
    return next((at for at, each in enumerate(line) if each.number > number), len(line))


def position_after(line: Sequence[Moment], rewrite: Rewrite) -> Any:
    """The position of a game after its line was changed."""
    return (rewrite.again or line[: place_after(line, rewrite.after)])[-1].position


def counted_entries(documents: Documents) -> list[Entry]:
    """The entries that count, also of a log whose positions aren't known; a corrected one with what it should say."""
    return successive_lines(documents)[-1]


def successive_lines(documents: Documents) -> list[list[Entry]]:
    """What counted just before each entry that changed which entries count, and what counts at last."""
    found: list[list[Entry]] = [[]]
    for entry in entries_after(documents, 0):
        if entry.get("kind") in REWRITES:
            found.append(rewritten_entries(found, entry))
        found[-1].append(entry)
    return found


def rewritten_entries(lines: Sequence[Sequence[Entry]], rewriting: Entry) -> list[Entry]:
    """What of the last of these lines counts after an undo; or all of it with what a correction says.

    An undo that names an entry which no longer counts brings back the last line that had it.
    """
    entries = lines[-1]
    if rewriting["kind"] == "undo":
        back = int(rewriting["back"])
        goal = next((each for each in reversed(lines) if any(int(one["entry"]) == back for one in each)), entries)
        kept = [each for each in entries if int(each["entry"]) > back and not is_kind(each, *RETURNING)]
        return [*[each for each in goal if int(each["entry"]) <= back], *kept]
    wrong = int(rewriting["corrects"])
    return [corrected_entry(each, rewriting) if int(each["entry"]) == wrong else each for each in entries]


def counted_documents(documents: Documents) -> Documents:
    """The documents with their numbers, as they count: one that does nothing takes the place of what was undone."""
    counted = {int(each["entry"]): each for each in counted_entries(documents)}
    entries = [counted.get(number, UNDONE) for number in range(1, len(documents))]
    return documents[0], *entries


def gone_by(documents: Documents) -> dict[int, int]:
    """The number of each turn that does not count as it was recorded → the entry that undid or corrected it."""
    corrected, undone, lines = dict[int, int](), dict[int, int](), successive_lines(documents)
    rewriting = [(n, each) for n, each in enumerate(entries_after(documents, 0), 1) if each.get("kind") in REWRITES]
    for (number, entry), (before, after) in zip(rewriting, pairwise(lines), strict=True):
        if entry["kind"] == "correct":
            corrected[int(entry["corrects"])] = number
        now = {int(each["entry"]): each for each in after}
        undone = {n: by for n, by in undone.items() if n not in now}
        undone |= {int(each["entry"]): number for each in before if int(each["entry"]) not in now}
    return corrected | undone


UNDONE = cast(Entry, {"kind": "undone", "at": ""})


def counted_moments(moments: Sequence[Moment]) -> list[Moment]:
    """The moments with their numbers, as they count: after one that was undone the game is where it was before it."""
    line, found = {each.number: each for each in counted_line(moments)}, list[Moment]()
    for each in moments:
        found.append(line[each.number] if each.number in line else still(each, found[-1].position))
    return found


def still(moment: Moment, position: object) -> Moment:
    """An entry that changes nothing, at another position."""
    return replace(moment, position=position, events=(), passed=(), rewrite=None)


def corrected_entry(wrong: Entry, correction: Entry) -> Entry:
    """The entry that counts instead of the wrong one: it has its place and its time."""
    kept = {"entry": wrong["entry"], "at": wrong["at"], "kind": "move", "seat": wrong["seat"]}
    move = {key: value for key, value in own_fields(correction).items() if key not in BESIDE_MOVE}
    said = {key: value for key, value in correction.items() if key in ("say", "shown")}
    return cast(Entry, {**kept, **move, **said})


class Branch(NamedTuple):
    """Moments that no longer count: from `place` on, the line has others.

    entry  the number of the entry that took them off the line
    """

    place: int
    moments: tuple[Moment, ...]
    entry: int


def branches(moments: Sequence[Moment]) -> list[Branch]:
    """What was undone or corrected in a game, in the order in which that was recorded."""
    final, line, found = counted_line(moments), list[Moment](), list[Branch]()
    for each in moments:
        if each.rewrite:
            found.append(branch_off(final, line, each.number))
        lengthen(line, each)
    return found


def branch_off(line: Sequence[Moment], other: Sequence[Moment], entry: int) -> Branch:
    """Another line as a branch of this one."""
    place = common_length(line, other)
    return Branch(place, tuple(other[place:]), entry)


def common_length(line: Sequence[Moment], other: Sequence[Moment]) -> int:
    """How many moments two lines begin with in common."""
    pairs = enumerate(zip(line, other, strict=False))
    return next((at for at, (one, two) in pairs if one is not two), min(len(line), len(other)))


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
