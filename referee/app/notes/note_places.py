"""Where a note is: an entry of the game, a line that was not played in its place, or a move of such a line."""

from typing import Any, NamedTuple

from referee.app.game_access import Game
from referee.rules.rulebook import Path
from referee.show.turns import turns_of
from referee.words import Phrase, say

Steps = tuple[int, ...]
"""Lines and moves by turns, from 1: `(1, 2, 3)` is the third line in place of move 2 of the first line."""


class NotePlace(NamedTuple):
    """An entry, and a line or a move of a line below it."""

    entry: int
    steps: Steps = ()

    def __str__(self) -> str:
        return "/".join(map(str, (self.entry, *self.steps)))


class EntryNumbers(NamedTuple):
    """An entry of the line of the game as people count: 0 where it belongs to no turn."""

    turn: int
    round: int


def numbered_entries(game: Game) -> dict[int, EntryNumbers]:
    """The turn and the round of each entry that counts. A round has one turn of each seat."""
    line, had, found = game.line, dict[str, int](), dict[int, EntryNumbers]()
    for number, turn in enumerate(turns_of(line, game.book.play.is_turn_begun).all, 1):
        had[turn.seat] = had.get(turn.seat, 0) + 1
        for at in range(turn.first, turn.last + 1):
            found[line[at].number] = EntryNumbers(number, had[turn.seat])
    return found


def place_words(game: Game, place: NotePlace) -> Phrase:
    """The place in words: `entry 14 (turn 7, round 3)`."""
    counted = numbered_entries(game).get(place.entry)
    said = say("entry {entry}", entry=place.entry)
    if counted:
        words = "entry {entry} (turn {turn}, round {round})"
        said = say(words, entry=place.entry, turn=counted.turn, round=counted.round)
    if not place.steps:
        return said
    if len(place.steps) % 2:
        return say("line {place}, in place of {entry}", place=place, entry=said)
    return say(
        "move {move} of line {line}, in place of {entry}", move=place.steps[-1], line=place_of_line(place), entry=said
    )


def place_of_line(place: NotePlace) -> NotePlace:
    """The line to which a move belongs."""
    return place._replace(steps=place.steps[:-1])


INWARD = ("lines", "moves", "note")
"""The keys of the file that lead from a note to those in its lines."""


def note_place(data: Any, at: Path) -> NotePlace:
    """The note, line or move in which a place of the file is, by the numbers that the list of notes has.

    data  the content of the file, which may be wrong; entry 0: the place is in no note that names its entry
    """
    try:
        _, number, *rest = at
        entry, before = data["notes"][number]["entry"], data["notes"][:number]
        others = sum(len(each.get("lines", ())) for each in before if each["entry"] == entry)
        steps = list[int]()
        while len(rest) > 1 and rest[0] in INWARD:
            key, rest = rest[0], rest[1:]
            if key != "note":
                steps.append(int(rest.pop(0)) + (0 if steps else others) + 1)
        return NotePlace(int(entry), tuple(steps))
    except (LookupError, TypeError, ValueError, AttributeError):
        return NotePlace(0)
