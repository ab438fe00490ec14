"""`referee note`: what it says, and what it leaves as it was."""

import json
import shutil
from pathlib import Path

import pytest
from cli_runs import run

from referee import reading
from referee.app.errors import Illegal
from referee.app.game_access import Table, open_game
from referee.app.notes import edit_notes
from referee.app.notes.read_notes import notes_in_text
from referee.reading.yaml_writer import edited_text
from referee.settings import Settings

GAMES = Path(__file__).parents[1] / "games"
NOTES = Path("games/bruttium-2/notes.yaml")
BY_HAND = """\
# yaml-language-server: $schema=../../schemas/notes.schema.json
format: referee-notes/2   # the second one
game: bruttium-2
title: A bridge of four

# Anna's part
notes:
# the beginning
  - entry: 4
    by: Anna   # she watched
    text: >-
      Founding on a village
      of the opponent.

    # what she would do
    lines:
    - moves:
      - seat: yellow
        actions: [city: D5]   # at once
  - {entry: 12, text: Quiet.}
  # the end
  - sign: '!!'
    entry: 17

# thanks to Bruno
summary: Short.
"""


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(GAMES / "bruttium-2", tmp_path / "games" / "bruttium-2")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    NOTES.write_text(BY_HAND)


def note(*words: str, code: int = 0) -> str:
    ran = run("note", "bruttium-2", *words)
    assert ran.code == code, ran
    return ran.out + ran.err


def lines_added() -> tuple[list[str], list[str]]:
    """The lines that are new in the file, and those that are gone."""
    now, before = NOTES.read_text().split("\n"), BY_HAND.split("\n")
    return [each for each in now if each not in before], [each for each in before if each not in now]


def test_a_note_is_added_where_its_entry_belongs_and_all_else_stays() -> None:
    assert (
        note("14", "!?", "Five tiles again.", "--by", "Anna") == "Noted: entry 14 (turn 13, round 7) of bruttium-2.\n"
    )
    new = ["  - entry: 14", "    sign: '!?'", "    text: Five tiles again.", "    by: Anna"]
    assert lines_added() == (new, [])
    text = NOTES.read_text()
    assert text.index("Quiet.") < text.index("Five tiles") < text.index("# the end") < text.index("sign: '!!'")


def test_one_author_has_one_note_on_an_entry_and_the_same_again_changes_nothing() -> None:
    note("4", "?!", "--by", "Anna")
    assert lines_added() == (["    sign: ?!"], [])
    text = NOTES.read_text()
    note("4", "?!", "--by", "Anna")
    assert NOTES.read_text() == text
    assert "It replaces this text: Founding on a village" in note("4", "Otherwise.", "--by", "Anna")
    assert "replaces" not in note("4", "Otherwise.", "--by", "Anna")
    added, gone = lines_added()
    assert added == ["    text: Otherwise.", "    sign: ?!"]
    assert gone == ["    text: >-", "      Founding on a village", "      of the opponent."]
    note("4", "I see it so, too.", "--by", "Bruno")
    assert [each["by"] for each in shown()["notes"] if each["entry"] == 4] == ["Anna", "Bruno"]


def shown() -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(exported("notes.json"))
    return found


def exported(name: str) -> str:
    note("--export", name)
    return Path(name).read_text()


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        (("12",), 12),
        (("entry", "12"), 12),
        (("turn", "11"), 12),
        (("turn 11",), 12),
        (("round", "6"), 12),
        (("round 3",), 6),
    ],
)
def test_entries_turns_and_rounds_are_understood_and_said(words: tuple[str, ...], entry: int) -> None:
    said = note(*words, "!", "Well.", "--by", "Carla")
    assert said.startswith(f"Noted: entry {entry} (turn {entry - 1}, round {entry // 2})")
    assert [each["entry"] for each in shown()["notes"] if each.get("by") == "Carla"] == [entry]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("99", "!"), 66, "bruttium-2 has no entry 99. The last one is 18."),
        (("turn", "99", "!"), 66, "bruttium-2 has no turn 99. The last one is 16."),
        (("round", "9", "!"), 66, "bruttium-2 has no round 9. The last one is 8."),
        (("Well played.",), 2, "referee note bruttium-2 14 '!!' TEXT"),
        (("4", "--mark", "Q99"), 65, "There is no space Q99 on this board."),
        (("4", "--arrow", "D5"), 2, "such as G18-H16"),
        (("4", "--arrow", "D5-d5"), 2, "such as G18-H16"),
        (("4/7/1", "!"), 66, "There is no line 4/7 in the notes."),
        (("4", "!", "--edit"), 2, "one of --edit, --remove, --export and --import"),
    ],
)
def test_what_cannot_be_noted_is_refused_and_nothing_changes(words: tuple[str, ...], code: int, says: str) -> None:
    assert says in note(*words, code=code)
    assert NOTES.read_text() == BY_HAND


