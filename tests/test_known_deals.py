"""A game of long ago is entered with what is known of its deal: more is asked for when needed; nothing is proved."""

import json
import re
from pathlib import Path

import pytest
import resealed
from cli_runs import run, suggestion
from spoiling import sealed
from verifying import parts

from referee.app.game_access import Table, open_game
from referee.app.verify import verify_log
from referee.settings import Settings
from referee.store import private

GREECE = """\
deck: [red-low, brown-low, yellow-low]
oracles: [D14, E13, D2, K8, F3, H8, K10]
"""
PLAYERS = ("--player", "red=Ann", "--player", "yellow=Bob")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


def begin(text: str = GREECE, *words: str, code: int = 0) -> str:
    Path("deal.yaml").write_text(text, encoding="utf-8")
    day = () if "--at" in words else ("--at", "1999-05-21")
    ran = run("new", "magna-grecia", "--id", "old", *PLAYERS, "--known-deal", "deal.yaml", *day, *words)
    assert ran.code == code, ran.err
    return ran.err


def log_bytes() -> bytes:
    return Path("games/old/log.yaml").read_bytes()


def play(number: int) -> None:
    for _ in range(number):
        before = log_bytes()
        ran = run("submit", "-", "--at", "1999-05-22", stdin=suggestion("old"))
        assert ran.code == 0, ran.err
        assert log_bytes().startswith(before)


def table() -> Table:
    return Table(Settings())


def verdict() -> verify_log.LogVerdict:
    return verify_log.verdict_on_log(table(), "games/old", None)


def test_the_header_promises_nothing_and_says_so_everywhere() -> None:
    begin(GREECE, "--at", "1999-05-21")
    header = open_game(table(), "old").log.header
    assert header["chance"] == "known"
    assert "commitment" not in header
    assert "at: '1999-05-21T12:00:00Z'" in log_bytes().decode()
    assert "Magna Grecia, known deal" in run("show", "old").out
    assert "a known deal, entered afterwards. It proves nothing." in " ".join(run("show", "old").out.split())
    assert json.loads(run("status", "--json").out)["games"][0]["known_deal"] is True
    assert "known deal" in Path("reports/old/1.html").read_text(encoding="utf-8")
    assert re.search("Chance: a known deal, entered afterwards", run("verify", "old").out)


def test_a_move_that_needs_more_says_which_place_and_how_to_add_it() -> None:
    begin()
    play(3)
    before, move = log_bytes(), suggestion("old")
    ran = run("submit", "-", "--at", "1999-05-22", stdin=move)
    assert ran.code == 65
    assert "The known deal of old doesn't say yet what was at deck/3." in ran.err
    assert "Add it: referee deal known old deck/3=ITEM" in ran.err
    assert log_bytes() == before
    assert (
        run("known-deal", "old", "deck/3=orange-high").out
        == "old: 11 places of the deal are known, 1 of them are new.\n"
    )
    assert run("submit", "-", stdin=move).code == 0
    assert log_bytes().startswith(before)
    assert "deck/3: orange-high" in log_bytes().decode()


def test_it_is_closed_without_a_secret_and_both_verifiers_check_what_they_can() -> None:
    begin()
    play(3)
    assert (verdict().good, resealed.by_tool(log_bytes(), "magna-grecia")) == (True, "")
    assert run("close", "old", "--abandon").code == 0
    assert "secret" not in log_bytes().decode()
    assert (verdict().good, resealed.by_tool(log_bytes(), "magna-grecia")) == (True, "")
    assert "The game is closed." in run("log", "old").out
    Path("private/old.yaml").unlink()
    assert verdict().good


