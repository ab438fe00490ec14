"""Which turns an undo took back, as stories say what was done in them."""

from collections.abc import Iterator, Mapping, Sequence

from referee.app.game_access import Game
from referee.app.play.turn_words import turn_continues, turn_deeds
from referee.rules.entry_shapes import TURNS
from referee.rules.line import counted_line
from referee.rules.replay import Moment
from referee.rules.rewrites import way_of
from referee.store.documents import is_kind
from referee.words import Phrase, say


def undo_words(game: Game, number: int, reader: str) -> Iterator[Phrase]:
    """What the undo that an entry is took back, turn by turn, and why."""
    entry, past = game.log.entry(number), game.moments[:number]
    asker = str(entry.get("seat", ""))
    if not asker:
        yield IS_GONE["moderator"]
    before = counted_line(past)
    found = way_of(before, int(str(entry["back"])), past)
    after = counted_line(game.moments[: number + 1])
    yield from turn_sentences(game, before, found.left, IS_GONE, (asker, reader))
    yield from turn_sentences(game, after, found.again, dict.fromkeys(IS_GONE, AGAIN), (asker, reader))
    if any(is_kind(each.entry, "end") for each in found.left):
        yield say("The game is not over: it continues.")
    if entry.get("why"):
        yield say("Reason: {why}", why=entry["why"])


def turn_sentences(
    game: Game, line: Sequence[Moment], some: Sequence[Moment], words: Mapping[str, Phrase], people: tuple[str, str]
) -> Iterator[Phrase]:
    """A sentence on each turn of a line that is among some moments; `people`: who asked, and the reader."""
    asker, reader = people
    numbers = [each.number for each in some]
    for at, each in enumerate(line):
        if each.number in numbers and is_kind(each.entry, *TURNS) and not turn_continues(line, at):
            seat = str(each.entry.get("seat"))
            role = ("own" if seat == asker else "reader") if seat == reader else "asker" if seat == asker else "other"
            done = turn_deeds(game, line[: at + 1]) or say("the last move")
            yield words[role]._replace(facts={"player": game.players[seat], "done": done})


IS_GONE = {
    "moderator": say("The moderator went back."),
    "own": say("You took back: {done}."),
    "asker": say("{player} took back: {done}."),
    "reader": say("Your move no longer counts: {done}."),
    "other": say("The move of {player} no longer counts: {done}."),
}
AGAIN = say("The move of {player} counts again: {done}.")
"""What is said of each turn to who reads it: of the asker's own, the reader's, and those of others."""
