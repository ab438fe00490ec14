"""All rows of one game. It runs in a process of its own, and asks for no private part."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from json import JSONEncoder
from json.encoder import encode_basestring
from typing import Any, NamedTuple

from referee import titles
from referee.app.archive import game_summary
from referee.app.archive.archive_record import public_chart
from referee.app.archive.game_summary import Sitter, Summary
from referee.app.archive.manifest import FaultyGame
from referee.app.archive.statistics import rank
from referee.app.errors import Stop
from referee.app.export.tables import EntryRow, GameRow, Row, ScoreRow, SeatRow
from referee.app.game_access import Game, Table, book_at_start, game_of, refuse_other_log
from referee.app.play.refusal import lines_of_parts
from referee.app.verify import verify_log
from referee.reading.schemas import MovePart, move_parts
from referee.rules.entry_shapes import (
    ASIDES,
    TURNS,
    BadEntry,
    overruled_rules,
    refuse_misfits,
    refuse_unlike_schemas,
    refuse_unlike_title,
)
from referee.rules.line import counted_entries, gone_by
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.show.film import FilmEnd
from referee.show.turns import Turns
from referee.store import log
from referee.store.documents import Entry, ending_of
from referee.store.log import Log
from referee.words import ENGLISH, Phrase, say, speaking


class ExportJob(NamedTuple):
    """A game to be exported. `judged`: whether it is replayed; without that nobody knows results and scores."""

    settings: Settings
    id: str
    folder: str
    judged: bool = True


class Exported(NamedTuple):
    """The rows of a game by table, or why it is left out. `sealed`: its moves cannot be judged before its close."""

    id: str
    rows: dict[str, list[Row]]
    trouble: FaultyGame | None = None
    sealed: bool = False


def export_game(job: ExportJob) -> Exported:
    """The rows of a game that is right; its texts are in English, whatever is spoken."""
    try:
        found = log.read_log(job.folder)
        with speaking(ENGLISH):
            refuse_other_log(job.folder, job.id, found)
    except log.Trouble as error:
        return left_out(job.id, getattr(error, "entry", None), error.says)
    except Stop as error:
        return left_out(job.id, None, error.says)
    with speaking(ENGLISH):
        return judged_game(job, found) if job.judged else unjudged_game(job, found)


def left_out(id: str, entry: int | None, says: Phrase | str) -> Exported:
    return Exported(id, {}, FaultyGame(id, entry, str(says)))


def judged_game(job: ExportJob, found: Log) -> Exported:
    """The rows of a game whose every entry is judged, if that is possible without its secret."""
    moments: list[Moment] = []
    verdict = verify_log.verdict_on_log(Table(job.settings), job.folder, keep=moments.append, parsed=lambda: found)
    if not verdict.good:
        return left_out(job.id, verdict.entry, verdict.says)
    if len(moments) <= found.last:
        return unjudged_game(job, found)._replace(sealed=True)
    return Exported(job.id, rows_of_game(game_of(job.id, job.folder, found, moments), is_judged=True))


def unjudged_game(job: ExportJob, found: Log) -> Exported:
    """The rows of a game by its log alone, each entry of which must have the shape that its title gives it."""
    try:
        book = book_at_start(found)
        refuse_misshapen(book, found)
    except BadEntry as bad:
        return left_out(job.id, bad.number, bad.says)
    except (Stop, titles.UnknownTitle) as error:
        return left_out(job.id, None, verify_log.on_one_line(error))
    first = Moment(0, found.header, None, (), found.heads[0])
    return Exported(job.id, rows_of_game(Game(job.id, job.folder, found, book, [first]), is_judged=False))


def refuse_misshapen(book: AnyRulebook, found: Log) -> None:
    """Raises BadEntry for a document that the schemas don't allow, and for unknown seats and options."""
    refuse_misfits(0, found.header)
    header = found.header
    refuse_unlike_title(book, header)
    for number, entry in enumerate(found.entries, 1):
        refuse_unlike_schemas(book, header, number, entry)
        if "seat" in entry and entry["seat"] not in header["seats"]:
            raise BadEntry(number, say("There is no seat {seat} in this game.", seat=entry["seat"]))


def rows_of_game(game: Game, *, is_judged: bool) -> dict[str, list[Row]]:
    """Table → the rows of the game in it."""
    end = FilmEnd(None, say(""), ()) if is_judged else None
    line = game.line
    brief = game_summary.summary(game.book, game.log, end, line, "")
    turns = turn_numbers(game.book, line) if is_judged else {}
    return {
        "games": [game_row(game, brief, is_judged)],
        "seats": [seat_row(game, brief, number, each) for number, each in enumerate(brief.sitters, 1)],
        "entries": list(entry_rows(game.log, turns)),
        "scores": list(score_rows(game)) if is_judged else [],
    }


def game_row(game: Game, brief: Summary, is_judged: bool) -> GameRow:
    header, ending = game.header, ending_of(game.log.documents)
    return GameRow(
        game=game.id,
        title=brief.title,
        edition=int(header["edition"]),
        last_edition=verify_log.editions_in(game.log)[-1][1],
        board=board_name(header),
        options=json_text(header["options"]),
        players=len(brief.sitters),
        judged=is_judged,
        status=brief.status if is_judged else None,
        ending=ending.how if ending else "rules" if brief.winners else None,
        ended_by=ending.seat or None if ending else None,
        agreed=ending.agreed if ending else None,
        winners=len(brief.winners) if brief.winners else None,
        unit=brief.unit or None,
        way=brief.manner or None,
        entries=brief.entries,
        turns=brief.turns if is_judged else None,
        began=brief.began or None,
        last=brief.last or None,
        seconds=seconds_to(time_of(brief.began), time_of(brief.last)),
        practice=brief.practice,
        known_deal=brief.known_deal,
        fork_of=brief.parent or None,
        fork_entry=brief.parent_entry if brief.parent else None,
        counts=brief.counts,
        orders=header.get("orders") == "sealed",
        clock=json_text(header["clock"]) if header.get("clock") else None,
        birth=brief.birth,
        head=brief.head,
    )


