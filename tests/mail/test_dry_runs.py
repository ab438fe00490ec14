"""What is only tried changes nothing: each command that can be tried, in a game with all that may hang on it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import disk, run

from referee import cli
from referee.cli import contents

MOVE = "game: cup\nafter: 2\nseat: red\nactions:\n  - resupply: {road: 2, city: 1}\n"
TRIED: Mapping[str, Sequence[Sequence[str]]] = {
    "abandon": [["cup"], ["cup", "--ask"]],
    "answer": [["cup", "red", "yes"]],
    "close": [["cup", "--abandon"], ["--auto"]],
    "concede": [["cup", "red"]],
    "correct": [["cup", "2", "move.yaml"]],
    "draw": [["cup"]],
    "edition": [["cup", "2"]],
    "fork": [["cup", "--id", "copy"]],
    "known": [["cup", "deck/3=red-low"]],
    "new": [["attika", "--id", "fresh", "--player", "athens=Ada", "--player", "corinth=Carl"]],
    "orders": [["cup", "orders.yaml"]],
    "remind": [[]],
    "resign": [["cup", "yellow"]],
    "ruling": [["cup", "mixed_roads", "allow"]],
    "say": [["cup", "red", "yes"]],
    "send": [["cup"]],
    "submit": [["move.yaml"]],
    "undo": [["cup"]],
}
"""Command → what it is tried with; some of it is refused, and that changes nothing either."""


def able() -> set[str]:
    """The commands with `--dry-run`."""
    program = cli.whole_program()
    found = {name: program.get_command(None, name) for name in contents.MODULES}
    return {name for name, each in found.items() if "dry_run" in {one.name for one in each.params}}


def test_every_command_that_can_be_tried_is_tried_here() -> None:
    assert able() == set(TRIED)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(("command", "words"), [(name, each) for name, tries in TRIED.items() for each in tries])
def test_what_is_only_tried_changes_no_file(command: str, words: Sequence[str]) -> None:
    Path("move.yaml").write_text(MOVE, encoding="utf-8")
    Path("orders.yaml").write_text("seat: red\nmove: {actions: []}\n", encoding="utf-8")
    assert post.one(post.mail(post.fenced(post.move()), post.address(post.mover()))).entry == 2
    post.one(post.mail("note: Kroton first.\n", post.address("yellow")))
    post.one(post.mail("publish: yes\n", post.address("yellow")))
    post.one(post.mail("offer a draw\n", post.address("red")))
    assert run("say", "cup", "Good luck!").code == 0
    before = disk()
    ran = run(command, *words, "--dry-run")
    assert ran.code in (0, 65), ran
    assert disk() == before
