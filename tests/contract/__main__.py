"""Play more random games than the tests do: `python tests/contract --games 5000 [--first 200] [--title ID]`.

Each game keeps the promises of its title, and gets random orders, of which whatever is recorded can be read back.
"""

import argparse
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from playouts import playout
from rich.progress import track
from test_contract import OWN, PROMISES, PROVED
from test_recorded import assert_verified, send_to_game

from referee import titles


def kept(title: str, seed: int) -> str:
    """Empty, or which promise the game of this seed breaks."""
    for promise in (*PROMISES, *OWN.get(title, ())):
        try:
            promise(playout(title, seed))
        except AssertionError as error:
            return f"{title} seed {seed}: {promise.__name__}: {error}"
    return fault_of_orders(title, seed)


def fault_of_orders(title: str, seed: int) -> str:
    """Empty, or which of the orders to the game of this seed does not keep what is promised of all."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            assert_verified(send_to_game(title, seed, Path(folder))[0], Path(folder))
        except Exception as error:
            return "\n".join(
                [f"{title} seed {seed}: {type(error).__name__}: {error}", *getattr(error, "__notes__", ())]
            )
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=PROVED, help="the first seed")
    parser.add_argument("--title", action="append", choices=titles.ids())
    asked = parser.parse_args()
    jobs = [
        (title, seed) for title in asked.title or titles.ids() for seed in range(asked.first, asked.first + asked.games)
    ]
    with ProcessPoolExecutor() as pool:
        results = pool.map(kept, *zip(*jobs, strict=True), chunksize=4)
        broken = [each for each in track(results, total=len(jobs), description="playing") if each]
    print("\n".join(broken) or f"{len(jobs)} games keep every promise")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
