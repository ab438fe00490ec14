"""The beginning of a game whose n-th call to the file system fails or kills, for every n.

There is never a log whose secret is not on disk, and never a folder without a whole log.
"""

import itertools
import os
from pathlib import Path

import pytest
from faults import FAULTS, KILLED, NOT_RECORDED, RECORDED, UNCONFIRMED, Ending, Fault, run
from log_samples import header

from referee import chance, log, private


class Place:
    """Where games and private parts are; each run has one of its own."""

    def __init__(self, folder: Path) -> None:
        self.games, self.private = str(folder / "games"), str(folder / "private")
        self.game = os.path.join(self.games, "cup")

    def new(self) -> None:
        """What the desk does: the secret first, and no secret kept that nobody was promised."""
        kept = private.create(self.private, "cup")
        first = header("cup", commitment=chance.commitment("cup", kept.secret))
        try:
            log.create(self.games, "cup", first)
        except log.NotRecorded:
            private.discard(self.private, "cup", kept.secret)
            raise


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_of_a_beginning_may_fail(tmp_path: Path, fault: Fault) -> None:
    for n in itertools.count(1):
        place = Place(tmp_path / str(n))
        os.mkdir(tmp_path / str(n))
        ending = run(place.new, fault, n)
        check(place, fault, ending, f"{fault} at call {n}: {ending}")
        if ending.answer == RECORDED and 0 < ending.calls < n:
            break
    assert n > 15


def check(place: Place, fault: Fault, ending: Ending, what: str) -> None:
    assert ending.answer in (RECORDED, NOT_RECORDED, UNCONFIRMED, KILLED), what
    begun = os.path.lexists(place.game)
    if ending.answer == RECORDED or (ending.answer == UNCONFIRMED and fault.once):
        assert begun, what
    if ending.answer == NOT_RECORDED:
        assert not begun, what
    if begun:
        check_whole(place, what)
    elif fault.once and ending.answer == NOT_RECORDED:
        place.new()
        check_whole(place, what)
    check_nothing_is_overwritten(place, what)


def check_whole(place: Place, what: str) -> None:
    found = log.read(place.game)
    secret = private.read(place.private, "cup").secret
    assert found.header["commitment"] == chance.commitment("cup", secret), what


def check_nothing_is_overwritten(place: Place, what: str) -> None:
    """A second try of the same name succeeds where nothing is left, and otherwise leaves all as it is."""
    path = Path(place.private, "cup.yaml")
    if not path.exists():
        place.new()
        check_whole(place, what)
    before = path.read_bytes()
    with pytest.raises(log.Taken):
        place.new()
    assert path.read_bytes() == before, what
