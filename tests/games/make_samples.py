"""Makes sample games, as the four oldest were made: `python tests/games/make_samples.py [ID …] --into FOLDER [--look]`.

A game is played by the planner through the desk, as any game is. Its secret comes from its number: the same boards and
planner give the same bytes. The stored games and their numbers are those of an older planner. `--look` tries one number
after the other for a game that shows all that samples of its title are WANTED to show, or all but what it is spared.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from features import NAMED, features
from orders import as_order

from referee import reading, titles
from referee.app.game_access import Table, open_game
from referee.app.play import new_game, submit_move
from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.replay import Moment
from referee.rules.rulebook import NoBranch
from referee.rules.ruling import Accepted, judge
from referee.settings import Settings
from referee.store import chance


class Sample(NamedTuple):
    """A game to be made.

    words    what players say, by entry
    missed   the entries that are missed deadlines
    orders   the entries with which an order for a turn begins; () while they are chosen by lot
    """

    title: str
    id: str
    number: int
    spared: tuple[str, ...]
    board: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    begins: str
    words: dict[int, str]
    missed: tuple[int, ...] = ()
    orders: tuple[int, ...] = ()


SAMPLES = (
    Sample(
        "magna-grecia",
        "mezzogiorno-4",
        2,
        (),
        "mezzogiorno",
        ("yellow=Anna", "orange=Bruno", "brown=Chiara", "red=Dario"),
        (),
        "2026-09-01T18:00:00Z",
        {
            2: "Good luck, everybody!",
            5: "Sorry, Anna. Kroton has three roads now, and Skylletion listens to Kroton.",
            9: "That road north will not meet anybody, Bruno.",
            14: "Three oracles in one evening!",
            18: "Potentia comes home.",
            25: "The long way round, but it gets there.",
            36: "Capua grows.",
            43: "Taras and Lagaria are one city from today.",
            49: "Nothing left to win with. Well played, Anna!",
        },
    ),
    Sample(
        "magna-grecia",
        "bruttium-2",
        65,
        ("cities merged",),
        "bruttium",
        ("yellow=Theano", "red=Milon"),
        ("rounds=8",),
        "2026-10-05T19:30:00Z",
        {
            2: "Kroton first, of course.",
            10: "Terina listens to reason.",
            11: "And Metauros to a shorter road.",
            16: "Nine points in the purse. That should do.",
            17: "Four tiles, one bridge. Thank you for the game!",
        },
    ),
    Sample(
        "attika",
        "rhombus-2",
        170,
        ("amphora returned for draw", "amphora returned for card", "deck shuffled again", "won by buildings"),
        "rhombus-2",
        ("athens=Aspasia", "sparta=Lysander"),
        (),
        "2026-10-06T17:15:00Z",
        {
            2: "A vineyard with a view of both shrines. Good luck, Aspasia!",
            27: "I hope all is well in Sparta?",
            32: "All is well. The quarry took longer than I thought.",
            102: "A second city beyond the second shrine.",
            113: "The wall of Athens is finished.",
            117: "A road from shrine to shrine. Thank you for the game!",
        },
        (25,),
        (10, 14, 33, 38, 47, 65, 74, 92),
    ),
    Sample(
        "attika",
        "quadrilateral-4",
        105,
        ("won by shrines",),
        "quadrilateral-4",
        ("athens=Anna", "corinth=Bruno", "sparta=Chiara", "thebes=Dario"),
        (),
        "2026-07-20T18:00:00Z",
        {
            2: "Good luck to all four cities!",
            22: "The first amphora is for Thebes.",
            63: "Sorry for the silence; the ferry did not sail.",
            223: "A statue stood well in that gap, Anna.",
            242: "From the well to the village, for one card.",
            277: "Four roads, and one building left.",
            278: "The same here.",
            283: "The thirtieth is a silver mine. Thank you all!",
        },
        (49,),
        (10, 14, 18, 23, 31, 81, 85, 95, 104, 112, 116, 121, 129, 133),
    ),
)


def secret_of(sample: Sample, number: int) -> bytes:
    return sha256(f"{sample.id} {number}".encode()).digest()


def planned(sample: Sample) -> new_game.GamePlan:
    return new_game.plan(sample.title, sample.id, sample.players, sample.options, sample.board)


def turn(sample: Sample, number: int, position: Any, entry: int) -> tuple[str, Mapping[str, Any]]:
    """What becomes entry `entry`, and those after it that come of the same move: its kind, and the move."""
    book = titles.book(sample.title)
    if entry in sample.missed:
        return "missed", {"seat": book.play.to_move(position), **book.play.missed(position)}
    move = suggest_move(book, position, number)
    ordered = entry in sample.orders if sample.orders else by_lot(number, entry)
    return "move", as_order(position, move, number) if sample.title == "attika" and ordered else move


def by_lot(number: int, entry: int) -> bool:
    """Whether a new game has an order here: one in three."""
    return sha256(f"{number} order {entry}".encode()).digest()[0] % 3 == 0


def looked_through(sample: Sample, number: int) -> list[Moment]:
    """A game of that number, without recording it."""
    plan = planned(sample)
    header = new_game.header_fields(plan)
    seed = chance.final_seed(sample.id, secret_of(sample, number), dict.fromkeys(plan.seats, chance.NO_NONCE))
    fate = chance.Drawn(seed, plan.book.set_up.piles(header), plan.book.set_up.veil(header))
    position, events = deal_result(plan.book, plan.book.set_up.begin(header), fate)
    moments = [Moment(1, {"kind": "deal", "at": "1"}, position, events, "")]
    while plan.book.play.to_move(position := moments[-1].position):
        entry = len(moments) + 1
        moments += parts(plan.book, position, entry, turn(sample, number, position, entry), fate)
    return moments


def parts(book: Any, position: Any, first: int, played: tuple[str, Any], fate: Any) -> Iterator[Moment]:
    """The moments of a move: one for each part, up to one that the rules refuse or no branch is for."""
    kind, left = played
    entry = first
    while left is not None:
        try:
            ruling = judge(book.play, position, left, fate, whole=entry == first)
        except NoBranch:
            return
        if not isinstance(ruling, Accepted):
            return
        yield Moment(entry, {"kind": kind, "at": str(first)}, ruling.position, ruling.events, "")
        entry, position, left = entry + 1, ruling.position, ruling.rest


def lacking(sample: Sample, moments: list[Moment]) -> list[str]:
    """The features that a game should show and does not."""
    shown = features(sample.title, moments)
    return [name for name in NAMED[sample.title].WANTED if not shown[name] and name not in sample.spared]


def found(sample: Sample) -> int:
    """The first number whose game shows everything."""
    for number in count():
        missing = lacking(sample, looked_through(sample, number))
        print(f"{sample.id} {number} lacks {', '.join(missing) or 'nothing'}", file=sys.stderr)
        if not missing:
            return number
    raise AssertionError("count() ends")


def evenings(begins: str) -> Iterator[str]:
    """Times of moves: one or two a day, now and then a day later."""
    now = datetime.strptime(begins, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    for number in count():
        yield now.strftime("%Y-%m-%dT%H:%M:%SZ")
        lot = sha256(f"{begins} {number}".encode()).digest()
        now += timedelta(hours=3 + lot[0] % 20, minutes=lot[1] % 60, seconds=lot[2] % 60)


def played(sample: Sample, number: int, games: str) -> None:
    """Play the game through the desk, close it and leave its log in `games`."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Settings(games, f"{folder}/private", f"{folder}/reports"))
        times = evenings(sample.begins)
        new_game.new(table._replace(now=next(times)), planned(sample), secret=secret_of(sample, number))
        while (game := open_game(table, sample.id)).book.play.to_move(game.position):
            kind, move = turn(sample, number, game.position, game.log.last + 1)
            evening = table._replace(now=next(times))
            if kind == "missed":
                submit_move.record_missed_turn(evening, sample.id, move["seat"])
            else:
                submit_move.submit(evening, reading.dump(move_file(sample, game, move)).encode(), "sample")
        submit_move.close(table._replace(now=next(times)), sample.id)


def move_file(sample: Sample, game: Any, move: Mapping[str, Any]) -> dict[str, Any]:
    entry = game.log.last
    words = {"say": sample.words[entry + 1]} if entry + 1 in sample.words else {}
    return {"game": sample.id, "after": entry, "head": game.log.head[:16], **move, **words}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("id", nargs="*", default=[each.id for each in SAMPLES])
    parser.add_argument("--into", required=True)
    parser.add_argument("--look", action="store_true", help="look for other numbers than those found once")
    asked = parser.parse_args()
    for sample in SAMPLES:
        if sample.id in asked.id:
            played(sample, found(sample) if asked.look else sample.number, asked.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
