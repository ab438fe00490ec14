"""Every refusal of Attika shows a way out."""

from pathlib import Path

from played_cases import played

from referee.rules.ruling import Rejected, Violation
from referee.testkit import conformance

CASES = Path(__file__).parent.parent / "conformance" / "attika"
OVER = "AT-8.1"
"""When the game is over there is no way out."""


def refused(path: Path) -> tuple[Violation, ...]:
    """The violations of a case's last move; none if no game begins."""
    try:
        ruling = played(str(path))[1].ruling
    except conformance.Unoffered:
        return ()
    return ruling.violations if isinstance(ruling, Rejected) else ()


def test_every_refusal_of_the_cases_shows_a_way_out() -> None:
    """Of moves: a ruling that is refused, in a case whose name begins with `ruling`, is none."""
    told = {(path.stem, each.rule): each.hint for path in sorted(CASES.glob("[!r]*.yaml")) for each in refused(path)}
    assert len({rule for _, rule in told}) > 15
    assert [key for key, hint in told.items() if not hint and key[1] != OVER] == []


def test_a_bill_shows_the_cost_the_symbols_and_the_rest() -> None:
    (road,) = refused(CASES / "04-5-symbols-of-a-road-are-told.yaml")
    assert str(road.says) == (
        "The road costs 5 cards of any kind. Symbols on and around 1: water 1 mountain 2. Left to "
        "pay: any 2. The hand of athens has hill 1."
    )
    (tower,) = refused(CASES / "05-2-bill-of-a-settlement.yaml")
    assert str(tower.says) == (
        "The tower costs hill 2 mountain 1 and, as a new settlement, 1 more of any kind (AT-5.2). "
        "Symbols on and around 1: hill 1. Left to pay: hill 1 mountain 1 (for each symbol one "
        "card of its kind or any two), and any 1. The hand of athens has hill 1 mountain 1."
    )
