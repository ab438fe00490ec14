"""Do the seats of Attika win alike, and by which way? N games of the planning player against itself.

    python bench/balance_attika.py --games 200 --players 4 [--board NAME] [--first 0] [--jobs 2]

Game number n has the secret n and its planner the seed n: the same numbers give the same table everywhere.
A shared victory counts in equal shares.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any, NamedTuple

from referee import titles
from referee.rules.folds import deal_result
from referee.rules.ruling import Accepted, judge, suggest_move
from referee.store import chance
from referee.titles.attika.rules import events as happened

TITLE = "attika"
WAYS = {"buildings": "all buildings", "shrines": "two shrines", "most": "most buildings", "both": "both at once"}


class Result(NamedTuple):
    """One game: seats in the order of play, who won and why, and how often things happened."""

    order: tuple[str, ...]
    winners: tuple[str, ...]
    way: str
    counts: Counter[str]


def header(board: str | None, players: int) -> dict[str, Any]:
    book = titles.book(TITLE)
    options = {each.name: each.values[0] for each in book.options}
    fields: dict[str, Any] = {"seats": {seat: seat for seat in book.seats[:players]}, "options": options}
    return {**fields, **book.furnished_fields({**fields, "board": board})}


def game(job: tuple[str | None, int, int]) -> Result:
    """Play game number `number` to its end. RuntimeError when the planner proposes what the rules refuse."""
    board, players, number = job
    book, head = titles.book(TITLE), header(board, players)
    nonces = dict.fromkeys(head["seats"], chance.NO_NONCE)
    seed = chance.final_seed("balance", number.to_bytes(chance.SECRET_BYTES, "big"), nonces)
    fate = chance.Drawn(seed, book.set_up.piles(head), book.set_up.veil(head))
    position, _ = deal_result(book, book.set_up.begin(head), fate)
    counts = Counter[str]()
    while book.play.to_move(position):
        left: Any = suggest_move(book, position, number)
        while left is not None:
            ruling = judge(book.play, position, left, fate)
            if not isinstance(ruling, Accepted):
                raise RuntimeError(f"game {number}: {ruling}")
            counts.update(each for event in ruling.events for each in counted(event))
            position, left = ruling.position, ruling.rest
    reasons = position.end.reasons
    return Result(position.order, position.end.seats, reasons[0] if len(reasons) == 1 else "both", counts)


def counted(event: Any) -> Iterator[str]:
    """Under which headings of the table an event counts."""
    match event:
        case happened.TurnBegan():
            yield "turns"
        case happened.BuildingBuilt(paid=paid):
            yield "buildings built" if sum(paid) else "buildings built for nothing"
        case happened.AmphoraEarned(amphora=True):
            yield "amphorae earned"
        case happened.AmphoraReturned(use=use):
            yield f"amphorae returned for a {use}"
        case happened.TileLaid(seat=seat) if seat:
            yield "tiles placed"
        case happened.DeckReshuffled():
            yield "deck shuffled again"


def shares(results: list[Result], by_place: bool) -> dict[str, Fraction]:
    """The part of all games that each seat, or each place in the order of play, won."""
    total: dict[str, Fraction] = {}
    for result in results:
        for place, seat in enumerate(result.order, 1):
            key = f"place {place} in the order of play" if by_place else seat
            won = Fraction(seat in result.winners, len(result.winners) * len(results))
            total[key] = total.get(key, Fraction(0)) + won
    return total


def percent(part: Fraction) -> str:
    return f"{float(part * 100):.1f} %"


def rows(results: list[Result]) -> Iterator[tuple[str, str]]:
    """The table: heading and figure."""
    for by_place in (False, True):
        for key, part in sorted(shares(results, by_place).items()):
            yield f"wins of {key}", percent(part)
    ways = Counter(each.way for each in results)
    for way, words in WAYS.items():
        yield f"won by {words}", percent(Fraction(ways[way], len(results)))
    total = sum((each.counts for each in results), Counter[str]())
    for heading in sorted(total):
        yield f"{heading}, a game", f"{total[heading] / len(results):.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--board", help="a start layout; the usual one of the number of players without it")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    jobs = [(options.board, options.players, options.first + number) for number in range(options.games)]
    with ProcessPoolExecutor(options.jobs) as pool:
        results = list(pool.map(game, jobs, chunksize=5))
    print(f"{options.games} games with {options.players} players, from number {options.first}")
    print("\n".join(f"| {heading} | {figure} |" for heading, figure in rows(results)))


if __name__ == "__main__":
    main()
