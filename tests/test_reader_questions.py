"""What readers ask about an archived game is answered by the rules, and what they write is a file of notes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee import reading
from referee.app.browser.reader_questions import ReaderDesk, json_desk
from referee.app.game_access import Table, open_game
from referee.app.notes.judge_lines import refuse_bad_lines
from referee.app.notes.read_notes import notes_in
from referee.settings import Settings
from referee.store import chain

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture
def desk() -> ReaderDesk:
    found = ReaderDesk("en")
    assert found.open("bruttium-2", log("bruttium-2"))["good"]
    return found


def log(id: str) -> bytes:
    return (GAMES / id / "log.yaml").read_bytes()


def test_a_whole_game_is_checked() -> None:
    opened = ReaderDesk("en").open("rhombus-2", log("rhombus-2"))
    assert (opened["good"], opened["last"], opened["asks"]) == (True, 118, True)
    assert opened["says"].startswith("Checked here: 118 entries are right.")
    assert len(opened["entries"]) == 119


def test_the_check_waits_for_nothing_that_only_pictures_need() -> None:
    code = "import sys; import referee.app.browser.reader_questions; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_of_a_wrong_log_nothing_is_answered() -> None:
    desk = ReaderDesk("en")
    opened = desk.open("bruttium-2", log("bruttium-2").replace(b"seat: red", b"seat: yellow", 1))
    assert not opened["good"]
    assert not opened["asks"]
    assert desk.answer({"do": "show", "entry": 5}) == {"good": False, "says": "No game is open."}


@pytest.mark.parametrize(("entries", "asks"), [(0, False), (1, True), (2, True)])
def test_a_game_that_has_hardly_begun(entries: int, asks: bool) -> None:
    documents = chain.raw_documents(log("bruttium-2"))[: entries + 1]
    desk = ReaderDesk("en")
    opened = desk.open("bruttium-2", b"".join(documents))
    assert (opened["good"], opened["asks"]) == (True, asks)
    assert opened["says"].startswith("Checked here: 2 entries") == (entries > 1)
    assert desk.answer({"do": "show", "entry": entries + 1})["good"] == asks


def test_of_a_game_that_hides_something_the_chain_is_checked() -> None:
    documents = chain.raw_documents(log("rhombus-2"))[:60]
    opened = ReaderDesk("en").open("rhombus-2", b"".join(documents))
    assert (opened["good"], opened["asks"]) == (True, False)
    assert opened["says"].startswith("The chain of all 59 entries is correct.")


def test_every_move_that_was_played_is_legal_where_it_was_played(desk: ReaderDesk) -> None:
    game = open_game(Table(Settings(str(GAMES))), "bruttium-2")
    for number, entry in enumerate(game.log.entries, 1):
        if entry["kind"] == "move":
            played = desk.answer({"do": "show", "entry": number})
            assert played["good"]
            assert str(entry["seat"]) in played["says"]


def test_a_line_goes_on_where_it_has_led(desk: ReaderDesk) -> None:
    first = desk.answer({"do": "suggest", "entry": 12})
    assert first["good"]
    second = desk.answer({"do": "suggest", "entry": 12, "moves": [first["move"]]})
    assert second["good"]
    again = desk.answer({"do": "judge", "entry": 12, "text": first["says"].partition(": ")[2]})
    assert again == first


@pytest.mark.parametrize("entry", [0, 1, 1000])
def test_there_is_no_position_before_the_deal_and_behind_the_end(desk: ReaderDesk, entry: int) -> None:
    assert not desk.answer({"do": "show", "entry": entry})["good"]


def test_saved_notes_are_notes_of_the_game(desk: ReaderDesk) -> None:
    line = [desk.answer({"do": "suggest", "entry": 12})["move"]]
    notes = [{"entry": 12, "text": "Better.", "moves": line}, {"entry": 5, "text": "Bold.", "moves": []}]
    file = desk.answer({"do": "save", "by": "Eva", "notes": notes})["file"]
    game = open_game(Table(Settings(str(GAMES))), "bruttium-2")
    found = notes_in(game, reading.read_source(file.encode(), "notes.yaml"))
    refuse_bad_lines(game, found)
    assert [(each.entry, each.by, len(each.lines)) for each in found.notes.notes] == [(5, "Eva", 0), (12, "Eva", 1)]


def test_nothing_written_makes_no_file(desk: ReaderDesk) -> None:
    assert desk.answer({"do": "save", "notes": []}) == {"good": False, "says": "There is nothing to save yet."}


def test_a_script_gets_json() -> None:
    ask, open_log = json_desk("de")
    assert json.loads(open_log("bruttium-2", log("bruttium-2")))["says"].startswith("Hier geprüft: 18 Einträge")
    assert not json.loads(ask('{"do": "why", "entry": 12, "text": "x"}'))["good"]


def test_the_stand_in_for_rpds_is_what_jsonschema_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue of bad inputs is run with it, too: see tests/proofs/test_stand_in.py."""
    from referee.app.browser import rpds

    found = rpds.HashTrieMap.convert({"one": 1}).insert("two", 2)
    assert found.remove("one").update({"three": 3}, four=4) == {"two": 2, "three": 3, "four": 4}
    assert found == {"one": 1, "two": 2}
    with pytest.raises(KeyError):
        found.remove("three")
    letters = rpds.HashTrieSet("a").insert("b").update("c").discard("a").discard("z")
    assert sorted(letters) == ["b", "c"]
    with pytest.raises(KeyError):
        letters.remove("z")
    assert [*rpds.List[str]().push_front("b").push_front("a")] == ["a", "b"]
    assert "rpds" in sys.modules
