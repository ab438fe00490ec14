"""A mail of many lines is read in work that grows as the mail does, and is bounded: calls are counted, not seconds."""

from cProfile import Profile

import mailing_game as post
import pytest

pytestmark = pytest.mark.usefixtures("game")
LINES = {
    "quotes": '  - "city\n',
    "brackets": "  - city: [E5\n",
    "words": "hello there: x\n",
    "quoted": "> hello there\n",
    "talk": "I have been thinking about your roads.\n",
    "choices": "maybe city M8 or road L7 se-sw\n",
    "moves": "city M8 - city E5 and city D5\n",
}
MOST = 9_000_000
"""Calls for any mail: some five seconds."""


def calls_for(line: str, size: int) -> int:
    """How many functions are called to handle a mail of so many bytes."""
    raw = post.mail(line * (size // len(line)), post.address(post.mover()), Message_ID=f"<{size}@example.net>")
    profile = Profile()
    profile.runcall(post.one, raw)
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.parametrize("kind", LINES)
def test_twice_the_mail_is_about_twice_the_work(kind: str) -> None:
    calls_for(LINES[kind], 500)
    first, second = (calls_for(LINES[kind], size) for size in (1_000, 2_000))
    assert second < 2.6 * first, (first, second)
    assert second < MOST


@pytest.mark.parametrize("kind", LINES)
def test_a_very_long_mail_is_no_more_work(kind: str) -> None:
    assert calls_for(LINES[kind], 60_000) < MOST
