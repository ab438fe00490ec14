"""Random games whose players may order ahead, played by hand and by orders, in the tests' own process."""

import os
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from referee import reading, titles
from referee.app.ahead import play_orders, send_orders, written_orders
from referee.app.ahead.play_orders import OrdersSender, moment_due
from referee.app.errors import Refused
from referee.app.game_access import Game, Table
from referee.app.play import read_move, submit_move
from referee.app.play.entries import commit, create_game
from referee.app.time.counted_time import times_of, utc_text
from referee.app.time.deadlines import turn_of
from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.replay import fate_of, replay
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.store import chain, private
from referee.store.chance import Secrets
from referee.testkit.playouts import fates, header_of, random_turn

BEGUN = "2026-11-20T19:00:00Z"


CLOCK = {"allowance": "72h", "grace": "24h", "weekends": "count", "zone": "UTC", "missed": "pass"}


class Unit(NamedTuple):
    """What a seat sends at once: a move, which begins a turn or continues one; and when."""

    seat: str
    move: dict[str, Any]
    begins: bool
    at: str


def settings_in(folder: str) -> Settings:
    games, secrets, reports = (os.path.join(folder, each) for each in ("games", "private", "reports"))
    return Settings(games, secrets, reports)


def dealt_game(title: str, seed: int, settings: Settings, addresses: dict[str, str] | None = None) -> Game:
    """The random game of a seed after its deal, on disk; its players may order ahead."""
    book = titles.book(title)
    header = {**header_of(book, seed), "orders": "sealed", **({"clock": CLOCK} if seed % 2 else {})}
    id, secret = str(header["game"]), seed.to_bytes(32, "big")
    begun = chain.parse(chain.document(header))
    fate = fate_of(book, begun, secret)
    first = replay(book, begun)[-1].position
    position, _ = deal_result(book, first, fate)
    entry = {"entry": 1, "prev": begun.head, "at": BEGUN, "kind": "deal", "shown": fate.shown}
    deal = chain.document({**entry, "state": state_after(book, position)})
    kept = private.create(settings.private, id, secret=secret, addresses=addresses)
    game = create_game(Table(settings, BEGUN), id, begun.raw + deal, Secrets(secret))
    private.mark_begun(settings.private, id, kept)
    return game


def state_after(book: AnyRulebook, position: object) -> str:
    from referee.rules.replay import state_of

    return state_of(book, position)


def sent_by_hand(table: Table, game: Game, unit: Unit) -> Game:
    """The game after a seat sent a move. Raises Refused."""
    text = written_orders.move_text(game, unit.seat, game.log.last, unit.move)
    draft = read_move.read_move(table, text, "move")
    return commit(table, submit_move.submit_in(table, game, draft, OrdersSender(game.id, unit.seat))[0])


def next_unit(table: Table, game: Game, rng: random.Random) -> tuple[Unit, Game]:
    """A random legal move of the seat to move, and the game with it; a turn begins at the moment drawn for it."""
    turn = turn_of(game)
    assert turn
    begins = not game.book.play.is_turn_begun(game.position)
    now = moment_due(table, game, turn) if begins else times_of(game.log.documents)[-1] + timedelta(minutes=1)
    untouched = fates(game.book, game.header, bytes.fromhex(secret_of(table, game)))
    for is_random in (True, False):
        found: Any = random_turn(game.book, game.position, rng, untouched) if is_random else planned(game)
        move = {key: value for key, value in found.items() if key != "seat"}
        unit = Unit(turn.seat, move, begins, utc_text(now))
        try:
            return unit, sent_by_hand(table._replace(now=unit.at), game, unit)
        except Refused:
            continue
    raise AssertionError("a planned move is refused")


def planned(game: Game) -> Any:
    return suggest_move(game.book, game.position)


def secret_of(table: Table, game: Game) -> str:
    return private.read_private_part(table.settings.private, game.id).secret.hex()


def played_by_hand(table: Table, game: Game, rng: random.Random, most: int = 10_000) -> tuple[list[Unit], Game]:
    """What the players send until the game is over, or until so many turns have begun; and the game then."""
    units = list[Unit]()
    while game.book.play.to_move(game.position) is not None and sum(each.begins for each in units) < most:
        unit, game = next_unit(table, game, rng)
        units.append(unit)
    return units, game


def orders_for(game: Game, unit: Unit, rng: random.Random) -> bytes:
    """Orders of which just this move is played: other alternatives before it are impossible, or not meant."""
    seats = list(game.header["seats"])
    impossible = {"if": f"{rng.choice(seats)}'s score is at least 9000", "move": unit.move}
    hopeless = {"unless": "my score is less than 9000", "move": unit.move}
    before = rng.sample([impossible, hopeless], rng.randrange(3))
    meant = {"if": "my score is less than 9000", "move": unit.move} if rng.randrange(2) else {"move": unit.move}
    after: list[object] = [{"move": {}}] if rng.randrange(2) else []
    fields = {"game": game.id, "seat": unit.seat, "orders": [*before, meant, *after]}
    if rng.randrange(3) == 0:
        fields["stop"] = f"{rng.choice(seats)}'s score is at least 9000"
    return reading.dump(fields).encode()


def played_with_orders(
    table: Table, game: Game, units: list[Unit], rng: random.Random, share: float
) -> tuple[int, Game]:
    """How many turns were played by orders, and the game; the other turns are sent by hand."""
    ordered = 0
    for number, unit in enumerate(units):
        due = table._replace(now=unit.at)
        before = game.log.last
        if unit.begins:
            game, _ = play_orders.play_due_orders(due, game)
        if game.log.last > before:
            ordered += 1
        else:
            game = sent_by_hand(due, game, unit)
        game = ordered_ahead(table, game, units[number + 1 :], rng, share)
    return ordered, game


def ordered_ahead(table: Table, game: Game, coming: list[Unit], rng: random.Random, share: float) -> Game:
    """Some of those who are not to move order what they will send at the beginning of their next turn."""
    mover = game.book.play.to_move(game.position)
    for seat in game.header["seats"]:
        own = next((each for each in coming if each.seat == seat and each.begins), None)
        is_next = seat == next((each.seat for each in coming if each.begins and each.seat != mover), "")
        if own and seat != mover and rng.random() < (share if is_next else share / 8):
            draft = written_orders.read_orders(orders_for(game, own, rng), "orders")
            send_orders.take_orders(table, game, seat, draft)
    return game


HASH = re.compile(r"[0-9a-f]{64}")


def masked_log(raw: bytes) -> str:
    """A log with its seals, and the hashes that follow from them, masked: the states stay."""
    lines = raw.decode().split("\n")
    seats = re.compile(r"  [a-z]+: '?[0-9a-f]{64}'?$")
    return "\n".join(
        [HASH.sub("#" * 64, each) if seats.match(each) or each.startswith("prev:") else each for each in lines]
    )


def games(title: str, seeds: range, folder: str, share: float = 0.6) -> Iterator[tuple[int, int, str, str]]:
    """For each random game: its turns, how many were played by orders, and its masked log by hand and with orders."""
    for seed in seeds:
        by_hand, by_orders = (os.path.join(folder, f"{seed}-{each}") for each in ("hand", "orders"))
        one, two = Table(settings_in(by_hand), BEGUN), Table(settings_in(by_orders), BEGUN)
        units, game = played_by_hand(one, dealt_game(title, seed, one.settings), random.Random(seed))
        number, other = played_with_orders(
            two, dealt_game(title, seed, two.settings), units, random.Random(seed), share
        )
        yield sum(each.begins for each in units), number, masked_log(game.log.raw), masked_log(other.log.raw)
