"""`referee.api`: its examples are true, and what it says of moves, refusals and earlier positions."""

import doctest
import os
from pathlib import Path
from typing import Any

import pytest
from doc_pages import ROOT

from referee import api
from referee.api import Game, Refusal, new_game, open_game, verify

PAGE = ROOT / "docs" / "reference" / "api.md"
PLAYERS = {"athens": "Anna", "sparta": "Bruno"}
MOVE: api.Move = {"seat": "sparta", "actions": [{"build": "road at 1s"}]}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return new_game(tmp_path / "games" / "cup", "attika", PLAYERS, practice=True)


EXAMPLES = {each.name: each for each in doctest.DocTestFinder().find(api) if each.examples}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_a_docstring_is_true(name: str, tmp_path: Path, game: Game) -> None:
    assert failures(EXAMPLES[name], club=str(tmp_path), game=game) == 0


def test_the_examples_of_the_page_are_true(tmp_path: Path) -> None:
    page = doctest.DocTestParser().get_doctest(PAGE.read_text().replace("```\n", "\n"), {}, "api.md", str(PAGE), 0)
    assert failures(page, club=str(tmp_path)) == 0


def failures(examples: doctest.DocTest, **names: Any) -> int:
    examples.globs = {**vars(api), **names}
    return doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed


def test_the_page_names_every_name() -> None:
    text = PAGE.read_text()
    assert [name for name in api.__all__ if f"`{name}" not in text] == []


def test_each_name_is_typed_and_says_what_it_is() -> None:
    own = [each for name in api.__all__ if (each := getattr(api, name)).__module__ == "referee.api"]
    own += [each for each in vars(Game).values() if callable(each)]
    assert [each for each in own if not each.__doc__] == []


def test_a_move_file_is_a_move(game: Game) -> None:
    text = game.suggest().text
    assert game.submit(text).entry == game.last == 2
    assert game.submit(text).before


def test_a_move_for_another_game_is_refused(game: Game) -> None:
    before = os.listdir(os.path.dirname(game.now.folder))
    with pytest.raises(Refusal) as refused:
        game.submit("game: other\nafter: 1\nseat: sparta\nactions:\n  - build: road at 1s\n")
    (problem,) = refused.value.problems
    assert (str(problem.says), str(problem.hint), problem.line) == (
        "This move is for the game other.",
        "Write `game: cup`.",
        1,
    )
    assert (game.last, os.listdir(os.path.dirname(game.now.folder))) == (1, before)


def test_a_refused_move_changes_nothing(game: Game) -> None:
    log = Path(game.now.folder, "log.yaml").read_bytes()
    with pytest.raises(Refusal) as refused:
        game.submit({"seat": "sparta", "actions": [{"build": "road at 9"}]})
    assert refused.value.problems
    assert all(problem.rule for problem in refused.value.problems)
    assert Path(game.now.folder, "log.yaml").read_bytes() == log


def test_a_check_records_nothing(game: Game) -> None:
    assert game.check(MOVE).entry is None
    assert open_game(game.now.folder).last == 1


def test_an_earlier_position_has_no_menu(game: Game) -> None:
    game.submit(MOVE)
    earlier = open_game(game.now.folder, at=1)
    assert (earlier.last, game.last) == (1, 2)
    assert earlier.menu("sparta") is None
    with pytest.raises(Refusal, match="has no entry 9"):
        open_game(game.now.folder, at=9)


def test_an_undo_is_one_entry_more(game: Game) -> None:
    game.submit(MOVE)
    assert game.undo(dry_run=True).done is None
    assert game.undo().undo.back == 1
    assert (game.last, game.mover) == (3, "sparta")
    assert verify(game.now.folder).good


def test_there_is_no_such_game(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        open_game(tmp_path / "games" / "cup")
    assert (refused.value.code, refused.value.problems) == (66, ())
