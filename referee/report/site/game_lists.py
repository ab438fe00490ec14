"""The lists of games in an archive: the first page, with search and filters, and plain pages of a hundred games each.

The first page shows the newest games. Its script reads all games from `list.d/games-N.js`: scripts may be loaded from a
disk, too, where a page may not fetch any other file.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from types import SimpleNamespace
from typing import NamedTuple

from referee.report import wording
from referee.report.html.page_scripts import script_of
from referee.report.html.templates import embedded_json, page, policy_digest, raw
from referee.report.pictures.palette import Palette, paints
from referee.report.site.word_index import WordIndex
from referee.show.view import Seat, Word
from referee.words import Phrase, plain_letters, say

NEWEST, ON_A_PAGE, IN_A_BLOCK = 50, 100, 1000
"""Games on the first page, on each of the plain pages, and in a file for the script of the first page."""


class Player(NamedTuple):
    """Who had a seat, the count at the end (None: nothing is counted), and whether that won.

    planned  whether that is the planning player of the referee, and no person
    """

    seat: Seat
    score: int | None
    won: bool
    planned: bool = False

    @property
    def page(self) -> str:
        return player_page_name(self.seat.player)


SLUG = 40
"""Characters of a name in the name of a page, at most."""


def player_page_name(name: str) -> str:
    """The page of a player: letters that every disk knows, and a hash, since names may differ in other ways."""
    slug = re.sub("[^a-z0-9]+", "-", plain_letters(name))[:SLUG].strip("-")
    return f"players.d/{slug or 'player'}-{sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}.html"


class Listed(NamedTuple):
    """A game of the list. Without `made` there are no pages; `trouble` says why it is bad, "" for a good one.

    began, last  the times of its first and its last entry, "" without one
    entries      how many, if that is known
    status       a word for style sheets and scripts: `running`, `over`, `closed`, `abandoned`, `bad`; `says` tells it
    name         the game in a few words; `tag`: what is said on its picture; `quote`: from its notes
    manner       the `way` in which it was won, in the words that addresses have in every language
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
    has_board: bool
    trouble: Word
    has_course: bool = False
    name: Word = ""
    tag: Word = ""
    quote: str = ""


Games = Sequence[Listed]

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
    "more": say("Show more"),
    "newest": say("Newest"),
    "closest": say("Closest finish"),
    "notes": say("Notes"),
    "annotated": say("Annotated"),
    "lost": say("Parts of this archive are missing, so the search can't be complete."),
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
    "players": say("Players"),
    "all": say("All games"),
    "feed": say("Feed"),
    "record": say("record"),
    "log": say("log"),
    "notes": say("notes"),
    "filter": say("Find games"),
    "verified": say("How to check these games"),
    "none": say("There are no games yet."),
    "entries": say("entries"),
    "contents": say("Titles"),
    "pages": say("Pages of this list"),
    "table": say("As a table"),
    "annotated": say("Annotated game"),
    "step": say("Replay with notes"),
    "booklet": say("Read as a booklet (PDF)"),
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


class GameList(NamedTuple):
    """What the pages of lists have in common.

    games   the newest first
    oldest  the same in the order in which they began, which never changes: new games come last
    url     the address of the site, "" for none: then there are no feed and no picture of links
    """

    games: Games
    oldest: Games
    heading: Word
    headline: Phrase
    words: WordIndex
    palette: Palette = None
    url: str = ""


def list_files(found: GameList) -> Iterator[tuple[str, str]]:
    """Name → text of the first page, of the plain pages where one is not enough, and of the files of its script."""
    files = dict([*game_blocks(found), *found.words.files()])
    version = sha256("".join(files.values()).encode()).hexdigest()[:8]
    pages = plain_pages(found) if len(found.games) > NEWEST else {}
    yield "index.html", index(found, len(files) - len(found.words.chunks), list(pages), version)
    yield from files.items()
    yield from pages.items()


