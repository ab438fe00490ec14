"""`games/ID/notes.yaml`: what somebody says of a game, and variations; and what is said of a log that is right."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Required, TypedDict, cast

from referee import reading
from referee.app.errors import Illegal, Misplaced, Stop
from referee.app.game_access import Game
from referee.reading import BadInput, Source
from referee.rules.layers import closing_secrets
from referee.rules.replay import Moment, fate_of
from referee.rules.rulebook import Fate, NoBranch, Path
from referee.rules.ruling import AnyAccepted, Rejected, Veiled, Violation, judge, refuse_chance
from referee.store.chance import Unentered
from referee.store.documents import THE_NOTES, Data, Entry, Move, is_newer, newer_format
from referee.store.stores import is_missing, read_document
from referee.words import Phrase, say, word_list

NOT_CHECKED = say("Chance: not checked, because the secret is only published when the game is closed.")
AT_THE_END = say(
    "Chance: the secret published at the end matches the commitment, and everything shown follows from it."
)
PRIVATE = say("Chance: the private secret matches the commitment, and everything shown follows from it.")


PRACTICE = say(
    "Chance: this is a practice game. Every revealed card follows from the published secret, so it proves nothing."
)


KNOWN_DEAL = say("Chance: a known deal, entered afterwards. Every item shown is in its pile; nothing more is proved.")


def right(entries: int, editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """That a log is right.

    editions: from which entry on (0: the header) which edition of its title holds; current: the newest that there is.
    """
    under = certain_reading(editions, current)
    if entries == 0:
        return say("The header is correct {under}. There are no entries yet.", under=under)
    if entries == 1:
        return say("The only entry is correct {under}: the chain and its position.", under=under)
    words = "All {entries} entries are correct {under}: the chain, every move, every position."
    return say(words, entries=entries, under=under)


def fault_text(entry: int, why: object) -> Phrase:
    """That a log is wrong in this entry (0: in its header)."""
    if entry == 0:
        return say("The header is wrong. {why}", why=why)
    return say("Entry {entry} is wrong. {why}", entry=entry, why=why)


def certain_reading(editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """Under which edition, or under which ones in turn."""
    (_, first), *later = editions
    under = [say("under edition {edition}", edition=first)]
    under += [say("under edition {edition} from entry {entry} on", entry=entry, edition=each) for entry, each in later]
    if editions[-1][1] == current:
        return word_list(under)
    return say("{under} (edition {current} is current)", under=word_list(under), current=current)


def chain_alone(entries: int) -> Phrase:
    """Of a log whose moves can be judged only with a secret that is not here."""
    if entries == 1:
        return say(
            "The chain of the only entry is correct. Checking its move needs the secret, which is published at the end."
        )
    words = (
        "The chain of all {entries} entries is correct. Checking their moves needs the secret, "
        "which is published at the end."
    )
    return say(words, entries=entries)


NAME = "notes.yaml"
FORMAT = "referee-notes/1"
SCHEMA = "notes"
FILE = 1 << 20
"""Bytes of the largest notes."""


class WrittenNote(TypedDict, total=False):
    """A note in the form of the file."""

    glyph: str
    says: str


class WrittenVariation(TypedDict, total=False):
    """A variation in the form of the file: the entry that it replaces, and the moves."""

    entry: Required[int]
    moves: Required[Sequence[Move]]
    says: str


class WrittenNotes(TypedDict, total=False):
    """The content of the file, see `schemas/notes.schema.json`."""

    game: Required[str]
    by: str
    about: str
    entries: Mapping[str, WrittenNote]
    variations: Sequence[WrittenVariation]


class Note(NamedTuple):
    """A comment on an entry, and a sign of judgement such as `!?`; one of them may be empty."""

    glyph: str
    says: str


class Variation(NamedTuple):
    """An alternative to an entry: its moments, or which move is refused and why."""

    instead: int
    says: str
    moments: tuple[Moment, ...]
    move: int = 0
    refused: Stop | BadInput | None = None


class Notes(NamedTuple):
    """The notes of a game as read: by entry, and the variations, not judged yet."""

    source: Source
    by: str
    about: str
    entries: Mapping[int, Note]


def notes_of_game(game: Game) -> Notes | None:
    """The notes next to the log, if there are any. Raises `source.BadInput`, Misplaced, `disk.Unreadable`."""
    path = os.path.join(game.folder, NAME)
    if is_missing(path):
        return None
    return notes_in(game, reading.read_source(read_document(path), path, FILE))


def notes_in(game: Game, text: Source) -> Notes:
    """The notes in a file. Raises `source.BadInput` and Misplaced."""
    refuse_newer(text)
    found: WrittenNotes = reading.typed_data(text, SCHEMA)
    refuse_other_game(game, text, found)
    entries = {
        int(number): Note(each.get("glyph", ""), each.get("says", "").strip())
        for number, each in found.get("entries", {}).items()
    }
    for number in entries:
        refuse_unknown(game, text, number, ("entries", str(number)))
    for at, each in enumerate(found.get("variations", ())):
        refuse_unknown(game, text, each["entry"], ("variations", at, "entry"))
    return Notes(text, found.get("by", ""), found.get("about", "").strip(), entries)


def refuse_newer(text: Source) -> None:
    """Raises Misplaced for notes of a later format."""
    named = text.data.get("format") if isinstance(text.data, dict) else None
    if is_newer(named, FORMAT):
        raise Misplaced(text, ("format",), newer_format(THE_NOTES, named, FORMAT))


def refuse_other_game(game: Game, text: Source, found: WrittenNotes) -> None:
    if found["game"] != game.id:
        raise Misplaced(
            text, ("game",), say("These notes are about {other}, not about {game}.", other=found["game"], game=game.id)
        )


def refuse_unknown(game: Game, text: Source, number: int, at: Path) -> None:
    if not 1 <= number <= game.log.last:
        facts = {"game": game.id, "at": number, "last": game.log.last}
        raise Misplaced(text, at, say("{game} has no entry {at}. The last one is {last}.", **facts))


def variations(game: Game, notes: Notes) -> list[Variation]:
    """All variations of a game, each move judged on the position after the one before."""
    found: WrittenNotes = reading.typed_data(notes.source, SCHEMA)
    written = found.get("variations", ())
    return [variation(game, notes.source, each, ("variations", at)) for at, each in enumerate(written)]


def fate_of_variation(game: Game, number: int) -> Fate:
    """The game's own chance at an entry if its secret is revealed; before that nothing may be shown."""
    secret = closing_secrets(game.log.documents)
    return refuse_chance if secret is None else fate_of(game.book, game.log, secret, number)


