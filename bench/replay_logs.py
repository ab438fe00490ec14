"""Prints how many atomic actions a second are replayed from the logs of a title's sample games.

Each entry is read and judged, and each hash compared. The quickest of some passes, in time of the processor.
"""

import gc
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee import titles
from referee.rules.replay import moments
from referee.store import chain

GAMES = Path(__file__).resolve().parent.parent / "games"
PASSES = 20


def logs_of(title: str) -> Iterator[bytes]:
    for path in sorted(GAMES.glob("*/log.yaml")):
        raw = path.read_bytes()
        if f"title: {title}\n".encode() in raw[:2048]:
            yield raw


def actions(entry: Mapping[str, Any]) -> int:
    """The parts judged one by one: tiles laid, resupplies, markets; buildings drawn, built and stored, each card taken.

    A turn that is ended without a card is an action, too.
    """
    each, market = entry.get("actions") or [], entry.get("market") or {}
    return sum(max(1, int(action.get("cards", 1))) for action in each) + len(market)


def seconds(logs: list[bytes]) -> float:
    """How long one pass over all logs takes."""
    start = time.process_time()
    for raw in logs:
        log = chain.parse(raw)
        for _ in moments(titles.book(log.header["title"]).under(log.header), log):
            pass
    return time.process_time() - start


def main(title: str) -> None:
    logs = list(logs_of(title))
    number = sum(actions(entry) for raw in logs for entry in chain.parse(raw).documents)
    gc.disable()  # as the command line does
    print(number / min(seconds(logs) for _ in range(PASSES)))


if __name__ == "__main__":
    main(sys.argv[1])
