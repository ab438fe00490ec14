"""The pages of an archive besides those of its games: the list of games, statistics, the feed."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.report import wording
from referee.report.html.templates import embedded_json, page, policy_digest, raw, script_of
from referee.report.pictures.palette import Palette, paints
from referee.show.view import Seat, Word
from referee.words import Phrase, say


class Player(NamedTuple):
    """Who had a seat, the count at the end (None: nothing is counted), and whether that won."""

    seat: Seat
    score: int | None
    won: bool


class Listed(NamedTuple):
    """A game of the list. Without `made` there are no pages; `trouble` says why it is bad, "" for a good one.

    entries how many, if that is known
    status  a word for style sheets and scripts: `running`, `over`, `closed`, `abandoned`, `bad`; `says` tells it
    manner  the `way` in which it was won, in the words that addresses have in every language
    """

    id: str
    title: str
    players: tuple[Player, ...]
    result: Word
    way: str
    manner: str
    began: str
    last: str
    entries: int | None
    status: str
    says: Word
    made: bool
    has_notes: bool
    trouble: Word


class Share(NamedTuple):
    """A cell with a bar: so many thousandths (None: no bar); `says` is the text next to it."""

    thousandths: int | None
    says: Word


class Figures(NamedTuple):
    """A table of statistics: cells are words, numbers and shares; `note` says how far it can be trusted."""

    heading: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[tuple[Word | Share, ...], ...]
    note: Phrase | None = None


class Chapter(NamedTuple):
    """The statistics of a title."""

    id: str
    title: str
    summary: Phrase
    figures: tuple[Figures, ...]


class Item(NamedTuple):
    """An item of the feed: `at` in the form of RFC 822, `guid` the same for ever."""

    title: Word
    link: str
    says: Word
    at: str
    guid: str


class Feed(NamedTuple):
    """The feed; `link` and `own` are the addresses of the archive and of the feed itself."""

    title: Word
    link: str
    own: str
    says: Word
    language: str
    items: tuple[Item, ...]


TEXTS = {
    "search": say("Search"),
    "title": say("Title"),
    "player": say("Player"),
    "year": say("Year"),
    "status": say("Status"),
    "way": say("Won"),
    "all": say("all"),
    "reset": say("Show all"),
    "shown": say("Shown: {count} of {all}", count="{count}", all="{all}"),
    "none": say("No game matches."),
    "sort": say("Sort by {column}", column="{column}"),
}
"""What the script of the list says. `{count}` and the like are filled in on the page."""

COLUMNS = (
    ("game", say("Game")),
    ("players", say("Players")),
    ("result", say("Result")),
    ("began", say("Began")),
    ("last", say("Last entry")),
    ("entries", say("Entries")),
    ("status", say("Status")),
)
OWN = {
    "games": say("Games"),
    "statistics": say("Statistics"),
    "all": say("All games"),
    "feed": say("Feed"),
    "record": say("record"),
    "log": say("log"),
    "notes": say("notes"),
    "filter": say("Find games"),
    "bad": say("Entry {entry} is wrong. {why}"),
    "verified": say("How to check these games"),
    "none": say("There are no games yet."),
    "entries": say("entries"),
    "contents": say("Titles"),
}
CHECKING = (
    say(
        "Each game was checked from its log when its pages were made: the chain of entries, "
        "every move against the rules, and the shuffle, once its secret is published. For a running game with hidden "
        "hands only the chain can be checked until the end "
        "reveals its secret. A log that was rewritten later is refused."
    ),
    say("Anybody can check a log with Python, without installing this program:"),
)
COMMAND = "python3 verify.d/verify.py GAME/log/log.yaml verify.d"


def index(games: Sequence[Listed], heading: Word, headline: Phrase, palette: Palette = None, feed: bool = False) -> str:
    """The list of games: a plain table, with search and filters where scripts run."""
    style, script = raw("report.css") + raw("archive.css"), script_of("archive") if games else Markup()
    chips = chips_of(games, palette)
    return page(
        "archive_index.html",
        games=games,
        heading=heading,
        headline=headline,
        chips=chips,
        columns=COLUMNS,
        own=OWN,
        texts=embedded_json({name: str(text) for name, text in TEXTS.items()}),
        checking=CHECKING,
        command=COMMAND,
        style=style,
        script=script,
        digests=(policy_digest(style), policy_digest(script) if script else ""),
        feed=feed,
        words=wording,
    )


class Chip(NamedTuple):
    """How a seat is shown in a list: a small hexagon that is drawn once, `number` names it."""

    number: int
    fill: str
    ink: str
    initial: str


def chips_of(games: Sequence[Listed], palette: Palette) -> dict[tuple[str, str], Chip]:
    """A chip for each seat of each game: equal ones are one."""
    known: dict[tuple[str, str, str], Chip] = {}
    found = {}
    for game in games:
        for seat, paint in paints(tuple([each.seat for each in game.players]), fitting(palette, game)).items():
            look = (paint.fill, paint.ink, paint.initial)
            found[game.id, seat] = known.setdefault(look, Chip(len(known), *look))
    return found


def fitting(palette: Palette, game: Listed) -> Palette:
    """A table of colours may name seats of other games, too."""
    if palette is None or isinstance(palette, str):
        return palette
    seats = [each.seat.id for each in game.players]
    return {seat: colour for seat, colour in palette.items() if seat in seats} or None


def statistics(chapters: Sequence[Chapter], heading: Word, headline: Phrase) -> str:
    """The page of statistics: tables with bars, no script."""
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_statistics.html",
        chapters=chapters,
        heading=heading,
        headline=headline,
        own=OWN,
        style=style,
        digest=policy_digest(style),
        words=wording,
        is_share=lambda cell: isinstance(cell, Share),
        is_number=is_number,
        is_short=is_short,
    )


def is_number(cell: object) -> bool:
    """Whether a cell is aligned right: a number, one with tenths, or none."""
    return not isinstance(cell, Share) and not str(cell).strip("0123456789.,–")


SHORT = 12
"""Letters of a name that is never broken."""


def is_short(cell: object) -> bool:
    return len(str(cell)) <= SHORT


def feed(found: Feed) -> str:
    """RSS 2.0."""
    return page("feed.xml", feed=found)
