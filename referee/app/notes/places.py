"""Where a note belongs: `14`, `turn 7`, `round 3`, or `14/1/2`, the second move of the first line for entry 14."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.app.errors import Missing, Usage
from referee.app.game_access import Game
from referee.rules.line import gone_by
from referee.show.notes import SIGNS
from referee.show.turns import turns_of
from referee.words import Phrase, say, word_list

Steps = tuple[int, ...]
"""Lines and moves by turns, from 1: `(1, 2, 3)` is the third line in place of move 2 of the first line."""


class NotePlace(NamedTuple):
    """An entry, and a line or a move of a line below it."""

    entry: int
    steps: Steps = ()

    def __str__(self) -> str:
        return "/".join(map(str, (self.entry, *self.steps)))


class NoteWords(NamedTuple):
    """What a command says of a note: its place (None: the whole game), its sign, and its text."""

    place: NotePlace | None
    sign: str
    text: str


class EntryNumbers(NamedTuple):
    """An entry of the line of the game as people count: 0 where it belongs to no turn."""

    turn: int
    round: int


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


def gone_words(game: Game, entry: int) -> Phrase | None:
    """That an entry no longer counts, and that its notes stay."""
    by = gone_by(game.log.documents).get(entry)
    if by is None:
        return None
    words = "Entry {entry} was taken back or corrected by entry {by}. The note stays with entry {entry}."
    return say(words, entry=entry, by=by)
