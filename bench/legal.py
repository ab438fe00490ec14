"""How long it takes to list what is legal: single actions, and the composer's menu, in processor time.

`python bench legal [ROUNDS]`, of positions of one sample game of each title, the last turn on a full board among them.
The unit is `python -c pass` in the same rounds. Beside them stands the slow way, which judges every candidate. Without
the collector, as in a command. Ends with 1 when a target is missed.
"""

import gc
import os
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple

from rounds import Case, run

from referee.app.game_access import Game, Table, game_of, open_game
from referee.app.look.game_views import lawful, menu
from referee.rules.ruling import judged_candidates
from referee.settings import Settings
from referee.show.menu import Menu

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMES = {"mezzogiorno-4": 4, "quadrilateral-4": 24}
"""The games, and which of their turns are measured, and the last one."""
LEGAL, MENU = 0.5, 3.0
"""Times the floor, at most: 5 ms for a list, 30 ms for a menu where `python -c pass` takes 10."""
FLOOR = Case("python -c pass", [sys.executable, "-c", "pass"], ROOT, lambda: None)


class Costs(NamedTuple):
    """Seconds of a processor in one round."""

    floor: float
    legal: float
    menu: float
    slow: float


def seconds(make: Callable[[], object]) -> float:
    """Of the second of two times."""
    make()
    began = process_time()
    make()
    return process_time() - began


def costs(game: Game) -> Costs:
    """One round of one position."""
    play, mover = game.book.play, game.mover
    assert mover
    return Costs(
        run(FLOOR).processor,
        seconds(lambda: list(lawful(game))),
        seconds(lambda: menu(game, mover)),
        seconds(lambda: list(judged_candidates(play, game.position))),
    )


def positions(id: str) -> list[Game]:
    """A game before some of its turns, and before the last one."""
    whole = open_game(Table(Settings(games=os.path.join(ROOT, "games"), private=os.devnull)), id)
    turns = [moment.number for moment in whole.moments if whole.book.play.to_move(moment.position)]
    chosen = [*turns[:: GAMES[id]], turns[-1]]
    return [game_of(id, whole.folder, whole.log, whole.moments[: number + 1]) for number in chosen]


def line(game: Game, measured: list[Costs]) -> tuple[float, float]:
    """Print a line of the table; what is measured against the targets."""
    found = menu(game, str(game.mover))
    legal, offered, slow = (median([each[column] / each.floor for each in measured]) for column in (1, 2, 3))
    milliseconds = [1000 * median([each[column] for each in measured]) for column in (1, 2)]
    print(
        f"| {game.id} | {game.moments[-1].number} | {len(list(lawful(game)))} | {milliseconds[0]:.1f} | {legal:.2f} "
        f"| {slow:.2f} | {number_of_choices(found)} | {milliseconds[1]:.1f} | {offered:.2f} |"
    )
    return legal, offered


def number_of_choices(found: Menu | None) -> int:
    """Of a menu, those of its crossings among them."""
    if not found:
        return 0
    spaces = found.crossings.spaces if found.crossings else ()
    return len(found.choices) + sum(len(space.shapes) for space in spaces)


def main(times: int = 7) -> int:
    gc.disable()
    print("| game | after entry | legal | ms | × the floor | judged one by one, × | choices | menu, ms | × the floor |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    games = [game for id in GAMES for game in positions(id)]
    found = [line(game, [costs(game) for _ in range(times)]) for game in games]
    offered = [ratio for _, ratio in found]
    legal = [ratio for ratio, _ in found]
    print(f"legal actions: {max(legal):.2f} of the floor at most (target {LEGAL})")
    print(f"menus: {max(offered):.2f} of the floor at most (target {MENU}); {median(offered):.2f}, median")
    return int(max(legal) > LEGAL or max(offered) > MENU)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