def test_marks_arrows_and_a_chapter() -> None:
    note("12", "--mark", "F12", "--mark", "temesa", "--arrow", "f12-G13", "--chapter", "The middle")
    (found,) = [each for each in shown()["notes"] if each["entry"] == 12]
    assert found["chapter"] == "The middle"
    assert found["marks"] != ["F12", "temesa"]
    assert found["arrows"] == ["F12-G13"]
    assert "# the end" in NOTES.read_text()


def test_a_heading_of_a_chapter_can_be_removed() -> None:
    note("12", "Here it begins.", "--chapter", "The middle")
    note("12", "--chapter", "The north")
    note("12", "--chapter", "")
    (found,) = [each for each in shown()["notes"] if each["entry"] == 12]
    assert (found["text"], "chapter" in found) == ("Here it begins.", False)
    before = NOTES.read_text()
    note("13", "--chapter", "The south")
    note("13", "--chapter", "")
    assert NOTES.read_text() == before
    assert note("13", "--chapter", "", code=66) == "There is no such note on bruttium-2.\n"


def test_what_is_replaced_besides_the_text_is_said_and_marks_and_arrows_can_be_taken_away() -> None:
    assert "replaces" not in note("12", "!!", "--mark", "F12", "--arrow", "F12-G13", "--chapter", "The middle")
    assert "replaces" not in note("12", "!!", "--mark", "f12", "--mark", "G12")
    assert "It replaces these marks: F12, G12\n" in note("12", "--mark", "H13")
    said = note("12", "?", "Loud.", "--arrow", "G13-F12", "--chapter", "The end")
    assert said.splitlines()[1:] == [
        "It replaces this sign: !!",
        "It replaces this text: Quiet.",
        "It replaces this heading: The middle",
        "It replaces these arrows: F12-G13",
    ]
    assert "replaces" not in note("12", "--mark", "", "--arrow", "")
    (found,) = [each for each in shown()["notes"] if each["entry"] == 12]
    assert found == {"entry": 12, "sign": "?", "text": "Loud.", "chapter": "The end"}
    assert note("13", "--mark", "", code=66) == "There is no such note on bruttium-2.\n"


def test_marks_and_sign_of_a_move_of_a_line_are_replaced_and_taken_away_like_those_of_an_entry() -> None:
    note("4/1/1", "!", "--mark", "D5")
    assert "It replaces this sign: !" in note("4/1/1", "?")
    assert "It replaces these marks: D5" in note("4/1/1", "--mark", "H13")
    assert "replaces" not in note("4/1/1", "--instead", "city D5", "--mark", "D5")
    note("4/1", "Why?")
    assert "A whole line has only a text." in note("4/1", "--mark", "", code=65)
    assert "A whole line has only a text." in note("4/1", "--chapter", "", code=65)
    assert "4/1: Why?" in note("4")
    note("4/1/1/1", "--remove")
    note("4/1/1", "--mark", "")
    assert "4/1/1: yellow: city D5  ?\n" in note("4")


def test_a_line_is_judged_at_once_and_can_have_notes_and_lines_of_its_own() -> None:
    said = note("14", "--instead", "city F11, city G12", "A city on Medma.", "--by", "Bruno")
    assert said.endswith("The line is legal.\n")
    note("14/1/1", "!?", "Two points.")
    note("14/1/1", "--instead", "city F11")
    note("14/1/1/1", "Half of it.")
    note("14/1/1/1/1", "?")
    listed = note("14")
    assert listed == (
        "entry 14 (turn 13, round 7)\n"
        "  14/1: A city on Medma. – Bruno\n"
        "    14/1/1: red: city F11, city G12  !? Two points.\n"
        "      14/1/1/1: Half of it.\n"
        "        14/1/1/1/1: red: city F11  ?\n"
    )
    note("14/1/1/1", "--remove")
    assert "14/1/1/1" not in note("14")
    note("14/1", "--remove")
    assert "14" not in [each["entry"] for each in shown()["notes"]]
    assert not lines_added()[1]