def index(found: GameList, blocks: int, pages: Sequence[str], version: str) -> str:
    """The newest games in a plain table, with search and filters where scripts run."""
    style = raw("report.css") + raw("archive.css")
    script = script_of("archive") if found.games else None
    chips = chips_of(found.games, found.palette)
    facts = {
        "texts": {name: str(text) for name, text in TEXTS.items()},
        "statuses": {each.status: str(each.says) for each in found.games},
        "links": {name: str(OWN[name]) for name in ("record", "log", "notes", "entries")},
        "blocks": blocks,
        "words": found.words.first_words,
        "version": version,
        "newest": NEWEST,
    }
    pictured = [each for each in found.games if each.has_board and not each.trouble]
    featured = next((each for each in pictured if each.quote), None)
    shared = featured or next(iter(pictured), None)
    return page(
        "archive_index.html",
        games=found.games[:NEWEST],
        featured=featured,
        image=f"{found.url.rstrip('/')}/{shared.id}/preview.png" if found.url and shared else "",
        score_line=score_line,
        all=len(found.games),
        pages=page_links(pages, found),
        heading=found.heading,
        headline=found.headline,
        chips=chips,
        columns=COLUMNS,
        own=SimpleNamespace(**OWN),
        facts=embedded_json(facts),
        checking=CHECKING,
        command=COMMAND,
        style=style,
        script=script,
        digests=(policy_digest(style), script.digest if script else ""),
        feed=bool(found.url),
        words=wording,
    )


def score_line(game: Listed) -> str:
    """`Anna 50 – Dario 44`, the winner first; names alone where nothing is counted."""
    ranked = sorted(game.players, key=lambda each: (not each.won, -(each.score or 0)))
    return " \u2013 ".join([f"{each.seat.player}{'' if each.score is None else f' {each.score}'}" for each in ranked])


def plain_pages(found: GameList) -> dict[str, str]:
    """Name → page of so many games, in the order in which they began: only the last pages change with new games."""
    names = [f"list.d/{at // ON_A_PAGE + 1}.html" for at in range(0, len(found.oldest), ON_A_PAGE)]
    links = page_links(names, found)
    return {
        name: plain_page(found, found.oldest[number * ON_A_PAGE : (number + 1) * ON_A_PAGE], links, number)
        for number, name in enumerate(names)
    }


def plain_page(found: GameList, games: Games, links: Sequence[tuple[str, str]], number: int) -> str:
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_list.html",
        games=games,
        links=links,
        number=number,
        heading=found.heading,
        chips=chips_of(games, found.palette),
        columns=COLUMNS,
        own=SimpleNamespace(**OWN),
        style=style,
        digest=policy_digest(style),
        words=wording,
    )


def page_links(names: Sequence[str], found: GameList) -> list[tuple[str, str]]:
    """Each page with the numbers of its games: `101–200`."""
    all = len(found.oldest)
    return [(name, f"{at * ON_A_PAGE + 1}–{min(all, (at + 1) * ON_A_PAGE)}") for at, name in enumerate(names)]


def game_blocks(found: GameList) -> Iterator[tuple[str, str]]:
    """The files from which the script of the first page makes rows; players are named once in each."""
    chips = chips_of(found.games, found.palette)
    for at in range(0, len(found.oldest), IN_A_BLOCK):
        name = f"list.d/games-{at // IN_A_BLOCK + 1}"
        yield f"{name}.js", script_file(name, block_facts(found.oldest[at : at + IN_A_BLOCK], chips))


def script_file(name: str, facts: object) -> str:
    """A script that gives its facts to the page that loaded it."""
    return f"refereeArchive({embedded_json(name)},{embedded_json(facts)});\n"


def block_facts(games: Games, chips: "Chips") -> dict[str, object]:
    players: dict[str, int] = {}
    for each in (each for game in games for each in game.players):
        players.setdefault(each.seat.player, len(players))
    pages = [[wording.safe_text(name), player_page_name(name)] for name in players]
    return {"players": pages, "games": [packed_game(game, players, chips) for game in games]}


def packed_game(game: Listed, players: dict[str, int], chips: "Chips") -> list[object]:
    """A game as `game_rows.js` reads it."""
    seats = [
        [chips[game.id, each.seat.id].number, each.seat.id, players[each.seat.player], each.score, int(each.won)]
        for each in game.players
    ]
    flags = game.made + 2 * game.has_notes + 4 * game.has_board + 8 * game.has_course
    facts = (game.id, game.title, game.name, game.tag, game.result, game.way, game.manner)
    texts = [wording.safe_text(each) for each in facts]
    return [*texts, game.began, game.last, game.entries, game.status, flags, wording.safe_text(game.trouble), seats]


class Chip(NamedTuple):
    """How a seat is shown in a list: a small hexagon that is drawn once, `number` names it."""

    number: int
    fill: str
    ink: str
    initial: str


Chips = dict[tuple[str, str], Chip]
"""Game and seat → its chip."""


def chips_of(games: Games, palette: Palette) -> Chips:
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
