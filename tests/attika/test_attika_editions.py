"""The editions of Attika: amphorae after the cards for the rest of a turn, and moves behind an amphora for no card."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from verifying import ROOT, verdict

from referee import reading
from referee.app.game_access import Game, open_game
from referee.app.play import submit_move
from referee.rules.folds import scalars_as_text
from referee.rules.ruling import Accepted, AnyRuling, Rejected, judge
from referee.testkit.playouts import header_of, playout
from referee.testkit.run import Stage, set_stage
from referee.titles.attika import RULEBOOK
from referee.titles.attika.editions import EDITIONS
from referee.titles.attika.rules.state import AttikaPosition

NUMBERS = [edition.number for edition in EDITIONS]
SEED = 7
SEVERAL = 2
"""Amphorae of the seat to move."""


@cache
def entry_with_amphorae() -> int:
    """The first entry of a random game after which a seat begins its turn with some amphorae."""
    for number, position in enumerate(cast(Sequence[AttikaPosition], playout("attika", SEED).positions), 1):
        seat = position.seat
        if seat and not position.turn.is_begun and position.mats[seat].amphorae >= SEVERAL:
            return number
    raise LookupError("nobody holds amphorae")


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return set_stage(playout("attika", SEED), entry_with_amphorae(), tmp_path)


def opened(stage: Stage) -> Game:
    return open_game(stage.table, stage.id)


def send(stage: Stage, *actions: Any, end: bool = False, after: int | None = None) -> Game:
    """The game after a move of the seat to move, read back from its log."""
    game = opened(stage)
    move = {"game": stage.id, "after": game.log.last if after is None else after, "seat": seat_of(game, after)}
    move |= {"actions": list(actions), **({"end": True} if end else {})}
    submit_move.submit(stage.table, reading.dump(move).encode(), "move")
    return opened(stage)


def seat_of(game: Game, after: int | None) -> str:
    """The seat that was to move after an entry."""
    seat: str = game.moments[game.log.last if after is None else after].position.seat
    return seat


def last_fields(game: Game, number: int = 1) -> list[tuple[Any, Any]]:
    """Actions and end of the last entries, as their log has them."""
    return [(entry["actions"], entry.get("end")) for entry in game.log.entries[-number:]]


def texts(game: Game, seat: str) -> str:
    """The report's text about events, and about the seat's options."""
    view = game.book.show().view(game.header, game.moments, seat)
    asked = view.asked.may.lines if view.asked else ()
    return "\n".join(str(line.says) for line in (*view.story.lines, *asked))


def test_the_turn_continues_after_the_cards_and_says_why(stage: Stage) -> None:
    seat, held = opened(stage).position.seat, opened(stage).position.mats
    game = send(stage, {"cards": 3})
    assert (game.position.seat, last_fields(game)) == (seat, [([{"cards": "3"}], None)])
    said = texts(game, seat)
    assert "The turn continues because" in said
    assert "The turn continues because an amphora is left." in said
    assert "for a card each: `amphora: card`" in said
    game = send(stage, {"amphora": "card"})
    assert game.position.seat == seat
    game = send(stage, end=True)
    assert last_fields(game) == [([], "true")]
    assert "end: true" in game.log.raw.decode().splitlines()
    assert game.position.seat != seat
    assert game.position.mats[seat].amphorae == held[seat].amphorae - 1
    assert "keeps " in texts(game, "")


def test_with_the_last_amphora_the_turn_ends_by_itself(stage: Stage) -> None:
    seat = opened(stage).position.seat
    held = opened(stage).position.mats[seat].amphorae
    game = send(stage, {"cards": 3}, *[{"amphora": "card"}] * held)
    assert (game.position.seat != seat, game.position.mats[seat].amphorae) == (True, 0)
    assert last_fields(game, held)[-1] == ([{"amphora": "card"}], None)


def test_cards_and_end_are_one_entry(stage: Stage) -> None:
    before = opened(stage)
    game = send(stage, {"cards": 3}, end=True)
    assert (game.log.last, last_fields(game)) == (before.log.last + 1, [([{"cards": "3"}], "true")])
    assert game.position.seat != before.position.seat


def test_a_turn_that_was_sent_in_parts_may_be_sent_again_as_a_whole(stage: Stage) -> None:
    first = opened(stage)
    send(stage, {"cards": 3})
    game = send(stage, {"cards": 3}, {"amphora": "card"}, end=True, after=first.log.last)
    assert last_fields(game, 3) == [([{"cards": "3"}], None), ([{"amphora": "card"}], None), ([], "true")]
    again = send(stage, {"cards": 3}, {"amphora": "card"}, end=True, after=first.log.last)
    assert again.log.raw == game.log.raw


def test_a_turn_that_is_missed_after_the_cards_is_one_entry_more(stage: Stage) -> None:
    game = send(stage, {"cards": 3})
    seat = game.position.seat
    assert submit_move.record_missed_turn(stage.table, stage.id, seat).entries == 1
    assert (last_fields(opened(stage)), opened(stage).position.seat != seat) == ([([], "true")], True)


def test_the_verifier_that_shares_no_line_with_the_referee_reads_kept_amphorae(stage: Stage, tmp_path: Path) -> None:
    send(stage, {"cards": 3})
    send(stage, end=True)
    submit_move.close(stage.table, stage.id, abandon=True)
    code, said, wrong = verdict(tmp_path, stage.path, ROOT / "referee" / "titles" / "attika")
    assert (code, wrong) == (0, ""), said


# without a card to take

NO_CARD = {
    "buildings": {
        "athens": ["harbour at 1", "vineyard at 2", "vintner at 2n", "silver mine at 3", "mint at 3n"],
    },
    "amphorae": {"athens": 2},
    "stored": {"athens": ["ship", "ship", "ship"]},
    "hand": {"athens": "water 15 forest 15 hill 15", "corinth": "mountain 15"},
}
STEPS: tuple[Any, ...] = (
    {"amphora": "card"},
    {"amphora": "build"},
    {"build": "ship at 1n"},
    {"build": "ship at 1ne"},
    {"build": "ship at 1se"},
    {"build": "ship at 1"},
    {"cards": "0"},
    {"cards": "2"},
    {"cards": "3"},
    {"amphora": "draw"},
)
TRIES = 1500


@cache
def without_cards(edition: int) -> tuple[Any, AttikaPosition]:
    """The rulebook under an edition, and a position with an empty deck in which ships next to the harbour are free."""
    book = RULEBOOK.under({"edition": edition})
    header = header_of(book, 0) | {"seats": {"athens": "Anna", "corinth": "Carl"}}
    lay = book.prove().lay
    assert lay
    return book, lay(book.set_up.begin(header), NO_CARD, "athens")


def random_moves(edition: int) -> Iterator[tuple[Any, AttikaPosition, dict[str, Any]]]:
    rng, (book, position) = random.Random(edition), without_cards(edition)
    for _ in range(TRIES):
        move: dict[str, Any] = {"seat": "athens", "actions": rng.choices(STEPS, k=rng.randrange(1, 6))}
        yield book, position, {**move, "end": True} if rng.randrange(4) == 0 else move


def no_fate(pile: str, index: int, items: Sequence[str] = ()) -> str:
    raise AssertionError(f"nothing can be shown here: {pile}")


def parts(book: Any, position: AttikaPosition, move: Mapping[str, Any]) -> Iterator[tuple[AttikaPosition, AnyRuling]]:
    """The rulings on a move, part by part, each with the position before it."""
    left: Mapping[str, Any] | None = move
    while left is not None:
        ruling = judge(book.play, position, left, no_fate, whole=left is move)
        yield position, ruling
        if isinstance(ruling, Rejected):
            return
        position, left = ruling.position, ruling.rest


@pytest.mark.parametrize("edition", NUMBERS)
def test_an_entry_without_a_card_to_take_is_read_back(edition: int) -> None:
    read = 0
    for book, position, move in random_moves(edition):
        for before, ruling in parts(book, position, move):
            if isinstance(ruling, Accepted):
                own = scalars_as_text(book.play.record(before, move, ruling.events))
                again = judge(book.play, before, {"seat": "athens", **own}, no_fate)
                assert isinstance(again, Accepted), (move, own, again)
                assert (again.events, again.position) == (ruling.events, ruling.position)
                read += 1
    assert read > TRIES // 10


def test_without_a_card_to_take_a_move_is_recorded_as_a_whole_or_not_at_all() -> None:
    whole = stopped = 0
    for book, position, move in random_moves(2):
        rulings = [ruling for _, ruling in parts(book, position, move)]
        assert isinstance(rulings[0], Rejected) or all(isinstance(each, Accepted) for each in rulings), move
        whole += isinstance(rulings[0], Accepted)
        stopped += isinstance(rulings[0], Rejected)
    assert min(whole, stopped) > TRIES // 10


def test_under_edition_1_an_amphora_for_no_card_is_spent_before_an_illegal_step() -> None:
    rulings = [[ruling for _, ruling in parts(*each)] for each in random_moves(1)]
    assert any(isinstance(each[0], Accepted) and isinstance(each[-1], Rejected) for each in rulings)


@pytest.mark.parametrize("edition", NUMBERS)
def test_a_move_has_the_same_result_as_its_actions_one_by_one(edition: int) -> None:
    compared = 0
    for book, position, move in random_moves(edition):
        *_, (_, last) = parts(book, position, move)
        if isinstance(last, Rejected):
            continue
        there = position
        for action in move["actions"]:
            ruling = judge(book.play, there, {"seat": "athens", "actions": [action]}, no_fate)
            assert isinstance(ruling, Accepted), (move, ruling)
            there = ruling.position
        if "end" not in move:
            assert there == last.position
            compared += 1
    assert compared > TRIES // 20
