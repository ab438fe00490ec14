"""Do the boards play well? N games of the planning player against itself, and who wins them.

    python bench/balance.py --games 1000 --board mezzogiorno --players 4 [--first 0] [--jobs 2] [--json FILE]

Game number n has the secret n and its planner the seed n: the same numbers give the same table everywhere.
A shared victory counts in equal shares.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any, NamedTuple

from referee import titles
from referee.rules.folds import deal_result
from referee.rules.ruling import Accepted, judge, suggest_move
from referee.store import chance
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.markets import winners
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE

TITLE = "magna-grecia"


class Result(NamedTuple):
    """One game: seats in the order of the first round, points, winners, and what happened how often."""

    order: tuple[str, ...]
    points: dict[str, int]
    winners: tuple[str, ...]
    counts: Counter[str]


def header(board: str, players: int) -> dict[str, Any]:
    book = titles.book(TITLE)
    options = {each.name: each.values[0] for each in book.options}
    fields: dict[str, Any] = {"seats": {seat: seat for seat in book.seats[:players]}, "options": options}
    return {**fields, **book.furnished_fields({**fields, "board": board})}


def game(job: tuple[str, int, int]) -> Result:
    """Play game number `number` to its end. RuntimeError when the planner proposes what the rules refuse."""
    board, players, number = job
    book, head = titles.book(TITLE), header(board, players)
    seed = chance.final_seed(
        "balance", number.to_bytes(chance.SECRET_BYTES, "big"), dict.fromkeys(head["seats"], "none")
    )
    fate = chance.Drawn(seed, book.set_up.piles(head))
    position, _ = deal_result(book, book.set_up.begin(head), fate)
    order, counts = position.clock.waiting, Counter[str]()
    while book.play.to_move(position):
        ruling = judge(book.play, position, suggest_move(book, position, number), fate)
        if not isinstance(ruling, Accepted):
            raise RuntimeError(f"game {number}: {ruling}")
        counts.update(each for event in ruling.events for each in counted(event))
        before, position = holders(position), ruling.position
        after = holders(position)
        counts["oracles that changed hands"] += sum(after[oracle] != seat for oracle, seat in before.items())
    points = {seat: purse.points for seat, purse in position.purses.items()}
    return Result(order, points, winners(position, points), counts)


def holders(position: Any) -> dict[int, str]:
    """The seat that each oracle favours; oracles that point to nobody are left out."""
    cities = {oracle: holder(position, oracle) for oracle in position.oracles}
    return {oracle: position.cities[city].seat for oracle, city in cities.items() if city != NOWHERE}


def counted(event: Any) -> Iterator[str]:
    """Under which headings of the table an event counts."""
    match event:
        case happened.RoadLaid():
            yield "road tiles"
        case happened.CityLaid(touched=touched):
            yield "city tiles"
            yield ("cities founded", "cities expanded")[len(touched)] if len(touched) < 2 else "cities merged"
        case happened.MarketBuilt(free=free):
            yield "markets of foundings" if free else "markets built"
        case happened.MarketSold():
            yield "markets sold"
        case happened.OracleTurned(before=before):
            if before == NOWHERE:
                yield "oracles won"


def played(jobs: list[tuple[str, int, int]], workers: int) -> Iterator[Result]:
    """All games, with a progress bar on a terminal."""
    with ProcessPoolExecutor(workers) as pool:
        results: Iterable[Result] = pool.map(game, jobs, chunksize=5)
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import track

            results = track(results, total=len(jobs), description="playing", console=Console(stderr=True))
        yield from results


def shares(results: list[Result], name: str) -> dict[str, Fraction]:
    """The part of all games that each seat (`name` seat) or place of the first round (`name` place) won."""
    total: dict[str, Fraction] = {}
    for result in results:
        for place, seat in enumerate(result.order, 1):
            key = seat if name == "seat" else f"place {place}"
            total.setdefault(key, Fraction(0))
            if seat in result.winners:
                total[key] += Fraction(1, len(result.winners) * len(results))
    return total


def percent(part: Fraction) -> str:
    return f"{float(part * 100):.1f} %"


def rows(results: list[Result]) -> Iterator[tuple[str, str]]:
    """The table: heading and figure."""
    games = len(results)
    for name in ("seat", "place"):
        for key, part in sorted(shares(results, name).items()):
            yield f"wins of {key}" if name == "seat" else f"wins of {key} in round 1", percent(part)
    for seat in sorted(results[0].points):
        yield f"mean points of {seat}", f"{sum(each.points[seat] for each in results) / games:.1f}"
    yield "mean points of the winner", f"{sum(max(each.points.values()) for each in results) / games:.1f}"
    yield "shared victories", percent(Fraction(sum(len(each.winners) > 1 for each in results), games))
    total = sum((each.counts for each in results), Counter[str]())
    for heading in sorted(total):
        yield f"{heading}, a game", f"{total[heading] / games:.2f}"


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--board", default="mezzogiorno")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="write the figures to this file too")
    return parser.parse_args()


def main() -> int:
    """Print the table; exit 1 when what `fair` asks does not hold."""
    options = asked()
    jobs = [(options.board, options.players, options.first + number) for number in range(options.games)]
    results = list(played(jobs, options.jobs))
    table = dict(rows(results))
    print(f"{options.games} games on {options.board} with {options.players} players, from number {options.first}")
    print("\n".join(f"| {heading} | {figure} |" for heading, figure in table.items()))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(table, file, indent=1)
    return 0 if fair(results) else 1


def fair(results: list[Result]) -> bool:
    """The test of a board: with four seats each wins 20 to 30 %, and oracles change hands once a game."""
    parts = shares(results, "seat").values()
    changes = sum(each.counts["oracles that changed hands"] for each in results)
    even = len(parts) < 4 or all(Fraction(20, 100) <= part <= Fraction(30, 100) for part in parts)
    return even and changes >= len(results)


if __name__ == "__main__":
    sys.exit(main())
