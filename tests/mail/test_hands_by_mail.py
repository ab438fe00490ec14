"""E-mails of Attika show what their reader holds, and `show` by mail has the board; nobody sees another's cards."""

import re
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.play import new_game
from referee.app.post import moderator_notes
from referee.mail.act import send_reports
from referee.mail.read.languages import reading_in
from referee.mail.read.request_words import HISTORY, SHOW, Request, request_in

SEATS = {"athens": "Ada", "sparta": "Ben"}


@pytest.fixture
def attika(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two in the current folder, its first e-mails sent."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "/dev/null")
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    players = [f"{seat}={name}" for seat, name in SEATS.items()]
    addresses = [f"{seat}={name.lower()}@example.org" for seat, name in SEATS.items()]
    plan = new_game.plan("attika", "cup", players, [], "", wait_for_nonces=False, addresses=addresses)
    new_game.new(post.table(), plan, secret=bytes(range(32)))
    send_reports.send_due_letters(post.table(), ["cup"])


def receipt_for(text: str, seat: str) -> post.Told:
    known = {each.path for each in post.receipts()}
    post.one(post.mail(text, post.address(seat)))
    (told,) = [each for each in post.receipts() if each.path not in known]
    return told


def cards_in(text: str) -> str:
    found = re.search("Your cards: [^.]*[.]", text)
    return found[0] if found else ""


@pytest.mark.usefixtures("attika")
def test_each_e_mail_shows_its_readers_cards_storage_board_and_stacks_and_no_others() -> None:
    first, other = (next(each for each in post.letters(f"-{seat}") if "receipt" not in each.path) for seat in SEATS)
    for each, another in ((first, other), (other, first)):
        assert cards_in(each.text)
        assert "Open on your storage board" in each.text
        assert re.search(r"Buildings in your stacks: main: \d+, 1: \d+, 2: \d+, 3: \d+[.]", each.text)
        assert post.decoded(each.path).count("Your cards:") >= 2, "in the text and in the page"
        if cards_in(another.text) != cards_in(each.text):
            assert cards_in(another.text) not in each.text


@pytest.mark.usefixtures("attika")
@pytest.mark.parametrize("word", ["show", "cards", "hand", "board", "map", "status"])
def test_who_asks_gets_the_board_and_their_cards(word: str) -> None:
    told = receipt_for(f"{word}\n", "sparta")
    assert cards_in(told.text)
    assert "The board: " in told.text
    assert b"Content-Type: image/" in Path(told.path).read_bytes()


@pytest.mark.usefixtures("attika")
def test_the_receipt_of_a_draw_says_first_what_was_drawn() -> None:
    told = receipt_for("draw main\n", post.mover())
    drawn = re.search(r"draws from stack main: (\w+) ", told.text)
    assert drawn
    assert f"Recorded: drew {drawn[1]}. " in told.text.partition("I read")[0]


@pytest.mark.usefixtures("attika")
def test_a_past_position_is_told_in_the_past_and_asks_nobody() -> None:
    mover = post.mover()
    post.one(post.mail("draw main\n", post.address(mover)))
    told = receipt_for("show 1\n", mover)
    assert f"It was {SEATS[mover]}'s turn ({mover}) then." in told.text.replace(mover.capitalize(), mover)
    assert "This is the game as it was on Friday 20 November, 19:00 UTC, after entry 1." in told.text
    assert "BEGIN MOVE" not in told.text
    assert "The board: " in told.text


@pytest.mark.usefixtures("attika")
def test_who_asks_gets_the_turns_so_far_by_name_each_with_its_number() -> None:
    movers = []
    for _ in range(2):
        movers.append(SEATS[post.mover()])
        post.one(post.mail("draw main\n", post.address(post.mover())))
        post.one(post.mail("store\nend: true\n", post.address(post.mover())))
    told = receipt_for("history\n", "sparta")
    assert re.findall(r"[AS] [0-9]+[.] (\w+): stored ", told.text.partition("The turns so far ---")[2]) == movers
    assert "The board: " in told.text
    assert b"Content-Type: image/" in Path(told.path).read_bytes()


@pytest.mark.parametrize(
    ("language", "word", "kind"),
    [
        ("en", "history", HISTORY),
        ("de", "Verlauf", HISTORY),
        ("fr", "Historique", HISTORY),
        ("it", "cronologia", HISTORY),
        ("de", "Karten", SHOW),
        ("it", "le mie carte", SHOW),
    ],
)
def test_the_words_are_known_in_the_language_of_the_reader(language: str, word: str, kind: str) -> None:
    with reading_in(language):
        assert request_in(word) == Request(kind)


@pytest.mark.usefixtures("attika")
@pytest.mark.parametrize("text", ["Anna, sei pronto?", "mando la mossa domani", "storia", "scusa, stasera gioco"])
def test_words_that_only_look_like_those_of_a_move_go_to_a_person(text: str) -> None:
    assert cli_runs.run("player", "cup", post.mover(), "--language", "it").code == 0
    receipt_for(text, post.mover())
    assert [each.text for each in moderator_notes.all_notes(post.table().settings)] == [text]


@pytest.mark.usefixtures("attika")
@pytest.mark.parametrize(
    ("language", "text", "offered"),
    [
        ("en", "draw two", ["draw: 2", "draw: main"]),  # the second stack, or two buildings
        ("de", "zwei ziehen", ["draw: 2", "draw: main"]),
        ("it", "forse pesca 1", ["draw: 1"]),  # `forse` is no misspelt forest
        ("en", "draw", ["draw: main", "draw: 1", "draw: 2", "draw: 3"]),
        ("fr", "j'en pioche un", ["draw: main", "draw: 1", "draw: 2", "draw: 3"]),
        ("en", "fine", []),  # an Italian word, too: the end of the turn
    ],
)
def test_what_an_action_may_mean_is_offered_and_never_played(language: str, text: str, offered: list[str]) -> None:
    cli_runs.run("player", "cup", post.mover(), "--language", language)
    before = post.log_bytes()
    told = receipt_for(f"{text}\n", post.mover())
    assert post.log_bytes() == before
    assert [each for each in offered if f"actions: - {each} -----END" not in told.text] == []
