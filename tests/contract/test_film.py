"""A film shows what the views show; what somebody may not see cannot change a byte of a page made of it."""

import random
from itertools import pairwise
from typing import Any

import pytest
from ground import board_of
from hidden_attika import dealt_again

from referee.app.game_access import Game
from referee.app.look import replays
from referee.rules.replay import Moment
from referee.settings import Settings
from referee.show.film import Still
from referee.show.view import MODERATOR, ReportTable, Space, View
from referee.testkit.hidden import World, world
from referee.testkit.playouts import Playout, playout
from referee.titles.attika.show import known

TITLES = ("magna-grecia", "attika")
SEEDS = range(2)
EVERY = 15
"""One entry out of so many is compared with its view, which is slow to make."""


def moments_of(game: Playout) -> list[Moment]:
    return world(game, game.log.last, {}).moments


def filmed(game: Playout, moments: list[Moment], readers: list[str], first: int = 0) -> list[Still]:
    film = game.book.show().film
    assert film
    return list(film(game.header, moments, readers, first).stills)


def surface(view: View) -> tuple[Space, ...]:
    """The board without the places for a tile that is due, which only who must place it needs."""
    return tuple([space for space in board_of(view).spaces if not space.ground.is_offer])


def hands(tables: Any) -> list[ReportTable]:
    return [each for each in tables if isinstance(each, ReportTable) and each.id == "hands"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", TITLES)
def test_a_film_shows_what_the_views_show(title: str, seed: int) -> None:
    game = playout(title, seed)
    moments, readers = moments_of(game), ["", *game.header["seats"], MODERATOR]
    stills = filmed(game, moments, readers)
    assert len(stills) == len(moments)
    for at in [*range(0, len(moments), EVERY), len(moments) - 1]:
        for reader, seen in zip(readers, stills[at].seen, strict=True):
            view = game.book.show().view(game.header, moments[: at + 1], reader)
            assert stills[at].spaces == surface(view)
            assert stills[at].headline == view.headline
            assert stills[at].standing == view.standing
            assert stills[at].mover == (view.asked.seat if view.asked else "")
            assert stills[at].ways == board_of(view).ways
            assert reader or not stills[at].turn or stills[at].digest == view.digest
            assert view.story.lines[-len(seen.story) :] == seen.story
            assert hands(seen.tables) == hands(view.sections)


@pytest.mark.parametrize("title", TITLES)
def test_a_film_may_begin_anywhere(title: str) -> None:
    game = playout(title, 3)
    moments = moments_of(game)
    first = len(moments) // 2
    assert filmed(game, moments, [""], first) == filmed(game, moments, [""])[first:]


@pytest.mark.parametrize("title", TITLES)
def test_what_did_not_change_is_the_same_object(title: str) -> None:
    """So that the page compares nothing but names; a few spaces change with each entry."""
    stills = filmed(playout(title, 1), moments_of(playout(title, 1)), [""])
    fresh = [[b for b in now.spaces if not any(b is a for a in before.spaces)] for before, now in pairwise(stills)]
    assert sum(map(len, fresh)) < 12 * len(stills)


def page(game: Playout, real: World, reader: str) -> str:
    """The page of a game in play after the entries of this world."""
    running = Game(game.header["game"], "", game.log, game.book, real.moments)
    return replays.page_and_end(Settings(), running, None, [], reader)[0]


def leaks(game: Playout) -> bool:
    rng = random.Random(game.log.last)
    reader = rng.choice(["", *game.header["seats"]])
    real = world(game, rng.choice(range(1, game.log.last + 1)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, reader, rng))
    return page(game, real, reader) != page(game, other, reader)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_hidden_information_changes_no_byte_of_a_page(title: str, seed: int) -> None:
    assert not leaks(playout(title, seed))


def test_a_page_that_shows_every_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "may_see", lambda position, reader, seat: True)
    assert any(leaks(playout("attika", seed)) for seed in range(5))


@pytest.mark.parametrize("title", TITLES)
def test_a_title_without_a_film_is_shown_by_its_views(title: str) -> None:
    game = playout(title, 2)
    real = world(game, 9, {})
    plain = game._replace(book=game.book._replace(show=lambda: game.book.show()._replace(film=None)))
    made = page(plain, real, "")
    assert made.count('"seen":[') == 1
    told = [str(line.says) for line in game.book.show().view(game.header, real.moments, "").story.lines]
    for says in told:
        assert says.replace('"', '\\"').encode("ascii", "backslashreplace").decode() in made
