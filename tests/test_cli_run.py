"""The moderator's commands: new, nonce, deal, missed, close; the whole life of a game."""

import json
import shutil
from pathlib import Path

import pytest
from cli_runs import SECRET, begin, disk, play, run, suggestion

from referee.store import chance, log


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    return tmp_path


NEW = ("new", "magna-grecia", "--id", "cup", "--player", "red=Bruno", "--player", "yellow=Anna")


def test_new_makes_log_and_secret_and_deals() -> None:
    ran = run(*NEW)
    assert ran.code == 0, ran.err
    assert "Recorded as entry 1 of cup" in ran.err
    found = log.read_log("games/cup")
    assert [entry["kind"] for entry in found.entries] == ["deal"]
    assert found.entries[0]["at"] == "2026-11-20T19:00:00Z"
    assert list(found.header["seats"]) == ["red", "yellow"]
    assert found.header["nonces"] == "none"
    assert found.header["options"]["rounds"] == "12"
    assert Path("private/cup.yaml").is_file()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("new", "chess", *NEW[2:]), 66, "There is no title chess"),
        ((*NEW[:2], "--id", "Cup", *NEW[4:]), 2, "'Cup' can't be the name of a game"),
        ((*NEW[:2], "--id", "../x", *NEW[4:]), 2, "can't be the name of a game"),
        ((*NEW[:2], "--id", "nul", *NEW[4:]), 2, "Windows reserves that name"),
        (NEW[:6], 2, "is for 2 to 4 players, not 1"),
        ((*NEW, "--player", "blue=Cleo"), 2, "has no seat blue. Its seats are yellow, orange, brown, red."),
        ((*NEW, "--player", "redd=Cleo"), 2, "Did you mean red?"),
        ((*NEW, "--player", "red=Cleo"), 2, "You gave red twice."),
        ((*NEW, "--player", "brown"), 2, "--player needs SEAT=NAME"),
        ((*NEW, "--player", "brown="), 2, "needs a name of 1 to 40 visible characters"),
        ((*NEW, "--player", "brown=" + "x" * 41), 2, "needs a name of 1 to 40 visible characters"),
        ((*NEW, "--player", "brown=a\x1b[31m"), 2, "needs a name of 1 to 40 visible characters"),
        ((*NEW, "--player", "brown=a\nb"), 2, "needs a name of 1 to 40 visible characters"),
        ((*NEW, "--option", "rounds=9"), 2, "The option rounds can be 12 or 8, not 9 (MG-12.1)."),
        ((*NEW, "--option", "round=8"), 2, "Did you mean rounds?"),
        ((*NEW, "--option", "rounds"), 2, "--option needs KEY=VALUE"),
        ((*NEW, "--board", "atlantis"), 66, "atlantis"),
        ((*NEW, "--board", "no/such.yaml"), 66, "no/such.yaml"),
        (NEW[:4], 2, "--player"),
        (NEW[:2], 2, "--id"),
    ],
)
def test_new_refuses_impossible_options_and_makes_nothing(words: tuple[str, ...], code: int, said: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "bug" not in ran.err
    assert disk() == {}


FILE = """title = "magna-grecia"
id = "cup"
edition = 1
orders = true
board = "own.yaml"
[player]
red = "Bruno"
yellow = "Anna"
[clock]
allowance = "72h"
"""


def test_a_file_says_what_a_game_is_to_be_and_the_command_comes_first() -> None:
    Path("below").mkdir()
    Path("below/own.yaml").write_text(run("boards", "print", "bruttium").out)
    Path("below/cup.toml").write_text(FILE)
    assert run("new", "--file", "below/cup.toml", "--id", "other", "--no-orders").code == 0
    header = log.read_log("games/other").header
    assert (list(header["seats"].items()), header["edition"]) == ([("red", "Bruno"), ("yellow", "Anna")], "1")
    assert (header["clock"]["allowance"], "orders" in header, "own" in header["board"]) == ("72h", False, True)
    assert run("new", "--file", "below/cup.toml").code == 0
    assert log.read_log("games/cup").header["orders"] == "sealed"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("editon = 1", 65, "cup.toml: a game has no field editon.\nDid you mean edition?"),
        ('player = "Anna"', 65, "cup.toml: player must be a table: a line [player]"),
        ('practice = "yes"', 65, "cup.toml: practice must be true or false."),
        ("id = [1]", 65, "cup.toml: id must be a text in quotes."),
        ("id = ", 65, "cup.toml is no TOML: "),
        ("id = 'Cup'", 2, "can't be the name of a game"),
    ],
)
def test_a_wrong_file_of_a_game_is_refused(text: str, code: int, said: str) -> None:
    Path("cup.toml").write_text(text)
    ran = run("new", *NEW[1:2], "--file", "cup.toml", *NEW[4:])
    assert (ran.code, said in ran.err) == (code, True), ran
    assert not Path("games").exists()
    assert run("new", "--file", "none.toml").code == 66


