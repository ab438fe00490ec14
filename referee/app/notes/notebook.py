"""A player's private notes during play: sealed until the game is closed, and published then if their writer agrees.

private/<game>/notebook.json   what was noted, in order, and who agrees. Nothing else shows any of it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.app.errors import Refused, Unwritable
from referee.app.game_access import Game
from referee.app.notes.edit_notes import change_under_lock, insert_note
from referee.app.notes.read_notes import NotesFile
from referee.app.post.game_facts import Facts, facts_under, keep_facts, name_now
from referee.rules.replay import CLOSED
from referee.settings import Settings
from referee.store import disk
from referee.words import say

NOTEBOOK = "notebook"
MOST, LONGEST = 400, 2000
"""So many notes a seat may have, and so many characters one of them."""


class Jotting(NamedTuple):
    """What a seat noted after an entry."""

    seat: str
    entry: int
    text: str


Writer = tuple[str, str]
"""A seat, and who had it."""


def writer_at(settings: Settings, game: Game, entry: int, seat: str) -> Writer:
    """A seat and who had it after an entry, by the name that they have now. Raises Unreadable."""
    return seat, name_now(settings, game.id, seat, game.players_at(entry)[seat])


def agreed_writers(settings: Settings, game: str, facts: Facts) -> tuple[Writer, ...]:
    """Who agrees to be published: seat and player, "" where only the seat is known. Raises Unreadable."""
    agreed = [
        (each, "") if isinstance(each, str) else (str(each[0]), str(each[1])) for each in facts.get("published", ())
    ]
    return tuple([(seat, name_now(settings, game, seat, player)) for seat, player in agreed])


def is_agreed(published: Sequence[Writer], writer: Writer) -> bool:
    return writer in published or (writer[0], "") in published


def with_word(published: Sequence[Writer], writer: Writer, agrees: bool) -> tuple[Writer, ...]:
    """Who agrees after a writer has said so, or the contrary."""
    others = [each for each in published if each != writer and (agrees or each != (writer[0], ""))]
    return tuple([*others, writer] if agrees else others)


class Notebook(NamedTuple):
    """All jottings of a game, and who agrees to publish theirs."""

    jottings: tuple[Jotting, ...] = ()
    published: tuple[Writer, ...] = ()


def notebook_of(settings: Settings, game: str) -> Notebook:
    """Raises Unreadable."""
    with facts_under(settings, game, NOTEBOOK) as facts:
        jottings = [Jotting(str(seat), int(entry), str(text)) for seat, entry, text in facts.get("jottings", ())]
        return Notebook(tuple(jottings), agreed_writers(settings, game, facts))


def keep_notebook(settings: Settings, game: str, notebook: Notebook) -> None:
    """Raises NotRecorded."""
    facts = {
        "jottings": [list(each) for each in notebook.jottings],
        "published": [list(each) for each in notebook.published],
    }
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
    if (
        sum(writer_at(settings, game, each.entry, each.seat) == (seat, game.players[seat]) for each in found.jottings)
        >= MOST
    ):
        raise Refused(say("Your notebook is full: it has {most} notes.", most=MOST))
    keep_notebook(settings, game.id, found._replace(jottings=(*found.jottings, new)))


def agree(settings: Settings, game: Game, seat: str, agrees: bool) -> bool:
    """A player lets their notebook be published, or no longer; whether there is anything in it. Raises NotRecorded."""
    found = notebook_of(settings, game.id)
    writer = seat, game.players[seat]
    if not any(writer_at(settings, game, each.entry, each.seat) == writer for each in found.jottings):
        return False
    keep_notebook(settings, game.id, found._replace(published=with_word(found.published, writer, agrees)))
    publish_notebook(settings, game)
    return True


def publish_notebook(settings: Settings, game: Game) -> None:
    """Put the jottings that may be published into the notes of a closed game, and no others. Raises NotRecorded."""
    found = notebook_of(settings, game.id)
    if game.phase != CLOSED or not found.jottings:
        return

    def change(data: dict[str, Any], _: NotesFile | None) -> None:
        written = [written_jotting(game, each) for each in found.jottings]
        notes = [each for each in data.pop("notes", []) if each not in written]
        for each, note in zip(found.jottings, written, strict=True):
            if is_agreed(found.published, writer_at(settings, game, each.entry, each.seat)):
                insert_note(notes, note)
        data |= {"notes": notes} if notes else {}

    try:
        change_under_lock(game, change)
    except Unwritable as error:
        raise disk.NotRecorded(error.says) from error


def written_jotting(game: Game, jotting: Jotting) -> dict[str, Any]:
    """A jotting as a note of who had the seat then. What was noted before the first entry is about that."""
    entry = str(max(jotting.entry, 1))
    return {"entry": entry, "text": jotting.text, "by": game.players_at(jotting.entry)[jotting.seat]}
