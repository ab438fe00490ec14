"""Prints how many actions a second catanatron simulates: random players, each action checked against the legal ones.

The quickest of some passes, in time of the processor. It runs in an environment of its own.

catanatron is under the GPL; nothing of the project imports it.
"""

import random
import sys
import time

from catanatron import Color, Game, RandomPlayer


def main(times: int, games: int) -> None:
    actions, least = 0, float("inf")
    for _ in range(times):
        start = time.process_time()
        actions = sum(played_actions(seed) for seed in range(games))
        least = min(least, time.process_time() - start)
    print(actions / least)


def played_actions(seed: int) -> int:
    """How many actions a seeded game of four has, played to its end; `execute` refuses what is not legal."""
    random.seed(seed)
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


main(int(sys.argv[1]), int(sys.argv[2]))
