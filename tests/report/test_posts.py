"""Posts for forums and chats: whatever players write, no tag, no ping, no lost rest; secrets only in spoilers."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import sample
from facts import hostile
from ground import board_of
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import api
from referee.app.game_access import Table as Desk
from referee.report.text import posts, text_report
from referee.report.text.posts import hidden_passages, passages
from referee.report.text.text_tables import WIDTH, width
from referee.settings import Settings
from referee.show.view import Line, ReportTable, Row, Seat, View
from referee.words import say

STORED = Path(__file__).parent / "posts"
GAMES = Desk(Settings(str(Path(__file__).parents[2] / "games")))
SEEN = [
    ("mezzogiorno-4", 34, ""),
    ("quadrilateral-4", 204, "thebes"),
    ("rhombus-2", 43, "sparta"),
    ("rhombus-2", 43, "*"),
]
NASTY = st.sampled_from(
    [
        "<b",
        "[b]",
        "[/c]",
        "[o]",
        "[/o]",
        "```",
        "||",
        "@everyone",
        "<@123>",
        "**",
        "# ",
        "> ",
        "[x](http://y)",
        "\\",
        "\n",
    ]
)
TEXTS = st.lists(NASTY | st.text(max_size=12) | st.text("<[]@`|*_#\\ab ", max_size=8), max_size=6).map("".join)
LONG = st.one_of(
    TEXTS, st.sampled_from(["[" * 900, "`|" * 700, "e\u0301" + "\u0301" * 3000, "\U0001f3db" * 1200, "a" * 5000])
)


def written(name: str, words: str, cell: str) -> View:
    """The sample with a player's text in every place for texts of players."""
    view = sample.view()
    line = Line(say("{seat} says: “{text}”", seat="orange", text=words), ("MG-1.1",), "orange")
    rows = (Row((cell, 3), (), "red"), Row((name, 4)))
    table = ReportTable("standing", say("Score"), (say("Player"), say("Points")), rows, in_posts=True)
    return view._replace(
        seats=tuple(Seat(seat.id, name, seat.initial) for seat in view.seats),
        headline=say("{name} moves now.", name=name),
        story=view.story._replace(lines=(*view.story.lines, line)),
        sections=(table, *view.sections[1:]),
        board=board_of(view)._replace(name=cell),
    )


views = st.builds(written, TEXTS, TEXTS, TEXTS)
long_views = st.builds(written, LONG, LONG, LONG)


def shown(id: str, at: int, seat: str) -> tuple[View, View]:
    game = api.Game(GAMES, id, at)
    return game.view("" if seat == "*" else seat, moderator=seat == "*"), game.view()


real = pytest.mark.parametrize(("id", "at", "seat"), SEEN)


def is_safe_for_forums(post: str) -> None:
    assert re.search(r"<(?=\S)", post) is None
    tags = re.findall(r"\[(?=[\w/*=])[^\]\n]*\]", post)
    assert set(tags) <= {"[b]", "[/b]", "[c]", "[/c]", "[o]", "[/o]"}
    open_tags: list[str] = []
    for tag in tags:
        if tag.startswith("[/"):
            assert open_tags.pop() == tag.replace("/", "")
        else:
            open_tags.append(tag)
    assert open_tags == []


@settings(max_examples=30, deadline=None)
@given(views, views)
def test_no_words_of_players_do_anything_in_a_forum(view: View, public: View) -> None:
    post = posts.forum_text(view, public)
    is_safe_for_forums(post)
    block = sample.asked().block.splitlines()
    assert [line for line in post.splitlines() if width(line) > WIDTH and line not in block] == []


@real
def test_real_posts_are_safe_narrow_and_short(id: str, at: int, seat: str) -> None:
    post = posts.forum_text(*shown(id, at, seat))
    is_safe_for_forums(post)
    assert len(post) < 12_000
    assert all(width(line) <= WIDTH for line in post.splitlines() if not line.startswith("#"))
    assert f"\n[c]\n{shown(id, at, seat)[1].asked.block.strip()}\n[/c]\n" in post  # type: ignore[union-attr]


def test_a_city_cannot_make_the_rest_bold() -> None:
    post = posts.forum_text(sample.view(), sample.view())
    assert "=O=!" in post
    assert "[O]" not in post


def test_a_list_in_a_move_means_the_same_and_is_no_tag() -> None:
    assert posts.untagged_line("  - place: {walk: [s], note: [b, c], then: [{if: x}]}") == (
        "  - place: {walk: [ s], note: [ b, c], then: [{if: x}]}"
    )
    assert posts.untagged_line("say: <b>, 3 < 4") == "say: < b>, 3 < 4"