def board_name(header: Any) -> str | None:
    """The name of the board or the layout that a header names, or holds whole."""
    field = header.get("board") or header.get("layout") or {}
    name: str | None = field.get("own", field).get("name")
    return name


def seat_row(game: Game, brief: Summary, number: int, sitter: Sitter) -> SeatRow:
    return SeatRow(
        game=game.id,
        seat=sitter.seat,
        number=number,
        player=sitter.player,
        first_player=game.header["seats"][sitter.seat],
        planned=sitter.planned,
        place=sitter.place or None,
        first_action=sitter.first if sitter.place else None,
        score=sitter.score,
        rank=rank(brief, sitter) if brief.winners else None,
        won=sitter.seat in brief.winners if brief.winners else None,
    )


def turn_numbers(book: AnyRulebook, line: Sequence[Moment]) -> dict[int, int]:
    """Entry → the number of its turn in the game, from 1: all parts of a turn have the same."""
    found, turns = dict[int, int](), Turns(book.play.is_turn_begun)
    for at, each in enumerate(line):
        turns.add(at, each)
        if turns.part(at):
            found[each.number] = len(turns.all)
    return found


def score_rows(game: Game) -> Iterator[ScoreRow]:
    """What the chart of the game's record shows, which everybody may see; nothing of a title without one."""
    chart = public_chart(game)
    for number, label in enumerate(chart.x if chart else (), 1):
        for series in chart.series if chart else ():
            yield ScoreRow(game.id, number, series.seat, str(label), series.values[number - 1])


json_text = JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
OWN_COLUMNS = frozenset(("entry", "prev", "at", "kind", "seat", "by", "say", "shown", "why", "overrule", "state"))
"""The fields of an entry that have columns of their own, or that only its chain needs."""
MOVES = (*TURNS, "correct")
"""The kinds of entries that hold a move."""


class Course(NamedTuple):
    """What is known of a log as a whole.

    parts    of the moves of its title
    counted  entry → its move as it counts in the end, without those that were undone
    nth      entry → the how-manieth move of its seat it is, of those that count
    gone     entry → the entry that undid or corrected it
    turns    entry → the number of its turn, of those that were judged and count
    """

    parts: Sequence[MovePart]
    counted: Mapping[int, Entry]
    nth: Mapping[int, int]
    gone: Mapping[int, int]
    turns: Mapping[int, int]


def course_of(found: Log, turns: Mapping[int, int]) -> Course:
    counted = {int(each["entry"]): each for each in counted_entries(found.documents) if each["kind"] in TURNS}
    had, nth = dict[str, int](), dict[int, int]()
    for number, entry in counted.items():
        nth[number] = had[entry["seat"]] = had.get(entry["seat"], 0) + 1
    return Course(move_parts(found.header["title"]), counted, nth, gone_by(found.documents), turns)


def entry_rows(found: Log, turns: Mapping[int, int]) -> Iterator[EntryRow]:
    """A row for each entry; `turns` as `Course` has them."""
    game, course = found.header["game"], course_of(found, turns)
    players, last = dict(found.header["seats"]), None
    for number, entry in enumerate(found.entries, 1):
        at = time_of(entry["at"])
        seconds = seconds_to(last, at) if entry["kind"] in TURNS else None
        yield entry_row(game, course, number, entry, players.get(entry.get("seat", "")), seconds)
        if entry["kind"] == "player":
            players[entry["seat"]] = entry["player"]
        if entry["kind"] not in ASIDES:
            last = at


def entry_row(
    game: str, course: Course, number: int, entry: Entry, player: str | None, seconds: int | None
) -> EntryRow:
    """The row of an entry; `player`: who has its seat, `seconds`: since the last entry that is not beside."""
    kind, counted, overrule = entry["kind"], course.counted.get(number), entry.get("overrule")
    actions = actions_text(course.parts, entry) if kind in MOVES else None
    return EntryRow(
        game,
        number,
        entry["at"],
        kind,
        entry.get("seat"),
        player,
        entry.get("by"),
        course.turns.get(number),
        course.nth.get(number),
        seconds,
        actions,
        actions if counted is entry else actions_text(course.parts, counted) if counted else None,
        course.gone.get(number),
        entry_meant(entry),
        json_text(overruled_rules(entry)) if overrule else None,
        overrule["why"] if overrule else entry.get("why"),
        entry.get("say"),
        json_text(entry["shown"]) if entry.get("shown") else None,
        json_text({key: value for key, value in entry.items() if key not in OWN_COLUMNS}),
    )


def actions_text(parts: Sequence[MovePart], entry: Entry) -> str:
    """The actions of a move, each as one line of the log's notation, as a list in JSON.

    The encoder of a list costs more than all its texts, which need none.
    """
    return f"[{','.join(map(encode_basestring, lines_of_parts(parts, entry)))}]"


def entry_meant(entry: Entry) -> int | None:
    """The number of the earlier entry that an entry is about."""
    number = entry.get("back", entry.get("corrects", entry.get("proposal")))
    return None if number is None else int(number)


def seconds_to(first: datetime | None, last: datetime | None) -> int | None:
    """Whole seconds from one time to another, if both are known."""
    return int((last - first).total_seconds()) if first and last else None


def time_of(text: str) -> datetime | None:
    """A time of a log; None for any other text."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
