"""referee send and submit --mail: the due e-mails, to the right readers, once; after trouble again, and never less."""

import json
import os
import shutil
from pathlib import Path

import pytest
from cli_runs import NOW, begin, disk, miss, play, run, suggestion
from letter_samples import opened, page, text, unpacked

from referee.app.game_access import Table, open_game
from referee.app.post import due_reports
from referee.mail.act import send_reports
from referee.mail.transport import inboxes, mail_progress, outgoing
from referee.settings import Settings
from referee.words import say

MAIL = '[mail]\nfrom = "Referee <referee@example.org>"\n'
SEATS = {"yellow": "anna@example.org", "red": "bruno@example.org"}


@pytest.fixture(autouse=True)
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    Path("referee.toml").write_text(MAIL)
    begin()
    for seat, address in SEATS.items():
        assert run("player", "cup", seat, "--address", address).code == 0


PLAYERS = {"yellow": "Anna", "red": "Bruno"}


def mover() -> str:
    game = open_game(Table(Settings()), "cup")
    return str(game.book.play.to_move(game.position))


def other() -> str:
    return next(seat for seat in SEATS if seat != mover())


def sent(*words: str) -> list[tuple[str, str]]:
    """The seats that got e-mails, and about what."""
    ran = run("send", "--json", *words)
    assert ran.code == 0, ran
    return [(each["seat"], each["says"]) for each in json.loads(ran.out)["letters"]]


def letters() -> list[str]:
    return sorted(os.listdir("letters/cup")) if os.path.isdir("letters/cup") else []


def test_the_deal_is_sent_to_all_once() -> None:
    before = disk("games")
    assert dict(sent()) == {mover(): "Your turn", other(): f"{PLAYERS[mover()]} ({mover()}) moves now"}
    assert letters() == ["1-red.eml", "1-yellow.eml"]
    assert sent() == []
    assert disk("games") == before
    assert os.stat("private/cup/sent/red").st_mode & 0o077 == 0


def test_an_email_goes_to_one_address() -> None:
    sent()
    for seat, address in SEATS.items():
        mail = opened(Path(f"letters/cup/1-{seat}.eml").read_bytes())
        assert mail["To"] == address
        assert not set(mail.keys()) & {"Cc", "Bcc", "Sender"}
        whole = text(mail) + page(mail)
        assert not any(each in whole for other, each in SEATS.items() if other != seat)


def test_a_dry_run_lists_emails_and_sends_nothing() -> None:
    before = disk()
    assert len(sent("--dry-run")) == 2
    assert disk() == before


def test_the_player_who_moved_gets_no_email_and_the_next_one_does() -> None:
    sent()
    play(1)
    assert sent("cup") == [(mover(), "Your turn")]


def test_a_missed_turn_is_reported_to_both() -> None:
    sent()
    late = mover()
    miss()
    assert dict(sent()) == {late: "You missed your turn", mover(): "Your turn"}


def test_a_seat_that_wants_only_its_own_emails_gets_no_others() -> None:
    sent()
    quiet = other()
    assert run("player", "cup", quiet, "--letters", "own").code == 0
    sent()
    told = []
    for _ in range(4):
        play(1)
        got = [seat for seat, _ in sent()]
        assert (quiet in got) == (mover() == quiet)
        told.append(quiet in got)
    assert any(told)


def test_the_end_is_reported_to_all() -> None:
    for _ in range(16):
        miss()
    game = open_game(Table(Settings()), "cup")
    assert game.outcome
    names = [game.players[each] for each in game.outcome.winners]
    won = f"{names[0]} has won" if len(names) == 1 else f"{' and '.join(names)} share the win"
    assert dict(sent()) == dict.fromkeys(SEATS, won)
    assert run("close", "cup").code == 0
    assert dict(sent()) == dict.fromkeys(SEATS, "The game is closed")


def test_a_game_that_waits_invites_once() -> None:
    begin("later", wait_for_nonces=True)
    run("player", "later", "red", "--address", "bruno@example.org")
    assert ("red", "An invitation: please answer yes or no") in sent("later")
    assert sent("later") == []


def test_words_for_one_alone_are_delivered_once() -> None:
    sent()
    before = open_game(Table(Settings()), "cup").log.raw
    due_reports.store_words(Settings(), "cup", "red", "yellow", "Shall we?\nBcc: x@example.com", 1)
    assert sent() == [("red", "A message for you")]
    (name,) = (each for each in letters() if each.startswith("1-red-"))
    mail = opened(Path("letters/cup", name).read_bytes())
    assert 'Anna (yellow) wrote to you only: "Shall we? Bcc: x@example.com"' in text(mail)
    assert "Shall we?" in page(mail)
    assert sent() == []
    assert open_game(Table(Settings()), "cup").log.raw == before


