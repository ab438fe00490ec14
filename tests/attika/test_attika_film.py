"""The jumps of a replay of Attika follow from the events, not from how a turn was cut into entries."""

from typing import Any, cast

import pytest

from referee.rules.replay import Moment
from referee.rules.ruling import Accepted, judge
from referee.store.documents import Entry, Header
from referee.titles.attika import RULEBOOK

SEATS = {"athens": "Anna", "corinth": "Bruno"}
OPTIONS = {"hands": "secret", "first_player": "drawn", "group_link": "same_group"}
FIELDS = {"stored": {"athens": ["ship", "ship", "ship"]}, "hand": {"athens": "water 15"}}


def jumps(entries: list[list[str]]) -> list[list[str]]:
    """The milestones of each entry, of ships that Athens builds on these hexes."""
    header: dict[str, Any] = {"game": "cuts", "edition": 2, "seats": SEATS, "options": OPTIONS, "commitment": "c0" * 32}
    header |= RULEBOOK.set_up.furnish({**header, "board": None})
    lay, film = RULEBOOK.prove().lay, RULEBOOK.show().film
    assert lay
    assert film
    moments = [Moment(0, cast(Header, header), lay(RULEBOOK.set_up.begin(header), FIELDS, "athens"), (), "0" * 64)]
    for number, hexes in enumerate(entries, 1):
        move = {"seat": "athens", "actions": [{"build": f"ship at {hex}"} for hex in hexes]}
        ruling = judge(RULEBOOK.play, moments[-1].position, move, lambda *question: "")
        assert isinstance(ruling, Accepted)
        entry = cast(Entry, {"kind": "move", "at": "2026-11-20T19:00:00Z", **move})
        moments.append(Moment(number, entry, ruling.position, ruling.events, f"{number:064x}"))
    stills = film(header, moments, [""]).stills
    return [list(map(str, still.milestones)) for still in stills][1:]


@pytest.mark.parametrize(
    ("hexes", "told"),
    [
        (["1", "1n", "1ne"], ["New settlement"]),
        (["1", "1n", "4"], ["New settlement", "New settlement"]),
        (["1", "4", "1s"], ["New settlement", "New settlement"]),
        (["2", "2nw", "2sw"], ["New settlement", "Shrine reached", "Shrine reached"]),
        (["2nw", "2"], ["New settlement", "Shrine reached"]),
    ],
)
def test_milestones_are_the_same_however_builds_are_cut(hexes: list[str], told: list[str]) -> None:
    whole, cut = jumps([hexes]), jumps([[hex] for hex in hexes])
    assert whole == [told]
    assert [each for entry in cut for each in entry] == told
