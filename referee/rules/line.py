"""The line of a game: of all moments those that count, since an undone or corrected entry stays in its log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple, cast

from referee.rules.entry_shapes import BESIDE_MOVE, RETURNING, REWRITES, SEALS, own_fields
from referee.store.chance import Made
from referee.store.documents import Documents, Entry, Header, entries_after, is_kind


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
