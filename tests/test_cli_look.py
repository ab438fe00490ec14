"""The views of games: show, log, verify."""

import hashlib
import io
import json
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from cli_runs import begin, disk, play, run

from referee import cli
from referee.store import log


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of five entries."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("REFEREE_CONFIG", "none.toml")
        begin()
        play(4)
    return folder


@pytest.fixture(autouse=True)
def here(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(played, tmp_path / "copy")
    monkeypatch.chdir(tmp_path / "copy")
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


def test_show_gives_every_form() -> None:
    assert "Magna Grecia" in run("show", "cup").out
    assert run("show", "cup", "--format", "html").out.startswith("<!DOCTYPE html>")
    assert "<svg" in run("show", "cup", "--format", "svg").out[:200]
    view = json.loads(run("show", "cup", "--json").out)
    assert (view["format"], view["entry"], view["head"]) == ("referee-view/1", 5, log.read_log("games/cup").head)
    assert json.loads(run("show", "cup", "--format", "json").out) == view


def test_the_state_shown_has_the_hash_that_the_log_names() -> None:
    told = run("show", "cup", "--at", "3", "--format", "state").out.rstrip("\n")
    assert hashlib.sha256(told.encode()).hexdigest() == log.read_log("games/cup").entry(3)["state"]
    answer = json.loads(run("show", "cup", "--at", "3", "--format", "state", "--json").out)
    assert (answer["format"], answer["game"], answer["entry"]) == ("referee-state/1", "cup", 3)
    assert answer["state"] == json.loads(told)


def test_show_changes_nothing() -> None:
    before = disk()
    for form in ("text", "html", "svg", "json"):
        assert run("show", "cup", "--format", form).code == 0
    assert disk() == before


def test_show_an_earlier_position() -> None:
    view = json.loads(run("show", "cup", "--at", "2", "--json").out)
    assert (view["entry"], view["head"]) == (2, log.read_log("games/cup").heads[2])
    for number in ("6", "-1"):
        ran = run("show", "cup", "--at", number)
        assert (ran.code, f"cup has no entry {number}. The last one is 5." in ran.err) == (66, True)


def test_show_for_a_seat() -> None:
    assert json.loads(run("show", "cup", "--seat", "red", "--json").out)["seat"] == "red"
    for words in (("show", "cup"), ("legal", "cup"), ("why", "cup", "city D4"), ("missed", "cup", "rad")):
        ran = run(*words, *(() if "missed" in words else ("--seat", "rad")))
        assert (ran.code, ran.out, "Did you mean red?" in ran.err) == (2, "", True)


@pytest.mark.parametrize("name", ["cupp", "../copy/games/cup", "", "CUP", "a" * 50, "."])
def test_no_such_game(name: str) -> None:
    for command in ("show", "log", "legal", "suggest", "close"):
        ran = run(command, name)
        assert (ran.code, ran.out) == (66, ""), command
        assert f"There is no game {name}" in ran.err


def test_an_unknown_form_is_a_mistake_of_the_command() -> None:
    assert run("show", "cup", "--format", "pdf").code == 2


def test_the_log_is_listed() -> None:
    lines = run("log", "cup").out.splitlines()
    assert len(lines) == 6
    assert " deal" in lines[1]
    entries = json.loads(run("log", "cup", "--json").out)["entries"]
    assert [each["entry"] for each in entries] == list(range(6))
    assert [each["head"] for each in entries] == list(log.read_log("games/cup").heads)


def test_the_log_shows_entries_that_are_not_moves() -> None:
    assert run("absent", "cup", "red", "2026-12-24", "2026-12-28").code == 0
    said = "Entry 6: Bruno (red) is away from 2026-12-24 to 2026-12-28."
    assert run("log", "cup").out.splitlines()[-1].endswith(f"absent red     {said.removeprefix('Entry 6: ')}")
    last = json.loads(run("log", "cup", "--json").out)["entries"][-1]
    assert (last["kind"], last["played"], last["told"]) == ("absent", "", said)


@pytest.mark.parametrize("left", ["nothing", "a link that leads nowhere", "a folder"])
def test_a_game_whose_log_is_lost_is_reported(left: str) -> None:
    path = Path("games/cup/log.yaml")
    path.unlink()
    if left == "a folder":
        path.mkdir()
    elif left != "nothing":
        path.symlink_to("away")
    exits = {"verify": 65, "remind": 0, "doctor": 78, "archive site": 65, "export --to games.sqlite": 65}
    for words, code in exits.items():
        ran = run(*words.split())
        assert (ran.code, re.search(r"cup: \S*log.yaml ", ran.out + ran.err) is not None) == (code, True), words
    assert "1 matter needs your attention." in run("status").out


def test_a_folder_that_never_held_a_game_is_none() -> None:
    Path("games/drafts").mkdir()
    assert "drafts" not in run("verify").out + run("status").out


def test_verify_all_one_a_folder_or_a_copy() -> None:
    for words in ((), ("cup",), ("games",), ("games/cup",), ("games/cup/log.yaml",)):
        ran = run("verify", *words)
        assert ran.code == 0
        assert "All 5 entries are correct" in ran.out
        assert log.read_log("games/cup").head in ran.out
    logs = json.loads(run("verify", "--json").out)["logs"]
    assert [(each["game"], each["good"], each["entries"]) for each in logs] == [("cup", True, 5)]
    shutil.copytree("games/cup", "games/copies/cup")
    assert run("verify", "games/cup", "games/copies/cup").out.endswith("\nWrong: 0 of 2 logs.\n")
    assert run("verify", "cap").code == 66
    assert run("verify", "private").code == 66


def test_verify_notes_times_that_are_still_to_come_and_calls_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Note:" not in run("verify", "cup").out
    times = [each["at"] for each in json.loads(run("log", "cup", "--json").out)["entries"][1:]]
    monkeypatch.setenv("REFEREE_NOW", "2026-11-01T00:00:00Z")
    ran = run("verify", "cup")
    said = f"Note: 5 entries are dated in the future, from entry 1 of {times[0]} on. Here it is 2026-11-01T00:00:00Z."
    assert (ran.code, ran.out.splitlines()[-1]) == (0, f"  {said}")
    (found,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (found["good"], found["notes"]) == (True, [said])


def test_clocks_that_differ_by_a_few_minutes_are_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    begin("fresh")  # at 19:00
    for now, noted in (("18:57", False), ("18:50", True)):
        monkeypatch.setenv("REFEREE_NOW", f"2026-11-20T{now}:00Z")
        assert ("Note:" in run("verify", "fresh").out) is noted


def test_verify_says_how_far_chance_was_checked() -> None:
    assert "the private secret matches the commitment" in run("verify", "cup").out
    shutil.rmtree("private")
    assert "the secret is only published when the game is closed" in run("verify", "cup").out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("secret: 0001", "secret: 0101", "The secret stored for cup isn't the one its log commits to."),
        ("secret: 0001", "secret: 1", "private/cup.yaml isn't the private part of the game cup, or it was changed."),
        ("game: cup", "game: [", "private/cup.yaml isn't the private part of the game cup, or it was changed."),
    ],
)
def test_a_private_part_of_another_log_is_reported_and_no_entry_called_bad(old: str, new: str, said: str) -> None:
    path = Path("private/cup.yaml")
    path.write_text(path.read_text().replace(old, new))
    ran = run("verify", "cup")
    assert (ran.code, "is bad" in ran.out) == (65, False)
    assert "cup: All 5 entries are correct under edition " in ran.out
    assert f": the chain, every move, every position. But: {said}" in ran.out
    (answer,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (answer["good"], answer["entry"], answer["entries"]) == (False, None, 5)


def test_a_log_of_one_entry_or_none_is_called_so() -> None:
    begin("waits", wait_for_nonces=True)
    said = run("verify", "waits").out
    assert "waits: The header is correct under edition " in said
    assert ". There are no entries yet." in said
    assert run("deal", "waits").code == 0
    said = run("verify", "waits").out
    assert "waits: The only entry is correct under edition " in said
    assert ": the chain and its position. Chance" in said


def test_a_cut_tail_is_found_by_a_head_alone() -> None:
    found = log.read_log("games/cup")
    head, raw = found.head, found.raw
    Path("games/cup/log.yaml").write_bytes(raw[: raw.rindex(b"---\n")])
    assert run("verify", "cup").code == 0
    ran = run("verify", "cup", "--head", head[:12])
    assert (ran.code, "the end of the log is missing" in ran.out, "is bad" in ran.out) == (65, True, False)
    assert json.loads(run("verify", "cup", "--head", head, "--json").out)["logs"][0]["entry"] is None
    Path("games/cup/log.yaml").write_bytes(raw)
    whole = run("verify", "cup", "--head", head[:12])
    assert (whole.code, "The head you gave is that of entry 5 of 5." in whole.out) == (0, True)
    assert "that of entry 1 of 5." in run("verify", "cup", "--head", found.heads[1]).out
    assert run("verify", "cup", "--head", "xyz").code == 2
    assert run("verify", "cup", "--head", head[:11]).code == 2


@pytest.mark.parametrize("command", ["show", "log", "legal", "suggest", "verify"])
def test_a_damaged_log_is_reported_with_its_first_bad_entry(command: str) -> None:
    path = Path("games/cup/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"entry: 3\n", b"entry: 4\n"))
    ran = run(command, "cup")
    assert ran.code == 65
    assert "entry 3" in ran.out + ran.err
    assert "Traceback" not in ran.err


def test_a_move_on_a_damaged_log_is_refused_and_the_log_left_alone() -> None:
    text = run("suggest", "cup").out.encode()
    path = Path("games/cup/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"kind: deal", b"kind: dael"))
    before = disk()
    ran = run("submit", "-", stdin=text)
    assert (ran.code, "damaged at entry 1" in ran.err) == (65, True)
    assert ran.err.endswith("Nothing was recorded.\n")
    assert disk() == before


def test_a_log_in_a_folder_of_another_name_is_not_played_on() -> None:
    Path("games/cup").rename("games/other")
    ran = run("show", "other")
    assert (ran.code, "belongs to the game cup" in ran.err) == (65, True)
    bad = run("verify")
    assert (bad.code, "other: its header is wrong. The log in games/other belongs to the game cup." in bad.out) == (
        65,
        True,
    )
    Path("games/other").rename("copy")
    good = run("verify", "copy")
    assert (good.code, good.out.startswith("copy (cup): All 5 entries are correct")) == (0, True)


def test_a_log_of_another_edition_is_not_judged_by_this_one() -> None:
    path = Path("games/cup/log.yaml")
    header, rest = path.read_bytes().split(b"\n---\n", 1)
    path.write_bytes(re.sub(rb"edition: .*", b"edition: 99", header) + b"\n")
    ran = run("show", "cup")
    assert (ran.code, "The log uses edition 99 of Magna Grecia, but referee " in ran.err) == (65, True)
    assert rest


def test_where_to_look_is_configured() -> None:
    Path("referee.toml").write_text('games = "elsewhere"\n')
    assert run("show", "cup").code == 66
    assert run("--games", "games", "show", "cup").code == 0
    Path("referee.toml").write_text("gmaes = 1\n")
    ran = run("show", "cup")
    assert (ran.code, "Did you mean games?" in ran.err) == (78, True)


def test_a_clock_that_is_none_is_a_mistake_of_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_NOW", "noon")
    ran = run("show", "cup")
    assert (ran.code, "REFEREE_NOW must be a time" in ran.err) == (78, True)


def test_colours_are_configured_and_must_be_colours() -> None:
    Path("referee.toml").write_text('[palette]\nred = "#123456"\norange = "#ffffff"\n')
    assert "#123456" in run("show", "cup", "--format", "svg").out
    Path("referee.toml").write_text('[palette]\nred = "crimson"\n')
    ran = run("show", "cup", "--format", "svg")
    assert (ran.code, "crimson" in ran.err) == (78, True)
    text = run("suggest", "cup").out.encode()
    done = run("submit", "-", stdin=text)
    assert (done.code, "Recorded as entry 6" in done.err, "crimson" in done.err) == (0, True, True)


def raw(*words: str) -> bytes:
    """The output of a command on stdout, as bytes."""
    out = io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(out):
        assert cli.code(list(words)) == 0
    return out.buffer.getvalue()


def test_show_gives_a_picture_as_bytes_or_as_a_file() -> None:
    shown = raw("show", "cup", "--format", "png")
    assert shown.startswith(b"\x89PNG")
    ran = run("show", "cup", "--format", "png", "--out", "board.png")
    assert (ran.code, ran.out, ran.err) == (0, "", "Written: board.png\n")
    assert Path("board.png").read_bytes() == shown
    assert raw("show", "cup", "--format", "png", "--size", "600") == raw(
        "show", "cup", "--format", "png", "--size", "small"
    )


@pytest.mark.parametrize("form", ["text", "html", "svg", "json", "bbcode", "markdown", "state"])
def test_a_file_holds_what_stdout_would(form: str) -> None:
    printed = run("show", "cup", "--format", form).out
    assert run("show", "cup", "--format", form, "--out", "made").code == 0
    assert Path("made").read_bytes().decode() == printed == run("show", "cup", "--format", form, "--out", "-").out


@pytest.mark.parametrize(("command", "ends"), [("show", ".png, "), ("replay", ".gif")])
def test_an_ending_that_means_no_form_is_refused(command: str, ends: str) -> None:
    ran = run(command, "cup", "--out", "made.pdf")
    assert (ran.code, "Its name must end with one of these: ." in ran.err, ends in ran.err) == (2, True, True)
    assert not Path("made.pdf").exists()


def test_a_file_that_cannot_be_written_is_reported_and_nothing_is_left() -> None:
    Path("there").mkdir()
    for target in ("nowhere/board.png", "there"):
        ran = run("show", "cup", "--format", "png", "--out", target)
        assert (ran.code, f"{target} couldn't be written" in ran.err) == (73, True)
    assert [path.name for path in Path().iterdir() if path.name.endswith(".new")] == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--size", "small"), "Only pictures have a size. Use --format svg or png."),
        (("--size", "small", "--format", "html"), "Only pictures have a size"),
        (("--format", "svg", "--json"), "Leave out --format svg"),
        (("--format", "markdown", "--palette", "grey"), "It only works with the formats svg, png, html, text."),
        (("--json", "--palette", "grey"), "It only works with the formats"),
        (("--format", "state", "--seat", "red"), "--seat: The public state is the same for everybody."),
        (("--format", "state", "--moderator"), "--moderator: The public state is the same for everybody."),
        (("--seat", "red", "--moderator"), "A report is either for a seat or for the moderator."),
        (("--palette", "rainbow"), "'rainbow' is not one of 'printed', 'safe', 'contrast', 'grey'"),
        *(
            (
                ("--format", "png", "--size", size),
                "A picture is small (600), medium (1000), large (2000), or 300 to 4000 pixels wide.",
            )
            for size in ("huge", "299", "4001", "-600", "6e2", "٦٠٠", "1" * 20)
        ),
    ],
)
def test_options_that_mean_nothing_together_are_refused(words: tuple[str, ...], why: str) -> None:
    ran = run("show", "cup", *words)
    assert (ran.code, ran.out) == (2, "")
    assert why in " ".join(ran.err.split())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(*words: str) -> tuple[int, str]:
    """The exit code of a command, and what it writes to a terminal."""
    with redirect_stdout(Terminal()) as out, redirect_stderr(out):
        return cli.code(list(words)), out.getvalue()


def test_a_picture_is_not_thrown_at_a_terminal() -> None:
    code, told = on_terminal("show", "cup", "--format", "png")
    assert code == 2
    assert "Write it to a file with --out board.png or > board.png" in " ".join(told.split())
    assert on_terminal("show", "cup", "--format", "png", "--out", "board.png") == (0, "Written: board.png\n")


def test_in_a_terminal_a_refusal_leads_to_the_cases_of_its_rule() -> None:
    move = run("suggest", "cup").out
    Path("move.yaml").write_text(f"{move.partition('actions:')[0]}actions:\n  - city: Z99\n", encoding="utf-8")
    code, told = on_terminal("submit", "move.yaml")
    assert (code, "Drawn cases: referee rules MG-1.3 --cases\n" in told) == (65, True), told
    assert "Drawn cases" not in run("submit", "move.yaml").err


def test_the_flag_goes_before_the_palette_of_the_settings() -> None:
    Path("referee.toml").write_text('palette = "grey"\n')
    assert "#000000" in run("show", "cup", "--format", "svg").out
    assert "#d83126" in run("show", "cup", "--format", "svg", "--palette", "printed").out


COLOURED = re.compile(r"\x1b\[[0-9;]*m")


def test_colours_only_for_a_terminal_or_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    plain = run("show", "cup").out
    assert "\x1b" not in plain
    always = run("show", "cup", "--color", "always").out
    assert "\x1b[38;5;" in always
    assert COLOURED.sub("", always) == plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("show", "cup").out == always
    assert run("show", "cup", "--color", "never").out == plain
    assert run("show", "cup", "--out", "report.txt").code == 0
    assert Path("report.txt").read_text() == plain
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "\x1b[38;2;" in run("show", "cup", "--palette", "safe").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", "cup").out == plain
    assert COLOURED.sub("", run("show", "cup", "--color", "always").out) == plain


def test_a_terminal_has_colours_unless_it_can_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in on_terminal("show", "cup")[1]
    monkeypatch.setenv("TERM", "dumb")
    assert on_terminal("show", "cup") == (0, run("show", "cup").out)


def test_the_page_of_any_entry_is_made_again_to_the_byte() -> None:
    for entry in range(1, 6):
        assert run("show", "cup", "--at", str(entry), "--format", "html", "--out", "again.html").code == 0
        assert Path("again.html").read_bytes() == Path(f"reports/cup/{entry}.html").read_bytes(), entry


@pytest.mark.parametrize(
    ("name", "begins"),
    [("page.html", "<!DOCTYPE html>"), ("board.svg", "<svg"), ("post.md", "--- 1/9"), ("note", "Magna")],
)
def test_the_ending_of_a_file_says_its_format(name: str, begins: str) -> None:
    assert run("show", "cup", "--out", name).code == 0
    assert Path(name).read_text(encoding="utf-8").startswith(begins)
