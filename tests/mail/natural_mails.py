"""How e-mails are read that players write in words of their own.

The mails of `tests/mail/natural`: what they hold, and what their writers mean, is in README.md there. Each is handled
by the real `receive` in a copy of its game. Delivery is cut off: what is answered is kept and not sent.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from email.message import EmailMessage
from functools import cache
from glob import glob
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import yaml

from referee.app.errors import Stop
from referee.app.game_access import Game, Table, open_game
from referee.app.play import entries, record_move, submit_move
from referee.mail.act import handle_mail, mail_meaning, receive_mail
from referee.mail.act.heard_mail import MailAnswer, Received
from referee.mail.act.send_reports import letter_to_seat
from referee.mail.read import requests
from referee.mail.read.languages import reading_in
from referee.mail.read.request_words import HELP, RULES, SHOW, STATUS, STOP, request_in
from referee.mail.read.requests import Wishes
from referee.mail.transport import inboxes
from referee.mail.write import addresses, letter_bodies
from referee.settings import settings
from referee.store import private
from referee.words import say, speaking

ROOT = Path(__file__).resolve().parent.parent.parent
MAILS = ROOT / "tests" / "mail" / "natural"
NOW = "2026-12-01T10:00:00Z"
REFEREE = "referee@games.example.org"
KEY = bytes(range(32))
TOML = f'[mail]\nfrom = "Referee <{REFEREE}>"\ntransport = "files"\nfolder = "letters"\n'
RIGHT, OFFERED, WRONG, ASKED, ACTED, MISSED = "right", "offered", "wrong", "asked", "acted", "missed"

Item = Mapping[str, Any]


class Outcome(NamedTuple):
    """What became of a mail: `became` is one of RIGHT, OFFERED, WRONG, ASKED, ACTED, MISSED; `why` is for people."""

    id: str
    kind: str
    language: str
    became: str
    why: str


def items(half: str) -> list[Item]:
    """The mails of one half of the collection."""
    return [item for path in sorted(glob(str(MAILS / f"{half}-*.yaml"))) for item in read_items(path)]


@cache
def read_items(path: str) -> list[Item]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: list[Item] = yaml.load(Path(path).read_text("utf-8"), loader)
    return found


@cache
def documents(path: str) -> tuple[bytes, ...]:
    """The documents of the log of a sample game, as they stand."""
    return tuple(b"---\n" + each for each in (ROOT / path).read_bytes().split(b"---\n")[1:])


class Desk:
    """A folder in which one mail is handled."""

    def __init__(self, item: Item) -> None:
        self.item, self.seat = item, item["seat"]
        every = documents(item["game"])
        self.id = str(yaml.safe_load(every[0])["game"])
        self.table = Table(settings({}, {"REFEREE_CONFIG": os.path.abspath("referee.toml")}), NOW)
        secret = bytes.fromhex(yaml.safe_load(every[-1])["secret"])
        seats = yaml.safe_load(every[0])["seats"]
        kept = private.Private(
            secret, KEY, {each: f"{each}@example.net" for each in seats}, {self.seat: item["language"]}
        )
        os.makedirs(f"games/{self.id}")
        os.makedirs("private", mode=0o700)
        Path(f"games/{self.id}/log.yaml").write_bytes(b"".join(every[: item["before"]]))
        Path(f"private/{self.id}.yaml").write_bytes(private.content(self.id, kept))
        os.chmod(f"private/{self.id}.yaml", 0o600)
        self.kept = kept
        if planted := item.get("planted"):
            self.talk(planted["seat"], planted["says"])

    def game(self) -> Game:
        return open_game(self.table, self.id)

    def talk(self, seat: str, text: str) -> None:
        """Another player says something to all."""
        game = self.game()
        fields = entries.talk_entry(game, seat, text)
        assert not isinstance(fields, int)
        entries.commit(self.table, record_move.append_aside(self.table, game, "talk", fields))

    def mail(self) -> bytes:
        """The bytes of the mail, in answer to the last e-mail."""
        game = self.game()
        tag = addresses.reply_tag(KEY, self.id, self.seat, game.log.last, self.kept.addresses[self.seat])
        message = EmailMessage()
        message["From"], message["Message-ID"] = "somebody@example.net", "<1@example.net>"
        message["To"] = addresses.reply_address(REFEREE, "+", addresses.ReplyToken(self.id, game.log.last, tag))
        body = self.item["mail"]
        if "html" in body:
            message.set_content(filled(body["html"], self.pieces(game, tag, html=True)), subtype="html")
        else:
            message.set_content(filled(body["text"], self.pieces(game, tag)), cte="8bit")
        if body.get("flowed"):
            message.set_param("format", "flowed")
        return message.as_bytes()

    def pieces(self, game: Game, tag: str, *, html: bool = False) -> dict[str, str]:
        """What is filled into the body of a mail."""
        with speaking(self.item["language"]):
            letter = letter_to_seat(game, self.kept, self.seat, kind="report", subject=say("Your turn"))
            text = letter_bodies.text_body(letter, tag)
        block = between(text, "-----BEGIN MOVE-----", "-----END MOVE-----")
        head = [
            line
            for line in block.split("\n")[1:]
            if line.partition(":")[0] in ("reply", "game", "after", "head", "seat")
        ]
        marked = "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
        found = {"head": "\n".join(head), "reply": tag, "after": str(game.log.last), "block": block}
        found |= {"quoted": text if html else marked, "quoted-plain": text}
        return {name: as_html(each) for name, each in found.items()} if html else found


def as_html(text: str) -> str:
    return "<br>\n".join(escape(text, quote=False).split("\n"))


def filled(body: str, pieces: Mapping[str, str]) -> str:
    """The body with its pieces; one in an indented line is indented as that line is."""
    for name, text in pieces.items():
        body = body.replace(f"{{{{{name}}}}}", text)
    return body


def between(text: str, first: str, last: str) -> str:
    return text[text.index(first) : text.index(last) + len(last)] if first in text else ""


class Watched(NamedTuple):
    """What was seen while a mail was handled: its answers, and the lines that its words were read as."""

    answers: list[MailAnswer]
    lines: list[str]


def handle(desk: Desk, raw: bytes) -> Watched:
    """The mail is received; what is to be delivered is kept instead."""
    seen, wish_of_lines = Watched([], []), requests.wish_of_lines

    def keep_reply(
        intake: object, case: object, found: Received, done: MailAnswer, *_: object, **__: object
    ) -> Received:
        seen.answers.append(done)
        return found

    def keep_lines(lines: tuple[str, ...]) -> Wishes:
        seen.lines.extend(lines)
        return wish_of_lines(lines)

    with ExitStack() as stack:
        stack.enter_context(patch.object(handle_mail, "reply", keep_reply))
        stack.enter_context(patch.object(handle_mail, "write_reports", lambda *_: None))
        stack.enter_context(patch.object(receive_mail, "send_due", lambda *_: None))
        stack.enter_context(patch.object(mail_meaning, "wish_of_lines", keep_lines))
        inboxes.add_to_spool("private", raw)
        receive_mail.handle(desk.table)
    return seen


def outcome(item: Item) -> Outcome:
    """What becomes of one mail."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("referee.toml").write_text(TOML)
            desk = Desk(item)
            first = desk.game().log.last
            seen = handle(desk, desk.mail())
            game = desk.game()
            became, why = judged(desk, item, seen, game, first)
        finally:
            os.chdir(before)
    return Outcome(item["id"], item["kind"], item["language"], became, why)


