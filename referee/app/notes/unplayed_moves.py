"""A move that was not played, as a file or in words, judged where it could have been played."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee import reading
from referee.app.errors import Missing, Refused
from referee.app.game_access import Game
from referee.app.look.game_views import example, no_action
from referee.app.notes.judge_lines import JudgedLine, Trunk, fate_of_line, lines_of_entry, moments_of_move
from referee.app.notes.places import NotePlace, place_of_line
from referee.app.notes.read_notes import NotesFile
from referee.mail.read import languages
from referee.mail.read.generous_text import read_move_lines
from referee.mail.read.move_pieces import move_block
from referee.mail.read.sentence_parts import SentenceReader
from referee.reading import Source
from referee.reading.move_parts import move_parts
from referee.reading.plain_files import first_bytes
from referee.reading.spoken_words import ValueReader, spoken_words
from referee.reading.texts import MOVE
from referee.rules.replay import Moment
from referee.words import language, say

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
        own = languages.language(code)
        joints = ("to", "and", *own.words("connectives"), *own.words("through"))
        values = ValueReader(book.id, lambda: book.show().places(game.position), joints)
        found = read_move_lines([text], SentenceReader(spoken_words(book.id, code), values, code))
        if found.is_read:
            listed = next((each.name for each in move_parts(book.id) if each.form == "list"), "actions")
            block = move_block({"seat": seat}, listed, found.parts)
            return reading.read_source(block.encode(), "--instead")
    raise Refused(no_action(game, text), example(game))
