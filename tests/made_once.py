"""What a program makes once in its life, this process would make again in each of thousands of tests: here it is kept.

Kept is only what follows from its arguments alone: the packages of titles, the report of a view, pictures. And nothing
is forced to the disk, where a test waits longer than it works: no test pulls the plug (tests/faults has a disk of its
own, which does).
"""

import os
import sys
from collections import OrderedDict
from functools import cache, lru_cache
from hashlib import sha256
from importlib import metadata
from typing import Any

import pytest
import typer

from referee import words
from referee.app.look import report_files
from referee.report.pictures import raster
from referee.show.view import View
from referee.testkit import playouts
from referee.words import TONGUE

Kept = OrderedDict[tuple[Any, ...], list[tuple[View, str]]]
MOST = 300
"""So many heads of logs are remembered with their reports."""


GAMES = 24
"""So many random games are kept; the program keeps four."""


def keep_games() -> None:
    """Before any test imports the function."""
    pytest.MonkeyPatch().setattr(playouts, "playout", lru_cache(GAMES)(playouts.playout.__wrapped__))


def keep_letters() -> None:
    """Of names and words, which mails are compared with again and again."""
    made = words.plain_letters
    kept = lru_cache(1 << 15)(made)
    for module in [each for name, each in sys.modules.items() if name.startswith("referee")]:
        if getattr(module, "plain_letters", None) is made:
            pytest.MonkeyPatch().setattr(module, "plain_letters", kept)


def keep_all(patch: pytest.MonkeyPatch) -> None:
    """Keep, until the patch is undone, what is made."""
    keep_commands(patch)
    keep_entry_points(patch)
    keep_reports(patch)
    patch.setattr(raster, "png", lru_cache(MOST)(raster.png))
    patch.setattr(raster, "email_pixels", stand_in)
    patch.setattr(os, "fsync", lambda file: None)


def stand_in(drawing: str) -> Any:
    """A small picture for each drawing: the board of an e-mail takes as long as all the rest of it."""
    from PIL import Image

    return Image.frombytes("L", (8, 4), sha256(drawing.encode()).digest()).convert("RGB")


REAL_EMAIL_PIXELS = raster.email_pixels


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

    def report_page(settings: Any, view: View, menu: Any = None, beside: Any = ()) -> str:
        if menu or beside:
            return make(settings, view, menu, beside)
        similar = kept.setdefault((TONGUE.get(), view.head, view.seat, str(settings.palette)), [])
        for known, page in similar:
            if known == view:
                return page
        if len(kept) > MOST:
            kept.popitem(last=False)
        similar.append((view, make(settings, view)))
        return similar[-1][1]

    patch.setattr(report_files, "report_page", report_page)
