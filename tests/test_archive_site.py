"""A site of all games: what it holds, that it is verified, made again only where needed, and a witness."""

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cli_runs import begin, disk, play, run

from referee import chain, private
from referee.desk import archive_files, archiving, verifying
from referee.desk.table import Table
from referee.settings import Settings

ROOT = Path(__file__).parent.parent
SITE = Path("site")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two short sample games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, Path("games", id), ignore=shutil.ignore_patterns(".lock"))
    return tmp_path


def archived(*words: str, code: int = 0) -> str:
    ran = run("archive", "site", *words)
    assert ran.code == code, ran.out + ran.err
    return ran.out + ran.err


def text(name: str) -> str:
    return (SITE / name).read_text(encoding="utf-8")


def changed_log(id: str, old: bytes, new: bytes) -> None:
    path = Path("games", id, "log.yaml")
    raw = path.read_bytes()
    assert old in raw
    path.write_bytes(raw.replace(old, new, 1))


def cut(id: str, entries: int) -> None:
    """The log without what follows this entry."""
    path = Path("games", id, "log.yaml")
    path.write_bytes(b"".join(chain.pieces(path.read_bytes())[: entries + 1]))


def test_every_game_is_listed_with_its_players_result_and_dates() -> None:
    assert archived() == "Games made: 2; as before: 0; not right: 0.\n"
    rows = re.findall(r'<tr role="row" class="closed">(.*?)</tr>', text("index.html"))
    told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in rows]
    assert told == [
        "rhombus-2 Attika Aspasia 16 Lysander 18 Lysander, by joining shrines record log notes "
        "2026-11-02 2026-12-10 87 entries finished",
        "bruttium-2 Magna Grecia Theano 33 Milon 30 Theano, by points record log notes "
        "2026-10-05 2026-10-13 18 entries finished",
    ]


def test_logs_and_notes_are_exact_copies() -> None:
    archived()
    for id in ("bruttium-2", "rhombus-2"):
        for name in ("log.yaml", "notes.yaml"):
            assert (SITE / id / name).read_bytes() == Path("games", id, name).read_bytes()


def test_the_record_has_every_entry_its_comments_and_the_boards_that_notes_mark() -> None:
    archived()
    record = text("rhombus-2/record.html")
    assert re.findall(r'<li value="(\d+)"', record) == [str(number) for number in range(1, 88)]
    notes = Path("games/rhombus-2/notes.yaml").read_text(encoding="utf-8")
    assert len(re.findall(r'class="comment"', record)) == notes.partition("\nvariations:")[0].count("says:")
    assert len(re.findall(r'class="instead"', record)) == notes.count("moves:") == 2
    marked = notes.count("glyph: '!!'") + notes.count("glyph: '??'")
    assert marked == 2
    assert len(re.findall(r'<svg class="diagram"', record)) == marked + 1
    assert "Lysander, by joining shrines" in record
    assert "ours" in record  # whose design the components are


def test_a_log_of_the_site_is_checked_with_what_lies_beside_it() -> None:
    archived()
    for id in ("bruttium-2", "rhombus-2"):
        command = [sys.executable, "verify.d/verify.py", f"{id}/log.yaml", "verify.d"]
        ran = subprocess.run(command, cwd=SITE, capture_output=True, text=True)
        assert "shuffles    all items that were shown follow from the seed" in ran.stdout, ran.stdout + ran.stderr


def test_the_files_are_the_same_however_many_processes_make_them() -> None:
    begin("one"), begin("two"), begin("three")
    assert run("archive", "alone", "--jobs", "1").code == 0
    assert run("archive", "site", "--jobs", "3").code == 0
    alone, many = disk("alone"), disk("site")
    assert len(alone) > 15
    assert [(path.partition("/")[2], hash) for path, hash in alone.items()] == [
        (path.partition("/")[2], hash) for path, hash in many.items()
    ]


