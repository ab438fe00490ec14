"""A seat that changed hands: each turn is of who played it, and lists name all who had the seat."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from archived import archived, text
from cli_runs import begin, run, suggestion


def submitted() -> None:
    Path("move.yaml").write_bytes(suggestion())
    ran = run("submit", "move.yaml")
    assert ran.code == 0, ran.err


@pytest.fixture
def cup() -> None:
    """Bruno's seat is played by Carla from the fifth turn on; an absence is entered before another turn."""
    begin()
    for entered in (
        [],
        [],
        ["time", "absent", "cup", "yellow", "2026-12-24"],
        [],
        ["player", "cup", "red", "--name", "Carla", "--yes"],
        [],
        [],
        [],
    ):
        if entered:
            ran = run(*entered)
            assert ran.code == 0, ran.err
        submitted()


@pytest.mark.usefixtures("cup")
def test_a_turn_is_of_who_played_it_and_begins_with_what_was_played() -> None:
    """The record and the book tell above a move what was entered before it."""
    assert run("book", "cup", "--out", "cup.md").code == 0
    told = Path("cup.md").read_text(encoding="utf-8")
    assert "\n2. Bruno, from turn 6 Carla (red)\n" in told
    assert "\nAnna is away on Thursday 24 December.\n\n**3. Bruno** resupplied" in told
    assert "\nCarla now plays red in place of Bruno.\n\n**5. Anna** roads" in told
    assert "\n**6. Carla** roads" in told
    assert "\nAnna, Bruno, Carla: “Anna and Carla”." in told
    archived()
    page = re.sub(r"<svg.*?</svg>", "", text("cup/record.html"), flags=re.DOTALL)
    turns = re.findall(r'<div class="told">(?:<p class="more">(.*?)</p>)?<p class="does">(.*?)</p>', page)
    names = [re.sub("<[^>]+>", "", does).split()[1] for _, does in turns]
    assert names == ["Anna", "Bruno", "Bruno", "Anna", "Anna", "Carla", "Carla", "Anna"]
    assert [before for before, _ in turns if before] == [
        "Anna is away on Thursday 24 December.",
        "Carla now plays red in place of Bruno.",
    ]


@pytest.mark.usefixtures("cup")
def test_lists_name_all_who_had_a_seat_and_each_has_the_game_on_their_page() -> None:
    archived()
    assert "Anna \u2013 Bruno / Carla" in text("index.html")
    pages = dict(listed()["players"])
    assert "cup/index.html" in text(pages["Bruno"])
    assert "cup/index.html" in text(pages["Carla"])
    seats = next(each[-1] for each in listed()["games"] if each[0] == "cup")
    assert [[listed()["players"][at][0] for at in each[4:]] for each in seats] == [["Anna"], ["Bruno", "Carla"]]


def listed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text("list.d/games-1.js").partition(",")[2].rstrip().removesuffix(");"))
    return found


@pytest.mark.usefixtures("cup")
def test_a_replay_names_at_each_step_who_plays_then() -> None:
    assert run("replay", "cup", "--out", "cup.html").code == 0
    found = re.search('<script type="application/json" id="facts">(.*?)</script>', Path("cup.html").read_text("utf-8"))
    assert found
    facts = json.loads(found[1])
    cards = [
        [facts["cards"][each] for each in facts["standings"][frame[9]][1:]] for frame in facts["strands"][0]["frames"]
    ]
    names = [{card[0]: facts["texts"][card[5]] for card in each}["red"] for each in cards]
    assert names == ["Bruno"] * 7 + ["Carla"] * 5
