"""A move file may be the block of an e-mail, pasted with all that is around it."""

from pathlib import Path

import pytest
from spoiled_games import FOLDERS
from test_bad_inputs import asked, within

MOVE = "game: cup\nafter: 5\nseat: yellow\nactions:\n  - resupply: {road: 1}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("games")
    with within(where, {}):
        FOLDERS["magna-grecia"]()
    return where


def answer(folder: Path, text: str, command: str = "referee submit --dry-run -") -> tuple[int, str]:
    with within(folder, {}):
        ran = asked(command, text.encode())
    return ran.code, ran.out + ran.err


@pytest.mark.parametrize(
    "text",
    [
        f"-----BEGIN MOVE-----\nreply: abcdefgh234567ab\n{MOVE}-----END MOVE-----\n",
        f"Hello Sam,\nhere: it is\n\n-----BEGIN MOVE-----\n{MOVE}-----END MOVE-----\n--\nAnna\n",
        f"\u2014\u2013BEGIN MOVE\u2014\u2013\r\n{MOVE}\u2014\u2013END MOVE\u2014\u2013\r\n",
        f"\u2014BEGIN MOVE\u2014\n{MOVE}\u2014END MOVE\u2014\n",
        f"reply: abcdefgh234567ab\n{MOVE}",
        f"-----BEGIN MOVE-----\n{MOVE}",
        f"{MOVE}-----END MOVE-----\nBye, Anna",
        f"-----BEGIN CHECK-----\n{MOVE}-----END CHECK-----\n",
    ],
)
def test_a_block_is_read_as_the_move_in_it(folder: Path, text: str) -> None:
    bare = answer(folder, MOVE)
    assert bare[0] == 0
    assert answer(folder, text) == bare


def test_lines_keep_their_numbers(folder: Path) -> None:
    code, told = answer(folder, f"Hello!\n-----BEGIN MOVE-----\n{MOVE.replace('resupply', 'resuply')}")
    assert code == 65
    assert "stdin:7:5: There is no `resuply` here." in told


def test_a_block_that_asks_for_a_verdict_is_not_recorded(folder: Path) -> None:
    log = (folder / "games" / "cup" / "log.yaml").read_bytes()
    code, told = answer(folder, f"-----BEGIN CHECK-----\n{MOVE}-----END CHECK-----\n", "referee submit -")
    assert code == 65
    assert "This block only asks for a check." in told
    assert "write `-----BEGIN MOVE-----` in place of `-----BEGIN CHECK-----`" in told
    assert (folder / "games" / "cup" / "log.yaml").read_bytes() == log


def test_of_two_blocks_none_is_chosen(folder: Path) -> None:
    block = f"-----BEGIN MOVE-----\n{MOVE}-----END MOVE-----\n"
    code, told = answer(folder, block + block)
    assert code == 65
    assert "There are 2 blocks with a move in stdin." in told


def test_a_slip_is_offered_as_its_title_accepts_it(folder: Path) -> None:
    """Text that cannot be read yet is tried against the schema of the game's title all the same."""
    _, told = answer(folder, MOVE.replace("- resupply: {road: 1}", "-road J7, n-s"))
    assert "Write `- road: J7 n-s`." in told
