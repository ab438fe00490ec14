"""Facts of a title that orders ahead ask for: hidden things that are dealt again change none of them."""

import random

import pytest
from hidden_attika import dealt_again

from referee.testkit.hidden import World, world
from referee.testkit.playouts import Playout, playout

SEEDS, PROVED = 3, 250

TITLES = ("magna-grecia", "attika")


def facts_in(game: Playout, found: World, seat: str) -> list[str]:
    own = game.book.show().seat_facts
    assert own
    return list(own.of(found.moments[-1].position, seat))


@pytest.mark.parametrize("title", TITLES)
def test_facts_are_the_same_whatever_lies_hidden(title: str, thorough: bool) -> None:
    for seed in range(PROVED if thorough else SEEDS):
        game, rng = playout(title, seed), random.Random(seed)
        for seat in game.header["seats"]:
            real = world(game, rng.randrange(1, game.log.last + 1), {})
            other = world(game, len(real.moments) - 1, dealt_again(real, seat, rng))
            assert facts_in(game, real, seat) == facts_in(game, other, seat)


@pytest.mark.parametrize("title", TITLES)
def test_each_fact_has_one_of_the_forms_that_players_are_shown(title: str) -> None:
    from referee.app.ahead.written_orders import form_of

    game = playout(title, 1)
    own = game.book.show().seat_facts
    assert own
    for position in game.positions[:: max(len(game.positions) // 8, 1)]:
        for seat in game.header["seats"]:
            assert [each for each in own.of(position, seat) if not form_of(own.forms, each)] == []


def test_a_hand_of_another_seat_would_be_noticed() -> None:
    """What is dealt again differs: a fact about it would, too."""
    game, rng = playout("attika", 1), random.Random(1)
    seats = list(game.header["seats"])
    differs = 0
    for number in range(5, game.log.last, 9):
        real = world(game, number, {})
        other = world(game, number, dealt_again(real, seats[0], rng))
        differs += facts_in(game, real, seats[1]) != facts_in(game, other, seats[1])
    assert differs or game.header["options"]["hands"] == "open"
