"""What there is besides games: titles, boards, the words of the rules, schemas."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee import disk, source, titles
from referee.desk.answers import Missing, nearest
from referee.rulebook import Rulebook
from referee.words import say


class Title(NamedTuple):
    """A title as a list shows it; `options` are `name` → the values, the default first."""

    id: str
    name: str
    edition: int
    seats: tuple[str, ...]
    players: str
    options: dict[str, tuple[str, ...]]


def all_titles() -> list[Title]:
    return [title_of(titles.book(id)) for id in titles.ids()]


def title_of(book: Rulebook) -> Title:
    players = f"{book.players[0]}-{book.players[-1]}"
    return Title(
        book.id, book.name, book.edition, book.seats, players, {each.name: each.values for each in book.options}
    )


class Law(NamedTuple):
    """A numbered rule in our own words, and where it comes from."""

    number: str
    law: str
    source: str


def laws(book: Rulebook) -> dict[str, Law]:
    """All rules of a title by number; empty when the title ships no `law.yaml`."""
    path = os.path.join(book.folder, "law.yaml")
    if not os.path.isfile(path):
        return {}
    found: Mapping[str, Mapping[str, str]] = source.plain(disk.read(path))
    return {number: Law(number, each.get("law", ""), each.get("source", "")) for number, each in found.items()}


def rules(title: str, number: str = "") -> list[Law]:
    """The rules of a title, or one rule, or a chapter (`MG-7`). Raises Missing, `titles.UnknownTitle`."""
    known = laws(titles.book(title))
    wanted = number.upper()
    found = [
        each for each in known.values() if not wanted or each.number == wanted or each.number.startswith(f"{wanted}.")
    ]
    if not found:
        raise Missing(say("{title} has no rule {number}.", title=title, number=number), nearest(wanted, known))
    return found


def schema(name: str) -> dict[str, Any]:
    """A JSON Schema as one self-contained document. Raises Missing."""
    try:
        return source.schema(name)
    except KeyError:
        known = source.schema_names()
        says = say("There is no schema {name}; there are {known}.", name=name, known=", ".join(known))
        raise Missing(says, nearest(name, known)) from None
