"""An archive shows nobody what is not theirs, and names and remarks are text."""

import os

import pytest
from archived import SITE, archived, text
from cli_runs import play, run

from referee.store import private


def hidden_game() -> None:
    """A running game of Attika with secret hands."""
    ran = run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    assert ran.code == 0, ran.err
    play(3, "temple")


def test_a_running_game_with_hidden_hands_shows_its_log_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden_game()
    for name in ("read_private_part", "path_of"):
        real = getattr(private, name)

        def refuse(folder: str, game: str, real: object = real) -> object:
            assert folder == os.devnull, "the private part was asked"
            return real(folder, game)  # type: ignore[operator]

        monkeypatch.setattr(private, name, refuse)
    archived("--jobs", "1")
    record = text("temple/record.html")
    assert text("temple/index.html") == record
    assert '<svg class="diagram"' not in record
    assert "Checking their moves needs the secret, which is published at the end." in record
    assert "running" in text("index.html")


def test_when_it_is_closed_all_may_see_all() -> None:
    hidden_game()
    archived()
    assert run("close", "temple", "--abandon").code == 0
    archived()
    assert '<svg class="diagram"' in text("temple/record.html")
    assert text("temple/index.html") != text("temple/record.html")
    assert "closed before its end" in text("index.html")


def test_names_and_remarks_are_text_and_nothing_else() -> None:
    name = "<img src=x onerror=alert(1)>\"'&"
    ran = run("new", "magna-grecia", "--id", "odd", "--player", f"yellow={name}", "--player", "red=</script><b>")
    assert ran.code == 0, ran.err
    archived("--url", "https://example.org")
    players = [f"players.d/{path.name}" for path in (SITE / "players.d").iterdir()]
    assert len(players) == 6
    for page in (
        "index.html",
        "players.html",
        "statistics.html",
        "feed.xml",
        "odd/index.html",
        "odd/record.html",
        *players,
    ):
        assert "<img src=x" not in text(page)
        assert "</script><b>" not in text(page)
    for script in ("list.d/games-1.js", "search.d/1.js", "odd/words.js"):
        assert "</script" not in text(script)
        assert text(script).isascii()
