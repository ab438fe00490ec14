"""The choices of a menu one by one, those of its crossings before the others, as a page makes them from the data."""

from collections.abc import Iterator, Sequence

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
    return with_bars([*(crossing_choices(menu.crossings) if menu.crossings else ()), *menu.choices])


def with_bars(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices with all that they bar because they are alone."""
    covered = [covered_by(each) if each.alone else set() for each in choices]
    found = [{other for other, spaces in enumerate(covered) if spaces & own} for own in covered]
    return tuple(
        [each._replace(bars=tuple(sorted({*each.bars, *bars}))) for each, bars in zip(choices, found, strict=True)]
    )


def covered_by(choice: Choice) -> set[tuple[str, str]]:
    """The spaces that a choice covers; one that is offered next to the board covers its kind."""
    return {("space", place) for place in choice.places[: choice.covers]} if choice.places else {("kind", choice.kind)}


def crossing_choices(crossings: Crossings) -> Iterator[Choice]:
    for space in crossings.spaces:
        for shape in space.shapes:
            yield crossing_choice(crossings, space, shape)


def crossing_choice(crossings: Crossings, space: CrossedSpace, shape: int) -> Choice:
    pair = crossings.shapes[shape]
    one, other = (crossings.edges[each] for each in pair)
    first, *second = [at for at, edge in enumerate(space.edges) if edge in pair]
    needs = [space.after[at] for at in (first, *second) if at < len(space.after)]
    joins = {*space.begins[first], *[site for at in second for site in space.meets[at]]}
    unlike = next((each for each in space.unlike if each.shape == shape), None)
    return Choice(
        crossings.kind,
        (space.place,),
        Phrase(crossings.says.template, {"at": space.place, "one": one, "other": other}),
        crossings.writes.format(at=space.place, one=one, other=other),
        after=(tuple(sorted({number for each in needs for number in each})),) if all(needs) else (),
        uses=crossings.uses,
        gains=unlike.gains if unlike else crossings.gains,
        piece=crossings.pieces[shape],
        worth=unlike.worth if unlike else (),
        joins=unlike.joins if unlike else tuple(sorted(joins)),
        alone=True,
    )
