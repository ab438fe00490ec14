"""What a program makes once in its life, this process would make again in each of thousands of tests: here it is kept.

Kept is only what follows from its arguments alone: schemas as text, the packages of titles, the report of a view.
"""

import sys
from collections import OrderedDict
from functools import cache, lru_cache
from importlib import metadata
from typing import Any

import pytest
import typer

from referee.app.look import editor_files, report_files
from referee.contract import playouts
from referee.show.view import View
from referee.words import TONGUE

Kept = OrderedDict[tuple[Any, ...], list[tuple[View, str]]]
MOST = 300
"""So many heads of logs are remembered with their reports."""


GAMES = 24
"""So many random games are kept; the program keeps four."""


def keep_games() -> None:
    """Before any test imports the function."""
    pytest.MonkeyPatch().setattr(playouts, "playout", lru_cache(GAMES)(playouts.playout.__wrapped__))


def keep_all(patch: pytest.MonkeyPatch) -> None:
    """Keep, until the patch is undone, what is made."""
    keep_commands(patch)
    keep_entry_points(patch)
    keep_reports(patch)
    patch.setattr(editor_files, "schema_text", cache(editor_files.schema_text))


def keep_commands(patch: pytest.MonkeyPatch) -> None:
    made = typer.main.get_command
    build = cache(lambda app, known: made(app))
    patch.setattr(typer.main, "get_command", lambda app: build(app, len(app.registered_commands)))


def keep_entry_points(patch: pytest.MonkeyPatch) -> None:
    """As long as no test looks for packages elsewhere."""
    made = metadata.entry_points
    find = cache(lambda path, group: made(group=group))
    patch.setattr(metadata, "entry_points", lambda *, group: find(tuple(sys.path), group))


def keep_reports(patch: pytest.MonkeyPatch) -> None:
    """The report that is written after an entry; games of tests begin alike."""
    make, kept = report_files.report_page, Kept()

    def report_page(settings: Any, view: View, menu: Any = None) -> str:
        if menu:
            return make(settings, view, menu)
        similar = kept.setdefault((TONGUE.get(), view.head, view.seat, str(settings.palette)), [])
        for known, page in similar:
            if known == view:
                return page
        if len(kept) > MOST:
            kept.popitem(last=False)
        similar.append((view, make(settings, view)))
        return similar[-1][1]

    patch.setattr(report_files, "report_page", report_page)
