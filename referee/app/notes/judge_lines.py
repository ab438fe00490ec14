"""Lines of the notes, and single moves for one: each is judged as a real one, on the position after the move before.

A note belongs to `14`, `turn 7`, `round 3`, or `14/1/2`, the second move of the first line for entry 14.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from referee import reading
from referee.app.errors import Illegal, Misplaced, Missing, Refused, Stop, Usage
from referee.app.game_access import Game
from referee.app.look.game_views import example, no_action
from referee.app.notes.note_places import NotePlace, note_place, numbered_entries, place_of_line, place_words
from referee.app.notes.read_notes import NotesFile
from referee.mail.read import languages
from referee.mail.read.generous_text import read_move_lines
from referee.mail.read.move_blocks import move_block
from referee.mail.read.sentence_parts import sentence_reader
from referee.reading import BadInput, Source
from referee.reading.plain_files import first_bytes
from referee.reading.schemas import move_parts
from referee.reading.yaml_reader import MOVE
from referee.rules.line import closing_secrets, gone_by
from referee.rules.replay import Moment, fate_of
from referee.rules.rulebook import Fate, NoBranch, Path
from referee.rules.ruling import AnyAccepted, Rejected, Veiled, Violation, judge, refuse_chance
from referee.show.notes import SIGNS, Note, NotedLine, Texts
from referee.store.chance import Unentered, pile_place
from referee.store.documents import Data, Entry, Move
from referee.words import Phrase, language, say, word_list


class NoteWords(NamedTuple):
    """What a command says of a note: its place (None: the whole game), its sign, and its text."""

    place: NotePlace | None
    sign: str
    text: str


NUMBER = re.compile(r"(?:entry *)?([1-9][0-9]{0,4})((?:/[1-9][0-9]{0,3})*)")
COUNTED = re.compile(r"(turn|round) *([1-9][0-9]{0,4})")


def note_words(game: Game, words: Sequence[str]) -> NoteWords:
    """The words behind the game: `14 '!!' TEXT`, `turn 7 TEXT`. Raises Missing, Usage."""
    left = [each for each in words if each.strip()]
    place = None
    for number in (2, 1):
        begun = " ".join(left[:number]).lower()
        if len(left) >= number and (NUMBER.fullmatch(begun) or COUNTED.fullmatch(begun)):
            place, left = place_of(game, begun), left[number:]
            break
    if left and not left[0].strip("!?‼⁇⁈⁉") and left[0] not in SIGNS:
        raise Usage(say("{sign} is no sign. The signs are {signs}.", sign=left[0], signs=word_list(SIGNS)))
    sign = left.pop(0) if left and left[0] in SIGNS else ""
    if not place and (sign or left):
        hint = say("Name an entry, a turn or a round before the text: referee note {game} 14 '!!' TEXT", game=game.id)
        raise Usage(say("Which entry is it about?"), hint)
    return NoteWords(place, sign, " ".join(left).strip())


def place_of(game: Game, written: str) -> NotePlace:
    """Raises Missing."""
    if number := NUMBER.fullmatch(written):
        entry = int(number[1])
        if entry > game.log.last:
            facts = {"game": game.id, "at": entry, "last": game.log.last}
            raise Missing(say("{game} has no entry {at}. The last one is {last}.", **facts))
        return NotePlace(entry, tuple(map(int, number[2].split("/")[1:])))
    counted = COUNTED.fullmatch(written)
    assert counted
    wanted, found = int(counted[2]), numbered_entries(game)
    at = [entry for entry, each in found.items() if wanted == (each.turn if counted[1] == "turn" else each.round)]
    if not at:
        last = max([0, *[each.turn if counted[1] == "turn" else each.round for each in found.values()]])
        words = "{game} has no turn {at}. The last one is {last}."
        if counted[1] == "round":
            words = "{game} has no round {at}. The last one is {last}."
        raise Missing(say(words, game=game.id, at=wanted, last=last))
    return NotePlace(at[0])


def gone_words(game: Game, entry: int) -> Phrase | None:
    """That an entry no longer counts, and that its notes stay."""
    by = gone_by(game.log.documents).get(entry)
    if by is None:
        return None
    words = "Entry {entry} was taken back or corrected by entry {by}. The note stays with entry {entry}."
    return say(words, entry=entry, by=by)


class JudgedLine(NamedTuple):
    """A line and what its moves lead to.

    instead  the number of the moment that its first move replaces: on the line of the game, that of an entry
    moves    the moments of each legal move, in their parts
    lines    for each of these moves, and for the refused one, the lines that are played instead of it
    refused  why the move after these is refused; no later one is judged
    at       the place of the line in the file
    """

    line: NotedLine
    instead: int
    moves: tuple[tuple[Moment, ...], ...]
    lines: "tuple[tuple[JudgedLine, ...], ...]"
    refused: Stop | BadInput | None
    at: Path


class Variation(NamedTuple):
    """A line in full, from an entry of the game on; in a line inside another, the moves before it are the first ones.

    moments  those of its moves; none if one is refused
    noted    the notes on its moves, by the number of the moment
    move     the number of the refused move, in the line itself
    at       the place of the line in the file
    """

    instead: int
    text: Texts
    by: str
    moments: tuple[Moment, ...]
    noted: Mapping[int, Note]
    move: int = 0
    refused: Stop | BadInput | None = None
    at: Path = ()


class Trunk(NamedTuple):
    """What lines are judged on: the moments before them, and the chance of the entry that they began at."""

    game: Game
    text: Source
    moments: list[Moment]
    fate: Fate


def judged_lines(game: Game, file: NotesFile) -> list[tuple[JudgedLine, ...]]:
    """The lines of each note, judged."""
    return [lines_of_entry(game, file.source, note, ("notes", at)) for at, note in enumerate(file.notes.notes)]


def lines_of_entry(game: Game, text: Source, note: Note, at: Path) -> tuple[JudgedLine, ...]:
    if not note.lines:
        return ()
    trunk = Trunk(game, text, [*game.moments[: note.entry]], fate_of_line(game, note.entry))
    return lines_of_note(trunk, note, at)


def lines_of_note(trunk: Trunk, note: Note, at: Path) -> tuple[JudgedLine, ...]:
    return tuple([judged_line(trunk, each, (*at, "lines", number)) for number, each in enumerate(note.lines)])


def judged_line(trunk: Trunk, line: NotedLine, at: Path) -> JudgedLine:
    moments, moves = [*trunk.moments], list[tuple[Moment, ...]]()
    inside, refused = list[tuple[JudgedLine, ...]](), None
    for number, each in enumerate(line.moves):
        place = (*at, "moves", number)
        inside.append(lines_of_note(trunk._replace(moments=moments), each.note, (*place, "note")))
        try:
            found = moments_of_move(trunk, moments[-1], cast(Move, each.move), place)
        except (Stop, BadInput) as error:
            refused = error
            break
        moves.append(tuple(found))
        moments = [*moments, *found]
    return JudgedLine(line, trunk.moments[-1].number + 1, tuple(moves), tuple(inside), refused, at)


def lines_in_full(lines: Sequence[tuple[JudgedLine, ...]]) -> list[Variation]:
    return [each for found in lines for line in found for each in in_full(line, line.instead, ())]


def refuse_bad_lines(game: Game, found: NotesFile) -> None:
    """Raise the refusal of the first line that is not legal."""
    for each in lines_in_full(judged_lines(game, found)):
        if each.refused:
            each.refused.add_note(str(say("This is {place}.", place=refused_move(game, found, each))))
            raise each.refused


def refused_move(game: Game, found: NotesFile, variation: Variation) -> Phrase:
    """The move of a line that is refused, in words."""
    return place_words(game, note_place(found.source.data, (*variation.at, "moves", variation.move - 1)))


def in_full(judged: JudgedLine, entry: int, before: tuple[Moment, ...]) -> Iterator[Variation]:
    """A line from an entry of the game on, then those inside it; `before`: the moments that lead to it."""
    said = entry, judged.line.text, judged.line.by
    if judged.refused:
        yield Variation(*said, (), {}, len(judged.moves) + 1, judged.refused, judged.at)
    else:
        moments = (*before, *[moment for move in judged.moves for moment in move])
        noted = {move[0].number: each.note for move, each in zip(judged.moves, judged.line.moves, strict=True)}
        yield Variation(*said, moments, noted)
    for number, inside in enumerate(judged.lines):
        led = (*before, *[moment for move in judged.moves[:number] for moment in move])
        for line in inside:
            yield from in_full(line, entry, led)


def fate_of_line(game: Game, number: int) -> Fate:
    """The game's own chance at an entry if its secret is revealed; before that what everybody has seen."""
    secret = closing_secrets(game.log.documents)
    return fate_seen(game) if secret is None else fate_of(game.book, game.log, secret, number)


