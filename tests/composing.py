"""A player who knows no rules and composes a turn from a menu as a page does: by the page's own script, run by Node."""

import atexit
import json
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from standard_yaml import unfit
from whole_menus import choices_of

from referee import reading
from referee.report.html.composer import menu_data
from referee.show.menu import Choice, Menu

SCRIPT = Path(__file__).parent / "node" / "menus.mjs"
LONGEST = 12
"""More steps than this are not composed."""


class Branch(NamedTuple):
    """What an order does when one of these is shown: places in `Secret.what`, and the place of the answer."""

    names: tuple[int, ...]
    answer: int


class Taken(NamedTuple):
    """A choice that was taken, by its number, and the order for what it shows: branches, and the default."""

    number: int
    branches: tuple[Branch, ...] = ()
    otherwise: int | None = None


def step_of(taken: Taken) -> dict[str, Any]:
    """As the script has it."""
    branches = [each._asdict() for each in taken.branches]
    return {"choice": taken.number, "branches": branches, "otherwise": taken.otherwise}


class Page:
    """The logic of a page, in a process of its own: it has one menu at a time."""

    def __init__(self, node: str) -> None:
        self.process = subprocess.Popen([node, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.menu: Menu | None = None

    def ask(self, menu: Menu, question: str, taken: list[Taken], **more: str) -> Any:
        """The answer to a question that `SCRIPT` lists. RuntimeError when there is none."""
        if menu is not self.menu:
            self.answer({"packed": json.loads(menu_data(menu))})
            self.menu = menu
        return self.answer({question: [step_of(each) for each in taken], **more})

    def answer(self, request: dict[str, Any]) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{SCRIPT.name} has ended, see what it says above")
        return json.loads(line)

    def end(self) -> None:
        self.process.communicate()


@cache
def page() -> Page:
    """Started once; it skips the test if there is no Node."""
    node = shutil.which("node")
    if not node:
        pytest.skip("Node is not installed; with it this test runs the script of pages")
    found = Page(node)
    atexit.register(found.end)
    return found


def offered(menu: Menu, taken: list[Taken]) -> list[int]:
    """The choices that may be taken next."""
    found: list[int] = page().ask(menu, "offered", taken)
    return found


def written(menu: Menu, taken: list[Taken]) -> str:
    """The move file."""
    return str(page().ask(menu, "written", taken))


def read_choices(menu: Menu) -> list[dict[str, Any]]:
    """The choices as the script has them."""
    found: list[dict[str, Any]] = page().ask(menu, "choices", [])
    return found


def route_starts(menu: Menu, taken: list[Taken]) -> list[str]:
    """The spaces where a route may start."""
    found: list[str] = page().ask(menu, "starts", taken)
    return found


def routes(menu: Menu, taken: list[Taken], start: str) -> dict[str, list[int]]:
    """The choices of the route to each space that can be reached from the start."""
    found: dict[str, list[int]] = page().ask(menu, "routes", taken, **{"from": start})
    return found


def amount_choices(menu: Menu, taken: list[Taken], kind: str) -> list[list[int | None]]:
    """For each thing of a kind, and each number of it, the choice that a page takes when the number is clicked."""
    found: list[list[int | None]] = page().ask(menu, "amounts", taken, kind=kind)
    return found


def understood(menu: Menu, taken: list[Taken]) -> dict[str, Any]:
    """The move as the referee reads it from the file; other programs accept it, too. Raises source.BadInput."""
    text, schema = written(menu, taken), f"{menu.title}.move"
    move = dict(reading.typed_data(reading.read_source(text.encode(), "composed"), schema))
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
        able = [each for each in offered(menu, taken) if choices_of(menu)[each].sure or not sure]
        if fill and able:
            first = min(place(choices_of(menu)[each]) for each in able)
            able = [each for each in able if place(choices_of(menu)[each]) == first]
        kinds = sorted({choices_of(menu)[each].kind for each in able})
        if not kinds:
            break
        kind = rng.choice(kinds)  # a turn of builds is as likely as one draw, though there are more builds
        number = rng.choice([each for each in able if choices_of(menu)[each].kind == kind])
        has_order = choices_of(menu)[number].shows and rng.random() < 0.8
        taken.append(ordered(menu, number, rng) if has_order else Taken(number))
    return taken


def ordered(menu: Menu, number: int, rng: random.Random, branches: int = 3) -> Taken:
    """A choice with an order: some branches for what it may show, and mostly a default."""
    secret = dict(menu.shown)[choices_of(menu)[number].shows]
    answerable = [name for name, each in enumerate(secret.what) if each.answers]
    some = rng.sample(answerable, min(rng.randrange(branches + 1), len(answerable)))
    found = tuple([Branch((name,), rng.choice(secret.what[name].answers)) for name in some])
    has_last = secret.anything and (not found or rng.random() < 0.9)
    return Taken(number, found, rng.choice(secret.anything) if has_last else None)
