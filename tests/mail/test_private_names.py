"""Words to one player alone where players are called like seats: they never reach anybody else."""

import os
from itertools import permutations
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.errors import Refused
from referee.app.game_access import Game, open_game
from referee.app.play import entries, new_game
from referee.mail.act import send_reports
from referee.mail.write.letter_bodies import first_names
from referee.show.view import Seat

SEATS = ("yellow", "red", "brown")
ALIKE = ("Red", "Brown", "Yellow", "Anna")


def begin(names: tuple[str, ...], folder: Path) -> Game:
    os.chdir(folder)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    players = [f"{seat}={name}" for seat, name in zip(SEATS, names, strict=True)]
    addresses = [f"{seat}={seat}@example.org" for seat in SEATS]
    plan = new_game.plan("magna-grecia", "cup", players, ["rounds=8"], "bruttium", addresses=addresses)
    new_game.new(post.table(), plan, secret=cli_runs.SECRET)
    return open_game(post.table(), "cup")


def reached(game: Game, sender: str, name: str) -> str:
    """The seat that a name reaches; "" where it is asked back."""
    try:
        return entries.addressee(game, sender, name)
    except Refused:
        return ""


@pytest.mark.parametrize("names", list(permutations(ALIKE, 3)), ids="-".join)
def test_words_to_a_seat_reach_it_and_a_name_that_fits_two_is_asked_back(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begin(names, tmp_path)
    for sender in ("", *SEATS):
        for seat in SEATS:
            assert reached(game, sender, seat) == (seat if seat != sender else ""), (sender, seat)
        for name in ALIKE:
            meant = {seat for seat in SEATS if seat == name.lower()}
            meant |= {seat for seat, player in zip(SEATS, names, strict=True) if player == name and seat != sender}
            only = meant.pop() if len(meant) == 1 else ""
            assert reached(game, sender, name) == (only if only != sender else ""), (sender, name)


@pytest.mark.parametrize(
    ("names", "sender", "name", "seat"),
    [
        (("Anna", "Yellow Bird", "Rot"), "yellow", "Rot", ""),
        (("Anna", "Yellow Bird", "Rot"), "brown", "rosso", "red"),
        (("Anna", "Yellow Bird", "Rot"), "brown", "Yellow Bird", "red"),
        (("Anna", "Yellow Bird", "Rot"), "brown", "Bird", "red"),
        (("Anna", "Yellow Bird", "Rot"), "brown", "Yellow", ""),
        (("Anna", "Anna Maria", "Bruno"), "brown", "Anna", ""),
        (("Anna", "Anna Maria", "Bruno"), "brown", "Anna Maria", "red"),
    ],
)
def test_a_part_of_a_name_or_a_seat_in_another_language_is_asked_back_if_it_fits_two(
    names: tuple[str, ...], sender: str, name: str, seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reached(begin(names, tmp_path), sender, name) == seat


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("say to red: psst", "red"),
        ("say to Red: psst", ""),
        ("Tell Red that psst", ""),
        ("Sag Rot, dass psst", "red"),
        ("tell Yellow Bird that psst", "brown"),
        ("say to Yellow Bird: psst", "brown"),
        ("tell Yellow that psst", "yellow"),
        ("say to brown: psst", "brown"),
    ],
)
def test_a_mail_reaches_who_is_meant_or_nobody(
    words: str, seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Yellow is played by Red, red by Bruno, brown by Yellow Bird; red and brown write to one another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    names = ("Red", "Bruno", "Yellow Bird")
    begin(names, tmp_path)
    send_reports.send_due_letters(post.table(), ["cup"])
    sender = "red" if seat == "brown" else "brown"
    post.one(post.mail(f"{words}\n", post.address(sender)))
    answer = post.receipts()[-1].text
    if seat:
        assert f"{dict(zip(SEATS, names, strict=True))[seat]} will read this in the next e-mail: psst" in answer
    else:
        assert "will read this" not in answer
        assert b"psst" not in post.log_bytes()
        assert "can mean more than one player in this game. Write the seat: " in answer


@pytest.mark.parametrize("name", ["All", "Alle", "Tous", "Tutti", "Alle Neumann"])
@pytest.mark.parametrize("words", ["say to {}: psst", "Sag {}, dass psst", "tell {} that psst"])
def test_words_to_a_player_who_is_called_like_everybody_reach_nobody_until_the_seat_is_written(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    begin((name, "Bruno", "Clara"), tmp_path)
    send_reports.send_due_letters(post.table(), ["cup"])
    first = name.split()[0]
    post.one(post.mail(f"{words.format(first)}\n", post.address("red")))
    answer = " ".join(post.receipts()[-1].text.split())
    assert (
        f"{first} can mean everybody or {name}. Write `say:` for everybody, or `say to yellow:` for {name}." in answer
    )
    assert "psst" not in Path("games/cup/log.yaml").read_text(encoding="utf-8")
    post.one(post.mail("say to yellow: psst\n", post.address("red")))
    answers = [" ".join(each.text.split()) for each in post.receipts()]
    assert any(f"{name} will read this in the next e-mail: psst" in each for each in answers)


def test_words_to_everybody_reach_them_when_their_sender_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    begin(("Alle", "Bruno", "Clara"), tmp_path)
    send_reports.send_due_letters(post.table(), ["cup"])
    post.one(post.mail("say to alle: Hallo\n", post.address("yellow")))
    assert "Everybody will read: Hallo" in post.receipts()[-1].text


def test_a_list_of_names_to_write_has_the_seat_of_who_is_called_like_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begin(("Alle", "Bruno", "Clara"), tmp_path)
    with pytest.raises(Refused) as refused:
        entries.addressee(game, "red", "Zoë")
    assert "`yellow` (Alle), `Clara` (brown)" in str(refused.value)


def test_a_first_name_that_is_a_seat_in_another_language_is_written_in_full() -> None:
    seats = (Seat("yellow", "Rot Weber", "Y"), Seat("red", "Bruno Bianchi", "R"))
    assert first_names(seats) == {
        **dict.fromkeys(("yellow", "Rot Weber"), "Rot Weber"),
        **dict.fromkeys(("red", "Bruno Bianchi"), "Bruno"),
    }
