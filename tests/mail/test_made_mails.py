"""Random mails: nothing is recorded that was not meant, what is plain is played, and no typed word vanishes."""

import random
from pathlib import Path

import natural_mails as mails
import pytest
from made_mails import LANGUAGES, random_seed
from mail_desk import GAMES, MailDesk, Outcome, Tally, lost_in

from referee.mail.act.generous_moves import MoveReader
from referee.mail.act.heard_mail import Hearing, MailSender

NUMBER, RIGHT, DEAD = 8, 0.8, 1
"""Mails of a title in a language, the part of the plain ones that is right at least (in the proofs it is 0.9), and the
most answers that offer nothing to send. The seed is another each time; `python bench mails` has the bars."""


def reader_in(desk: mails.Desk, language: str) -> MoveReader:
    """Reads moves for who writes next at the desk, in this language."""
    game, kept = desk.game(), desk.kept._replace(languages={desk.seat: language})
    return MoveReader(Hearing(desk.table, game, MailSender(desk.id, desk.seat, game.log.last), kept))


def shown(outcomes: list[Outcome]) -> list[str]:
    return [f"{each.mail.family}, {each.mail.place}, {each.mail.shape}: {each.mail.text}" for each in outcomes]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", GAMES)
def test_random_mails_do_what_they_mean_or_nothing(
    title: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = random_seed()
    monkeypatch.chdir(tmp_path)
    tally = Tally()
    tally.add(MailDesk(title, language, random.Random(f"{seed} {title} {language}")).outcomes(NUMBER))
    assert shown(tally.wrong) == [], f"SEED={seed}"
    assert len(tally.dead) <= DEAD, (shown(tally.dead), f"SEED={seed}")
    assert [each.lost for each in tally.lost] == [], (shown(tally.lost), f"SEED={seed}")
    assert tally.right >= RIGHT * tally.plain - 1, (shown(tally.missed), f"SEED={seed}")


@pytest.mark.parametrize("said", ["Plus de,", "plus d'", "à la place", "et je donne"])
def test_a_denial_or_a_statement_behind_a_value_is_not_read(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = MailDesk("magna-grecia", "fr", random.Random(1)).desk
    reader = reader_in(desk, "fr")
    assert reader.read(["road: E10 n-s"]).parts
    assert reader.read([f"road: E10 n-s {said}"]).parts == ()


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("it", each) for each in ("mi ritiro", "MI RITIRO", "e mi ritiro")),
        *(("de", each) for each in ("ich gebe auf", "und ich gebe das Spiel auf", "gebe jetzt auf")),
        *(("fr", each) for each in ("j'abandonne", "et je me retire")),
        *(("en", each) for each in ("I resign", "and I pull out", "count me out")),
    ],
)
def test_who_resigns_beside_a_move_is_not_read(
    title: str, language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = MailDesk(title, language, random.Random(1)).desk
    reader = reader_in(desk, language)
    move = {"attika": "build: well at 6sw", "magna-grecia": "road: E10 n-s"}[title]
    assert reader.read([move]).parts
    for line in (f"{said} {move}", f"{move} {said}", f"{move}, {said}"):
        assert reader.read([line]).parts == (), line


@pytest.mark.parametrize("item", mails.items("held")[::9], ids=lambda item: str(item["id"]))
def test_no_word_of_a_stored_mail_vanishes(item: mails.Item, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert lost_in(item) == []