def test_a_game_is_never_overwritten() -> None:
    run(*NEW)
    before = disk()
    ran = run(*NEW, "--clock", "allowance=72h")
    assert ran.code == 73
    assert "There is already a game cup" in ran.err
    ran = run(*NEW)
    assert (ran.code, ran.err.partition("\n")[0]) == (
        0,
        "Already recorded as entry 1 of cup. Nothing was recorded again.",
    )
    assert disk() == before


def test_a_secret_is_never_overwritten() -> None:
    run(*NEW)
    Path("games/cup").rename("games/old")
    before = disk()
    assert run(*NEW).code == 73
    assert disk() == before


def test_a_name_that_is_another_seat_is_told() -> None:
    run(*NEW)
    told = "Red plays yellow, but red is another seat."
    assert told in run("player", "cup", "yellow", "--name", "Red", "--same-address").err
    assert "another seat" not in run("player", "cup", "yellow", "--name", "Yellow", "--same-address").err


def test_new_tells_of_players_who_have_the_same_name() -> None:
    ran = run(*NEW[:6], "--player", "yellow=bruno")
    assert ran.code == 0
    assert "red and yellow have the same name: Bruno." in ran.err
    assert "another: referee player cup yellow --name NAME --same-address" in ran.err
    assert (
        "the same name" not in run("new", "attika", "--id", "hill", "--player", "athens=A", "--player", "sparta=B").err
    )


def test_a_dry_run_of_new_makes_nothing() -> None:
    ran = run(*NEW, "--dry-run")
    assert (ran.code, disk()) == (0, {})
    assert "can be started like this" in ran.err
    answer = json.loads(run(*NEW, "--dry-run", "--json").out)
    assert (answer["format"], answer["game"], answer["entry"]) == ("referee-submitted/1", "cup", None)
    assert disk() == {}


def test_where_nothing_can_be_written_new_says_so_and_leaves_no_secret() -> None:
    Path("games").write_text("a file where the folder should be")
    ran = run(*NEW)
    assert ran.code == 73
    assert "Nothing was recorded." in ran.err or "No game was begun" in ran.err
    assert not Path("private/cup.yaml").exists()


