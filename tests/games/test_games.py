"""Every stored game is right from its first byte to its last, and its notes speak of existing entries."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import make_samples
import pytest
from features import NAMED, features

from referee import reading
from referee.app.game_access import Game, Table, open_game
from referee.app.look import demo
from referee.app.verify.verify_log import replay_log
from referee.rules.folds import scalars_as_text
from referee.rules.replay import fate_of
from referee.rules.ruling import Accepted, AnyAccepted, judge
from referee.settings import Settings
from referee.store.chance import Secrets

GAMES = Path(__file__).parents[2] / "games"
IDS = sorted(each.name for each in GAMES.iterdir() if each.is_dir())
SAMPLES = {each.id: each for each in make_samples.SAMPLES}


@lru_cache
def game(id: str) -> Game:
    return open_game(Table(Settings(str(GAMES))), id)


@lru_cache
def notes(id: str) -> dict[str, Any]:
    path = GAMES / id / "notes.yaml"
    checked: dict[str, Any] = reading.typed_data(
        reading.read_source(path.read_bytes(), str(path), limit=1 << 20), "notes"
    )
    return checked


def test_the_samples_are_stored() -> None:
    assert set(SAMPLES) <= set(IDS)


@pytest.mark.parametrize("id", IDS)
def test_game_is_complete_and_its_chance_is_revealed(id: str) -> None:
    stored = game(id)
    last = stored.log.entries[-1]
    assert stored.header["game"] == id
    assert last["kind"] == "close"
    assert stored.book.play.to_move(stored.position) is None
    replay_log(stored.book, stored.log, Secrets(bytes.fromhex(last["secret"])))


@pytest.mark.parametrize("id", SAMPLES)
def test_a_sample_shows_what_it_should(id: str) -> None:
    assert make_samples.lacking(SAMPLES[id], game(id).moments[1:]) == []


ONCE = {"magna-grecia": {"cities merged"}, "attika": {"deck shuffled again", "won by buildings", "won by shrines"}}
"""Features that occur only once in the samples of a title."""


@pytest.mark.parametrize("title", NAMED)
def test_the_samples_together_show_everything_and_most_of_it_more_than_once(title: str) -> None:
    ids = [id for id, sample in SAMPLES.items() if sample.title == title]
    shown: Counter[str] = sum((features(title, game(id).moments[1:]) for id in ids), Counter())
    assert {name for name in NAMED[title].WANTED if shown[name] < 2} == ONCE[title]
    assert all(shown[name] == 1 for name in ONCE[title])


ENOUGH = 24
"""Moves."""


@pytest.mark.parametrize("id", SAMPLES)
def test_somebody_speaks(id: str) -> None:
    said = {int(entry["entry"]): entry["say"] for entry in game(id).log.entries if "say" in entry}
    assert said == SAMPLES[id].words


@pytest.mark.parametrize("id", IDS)
def test_played_again_through_the_desk_it_is_the_same_byte_for_byte(id: str, tmp_path: Path, thorough: bool) -> None:
    """Whole games with `--thorough`; without it a shorter part."""
    table = demo.table_in(str(tmp_path / "again"))
    for number, _ in enumerate(demo.replay_game(table, game(id).log)):
        if number == ENOUGH and not thorough:
            break
    again, stored = [Path(each, "log.yaml").read_bytes() for each in (table.folder(id), GAMES / id)]
    assert again == stored if thorough or number < ENOUGH else stored.startswith(again)


@pytest.mark.parametrize("id", IDS)
def test_notes_speak_of_entries_that_exist(id: str) -> None:
    noted = notes(id)
    last = game(id).log.last
    assert noted["game"] == id
    assert [each["entry"] for each in noted["notes"] if not 1 <= int(each["entry"]) <= last] == []


def lines() -> list[tuple[str, int, list[dict[str, Any]]]]:
    """Game, entry and moves of each line that was not played."""
    return [
        (id, int(each["entry"]), line["moves"])
        for id in IDS
        for each in notes(id)["notes"]
        for line in each.get("lines", ())
    ]


@pytest.mark.parametrize(("id", "entry", "moves"), lines())
def test_a_line_is_legal_and_differs_from_the_game(id: str, entry: int, moves: list[dict[str, Any]]) -> None:
    stored = game(id)
    position, fate = stored.moments[entry - 1].position, fate_of(stored.book, stored.log, told_secret(stored))
    first: Any = None
    for move in moves:
        own = {key: value for key, value in move.items() if key != "note"}
        written = reading.dump({"game": id, "after": entry - 1, **own}).encode()
        reading.typed_data(reading.read_source(written, "line"), f"{stored.book.id}.move")
        for ruling, recorded in parts(stored.book, position, own, fate):
            first, position = first or scalars_as_text(recorded), ruling.position
    played = stored.log.entry(entry)
    assert played["seat"] == moves[0]["seat"]
    assert (played["actions"], played.get("market")) != (first["actions"], first.get("market"))


def parts(book: Any, position: Any, move: Any, fate: Any) -> Iterator[tuple[AnyAccepted, dict[str, Any]]]:
    """The rulings on a move of a variation, part by part, and how each would be recorded."""
    left = move
    while left is not None:
        ruling = judge(book.play, position, left, fate)
        assert isinstance(ruling, Accepted), [str(each.says) for each in ruling.violations]
        yield ruling, book.play.record(position, left, ruling.events)
        position, left = ruling.position, ruling.rest


def told_secret(stored: Game) -> bytes:
    return bytes.fromhex(stored.log.entries[-1]["secret"])


@pytest.mark.parametrize("id", [id for id, sample in SAMPLES.items() if sample.title == "attika"])
def test_the_log_shows_no_card_of_a_hand(id: str) -> None:
    places = [place for entry in game(id).log.entries for place in entry.get("shown", {})]
    assert {place.partition("/")[0] for place in places} == {"tiles", "buildings", "main", "first"}


def test_no_lock_or_rest_of_a_commit_is_stored() -> None:
    kept = {name for id in IDS for name in os.listdir(GAMES / id) if not name.startswith(".")}
    assert kept <= {"log.yaml", "notes.yaml"}


@pytest.mark.parametrize("id", IDS)
def test_a_sample_game_was_played_in_the_past(id: str) -> None:
    """Else `referee verify` would note its times; the tests that stop the clock stop it after these days, too."""
    times = [entry["at"] for entry in game(id).log.entries]
    assert times == sorted(times)
    assert times[-1] < "2026-11-20T00:00:00Z"


def test_five_games_of_each_title_are_to_be_read_with_a_lesson_and_a_club_game_among_them() -> None:
    assert Counter(game(id).book.id for id in IDS) == {"magna-grecia": 5, "attika": 5}
    assert {"lesson-bruttium", "lesson-rhombus", "tuesday-club"} <= {*IDS}
    assert all(notes(id)["title"] and notes(id)["summary"] for id in IDS)
    moved = {int(each["entry"]) for each in notes("lesson-bruttium")["notes"]}
    assert {int(each["entry"]) for each in game("lesson-bruttium").log.entries if each["kind"] == "move"} <= moved
