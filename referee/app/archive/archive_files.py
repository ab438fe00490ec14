"""The files of an archive. They are written whole, and a manifest lists them: only listed files are ever removed.

The manifest `archive.json` is written last. Files that it does not name belong to somebody else. The next run completes
whatever a killed run left undone: it builds a game again unless the manifest describes its present state.
"""

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple, TypedDict

from referee.app.archive.summary_files import SummaryFields, summary_of_fields
from referee.app.errors import Refused, Unwritable
from referee.reading.plain_files import flags
from referee.reading.schemas import ENDING
from referee.store import disk, log
from referee.store.documents import THE_ARCHIVE, NewerFormat, is_newer, newer_format
from referee.words import Phrase, say

MANIFEST = "archive.json"
FORMAT = "referee-archive/1"
LOG = f"log/{log.NAME}"
"""The copy of a log: so deep that the schema which its first line names, `../../schemas/…`, is in the archive."""
PREVIEW = "preview.png"
"""What a link to the record shows in chats; only in an archive that knows its address."""
BOARD, COURSE, WORDS = "board.svg", "course.svg", "words.js"
"""The last board as a small picture, the course of the scores, and what can be searched of a game."""
NAMES = ("index.html", "record.html", PREVIEW, BOARD, COURSE, WORDS, LOG, "notes.yaml", log.NAME)
"""The files of ours that a game's folder may hold; the last one is from archives of earlier versions."""
SCHEMA = f"schemas/log{ENDING}"

Fields = Mapping[str, Any]
"""Plain data of a manifest, not checked yet: anything wrong with it raises BadManifest."""
Files = Mapping[str, tuple[str, int]]
"""Name → SHA-256 and number of bytes."""


class GameTrouble(TypedDict):
    """Why a game was not built: the first bad entry (None: none is named), and what is wrong with it."""

    entry: int | None
    says: str


class Kept(NamedTuple):
    """What the manifest records of a game.

    files      its pages and copies in the archive
    log, size  SHA-256 and number of bytes of the log from which its pages were made; "" and 0 when none were
    notes      SHA-256 of its notes, or ""
    seen       what the log and the notes were when they were looked at last, even if nothing could be made of them
    summary    the game in brief (`summaries.plain`), or None without pages
    trouble    why it was not made from what was seen: `entry` (None: none is named) and `says`; or None
    warning    what else there is to say, or ""
    faulty     how many of its notes are wrong: the file, or lines that were not played
    """

    files: Files
    log: str = ""
    size: int = 0
    notes: str = ""
    seen: str = ""
    summary: SummaryFields | None = None
    trouble: GameTrouble | None = None
    warning: str = ""
    gone: bool = False
    faulty: int = 0


class Look(NamedTuple):
    """How an archive looks: its heading ("": the usual one), and the address of its site ("": no feed)."""

    heading: str = ""
    url: str = ""


class Manifest(NamedTuple):
    """How the archive was made, its games by name, and its own pages; `state` is a hash of all they are made from.

    `look` is what was requested when it was built, and holds until something else is requested.
    """

    made: dict[str, str]
    games: dict[str, Kept]
    pages: Files
    state: str = ""
    look: Look = Look()


def hex_digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()


def file_marks(files: Mapping[str, bytes]) -> Files:
    return {name: (hex_digest(raw), len(raw)) for name, raw in files.items()}


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


def read_manifest(folder: str) -> Manifest | None:
    """The manifest of an archive; None if there is none. Raises Refused when it cannot be understood."""
    path = os.path.join(folder, MANIFEST)
    if disk.is_missing(path):
        return None
    try:
        return manifest_of(manifest_fields(disk.read_plain_file(path)))
    except NewerFormat as error:
        raise Refused(error.says) from error
    except disk.Unreadable as error:
        raise Refused(error.says, AGAIN) from error
    except BadManifest as error:
        raise Refused(
            say("{path} isn't the manifest of an archive: {why}", path=path, why=error.says), AGAIN
        ) from error


