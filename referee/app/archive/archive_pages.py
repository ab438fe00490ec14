"""The pages of an archive besides those of its games, from the manifest; and the record of one game for printing."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC

from referee import shipped_folder, titles
from referee.app.archive import statistics
from referee.app.archive.archive_files import SCHEMA, Kept, Look
from referee.app.archive.statistics import ABANDONED, CLOSED, OVER, RUNNING, Summary, summary_of_fields
from referee.app.game_access import Game
from referee.app.look import editor_files
from referee.app.look.library import AnyDataFiles
from referee.app.look.replay_page import refusal_line
from referee.app.play.refusal import action_lines, shown_text
from referee.app.time.counted_time import BEGINNING, time
from referee.app.verify.notes import Note, Notes, Variation
from referee.report.site import site_pages
from referee.report.site.record_html import FinalStanding, Record, RecordEntry
from referee.report.site.site_pages import Item, Listed, Player
from referee.report.wording import designs
from referee.rules.replay import Moment
from referee.settings import Settings
from referee.show.data_files import ENDING, RELEASED
from referee.show.film import FilmEnd
from referee.show.sentences import header_after, is_same_turn, of_every_title, players, seats_of
from referee.show.view import Board, Chart, Seat, View, Word
from referee.store import disk
from referee.store.documents import Entry, is_kind
from referee.words import Phrase, language, say, word_list

MARKS = ("!!", "??")
"""Glyphs of notes after which the record shows the board: the moves that decided something."""

STATUS = {
    RUNNING: say("running"),
    OVER: say("over, secret not published yet"),
    CLOSED: say("finished"),
    ABANDONED: say("closed before its end"),
}
"""How far a game is."""


def sheet(
    game: Game, end: FilmEnd | None, brief: Summary, notes: Notes | None, variations: Sequence[Variation]
) -> Record:
    """The record as everybody may see it; without an end it lists the entries and shows no board.

    `variations`: those of the notes, judged.
    """
    seats = seats_at(game)
    scores = {each.seat: each.score for each in brief.sitters}
    return Record(
        seats=seats,
        title=str(brief.full_title),
        game=game.id,
        result=result(brief),
        unit=brief.unit,
        about=notes.about if notes else "",
        facts=tuple(record_facts(game, brief, notes)),
        standings=tuple([FinalStanding(seat, scores[seat.id], seat.id in brief.winners) for seat in seats]),
        entries=tuple(entries(game, end is not None, notes, variations)),
        board=end.board if end else None,
        chart=public_chart(game) if end else None,
        provenance=tuple(provenance(end)) if end else (),
        proof=(brief.chance, say("Anyone who has a head of this game can see that nothing before it was changed.")),
        command=f"python3 verify.d/verify.py {game.id}/log/log.yaml verify.d",
        has_replay=end is not None,
    )


def seats_at(game: Game) -> tuple[Seat, ...]:
    """The seats and who plays them at the end, from the log alone."""
    return seats_of(players(game.header, game.log.entries), game.book.seats)


def public_chart(game: Game) -> Chart | None:
    """That of the view of everybody."""
    show = game.book.show()
    if show.chart:
        return show.chart(game.header, game.moments)
    view = show.view(game.header, game.moments, "")
    return next((each for each in view.sections if isinstance(each, Chart)), None)


def result(brief: Summary) -> Phrase | str:
    """The winners and how they won, or the state of the game."""
    if not brief.winners:
        return brief.headline or STATUS[brief.status]
    names = word_list([each.player for each in brief.sitters if each.seat in brief.winners], " and ")
    return say("{names}, {way}", names=names, way=brief.way)


def record_facts(game: Game, brief: Summary, notes: Notes | None) -> Iterator[tuple[Phrase, Word]]:
    yield say("Played"), days(brief)
    yield say("Status"), STATUS[brief.status]
    if brief.board:
        yield say("Board"), brief.board
    yield say("Options"), word_list(chosen_options(game), "; ")
    yield say("Entries"), brief.entries
    if notes and notes.by:
        yield say("Notes by"), notes.by
    yield say("Head"), brief.head


def chosen_options(game: Game) -> Iterator[Phrase]:
    """Each option of the game: its subject and the choice."""
    for option in game.book.options:
        if option.name in game.header["options"]:
            yield say("{option}: {value}", option=option.says, value=game.header["options"][option.name])


def days(brief: Summary) -> Word:
    """From the day of the first entry to that of the last."""
    first, last = brief.began[:10], brief.last[:10]
    return say("{first} to {last}", first=first, last=last) if first != last else first


def provenance(end: FilmEnd) -> Iterator[Word]:
    """Whose design and whose reading this is: the board's first."""
    yield from designs(end.board, end.provenance)


