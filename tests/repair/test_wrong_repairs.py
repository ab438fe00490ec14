"""Entries of kind undo and correct that are not right: every one is refused, whatever its shape."""

from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repaired_games import repaired, table_in

from referee.app.game_access import Game, Table, committed_secret
from referee.rules.entry_shapes import BadEntry
from referee.rules.folds import scalars_as_text
from referee.rules.replay import judge_last, state_of
from referee.store.chain import log_with_document
from referee.store.documents import is_kind
from referee.store.log import document

Fields = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Game]:
    """A game with an undo in it, of which some entries no longer count."""
    table = table_in(tmp_path_factory.mktemp("wrong"))
    return table, list(repaired(table, "magna-grecia", 3))[-1]


def judged(played: tuple[Table, Game], fields: Fields, number: int | None = None) -> str:
    """Why a replay refuses the entry, besides its `state`; "" if it takes it.

    number: the entry after whose position its `state` is; None: the last
    """
    table, game = played
    seal = {"entry": game.log.last + 1, "prev": game.log.head, "at": "2026-11-20T19:00:00Z"}
    state = state_of(game.book, game.moments[game.log.last if number is None else number].position)
    longer = log_with_document(game.log, document({**seal, **fields, "state": state}))
    try:
        judge_last(game.book, longer, game.line, game.phase, lambda: committed_secret(table, game.header))
    except BadEntry as bad:
        return "" if number is None and "`state:`" in str(bad) else str(bad)
    return ""


def last_turn(game: Game) -> int:
    return max(each.number for each in game.line if is_kind(each.entry, "move"))


def undone(game: Game) -> int:
    """The number of an entry that no longer counts."""
    numbers = [each.number for each in game.line]
    return next(number for number in range(game.log.last) if number not in numbers)


def test_the_right_undo_is_taken(played: tuple[Table, Game]) -> None:
    right = {"kind": "undo", "back": 1, "by": "moderator"}
    assert judged(played, right, 1) == ""
    assert "`state:`" in judged(played, right, last_turn(played[1]))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"by": "moderator"}, "back"),
        ({"back": 1}, "either `seat` or"),
        ({"back": 1, "by": "moderator", "seat": "red"}, "either `seat` or"),
        ({"back": 1, "by": "referee"}, "either `seat` or"),
        ({"back": 1, "seat": "red"}, "somebody else"),
        ({"back": 1, "seat": "orange"}, "somebody else"),
        ({"back": 0, "by": "moderator"}, "form of a log"),
        ({"back": 999, "by": "moderator"}, "no turn that counts ended there"),
        ({"back": "first", "by": "moderator"}, "form of a log"),
        ({"back": 1, "by": "moderator", "say": "oops"}, "don't belong"),
        ({"back": 1, "by": "moderator", "shown": {"deck/1": "red-low"}}, "don't belong"),
        ({"back": 1, "by": "moderator", "actions": [{"city": "K8"}]}, "don't belong"),
        ({"back": 1, "by": "moderator", "why": ""}, "form of a log"),
    ],
)
def test_a_wrong_undo_is_refused(played: tuple[Table, Game], fields: Fields, why: str) -> None:
    assert why in judged(played, {"kind": "undo", **fields})


def test_an_undo_of_nothing_and_one_to_what_does_not_count_are_refused(played: tuple[Table, Game]) -> None:
    _, game = played
    assert "nothing to undo" in judged(played, {"kind": "undo", "back": last_turn(game), "by": "moderator"})
    assert "no turn that counts" in judged(played, {"kind": "undo", "back": undone(game), "by": "moderator"})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"corrects": 1, "why": "so"}, "no move that counts"),
        ({"corrects": 999, "why": "so"}, "no move that counts"),
        ({"why": "so"}, "corrects"),
        ({"corrects": 2}, "why"),
        ({"corrects": 2, "why": "so", "seat": "orange"}, "but with a move of orange"),
        ({"corrects": 2, "why": "so", "by": "referee"}, "Only the moderator"),
        ({"corrects": 2, "why": "so", "castle": "K8"}, "form of a move"),
        ({"corrects": 2, "why": "so", "shown": {"deck/9": "red-low"}}, "notation of the log"),
    ],
)
def test_a_wrong_correction_is_refused(played: tuple[Table, Game], fields: Fields, why: str) -> None:
    _, game = played
    seat = game.log.entry(2)["seat"]
    right = {"kind": "correct", "by": "moderator", "seat": seat, **fields}
    assert why in judged(played, right)


ANY = st.recursive(
    st.one_of(st.integers(-5, 40), st.sampled_from(["", "1", "red", "moderator", "x", "K8"]), st.booleans()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["road", "a", "deck/0"]), inner),
    max_leaves=5,
)
NAMES = st.sampled_from(
    [
        "back",
        "corrects",
        "by",
        "seat",
        "why",
        "say",
        "shown",
        "actions",
        "market",
        "end",
        "edition",
        "proposal",
        "until",
    ]
)


@given(kind=st.sampled_from(["undo", "correct"]), fields=st.dictionaries(NAMES, ANY, max_size=6))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_entry_of_any_shape_is_judged_or_refused(played: tuple[Table, Game], kind: str, fields: Fields) -> None:
    """Nothing but BadEntry, whatever somebody writes into a log."""
    text = cast(Fields, scalars_as_text(fields))
    judged(played, {"kind": kind, **{key: value for key, value in text.items() if value != ""}})
