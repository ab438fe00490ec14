"""The conformance cases of a title, each played once: several tests look at how its last move is judged."""

from functools import cache
from pathlib import Path

from referee.reading import read_file
from referee.testkit import conformance
from referee.testkit.case_play import Played

CASES = Path(__file__).parent / "conformance"


@cache
def played(path: str) -> tuple[conformance.Case, Played]:
    case = conformance.case_of_source(read_file(path))
    return case, conformance.play_case(case)
