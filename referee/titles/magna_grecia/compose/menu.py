"""The choices of a turn of Magna Grecia: each is there because the rules do not refuse it, now or after others."""

from collections.abc import Sequence
from typing import Any, cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header, Step
from referee.rules.ruling import Violation, violations_of
from referee.show.menu import Allowance, Budget, Choice, Menu
from referee.titles.magna_grecia.compose.menu_choices import choices
from referee.titles.magna_grecia.compose.menu_limits import BUDGETS, allowances
from referee.titles.magna_grecia.compose.menu_refusals import by_space, refusals
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial, position_with_tiles, trials
from referee.titles.magna_grecia.compose.menu_words import KINDS, ORACLES, gauges, oracle
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.moves import MagnaGreciaStep
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.words import say


def menu(header: Header, moments: Sequence[MagnaGreciaMoment]) -> Menu | None:
    """What the seat to move may do after the last of `moments`; None when nobody is asked."""
    last = moments[-1]
    position: Position = last.position
    if not position.seat or last.entry.get("kind") == "close":
        return None
    fields = turn_fields(position) if position.clock.round else oracle_fields(position)
    place = cast(MagnaGreciaHeader, header)["game"], "magna-grecia", last.number, last.head, position.seat
    return Menu(*place, parts=move_parts("magna-grecia"), **fields)


def turn_fields(position: Position) -> dict[str, Any]:
    """The menu of a turn."""
    tried = list(trials(position))
    lawful, hopeful = trials_by_legality(position, tried)
    ways = allowances(position)
    found = choices(Search(position, tried, lawful, hopeful, ways))
    return {
        "kinds": KINDS,
        "choices": found,
        "budgets": BUDGETS,
        "allowances": ways,
        "gauges": gauges(position),
        "refusals": tuple(refusals(position, spaces_of(found), against)),
        "begins": (say("As it stands, this is a pass."),),
    }


def spaces_of(found: Sequence[Choice]) -> dict[str, dict[str, bool]]:
    """For each kind the labels of the spaces with choices."""
    offered: dict[str, dict[str, bool]] = {}
    for each in found:
        offered.setdefault(each.kind, {}).update(dict.fromkeys(each.places, True))
    return offered


MENDED = ("MG-6.1", "MG-6.2", "MG-6.5", "MG-7.2", "MG-8.7", "MG-12.3")
"""Rules that a trial may break as the board is, and keep after other tiles of the turn."""


def trials_by_legality(position: Position, tried: list[MenuTrial]) -> tuple[dict[int, Position], list[int]]:
    """The trials that the rules allow now, each with the position after it, and those that they may allow later."""
    lawful: dict[int, Position] = {}
    hopeful = []
    refused: dict[object, bool] = {}
    for number, trial in enumerate(tried):
        key = trial.turn[1:4]
        if key not in refused:
            refused[key] = bool(against(position, (trial.turn,)))
        violations = () if refused[key] else against(position, trial.steps)
        if not refused[key] and not violations:
            lawful[number] = position_with_tiles(position, trial.steps)
        elif violations and all(each.rule in MENDED for each in violations):
            hopeful.append(number)
    return lawful, hopeful


def against(position: Position, tried: tuple[MagnaGreciaStep, ...]) -> tuple[Violation, ...]:
    """The violations of the first of some steps that breaks a rule; none when the rules allow them all."""
    for step in tried:
        violations = violations_of(PLAY, position, Step(step, ()))
        if violations:
            return violations
        position = position_with_tiles(position, (step,))
    return ()


def oracle_fields(position: Position) -> dict[str, Any]:
    """The menu while the seats place oracles (MG-2.2)."""
    tried = list(trials(position))
    lawful, _ = trials_by_legality(position, tried)
    limit = Allowance((1,), say("one oracle"), ("MG-2.2",))
    found = tuple([oracle(position, tried[number]) for number in lawful])
    return {
        "kinds": ORACLES,
        "choices": found,
        "budgets": (Budget(say("oracles"), ("MG-2.2",)),),
        "allowances": (limit,),
        "refusals": tuple(by_space(position, "oracle", spaces_of(found)["oracle"], against)),
    }
