"""What needs the moderator comes by e-mail: once a day, and at once when a game cannot go on."""

import email
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import mailing_game as post
import pytest
from test_moderator import SAM, name_sam

from referee.app.play import submit_move
from referee.mail.act import digest, send_reports
from referee.mail.transport import inboxes, outgoing

pytestmark = pytest.mark.usefixtures("game")

DAYS = [f"2026-11-{day}T12:00:00Z" for day in range(21, 31)]


@pytest.fixture(autouse=True)
def sam(game: None) -> None:
    name_sam()


def digests() -> list[str]:
    """The digests that the moderator got, each with its subject, oldest first."""
    paths = sorted(Path("letters").rglob("*-digest-*.eml"), key=os.path.getmtime)
    found = [email.message_from_bytes(path.read_bytes(), policy=default) for path in paths]
    assert all(each["To"] == SAM for each in found)
    return [f"{each['Subject']}\n{each.get_content()}" for each in found if isinstance(each, EmailMessage)]


def look(now: str, *, soon: bool = False) -> None:
    assert digest.write_to_moderator(post.table(now), soon=soon) == []


def break_log() -> bytes:
    """The log loses its sense: what it was."""
    path = Path("games/cup/log.yaml")
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"kind: deal", b"kind: dael"))
    return raw


def test_nothing_is_sent_while_nothing_needs_the_moderator() -> None:
    for now in DAYS[:3]:
        look(now, soon=True)
    assert digests() == []


def test_a_game_that_cannot_be_read_is_told_of_at_once_and_not_again_every_minute() -> None:
    look(DAYS[0])
    raw = break_log()
    look("2026-11-21T12:01:00Z", soon=True)
    (first,) = digests()
    assert first.startswith("[referee] 1 matter needs your attention")
    assert "- cup: " in first
    for minute in range(2, 30):
        look(f"2026-11-21T12:{minute:02}:00Z", soon=True)
    assert len(digests()) == 1
    Path("games/cup/log.yaml").write_bytes(raw)
    look("2026-11-21T13:30:00Z", soon=True)
    break_log()
    look("2026-11-21T14:30:00Z", soon=True)
    assert len(digests()) == 2


def test_the_same_matters_are_told_again_after_a_week_and_others_after_a_day() -> None:
    Path("private/mail/quarantine").mkdir(parents=True, exist_ok=True)

    def put_aside(name: str) -> None:
        Path(f"private/mail/quarantine/{name * 64}.eml").write_bytes(b"?")
        Path(f"private/mail/quarantine/{name * 64}.eml.why").write_text("It was too large.\n")

    put_aside("a")
    for now in DAYS[:3]:
        look(now)
    assert len(digests()) == 1
    assert "It was too large. See: referee mail show aaaaaaaa" in " ".join(digests()[0].split())
    put_aside("b")
    look(DAYS[3])
    assert len(digests()) == 2
    for now in DAYS[4:9]:
        look(now)
    assert len(digests()) == 2
    look("2026-12-02T12:00:00Z")
    assert len(digests()) == 3


def test_a_digest_that_cannot_be_sent_waits_and_comes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    break_log()
    whole = outgoing.deliver_letter

    def refuse(*arguments: object) -> None:
        raise outgoing.Undelivered(inboxes.program_fault(OSError("no line")))

    with monkeypatch.context() as patch:
        patch.setattr(outgoing, "deliver_letter", refuse)
        (trouble,) = digest.write_to_moderator(post.table(DAYS[0]), soon=True)
        assert "waits" in str(trouble)
    assert outgoing.deliver_letter is whole
    look(DAYS[0])
    look(DAYS[0], soon=True)
    assert len(digests()) == 1


@pytest.mark.parametrize("place", ["write_state", "write_file"])
def test_a_digest_survives_a_kill(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before any write: what was sent before has the same name, so that a mail program shows it once."""
    break_log()
    for survived in range(4):
        calls: list[object] = []
        with monkeypatch.context() as patch:
            patch.setattr(digest, place, killed_at(survived, calls, getattr(digest, place)))
            with suppress(KeyboardInterrupt):
                digest.write_to_moderator(post.table(DAYS[0]), soon=True)
        look(DAYS[0], soon=True)
        assert len(digests()) == 1
        shutil.rmtree("private/mail/moderator")
        shutil.rmtree("letters/referee")


def killed_at(number: int, calls: list[object], whole: Callable[..., None]) -> Callable[..., None]:
    def wrapped(*arguments: object) -> None:
        calls.append(arguments)
        if len(calls) > number:
            raise KeyboardInterrupt
        whole(*arguments)

    return wrapped


def test_receive_and_remind_send_it() -> None:
    import cli_runs

    submit_move.close(post.table(), "cup", abandon=True)
    send_reports.send_due_letters(post.table())
    assert cli_runs.run("remind").code == 0
    assert digests() == []
    shutil.rmtree("games/cup")
    cli_runs.run("remind")
    assert len(digests()) == 1


def test_strangers_and_mailing_lists_are_counted_and_listed_and_never_answered() -> None:
    look(DAYS[0])
    before = len(post.letters())
    for number in range(5):
        words = post.mail(
            "May I join?", post.REFEREE, f"eva{number}@example.net", subject=f"=?utf-8?q?J=C3=B6in?= {number}"
        )
        post.receive(words, words, now=f"2026-11-22T12:0{number}:00Z")
    post.one(post.mail("road L7 se-sw", post.address("yellow"), list_id="<x.example.org>", subject="Re"), DAYS[2])
    look("2026-11-23T12:30:00Z")
    assert len(post.letters()) == before + len(digests())
    told = " ".join(digests()[-1].split())
    assert "e-mails of strangers or mailing lists got no answer. The newest:" in told
    assert "eva4@example.net: Jöin 4" in told or "somebody@example.net: Re" in told
    assert "eva0@example.net" not in told
    sent = len(digests())
    look(DAYS[4])
    assert len(digests()) == sent
