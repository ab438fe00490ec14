"""The horizon: the earliest entry to which a game can go back without anybody knowing more than they did then.

An entry teaches if, for all that everybody has seen before it, it could have been impossible, or could have shown
something else to anybody. Knowledge only grows, so the game can go back to the position after the last entry that
teaches. What one seat alone can work out from its own hand does not count as known: otherwise the horizon would tell
the others something about that hand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.rules.rulebook import AnyRulebook, Header, hides
from referee.store.chance import Unshuffled
from referee.words import Phrase, say, word_list

EVERYBODY = ""
"""The reader who sees what all see, and nothing else."""


class Lesson(NamedTuple):
    """What an entry taught, in a sentence that anybody may read, and who may know more since then.

    `readers`: seats, in the order of the header; `EVERYBODY` where also those know it who only watch.
    """

    entry: int
    readers: tuple[str, ...]
    says: Phrase


class Horizon(NamedTuple):
    """The entry to whose position the game can go back, and what it taught; nothing where no entry taught anything."""

    entry: int
    lessons: tuple[Lesson, ...]


class Sight(NamedTuple):
    """An item that an entry showed to everybody, and its place in a pile."""

    pile: str
    place: int
    item: str


Line = Sequence[Any]
"""The moments of a game that count, in their order: `replay.Moment`."""
OpenItems = Callable[[Mapping[int, str], int], Iterable[str]]
"""For a pile: places that were seen and their items, another place → the items that can be there."""


def usual_words(header: Header, moment: Any, sight: Sight) -> Phrase:
    return say("Everybody saw {item} ({pile}).", item=sight.item, pile=sight.pile)


def usual_piles(header: Header, line: Line, pile: str) -> OpenItems | None:
    return None


class Knowledge(NamedTuple):
    """What a title knows of what its entries teach. All of it can be left out."""

    words: Callable[[Header, Any, Sight], Phrase] = usual_words
    """header, moment, what it showed to everybody → a sentence"""
    open_items: Callable[[Header, Line, str], OpenItems | None] = usual_piles
    """header, line, pile → its open items; None for a pile of `SetUp.piles` in which any order is possible"""
    hidden_lessons: Callable[[Header, Line], Iterable[Lesson]] | None = None
    """header, line → the lessons that are not in `shown`; without it every turn teaches, if the title has a veil"""


def horizon(book: AnyRulebook, header: Header, line: Line) -> Horizon:
    """How far back the game can go. `line`: the moments that count; `header`: with the names of those who play now."""
    found = lessons(book, header, line)
    dealt = next((each.number for each in line if kind_of(each) == "deal"), line[0].number)
    last = max([each.entry for each in found], default=dealt)
    return Horizon(last, tuple([each for each in found if each.entry == last]))


def lessons(book: AnyRulebook, header: Header, line: Line) -> list[Lesson]:
    """All lessons of the entries, in their order. A deal is one lesson."""
    header = book.header_with_options(header)
    knowledge = book.show().knowledge or Knowledge()
    found = [*open_lessons(book, header, line, knowledge), *hidden_lessons(book, header, line, knowledge)]
    found += [Lesson(each.number, all_readers(header), CLOSED) for each in line if kind_of(each) == "close"]
    deals = [each.number for each in line if kind_of(each) == "deal"]
    dealt = [each for each in found if each.entry in deals]
    others = [each for each in found if each not in dealt]
    return sorted([*deal_lesson(header, dealt), *others], key=lambda each: each.entry)


def deal_lesson(header: Header, dealt: Sequence[Lesson]) -> Iterator[Lesson]:
    """The lessons of a deal as one."""
    who = [reader for each in dealt for reader in each.readers]
    if dealt:
        yield Lesson(dealt[0].entry, tuple([each for each in all_readers(header) if each in who]), DEALT)


DEALT = say("The game was dealt there.")
CLOSED = say("The secret of the deal was published there.")


def kind_of(moment: Any) -> str:
    """The kind of an entry; "" for the header."""
    return str(moment.entry.get("kind", ""))


def all_readers(header: Header) -> tuple[str, ...]:
    """Every seat, and everybody else."""
    return (*header["seats"], EVERYBODY)


def open_lessons(book: AnyRulebook, header: Header, line: Line, knowledge: Knowledge) -> Iterator[Lesson]:
    """What was shown to all, where it could have been something else."""
    seen: dict[str, dict[int, str]] = {}
    piles: dict[str, OpenItems | None] = {}
    for moment in line:
        for sight in sights(moment.entry):
            if sight.pile not in piles:
                piles[sight.pile] = open_items_of(book, header, line, knowledge, sight.pile)
            if is_new(sight, piles[sight.pile], seen.setdefault(sight.pile, {})):
                words = DEALT if kind_of(moment) == "deal" else knowledge.words(header, moment, sight)
                yield Lesson(moment.number, all_readers(header), words)
            seen[sight.pile][sight.place] = sight.item


def sights(entry: Mapping[str, Any]) -> Iterator[Sight]:
    """What an entry showed to all."""
    for place, item in (entry.get("shown") or {}).items():
        pile, _, index = place.rpartition("/")
        yield Sight(pile, int(index), item)


def is_new(sight: Sight, possible: OpenItems | None, seen: Mapping[int, str]) -> bool:
    """Whether something else could have been there; of a pile of which nothing is known anything could."""
    if sight.place in seen:
        return seen[sight.place] != sight.item
    return possible is None or any(each != sight.item for each in possible(seen, sight.place))


def open_items_of(book: AnyRulebook, header: Header, line: Line, knowledge: Knowledge, pile: str) -> OpenItems | None:
    """The open items of a pile; None where nothing is known of it."""
    own = knowledge.open_items(header, line, pile)
    piles = book.set_up.piles(header)
    return own if own or pile not in piles else in_any_order(piles[pile](Unshuffled()))


def in_any_order(items: Sequence[str]) -> OpenItems:
    """The open items of a pile that can be in any order."""

    def left(seen: Mapping[int, str], index: int) -> list[str]:
        rest = list(items)
        for item in seen.values():
            rest.remove(item)
        return rest

    return left


def hidden_lessons(book: AnyRulebook, header: Header, line: Line, knowledge: Knowledge) -> Iterable[Lesson]:
    """What only some have seen, and what a move told about it. With a veil that nobody explains, every turn teaches."""
    if knowledge.hidden_lessons:
        return knowledge.hidden_lessons(header, line)
    if not hides(book, header):
        return ()
    turns = [each for each in line if kind_of(each) in ("deal", "move", "missed")]
    return [Lesson(each.number, all_readers(header), UNEXPLAINED) for each in turns]


UNEXPLAINED = say("A turn was played there, which may have revealed something.")


def horizon_sentence(found: Horizon) -> Phrase:
    """`You can go back as far as entry 12. Ada (corinth) drew the temple there.`"""
    words = word_list([each.says for each in found.lessons], " ")
    if not found.lessons:
        return say("You can go back as far as entry {entry}.", entry=found.entry)
    return say("You can go back as far as entry {entry}. {lessons}", entry=found.entry, lessons=words)
