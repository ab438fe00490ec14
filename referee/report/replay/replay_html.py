"""The replay page: a whole game in one HTML file, through which a script of its own steps."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from markupsafe import Markup, escape

from referee import LEAST_HEAD
from referee.report import wording
from referee.report.book.diagrams import diagram
from referee.report.book.record import GameTurn, turning_points
from referee.report.html.first_screen import player_cards, sized_style
from referee.report.html.templates import embedded_json, kept_whole, page, policy_digest, raw, script_of
from referee.report.pictures.chart import ChartDrawing, plotted_lines
from referee.report.pictures.hex_places import Frame, centre, outline
from referee.report.pictures.palette import paints
from referee.report.pictures.scene import Paints, drawn_way, frame_around, marks
from referee.report.pictures.svg import LegendEntry, definitions, entry, tile_markup
from referee.report.replay.packed_film import PackedFilm, PlayedLine, StillCaption
from referee.report.wording import NOWHERE, RuleLinks, safe_text, spots_of, spotted_text
from referee.show.film import Film, Still
from referee.show.view import LAND, MODERATOR, Series, Standing, drawable, named_parts, with_people
from referee.words import Phrase, say, term


class ReplayedGame(NamedTuple):
    """All that the page shows.

    readers  whose sights the films hold; `reader` is the one shown first
    lines    the game, then its variations
    about    what somebody (`by`) says of the whole game
    archived whether it lies in an archive, next to the game's record and log
    image    the address of the picture that a link to the page shows where the game has a board; "" for none
    asks     whether the archive has a page on which its readers ask the referee
    rules    where the numbers of rules lead
    """

    game: str
    title_name: str
    head: str
    players: Mapping[str, str]
    readers: Sequence[str]
    lines: Sequence[PlayedLine]
    reader: str = ""
    about: str = ""
    by: str = ""
    archived: bool = False
    image: str = ""
    asks: bool = False
    rules: RuleLinks = NOWHERE


def replay(play: ReplayedGame, palette: Mapping[str, str] | None = None) -> str:
    """The page. `palette` replaces colours of seats; ValueError when it cannot be used."""
    film = play.lines[0].film
    assert film, "a game is never refused"
    painted = paints(film.seats, palette)
    packed = PackedFilm(tuple(painted.items()), play.players, {each.place for each in play.lines})
    lines = [packed.line_facts(each) for each in play.lines]
    places, script, end = list(packed.cells), script_of("replay"), packed.end
    assert end, "a game has at least its header"
    board = drawable(film.board and film.board._replace(spaces=end.spaces, ways=end.ways))
    frame = frame_around(board, [centre(*each) for each in places]) if board else Frame(0, 0, 1, 1)
    style = sized_style(style_of_replay(), (frame.width, frame.height))
    return page(
        "replay.html",
        play=play,
        about=play.rules.with_links(escape(wording.paragraphs(play.about))),
        film=film,
        board=board,
        paints=painted,
        definitions=definitions(tuple(painted.values()), film.board),
        drawn=tile_markup,
        whole=kept_whole,
        style=style,
        script=script,
        style_digest=policy_digest(style),
        frame=frame,
        last=diagram(named_parts(board, play.players), painted, play.lines[0].captions[-1].number),
        instead=instead(play),
        marks=marks(board, places, frame) if board else "",
        facts=embedded_json(script_facts(play, film, packed, lines, painted)),
        readers=[(each, reader_name(each, play.players)) for each in play.readers],
        by=say("Notes by {by}.", by=play.by),
        place=head_sentence(play),
        links=links_beside(play),
        words=wording,
        texts=SimpleNamespace(**TEXTS),
        **course_facts(film, packed, end, painted, play.lines[0].captions),
    )


def course_facts(
    film: Film, packed: PackedFilm, end: Still, painted: Paints, captions: Sequence[StillCaption]
) -> dict[str, object]:
    """How the game went and how it ended, as the page has it without a script."""
    return {
        "headline": end.headline,
        "cards": final_cards(film, end, painted),
        "turns": story_turns(packed, captions),
        "points": point_facts(film, packed),
        "ways": [drawn_way(each, painted[each.seat]) for each in end.ways],
        "chart": replay_chart(film, packed.turns, painted),
        "legend": legend(film, painted) if film.board and end.spaces else [],
        "sources": wording.designs(film.board, film.provenance),
    }


def style_of_replay() -> Markup:
    return raw("report.css") + raw("replay.css") + raw("board.css")


def script_facts(
    play: ReplayedGame, film: Film, packed: PackedFilm, lines: list[dict[str, object]], painted: Paints
) -> dict[str, object]:
    """What the script reads."""
    return {
        "words": {name: safe_text(words) for name, words in SCRIPT.items()},
        "seats": {
            each: [
                paint.number,
                player_name(each, play.players),
                safe_text(term(each)),
                safe_text(play.players.get(each, "")),
            ]
            for each, paint in painted.items()
        },
        "readers": list(play.readers),
        "reader": play.readers.index(play.reader),
        "sides": [outline(0, 0, [edge]) for edge in range(6)],
        "strands": lines,
        **packed.facts_of_all(),
    }


def head_sentence(play: ReplayedGame) -> Phrase:
    """Whose sight it is, where the page holds only one, and the hash that all reports of the last entry share."""
    if len(play.readers) > 1:
        return say("Head {head}.", head=play.head[:LEAST_HEAD])
    return say(
        "As seen by {who}. Head {head}.", who=reader_name(play.reader, play.players), head=play.head[:LEAST_HEAD]
    )


def final_cards(film: Film, end: Still, painted: Paints) -> list[Markup]:
    """The cards of the seats in the order of the table, in which they stay; only names where a title has no cards."""
    found = {each.seat: each for each in end.standing}
    cards = [found.get(seat.id, Standing(seat.id, 0, "", ())) for seat in film.seats]
    return player_cards(cards, film.seats, end.mover, wording.TO_MOVE, painted, not end.mover)


class StoryTurn(NamedTuple):
    """A turn in the story: its lines, each with the seat whose chip is in front of it, and the signs of its notes.

    before  the lines of what was entered before it
    """

    turn: GameTurn
    before: list[tuple[str, Markup]]
    lines: list[tuple[str, Markup]]
    signs: str


def story_turns(packed: PackedFilm, captions: Sequence[StillCaption]) -> list[StoryTurn]:
    """`captions`: those of the entries of the game."""
    spots, found, first = spots_of(packed.end.spaces if packed.end else (), packed.cells), list[StoryTurn](), 0
    for turn in packed.turns:
        signs = dict.fromkeys([each.glyph for each in captions[first : turn.at + 1] if each.glyph])
        before, lines = [
            [(line.seat, spotted_text(line.says, spots)) for line in each] for each in (turn.before, turn.lines)
        ]
        found.append(StoryTurn(turn, before, lines, " ".join(signs)))
        first = turn.at + 1
    return found


def point_facts(film: Film, packed: PackedFilm) -> list[tuple[int, GameTurn, Phrase]]:
    """The turns that mattered: their numbers, themselves, and why."""
    turns = packed.turns
    over = bool(packed.end and not packed.end.mover)
    return [(number, turns[number], says) for number, says in turning_points(turns, film.seats, film.firsts, over)]


def player_name(seat: str, players: Mapping[str, str]) -> str:
    return safe_text(say("{player} ({seat})", player=players.get(seat, ""), seat=seat))


def reader_name(reader: str, players: Mapping[str, str]) -> str:
    if reader in ("", MODERATOR):
        return safe_text(wording.READERS[reader])
    return player_name(reader, players)


def legend(film: Film, painted: Paints) -> list[LegendEntry]:
    """The seats are named above; this explains the title's signs, and the ring."""
    ring, names = entry(LAND, painted, wording.NOW), {seat.id: seat.player for seat in film.seats}
    signs = film.board.legend if film.board else ()
    found = [entry(sign, painted, with_people(means, names)) for sign, means in signs]
    return [*found, ring._replace(sign=ring.sign._replace(fresh=True))]


