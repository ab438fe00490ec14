"""Whole games in which every move comes by mail: Dovecot keeps the players' mailboxes, Postfix gives what they write
to `referee receive`. With mails doubled, late and lost the game is the same as one played at the command line.
"""

import os
import random
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import players
import pytest
import servers
import yaml

from referee import api
from referee.app.game_access import Table, open_game
from referee.app.play import new_game, submit_move
from referee.mail.act import receive_mail, send_reports
from referee.settings import settings

NOW = "2026-11-20T19:00:00Z"
ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """
[mail]
from = "Referee <referee@localhost>"
transport = "lmtp"
server = "127.0.0.1:{lmtp}"
security = "none"
"""
PATIENCE = 30
"""Seconds until a mail that was posted must have been handled."""


class Played(NamedTuple):
    """A game to be played by mail: its title, its seats and mailboxes, and with how much trouble."""

    title: str
    seats: dict[str, str]
    options: tuple[str, ...]
    turns: int


GAMES = {
    "magna-grecia": Played("magna-grecia", {"yellow": "anna", "red": "bruno"}, ("rounds=8",), 16),
    "attika": Played("attika", {"athens": "anna", "sparta": "bruno"}, (), 400),
}


class Trouble(NamedTuple):
    """What happens to mails on their way: each a part of a hundred."""

    lost: int
    doubled: int
    late: int


STORMY = Trouble(lost=10, doubled=15, late=10)


class Post:
    """The post between players and referee. Mails are handled in order of their arrival, one at a time."""

    def __init__(self, trouble: Trouble, seed: int) -> None:
        self.trouble = trouble
        self.lot = random.Random(seed)
        self.late: list[tuple[players.Player, bytes]] = []
        self.given = self.handled = 0

    def happens(self, part: int) -> bool:
        return self.lot.randrange(100) < part

    def is_lost(self) -> bool:
        return self.happens(self.trouble.lost)

    def carry(self, player: players.Player, raw: bytes) -> None:
        """A mail on its way: lost, kept back until others have passed it, doubled, or simply there."""
        if self.happens(self.trouble.lost):
            return
        if self.happens(self.trouble.late):
            self.late.append((player, raw))
        for _ in range(1 + self.happens(self.trouble.doubled)):
            self.deliver(player, raw)
        if self.late and self.happens(50):
            self.deliver(*self.late.pop(0))

    def deliver(self, player: players.Player, raw: bytes) -> None:
        player.post(raw)
        self.given += 1
        until = time.monotonic() + PATIENCE
        while self.handled < self.given and time.monotonic() < until:
            time.sleep(0.01)
        assert self.handled == self.given, "Postfix has not given a mail to the referee"


def table() -> Table:
    return Table(settings({}, {"REFEREE_CONFIG": os.devnull}), NOW)


def begun(game: Played, id: str) -> None:
    addresses = [f"{seat}={mailbox}@example.org" for seat, mailbox in game.seats.items()]
    seats = [f"{seat}={mailbox.title()}" for seat, mailbox in game.seats.items()]
    plan = new_game.plan(game.title, id, seats, game.options, None, addresses=addresses)
    new_game.new(table(), plan, secret=bytes(range(32)))


def wanted(id: str) -> players.Brain:
    """What the planning player wants for a seat."""

    def brain(seat: str) -> str | None:
        game = open_game(table(), id)
        return api.Game(table(), id).suggest().text if game.book.play.to_move(game.position) == seat else None

    return brain


def over(id: str, turns: int) -> bool:
    game = open_game(table(), id)
    return game.book.play.to_move(game.position) is None or len(game.moments) > turns + 1


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder of a moderator, on a machine that has both servers."""
    if not shutil.which("postfix") or not shutil.which("dovecot"):
        pytest.skip("needs Debian's postfix and dovecot: apt-get install postfix dovecot-imapd dovecot-lmtpd")
    monkeypatch.chdir(tmp_path)


def play(game: Played, id: str, trouble: Trouble, seed: int) -> list[dict[str, Any]]:
    """Play a game by mail alone; its moves, in order."""
    post = Post(trouble, seed)

    def piped(raw: bytes, environment: dict[str, str]) -> int:
        try:
            receive_mail.spool_piped_mail(table(), raw, environment)
            receive_mail.handle(table())
        finally:
            post.handled += 1
        return 0

    with servers.dovecot() as boxes, servers.postfix(piped) as mta:
        Path("referee.toml").write_text(SETTINGS.format(lmtp=boxes.lmtp), encoding="utf-8")
        begun(game, id)
        send_reports.send_due_letters(table(), [id])
        people = [players.Player(seat, mailbox, boxes, mta) for seat, mailbox in game.seats.items()]
        rounds = 0
        while not over(id, game.turns):
            rounds += 1
            assert rounds < 40 * game.turns, "the game does not go on"
            for player in people:
                one_look(post, player, id)
    return moves(id)


def one_look(post: Post, player: players.Player, id: str) -> None:
    """A player looks into the mailbox and answers an e-mail that asks.

    A player without an answer writes again, or asks.
    """
    new = player.read(post.is_lost)
    move = wanted(id)(player.seat)
    if move is None:
        return
    if player.letter and player.letter.block and new and is_answer(player.letter, move):
        post.carry(player, player.write(move))
    elif player.answers and not new and post.happens(50):
        post.carry(player, player.answers[-1])  # no receipt came: the same mail once more
    elif not new:
        send_reports.send_due_letters(table(), [id], again=[player.seat])  # the moderator is asked for the e-mail


def is_answer(letter: players.Letter, move: str) -> bool:
    """Whether a move answers the entry that an e-mail is about, and not one that the player has no e-mail of."""
    return bool(yaml.safe_load(letter.block)["after"] == yaml.safe_load(move)["after"])


def moves(id: str) -> list[dict[str, Any]]:
    kept = ("kind", "seat", "actions", "market", "shown", "state")
    documents: Sequence[Mapping[str, Any]] = open_game(table(), id).log.documents
    return [{key: each[key] for key in kept if key in each} for each in documents if each.get("kind") == "move"]


def played_here(game: Played, id: str) -> list[dict[str, Any]]:
    """The same game without a mail."""
    begun(game, id)
    while not over(id, game.turns):
        submit_move.submit(table(), api.Game(table(), id).suggest().text.encode(), "move.yaml")
    return moves(id)


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.usefixtures("office")
def test_a_game_by_mail_is_the_game(title: str, thorough: bool) -> None:
    """Whole games with `--thorough`; without it fewer turns."""
    game = GAMES[title] if thorough else GAMES[title]._replace(turns=9)
    by_mail = play(game, "cup", STORMY, seed=7)
    shutil.rmtree("games")
    shutil.rmtree("private")
    assert by_mail[: game.turns] == played_here(game, "cup")[: game.turns]
