"""How long the horizon of a finished game takes beyond its replay, in milliseconds of the processor.

`python bench horizon [GAMES]`: of the shipped game of four with hidden hands, and of so many random ones.
"""

import os
import sys
import time

from referee import titles
from referee.contract.playouts import header_of, playout
from referee.rules.horizon import horizon
from referee.rules.replay import refuse_secret, replay
from referee.rules.rulebook import AnyRulebook
from referee.store import log

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST = 100
"""Milliseconds for the shipped game."""


def cost(book: AnyRulebook, game: log.Log, secret: bytes | None = None) -> float:
    """Milliseconds for one game."""
    line = replay(book, game, secret=(lambda: secret) if secret else refuse_secret)
    horizon(book, game.documents[0], line[:1])  # loads the modules
    began = time.process_time()
    horizon(book, game.documents[0], line)
    return (time.process_time() - began) * 1000


def shipped() -> float:
    game = log.read_log(os.path.join(ROOT, "games", "quadrilateral-4"))
    return cost(titles.book("attika").under(game.documents[0]), game)


def random_games(number: int) -> list[float]:
    """Games of four with hidden hands, the quickest first."""
    book, found, seed = titles.book("attika"), list[float](), 0
    while len(found) < number:
        header = header_of(book, seed)
        if header["options"]["hands"] == "secret" and len(header["seats"]) == 4:
            game = playout("attika", seed)
            found.append(cost(game.book, game.log, game.secret))
        seed += 1
    return sorted(found)


def main(games: int = 20) -> int:
    own, others = shipped(), random_games(games)
    print(f"the shipped game of four: {own:.0f} ms (at most {MOST})")
    print(f"{games} random games of four: median {others[len(others) // 2]:.0f} ms, slowest {others[-1]:.0f} ms")
    return int(own > MOST)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