def fate_seen(game: Game) -> Fate:
    """What the entries that count showed to everybody; anything else stays hidden."""
    seen: dict[str, str] = {}
    for moment in game.line:
        seen |= cast(Entry, moment.entry).get("shown") or {}

    def show_seen(pile: str, index: int, items: Sequence[str] = ()) -> str:
        item = seen.get(pile_place(pile, index), "")
        return item if item and (not items or item in items) else refuse_chance(pile, index, items)

    return show_seen


def moments_of_move(trunk: Trunk, before: Moment, move: Move, at: Path) -> list[Moment]:
    """The moments of a move, part by part. Raises Illegal, Misplaced, `source.BadInput`."""
    game = trunk.game
    left: Data | None = checked_move(game, before.number, trunk.text, move, at)
    refuse_out_of_turn(game, before.position, trunk.text, move["seat"], (*at, "seat"))
    moments = [before]
    while left is not None:
        ruling = accepted_part(trunk, moments[-1].position, left, at)
        own = game.book.play.record(moments[-1].position, left, ruling.events)
        recorded = cast(Entry, {"kind": "move", "seat": move["seat"], "at": "", **own})
        number = moments[-1].number + 1
        moments.append(Moment(number, recorded, ruling.position, ruling.events, "", ruling.passed))
        left = ruling.rest
    return moments[1:]


