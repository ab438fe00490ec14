"""Where an archive and its games are, and what it knows of itself: a small table, `archive.sqlite`.

A run changes in it only what it made. It has a row for each game, for each part of the other pages, and for the site.
Only files that it names are ever removed.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypedDict

from referee.app.archive import archive_files as files
from referee.app.archive.archive_files import Files
from referee.app.archive.game_summary import SummaryFields, said_fields, summary_of_fields
from referee.app.errors import Missing, Refused, Usage
from referee.app.game_access import Table, bad_name_reason, expected_game, game_ids, second_log
from referee.app.kept_answers import KeptAnswers, NotOurs, open_database
from referee.app.verify.sent_logs import game_named
from referee.settings import Settings, is_web_address
from referee.store import disk, log
from referee.store.documents import THE_ARCHIVE, NewerFormat, is_newer, newer_format
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


NAME = "archive.sqlite"
FORMAT = "referee-archive/2"

Fields = Mapping[str, Any]
"""Plain data of a manifest, not checked yet: anything wrong with it raises BadManifest."""


class FaultyGame(NamedTuple):
    """A game that is not right, and so in no archive or export: its first bad entry, if that is known, and why.

    Of a folder with a name that no game can have, `game` is its path: the site says nothing of it.
    """

    game: str
    entry: int | None
    says: str


class GameTrouble(TypedDict):
    """Why a game was not built: the first bad entry (None: none is named), and what is wrong with it."""

    entry: int | None
    says: str


class Kept(NamedTuple):
    """What is known of a game.

    files      its pages and copies in the archive
    seen       what the log and the notes were when they were looked at last, even if nothing could be made of them
    summary    the game in brief (`summary_files`), or None without pages
    trouble    why it was not made from what was seen: `entry` (None: none is named) and `says`; or None
    warning    what else there is to say, or ""
    faulty     how many of its notes are wrong: the file, or lines that were not played
    number     its place in the lists, from 1 on and for ever; 0 before it has one
    made       by what its pages were made
    """

    files: Files
    seen: str = ""
    summary: SummaryFields | None = None
    trouble: GameTrouble | None = None
    warning: str = ""
    gone: bool = False
    faulty: int = 0
    number: int = 0
    made: str = ""

    @property
    def log(self) -> tuple[str, int]:
        """SHA-256 and number of bytes of the log from which its pages were made; "" and 0 when none were."""
        return self.files.get(files.LOG, ("", 0))


class KeptPart(NamedTuple):
    """A part of the pages about many games: a digest of all that it follows from, its files, and what others need of
    it."""

    state: str
    files: Files
    told: Any = None


NO_PART = KeptPart("", {})


class Look(NamedTuple):
    """How an archive looks: its heading ("": the usual one), and the address of its site ("": no feed)."""

    heading: str = ""
    url: str = ""


class BadManifest(Exception):
    """This is no manifest of an archive; `says` gives the reason, after a colon."""

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says


AGAIN = say(
    "Restore a copy of it. Or delete it together with index.html, players.html, statistics.html, "
    "feed.xml, list.d, players.d, search.d, verify.d, schemas and the game folders next to it: the next run makes all "
    "of them again. Or use another folder."
)
CHANGED = say("parts of it are missing, or different from what this version writes.")


class Manifest:
    """The manifest of an archive; what is kept is in its table after `write`: on the disk, or in memory."""

    def __init__(self, base: sqlite3.Connection, path: str, *, on_disk: bool = False) -> None:
        self.base, self.path, self.on_disk = base, path, on_disk
        self.games, self.parts, self.site = [KeptAnswers(base, each, FORMAT) for each in ("game", "part", "site")]

    def game(self, id: str) -> Kept | None:
        """Raises Refused."""
        with self.troubles():
            found = self.games.find(id, "")
            return kept_game(found) if found else None

    def each(self) -> Iterator[tuple[str, Kept]]:
        """All games. Raises Refused."""
        with self.troubles():
            for id in self.games.subjects():
                if found := self.game(log.check_id(id)):
                    yield id, found

    def part(self, name: str) -> KeptPart:
        """Raises Refused."""
        with self.troubles():
            found = self.parts.find(name, "")
            return KeptPart(found[0], files_of(found[1], known_page), found[2]) if found else NO_PART

    @property
    def look(self) -> Look:
        with self.troubles():
            return Look(*map(known_text, self.site.find("look", "") or Look()))

    @property
    def has_rules(self) -> bool:
        """Whether it has pages about rules. What an earlier version made shows it by these pages."""
        with self.troubles():
            found = self.site.find("rules", "")
            return any(each.startswith("rules ") for each in self.parts.subjects()) if found is None else bool(found)

    def keep(self, id: str, kept: Kept) -> None:
        self.games.keep(id, "", said_fields(kept))

    def write(self, gone: tuple[str, ...] = (), gone_parts: tuple[str, ...] = ()) -> None:
        """Write what is kept, without the games and parts that are gone. Raises Unwritable, Refused."""
        with self.troubles():
            for answers, names in ((self.games, gone), (self.parts, gone_parts), (self.site, ())):
                if answers.fresh or names:
                    answers.write(names)

    @property
    def version(self) -> int:
        """Another number after another process wrote to the table."""
        (found,) = self.base.execute("PRAGMA data_version").fetchone()
        return int(found)

    @contextmanager
    def troubles(self) -> Iterator[None]:
        with troubles_of(self.path):
            yield


@contextmanager
def troubles_of(path: str) -> Iterator[None]:
    """Raises Refused for what is no manifest, Unwritable for one that cannot be used."""
    try:
        yield
    except NewerFormat as error:
        raise Refused(error.says) from error
    except disk.Unreadable as error:
        raise Refused(error.says, AGAIN) from error
    except BadManifest as error:
        raise no_manifest(path, error.says) from error
    except (sqlite3.OperationalError, OSError) as error:
        raise files.unwritten(path, error) from error
    except (sqlite3.DatabaseError, NotOurs) as error:
        raise no_manifest(path, say("it is damaged, or the table of another program.")) from error
    except (ValueError, LookupError, TypeError, AttributeError, log.Trouble) as error:
        raise no_manifest(path, CHANGED) from error


def no_manifest(path: str, why: Phrase) -> Refused:
    return Refused(say("{path} isn't the manifest of an archive: {why}", path=path, why=why), AGAIN)


def open_manifest(folder: str, *, check: bool) -> Manifest:
    """The manifest of an archive; one in memory where there is none, or nothing may be written. Raises Refused."""
    path = os.path.join(folder, NAME)
    if disk.is_missing(path):
        return Manifest(open_database(":memory:"), path)
    with troubles_of(path):
        disk.refuse_odd(path)
        base = open_database(path)
        for (format,) in base.execute("SELECT DISTINCT program FROM answer WHERE program != ?", (FORMAT,)):
            refuse_format(format)
    return Manifest(in_memory(base), path) if check else Manifest(base, path, on_disk=True)


def in_memory(base: sqlite3.Connection) -> sqlite3.Connection:
    """A copy, into which a check may write."""
    copy = sqlite3.connect(":memory:")
    base.backup(copy)
    base.close()
    return copy


def claim(folder: str, found: Manifest) -> Manifest:
    """A manifest on the disk says whose the folder is before anything else is there. The caller holds its lock.

    Without the lock two archives that begin at once would take each other's pages for those of somebody else.
    """
    path = os.path.join(folder, NAME)
    if found.on_disk:
        return found
    if not disk.is_missing(path):
        return open_manifest(folder, check=False)
    with troubles_of(path):
        base = open_database(path)
        found.base.backup(base)
    return Manifest(base, path, on_disk=True)


def refuse_format(found: object) -> None:
    """Raises BadManifest, NewerFormat."""
    if is_newer(found, FORMAT):
        raise NewerFormat(newer_format(THE_ARCHIVE, found, FORMAT))
    words = "its format is {found}, but this version only knows {ours}."
    raise BadManifest(say(words, found=repr(found), ours=FORMAT))


def kept_game(fields: Fields) -> Kept:
    """Raises BadManifest, or what reading of broken fields raises."""
    found = Kept(**{**fields, "files": files_of(fields["files"], lambda name: name in files.NAMES)})
    usual = Kept({})
    for name in ("seen", "warning", "gone", "faulty", "number", "made"):
        if type(getattr(found, name)) is not type(getattr(usual, name)):
            raise TypeError(name)
    if found.summary is not None:
        summary_of_fields(found.summary)
    if found.trouble is not None:
        known_text(found.trouble["says"])
        found.trouble["entry"]
    return found


def known_text(words: object) -> str:
    if not isinstance(words, str):
        raise ValueError(words)
    return words


def known_page(name: str) -> bool:
    """A name of one of the archive's own files: it cannot be a page of a game, or a path out of the folder.

    It begins with a name that has a dot, which no game has.
    """
    if name == files.SCHEMA:  # no page of a game, even if one is called `schemas`
        return True
    parts = name.split("/")
    return "." in parts[0] and len(parts) < 4 and all(part.strip(".") and "\\" not in part for part in parts)


def files_of(fields: Fields, known: Callable[[str], bool]) -> Files:
    """Raises BadManifest for a name that the archive never gave: a manifest must not point anywhere else."""
    strange = [name for name in fields if not known(name)]
    if strange:
        raise BadManifest(say("it names {name}, which is never part of an archive.", name=repr(strange[0])))
    return {name: (str(each[0]), int(each[1])) for name, each in fields.items()}