@real
def test_the_text_outside_the_spoiler_is_the_post_of_everybody(id: str, at: int, seat: str) -> None:
    view, public = shown(id, at, seat)
    post, open_post = posts.forum_text(view, public), posts.forum_text(public, public)
    assert post.startswith(open_post.rstrip("\n"))
    assert ("[o]" in post) == bool(seat)
    assert "[o]" not in open_post


def test_a_hand_is_in_the_spoiler() -> None:
    post = posts.forum_text(*shown("rhombus-2", 43, "sparta"))
    before, _, spoiler = post.partition("[o]")
    assert "Only for sparta" in before
    assert "Cards in hand" in spoiler
    assert "Cards in hand" not in before


MARKS = re.compile(r"\\([\\`*_~|#>\[\]])")


def messages(view: View, public: View) -> list[str]:
    """The messages, cut out of the post at its lines."""
    post = posts.chat_text(view, public)
    found = posts.parts(view, public)
    if len(found) == 1:
        assert post == found[0] + "\n"
    else:
        cut = re.split(r"^--- \d+/\d+ ---\n", post, flags=re.MULTILINE)
        assert cut[0] == ""
        assert [each.removesuffix("\n") for each in cut[1:]] == found
    return found


def is_safe_for_chats(message: str) -> None:
    assert posts.size(message) <= posts.LIMIT
    assert message.count("```") % 2 == 0
    prose = re.sub(r"```.*?```", "", message, flags=re.DOTALL)
    assert "@" not in prose
    assert "<" not in prose
    assert re.search(r"^\s*(#|>)", prose, re.MULTILINE) is None
    bare = MARKS.sub("", prose)
    assert "`" not in bare
    assert bare.count("||") % 2 == 0
    assert bare.count("**") % 2 == 0
    assert not set("_~[]") & set(bare)


@settings(max_examples=60, deadline=None)
@given(long_views, long_views)
def test_no_words_of_players_do_anything_in_a_chat(view: View, public: View) -> None:
    for message in messages(view, public):
        is_safe_for_chats(message)


def read(post: str) -> str:
    """A post as its readers see it."""
    return MARKS.sub(r"\1", post).replace("\uff1c", "<").replace("\uff20", "@")


@settings(max_examples=30, deadline=None)
@given(views)
def test_everything_of_the_text_report_is_in_a_chat(view: View) -> None:
    told = "".join(read(posts.chat_text(view, view)).split())
    told += told.replace("```", "").replace("**", "").replace("'", "`")
    words = [word.strip("[]") for line in text_report.report(view).splitlines() for word in line.split()]
    # parts that the report wraps or cuts may be elsewhere, a character never
    assert [word for word in words if word.strip("-=") and word.replace("\u2026", "") not in told][:3] == []


@real
def test_every_passage_of_a_seat_is_in_its_chat_and_its_secrets_are_veiled(id: str, at: int, seat: str) -> None:
    view, public = shown(id, at, seat)
    found = messages(view, public)
    for message in found:
        is_safe_for_chats(message)
    veiled = "\n".join(found)[len("\n".join(posts.parts(public, public))) // 2 :]
    known = passages(public)
    assert (hidden_passages(view, public) == []) == (not seat)
    for own in hidden_passages(view, public):
        assert own not in known
        for line in own.lines:
            assert posts.chat_line(line, own, True) in veiled


@real
def test_outside_the_veil_a_chat_shows_what_everybody_may_see(id: str, at: int, seat: str) -> None:
    view, public = shown(id, at, seat)
    whole, open_parts = "\n\n".join(posts.parts(view, public)), "\n\n".join(posts.parts(public, public))
    bare = re.sub(r"\|\|(```.*?```|(?:[^|\\]|\\.)*)\|\|", "", whole, flags=re.DOTALL)
    outside = [line for line in bare.splitlines() if line.strip() and not line.startswith("**")]
    assert sorted(outside) == sorted(
        line for line in open_parts.splitlines() if line.strip() and not line.startswith("**")
    )


@pytest.mark.parametrize("post_text", [posts.forum_text, posts.chat_text], ids=["bbcode", "markdown"])
def test_posts_are_the_stored_ones(post_text: Callable[[View, View], str], request: pytest.FixtureRequest) -> None:
    """With `REFEREE_GOLDEN=write` they are stored again: read the difference before committing it."""
    view = sample.view()._replace(seat="brown")
    public = view._replace(seat="", sections=tuple(section for section in view.sections if section.id != "cards"))
    path = STORED / f"sample.{request.node.callspec.id}"
    post = post_text(view, public)
    if os.environ.get("REFEREE_GOLDEN") == "write":
        path.write_text(post, encoding="utf-8")
    assert post == path.read_text(encoding="utf-8")


def test_hostile_words() -> None:
    is_safe_for_forums(posts.forum_text(hostile(), hostile()).replace(hostile().asked.block.strip(), ""))  # type: ignore[union-attr]
    for message in messages(hostile(), hostile()):
        is_safe_for_chats(message)
