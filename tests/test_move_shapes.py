"""Moves whose lists and groups are in the wrong places: their shape is refused before a title sees them."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from cli_runs import NOW, SECRET, run
from ordering import cup

from referee import reading
from referee.app.game_access import Table
from referee.app.play import new_game
from referee.reading.shape import fit
from referee.settings import Settings

__all__ = ["cup"]
TITLES = {"attika": ("athens", "draw: 1"), "magna-grecia": ("red", "city: E5")}
SHAPES = (
    "{key}:\n ons:\n  - {action}\n",
    "{key}:\n {key}:\n  - {action}\n  - {action}\n",
    "{key}:\n {action}\n other:\n  - {action}\n",
    "{key}:\n  one:\n    two:\n      - {action}\n",
    "{key}: {{ons: [{{{action}}}]}}\n",
    "{key}:\n - - {action}\n",
    "{key}:\n - ons:\n    - {action}\n",
    "{key}:\n - {{{action}, {key}: {{{action}}}}}\n",
    "{key}:\n - []\n - {{}}\n",
    "{key}:\n - {action}\n{key}:\n - {action}\n",
    "{key}: {action}\n",
    "{key}: none\n",
    "{key}: {{}}\n",
    "{key}:\n",
)
KEYS = ("actions", "Actions", "orders", "say", "end", "after", "seat", "game")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    for title, seats in {"attika": ("athens", "corinth"), "magna-grecia": ("yellow", "red")}.items():
        new_game.new(
            Table(Settings(), NOW),
            new_game.plan(title, title, [f"{each}={each}" for each in seats], [], ""),
            secret=SECRET,
        )


def texts(title: str) -> Iterator[str]:
    """Move files with one field of a wrong shape, most of them beside a right one."""
    seat, action = TITLES[title]
    for key, shape, more in product(KEYS, SHAPES, ("", f"actions:\n  - {action}\n")):
        wrong = shape.format(key=key, action=action)
        head = {"game": title, "after": "1", "seat": seat}
        heads = "".join(f"{name}: {value}\n" for name, value in head.items() if name != key)
        yield heads + wrong + ("" if key.lower() == "actions" else more)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("title", TITLES)
def test_a_title_sees_no_move_of_a_wrong_shape(title: str) -> None:
    wrong = 0
    for text in texts(title):
        ran = run("check", "-", stdin=text.encode())
        assert ran.code in (0, 65, 66), (text, ran)
        wrong += ran.code == 65
    assert wrong > 100


@pytest.mark.parametrize("title", TITLES)
def test_only_missing_keys_are_left_in_a_form(title: str) -> None:
    for text in texts(title):
        try:
            draft = reading.read_draft(text.encode(), "move.yaml")
        except reading.BadInput:
            continue
        form = reading.check_form(draft, f"{title}.move")
        if form is not None:
            assert not [each for each in fit(form, f"{title}.move")[1] if each.at], text


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(("title", "shape"), [("attika", SHAPES[0]), ("magna-grecia", SHAPES[1])])
def test_a_line_between_actions_and_its_list_is_to_be_deleted(title: str, shape: str) -> None:
    seat, action = TITLES[title]
    text = f"game: {title}\nafter: 1\nseat: {seat}\n{shape.format(key='actions', action=action)}"
    ran = run("check", "-", stdin=text.encode())
    assert ran.code == 65
    assert "There is a line too many here. The list of actions begins right below `actions:`." in ran.out
    assert "line 5" in ran.out or "stdin:5:2" in ran.out
    assert "Leave this line out." in ran.out


def deep(levels: int) -> object:
    return {f"a{levels}": deep(levels - 1)} if levels else "x"


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize("levels", [1, 4, 5, 8, 20, 33])
def test_orders_may_nest_as_deep_as_a_move(levels: int) -> None:
    ran = run("orders", "cup", "-", "--dry-run", stdin=order_file(levels))
    assert ran.code == 65, ran.err
    assert "move 1 of your orders" in ran.err


@pytest.mark.usefixtures("cup")
def test_deeper_orders_are_refused() -> None:
    ran = run("orders", "cup", "-", "--dry-run", stdin=order_file(60))
    assert (ran.code, "more than 40 levels" in ran.err) == (65, True)


def order_file(levels: int) -> bytes:
    braces = "".join(f"{{a{n}: " for n in range(levels)) + "x" + "}" * levels
    return f"game: cup\nseat: red\norders:\n  - move:\n      actions:\n        - city: {braces}\n".encode()