def test_several_moves_and_a_file_are_a_line() -> None:
    move = "game: bruttium-2\nafter: 15\nseat: red\nactions:\n  - city: F11\n  - resupply: {road: 3, city: 4}\n"
    Path("move.yaml").write_text(move)
    note("16", "--instead", "move.yaml", "--instead", "road H11 se-nw, road G11 se-sw")
    assert "16/1/2: yellow: road H11 se-nw, road G11 se-sw" in note("16")


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("city F11, road K8 n-s", "MG-7.1"),
        ("city E10", "MG-"),
        ("paint F11", "isn't an action of Magna Grecia"),
        ("none.yaml", "The move file none.yaml can't be read"),
    ],
)
def test_a_line_that_is_not_legal_is_refused_as_a_move_is(move: str, says: str) -> None:
    assert says in note("14", "--instead", move, code=66 if "yaml" in move else 65)
    assert NOTES.read_text() == BY_HAND


def test_notes_are_removed_by_author() -> None:
    note("4", "Yes.", "--by", "Bruno")
    assert "Several people wrote notes on entry 4." in note("4", "--remove", code=65)
    removed = [
        "The note is removed: entry 4 (turn 3, round 2) of bruttium-2.",
        "- entry 4 (turn 3, round 2): Yes. – Bruno",
    ]
    assert note("4", "--by", "Bruno", "--remove").splitlines() == removed
    assert NOTES.read_text() == BY_HAND
    note("17", "--remove")
    assert lines_added() == ([], ["  - sign: '!!'", "    entry: 17"])
    assert "There is no such note on bruttium-2." in note("17", "--remove", code=66)


@pytest.mark.parametrize("name", ["out.yaml", "out.json", "out.md"])
def test_exported_notes_are_imported_as_they_were(name: str) -> None:
    text, before = exported(name), notes_in_text(NOTES.read_bytes(), "notes.yaml").notes
    NOTES.unlink()
    assert note("--import", name) == "Notes on bruttium-2 imported: 3.\n"
    assert notes_in_text(NOTES.read_bytes(), "notes.yaml").notes == before
    assert exported(name) == text


def test_other_notes_are_replaced_only_where_somebody_says_so() -> None:
    Path("out.yaml").write_text(BY_HAND.replace("Quiet.", "Loud."))
    said = note("--import", "out.yaml", code=2)
    assert "If you are sure: referee note bruttium-2 --import out.yaml --yes" in said
    assert NOTES.read_text() == BY_HAND
    assert note("--import", "out.yaml", "--yes") == "Notes on bruttium-2 imported: 3.\n"
    assert note("--import", "out.yaml") == "Notes on bruttium-2 imported: 3.\n"  # the same: nothing is lost
    assert NOTES.read_text() == BY_HAND.replace("Quiet.", "Loud.")


def test_an_imported_line_that_is_not_legal_is_named_and_nothing_is_imported() -> None:
    Path("out.md").write_text(exported("out.md").replace("city: D5", "city: E10"))
    line = 1 + Path("out.md").read_text().split("\n").index("    - city: E10")
    said = note("--import", "out.md", code=65)
    assert "out.md" in said
    assert f"line {line}:" in said
    assert NOTES.read_text() == BY_HAND


SCHEMA = "# yaml-language-server: $schema=../../schemas/"


def test_notes_of_the_first_format_keep_their_comments_when_a_note_is_added() -> None:
    NOTES.write_text(
        f"{SCHEMA}notes-1.schema.json\n# mine\nformat: referee-notes/1\ngame: bruttium-2\n# late\n"
        "entries:\n  '17': {glyph: '!!'}\n"
        "  # early\n  '4':\n    # why\n    says: Slow.\n"
    )
    note("12", "Quiet.")
    lines = NOTES.read_text().split("\n")
    kept = ["# mine", "# late", "  # early", "    # why"]
    assert [each for each in lines if "#" in each] == [f"{SCHEMA}notes.schema.json", *kept]
    assert lines[lines.index("    # why") + 1] == "    text: Slow."
    assert lines[2] == "format: referee-notes/2"


