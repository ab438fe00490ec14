"""What there is besides games: titles, boards, the words of the rules, schemas."""

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from referee import disk, source, titles
from referee.desk.answers import Missing, nearest
from referee.rulebook import Rulebook
from referee.words import Phrase, say


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


def components(title: str) -> str:
    """The components of a title as the file that ships with it. Raises Missing, `titles.UnknownTitle`."""
    path = os.path.join(titles.book(title).folder, "components.yaml")
    if not os.path.isfile(path):
        raise Missing(say("{title} ships no file of components.", title=title))
    return disk.read(path).decode()


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
    known = source.schema_names()
    if name not in known:
        says = say("There is no schema {name}; there are {known}.", name=name, known=", ".join(known))
        raise Missing(says, nearest(name, known))
    return source.schema(name)


class Board(NamedTuple):
    """A shipped board: its name, how large it is, whose design it is, and its picture as text."""

    title: str
    name: str
    spaces: int
    villages: int
    provenance: str
    picture: str


def boards() -> list[Board]:
    """The shipped boards of all titles that have any."""
    return [board_of(title, name) for title in ATLASES for name in atlas(title).shipped()]


def board_of(title: str, name: str) -> Board:
    maps = atlas(title)
    found, _, _ = maps.load(name)
    villages = sum(ground != "." for ground in found.ground)
    return Board(title, name, len(found.labels), villages, found.provenance, maps.draw(found))


ATLASES = ("magna-grecia",)
"""The titles whose boards are files."""


def atlas(title: str) -> Any:
    """The module that knows a title's boards."""
    return import_module(titles.OURS[title] + ".board")


def case_files(paths: list[str]) -> list[str]:
    """The case files meant. Raises Missing when there are none."""
    try:
        files: list[str] = conformance().files(paths)
    except FileNotFoundError as error:
        raise Missing(say("There is no file or folder {path}.", path=error.args[0])) from error
    if not files:
        raise Missing(say("There is no case in {paths}.", paths=", ".join(paths)))
    return files


def run_cases(files: list[str]) -> Iterator[Any]:
    """A `conformance.Outcome` for each case file."""
    yield from conformance().run(files)


def conformance() -> Any:
    """The runner of cases; imported when it is wanted, since every refusal imports this module."""
    return import_module("referee.conformance")


class Finding(NamedTuple):
    """Something that is wrong with a board or on this machine, or worth knowing."""

    severity: str
    says: Phrase
    place: str = ""


def drawn(name: str) -> Board:
    """A shipped board. Raises Missing."""
    found = [each for each in boards() if each.name == name]
    if not found:
        names = [each.name for each in boards()]
        raise Missing(
            say("There is no board {name}; there are {names}.", name=name, names=", ".join(names)), nearest(name, names)
        )
    return found[0]


def check_board(path: str, title: str = ATLASES[0]) -> tuple[str, list[Finding]]:
    """A board file's picture, and what a lint finds. Raises Missing, `source.BadInput`."""
    disk.read(path)
    mine, _ = atlas(title).read(path)
    lint = import_module(titles.OURS[title] + ".lint")
    return atlas(title).draw(mine), [Finding(each.severity, each.says, each.label) for each in lint.check(mine)]


def shipped(name: str) -> str:
    """A folder of files that come with the program: inside an installed package, beside it in a checkout."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(here, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(here), name)