def entries(game: Game, open: bool, notes: Notes | None, variations: Sequence[Variation]) -> Iterator[RecordEntry]:
    """`open`: its positions are known."""
    remarks, none = notes.entries if notes else {}, Note("", "")
    for number, entry in enumerate(game.log.entries, 1):
        note = remarks.get(number, none)
        marked = open and note.glyph in MARKS
        yield RecordEntry(
            number=number,
            at=str(entry["at"])[:16].replace("T", " "),
            seat=entry.get("seat", ""),
            does=does(game, number, entry),
            shown=shown_text(entry),
            remark=entry.get("say", "") if entry["kind"] != "talk" else "",
            glyph=note.glyph,
            comment=note.says,
            instead=tuple(variation_texts(game, number, variations)),
            board=board_after(game, number) if marked else None,
        )


def variation_texts(game: Game, number: int, variations: Sequence[Variation]) -> Iterator[Phrase]:
    """The variations that are played instead of an entry."""
    for at, each in enumerate(variations, 1):
        if each.instead == number:
            yield variation_text(game.book.id, at, each)


def variation_text(title: str, number: int, variation: Variation) -> Phrase:
    """A variation: each of its moves with its seat, or why it is refused; and what the notes say of it."""
    if variation.refused:
        words = say(
            "Variation {number}, in place of entry {entry}, is refused:", number=number, entry=variation.instead
        )
        return word_list([words, refusal_line(variation), variation.says], " ")
    played = [each.entry for each in variation.moments if is_kind(each.entry, "move")]
    moves = [say("{seat}: {moves}", seat=each["seat"], moves=move_wording(title, each)) for each in played]
    return say("Instead: {moves}. {says}", moves=word_list(moves, "; "), says=variation.says)


def move_wording(title: str, entry: Entry) -> Word:
    return ", ".join(action_lines(title, entry)) or say("pass")


def board_after(game: Game, number: int) -> Board | None:
    found: View = game.book.show().view(game.header, game.moments[: number + 1], "")
    return found.board


def does(game: Game, number: int, entry: Entry) -> Word:
    """A move in the notation of the log; other entries in words."""
    if entry["kind"] == "deal":
        return say("Deal")
    if entry["kind"] == "move":
        return move_wording(game.book.id, entry)
    if entry["kind"] == "missed":
        parted = is_same_turn(game.log.documents[number - 1], entry)
        does = move_wording(game.book.id, entry)
        return does if parted else say("missed the turn: {moves}", moves=does)
    before = [Moment(at, each, None, (), "") for at, each in enumerate(game.log.entries[: number - 1], 1)]
    told = of_every_title(header_after(game.header, before), Moment(number, entry, None, (), ""))
    return told.says if told else entry["kind"]


NEWEST = 100
"""Items of the feed."""
BAD = "bad"


def pages_of(settings: Settings, games: Mapping[str, Kept], look: Look) -> dict[str, bytes]:
    """Name → bytes of all pages but those of the games."""
    found = [
        (id, kept, summary_of_fields(kept.summary) if kept.summary else None) for id, kept in sorted(games.items())
    ]
    briefs = [brief for _, _, brief in found if brief]
    heading = look.heading or say("Game archive")
    rows = [row(id, kept, brief) for id, kept, brief in newest(found)]
    palette = settings.palette if isinstance(settings.palette, str) else dict(settings.palette)
    made = {
        "index.html": site_pages.index(rows, heading, games_headline(rows), palette or None, bool(look.url)),
        "statistics.html": site_pages.statistics(chapters(found), heading, statistics_headline(rows)),
    }
    if look.url:
        made["feed.xml"] = site_pages.feed(feed(briefs, look, heading))
    made[SCHEMA] = editor_files.schema_text("log")
    return {**{name: text.encode() for name, text in made.items()}, **dict(proofs(briefs))}


Found = tuple[str, Kept, Summary | None]


def newest(found: Sequence[Found]) -> list[Found]:
    """The game with the newest entry first; those that are not right at the top."""
    by_name = sorted(found, key=lambda each: each[0])
    by_time = sorted(by_name, key=lambda each: each[2].last if each[2] else "", reverse=True)
    return sorted(by_time, key=lambda each: each[1].trouble is None)


def games_headline(rows: Sequence[Listed]) -> Phrase:
    bad = sum(bool(each.trouble) for each in rows)
    words = "Games: {games}; running: {running}; faulty: {bad}" if bad else "Games: {games}; running: {running}"
    return say(words, games=len(rows), running=sum(each.status == RUNNING for each in rows), bad=bad)


def chapters(found: Sequence[Found]) -> tuple[site_pages.Chapter, ...]:
    """Statistics of the games that are right: nobody knows what became of the others since their pages were made.

    Practice games do not count: their players could know every card to come.
    """
    right = [brief for _, kept, brief in found if brief and not kept.trouble]
    return statistics.chapters([brief for brief in right if not brief.practice])


def statistics_headline(rows: Sequence[Listed]) -> Phrase:
    words = games_headline(rows)
    left_out = any(each.trouble for each in rows)
    return word_list([words, say("Faulty games don't count here.")], ". ") if left_out else words


