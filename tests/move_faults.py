"""Mistakes that people make in a move: each changes some lines of a right one.

A text is a list of slots, one for each line of the right move; a mistake has other lines for some of them.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Fault(NamedTuple):
    """A mistake: its kind, and for each slot that it changes the lines that are there instead.

    words  what a refusal says of it wherever it points at, such as the word that is missing
    """

    kind: str
    lines: dict[int, list[str]]
    words: tuple[str, ...] = ()


class Context(NamedTuple):
    """The names for mistakes: the seats and the last entries of the game, labels of places with something on them."""

    seats: list[str]
    heads: list[str]
    labels: list[str]


Change = Callable[[re.Match[str]], str]
Make = Callable[[list[str], Context, random.Random], Fault | None]
KINDS: list[tuple[str, Make]] = []


def fault(make: Make) -> Make:
    KINDS.append((make.__name__, make))
    return make


def faults(lines: list[str], context: Context, rng: random.Random) -> Iterator[Fault]:
    """Mistakes of all kinds in a random order, as far as the move has a place for them."""
    for kind, make in rng.sample(KINDS, len(KINDS)):
        found = make(lines, context, rng)
        if found and found.lines:
            yield found._replace(kind=kind)


def text(lines: list[str], chosen: list[Fault]) -> tuple[str, list[int]]:
    """The text with these mistakes, and for each of its lines the slot that it belongs to."""
    changed = {slot: new for each in chosen for slot, new in each.lines.items()}
    rows = [(line, slot) for slot, old in enumerate(lines) for line in changed.get(slot, [old])]
    return "\n".join(line for line, _ in rows) + "\n", [slot for _, slot in rows]


def one(slot: int, *lines: str, words: tuple[str, ...] = ()) -> Fault:
    return Fault("", {slot: list(lines)}, words)


def slot_of(lines: list[str], word: str) -> int:
    return next(slot for slot, line in enumerate(lines) if line.startswith(word))


def actions(lines: list[str], pattern: str = "") -> list[int]:
    return [slot for slot, line in enumerate(lines) if re.match(rf"  - {pattern}", line)]


def pick(rng: random.Random, slots: list[int]) -> int | None:
    return rng.choice(slots) if slots else None


def swap_letters(word: str, rng: random.Random) -> str:
    """A word with two of its letters in the wrong order."""
    at = rng.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def change_in(
    lines: list[str], rng: random.Random, pattern: str, change: Callable[[re.Match[str]], str]
) -> Fault | None:
    """A random line that the pattern is found in, changed there."""
    slot = pick(rng, [each for each, line in enumerate(lines) if re.search(pattern, line)])
    if slot is None:
        return None
    line = re.sub(pattern, change, lines[slot], count=1)
    return one(slot, line) if line != lines[slot] else None


LABEL = r"\b[A-Z]{1,2}[0-9]{1,2}\b"


# the lines that every move has


@fault
def older_entry(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    if len(context.heads) < 4:
        return None
    number = rng.randrange(1, len(context.heads) - 2)
    after, head = slot_of(lines, "after:"), slot_of(lines, "head:")
    return Fault("", {after: [f"after: {number}"], head: [f"head: {context.heads[number][:16]}"]}, ("since:",))


@fault
def head_of_another_entry(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return one(slot_of(lines, "head:"), f"head: {rng.choice(context.heads)[:16]}", words=("but the head",))


@fault
def another_seat(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = slot_of(lines, "seat:")
    others = [each for each in context.seats if f"seat: {each}" != lines[slot]]
    return one(slot, f"seat: {rng.choice(others)}", words=("It is not the turn of",))


@fault
def no_seat_of_the_game(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return one(slot_of(lines, "seat:"), f"seat: {rng.choice(['purple', 'Orange', 'me', 'carthage'])}")


@fault
def misspelt_game(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = slot_of(lines, "game:")
    return one(slot, "game: " + rng.choice([lines[slot][6:].title(), swap_letters(lines[slot][6:], rng)]))


@fault
def misspelt_field(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = rng.randrange(1, 4)
    word, _, rest = lines[slot].partition(":")
    return one(slot, f"{swap_letters(word, rng)}:{rest}")


@fault
def missing_seat(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return Fault("", {slot_of(lines, "seat:"): []}, ("`seat`",))


@fault
def entry_in_words(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return one(slot_of(lines, "after:"), f"after: {rng.choice(['twelve', 'the last one', '012', '1.5'])}")


# YAML


@fault
def no_colon_in_a_field(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = rng.randrange(1, 4)
    return one(slot, lines[slot].replace(":", ""))


@fault
def no_space_after_a_colon(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, ": ", lambda found: ":")


@fault
def no_space_after_a_dash(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, "^  - ", lambda found: "  -")


@fault
def another_indentation(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    if len(actions(lines)) < 2:
        return None
    found = change_in(lines, rng, "^  - ", lambda found: rng.choice(["   - ", " - ", "    - ", "- "]))
    return found and found._replace(words=("This line does not fit",))


@fault
def a_tab(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, "^  - ", lambda found: "\t- ")


@fault
def another_bullet(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, "^  - ", lambda found: rng.choice(["  * ", "  \u2022 ", "  \u2013 "]))


@fault
def an_open_brace(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, "}", lambda found: "")


@fault
def a_greeting(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return one(0, rng.choice(["Hello Sam,", "here is my move", "Dear referee: my move"]), lines[0])


# the form of the actions


@fault
def misspelt_action(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"(?<=  - )\w+(?=:)", lambda found: swap_letters(found[0], rng))


@fault
def no_colon_in_an_action(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"(?<=  - )(\w+): (?=\w)", lambda found: f"{found[1]} ")


@fault
def unknown_field(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return one(
        slot_of(lines, "seat:"), lines[slot_of(lines, "seat:")], rng.choice(["player: me", "turn: 7", "note: hm"])
    )


@fault
def a_comma(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, rf"(?<=  - road: )({LABEL}) ", lambda found: f"{found[1]}, ")


@fault
def wrong_edges(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(
        lines, rng, r"\b[nsew]+-[nsew]+$", lambda found: rng.choice(["n", "n-x", "n n", "n-ne", "up-down"])
    )


@fault
def two_in_a_line(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(
        lines, rng, rf"(?<=  - city: ){LABEL}$", lambda found: f"[{found[0]}, {rng.choice(context.labels)}]"
    )


@fault
def numbers_without_braces(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"{road: (\d+), city: (\d+)}", lambda found: f"{found[1]} {found[2]}")


# the rules


@fault
def no_such_space(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, LABEL, lambda found: rng.choice(["A1", "ZZ9", "Q99", found[0][0] + "99"]))


@fault
def another_space(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, LABEL, lambda found: rng.choice(context.labels))


@fault
def an_action_twice(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = pick(rng, actions(lines))
    return None if slot is None else one(slot, lines[slot], lines[slot])


@fault
def too_many_tiles(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = pick(rng, actions(lines, "(?:city|road)"))
    more = [f"  - city: {rng.choice(context.labels)}" for _ in range(rng.randrange(1, 4))]
    return None if slot is None else one(slot, lines[slot], *more, words=("at most two of the three", "city tiles"))


@fault
def resupply_first(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    last, all_actions = pick(rng, actions(lines, "resupply")), actions(lines)
    if last is None or len(all_actions) < 2:
        return None
    first = all_actions[0]
    return Fault("", {first: [lines[last], lines[first]], last: []})


@fault
def resupplies_too_much(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"{road: \d+, city: \d+}", lambda found: "{road: 9, city: 19}")


@fault
def builds_and_sells(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"^market: {build: (\w+)}", lambda found: f"{found[0][:-1]}, sell: {found[1]}}}")


@fault
def no_such_stack(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"(?<=draw: )(?:main|[123])$", lambda found: rng.choice(["4", "0", "all"]))


@fault
def another_hex(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    pattern = r"(?<= at )[0-9]+[nsew]{0,2}\b"
    return change_in(lines, rng, pattern, lambda found: rng.choice(["99", "s1", "12x", *context.labels[:8]]))


@fault
def another_building(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    names = ["tower", "castle", "temple", "harbour", "vinyard"]
    return change_in(lines, rng, r"(?<=  - (?:build|store): )[a-z-]+", lambda found: rng.choice(names))


@fault
def pays_otherwise(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    words = [" pay water 1", " pay hill 4 mountain 3", " pay gold 2", " pay nothing"]
    return change_in(lines, rng, r"^(  - build: [a-z-]+ at \w+).*$", lambda found: found[1] + rng.choice(words))


@fault
def number_before_landscape(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"\b(water|forest|hill|mountain) (\d)", lambda found: f"{found[2]} {found[1]}")


@fault
def an_amphora_too_many(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = pick(rng, actions(lines, "(?:build|draw)"))
    return None if slot is None else one(slot, f"  - amphora: {rng.choice(['build', 'draw', 'dance'])}", lines[slot])


@fault
def another_line_of_the_turn(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    slot = pick(rng, actions(lines, "build"))
    return None if slot is None else one(slot, lines[slot], "  - draw: 1")


@fault
def other_cards(lines: list[str], context: Context, rng: random.Random) -> Fault | None:
    return change_in(lines, rng, r"(?<=cards: )\d+", lambda found: "9")
