"""What commands say of editions: which there are, how they differ, under which one a game is played."""

import json
import shutil
from pathlib import Path

import hex_title
import pytest
from cli_runs import NOW, Ran, run

from referee import titles


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and a title that has two editions."""
    hex_title.install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    return tmp_path


def begin(*more: str, id: str = "cup") -> Ran:
    return run("new", "hex", "--id", id, "--player=red=Ann", "--player=yellow=Bo", "--option=size=5", *more)


def put(seat: str, after: int, action: str, id: str = "cup") -> Ran:
    move = f"game: {id}\nafter: {after}\nseat: {seat}\nactions:\n  - {action}\n"
    return run("submit", "-", stdin=move.encode())


SWAP = "In its first turn yellow may take over red's stone instead of putting one"


def test_titles_lists_editions_the_newest_first() -> None:
    assert run("titles", "hex").out.splitlines() == [
        "hex: Hex, edition 2, 2 players: red, yellow",
        "  --option size=11|7|5  how many hexes a side of the board has (HX-1.1)",
        "  --edition 2  The swap rule.",
        "  --edition 1  The first reading.",
    ]
    (title,) = json.loads(run("titles", "hex", "--json").out)["titles"]
    assert (title["edition"], [each["number"] for each in title["editions"]]) == (2, [2, 1])
    assert title["editions"][1] == {"number": 1, "reader": "referee-hex 1.0", "says": "The first reading."}


def test_rules_mark_what_editions_decide_differently() -> None:
    lines = run("rules", "hex", "HX-2.5", "--edition", "1").out.splitlines()
    assert lines[0] == "Hex, edition 1 (current: 2). * marks rules on which editions differ."
    assert lines[1].startswith(f"HX-2.5* {SWAP}")
    assert lines[2:] == [
        "    Edition 1, shown here: No stone changes its owner.",
        "    Edition 2: Yellow may take over the first stone.",
        "    Why: Red's first stone gave red too great an advantage.",
    ]


def test_rules_of_the_newest_edition_are_marked_too() -> None:
    whole = run("rules", "hex").out.splitlines()
    assert whole[0] == "Hex, edition 2 (current). * marks rules on which editions differ."
    assert [line.partition(" ")[0] for line in whole if line.startswith("HX")].count("HX-2.5*") == 1
    assert sum("*" in line for line in whole[1:]) == 1
    assert "    Edition 2, shown here: Yellow may take over the first stone." in whole
    assert whole == run("rules", "hex", "--edition", "2").out.splitlines()


def test_rules_as_data_have_the_decisions_of_every_edition() -> None:
    answer = json.loads(run("rules", "hex", "HX-2", "--edition", "1", "--json").out)
    assert (answer["edition"], answer["current"]) == (1, 2)
    found = {each["number"]: each["decisions"] for each in answer["rules"]}
    assert found["HX-2.3"] == []
    assert found["HX-2.5"] == [
        {
            "policy": "swap",
            "why": "Red's first stone gave red too great an advantage.",
            "readings": [
                {"editions": [1], "value": "never", "says": "No stone changes its owner.", "shown": True},
                {"editions": [2], "value": "first", "says": "Yellow may take over the first stone.", "shown": False},
            ],
        }
    ]


@pytest.mark.parametrize(
    "command", [("rules", "hex"), ("new", "hex", "--id=cup", "--player=red=A", "--player=yellow=B")]
)
@pytest.mark.parametrize("number", ["3", "0", "two", ""])
def test_an_edition_that_there_is_not_is_refused_with_those_that_there_are(
    command: tuple[str, ...], number: str
) -> None:
    ran = run(*command, f"--edition={number}")
    assert ran.code == 2
    assert f"There is no edition {number or repr('')} of Hex. Known here: 2 and 1." in ran.err
    assert not Path("games/cup").exists()


def test_a_title_with_one_edition_marks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    book = titles.book("attika")
    first = book._replace(editions=book.editions[:1], edition=book.editions[0])
    monkeypatch.setattr("referee.titles.attika.RULEBOOK", first)
    assert not run("rules", "attika", "AT-1").out.startswith("Attika")
    assert "--edition" not in run("titles", "attika").out


def test_a_new_game_has_the_newest_edition_or_the_one_that_is_named() -> None:
    begin()
    begin("--edition", "1", id="old")
    assert "edition: 2\nreader: referee-hex 1.1\n" in Path("games/cup/log.yaml").read_text()
    assert "edition: 1\nreader: referee-hex 1.0\n" in Path("games/old/log.yaml").read_text()
    for id in ("cup", "old"):
        assert put("red", 1, "stone: C2", id).code == 0
    assert put("yellow", 2, "swap: C2").code == 0
    refused = put("yellow", 2, "swap: C2", "old")
    assert (refused.code, "HX-2.5: You cannot take over a stone on C2 now." in refused.err) == (65, True)


def test_a_refusal_says_what_the_edition_of_the_game_decides() -> None:
    begin("--edition", "1")
    put("red", 1, "stone: C2")
    refused = put("yellow", 2, "swap: C2").err
    assert f"HX-2.5 says: {SWAP}" in refused
    assert "This game follows edition 1: No stone changes its owner.\n" in refused
    asked = run("why", "cup", "swap C2", "--json").out
    assert json.loads(asked)["violations"][0]["law"].endswith(
        " This game follows edition 1: No stone changes its owner."
    )
    begin(id="new")
    assert "follows edition" not in put("red", 1, "swap: C2", "new").err


def test_verify_says_under_which_edition_a_log_is_right() -> None:
    begin()
    begin("--edition", "1", id="old")
    put("red", 1, "stone: C2")
    said = run("verify").out
    assert "cup: All 2 entries are correct under edition 2: the chain, every move, every position." in said
    assert "old: The only entry is correct under edition 1 (edition 2 is current): the chain and its position." in said
    cup, old = json.loads(run("verify", "--json").out)["logs"]
    assert [(each["edition"], each["current"]) for each in (cup, old)] == [(2, 2), (1, 2)]


def test_a_log_that_cannot_be_read_has_no_edition() -> None:
    begin()
    Path("games/cup/log.yaml").write_text("nothing\n")
    (cup,) = json.loads(run("verify", "--json").out)["logs"]
    assert (cup["edition"], cup["current"]) == (None, None)


def test_games_of_edition_1_stay_right_byte_for_byte() -> None:
    for folder in sorted(hex_title.FROZEN.iterdir()):
        shutil.copytree(folder, Path("games") / folder.name)
    said = run("verify")
    assert (said.code, said.out.count("entries are correct under edition 1 (edition 2 is current)")) == (0, 2)


def test_reports_name_the_edition() -> None:
    begin("--edition", "1")
    assert "- Rules: Hex, edition 1.\n" in run("show", "cup").out
    assert json.loads(run("show", "cup", "--json").out)["edition"] == 1
    assert "Rules: Hex, edition 1." in run("show", "cup", "--format", "html").out
    status = json.loads(run("status", "--json").out)["games"]
    assert [each["edition"] for each in status] == [1]
