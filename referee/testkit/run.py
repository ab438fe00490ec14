"""The promises of a title, tried on one random game and on random orders after another."""

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from linecache import getline
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee import titles
from referee.app.errors import Stop, Usage
from referee.app.game_access import Game, Table, open_game
from referee.app.play import submit_move
from referee.app.play.record_move import Submitted
from referee.app.verify import verify_log
from referee.exit_codes import MISSING, REFUSED
from referee.reading import BadInput, fit
from referee.rules.law import AnyEdition
from referee.rules.replay import replay
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.store import chain, log, private
from referee.testkit import hidden
from referee.testkit.playouts import Playout, log_with_entry, playout, random_playout
from referee.testkit.promises import PROMISES, law_and_schemas_are_there
from referee.testkit.random_orders import Writer
from referee.words import say

NOW = "2026-11-21T12:00:00Z"
EARLY = 3
"""The larger, the earlier in a random game orders begin: late ones take long to replay."""
REFUSALS = {REFUSED, MISSING}


class OrderResult(NamedTuple):
    """The result of an order: the answer, or the refusal."""

    answer: Submitted | None
    refusal: Stop | BadInput | None


class Stage(NamedTuple):
    """A folder with one game in play."""

    table: Table
    id: str

    @property
    def path(self) -> Path:
        return Path(self.table.folder(self.id)) / log.NAME


def set_stage(game: Playout, last: int, folder: Path) -> Stage:
    """A folder that holds a random game up to entry `last`, and its secret."""
    games, private_parts, reports = (str(folder / name) for name in ("games", "private", "reports"))
    settings = Settings(games=games, private=private_parts, reports=reports)
    stage = Stage(Table(settings, NOW), str(game.header["game"]))
    stage.path.parent.mkdir(parents=True)
    stage.path.write_bytes(b"".join(chain.raw_documents(game.log.raw)[: last + 1]))
    private.create(settings.private, stage.id, secret=game.secret)
    return stage


def send_orders(game: Playout, folder: Path, rng: random.Random, number: int) -> Stage:
    """Send so many random orders to a random game as it was after some entry, and assert what is promised of each.

    When orders end the game, the rest are sent to the game that is over.
    """
    stage = set_stage(game, 1 + int((game.log.last - 1) * rng.random() ** EARLY), folder)
    write, found = Writer(game, rng), open_game(stage.table, stage.id)
    for _ in range(number):
        order = write.order(found.position, found.log.last)
        try:
            found = send_order(stage, found, order)
        except BaseException as error:
            error.add_note(f"order: {order.decode()}")
            raise
    return stage


def send_order(stage: Stage, before: Game, order: bytes) -> Game:
    """The game after an order was rehearsed and submitted: a recorded order replays, a refused one changes no byte."""
    rehearsed = order_result(submit_move.rehearse, stage.table, order)
    assert stage.path.read_bytes() == before.log.raw, "a rehearsal has written"
    submitted = order_result(submit_move.submit, stage.table, order)
    assert_agree(rehearsed, submitted)
    raw = stage.path.read_bytes()
    if submitted.answer is None or submitted.answer.before:
        assert raw == before.log.raw, "a refused order has written"
        return before
    assert raw.startswith(before.log.raw)
    assert_read_back(stage, submitted.answer)
    return open_game(stage.table, stage.id)


def order_result(use: Callable[[Table, bytes, str], Submitted], table: Table, order: bytes) -> OrderResult:
    """The result of a use case for an order. Only refusals are caught: anything else is a bug."""
    try:
        return OrderResult(use(table, order, "order"), None)
    except BadInput as refusal:
        return OrderResult(None, refusal)
    except Stop as refusal:
        if refusal.code not in REFUSALS:
            raise
        return OrderResult(None, refusal)


def assert_agree(rehearsed: OrderResult, submitted: OrderResult) -> None:
    """A rehearsal says what the real thing will say, as far as it can be known without looking."""
    assert type(rehearsed.refusal) is type(submitted.refusal)
    assert str(rehearsed.refusal) == str(submitted.refusal)
    one, two = rehearsed.answer, submitted.answer
    if one and two:
        assert (one.before, one.unread) == (two.before, two.unread)
        if one.view and not one.before:
            assert (two.entries, two.stopped, two.move) == (1, None, one.move)


