"""Every refusal of Attika shows a way out."""

from pathlib import Path

from referee import conformance
from referee.ruling import Rejected, Violation

CASES = Path(__file__).parent.parent / "conformance" / "attika"
OVER = "AT-8.1"
"""When the game is over there is no way out."""


def refused(path: Path) -> tuple[Violation, ...]:
    """The violations of a case's last move; none where no game begins."""
    try:
        ruling = conformance.play(conformance.read(str(path))).ruling
    except conformance.Unoffered:
        return ()
    return ruling.violations if isinstance(ruling, Rejected) else ()


def test_every_refusal_of_the_cases_shows_a_way_out() -> None:
    told = {(path.stem, each.rule): each.hint for path in sorted(CASES.glob("*.yaml")) for each in refused(path)}
    assert len({rule for _, rule in told}) > 15
    assert [key for key, hint in told.items() if not hint and key[1] != OVER] == []
