"""Games of Attika for its tests: the planning player, some turns missed, as moments like those of a replay."""

import random
from functools import cache
from typing import Any, cast

from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.replay import Moment
from referee.rules.ruling import Accepted, judge
from referee.store import chance
from referee.store.documents import Entry, Header
from referee.titles.attika import RULEBOOK

GAMES = ((2, "secret", 1), (3, "open", 2), (4, "secret", 3))
AT = "2026-11-20T19:00:00Z"
PLAYERS = {"athens": "Anna", "corinth": "Óengus", "sparta": "Chiara", "thebes": "Dino"}


@cache
def played(game: int) -> tuple[dict[str, Any], tuple[Moment, ...]]:
    """A whole game of the planning player, with a missed turn now and then: its header and its moments."""
    number, hands, seed = GAMES[game]
    rng, book = random.Random(seed), RULEBOOK
    options = {"hands": hands, "first_player": "drawn", "group_link": "same_group"}
    seats = {seat: PLAYERS[seat] for seat in book.seats[:number]}
    header: dict[str, Any] = {
        "game": f"view-{game}",
        "edition": 2,
        "seats": seats,
        "options": options,
        "commitment": "c0" * 32,
    }
    header |= book.set_up.furnish({**header, "board": None})
    fate = chance.Drawn(bytes([seed]) * 32, book.set_up.piles(header), book.set_up.veil(header))
    position, events = deal_result(book, book.set_up.begin(header), fate)
    moments = [
        Moment(0, cast(Header, header), book.set_up.begin(header), (), "0" * 64),
        Moment(1, {"kind": "deal", "at": AT}, position, events, "1" * 64),
    ]
    while book.play.to_move(position):
        kind, move = "move", suggest_move(book, position, seed)
        if rng.random() < 0.05:
            kind, move = "missed", {"seat": position.seat, **book.play.missed(position)}
        left: Any = move
        while left:
            ruling = judge(book.play, position, left, fate)
            if not isinstance(ruling, Accepted):  # what was revealed makes the rest of the order impossible
                break
            entry = {"kind": kind, "at": AT, "seat": move["seat"], **book.play.record(position, left, ruling.events)}
            entry |= {"say": "Is this the way?"} if rng.random() < 0.1 else {}
            position, left = ruling.position, ruling.rest
            moments.append(
                Moment(len(moments), cast(Entry, entry), position, ruling.events, f"{len(moments):064x}"[::-1])
            )
    return header, tuple(moments)
