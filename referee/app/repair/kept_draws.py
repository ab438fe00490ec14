"""What is said where a repair would change what was drawn later, and how the game can go back instead."""

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.repair.go_back import is_open_to_all, last_returnable
from referee.rules.kept_draws import OtherDraw, refuse_other_draws, same_entries
from referee.rules.line import Rewrite, place_after
from referee.rules.rulings import CHANGERS
from referee.store.chance import is_known_deal
from referee.store.documents import is_kind
from referee.words import Phrase, say


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
