"""Every space has a name of its own, and a text board, a list of words and a picture all call it by that."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ground import board_of

from referee.app.game_access import Table, open_game
from referee.app.look import game_views, library
from referee.report import wording
from referee.report.pictures import svg
from referee.report.text import text_board, text_report
from referee.report.text.text_tables import WIDTH, width
from referee.report.wording import EMPTY, safe_text
from referee.rules.hexes import grid
from referee.settings import Settings
from referee.show.view import Space, View

TABLE = Table(Settings(str(Path(__file__).parents[2] / "games")))
SHOWN = [
    *(("bruttium-2", 0), ("bruttium-2", 17), ("mezzogiorno-4", 34)),
    *(("rhombus-2", 1), ("rhombus-2", 82), ("quadrilateral-4", 204)),
]
each_board = pytest.mark.parametrize(("id", "entry"), SHOWN)


@cache
def view(id: str, entry: int) -> View:
    return game_views.view_for_seat(open_game(TABLE, id, upto=entry))


def spaces(id: str, entry: int) -> tuple[Space, ...]:
    return board_of(view(id, entry)).spaces


def repeated(names: list[str]) -> list[str]:
    """The names that come more than once."""
    return [name for name, number in Counter(names).items() if number > 1]


@each_board
def test_no_two_spaces_have_one_label_or_one_name(id: str, entry: int) -> None:
    labels = [safe_text(space.label) for space in spaces(id, entry)]
    assert all(labels)
    assert repeated(labels) == []
    assert repeated([safe_text(space.name) for space in spaces(id, entry) if space.name]) == []
    assert len(labels) > 12


@each_board
def test_where_columns_and_rows_have_names_they_make_the_label(id: str, entry: int) -> None:
    board = board_of(view(id, entry))
    places = [grid(space.q, space.r) for space in board.spaces]
    assert len(set(places)) == len(places)
    if board.columns:
        assert [board.columns[column] + board.rows[row] for column, row in places] == [
            space.label for space in board.spaces
        ]


@each_board
def test_the_text_board_without_columns_prints_each_label_once(id: str, entry: int) -> None:
    board = board_of(view(id, entry))
    if board.columns:
        names = [safe_text(each) for each in (*board.columns, *board.rows)]
        assert repeated(names) == []
        return
    bare = board._replace(spaces=tuple([space._replace(pieces=()) for space in board.spaces]))
    printed = re.findall(r"[0-9]+[a-z]*|\w+", "\n".join(text_board.board_lines(bare, {})))
    labels = [safe_text(space.label) for space in board.spaces]
    assert {label: printed.count(label) for label in labels if printed.count(label) != 1} == {}


@each_board
def test_the_words_begin_with_the_label_and_tell_of_every_space_once(id: str, entry: int) -> None:
    board = board_of(view(id, entry))
    lines = text_report.words_lines(board)
    heads = [line.split()[0] for line in lines if not line.startswith(" ")]
    told = [safe_text(space.label) for space in board.spaces if wording.worth_telling(space)]
    bare = {safe_text(space.label) for space in board.spaces} - set(told)
    assert heads[: len(told)] == told
    rest = "\n".join(lines).partition(f"{EMPTY}: ")[2]
    assert {label for label in bare if not re.search(rf"\b{re.escape(label)}\b", rest)} == set()
    assert max(map(width, lines)) <= WIDTH


@each_board
def test_a_picture_calls_each_space_by_its_label(id: str, entry: int) -> None:
    shown = view(id, entry)
    root = ElementTree.fromstring(svg.board(shown))
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    found = [title.partition(":")[0] for title in titles[1:]]
    labels = [safe_text(space.label) for space in spaces(id, entry)]
    assert [label for label in labels if found.count(label) != 1] == []


def test_shipped_boards_name_each_space_once() -> None:
    for title, kind in library.file_kinds():
        for name in kind.names() if kind.size else ():
            drawn = kind.draw(kind.load(name)[0])
            if not isinstance(drawn, str):
                assert repeated([space.label for space in drawn.spaces]) == [], (title, name)
