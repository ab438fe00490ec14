"""The promises of a title, tried on one random game after another."""

import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from linecache import getline
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee import titles
from referee.app.errors import Usage
from referee.contract.adoption import goes_on_under_a_newer_edition
from referee.contract.hidden import what_is_hidden_changes_nothing_told
from referee.contract.playouts import Playout, playout
from referee.contract.promises import PROMISES
from referee.contract.recorded_orders import send_orders
from referee.words import say

STAGES, ORDERS = 2, 10
"""At so many places of each game so many random orders are sent, one after the other."""


class BrokenPromise(NamedTuple):
    """A promise that a random game does not keep: which one, the game's seed, and what went wrong."""

    title: str
    seed: int
    promise: str
    why: str


def broken_promises(title: str, seeds: range) -> Iterator[BrokenPromise | None]:
    """For each seed, in order, the first promise that the game breaks, or None. Uses every core.

    Raises `titles.UnknownTitle`, and Usage where Python leaves out assertions.
    """
    titles.book(title)
    if not __debug__:
        raise Usage(say("The contract is made of assertions, which `python -O` leaves out. Run it without -O."))
    with ProcessPoolExecutor() as pool:
        yield from pool.map(first_broken, [title] * len(seeds), seeds)


def first_broken(title: str, seed: int) -> BrokenPromise | None:
    """The first promise that the random game of this seed breaks, or None. Any exception breaks the promise."""
    for name, keep in promises(title, seed):
        try:
            keep()
        except Exception as error:
            return BrokenPromise(title, seed, name, explain(error))
    return None


def promises(title: str, seed: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Name and check of each promise; the first is that a random game can be played at all."""
    yield "a_random_game_can_be_played", lambda: play_random_game(title, seed)
    for promise in (*PROMISES, what_is_hidden_changes_nothing_told, goes_on_under_a_newer_edition):
        yield promise.__name__, promise_check(promise, title, seed)
    yield "what_random_orders_record_can_be_read_back", lambda: send_random_orders(playout(title, seed))


def play_random_game(title: str, seed: int) -> None:
    """Play the game. Raises AssertionError if it is over before anybody has moved."""
    assert playout(title, seed).turns, "the game is over before anybody has moved"


def promise_check(promise: Callable[[Playout], None], title: str, seed: int) -> Callable[[], Any]:
    return lambda: promise(playout(title, seed))


def send_random_orders(game: Playout) -> None:
    """Send random orders of any shape at some places of the game. Raises if one records what cannot be read back."""
    rng = Random(game.log.last)
    with tempfile.TemporaryDirectory() as folder:
        for stage in range(STAGES):
            send_orders(game, Path(folder) / str(stage), rng, ORDERS)


def explain(error: Exception) -> str:
    """The exception, the line of code that raised it, and the notes that were added to it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = ""
    if trace:
        file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        place = f" ({Path(file).name}:{line}: {getline(file, line).strip()})"
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return "\n".join([said + place, *getattr(error, "__notes__", ())])
