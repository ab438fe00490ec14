"""A game whose players have addresses, the mails that they send, and what they are answered."""

import email
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache
from glob import glob
from pathlib import Path
from typing import NamedTuple

import cli_runs
import pytest

from referee.app.game_access import Table, open_game
from referee.app.play import new_game
from referee.mail.act import receive_mail, send_reports
from referee.mail.act.heard_mail import Received
from referee.mail.transport import inboxes
from referee.mail.write import addresses
from referee.settings import settings
from referee.store import private

NOW = cli_runs.NOW
ANNA, BRUNO = "anna@example.org", "bruno@example.org"
REFEREE = "referee@games.example.org"
TOML = f"""
[mail]
from = "Referee <{REFEREE}>"
transport = "files"
folder = "letters"
authserv = "mx.example.org"
[mail.inbox]
maildir = "inbox"
"""


SAMPLES = Path(__file__).parent.parent.parent / "games"


def table(now: str = NOW) -> Table:
    return Table(settings({}, {"REFEREE_CONFIG": os.devnull}), now)


def begin(id: str = "cup", *, wait_for_nonces: bool = False, toml: str = TOML, languages: tuple[str, ...] = ()) -> None:
    """A game of two in the current folder, its first e-mails sent. Yellow (Anna) moves first."""
    Path("referee.toml").write_text(toml, encoding="utf-8")
    for part in ("new", "cur", "tmp"):
        os.makedirs(os.path.join("inbox", part), exist_ok=True)
    plan = new_game.plan(
        "magna-grecia",
        id,
        ["yellow=Anna", "red=Bruno"],
        ["rounds=8"],
        "bruttium",
        wait_for_nonces=wait_for_nonces,
        addresses=[f"yellow={ANNA}", f"red={BRUNO}"],
        languages=list(languages),
    )
    new_game.new(table(), plan, secret=cli_runs.SECRET)
    send_reports.send_due_letters(table(), [id])


@contextmanager
def forked_sample(folder: Path, sample: str, at: int, **people: str) -> Iterator[None]:
    """In this folder the game `cup`, which continues a sample from an entry; its first e-mails are sent."""
    shutil.copytree(SAMPLES / sample, folder / "games" / sample)
    (folder / "referee.toml").write_text(TOML, encoding="utf-8")
    addresses = [word for seat, address in people.items() for word in ("--address", f"{seat}={address}")]
    with pytest.MonkeyPatch.context() as patch:
        enter(patch, folder)
        assert cli_runs.run("fork", sample, "--id", "cup", "--at", str(at), *addresses).code == 0
        send_reports.send_due_letters(table(), ["cup"])
        yield


def enter(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Commands run in this folder, with no settings of the user, at the time of these tests."""
    patch.chdir(folder)
    patch.setenv("REFEREE_CONFIG", os.devnull)
    patch.setenv("REFEREE_NOW", NOW)


def kept(id: str = "cup") -> private.Private:
    return private.read_private_part("private", id)


def address(seat: str, entry: int | None = None, id: str = "cup") -> str:
    """Where the answer to the e-mail after an entry goes; without one, to the last."""
    entry = last(id) if entry is None else entry
    tag = addresses.reply_tag(kept(id).reply_key, id, seat, entry, kept(id).addresses[seat])
    return addresses.reply_address(REFEREE, "+", addresses.ReplyToken(id, entry, tag))


def last(id: str = "cup") -> int:
    return open_game(table(), id).log.last


def mover(id: str = "cup") -> str:
    game = open_game(table(), id)
    return str(game.book.play.to_move(game.position))


OPENING = """game: {id}
after: 1
seat: yellow
actions:
  - city: M8
  - road: L8 ne-nw
  - road: L7 se-nw
  - road: K7 se-nw
  - road: M9 n-sw
market:
  build: D5
"""


def move(id: str = "cup") -> str:
    """A legal move for the seat to move: the first one of the usual deal is always the same; else what is suggested."""
    is_usual = kept(id).secret == cli_runs.SECRET and (last(id), mover(id)) == (1, "yellow")
    return OPENING.format(id=id) if is_usual else cli_runs.suggestion(id).decode()


def fenced(block: str, begin: str = "MOVE", tag: str = "") -> str:
    line = f"reply: {tag}\n" if tag else ""
    return f"-----BEGIN {begin}-----\n{line}{block.rstrip()}\n-----END MOVE-----\n"


def mail(text: str, to: str, sender: str = "somebody@example.net", **fields: str) -> bytes:
    """A mail as a person writes it. Fields named `in_reply_to` are called `In-Reply-To`."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Message-ID"] = "<1@example.net>"
    for name, value in fields.items():
        name = name.replace("_", "-")
        del message[name]
        message[name] = value
    message.set_content(text)
    return message.as_bytes(policy=default.clone(max_line_length=990))  # a Message-ID stays whole


def receive(*mails: bytes, now: str = NOW) -> list[Received]:
    """These mails arrive and are handled."""
    for raw in mails:
        inboxes.add_to_spool("private", raw)
    return receive_mail.handle(table(now)).mails


def one(raw: bytes, now: str = NOW) -> Received:
    """One mail arrives: what became of it."""
    (done,) = receive(raw, now=now)
    return done


class Told(NamedTuple):
    """An e-mail that was delivered."""

    path: str
    to: str
    id: str
    answers: str
    text: str


def subject(path: str) -> str:
    return str(email.message_from_bytes(Path(path).read_bytes(), policy=default)["Subject"])


def decoded(path: str) -> str:
    """All texts and pages of an e-mail, as mail programs show them."""
    message = email.message_from_bytes(Path(path).read_bytes(), policy=default)
    return "\n".join(str(each.get_content()) for each in message.walk() if each.get_content_maintype() == "text")


def body(path: str) -> str:
    """The text of an e-mail, line by line."""
    found = email.message_from_bytes(Path(path).read_bytes(), policy=default).get_body(("plain",))
    return str(found.get_content()) if found else ""


def letters(kind: str = "") -> list[Told]:
    """The e-mails that were delivered, of a kind if one is named."""
    return [each for each in sorted(all_letters()) if kind in each.path]


def all_letters() -> Iterator[Told]:
    for path in glob("letters/**/*.eml", recursive=True):
        yield read_letter(path, Path(path).read_bytes())


@lru_cache(maxsize=200)
def read_letter(path: str, raw: bytes) -> Told:
    """What an e-mail says; many tests look at all of a game again and again."""
    message = email.message_from_bytes(raw, policy=default)
    body = message.get_body(("plain",))
    assert body is not None
    text = " ".join(body.get_content().split())
    return Told(path, str(message["To"]), str(message["Message-ID"]), str(message["In-Reply-To"]), text)


def receipts() -> list[Told]:
    return letters("receipt")


def log_bytes(id: str = "cup") -> bytes:
    return Path(f"games/{id}/log.yaml").read_bytes()


def spooled(where: str) -> list[str]:
    return sorted(os.path.basename(path) for path in glob(f"private/mail/{where}/*.eml"))


@pytest.fixture(autouse=True)
def menus(menus_made_once: None) -> None:
    """E-mails carry what may be done; to find that out takes longer than all else of them."""


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, before = tmp_path_factory.mktemp("begun"), os.getcwd()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_CONFIG", os.devnull)
        os.chdir(folder)
        begin()
    os.chdir(before)
    return folder


@pytest.fixture
def game(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two in the current folder, its first e-mails sent."""
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", NOW)
