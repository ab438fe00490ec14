"""Changes planted in our own titles: what becomes of the sample games is seen in their logs with the naked eye."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee import titles
from referee.app.editions.compare_games import ComparisonRequest, Run
from referee.app.game_access import Table
from referee.app.many.engines import EngineRequest
from referee.rules.rulebook import AnyRulebook, Breach, law_of_stages, rule
from referee.settings import Settings
from referee.titles.magna_grecia.rules.events import RoadLaid
from referee.words import say

GAMES = Path(__file__).parents[2] / "games"
SAMPLES = ("bruttium-2", "mezzogiorno-4", "rhombus-2", "quadrilateral-4")
NEW = 90
"""The number of the edition with the change."""

Plant = Callable[[AnyRulebook], AnyRulebook]


def install(id: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> type:
    """One of our titles with one more edition, which differs in the planted policies."""
    module = import_module(titles.OURS[id])
    first = module.RULEBOOK.editions[0]
    kind = type("Planted", (type(first.policies),), {})
    editions = (*module.RULEBOOK.editions, first._replace(number=NEW, policies=kind(*first.policies)))
    book = plant(module.RULEBOOK._replace(editions=editions, edition=editions[-1]))
    monkeypatch.setattr(module, "RULEBOOK", book)
    monkeypatch.setattr(import_module(f"{titles.OURS[id]}.rules.setup"), "EDITIONS", editions)
    return kind


def is_planted(position: Any) -> bool:
    return type(position.setting.policies).__name__ == "Planted"


def documents(game: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((GAMES / game / "log.yaml").read_text("utf-8")))


def find(game: str, tmp_path: Path) -> Any:
    settings = Settings(str(tmp_path / "games"), str(tmp_path / "private"), str(tmp_path / "reports"))
    request = ComparisonRequest((str(GAMES / game),), (1, NEW), EngineRequest(1))
    return next(Run(Table(settings), request).steps())


@pytest.mark.parametrize("game", SAMPLES)
def test_nothing_planted_leaves_every_sample_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(documents(game)[0]["title"], lambda book: book, monkeypatch)
    assert find(game, tmp_path)[5:] == ("same", "", None, None, (), (), "", False)


@pytest.mark.parametrize("game", SAMPLES)
def test_a_new_rule_is_broken_by_the_first_move_of_the_seat_that_it_forbids(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = documents(game)
    seat = list(log[0]["seats"])[-1]

    def plant(book: AnyRulebook) -> AnyRulebook:
        def may_move(position: Any, step: Any) -> Breach | None:
            return Breach(say("Not you.")) if is_planted(position) and book.play.to_move(position) == seat else None

        stages = {kind: ((rule("NEW-1", kind)(may_move),), *each.stages) for kind, each in book.play.law.items()}
        return book._replace(play=book.play._replace(law=law_of_stages(stages)))

    install(log[0]["title"], plant, monkeypatch)
    first = next(n for n, each in enumerate(log) if n and each["kind"] in ("move", "missed") and each["seat"] == seat)
    found = find(game, tmp_path)
    assert (found.kind, found.entry, found.state) == ("illegal", first, None)
    assert found.says == f"Entry {first} is illegal under edition {NEW}. NEW-1: Not you."


@pytest.mark.parametrize("game", SAMPLES[:2])
def test_a_point_for_each_road_shows_with_the_first_road(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(book: AnyRulebook) -> AnyRulebook:
        def evolve(position: Any, event: Any) -> Any:
            after = book.play.evolve(position, event)
            if not (isinstance(event, RoadLaid) and is_planted(position)):
                return after
            purse = after.purses[event.seat]
            return replace(after, purses={**after.purses, event.seat: purse._replace(points=purse.points + 1)})

        return book._replace(play=book.play._replace(evolve=evolve))

    log = documents(game)
    install(log[0]["title"], plant, monkeypatch)
    roads = list(roads_of(log))
    found = find(game, tmp_path)
    assert (found.kind, found.entry, found.state) == ("score", roads[0][0], roads[0][0])
    before, after = (score.counts for score in found.scores)
    assert {seat: after[seat] - before[seat] for seat in after} == {
        seat: sum(seat == each for _, each in roads) for seat in after
    }


def roads_of(log: list[dict[str, Any]]) -> Iterator[tuple[int, str]]:
    """The entry and the seat of every road."""
    for number, entry in enumerate(log):
        for action in entry.get("actions") or []:
            if "road" in action:
                yield number, entry["seat"]


@pytest.mark.parametrize("game", SAMPLES)
def test_another_way_to_win_changes_the_score_and_no_position(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(book: AnyRulebook) -> AnyRulebook:
        def outcome(position: Any) -> Any:
            found = book.play.outcome(position)
            return (found and is_planted(position) and found._replace(winners=("nobody",))) or found

        return book._replace(play=book.play._replace(outcome=outcome))

    log = documents(game)
    install(log[0]["title"], plant, monkeypatch)
    found = find(game, tmp_path)
    assert (found.kind, found.entry, found.state) == ("score", len(log) - 1, None)
    assert "won by nobody" in found.says
