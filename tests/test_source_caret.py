"""The finger that points: place, line, caret, hint."""

import pytest

from referee import reading
from referee.reading import Source
from referee.reading.caret import Path, Problem, problem_text
from referee.words import Phrase, say

READ = reading.read_source(b"game: a\nactions:\n  - road: {at: D4, exits: n-s}\n", "move.yaml")
NO = say("No {what}.", what="road")


def caret(source: Source, at: Path, hint: Phrase | None = None, label: str = "") -> str:
    return reading.problem_text(source.name, source.text.split("\n"), reading.problem_at(source, at, NO, hint), label)


def test_a_refusal_points_at_the_value() -> None:
    assert caret(READ, ("actions", 0, "road", "at"), say("Try D5."), "MG-7.1") == (
        "move.yaml:3:16: MG-7.1: No road.\n"
        "    3 |   - road: {at: D4, exits: n-s}\n"
        "      |                ^^\n"
        "        Try D5."
    )


def test_a_place_that_does_not_exist_is_the_nearest_above() -> None:
    assert caret(READ, ("actions", 0, "road", "to", 3)).startswith("move.yaml:3:11: No road.")
    assert caret(READ, ("market",)).startswith("move.yaml:1:1: No road.")
    assert caret(Source("old", "", {}, {}), ()) == "old:1:1: No road.\n    1 | \n      | ^"


def shown(line: str, column: int) -> list[str]:
    return problem_text("x", [line], Problem(NO, 1, column)).split("\n")[1:]


def test_a_quoted_value_is_underlined_whole() -> None:
    assert shown('say: "two words" # so', 6) == ['    1 | say: "two words" # so', "      |      ^^^^^^^^^^^"]


def test_of_a_long_line_the_part_round_the_place_is_shown() -> None:
    line, finger = shown("a" * 300 + " here " + "b" * 300, 302)
    assert len(line) < 80
    assert line[finger.index("^") :].startswith("here ")
    assert line.count("…") == 2


def test_the_caret_is_right_below_wide_and_combining_characters() -> None:
    assert shown("日本: e\u0301 x", 8)[1] == "      | \u3000\u3000" + " " * 4 + "^"


def test_nothing_that_moves_a_terminal_is_printed() -> None:
    text = shown("a\x1b[2Jb\u202ec\u009bd\t", 1)[0]
    assert text == "    1 | a␛[2Jb\ufffdc\ufffdd␉"


@pytest.mark.parametrize(
    ("line", "under"),
    [
        ("tower at 44", "44"),
        ("Tower at  44 pay hill 2", "44"),
        ("at 44", "44"),
        ('"tower at 44 pay hill 2"', "44"),
        ("tower 44", "tower"),
        ("tower at 4", "tower"),
        ("{building: tower, at: 44}", "{"),
    ],
)
def test_the_place_that_a_sentence_names_is_underlined_in_a_line_of_several_words(line: str, under: str) -> None:
    source = reading.read_source(f"actions:\n  - build: {line}\n".encode(), "move.yaml")
    found = reading.problem_at(source, ("actions", 0, "build"), say("There is no hex {at}.", at=44))
    assert (found.line, found.column) == (2, 12 + line.index(under))
    assert reading.problem_at(source, ("actions", 0, "build"), say("No.")).column == 12
