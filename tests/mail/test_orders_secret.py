"""Nobody else finds out whether anybody has ordered anything: the others get the same bytes at the same times."""

from pathlib import Path

import pytest
from ahead_worlds import told_in_both

from referee.app.ahead import order_state
from referee.app.game_access import Game, Table
from referee.app.post import due_reports

TITLES = ("magna-grecia", "attika")
GAMES, PROVED, TURNS = 1, 250, 6
"""So many games of each title here, and with --thorough; of so many turns after a random beginning."""


@pytest.fixture(autouse=True)
def unconfigured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


@pytest.mark.parametrize("title", TITLES)
def test_letters_log_sizes_and_times_are_the_same_with_orders_and_without(
    title: str, tmp_path: Path, thorough: bool
) -> None:
    ordered = 0
    for seed in range(PROVED if thorough else GAMES):
        ahead, without, number = told_in_both(str(tmp_path / str(seed)), title, seed, seed % 20, TURNS)
        assert ahead == without, f"{title}, seed {seed}"
        assert ahead.letters
        ordered += number
    assert ordered or not thorough


def test_words_about_a_failure_that_reach_another_seat_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted leak: this proof can fail."""
    keep = due_reports.store_words

    def to_all(settings: object, game: str, to: str, *rest: object) -> None:
        for seat in ("orange", "brown", "red", "yellow"):
            keep(settings, game, seat, *rest[:3])  # type: ignore[arg-type]

    monkeypatch.setattr(due_reports, "store_words", to_all)
    ahead, without, _ = told_in_both(str(tmp_path), "magna-grecia", 0, 3, TURNS)
    assert ahead.letters != without.letters


def test_a_seal_that_is_left_out_without_orders_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another planted leak: what follows a turn in the log depends on whether there are orders."""
    seals, late = order_state.with_seals, set[str]()

    def sometimes(table: Table, game: Game) -> Game:
        if game.log.head in late or order_state.read_orders(table.settings, game.id).seats:
            return seals(table, game)
        late.add(game.log.head)  # the next command puts them
        return game

    monkeypatch.setattr(order_state, "with_seals", sometimes)
    ahead, without, _ = told_in_both(str(tmp_path), "magna-grecia", 0, 3, TURNS)
    assert ahead != without
