"""Brief posts: one message that fits any chat, with what matters first, in which words of players do nothing."""

import re

import pytest
import sample
from hypothesis import given, settings
from test_posts import GAMES, is_safe_for_chats, is_safe_for_forums, long_views, shown, views

from referee import api
from referee.report.text import posts
from referee.report.text.posts import brief_chat_text, brief_forum_text
from referee.show.view import Line, Score, Seat, View
from referee.words import say

NASTY = "*_~|[]@everyone <@123> `x` \\ # > [b]"


def renamed(view: View, name: str, turns: int = 1) -> View:
    """The view with this name at every seat, in its scores, and in so many turns."""
    seats = tuple([Seat(each.id, name, each.initial) for each in view.seats])
    scores = tuple([Score(each.id, "12") for each in seats])
    digest = (Line(say("{player} passed.", player=name), (), "red"),) * turns
    return view._replace(seats=seats, scores=scores, digest=digest)


def test_it_says_who_is_next_before_the_scores_and_the_turn() -> None:
    view = api.Game(GAMES, "mezzogiorno-4", 34).view()
    assert brief_chat_text(view, say("until {time}", time="Wed 25 Nov, 07:40")).splitlines() == [
        "**Magna Grecia: mezzogiorno-4 – Round 9 of 12, card orange-medium**",
        "Next: Anna (yellow), until Wed 25 Nov, 07:40.",
        "Anna 4 · Bruno 5 · Chiara 3 · Dario 5",
        "- Bruno: resupplied 5 road tiles and 2 city tiles.",
    ]
    assert brief_forum_text(view).startswith("[b]Magna Grecia: mezzogiorno-4 – Round 9 of 12, card orange-medium[/b]\n")


def test_at_the_end_it_says_who_won() -> None:
    post = brief_chat_text(api.Game(GAMES, "mezzogiorno-4").view())
    assert post.splitlines()[1] == "The game is over: Anna (yellow) wins with 50 points."
    assert len(post.splitlines()) == 7


def test_of_many_turns_it_shows_four_lines_and_says_that_there_are_more() -> None:
    lines = brief_chat_text(renamed(sample.view(), "Anna", 9)).splitlines()
    assert lines[-4:] == [*["- Anna passed."] * 3, "- … and 6 more"]
    assert brief_chat_text(renamed(sample.view(), "Anna", 4)).splitlines()[-4:] == ["- Anna passed."] * 4


def test_names_with_signs_are_escaped_and_shown_as_they_are() -> None:
    view = renamed(sample.view(), NASTY)
    chat, forum = brief_chat_text(view), brief_forum_text(view)
    is_safe_for_chats(chat)
    is_safe_for_forums(forum)
    assert r"\*\_\~\|\[\]＠everyone ＜＠123\> \`x\` \\ \# \> \[b\]" in chat
    assert "*_~|［］@everyone ＜@123> `x` \\ # > ［b］" in forum


@settings(max_examples=60, deadline=None)
@given(long_views)
def test_whatever_players_write_it_is_one_message_in_which_nothing_happens(view: View) -> None:
    longest = renamed(view, view.seats[0].player, 6)
    for each in (view, longest):
        chat, forum = brief_chat_text(each), brief_forum_text(each)
        is_safe_for_chats(chat)
        is_safe_for_forums(forum)
        assert max(posts.size(chat), posts.size(forum)) <= posts.MOST
        assert max(len(chat.splitlines()), len(forum.splitlines())) <= 3 + posts.STORY


@settings(max_examples=20, deadline=None)
@given(views)
def test_each_line_of_the_message_is_a_line_of_the_program(view: View) -> None:
    """Words of players with line breaks begin no heading, list or quotation of their own."""
    lines = brief_chat_text(view).splitlines()
    assert lines[0].startswith("**")
    assert all(line.startswith("- ") for line in lines[3:])


@pytest.mark.parametrize(("id", "at", "seat"), [("rhombus-2", 43, "sparta"), ("quadrilateral-4", 204, "thebes")])
def test_nothing_of_a_hand_is_in_it(id: str, at: int, seat: str) -> None:
    view, public = shown(id, at, seat)
    hidden = {line for each in posts.hidden_passages(view, public) for line in each.lines}
    post = brief_chat_text(public)
    assert [line for line in hidden if len(line) > 12 and re.sub(r"^\S+ ", "", line) in post] == []
    assert len(hidden) > 2
