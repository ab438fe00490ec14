"""The record of one game as prose and in notation, as everybody may see it, and what can be searched of it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from referee import LEAST_HEAD
from referee.app.archive.game_summary import ABANDONED, CLOSED, OVER, RUNNING, Summary
from referee.app.game_access import Game
from referee.app.look.game_views import filmed_entries
from referee.app.look.replays import refusal_line
from referee.app.notes import read_notes
from referee.app.notes.judge_lines import JudgedLine
from referee.app.play.refusal import action_lines, shown_text
from referee.report.book.record import (
    Citation,
    FinalStanding,
    GameTurn,
    Holder,
    NotedText,
    Record,
    RecordEntry,
    RecordTurn,
    played_turns,
    turning_points,
)
from referee.report.site.game_lists import script_file
from referee.report.wording import NOWHERE, RuleLinks, designs, safe_text
from referee.rules.entry_shapes import TURNS
from referee.rules.line import gone_by
from referee.rules.replay import Moment
from referee.show.endings import ending_words, victory_of
from referee.show.film import FilmEnd
from referee.show.notes import Note, Notes, notes_on, text_in
from referee.show.sentences import (
    Tenure,
    edition_of_game,
    header_after,
    is_same_turn,
    of_every_title,
    players,
    seats_of,
    tenures,
)
from referee.show.view import Board, Chart, Line, Seat, Word
from referee.store.documents import Documents, Entry, is_kind
from referee.words import AND, SEMICOLON, Phrase, language, say, word_list

MARKS = ("!!", "??")
"""Glyphs of notes after which the record shows the board: the moves that decided something."""

STATUS = {
    RUNNING: say("in progress"),
    OVER: say("over, secret not published yet"),
    CLOSED: say("finished"),
    ABANDONED: say("closed before its end"),
}
"""How far a game is."""


def sheet(
    game: Game,
    end: FilmEnd | None,
    brief: Summary,
    notes: Notes | None,
    lines: Sequence[tuple[JudgedLine, ...]],
    address: str = "",
    rules: RuleLinks = NOWHERE,
) -> Record:
    """The record as everybody may see it; without an end it lists the entries and shows no board.

    lines    those of each note, judged
    address  where the record is published, "" for nowhere
    rules    where the numbers of rules lead
    """
    seats, listed = seats_at(game), tuple(entries(game, end, notes, lines))
    turns = played_turns(filmed_entries(game.line, end.stills)) if end else []
    chart = public_chart(game) if end else None
    name = game_name(game, brief, notes)
    return Record(
        seats=seats,
        title=str(brief.full_title),
        game=game.id,
        name=name,
        result=result(brief),
        victory=tuple(victory(game, chart)) if end else (),
        unit=brief.unit,
        about=read_notes.about(notes),
        facts=tuple(record_facts(game, brief, notes)),
        standings=tuple(final_standings(game, seats, brief, turns)),
        entries=listed,
        turns=tuple(record_turns(game, end, turns, listed, brief.status != RUNNING)) if end else (),
        board=end.board if end else None,
        chart=chart,
        provenance=tuple(provenance(end)) if end else (),
        proof=(brief.chance, say("Anyone who has a head of this game can see that nothing before it was changed.")),
        citation=citation(game, brief, name, address),
        has_replay=end is not None,
        rules=rules,
    )


def citation(game: Game, brief: Summary, name: Word, address: str) -> Citation:
    """How others name the game, and how anybody checks it: with Python and the files of an archive alone."""
    facts = {"name": name, "title": brief.full_title, "edition": edition_of_game(game.header), "game": game.id}
    players = word_list([name for each in brief.sitters for name in each.everybody], ", ")
    words = "{players}: “{name}”. {title}, edition {edition}, game {game}, {days}."
    command = f"python3 verify.d/verify.py {game.id}/log/log.yaml verify.d --head {brief.head[:LEAST_HEAD]}"
    return Citation(say(words, players=players, days=days(brief), **facts), address, brief.head, command)


def game_name(game: Game, brief: Summary, notes: Notes | None) -> Word:
    """The game in a few words, for a heading: as the notes call it, or how it was won, or who plays."""
    if notes and (title := text_in(notes.title, language())):
        return title
    names = players(game.header, game.log.entries)
    if not brief.winners or game.ending:
        return word_list(list(names.values()), AND)
    return victory_of(game.book, names, game.line, None).name


def record_turns(
    game: Game, end: FilmEnd, turns: Sequence[GameTurn], listed: Sequence[RecordEntry], over: bool
) -> Iterator[RecordTurn]:
    """The game as prose, turn by turn: a board is shown after those that mattered."""
    line, known = game.line, {each.number: each for each in listed}
    points = {each.turn: each.says for each in turning_points(turns, end.seats, end.firsts, over)}
    first, before = 0, tuple[int, ...]()
    for number, turn in enumerate(turns):
        made = tuple([known[each.number] for each in line[first : turn.at + 1] if each.number in known])
        is_quiet = not turn.seat and turn.lines == (Line(end.stills[turn.at].headline),)
        if is_quiet and not any(each.is_noted for each in made):
            before = turn.scores
            continue
        told = RecordTurn(number if turn.seat else 0, turn, made, before, points.get(number, ""))
        yield told._replace(board=board_of_turn(end, told))
        first, before = turn.at + 1, turn.scores


def board_of_turn(end: FilmEnd, told: RecordTurn) -> Board | None:
    """The board after a turn that mattered, or that a note marks."""
    marked = any(
        any(sign in MARKS for sign in each.glyph.split()) or each.marked or each.arrows for each in told.entries
    )
    still = end.stills[told.turn.at]
    return end.board._replace(spaces=still.spaces) if end.board and (told.point or marked) else None


def final_standings(
    game: Game, seats: Sequence[Seat], brief: Summary, turns: Sequence[GameTurn]
) -> list[FinalStanding]:
    """Who won, then the others, the best first; in the order of the seats where that says nothing."""
    scores, held = {each.seat: each.score for each in brief.sitters}, tenures(game.header, game.log.entries)
    found = [
        FinalStanding(seat, scores[seat.id], seat.id in brief.winners, tuple(holders(seat.id, held[seat.id], turns)))
        for seat in seats
    ]
    return sorted(found, key=lambda each: (not each.won, -(each.score or 0)))


def holders(seat: str, held: Sequence[Tenure], turns: Sequence[GameTurn]) -> Iterator[Holder]:
    """Who had a seat, each from the first turn that they played."""
    own = [(number, turn.entry) for number, turn in enumerate(turns) if turn.seat == seat]
    firsts = [next((number for number, entry in own if entry > each.entry), 0) for each in held]
    for at, (each, first, after) in enumerate(zip(held, firsts, [*firsts[1:], None], strict=True)):
        if not at:
            yield Holder(each.player)
        elif first != after:  # who was replaced before their first turn is left out
            since = say("from turn {turn}", turn=first) if first else say("then")
            yield Holder(say("the referee") if each.planned else each.player, since, not each.planned)


def seats_at(game: Game) -> tuple[Seat, ...]:
    """The seats and who plays them at the end, from the log alone."""
    return seats_of(players(game.header, game.log.entries), game.book.seats)


def public_chart(game: Game) -> Chart | None:
    """That of the view of everybody."""
    show = game.book.show()
    if show.chart:
        return show.chart(game.header, game.line)
    view = show.view(game.header, game.line, "")
    return next((each for each in view.sections if isinstance(each, Chart)), None)


def victory(game: Game, chart: Chart | None) -> Iterable[Phrase]:
    """How the game was won, in a sentence or two; nothing while it continues, or where nobody has won."""
    ended = game.outcome
    if game.ending:
        return (ending_words(game.ending, players(game.header, game.log.entries)),)
    if not ended or not ended.winners:
        return ()
    return victory_of(game.book, players(game.header, game.log.entries), game.line, chart).says


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
    yield say("Options"), word_list(chosen_options(game), SEMICOLON)
    if brief.turns:
        yield say("Turns"), brief.turns
    yield say("Entries"), brief.entries
    if by := read_notes.names(notes):
        yield say("Notes by"), by


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


def entries(
    game: Game, end: FilmEnd | None, notes: Notes | None, lines: Sequence[tuple[JudgedLine, ...]]
) -> Iterator[RecordEntry]:
    """All entries, and what happened in each as far as `end` knows it."""
    gone, texts = entries_gone(game.log.documents), line_texts(game, notes, lines)
    stories = zip(game.line, end.stills, strict=True) if end and end.stills else ()
    told = {moment.number: still.seen[0].story for moment, still in stories}
    for number, entry in enumerate(game.log.entries, 1):
        found = RecordEntry(
            number=number,
            at=str(entry["at"])[:16].replace("T", " "),
            seat=entry.get("seat", ""),
            player=game.players_at(number)[entry["seat"]] if entry["kind"] in TURNS else "",
            does=does(game, number, entry),
            shown=shown_text(entry),
            remark=entry.get("say", "") if entry["kind"] != "talk" else "",
            gone=gone.get(number),
            told=told.get(number, ()),
            instead=tuple(texts.get(number, ())),
        )
        yield with_notes(found, notes_on(notes, number), read_notes.is_named(notes))


def with_notes(entry: RecordEntry, notes: Sequence[Note], named: bool) -> RecordEntry:
    """An entry with what is said of it; `named`: each text with the name of who says it."""
    return entry._replace(
        glyph=read_notes.signs_of(notes),
        chapter=next((text_in(each.chapter, language()) for each in notes if each.chapter), ""),
        comments=tuple(filter(None, [read_notes.signed_text(each, notes, named) for each in notes])),
        **read_notes.pointers_of(notes)._asdict(),
    )


def entries_gone(documents: Documents) -> dict[int, Phrase]:
    """The number of each turn that does not count as it was recorded, and what became of it."""
    return {number: gone_words(documents, by) for number, by in gone_by(documents).items()}


def gone_words(documents: Documents, by: int) -> Phrase:
    """What an undo or a correction, entry `by`, made of a turn."""
    if is_kind(documents[by], "correct"):
        return say("corrected by entry {entry}", entry=by)
    return say("taken back by entry {entry}", entry=by)


def line_texts(game: Game, notes: Notes | None, lines: Sequence[tuple[JudgedLine, ...]]) -> dict[int, list[NotedText]]:
    """Entry → the lines that are played instead of it, each followed by those inside it."""
    found: dict[int, list[NotedText]] = {}
    named = read_notes.is_named(notes)
    unfolded = [(outer.instead, *each) for noted in lines for outer in noted for each in with_depth(outer)]
    for number, (entry, depth, line) in enumerate(unfolded, 1):
        said = read_notes.with_name(text_in(line.line.text, language()), line.line.by if named else "")
        found.setdefault(entry, []).append(NotedText(depth, line_text(game, number, entry, line, said)))
    return found


def with_depth(line: JudgedLine, depth: int = 0) -> Iterator[tuple[int, JudgedLine]]:
    yield depth, line
    for inside in line.lines:
        for each in inside:
            yield from with_depth(each, depth + 1)


def line_text(game: Game, number: int, entry: int, line: JudgedLine, says: str) -> Phrase:
    """A line: each of its moves with its player, or why it is refused; and what the notes say of that."""
    if line.refused:
        words = say("Variation {number}, in place of entry {entry}, is refused:", number=number, entry=entry)
        return word_list([words, refusal_line(len(line.moves) + 1, line.refused), says], " ")
    names, moves = game.players_at(entry - 1), list[Word]()
    for played, moments in zip(line.line.moves, line.moves, strict=True):
        made = [move_wording(game.book.id, each.entry) for each in moments if is_kind(each.entry, "move")]
        move = say("{player}: {moves}", player=names[str(played.move["seat"])], moves=word_list(made, ", "))
        said = [played.note.sign, text_in(played.note.text, language())]
        moves.append(word_list([move, *filter(None, said)], " "))
    told = say("Instead: {moves}", moves=word_list(moves, SEMICOLON))
    return word_list([told, *filter(None, [says])], " – ")


def move_wording(title: str, entry: Entry) -> Word:
    return ", ".join(action_lines(title, entry)) or say("pass")


def does(game: Game, number: int, entry: Entry) -> Word:
    """A move in the notation of the log; other entries in words."""
    if entry["kind"] == "deal":
        return say("Deal")
    if "overrule" in entry:
        facts = {"rules": word_list(entry["overrule"]["rules"], AND), "why": entry["overrule"]["why"]}
        words = "{moves} (let pass by the moderator against {rules}; reason: {why})"
        return say(words, moves=move_wording(game.book.id, entry), **facts)
    if entry["kind"] == "move":
        return move_wording(game.book.id, entry)
    if entry["kind"] == "missed":
        parted = is_same_turn(game.log.documents[number - 1], entry)
        does = move_wording(game.book.id, entry)
        return does if parted else say("missed the turn: {moves}", moves=does)
    before = [Moment(at, each, None, (), "") for at, each in enumerate(game.log.entries[: number - 1], 1)]
    told = of_every_title(header_after(game.header, before), Moment(number, entry, None, (), ""))
    return told.says if told else entry["kind"]


WORD = re.compile(r"[^\W_]+")
Lines = list[tuple[int, str]]
"""Number of an entry and a text about it; 0 for texts about the whole game."""


def words_of(text: str) -> list[str]:
    """The words of a text without capitals and accents, as `search.js` finds them, too."""
    if not text.isascii():
        letters = unicodedata.normalize("NFKD", text)
        text = "".join([each for each in letters if unicodedata.category(each)[0] != "M"])
    return WORD.findall(text.lower())


def search_lines(record: Record) -> Lines:
    """The game in brief, then the story of each entry; where no position is known, what the log itself shows."""
    found = [(number, safe_text(word)) for number, word in (*about(record), *told_lines(record))]
    return [(number, text) for number, text in dict.fromkeys(found) if text]


def about(record: Record) -> Iterator[tuple[int, Word]]:
    for each in (record.name, record.result, " ".join(map(str, record.victory)), record.about):
        yield 0, each


def told_lines(record: Record) -> Iterator[tuple[int, Word]]:
    for entry in record.entries:
        if not record.has_replay:
            yield entry.number, entry.does
            yield entry.number, entry.remark
        for sentence in entry.told:
            yield entry.number, sentence.says
        for text in (entry.chapter, *entry.comments):
            yield entry.number, text
        for line in entry.instead:
            yield entry.number, line.says


def words_file(brief: Summary, lines: Lines) -> bytes:
    """The file of a game: its words, then a script that gives its lines to the page that asks for them."""
    facts = (brief.id, brief.full_title, brief.board, *[name for each in brief.sitters for name in each.everybody])
    words = {word for text in (*map(str, facts), *[text for _, text in lines]) for word in words_of(text)}
    return f"// {' '.join(sorted(words))}\n{script_file(f'{brief.id}/words', lines)}".encode()


def words_in(raw: bytes) -> list[str]:
    """The words that the file of a game names."""
    return raw.partition(b"\n")[0].decode("utf-8", "replace").split()[1:]


def all_words(files: Iterable[bytes]) -> dict[str, list[int]]:
    """Word → the numbers of the games that have it, in order; the files are those of games 0, 1 …"""
    found: dict[str, list[int]] = {}
    for number, raw in enumerate(files):
        for word in words_in(raw):
            found.setdefault(word, []).append(number)
    return found
