"""Notes on games: read strictly, their variations judged as moves are."""

import shutil
from pathlib import Path

import pytest
from cli_runs import run

from referee import reading
from referee.app.errors import Illegal, Misplaced
from referee.app.game_access import Game, Table, open_game
from referee.app.look import replays
from referee.app.notes import read_notes
from referee.app.notes.judge_lines import judged_lines, lines_in_full
from referee.settings import Settings
from referee.show.notes import Afterword, LineMove, Note, NotedLine, Notes

GAMES = Path(__file__).parents[1] / "games"
IDS = sorted(each.name for each in GAMES.iterdir() if each.is_dir())


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    shutil.copytree(GAMES, tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    return Table(Settings("games"))


def opened(table: Table, id: str = "bruttium-2") -> Game:
    return open_game(table, id)


def edit(table: Table, old: str, new: str, id: str = "bruttium-2") -> None:
    path = Path(table.folder(id), read_notes.NAME)
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def write(table: Table, text: str, id: str = "bruttium-2") -> None:
    Path(table.folder(id), read_notes.NAME).write_text(f"format: referee-notes/1\ngame: {id}\n{text}")


@pytest.mark.parametrize("id", IDS)
def test_every_variation_of_the_samples_is_legal(table: Table, id: str) -> None:
    game = opened(table, id)
    found = read_notes.notes_of_game(game)
    assert found
    judged = lines_in_full(judged_lines(game, found))
    assert len(judged) >= 2
    for each in judged:
        assert each.refused is None
        assert [moment.number for moment in each.moments] == list(range(each.instead, each.instead + len(each.moments)))
        assert game.moments[each.instead].position != each.moments[0].position


def test_a_game_without_notes_has_none(table: Table) -> None:
    Path(table.folder("bruttium-2"), read_notes.NAME).unlink()
    assert read_notes.notes_of_game(opened(table)) is None
    assert "<h2>Variations" not in replays.game_replay_page(table, "bruttium-2")


def test_notes_may_be_on_the_whole_game_alone(table: Table) -> None:
    write(table, "about: A close game.\n")
    found = read_notes.notes_of_game(opened(table))
    assert found
    assert (found.notes.summary, found.notes.notes) == ((("", "A close game."),), ())


def test_a_comment_may_be_a_sign_alone(table: Table) -> None:
    write(table, "entries:\n  '3': {glyph: '!?'}\n  '4': {says: Why not?}\n")
    found = read_notes.notes_of_game(opened(table))
    assert found
    assert found.notes.notes == (Note(3, "!?"), Note(4, text=(("", "Why not?"),)))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("entries:\n  '99': {glyph: '!'}\n", 4, "bruttium-2 has no entry 99. The last one is 18."),
        ("entries:\n  '3': {glyph: '!!!'}\n", 4, "!!!"),
        ("entries:\n  '3': {sign: '!'}\n", 4, "sign"),
        (
            "entries:\n  '3': {glyph: '!'}\nvariations:\n  - entry: 40\n    moves:\n      - seat: red\n",
            6,
            "bruttium-2 has no entry 40",
        ),
    ],
)
def test_notes_on_missing_entries_are_refused_with_their_line(table: Table, text: str, line: int, words: str) -> None:
    write(table, text)
    with pytest.raises((reading.BadInput, Misplaced)):
        read_notes.notes_of_game(opened(table))
    refused = run("replay", "bruttium-2")
    assert refused.code == 65
    assert f"notes.yaml:{line}:" in refused.err
    assert words in refused.err


def test_notes_of_another_game_are_refused(table: Table) -> None:
    edit(table, "game: bruttium-2", "game: mezzogiorno-4")
    refused = run("replay", "bruttium-2")
    assert (refused.code, "These notes are about mezzogiorno-4" in refused.err) == (65, True)


def variation(table: Table, seat: str, actions: str, entry: int = 11) -> None:
    moves = f"    moves:\n      - seat: {seat}\n        actions:\n          - {actions}\n"
    write(table, f"entries:\n  '3': {{glyph: '!'}}\nvariations:\n  - entry: {entry}\n{moves}")


BAD = [
    ("red", "road: E10 n-ne", 11, "MG-1.4", 10),
    ("red", "city: D5", 11, "MG-", 10),
    ("red", "road: Q99 n-s", 11, "MG-1.3", 10),
    ("yellow", "city: D5", 11, "It is the turn of red here, not of yellow.", 8),
    ("red", "paint: E10", 11, "paint", 10),
    ("red", "city: D5", 18, "It is nobody's turn here.", 8),
]


@pytest.mark.parametrize(("seat", "action", "entry", "why", "line"), BAD)
def test_an_illegal_variation_is_refused_with_rule_and_place(
    table: Table, tmp_path: Path, seat: str, action: str, entry: int, why: str, line: int
) -> None:
    variation(table, seat, action, entry)
    refused = run("replay", "bruttium-2", "--out", "page.html")
    assert refused.code == 65
    assert why in refused.err
    assert f"notes.yaml:{line}:" in refused.err
    assert f"This is move 1 of line {entry}/1, in place of entry {entry}" in refused.err
    assert "in the notes on bruttium-2. No page was made." in refused.err
    assert not Path("page.html").exists()


