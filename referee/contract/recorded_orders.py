"""Whatever is recorded can be read back: random orders sent through the real `submit` and `rehearse`, on real files.

After each order the log is read anew from its file, and judged from the first entry to the last.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from referee.app.errors import MISSING, REFUSED, Stop
from referee.app.game_access import Game, Table, open_game
from referee.app.play import submit_move
from referee.app.play.record_move import Submitted
from referee.app.verify import verify_log
from referee.contract.playouts import Playout
from referee.contract.random_orders import Writer
from referee.reading import BadInput, fit
from referee.settings import Settings
from referee.store import chain, log, private

NOW = "2026-11-21T12:00:00Z"
EARLY = 3
"""The larger, the earlier in a random game orders begin: late ones take long to replay."""
REFUSALS = {REFUSED, MISSING}


class OrderResult(NamedTuple):
    """What became of an order: what was answered, or what refused it."""

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
    """The game after an order was rehearsed and submitted: what was recorded replays, and else no byte has changed."""
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
    """What a use case makes of an order. Only refusals are caught: anything else is a bug."""
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
