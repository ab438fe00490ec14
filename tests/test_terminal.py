"""What somebody sees who types commands: ten lines after each, questions, an editor; on a real pseudo-terminal."""

import json
from pathlib import Path

import pytest
from cli_runs import begin, disk, run, suggestion
from pty_runs import editor, type_answers

from referee.cli import contents
from referee.store import log

LINES = 10
"""So many lines a command may print."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    for name in ("VISUAL", "EDITOR", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


QUESTIONS = (
    ("Which game", "magna grecia"),
    ("Who plays", "Anna, Bruno (Red)"),
    ("A name for the game", "Spring Cup!"),
    ("Which board", "Bruttium"),
    ("How long may a turn take", "3 days"),
    ("which time zone", ""),
    ("Start the game?", "y"),
)


def test_new_asks_for_what_is_missing_and_shows_what_it_will_do() -> None:
    seen = type_answers("new", answers=QUESTIONS, columns=400)
    assert seen.code == 0, seen.text
    header = log.read_log("games/spring-cup").header
    assert (header["title"], header["seats"]) == ("magna-grecia", {"yellow": "Anna", "red": "Bruno"})
    assert header["board"]["name"] == "bruttium"
    assert (header["clock"]["allowance"], header["clock"]["zone"]) == ("3d", "Europe/Berlin")
    shown = seen.text.partition("Start the game?")[0]
    assert "This will start spring-cup: Magna Grecia, Anna (yellow), Bruno (red)." in shown
    assert "A turn may take 3d, counted in the zone Europe/Berlin." in shown
    assert "Recorded as entry 1 of spring-cup." in seen.text


def test_the_command_that_new_shows_begins_the_same_game() -> None:
    seen = type_answers("new", answers=[*QUESTIONS[:-1], ("Start the game?", "n")], columns=400)
    assert (seen.code, disk()) == (0, {})
    (shown,) = [line for line in seen.lines if "The same as a command: " in line]
    ran = run(*shown.split("referee ")[1].split())
    assert ran.code == 0, ran.err
    assert log.read_log("games/spring-cup").header["seats"] == {"yellow": "Anna", "red": "Bruno"}


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    answers = [
        ("Which game", "chess"),
        ("Which game", "Attika"),
        ("Who plays", "Anna"),
        ("Who plays", "Anna, Bruno"),
        ("A name for the game", ""),
        ("Which board", ""),
        ("How long may a turn take", "soon"),
        ("How long may a turn take", "none"),
        ("Start the game?", "y"),
    ]
    seen = type_answers("new", answers=answers, columns=400)
    assert seen.code == 0, seen.text
    for said in ("There is no title chess", "is for 2 to 4 players, not 1", "allowance is"):
        assert said in seen.text
    header = log.read_log("games/attika-1").header
    assert (list(header["seats"]), header.get("clock")) == (["athens", "corinth"], None)


def test_new_asks_only_for_what_is_left_out() -> None:
    given = ("new", "Magna Grecia", "--id", "cup", "--player", "Yellow=Anna", "--player", "rosso=Bruno")
    ran = run(*given, "--clock", "allowance=3 days")
    assert ran.code == 0, ran.err
    header = log.read_log("games/cup").header
    assert (header["seats"], header["clock"]["allowance"]) == ({"yellow": "Anna", "red": "Bruno"}, "3d")
    assert run("extend", "cup", run("show", "cup", "--json").out.split('"asked": {\n    "seat": "')[1].split('"')[0],
               "2 Days", "--why", "A move.").code == 0  # fmt: skip


@pytest.mark.parametrize("again", [("red=A", "Red=B"), ("red=A", "rot=B")])
def test_a_seat_named_twice_in_different_words_is_refused(again: tuple[str, str]) -> None:
    ran = run("new", "magna-grecia", "--id", "cup", "--player", again[0], "--player", again[1])
    assert (ran.code, "You gave red twice." in ran.err, disk()) == (2, True, {})


def test_where_nobody_can_be_asked_new_says_what_is_missing() -> None:
    ran = run("new")
    assert (ran.code, ran.out, disk()) == (2, "", {})
    assert "Missing: TITLE, --id, --player." in ran.err


def test_who_leaves_with_control_c_has_begun_no_game() -> None:
    seen = type_answers("new", answers=[("Which game", ""), ("Who plays", "\x03")])
    assert seen.code == 130
    assert disk() == {}


@pytest.mark.parametrize(
    ("command", "question"),
    [
        (("end", "resign", "cup", "red"), "From now on the referee plays red, and its player gets no e-mails. Go on?"),
        (("end", "resign", "cup", "red", "--to", "Carla"), "From now on Carla plays red and gets its e-mails."),
        (("player", "cup", "red", "--name", "Carla"), "From now on Carla plays red and gets its e-mails."),
    ],
)
def test_nobody_loses_a_seat_without_a_question(command: tuple[str, ...], question: str) -> None:
    begin()
    before = disk()
    seen = type_answers(*command, answers=[("Go on?", "n")], columns=400)
    assert (seen.code, question in seen.text, disk() == before) == (0, True, True)
    assert type_answers(*command, answers=[("Go on?", "y")], columns=400).code == 0
    assert len(log.read_log("games/cup").documents) == 3
    assert "Go on?" not in type_answers(*command, "--yes").text


def screen_of(rows: int) -> list[str]:
    """What is on a terminal of this height after a move."""
    begin()
    Path("move.yaml").write_bytes(suggestion())
    seen = type_answers("submit", "move.yaml", rows=rows)
    assert seen.code == 0, seen.text
    return seen.lines


def test_a_low_terminal_shows_ten_lines() -> None:
    lines = screen_of(24)
    assert len(lines) <= LINES
    assert lines[0].startswith("Recorded as entry 2 of cup: ")
    assert any(line.startswith("Next: ") for line in lines)
    assert any(line.startswith("Page: reports/cup/2.html") for line in lines)


def test_a_tall_terminal_shows_the_board_too() -> None:
    lines = screen_of(60)
    assert len(lines) < 60
    assert sum(line.split()[:3] == ["A", "B", "C"] for line in lines) == 2


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_no_command_prints_more_than_ten_lines(title: str) -> None:
    seats = {"magna-grecia": ("yellow", "red"), "attika": ("athens", "sparta")}[title]
    players = [
        word for seat, name in zip(seats, ("Anna", "Bruno"), strict=True) for word in ("--player", f"{seat}={name}")
    ]
    commands = [("new", title, "--id", "cup", *players, "--practice", "--clock", "allowance=3d")]
    for words in commands:
        shown(words)
    for _ in range(6):
        Path("move.yaml").write_bytes(suggestion())
        shown(("submit", "move.yaml"))
    mover = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    shown(("extend", "cup", mover, "2d", "--why", "Moving house."))
    shown(("absent", "cup", mover, "2026-12-24"))
    shown(("pause", "cup", "--why", "We meet."))
    shown(("resume", "cup"))
    shown(("clock", "cup", "allowance=2d"))
    shown(("player", "cup", mover, "--name", "Carla"))
    shown(("missed", "cup", mover))
    shown(("show", "cup", "--brief"))
    shown(("close", "cup", "--abandon"))


def shown(words: tuple[str, ...]) -> None:
    """Run a command; what it prints on a terminal of 80 columns is at most ten lines."""
    ran = run(*words)
    assert ran.code == 0, ran.err
    lines = [line for line in (ran.err + ran.out).splitlines() if not line.startswith("No letters go to")]
    assert sum(1 + max(0, len(line) - 1) // 80 for line in lines) <= LINES, (words, lines)


def test_full_prints_the_whole_report() -> None:
    begin()
    Path("move.yaml").write_bytes(suggestion())
    assert run("submit", "move.yaml", "--full").out == run("show", "cup").out


def test_the_next_player_and_the_deadline_are_named() -> None:
    run("new", "magna-grecia", "--id", "cup", "--player", "red=Bruno", "--player", "yellow=Anna", "--practice",
        "--clock", "allowance=3d", "--clock", "zone=Europe/Berlin")  # fmt: skip
    ran = run("show", "cup", "--brief")
    (last,) = [line for line in ran.out.splitlines() if line.startswith("Next: ")]
    assert last.endswith(", by Mon 23 Nov, 20:00 (3 days).")


# ---- before something final


def final(*words: str, question: str) -> None:
    """A command asks before it does what cannot be taken back; no leaves all as it is."""
    before = disk()
    seen = type_answers(*words, answers=[(question, "n")], columns=400)
    assert (seen.code, question in seen.text, disk()) == (0, True, before), seen.text
    seen = type_answers(*words, answers=[(question, "y")], columns=400)
    assert (seen.code, disk() == before) == (0, False), seen.text


def test_pages_are_not_removed_without_a_question() -> None:
    begin()
    assert run("archive", "site").code == 0
    Path("games/cup").rename("elsewhere")
    final("archive", "site", "--prune", question="cup will be removed for good. Continue?")


def test_a_new_edition_is_not_adopted_without_a_question() -> None:
    assert (
        run("new", "attika", "--id", "cup", "--player", "athens=A", "--player", "sparta=B", "--edition", "1").code == 0
    )
    words = ("dev", "edition", "cup", "2", "--all-consent", "--why", "All said so.")
    final(*words, question="cup can't go back to its present edition. Continue under edition 2?")
    found = log.read_log("games/cup").entries
    assert [("why" in each, each["kind"]) for each in found[1:]] == [(False, "consent")] * 2 + [(True, "edition")]
    assert "Reason: All said so." in run("log", "cup").out
    assert run("verify", "cup").code == 0


def test_a_nonce_is_not_entered_without_a_question() -> None:
    begin(wait_for_nonces=True)
    final("deal", "nonce", "cup", "red", "AA" * 16, question="A nonce can't be changed later")


# ---- the editor


def legal_text() -> str:
    return suggestion().decode()


def test_move_opens_the_block_checks_it_and_records_it(tmp_path: Path) -> None:
    begin()
    command = editor(tmp_path, f"assert 'actions' in text; text = {legal_text()!r}")
    seen = type_answers("move", "cup", answers=[("Record it?", "")], EDITOR=command)
    assert seen.code == 0, seen.text
    assert "This move of Anna (yellow) is legal: city " in seen.text
    assert log.read_log("games/cup").last == 2
    assert list(Path("private/cup").glob("*draft*")) == []


def test_what_is_wrong_is_a_comment_in_the_file_until_it_is_right(tmp_path: Path) -> None:
    begin()
    wrong = "text = text.replace('# actions:', 'actions:').replace('#   - city', '  - ctiy')"
    right = f"assert '#!   ^ ' in text and 'ctiy' in text, text; text = {legal_text()!r}"
    answers = [("Edit it again?", "y"), ("Record it?", "y")]
    seen = type_answers("submit", "--edit", "cup", answers=answers, EDITOR=editor(tmp_path, wrong, right))
    assert seen.code == 0, seen.text
    assert log.read_log("games/cup").last == 2


def test_a_draft_that_is_left_is_there_the_next_time(tmp_path: Path) -> None:
    begin()
    text = legal_text()
    seen = type_answers(
        "move",
        "cup",
        answers=[("Record it?", "n"), ("Edit it again?", "n")],
        EDITOR=editor(tmp_path, f"text = {text!r}"),
    )
    assert (seen.code, log.read_log("games/cup").last) == (0, 1)
    assert "To continue with your draft: referee submit --edit cup" in seen.text
    again = editor(tmp_path, f"assert text == {text!r}, text")
    seen = type_answers("move", "cup", answers=[("Record it?", "y")], EDITOR=again)
    assert (seen.code, log.read_log("games/cup").last) == (0, 2), seen.text


def test_an_untouched_block_is_not_recorded_by_enter_alone(tmp_path: Path) -> None:
    begin()
    answers = [("You changed nothing.", ""), ("Edit it again?", "n")]
    seen = type_answers("move", "cup", answers=answers, EDITOR=editor(tmp_path, "pass"))
    assert (seen.code, log.read_log("games/cup").last) == (0, 1), seen.text


def test_an_editor_that_is_not_there_is_named() -> None:
    begin()
    seen = type_answers("move", "cup", EDITOR="no-such-editor")
    assert seen.code == 2
    assert "no-such-editor cannot be opened" in seen.text
    assert "export EDITOR=nano" in seen.text


def test_without_a_terminal_move_says_what_to_do() -> None:
    begin()
    ran = run("move", "cup")
    assert (ran.code, "referee submit FILE" in ran.err) == (2, True)


# ---- where to start


@pytest.mark.parametrize("arguments", [("show", "cup", "--format", "html"), ("replay", "cup")])
def test_a_page_is_not_printed_where_nobody_could_read_it(arguments: tuple[str, ...]) -> None:
    begin()
    seen = type_answers(*arguments, columns=400)
    assert (seen.code, "<" in seen.text) == (2, False)
    assert "A page can't be read in a terminal. Write it to a file with --out page.html" in seen.text


def test_referee_alone_says_where_to_start() -> None:
    ran = run()
    assert ran.code == 0
    assert "referee new " in ran.out
    assert len(ran.out.splitlines()) < LINES
    begin()
    assert "referee status   shows your games here (1)" in run().out


@pytest.mark.parametrize("words", [("status",), ("submit", "-"), ("title", "boards"), ("why", "cup")])
def test_json_is_said_once_before_the_command_or_behind_it(words: tuple[str, ...]) -> None:
    begin()
    move = suggestion()
    assert (said := run("--json", *words, stdin=move)).code == 0, said
    assert json.loads(said.out)
    assert "--json" not in run("help", *words[:1]).out
    if words[0] != "submit":
        assert run(*words, "--json").out == said.out


def test_the_whole_report_is_said_before_the_command_too() -> None:
    begin()
    assert len(run("--full", "submit", "-", stdin=suggestion()).out.splitlines()) > LINES
    assert run("--full", "status").code == 2


def test_help_explains_the_commands_and_one_of_them() -> None:
    assert run("help").out == run("--help").out
    assert run("help", "submit").out == run("submit", "--help").out
    assert run("help", "boards", "draw").out == run("boards", "draw", "--help").out
    assert run("help", "sumbit").code == 2


@pytest.mark.parametrize("word", ["list", "games"])
def test_what_people_type_for_the_status_is_the_status(word: str) -> None:
    begin()
    assert run(word).out == run("status").out


def test_what_is_used_every_day_comes_first() -> None:
    first, listed = next(iter(contents.COMMANDS.items()))
    assert first == "Play"
    assert list(listed)[:3] == ["status", "show", "submit"]
    assert "New here? Start with: referee new" in run("--help").out


# ---- what ends a game


@pytest.mark.parametrize("words", [("abandon", "cup"), ("concede", "cup", "red")])
def test_an_end_says_what_it_does_and_is_asked_about(words: tuple[str, ...]) -> None:
    begin()
    question = "takes it back. End it?"
    seen = type_answers(*words, answers=[(question, "n")], columns=200)
    assert (seen.code, log.read_log("games/cup").last) == (0, 1), seen.text
    assert "Entry 2: the game is over." in seen.text
    seen = type_answers(*words, "--dry-run", columns=200)
    assert question not in seen.text
    seen = type_answers(*words, answers=[(question, "y")], columns=200)
    assert (seen.code, log.read_log("games/cup").last) == (0, 2), seen.text
    assert question not in type_answers(*words, columns=200).text  # it is recorded already


def test_a_proposal_is_not_asked_about_and_yes_skips_the_question() -> None:
    begin()
    assert type_answers("draw", "cup", "--seat", "red").code == 0
    assert type_answers("answer", "cup", "yellow", "no").code == 0
    assert type_answers("abandon", "cup", "--yes").code == 0
    assert log.read_log("games/cup").entry(log.read_log("games/cup").last)["kind"] == "end"


@pytest.mark.parametrize("words", [("close", "cup"), ("close", "--auto")])
def test_close_says_that_it_is_final(words: tuple[str, ...]) -> None:
    begin()
    assert run("abandon", "cup").code == 0
    seen = type_answers(*words, answers=[("Close cup?", "n")], columns=400)
    assert (seen.code, log.read_log("games/cup").last) == (0, 2), seen.text
    assert "This is final" in seen.text
    assert type_answers(*words, answers=[("Close cup?", "y")], columns=400).code == 0
    assert log.read_log("games/cup").last == 3
    assert "Close cup?" not in type_answers(*words, columns=400).text


def test_what_cannot_be_brought_back_is_asked_about() -> None:
    begin(wait_for_nonces=True)
    seen = type_answers("deal", "cup", answers=[("Deal cup?", "n")])
    assert (seen.code, log.read_log("games/cup").last) == (0, 0), seen.text
    assert type_answers("deal", "cup", answers=[("Deal cup?", "y")]).code == 0
    assert "Deal cup?" not in type_answers("deal", "cup").text


def test_to_shuffle_again_is_asked_about() -> None:
    seats = ("--player", "athens=Anna", "--player", "corinth=Bruno")
    assert run("new", "attika", "--id", "cup", *seats).code == 0
    seat = json.loads(run("status", "--json").out)["games"][0]["seat"]
    move = f"game: cup\nafter: 1\nseat: {seat}\nactions: [draw: 1, store, draw: 1, store]\nend: true\n"
    ran = run("submit", "-", stdin=move.encode())
    assert ran.code == 0, ran
    words, last = ("undo", "cup", "--to", "1", "--reseal"), log.read_log("games/cup").last
    seen = type_answers(*words, answers=[("Go back in cup?", "n")], columns=200)
    assert (seen.code, log.read_log("games/cup").last) == (0, last), seen.text
    assert "Nothing was drawn" not in type_answers(*words, "--yes").text
    assert log.read_log("games/cup").last == last + 1


# ---- discard


def test_discard_asks_and_keeps_everything() -> None:
    begin()
    before = sorted(disk().values())
    seen = type_answers("discard", "cup", answers=[("Put cup away?", "n")])
    assert "Nothing was changed." in seen.text
    assert (seen.code, Path("games/cup/log.yaml").exists()) == (0, True)
    seen = type_answers("discard", "cup", answers=[("Put cup away?", "y")])
    assert seen.code == 0, seen.text
    assert not Path("games/cup").exists()
    assert not Path("private/cup.yaml").exists()
    assert sorted(disk().values()) == before
    assert json.loads(run("status", "--json").out)["games"] == []
    begin()
    assert run("discard", "cup", "--yes").code == 0
    assert [each.name for each in sorted(Path("private/discarded_games").iterdir())] == ["cup.1", "cup.2"]


def test_a_game_in_which_somebody_moved_is_not_discarded() -> None:
    begin()
    assert run("submit", "-", stdin=suggestion()).code == 0
    before = disk()
    ran = run("discard", "cup", "--yes")
    assert (ran.code, "entry 2 came after its beginning" in ran.err) == (65, True)
    assert disk() == before
    assert run("fork", "cup", "--id", "copy").code == 0
    assert run("discard", "copy", "--yes").code == 0
    assert not Path("games/copy").exists()


def test_without_a_terminal_and_without_yes_nothing_is_discarded() -> None:
    begin()
    before = disk()
    ran = run("discard", "cup")
    assert (ran.code, "referee end discard cup --yes" in ran.err, disk()) == (2, True, before)


def test_a_discard_that_was_interrupted_is_finished_by_the_next() -> None:
    begin()
    assert run("discard", "cup", "--yes").code == 0
    Path("private/discarded_games/cup.1/cup.yaml").rename("private/cup.yaml")
    assert [each["state"] for each in json.loads(run("status", "--json").out)["games"]] == ["broken"]
    assert run("discard", "cup", "--yes").code == 0
    assert json.loads(run("status", "--json").out)["games"] == []
    assert Path("private/discarded_games/cup.1/cup.yaml").is_file()


def test_discard_names_the_folder_for_programs() -> None:
    begin()
    answer = json.loads(run("discard", "cup", "--yes", "--json").out)
    assert answer == {"format": "referee-discarded/1", "game": "cup", "folder": "private/discarded_games/cup.1"}
