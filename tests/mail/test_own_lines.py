"""A move that was read generously and is refused: the answer shows what its player wrote."""

import email
from email.policy import default
from pathlib import Path

import mailing_game as post
import pytest

pytestmark = pytest.mark.usefixtures("game")


def answered(words: str, seat: str = "yellow") -> str:
    """The answer to a mail, line by line."""
    post.one(post.mail(words, post.address(seat)))
    body = email.message_from_bytes(Path(post.receipts()[-1].path).read_bytes(), policy=default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


@pytest.mark.parametrize("words", ["Stadt A1", "città: A1", "I found a city on A1, please"])
def test_a_refusal_quotes_the_line_that_its_player_wrote(words: str) -> None:
    found = answered(words)
    at = words.index("A1")
    assert f"move:1:{at + 1}: MG-1.3: There is no space A1" in found
    assert f"    1 | {words}\n      | {' ' * at}^^\n" in found
    assert "- city: A1" not in found.partition("-----BEGIN")[0]


def test_each_problem_names_the_line_that_its_player_wrote() -> None:
    found = answered("Straße: D4 n-s\nStadt A1\nStadt A2")
    assert "line 2: There is no space A1" in found
    assert "line 3: There is no space A2" in found


def test_what_is_not_about_a_line_is_at_the_beginning() -> None:
    found = answered("Stadt C3\nStadt A1", "red")
    assert "1. line 1: It isn't the turn of red yet" in found
    assert "2. line 2: There is no space A1" in found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Markt: E3", ["`market: {build: E3}`: E3 is neither", "`market: {sell: E3}`: yellow has no market"]),
        ("Stadt A1 oder A2", ["`city: A1`: There is no space A1", "`city: A2`: There is no space A2"]),
    ],
)
def test_several_readings_that_are_all_refused_are_listed_with_the_reasons(words: str, said: list[str]) -> None:
    found = " ".join(answered(words).split())
    assert "more than one way, and none of these is possible now" in found
    for each in said:
        assert each in found
    assert post.last() == 1


@pytest.mark.parametrize(
    "change", [("city:", "Stadt:"), ("road:", "Straße:"), ("seat: yellow\n", ""), ("  - ", "\t- ")]
)
def test_a_check_gets_the_verdict_of_the_move(change: tuple[str, str]) -> None:
    block = post.move().replace(*change)
    checked = answered(post.fenced(block, "CHECK"))
    assert "This was a check only" in checked
    assert post.last() == 1
    recorded = answered(post.fenced(block))
    assert post.last() == 2
    for line in [each for each in recorded.splitlines() if each.startswith("I read")]:
        assert line in checked
