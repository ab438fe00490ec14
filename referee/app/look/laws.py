"""The words of the rules, and on which of them the editions of a title differ."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee import reading, titles
from referee.app.errors import Missing, Usage
from referee.rules.editions import Policy
from referee.rules.rulebook import AnyRulebook
from referee.store import disk
from referee.words import AND, Phrase, say, word_list


class RuleReading(NamedTuple):
    """What some editions decide alike; `shown`: the edition that is asked for is among them."""

    editions: tuple[int, ...]
    value: str
    says: Phrase
    shown: bool


class Decision(NamedTuple):
    """A decision about which editions differ: the name of its policy, why it changed, and each reading."""

    policy: str
    why: Phrase
    readings: tuple[RuleReading, ...]


class Law(NamedTuple):
    """A numbered rule in our own words, where it comes from, and the decisions on which editions differ."""

    number: str
    law: str
    source: str
    decisions: tuple[Decision, ...] = ()


def laws(book: AnyRulebook) -> dict[str, Law]:
    """All rules of a title by number, read under the book's edition; empty when the title ships no `law.yaml`."""
    path = os.path.join(book.folder, "law.yaml")
    if not os.path.isfile(path):
        return {}
    found: Mapping[str, Mapping[str, str]] = reading.plain_data(disk.read_plain_file(path))
    return {
        number: Law(number, each.get("law", ""), each.get("source", ""), tuple(decisions(book, number)))
        for number, each in found.items()
    }


def decisions(book: AnyRulebook, number: str) -> Iterator[Decision]:
    """The decisions that a rule reads and in which the editions of its title differ."""
    for policy in book.policies:
        if number in policy.rules:
            readings = readings_of(book, policy)
            if len(readings) > 1:
                yield Decision(policy.name, policy.why, readings)


def readings_of(book: AnyRulebook, policy: Policy) -> tuple[RuleReading, ...]:
    """What the editions decide: first the book's own edition and those that agree with it, then the others in order."""
    values = {each.number: getattr(each.policies, policy.name) for each in book.editions}
    own = values[book.edition.number]
    return tuple(
        RuleReading(
            tuple(number for number, each in values.items() if each == value), value, policy.values[value], value == own
        )
        for value in dict.fromkeys([own, *values.values()])
    )


def selected_laws(book: AnyRulebook, number: str = "") -> list[Law]:
    """The rules of a title, or one rule, or a chapter (`MG-7`). Raises Missing."""
    known = laws(book)
    wanted = number.upper()
    found = [
        each for each in known.values() if not wanted or each.number == wanted or each.number.startswith(f"{wanted}.")
    ]
    if not found:
        raise Missing(say("{title} has no rule {number}.", title=book.id, number=number), there_are(wanted, known))
    return found


def there_are(wanted: str, known: Iterable[str]) -> Phrase | None:
    """A hint where there is no such rule: one without its letters, the rules of its chapter, or the chapters."""
    for each in known:
        if each.endswith(f"-{wanted}"):
            return say("Did you mean {near}?", near=each)
    chapter = wanted.partition(".")[0]
    beside = [each for each in known if each.partition(".")[0] == chapter]
    beside = beside or list(dict.fromkeys(each.partition(".")[0] for each in known))
    return say("There are {first} to {last}.", first=beside[0], last=beside[-1]) if beside else None


def book_under(title: str, edition: str | None) -> AnyRulebook:
    """The rulebook of a title under the edition of this number, or the newest. Raises Usage, `titles.UnknownTitle`."""
    book = titles.book(title)
    try:
        return book if edition is None else book.under({"edition": edition})
    except LookupError:
        known = word_list([each.number for each in reversed(book.editions)], AND)
        facts = {"edition": edition or "''", "title": book.name, "known": known}
        if len(book.editions) == 1:
            raise Usage(say("There is no edition {edition} of {title}; there is {known}.", **facts)) from None
        raise Usage(say("There is no edition {edition} of {title}; there are {known}.", **facts)) from None
