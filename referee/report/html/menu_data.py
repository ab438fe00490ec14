"""A menu as the script of the composer reads it (templates/scripts/read_menu.js).

Most of it is lists of numbers. They are written here: an encoder of JSON writes each number again, and takes longer
for it than for a short word.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from operator import sub
from typing import Any, NamedTuple

from markupsafe import Markup

from referee import MOVE_HEAD
from referee.report.html.templates import embedded_json, joined_objects
from referee.report.wording import safe_text
from referee.show.menu import Choice, CrossedSpace, Crossings, Menu
from referee.show.view import Inset, Piece


def pieces_of(menu: Menu) -> tuple[Piece | Inset, ...]:
    """The pieces that choices and answers may put on the board, each once."""
    crossing = menu.crossings.pieces if menu.crossings else ()
    kinds = [kind.piece for kind in menu.kinds]
    answers = [answer.piece for answer in menu.answers]
    pieces = [*crossing, *(choice.piece for choice in menu.choices), *answers, *kinds]
    return tuple({piece_key(piece): piece for piece in pieces if piece}.values())


PieceKey = Piece | str


def piece_key(piece: Piece | Inset) -> PieceKey:
    """A name for a piece; those of several spaces are known by their words."""
    return str(piece.words) if isinstance(piece, Inset) else piece


LABELS, PLACES = "\t", "\n"
"""Between two labels, and between the labels of two choices: no label has one of them."""


class Lists(dict[tuple[int, ...], str]):
    """Lists of numbers, each with its own number as text: many choices need, use and gain the same."""

    def __missing__(self, numbers: tuple[int, ...]) -> str:
        self[numbers] = str(len(self))
        return self[numbers]


def menu_data(menu: Menu) -> Markup:
    """The menu with its phrases joined, as an object of JSON: pieces and lists of numbers are known by numbers."""
    pieces = pieces_of(menu)
    numbers = {piece_key(piece): number for number, piece in enumerate(pieces)}
    lists = Lists()
    numbered = {
        "crossings": crossing_data(menu.crossings, numbers, lists) if menu.crossings else "null",
        "choices": written_object(choice_columns(menu, numbers, lists)),
        **written_lists(lists),
    }
    shapes = {
        "tokens": [int(isinstance(piece, Piece) and piece.shape == "token") for piece in pieces],
        "wide": [int(isinstance(piece, Inset)) for piece in pieces],
    }
    return joined_objects(written_object(numbered), embedded_json(shapes | other_facts(menu, numbers)))


def array(texts: Iterable[str]) -> str:
    """An array of what is written already."""
    return f"[{','.join(texts)}]"


def written_lists(lists: Lists) -> dict[str, str]:
    """The lengths of the lists, and the numbers of all, each by how much it is more than the one before.

    There `[n]` stands for n more of the same.
    """
    numbers = list(chain.from_iterable(lists))
    steps: list[str] = []
    last, more = None, 0
    for step in map(sub, numbers, [0, *numbers]):
        if step == last:
            more += 1
            continue
        if more:
            steps.append(f"[{more}]")
        steps.append(str(step))
        last, more = step, 0
    if more:
        steps.append(f"[{more}]")
    return {"lengths": written_numbers(map(len, lists)), "steps": array(steps)}


def written_numbers(numbers: Iterable[int]) -> str:
    """An array of numbers."""
    return array(map(str, numbers))


def written_object(fields: dict[str, str]) -> Markup:
    """An object of what is written already."""
    return Markup("{" + ",".join([f'"{name}":{text}' for name, text in fields.items()]) + "}")


Numbers = dict[PieceKey, int]
"""Of pieces."""


def other_facts(menu: Menu, numbers: Numbers) -> dict[str, object]:
    """What is no choice."""

    def place_of(piece: Piece | Inset | None) -> int | None:
        return numbers[piece_key(piece)] if piece else None

    return {
        "move": {"game": menu.game, "after": menu.entry, "head": menu.head[:MOVE_HEAD], "seat": menu.seat},
        "kinds": [
            record_fields(kind) | {"amounts": list(map(safe_text, kind.amounts)), "piece": place_of(kind.piece)}
            for kind in menu.kinds
        ],
        "parts": menu.parts,
        "budgets": [record_fields(each) for each in menu.budgets],
        "allowances": [record_fields(each) for each in menu.allowances],
        "gauges": [record_fields(each) for each in menu.gauges],
        "refusals": [
            (kind, LABELS.join(places), safe_text(says), rules) for kind, places, says, rules in menu.refusals
        ],
        "lights": [
            (at, safe_text(says), LABELS.join(places), mark, LABELS.join(way))
            for at, says, places, mark, way in menu.lights
        ],
        "answers": [record_fields(each) | {"piece": place_of(each.piece)} for each in menu.answers],
        "shown": {
            name: {**record_fields(secret), "what": [record_fields(each) for each in secret.what]}
            for name, secret in menu.shown
        },
        "advice": [safe_text(each) for each in menu.advice],
        "begins": [safe_text(each) for each in menu.begins],
        "idle": [record_fields(each) for each in menu.idle],
        "score": menu.score,
        "sites": joined_labels(menu.sites),
        "starts": menu.starts,
        "goals": menu.goals,
        "ahead": menu.ahead,
    }


def joined_labels(places: Iterable[tuple[str, ...]]) -> str:
    """The labels of spaces as one text."""
    return PLACES.join(map(LABELS.join, places))


def record_fields(record: NamedTuple) -> dict[str, object]:
    """The fields of a record of the menu; `says` is joined."""
    return {**record._asdict(), "says": safe_text(record.says)} if hasattr(record, "says") else record._asdict()


LISTS = ("bars", "unless", "uses", "gains", "worth", "amounts", "joins")
"""The fields of a choice that are lists of numbers, and often the same as those of others."""

FLAGS = ("sure", "many", "rough", "alone")
"""Those that are true or false."""


def choice_columns(menu: Menu, numbers: Numbers, lists: Lists) -> dict[str, str]:
    """The choices field by field; what has its default value in all of them is left out."""
    ways: dict[str, Callable[[Any], str]] = {
        "after": lambda groups: array([lists[each] for each in groups]),
        **dict.fromkeys(LISTS, lists.__getitem__),
        **dict.fromkeys(FLAGS, "01".__getitem__),
        "kind": {kind.id: str(number) for number, kind in enumerate(menu.kinds)}.__getitem__,
        "part": {name: str(number) for number, (name, _) in enumerate(menu.parts)}.__getitem__,
        "piece": lambda piece: str(numbers[piece_key(piece)]) if piece else "null",
    }
    found: dict[str, str] = {}
    for name, column in zip(Choice._fields, zip(*menu.choices, strict=True), strict=False):
        if name == "says":
            found[name] = embedded_json(list(map(safe_text, column)))
        elif name == "places":
            found[name] = embedded_json(joined_labels(column))
        elif column.count(Choice._field_defaults.get(name)) < len(column):
            found[name] = array(map(ways[name], column)) if name in ways else embedded_json(column)
    return found


def crossing_data(crossings: Crossings, numbers: Numbers, lists: Lists) -> str:
    """The crossings as the script reads them: pieces and lists by their numbers."""
    facts = {
        **{name: value for name, value in crossings._asdict().items() if name != "spaces"},
        "says": safe_text(crossings.says),
        "pieces": [numbers[piece_key(each)] for each in crossings.pieces],
        "places": [space.place for space in crossings.spaces],
    }
    rows = {"spaces": array([crossed_space_row(space, lists) for space in crossings.spaces])}
    return joined_objects(written_object(rows), embedded_json(facts))


def crossed_space_row(space: CrossedSpace, lists: Lists) -> str:
    """A space in the same way; the last list is left out where it is empty."""
    number = lists.__getitem__
    columns = [array(map(number, each)) for each in (space.after, space.begins, space.meets)]
    row = [number(space.shapes), written_numbers(space.edges), *columns]
    for shape, *others in space.unlike:
        row.append(array([str(shape), *map(number, others)]))
    return array(row)
