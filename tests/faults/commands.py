"""Every command that writes, with what comes before it: what an n-th failing call may not harm.

Chance and the reply key are always the same, and the clock stands still. So a command that was done after a fault
leaves the very bytes that it leaves without one.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_runs import NOW
from cli_runs import run as referee
from mailing_game import address, fenced, mail

from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.app.play import record_move
from referee.settings import Settings

LATER = "2026-11-24T19:00:00Z"
"""When the turn of a game that was begun at NOW is over, its grace, and the time for answers, too."""
TOML = """\
[mail]
from = "Referee <referee@games.example.org>"
transport = "maildir"
folder = "letters"
[mail.inbox]
maildir = "inbox"
"""
KNOWN = "deck: [red-low, brown-low, yellow-low]\noracles: [D14, E13, D2, K8, F3, H8, K10]\n"
DRAWN = "actions: [draw: 1, store, draw: 1, store]\nend: true\n"
WHY = ("--why", "a reason")
CLOCK = ("--clock", "allowance=48h", "--clock", "grace=24h", "--clock", "missed=pass")
PLAYERS = {"yellow": "Anna", "red": "Bruno", "brown": "Clara"}


class Deed(NamedTuple):
    """A command, what is done before it, when it is run, what makes the text that it reads, and how the same again ends
    when all is done.
    """

    words: tuple[str, ...]
    prepare: Callable[[], object]
    now: str = NOW
    stdin: Callable[[], bytes] = bytes
    again: int = 0


def good(*words: str, stdin: bytes = b"") -> str:
    ran = referee(*words, stdin=stdin)
    assert ran.code == 0, (words, ran)
    return ran.out


def new(players: int = 2, *words: str, id: str = "cup", title: str = "magna-grecia") -> tuple[str, ...]:
    seats = list(PLAYERS.items())[:players] if title == "magna-grecia" else [("athens", "Ada"), ("corinth", "Carl")]
    named = [word for seat, name in seats for word in ("--player", f"{seat}={name}")]
    reached = [word for seat, name in seats for word in ("--address", f"{seat}={name.lower()}@example.org")]
    return ("new", title, "--id", id, *named, *reached, *words)


def begun(
    *words: str, players: int = 2, title: str = "magna-grecia", moves: int = 0, sent: bool = True
) -> Callable[[], None]:
    """A game with so many moves, and its first e-mails, or all of them, sent."""

    def prepare() -> None:
        good(*new(players, *words, title=title))
        good("send")
        for _ in range(moves):
            good("submit", "-", stdin=good("suggest", "cup").encode())
        if sent:
            good("send")

    return prepare


def then(prepare: Callable[[], object], *commands: tuple[str, ...]) -> Callable[[], None]:
    def both() -> None:
        prepare()
        for each in commands:
            good(*each)

    return both


def mover() -> str:
    game = open_game(Table(Settings()), "cup")
    return str(game.book.play.to_move(game.position))


def suggested(seed: int = 0) -> bytes:
    return good("suggest", "cup", "--seed", str(seed)).encode()


def to_submit(*words: str, title: str = "magna-grecia", moves: int = 1, lines: str = "") -> Callable[[], None]:
    """A move in `move.yaml`: the one that is suggested, or of the seat to move with these lines."""

    def prepare() -> None:
        begun(*words, title=title, moves=moves)()
        last = open_game(Table(Settings()), "cup").log.last
        text = f"game: cup\nafter: {last}\nseat: {mover()}\n{lines}".encode() if lines else suggested()
        Path("move.yaml").write_bytes(text)

    return prepare


def to_correct() -> None:
    begun()()
    move = suggested()
    others = [each for each in map(suggested, range(1, 20)) if each != move]
    Path("right.yaml").write_bytes(others[0])
    good("submit", "-", stdin=move)


def to_order() -> None:
    begun("--orders")()
    seat = next(seat for seat in ("yellow", "red") if seat != mover())
    orders = f"game: cup\nseat: {seat}\norders:\n  - move:\n      actions:\n        - resupply: {{road: 2, city: 1}}\n"
    Path("orders.yaml").write_text(orders)
    Path("seat").write_text(seat)


def ordered() -> None:
    to_order()
    good("orders", "cup", "orders.yaml")
    good("submit", "-", stdin=suggested())


def known() -> None:
    Path("deal.yaml").write_text(KNOWN)


def written(text: str) -> Callable[[], bytes]:
    """A mail of the seat to move, with this text, or with the move that is suggested."""
    return lambda: mail(text.replace("MOVE", fenced(suggested().decode())), address(mover()))


def noted() -> None:
    begun()()
    good("receive", "-", stdin=written("to moderator: When do we meet?")())


def put_away() -> None:
    noted()
    good(*filled(("mail", "dismiss", "NOTE")))


WAITING = begun("--wait-for-nonces")
NONCES = {"red": "aa" * 16, "yellow": "bb" * 16}
DEEDS: dict[str, Deed] = {
    "new": Deed(new(), lambda: None),
    "new that waits": Deed(new(2, "--wait-for-nonces"), lambda: None),
    "new with a known deal": Deed(new(2, "--known-deal", "deal.yaml"), known),
    "nonce": Deed(("nonce", "cup", "yellow", NONCES["yellow"]), then(WAITING, ("nonce", "cup", "red", NONCES["red"]))),
    "deal": Deed(("deal", "cup"), then(WAITING, ("nonce", "cup", "red", NONCES["red"]))),
    "fork": Deed(("fork", "cup", "--id", "kid", "--with-addresses"), begun(moves=2)),
    "known-deal": Deed(("known-deal", "cup", "deck/4=orange-low"), then(known, new(2, "--known-deal", "deal.yaml"))),
    "discard": Deed(("discard", "cup", "--yes"), begun()),
    "submit": Deed(("submit", "move.yaml"), to_submit()),
    "submit of parts": Deed(
        ("submit", "move.yaml"),
        to_submit("--orders", title="attika", moves=0, lines=DRAWN),
    ),
    "missed": Deed(("missed", "cup", "SEAT"), begun()),
    "close": Deed(("close", "cup", "--abandon"), begun(moves=1)),
    "close of all": Deed(("close", "--auto"), then(begun(moves=1), ("abandon", "cup"))),
    "undo": Deed(("undo", "cup", *WHY), begun(moves=2, players=3)),
    "undo of draws": Deed(
        ("undo", "cup", "--to", "1", "--reseal"),
        then(to_submit(title="attika", moves=0, lines=DRAWN), ("submit", "move.yaml")),
    ),
    "undo that asks": Deed(("undo", "cup", "--ask"), begun(moves=1)),
    "correct": Deed(("correct", "cup", "2", "right.yaml", *WHY), to_correct),
    "ruling": Deed(("ruling", "cup", "rounds", "12", *WHY), begun("--option", "rounds=8")),
    "ruling that asks": Deed(("ruling", "cup", "rounds", "12", "--ask", *WHY), begun("--option", "rounds=8")),
    "draw": Deed(("draw", "cup", "--seat", "yellow"), begun(players=3)),
    "draw of all": Deed(("draw", "cup", "--seat", "yellow", "--all-consent"), begun(players=3)),
    "concede": Deed(("concede", "cup", "red"), begun()),
    "concede of all": Deed(("concede", "cup", "red", "--to", "yellow", "--all-consent"), begun(players=3)),
    "abandon": Deed(("abandon", "cup"), begun()),
    "abandon of all": Deed(("abandon", "cup", "--all-consent"), begun()),
    "answer": Deed(("answer", "cup", "red", "yes"), then(begun(), ("draw", "cup", "--seat", "yellow"))),
    "resign": Deed(("resign", "cup", "red"), begun()),
    "player": Deed(("player", "cup", "red", "--name", "Carl", "--address", "carl@example.org"), begun()),
    "player's address": Deed(("player", "cup", "red", "--address", "carl@example.org"), begun()),
    "edition": Deed(("edition", "cup", "2", "--all-consent"), begun("--edition", "1")),
    "edition withdrawn": Deed(
        ("edition", "cup", "none", "--consent", "red", "--consent", "yellow"),
        then(begun("--edition", "1", players=3), ("edition", "cup", "2", "--consent", "red", "--consent", "yellow")),
    ),
    "absent": Deed(("absent", "cup", "red", "2026-11-24", "2026-11-26"), begun(*CLOCK)),
    "absent no more": Deed(
        ("absent", "cup", "red", "--end"), then(begun(*CLOCK), ("absent", "cup", "red", "2026-11-20", "2026-11-26"))
    ),
    "extend": Deed(("extend", "cup", "SEAT", "24", *WHY), begun(*CLOCK)),
    "pause": Deed(("pause", "cup", *WHY), begun(*CLOCK)),
    "resume": Deed(("resume", "cup"), then(begun(*CLOCK), ("pause", "cup", *WHY))),
    "clock": Deed(("clock", "cup", "allowance=96h"), begun(*CLOCK)),
    "remind": Deed(("remind",), begun(*CLOCK), LATER),
    "remind of all": Deed(
        ("remind",),
        then(
            begun(*CLOCK, players=3),
            ("player", "cup", "red", "--name", "Sue", "--until", "2026-11-21"),
            ("draw", "cup", "--seat", "yellow"),
            ("remind",),
        ),
        LATER,
    ),
    "remind of orders": Deed(("remind",), ordered, LATER),
    "orders": Deed(("orders", "cup", "orders.yaml"), to_order),
    "orders cancelled": Deed(
        ("orders", "cup", "--seat", "OTHER", "--cancel"), then(to_order, ("orders", "cup", "orders.yaml"))
    ),
    "say": Deed(("say", "cup", "The next turn is on Monday."), begun()),
    "note": Deed(("note", "cup", "1", "!", "A start."), begun()),
    "observe": Deed(("observe", "cup", "eva@example.org"), begun()),
    "send": Deed(("send",), begun(moves=1, sent=False)),
    "receive": Deed(("receive", "-"), begun(players=3), stdin=written("say: Nice.\n\nMOVE")),
    "receive, more at once": Deed(
        ("receive", "-"), begun(), stdin=written("say: Nice.\n\nabsent: 2026-12-01 to 2026-12-02\n\nMOVE")
    ),
    "receive with orders": Deed(("receive", "-"), begun("--orders"), stdin=written("MOVE")),
    "mail dismiss": Deed(("mail", "dismiss", "NOTE"), noted, again=66),
    "mail restore": Deed(("mail", "restore", "NOTE"), put_away, again=66),
}
"""`move` ends in `submit`, `serve-mail` in `receive`, and `store copy` needs a database."""
READERS = [
    "status",
    "end",
    "dev",
    "show",
    "move",
    "serve-mail",
    "check",
    "why",
    "legal",
    "suggest",
    "rules",
    "log",
    "verify",
    "replay",
    "archive",
    "book",
    "stats",
    "export",
    "help",
    "demo",
    "titles",
    "boards",
    "components",
    "doctor",
    "players",
    "diff",
    "conformance",
    "contract",
    "completion",
    "schema",
    "store",
]
"""The commands that change no game."""


def filled(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a command with the facts of its game."""
    facts: dict[str, Callable[[], str]] = {
        "SEAT": mover,
        "OTHER": lambda: Path("seat").read_text(),
        "NOTE": lambda: next(Path("private/mail/moderator").glob("*.note")).stem,
    }
    return tuple([facts[word]() if word in facts else word for word in words])


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder in which chance is always the same, and pages say nothing: to make all takes most of the time."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    Path("referee.toml").write_text(TOML)
    for each in ("new", "cur", "tmp"):
        os.makedirs(f"inbox/{each}")
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("REFEREE_WAIT", "0")
    monkeypatch.setattr(report_files, "coloured_report", lambda *given, **named: "<html></html>\n")
    monkeypatch.setattr(record_move, "final_replay", lambda *given: "<html></html>")
    monkeypatch.setattr(report_files, "files_beside", lambda *given: dict.fromkeys(report_files.BESIDE, b""))
    use_chance(monkeypatch, 1)