def test_nonces_are_entered_and_the_last_one_deals() -> None:
    begin(wait_for_nonces=True)
    assert log.read_log("games/cup").last == 0
    early = run("submit", "-", stdin=b"game: cup\nafter: 0\nseat: red\nactions: []\n")
    assert (early.code, "is not dealt yet" in early.err) == (65, True)
    assert run("nonce", "cup", "red", "AA" * 16).code == 0
    again = run("nonce", "cup", "red", "aa" * 16, "--full")
    assert (again.code, "Already recorded as entry 1" in again.err) == (0, True)
    assert "There is no report" not in again.err
    assert again.out == run("show", "cup").out
    other = run("nonce", "cup", "red", "bb" * 16)
    assert (other.code, "can't be changed" in other.err) == (65, True)
    assert run("nonce", "cup", "yellow", "cc" * 16).code == 0
    found = log.read_log("games/cup")
    assert [entry["kind"] for entry in found.entries] == ["nonce", "nonce", "deal"]
    seed = chance.final_seed("cup", SECRET, {"red": "aa" * 16, "yellow": "cc" * 16})
    from referee.titles import book

    drawn = chance.Drawn(seed, book("magna-grecia").set_up.piles(found.header))
    shown = found.entries[-1]["shown"]
    assert shown["deck/0"] == drawn("deck", 0)
    assert run("verify").code == 0
    late = run("nonce", "cup", "red", "aa" * 15 + "ab")
    assert (late.code, "is already dealt" in late.err) == (65, True)


def test_a_nonce_whose_deal_fails_is_recorded_and_given_again_it_deals() -> None:
    begin(wait_for_nonces=True)
    assert run("nonce", "cup", "red", "aa" * 16).code == 0
    Path("private").rename("kept")
    ran = run("nonce", "cup", "yellow", "cc" * 16)
    assert ran.code == 74
    assert "Recorded as entry 2 of cup" in ran.err
    assert "private/cup.yaml can't be read: No such file or directory." in ran.err
    assert "Nothing was recorded" not in ran.err
    assert log.read_log("games/cup").last == 2
    again = run("nonce", "cup", "yellow", "cc" * 16, "--json")
    assert again.code == 74
    assert "Already recorded as entry 2 of cup" in again.err
    assert "private/cup.yaml can't be read" in json.loads(again.out)["stopped"]
    shutil.rmtree("private")  # a page was begun there
    Path("kept").rename("private")
    mended = run("nonce", "cup", "yellow", "cc" * 16)
    assert (mended.code, "Recorded as entry 3 of cup" in mended.err) == (0, True)
    assert [entry["kind"] for entry in log.read_log("games/cup").entries] == ["nonce", "nonce", "deal"]


def test_every_report_shows_the_commitment_and_whose_nonces_there_are() -> None:
    begin(wait_for_nonces=True)
    committed = f"Chance: fixed by the commitment {chance.commitment('cup', SECRET)} and "
    assert committed + "no nonces of the players so far; the deal waits for more" in flat(run("show", "cup").out)
    assert run("nonce", "cup", "red", "aa" * 16).code == 0
    assert committed + "the nonces of red so far; the deal waits for more" in flat(run("show", "cup").out)
    assert run("deal", "cup").code == 0
    assert committed.replace("fixed", "fixed before play") + "the nonces of red." in flat(run("show", "cup").out)
    assert run("close", "cup", "--abandon").code == 0
    assert "the nonces of red; its secret is in the log." in flat(run("show", "cup").out)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_deal_does_not_wait_for_all_nonces() -> None:
    begin(wait_for_nonces=True)
    assert run("nonce", "cup", "red", "aa" * 16).code == 0
    assert run("deal", "cup").code == 0
    before = disk()
    again = run("deal", "cup")
    assert (again.code, "Already recorded as entry 2 of cup" in again.err) == (0, True)
    assert disk() == before
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("cup", "blue", "aa" * 16), 2, "There is no seat blue in cup"),
        (("cup", "red", "aa"), 65, "A nonce is 32 hexadecimal digits"),
        (("cup", "red", "zz" * 16), 65, "A nonce is 32 hexadecimal digits"),
    ],
)
def test_a_nonce_that_is_none_is_refused(words: tuple[str, ...], code: int, said: str) -> None:
    begin(wait_for_nonces=True)
    before = disk()
    ran = run("nonce", *words)
    assert (ran.code, said in ran.err) == (code, True)
    assert disk() == before