def test_an_undelivered_email_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise outgoing.Undelivered(say("Nobody is at home."))

    with monkeypatch.context() as patch:
        patch.setattr("referee.mail.transport.outgoing.transports.write_letter_file", refuse)
        ran = run("send", "cup")
    assert ran.code == 69
    assert "e-mail to red (bruno@example.org) is waiting. Nobody is at home." in ran.err
    assert len(sent()) == 2


def test_after_a_crash_between_delivery_and_mark_the_same_email_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mail_progress, "advance", crash)
        with pytest.raises(KeyboardInterrupt):
            send_reports.send_due_letters(table(), ["cup"])
    (name,) = letters()
    first = Path("letters/cup", name).read_bytes()
    Path("letters/cup", name).unlink()
    assert len(sent()) == 2
    assert Path("letters/cup", name).read_bytes() == first


def table() -> Table:
    from referee.settings import settings

    return Table(settings({}, dict(os.environ)), NOW)


def test_submit_records_first_and_then_sends() -> None:
    sent()
    ran = run("submit", "-", "--mail", stdin=suggestion())
    assert ran.code == 0, ran
    assert f"cup: e-mail to {mover()} ({SEATS[mover()]}) sent: Your turn" in ran.err
    assert f"2-{mover()}.eml" in letters()


def test_submit_says_when_emails_wait() -> None:
    Path("letters").write_text("in the way")
    move = suggestion()
    ran = run("submit", "-", "--mail", stdin=move)
    assert ran.code == 69
    assert "It is recorded as entry 2, but e-mails are waiting: referee send cup" in ran.err
    Path("letters").unlink()
    assert len(sent()) == 2
    again = run("submit", "-", "--mail", stdin=move)
    assert again.code == 0
    assert "Already recorded" in again.err


def test_submit_without_settings_of_mail_records_nothing() -> None:
    move, before = suggestion(), disk()
    Path("referee.toml").write_text("")
    assert run("submit", "-", "--mail", stdin=move).code == 78
    Path("referee.toml").write_text(MAIL)
    assert disk() == before
    assert run("submit", "-", "--mail", "--dry-run", stdin=move).code == 2
    assert disk() == before
    assert run("send", "nothing").code == 66


def test_one_broken_game_keeps_no_email_waiting() -> None:
    begin("bad")
    run("player", "bad", "red", "--address", "bruno@example.org")
    Path("games/bad/log.yaml").write_text("no log")
    ran = run("send")
    assert ran.code == 0
    assert "bad: " in ran.err
    assert letters() == ["1-red.eml", "1-yellow.eml"]


def test_a_folder_that_cannot_be_made_keeps_no_other_game_waiting() -> None:
    begin("bar")
    run("player", "bar", "red", "--address", "bruno@example.org")
    os.mkdir("letters")
    Path("letters/bar").write_text("not a folder")
    ran = run("send")
    assert ran.code == 69
    assert "letters/bar" in ran.err + ran.out
    assert "letters/cup" not in ran.err
    assert letters() == ["1-red.eml", "1-yellow.eml"]


def test_a_mark_never_goes_back(tmp_path: Path) -> None:
    folder = str(tmp_path / "private")
    for entry in (5, 3):
        mail_progress.advance(folder, "cup", "red", mail_progress.Mark(entry, f"{entry}" * 64), "a@example.org")
    assert mail_progress.mark(folder, "cup", "red", "a@example.org") == mail_progress.Mark(5, "5" * 64)
    Path(folder, "cup", "sent", "red").write_bytes(b"\xff?")
    assert mail_progress.mark(folder, "cup", "red", "a@example.org") == mail_progress.NEVER


@pytest.mark.parametrize("left", [b"6", b"6 66", b"\0\0"])
def test_a_mark_that_was_not_written_to_its_end_is_passed_over(tmp_path: Path, left: bytes) -> None:
    folder, marks = str(tmp_path / "private"), [mail_progress.Mark(entry, f"{entry}" * 64) for entry in (5, 6)]
    mail_progress.advance(folder, "cup", "red", marks[0], "a@example.org")
    with open(f"{folder}/cup/sent/red", "ab") as file:
        file.write(left)
    assert mail_progress.mark(folder, "cup", "red", "a@example.org") == marks[0]
    mail_progress.advance(folder, "cup", "red", marks[1], "a@example.org")
    assert mail_progress.mark(folder, "cup", "red", "a@example.org") == marks[1]


