"""The same game twice, with letters: once some players order ahead, once everybody sends the same moves by hand.

What reaches the others must be the same bytes. Only the hashes differ: seals, and the heads that follow from them.
"""

import email
import os
import random
import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from email.message import Message
from email.policy import default
from glob import glob
from pathlib import Path
from typing import NamedTuple

import ahead_games
import mailing_game as post
from ahead_games import BEGUN, Unit

from referee import reading, titles
from referee.app.ahead import play_orders
from referee.app.ahead.written_orders import Alternative, Asking, is_true, move_text
from referee.app.errors import Refused
from referee.app.game_access import Game, open_game
from referee.app.time.counted_time import BEGINNING, time, utc_text
from referee.app.time.deadlines import turn_of
from referee.mail.act import send_reports
from referee.testkit.playouts import header_of

TOML = post.TOML.replace("[mail.inbox]", "composer = false\n[mail.inbox]")
HASH = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{12,64}(?![0-9A-Za-z])")
"""A hash or the beginning of one, wherever a letter has it."""
LOOK = timedelta(minutes=15)
"""How often the referee reads its mail."""


class Told(NamedTuple):
    """What reached others than one seat, and the public log: hashes are masked, sizes are not."""

    letters: tuple[tuple[str, int, str], ...]
    log: str


