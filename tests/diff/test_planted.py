"""Changes planted in the second edition of a title: what became of each game, and from which entry on, is known."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stones import Policies, book, public_in_words, public_with_streak
from stones_logs import NORTH, SOUTH, Turn, draw, end, finding, install, miss, played, take

THREES = [take(NORTH, 3), take(SOUTH, 3), take(NORTH, 2), take(SOUTH, 1), take(NORTH, 3)]
"""Twelve stones, the last with entry 6; north has 8 points, south 4."""
SMALL = [take(seat, 2) for seat in (NORTH, SOUTH) * 3]
"""Twelve stones, two a turn, the last with entry 7."""
CARDS = [draw(NORTH), end(NORTH), draw(SOUTH), take(SOUTH, 3), take(NORTH, 3), take(SOUTH, 3), take(NORTH, 3)]
"""Cards with entries 2 and 4; the last stone with entry 8."""
SIX_CARDS = [each for seat in (NORTH, SOUTH) * 3 for each in (draw(seat), end(seat))]
"""Cards with entries 2, 4 … 12; the fifth, of entry 10, is the first of a new pile."""
MISSED = [take(NORTH, 2), miss(SOUTH), take(NORTH, 2)]
"""South misses its turn with entry 3."""
TWICE = [take(NORTH, 1, 2), take(SOUTH, 3)]
PARTS = Policies(parts=True)


class Planted(NamedTuple):
    """A change, a game, and what is known: its kind, the entry that matters, the first entry with another state.

    says  a part of what must be said
    """

    second: Policies
    turns: list[Turn]
    kind: str
    entry: int | None = None
    state: int | None = None
    says: str = ""
    edition: Mapping[str, Any] = {}
    options: Mapping[str, str] = {}
    closed: bool = True


CHANGES = {
    "no change": Planted(Policies(), THREES, "same"),
    "fewer may be taken": Planted(Policies(most=2), THREES, "illegal", 2, None, "ST-2: 3 are too many."),
    "fewer may be taken, and nobody did more": Planted(Policies(most=2), SMALL, "same"),
    "fewer may be taken late": Planted(Policies(most_at_the_end=2), THREES, "illegal", 6, None, "ST-2"),
    "more must be taken": Planted(Policies(least=2), THREES, "illegal", 5, None, "ST-3: 1 is too few."),
    "more points on the way": Planted(Policies(bonus=1), THREES, "score", 2, 2, "Edition 2: north 10, south 5"),
    "more points, and the game is still running": Planted(Policies(bonus=1), THREES[2:], "state", 4, 4, closed=False),
    "more points for what nobody did": Planted(Policies(bonus=1), SMALL, "same"),
    "the fewest points win": Planted(Policies(wins="fewest"), THREES, "score", 7, None, "won by south"),
    "the fewest win, and the game is still running": Planted(Policies(wins="fewest"), THREES[:4], "same", closed=False),
    "cards count twice at the end": Planted(Policies(card=2), CARDS, "score", 9, None),
    "cards count twice, and nobody drew": Planted(Policies(card=2), THREES, "same"),
    "the game ends earlier": Planted(Policies(rest=3), THREES, "illegal", 6, 5, "ST-1: It is not north's turn."),
    "another seat begins": Planted(Policies(begins="south"), THREES, "illegal", 2, 1, "ST-1"),
    "a hidden count that both do not show": Planted(Policies(streak=2), THREES, "same"),
    "a hidden count that the newer shows": Planted(
        Policies(streak=2), THREES, "state", 2, 2, edition={"public": public_with_streak}
    ),
    "another public form of the same": Planted(Policies(), THREES, "same", edition={"public": public_in_words}),
    "another default of an option": Planted(
        Policies(), SMALL[:4], "state", 0, 0, "entry 0", {"options": {"heap": "9"}}, {}, False
    ),
    "another default of an option that the header names": Planted(
        Policies(), SMALL, "same", edition={"options": {"heap": "9"}}, options={"heap": "12"}
    ),
    "another default, so that the heap is empty early": Planted(
        Policies(), THREES, "illegal", 6, 0, "ST-1", edition={"options": {"heap": "9"}}
    ),
    "other words in the log": Planted(Policies(words=" stones"), THREES, "same"),
    "a turn in more parts": Planted(PARTS, TWICE, "same", closed=False),
    "a turn that was missed takes more": Planted(Policies(missed=2), MISSED, "state", 3, 3, closed=False),
    "a turn that was missed takes more, and nobody missed": Planted(Policies(missed=2), SMALL, "same"),
    "a turn missed in more parts": Planted(PARTS, MISSED, "same", closed=False),
    "a last turn missed in more parts": Planted(PARTS, MISSED[:2], "same", closed=False),
    "a turn that goes on": Planted(Policies(ends=False), THREES, "same"),
    "a turn that goes on, and the next seat had moved": Planted(Policies(ends=False), CARDS, "same"),
    "a card shown at the beginning": Planted(Policies(opening=0), CARDS, "state", 1, 1),
    "a card that a running game shows later": Planted(Policies(opening=0), CARDS[:3], "state", 1, 1, closed=False),
    "a card that a running game never shows": Planted(
        Policies(opening=3), CARDS[:3], "untold", 1, None, "what is at deck/3", closed=False
    ),
    "a new pile of other cards": Planted(Policies(refill=("9",) * 4), SIX_CARDS, "state", 10, 10),
    "a new pile of other cards in a running game": Planted(
        Policies(refill=("9",) * 4), SIX_CARDS, "untold", 10, None, "again/1/0", closed=False
    ),
    "the same new pile in a running game": Planted(Policies(bonus=1), SIX_CARDS, "same", closed=False),
    "a new pile of other cards, not yet needed": Planted(
        Policies(refill=("9",) * 4), SIX_CARDS[:8], "same", closed=False
    ),
    "other names of the same cards": Planted(Policies(mark="c"), CARDS, "same"),
    "other cards in a running game": Planted(Policies(mark="c"), CARDS[:3], "untold", 2, None, "deck/0", closed=False),
    "an edition that cannot begin": Planted(
        Policies(board=False), THREES, "illegal", 0, None, "there is no such table"
    ),
    "an edition with a fault": Planted(
        Policies(fault=True), CARDS, "untold", 2, None, "Edition 2 of Stones fails: KeyError"
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_planted_change_is_found_where_it_is(
    change: Planted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = book(change.second, **change.edition)
    install(title, monkeypatch)
    log = played(title.under({"edition": 1}), change.turns, closed=change.closed, options=change.options)
    found = finding(log, tmp_path)
    assert (found.kind, found.entry, found.state) == (change.kind, change.entry, change.state), found.says
    assert change.says in found.says
