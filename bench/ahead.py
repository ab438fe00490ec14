"""A simulated year of four players of Magna Grecia: how many days a round takes with orders ahead and without.

    python bench ahead [SHARE ...]

What is assumed, all of it:

- The four live in Rome, London, Berlin and New York, and play by e-mail in the evening of working days only: on four
  evenings of five each sits down once, at some minute between 19:30 and 22:30 of their own time. Saturdays and Sundays
  are off. The evenings of a player are the same in every run.
- Who sits down and is to move, sends a move at once: the planning player's.
- Of their turns, the share that is printed (40 % and 80 % if none is named) is ordered: a coin is tossed for each turn.
  Then they order on every evening on which they sit down and still are not to move, anew each time. They plan as if it
  was their turn now, and order the two moves that they like best, each if nobody else has built in the spaces that it
  needs; or else of the better one its first half: roads and cities without a market.
- The referee looks every 15 minutes. An ordered turn is played at its drawn moment, 10 to 180 minutes after it began.
- Nothing else is assumed: whether an order can be played when it is due is decided by the program itself, on the
  position that the others have left; what can't be played waits for its player's next evening.

One game follows another until the year is over. A round that has begun then does not count.
"""

import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee import reading
from referee.app.ahead import play_orders, send_orders, written_orders
from referee.app.ahead.play_orders import OrdersSender
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game, read_move, submit_move
from referee.app.time.counted_time import utc_text
from referee.rules.ruling import suggest_move
from referee.settings import Settings

HOMES = {"yellow": "Europe/Rome", "orange": "Europe/London", "brown": "Europe/Berlin", "red": "America/New_York"}
EVENINGS, FIRST, LAST = 0.8, 19.5, 22.5
SHARES = (0.4, 0.8)
BEGINNING, YEAR = datetime(2026, 1, 5, tzinfo=UTC), timedelta(days=365)
LOOK = timedelta(minutes=15)
GOAL = 0.4


class Evening(NamedTuple):
    """When a player sits down."""

    at: datetime
    seat: str


class Year(NamedTuple):
    """The days of each round, and how many turns there were, how many of them ordered, and how many played so."""

    days: list[float]
    turns: int
    ordered: int
    played: int