def refuse_out_of_turn(game: Game, position: object, text: Source, seat: str, at: Path) -> None:
    mover = game.book.play.to_move(position)
    if mover is None:
        raise Misplaced(text, at, say("It is nobody's turn here."))
    if seat != mover:
        raise Misplaced(text, at, say("It is the turn of {mover} here, not of {seat}.", mover=mover, seat=seat))


STAYS_HIDDEN = say("This move reveals something that stays hidden until the game is closed.")


def accepted_part(trunk: Trunk, position: object, move: Data, at: Path) -> AnyAccepted:
    """The ruling on a part of a move. Raises Illegal with its places in the notes, and Misplaced."""
    game, text = trunk.game, trunk.text
    try:
        ruling = judge(game.book.play, position, move, trunk.fate)
    except Veiled as veil:
        raise Misplaced(text, at, STAYS_HIDDEN) from veil
    except Unentered as needed:
        words = "The known deal of {game} doesn't say what was at {place}."
        raise Misplaced(text, at, say(words, game=game.id, place=needed.place)) from needed
    except NoBranch as none:
        raise Illegal(game.book, text, (Violation(none.rule, none.says, at + none.at, None),)) from none
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, text, tuple([each._replace(at=at + each.at) for each in ruling.violations]))
    return ruling


def checked_move(game: Game, after: int, text: Source, move: Move, at: Path) -> Move:
    """The move as a move file of its title; errors of form are reported with their line in the notes."""
    written, schema = {"game": game.id, "after": str(after), **move}, f"{game.book.id}.move"
    found, misfits = reading.fit(written, schema)
    if misfits:
        places = places_below(text.marks, at), places_below(text.keys, at)
        found = reading.typed_data(Source(text.name, text.text, written, *places), schema)
    return cast(Move, {key: value for key, value in found.items() if key not in ("game", "after", "head")})


