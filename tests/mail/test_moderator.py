"""What players want of the moderator reaches the moderator, and they hear so."""

import email
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.post import moderator_notes
from referee.mail.act.heard_mail import ANSWERED

SAM = "sam@example.org"
WITH_SAM = post.TOML.replace("[mail.inbox]", f'moderator = "Sam <{SAM}>"\n[mail.inbox]')

pytestmark = pytest.mark.usefixtures("game")


def name_sam() -> None:
    Path("referee.toml").write_text(WITH_SAM, encoding="utf-8")


def notes() -> list[EmailMessage]:
    """The e-mails to the moderator."""
    found = [email.message_from_bytes(path.read_bytes(), policy=default) for path in Path("letters").rglob("*.eml")]
    return [each for each in found if isinstance(each, EmailMessage) and each["To"] == SAM]


def body(mail: EmailMessage) -> str:
    return " ".join(str(mail.get_content()).split())


def write(text: str, seat: str = "yellow", now: str = post.NOW) -> str:
    """A player writes: the text of the receipt."""
    before = {each.path for each in post.receipts()}
    done = post.one(post.mail(text, post.address(seat)), now=now)
    assert done.became == ANSWERED, done
    (receipt,) = [each.text for each in post.receipts() if each.path not in before]
    return receipt


PLEA = "Bruno keeps ringing me about this game. It is a nuisance.\n"


def test_free_words_go_to_the_moderator_whose_answer_goes_to_the_player() -> None:
    name_sam()
    receipt = write(PLEA)
    assert "I passed your words on to Sam, who moderates this game. Your turn is still open." in receipt
    (mail,) = notes()
    assert mail["Reply-To"] == post.ANNA
    assert mail["Subject"] == "[cup] yellow writes to you"
    assert "Anna (yellow) in cup sent an e-mail without a move." in body(mail)
    assert PLEA.strip() in body(mail)
    assert "moderates this game" not in body(mail)
    assert post.last() == 1


def test_where_e_mails_are_files_words_stand_until_they_are_dismissed() -> None:
    name_sam()
    write(PLEA)
    assert len(notes()) == 1
    for _ in range(2):
        told = " ".join(cli_runs.run("status").out.split())
        assert "1 matter needs your attention. - A message to you from Anna (yellow) in cup." in told
        (line,) = cli_runs.run("mail", "list").out.splitlines()
        assert "Bruno keeps ringing me" in line
        cli_runs.run("send")
    assert cli_runs.run("mail", "dismiss", line.split()[0]).code == 0
    assert "Nothing needs your attention." in cli_runs.run("status").out
    assert "Bruno keeps ringing me" not in cli_runs.run("mail", "list").out


def test_a_very_long_mail_says_in_the_note_that_its_end_is_missing() -> None:
    name_sam()
    write("Dear Sam,\n\n" + "A long story goes on and on.\n" * 180)
    (mail,) = notes()
    assert "[The rest of this e-mail is left out here.]" in body(mail)


def test_without_a_moderator_in_the_settings_the_words_are_kept_and_the_receipt_is_true() -> None:
    receipt = write(PLEA)
    assert "I kept your words for the moderator" in receipt
    assert "passed" not in receipt
    assert notes() == []
    (note,) = moderator_notes.open_notes(post.table().settings)
    assert (note.seat, note.text) == ("yellow", PLEA.strip())
    name_sam()
    post.receive()
    assert len(notes()) == 1
    assert moderator_notes.open_notes(post.table().settings) == []


def test_words_to_the_moderator_in_four_languages_and_several_paragraphs() -> None:
    name_sam()
    for name in ("moderator", "Spielleiter", "l'arbitre", "Moderatore"):
        receipt = write(f"say to {name}: first for {name}\n\nand second\n\nBest wishes,\nAnna\n")
        assert "I passed your words on to Sam" in receipt
    texts = [body(each) for each in notes()]
    assert len(texts) == 4
    assert all("and second" in each and "Best wishes" not in each for each in texts)


def test_a_plea_above_words_to_all_is_not_lost() -> None:
    name_sam()
    done = post.one(post.mail(f"{PLEA}\nsay: Good luck!\n\nCheers, Anna\n", post.address("yellow")))
    assert done.entry == 2
    (mail,) = notes()
    assert PLEA.strip() in body(mail)
    assert "Good luck" not in body(mail)
    assert "Cheers" not in body(mail)


def test_a_note_is_sent_once_though_the_run_is_killed_before_it_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    name_sam()
    whole = moderator_notes.write_note

    def killed(settings: object, note: moderator_notes.ModeratorNote) -> None:
        if note.sent:
            raise KeyboardInterrupt
        whole(settings, note)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(moderator_notes, "write_note", killed)
        with pytest.raises(KeyboardInterrupt):
            write(PLEA)
    first = {each["Message-ID"] for each in notes()}
    post.receive()
    assert {each["Message-ID"] for each in notes()} == first
    assert len(first) == 1
    assert moderator_notes.open_notes(post.table().settings) == []


def test_the_same_mail_twice_is_one_note_and_no_seat_floods_the_moderator(monkeypatch: pytest.MonkeyPatch) -> None:
    assert moderator_notes.MOST == 20
    monkeypatch.setattr(moderator_notes, "MOST", 5)
    name_sam()
    write(PLEA)
    post.one(post.mail(PLEA, post.address("yellow")), now="2026-11-20T19:00:01Z")
    assert len(notes()) == 1
    texts = [write(f"Bruno rings me for the {n}th time.\n", now=f"2026-11-20T{n:02}:30:00Z") for n in range(8)]
    assert "Write again tomorrow" in texts[-1]
    assert len(notes()) == moderator_notes.MOST


def test_no_folder_of_the_private_part_can_be_read_by_others() -> None:
    """Also those above the words to one player."""
    assert cli_runs.run("say", "cup", "On Monday.").code == 0
    assert cli_runs.run("say", "cup", "--to", "yellow", "For you alone.").code == 0
    folders = [each for each in Path("private").rglob("*") if each.is_dir()]
    assert len(folders) > 2
    assert [str(each) for each in folders if each.stat().st_mode & 0o077] == []


def test_where_e_mails_are_files_receive_prints_the_words() -> None:
    name_sam()
    ran = cli_runs.run("receive", "-", stdin=post.mail(f"say to moderator: {PLEA}", post.address("yellow")))
    assert "Anna (yellow) in cup writes to you." in ran.out
    assert "    Bruno keeps ringing me about this game." in ran.out


def test_the_answer_to_who_played_before_goes_to_nobody_else() -> None:
    name_sam()
    write(PLEA)
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert moderator_notes.player_address(post.table(), note) == post.ANNA
    assert cli_runs.run("player", "cup", "yellow", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert moderator_notes.player_address(post.table(), note) == ""