def test_what_did_not_change_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    archived()
    before = {path: path.stat().st_mtime_ns for path in SITE.rglob("*") if path.is_file() and path.name != ".lock"}
    monkeypatch.setattr(verifying, "verdict", None)
    monkeypatch.setattr(archiving, "pages_of", None)
    assert archived() == "Games made: 0; as before: 2; not right: 0.\n"
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_a_game_that_goes_on_is_made_again_and_no_other() -> None:
    begin()
    archived()
    play(1)
    ran = run("archive", "site", "--json")
    told = json.loads(ran.out)
    assert (told["made"], told["same"], told["troubles"]) == (["cup"], 2, [])
    assert told["differs"] == ["cup/index.html", "cup/record.html", "cup/log.yaml", "index.html", "archive.json"][
        :4
    ] + (["statistics.html"] if "statistics.html" in told["differs"] else [])
    assert "running: 1" in text("index.html")


def test_another_version_makes_all_again(monkeypatch: pytest.MonkeyPatch) -> None:
    archived()
    verdicts, asked = verifying.verdict, list[str]()
    monkeypatch.setattr(
        verifying, "verdict", lambda table, folder, *rest: asked.append(folder) or verdicts(table, folder, *rest)
    )
    monkeypatch.setattr(archiving, "__version__", "99")
    archived("--jobs", "1")
    assert [Path(folder).name for folder in asked] == ["bruttium-2", "rhombus-2"]
    assert json.loads(text("archive.json"))["made"]["version"] == "99"


def test_a_page_that_is_lost_is_made_again() -> None:
    archived()
    before = disk("site")
    (SITE / "rhombus-2" / "record.html").unlink()
    (SITE / "statistics.html").write_text("shorter")
    assert "Games made: 1; as before: 1" in archived()
    assert disk("site") == before


# What is not right


def test_a_bad_game_is_told_and_listed_and_the_others_are_made() -> None:
    changed_log("bruttium-2", b"  - road: J11 ne-s\n", b"  - road: J11 ne-n\n")
    said = archived(code=65)
    assert re.search(r"^bruttium-2: entry 15 is bad\. Entry 15 was changed after", said, re.MULTILINE), said
    assert "Games made: 1; as before: 0; not right: 1." in said
    assert not (SITE / "bruttium-2").exists()
    assert "Entry 15 is bad." in text("index.html")
    assert (SITE / "rhombus-2" / "index.html").exists()
    assert archived(code=65).startswith("Games made: 0; as before: 1; not right: 1.\n")


def test_a_game_that_becomes_bad_keeps_its_pages() -> None:
    begin()
    play(2)
    archived()
    before = disk("site/cup")
    with open("games/cup/log.yaml", "ab") as file:
        file.write(b"---\nentry: 4\n")
    assert "cup: entry 4 is bad." in archived(code=65)
    assert disk("site/cup") == before
    assert 'class="bad"' in text("index.html")
    cut("cup", 3)
    assert "not right: 0" in archived()


def rewritten() -> None:
    """The sample is another one, whose chain is right: only who kept the old log knows."""
    path = Path("games/rhombus-2/log.yaml")
    parts = chain.pieces(path.read_bytes())
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
    assert "rhombus-2: entry 40 is bad. The log was rewritten: it is not what was archived of it." in said
    assert "The archive keeps its pages of 87 entries." in said
    assert disk("site/rhombus-2") == before
    assert "rewritten" in text("index.html")
    assert archived(code=65).startswith("Games made: 0; as before: 1; not right: 1.\n")


def test_a_log_that_lost_its_end_is_refused() -> None:
    archived()
    cut("bruttium-2", 12)
    assert "bruttium-2: entry 13 is bad. The log has lost its end." in archived(code=65)
    assert (SITE / "bruttium-2" / "log.yaml").read_bytes() == (ROOT / "games/bruttium-2/log.yaml").read_bytes()