def test_a_missed_turn_is_an_entry_of_its_own() -> None:
    begin()
    mover = to_move()
    ran = run("missed", "cup", mover)
    assert ran.code == 0, ran.err
    entry = log.read_log("games/cup").entries[-1]
    assert (entry["kind"], entry["seat"]) == ("missed", mover)
    assert run("verify", "cup").code == 0


def to_move() -> str:
    seat: str = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    return seat


@pytest.mark.parametrize("after", [(), ("--after", "1")])
def test_a_missed_turn_entered_twice_is_recorded_once(after: tuple[str, ...]) -> None:
    begin()
    words = ("missed", "cup", to_move(), *after)
    assert run(*words).code == 0
    before = disk()
    again = run(*words)
    assert (again.code, "Already recorded as entry 2 of cup" in again.err) == (0, True)
    assert disk() == before
    play(1)
    before = disk()
    late = run("missed", "cup", words[2], "--after", "1")
    assert (late.code, "Already recorded as entry 2 of cup" in late.err) == (0, True)
    assert disk() == before


def test_a_seat_that_is_to_move_twice_has_missed_one_turn_until_the_next_is_named() -> None:
    """The first seat of a round may be the last of the round before."""
    begin()
    while (mover := to_move()) != (before := log.read_log("games/cup").documents[-1].get("seat")):
        assert run("missed", "cup", mover, "--after", str(log.read_log("games/cup").last)).code == 0
    last = log.read_log("games/cup").last
    again = run("missed", "cup", mover)
    assert (again.code, log.read_log("games/cup").last) == (0, last)
    assert f"If {before} missed the next turn, too: referee time missed cup {before} --after {last}" in again.err
    assert run("missed", "cup", mover, "--after", str(last)).code == 0
    assert log.read_log("games/cup").last == last + 1


def test_a_missed_turn_needs_the_seat_to_move() -> None:
    begin()
    before, mover = disk(), to_move()
    ran = run("missed", "cup", {"red": "yellow", "yellow": "red"}[mover])
    assert (ran.code, f": {mover} moves now." in ran.err) == (65, True)
    assert disk() == before


def test_a_game_from_new_to_close() -> None:
    begin()
    play(16)
    over = run("suggest", "cup")
    assert (over.code, "is over" in over.err) == (66, True)
    assert run("legal", "cup").code == 66
    late = run("missed", "cup", "red")
    assert (late.code, "is over" in late.err) == (65, True)
    assert run("close", "cup", "--abandon").code == 0
    entry = log.read_log("games/cup").entries[-1]
    assert (entry["kind"], entry["secret"]) == ("close", SECRET.hex())
    again = run("close", "cup")
    assert (again.code, "Already recorded" in again.err) == (0, True)
    Path("private/cup.yaml").unlink()
    ran = run("verify", "cup")
    assert (ran.code, "the secret published at the end matches the commitment" in ran.out) == (0, True)


def test_closing_early_needs_a_word_and_ends_everything() -> None:
    begin()
    text = suggestion()
    ran = run("close", "cup")
    assert (ran.code, "--abandon" in ran.err) == (65, True)
    assert SECRET.hex() not in ran.out + ran.err
    assert run("close", "cup", "--abandon").code == 0
    late = run("submit", "-", stdin=text.replace(b"after: 1", b"after: 2").replace(b"head: ", b"say: "))
    assert (late.code, "is closed" in late.err) == (65, True)
    assert run("verify", "cup").code == 0


def test_a_secret_of_another_game_is_noticed() -> None:
    begin()
    play(1)
    begin("other")
    text = Path("private/cup.yaml").read_text().replace(SECRET.hex(), "ff" * 32)
    Path("private/cup.yaml").write_text(text)
    before = disk("games")
    ran = run("submit", "-", stdin=suggestion())
    assert (ran.code, "isn't the one its log commits to" in ran.err) == (65, True)
    assert run("close", "cup", "--abandon").code == 65
    assert disk("games") == before
    assert run("verify", "cup").code == 65
