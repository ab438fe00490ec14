"""What counts of a game after anything was undone and corrected: an undo and a correction are entries like others."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from repaired_games import repaired, table_in

from referee.app.game_access import Game, Table, committed_secret
from referee.app.verify.verify_log import verdict_on_log
from referee.rules.entry_shapes import TURNS, own_fields
from referee.rules.line import branches, counted_entries
from referee.rules.replay import fate_of, state_of
from referee.rules.ruling import Accepted, judge
from referee.show.view import View
from referee.store.documents import is_kind

TITLES = ["magna-grecia", "attika"]
SEEDS = range(1, 4)
VERIFIER = Path(__file__).parents[2] / "tools" / "verify.py"


@pytest.fixture(params=[(title, seed) for title in TITLES for seed in SEEDS], ids=str, scope="module")
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, list[Game]]:
    """A game after each of its entries, with repairs in it."""
    table = table_in(tmp_path_factory.mktemp("repair"))
    games = list(repaired(table, *request.param))
    assert any(is_kind(each, "undo") for each in games[-1].log.entries)
    return table, games


Played = tuple[Table, list[Game]]


def test_a_game_is_that_of_the_entries_that_count(played: Played) -> None:
    """The second way: the entries that count, and no others, are played one after the other."""
    table, games = played
    for game in games[::5]:
        assert state_after(table, game) == state_of(game.book, game.position)


def state_after(table: Table, game: Game) -> str:
    position = next(each for each in game.moments if is_kind(each.entry, "deal")).position
    fate = fate_of(game.book, game.log, committed_secret(table, game.header))
    for entry in counted_entries(game.log.documents):
        if is_kind(entry, *TURNS):
            own = {key: value for key, value in own_fields(entry).items() if key != "by"}
            ruling = judge(game.book.play, position, {"seat": entry["seat"], **own}, fate)
            assert isinstance(ruling, Accepted)
            position = ruling.position
    return state_of(game.book, position)


def test_no_repair_changes_what_was_recorded(played: Played) -> None:
    _, games = played
    for before, after in pairwise(games):
        assert after.log.raw.startswith(before.log.raw)


def test_a_repaired_game_is_verified(played: Played) -> None:
    table, games = played
    verdict = verdict_on_log(table, games[-1].folder, None)
    assert verdict.good, verdict.says
    ran = subprocess.run([sys.executable, VERIFIER, f"{games[-1].folder}/log.yaml"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_the_line_leads_from_move_to_move(played: Played) -> None:
    """Numbers rise on the line, its last moment is that of the log, and each turn follows from the one before."""
    _, games = played
    for game in games:
        numbers = [each.number for each in game.line]
        assert numbers == sorted(set(numbers))
        assert game.line[-1].position is game.position
        assert game.line[-1].number == game.log.last
        for before, moment in pairwise(game.line):
            *_, last = [before.position, *moment.course(before.position, game.book.play.evolve)]
            if is_kind(moment.entry, *TURNS):
                assert state_of(game.book, last) == state_of(game.book, moment.position)
            else:
                assert moment.position is before.position or is_kind(moment.entry, "deal")


def test_everybody_sees_what_counts(played: Played) -> None:
    """The view of a game with repairs is that of the game in which nothing else was ever played."""
    _, games = played
    game = games[-1]
    for reader in ("", *game.header["seats"]):
        view = game.book.show().view(game.header, game.line, reader)
        plain = [each for each in game.line[:-1] if not is_kind(each.entry, "undo", "correct")]
        plain.append(game.line[-1])  # what is new is marked
        again = game.book.show().view(game.header, plain, reader)
        assert told(view) == told(again)


def told(view: View) -> object:
    """What the present position is."""
    spaces = [(space.label, str(space.words)) for space in view.board.spaces] if view.board else []
    return view.headline, view.standing, view.sections, spaces


def test_what_was_undone_is_a_branch(played: Played) -> None:
    """Each repair leaves a branch that begins on the line and that the line does not have."""
    _, games = played
    game = games[-1]
    found = branches(game.moments)
    assert [each.entry for each in found] == [
        each.number for each in game.moments if is_kind(each.entry, "undo", "correct")
    ]
    for each in found:
        assert 0 < each.place < len(game.line)
        assert each.moments[0] is not game.line[each.place]
        assert any(is_kind(moment.entry, *TURNS) for moment in each.moments)
