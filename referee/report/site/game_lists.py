"""The lists of games in an archive: the first page, with search and filters, and plain pages of a hundred games each.

The first page shows the newest games. Its script reads all games from `list.d/games-N.js`: scripts may be loaded from a
disk, too, where a page may not fetch any other file. A game has a number for ever, so that it stays in its block and on
its plain page: a change of it changes no file of another block.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from types import SimpleNamespace
from typing import NamedTuple

from referee.report import wording
from referee.report.html.templates import embedded_json, page, policy_digest, raw, script_of
from referee.report.pictures.palette import Palette, paints
from referee.show.view import Seat, Word
from referee.words import Phrase, plain_letters, say

# Which games of a block have a word: an index for the search, in files that a page loads as needed.


LARGEST = 1 << 14
"""Bytes of a file, about."""


class WordIndex(NamedTuple):
    """The words in files of similar size, in the order in which scripts compare them.

    chunks  in each file the words and, packed, the numbers of the games that have them
    """

    chunks: tuple[dict[str, str], ...]

    @property
    def first_words(self) -> list[str]:
        return [next(iter(each)) for each in self.chunks]

    def files(self, block: int) -> Iterator[tuple[str, str]]:
        """The files of a block of games."""
        for number, chunk in enumerate(self.chunks, 1):
            name, lines = f"search.d/{block}-{number}", str(embedded_json(chunk)).replace('","', '",\n"')
            yield f"{name}.js", f"refereeArchive({embedded_json(name)},{lines});\n"


def word_index(found: Mapping[str, Sequence[int]], games: int) -> WordIndex:
    """The index of words, each with the numbers of its games in order; there are so many games."""
    chunks, size = list[dict[str, str]](), LARGEST
    for word in sorted(found, key=lambda each: each.encode("utf-16-be")):
        numbers = packed_numbers(found[word], games)
        if size >= LARGEST:
            chunks.append({})
            size = 0
        chunks[-1][word] = numbers
        size += len(word) + len(numbers) + 6
    return WordIndex(tuple(chunks))


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def packed_numbers(numbers: Sequence[int], games: int) -> str:
    """How far each number is from the one before, to the base 36; or, if shorter, `=` and a bit for each game."""
    steps = " ".join([base_36(number - before) for number, before in zip(numbers, (0, *numbers), strict=False)])
    if len(steps) <= games // 6:
        return steps
    bits = sum(1 << number for number in numbers)
    return min(steps, f"={b64encode(bits.to_bytes(games // 8 + 1, 'little')).decode()}", key=len)


def base_36(number: int) -> str:
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


NEWEST, ON_A_PAGE, IN_A_BLOCK = 50, 100, 1000
"""Games on the first page, on each of the plain pages, and in a file for the script of the first page."""


class Player(NamedTuple):
    """Who had a seat, the count at the end (None: nothing is counted), and whether that won.

    planned  whether that is the planning player of the referee, and no person
    past     who had it before
    """

    seat: Seat
    score: int | None
    won: bool
    planned: bool = False
    past: tuple[str, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.past, self.seat.player)

    @property
    def people(self) -> tuple[str, ...]:
        return self.past if self.planned else self.everybody

    @property
    def pages(self) -> list[tuple[str, str]]:
        return [(name, player_page_name(name)) for name in self.everybody]


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
    title_name   its title as it is filtered by: without what it was forked from, and whether it is practice
    name         the game in a few words; `tag`: what is said on its picture; `quote`: from its notes
    manner       the `way` in which it was won, in the words that addresses have in every language
    number       its place among all, from 1 on
    """

    id: str
    title: str
    title_name: str
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
    number: int = 0


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


Links = Sequence[tuple[str, str]]
"""Pages, and the text of the link to each, such as the numbers of the games of a list: `101–200`."""


class GameList(NamedTuple):
    """What the first page shows: the games, the newest first, and what `block_files` told of each block.

    rules  the pages about the rules of the titles, and what they are called
    """

    games: Games
    heading: Word
    headline: Phrase
    blocks: Sequence[object]
    pages: Links
    rules: Links = ()


class GameBlock(NamedTuple):
    """Games with numbers in a row, in their order, and the links on each of their plain pages, by its number."""

    number: int
    games: Games
    pages: Mapping[int, Links]


def block_of(number: int) -> int:
    return (number - 1) // IN_A_BLOCK + 1


def page_of(number: int) -> int:
    return (number - 1) // ON_A_PAGE + 1


def page_block(page: int) -> int:
    return block_of(page * ON_A_PAGE)


def page_numbers(games: Games) -> list[int]:
    """The plain pages; none where the first page is enough."""
    return sorted({page_of(each.number) for each in games}) if len(games) > NEWEST else []


STEPS = (-100, -10, -1, 0, 1, 10, 100)
"""How far the pages are to which a plain page has links, besides the first: a new one changes few."""


def page_links(page: int, pages: Sequence[int]) -> list[tuple[str, str]]:
    """The links on a plain page; on the first page, 0, to the first plain one and the last ones."""
    near = pages[-3:] if page == 0 else [page + step for step in STEPS]
    shown = [each for each in pages if each == pages[0] or each in near]
    return [(page_name(each), f"{(each - 1) * ON_A_PAGE + 1}–{each * ON_A_PAGE}") for each in shown]


