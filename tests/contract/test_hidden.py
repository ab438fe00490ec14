"""The proof of hidden hands can fail: whatever lets a hand through is caught."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hidden_attika import dealt_again, what_is_hidden_changes_nothing_told, world
from playouts import Playout, playout

from referee.replay import BadEntry
from referee.rulebook import Breach, Rule, Rulebook
from referee.titles.attika import known
from referee.titles.attika.moves import TakeTurn
from referee.words import say

SEEDS = range(9)


@cache
def secret_games() -> list[Playout]:
    games = [playout("attika", seed) for seed in SEEDS]
    return [game for game in games if game.header["options"]["hands"] == "secret"]


def leaks(games: list[Playout]) -> int:
    """In how many games something hidden comes out."""
    found = 0
    for game in games:
        try:
            what_is_hidden_changes_nothing_told(game)
        except (AssertionError, BadEntry):
            found += 1
    return found


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
    hands = ", ".join(str(mat.hand) for mat in position.mats.values())
    return Breach(say("The hands are {hands}.", hands=hands))


def with_leaking_rule(book: Rulebook) -> Rulebook:
    return book._replace(law={**book.law, TakeTurn: ((Rule("AT-0.0", "it leaks", (TakeTurn,), 0, telling),),)})


def with_leaking_refusal(book: Rulebook) -> Rulebook:
    """Refuses only who has fewer water cards than another seat: the words tell nothing, the verdict does."""

    def envious(position: Any, step: Any) -> Breach | None:
        mine, most = position.mats[step.seat].hand[0], max(mat.hand[0] for mat in position.mats.values())
        return Breach(say("No.")) if mine < most else None

    return book._replace(
        law={**book.law, TakeTurn: (*book.law[TakeTurn], (Rule("AT-0.0", "it leaks", (TakeTurn,), 9, envious),))}
    )


def with_leaking_log(book: Rulebook) -> Rulebook:
    return book._replace(public=lambda position: [list(mat.hand) for mat in position.mats.values()])


def with_leaking_words(book: Rulebook) -> Rulebook:
    def view(header: Any, moments: Any, seat: str = "") -> Any:
        hands = sum(mat.hand[1] for mat in moments[-1].position.mats.values())
        shown = book.view(header, moments, seat)
        return shown._replace(headline=say("{headline} ({hands})", headline=shown.headline, hands=hands))

    return book._replace(view=view)


@pytest.mark.parametrize("leak", [with_leaking_rule, with_leaking_refusal, with_leaking_log, with_leaking_words])
def test_what_leaks_is_caught(leak: Callable[[Rulebook], Rulebook]) -> None:
    assert leaks([game._replace(book=leak(game.book)) for game in secret_games()])
