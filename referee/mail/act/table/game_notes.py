"""Small facts of a game that mails leave behind and no log has, such as who wants a rematch.

private/<game>/<name>.json   one JSON value; the caller holds the game's lock while it changes one
"""

import json
import os
from contextlib import suppress
from typing import Any

from referee.settings import Settings
from referee.store import disk
from referee.store.stores import read_document, store_of
from referee.words import say

Facts = dict[str, Any]


def game_facts(settings: Settings, game: str, name: str) -> Facts:
    """What is kept under a name; nothing where nothing is, or where it can't be read."""
    with suppress(disk.Unreadable, ValueError):
        found = json.loads(read_document(facts_path(settings, game, name)))
        return found if isinstance(found, dict) else {}
    return {}


def keep_facts(settings: Settings, game: str, name: str, facts: Facts) -> None:
    """Keep them, safely on disk when this returns; {}: there is nothing to keep any more. Raises NotRecorded."""
    path = facts_path(settings, game, name)
    store = store_of(path)
    try:
        if not facts:
            store.remove(path)
            return
        store.make_folder(os.path.dirname(path))
        store.put(path, json.dumps(facts, ensure_ascii=False).encode())
    except OSError as error:
        words = "{path} couldn't be written: {why}."
        raise disk.NotRecorded(say(words, path=path, why=disk.reason_text(error))) from error


def facts_path(settings: Settings, game: str, name: str) -> str:
    return os.path.join(settings.private, game, f"{name}.json")