def variation(game: Game, text: Source, written: WrittenVariation, at: Path) -> Variation:
    instead, says = written["entry"], written.get("says", "").strip()
    fate = fate_of_variation(game, instead)
    moments = [*game.moments[:instead]]
    for number, move in enumerate(written["moves"]):
        try:
            moments += moments_of_move(game, moments[-1], text, move, (*at, "moves", number), fate)
        except (Stop, BadInput) as refused:
            return Variation(instead, says, (), number + 1, refused)
    return Variation(instead, says, tuple(moments[instead:]))


def moments_of_move(game: Game, before: Moment, text: Source, move: Move, at: Path, fate: Fate) -> list[Moment]:
    """The moments of a move, part by part. Raises Illegal, Misplaced, `source.BadInput`."""
    left: Data | None = checked_move(game, before.number, text, move, at)
    refuse_out_of_turn(game, before.position, text, move["seat"], (*at, "seat"))
    moments = [before]
    while left is not None:
        ruling = accepted_part(game, moments[-1].position, text, left, at, fate)
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


def accepted_part(game: Game, position: object, text: Source, move: Data, at: Path, fate: Fate) -> AnyAccepted:
    """The ruling on a part of a move. Raises Illegal with its places in the notes, and Misplaced."""
    try:
        ruling = judge(game.book.play, position, move, fate)
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
    alone = Source(
        text.name,
        text.text,
        {"game": game.id, "after": str(after), **move},
        places_below(text.marks, at),
        places_below(text.keys, at),
    )
    found: Move = reading.typed_data(alone, f"{game.book.id}.move")
    return cast(Move, {key: value for key, value in found.items() if key not in ("game", "after", "head")})


def places_below(places: Mapping[Path, tuple[int, int]], at: Path) -> dict[Path, tuple[int, int]]:
    """The places of everything below `at`, relative to it."""
    return {path[len(at) :]: place for path, place in places.items() if path[: len(at)] == at}
