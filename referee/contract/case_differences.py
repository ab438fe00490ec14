"""Where the ruling on a conformance case differs from what the case expects, each difference in a sentence."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.rules.ruling import Violation
from referee.words import say

Expected = Mapping[str, Any]
"""What a case says under `illegal` or `stops`, as its schema has it."""


def stop_differs(found: tuple[Violation, ...], expected: Expected) -> Iterator[str]:
    """An order stops where the case says that it does, for its reasons."""
    if "stopped" in expected and not found:
        yield f"expected to be stopped by {joined_names(each_of(expected['stopped']))}, but all is carried out"
    elif found and "stopped" not in expected:
        yield f"expected to be carried out, but it stops: {violation_text(found)}"
    elif found:
        yield from violations_differ(found, expected, each_of(expected["stopped"]), "a stop")


def refusal_differs(found: tuple[Violation, ...], expected: Expected, number: int) -> Iterator[str]:
    """A refusal must name exactly the expected rules, stand at the places and say the words that the case names."""
    if "refused" not in expected:
        yield f"expected to be accepted, but move {number} is refused: {violation_text(found)}"
        return
    yield from violations_differ(found, expected, each_of(expected["refused"]), "a refusal")


def violations_differ(found: tuple[Violation, ...], expected: Expected, rules: list[str], what: str) -> Iterator[str]:
    """The rules are exactly these; the places and the words are among those found."""
    if set(rules) != {each.rule for each in found}:
        yield f"expected {what} by {joined_names(dict.fromkeys(rules))}, found {violation_text(found)}"
    places = [" ".join(map(str, each.at)) for each in found]
    for at in each_of(expected.get("at", [])):
        if at not in places:
            yield f"expected a problem at `{at}`, found them at {joined_names(places)}"
    texts = [f"{each.says} {each.hint or ''}" for each in found]
    for words in each_of(expected.get("says", [])):
        if not any(words in text for text in texts):
            yield f"expected the words `{words}`, found {violation_text(found)}"


def differs(wanted: Any, found: Any, at: str) -> Iterator[str]:
    """Where facts differ from those wanted: of a mapping only what is named, of a list everything and its order."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key, value in wanted.items():
            if key not in found:
                yield f"there is no fact `{at}{key}`; there are {joined_names(found)}"
            else:
                yield from differs(value, found[key], f"{at}{key} ")
    elif comparable_fact(wanted) != comparable_fact(found):
        yield f"{at.strip()}: expected {comparable_fact(wanted)}, found {comparable_fact(found)}"


def comparable_fact(value: Any) -> Any:
    return [str(each) for each in value] if isinstance(value, list | tuple) else str(value)


def each_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def joined_names(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def violation_text(violations: tuple[Violation, ...]) -> str:
    return str(say("{all}", all=" / ".join(f"{each.rule} {each.says}" for each in violations)))