def judged(desk: Desk, item: Item, seen: Watched, game: Game, first: int) -> tuple[str, str]:
    """What became of a mail, and what was seen of it."""
    wants, moved = item["wants"], [each for each in game.log.entries_after(first) if each["kind"] == "move"]
    why = " | ".join(str(each) for answer in seen.answers for each in (*answer.opening, *answer.refused))
    why = f"{why} | {seen.lines}"
    if moved:
        same = "move" in wants and state_of(game) == expected_state(desk, wants["move"], first)
        return (RIGHT if same else WRONG), f"{moved} | {why}"
    if "move" in wants:
        is_offered = any(
            state_of_reading(desk, block) == expected_state(desk, wants["move"], first)
            for answer in seen.answers
            for block in answer.readings
        )
        return (OFFERED if is_offered else ASKED), why
    if "request" in wants:
        line = canonical(wants["request"])
        is_proposed = any(f"`{line}`" in str(each) for answer in seen.answers for each in answer.opening)
        with reading_in(item["language"]):
            done = [*map(without_text, seen.lines)]
        return (ACTED if is_proposed or line in done else MISSED), why
    if "talk" in wants:
        return (ACTED if is_passed_on(desk, item, game, first) else MISSED), why
    acted = [*seen.lines, *(each["kind"] for each in game.log.entries_after(first))]
    if acted:
        return WRONG, f"{acted} {why}"
    if "nothing" in wants:
        return RIGHT, why
    useful = any(answer.readings or answer.refused or answer.opening for answer in seen.answers)
    return (ASKED if useful and not is_generic(seen) else MISSED), why


