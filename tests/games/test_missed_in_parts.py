"""A missed turn may be several entries; a stored game that has one is played again as it is."""

from itertools import pairwise
from pathlib import Path

from referee import reading
from referee.app.game_access import Game, Table, open_game
from referee.app.look import demo
from referee.app.play import new_game, submit_move
from referee.rules.planner import suggest_move
from referee.settings import Settings
from referee.show.sentences import milestones

NOW = "2026-11-20T19:00:00Z"


def test_a_game_with_a_turn_missed_in_parts_is_played_again_byte_for_byte(tmp_path: Path) -> None:
    table = Table(Settings(str(tmp_path / "games"), str(tmp_path / "private"), str(tmp_path / "reports")), now=NOW)
    game = with_the_last_of_a_stack_drawn(table)
    missed = submit_move.record_missed_turn(table, game.id, game.position.seat)
    assert missed.entries == 3
    repeated = submit_move.record_missed_turn(table, game.id, game.position.seat, after=game.log.last)
    assert (repeated.before, repeated.entries, repeated.entry) == (True, 3, missed.entry)
    assert [told(table, game.id).count(words) for words in ("missed the turn.", "the missed turn of")] == [1, 2]
    last = open_game(table, game.id).moments[-4:]
    assert [str(each) for pair in pairwise(last) for each in milestones(pair[1], pair[0])] == ["Deadline missed"]
    submit_move.close(table, game.id, abandon=True)
    model = open_game(table, game.id).log
    again = demo.table_in(str(tmp_path / "again"))
    assert sum(done.entries for done in demo.replay_game(again, model)) == model.last
    assert open_game(again, game.id).log.raw == model.raw


def told(table: Table, id: str) -> str:
    game = open_game(table, id)
    view = game.book.show().view(game.header, game.moments, "")
    return "\n".join(str(line.says) for line in view.story.lines)


def with_the_last_of_a_stack_drawn(table: Table) -> Game:
    """A game in which the next thing is to build or store a building, and after it a tile will be turned up."""
    plan = new_game.plan("attika", "cup", ("athens=Anna", "sparta=Bruno"), (), None)
    new_game.new(table, plan, secret=bytes(32))
    while not (game := open_game(table, "cup")).position.turn.last:
        move = {"game": "cup", "after": game.log.last, **suggest_move(game.book, game.position)}
        submit_move.submit(table, reading.dump(move).encode(), "move")
    return game
