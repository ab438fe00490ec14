"""Whether the referee can work here: what a moderator should know before the first game, or when something is odd."""

import sys
from collections.abc import Iterable, Iterator

from referee import titles
from referee.app.errors import DONE, MAIL, MISCONFIGURED
from referee.app.game_access import Table
from referee.app.look import playable_games
from referee.app.mail import mail_check
from referee.app.mail.mail_check import ERROR, FINE, SILENT, WARNING
from referee.mail.transport.access import writable
from referee.show.data_files import Finding
from referee.store import log
from referee.words import say


def examine(table: Table, send_to: str = "") -> Iterator[Finding]:
    """Findings, good ones too. With an address one test letter goes there. Raises Usage, Misconfigured."""
    letter = [mail_check.send_to(table, send_to)] if send_to else []
    yield from machine(table)
    yield from broken_titles()
    yield from mail_check.examine(table)
    yield from once(games(table))
    yield from letter


def machine(table: Table) -> Iterator[Finding]:
    """What does not depend on any game."""
    yield python()
    yield yaml()
    for path in table.settings.found:
        yield Finding(FINE, say("Settings are read from {path}.", path=path))
    for folder in (table.settings.games, table.settings.private, table.settings.reports):
        yield folder_finding(folder)
    yield clock(table)


def games(table: Table) -> Iterator[Finding]:
    try:
        yield from playable_games.examine(table)
    except log.Unreadable as error:
        yield Finding(ERROR, error.says)


def once(found: Iterable[Finding]) -> Iterator[Finding]:
    """What is said of each game, such as that others can read their common folder, only the first time."""
    told: list[str] = []
    for each in found:
        if str(each.says) not in told:
            told.append(str(each.says))
            yield each


def code(found: Iterable[Finding]) -> int:
    """The exit code: what must be mended comes before a server that does not answer."""
    severities = {each.severity for each in found}
    return MISCONFIGURED if ERROR in severities else MAIL if SILENT in severities else DONE


def python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= (3, 11)
    return Finding(FINE if fine else ERROR, say("Python {version} (3.11 or newer is needed).", version=version))


def yaml() -> Finding:
    from referee.reading import yaml_reader

    if any(each.__name__ == "CParser" for each in vars(yaml_reader)["Parser"].__mro__):
        return Finding(FINE, say("YAML is read by libyaml."))
    return Finding(WARNING, say("YAML is read without libyaml: right, but eight times slower."))


def folder_finding(folder: str) -> Finding:
    """Whether a folder can be written, or made."""
    if writable(folder):
        return Finding(FINE, say("{folder} can be written.", folder=folder), folder)
    words = "{folder} cannot be written. Go to a folder of your own, or name others in referee.toml."
    return Finding(ERROR, say(words, folder=folder), folder)


def clock(table: Table) -> Finding:
    if table.now:
        return Finding(WARNING, say("The clock stands still at {now} (REFEREE_NOW).", now=table.now))
    return Finding(FINE, say("The clock shows {now}.", now=table.time()))


def broken_titles() -> Iterator[Finding]:
    """Those of other packages that cannot be loaded."""
    broken: list[titles.BrokenTitle] = []
    for _ in titles.books(broken.append):
        pass
    yield from (Finding(WARNING, each.says) for each in broken)
