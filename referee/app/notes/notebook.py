"""A player's private notes during play: sealed until the game is closed, and published then if their writer agrees.

private/<game>/notebook.json   what was noted, in order, and the seats that agree. Nothing else shows any of it.
"""

import os
from copy import deepcopy
from typing import Any, NamedTuple

from referee import reading
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.notes.read_notes import FILE, FIRST_FORMAT, FORMAT, NAME, notes_in, notes_of_game
from referee.app.notes.write_notes import yaml_text
from referee.mail.act.table.game_notes import game_facts, keep_facts
from referee.reading.yaml_edits import edited_text, with_comments
from referee.rules.replay import CLOSED
from referee.settings import Settings
from referee.store.stores import is_missing, read_document, recording, store_of
from referee.words import say

NOTEBOOK = "notebook"
MOST, LONGEST = 400, 2000
"""So many notes a seat may have, and so many characters one of them."""


class Jotting(NamedTuple):
    """What a seat noted after an entry."""

    seat: str
    entry: int
    text: str


class Notebook(NamedTuple):
    """All jottings of a game, and the seats that agree to publish theirs."""

    jottings: tuple[Jotting, ...] = ()
    published: tuple[str, ...] = ()


def notebook_of(settings: Settings, game: str) -> Notebook:
    facts = game_facts(settings, game, NOTEBOOK)
    jottings = tuple([Jotting(*each) for each in facts.get("jottings", ())])
    return Notebook(jottings, tuple(facts.get("published", ())))


def keep_notebook(settings: Settings, game: str, notebook: Notebook) -> None:
    """Raises NotRecorded."""
    facts = {"jottings": [list(each) for each in notebook.jottings], "published": list(notebook.published)}
    keep_facts(settings, game, NOTEBOOK, facts)


def jot(settings: Settings, game: Game, seat: str, text: str) -> None:
    """Keep a note of a player, once. The caller holds the lock of the game. Raises Refused, NotRecorded."""
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed. Its notebooks are closed, too.", game=game.id))
    if len(text) > LONGEST:
        raise Refused(say("This note has {length} characters. The limit is {limit}.", length=len(text), limit=LONGEST))
    found = notebook_of(settings, game.id)
    new = Jotting(seat, game.log.last, text)
    if new in found.jottings:
        return
    if sum(each.seat == seat for each in found.jottings) >= MOST:
        raise Refused(say("Your notebook is full: it has {most} notes.", most=MOST))
    keep_notebook(settings, game.id, found._replace(jottings=(*found.jottings, new)))


def agree(settings: Settings, game: Game, seat: str, agrees: bool) -> bool:
    """A player lets their notebook be published, or no longer; whether there is anything in it. Raises NotRecorded."""
    found = notebook_of(settings, game.id)
    if not any(each.seat == seat for each in found.jottings):
        return False
    others = [each for each in found.published if each != seat]
    keep_notebook(settings, game.id, found._replace(published=tuple([*others, seat] if agrees else others)))
    publish_notebook(settings, game)
    return True


def publish_notebook(settings: Settings, game: Game) -> None:
    """Put the jottings that may be published into the notes of a closed game, and no others. Raises NotRecorded."""
    found = notebook_of(settings, game.id)
    if game.phase != CLOSED or not found.jottings:
        return
    path = os.path.join(game.folder, NAME)
    before = notes_of_game(game)
    text = "" if is_missing(path) else read_document(path).decode("utf-8").removeprefix("\ufeff")
    if before and FIRST_FORMAT in text:
        text = with_comments(yaml_text(before.source.data), before.source)
    data: dict[str, Any] = deepcopy(before.source.data) if before else {"format": FORMAT, "game": game.id}
    written = [written_jotting(game, each) for each in found.jottings]
    kept: list[dict[str, Any]] = data.pop("notes", [])
    notes = [each for each in kept if each not in written]
    for each, note in zip(found.jottings, written, strict=True):
        if each.seat in found.published:
            notes.insert(place_among(notes, int(note["entry"])), note)
    data |= {"notes": notes} if notes else {}
    if data == (before.source.data if before else {"format": FORMAT, "game": game.id}):
        return
    new = edited_text(text, data) if text else yaml_text(data)
    notes_in(game, reading.read_source(new.encode(), path, FILE))
    with recording(path):
        store_of(path).put(path, new.encode())


def written_jotting(game: Game, jotting: Jotting) -> dict[str, Any]:
    """A jotting as a note of its player. What was noted before the first entry is about that."""
    entry = str(max(jotting.entry, 1))
    return {"entry": entry, "text": jotting.text, "by": game.players[jotting.seat]}


def place_among(notes: list[dict[str, Any]], entry: int) -> int:
    return next((at for at, each in enumerate(notes) if int(each["entry"]) > entry), len(notes))
