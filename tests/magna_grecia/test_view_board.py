"""The picture in the view: exactly the pieces of the position, its news, and every space in words."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest
from ground import board_of
from view_games import VARIANTS, played, shown

from referee.show.view import LAND, View
from referee.store.documents import Entry, actions_of
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.markets import market_scores, oracle_scores

ALL = range(len(VARIANTS))


def markets_of(entry: Entry) -> dict[str, str]:
    """The content of `market:` in an entry: kind → where."""
    fields: Any = entry
    return dict(fields.get("market") or {})


def drawn(view: View) -> dict[str, list[str]]:
    """The pieces of the picture in the lines of the public state; city tiles one by one."""
    found: dict[str, list[str]] = {"roads": [], "tiles": [], "markets": [], "oracles": []}
    for space in board_of(view).spaces:
        for piece in space.pieces:
            if piece.kind == "road":
                found["roads"].append(f"{piece.seat} {space.label} {'-'.join(piece.edges)}")
            elif piece.kind == "city":
                found["tiles"].append(f"{piece.seat} {space.label}")
            elif piece.kind == "market":
                found["markets"].append(f"{piece.seat} {space.label} {'sold' if piece.lying else 'standing'}")
            else:
                assert piece.kind == "oracle"
                found["oracles"].append(" ".join([space.label, *piece.edges]))
    return found


@pytest.mark.parametrize("variant", ALL)
def test_the_picture_is_the_position(variant: int) -> None:
    _, moments = played(variant)
    for number in range(0, len(moments) - 1, 5):
        state: Mapping[str, Any] = RULEBOOK.public(moments[number].position)
        picture = drawn(shown(variant, number))
        tiles = [f"{seat} {label}" for seat, *spaces in map(str.split, state["cities"]) for label in spaces]
        assert sorted(picture["tiles"]) == sorted(tiles)
        assert sorted(picture["roads"]) == state["roads"]
        assert sorted(picture["markets"]) == state["markets"]
        assert picture["oracles"] == state["oracles"]


def test_a_finished_game_shows_the_board_before_its_markets_were_taken_off() -> None:
    view, (_, moments) = shown(2), played(2)
    before = drawn(shown(2, len(moments) - 2))["markets"]
    after = drawn(view)["markets"]
    assert not moments[-1].position.markets
    assert {line.split()[1] for line in before} <= {line.split()[1] for line in after}


def pieces(view: View) -> dict[tuple[str, str, str | None], tuple[str, bool, tuple[str, ...]]]:
    """(label, kind, seat) → what is new, lying, edges."""
    return {
        (space.label, piece.kind, piece.seat): (piece.fresh, piece.lying, piece.edges)
        for space in board_of(view).spaces
        for piece in space.pieces
    }


@pytest.mark.parametrize("variant", ALL)
def test_what_the_last_entry_changed_is_marked(variant: int) -> None:
    """A piece that was not so before is new. Markets may only have moved to the first space of a merged city."""
    _, moments = played(variant)
    for number in range(2, len(moments) - 1, 3):
        before, after = pieces(shown(variant, number - 1)), pieces(shown(variant, number))
        changed = {key for key, (_, *facts) in after.items() if list(before.get(key, ("",))[1:]) != facts}
        new = {key for key, (fresh, *_) in after.items() if fresh == "now"}
        assert {key for key in changed if key[1] != "market"} == {key for key in new if key[1] != "market"}


@pytest.mark.parametrize("variant", ALL)
def test_a_market_built_or_sold_is_marked_where_its_place_is_drawn(variant: int) -> None:
    _, moments = played(variant)
    marked = 0
    for moment in moments[2:-1]:
        entry = cast(Entry, moment.entry)
        for label in markets_of(entry).values():
            position = moment.position
            place = position.label(position.place_at(position.setting.board.cells[label]))
            new = pieces(shown(variant, moment.number))[place, "market", entry["seat"]]
            assert new[0] == "now"
            assert new[1] == ("sell" in markets_of(entry))
            marked += 1
    assert marked > 5


@pytest.mark.parametrize("variant", ALL)
def test_the_last_turn_of_each_seat_is_marked(variant: int) -> None:
    _, moments = played(variant)
    number = len(moments) // 2
    view = shown(variant, number)
    last = {cast(Entry, moment.entry).get("seat"): moment for moment in moments[: number + 1]}
    for seat, moment in last.items():
        mark = "now" if moment.number == number else seat
        actions: Sequence[Any] = actions_of(moment.entry)
        for action in actions:
            if "road" in action:
                assert pieces(view)[action["road"].split()[0], "road", seat][0] == mark
    marks = {piece.fresh for space in board_of(view).spaces for piece in space.pieces}
    assert marks <= {"", "now", *view_seats(view)}


def view_seats(view: View) -> set[str]:
    return {seat.id for seat in view.seats}


@pytest.mark.parametrize("variant", ALL)
def test_words_name_every_piece(variant: int) -> None:
    _, moments = played(variant)
    for space in board_of(shown(variant, len(moments) - 2)).spaces:
        words = str(space.words)
        assert bool(words) == bool(space.pieces or space.name or space.ground != LAND)
        assert space.name in words
        for piece in space.pieces:
            assert piece.seat in words
            assert "-".join(piece.edges) in words
            assert {"city": "city", "road": "road", "oracle": "oracle", "market": "market"}[piece.kind] in words
            assert ("new" in words) or piece.fresh != "now"


def test_spaces_are_where_their_labels_say() -> None:
    from referee.rules.hexes import label

    board = board_of(shown(2, 5))
    assert all(space.label == label(space.q, space.r) for space in board.spaces)
    assert {space.label.rstrip("0123456789") for space in board.spaces} <= set(board.columns)
    assert {space.label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for space in board.spaces} <= set(board.rows)
    assert "own design" in str(board.provenance)


def city_of(moment: Any, label: str) -> str:
    """The first space of the city that has this space."""
    state: Mapping[str, Any] = RULEBOOK.public(moment.position)
    cities = [line.split()[1:] for line in state["cities"]]
    return next(str(spaces[0]) for spaces in cities if label in spaces)


def test_a_free_market_is_marked_also_when_its_city_has_grown_since() -> None:
    moved = 0
    for variant in ALL:
        _, moments = played(variant)
        for moment in moments[2:-1]:
            for event in moment.events:
                if getattr(event, "free", False):
                    label = moment.position.label(event.place)
                    first = city_of(moment, label)
                    assert pieces(shown(variant, moment.number))[first, "market", event.seat][0] == "now"
                    moved += first != label
    assert moved


@pytest.mark.parametrize("variant", ALL)
def test_pieces_say_what_the_rules_count(variant: int) -> None:
    """Each market what it would score, found from the scoring itself; a city its connections; an oracle its seat."""
    _, moments = played(variant)
    for number in range(0, len(moments) - 1, 7):
        position = moments[number].position
        worth = {(each.seat, position.label(each.place)): each.value for each in market_scores(position)}
        owners = {position.label(each.oracle): each.seat for each in oracle_scores(position)}
        links = {position.label(place): str(len(position.links.get(place, ()))) for place in position.cities}
        pieces = [(piece, space.label) for space in board_of(shown(variant, number)).spaces for piece in space.pieces]
        standing = [(piece, at) for piece, at in pieces if piece.kind == "market" and not piece.lying]
        assert {(each.seat, at): int(each.text) for each, at in standing if not each.idle} == worth
        assert all(each.text == "0" for each, _ in standing if each.idle)
        assert {at: each.tint for each, at in pieces if each.tint} == owners
        assert {at: each.badge for each, at in pieces if each.badge} == links
