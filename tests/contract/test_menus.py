"""A menu offers what the rules allow: no more, and of single actions no less. Random turns of random games."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pytest
from composing import Taken as Took
from composing import composed, offered, understood, written

from referee import titles
from referee.app.game_access import Game
from referee.app.look.game_views import lawful
from referee.app.look.game_views import menu as menu_of
from referee.app.play.refusal import action_lines
from referee.rules.replay import replay
from referee.rules.rulebook import Compose
from referee.rules.ruling import Accepted, Rejected, Veiled, judge, refuse_chance
from referee.show.menu import Menu
from referee.testkit.playouts import Playout, playout

GAMES, POSITIONS, TURNS = 1, 3, 6
MORE = 80
"""So many times more games with --thorough."""


@lru_cache(maxsize=4)
def moments(title: str, seed: int) -> list[Any]:
    game = playout(title, seed)
    return replay(game.book, game.log, secret=lambda: game.secret)


@lru_cache(maxsize=GAMES)
def some(title: str, seed: int) -> list[tuple[Playout, Game, Menu]]:
    """A few positions of a random game in which somebody is to move."""
    return list(some_of(title, seed))


def some_of(title: str, seed: int) -> Iterator[tuple[Playout, Game, Menu]]:
    game, every = playout(title, seed), moments(title, seed)
    rng = random.Random(seed)
    asked = [at for at, moment in enumerate(every) if at and game.book.play.to_move(moment.position)]
    for at in sorted(rng.sample(asked, min(POSITIONS, len(asked)))):
        table = Game(game.header["game"], "", game.log, game.book, every[: at + 1])
        mover = game.book.play.to_move(every[at].position)
        assert mover
        menu = menu_of(table, mover)
        assert menu
        yield game, table, menu


def alone(table: Game, move: dict[str, Any]) -> str:
    """A single action in one notation, whatever is paid for it."""
    noted: Mapping[str, Any] = move
    try:
        ruling = judge(table.book.play, table.position, move, refuse_chance)
        assert isinstance(ruling, Accepted), move
        noted = table.book.play.record(table.position, move, ruling.events)
    except Veiled:
        pass  # what it shows would be recorded with it
    lines = action_lines(table.book.id, noted) or action_lines(table.book.id, move)
    return re.sub(r" pay .*", "", ", ".join(lines))


def singles(table: Game, moves: Sequence[Mapping[str, Any]]) -> set[str]:
    """Those of the moves that have one action: whether actions which need each other are one choice is the title's."""
    mover = table.book.play.to_move(table.position)
    return {alone(table, {"seat": mover, **move}) for move in moves if len(move.get("actions", ())) < 2}


def seeds(thorough: bool) -> range:
    """The seeds of the games."""
    return range(GAMES * (MORE if thorough else 1))


@pytest.mark.parametrize("title", titles.ids())
def test_the_first_offers_are_all_legal_single_actions(title: str, thorough: bool) -> None:
    for seed in seeds(thorough):
        for _, table, menu in some(title, seed):
            lawfully = [each.move for each in lawful(table)]
            mine = [understood(menu, [Took(number)]) for number in offered(menu, [])]
            assert singles(table, mine) == singles(table, lawfully)


@pytest.mark.parametrize("title", titles.ids())
@pytest.mark.parametrize("fill", [False, True])
def test_every_turn_composed_of_sure_choices_is_accepted(title: str, fill: bool, thorough: bool) -> None:
    """Random turns, and such as continue until nothing more is offered, with the end of the turn at the end."""
    for seed in seeds(thorough):
        for game, table, menu in some(title, seed):
            rng = random.Random(seed)
            for _ in range(TURNS // 4 if fill else TURNS):
                taken = composed(menu, rng, stop=0.0, fill=True) if fill else composed(menu, rng)
                ruling = judge(game.book.play, table.position, understood(menu, taken), game.fate())
                assert not isinstance(ruling, Rejected), (written(menu, taken), ruling)


@pytest.mark.parametrize("title", titles.ids())
@pytest.mark.parametrize("bare", [False, True])
def test_a_menu_says_whether_an_empty_turn_is_legal(title: str, bare: bool) -> None:
    for seed in range(GAMES):
        for _, table, _ in some(title, seed):
            known = table._replace(book=table.book._replace(compose=lambda: Compose())) if bare else table
            menu = menu_of(known, str(known.book.play.to_move(known.position)))
            assert menu
            assert [(each.rules, each.says) for each in menu.idle] == refused(known, understood(menu, []))


def refused(table: Game, move: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    try:
        ruling = judge(table.book.play, table.position, move, refuse_chance)
    except Veiled:
        return []
    return [((each.rule,), each.says) for each in ruling.violations] if isinstance(ruling, Rejected) else []


@pytest.mark.parametrize("title", titles.ids())
def test_a_title_without_a_menu_has_one_of_its_single_actions(title: str) -> None:
    for _, table, _ in some(title, 0):
        bare = table._replace(book=table.book._replace(compose=lambda: Compose()))
        menu = menu_of(bare, str(bare.book.play.to_move(bare.position)))
        assert menu
        first = offered(menu, [])
        mine = [understood(menu, [Took(number)]) for number in first]
        assert singles(bare, mine) == singles(bare, [each.move for each in lawful(bare)])
        assert not offered(menu, [Took(first[0])])
        assert menu_of(bare, "nobody") is None