def manifest_fields(raw: bytes) -> Fields:
    """The fields in the file of a manifest, by the keys of our format. Raises BadManifest, NewerFormat."""
    try:
        fields = json.loads(raw)
    except json.JSONDecodeError as error:
        raise BadManifest(
            say("it was cut off or changed, and can't be read from line {line} on.", line=error.lineno)
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadManifest(say("it isn't readable text.")) from error
    if not isinstance(fields, dict) or "format" not in fields:
        raise BadManifest(say("it doesn't say that it is one."))
    if is_newer(fields["format"], FORMAT):
        raise NewerFormat(newer_format(THE_ARCHIVE, fields["format"], FORMAT))
    if fields["format"] != FORMAT:
        found = repr(fields["format"])
        raise BadManifest(say("its format is {found}, but this version only knows {ours}.", found=found, ours=FORMAT))
    return fields


def manifest_of(fields: Fields) -> Manifest:
    """Raises BadManifest."""
    try:
        games = {log.check_id(id): manifest_game(each) for id, each in fields["games"].items()}
        looks = fields.get("look", Look()._asdict())
        look = Look(*[known_text(looks[name]) for name in Look._fields])
        pages = files_of(fields["pages"], known_page)
        return Manifest(dict(fields["made"]), games, pages, known_text(fields["state"]), look)
    except (ValueError, LookupError, TypeError, AttributeError, log.Trouble) as error:
        raise BadManifest(say("parts of it are missing, or different from what this version writes.")) from error


def manifest_game(fields: Fields) -> Kept:
    """Raises BadManifest, or what reading of broken fields raises."""
    found, usual = Kept(**{**fields, "files": files_of(fields["files"], lambda name: name in NAMES)}), Kept({})
    for name in ("log", "size", "notes", "seen", "warning", "gone", "faulty"):
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
    """A name of one of the archive's own files: it cannot be a page of a game, or a path out of the folder."""
    if name == SCHEMA:  # no page of a game, even if one is called `schemas`
        return True
    parts = name.split("/")
    return len(parts) < 3 and all("." in part and part.strip(".") and "\\" not in part for part in parts)


def files_of(fields: Fields, known: Callable[[str], bool]) -> Files:
    """Raises BadManifest for a name that the archive never gave: a manifest must not point anywhere else."""
    strange = [name for name in fields if not known(name)]
    if strange:
        raise BadManifest(say("it names {name}, which is never part of an archive.", name=repr(strange[0])))
    return {name: (str(each[0]), int(each[1])) for name, each in fields.items()}


def manifest_bytes(manifest: Manifest) -> bytes:
    """The same archive gives the same bytes; one line for each game, so that a difference can be read."""
    head = {
        "format": FORMAT,
        "made": manifest.made,
        "look": manifest.look._asdict(),
        "state": manifest.state,
        "pages": dict(manifest.pages),
    }
    games = [
        f"{json.dumps(id)}: {sorted_json({**each._asdict(), 'files': dict(each.files)})}"
        for id, each in sorted(manifest.games.items())
    ]
    lines = ",\n".join(games)
    return f'{sorted_json(head)[:-1]}, "games": {{\n{lines}\n}}}}\n'.encode("ascii")


def sorted_json(fields: object) -> str:
    return json.dumps(fields, sort_keys=True, ensure_ascii=True)


def write_manifest(folder: str, manifest: Manifest) -> None:
    """For good when this returns. Raises Unwritable."""
    raw, path = manifest_bytes(manifest), os.path.join(folder, MANIFEST)
    try:
        if not disk.is_missing(path) and disk.read_plain_file(path) == raw:
            return
        for left in disk.leftovers(folder, MANIFEST):
            disk.forget_file(left)
        fresh = disk.fresh_name(folder, MANIFEST)
        disk.write_new(fresh, raw)
        disk.replace(fresh, path, folder)
    except (OSError, disk.Unreadable) as error:
        raise unwritten(path, error) from error


def unwritten(path: str, error: BaseException) -> Unwritable:
    return Unwritable(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error)))


def put(folder: str, name: str, raw: bytes) -> None:
    """Write a file of the archive whole, or not at all; in no hurry to have it on the disk: it can be made again.

    Raises Unwritable. The name of the unfinished file is always the same, so that the next run takes its place.
    """
    path = os.path.join(folder, name)
    above, last = os.path.split(path)
    fresh = os.path.join(above, f".{last}{disk.NEW}")
    try:
        for each in folders(folder, name):
            refuse_link(each)
        write_and_close(open_fresh(above, fresh), raw)
        os.replace(fresh, path)
    except OSError as error:
        disk.forget_file(fresh)
        raise unwritten(path, error) from error


def write_and_close(file: int, raw: bytes) -> None:
    try:
        disk.write_all(file, raw)
    finally:
        os.close(file)


AFRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | flags("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")


def open_fresh(folder: str, fresh: str) -> int:
    """Open a file in a folder, and make the folder if there is none: usually it exists."""
    try:
        return os.open(fresh, AFRESH, 0o666)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        return os.open(fresh, AFRESH, 0o666)


def folders(folder: str, name: str) -> list[str]:
    """The folder of a file in it, and all above that one, the archive's or the game's own first."""
    parts = name.split("/")[:-1]
    return [os.path.join(folder, *parts[:depth]) for depth in range(len(parts) + 1)]


def refuse_link(folder: str) -> None:
    """Refuse a folder of the archive that is a link: it would point out of the archive. Raises Refused."""
    if os.path.islink(folder):
        raise Refused(say("{folder} is a link, but the archive only writes to its own folders.", folder=folder))


def is_there(folder: str, name: str, mark: tuple[str, int]) -> bool:
    """Whether a file looks unchanged: a plain file of the same size. Only `--check` reads them all."""
    try:
        found = os.lstat(os.path.join(folder, name))
    except OSError:
        return False
    return found.st_size == mark[1] and stat.S_ISREG(found.st_mode)


def is_same(folder: str, name: str, mark: tuple[str, int]) -> bool:
    """Whether a file is that to the byte."""
    try:
        return hex_digest(disk.read_plain_file(os.path.join(folder, name))) == mark[0]
    except disk.Unreadable:
        return False


def take_away(folder: str, names: Sequence[str]) -> None:
    """Remove files that the manifest named, and folders of the archive that are empty then; links are left alone."""
    for name in names:
        if not any(map(os.path.islink, folders(folder, name))):
            disk.forget_file(os.path.join(folder, name))
    below = {each for name in names for each in folders(folder, name)} - {folder}
    for each in sorted(below, reverse=True):  # the deepest first
        with suppress(OSError):
            os.rmdir(each)


def strangers(folder: str, wanted: Mapping[str, object]) -> Iterator[str]:
    """Files that are there under names that a first run would write."""
    yield from (name for name in wanted if os.path.lexists(os.path.join(folder, name)))
