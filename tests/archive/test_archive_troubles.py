"""What an archive says of bad games, and of a site that differs from the games."""

import json
import os
import re
import shutil
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from archived import ROOT, SITE, archived, changed_log, cut, entries, kept, text
from cli_runs import begin, disk, play, run

from referee.store import chain


def test_a_bad_game_is_reported_and_listed_and_the_others_are_built() -> None:
    changed_log("bruttium-2", b"  - road: J11 ne-s\n", b"  - road: J11 ne-n\n")
    said = archived(code=65)
    assert re.search(r"^bruttium-2: entry 15 is wrong\. Entry 15 was changed after", said, re.MULTILINE), said
    assert "Games made: 1; unchanged: 0; faulty: 1." in said
    assert not (SITE / "bruttium-2").exists()
    assert "Entry 15 is wrong." in text("index.html")
    assert (SITE / "rhombus-2" / "index.html").exists()
    assert archived(code=65).startswith("Games made: 0; unchanged: 1; faulty: 1.\n")


def test_a_game_that_was_never_right_shows_no_number_of_entries() -> None:
    changed_log("bruttium-2", b"format: referee-log/1", b"format: other")
    archived(code=65)
    bad = re.search(r'<tr role="row" class="bad">.*?</tr>', text("index.html"), re.DOTALL)
    assert bad
    assert '<td role="cell" class="entries number"></td>' in bad[0]


def test_a_hash_in_a_reason_has_twelve_digits_as_in_reports() -> None:
    changed_log("bruttium-2", b"  - road: J11 ne-s\n", b"  - road: J11 ne-n\n")
    said = archived(code=65)
    assert re.search(r"says that its hash is [0-9a-f]{12}, but its bytes have the hash [0-9a-f]{12}\.", said)
    assert not re.search("[0-9a-f]{64}", text("index.html"))


def test_no_local_path_is_in_a_public_file() -> None:
    here = Path("club").absolute()
    Path("games").rename(here)
    (here / "brk-dir" / "log.yaml").mkdir(parents=True)
    (here / "cup").mkdir()
    (here / "cup" / "log.yaml").write_bytes((here / "rhombus-2" / "log.yaml").read_bytes())
    said = archived("--games", str(here), code=65)
    assert "brk-dir: brk-dir/log.yaml is not a plain file." in said
    assert (
        f"The log in {here / 'cup'} belongs to the game rhombus-2, and so does the one in {here / 'rhombus-2'}." in said
    )
    for path in SITE.rglob("*"):
        assert not path.is_file() or os.fsencode(here) not in path.read_bytes(), path


@pytest.mark.parametrize("words", [(), ("--check",)])
def test_a_folder_with_an_impossible_name_is_reported_and_the_others_are_built(words: tuple[str, ...]) -> None:
    archived()
    Path("games/UPPER_x").mkdir()
    Path("games/UPPER_x/log.yaml").write_bytes(Path("games/rhombus-2/log.yaml").read_bytes())
    begin()
    said = archived(*words, code=65)
    assert "games/UPPER_x: 'UPPER_x' can't be the name of a game. Use 1 to 40" in said
    assert words or said.startswith("Games made: 1; unchanged: 2; faulty: 1.\n")
    assert not (SITE / "UPPER_x").exists()
    shutil.rmtree("games/UPPER_x")
    archived()


def test_what_a_stopped_new_left_is_no_game() -> None:
    left = Path("games/.cup.0123456789abcdef.new")
    left.mkdir()
    (left / "log.yaml").write_bytes(b"---\n")
    assert "Games made: 2; unchanged: 0; faulty: 0." in archived()


def test_a_game_that_becomes_bad_keeps_its_pages() -> None:
    begin()
    play(2)
    archived()
    before = disk("site/cup")
    with open("games/cup/log.yaml", "ab") as file:
        file.write(b"---\nentry: 4\n")
    assert "cup: entry 4 is wrong." in archived(code=65)
    assert disk("site/cup") == before
    assert 'class="bad"' in text("index.html")
    cut("cup", 3)
    assert "faulty: 0" in archived()


def rewritten() -> None:
    """The sample is another one, whose chain is right: only who kept the old log knows."""
    path = Path("games/rhombus-2/log.yaml")
    parts = chain.raw_documents(path.read_bytes())
    found = [*parts[:40], re.sub(rb"\nat: .*", b"\nat: '2026-11-15T00:00:00Z'", parts[40])]
    for part in parts[41:]:
        seal = sha256(found[-1]).hexdigest().encode()
        found.append(re.sub(rb"\nprev: '?[0-9a-f]{64}'?", b"\nprev: " + seal, part))
    path.write_bytes(b"".join(found))


