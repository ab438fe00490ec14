"""The rows of an export say what the logs say, read a second and slow way; and results as a replay gives them."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from cli_runs import run
from exported import FROZEN, SAMPLES, Cells, all_rows, exported, logs
from repaired_games import repaired, table_in

from referee.app.export.tables import TABLES, columns
from referee.app.game_access import Table, open_game
from referee.reading.schemas import schema
from referee.settings import Settings
from referee.show.view import Chart, Series

ASIDES = ("talk", "absent", "player", "clock", "consent", "proposal", "answer", "orders")
Rows = dict[str, list[Cells]]


@pytest.fixture(scope="module", params=["samples", "1"])
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Rows]:
    """A folder of games, and its export: the samples, and the frozen games of the first edition."""
    games = SAMPLES if request.param == "samples" else FROZEN / request.param
    to = tmp_path_factory.mktemp("export") / "games.sqlite"
    done = exported(games, to)
    assert done.troubles == []
    found = all_rows(to)
    assert done.rows == {table: len(some) for table, some in found.items()}
    return games, found


def entry_of_row(row: Cells) -> Cells:
    """The entry from which a row was made, without its seals."""
    entry = {**json.loads(row["fields"]), "entry": str(row["entry"]), "at": row["recorded_at"], "kind": row["kind"]}
    names = {"seat": "seat", "entered_by": "by", "say": "say"}
    entry |= {name: row[column] for column, name in names.items() if row[column] is not None}
    entry |= {"shown": json.loads(row["shown"])} if row["shown"] else {}
    if row["rules"]:
        return entry | {"overrule": {"rules": json.loads(row["rules"]), "why": row["why"]}}
    return entry | ({"why": row["why"]} if row["why"] is not None else {})


def without_seals(entry: Cells) -> Cells:
    left = {key: value for key, value in entry.items() if key not in ("prev", "state")}
    return left if left.get("shown") else {key: value for key, value in left.items() if key != "shown"}


def agree_with_logs(games: Path, found: Rows) -> None:
    """Every row of seats and entries against the documents of its log."""
    for game, (header, *entries) in logs(games):
        mine = [row for row in found["entries"] if row["game"] == game]
        assert [entry_of_row(row) for row in mine] == [without_seals(each) for each in entries]
        agree_on_people(game, header, entries, mine, found["seats"])
        agree_on_times(entries, mine)
        agree_on_what_counts(entries, mine)


def agree_on_people(game: str, header: Cells, entries: list[Cells], mine: list[Cells], seats: list[Cells]) -> None:
    for number, row in enumerate(mine):
        played = dict(header["seats"])
        for each in entries[:number]:
            played |= {each["seat"]: each["player"]} if each["kind"] == "player" else {}
        assert row["player"] == played.get(row["seat"])
    last = {**header["seats"], **{each["seat"]: each["player"] for each in entries if each["kind"] == "player"}}
    told = {row["seat"]: (row["first_player"], row["player"]) for row in seats if row["game"] == game}
    assert told == {seat: (header["seats"][seat], last[seat]) for seat in header["seats"]}


def agree_on_times(entries: list[Cells], mine: list[Cells]) -> None:
    for number, row in enumerate(mine):
        before = [each["at"] for each in entries[:number] if each["kind"] not in ASIDES]
        waited = datetime.fromisoformat(row["recorded_at"]) - datetime.fromisoformat(
            before[-1] if before else row["recorded_at"]
        )
        assert row["seconds"] == (waited.total_seconds() if row["kind"] in ("move", "missed") else None)


def agree_on_what_counts(entries: list[Cells], mine: list[Cells]) -> None:
    """What is undone by going through the repairs one by one, each with all turns before it."""
    taken, had = dict[int, int](), dict[str, int]()
    instead = {number: number for number, each in enumerate(entries, 1) if each["kind"] in ("move", "missed")}
    for number, each in enumerate(entries, 1):
        if each["kind"] == "correct":
            instead[int(each["corrects"])] = number
        for turn in [turn for turn in instead if each["kind"] == "undo" and int(each["back"]) < turn < number]:
            del instead[turn]
            taken[turn] = number
    corrected = {turn: by for turn, by in instead.items() if turn != by}
    for number, row in enumerate(mine, 1):
        assert row["gone_by"] == {**corrected, **taken}.get(number)
        assert row["counted"] == (mine[instead[number] - 1]["actions"] if number in instead else None)
        if number in instead:
            had[row["seat"]] = had.get(row["seat"], 0) + 1
        assert row["seat_move"] == (had[row["seat"]] if number in instead else None)
        assert (row["actions"] is not None) == (row["kind"] in ("move", "missed", "correct"))


def test_rows_are_what_the_logs_say(corpus: tuple[Path, Rows]) -> None:
    agree_with_logs(*corpus)


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
@pytest.mark.parametrize("seed", [1])
def test_rows_of_random_games_with_repairs_are_what_the_logs_say(title: str, seed: int, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    *_, last = repaired(table, title, seed, steps=24)
    exported(tmp_path / "games", tmp_path / "games.sqlite")
    found = all_rows(tmp_path / "games.sqlite")
    assert any(row["gone_by"] for row in found["entries"])
    agree_with_logs(tmp_path / "games", found)
    agree_on_turns(last, found["entries"])


def agree_on_turns(game: Any, entries: list[Cells]) -> None:
    """A turn of a running game that can be judged: all its parts are of one seat, and the next turn follows."""
    turns = [(row["turn"], row["seat"]) for row in entries if row["counted"] is not None and row["turn"]]
    assert len(set(turns)) == len({turn for turn, _ in turns})
    assert [turn for turn, _ in turns] == sorted(turn for turn, _ in turns)
    if len(game.moments) > game.log.last and turns and game.header["title"] != "attika":
        assert {turn for turn, _ in turns} == set(range(1, len(turns) + 1))


def test_results_and_scores_are_those_of_a_replay(corpus: tuple[Path, Rows]) -> None:
    games, found = corpus
    table = Table(Settings(games=str(games), private="/nowhere"))
    for row in found["games"]:
        seats = {each["seat"]: each for each in found["seats"] if each["game"] == row["game"]}
        scores = [each for each in found["scores"] if each["game"] == row["game"]]
        if not row["judged"]:
            assert (row["status"], row["winners"], row["turns"], scores) == (None, None, None, [])
            continue
        game = open_game(table, row["game"])
        outcome = game.outcome
        won = {seat for seat, each in seats.items() if each["won"]}
        assert won == set(outcome.winners if outcome else ())
        assert {seat: each["score"] for seat, each in seats.items()} == {
            seat: outcome.counts.get(seat) if outcome else None for seat in seats
        }
        view = game.book.show().view(game.header, game.line, "")
        chart = next((each for each in view.sections if isinstance(each, Chart)), None)
        shown = (
            {(each.seat, at): value for each in chart.series for at, value in enumerate(each.values, 1)}
            if chart
            else {}
        )
        assert {(each["seat"], each["round"]): each["score"] for each in scores} == shown


def series(chart: Chart | None) -> tuple[Series, ...]:
    return chart.series if chart else ()


def test_the_last_scores_of_a_finished_game_are_its_result(corpus: tuple[Path, Rows]) -> None:
    _, found = corpus
    ended = {(row["game"], row["seat"]): row["score"] for row in found["seats"] if row["score"] is not None}
    last = {(row["game"], row["seat"]): row["score"] for row in found["scores"]}
    assert ended
    assert {key: last[key] for key in ended if key in last} == {key: ended[key] for key in ended if key in last}


def test_every_kind_of_entry_has_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported(FROZEN / "2", tmp_path / "games.sqlite")
    kinds = {row["kind"] for row in all_rows(tmp_path / "games.sqlite")["entries"]}
    known: Any = schema("log")
    assert kinds == set(known["$defs"]["entry"]["properties"]["kind"]["enum"])


def test_a_fork_an_overruled_move_and_a_known_deal_are_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    assert (
        run("new", "magna-grecia", "--id", "cup", "--practice", "--player", "yellow=Anna", "--player", "red=Bo").code
        == 0
    )
    seat = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    Path("move.yaml").write_text(f"game: cup\nafter: 1\nseat: {seat}\nactions:\n  - resupply: {{road: 9, city: 0}}\n")
    refused = run("submit", "move.yaml")
    (rule,) = set(re.findall(r"MG-[0-9.]*[0-9]", refused.err))
    assert run("submit", "move.yaml", "--overrule", rule, "--why", "Agreed").code == 0
    ran = run("fork", "cup", "--id", "again")
    assert ran.code == 0, ran.err
    exported(Path("games"), Path("games.sqlite"))
    found = all_rows(Path("games.sqlite"))
    (move,) = [row for row in found["entries"] if row["game"] == "cup" and row["kind"] == "move"]
    assert (json.loads(move["rules"]), move["why"]) == ([rule], "Agreed")
    by_name = {row["game"]: row for row in found["games"]}
    assert (by_name["again"]["fork_of"], by_name["again"]["fork_entry"], by_name["again"]["counts"]) == ("cup", 2, 0)
    assert (by_name["cup"]["practice"], by_name["cup"]["counts"], by_name["cup"]["fork_of"]) == (1, 0, None)


def test_without_a_replay_all_but_results_and_scores_is_the_same(corpus: tuple[Path, Rows], tmp_path: Path) -> None:
    games, judged = corpus
    exported(games, tmp_path / "quick.sqlite", judged=False)
    quick = all_rows(tmp_path / "quick.sqlite")
    unknown = {"judged", "status", "winners", "unit", "way", "turns", "turn", "score", "rank", "won", "ending"}
    assert quick["scores"] == []
    for table in ("games", "seats", "entries"):
        known = [name for name, _, _ in columns(table) if name not in unknown]
        assert [[row[name] for name in known] for row in quick[table]] == [
            [row[name] for name in known] for row in judged[table]
        ]


def test_columns_have_the_types_that_they_say(corpus: tuple[Path, Rows]) -> None:
    _, found = corpus
    kinds = {"TEXT": str, "INTEGER": int, "BOOLEAN": int}
    for table in TABLES:
        for name, type, optional in columns(table):
            values = [row[name] for row in found[table]]
            assert optional or None not in values
            assert {each.__class__ for each in values if each is not None} <= {kinds[type]}
            assert type != "BOOLEAN" or set(values) <= {None, 0, 1}
