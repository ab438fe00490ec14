"""Whole processes measured in turn (A B C … A B C …), so that a slow moment of the machine slows all of them.

A ratio is the median over the rounds of the ratio within a round; it is what the documented figures are.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
"""As on a user's machine: bytecode is written and kept, nothing is unbuffered."""


class Cost(NamedTuple):
    seconds: float
    processor: float
    """seconds of a processor, the system's included"""
    kib: int
    """the largest resident set of the process; Linux counts in the pages of the benchmark that started it"""


class Case(NamedTuple):
    """A command, where it runs, what to prepare before each run, and the required exit code."""

    name: str
    command: Sequence[str]
    folder: str
    ready: Callable[[], None]
    code: int = 0


def run(case: Case) -> Cost:
    """Run once. Stops the benchmark if the command does not give the exit code that it must."""
    case.ready()
    start = perf_counter()
    with subprocess.Popen(
        case.command, cwd=case.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - start
    if process.returncode != case.code:
        sys.exit(f"{case.name}: exit code {process.returncode}, not {case.code}")
    return Cost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss)


def rounds(cases: Sequence[Case], times: int) -> list[list[Cost]]:
    """For each case its cost in each round, after one round that is not counted (caches, bytecode)."""
    for case in cases:
        run(case)
    measured = [[run(case) for case in cases] for _ in range(times)]
    return [list(column) for column in zip(*measured, strict=True)]


def table(cases: Sequence[Case], costs: Sequence[Sequence[Cost]]) -> list[str]:
    """Lines of Markdown: median wall and processor time, its median ratio to the first case, largest memory."""
    lines = ["| command | wall ms | processor ms | × the first | MiB |", "|---|---:|---:|---:|---:|"]
    for case, column in zip(cases, costs, strict=True):
        wall, spent = (1000 * median(each) for each in zip(*[cost[:2] for cost in column], strict=True))
        memory = max(cost.kib for cost in column) / 1024
        lines.append(f"| {case.name} | {wall:.1f} | {spent:.1f} | {ratio(column, costs[0]):.2f} | {memory:.1f} |")
    return lines


def ratio(column: Sequence[Cost], floor: Sequence[Cost]) -> float:
    """How many times as much processor time: other programs on the machine matter less to it than to wall time."""
    return median(cost.processor / least.processor for cost, least in zip(column, floor, strict=True))
