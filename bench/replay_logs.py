"""Prints how many atomic actions a second are replayed from the bytes of logs, all judged, all hashes checked."""

import gc
import sys
import time

from referee import chain, titles
from referee.replay import moments


def atoms(entry: dict[str, object]) -> int:
    """Tiles laid, resupplies, markets built and sold: what a rule is asked about one by one."""
    actions, market = entry.get("actions") or [], entry.get("market") or {}
    return len(actions) + len(market)  # type: ignore[arg-type]


def main(times: int, paths: list[str]) -> None:
    logs = []
    for path in paths:
        with open(path, "rb") as file:
            logs.append(file.read())
    count = sum(atoms(entry) for raw in logs for entry in chain.parse(raw).documents)
    gc.disable()  # as the command line does
    start = time.perf_counter()
    for _ in range(times):
        for raw in logs:
            log = chain.parse(raw)
            for _ in moments(titles.book(log.header["title"]), log):
                pass
    print(times * count / (time.perf_counter() - start))


main(int(sys.argv[1]), sys.argv[2:])
