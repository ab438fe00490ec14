"""The choices of a menu one by one, those of its crossings before the others, as a page makes them from the data."""

from collections.abc import Iterator

from referee.show.menu import Choice, CrossedSpace, Crossings, Menu
from referee.words import Phrase

KNOWN: list[tuple[Menu, tuple[Choice, ...]]] = []
"""The menu that was asked for last: tests ask for its choices again and again."""


def choices_of(menu: Menu) -> tuple[Choice, ...]:
    """All choices by their numbers."""
    if not KNOWN or KNOWN[0][0] is not menu:
        KNOWN[:] = [(menu, every_choice(menu))]
    return KNOWN[0][1]


def every_choice(menu: Menu) -> tuple[Choice, ...]:
    return (*(crossing_choices(menu.crossings) if menu.crossings else ()), *menu.choices)


def crossing_choices(crossings: Crossings) -> Iterator[Choice]:
    for space in crossings.spaces:
        for shape in space.shapes:
            yield crossing_choice(crossings, space, shape)


def crossing_choice(crossings: Crossings, space: CrossedSpace, shape: int) -> Choice:
    pair = crossings.shapes[shape]
    one, other = (crossings.edges[each] for each in pair)
    first, second = [each for each in space.edges if each.edge in pair]
    needs = [sum(each.after, ()) for each in (first, second) if each.after is not None]
    unlike = next((each for each in space.unlike if each.shape == shape), None)
    return Choice(
        crossings.kind,
        (space.place,),
        Phrase(crossings.says.template, {"at": space.place, "one": one, "other": other}),
        crossings.writes.format(at=space.place, one=one, other=other),
        after=(tuple(sorted({number for each in needs for number in each})),) if all(needs) else (),
        bars=space.bars,
        uses=crossings.uses,
        gains=unlike.gains if unlike else crossings.gains,
        piece=crossings.pieces[shape],
        worth=unlike.worth if unlike else (),
        joins=unlike.joins if unlike else tuple(sorted({*first.begins, *second.meets})),
    )