def test_the_second_move_is_judged_on_the_position_after_the_first(table: Table) -> None:
    edit(table, "              - road: H11 se-nw\n", "              - road: H11 n-s\n")
    refused = run("replay", "bruttium-2")
    assert "This is move 2 of line 16/1, in place of entry 16" in refused.err
    game = opened(table)
    found = read_notes.notes_of_game(game)
    assert found
    bad = [each for each in lines_in_full(judged_lines(game, found)) if each.refused]
    assert [(each.instead, each.move, each.moments) for each in bad] == [(16, 2, ())]
    assert isinstance(bad[0].refused, Illegal)


def test_a_page_for_an_archive_says_which_variation_is_refused_and_shows_the_others(table: Table) -> None:
    edit(table, "              - road: H11 se-nw\n", "              - road: H11 n-s\n")
    game = opened(table)
    found = read_notes.notes_of_game(game)
    assert found
    line = 1 + found.source.text.split("\n").index("              - road: H11 n-s")
    page = replays.page_of(table.settings, game, found)[0]
    assert f"Move 2 (line {line} of the notes). MG-" in page
    assert page.count('"refused":""') == 6


def test_chance_of_a_variation_is_that_of_the_game(table: Table) -> None:
    """A draw in a variation shows the item that was there; after the closing the secret reveals it."""
    game = opened(table, "quadrilateral-4")
    found = read_notes.notes_of_game(game)
    assert found
    shown = [
        event for each in lines_in_full(judged_lines(game, found)) for moment in each.moments for event in moment.events
    ]
    assert any(type(event).__name__ == "BuildingDrawn" for event in shown)


SECOND = """\
format: referee-notes/2
game: bruttium-2
title: {en: A bridge of four, it: Un ponte di quattro}
summary: A close game.
language: en
authors: [Anna, Bruno]
notes:
  - entry: 4
    chapter: The north
    sign: '?!'
    text: Slow.
    by: Anna
    marks: [D5]
    arrows: [D5-D4]
    lines:
      - text: The road north at once.
        by: Bruno
        moves:
          - seat: yellow
            actions:
              - city: D5
              - road: D4 n-s
            note:
              sign: '!'
              lines:
                - moves:
                    - seat: yellow
                      actions:
                        - ACTION
"""


def second(table: Table, action: str) -> Game:
    Path(table.folder("bruttium-2"), read_notes.NAME).write_text(SECOND.replace("ACTION", action))
    return opened(table)


def test_the_second_format_has_authors_chapters_marks_and_lines_inside_lines(table: Table) -> None:
    found = read_notes.notes_of_game(second(table, "city: D5"))
    assert found
    inner = NotedLine((LineMove({"seat": "yellow", "actions": [{"city": "D5"}]}),))
    move = {"seat": "yellow", "actions": [{"city": "D5"}, {"road": "D4 n-s"}]}
    line = NotedLine((LineMove(move, Note(sign="!", lines=(inner,))),), (("", "The road north at once."),), "Bruno")
    note = Note(4, "?!", (("", "Slow."),), "Anna", ("D5",), (("D5", "D4"),), (("", "The north"),), (line,))
    title = (("en", "A bridge of four"), ("it", "Un ponte di quattro"))
    assert found.notes == Notes("bruttium-2", title, (("", "A close game."),), "en", ("Anna", "Bruno"), (note,))


def test_a_line_inside_a_line_is_judged_where_it_leaves_it(table: Table) -> None:
    game = second(table, "city: D5")
    found = read_notes.notes_of_game(game)
    assert found
    outer, inner = lines_in_full(judged_lines(game, found))
    assert (outer.refused, inner.refused) == (None, None)
    assert [each.instead for each in (outer, inner)] == [4, 4]
    assert outer.noted[4].sign == "!"
    assert outer.moments[0].position != inner.moments[0].position


def test_a_refused_line_at_any_depth_is_named_by_its_file_and_line(table: Table) -> None:
    second(table, "city: E10")
    refused = run("replay", "bruttium-2")
    assert refused.code == 65
    line = 1 + SECOND.split("\n").index("                        - ACTION")
    assert "games/bruttium-2/notes.yaml" in refused.err
    assert f"line {line}:" in refused.err


FIRST = """\
by: Anna
about: A close game.
entries:
  '9': {glyph: '!', says: Good.}
  '4': {says: Slow.}
variations:
  - entry: 4
    says: The road north at once.
    moves:
      - {seat: yellow, actions: [city: D5]}
  - entry: 3
    moves:
      - {seat: red, actions: [city: E11]}
talk:
  - {player: Bruno, says: Well played.}
"""


def test_the_first_format_gives_the_same_records(table: Table) -> None:
    write(table, FIRST)
    found = read_notes.notes_of_game(opened(table))
    assert found
    north = NotedLine((LineMove({"seat": "yellow", "actions": [{"city": "D5"}]}),), (("", "The road north at once."),))
    other = NotedLine((LineMove({"seat": "red", "actions": [{"city": "E11"}]}),))
    assert found.notes == Notes(
        "bruttium-2",
        summary=(("", "A close game."),),
        authors=("Anna",),
        notes=(
            Note(3, lines=(other,)),
            Note(4, text=(("", "Slow."),), lines=(north,)),
            Note(9, "!", (("", "Good."),)),
        ),
        talk=(Afterword("Bruno", "Well played."),),
    )
