"""Moves as people write them, and what slips from their pens: each slip spoils one line, or all lines of the list."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Slip = Callable[[list[str], random.Random], list[str] | None]
"""(lines, chance) → the lines with the slip in them; None if there is nothing to spoil."""

LISTED = re.compile(r"  - (?P<word>[a-z]+)(?P<rest>: .+)?")


def written(move: Mapping[str, Any], game: str = "cup", after: int = 40) -> str:
    """The text of a move, each action in a line of its own."""
    lines = [f"game: {game}", f"after: {after}", f"seat: {move['seat']}"]
    if move.get("actions"):
        lines += ["actions:", *[f"  - {action(each)}" for each in move["actions"]]]
    lines += [f"{word}: {flow(move[word])}" for word in ("market", "end") if word in move]
    return "\n".join([*lines, ""])


def action(value: Any) -> str:
    return ", ".join(f"{word}: {flow(each)}" for word, each in value.items()) if isinstance(value, dict) else value


def flow(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{word}: {flow(each)}" for word, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_a_line(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Slip:
    """A slip in one line that the pattern fits."""

    def spoil(lines: list[str], rng: random.Random) -> list[str] | None:
        fitting = [number for number, line in enumerate(lines) if re.search(pattern, line)]
        if not fitting:
            return None
        number = rng.choice(fitting)
        return [
            *lines[:number],
            *re.sub(pattern, replacement, lines[number], count=1).split("\n"),
            *lines[number + 1 :],
        ]

    return spoil


def in_the_list(pattern: str, replacement: str) -> Slip:
    """A slip in every line of the list."""

    def spoil(lines: list[str], rng: random.Random) -> list[str] | None:
        spoiled = [re.sub(pattern, replacement, line) if LISTED.match(line) else line for line in lines]
        return spoiled if spoiled != lines else None

    return spoil


def swapped(found: re.Match[str]) -> str:
    """A word with two of its letters in the wrong order: `raod`."""
    before, word, after = found["before"], found["word"], found["after"]
    return f"{before}{word[0]}{word[2]}{word[1]}{word[3:]}{after}"


def two_in_a_line(lines: list[str], rng: random.Random) -> list[str] | None:
    """Two roads in one line."""
    roads = [number for number, line in enumerate(lines) if re.fullmatch(r"  - road: \S+ \S+", line)]
    pairs = [number for number in roads if number + 1 in roads]
    if not pairs:
        return None
    number = rng.choice(pairs)
    joined = f"{lines[number]}, {lines[number + 1].partition(': ')[2]}"
    return [*lines[:number], joined, *lines[number + 2 :]]


def into_the_list(word: str) -> Slip:
    """A line that belongs below the list is one of it."""

    def spoil(lines: list[str], rng: random.Random) -> list[str] | None:
        found = [line for line in lines if line.startswith(f"{word}:")]
        rest = [line for line in lines if line not in found]
        heads = [number for number, line in enumerate(rest) if LISTED.match(line)]
        if not found or not heads:
            return None
        return [*rest[: heads[-1] + 1], f"  - {found[0]}", *rest[heads[-1] + 1 :]]

    return spoil


def quoted(lines: list[str], rng: random.Random) -> list[str] | None:
    """A mail program put a sign before every line."""
    return None if lines[0].startswith(">") else [f"> {line}" for line in lines]


FULL_WIDTH = str.maketrans("0123456789", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19")

SLIPS: Sequence[Slip] = (
    in_a_line(r"^  - (?=[a-z])", "  -"),
    in_the_list(r"^  - ", "  \u2022 "),
    in_the_list(r"^  - ", "  \u2013 "),
    in_the_list(r"^  - ", "  "),
    in_the_list(r"^  - ", ""),
    in_a_line(r"(?<=[a-z]): (?=[A-Za-z0-9])", ":"),
    in_a_line(r"^(  - (?:road|city|draw|build|tile|store|amphora|cards)): (?=[A-Za-z0-9])", r"\1 "),
    in_a_line(r"^(?P<before>(?:  - )?)(?P<word>road|resupply|draw|build|market|seat|actions)(?P<after>:.*)$", swapped),
    in_a_line(r"^(?:  - )?[a-z]+(?=:)", lambda found: found[0].upper()),
    in_a_line(r"(?<=road: )([A-Z]+[0-9]+) ", r"\1, "),
    in_a_line(r"(?<=road: )([A-Z]+[0-9]+) ", r"\1-"),
    in_a_line(r"(?<= )([nse][ew]?)-([nse][ew]?)$", "\\1\u2013\\2"),
    in_a_line(r"(?<= )([nse][ew]?)-([nse][ew]?)$", r"\1 \2"),
    in_a_line(r"(?<= )([nse][ew]?-[nse][ew]?)$", r"\1."),
    in_a_line(r"resupply: \{road: (\d+), city: (\d+)\}", r"resupply: road \1 city \2"),
    in_a_line(r"resupply: \{road: (\d+), city: (\d+)\}", r"resupply: \1 \2"),
    in_a_line(r"^market: \{(build|sell): (\w+)\}", r"market: \1 \2"),
    in_a_line(r"^market: \{(build|sell): (\w+)\}", r"market: \2"),
    into_the_list("market"),
    into_the_list("end"),
    two_in_a_line,
    in_a_line(r"^end: true", "end"),
    in_a_line(r"^end: true", "end: yes"),
    in_a_line(r"^actions:$", "actions"),
    in_a_line(r"(?<=draw: )([123]|main)$", r"stack \1"),
    in_a_line(r"(?<=build: )([a-z][a-z ]+) at ([0-9]+)([nsew]+)", r"\1 at \2-\3"),
    in_a_line(r"(?<=build: )([a-z][a-z ]+) at ([0-9]+)([nsew]*)", r"\1 @ \2\3"),
    in_a_line(r"(?<=build: )([a-z][a-z ]+) at ", r"\1, "),
    in_a_line(r"(?<=tile: )from ", ""),
    in_a_line(r"(?<=: )\d+$", lambda found: found[0].translate(FULL_WIDTH)),
    in_a_line(r"(?<=: )(\S+)$", "\u201c\\1\u201d"),
    in_a_line(r"^(  - road: [A-Z]+[0-9]+) [nsew]+-[nsew]+$", r"\1"),
    in_a_line(r"^(  - road: [A-Z]+[0-9]+ [nsew]+)-[nsew]+$", r"\1"),
    in_a_line(r"^game: ", "Hello all, here is my move.\ngame: "),
    in_a_line(r"^  - ", "   - "),
    quoted,
)


def spoiled(text: str, rng: random.Random, number: int) -> str:
    """A move with so many slips, as far as there is something to spoil."""
    lines = text.rstrip("\n").split("\n")
    for slip in rng.sample(SLIPS, len(SLIPS)):
        found = slip(lines, rng) if number else None
        if found is not None and found != lines:
            lines, number = found, number - 1
    return "\n".join([*lines, ""])
