"""Report files: `reports/<game>/<entry>.html` for everybody, `private/<game>/<entry>-<seat>.html` for one seat.

They can be made again at will and are never the truth. People publish the folder of reports: a page that is not yet
whole is in `private/<game>/`, where a killed command leaves it until the next page of the game.
"""

import errno
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from referee.app.errors import Missing, Unwritable
from referee.app.look import library
from referee.app.look.library import published_rules
from referee.reading.schemas import ENDING
from referee.report.pictures import raster
from referee.report.pictures.hex_places import NOTHING, Pointers
from referee.report.pictures.palette import BadPalette
from referee.settings import Misconfigured, Settings
from referee.show.view import Seat, View, drawable
from referee.store import disk
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.report.pictures.last_turns import EmailBoard
    from referee.report.pictures.palette import Palette
    from referee.show.menu import Menu


PAGES = (".html", ".png", ".gif")
"""Endings of pages and of pictures: they are made again where they are wanted."""


def report_page(settings: Settings, view: View, menu: "Menu | None" = None, beside: Sequence[str] = ()) -> str:
    """The report of a view as one HTML file; with the menu of its seat, a move can be composed on it.

    beside  the files of `REPLAY` and `PICTURE` that are beside it
    """
    from referee.report.html import html_report, packed_page  # Jinja is heavy, and a report as text needs none

    links, rules = tuple([(name, BESIDE[name]) for name in beside]), published_rules(settings, view.title)
    own = (
        partial(packed_page.composing_page, menu=menu, rules=rules)
        if menu
        else partial(html_report.report, links=links, rules=rules)
    )
    return coloured_report(own, settings, view)


def board_svg(settings: Settings, view: View, width: int = 0, pointers: Pointers = NOTHING) -> str:
    """The board of a view as an SVG picture, `width` pixels wide or in its own units. Raises Missing without one."""
    from referee.report.pictures import svg  # the same

    refuse_boardless(view)
    return coloured_report(partial(svg.board, width=width, pointers=pointers), settings, view)


def refuse_boardless(view: View) -> None:
    """Raises Missing: only a board can be a picture."""
    if not drawable(view.board):
        words = "{game} has no board, so there is no picture of it. Use --format html, text, bbcode or markdown."
        raise Missing(say(words, game=view.game))


class Seated(Protocol):
    """Something drawn in the colours of its seats."""

    @property
    def seats(self) -> tuple[Seat, ...]: ...


def image(settings: Settings, view: View, width: int, pointers: Pointers = NOTHING) -> bytes:
    """The board of a view as a PNG picture, `width` pixels wide. Raises Missing without one."""
    return raster.png(board_svg(settings, view, width, pointers), width)


def coloured_report(draw: Callable[..., str], settings: Settings, shown: Seated) -> str:
    """A report in the configured colours. Raises Misconfigured when these are none."""
    try:
        return draw(shown, palette(settings, shown))
    except BadPalette as error:
        raise Misconfigured(say("The setting palette: {why}", why=error)) from error


def palette(settings: Settings, shown: Seated) -> "Palette":
    """The configured colours; a table of colours may name seats of other games, too."""
    if isinstance(settings.palette, str):
        return settings.palette
    seats = [seat.id for seat in shown.seats]
    return {seat: colour for seat, colour in settings.palette if seat in seats} or None


def report_path(settings: Settings, view: View) -> str:
    """Where a report belongs: what a seat alone may see is among what the moderator keeps to himself."""
    if view.seat:
        return os.path.join(settings.own_pages, view.game, f"{view.entry}-{view.seat}.html")
    return os.path.join(settings.reports, view.game, f"{view.entry}.html")


def kept_board(settings: Settings, view: View, board: "EmailBoard") -> bytes:
    """The picture of an e-mail: made once for all e-mails about a position, and kept beside the reports of seats.

    The name of its file has a digest of the drawings: other colours, another language, or a board on which a seat sees
    more are another file. It can be made again at any time, so what cannot be read or written is no trouble.
    """
    from referee.report.pictures.last_turns import email_picture  # the same

    folder = os.path.join(settings.own_pages, view.game)
    digest = sha256(repr(board).encode("utf-8", "replace")).hexdigest()[:16]
    path = os.path.join(folder, f"{view.entry}-{digest}.{board.kind}")
    with suppress(disk.Unreadable):
        kept = disk.read_plain_file(path)
        if kept.endswith(raster.ENDS):
            return kept
    made = email_picture(board)
    with suppress(Unwritable):
        make_folder(folder, 0o700)
        write_output_file(path, made, OWN)
    return made


