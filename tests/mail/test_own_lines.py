"""A move that was read generously and is refused: the answer shows what its player wrote."""

import email
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.play import new_game
from referee.mail.act import send_reports

pytestmark = pytest.mark.usefixtures("game")


def answered(words: str, seat: str = "yellow") -> str:
    """The answer to a mail, line by line."""
    post.one(post.mail(words, post.address(seat)))
    body = email.message_from_bytes(Path(post.receipts()[-1].path).read_bytes(), policy=default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


@pytest.mark.parametrize("words", ["Stadt A1", "città: A1", "I found a city on A1, please"])
def test_a_refusal_quotes_the_line_that_its_player_wrote(words: str) -> None:
    found = answered(words)
    at = words.index("A1")
    assert "move:1" not in found
    assert "There is no space A1" in found
    assert f"      | {words}\n      | {' ' * at}^^\n" in found
    assert "- city: A1" not in found.partition("-----BEGIN")[0]


def test_each_problem_names_the_line_that_its_player_wrote() -> None:
    found = answered("Straße: D4 n-s\nStadt A1\nStadt A2")
    assert "line 2: There is no space A1" in found
    assert "line 3: There is no space A2" in found


@pytest.mark.parametrize("line", ["city: E1", "Stadt E1"])
def test_of_two_lines_that_are_alike_the_one_that_is_refused_is_named(line: str) -> None:
    found = answered(f"{line}\n{line}\n")
    assert f"      | {line}\n" in found


def test_what_is_not_about_a_line_is_at_the_beginning() -> None:
    found = answered("Stadt C3\nStadt A1", "red")
    assert "1. line 1: It isn't the turn of Bruno yet" in found
    assert "2. line 2: There is no space A1" in found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Markt: E3", ["`market: {build: E3}`: E3 is neither", "`market: {sell: E3}`: Anna has no market"]),
        ("Stadt A1 oder A2", ["`city: A1`: There is no space A1", "`city: A2`: There is no space A2"]),
    ],
)
def test_several_readings_that_are_all_refused_are_listed_with_the_reasons(words: str, said: list[str]) -> None:
    found = " ".join(answered(words).split())
    assert "more than one way, and none of these is possible now" in found
    for each in said:
        assert each in found
    assert post.last() == 1


@pytest.mark.parametrize(
    "change", [("city:", "Stadt:"), ("road:", "Straße:"), ("seat: yellow\n", ""), ("  - ", "\t- ")]
)
def test_a_check_gets_the_verdict_of_the_move(change: tuple[str, str]) -> None:
    block = post.move().replace(*change)
    checked = answered(post.fenced(block, "CHECK"))
    assert "This was a check only" in checked
    assert post.last() == 1
    recorded = answered(post.fenced(block))
    assert post.last() == 2
    for line in [each for each in recorded.splitlines() if each.startswith("I read")]:
        assert line in checked


BLOCK = "game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: A1\n"
NO_SPACE = "There is no space A1 on the board bruttium."


@pytest.mark.parametrize("begin", ["MOVE", "CHECK"])
@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ([("city:", "Stadt:")], "5:12"),
        ([("city:", "Stadt")], "5:11"),
        ([("city:", "città:")], "5:12"),
        ([("city:", "ville :")], "5:13"),
        ([("seat: yellow\n", "")], "4:11"),
        ([("  - ", "\t- ")], "5:10"),
        ([("seat: yellow\n", ""), ("actions:", "Aktionen:"), ("  - city: A1", "* Stadt A1")], "4:9"),
        ([("seat", "Platz"), ("city: A1", "Stadt: A1")], "5:12"),
    ],
)
def test_a_refused_block_is_refused_for_what_was_meant(changes: list[tuple[str, str]], place: str, begin: str) -> None:
    block = BLOCK
    for change in changes:
        block = block.replace(*change)
    found = answered(post.fenced(block, begin))
    assert NO_SPACE in found, found
    assert "problems in your move" not in found
    number, column = map(int, place.split(":"))
    line = block.split("\n")[number - 1].replace("\t", "\u2409")
    assert f"      | {line}\n      | {' ' * (column - 1)}^^\n" in found


def test_each_problem_of_a_block_names_its_line() -> None:
    block = BLOCK.replace("yellow", "red").replace("city: A1", "Stadt: A1\n\n  - Stadt: A2\n  - Straße: D4 n-s")
    found = answered(post.fenced(block))
    assert "1. line 3: You are answering an e-mail to Anna." in found
    assert f"2. line 5: {NO_SPACE}" in found
    assert "3. line 7: There is no space A2" in found
    assert "Did you mean" not in found


def test_a_block_with_several_readings_is_refused_with_the_reason_of_each() -> None:
    found = " ".join(answered(post.fenced(BLOCK.replace("actions:\n  - city: A1", "Markt: A2"))).split())
    assert "more than one way, and none of these is possible now" in found
    assert "`market: {build: A2}`: There is no space A2" in found
    assert "`market: {sell: A2}`: There is no space A2" in found


def test_a_block_that_cannot_be_read_generously_keeps_its_refusal() -> None:
    found = answered(post.fenced(BLOCK.replace("seat: yellow\n", "").replace("A1", "A1 unless Bruno builds there")))
    assert "2 problems in your move." in found
    assert "line 4: `A1 unless Bruno builds there`" in found
    assert post.last() == 1


def test_a_block_that_is_written_well_keeps_its_refusal() -> None:
    found = answered(post.fenced(BLOCK))
    assert NO_SPACE in found
    assert "      |   - city: A1\n" in found


@pytest.fixture
def attika(game: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Attika: Sparta is to move, after entry 1."""
    folder = tmp_path / "attika"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    players, addresses = ["athens=Anna", "sparta=Bruno"], [f"athens={post.ANNA}", f"sparta={post.BRUNO}"]
    plan = new_game.plan("attika", "cup", players, ["first_player=sparta"], "", addresses=addresses)
    new_game.new(post.table(), plan, secret=cli_runs.SECRET)
    send_reports.send_due_letters(post.table(), ["cup"])


@pytest.mark.usefixtures("attika")
@pytest.mark.parametrize(
    "line", ["Bauen: Turm auf 9n", "costruisci: torre in 9n", "construire : tour sur 9n", "build tower at 9n"]
)
def test_a_refused_block_of_attika_is_refused_for_what_was_meant(line: str) -> None:
    found = answered(post.fenced(f"game: cup\nafter: 1\nactions:\n\t- {line}\n"), "sparta")
    assert "problems in your move" not in found
    assert f"      | \u2409- {line}\n" in found
    assert "(AT-" in found, found


def test_a_block_of_another_e_mail_names_the_line_to_change_and_comes_back_changed() -> None:
    found = answered(post.fenced("game: cup\nafter: 0\nseat: red\nactions:\n  - city: M8\n"))
    assert "You are answering an e-mail to Anna. Write `seat: yellow`." in " ".join(found.split())
    assert "This is from the block of another e-mail. Write `after: 1`." in " ".join(found.split())
    assert "game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: M8\n" in found
