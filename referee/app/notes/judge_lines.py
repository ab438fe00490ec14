"""Lines of the notes: each move is judged as a real one, on the position after the move before it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee import reading
from referee.app.errors import Illegal, Misplaced, Stop
from referee.app.game_access import Game
from referee.app.notes.read_notes import NotesFile
from referee.reading import BadInput, Source
from referee.rules.layers import closing_secrets
from referee.rules.replay import Moment, fate_of
from referee.rules.rulebook import Fate, NoBranch, Path
from referee.rules.ruling import AnyAccepted, Rejected, Veiled, Violation, judge, refuse_chance
from referee.show.notes import Note, NotedLine, Texts
from referee.store.chance import Unentered, pile_place
from referee.store.documents import Data, Entry, Move
from referee.words import say


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
    """

    instead: int
    text: Texts
    by: str
    moments: tuple[Moment, ...]
    noted: Mapping[int, Note]
    move: int = 0
    refused: Stop | BadInput | None = None


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


def in_full(judged: JudgedLine, entry: int, before: tuple[Moment, ...]) -> Iterator[Variation]:
    """A line from an entry of the game on, then those inside it; `before`: the moments that lead to it."""
    said = entry, judged.line.text, judged.line.by
    if judged.refused:
        yield Variation(*said, (), {}, len(judged.moves) + 1, judged.refused)
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