def test_a_log_that_was_rewritten_is_refused_however_right_it_is() -> None:
    archived()
    before = disk("site/rhombus-2")
    rewritten()
    assert run("verify", "rhombus-2").code == 0
    said = archived(code=65)
    assert "rhombus-2: entry 40 is wrong. The log was rewritten: it differs from what was archived." in said
    assert f"The archive keeps its pages up to entry {entries('rhombus-2')}." in said
    assert disk("site/rhombus-2") == before
    assert "rewritten" in text("index.html")
    assert archived(code=65).startswith("Games made: 0; unchanged: 1; faulty: 1.\n")


def test_a_log_that_lost_its_end_is_refused() -> None:
    archived()
    cut("bruttium-2", 12)
    assert "bruttium-2: entry 13 is wrong. The end of the log is missing." in archived(code=65)
    assert (SITE / "bruttium-2/log/log.yaml").read_bytes() == (ROOT / "games/bruttium-2/log.yaml").read_bytes()


def unreadable(how: str) -> None:
    path = Path("games/rhombus-2/log.yaml")
    path.rename("kept.yaml")
    if how == "a folder":
        path.mkdir()
    elif how == "a link that leads nowhere":
        path.symlink_to("nowhere")
    elif how == "a link":
        path.symlink_to(Path("kept.yaml").resolve())


WHY = {
    "a folder": "is not a plain file.",
    "a link": "is a link.",
    "a link that leads nowhere": "is a link.",
    "nothing": "can't be read: No such file or directory.",
}


@pytest.mark.parametrize("how", WHY)
def test_an_unreadable_log_is_reported_as_such_and_not_as_gone(how: str) -> None:
    archived()
    unreadable(how)
    for words in ((), ("--prune",), ("--check",)):
        said = archived(*words, code=65)
        assert f"rhombus-2: rhombus-2/log.yaml {WHY[how]}" in said
        assert "no longer among the games" not in said
        assert "entry" not in said.replace("differs: ", "")
    assert (SITE / "rhombus-2/log/log.yaml").read_bytes() == Path("kept.yaml").read_bytes()
    path = Path("games/rhombus-2/log.yaml")
    path.rmdir() if how == "a folder" else path.unlink(missing_ok=True)
    path.write_bytes(b"")
    assert "rhombus-2: entry 1 is wrong. The end of the log is missing." in archived(code=65)
    Path("kept.yaml").replace(path)
    archived()


def test_an_unreadable_log_replaces_the_report_from_before() -> None:
    archived()
    rewritten()
    assert "rhombus-2: entry 40 is wrong." in archived(code=65)
    unreadable("a folder")
    said = archived(code=65)
    assert "rhombus-2: rhombus-2/log.yaml is not a plain file." in said
    assert "entry 40" not in said


def test_unreadable_notes_are_left_out_and_reported() -> None:
    Path("games/bruttium-2/notes.yaml").write_text("format: referee-notes/1\ngame: other\nentries: {'2': {says: A.}}\n")
    said = archived(code=65)
    assert "bruttium-2: Its notes aren't shown: line 2: These notes are about other, not about bruttium-2." in said
    assert said.startswith("Games made: 2; unchanged: 0; faulty: 0. Faulty notes: 1.\n")
    assert 'class="comment"' not in text("bruttium-2/record.html")
    assert "Faulty notes: 1." in archived(code=65)


NESTED = """\
format: referee-notes/2
game: bruttium-2
notes:
  - entry: 4
    text: Slow.
    lines:
      - moves:
          - seat: yellow
            actions: [city: E10]
      - moves:
          - seat: yellow
            actions: [city: D5]
            note:
              lines:
                - moves:
                    - seat: yellow
                      actions: [city: F12]
"""


def test_a_slip_in_a_note_at_any_depth_is_named_by_its_line_and_by_the_note_that_has_it() -> None:
    Path("games/bruttium-2/notes.yaml").write_text(
        NESTED.replace("            note:\n", "            note:\n              txet: No.\n")
    )
    line = 1 + NESTED.split("\n").index("            note:") + 1
    place = "This is in the note on move 1 of line 4/2, in place of entry 4 (turn 3, round 2)."
    said = archived(code=65)
    assert f"bruttium-2: Its notes aren't shown: line {line}: There is no `txet` here. {place}" in said
    ran = run("note", "bruttium-2")
    assert (ran.code, place in ran.err) == (65, True)