def is_generic(seen: Watched) -> bool:
    """Whether the answer only says that there is no move."""
    return all(not each.readings and not each.refused and len(each.opening) < 3 for each in seen.answers)


def state_of_reading(desk: Desk, block: str) -> tuple[object, ...]:
    """What a block makes of a game that is offered to be sent."""
    body = "".join(line for line in block.splitlines(True) if not line.startswith("-----"))
    return played_state(desk, body)


def state_of(game: Game) -> tuple[object, ...]:
    """What a move made of a game: the last state, and what was said."""
    last = game.log.documents[-1]
    said = [plain(str(each["say"])) for each in game.log.entries_after(max(0, game.log.last - 2)) if each.get("say")]
    return last.get("state"), tuple(said)


def expected_state(desk: Desk, move: str, first: int) -> tuple[object, ...]:
    """The same for the move that was meant, made in a copy of the game."""
    return played_state(desk, f"game: {desk.id}\nafter: {first}\nseat: {desk.seat}\n{move}")


def played_state(desk: Desk, raw: str) -> tuple[object, ...]:
    """What a whole move makes of the game as it was when the mail came."""
    copy = f"games/{desk.id}/log.yaml"
    now = Path(copy).read_bytes()
    every = documents(desk.item["game"])
    Path(copy).write_bytes(b"".join(every[: desk.item["before"]]))
    try:
        if planted := desk.item.get("planted"):
            desk.talk(planted["seat"], planted["says"])
        with patch.object(submit_move, "write_report", lambda table, game, done: done):
            submit_move.submit(desk.table, raw.encode(), "move")
        return state_of(desk.game())
    except Stop as stop:
        return (str(stop),)
    finally:
        Path(copy).write_bytes(now)


def canonical(request: str) -> str:
    """The line for what is wanted: `time: 2 days` is `ask for 2 days`."""
    kind, _, about = request.partition(": ")
    if kind == "time":
        return f"ask for {about}"
    if kind == "absent" and " to " not in about:
        return f"absent: {about} to {about}"
    return {"moderator": "say to moderator", "stop": "stop mail", "absent": request}.get(
        kind, f"{kind} {about}".strip()
    )


def without_text(line: str) -> str:
    """A line that was acted on, as `canonical` writes it."""
    found = request_in(line)
    if found and found.kind == STOP:
        return "stop mail"
    if found and found.kind in (HELP, STATUS, SHOW, RULES):
        return f"{found.kind} {found.about}".strip()
    return "say to moderator" if line.startswith("say to moderator:") else line


def is_passed_on(desk: Desk, item: Item, game: Game, first: int) -> bool:
    """Whether the words went to whom they were meant for."""
    wants = item["wants"]
    text = " ".join(str(wants["talk"]).split())
    if wants["to"] == "all":
        return any(plain(str(each.get("say"))) == plain(text) for each in game.log.entries_after(first))
    place = Path(f"private/{desk.id}/talk/{wants['to']}")
    return place.is_dir() and any(plain(text) in plain(each.read_text("utf-8")) for each in place.iterdir())


def plain(text: str) -> str:
    return " ".join(text.replace("\u2019", "'").split())


def outcomes(half: str) -> Iterator[Outcome]:
    return map(outcome, items(half))
