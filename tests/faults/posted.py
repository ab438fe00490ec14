"""A game by mail in which `receive -` or `send` was stopped somewhere, and what must be so once they ran again.

The e-mails go into a Maildir, whose files are named by their content: two e-mails that differ stay two files.
"""

import email
import glob
import json
import os
import shutil
from collections import Counter
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import NamedTuple

import mailing_game as post
from cli_runs import Ran
from cli_runs import run as referee

from referee.app.game_access import Game, open_game
from referee.app.post import due_reports
from referee.mail.transport import mail_progress

TOML = post.TOML.replace('"files"', '"maildir"')
ALOUD, ALONE = "Nice road.", "Shall we?"
BEFORE = "before"
"""The folder before anything failed; the game is played in the one next to it."""
TEMPFAIL = 75


class Deed(NamedTuple):
    """A command, what it reads, and the e-mails that its game is owed by it: kind and address."""

    words: tuple[str, ...]
    mail: bytes
    letters: tuple[tuple[str, str], ...]

    def do(self) -> Ran:
        return referee(*self.words, stdin=self.mail)


def receiving(toml: str = TOML) -> Deed:
    """A move by mail, with words to all and to one alone."""
    post.begin(toml=toml)
    shutil.rmtree("letters", ignore_errors=True)
    text = f"say: {ALOUD}\n\nsay to red: {ALONE}\n\n" + post.fenced(post.move())
    mail = post.mail(text, post.address("yellow"), post.ANNA)
    return Deed(("receive", "-"), mail, (("receipt", post.ANNA), ("report", post.BRUNO)))


def sending(toml: str = TOML) -> Deed:
    """A move from the command line that both must be informed of, and a message to one alone."""
    post.begin(toml=toml)
    shutil.rmtree("letters", ignore_errors=True)
    shutil.rmtree("private/cup/sent")
    move = post.move() + f"say: {ALOUD}\n"
    assert referee("submit", "-", stdin=move.encode()).code == 0
    due_reports.store_words(post.table().settings, "cup", "red", "yellow", ALONE, 1)
    return Deed(("send",), b"", (("report", post.ANNA), ("report", post.BRUNO)))


def kept() -> None:
    """Every try begins with the present content."""
    shutil.rmtree(f"../{BEFORE}", ignore_errors=True)
    shutil.copytree(".", f"../{BEFORE}")


def restored() -> None:
    for each in Path().iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    shutil.copytree(f"../{BEFORE}", ".", dirs_exist_ok=True)


def recovered(deed: Deed, refused: bool) -> None:
    """What continues afterwards: the mail server tries again what was not taken, and both commands run undisturbed."""
    if deed.mail and refused:
        assert deed.do().code == 0
    for command in ("receive", "send"):
        ran = referee(command)
        assert ran.code == 0, ran


def check(deed: Deed, what: str) -> int:
    """No e-mail lost, no move twice, nothing left over: how many e-mails there are."""
    game = open_game(post.table(), "cup")
    assert [(each["kind"], each.get("say")) for each in game.log.entries[1:]] == [("move", ALOUD)], what
    assert referee("verify", "cup").code == 0, what
    check_told(game, what)
    found = letters()
    assert set(Counter(str(each["Message-ID"]) for each in found).values()) == {1}, f"{what}: {listed(found)}"
    for kind, to in deed.letters:
        check_letter(kind, [each for each in found if is_kind(each, kind) and each["To"] == to], what)
    assert any(ALONE in text(each) for each in found if each["To"] == post.BRUNO), what
    assert not any(ALONE in text(each) for each in found if each["To"] == post.ANNA and not is_kind(each, "receipt"))
    check_spool(deed, what)
    return len(found)


def check_told(game: Game, what: str) -> None:
    """The marks are at the end of the log, nothing is due, and what one alone was to read is not kept any longer."""
    for seat in ("yellow", "red"):
        address = post.kept().addresses[seat]
        assert mail_progress.mark("private", "cup", seat, address) == (game.log.last, game.log.head), what
    assert json.loads(referee("send", "--json").out)["letters"] == [], what
    assert glob.glob("private/cup/talk/*/*") == [], what


def check_letter(kind: str, found: list[EmailMessage], what: str) -> None:
    """At least one; of receipts just one, and it says what was recorded.

    Before it, one may say that the e-mail has to wait, since the log could not be read.
    """
    assert found, f"{what}: no {kind}"
    if kind == "receipt":
        found = [each for each in found if "has to wait" not in str(each["Subject"])]
        assert len(found) == 1, f"{what}: {listed(found)}"
        assert "Recorded: " in text(found[0]), what
        assert found[0]["In-Reply-To"] == "<1@example.net>"


def check_spool(deed: Deed, what: str) -> None:
    """Every mail is filed away, and no file is there that was never finished."""
    if deed.mail:
        assert (post.spooled("new"), len(post.spooled("done")), post.spooled("quarantine")) == ([], 1, []), what
    left = [name for name in os.listdir("private/mail/new") if not name.endswith((".lock", ".new"))]
    assert not left, f"{left}: {what}"


def letters() -> list[EmailMessage]:
    """All that were delivered; of equal ones one."""
    found = [email.message_from_bytes(Path(path).read_bytes(), policy=default) for path in glob.glob("letters/new/*")]
    return [each for each in found if isinstance(each, EmailMessage)]


def is_kind(letter: EmailMessage, kind: str) -> bool:
    return (".receipt." in str(letter["Message-ID"])) == (kind == "receipt")


def text(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return " ".join(body.get_content().split())


def listed(found: list[EmailMessage]) -> str:
    return ", ".join(f"{each['Message-ID']} {each['Subject']}" for each in found)


def is_kept() -> bool:
    """Whether the mail is in the spool, or was handled already."""
    return bool(glob.glob("private/mail/new/*.eml") or glob.glob("private/mail/done/*.eml"))
