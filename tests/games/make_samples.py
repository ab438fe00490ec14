"""Makes the sample games again: `python tests/games/make_samples.py [ID …] --into games [--look]`.

A game is played by the planner through the desk, as any game is. Its secret comes from its number: the same boards and
planner give the same bytes. `--look` tries one number after the other for a game that shows all of `features.WANTED`,
or all but what it is spared; that is how the numbers below were found.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from features import WANTED, features

from referee import chance, source, titles
from referee.desk import opening, playing
from referee.desk.table import Table, open_game
from referee.replay import Moment, dealt
from referee.ruling import Accepted, judge
from referee.settings import Settings

BOOK = titles.book("magna-grecia")


class Sample(NamedTuple):
    """A game to be made; `words` are what players say, by entry."""

    id: str
    number: int
    spared: tuple[str, ...]
    board: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    begins: str
    words: dict[int, str]


SAMPLES = (
    Sample(
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
)


def secret_of(sample: Sample, number: int) -> bytes:
    return sha256(f"{sample.id} {number}".encode()).digest()


def planned(sample: Sample) -> opening.Plan:
    return opening.plan(BOOK.id, sample.id, sample.players, sample.options, sample.board)


def looked_through(sample: Sample, number: int) -> Counter[str]:
    """What a game of that number shows, without recording it."""
    plan = planned(sample)
    header = opening.header_fields(plan)
    seed = chance.final_seed(sample.id, secret_of(sample, number), dict.fromkeys(plan.seats, chance.NO_NONCE))
    fate = chance.Drawn(seed, BOOK.piles(header))
    position, events = dealt(BOOK, BOOK.begin(header), fate)
    moments = [Moment(1, {}, position, events, "")]
    while BOOK.to_move(position):
        ruling = judge(BOOK, position, BOOK.suggest(position, number), fate)
        if not isinstance(ruling, Accepted):
            raise RuntimeError(f"{sample.id} {number}: {ruling}")
        position = ruling.position
        moments.append(Moment(len(moments) + 1, {}, position, ruling.events, ""))
    return features(moments)


def lacking(sample: Sample, shown: Counter[str]) -> list[str]:
    return [name for name in WANTED if not shown[name] and name not in sample.spared]


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
        opening.new(table._replace(now=next(times)), planned(sample), secret=secret_of(sample, number))
        while True:
            game = open_game(table, sample.id)
            if not BOOK.to_move(game.position):
                break
            move = move_file(sample, game, BOOK.suggest(game.position, number))
            playing.submit(table._replace(now=next(times)), source.dump(move).encode(), "sample")
        playing.close(table._replace(now=next(times)), sample.id)


def move_file(sample: Sample, game: Any, move: dict[str, Any]) -> dict[str, Any]:
    entry = game.log.last
    words = {"say": sample.words[entry + 1]} if entry + 1 in sample.words else {}
    return {"game": sample.id, "after": entry, "head": game.log.head[:16], **move, **words}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("id", nargs="*", default=[each.id for each in SAMPLES])
    parser.add_argument("--into", default="games")
    parser.add_argument("--look", action="store_true", help="look for other numbers than those found once")
    asked = parser.parse_args()
    for sample in SAMPLES:
        if sample.id in asked.id:
            played(sample, found(sample) if asked.look else sample.number, asked.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
