"""Who answers an e-mail whose turn is over reads what became of it, and that `undo` takes it back."""

import mailing_game as post
import pytest
from cli_runs import run
from test_offers import write

pytestmark = pytest.mark.usefixtures("game")
BLOCK = post.fenced("game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: E1\n")


@pytest.mark.parametrize("words", [BLOCK, "Sorry, I meant E1!\n", "city E1\n"])
def test_who_has_moved_reads_what_and_how_to_take_it_back(words: str) -> None:
    write("city M8\n", entry=1)
    told = write(words, entry=1).text
    assert "You have already moved: city M8" in told
    assert "Nobody has moved since. To take it back, reply `undo`." in told
    assert "move:" not in told
    assert post.last() == 2


def test_who_is_too_late_reads_what_was_played_without_a_file_or_line() -> None:
    assert run("missed", "cup", "yellow").code == 0
    told = write(BLOCK, entry=1).text
    assert "You were too late: on " in told
    assert "move:" not in told