def test_each_line_of_notes_that_is_refused_is_counted_at_any_depth_and_the_rest_is_shown() -> None:
    Path("games/bruttium-2/notes.yaml").write_text(NESTED)
    for words in ((), (), ("--check",)):
        said = archived(*words, code=65)
        assert "Faulty notes: 2." in said.splitlines()[0]
        place = "in place of entry 4 (turn 3, round 2), is refused"
        assert f"bruttium-2: In its notes, line 4/1, {place}: Move 1 (line 9 of the notes). " in said
        assert f"In its notes, line 4/2/1/1, {place}: Move 1 (line 17 of the notes). " in said
    assert json.loads(run("archive", "site", "--json").out)["faulty_notes"] == 2
    record = text("bruttium-2/record.html")
    assert "Slow." in record
    assert record.count("is refused:") == 2


NOTES = Path("games/bruttium-2/notes.yaml")
COPY = SITE / "bruttium-2" / "notes.yaml"


def test_notes_that_are_refused_are_not_copied() -> None:
    archived()
    assert COPY.exists()
    NOTES.write_text("format: referee-notes/1\ngame: other\n")
    assert "Its notes aren't shown" in archived(code=65)
    assert not COPY.exists()
    assert "bruttium-2/notes.yaml" not in text("index.html") + str(kept("bruttium-2"))
    assert archived("--check", code=65) == "site matches the games exactly. Faulty notes: 1.\n" + WARNED
    NOTES.write_text("format: referee-notes/1\ngame: bruttium-2\n")
    archived()
    assert COPY.read_bytes() == NOTES.read_bytes()


WARNED = "bruttium-2: Its notes aren't shown: line 2: These notes are about other, not about bruttium-2.\n"
SECRET = "0123456789abcdef" * 4


def test_the_private_part_of_a_game_is_never_published_and_ends_with_65_until_it_is_gone() -> None:
    archived()
    NOTES.write_text(f"# The secret.\nformat: referee-private/1\ngame: spring\nsecret: {SECRET}\n")
    for words in ((), (), ("--check",)):
        said = archived(*words, code=65)
        assert "bruttium-2: Its notes aren't shown: line 1: This is the private part of a game" in said
        assert "bruttium-2: Move that file away. Anyone who reads it knows what is hidden in its game." in said
        assert not COPY.exists()
        assert SECRET not in said
    assert not any(SECRET.encode() in path.read_bytes() for path in SITE.rglob("*") if path.is_file())
    assert json.loads(run("archive", "site", "--json").out)["exposed"] == ["bruttium-2"]
    NOTES.unlink()
    archived()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_notes_that_are_no_plain_file_are_reported_and_not_copied(kind: str) -> None:
    Path("private.yaml").write_text(f"format: referee-private/1\nsecret: {SECRET}\n")
    NOTES.unlink()
    make: dict[str, Callable[[Path], object]] = {
        "link": partial(os.symlink, "../../private.yaml"),
        "pipe": os.mkfifo,
        "folder": os.mkdir,
    }
    make[kind](NOTES)
    for _ in range(2):
        assert "bruttium-2: Its notes aren't shown: bruttium-2/notes.yaml is " in archived(code=65)
    assert not COPY.exists()
    assert "games/" not in str(kept("bruttium-2"))


def test_check_writes_nothing_and_finds_every_change() -> None:
    archived()
    assert "site matches the games exactly." in archived("--check")
    page = SITE / "bruttium-2" / "record.html"
    raw = page.read_bytes()
    page.write_bytes(raw.replace(b"Theano", b"Milone"))
    (SITE / "feed.xml").write_text("not named")
    before = disk("site")
    said = archived("--check", code=65)
    assert "differs: bruttium-2/record.html\n" in said
    assert "Files that differ: 1." in said
    assert disk("site") == before
    page.write_bytes(raw)
    begin()
    assert "differs: cup/index.html\n" in archived("--check", code=65)


def test_check_says_not_that_all_is_fine_when_a_game_is_not_right() -> None:
    archived()
    rewritten()
    archived(code=65)
    said = archived("--check", code=65)
    assert "rhombus-2: entry 40 is wrong." in said
    assert said.startswith("Nothing else differs in site. Faulty games: 1.\n")
    assert "matches the games exactly" not in said


def test_check_of_nothing_makes_no_folder() -> None:
    archived("--check", code=66)
    assert not SITE.exists()


def test_a_log_that_was_changed_on_purpose_is_archived_anew_once_its_game_was_pruned() -> None:
    archived()
    cut("rhombus-2", 20)
    Path("games/rhombus-2/notes.yaml").unlink()
    archived(code=65)
    Path("games/rhombus-2").rename("elsewhere")
    archived("--prune", "--yes")
    Path("elsewhere").rename("games/rhombus-2")
    assert "Games made: 1; unchanged: 1; faulty: 0." in archived()
