"""To which entry a game can go back, what would then no longer count, and what stays drawn."""

from collections.abc import Sequence

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.rules.entry_shapes import RETURNING
from referee.rules.line import Moment, Rewrite, place_after
from referee.rules.rewrites import (
    OtherDraw,
    WayBack,
    corrected_since,
    is_known_place,
    is_returnable,
    refuse_other_draws,
    same_entries,
    way_of,
)
from referee.rules.rulings import CHANGERS
from referee.show.sentences import is_practice
from referee.show.turns import turns_of
from referee.store.chance import is_known_deal
from referee.store.documents import is_kind
from referee.words import Phrase, say


def goal_of(game: Game, back: int | None, seat: str) -> int:
    """The entry to which the game goes back: this one, or that where the last turn began. Raises Refused."""
    found = start_of_last_turn(game, seat) if back is None else before_seals(game, back)
    refuse_unknown(game, found)
    refuse_impossible_way(game, found)
    return found


def before_seals(game: Game, number: int) -> int:
    """An entry, or if it only seals the orders of the seats, the one after which it was recorded."""
    at = number
    while 0 < at < len(game.log.documents) and is_kind(game.log.documents[at], "orders"):
        at -= 1
    return at


def start_of_last_turn(game: Game, seat: str) -> int:
    """The entry after which the last turn began: of this seat, or of anybody; or the last one before an early end.

    Raises Refused if there is none.
    """
    line = game.line
    last = max([at for at, each in enumerate(line) if is_turn_of(each, seat)], default=0)
    if not last:
        raise Refused(say("There is no move to take back."))
    spans = turns_of(line, game.book.play.is_turn_begun).all
    return last_returnable(line[: next((each.first for each in spans if each.last == last), last)])


def is_turn_of(moment: Moment, seat: str) -> bool:
    return is_kind(moment.entry, *RETURNING) and (not seat or moment.entry.get("seat") == seat)


def last_returnable(line: Sequence[Moment]) -> int:
    found: int = next(each.number for each in reversed(line) if is_returnable(line, each.number))
    return found


def refuse_unknown(game: Game, back: int) -> None:
    """Raises Refused for an entry to which no game can go back."""
    last = game.log.last
    if back == 0:
        first = next(each.number for each in game.line if is_kind(each.entry, "deal"))
        words = "Entry 0 is the header of the log, from before the deal. The first position is after entry {first}."
        raise Refused(say(words, first=first))
    if not 0 < back <= last:
        raise Refused(say("There is no entry {entry}. The last entry is {last}.", entry=back, last=last))
    if is_known_place(game.line, back, game.moments):
        if not any(is_kind(each.entry, *RETURNING) for each in (*way(game, back).left, *way(game, back).again)):
            raise Refused(say("No move was played after entry {entry}, so nothing can be taken back.", entry=back))
        return
    if all(each.number != back for each in game.line):
        hint = say("To end the game, use the command for that end again.")
        raise Refused(say("Entry {entry} was taken back, so it no longer counts.", entry=back), hint)
    places = [each.number for each in game.line if is_returnable(game.line, each.number)]
    near = max([each for each in places if each < back], default=places[0])
    hint = say("The move before it is entry {near}.", near=near)
    raise Refused(say("After entry {entry} nobody had moved: it's not a turn.", entry=back), hint)


def way(game: Game, back: int) -> WayBack:
    """The way of a game to the position after an entry."""
    return way_of(game.line, back, game.moments)


def refuse_impossible_way(game: Game, back: int) -> None:
    """Raises Refused if another edition took over since, or a ruling was made; or a correction, in another course."""
    found = way(game, back)
    hint = say("To continue from there in a new game: referee fork {game} --at {back}", game=game.id, back=back)
    if fixed := next((each.number for each in found.left if is_kind(each.entry, *CHANGERS)), None):
        words = "Entry {entry} changed the rules of this game, so it can't go back to before that."
        raise Refused(say(words, entry=fixed), hint)
    if other := corrected_since(game.line, found):
        words = "Entry {other} was corrected after entry {entry} was taken back, so that can't count again."
        raise Refused(say(words, other=other, entry=back), hint)


def undone_turns(game: Game, back: int) -> tuple[int, ...]:
    """The turns that would no longer count, and an early end."""
    return turn_numbers(way(game, back).left)


def turn_numbers(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The numbers of the turns among these moments, and of an early end."""
    return tuple([each.number for each in moments if is_kind(each.entry, *RETURNING)])


def is_open_to_all(game: Game) -> bool:
    """Whether going back can teach nobody anything: the shuffle is public, or the game is entered from paper."""
    return is_practice(game.header) or is_known_deal(game.header)


def refuse_changed_draws(game: Game, repaired: int, rewrite: Rewrite) -> None:
    """Raises Refused if a later entry would draw something else. repaired: the entry that the repair changes."""
    line = game.line
    after = [*line[: place_after(line, rewrite.after)], *rewrite.again]
    try:
        refuse_other_draws(same_entries(line, after), is_known=is_known_deal(line[0].entry))
    except OtherDraw as other:
        raise changes_draws(game, repaired, other) from other


def changes_draws(game: Game, repaired: int, other: OtherDraw) -> Refused:
    """That entry `other.number` would draw something else, since a repair changes entry `repaired`."""
    words = "With this change, entry {later} would draw something else."
    if other.is_shuffled:
        words = (
            "Entry {later} shuffled what entry {entry} discarded. With this change, something else would have been "
            "drawn since then."
        )
    if other.is_shuffled and other.number == repaired:
        words = "Entry {later} shuffled what it discarded, and drew from that. This can't change."
    return Refused(say(words, later=other.number, entry=repaired), way_back(game, repaired))


def way_back(game: Game, number: int) -> Phrase:
    """How the game can continue from before entry `number` instead."""
    place = place_after(game.line, number - 1)
    facts = {"game": game.id, "back": last_returnable(game.line[:place])}
    if any(is_kind(each.entry, *CHANGERS) for each in game.line[place:]):
        return say("To continue from there in a new game: referee fork {game} --at {back}", **facts)
    if is_open_to_all(game):
        return say("To go back to before it instead: referee undo {game} --to {back}", **facts)
    words = "To go back to before it instead, and shuffle again: referee undo {game} --to {back} --reseal"
    return say(words, **facts)