REPLAY, PICTURE = "replay.html", "board.png"
BESIDE = {REPLAY: say("Replay"), PICTURE: say("Picture")}
"""What there is beside each report of a game that is over."""


def save_report(settings: Settings, view: View, replay: str = "") -> tuple[str, Phrase | None]:
    """Write the report to its place: its path, or a warning. A recorded move stays recorded either way.

    replay  the page of a game that is over, which is written beside it, with the picture of the board
    """
    path, begun = report_path(settings, view), os.path.join(settings.own_pages, view.game)
    try:
        make_folder(os.path.dirname(path), 0o700 if view.seat else 0o777)
        make_folder(begun, 0o700)
        for left in disk.leftovers(begun):
            if any(f"{ending}." in left for ending in PAGES):
                disk.forget_file(left)
        beside = files_beside(settings, view, replay) if replay else {}
        page = report_page(settings, view, beside=tuple(beside)).encode() + b"\n"
        for name, made in {**beside, os.path.basename(path): page}.items():
            where = os.path.join(os.path.dirname(path), name)
            write_output_file(where, made, OWN if view.seat else PUBLIC, begun=begun)
    except (Unwritable, Misconfigured) as error:
        words = "The report couldn't be written. {why} To make it again: referee show {game}{seat} --out {path}"
        seat = say(" --seat {seat}", seat=view.seat) if view.seat else ""
        return "", say(words, why=error.says, game=view.game, seat=seat, path=path)
    return path, None


def files_beside(settings: Settings, view: View, replay: str) -> dict[str, bytes]:
    """The replay, and the board as a picture where there is one."""
    shown = {PICTURE: image(settings, view, raster.SIZES["medium"])} if drawable(view.board) else {}
    return {REPLAY: replay.encode(), **shown}


def make_folder(folder: str, mode: int) -> None:
    """Raises Unwritable."""
    try:
        os.makedirs(folder, mode=mode, exist_ok=True)
    except OSError as error:
        raise Unwritable(
            say("{folder} couldn't be created: {why}.", folder=folder, why=disk.reason_text(error))
        ) from error


OWN, PUBLIC = 0o600, 0o666
"""Who may read a file from its first byte on: only its owner, since it may show a hand; or the default."""


def write_output_file(path: str, made: str | bytes, mode: int = PUBLIC, begun: str = "") -> None:
    """Write a file whole, or not at all; until it is whole it is in the folder `begun`. Raises Unwritable."""
    refuse_odd(path)
    raw = made.encode() if isinstance(made, str) else made
    try:
        try:
            place(path, raw, mode, begun)
        except FileNotFoundError:  # a parallel process took our unfinished file for the rest of a crash
            place(path, raw, mode)
        except OSError as error:  # the two folders are on two disks
            if error.errno != errno.EXDEV:
                raise
            place(path, raw, mode)
    except OSError as error:
        raise Unwritable(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error))) from error


def write_output_folder(folder: str, made: Mapping[str, str]) -> list[str]:
    """Write files to a folder, which is made if it is not there: their paths. Raises Unwritable."""
    make_folder(folder, 0o777)
    for name, text in made.items():
        write_output_file(os.path.join(folder, name), text)
    return [os.path.join(folder, name) for name in made]


def place(path: str, raw: bytes, mode: int, begun: str = "") -> None:
    """A new file in the place of an old one, if there is one, and nothing else. Raises OSError."""
    folder, name = os.path.split(path)
    for left in disk.leftovers(folder or os.curdir, name):
        disk.forget_file(left)
    fresh = disk.fresh_name(begun or folder, name)
    try:
        disk.write_file(fresh, raw, mode)  # not forced to the disk: a page can be made again
        os.replace(fresh, path)
    except OSError:
        disk.forget_file(fresh)
        raise


IRREPLACEABLE = re.compile(rb"(?m)^format: referee-(log|private)/")


def refuse_odd(path: str) -> None:
    """A pipe or a device would be replaced: `/dev/stdout`, too; a log or a secret is never. Raises Unwritable."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise Unwritable(say("{path} is not a plain file. Use - for standard output.", path=path))
    with suppress(OSError), open(path, "rb") as file:
        if IRREPLACEABLE.search(file.read(1000)):
            raise Unwritable(say("{path} is the log of a game or its secret. Choose another file.", path=path))


def write_schemas(folder: str) -> list[str]:
    """Write every schema to a folder: the paths written. Raises Unwritable."""
    return write_output_folder(folder, {name + ENDING: schema_text(name) for name in library.schemas()})


def schema_text(name: str) -> str:
    """The file of a schema."""
    return json.dumps(library.schema(name), ensure_ascii=False, indent=2) + "\n"
