"""Where an archive is and where its games are: it takes nobody's place, and no two of its games have one name."""

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.app.archive import archive_files as files
from referee.app.archive.manifest import NAME
from referee.app.errors import Missing, Refused, Usage
from referee.app.game_access import Table, bad_name_reason, expected_game, game_ids, second_log
from referee.app.verify.sent_logs import game_named
from referee.settings import Settings, is_web_address
from referee.store import disk
from referee.store.stores import store_of
from referee.words import Phrase, say


class Places(NamedTuple):
    """Where the games are.

    games   game → its folder, in order of names; also one whose log cannot be read
    strays  folders with a log that is left out, since no game can have its name, or another folder has the same game
    """

    games: dict[str, str]
    strays: dict[str, Phrase]


def found_games(table: Table, folders: Sequence[str], archived: Iterable[str] = ()) -> Places:
    """A game that was archived is still one while its folder is there, even when its log is lost.

    Raises Missing, Refused for two of one name, `log.Unreadable`.
    """
    found, copies = dict[str, str](), dict[str, str]()
    strays: dict[str, Phrase] = {}
    for games in folders or [table.settings.games]:
        if not store_of(games).has_folder(games):
            raise Missing(say("There is no folder {folder}.", folder=games))
        for name in game_ids(table._replace(settings=table.settings._replace(games=games))):
            folder = os.path.join(games, name)
            id = expected_game(table.settings, folder) or game_named(folder) or name
            if (why := bad_name_reason(id)) is not None:
                strays[folder] = why
            elif id != name:
                copies[folder] = id
            elif found.setdefault(id, folder) != folder:
                facts = {"id": id, "one": os.path.dirname(found[id]), "other": games}
                raise Refused(say("There is a game {id} both in {one} and in {other}.", **facts))
    for folder, id in copies.items():
        if (first := found.setdefault(id, folder)) != folder:
            strays[folder] = second_log(folder, id, first)
    for games in folders or [table.settings.games]:
        left = [id for id in archived if id not in found and store_of(games).has_folder(os.path.join(games, id))]
        found |= {id: os.path.join(games, id) for id in left}
    return Places(dict(sorted(found.items())), strays)


def refuse_no_address(url: str) -> None:
    """A feed needs whole addresses. Raises Usage for one that browsers could not open unchanged; "" is none."""
    if url and not is_web_address(url):
        raise Usage(
            say("{url} isn't the full address of a site.", url=repr(url)),
            say("Write one such as --url https://example.org/games. To remove the feed: --url ''"),
        )


def refuse_public(folder: str, settings: Settings, games: Sequence[str]) -> None:
    """A site is uploaded to a web server, with everything next to it.

    Raises Usage if that would include what must stay here.
    """
    for kept in dict.fromkeys([settings.private, settings.games, *games, settings.reports]):
        if lies_in(kept, folder) or lies_in(folder, kept):
            raise Usage(
                say(
                    "{folder} is, contains or is inside {kept}, which must not be on a web server. A site "
                    "needs its own folder.",
                    folder=folder,
                    kept=kept,
                ),
                say("Use a folder next to those of games, secrets and reports, such as `site`."),
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
    """Whether two paths point to one folder: some disks do not distinguish capitals from small letters."""
    try:
        return one == other or os.path.samefile(one, other)
    except OSError:
        return False


PAGES = ("index.html", "players.html", "statistics.html", "feed.xml", "referee.html", "offline.js")
FOLDERS = ("list.d", "players.d", "search.d", "verify.d", "schemas", "referee.d", "rules.d")
"""What an archive may put into its folder, besides the folders of its games."""


def refuse_unbuilt(folder: str) -> None:
    """Only an archive can be checked. Raises Missing."""
    if disk.is_missing(os.path.join(folder, NAME)):
        says = say("There is no archive in {folder}.", folder=folder)
        raise Missing(says, say("To build one: referee archive {folder}", folder=folder))


def refuse_foreign(folder: str, places: dict[str, str]) -> None:
    """An archive takes nobody's place. Raises Refused."""
    if not disk.is_missing(os.path.join(folder, NAME)):
        return
    for name in files.strangers(folder, dict.fromkeys([*PAGES, *FOLDERS, *places])):
        raise Refused(
            say("{path} exists, but was not made by an archive. Nothing was written.", path=os.path.join(folder, name)),
            say("Use an empty folder, or one whose files have other names."),
        )


def make_archive_folder(folder: str) -> None:
    """Make the folder. Raises Unwritable, Refused."""
    try:
        disk.make_folder(folder)
    except OSError as error:
        raise files.unwritten(folder, error) from error
    files.refuse_link(folder)
