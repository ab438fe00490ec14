"""Prints how many plies a second python-chess reads from PGN: the quickest of some passes, in time of the processor.

It runs in an environment of its own. python-chess is under the GPL; nothing of the project imports it.
"""

import io
import random
import time

import chess
import chess.pgn

PASSES = GAMES = 20


def random_game(seed: int) -> tuple[str, int]:
    """A seeded random game as PGN text, and its plies."""
    rng, board = random.Random(seed), chess.Board()
    while not board.is_game_over() and board.ply() < 120:
        board.push(rng.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board)), board.ply()


def seconds(texts: tuple[str, ...]) -> float:
    """How long one pass over all games takes."""
    start = time.process_time()
    for text in texts:
        chess.pgn.read_game(io.StringIO(text))
    return time.process_time() - start


def main() -> None:
    texts, plies = zip(*(random_game(seed) for seed in range(GAMES)), strict=True)
    print(sum(plies) / min(seconds(texts) for _ in range(PASSES)))


if __name__ == "__main__":
    main()
