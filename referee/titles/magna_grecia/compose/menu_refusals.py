"""Why nothing of a kind may be done at a space, in the words of the rules: equal words once for many spaces."""

from collections.abc import Callable, Container, Iterator, Mapping

from referee.rules.ruling import Violation
from referee.show.menu import Refusal
from referee.titles.magna_grecia.compose.menu_limits import counting, whole_turn
from referee.titles.magna_grecia.compose.menu_trials import whole_city
from referee.titles.magna_grecia.rules.candidates import SHAPES
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    LayRoad,
    MagnaGreciaStep,
    SellMarket,
    SetOracle,
    exits_text,
)
from referee.titles.magna_grecia.rules.state import Position
from referee.words import Phrase, say, word_list

Found = tuple[Phrase, tuple[str, ...]]
"""Words, and the numbers of the rules."""
Against = Callable[[Position, tuple[MagnaGreciaStep, ...]], tuple[Violation, ...]]
"""The violations of the first of some steps that breaks a rule."""

SAMPLES: dict[str, Callable[[str, int, str], tuple[MagnaGreciaStep, ...]]] = {
    "road": lambda seat, cell, at: (LayRoad(seat, cell, 0, 3, at, "n-s"),),
    "city": whole_city,
    "build": lambda seat, cell, at: (BuildMarket(seat, cell, at),),
    "sell": lambda seat, cell, at: (SellMarket(seat, cell, at),),
    "oracle": lambda seat, cell, at: (SetOracle(seat, cell, at),),
}
"""What is asked of the rules at a space where nothing of a kind may be done."""
TURN = ("road", "city", "build", "sell")


Offered = Mapping[str, Container[str]]
"""For each kind the labels of the spaces at which there is a choice of it, be it later in the turn."""


def refusals(position: Position, offered: Offered, against: Against) -> Iterator[Refusal]:
    """Of a turn."""
    whole = as_a_whole(position, against)
    for kind, found in whole.items():
        yield Refusal(kind, (), *found)
    for kind in TURN:
        if kind not in whole:
            yield from by_space(position, kind, offered.get(kind, ()), against)


def as_a_whole(position: Position, against: Against) -> dict[str, Found]:
    """The actions of which the turn may not have a single tile."""
    asked = {kind: against(position, (whole_turn(position, counting(n, 1)),)) for n, kind in enumerate(ACTIONS)}
    return {kind: first_reason(violations) for kind, violations in asked.items() if violations}


ACTIONS = ("road", "city", "resupply")


def by_space(position: Position, kind: str, offered: Container[str], against: Against) -> Iterator[Refusal]:
    alike: dict[tuple[str, tuple[str, ...]], tuple[Found, list[str]]] = {}
    for cell, label in enumerate(position.setting.board.labels):
        if label not in offered:
            found = why_not(position, kind, cell, against)
            alike.setdefault((str(found[0]), found[1]), (found, []))[1].append(label)
    for found, labels in alike.values():
        yield Refusal(kind, tuple(labels), *found)


def why_not(position: Position, kind: str, cell: int, against: Against) -> Found:
    """The first rule against a sample at a space."""
    violations = against(position, SAMPLES[kind](position.seat, cell, position.label(cell)))
    return no_start(position, cell, against) if violations[0].rule == "MG-7.2" else first_reason(violations)


def no_start(position: Position, cell: int, against: Against) -> Found:
    """Why no road tile may lie on an empty space, whichever way it lies."""
    at = position.label(cell)
    asked = [against(position, (LayRoad(position.seat, cell, a, b, at, exits_text(a, b)),)) for a, b in SHAPES]
    rules = dict.fromkeys([each.rule for violations in asked for each in violations])
    words = say(
        "Whichever way a road tile lies here, it starts from nothing: no exit meets a city, a road of {seat}, or a "
        "village or oracle that a road of {seat} has reached.",
        seat=position.seat,
    )
    if len(rules) > 1:
        words = say("Whichever way a road tile lies here, it starts from nothing or lengthens the road of another.")
    return words, tuple(rules)


def first_reason(violations: tuple[Violation, ...]) -> Found:
    """The words of the first rule that is broken, in which the space is only `this space`."""
    first = violations[0].rule
    return word_list([here(each.says) for each in violations if each.rule == first], " "), (first,)


def here(words: Phrase) -> Phrase:
    if "at" not in words.facts:
        return words
    space = say("This space") if words.template.startswith("{at}") else say("this space")
    return Phrase(words.template, {**words.facts, "at": space})
