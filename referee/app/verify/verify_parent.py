"""Whether the copied entries of a fork are its parent's, if the log of the parent is here."""

import os
from collections.abc import Callable, Mapping

from referee.app.errors import Stop
from referee.app.game_access import Table, book_at_start
from referee.rules.entry_shapes import BadEntry
from referee.rules.folds import Sealed
from referee.rules.line import copied_count, copied_entries, counted_line, fork_of
from referee.rules.replay import Moment, replay
from referee.store import disk, log
from referee.store.chance import Secrets, place_parts
from referee.store.documents import Data, Entry, Fork
from referee.words import Phrase, say

SEALS = ("entry", "prev", "state")
"""What a copied entry has of its own. Whether `state` is right, the replay says."""
FROM_PARENT = ("title", "edition", "options", "components", "board", "tiles", "layout")
"""What the header of a fork takes over."""
SecretOf = Callable[[log.Log], Secrets | None]


def parent_note(found: log.Log, raw: bytes, secret_of: SecretOf) -> Phrase | None:
    """What was compared with the parent; None in a game that is no fork. Raises BadEntry for what isn't the parent's.

    raw: the log of the parent, empty if it is not here
    secret_of: what is known here of the secrets of a log
    """
    fork = fork_of(found.header)
    if fork is None:
        return None
    facts = {"copied": copied_count(found.header), "parent": fork["game"], "entry": fork["entry"]}
    if not raw:
        words = "Note: its entries up to {copied} are copied from {parent}, which isn't here to compare them with."
        return say(words, **facts)
    parent = log.parse(raw, fork["game"])
    refuse_unlike_parent(found, parent, fork)
    refuse_other_places(found, parent, fork, secret_of)
    return say("Note: its entries up to {copied} are those of {parent} up to entry {entry}.", **facts)


def parent_log(table: Table, folder: str, fork: Fork) -> log.Log | None:
    """The log of the parent, beside the fork's folder or among our games, if it can be read."""
    beside = os.path.join(os.path.dirname(os.path.abspath(folder)), fork["game"])
    for place in (beside, table.folder(fork["game"])):
        try:
            found = log.read_log(place)
        except (log.Trouble, disk.Trouble):
            continue
        if found.header.get("game") == fork["game"]:
            return found
    return None


def refuse_unlike_parent(found: log.Log, parent: log.Log, fork: Fork) -> None:
    number, header = int(fork["entry"]), found.header
    if number > parent.last or parent.heads[number] != fork["head"]:
        words = "It continues {parent} after entry {entry}, but {parent} has no such entry with the head {head}."
        raise BadEntry(0, say(words, parent=fork["game"], entry=number, head=fork["head"]))
    other = [field for field in FROM_PARENT if header.get(field) != parent.header.get(field)]
    if other or {*header["seats"]} != {*parent.header["seats"]}:
        field = other[0] if other else "seats"
        raise BadEntry(0, say("Its {field} differ from those of {parent}.", field=field, parent=fork["game"]))
    copied = copied_entries(parent.documents, number)
    if len(copied) != int(fork["entries"]):
        words = "It says that its entries up to {copied} are copies, but {parent} has {number} to copy."
        raise BadEntry(0, say(words, copied=fork["entries"], parent=fork["game"], number=len(copied)))
    for own, (entry, old) in enumerate(zip(found.entries, copied, strict=False), 1):
        if copied_fields(entry) != copied_fields(old):
            words = "It should be a copy of entry {entry} of {parent}, but differs."
            raise BadEntry(own, say(words, entry=old["entry"], parent=fork["game"]))


def copied_fields(entry: Entry) -> Data:
    return {key: value for key, value in entry.items() if key not in SEALS}


def refuse_other_places(found: log.Log, parent: log.Log, fork: Fork, secret_of: SecretOf) -> None:
    """The hidden items that a fork took over are those of its parent, as far as both are known. Raises BadEntry."""
    own, theirs = secret_of(found), secret_of(parent)
    if own is None or theirs is None:
        return
    held = hidden_places(parent, int(fork["entry"]), theirs)
    if held is not None and held != dict(own.places):
        words = "The hidden items that it took over are not those that {parent} had at entry {entry}."
        raise BadEntry(0, say(words, parent=fork["game"], entry=fork["entry"]))


def hidden_places(parent: log.Log, number: int, secrets: Secrets) -> Mapping[str, str] | None:
    """Place → item of what the entries that count have drawn behind the veil; None if that can't be known."""
    try:
        book = book_at_start(parent)
        line: list[Moment] = counted_line(replay(book, parent, upto=number, secret=lambda: secrets))
    except (BadEntry, Sealed, Stop):
        return None
    veil = book.set_up.veil(book.header_with_options(parent.header))
    copied = [int(each["entry"]) for each in copied_entries(parent.documents, number)]
    asked = [each.asked for each in line if each.number in copied]
    return {where: item for each in asked for where, item in each.items() if veil(place_parts(where)[0])}
