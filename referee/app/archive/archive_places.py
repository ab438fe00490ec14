"""Where an archive may be, and where its games are: it takes nobody's place, and no two games have one name."""

import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.app.archive import archive_files as files
from referee.app.archive.archive_files import Manifest
from referee.app.errors import Missing, Refused, Usage
from referee.app.game_access import Table, game_ids
from referee.settings import Settings
from referee.store import disk, log
from referee.words import Phrase, say

ADDRESS = re.compile(r"""https?://([^][\s/?#:@<>"'\\]+|\[[0-9a-f:.]+])(:[0-9]{1,5})?(/[^\s?#<>"\\]*)?""", re.IGNORECASE)
"""A full address to which names of files can be added."""


class Places(NamedTuple):
    """Where the games are.

    games   game → the folder of games in which it is, in order of names; also one whose log cannot be read
    strays  folders with a log whose names no game can have, and why
    """

    games: dict[str, str]
    strays: dict[str, Phrase]


def found_games(table: Table, folders: Sequence[str], archived: Iterable[str] = ()) -> Places:
    """A game that was archived is still one while its folder is there, even when its log is lost.

    Raises Missing, Refused for two of one name, `log.Unreadable`.
    """
    found: dict[str, str] = {}
    strays: dict[str, Phrase] = {}
    for games in folders or [table.settings.games]:
        if not os.path.isdir(games):
            raise Missing(say("There is no folder {folder}.", folder=games))
        for id in game_ids(table._replace(settings=table.settings._replace(games=games))):
            if (why := bad_name_reason(id)) is not None:
                strays[os.path.join(games, id)] = why
            elif found.setdefault(id, games) != games:
                raise Refused(say("There is a game {id} in {one} and in {other}.", id=id, one=found[id], other=games))
    for games in folders or [table.settings.games]:
        left = [id for id in archived if id not in found and os.path.isdir(os.path.join(games, id))]
        found |= dict.fromkeys(left, games)
    return Places(dict(sorted(found.items())), strays)


def bad_name_reason(id: str) -> Phrase | None:
    """Why a folder has a name that could not be that of a game: it could lead anywhere."""
    try:
        log.check_id(id)
    except log.BadWord as error:
        return error.says
    return None


def refuse_no_address(url: str) -> None:
    """A feed needs whole addresses. Raises Usage for one that browsers could not open as it is; "" is none."""
    if url and not (ADDRESS.fullmatch(url) and url.isprintable()):
        raise Usage(
            say("{url} is no full address of a site.", url=repr(url)),
            say("Write one such as --url https://example.org/games; --url '' takes the feed away."),
        )


def refuse_public(folder: str, settings: Settings, games: Sequence[str]) -> None:
    """A site is laid on a web server, with all that is beside it. Raises Usage where that would be what stays here."""
    for kept in dict.fromkeys([settings.private, settings.games, *games, settings.reports]):
        if lies_in(kept, folder) or lies_in(folder, kept):
            raise Usage(
                say(
                    "{folder} is, holds or lies in {kept}, which must not stand on a web server: a site needs a folder "
                    "of its own.",
                    folder=folder,
                    kept=kept,
                ),
                say("Name a folder beside those of games, secrets and reports, such as `site`."),
            )


def lies_in(inner: str, outer: str) -> bool:
    """Whether a folder is another one or somewhere in it, by whatever name; neither need be there yet."""
    inner, outer = os.path.realpath(inner), os.path.realpath(outer)
    while not is_one(inner, outer):
        above = os.path.dirname(inner)
        if above == inner:
            return False
        inner = above
    return True


def is_one(one: str, other: str) -> bool:
    """Whether two paths lead to one folder: there are disks that tell no capitals from small letters."""
    try:
        return one == other or os.path.samefile(one, other)
    except OSError:
        return False


def refuse_foreign(folder: str, places: dict[str, str]) -> None:
    """An archive takes nobody's place. Raises Refused."""
    if not disk.is_missing(os.path.join(folder, files.MANIFEST)):
        return
    for name in files.strangers(
        folder, dict.fromkeys(["index.html", "statistics.html", "feed.xml", "verify.d", "schemas", *places])
    ):
        raise Refused(
            say("{path} is there, and no archive made it: nothing was written.", path=os.path.join(folder, name)),
            say("Name a folder that is empty, or whose files have other names."),
        )


def make_archive_folder(folder: str) -> None:
    """Make the folder. Raises Unwritable, Refused."""
    try:
        disk.make_folder(folder)
    except OSError as error:
        raise files.unwritten(folder, error) from error
    files.refuse_link(folder)


def claim(folder: str, before: Manifest) -> None:
    """A manifest says whose the folder is before anything else is there. The caller holds its lock. Raises Unwritable.

    Without the lock two archives that begin at once would take each other's unfinished manifest for a leftover.
    """
    if disk.is_missing(os.path.join(folder, files.MANIFEST)):
        files.write_manifest(folder, before)