FORGED = {
    "a card twice": (b"deck/1: brown-low", b"deck/1: red-low", 1),
    "a second card of a colour in a set": (b"deck/1: brown-low", b"deck/1: red-medium", 1),
    "no such card": (b"deck/1: brown-low", b"deck/1: purple-low", 1),
    "a secret": (b"kind: close\n", b"kind: close\nsecret: " + b"ab" * 32 + b"\n", -1),
    "a promise": (b"chance: known\n", b"chance: known\ncommitment: " + b"ab" * 32 + b"\n", 0),
    "no word of it": (b"chance: known\n", b"", 0),
    "practice": (b"chance: known\n", b"chance: practice\n", 0),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_cannot_have_been_is_refused_by_both_verifiers(name: str) -> None:
    begin()
    play(3)
    assert run("close", "old", "--abandon").code == 0
    old, new, at = FORGED[name]
    documents = parts(log_bytes())
    assert old in documents[at]
    documents[at] = documents[at].replace(old, new)
    Path("games/old/log.yaml").write_bytes(b"".join(sealed(documents)))
    found = verdict()
    assert (found.good, found.entry) == (False, at % len(documents)), found.says
    assert resealed.by_tool(log_bytes(), "magna-grecia")


BAD_FILES = {
    "deq: [red-low]\n": r"deal.yaml:1:\d+: There is no pile deq in this game. Its piles are oracles, deck.",
    "deck: [red-lo]\n": r"deal.yaml:1:\d+: The pile deck has no red-lo.",
    "deck: [red-low, red-medium]\n": "red-medium can't be at deck/1: with what else is known",
    "oracles: [D14, D14]\n": "D14 can't be at oracles/1: with what else is known",
    "deck/12: red-low\n": "red-low can't be at deck/12: ",
    "deck: [red-low]\ndeck/00: brown-low\n": "The place deck/0 is there twice. Delete one.",
    "deck: red-low\n": "After deck there should be a list of items, or its place: deck/0.",
    "deck: [[red-low]]\n": "deal.yaml:1",
    "- red-low\n": "deal.yaml:1",
    "deck: [red-low, brown-low]\n": "The known deal doesn't say what was at oracles/0, which the deal of Magna Grecia",
    "": "deal.yaml",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_wrong_file_is_refused_with_its_line_and_leaves_nothing(text: str) -> None:
    told = begin(text, code=65)
    assert re.search(BAD_FILES[text], told), told
    assert not Path("games/old").exists()
    assert not Path("private/old.yaml").exists()


BAD_WORDS = {
    ("deck/3",): (2, "'deck/3' can't be read"),
    ("deck/3=red-low",): (65, "red-low can't be at deck/3"),
    ("deck/0=red-high",): (65, "Entry 1 has drawn red-low at deck/0, which can't be changed any more."),
    (): (2, "Write either places, such as deck/3=red-low, or --file FILE."),
    ("deck/3=orange-low", "--file", "deal.yaml"): (2, "Write either places"),
}


@pytest.mark.parametrize("words", BAD_WORDS)
def test_wrong_places_are_refused_and_change_nothing(words: tuple[str, ...]) -> None:
    begin()
    before = Path("private/old.yaml").read_bytes()
    code, told = BAD_WORDS[words]
    ran = run("known-deal", "old", *words)
    assert (ran.code, told in ran.err) == (code, True), ran.err
    assert Path("private/old.yaml").read_bytes() == before


def test_a_place_that_nobody_has_drawn_yet_can_be_put_right() -> None:
    begin()
    assert run("known-deal", "old", "deck/5=red-high").code == 0
    assert run("known-deal", "old", "deck/5=red-medium", "--dry-run").err.endswith("this was a dry run.\n")
    assert private.read_private_part("private", "old").places["deck/5"] == "red-high"
    assert run("known-deal", "old", "deck/5=red-medium", "--json").code == 0
    assert private.read_private_part("private", "old").places["deck/5"] == "red-medium"


def test_a_game_with_a_secret_has_no_known_deal_and_no_dates_of_its_own() -> None:
    assert run("new", "magna-grecia", "--id", "cup", *PLAYERS).code == 0
    assert "cup has no known deal" in run("known-deal", "cup", "deck/3=red-low").err
    assert (
        "Only entries of a game with a known deal" in run("submit", "-", "--at", "1999-05-22", stdin=suggestion()).err
    )
    assert (
        "Only a game with a known deal can begin"
        in run("new", "magna-grecia", "--id", "other", *PLAYERS, "--at", "1999-05-21").err
    )


@pytest.mark.parametrize("word", ["--practice", "--wait-for-nonces"])
def test_a_known_deal_is_neither_for_practice_nor_waits(word: str) -> None:
    assert "A game with a known deal is no practice game" in begin(GREECE, word, code=2)


@pytest.mark.parametrize("day", ["21.5.1999", "1999-05-32", "1999-05-21T25:00:00Z", "yesterday"])
def test_a_day_that_there_is_not_is_refused(day: str) -> None:
    assert "--at needs a day or a time such as 1999-05-21" in begin(GREECE, "--at", day, code=2)


def test_no_entry_lies_before_an_earlier_one() -> None:
    begin(GREECE, "--at", "1999-05-23")
    before = log_bytes()
    ran = run("submit", "-", "--at", "1999-05-22", stdin=suggestion("old"))
    assert (ran.code, log_bytes()) == (65, before)
    assert "--at 1999-05-22 is before entry 1 of old, of 1999-05-23T12:00:00Z." in ran.err
    assert run("submit", "-", "--at", "1999-05-23", stdin=suggestion("old")).code == 0


LATER_PILES = {
    "deck/landscape/2/400: hill": "hill can't be at deck/landscape/2/400",
    f"deck/landscape/2: [{', '.join(['hill'] * 100)}]": "hill can't be at deck/landscape/2/",
}


@pytest.mark.parametrize("line", LATER_PILES)
def test_what_no_later_pile_can_hold_is_refused_when_the_game_is_made(line: str) -> None:
    Path("deal.yaml").write_text(line + "\n", encoding="utf-8")
    seats = ("--player", "athens=Ann", "--player", "corinth=Bob")
    ran = run("new", "attika", "--id", "old", *seats, "--known-deal", "deal.yaml")
    assert (ran.code, LATER_PILES[line] in ran.err) == (65, True), ran.err
    assert not Path("games/old").exists()


def test_hidden_hands_of_a_known_deal_are_revealed_at_the_close() -> None:
    lines = [f"tiles: [{', '.join(f'T{n}' for n in range(1, 5))}]", "first: [athens]"]
    lines += [f"main/{seat}: [well]" for seat in ("athens", "corinth")]
    lines += [
        f"buildings/{seat}/{n}: {item}"
        for seat in ("athens", "corinth")
        for n, item in ((0, "road"), (8, "ship"), (16, "tower"))
    ]
    cards = ["hill", "water", "forest", "mountain", "hill", "water", "forest", "mountain", "hill"]
    lines += [f"deck/landscape/0: [{', '.join(cards)}]"]
    Path("deal.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    seats = ("--player", "athens=Ann", "--player", "corinth=Bob")
    ran = run("new", "attika", "--id", "old", *seats, "--option", "hands=secret", "--known-deal", "deal.yaml")
    assert ran.code == 0, ran.err
    assert "landscape" not in log_bytes().decode()
    assert resealed.by_tool(log_bytes(), "attika") == ""
    assert run("close", "old", "--abandon").code == 0
    assert open_game(table(), "old").log.documents[-1]["places"] == {  # type: ignore[typeddict-item]
        f"deck/landscape/0/{n}": item for n, item in enumerate(cards)
    }
    Path("private/old.yaml").unlink()
    assert verdict().good
    assert resealed.by_tool(log_bytes(), "attika") == ""
