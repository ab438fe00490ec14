"""A turn that comes in several mails: each receipt names what its mail did, and what `undo` would do now."""

import mailing_game as post
import pytest
from cli_runs import SECRET
from test_table_by_mail import write

from referee.app.play import new_game

pytestmark = pytest.mark.usefixtures("game")
BLOCK = "game: hill\nafter: {after}\nseat: sparta\nactions:\n  - build: {what}\n"


@pytest.fixture(autouse=True)
def hill(game: None) -> None:
    people = ["athens=Anna", "sparta=Bruno"]
    addresses = [f"athens={post.ANNA}", f"sparta={post.BRUNO}"]
    plan = new_game.plan("attika", "hill", people, [], "", addresses=addresses)
    new_game.new(post.table(), plan, secret=SECRET)


def build(after: int, what: str) -> str:
    return write(post.fenced(BLOCK.format(after=after, what=what)), "sparta", after, "hill")


def test_each_receipt_names_what_its_mail_did_and_what_undo_would_do() -> None:
    first, second = build(1, "vineyard at 4nw"), build(2, "oracle at 4n")
    assert "Recorded: built vineyard on 4nw." in first
    assert "Recorded: built oracle on 4n." in second
    assert "your whole turn" not in first
    assert "Reply `undo`: your whole turn is taken back" in second
    told = write("undo\n", "sparta", id="hill")
    assert "built vineyard on 4nw, oracle on 4n" in told
    assert ("if the others agree" in second) == ("You propose" in told)