def use_chance(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """From now on each new secret is this one."""
    monkeypatch.setattr(os, "urandom", lambda size: bytes([number]) * 32 if size == 32 else URANDOM(size))


URANDOM = os.urandom


def copied(source: str, target: str) -> None:
    """The content of a folder in place of what another one holds."""
    for each in Path(target).iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    shutil.copytree(source, target, dirs_exist_ok=True)


def logs() -> Mapping[str, bytes]:
    """The logs of the games here, by the name of their folder."""
    return {path.parent.name: path.read_bytes() for path in sorted(Path("games").glob("[!.]*/log.yaml"))}


def left() -> dict[str, Any]:
    """What is left of everything done so far: logs, private parts, what was sent, and what waits to be sent."""
    found: dict[str, Any] = dict(logs())
    for path in sorted(Path("private").rglob("*")):
        if path.is_file() and not is_of_no_value(path):
            raw = path.read_bytes()
            found[str(path)] = raw.splitlines()[-1] if path.parent.name == "sent" else raw  # a mark follows a torn one
    return found | {"letters": sorted(set(message_ids()))}


def is_of_no_value(path: Path) -> bool:
    """Locks, pages, boards, when games were looked at, who was answered, and what a kill leaves that nobody reads."""
    is_known = path.name in (".lock", "summaries", "heartbeat", ".gitignore")
    return is_known or path.suffix in (".html", ".png", ".gif", ".new") or path.parent.name == "told"


def message_ids() -> Iterator[str]:
    for path in Path("letters").rglob("*"):
        if path.is_file():
            yield str(message_from_bytes(path.read_bytes())["Message-ID"])