def test_a_game_without_notes_says_how_to_write_one() -> None:
    NOTES.unlink()
    assert note() == "bruttium-2 has no notes. To write one: referee note bruttium-2 14 '!' TEXT\n"
    note("2", "!", "A harbour.")
    assert NOTES.read_text() == (
        "format: referee-notes/2\ngame: bruttium-2\nnotes:\n  - entry: 2\n    sign: '!'\n    text: A harbour.\n"
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("title"),
        lambda data: data.pop("summary"),
        lambda data: data.update(summary="Two\nlines."),
        lambda data: data.update(format="a\nb"),
        lambda data: data.update(authors=["Anna"]),
        lambda data: data["notes"].pop(0),
        lambda data: data["notes"].pop(1),
        lambda data: data["notes"].pop(2),
        lambda data: data["notes"].insert(0, {"entry": "1", "text": "# no\n\ncomment"}),
        lambda data: data["notes"].append({"entry": "18", "text": "x"}),
        lambda data: data["notes"][0]["lines"].append({"moves": [{"seat": "red"}]}),
        lambda data: data["notes"][0]["lines"][0].update(text="Why?"),
        lambda data: data["notes"][0]["lines"][0]["moves"][0].update(note={"sign": "!"}),
        lambda data: data["notes"][0].pop("lines"),
        lambda data: data["notes"][0].pop("by"),
        lambda data: data["notes"][2].pop("sign"),
        lambda data: data["notes"][1].update(sign="?"),
    ],
)
def test_any_change_keeps_the_comments_that_are_about_something_else(change: object) -> None:
    data = reading.read_source(BY_HAND.encode(), "notes.yaml").data
    change(data)  # type: ignore[operator]
    text = edited_text(BY_HAND, data)
    assert reading.read_source(text.encode(), "notes.yaml").data == data
    lost = {line.strip() for line in BY_HAND.split("\n") if "#" in line} - {line.strip() for line in text.split("\n")}
    assert len(lost) <= 3
    assert {"# Anna's part", "# thanks to Bruno", "# the end"} <= {line.strip() for line in text.split("\n")}


def test_notes_stay_with_an_entry_that_is_taken_back_and_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    new = ("new", "magna-grecia", "--id", "cup", "--practice", "--player", "yellow=Anna", "--player", "red=Bruno")
    assert run(*new).code == 0
    assert run("submit", "-", stdin=run("suggest", "cup").out.encode()).code == 0
    assert run("note", "cup", "2", "!", "A harbour.").code == 0
    before = Path("games/cup/notes.yaml").read_text()
    undone = run("undo", "cup")
    assert undone.code == 0
    assert "The notes on these entries stay with them: 2." in undone.out + undone.err
    assert Path("games/cup/notes.yaml").read_text() == before
    words = "Entry 2 was taken back or corrected by entry 3. The note stays with entry 2."
    assert words in run("note", "cup").out
    assert run("note", "cup", "2", "--chapter", "The harbours").code == 0
    assert run("note", "cup", "2", "--instead", "city M8", "The quiet way.").code == 0
    assert run("submit", "-", stdin=run("suggest", "cup").out.encode()).code == 0
    for name in ("cup.md", "cup.bbcode", "cup.html"):
        assert run("book", "cup", "--out", name).code == 0
        told = Path(name).read_text(encoding="utf-8")
        told = told[told.rfind("Every entry in notation") :] if name == "cup.html" else told
        parts = ["The harbours", "taken back by entry 3", "A harbour.", "Instead: Bruno: city M8 – The quiet way."]
        assert [each for each in parts if told.count(each) != 1] == []
    book = Path("cup.md").read_text(encoding="utf-8")
    before, move, _ = book.partition("\n**Bruno !** city ")
    assert move
    assert "(entry 2, taken back by entry 3)\n\nA harbour.\n\n> Instead: " in book
    assert "went back" not in before


