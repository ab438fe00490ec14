"""Lines that were edited and still begin with `#` are shown; there is no complaint about the block as printed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import NOW, SECRET, begin, play, run

from referee.app.game_access import Table, open_game
from referee.app.play import new_game
from referee.settings import Settings
from referee.store import log
from referee.words import speaking


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def block(seat: str = "", language: str = "en") -> str:
    """The block of the game unchanged, as a seat or everybody is shown it."""
    game = open_game(Table(Settings()), "cup")
    with speaking(language):
        asked = game.book.show().view(game.header, game.moments, seat).asked
    assert asked
    return str(asked.block)


def hidden() -> None:
    plan = new_game.plan("attika", "cup", ["athens=Anna", "sparta=Chiara"], [], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


UNREAD = "Lines that start with # were not read: - city: H13.\n"


def half_edited() -> bytes:
    """One line of the block is edited behind its `#`, and one is uncommented."""
    lines = block().replace("# market:", "market:").split("\n")
    return "\n".join("#   - city: H13" if "- city:" in line else line for line in lines).encode()


def test_an_edited_line_after_a_sign_is_reported_by_check_and_submit() -> None:
    begin()
    move = half_edited()
    checked = run("check", "-", stdin=move)
    assert (checked.code, checked.out.splitlines()[-1] + "\n") == (0, UNREAD)
    assert json.loads(run("check", "-", "--json", stdin=move).out)["warnings"] == [UNREAD.strip()]
    assert UNREAD in run("submit", "-", "--dry-run", stdin=move).err
    done = run("submit", "-", "--json", stdin=move)
    assert (done.code, UNREAD in done.err, log.read_log("games/cup").last) == (0, True, 2)
    assert json.loads(done.out)["warnings"] == [UNREAD.strip()]


def turns(moves: int) -> Iterator[str]:
    """After each move of a game: the seat to move."""
    for _ in range(moves):
        game = open_game(Table(Settings()), "cup")
        yield str(game.book.play.to_move(game.position))
        play(1)


@pytest.mark.parametrize("start", [begin, hidden])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_block_as_it_is_printed_has_nothing_that_was_not_read(start: object, language: str) -> None:
    assert callable(start)
    start()
    for seat in turns(6):
        for reader in ("", seat):
            move = block(reader, language) + "# - a remark of mine\n# why: it is mine\n"
            assert "that start with #" not in run("check", "-", stdin=move.encode()).out


def test_some_of_many_lines_are_shown_and_a_market_is_one() -> None:
    begin()
    more = "".join(f"# - road: D{number} n-s\n" for number in range(1, 9))
    told = run("check", "-", stdin=(block() + more).encode()).out
    assert "not read: - road: D1 n-s; - road: D2 n-s; - road: D3 n-s; - road: D4 n-s; - road: D5 n-s; ….\n" in told
    sold = run("check", "-", stdin=(block() + "# market: {sell: A1}\n").encode()).out
    assert "not read: market: {sell: A1}.\n" in sold


def test_a_line_that_a_mail_program_broke_is_still_the_printed_one() -> None:
    hidden()
    whole = next(line for line in block().split("\n") if "- draw:" in line)
    move = block().replace("# end:", "end:").replace(whole, f"{whole[:60]}\n# {whole[60:]}")
    assert run("check", "-", stdin=move.encode()).out.count("\n") == 1