def test_progress_that_was_not_written_to_its_end_is_passed_over(tmp_path: Path) -> None:
    private, name = str(tmp_path), inboxes.add_to_spool(str(tmp_path), b"Subject: move\n\nroad")
    begun, path = mail_progress.Begun("cup", "red", 7), Path(inboxes.spool_of(private), name + inboxes.BEGUN)
    message = b"\xffTo: a@example.org\r\n\r\n7\n\n"
    receipt = mail_progress.Receipt("cup", "red", "a@example.org", 8, "8" * 64, "recorded", "fine", 8, message)
    mail_progress.begin_try(private, name, 0)
    mail_progress.write_begun_note(private, name, begun)
    known = path.read_bytes()
    mail_progress.write_receipt(private, name, receipt)
    whole = path.read_bytes()
    assert whole.count(b"\n") == known.count(b"\n") + 1
    for size in range(len(known), len(whole) - 1):
        path.write_bytes(whole[:size])
        assert mail_progress.read_progress(private, name) == (begun, None, 1)
        mail_progress.write_begun_note(private, name, begun._replace(last=7))
        assert mail_progress.read_progress(private, name) == (begun._replace(last=7), None, 1)
        mail_progress.write_receipt(private, name, receipt)
        assert mail_progress.read_progress(private, name) == (begun._replace(last=7), receipt, 1)


@pytest.mark.parametrize("at", range(1, 40))
def test_a_receipt_whose_bytes_are_not_all_on_the_disk_is_passed_over(tmp_path: Path, at: int) -> None:
    """After a power cut a file may have its length already, and zeros where its content should be."""
    private, name = str(tmp_path), inboxes.add_to_spool(str(tmp_path), b"Subject: move\n\nroad")
    path = Path(inboxes.spool_of(private), name + inboxes.BEGUN)
    message = b"To: a@example.org\r\n\r\nIt is recorded.\r\n\n\n"
    receipt = mail_progress.Receipt("cup", "red", "a@example.org", 8, "8" * 64, "recorded", "fine", 8, message)
    mail_progress.write_receipt(private, name, receipt)
    whole = path.read_bytes()
    spoiled = whole[:-at] + bytes(at - 1) + b"\n"
    path.write_bytes(spoiled)
    found = mail_progress.read_progress(private, name).receipt
    assert found == (receipt if spoiled == whole else None)


def test_a_reminder_says_when_the_turn_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    run("clock", "cup", "allowance=24h", "grace=24h", "weekends=count", "zone=UTC", "missed=wait")
    sent()
    Path("private/mail").mkdir(exist_ok=True)
    for now in ("2026-11-20T20:00:00Z", "2026-11-21T07:30:00Z"):
        Path("private/mail/heartbeat").write_text(f"cup {now}\n")
        monkeypatch.setenv("REFEREE_NOW", now)
        assert run("remind").code == 0
    assert sent() == [(mover(), "Reminder: your turn – by Sat 21 Nov, 19:00 UTC")]
    (name,) = (each for each in letters() if "reminder" in each)
    mail = opened(Path("letters/cup", name).read_bytes())
    assert "Please move by Saturday 21 November, 19:00 UTC (12 hours left)." in text(mail).replace("\n", " ")
    assert ".reminder@" in mail["Message-ID"]
    assert "BEGIN MOVE" in text(mail)
    assert sent() == []


def test_emails_have_the_configured_colours() -> None:
    Path("referee.toml").write_text('palette = {red = "#123456"}\n' + MAIL)
    sent()
    report = next(opened(Path("letters/cup/1-red.eml").read_bytes()).iter_attachments())
    assert "#123456" in unpacked(report.get_content())
    Path("referee.toml").write_text('palette = {red = "reddish"}\n' + MAIL)
    play(1)
    ran = run("send")
    assert ran.code == 78
    assert "The setting palette: 'reddish' is not a colour" in ran.err


def test_a_game_without_a_private_part_is_not_written_about() -> None:
    """An archived one, say; asked for by name, it gives the reason."""
    shutil.copytree("games/cup", "games/old")
    Path("games/old/log.yaml").write_bytes(Path("games/cup/log.yaml").read_bytes().replace(b"game: cup", b"game: old"))
    assert len(sent()) == 2
    assert not os.path.exists("private/old")
    assert run("send", "old").code == 65


def test_a_lost_email_comes_again_with_the_present_game() -> None:
    seat = other()
    assert len(sent()) == 2
    assert sent("cup", "--again", seat) == [(seat, f"{PLAYERS[mover()]} ({mover()}) moves now")]
    assert sent() == []
    assert run("send", "--again", seat).code == 2
    assert run("send", "cup", "--again", "purple").code == 2