CHART_BOTTOM = 180
"""How far down the x axis of the chart is: it is broad and low, to be beside the board."""


def replay_chart(film: Film, turns: Sequence[GameTurn], painted: Paints) -> Markup:
    """The scores after each turn as lines, marked only at their ends; empty if no scores are shown."""
    scores = [turn.scores for turn in turns]
    if not all(scores) or len(scores) < 2:
        return Markup()
    columns = [Series(seat.id, values) for seat, values in zip(film.seats, zip(*scores, strict=True), strict=True)]
    return page("chart.svg", drawing=score_lines(columns, len(scores), painted), heading=safe_text(film.score))


def score_lines(columns: list[Series], points: int, painted: Paints) -> ChartDrawing:
    found = plotted_lines(columns, range(points), painted, CHART_BOTTOM)
    return found._replace(strokes=tuple([each._replace(dots=each.dots[-1:]) for each in found.strokes]))


BESIDE = (("../index.html", wording.ARCHIVE), ("record.html", wording.RECORD), ("log/log.yaml", wording.LOG))
"""The targets of links on a page in an archive."""


def links_beside(play: ReplayedGame) -> tuple[tuple[str, Phrase], ...]:
    asking = ((f"{wording.READER_PAGE}{play.game}", wording.ASKING),) if play.asks else ()
    return (*BESIDE, *asking) if play.archived else ()


