"""A log under the edition of its header takes the course that a replay takes, whether its chance is known or not."""

from itertools import compress
from pathlib import Path
from typing import Any

import pytest
from stones import Policies, book
from stones_logs import NORTH, SECRET, SOUTH, draw, end, finding, install, miss, played, take, write

from referee import titles
from referee.app.editions.compare_games import KnownChance
from referee.app.editions.game_editions import course, ended_turns
from referee.app.game_access import Table
from referee.app.verify import sent_logs, verify_log
from referee.rules.line import counted_documents
from referee.rules.replay import replay
from referee.settings import Settings
from referee.store import chain, log
from referee.store.chance import Secrets
from referee.testkit.playouts import playout

GAMES = sorted((Path(__file__).parents[2] / "games").iterdir())


def positions(moments: Any) -> list[Any]:
    return [each.position for each in moments]


@pytest.mark.parametrize("folder", GAMES, ids=lambda each: each.name)
def test_a_sample_takes_the_course_of_its_replay(folder: Path) -> None:
    found = log.read_log(str(folder))
    title = titles.book(found.header["title"]).under(found.header)
    moments = replay(title, found)
    secret = verify_log.secret_behind(Table(Settings()), found).secret
    again = course(title, found, KnownChance(title, found, secret).fate(title), ended_turns(title, moments))
    assert again.halt is None
    counted = [one == two for one, two in zip(counted_documents(found.documents), found.documents, strict=True)]
    assert positions(compress(again.moments, counted)) == positions(compress(moments, counted))


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_takes_the_course_of_its_play(title: str, seed: int) -> None:
    game = playout(title, seed)
    again = course(game.book, game.log, KnownChance(game.book, game.log, Secrets(game.secret)).fate(game.book))
    assert again.halt is None
    assert tuple(positions(again.moments)[1:]) == game.positions


@pytest.mark.parametrize("seed", range(3))
def test_an_open_game_takes_its_course_without_the_secret(seed: int) -> None:
    game = playout("magna-grecia", seed)
    again = course(game.book, game.log, KnownChance(game.book, game.log, None).fate(game.book))
    assert tuple(positions(again.moments)[1:]) == game.positions


def stones(second: Policies, monkeypatch: pytest.MonkeyPatch, edition: int) -> Any:
    title = book(second)
    install(title, monkeypatch)
    return title.under({"edition": edition})


def test_a_game_of_the_newer_edition_may_be_illegal_under_the_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = stones(Policies(most=4), monkeypatch, 2)
    found = finding(played(title, [take(NORTH, 3), take(SOUTH, 4)]), tmp_path)
    assert (found.kind, found.entry, found.edition) == ("illegal", 3, 2)
    assert found.says == "Entry 3 is illegal under edition 1. ST-2: 4 are too many."


def test_the_order_of_the_editions_is_that_of_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = stones(Policies(wins="fewest"), monkeypatch, 1)
    found = finding(played(title, [take(NORTH, 3), take(SOUTH, 3), take(NORTH, 3, 3)]), tmp_path, (2, 1))
    assert [each.edition for each in found.scores] == [2, 1]
    assert [each.winners for each in found.scores] == [(SOUTH,), (NORTH,)]


def test_a_game_of_a_third_edition_is_judged_under_the_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = book(Policies(bonus=1))
    third = title.editions[0]._replace(number=3, policies=Policies(most=5))
    title = book(Policies(bonus=1), more=(third,))
    install(title, monkeypatch)
    log = played(title.under({"edition": 3}), [take(NORTH, 3), take(SOUTH, 5)])
    found = finding(log, tmp_path)
    assert (found.kind, found.entry, found.state, found.edition) == ("illegal", 3, 2, 3)
    assert [(each.edition, each.entry) for each in found.refusals] == [(1, 3), (2, 3)]


def test_a_turn_recorded_in_parts_may_be_one_entry_under_another_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = stones(Policies(parts=True), monkeypatch, 2)
    turns = [("move", NORTH, [{"take": "2"}]), end(NORTH), miss(SOUTH), miss(SOUTH), take_one(NORTH)]
    assert finding(played(title, turns, closed=False), tmp_path).kind == "state"  # in the middle of the turn of entry 4


def take_one(seat: str) -> Any:
    return "move", seat, [{"take": "1"}]


def test_a_log_that_is_not_right_under_its_own_edition_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = played(stones(Policies(), monkeypatch, 1), [take(NORTH, 3)], closed=False)
    worse = chain.parse(log.raw.replace(b"take: '3'", b"take: '4'"))
    found = finding(worse, tmp_path)
    assert (found.kind, found.entry) == ("bad", 2)
    assert found.says == "Entry 2 is wrong. The rules don't allow this move. ST-2: 4 are too many."


def test_a_damaged_log_is_not_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = played(stones(Policies(), monkeypatch, 1), [take(NORTH, 3)])
    found = finding(log._replace(raw=log.raw[:-9]), tmp_path)
    assert (found.kind, found.entry) == ("bad", 3)
    assert "its last line has no end" in found.says


def test_a_log_whose_header_says_nothing_is_not_compared(tmp_path: Path) -> None:
    header = chain.document({"format": chain.FORMAT, "prev": chain.NOTHING_BEFORE})
    found = finding(chain.parse(header), tmp_path)
    assert (found.kind, found.game, found.title, found.entry) == ("bad", "game", "", None)


def test_an_edition_that_the_title_does_not_have_cannot_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = finding(played(stones(Policies(), monkeypatch, 1), [draw(NORTH)]), tmp_path, (1, 7))
    assert (found.kind, found.entry) == ("untold", None)
    assert found.says == "Stones has no edition 7. Known here: 1, 2."


def test_hidden_hands_of_a_running_game_need_its_private_part(tmp_path: Path) -> None:
    found = log.read_log(str(GAMES[-1].parent / "rhombus-2"))
    cut = chain.parse(b"".join(chain.raw_documents(found.raw)[:20]))
    told = finding(cut, tmp_path)
    assert (told.kind, told.entry) == ("untold", 1)
    assert "has hidden hands" in told.says


def test_the_private_part_answers_for_the_cards_that_a_running_game_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.store import private

    title = stones(Policies(opening=3), monkeypatch, 1)
    running = played(title, [draw(NORTH)], closed=False)
    (tmp_path / "private").mkdir(mode=0o700)
    path = tmp_path / "private" / "game.yaml"
    path.write_bytes(private.content("game", private.Private(SECRET, SECRET, {}, {})))
    found = finding(running, tmp_path)
    assert (found.kind, found.entry, found.private) == ("state", 1, True)


def test_a_single_log_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "copy", played(stones(Policies(), monkeypatch, 1), [draw(NORTH)]))
    assert sent_logs.targets(Table(Settings()), [f"{folder}/log.yaml"]) == [folder]