def page_name(page: int) -> str:
    return f"list.d/{page}.html"


def block_files(
    block: GameBlock, words: WordIndex, heading: Word, palette: Palette
) -> tuple[list[tuple[str, str]], object]:
    """Name → text of the files of a block, and what the script of the first page must know of it."""
    chips, name = chips_of(block.games, palette), f"list.d/games-{block.number}"
    files = [(f"{name}.js", script_file(name, block_facts(block.games, chips))), *words.files(block.number)]
    version = sha256("".join([text for _, text in files]).encode()).hexdigest()[:8]
    for number, games in groupby(block.games, lambda each: page_of(each.number)):
        if number in block.pages:
            files.append((page_name(number), plain_page(tuple(games), block.pages[number], number, heading, palette)))
    return files, [block.number, version, words.first_words]


def index(found: GameList, palette: Palette, url: str) -> str:
    """The newest games in a plain table, with search and filters where scripts run.

    url  the address of the site, "" for none: then there are no feed and no picture of links
    """
    style = raw("report.css") + raw("archive.css")
    script = script_of("archive") if found.games else None
    games = found.games[:NEWEST]
    facts = {
        "texts": {name: str(text) for name, text in TEXTS.items()},
        "statuses": {each.status: str(each.says) for each in found.games},
        "links": {name: str(OWN[name]) for name in ("record", "log", "notes", "entries")},
        "blocks": found.blocks,
        "newest": NEWEST,
    }
    pictured = [each for each in found.games if each.has_board and not each.trouble]
    featured = next((each for each in pictured if each.quote), None)
    shared = featured or next(iter(pictured), None)
    return page(
        "archive_index.html",
        games=games,
        featured=featured,
        image=f"{url.rstrip('/')}/{shared.id}/preview.png" if url and shared else "",
        score_line=score_line,
        pages=found.pages,
        rules=found.rules,
        heading=found.heading,
        headline=found.headline,
        chips=chips_of(games, palette),
        columns=COLUMNS,
        own=SimpleNamespace(**OWN),
        facts=embedded_json(facts),
        checking=CHECKING,
        command=COMMAND,
        style=style,
        script=script,
        digests=(policy_digest(style), script.digest if script else ""),
        feed=bool(url),
        words=wording,
    )


def score_line(game: Listed) -> str:
    """`Anna 50 – Dario 44`, the winner first; names alone where nothing is counted."""
    ranked = sorted(game.players, key=lambda each: (not each.won, -(each.score or 0)))
    rows = [f"{' / '.join(each.everybody)}{'' if each.score is None else f' {each.score}'}" for each in ranked]
    return " \u2013 ".join(rows)


def plain_page(games: Games, links: Links, page_number: int, heading: Word, palette: Palette) -> str:
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_list.html",
        games=games,
        links=links,
        own_link=page_name(page_number),
        heading=heading,
        chips=chips_of(games, palette),
        columns=COLUMNS,
        own=SimpleNamespace(**OWN),
        style=style,
        digest=policy_digest(style),
        words=wording,
    )


def script_file(name: str, facts: object) -> str:
    """A script that gives its facts to the page that loaded it."""
    return f"refereeArchive({embedded_json(name)},{embedded_json(facts)});\n"


def block_facts(games: Games, chips: "Chips") -> dict[str, object]:
    players: dict[str, int] = {}
    for name in [name for game in games for each in game.players for name in each.everybody]:
        players.setdefault(name, len(players))
    pages = [[wording.safe_text(name), player_page_name(name)] for name in players]
    used = list({each.id: each for each in chips.values()}.values())
    return {"players": pages, "chips": used, "games": [packed_game(game, players, chips, used) for game in games]}


def packed_game(game: Listed, players: dict[str, int], chips: "Chips", used: "list[Chip]") -> list[object]:
    """A game as `game_rows.js` reads it."""
    seats = [
        [
            *(used.index(chips[game.id, each.seat.id]), each.seat.id, each.score, int(each.won)),
            *[players[name] for name in each.everybody],
        ]
        for each in game.players
    ]
    flags = game.made + 2 * game.has_notes + 4 * game.has_board + 8 * game.has_course
    facts = (game.id, game.title, game.title_name, game.name, game.tag, game.result, game.way, game.manner)
    texts = [wording.safe_text(each) for each in facts]
    return [*texts, game.began, game.last, game.entries, game.status, flags, wording.safe_text(game.trouble), seats]


class Chip(NamedTuple):
    """How a seat is shown in a list: a small hexagon that is drawn once on a page, where `id` names it."""

    id: str
    fill: str
    ink: str
    initial: str


Chips = dict[tuple[str, str], Chip]
"""Game and seat → its chip."""


def chips_of(games: Games, palette: Palette) -> Chips:
    """A chip for each seat of each game."""
    return {
        (game.id, seat): Chip(f"{paint.fill[1:]}{paint.initial}", paint.fill, paint.ink, paint.initial)
        for game in games
        for seat, paint in paints(tuple([each.seat for each in game.players]), fitting(palette, game)).items()
    }


def fitting(palette: Palette, game: Listed) -> Palette:
    """A table of colours may name seats of other games, too."""
    if palette is None or isinstance(palette, str):
        return palette
    seats = [each.seat.id for each in game.players]
    return {seat: colour for seat, colour in palette.items() if seat in seats} or None