def assert_read_back(stage: Stage, done: Submitted) -> None:
    """The whole log is right, from its file, up to the head that was answered; so are its last entries to an editor."""
    code = getattr(done.stopped, "code", REFUSED)
    assert code == REFUSED, f"stopped, not by the rules: {done.stopped}"
    verdict = verify_log.verdict_on_log(stage.table, str(stage.path.parent), done.head)
    assert verdict.good, f"what was recorded cannot be read back: {verdict.says}"
    found = log.read_log(str(stage.path.parent))
    assert (found.last, found.head) == (done.entry, done.head)
    for entry in found.documents[-done.entries :]:
        assert not fit(entry, "log")[1]


TURNS = 40
"""The edition takes over before one of so many turns."""


class EditionTakeover:
    """What happens between the turns of a game: before one of them all seats consent to an edition, which takes over.

    number  the number of its entry; 0: the game was over before
    """

    def __init__(self, edition: AnyEdition, turn: int) -> None:
        self.edition, self.left, self.number = edition, turn, 0

    def __call__(self, book: AnyRulebook, log: chain.Log, position: object) -> tuple[AnyRulebook, chain.Log, object]:
        self.left -= 1
        if self.left >= 0 or self.number:
            return book, log, position
        for seat in log.documents[0]["seats"]:
            log = log_with_entry(book, log, "consent", {"seat": seat, "edition": self.edition.number}, None, position)
        fields = {"edition": self.edition.number, "reader": self.edition.reader}
        newer, position = book.under(fields), book.adopt(position, self.edition)
        log = log_with_entry(newer, log, "edition", fields, None, position)
        self.number = log.last
        return newer, log, position


def goes_on_under_a_newer_edition(game: Playout) -> None:
    """A random game of an older edition continues under a newer one, to its end, and each part replays by its own."""
    editions = game.book.editions
    if len(editions) > 1:
        rng = Random(game.log.last)
        older = rng.randrange(len(editions) - 1)
        change = EditionTakeover(rng.choice(editions[older + 1 :]), rng.randrange(TURNS))
        changed = random_playout(game.book._replace(edition=editions[older]), rng.randrange(1000), change)
        moments = replay(changed.book, changed.log, secret=lambda: changed.secret)
        assert [each.position for each in moments[1:]] == list(changed.positions)
        assert changed.book.play.to_move(changed.positions[-1]) is None


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
        raise Usage(say("The contract uses assertions, which `python -O` leaves out. Run it without -O."))
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
    """Name and check of each promise; the first are about files, and that a random game can be played at all."""
    yield law_and_schemas_are_there.__name__, lambda: law_and_schemas_are_there(titles.book(title))
    yield "a_random_game_can_be_played", lambda: play_random_game(title, seed)
    for promise in (*PROMISES, *hidden.PROMISES, goes_on_under_a_newer_edition):
        yield promise.__name__, promise_check(promise, title, seed)
    yield "what_random_orders_record_can_be_read_back", lambda: send_random_orders(playout(title, seed))
    yield ANOTHER_PROCESS, lambda: play_in_another_process(title, seed)


ANOTHER_PROCESS = "another_process_plays_the_same_game"


def play_in_another_process(title: str, seed: int) -> None:
    """Play the game in a process where texts have other hashes: the order of a set would be another one there."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "2" if before == "1" else "1"
    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            head = pool.submit(head_of_playout, title, seed).result()
    finally:
        del os.environ["PYTHONHASHSEED"]
        os.environ.update({"PYTHONHASHSEED": before} if before is not None else {})
    assert head == head_of_playout(title, seed), "another process plays another game"


def head_of_playout(title: str, seed: int) -> str:
    return playout(title, seed).log.head


def play_random_game(title: str, seed: int) -> None:
    """Play the game. Raises AssertionError if it is over before anybody has moved."""
    assert playout(title, seed).turns, "the game is over before anybody has moved"


def promise_check(promise: Callable[[Playout], None], title: str, seed: int) -> Callable[[], Any]:
    return lambda: promise(playout(title, seed))


def send_random_orders(game: Playout) -> None:
    """Send random orders of any shape at some places of the game.

    Raises if an order is recorded that cannot be read back.
    """
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
