"""A simulated year of four players of Magna Grecia: how many days a round takes with orders ahead and without.

    python bench ahead [SHARE ...]

What is assumed, all of it:

- The four live in Rome, London, Berlin and New York, and play by e-mail in the evening of working days only: on four
  evenings of five each sits down once, at some minute between 19:30 and 22:30 of their own time. Saturdays and Sundays
  are off. The evenings of a player are the same in every run.
- A player who sits down on their turn sends a move at once: the planning player's. If it is then their turn again, they
  move again.
- Of all turns, the share that is printed (20, 30, 40 and 60 % if none is named) is ordered: a coin is tossed for each
  turn. Its player orders it after their own move. On every evening on which they sit down before their turn, they
  write the orders again.
- Players plan these orders as if it was their turn now, with the card of that turn, which is face up. They give three
  moves. The first is the one that they like best. The second is one of the five others that the planner thinks of: the
  one that needs the fewest spaces of the first. The third is a resupply, which is always possible while tiles are left.
  The first two are only played if nobody else has built in the spaces that they need.
- A player who still has a turn in this round may also order the turn after it. They plan it as if the first move was
  made.
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
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee import reading
from referee.app.ahead import order_state, orders_file, play_orders, send_orders, written_orders
from referee.app.ahead.play_orders import OrdersSender
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game, read_move, submit_move
from referee.app.play.entries import commit
from referee.app.time.counted_time import utc_text
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance, suggest_move
from referee.settings import Settings
from referee.store.documents import Data
from referee.titles.magna_grecia.rules.turns import card_of

HOMES = {"yellow": "Europe/Rome", "orange": "Europe/London", "brown": "Europe/Berlin", "red": "America/New_York"}
EVENINGS, FIRST, LAST = 0.8, 19.5, 22.5
SHARES = (0.2, 0.3, 0.4, 0.6)
IDEAS, CONDITIONS = 6, 10
"""How many moves a player thinks of, and how many spaces they name for one."""
BEGINNING, YEAR = datetime(2026, 1, 5, tzinfo=UTC), timedelta(days=365)
LOOK = timedelta(minutes=15)
GOAL = 0.4


class Evening(NamedTuple):
    """When a player sits down."""

    at: datetime
    seat: str


class Year(NamedTuple):
    """The days of each round, how many turns there were, how many of them ordered, and which choices were played."""

    days: list[float]
    turns: int
    ordered: int
    choices: Counter[int]


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
    """The game that is played, and what is counted.

    wants   seat → whether it wants to order its next turn, and the one after that
    sent    seat → how many of its next turns are ordered
    """

    def __init__(self, folder: str, share: float) -> None:
        self.folder, self.share, self.rng = folder, share, random.Random(40)
        self.number, self.turns, self.ordered, self.choices = 0, 0, 0, Counter[int]()
        self.days: list[float] = []
        self.wants, self.sent = {seat: (self.toss(), self.toss()) for seat in HOMES}, dict.fromkeys(HOMES, 0)
        self.game = begin(folder, 0, BEGINNING)
        self.round_since = BEGINNING

    def toss(self) -> bool:
        return self.rng.random() < self.share

    def table(self, now: datetime) -> Table:
        return Table(settings_in(self.folder), utc_text(now))

    @property
    def mover(self) -> str | None:
        seat: str | None = self.game.book.play.to_move(self.game.position)
        return seat

    def moved(self, before: Game, now: datetime, was_ordered: bool) -> None:
        """Count a turn, and the round that it ends. A move by hand cancels what was ordered."""
        self.turns += 1
        seat = str(before.book.play.to_move(before.position))
        self.ordered += self.sent[seat] > 0
        self.sent[seat] = self.sent[seat] - 1 if was_ordered else 0
        self.wants[seat] = (self.wants[seat][1], self.toss())
        if self.mover is None or self.game.position.clock.round != before.position.clock.round:
            self.days.append((now - self.round_since) / timedelta(days=1))
            self.round_since = now
        if self.mover is None:
            self.number += 1
            self.game, self.sent = begin(self.folder, self.number, now), dict.fromkeys(HOMES, 0)

    def sit_down(self, seat: str, now: datetime) -> None:
        """A player moves if it is their turn, and may order the next one."""
        while seat == self.mover:
            before, move = self.game, suggest_move(self.game.book, self.game.position)
            text = written_orders.move_text(self.game, seat, self.game.log.last, {**move})
            draft = read_move.read_move(self.table(now), text, "move")
            after, _ = submit_move.submit_in(self.table(now), before, draft, OrdersSender(before.id, seat))
            self.game = commit(self.table(now), after)
            self.moved(before, now, False)
        if self.wants[seat][0]:
            self.order(seat, now)

    def order(self, seat: str, now: datetime) -> None:
        turns = sensible_turns(self.game, seat)[: 1 + self.wants[seat][1]]
        if turns:
            orders = [{"turn": number, **each} for number, turn in enumerate(turns, 1) for each in turn]
            text = reading.dump({"game": self.game.id, "seat": seat, "orders": orders}).encode()
            send_orders.take_orders(self.table(now), self.game, seat, written_orders.read_orders(text, "orders"))
            self.sent[seat] = len(turns)

    def look(self, now: datetime) -> None:
        """The referee plays what is due."""
        before = self.game
        self.game, due = play_orders.play_due_orders(self.table(now), before)
        if due and due.done:
            self.choices[choice_played(self.table(now), before, self.game, due.seat)] += 1
            self.moved(before, now, True)


def choice_played(table: Table, before: Game, game: Game, seat: str) -> int:
    """Which of the moves that a seat had ordered for this turn was played, from 0."""
    found = order_state.state_of(before, orders_file.read_orders(table.settings, game.id), seat)
    assert found
    actions = as_recorded(game.log.entry(before.log.last + 1))
    moves = [as_recorded(each.move) for each in found.plan.turns[found.number]]
    return moves.index(actions)


def as_recorded(move: Mapping[str, object]) -> str:
    """The actions and the market of a move in one text: a log has no numbers."""
    return str([move.get("actions"), move.get("market")]).replace("'", "")


def sensible_turns(game: Game, seat: str) -> list[list[dict[str, object]]]:
    """For the next turn of a player, and the one after it where its card is known, the moves that they would order."""
    found, position = list[list[dict[str, object]]](), game.position
    next_turn = game.book.compose().next_turn
    while next_turn and position and (position := next_turn(position, seat)):
        moves = sensible_moves(game, position)
        found.append([alternative(each) for each in moves])
        position = position_after_move(game, position, moves[0])
    return found


def position_after_move(game: Game, position: Any, move: Data) -> Any:
    """The position after a move of the seat to move; None where that shows something hidden."""
    try:
        ruling = judge(game.book.play, position, move, refuse_chance)
    except Veiled:
        return None
    return ruling.position if isinstance(ruling, Accepted) else None


def sensible_moves(game: Game, position: Any) -> list[Data]:
    """The move that a player likes best in this position, another one that needs other spaces, and a modest one."""
    best, *others = [{**suggest_move(game.book, position, idea)} for idea in range(IDEAS)]
    taken = {*spaces_of(best)}
    other = min(others, key=lambda each: len(taken.intersection(spaces_of(each))))
    moves = [best, other, *resupply(position)]
    return [each for number, each in enumerate(moves) if each not in moves[:number]]


def resupply(position: Any) -> list[Data]:
    """A move that only resupplies, as many tiles as the card allows; none where there is nothing to resupply."""
    purse, most = position.purses[position.seat], card_of(position).more_resupply
    roads = min(purse.staged_roads, most)
    cities = min(purse.staged_cities, most - roads)
    if not roads + cities:
        return []
    return [{"seat": position.seat, "actions": [{"resupply": {"road": roads, "city": cities}}]}]


def spaces_of(move: Data) -> list[str]:
    """The spaces in which a move lays tiles."""
    return list(dict.fromkeys(re.findall(r"'(?:road|city)': '([A-Z]+[0-9]+)", str(move))))


def alternative(move: Data) -> dict[str, object]:
    own = {key: each for key, each in move.items() if key != "seat"}
    conditions = [f"nobody built in {each}" for each in spaces_of(move)[:CONDITIONS]]
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
        return Year(players.days, players.turns, players.ordered, players.choices)


def played_text(found: Year) -> str:
    played = found.choices.total()
    parts = f"first choice {found.choices[0]}, second {found.choices[1]}, third {found.choices[2]}"
    return f"{played} of them played ({100 * played / max(found.ordered, 1):.0f} %: {parts})"


def year_line(share: float, found: Year, change: float) -> str:
    rounds = f"{median(found.days):.2f} days a round in {len(found.days)} rounds ({100 * change:+.0f} %)"
    return f"{100 * share:3.0f} %: {rounds}; {found.ordered} of {found.turns} turns ordered; {played_text(found)}"


def main() -> int:
    shares = sorted({0.0, *([float(each) for each in sys.argv[1:]] or SHARES)})
    without, enough = 0.0, list[float]()
    for share in shares:
        found = year(share)
        without = without or median(found.days)
        change = median(found.days) / without - 1
        enough += [share] if change <= -GOAL else []
        print(year_line(share, found, change), flush=True)
    print(f"Smallest of these shares that saves {100 * GOAL:.0f} %: {f'{100 * enough[0]:.0f} %' if enough else 'none'}")
    return int(not enough)


if __name__ == "__main__":
    sys.exit(main())
