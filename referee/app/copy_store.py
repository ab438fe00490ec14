"""Everything that one store keeps, copied into another: from files into a database, and back, byte for byte."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.app.errors import Missing, Refused, Unwritable, Usage
from referee.app.look.report_files import PAGES
from referee.store import disk, log
from referee.store.addresses import is_in_database, place_in, refuse_password
from referee.store.stores import read_document, store_of
from referee.words import say

ROOTS = ("private", "games")
"""The private part first: no log is anywhere without the secret that it promises."""


class StoreFolders(NamedTuple):
    """Where a store keeps its private parts and its games."""

    private: str
    games: str


class CopiedGame(NamedTuple):
    """A game that is in both stores now, with this head after its last entry."""

    game: str
    entry: int
    head: str


class StoreCopy(NamedTuple):
    """The games that are in both stores, how many documents were copied, and how many were there already."""

    games: list[CopiedGame]
    copied: int
    same: int


def folders_below(name: str) -> StoreFolders:
    """The folders of a store, by the address of its database or by the folder that they are in.

    Raises Usage for no name at all, `addresses.BadAddress`.
    """
    if not name:
        raise Usage(say("A store needs a name. For the folder that you are in, write a dot: ."))
    refuse_password(name)
    if is_in_database(name):
        place_in(name)
    return StoreFolders(*(os.path.join(name, root) for root in ROOTS))


def copy_store(source: StoreFolders, target: StoreFolders) -> Iterator[int | StoreCopy]:
    """Copy all documents, the number of those that are done after each, and then what is there.

    Nothing is overwritten. At the end all is read again from both, so that nothing is missing that was recorded
    meanwhile. Raises Missing, Refused, Unwritable, `disk.Trouble`.
    """
    names = {root: documents_in(folder) for root, folder in zip(ROOTS, source, strict=True)}
    if not names["games"] and not names["private"]:
        hint = say("Name the folder that the folders games and private are in, or the address of a database.")
        raise Missing(say("There are no games in {games}.", games=source.games), hint)
    refuse_damaged(source.games, names["games"])
    same = sum(refuse_different(each, copy) for each, copy in document_paths(source, target, names))
    done = 0
    for each, copy in document_paths(source, target, names):
        if not store_of(copy).has(copy):
            copy_document(each, copy)
            done += 1
        yield done + same
    refuse_changed(source, target)
    yield StoreCopy([copied_game(target, name) for name in names["games"] if is_log_of_game(name)], done, same)


def documents_in(folder: str) -> list[str]:
    """What is copied of a folder, by its path there: logs before what is beside them, and no pages or locks.

    Raises `disk.Unreadable`: what cannot be read would be missing in the copy.
    """
    store = store_of(folder)
    try:
        names = store.documents(folder) if store.has_folder(folder) else []
    except OSError as error:
        why = disk.reason_text(error)
        raise disk.Unreadable(say("{path} can't be read: {why}.", path=error.filename, why=why)) from error
    kept = [name for name in names if os.path.basename(name) != log.LOCK and not name.endswith((disk.NEW, *PAGES))]
    return sorted(kept, key=lambda name: (os.path.dirname(name), os.path.basename(name) != log.NAME, name))


def document_paths(
    source: StoreFolders, target: StoreFolders, names: Mapping[str, list[str]]
) -> Iterator[tuple[str, str]]:
    """The path of each document in both stores, private ones first."""
    for root, old, new in zip(ROOTS, source, target, strict=True):
        for name in names[root]:
            yield os.path.join(old, name), os.path.join(new, name)


def refuse_damaged(games: str, names: list[str]) -> None:
    """Raises Refused when a log is damaged: nobody would notice it in a copy."""
    for name in filter(is_log_of_game, names):
        id = os.path.dirname(name)
        try:
            log.read_log(os.path.join(games, id))
        except log.Damage as damage:
            words = "The log of {game} is damaged: {why} Nothing was copied."
            hint = say("Restore a good copy of it, or put it away. To see which other logs are wrong: referee verify")
            raise Refused(say(words, game=id, why=damage.says), hint) from damage


def refuse_different(path: str, copy: str) -> bool:
    """Whether a document is in both stores. Raises Refused when they differ."""
    if not store_of(copy).has(copy):
        return False
    if read_document(path) != read_document(copy):
        words = "{copy} is there already and differs from {path}. Nothing was copied."
        hint = say("Copy into an empty store, or put away there what you no longer need.")
        raise Refused(say(words, path=path, copy=copy), hint)
    return True


def copy_document(path: str, copy: str) -> None:
    """Raises Unwritable, `disk.Trouble`."""
    raw, folder = read_document(path), os.path.dirname(copy)
    if os.path.basename(copy) == log.NAME:
        log.create(os.path.dirname(folder), os.path.basename(folder), raw)
        return
    store = store_of(copy)
    try:
        store.make_folder(folder)
        store.replace(copy, raw)
        store.set_date(copy, store_of(path).date(path))
    except OSError as error:
        raise Unwritable(say("{path} couldn't be written: {why}.", path=copy, why=disk.reason_text(error))) from error


def refuse_changed(source: StoreFolders, target: StoreFolders) -> None:
    """Raises Refused when something was recorded while it was copied."""
    now = {root: documents_in(folder) for root, folder in zip(ROOTS, source, strict=True)}
    for path, copy in document_paths(source, target, now):
        if not store_of(copy).has(copy) or read_document(path) != read_document(copy):
            words = "{path} changed while it was copied."
            hint = say("Stop all commands and timers that use the games, and copy once more into an empty store.")
            raise Refused(say(words, path=path), hint)


def is_log_of_game(name: str) -> bool:
    return os.path.basename(name) == log.NAME and name.count("/") == 1


def copied_game(target: StoreFolders, name: str) -> CopiedGame:
    found = log.read_log(os.path.join(target.games, os.path.dirname(name)))
    return CopiedGame(os.path.dirname(name), found.last, found.head)
