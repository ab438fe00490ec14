"""A player's notebook: what it says reaches nobody while the game runs, and is published if its writer agrees."""

from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
from test_table_by_mail import end, write

from referee.app.game_access import open_game

PLAN = "Kroton zuerst, dann die Zange"
KEPT = Path("private/cup/notebook.json")


def places_of(words: str) -> list[str]:
    """The files in which words are, but for the mail in which they came, in the inbox and among those done."""
    files = [each for each in Path().rglob("*") if each.is_file() and not {"inbox", "done"} & {*each.parts}]
    return sorted(str(each) for each in files if words.encode() in each.read_bytes())


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("by_mail", [True, False])
def test_what_it_says_reaches_nobody_while_the_game_runs(by_mail: bool) -> None:
    if by_mail:
        answer = write(f"note: {PLAN}\n")
        assert "Nobody else reads it while the game runs." in answer
        assert PLAN not in answer
    else:
        ran = cli_runs.run("note", "cup", "--seat", "yellow", PLAN)
        assert (ran.code, PLAN in ran.out + ran.err) == (0, False)
    for words in (
        *(
            ("note", "cup"),
            ("show", "cup"),
            ("show", "cup", "--moderator"),
            ("show", "cup", "--seat", "red"),
            ("status",),
        ),
        *(("log", "cup"), ("mail", "list"), ("replay", "cup", "--out", "page.html"), ("archive", "site"), ("doctor",)),
        *(("book", "cup", "--out", "book.html"), ("send",), ("export", "--to", "games.sqlite")),
    ):
        ran = cli_runs.run(*words)
        assert PLAN not in ran.out + ran.err, words
    assert places_of(PLAN) == [str(KEPT)]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("agrees", [True, False])
def test_it_is_published_at_the_close_if_its_writer_agrees(agrees: bool) -> None:
    write(f"note: {PLAN}\n")
    cli_runs.run("note", "cup", "--seat", "red", "Mine stays mine.")
    if agrees:
        assert "Your notes are published when the game is closed." in write("publish: yes\n")
    end()
    assert cli_runs.run("close", "cup", "--dry-run").code == 0
    assert not Path("games/cup/notes.yaml").exists()
    assert cli_runs.run("close", "cup").code == 0
    assert Path("games/cup/notes.yaml").exists() == agrees
    assert places_of("Mine stays mine.") == [str(KEPT)]
    if agrees:
        listed = cli_runs.run("note", "cup").out
        assert PLAN in listed
        assert listed.rstrip().endswith(f"– {open_game(post.table(), 'cup').players['yellow']}")
        assert "are not published" in write("publish: no\n")
        assert places_of(PLAN) == [str(KEPT)]


@pytest.mark.usefixtures("game")
def test_who_agrees_before_there_is_a_note_is_told_to_write_one_first() -> None:
    """It is no word about what is said after the end, and it does not hold for notes that are written later."""
    answer = write("publish: yes\n")
    assert "You have no notes in this game yet." in answer
    assert "`note: …`" in answer
    assert "`publish: yes`" in answer
    write(f"note: {PLAN}\n")
    end()
    assert cli_runs.run("close", "cup").code == 0
    assert places_of(PLAN) == [str(KEPT)]


@pytest.mark.usefixtures("game")
def test_who_takes_a_seat_over_publishes_no_notes_of_who_had_it() -> None:
    cli_runs.run("note", "cup", "--seat", "yellow", PLAN)
    cli_runs.run("note", "cup", "--seat", "red", "Mine stays mine.")
    cli_runs.run("note", "cup", "--seat", "yellow", "--publish")
    assert cli_runs.run("player", "cup", "red", "--name", "Eva").code == 0
    cli_runs.run("note", "cup", "--seat", "red", "Good luck to all.")
    cli_runs.run("note", "cup", "--seat", "red", "--publish")
    writer = open_game(post.table(), "cup").players["yellow"]
    assert cli_runs.run("resign", "cup", "yellow").code == 0
    assert cli_runs.run("close", "cup", "--abandon", "--yes").code == 0
    listed = cli_runs.run("note", "cup").out
    assert f"{PLAN} – {writer}\n" in listed
    assert "Good luck to all. – Eva" in listed
    assert "Mine" not in listed
    assert "- entry: 1\n" in Path("games/cup/notes.yaml").read_text()


@pytest.mark.usefixtures("game")
def test_the_same_note_again_is_one_and_a_note_can_stand_beside_words_to_all() -> None:
    write(f"note: {PLAN}\n")
    write(f"note: {PLAN}\n")
    assert KEPT.read_text().count(PLAN) == 1
    answer = write("say: Good luck!\n\nnote: She will not see G12.\n")
    assert "Everybody will read: Good luck!" in answer
    assert "G12" not in answer
    assert "G12" in KEPT.read_text()


@pytest.mark.usefixtures("game")
def test_a_notebook_that_nobody_can_read_is_kept() -> None:
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text('{"jottings": [["red", 1, "Bruno was here"],]}')
    write(f"note: {PLAN}\n")
    assert "Bruno was here" in KEPT.with_name("notebook.json.unreadable").read_text()
    KEPT.write_text('{"jottings": 3}')
    end()
    closed = cli_runs.run("close", "cup")
    assert closed.code == 0
    assert "notes couldn't be published" in closed.err
    assert str(KEPT) in closed.err


@pytest.mark.usefixtures("game")
def test_what_a_failure_kept_from_being_published_is_published_when_the_close_is_said_again() -> None:
    write(f"note: {PLAN}\n")
    write("publish: yes\n")
    end()
    kept = KEPT.read_bytes()
    KEPT.write_text('{"jottings": 3}')
    assert cli_runs.run("close", "cup").code == 0
    page = Path("reports/cup") / f"{post.last()}.html"
    page.unlink()
    KEPT.write_bytes(kept)
    again = cli_runs.run("close", "cup")
    assert again.code == 0
    assert page.exists()
    assert PLAN in Path("games/cup/notes.yaml").read_text()


@pytest.mark.usefixtures("game")
def test_nobody_speaks_for_the_notebook_of_who_had_the_seat_before() -> None:
    write(f"note: {PLAN}\n")
    write("publish: yes\n")
    assert cli_runs.run("player", "cup", "yellow", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert cli_runs.run("note", "cup", "--seat", "yellow", "--publish").code != 0, "Eva has noted nothing"
    cli_runs.run("note", "cup", "--seat", "yellow", "Mine.")
    write("publish: no\n")
    end()
    assert cli_runs.run("close", "cup").code == 0
    published = Path("games/cup/notes.yaml").read_text()
    assert (PLAN in published, "Mine." in published) == (True, False)
