"""Whether the referee can work here: what a moderator should know before the first game, or when something is odd."""

import os
import sys
from collections.abc import Iterator

from referee import log, private
from referee.desk.table import Table, game_ids
from referee.furniture import Finding
from referee.words import say


def examine(table: Table) -> Iterator[Finding]:
    """Findings, good ones (`fine`) too."""
    yield python()
    yield yaml()
    for path in table.settings.found:
        yield Finding("fine", say("Settings are read from {path}.", path=path))
    for folder in (table.settings.games, table.settings.private, table.settings.reports):
        yield writable(folder)
    yield clock(table)
    try:
        for id in game_ids(table):
            yield from secrets(table, id)
    except log.Unreadable as error:
        yield Finding("error", error.says)


def python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= (3, 11)
    return Finding("fine" if fine else "error", say("Python {version} (3.11 or newer is needed).", version=version))


def yaml() -> Finding:
    from referee.source import reading

    if any(each.__name__ == "CParser" for each in vars(reading)["Parser"].__mro__):
        return Finding("fine", say("YAML is read by libyaml."))
    return Finding("warning", say("YAML is read without libyaml: right, but eight times slower."))


def writable(folder: str) -> Finding:
    """Whether a folder, or the nearest one above it that exists, can be written."""
    nearest = os.path.abspath(folder)
    while not os.path.isdir(nearest):
        nearest = os.path.dirname(nearest)
    if os.access(nearest, os.W_OK | os.X_OK):
        return Finding("fine", say("{folder} can be written.", folder=folder), folder)
    return Finding("error", say("{folder} cannot be written.", folder=folder), folder)


def clock(table: Table) -> Finding:
    if table.now:
        return Finding("warning", say("The clock stands still at {now} (REFEREE_NOW).", now=table.now))
    return Finding("fine", say("The clock shows {now}.", now=table.time()))


def secrets(table: Table, id: str) -> Iterator[Finding]:
    """Whether the private part of a game is there and closed to others."""
    try:
        kept = private.read(table.settings.private, id)
    except log.Unreadable as error:
        yield Finding("warning", error.says, id)
        return
    yield from (Finding("warning", warning, id) for warning in kept.warnings)