def row(id: str, kept: Kept, brief: Summary | None) -> Listed:
    """A game of the list; of one that was never right only its name is known."""
    status = BAD if kept.trouble else brief.status if brief else RUNNING
    return Listed(
        id=id,
        title=str(brief.full_title) if brief else "",
        players=tuple(ranked_players(brief)) if brief else (),
        result=result(brief) if brief else "",
        way=brief.way if brief else "",
        manner=brief.manner if brief else "",
        began=brief.began[:10] if brief else "",
        last=brief.last[:10] if brief else "",
        entries=brief.entries if brief else None,
        status=status,
        says=say("faulty") if kept.trouble else STATUS[status],
        made=brief is not None,
        has_notes="notes.yaml" in kept.files,
        trouble=trouble(kept),
    )


def trouble(kept: Kept) -> Word:
    if not kept.trouble:
        return ""
    if kept.trouble["entry"] is None:
        return str(kept.trouble["says"])
    return say("Entry {entry} is wrong. {why}", entry=kept.trouble["entry"], why=kept.trouble["says"])


def ranked_players(brief: Summary) -> Iterator[Player]:
    seats = seats_of({each.seat: each.player for each in brief.sitters}, seats_in(brief.title))
    for each, seat in zip(brief.sitters, seats, strict=True):
        yield Player(seat, each.score, each.seat in brief.winners)


def seats_in(title: str) -> tuple[str, ...]:
    """All seats of a title; none if the title is no longer installed."""
    try:
        return titles.book(title).seats
    except (titles.UnknownTitle, titles.BrokenTitle):
        return ()


# The feed


def feed(briefs: Sequence[Summary], look: Look, heading: Word) -> site_pages.Feed:
    """The games that began, ended and were closed before their end, the newest first."""
    address = look.url.rstrip("/") + "/"
    items = sorted(feed_events(briefs, address), key=lambda pair: (pair[0], pair[1].guid), reverse=True)
    return site_pages.Feed(
        title=heading,
        link=address,
        own=f"{address}feed.xml",
        says=say("New games and finished games"),
        language=language(),
        items=tuple([item for _, item in items[:NEWEST]]),
    )


def feed_events(briefs: Sequence[Summary], address: str) -> Iterator[tuple[str, Item]]:
    for each in briefs:
        who = word_list([sitter.player for sitter in each.sitters], ", ")
        facts = {"game": each.id, "title": each.full_title, "players": who}
        link = f"{address}{each.id}/index.html"
        if each.began:
            words = say("{game} starts: {title}, with {players}", **facts)
            yield each.began, item(words, link, beginning(each), each.began, f"{each.birth}:begun")
        if each.status in (CLOSED, ABANDONED):
            words = say("{game} was closed before its end", game=each.id)
            if each.status == CLOSED:
                words = say("{game} is over: {result}", game=each.id, result=result(each))
            told = say("{title}, with {players}. {headline}", headline=each.headline, **facts)
            yield each.last, item(words, link, told, each.last, f"{each.birth}:closed")


def beginning(brief: Summary) -> Phrase:
    """Where a game is played and who sits where: the same as long as the game lasts."""
    seats = word_list([say("{player} ({seat})", player=each.player, seat=each.seat) for each in brief.sitters], ", ")
    table = say("At the table: {seats}", seats=seats)
    return word_list([say("Board: {board}.", board=brief.board), table], " ") if brief.board else table


def item(title: Word, link: str, says: Word, at: str, guid: str) -> Item:
    return Item(title, link, says, rfc_822(at), f"urn:referee:{guid}")


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rfc_822(at: str) -> str:
    """`Fri, 20 Nov 2026 19:00:00 +0000`, in no language but that of the standard."""
    when = time(at, BEGINNING).astimezone(UTC)
    return f"{DAYS[when.weekday()]}, {when.day:02} {MONTHS[when.month - 1]} {when:%Y %H:%M:%S} +0000"


# What is needed to check a log without this program

VERIFIER = (("tools", "verify.py"), ("docs/reference", "log-format.md"))


def proofs(briefs: Sequence[Summary]) -> Iterator[tuple[str, bytes]]:
    """The verifier, the page that it follows, and the data files that headers name by the hash of their content."""
    for folder, name in VERIFIER:
        path = os.path.join(shipped_folder(folder), name)
        if os.path.isfile(path):
            yield f"verify.d/{name}", disk.read_plain_file(path)
    for title in sorted({each.title for each in briefs}):
        yield from data_files(title, titles.book(title).set_up.data_files)


def data_files(title: str, kinds: Iterable[AnyDataFiles]) -> Iterator[tuple[str, bytes]]:
    """All data files of a title, and the list that names them by the hashes in older headers."""
    for files in kinds:
        for name, path in sorted(files.paths().items()):
            yield (
                f"verify.d/{title}-{name.replace('/', '-')}-{files.load(name)[2][:8]}{ENDING}",
                disk.read_plain_file(path),
            )
    for path in sorted({os.path.join(os.path.dirname(files.folder), RELEASED) for files in kinds}):
        if os.path.isfile(path):
            yield f"verify.d/{title}-{RELEASED}", disk.read_plain_file(path)
