"""Why nothing of a kind may be done now, or at a space: the words of the first rule against it."""

from collections.abc import Callable, Container, Iterator, Mapping

from referee.rules.rulebook import Step
from referee.rules.ruling import Violation, first_violations_of, violations_of
from referee.rules.search import with_steps
from referee.show.menu import Refusal
from referee.titles.magna_grecia.compose.plan import ACTIONS, counting, whole_city, whole_turn
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    LayRoad,
    MagnaGreciaStep,
    SellMarket,
    SetOracle,
    exits_text,
)
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.state import Position
from referee.words import Phrase, say, word_list

Found = tuple[Phrase, tuple[str, ...]]
"""Words, and the numbers of the rules."""
SAMPLES: dict[str, Callable[[str, int, str], tuple[MagnaGreciaStep, ...]]] = {
    "road": lambda seat, cell, at: (LayRoad(seat, cell, 0, 3, at, "n-s"),),
    "city": whole_city,
    "build": lambda seat, cell, at: (BuildMarket(seat, cell, at),),
    "sell": lambda seat, cell, at: (SellMarket(seat, cell, at),),
    "oracle": lambda seat, cell, at: (SetOracle(seat, cell, at),),
}
"""Questions to the rules at a space where nothing of a kind may be done."""
TURN = ("road", "city", "build", "sell")


Offered = Mapping[str, Container[str]]
"""For each kind the labels of the spaces at which there is a choice of it, be it later in the turn."""


def refusals(position: Position, offered: Offered) -> Iterator[Refusal]:
    """Of a turn."""
    whole = as_a_whole(position)
    for kind, found in whole.items():
        yield Refusal(kind, (), *found)
    for kind in TURN:
        if kind not in whole:
            yield from by_space(position, kind, offered.get(kind, ()))


def as_a_whole(position: Position) -> dict[str, Found]:
    """The actions that exclude any single tile in the turn."""
    asked = {kind: against(position, whole_turn(position, counting(n, 1))) for n, kind in enumerate(ACTIONS)}
    return {kind: first_reason(violations) for kind, violations in asked.items() if violations}


def by_space(position: Position, kind: str, offered: Container[str]) -> Iterator[Refusal]:
    """Of each space without a choice; together those with the same words."""
    alike: dict[tuple[str, tuple[str, ...]], tuple[Found, list[str]]] = {}
    for cell, label in enumerate(position.setting.board.labels):
        if label not in offered:
            found = why_not(position, kind, cell)
            alike.setdefault((str(found[0]), found[1]), (found, []))[1].append(label)
    for found, there in alike.values():
        yield Refusal(kind, tuple(there), *found)


def why_not(position: Position, kind: str, cell: int) -> Found:
    """The first rule against a sample at a space."""
    violations = against(position, *SAMPLES[kind](position.seat, cell, position.label(cell)))
    return no_start(position, cell) if violations[0].rule == "MG-7.2" else first_reason(violations)


def no_start(position: Position, cell: int) -> Found:
    """Why an empty space can take no road tile, in any direction."""
    at = position.label(cell)
    tried = [Step(LayRoad(position.seat, cell, a, b, at, exits_text(a, b)), ()) for a, b in STRAIGHTS]
    rules = dict.fromkeys([each.rule for step in tried for each in violations_of(PLAY, position, step)])
    words = say(
        (
            "However you turn a road tile here, it connects to nothing. It needs an exit that "
            "meets a city, a road of {seat}, or a village or oracle that a road of {seat} has "
            "reached."
        ),
        seat=position.seat,
    )
    if len(rules) > 1:
        words = say("However you turn a road tile here, it connects to nothing or extends another player's road.")
    return words, tuple(rules)


STRAIGHTS = [(a, b) for a, b in SHAPES if b - a == 3]
"""Together they have an exit at each edge."""


def against(position: Position, *tried: MagnaGreciaStep) -> tuple[Violation, ...]:
    """The violations of the first rule that some steps break; none when the rules allow them all."""
    for step in tried:
        if violations := first_violations_of(PLAY.law, position, step):
            return violations
        position = with_steps(PLAY, position, (step,))
    return ()


def first_reason(violations: tuple[Violation, ...]) -> Found:
    """The words of a rule that is broken, in which the space is only `this space`."""
    return word_list([here(each.says) for each in violations], " "), (violations[0].rule,)


def here(words: Phrase) -> Phrase:
    if "at" not in words.facts:
        return words
    space = say("This space") if words.template.startswith("{at}") else say("this space")
    return Phrase(words.template, {**words.facts, "at": space})