def test_notes_that_cannot_be_read_are_left_out_and_told() -> None:
    Path("games/bruttium-2/notes.yaml").write_text("format: referee-notes/1\ngame: other\nentries: {'2': {says: A.}}\n")
    said = archived()
    assert "bruttium-2: Its notes are not shown: line 2: These are notes on other, and not on bruttium-2." in said
    assert 'class="comment"' not in text("bruttium-2/record.html")


# Games that come and go


def test_pages_of_games_that_are_gone_are_kept_until_they_are_pruned() -> None:
    archived()
    shutil.rmtree("games/bruttium-2")
    (SITE / "bruttium-2" / "photo.jpg").write_bytes(b"mine")
    assert "bruttium-2: it is no longer among the games; its pages are kept." in archived()
    assert "bruttium-2/index.html" in text("index.html")
    assert "bruttium-2: its pages were taken away." in archived("--prune")
    assert os.listdir(SITE / "bruttium-2") == ["photo.jpg"]
    assert "bruttium-2/index.html" not in text("index.html")
    shutil.rmtree("games/rhombus-2")
    archived("--prune")
    assert not (SITE / "rhombus-2").exists()


def test_several_folders_of_games_make_one_archive() -> None:
    Path("more").mkdir()
    shutil.move("games/rhombus-2", "more/rhombus-2")
    assert "Games made: 2" in archived("--games", "games", "--games", "more")
    shutil.copytree("more/rhombus-2", "games/rhombus-2")
    said = archived("--games", "games", "--games", "more", code=65)
    assert said.startswith("There is a game rhombus-2 in games and in more.")
    assert run("archive", "site", "--games", "nowhere").code == 66


# Whose folder it is


@pytest.mark.parametrize("name", ["index.html", "feed.xml", "bruttium-2/holiday.html", "verify.d/x"])
def test_a_folder_with_files_of_others_in_the_way_is_left_alone(name: str) -> None:
    (SITE / name).parent.mkdir(parents=True)
    (SITE / name).write_text("mine")
    before = disk("site")
    said = archived(code=65)
    assert "is there, and no archive made it: nothing was written." in said
    assert disk("site") == before


def test_files_of_others_with_other_names_stay() -> None:
    SITE.mkdir()
    (SITE / "CNAME").write_text("games.example.org")
    archived()
    archived("--prune")
    assert (SITE / "CNAME").read_text() == "games.example.org"


def test_the_folder_of_the_games_is_no_archive() -> None:
    before = disk("games")
    ran = run("archive", "games")
    assert (ran.code, disk("games")) == (2, before)
    assert run("archive", "").code == 2
    assert not Path("archive.json").exists()


def test_a_link_leads_nowhere(tmp_path: Path) -> None:
    SITE.mkdir()
    archived()
    shutil.rmtree(SITE / "rhombus-2")
    outside = tmp_path / "outside"
    outside.mkdir()
    (SITE / "rhombus-2").symlink_to(outside)
    assert "is a link" in archived(code=65)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", ["../games/rhombus-2/log.yaml", "/etc/passwd", "rhombus-2/log.yaml", "a.b/../c.d"])
def test_a_manifest_that_leads_elsewhere_is_refused(name: str) -> None:
    archived()
    fields = json.loads(text("archive.json"))
    fields["pages"][name] = ["0" * 64, 0]
    (SITE / "archive.json").write_text(json.dumps(fields))
    assert "is no manifest of an archive" in archived("--prune", code=65)
    assert Path("games/rhombus-2/log.yaml").exists()


# Checking


def test_check_writes_nothing_and_finds_every_change() -> None:
    archived()
    assert "site is what the games give, to the byte." in archived("--check")
    page = SITE / "bruttium-2" / "record.html"
    raw = page.read_bytes()
    page.write_bytes(raw.replace(b"Theano", b"Milone"))
    (SITE / "feed.xml").write_text("not named")
    before = disk("site")
    said = archived("--check", code=65)
    assert "differs: bruttium-2/record.html\n" in said
    assert "files that differ: 1." in said
    assert disk("site") == before
    page.write_bytes(raw)
    begin()
    assert "differs: cup/index.html\n" in archived("--check", code=65)


