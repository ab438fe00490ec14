"""What is made for chats and forums from the command line: a brief post and its picture."""

from io import BytesIO
from pathlib import Path

import pytest
from cli_runs import run
from PIL import Image

GAMES = ("--games", str(Path(__file__).parents[1] / "games"))
BRIEF = ("show", "mezzogiorno-4", "--at", "33", "--brief", "--format")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


@pytest.mark.parametrize("form", ["markdown", "bbcode"])
def test_one_command_makes_a_message_and_its_picture(form: str) -> None:
    ran = run(*GAMES, *BRIEF, form, "--picture", "board.png", "--size", "640")
    assert (ran.code, ran.err) == (0, "Written: board.png\n")
    assert len(ran.out.splitlines()) == 4
    with Image.open(BytesIO(Path("board.png").read_bytes())) as picture:
        assert (picture.format, picture.width) == ("PNG", 640)


def test_the_picture_of_a_post_is_the_one_of_its_entry() -> None:
    run(*GAMES, *BRIEF, "markdown", "--picture", "post.png", "--palette", "safe")
    run(*GAMES, "show", "mezzogiorno-4", "--at", "33", "--format", "png", "--palette", "safe", "--out", "alone.png")
    assert Path("post.png").read_bytes() == Path("alone.png").read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--brief", "--format", "html"), "--brief"),
        (("--brief", "--format", "markdown", "--seat", "red"), "--seat"),
        (("--brief", "--format", "bbcode", "--moderator"), "--moderator"),
        (("--picture", "board.png"), "--picture"),
        (("--format", "markdown", "--picture", "-"), "--picture"),
        (("--format", "markdown", "--size", "small"), "--size"),
    ],
)
def test_what_does_not_fit_a_post_is_refused(words: tuple[str, ...], says: str) -> None:
    ran = run(*GAMES, "show", "mezzogiorno-4", *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"Invalid value for {says}" in ran.err
    assert not Path("board.png").exists()
