"""A menu lists road tiles by spaces and exits: the page makes the same choices from that, in any language."""

from typing import Any

import pytest
from composing import read_choices
from sample_games import game_after
from whole_menus import choices_of, crossing_choices

from referee.app.look import game_views
from referee.report.html.composer import pieces_of
from referee.report.wording import safe_text
from referee.show.menu import Choice, Menu
from referee.words import speaking


def menu_at(id: str, entry: int) -> Menu:
    game = game_after(id, entry)
    found = game_views.menu(game, str(game.mover))
    assert found
    return found


def as_read(choice: Choice, menu: Menu) -> dict[str, Any]:
    """A choice as the script should have it."""
    pieces: list[Any] = list(pieces_of(menu))
    return {
        **{name: plain(value) for name, value in choice._asdict().items()},
        "says": safe_text(choice.says),
        "piece": pieces.index(choice.piece) if choice.piece else None,
    }


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 1), ("mezzogiorno-4", 13), ("bruttium-2", 16)])
def test_the_script_makes_the_choices_of_crossings(id: str, entry: int, language: str) -> None:
    menu = menu_at(id, entry)
    with speaking(language):
        assert read_choices(menu) == [as_read(each, menu) for each in choices_of(menu)]


def test_few_roads_are_unlike_what_their_exits_say() -> None:
    """Those that connect places, or whose exits meet what was laid before them in the turn."""
    menu = menu_at("mezzogiorno-4", 13)
    assert menu.crossings
    assert len(list(crossing_choices(menu.crossings))) > 1000
    unlike = [each for space in menu.crossings.spaces for each in space.unlike]
    assert 50 < len(unlike) < 150
    assert any(each.worth for each in unlike)
    assert not all(each.worth for each in unlike)