class World:
    """A folder with the game of a seed, some turns old, whose players have had their first letters."""

    def __init__(self, folder: str, title: str, seed: int, turns: int) -> None:
        self.folder, self.rng = folder, random.Random(seed)
        os.makedirs(folder)
        with self.inside():
            Path("referee.toml").write_text(TOML, encoding="utf-8")
            for part in ("new", "cur", "tmp"):
                os.makedirs(os.path.join("inbox", part))
            table = post.table(BEGUN)
            seats = header_of(titles.book(title), seed)["seats"]
            addresses = {seat: f"{seat}@example.org" for seat in seats}
            game = ahead_games.dealt_game(title, seed, table.settings, addresses)
            self.id = game.id
            ahead_games.played_by_hand(table, game, self.rng, turns)
            send_reports.send_due_letters(post.table(self.last_time()), [self.id])

    def inside(self) -> "Inside":
        return Inside(self.folder)

    def game(self) -> Game:
        return open_game(post.table(), self.id)

    def last_time(self) -> str:
        found = self.game().log
        return found.entry(found.last)["at"]

    def copy(self, folder: str) -> "World":
        """Another folder with the same game, addresses and keys."""
        shutil.copytree(self.folder, folder)
        other = World.__new__(World)
        other.folder, other.rng, other.id = folder, random.Random(0), self.id
        return other

    def coming_units(self, turns: int) -> list[Unit]:
        """What the seats will send in the next turns, found out in a copy."""
        aside = self.copy(self.folder + "-aside")
        with aside.inside():
            units, _ = ahead_games.played_by_hand(post.table(), aside.game(), self.rng, turns)
        shutil.rmtree(aside.folder)
        return units

    def hear(self, seat: str, text: str, now: str) -> None:
        """A mail of a seat arrives, in answer to the last letter."""
        post.one(post.mail(text, post.address(seat, id=self.id)), now=now)

    def send_move(self, unit: Unit, now: str) -> None:
        game = self.game()
        text = move_text(game, unit.seat, game.log.last, unit.move).decode()
        self.hear(unit.seat, post.fenced(text), now)

    def look(self, now: str) -> None:
        """The referee reads its mail, of which there is none."""
        post.receive(now=now)

    def due(self) -> str:
        """When the referee looks first after the moment drawn for the turn that has begun."""
        game = self.game()
        turn = turn_of(game)
        assert turn
        moment, now = play_orders.moment_due(post.table(), game, turn), time(BEGUN, BEGINNING)
        return utc_text(now + LOOK * -(-(moment - now) // LOOK))

    def told(self, owners: set[str]) -> Told:
        """What others than the owners of orders got, in the order in which it was written."""
        found = [read for path in sorted(glob("letters/**/*.eml", recursive=True)) for read in [letter(path)]]
        return Told(tuple(each for each in found if each[0] not in owners), ahead_games.masked_log(self.raw()))

    def raw(self) -> bytes:
        return Path(f"games/{self.id}/log.yaml").read_bytes()


class Inside:
    """The current folder for a while."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __enter__(self) -> None:
        self.before = os.getcwd()
        os.chdir(self.folder)

    def __exit__(self, *_: object) -> None:
        os.chdir(self.before)


def letter(path: str) -> tuple[str, int, str]:
    """To whose seat a letter went, its size, and all of its parts with masked hashes."""
    raw = Path(path).read_bytes()
    message = email.message_from_bytes(raw, policy=default)
    parts = "\n".join(part_texts(message))
    return str(message["To"]).partition("@")[0].rpartition("<")[2], len(raw), masked(parts)


def masked(text: str) -> str:
    return HASH.sub(lambda found: "#" * len(found[0]), text)


def part_texts(message: Message) -> Iterator[str]:
    """The fields of a message and what is in each of its parts, decoded."""
    for part in message.walk():
        yield from (f"{name}: {value}" for name, value in part.items())
        if not part.is_multipart():
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            yield content.decode("utf-8", "backslashreplace")


def order_lines(game: Game, unit: Unit, rng: random.Random) -> str:
    return ahead_games.orders_for(game, unit, rng).decode()


def wrong_orders(game: Game, unit: Unit, rng: random.Random) -> str:
    """Orders that can't be played when they are due, or that are refused when they come."""
    hopeless: object = [{"if": "my score is at least 9000", "move": unit.move}]
    stopped: dict[str, object] = {"stop": "my score is less than 9000", "orders": [{"move": unit.move}]}
    strange: dict[str, object] = {"orders": [{"if": "the moon is full", "move": unit.move}]}
    fields = rng.choice([{"orders": hopeless}, stopped, strange])
    return reading.dump({"game": game.id, "seat": unit.seat, **fields}).encode().decode()


CANCELLED = ("orders: none", "cancel orders", "annuler mes ordres", "befehle: keine", "annulla i miei ordini")


def prepare(world: World, unit: Unit, rng: random.Random, now: str) -> bool:
    """The owner of a coming turn orders it, in one of many ways; whether it will be played by orders."""
    game, way = world.game(), rng.randrange(5)
    if game.book.play.to_move(game.position) == unit.seat:
        return False
    if way in (0, 1):
        world.hear(unit.seat, post.fenced(wrong_orders(game, unit, rng)), now)
    if way in (1, 2, 3):
        world.hear(unit.seat, post.fenced(order_lines(game, unit, rng)), now)
    if way == 3:
        world.hear(
            unit.seat, rng.choice(["orders: none", "cancel orders", "annuler mes ordres", "befehle: keine"]), now
        )
    return way in (1, 2)


def told_in_both(folder: str, title: str, seed: int, before: int, turns: int) -> tuple[Told, Told, int]:
    """What reached one seat with the others' orders and without, and how many turns were played by orders."""
    rng, without = random.Random(seed), World(os.path.join(folder, "without"), title, seed, before)
    with without.inside():
        units = without.coming_units(turns)
        owners = set(rng.sample(sorted(seats := without.game().header["seats"]), len(seats) - 1))
    ahead = without.copy(os.path.join(folder, "with"))
    ordered = 0
    for number, unit in enumerate(units):
        ordered += played_in_both(without, ahead, unit)
        for seat in sorted(owners):
            coming = next((each for each in units[number + 1 :] if each.begins and each.seat == seat), None)
            if coming and rng.random() < OFTEN:
                with ahead.inside():
                    prepare(ahead, coming, rng, later(ahead.last_time()))
    return seen_in(ahead, owners), seen_in(without, owners), ordered


OFTEN = 0.7
"""How often a seat sends something about orders after a move."""


def played_in_both(without: World, ahead: World, unit: Unit) -> bool:
    """A move reaches the referee at the same time in both; whether it is one of the orders in the second."""
    with ahead.inside():
        now = ahead.due() if unit.begins else later(ahead.last_time())
        by_orders = unit.begins and is_ordered(ahead, now)
        if by_orders:
            ahead.look(now)
        else:
            ahead.send_move(unit, now)
    with without.inside():
        without.send_move(unit, now)
    return by_orders


def seen_in(world: World, owners: set[str]) -> Told:
    with world.inside():
        return world.told(owners)


def later(now: str) -> str:
    return utc_text(time(now, BEGINNING) + timedelta(seconds=1))


def is_ordered(world: World, now: str) -> bool:
    """Whether orders that can be played are due."""
    table, game = post.table(now), world.game()
    due = play_orders.due_turn(table, game)
    if due is None:
        return False
    asking = Asking(game, due.turn.seat, due.found.orders.after)
    if any(is_true(asking, each) for each in due.found.plan.stops):
        return False
    return any(is_possible(asking, each) for each in due.found.plan.turns[due.found.number])


def is_possible(asking: Asking, each: Alternative) -> bool:
    try:
        play_orders.refuse_untrue(asking, each)
    except Refused:
        return False
    return True
