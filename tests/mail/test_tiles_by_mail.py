"""A tile of Attika is due: the e-mail says how a place is written, and an answer may name the place of the board."""

import re
import shutil
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import open_game

DUE = 41
"""After this entry Thebes has to place a tile."""


@pytest.fixture(scope="module")
def due(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("due")
    with post.forked_sample(folder, "quadrilateral-4", DUE, thebes=post.ANNA):
        return folder


@pytest.fixture(autouse=True)
def game(due: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(due, tmp_path, dirs_exist_ok=True)
    post.enter(monkeypatch, tmp_path)


def test_the_mail_says_how_a_place_is_written() -> None:
    (letter,) = post.letters("thebes")
    assert "There are 44 places for it." in letter.text
    found = re.search(r"For c1 write `- (tile: from 2 sw sw nw nw turn 0)`: the way to it", letter.text)
    assert found
    assert post.one(mail(found[1])).became == "recorded"


def mail(line: str) -> bytes:
    return post.mail(post.fenced(f"game: cup\nseat: thebes\nactions:\n  - {line}\n"), post.address("thebes"))


def last_action() -> object:
    return open_game(post.table(), "cup").log.entry(post.last())["actions"]


@pytest.mark.parametrize(
    ("line", "way", "turn"),
    [
        ("tile: c4", "3 sw sw nw", 0),
        ("tile: c4 turn 2", "3 sw sw nw", 2),
        ("tile: C 4, turn 2", "3 sw sw nw", 2),
        ("Teil: c44 turn 0", "6 se se se s", 0),
        ("tessera: c12 turn 3", "3 s s sw", 3),
        ("tuile : c12 turn 3", "3 s s sw", 3),
    ],
)
def test_an_answer_may_name_the_place_of_the_board(line: str, way: str, turn: int) -> None:
    done = post.one(mail(line))
    assert done.became == "recorded", post.receipts()[-1].text
    assert last_action() == [{"tile": f"from {way} turn {turn}"}]


@pytest.mark.parametrize("line", ["tile: c45", "tile: c4 turn 7", "tile: c4 or c5"])
def test_a_place_that_is_not_on_the_board_is_not_guessed(line: str) -> None:
    assert post.one(mail(line)).became == "answered"
    assert post.last() == DUE


def test_a_move_file_is_told_the_line_to_write() -> None:
    move = f"game: cup\nafter: {DUE}\nseat: thebes\nactions:\n  - tile: c4 turn 2\n"
    refused = cli_runs.run("submit", "-", stdin=move.encode())
    assert "c4 = from 3 sw sw nw: write `from 3 sw sw nw turn 2`." in refused.err
    (right,) = re.findall(r"write `(.*)`\.", refused.err)
    assert cli_runs.run("submit", "-", stdin=move.replace("c4 turn 2", right).encode()).code == 0
