"""What a repair changes, in words that everybody may read: spaces of the board, and how the seats stand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.app.game_access import Game
from referee.rules.line import Moment
from referee.show.view import Space, View
from referee.words import Phrase, say


class Change(NamedTuple):
    """A place or a seat, and what was and is said of it."""

    where: str
    before: Phrase | str
    after: Phrase | str


class Changes(NamedTuple):
    """The difference between two positions as everybody may see them."""

    spaces: tuple[Change, ...]
    scores: tuple[Change, ...]


def changes(game: Game, before: Sequence[Moment], after: Sequence[Moment]) -> Changes:
    """How the last positions of two lines of a game differ."""
    one, two = [game.book.show().view(game.header, line, "") for line in (before, after)]
    return Changes(tuple(differences(places(one), places(two))), tuple(differences(totals(one), totals(two))))


def places(view: View) -> dict[str, Phrase | str]:
    """The label of each space of the board, and what is on it."""
    spaces: tuple[Space, ...] = view.board.spaces if view.board else ()
    return {space.label: space.words for space in spaces}


def totals(view: View) -> dict[str, Phrase | str]:
    """Each seat, and how it stands."""
    return {each.seat: each.total if isinstance(each.total, Phrase) else str(each.total) for each in view.standing}


def differences(before: Mapping[str, Phrase | str], after: Mapping[str, Phrase | str]) -> Iterator[Change]:
    """What is said otherwise, in the order of what was there before; an empty text where nothing was or is."""
    for where in dict.fromkeys([*before, *after]):
        one, two = before.get(where, ""), after.get(where, "")
        if str(one) != str(two):
            yield Change(where, one, two)


def change_lines(found: Changes) -> Iterator[Phrase]:
    """The difference, a line for each place and each seat."""
    for each in found.spaces:
        yield say("{where}: was {before}; is now {after}.", **change_facts(each))
    for each in found.scores:
        yield say("{where}: {before} before, {after} now.", **change_facts(each))
    if not found.spaces and not found.scores:
        yield say("Nothing that everybody sees is different.")


def change_facts(change: Change) -> dict[str, Phrase | str]:
    return {"where": change.where, "before": change_text(change.before), "after": change_text(change.after)}


def change_text(words: Phrase | str) -> Phrase | str:
    return words if str(words) else say("nothing")
