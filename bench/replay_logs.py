"""Prints how many atomic actions a second are replayed from the bytes of logs, all judged, all hashes checked.

The quickest of some passes, in time of the processor: what else the machine does counts as little as can be.
"""

import gc
import sys
import time
from collections.abc import Mapping
from typing import Any

from referee import titles
from referee.rules.replay import moments
from referee.store import chain


def atoms(entry: Mapping[str, Any]) -> int:
    """The parts judged one by one: tiles laid, resupplies, markets; buildings drawn, built and stored, each card taken.

    A turn that is ended without a card is an action, too.
    """
    actions, market = entry.get("actions") or [], entry.get("market") or {}
    return sum(max(1, int(each.get("cards", 1))) for each in actions) + len(market)


def main(times: int, paths: list[str]) -> None:
    logs = []
    for path in paths:
        with open(path, "rb") as file:
            logs.append(file.read())
    count = sum(atoms(entry) for raw in logs for entry in chain.parse(raw).documents)
    gc.disable()  # as the command line does
    print(count / min(seconds(logs) for _ in range(times)))


def seconds(logs: list[bytes]) -> float:
    """How long one pass over all logs takes."""
    start = time.process_time()
    for raw in logs:
        log = chain.parse(raw)
        for _ in moments(titles.book(log.header["title"]).under(log.header), log):
            pass
    return time.process_time() - start


main(int(sys.argv[1]), sys.argv[2:])
