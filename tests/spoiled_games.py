"""The small folders of real games that the cases of the catalogue of bad inputs spoil: one for each title.

The folder of the first title holds `cup` in play, `shipped` just dealt on a shipped board, `waits` for nonces, `over`,
and `shut`. That of Attika holds `hill` in play, `owed` with a building drawn and neither built nor stored, `due` with a
tile to be placed, and `shut`.
"""

import shlex
import shutil
from collections.abc import Callable
from glob import glob
from pathlib import Path

from cli_runs import NOW, SECRET, miss, run

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings

BOARD = Path(__file__).parent / "bad_inputs" / "board.yaml"

MOVES = (
    ("cup", "yellow", "actions: [{city: J3}, {road: J4 n-s}, {road: J5 n-s}]\nmarket: {build: D5}"),
    ("cup", "red", "actions: [{city: E9}, {road: F9 nw-s}, {road: F10 n-s}]\nmarket: {build: G5}"),
    ("cup", "red", "actions: [{road: F8 sw-n}, {city: E10}]"),
    ("cup", "yellow", "actions: [{resupply: {road: 3, city: 2}}]\nmarket: {build: E9}\nsay: I wait."),
    ("shut", "red", "actions: [{city: J3}]"),
)
"""How the games of the folder came to where they are; in `cup` it is yellow's turn after entry 5."""

ATTIKA_MOVES = (
    ("hill", 1, "athens", "actions: [{build: market at 3}]\nend: true"),
    ("hill", 2, "sparta", "actions: [{build: statue at 4n}]\nend: true"),
    ("owed", 1, "athens", "actions: [{draw: main}]"),
    *(
        ("due", after, "athens", "actions: [{draw: {stack: main, then: [{else: store}]}}]")
        for after in (1, 3, 6, 8, 11)
    ),
    ("shut", 1, "athens", "end: true"),
)
"""In `hill` athens is to move after entry 3; `due` is a log of 13 entries."""


def magna_grecia() -> None:
    """The games of Magna Grecia, in the current folder."""
    shutil.copy(BOARD, "board.yaml")
    for id in ("cup", "over", "shut"):
        begin(id, "board.yaml")
    begin("shipped", "bruttium")
    begin("waits", "board.yaml", nonces=True)
    done(f"referee deal nonce waits red {'aa' * 16}")
    for number, (id, seat, text) in enumerate(MOVES, 1):
        submit(id, number if id == "cup" else 1, seat, text)
    for _ in range(16):
        assert miss("over").code == 0
    done("referee end close shut --abandon")
    # The lock file of a game stays, and holds nothing: without it here, the first command of a case would make one.
    Path("games/shipped/.lock").touch()
    without_pages()


def attika() -> None:
    """The games of Attika, in the current folder."""
    for id in ("hill", "owed", "due", "shut"):
        plan = new_game.plan("attika", id, ["athens=Anna", "sparta=Bruno"], ["first_player=athens"], None)
        new_game.new(Table(Settings(), NOW), plan, secret=SECRET)
    for id, after, seat, text in ATTIKA_MOVES:
        submit(id, after, seat, text)
        if after in (3, 8):
            submit(id, after + 2, "sparta", "end: true")
    done("referee end close shut --abandon")
    without_pages()


def without_pages() -> None:
    """Nothing reads pages again, and each case would copy them."""
    for pages in ("reports", *glob("private/*/")):
        shutil.rmtree(pages)


FOLDERS: dict[str, Callable[[], None]] = {"magna-grecia": magna_grecia, "attika": attika}
HEADS = {
    "magna-grecia": "game: cup\nafter: 5\nseat: yellow\n",
    "attika": "game: hill\nafter: 3\nseat: athens\n",
}
"""The first lines of a move; a case gives only the rest."""


def begin(id: str, board: str, *, nonces: bool = False) -> None:
    options = ["rounds=8", "oracle_placement=random"]
    plan = new_game.plan("magna-grecia", id, ["yellow=Anna", "red=Bruno"], options, board, wait_for_nonces=nonces)
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def submit(id: str, after: int, seat: str, text: str) -> None:
    done("referee submit -", f"game: {id}\nafter: {after}\nseat: {seat}\n{text}\n".encode())


def done(command: str, stdin: bytes = b"") -> None:
    ran = run(*shlex.split(command)[1:], stdin=stdin)
    assert ran.code == 0, ran.err