def evenings() -> list[Evening]:
    """The evenings of all players in a year, in their order."""
    rng, found = random.Random(18), list[Evening]()
    for seat, zone in HOMES.items():
        for day in range(YEAR.days):
            minutes = int(60 * rng.uniform(FIRST, LAST))
            date = (BEGINNING + timedelta(days=day)).date()
            at = datetime(date.year, date.month, date.day, minutes // 60, minutes % 60, tzinfo=ZoneInfo(zone))
            if rng.random() < EVENINGS and date.weekday() < 5:
                found.append(Evening(at.astimezone(UTC), seat))
    return sorted(found)


def settings_in(folder: str) -> Settings:
    games, secrets, reports = (os.path.join(folder, each) for each in ("games", "private", "reports"))
    return Settings(games, secrets, reports)


def begin(folder: str, number: int, now: datetime) -> Game:
    players = [f"{seat}={seat.title()}" for seat in HOMES]
    plan = new_game.plan("magna-grecia", f"year-{number}", players, [], "mezzogiorno", orders=True)
    table = Table(settings_in(folder), utc_text(now))
    new_game.new(table, plan, secret=number.to_bytes(32, "big"))
    return open_game(table, plan.id)


class Players:
    """The game that is played, and what is counted."""

    def __init__(self, folder: str, share: float) -> None:
        self.folder, self.share, self.rng = folder, share, random.Random(40)
        self.number, self.turns, self.ordered, self.played = 0, 0, 0, 0
        self.days: list[float] = []
        self.ordering, self.sent = {seat for seat in HOMES if self.rng.random() < share}, set[str]()
        self.game = begin(folder, 0, BEGINNING)
        self.round_since = BEGINNING

    def table(self, now: datetime) -> Table:
        return Table(settings_in(self.folder), utc_text(now))

    @property
    def mover(self) -> str | None:
        seat: str | None = self.game.book.play.to_move(self.game.position)
        return seat

    def moved(self, before: Game, now: datetime) -> None:
        """Count a turn, and the round that it ends."""
        self.turns += 1
        seat = str(before.book.play.to_move(before.position))
        self.ordered += seat in self.sent
        self.sent.discard(seat)
        self.ordering -= {seat}
        self.ordering |= {seat} if self.rng.random() < self.share else set()
        if self.mover is None or self.game.position.clock.round != before.position.clock.round:
            self.days.append((now - self.round_since) / timedelta(days=1))
            self.round_since = now
        if self.mover is None:
            self.number += 1
            self.game, self.sent = begin(self.folder, self.number, now), set()

    def sit_down(self, seat: str, now: datetime) -> None:
        """A player moves, or may order."""
        if seat == self.mover:
            before, move = self.game, suggest_move(self.game.book, self.game.position)
            text = written_orders.move_text(self.game, seat, self.game.log.last, {**move})
            draft = read_move.read_move(self.table(now), text, "move")
            self.game, _ = submit_move.submit_in(self.table(now), before, draft, OrdersSender(before.id, seat))
            self.moved(before, now)
        elif seat in self.ordering:
            self.order(seat, now)

    def order(self, seat: str, now: datetime) -> None:
        draft = written_orders.read_orders(reading.dump(sensible_orders(self.game, seat)).encode(), "orders")
        send_orders.take_orders(self.table(now), self.game, seat, draft)
        self.sent.add(seat)

    def look(self, now: datetime) -> None:
        """The referee plays what is due."""
        before = self.game
        self.game, due = play_orders.play_due_orders(self.table(now), before)
        if due and due.done:
            self.played += 1
            self.moved(before, now)


def sensible_orders(game: Game, seat: str) -> dict[str, object]:
    """The two moves that a player likes best now, each if nobody else builds where it builds."""
    clock = game.position.clock
    others = tuple(each for each in clock.waiting if each != seat)
    asked = game.position._replace(clock=clock._replace(waiting=(seat, *others)))
    moves: list[dict[str, Any]] = [{**suggest_move(game.book, asked, choice)} for choice in (0, 1)]
    tiles = [each for each in moves[0].get("actions", ()) if "road" in each or "city" in each]
    moves += [{"actions": tiles[: (len(tiles) + 1) // 2]}] if tiles else []
    unlike = [each for number, each in enumerate(moves) if each not in moves[:number]]
    return {"game": game.id, "seat": seat, "orders": [alternative(game, each) for each in unlike]}


def alternative(game: Game, move: dict[str, object]) -> dict[str, object]:
    own = {key: each for key, each in move.items() if key != "seat"}
    spaces = list(dict.fromkeys(re.findall(r"'(?:road|city)': '([A-Z]+[0-9]+)", str(own))))
    conditions = [f"nobody built in {each}" for each in spaces[:10]]
    return {"if": conditions, "move": own} if conditions else {"move": own}


def looks(since: datetime, until: datetime) -> Iterator[datetime]:
    now = since
    while now < until:
        now += LOOK
        yield min(now, until)


def year(share: float) -> Year:
    """A year in which players order this share of the turns that they can."""
    with tempfile.TemporaryDirectory() as folder:
        players, now = Players(folder, share), BEGINNING
        for evening in evenings():
            for moment in looks(now, evening.at) if share else ():
                players.look(moment)
            now = evening.at
            players.sit_down(evening.seat, now)
        return Year(players.days, players.turns, players.ordered, players.played)


def main() -> int:
    shares = [float(each) for each in sys.argv[1:]] or list(SHARES)
    without = 0.0
    for share in dict.fromkeys([0.0, *shares]):
        found = year(share)
        days = median(found.days)
        without = without or days
        change = f"{100 * (days / without - 1):+.0f} %"
        counted = f"{found.ordered} of {found.turns} turns ordered, {found.played} of them played"
        rounds = f"{days:.2f} days a round in {len(found.days)} rounds"
        print(f"{100 * share:3.0f} %: {rounds} ({change}); {counted}", flush=True)
    return int(days > (1 - GOAL) * without)


if __name__ == "__main__":
    sys.exit(main())