def test_check_of_nothing_makes_no_folder() -> None:
    archived("--check", code=65)
    assert not SITE.exists()


# Killed at any moment


def test_a_run_that_ends_at_any_write_is_completed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "templates", lambda: "as they are")
    archived("--jobs", "1")
    whole, put = disk("site"), archive_files.put
    writes = len(whole) - 1  # the manifest is written otherwise

    class Killed(BaseException):
        pass

    for last in range(0, writes, 3):
        shutil.rmtree(SITE)
        left = [last]

        def until(folder: str, name: str, raw: bytes, left: list[int] = left) -> None:
            if not left[0]:
                above = Path(folder, name).parent
                above.mkdir(parents=True, exist_ok=True)
                (above / f".{Path(name).name}.new").write_bytes(raw[:10])
                raise Killed
            left[0] -= 1
            put(folder, name, raw)

        monkeypatch.setattr(archive_files, "put", until)
        with pytest.raises(Killed):
            run("archive", "site", "--jobs", "1")
        monkeypatch.setattr(archive_files, "put", put)
        archived("--jobs", "1")
        assert disk("site") == whole


def die(job: object) -> None:
    """A process that makes a game is ended by the system."""
    os._exit(9)


def test_a_process_that_is_ended_from_outside_is_told_and_the_next_run_completes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin("one"), begin("two")
    make = archiving.make
    monkeypatch.setattr(archiving, "make", die)
    assert "A process that made pages was ended from outside" in archived("--jobs", "2", code=75)
    monkeypatch.setattr(archiving, "make", make)
    assert "Games made: 4" in archived("--jobs", "2")


KILLED = """
import os, signal
from referee.desk import archiving

first = os.getpid()

def stop(job):
    if job == 5:
        os.kill(first, signal.SIGKILL)
    return job

archiving.make = stop
list(archiving.run(range(40), 2))
"""


def test_the_processes_of_an_archive_that_is_killed_end_with_it() -> None:
    """They hold its stdout, so that it comes to its end only when all of them have."""
    ran = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == -9, ran.stderr


# Nobody sees what is not theirs


def hidden_game() -> None:
    """A running game of Attika with secret hands."""
    ran = run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    assert ran.code == 0, ran.err
    play(3, "temple")


def test_a_running_game_with_hidden_hands_shows_its_log_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden_game()
    for name in ("read", "path_of"):
        real = getattr(private, name)

        def refuse(folder: str, game: str, real: object = real) -> object:
            assert folder == os.devnull, "the private part was asked"
            return real(folder, game)  # type: ignore[operator]

        monkeypatch.setattr(private, name, refuse)
    archived("--jobs", "1")
    record = text("temple/record.html")
    assert text("temple/index.html") == record
    assert '<svg class="diagram"' not in record
    assert "Judging" in record
    assert "running" in text("index.html")


def test_when_it_is_closed_all_may_see_all() -> None:
    hidden_game()
    archived()
    assert run("close", "temple", "--abandon").code == 0
    archived()
    assert '<svg class="diagram"' in text("temple/record.html")
    assert text("temple/index.html") != text("temple/record.html")
    assert "closed before its end" in text("index.html")


def test_names_and_remarks_are_text_and_nothing_else() -> None:
    name = "<img src=x onerror=alert(1)>\"'&"
    ran = run("new", "magna-grecia", "--id", "odd", "--player", f"yellow={name}", "--player", "red=</script><b>")
    assert ran.code == 0, ran.err
    archived("--url", "https://example.org")
    for page in ("index.html", "statistics.html", "feed.xml", "odd/index.html", "odd/record.html"):
        assert "<img" not in text(page)
        assert "</script><b>" not in text(page)


def test_other_languages_have_their_own_pages() -> None:
    table = Table(Settings())
    assert table.settings.language == "en"
    assert run("--language", "it", "archive", "site").code == 0
    assert '<html lang="it">' in text("index.html")
    assert '<html lang="it">' in text("rhombus-2/record.html")
