"""The record of a game for paper: who played, every entry in notation with its comments, diagrams, the result."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.report import wording
from referee.report.html.templates import macros, page, policy_digest, raw
from referee.report.pictures.chart import drawing
from referee.report.pictures.hex_places import Frame, centre
from referee.report.pictures.palette import Paint, Palette, paints
from referee.report.pictures.scene import Paints, borders, frame_around, marks, placed_insets
from referee.report.pictures.svg import definitions, space_drawing
from referee.report.site.game_lists import player_page_name
from referee.report.wording import paragraphs, safe_text
from referee.show.view import Board, Chart, Seat, Space, Word, drawable
from referee.words import Phrase, keyword_term, say, word_list

HEADING = say("Game record")
MOVES = say("The moves")
FINAL = say("The last position")
CHECK = say("Check this record")
PLAYERS = say("Players")
ARCHIVE = say("All games")
LOG = say("The log")
STEP_BY_STEP = say("Step by step")


class RecordEntry(NamedTuple):
    """An entry of the log as a record has it.

    does     what was played, in notation; or what else the entry is, in words
    shown    what chance uncovered with it: the items, in the words of the log
    remark   what its player said; `glyph` and `comment` are those of who wrote the notes
    instead  what might have been played instead, and what the notes say of that
    board    the board after it, where the record shows it
    gone     that it no longer counts, and by which entry; None if it counts
    """

    number: int
    at: str
    seat: str
    does: Word
    shown: str
    remark: str
    glyph: str
    comment: str
    instead: tuple[Phrase, ...] = ()
    board: Board | None = None
    gone: Phrase | None = None


class FinalStanding(NamedTuple):
    """A seat at the end: its count (None: nothing is counted), and whether it has won."""

    seat: Seat
    score: int | None
    won: bool


class Record(NamedTuple):
    """The content of the page.

    facts    pairs of what and which: the dates, the options of the game, its head
    victory  how the game was won, in a sentence or two
    """

    seats: tuple[Seat, ...]
    title: str
    game: str
    result: Phrase | str
    victory: tuple[Phrase, ...]
    unit: str
    about: str
    facts: tuple[tuple[Phrase, Word], ...]
    standings: tuple[FinalStanding, ...]
    entries: tuple[RecordEntry, ...]
    board: Board | None
    chart: Chart | None
    provenance: tuple[Word, ...]
    proof: tuple[Word, ...]
    command: str
    has_replay: bool


class Diagram(NamedTuple):
    """A board ready to be drawn: its shore, its spaces, the text on them, and its description in words."""

    frame: Frame
    marks: Markup
    outline: str
    shore: Markup
    spaces: Markup
    letters: Markup
    label: str


def html(record: Record, palette: Palette = None, image: str = "") -> str:
    """The page. `palette` replaces colours of seats; ValueError when it cannot be used.

    image  the whole address of the picture that a link to the page shows, "" for none
    """
    painted = paints(record.seats, palette)
    style, chips = raw("archive_record.css"), {seat: chip(paint) for seat, paint in painted.items()}
    return page(
        "archive_record.html",
        record=record,
        title=say("{title}: {game}", title=record.title, game=record.game),
        description=word_list(record.victory or [record.result], " "),
        image=image,
        player_page=player_page_name,
        about=note_markup(record.about),
        chips=chips,
        definitions=definitions(tuple(painted.values()), record.board),
        style=style,
        digest=policy_digest(style),
        chart=drawing(record.chart, painted) if record.chart else None,
        moves=moves(record.entries, painted, chips),
        last=diagram(record.board, painted, record.entries[-1].number) if record.entries else None,
        words=wording,
        own=SimpleNamespace(**OWN),
    )


OWN = {
    "heading": HEADING,
    "moves": MOVES,
    "final": FINAL,
    "check": CHECK,
    "players": PLAYERS,
    "archive": ARCHIVE,
    "log": LOG,
    "replay": STEP_BY_STEP,
}
"""The words of the page itself."""


def chip(paint: Paint) -> Markup:
    """A seat as a small picture."""
    return Markup(
        '<svg class="chip" viewBox="-62 -54 124 108" aria-hidden="true"><use href="#hex" class="rim"/>'
        f'<use href="#tile{paint.number}"/><use href="#plate{paint.number}" transform="scale(1.9)"/></svg>'
    )


def moves(entries: tuple[RecordEntry, ...], painted: Paints, chips: Mapping[str, Markup]) -> Markup:
    """All entries, a line each. There are many, and a template would take most of its time for them."""
    signs = {seat: f'{chip}<span class="unseen">{clean(keyword_term(seat))}</span>' for seat, chip in chips.items()}
    return Markup("".join([line(each, signs.get(each.seat, ""), painted) for each in entries]))


def line(entry: RecordEntry, sign: str, painted: Paints) -> str:
    """`sign`: whose it is; empty for entries that are not moves."""
    number, beside = entry.number, ' class="gone"' if entry.gone else "" if sign else ' class="beside"'
    text = f'<li value="{number}" id="entry-{number}"{beside}><span class="by">{sign}</span>'
    text += f'<span class="does">{clean(entry.does)}</span>'
    if entry.glyph:
        text += f' <b class="glyph">{clean(entry.glyph)}</b>'
    if entry.shown:
        text += f' <span class="shown">{clean(entry.shown)}</span>'
    if entry.gone:
        text += f' <span class="fate">{clean(entry.gone)}</span>'
    if entry.remark:
        text += f" <q>{clean(entry.remark)}</q>"
    if entry.comment:
        text += f'<p class="comment">{note_markup(entry.comment)}</p>'
    for told in entry.instead:
        text += f'<p class="instead">{note_markup(told)}</p>'
    return f"{text}{figure(diagram(entry.board, painted, number))}</li>\n"


def clean(word: Word) -> Markup:
    """A word as text of the page."""
    return escape(safe_text(word))


def note_markup(word: Word) -> Markup:
    """A word of notes as text of the page, with its line breaks."""
    return escape(paragraphs(word))


def figure(diagram: Diagram | None) -> str:
    if diagram is None:
        return ""
    drawn = macros("archive_diagram.svg").diagram(diagram)
    return f"<figure>{drawn}<figcaption>{clean(diagram.label)}</figcaption></figure>"


def diagram(board: Board | None, painted: Paints, number: int) -> Diagram | None:
    """The news of this entry are marked; things that only somebody at the table needs are left out.

    None if there is no board to draw.
    """
    if not (board := drawable(board)):
        return None
    shown = board._replace(spaces=tuple([quiet(space) for space in board.spaces if not space.ground.is_offer]))
    drawn = [space_drawing(space, painted) for space in shown.spaces]
    places = [centre(space.q, space.r) for space in shown.spaces]
    frame = frame_around(shown, places)
    return Diagram(
        placed_insets(board.insets, frame, painted)[0],
        marks(shown, [(space.q, space.r) for space in shown.spaces], frame),
        borders(shown.spaces),
        Markup("".join([f'<use href="#hex" x="{x}" y="{y}"/>' for x, y in places])),
        Markup("".join([layer for layers in zip(*[each[:-1] for each in drawn], strict=True) for layer in layers])),
        Markup("".join([each.letters for each in drawn])),
        str(say("{board} after entry {entry}", board=board.name, entry=number)),
    )


def quiet(space: Space) -> Space:
    if not [each for each in space.pieces if each.fresh not in ("", "now")]:
        return space
    pieces = [each if each.fresh in ("", "now") else each._replace(fresh="") for each in space.pieces]
    return space._replace(pieces=tuple(pieces))
