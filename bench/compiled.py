"""Replay by the compiled wheel and by plain Python, against python-chess's PGN reader, in the same rounds.

`make compiled`, then `python bench compiled [ROUNDS]`. A missed target ends with exit code 1, and so does a wheel that
was not built. The wheel is installed into a temporary environment of its own.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from speed import HERE, TITLES, logs_of, peer, rate

ROOT = Path(HERE).parent
WHEELS = ROOT / "build" / "compiled"
AT_LEAST = {"magna-grecia": 0.6, "attika": 0.5}
"""title → atomic actions a second of the compiled wheel, as a part of the plies a second of python-chess"""
PASSES = "20"


def environment(folder: str) -> str:
    """The Python of an environment with the newest wheel built for this Python. SystemExit if there is none."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted(WHEELS.glob(f"referee-*-{tag}-*.whl"), key=os.path.getmtime)
    if not wheels:
        sys.exit(f"There is no compiled wheel for {tag} in {WHEELS.relative_to(ROOT)}. Build it: make compiled")
    sys.path.insert(0, str(ROOT / "tools"))
    from compiled_wheel import environment_with

    return str(environment_with(wheels[-1], Path(folder)))


def measured(compiled: str, times: int) -> list[tuple[float, ...]]:
    """In each round plies a second, then for each title actions a second in plain Python and compiled."""
    logs = [logs_of(title) for title in TITLES]
    other = peer()
    return [
        (
            rate(other, "peer_chess.py", PASSES, "20"),
            *[rate(python, "replay_logs.py", PASSES, *each) for each in logs for python in (sys.executable, compiled)],
        )
        for _ in range(times)
    ]


def part(rounds: Sequence[tuple[float, ...]], at: int, of: int) -> float:
    """The median over the rounds of one rate as a part of another in the same round."""
    return median(each[at] / each[of] for each in rounds)


def main(times: int = 7) -> int:
    with tempfile.TemporaryDirectory(prefix="referee-compiled-") as folder:
        rounds = measured(environment(folder), times)
    print(f"python-chess: {median(each[0] for each in rounds):,.0f} plies a second; median of {times} rounds\n")
    print("| | plain | compiled | × plain | wanted |\n|---|---:|---:|---:|---:|")
    met = True
    for at, title in enumerate(TITLES):
        plain, compiled = 1 + 2 * at, 2 + 2 * at
        reached = part(rounds, compiled, 0)
        gain = part(rounds, compiled, plain)
        print(f"| {title} | {part(rounds, plain, 0):.3f} | {reached:.3f} | {gain:.2f} | {AT_LEAST[title]:.2f} |")
        met = met and reached >= AT_LEAST[title]
    print("\nall met" if met else "\nNOT MET")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
