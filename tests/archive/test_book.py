"""The book of games: a page, Markdown and BBCode; lines inside lines, marks and arrows; a site checked elsewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from archived import ROOT, SITE, archived, text
from cli_runs import run

NOTES = """\
format: referee-notes/2
game: bruttium-2
title: {en: Four tiles at the end, de: Vier Plättchen am Ende}
authors: [Anna]
notes:
  - entry: 3
    chapter: The harbours
    sign: '!!'
    text: Kroton or Kaulonia?
    marks: [H13, Kroton]
    arrows: [H13-I12]
    lines:
      - text: The other harbour.
        moves:
          - seat: yellow
            actions: [{city: D5}]
            note:
              sign: '?!'
              text: Too far.
              by: Bruno
              lines:
                - text: Or this.
                  moves:
                    - {seat: yellow, actions: [{city: H13}]}
"""


def made(*words: str) -> str:
    ran = run("book", *words)
    assert ran.code == 0, ran.err
    return Path(words[-1]).read_text(encoding="utf-8")


def test_a_book_of_several_games_is_one_page_that_loads_nothing() -> None:
    page = made("bruttium-2", "rhombus-2", "--heading", "Our season", "--out", "season.html")
    assert page.count("<article") == 2
    assert "<h1>Our season</h1>" in page
    assert "default-src 'none'; style-src 'sha256-" in page
    assert re.findall(r' (?:src|srcset)="', page) == []
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len({*names})
    used = {*re.findall(r' href="#([^"]+)"', page), *re.findall(r"url\(#([^)]+)\)", page)}
    assert used - {*names} == set()
    assert not [link for link in re.findall(r' href="([^"]+)"', page) if not link.startswith("#")]


def test_a_player_is_named_once_in_front_of_a_turn() -> None:
    shutil.copytree(ROOT / "games/mezzogiorno-4", Path("games/mezzogiorno-4"))
    page = re.sub(r"<svg.*?</svg>", "", made("mezzogiorno-4", "--out", "game.html"), flags=re.DOTALL)
    shutil.rmtree("games/mezzogiorno-4")
    turns = [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in re.findall('<p class="does">(.*?)</p>', page)]
    assert "48. Dario passed." in turns
    assert [each for each in turns if re.search(r"\b(Anna|Bruno|Chiara|Dario) \1\b", each)] == []


def test_the_command_that_a_book_prints_checks_its_game() -> None:
    (command,) = re.findall(r"<pre[^>]*>referee ([^<]*)</pre>", made("bruttium-2", "--out", "game.html"))
    assert run(*command.split()).code == 0


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("game.md", "**10. Milon !!** roads E10, E11, E12, F9, F10; market in F11 Medma for 1 point **+6**"),
        ("game.bbcode", "[b]10. Milon !![/b] roads E10, E11, E12, F9, F10; market in F11 Medma for 1 point [b]+6[/b]"),
    ],
)
def test_the_name_of_the_file_says_its_form(name: str, turn: str) -> None:
    told = made("bruttium-2", "--out", name)
    assert turn in told.splitlines()
    assert 'Milon wrote: "And Metauros to a shorter road."' in told
    assert "Theano won by 3 points over Milon." in told


@pytest.mark.parametrize("out", ["game.html", "game.md"])
def test_a_sign_on_the_deal_is_not_that_of_the_first_move(out: str) -> None:
    Path("games/bruttium-2/notes.yaml").write_text(
        "format: referee-notes/2\ngame: bruttium-2\nnotes:\n  - {entry: 1, sign: '!?', text: A rare deal.}\n", "utf-8"
    )
    told = made("bruttium-2", "--out", out)
    told = told[: told.index("Every entry in notation")] if out == "game.html" else told
    before, sign, behind = told.partition("!?")
    assert sign
    assert "A rare deal." in behind[: behind.index("roads")]
    assert "roads" not in before[before.index("Theano won") :]


def test_another_ending_is_refused_with_those_that_there_are() -> None:
    ran = run("book", "bruttium-2", "--out", "game.pdf")
    assert ran.code == 2
    assert ".html, .htm, .md, .bbcode, .txt" in ran.err


def test_notes_give_a_title_chapters_lines_inside_lines_and_what_they_point_at() -> None:
    Path("games/bruttium-2/notes.yaml").write_text(NOTES, encoding="utf-8")
    page = made("bruttium-2", "--out", "game.html")
    assert '<h1 class="name">Four tiles at the end</h1>' in page
    assert '<h3 class="chapter">The harbours</h3>' in page
    lines = re.findall(r'<p class="(instead[^"]*)">(.*?)</p>', page)
    assert lines == [
        ("instead", "Instead: Theano: city D5 ?! Too far. – The other harbour."),
        ("instead inside1", "Instead: Theano: city H13 – Or this."),
    ]
    assert page.count('class="pointer"') == 2
    told = made("bruttium-2", "--out", "game.md")
    assert "\n> > Instead: Theano: city H13 – Or this." in told
    assert run("--language", "de", "book", "bruttium-2", "--out", "g.html").code == 0
    assert '<h1 class="name">Vier Plättchen am Ende</h1>' in Path("g.html").read_text(encoding="utf-8")


def test_a_game_that_is_not_right_is_in_no_book() -> None:
    path = Path("games/bruttium-2/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"city: M8", b"city: M9", 1))
    ran = run("book", "bruttium-2", "--out", "game.html")
    assert ran.code == 65
    assert "bruttium-2: " in ran.err
    assert not Path("game.html").exists()


def test_faulty_notes_are_named_and_no_book_is_made() -> None:
    Path("games/bruttium-2/notes.yaml").write_text("format: referee-notes/2\ngame: other\n", encoding="utf-8")
    ran = run("book", "bruttium-2", "--out", "game.html")
    assert ran.code == 65
    assert "line 2" in ran.err


def test_every_game_of_an_archive_verifies_from_a_copy_with_python_alone(tmp_path: Path) -> None:
    archived("--url", "https://club.example/games")
    stick = shutil.copytree(SITE, tmp_path / "stick")
    shutil.rmtree("games")
    for id in ("bruttium-2", "rhombus-2"):
        record = text(f"{id}/record.html")
        (command,) = re.findall("<pre[^>]*>(.*?)</pre>", record)
        assert f"https://club.example/games/{id}/record.html" in record
        found = re.search(r"<dt>Head</dt><dd>([0-9a-f]{64})</dd>", record)
        assert found
        assert f"--head {found[1][:12]}" in command
        assert "edition 1, game" in record
        ran = subprocess.run([sys.executable, "-I", *command.split()[1:]], cwd=stick, capture_output=True, text=True)
        assert (ran.returncode, "WRONG" in ran.stdout) == (0, False), ran.stdout + ran.stderr
        spoiled = stick / id / "log/log.yaml"
        spoiled.write_bytes(spoiled.read_bytes().replace(b"say: ", b"say: x", 1))
        ran = subprocess.run([sys.executable, "-I", *command.split()[1:]], cwd=stick, capture_output=True, text=True)
        assert ran.returncode == 1


def test_the_story_of_the_replay_has_the_signs_of_the_notes() -> None:
    archived()
    story = text("bruttium-2/index.html").partition('<ol class="turns" id="turns">')[2].partition("</ol>")[0]
    assert re.findall(r'<b class="glyph">([^<]+)</b>', story) == ["!", "!?", "!", "!!", "!?", "?", "!!"]


def test_a_picture_has_the_marks_and_arrows_of_the_notes_on_its_entry() -> None:
    Path("games/bruttium-2/notes.yaml").write_text(NOTES, encoding="utf-8")
    bare, at = run("show", "bruttium-2", "--at", "3", "--format", "svg"), ("--at", "3", "--notes")
    marked = run("show", "bruttium-2", *at, "--format", "svg")
    assert (bare.out.count('class="pointer"'), marked.out.count('class="pointer"')) == (0, 2)
    assert run("show", "bruttium-2", *at, "--format", "png", "--out", "b.png").code == 0
    assert run("show", "bruttium-2", *at).code == 2


def test_a_line_that_is_refused_is_named_and_counted() -> None:
    Path("games/bruttium-2/notes.yaml").write_text(
        "format: referee-notes/2\ngame: bruttium-2\nnotes:\n"
        "  - {entry: 2, lines: [{moves: [{seat: red, actions: [city: A1]}]}]}\n",
        encoding="utf-8",
    )
    ran = run("book", "bruttium-2", "--out", "cup.html")
    assert ran.code == 65
    assert "bruttium-2: In its notes, line 2/1, in place of entry 2 (turn 1, round 1), is refused" in ran.err
    assert Path("cup.html").exists()
