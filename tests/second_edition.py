"""Magna Grecia with a second edition that is easy to see: one more rule, and one more field in its public state."""

from typing import Any

import pytest
from cli_runs import begin

from referee.rules.law import Policy, public_data
from referee.rules.rulebook import AnyRulebook, Breach, Rule, law_of_stages, rule
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.editions import EDITIONS
from referee.titles.magna_grecia.rules.moves import TakeTurn
from referee.words import say

OLD, NEW = "first then", "first now"
FIRST = EDITIONS[0]


@rule("MG-4.1", TakeTurn)
def does_something(position: Any, step: TakeTurn) -> Breach | None:
    """No turn is passed under the second edition."""
    if is_second(position) and not (any(step.counts.values()) or any(step.resupply) or step.markets):
        return Breach(say("Under the second edition nobody passes."))
    return None


def is_second(position: Any) -> bool:
    return bool(position.setting.policies.oracle_edge == NEW)


def public(position: Any) -> dict[str, Any]:
    return {**public_data(FIRST, position), "form": 2}


SECOND = FIRST._replace(
    number=2,
    reader="referee 0.2.0",
    public=public,
    policies=FIRST.policies._replace(oracle_edge=NEW),
    says=say("Nobody passes."),
)
WORDS = {OLD: say("A turn may be passed."), NEW: say("No turn is passed.")}
POLICY = Policy("oracle_edge", ("MG-4.1",), WORDS, say("For a test."))


Stages = tuple[tuple[Rule[Any], ...], ...]


def two_editions() -> AnyRulebook:
    """The title with both, under the newest."""
    law = law_of_stages({kind: with_rule(kind, rules.stages) for kind, rules in RULEBOOK.play.law.items()})
    both: dict[str, Any] = {"editions": (FIRST, SECOND), "edition": SECOND, "policies": (POLICY,)}
    return RULEBOOK._replace(play=RULEBOOK.play._replace(law=law), **both)


def with_rule(kind: type, stages: Stages) -> Stages:
    return (*stages, (does_something,)) if kind is TakeTurn else stages


BOOK = two_editions()


def install(patch: pytest.MonkeyPatch, book: AnyRulebook = BOOK) -> None:
    """Let the referee find this title in place of its own."""
    patch.setattr("referee.titles.magna_grecia.RULEBOOK", book)
    patch.setattr("referee.titles.magna_grecia.rules.setup.EDITIONS", book.editions)


def begin_first(id: str = "cup", *, wait_for_nonces: bool = False) -> None:
    """A game under the first edition, also where the title has more."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, BOOK._replace(editions=(FIRST,), edition=FIRST))
        begin(id, wait_for_nonces=wait_for_nonces)
