"""A game that continued under a newer edition is compared as if all of it had been played under each of the two."""

from pathlib import Path
from typing import Any

import pytest
from stones import Policies, book
from stones_logs import NORTH, SECRET, SOUTH, finding, install, played, take

from referee.rules.replay import fate_of, replay
from referee.rules.ruling import judge
from referee.store import chain
from referee.testkit.playouts import EntryFate, log_with_entry


def adopted(title: Any) -> chain.Log:
    """Entries 2 and 3 are played under edition 1, entry 7 (four stones) under edition 2."""
    first, second = title.under({"edition": 1}), title.under({"edition": 2})
    log = played(first, [take(NORTH, 3), take(SOUTH, 1)], closed=False)
    position, quiet = replay(first, log)[-1].position, EntryFate(fate_of(first, log, SECRET))
    for seat in (NORTH, SOUTH):
        log = log_with_entry(first, log, "consent", {"seat": seat, "edition": 2}, quiet, position)
    position = title.adopt(position, second.edition)
    log = log_with_entry(second, log, "edition", {"edition": 2, "reader": "stones 1.0"}, quiet, position)
    ruling: Any = judge(second.play, position, {"seat": NORTH, "actions": [{"take": "4"}, {"end": "turn"}]}, quiet)
    fields = {"seat": NORTH, **second.play.record(position, {}, ruling.events)}
    return log_with_entry(second, log, "move", fields, quiet, ruling.position)


def test_a_game_that_changed_its_edition_is_judged_wholly_under_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = book(Policies(most=4))._replace(
        adopt=lambda position, edition: position._replace(policies=edition.policies)
    )
    install(title, monkeypatch)
    found = finding(adopted(title), tmp_path)
    assert (found.kind, found.entry, found.edition) == ("illegal", 7, 1)
    assert found.says == "Entry 7 is illegal under edition 1. ST-2: 4 are too many."


def test_and_so_are_the_moves_before_the_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = book(Policies(most=4, least=2))._replace(
        adopt=lambda position, edition: position._replace(policies=edition.policies)
    )
    install(title, monkeypatch)
    found = finding(adopted(title), tmp_path)
    assert [(each.edition, each.entry) for each in found.refusals] == [(1, 7), (2, 3)]
    assert found.entry == 3
