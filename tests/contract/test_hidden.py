"""The proof that nothing hidden is shown can fail: any leak of a hand or of the next card is caught."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from hidden_attika import dealt_again, hidden_hands_change_nothing_told

from referee.rules.replay import BadEntry
from referee.rules.rulebook import AnyRulebook, Breach, Fate, Rule, Show, law_of_stages
from referee.testkit.hidden import what_is_hidden_changes_nothing_told, world
from referee.testkit.playouts import Playout, playout
from referee.titles.attika.rules.moves import TakeAttikaTurn
from referee.titles.attika.show import known
from referee.titles.magna_grecia.rules.events import CardTurned
from referee.words import say

SEEDS = range(5)


@cache
def secret_games() -> list[Playout]:
    games = [playout("attika", seed) for seed in SEEDS]
    return [game for game in games if game.header["options"]["hands"] == "secret"]


def leaks(games: list[Playout], promise: Callable[[Playout], None] = hidden_hands_change_nothing_told) -> bool:
    """Whether something hidden comes out in one of the games."""
    return any(tells(game, promise) for game in games)


def tells(game: Playout, promise: Callable[[Playout], None]) -> bool:
    try:
        promise(game)
    except (AssertionError, BadEntry):
        return True
    return False


def test_the_world_that_is_dealt_again_is_another_one() -> None:
    changed = 0
    for game in secret_games():
        real = world(game, game.log.last - 1, {})
        again = world(game, game.log.last - 1, dealt_again(real, "", random.Random(1)))
        changed += real.moments[-1].position != again.moments[-1].position
    assert changed > len(secret_games()) // 2


def test_a_view_that_shows_every_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "may_see", lambda position, reader, seat: True)
    assert leaks(secret_games())


def telling(position: Any, step: Any) -> Breach:
    hands = ", ".join(str(hand) for hand in position.hands.values())
    return Breach(say("The hands are {hands}.", hands=hands))


def with_leaking_rule(book: AnyRulebook) -> AnyRulebook:
    leaking = ((Rule("AT-0.0", "it leaks", (TakeAttikaTurn,), 0, telling),),)
    return with_rules_about_turns(book, leaking)


def with_rules_about_turns(book: AnyRulebook, stages: tuple[tuple[Rule[Any], ...], ...]) -> AnyRulebook:
    return book._replace(play=book.play._replace(law={**book.play.law, **law_of_stages({TakeAttikaTurn: stages})}))


def with_leaking_refusal(book: AnyRulebook) -> AnyRulebook:
    """Refuses only a seat with fewer water cards than another: the text reveals nothing, the verdict does."""

    def envious(position: Any, step: Any) -> Breach | None:
        mine, most = position.hands[step.seat][0], max(hand[0] for hand in position.hands.values())
        return Breach(say("No.")) if mine < most else None

    leaking = (Rule("AT-0.0", "it leaks", (TakeAttikaTurn,), 9, envious),)
    return with_rules_about_turns(book, (*book.play.law[TakeAttikaTurn].stages, leaking))


def with_leaking_log(book: AnyRulebook) -> AnyRulebook:
    hands = book.edition._replace(public=lambda position: {seat: list(hand) for seat, hand in position.hands.items()})
    return book._replace(edition=hands)


def with_leaking_words(book: AnyRulebook) -> AnyRulebook:
    def view(header: Any, moments: Any, seat: str = "") -> Any:
        hands = sum(hand[1] for hand in moments[-1].position.hands.values())
        shown = book.show().view(header, moments, seat)
        return shown._replace(headline=say("{headline} ({hands})", headline=shown.headline, hands=hands))

    return book._replace(show=lambda: book.show()._replace(view=view))


@pytest.mark.parametrize("leak", [with_leaking_rule, with_leaking_refusal, with_leaking_log, with_leaking_words])
def test_what_leaks_is_caught(leak: Callable[[AnyRulebook], AnyRulebook]) -> None:
    assert leaks([game._replace(book=leak(game.book)) for game in secret_games()])


class Peeked(NamedTuple):
    """The card below the one that was turned over."""

    card: str


def unpeeked(events: Iterable[Any]) -> tuple[Any, ...]:
    return tuple([event for event in events if not isinstance(event, Peeked)])


def with_next_card(book: AnyRulebook) -> AnyRulebook:
    """Turning over a card looks at the one below, which the log does not show, and the headline reveals it."""

    def reactions(position: Any, event: Any, fate: Fate) -> Iterable[Any]:
        below = position.clock.round + 1
        if isinstance(event, CardTurned) and below < position.setting.rounds:
            yield Peeked(fate("deck", below))
        elif not isinstance(event, Peeked):
            yield from book.play.reactions(position, event, fate)

    def evolve(position: Any, event: Any) -> Any:
        return position if isinstance(event, Peeked) else book.play.evolve(position, event)

    def view(header: Any, moments: Any, seat: str = "") -> Any:
        told = [replace(each, events=unpeeked(each.events), passed=()) for each in moments]
        shown, below = (
            book.show().view(header, told, seat),
            [e.card for m in moments for e in m.events if isinstance(e, Peeked)],
        )
        return shown._replace(headline=say("{headline} ({below})", headline=shown.headline, below=below[-1:]))

    play = book.play._replace(reactions=reactions, evolve=evolve)
    return book._replace(play=play, show=lambda: Show(view))


def test_the_next_card_of_a_pile_is_caught() -> None:
    """In a game that keeps the promise without it: test_random_games.py plays it, too."""
    game = playout("magna-grecia", 1)
    assert leaks([game._replace(book=with_next_card(game.book))], what_is_hidden_changes_nothing_told)
