"""The horizon: the earliest entry to which a game can go back without anybody knowing more than they did then.

An entry teaches if, for all that everybody has seen before it, it could have been impossible, or could have shown
something else to anybody. Knowledge only grows, so the game can go back to the position after the last entry that
teaches. What one seat alone can work out from its own hand does not count as known: otherwise the horizon would tell
the others something about that hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson, Line, OpenItems, SeenItem, in_any_order
from referee.rules.rulebook import AnyRulebook, Header, hides
from referee.store.chance import Unshuffled
from referee.words import Phrase, say, word_list


class Horizon(NamedTuple):
    """The entry to whose position the game can go back, and what it taught; nothing where no entry taught anything."""

    entry: int
    lessons: tuple[Lesson, ...]


def horizon(book: AnyRulebook, header: Header, line: Line) -> Horizon:
    """How far back the game can go. `line`: the moments that count; `header`: with the names of those who play now."""
    found = lessons(book, header, line)
    dealt = next((each.number for each in line if entry_kind(each) == "deal"), line[0].number)
    last = max([each.entry for each in found], default=dealt)
    return Horizon(last, tuple([each for each in found if each.entry == last]))


def lessons(book: AnyRulebook, header: Header, line: Line) -> list[Lesson]:
    """All lessons of the entries, in their order. A deal is one lesson."""
    header = book.header_with_options(header)
    knowledge = book.show().knowledge or Knowledge()
    found = [*open_lessons(book, header, line, knowledge), *hidden_lessons(book, header, line, knowledge)]
    found += [Lesson(each.number, all_readers(header), CLOSED) for each in line if entry_kind(each) == "close"]
    deals = [each.number for each in line if entry_kind(each) == "deal"]
    dealt = [each for each in found if each.entry in deals]
    others = [each for each in found if each not in dealt]
    if dealt:
        who = [reader for each in dealt for reader in each.readers]
        others.append(Lesson(dealt[0].entry, tuple([each for each in all_readers(header) if each in who]), DEALT))
    return sorted(others, key=lambda each: each.entry)


DEALT = say("The game was dealt there.")
CLOSED = say("The secret of the deal was published there.")


def entry_kind(moment: Any) -> str:
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
        for each in seen_items(moment.entry):
            if each.pile not in piles:
                piles[each.pile] = open_items_of(book, header, line, knowledge, each.pile)
            if is_new(each, piles[each.pile], seen.setdefault(each.pile, {})):
                words = DEALT if entry_kind(moment) == "deal" else knowledge.words(header, moment, each)
                yield Lesson(moment.number, all_readers(header), words)
            seen[each.pile][each.place] = each.item


def seen_items(entry: Mapping[str, Any]) -> Iterator[SeenItem]:
    """What an entry showed to all."""
    for place, item in (entry.get("shown") or {}).items():
        pile, _, index = place.rpartition("/")
        yield SeenItem(pile, int(index), item)


def is_new(each: SeenItem, possible: OpenItems | None, seen: Mapping[int, str]) -> bool:
    """Whether something else could have been there; of a pile of which nothing is known anything could."""
    if each.place in seen:
        return seen[each.place] != each.item
    return possible is None or any(item != each.item for item in possible(seen, each.place))


def open_items_of(book: AnyRulebook, header: Header, line: Line, knowledge: Knowledge, pile: str) -> OpenItems | None:
    """The open items of a pile; None where nothing is known of it."""
    own = knowledge.open_items(header, line, pile)
    piles = book.set_up.piles(header)
    return own if own or pile not in piles else in_any_order(piles[pile](Unshuffled()))


def hidden_lessons(book: AnyRulebook, header: Header, line: Line, knowledge: Knowledge) -> Iterable[Lesson]:
    """What only some have seen, and what a move told about it. With a veil that nobody explains, every turn teaches."""
    if knowledge.hidden_lessons:
        return knowledge.hidden_lessons(header, line)
    if not hides(book, header):
        return ()
    turns = [each for each in line if entry_kind(each) in ("deal", "move", "missed")]
    return [Lesson(each.number, all_readers(header), UNEXPLAINED) for each in turns]


UNEXPLAINED = say("A turn was played there, which may have revealed something.")


def horizon_sentence(found: Horizon) -> Phrase:
    """`You can go back as far as entry 12. Ada (red) took a card there, which nobody else saw.`"""
    words = word_list([each.says for each in found.lessons], " ")
    if not found.lessons:
        return say("You can go back as far as entry {entry}.", entry=found.entry)
    return say("You can go back as far as entry {entry}. {lessons}", entry=found.entry, lessons=words)
