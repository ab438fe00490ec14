"""An archive shows nobody what is not theirs, and names and remarks are text."""

import os
import random
import re
from functools import partial
from pathlib import Path

from archived import SITE, archived, text
from cli_runs import play, run
from composing_page import at_table
from hidden_attika import dealt_again

from referee.app.archive import archive_game, build_archive
from referee.app.archive.archive_game import Understood
from referee.app.game_access import Game
from referee.settings import Settings
from referee.testkit.hidden import World, world
from referee.testkit.playouts import Playout, playout
from referee.words import say


def hidden_game() -> None:
    """A running game of Attika with secret hands."""
    ran = run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    assert ran.code == 0, ran.err
    play(3, "temple")


def boardless() -> bool:
    return text("temple/index.html") == text("temple/record.html") and not (SITE / "temple/board.svg").exists()


def test_without_its_private_part_a_running_game_with_hidden_hands_shows_its_log_and_no_more() -> None:
    hidden_game()
    os.rename("private", "elsewhere")
    archived("--jobs", "1")
    assert boardless()
    assert "Checking their moves needs the secret, which is published at the end." in text("temple/record.html")
    assert "in progress" in text("index.html")


def test_with_it_the_game_has_its_public_board_and_replay() -> None:
    hidden_game()
    archived("--url", "https://example.org")
    assert not boardless()
    assert "Checking their moves needs the secret, which is published at the end." in text("temple/record.html")
    for page in ("temple/index.html", "temple/record.html"):
        assert 'property="og:image" content="https://example.org/temple/preview.png"' in text(page)
    assert archived().startswith("Games made: 0")
    assert "matches the games exactly" in archived("--check")


def test_a_private_part_that_comes_later_brings_the_board() -> None:
    hidden_game()
    os.rename("private", "elsewhere")
    archived()
    os.rename("elsewhere", "private")
    assert archived().startswith("Games made: 1")
    assert not boardless()


def test_a_private_part_of_another_game_opens_nothing() -> None:
    hidden_game()
    kept = Path("private/temple.yaml")
    kept.write_text(re.sub("(?m)^secret: .*", f"secret: {'0' * 64}", kept.read_text(encoding="utf-8")))
    archived()
    assert boardless()


def test_a_game_that_is_over_has_a_result_before_its_secret_is_published() -> None:
    """At the rules' end of it, not by agreement; and the first page of the archive has its picture for links."""
    game = next(
        each for each in map(partial(playout, "attika"), range(9)) if each.book.play.outcome(each.positions[-1])
    )
    table = at_table(game, len(game.positions), Path("over"))
    run = build_archive.Archive(table, "site", build_archive.ArchiveRequest(url="https://example.org/"))
    list(run.steps())
    run.finish()
    listed, id = text("index.html"), game.header["game"]
    outcome = game.book.play.outcome(game.positions[-1])
    assert outcome
    assert all(
        f'<li class="won"><svg class="chip" viewBox="0 0 20 20" role="img" aria-label="{each}"' in listed
        for each in outcome.winners
    )
    assert ">1 game<" in listed
    assert f'property="og:image" content="https://example.org/{id}/preview.png"' in listed
    assert text(f"{id}/index.html") != text(f"{id}/record.html")


def test_hidden_hands_change_no_byte_of_its_pages() -> None:
    """The same logs with the hidden cards in other places."""
    differing = 0
    for seed in range(4):
        game, rng = playout("attika", seed), random.Random(seed)
        real = world(game, rng.choice(range(1, game.log.last + 1)), {})
        other = world(game, len(real.moments) - 1, dealt_again(real, "", rng))
        differing += other.moments[-1].position != real.moments[-1].position
        assert pages_of(game, real) == pages_of(game, other)
    assert differing > 1


def pages_of(game: Playout, seen: World) -> object:
    running = Game("temple", "", game.log, game.book, seen.moments)
    verified = archive_game.Verified(Settings(), running, say("Checked."), Understood(None))
    return archive_game.pages_and_summary(verified, (), "https://example.org")


def test_lines_that_were_not_played_are_in_no_file_of_a_running_game() -> None:
    hidden_game()
    Path("games/temple/notes.yaml").write_text(
        "format: referee-notes/2\ngame: temple\nnotes:\n  - entry: 3\n    text: Bold.\n", encoding="utf-8"
    )
    archived()
    assert (SITE / "temple/notes.yaml").exists()
    with open("games/temple/notes.yaml", "a", encoding="utf-8") as notes:
        notes.write("    lines:\n      - moves:\n          - {seat: athens, actions: [{draw: 2}]}\n")
    archived()
    assert not (SITE / "temple/notes.yaml").exists()
    assert "Bold." in text("temple/record.html")


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
    for script in ("list.d/games-1.js", "search.d/1-1.js", "odd/words.js"):
        assert "</script" not in text(script)
        assert text(script).isascii()