def places_below(places: Mapping[Path, tuple[int, int]], at: Path) -> dict[Path, tuple[int, int]]:
    """The places of everything below `at`, relative to it."""
    return {path[len(at) :]: place for path, place in places.items() if path[: len(at)] == at}


# A move that was not played, as a file or in words, judged where it could have been played.


FILES = (".yaml", ".yml")
"""How the name of a move file ends; anything else is a move in words."""
OWN = ("game", "after", "head")
"""What a move file says besides the move."""


class LinePlace(NamedTuple):
    """Where a line begins: the entry of the game, and the moments before its first move."""

    entry: int
    moments: list[Moment]


def unplayed_moves(
    game: Game, file: NotesFile | None, place: NotePlace, written: Sequence[str]
) -> list[dict[str, Any]]:
    """The moves of a new line as notes have them. Raises Illegal, Misplaced, Refused, Missing, `source.BadInput`."""
    begins = line_place(game, file, place)
    moments, found = [*begins.moments], list[dict[str, Any]]()
    for each in written:
        position = moments[-1].position
        source = move_source(game, moments, each)
        move = {key: value for key, value in source.data.items() if key not in OWN}
        move = {"seat": game.book.play.to_move(position) or "", **move}
        trunk = Trunk(game, source, moments, fate_of_line(game, begins.entry))
        moments += moments_of_move(trunk, moments[-1], move, ())  # type: ignore[arg-type]
        found.append(move)
    return found


def line_place(game: Game, file: NotesFile | None, place: NotePlace) -> LinePlace:
    """Where a line in place of an entry, or of a move of another line, begins. Raises Missing."""
    moments = [*game.moments[: place.entry]]
    steps = place.steps
    lines = lines_of_place(game, file, place.entry)
    while steps:
        if len(steps) < 2 or steps[0] > len(lines) or steps[1] > len(lines[steps[0] - 1].line.moves):
            hint = say("To see the numbers of lines and moves: referee note {game}", game=game.id)
            raise Missing(say("There is no move {place} in the notes on {game}.", place=place, game=game.id), hint)
        line = lines[steps[0] - 1]
        if len(line.moves) < steps[1] - 1:
            raise Missing(say("Line {place} is refused before that move.", place=place_of_line(place)))
        moments += [moment for move in line.moves[: steps[1] - 1] for moment in move]
        lines = line.lines[steps[1] - 1] if len(line.lines) >= steps[1] else ()
        steps = steps[2:]
    return LinePlace(place.entry, moments)


def lines_of_place(game: Game, file: NotesFile | None, entry: int) -> tuple[JudgedLine, ...]:
    """All lines in place of an entry, in the order of the notes."""
    found = list[JudgedLine]()
    for at, note in enumerate(file.notes.notes if file else ()):
        if file and note.entry == entry:
            found += lines_of_entry(game, file.source, note, ("notes", at))
    return tuple(found)


def move_source(game: Game, moments: Sequence[Moment], written: str) -> Source:
    """A move file, or the same for a move in words. Raises Refused, Missing, `source.BadInput`."""
    if written.endswith(FILES):
        try:
            raw = first_bytes(written, MOVE + 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise Missing(say("The move file {file} can't be read: {why}.", file=written, why=why)) from error
        source = reading.read_source(raw, written)
        if not isinstance(source.data, dict):
            raise Refused(say("{file} is not a move.", file=written))
        return source
    return spoken_move(game._replace(moments=[*moments]), written)


def spoken_move(game: Game, text: str) -> Source:
    """A move in words, such as `stone C4, stone D4`, of the seat whose turn it is. Raises Refused."""
    book, seat = game.book, game.book.play.to_move(game.position)
    if seat is None:
        raise Refused(say("It is nobody's turn here."))
    for code in dict.fromkeys([language(), *languages.language_codes()]):
        places = partial(book.show().places, game.position)
        found = read_move_lines([text], sentence_reader(book.id, code, places))
        if found.is_read:
            listed = next((each.name for each in move_parts(book.id) if each.form == "list"), "actions")
            block = move_block({"seat": seat}, listed, found.parts)
            return reading.read_source(block.encode(), "--instead")
    raise Refused(no_action(game, text), example(game))