def test_the_story_is_beside_notes_in_an_editor_and_goes_when_they_are_saved() -> None:
    table = Table(Settings("games"))
    game = open_game(table, "bruttium-2")
    draft = edit_notes.open_notes(table, game)
    path = Path(draft.path)
    lines = path.read_text().split("\n")
    assert sum(each.startswith("#! ") for each in lines) > 16
    assert draft.text() == BY_HAND
    path.write_text(path.read_text().replace("Quiet.", "Loud.").replace("city: D5", "city: E10"))
    with pytest.raises(Illegal) as refused:
        edit_notes.keep_notes(table, game, draft)
    edit_notes.remark(draft, refused.value)
    assert "#!   ^ " in path.read_text()
    assert NOTES.read_text() == BY_HAND
    path.write_text(path.read_text().replace("city: E10", "city: D5"))
    assert edit_notes.keep_notes(table, game, draft) == 3
    assert NOTES.read_text() == BY_HAND.replace("Quiet.", "Loud.")
    assert not path.exists()


def test_nobody_changes_or_removes_what_somebody_else_wrote() -> None:
    note("16", "!", "Anna's.", "--by", "Anna")
    note("16", "--instead", "city F11", "Bruno's.", "--by", "Bruno")
    note("16", "--remove", "--by", "Anna")
    assert "16/1: Bruno's. – Bruno" in note("16")
    assert "16/1 is by Bruno, not by Carl." in note("16/1", "Carl's.", "--by", "Carl", code=65)
    assert "16/1 is by Bruno, not by Carl." in note("16/1", "--remove", "--by", "Carl", code=65)
    assert "16/1: Bruno's. – Bruno" in note("16")


def test_a_note_that_nobody_signed_is_removed_beside_others() -> None:
    note("12", "Mine.")
    note("12", "Anna's.", "--by", "Anna")
    note("12", "--remove")
    assert "Anna's. – Anna" in note("12")
    assert "Mine." not in note("12")


def test_the_list_of_one_author_has_what_they_wrote_alone() -> None:
    note("16", "!", "Bold.", "--by", "Bruno")
    note("16", "--instead", "city F11", "Smaller.", "--by", "Carl")
    note("16", "--instead", "city F11, city G12", "Dearer.", "--by", "Bruno")
    note("4/1/1", "?", "Far.", "--by", "Carl")
    before = NOTES.read_text()
    lines = ["  4/1", "    4/1/1: yellow: city D5  ? Far. – Carl"]
    smaller = ["entry 16 (turn 15, round 8)", "  16/2: Smaller. – Carl", "    16/2/1: red: city F11"]
    assert note("--by", "Carl").splitlines() == ["entry 4 (turn 3, round 2)", *lines, *smaller]
    assert note("16", "--by", "Carl").splitlines() == smaller
    bold = ["entry 16 (turn 15, round 8): ! Bold. – Bruno", "  16/1: Dearer. – Bruno"]
    assert note("--by", "Bruno").splitlines() == [*bold, "    16/1/1: red: city F11, city G12"]
    for words in (("--by", "Zoe"), ("16/1", "--by", "Zoe")):
        said = "There is no such note by Zoe on bruttium-2.\nNotes are by Anna, Carl, Bruno.\n"
        assert note(*words, code=66) == said
    assert note("9") == "There is no note on entry 9 (turn 8, round 4) of bruttium-2.\n"
    assert NOTES.read_text() == before
    NOTES.write_text(before.replace("# Anna's part", "authors: [Dora]"))
    assert note("--by", "Dora") == "entry 12 (turn 11, round 6): Quiet.\nentry 17 (turn 16, round 8): !!\n"


def test_a_sign_that_is_none_is_refused() -> None:
    assert "!!! is no sign. The signs are !!, !, !?, ?!, ?, ??." in note("12", "!!!", "Loud.", code=2)


def test_a_sign_that_is_nearly_one_is_named_though_yaml_reads_it_as_no_text() -> None:
    Path("in.yaml").write_text(BY_HAND.replace("'!!'", "'!!!'"))
    assert "Did you mean `!!`?" in note("--import", "in.yaml", code=65)


def test_a_sign_that_begins_a_key_in_yaml_needs_quotes() -> None:
    Path("in.yaml").write_text(BY_HAND.replace("'!!'", "?"))
    assert "A value can't begin with this character." in note("--import", "in.yaml", code=65)


def test_the_signs_of_two_people_on_an_entry_are_both_told() -> None:
    note("16", "!", "Bold.", "--by", "Anna")
    note("16", "??", "Lost.", "--by", "Bruno")
    assert run("book", "bruttium-2", "--out", "cup.md").code == 0
    told = Path("cup.md").read_text(encoding="utf-8")
    assert "Anna: ! Bold." in told
    assert "Bruno: ?? Lost." in told
