"""Prints how many atomic actions a second are replayed from the bytes of logs, all judged, all hashes checked.

The quickest of some passes, in time of the processor: what else the machine does counts as little as can be.
"""

import gc
import sys
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Any

from referee import titles
from referee.digests import load_openssl
from referee.rules.replay import moments
from referee.store import chain


def atoms(entry: Mapping[str, Any]) -> int:
    """The parts judged one by one: tiles laid, resupplies, markets; buildings drawn, built and stored, each card taken.

    A turn that is ended without a card is an action, too.
    """
    actions, market = entry.get("actions") or [], entry.get("market") or {}
    return sum(max(1, int(each.get("cards", 1))) for each in actions) + len(market)


def read_logs(paths: Sequence[str]) -> list[bytes]:
    """The bytes of these logs."""
    logs = []
    for path in paths:
        with open(path, "rb") as file:
            logs.append(file.read())
    return logs


def count_actions(logs: Sequence[bytes]) -> int:
    """How many atomic actions these logs have."""
    return sum(atoms(entry) for raw in logs for entry in chain.parse(raw).documents)


def replay(logs: Sequence[bytes]) -> None:
    """One pass over all logs."""
    for raw in logs:
        log = chain.parse(raw)
        for _ in moments(titles.book(log.header["title"]).under(log.header), log):
            pass


def seconds(logs: Sequence[bytes]) -> float:
    """How long one pass over all logs takes."""
    start = time.process_time()
    replay(logs)
    return time.process_time() - start


def calls_an_action(logs: Sequence[bytes]) -> float:
    """How many calls of Python functions an action takes, in a process that has replayed before.

    It is the same on every machine and under every load. Comprehensions count as calls until Python 3.11.
    """
    found = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal found
        found += event == "call"

    replay(logs)
    sys.setprofile(count)
    try:
        replay(logs)
    finally:
        sys.setprofile(None)
    return found / count_actions(logs)


def main(times: int, paths: list[str]) -> None:
    logs = read_logs(paths)
    gc.disable()  # as the command line does
    load_openssl()  # as `referee verify` does for many games
    print(count_actions(logs) / min(seconds(logs) for _ in range(times)))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
