"""Pages speak of people where a game speaks of seats."""

import re
from itertools import chain
from pathlib import Path

import pytest

from referee.app.game_access import Table, open_game
from referee.app.look import game_views
from referee.settings import Settings
from referee.show.view import View, with_people
from referee.words import Phrase, say, speaking, term, terms

TABLE = Table(Settings(games=str(Path(__file__).parent.parent / "games"), private="/nowhere"))
NAMES = {"red": "Dario", "yellow": "Market"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (say("{seat} builds.", seat="red"), "Dario builds."),
        (say("{at} ({owner})", at="C3 Kyme", owner="red"), "C3 Kyme (Dario)"),
        (say("{player} ({seat}) moves.", player="Dario", seat="red"), "Dario (red) moves."),
        (say("Order: {order}.", order=terms(["yellow", "red"], " - ")), "Order: Market - Dario."),
        (say("The card {card} is red.", card="red"), "The card red is red."),
    ],
)
def test_a_seat_becomes_a_person(words: Phrase, says: str) -> None:
    assert str(with_people(words, NAMES)) == says


def test_a_name_is_not_translated() -> None:
    with speaking("fr"):
        named = with_people(say("{seat}, {owner}", seat="yellow", owner=term("red")), NAMES)
        assert str(named) == "Market, Dario"


@pytest.mark.parametrize("id", ["mezzogiorno-4", "bruttium-2", "rhombus-2", "quadrilateral-4"])
def test_no_line_of_a_story_calls_a_player_by_a_seat(id: str) -> None:
    """But for the one that says who that is, the colours of cards, and the names of games."""
    for entry in range(1, open_game(TABLE, id).log.last + 1, 7):
        view: View = game_views.view_for_seat(open_game(TABLE, id, upto=entry))
        lines = [str(each.says) for each in (*view.story.lines, *view.digest)]
        seats = [seat.id for seat in view.seats]
        assert [line for line in lines if any(word.strip(".,:;") in seats for word in line.split())] == []


@pytest.mark.parametrize("entry", [15, 40, 46])
def test_a_menu_names_people_and_no_colours(entry: int) -> None:
    """In what can be chosen, and in why the rest can't."""
    game = open_game(TABLE, "mezzogiorno-4", upto=entry)
    menu = game_views.menu(game, str(game.mover))
    assert menu
    words = (
        [each.says for each in menu.choices],
        [each.says for each in menu.refusals],
        [each.says for each in menu.lights],
    )
    said = [str(each) for each in chain(*words)]
    assert [each for each in said if re.search(r"\b(yellow|orange|brown|red)\b", each)] == []
    assert any(f"({name})" in each for each in said for name in game.players.values())
