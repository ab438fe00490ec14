"""The cards of the players and the chances of the seat to move: they agree with the rules and are legal."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from sample_games import game_after, whole_game

from referee.app.game_access import Game
from referee.app.look.game_views import move_of_line, view_for_seat
from referee.rules.search import is_surely_legal
from referee.show.view import Prospect, ReportTable, Standing, View

STEP = 7


def positions(id: str) -> Iterator[tuple[Game, View]]:
    """A sample game at every so manieth entry and at its end, as the seat to move sees it."""
    last = whole_game(id).log.last
    for entry in (*range(1, last, STEP), last):
        game = game_after(id, entry)
        yield game, view_for_seat(game, str(game.book.play.to_move(game.position) or ""))


def table_of(view: View, id: str) -> ReportTable:
    found = next(each for each in view.sections if each.id == id)
    assert isinstance(found, ReportTable)
    return found


def move_of(game: Game, chance: Prospect) -> dict[str, Any]:
    """The move that has this line: an action, or the market of Magna Grecia, which has a line of its own."""
    market = re.fullmatch(r"market: \{(\w+): (\w+)\}", chance.writes)
    done = {"market": {market[1]: market[2]}} if market else move_of_line(game.book, chance.writes)
    return {**done, "seat": game.book.play.to_move(game.position)}


def number(standing: Standing) -> int:
    return int(str(standing.total).partition("/")[0])


@pytest.mark.parametrize("id", ["mezzogiorno-4", "bruttium-2"])
def test_the_cards_of_magna_grecia_agree_with_the_table_of_the_standing(id: str) -> None:
    for _, view in positions(id):
        rows = [(row.seat, row.cells[0], row.cells[-2]) for row in table_of(view, "standing").rows]
        assert [(each.seat, each.rank, each.total) for each in view.standing] == rows
        assert all(sum(part.number for part in each.parts) == each.total for each in view.standing)


@pytest.mark.parametrize("id", ["quadrilateral-4", "rhombus-2"])
def test_the_cards_of_attika_count_every_building(id: str) -> None:
    for _, view in positions(id):
        assert {number(each) + sum(part.number for part in each.parts) for each in view.standing} == {30}
        ways = {row.seat: str(row.cells[2]) for row in table_of(view, "victory").rows}
        for each in view.standing:
            close = ways[each.seat].startswith(("1 building between", "2 buildings between"))
            over = view.asked is None
            assert over or (each.alert is not None) == (close and "more than" not in ways[each.seat])


@pytest.mark.parametrize("id", ["mezzogiorno-4", "bruttium-2", "quadrilateral-4", "rhombus-2"])
def test_every_chance_that_is_written_is_legal(id: str) -> None:
    """For the seat to move; and what everybody reads of it is no more than that."""
    written = 0
    for game, view in positions(id):
        assert len(view.chances) <= 3
        for chance in (*view.chances, *view_for_seat(game).chances):
            if chance.writes:
                assert is_surely_legal(game.book.play, game.position, move_of(game, chance)), (view.entry, chance)
                written += 1
    assert written > 3


def test_the_best_come_first() -> None:
    for id in ("mezzogiorno-4", "quadrilateral-4"):
        for _, view in positions(id):
            assert [number(each) for each in view.standing] == sorted(map(number, view.standing), reverse=True)
