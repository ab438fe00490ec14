"""A move file as the whole of an e-mail, or below some words, without the lines that begin and end a block."""

from collections.abc import Callable

import cli_runs
import mailing_game as post
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.mail.read.beside_words import fenced_lines, loose_fence
from referee.mail.read.move_blocks import BEGIN, END

needs_game = pytest.mark.usefixtures("game")
BELOW = {"nothing": "", "a signature": "\n-- \nAnna\n", "a greeting": "\nBest wishes\nAnna\n"}


def bare_move() -> str:
    """The file that `referee suggest` prints where schemas are, with a comment first and a market last."""
    move = "# yaml-language-server: $schema=schemas/magna-grecia.move.schema.json\n" + post.move()
    assert "\nmarket:\n  build: " in move
    return move


@needs_game
@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
@pytest.mark.parametrize("above", ["", "Hello,\n\n", "here is my move:\n\n"], ids=["alone", "a greeting", "words"])
def test_a_whole_file_is_recorded(above: str, below: str) -> None:
    done = post.one(post.mail(f"{above}{bare_move()}{below}", post.address(post.mover())))
    assert done.became == "recorded", done
    assert "I read" not in str(done), "nothing was written in other words"
    assert "build" in cli_runs.run("log", "cup").out


@needs_game
def test_a_file_without_its_comment_is_recorded() -> None:
    move = bare_move().partition("\n")[2]
    assert post.one(post.mail(move, post.address(post.mover()))).became == "recorded"


SHAPES = {
    "no indentation": lambda move: "".join(f"{line.strip()}\n" for line in move.splitlines()),
    "double spacing": lambda move: move.replace("\n", "\n\n"),
    "tabs": lambda move: move.replace("  ", "\t"),
    "no-break spaces": lambda move: move.replace("  ", "\u00a0\u00a0"),
}


@needs_game
@pytest.mark.parametrize("shaped", SHAPES.values(), ids=SHAPES)
def test_a_file_that_a_mail_program_shaped_is_recorded(shaped: Callable[[str], str]) -> None:
    done = post.one(post.mail(f"{shaped(bare_move())}\nBest wishes\nAnna\n", post.address(post.mover())))
    assert done.became == "recorded", done
    assert "build" in cli_runs.run("log", "cup").out


@needs_game
def test_parts_below_an_action_belong_to_it() -> None:
    head = bare_move().partition("actions:")[0]
    move = f"{head}actions:\n  - resupply:\n      road: 1\n      city: 0\n"
    done = post.one(post.mail(move, post.address(post.mover())))
    assert done.became == "recorded", done


@needs_game
def test_a_file_of_another_player_is_refused_for_that() -> None:
    other = "red" if post.mover() == "yellow" else "yellow"
    done = post.one(post.mail(bare_move(), post.address(other)))
    assert done.became == "answered"
    assert "you also write" not in str(done)


@needs_game
def test_a_heading_above_prose_is_no_part_of_a_block() -> None:
    """What stands below it is no field of a move."""
    text = f"{bare_move()}\nmarket:\n  I would rather wait with it\n"
    done = post.one(post.mail(text, post.address(post.mover())))
    assert (done.became, "you also write" in str(done)) == ("answered", True), done


LINE = st.sampled_from(
    ["game: cup", "actions:", "  - city: C3", "market:", "  build: C3", "build: C3", "", "# x", "Hi,", "x:"]
)


@given(st.lists(st.one_of(LINE, st.text(max_size=12).filter(lambda line: not loose_fence(line)))))
def test_a_fence_is_put_around_lines_and_nothing_is_lost(lines: list[str]) -> None:
    """Whatever the lines are: they stay as they are and in order, with one fence or none."""
    fenced = list(fenced_lines(lines, lambda line: "C3" in line, lambda line: False))
    assert [line for line in fenced if line not in (BEGIN, END)] == lines
    assert [line for line in fenced if line in (BEGIN, END)] in ([], [BEGIN, END])
