"""Small facts of a game that mails leave behind and no log has, such as who wants a rematch.

private/<game>/<name>.json   one JSON value; the caller holds the game's lock while it changes one
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from referee.settings import Settings
from referee.store import disk
from referee.store.stores import put_document, read_document, recording, store_of
from referee.words import say

Facts = dict[str, Any]


def game_facts(settings: Settings, game: str, name: str) -> Facts:
    """What is kept under a name; nothing where nothing is, or where it can't be read."""
    with suppress(disk.Unreadable, ValueError):
        found = json.loads(read_document(facts_path(settings, game, name)))
        return found if isinstance(found, dict) else {}
    return {}


@contextmanager
def facts_under(settings: Settings, game: str, name: str) -> Iterator[Facts]:
    """The same, to be read inside. Raises Unreadable where they have another shape than ours."""
    try:
        yield game_facts(settings, game, name)
    except (AttributeError, LookupError, TypeError, ValueError):
        words = "{path} isn't what referee wrote there, or it was changed. Restore a copy."
        raise disk.Unreadable(say(words, path=facts_path(settings, game, name))) from None


def keep_facts(settings: Settings, game: str, name: str, facts: Facts) -> None:
    """Keep them, safely on disk when this returns; {}: there is nothing to keep any more. Raises NotRecorded."""
    path = facts_path(settings, game, name)
    with recording(path):
        if store_of(path).has(path) and not game_facts(settings, game, name):
            put_document(f"{path}.unreadable", read_document(path))  # what nobody can read now is not lost
        if facts:
            put_document(path, json.dumps(facts, ensure_ascii=False).encode())
        else:
            store_of(path).remove(path)


NAMES = "names"
"""The name of these facts: seat → pairs of the old and the new name of one person, in order. No log has them."""


def note_name(settings: Settings, game: str, seat: str, old: str, new: str) -> None:
    """A player is called otherwise from now on. Raises NotRecorded, Unreadable."""
    with facts_under(settings, game, NAMES) as facts:
        keep_facts(settings, game, NAMES, {**facts, seat: [*facts.get(seat, []), [old, new]]})


def name_now(settings: Settings, game: str, seat: str, name: str) -> str:
    """What somebody is called now who was called so at a seat. Raises Unreadable."""
    with facts_under(settings, game, NAMES) as facts:
        for old, new in facts.get(seat, []):
            name = str(new) if old == name else name
    return name


LEFT = "left"
"""The name of these facts: a row for each player who left a seat."""


class LeftPlayer(NamedTuple):
    """A player whose seat somebody else has now, and what their last e-mail needs.

    digest   of their address, by which their mails are known
    address  where it goes; "": they know, or want no e-mails, and nothing else is kept
    by       the name of who plays now; "" for the referee
    until    the last day of a substitute, who gives the seat back; "" for good
    """

    seat: str
    digest: str
    address: str = ""
    player: str = ""
    language: str = ""
    by: str = ""
    until: str = ""


def left_players(settings: Settings, game: str) -> list[LeftPlayer]:
    """Who left, each seat and address once. Raises Unreadable."""
    with facts_under(settings, game, LEFT) as facts:
        return [LeftPlayer(*each) for each in facts.get(LEFT, [])]


def note_left(settings: Settings, game: str, left: LeftPlayer) -> None:
    """A player left, or knows it now. Raises NotRecorded, Unreadable."""
    others = [each for each in left_players(settings, game) if each[:2] != left[:2]]
    keep_facts(settings, game, LEFT, {LEFT: [*others, left]})


def facts_path(settings: Settings, game: str, name: str) -> str:
    return os.path.join(settings.private, game, f"{name}.json")
