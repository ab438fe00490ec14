"""A player who knows no rules and composes a turn from a menu by the four rules of `referee.menu`, as the page does."""

import json
import random
from itertools import zip_longest
from typing import Any, NamedTuple

from standard_yaml import unfit

from referee import source
from referee.menu import Choice, Menu, Secret

HEAD = 16
LONGEST = 12
"""More steps than this are not composed."""


class Taken(NamedTuple):
    """A choice that was taken, by its number, and the order for what it shows, "" without one."""

    number: int
    order: str = ""
    whole: bool = True
    """whether the order has an answer for whatever is shown"""


def offered(menu: Menu, taken: list[Taken]) -> list[int]:
    """The choices that may be taken next."""
    if taken and menu.choices[taken[-1].number].shows and not (taken[-1].order and taken[-1].whole):
        return []
    chosen = [menu.choices[each.number] for each in taken]
    before = {each.number for each in taken}
    barred = {number for each in chosen for number in each.bars}
    used = totals(menu, [each.uses for each in chosen])
    return [
        number
        for number, choice in enumerate(menu.choices)
        if (number not in before or choice.many)
        and number not in barred
        and before.isdisjoint(choice.bars)
        and before.isdisjoint(choice.unless)
        and not any(before.isdisjoint(group) for group in choice.after)
        and is_allowed(menu, totals(menu, [used, choice.uses]))
    ]


def totals(menu: Menu, uses: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip_longest(*uses, (0,) * len(menu.budgets), fillvalue=0)))


def is_allowed(menu: Menu, sums: tuple[int, ...]) -> bool:
    """Whether what is used stays within one of the allowances."""
    return not menu.allowances or any(
        all(used <= limit for used, limit in zip(sums, each.limits, strict=True)) for each in menu.allowances
    )


def secret_of(menu: Menu, choice: Choice) -> Secret:
    return dict(menu.shown)[choice.shows]


def ordered(menu: Menu, choice: Choice, rng: random.Random, branches: int = 3) -> tuple[str, bool]:
    """An order with some branches for what the choice may show, and whether it has a last one that always fits."""
    secret = secret_of(menu, choice)
    found = []
    answerable = [each for each in secret.what if each.answers]
    for shown in rng.sample(answerable, min(rng.randrange(branches + 1), len(answerable))):
        found.append(f"{{if: {shown.name}, {menu.answers[rng.choice(shown.answers)].when}}}")
    whole = bool(secret.anything) and (not found or rng.random() < 0.9)
    if whole:
        found.append(menu.answers[rng.choice(secret.anything)].otherwise)
    return secret.opens + ", ".join(found) + secret.closes if found else "", whole


def written(menu: Menu, taken: list[Taken]) -> str:
    """The move file."""
    chosen = sorted(taken, key=lambda each: menu.choices[each.number].rank)
    parts: dict[str, list[str]] = {"actions": [], "market": [], "end": []}
    for each in chosen:
        choice = menu.choices[each.number]
        parts[choice.part].append(each.order or choice.writes)
    lines = [f"game: {menu.game}", f"after: {menu.entry}", f"head: {json.dumps(menu.head[:HEAD])}"]
    lines.append(f"seat: {menu.seat}")
    if parts["actions"]:
        lines += ["actions:", *[f"  - {each}" for each in parts["actions"]]]
    if parts["market"]:
        lines.append("market: {" + ", ".join(parts["market"]) + "}")
    return "\n".join([*lines, *parts["end"]]) + "\n"


def understood(menu: Menu, taken: list[Taken]) -> dict[str, Any]:
    """The move as the referee reads it from the file; other programs accept it, too. Raises source.BadInput."""
    text, schema = written(menu, taken), f"{menu.title}.move"
    move = dict(source.check(source.read(text.encode(), "composed"), schema))
    assert unfit(schema, text) == []
    return move


def place(choice: Choice) -> tuple[bool, int]:
    """Where in the move a choice is written."""
    return choice.part != "actions", choice.rank


def composed(
    menu: Menu, rng: random.Random, *, stop: float = 0.15, sure: bool = True, fill: bool = False
) -> list[Taken]:
    """A turn at random: choices that are offered, one after another, until chance or the rules of the page stop it.

    fill  take what is written last only when nothing else is offered, so that turns become long
    """
    taken: list[Taken] = []
    while len(taken) < LONGEST and (not taken or rng.random() > stop):
        able = [each for each in offered(menu, taken) if menu.choices[each].sure or not sure]
        if fill and able:
            first = min(place(menu.choices[each]) for each in able)
            able = [each for each in able if place(menu.choices[each]) == first]
        kinds = sorted({menu.choices[each].kind for each in able})
        if not kinds:
            break
        kind = rng.choice(kinds)  # a turn of builds is as likely as one draw, though there are more builds
        number = rng.choice([each for each in able if menu.choices[each].kind == kind])
        choice = menu.choices[number]
        order, whole = ordered(menu, choice, rng) if choice.shows and rng.random() < 0.8 else ("", False)
        taken.append(Taken(number, order, whole))
    return taken