def instead(play: ReplayedGame) -> Phrase:
    """Where who cannot step through the game finds its entries."""
    if play.archived:
        return say("The record has every entry of the game.")
    number = play.lines[0].captions[-1].number
    return say("To print an entry: referee show {game} --at {entry}", game=play.game, entry=number)


TEXTS: dict[str, Phrase] = {
    "replay": say("Replay"),
    "skip": say("Skip to the story"),
    "first": say("Start of the game"),
    "previous": say("Previous turn"),
    "play": say("Play"),
    "next": say("Next turn"),
    "last": say("End of the game"),
    "turn": say("Turn"),
    "future": say("No spoilers"),
    "speed": say("Speed"),
    "slow": say("slow"),
    "steady": say("steady"),
    "quick": say("quick"),
    "reader": say("As seen by"),
    "keys": say(
        "Keys: arrows step by turns, with Shift by entries. Home and End jump, space plays and stops, Escape leaves a "
        "variation."
    ),
    "back": say("Back to the game"),
    "story": say("What happened"),
    "points": say("Turning points"),
    "variations": say("Variations"),
    "about": say("About this game"),
    "entries": say("All entries"),
    "script": say("You need JavaScript to step through the game. Shown here is its last position."),
    "standing": say("Position"),
    "cite": say("Cite and check this game"),
}
"""The part that is in the page itself."""

SCRIPT: dict[str, Phrase] = {
    "moves": wording.TO_MOVE,
    "of": say("Turn {turn} of {last}", turn="{turn}", last="{last}"),
    "entry": say("Entry {entry}", entry="{entry}"),
    "variation": say("Variation {number}", number="{number}"),
    "branch": say("Variation {number}: in place of entry {entry}", number="{number}", entry="{entry}"),
    "move": say("Variation {number}, entry {move} of {moves}", number="{number}", move="{move}", moves="{moves}"),
    "refused": say("Variation {number}, in place of entry {entry}, is refused:", number="{number}", entry="{entry}"),
    "play": say("Play"),
    "stop": say("Stop"),
    "empty": say("Empty"),
}
"""What the script fills in itself: its gaps are `{name}`."""
