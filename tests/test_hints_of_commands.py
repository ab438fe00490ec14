"""The catalogue of bad inputs once more: typing what a hint offers never gives the same message again.

`Did you mean …?` replaces a word of the command, `write …` a line of the move.
"""

import re
import shlex
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest
from test_bad_inputs import asked, bases, catalogue, folder, spoiled, with_heads, within

__all__ = ["bases", "folder"]

MEANT = re.compile(r"Did you mean `?([^`?]+?)`?\?")
LINE = re.compile(r"[Ww]rite `((?:seat|game|after|head): [^`]+)`")


def offers(case: dict[str, Any]) -> bool:
    """Whether the answer to a case offers a word of the command or a line of a move."""
    text = "\n".join(case["says"])
    return "env" not in case and "as" not in case and bool(MEANT.search(text) or LINE.search(text))


OFFERS = [each for each in catalogue() if offers(each.values[0])]


def test_the_cases_that_offer_something_are_many() -> None:
    assert len(OFFERS) > 40


@pytest.mark.parametrize("case", OFFERS)
def test_an_offered_text_is_not_refused_for_the_same_reason(case: dict[str, Any], folder: Path) -> None:
    stdin = case.get("stdin", "").encode()
    command = with_heads(case.get("do", "referee submit move.yaml"), folder)
    with within(folder, {}):
        spoiled(case)
        ran = asked(command, stdin)
        said = ran.out + ran.err
        again = follow(command, said)
        if again is None:  # it is about a line of some other file
            return
        after = asked(again, stdin)
    asked_for = next(line for line in said.split("\n") if MEANT.search(line) or LINE.search(line))
    assert asked_for not in (after.out + after.err).split("\n"), f"{again}\n{after.err}"


def follow(command: str, said: str) -> str | None:
    """The offered command, or the same one after its move was changed; None if nothing fits."""
    lines = LINE.findall(said)
    meant = [each.split(" = ")[-1].strip("'") for each in MEANT.findall(said)]
    move = Path("move.yaml")
    if lines and move.exists():
        move.write_text(with_lines(move.read_text("utf-8"), lines), "utf-8")
        return command
    words = shlex.split(command)
    index, word = max(((n, nearest(each, meant[0])) for n, each in enumerate(words)), key=lambda each: each[1])
    if not meant or word < ALIKE:
        return None
    words[index] = replaced(words[index], meant[0])
    return shlex.join(words)


ALIKE = 0.55


def with_lines(text: str, lines: list[str]) -> str:
    for line in lines:
        word = line.partition(":")[0]
        text = re.sub(rf"(?m)^{word}:.*$", line, text) if re.search(rf"(?m)^{word}:", text) else f"{line}\n{text}"
    return text


def nearest(word: str, meant: str) -> float:
    return max(
        0.0 if part == meant else SequenceMatcher(None, part.lower(), meant.lower()).ratio() for part in parts(word)
    )


def parts(word: str) -> list[str]:
    """A word, or both sides of its `=`."""
    return [word.rpartition("/")[2], *word.split("=", 1)]


def replaced(word: str, meant: str) -> str:
    if "=" not in word:
        return meant
    sides = word.split("=", 1)
    sides[max((0, 1), key=lambda side: nearest(sides[side], meant))] = meant
    return "=".join(sides)
