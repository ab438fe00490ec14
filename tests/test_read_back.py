"""Nothing is recorded that cannot be read back, whatever fault a title or the program has, on no path into a log."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import resealed
from cli_runs import NOW, SECRET, Ran, begin, disk, miss, play, run, suggestion
from second_edition import begin_first, install

from referee import titles
from referee.app import errors
from referee.app.errors import Stop
from referee.app.game_access import Table
from referee.app.play import entries, new_game, record_move, submit_move
from referee.app.play.record_move import Submitted
from referee.exit_codes import BUG, DONE, MAIL, Foreseen
from referee.rules import folds, replay
from referee.rules.entry_shapes import ASIDES
from referee.rules.rulebook import AnyRulebook, law_of_stages
from referee.settings import Settings
from referee.store import log

ATTIKA = "game: hill\nafter: 1\nseat: athens\nactions: [{cards: 3}, {cards: 0}]\n"
"""The order that made every later replay impossible when it was recorded as two entries."""
GIVING_UP = ("takes_a_card_for_each_open_action", "gives_up_the_open_actions_once")
"""The rules of Attika that refuse it."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def begin_attika() -> None:
    plan = new_game.plan("attika", "hill", ["athens=Anna", "sparta=Bruno"], ["first_player=athens"], None)
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def without_rules(book: AnyRulebook, *names: str) -> AnyRulebook:
    """A title whose authors forgot some rules."""
    law = law_of_stages(
        {
            kind: tuple(tuple(rule for rule in stage if rule.name not in names) for stage in rules.stages)
            for kind, rules in book.play.law.items()
        }
    )
    return book._replace(play=book.play._replace(law=law))


def play_with(monkeypatch: pytest.MonkeyPatch, book: AnyRulebook) -> None:
    """Let the referee find this title in place of its own."""
    monkeypatch.setattr("referee.app.game_access.titles.book", lambda id: book)


def is_good(game: str) -> bool:
    return run("verify", game).code == 0


def test_what_ends_the_turn_twice_is_refused_before_anything_is_recorded() -> None:
    begin_attika()
    before = disk()
    ran = run("submit", "-", stdin=ATTIKA.encode())
    assert ran.code == 65
    assert "AT-3.4: An earlier line has already given up the rest of the turn" in ran.err
    assert disk() == before


def test_a_part_that_changes_nothing_is_not_recorded_whatever_the_title_says(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_attika()
    play_with(monkeypatch, without_rules(titles.book("attika"), *GIVING_UP))
    ran = run("submit", "-", stdin=ATTIKA.encode())
    assert ran.code == 0
    assert "This changes nothing in the game, so there is nothing to record." in ran.err
    assert log.read_log("games/hill").last == 2
    assert is_good("hill")
    again = run("submit", "-", stdin=ATTIKA.encode())
    assert (again.code, "Already recorded as entry 2" in again.err) == (0, True)
    assert "This changes nothing in the game" in again.err


def test_a_move_that_changes_nothing_is_refused_and_so_is_its_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_attika()
    attika = titles.book("attika")
    play_with(monkeypatch, attika._replace(play=attika.play._replace(happens=lambda *step: ())))
    before = disk()
    for command in (("submit", "-"), ("check", "-")):
        ran = run(*command, stdin=ATTIKA.replace("{cards: 3}, {cards: 0}", "{draw: 1}").encode())
        assert ran.code == 65
        assert "This changes nothing in the game" in ran.err + ran.out
    assert disk() == before


def test_a_part_that_would_not_replay_is_not_written_and_the_part_before_it_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin_attika()
    play_with(monkeypatch, without_rules(titles.book("attika"), *GIVING_UP))
    monkeypatch.setattr(submit_move, "refuse_nothing", lambda text, ruling: None)
    ran = run("submit", "-", stdin=ATTIKA.encode())
    assert ran.code == 70
    assert "Recorded as entry 2 of hill" in ran.err
    assert "With this entry hill could not be read again, so it was not recorded: The rules don't allow" in ran.err
    assert "run the same command again" not in ran.err
    assert log.read_log("games/hill").last == 2
    assert is_good("hill")


def test_a_title_that_records_a_move_wrongly_cannot_spoil_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_attika()
    book = titles.book("attika")
    play_with(
        monkeypatch, book._replace(play=book.play._replace(record=lambda position, move, events: {"actions": []}))
    )
    before = disk()
    for command in (("submit", "-"), ("submit", "-", "--dry-run"), ("submit", "-", "--json")):
        ran = run(*command, stdin=ATTIKA.replace("{cards: 3}, {cards: 0}", "{build: market at 3}").encode())
        assert ran.code == 70
        assert "This is an error in the program or in this title; you did nothing wrong." in ran.err
        assert ran.err.endswith("Nothing was recorded.\n")
        assert ran.out == ""
    assert disk() == before


def test_a_title_that_breaks_down_in_a_replay_is_found_out_before(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()

    def broken(*words: object) -> None:
        raise ZeroDivisionError("an error")

    monkeypatch.setitem(folds.FOLDS, "move", broken)
    before = disk()
    ran = run("submit", "-", stdin=suggestion())
    assert (ran.code, "ZeroDivisionError: an error" in ran.err) == (70, True), ran.err
    assert disk() == before


def test_no_game_is_closed_with_a_secret_that_was_not_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    begin("waits", wait_for_nonces=True)
    before = disk()
    with monkeypatch.context() as patch:
        patch.setattr(submit_move, "committed_secret", lambda table, header: bytes(32))
        ran = run("close", "waits", "--abandon")
    assert (ran.code, "This isn't the secret that the header commits to." in ran.err) == (70, True)
    assert disk() == before


TABLE = Table(Settings(), NOW)
WAITING = ("nonces", "cup", "--nonces", "wait")
NEW = ("new", "magna-grecia", "--id", "spring", "--player", "red=Bruno", "--player", "yellow=Anna")


def run_desk(use: Callable[..., Submitted], *words: object) -> Ran:
    """Steps without a command of their own: messages by mail, and turns for a seat whose time is over."""
    try:
        use(TABLE, "cup", *words)
    except Stop as stop:
        return Ran(stop.code, "", f"{stop}\nNothing was recorded.\n")
    return Ran(0, "", "")


def talk(words: str = "Hello.") -> Ran:
    return run_desk(record_move.record_aside_entry, "talk", lambda game: entries.talk_entry(game, "red", words))


PATHS: list[tuple[str, Callable[[], Ran]]] = [
    ("move", lambda: run("submit", "-", stdin=suggestion())),
    ("missed", miss),
    ("missed", lambda: run_desk(submit_move.record_missed_turn, mover(), None, submit_move.planned_move)),
    ("nonce", lambda: run("nonce", "waits", "red", "aa" * 16)),
    ("deal", lambda: run("deal", "waits")),
    ("deal", lambda: run(*NEW)),
    ("deal", lambda: run(*NEW, "--dry-run")),
    ("close", lambda: run("close", "cup", "--abandon")),
    ("talk", talk),
    ("absent", lambda: run("absent", "cup", "red", "2026-12-24", "2026-12-26")),
    ("player", lambda: run("player", "cup", "red", "--name", "Eva")),
    ("consent", lambda: run("edition", "cup", "2", "--consent", "red")),
    ("proposal", lambda: run("draw", "cup", "--seat", "red")),
    ("answer", lambda: run("answer", "asked", "yellow", "no")),
    ("end", lambda: run("concede", "cup", "red")),
    ("end", lambda: run("abandon", "cup")),
    ("orders", lambda: run("submit", "-", stdin=suggestion("sealed"))),
    ("undo", lambda: run("undo", "cup", "--why", "A slip")),
    ("correct", lambda: run("correct", "cup", first_move(), "-", "--why", "A slip", stdin=shorter_move())),
    ("ruling", lambda: run("ruling", "cup", "rounds", "12", "--why", "It is early")),
    ("edition", lambda: run("edition", "agreed", "2")),
    ("clock", lambda: run("extend", "cup", mover(), "24", "--why", "A journey")),
    ("clock", lambda: run("pause", "cup", "--why", "Holidays")),
    ("clock", lambda: run("clock", "cup", "allowance=72h")),
]
"""Every way into a log, and the kind of its entry."""


def mover() -> str:
    return str(json.loads(run("suggest", "cup", "--json").out)["move"]["seat"])


def first_move() -> str:
    return str(next(n for n, each in enumerate(log.read_log("games/cup").entries, 1) if each["kind"] == "move"))


def shorter_move() -> bytes:
    """The first move without its last action."""
    number = int(first_move())
    entry = log.read_log("games/cup").entry(number)
    return json.dumps(
        {"game": "cup", "after": number - 1, "seat": entry["seat"], "actions": list(entry["actions"])[:-1]}
    ).encode()


def begin_sealed() -> None:
    """A game whose players may order ahead."""
    plan = new_game.plan(
        "magna-grecia", "sealed", ["yellow=Anna", "red=Bruno"], [], "bruttium", edition="1", orders=True
    )
    new_game.new(TABLE, plan)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in play with a clock, and others: waiting for nonces, agreed on an edition, asking, with orders."""
    begin_first()
    begin_first("waits", wait_for_nonces=True)
    begin_first("agreed")
    begin_first("asked")
    assert run("draw", "asked", "--seat", "red").code == 0
    begin_sealed()
    install(monkeypatch)
    for seat in ("yellow", "red"):
        record_move.record_aside_fields(TABLE, "agreed", "consent", {"seat": seat, "edition": 2})
    assert run("clock", "cup", "allowance=48h").code == 0
    play(1)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("path", [path for _, path in PATHS], ids=[f"{n}-{kind}" for n, (kind, _) in enumerate(PATHS)])
def test_on_every_path_only_readable_entries_are_written(
    path: Callable[[], Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("referee.app.play.entries.state_of", lambda book, position: "5a" * 32)
        before = disk()
        ran = path()
        assert ran.code == 70, ran.err
        assert "could not be read again, so it was not recorded: The position after it is not the one" in ran.err
        assert ran.err.endswith("Nothing was recorded.\n")
        assert disk() == before
    assert path().code == 0, "without the fault it is recorded"
    assert is_good("cup")


def test_every_kind_of_entry_was_tried() -> None:
    kinds = {kind for kinds in replay.KINDS.values() for kind in kinds}
    assert {kind for kind, _ in PATHS} == kinds >= set(ASIDES)


ENTERS = re.compile(r"\blog\.(?:append|create)\b|from referee\.store\.log import (?:\([^)]*|.*)\b(?:append|create)\b")


def test_one_module_alone_writes_logs() -> None:
    """What it does before it writes cannot be passed by."""
    root = Path(titles.__file__).parent.parent
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if ENTERS.search(re.sub(r'"""(?:.|\n)*?"""', "", path.read_text(encoding="utf-8")))
    }
    assert found == {"app/play/entries.py", "app/copy_store.py"}, "a copy has the bytes of a log that was read"
    written = (root / "app" / "play" / "entries.py").read_text(encoding="utf-8")
    assert len(ENTERS.findall(written)) == 2
    for function, reads in (("append_entry", "read_back("), ("create_game", "read_game(")):
        assert reads in written.partition(f"def {function}(")[2].partition("\ndef ")[0]
    adds = [path for path in root.rglob("*.py") if "_replace(seen=game" in path.read_text(encoding="utf-8")]
    assert adds == [root / "app" / "play" / "entries.py"], "what a commit writes was read back"


# The largest log


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    """Logs may have no more bytes than this: a new game has a sixteenth of it."""
    begin()
    largest = os.path.getsize("games/cup/log.yaml") * 16
    monkeypatch.setattr("referee.store.disk.LARGEST", largest)
    return largest


def size() -> int:
    return os.path.getsize("games/cup/log.yaml")


def test_talk_fills_an_eighth_of_a_log_and_moves_go_on(small: int) -> None:
    said = [talk(f"{number} {'x' * 200}") for number in range(20)]
    codes = [each.code for each in said]
    assert codes == sorted(codes)
    assert set(codes) == {0, 65}
    assert "The log of cup has no room for more messages." in said[-1].err
    before = size()
    assert small // 16 < before <= small // 8
    assert run("submit", "-", stdin=suggestion()).code == 0
    assert size() > before


def test_a_full_log_can_be_read_and_closed(small: int) -> None:
    ran = run("submit", "-", stdin=suggestion())
    while ran.code == 0:
        long = json.dumps({**json.loads(run("suggest", "cup", "--json").out)["move"], "say": "x" * 1000})
        ran = run("submit", "-", stdin=long.encode())
    assert ran.code == 65
    assert "The log of cup is full: nothing more can be recorded in it." in ran.err
    assert small // 2 < size() <= small - small // 64
    assert run("close", "cup", "--abandon").code == 0
    assert size() <= small
    assert is_good("cup")


def test_no_log_is_written_that_is_too_large_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    seen = log.read_log("games/cup")
    fields = {**seen.documents[-1], "entry": seen.last + 1, "prev": seen.head, "kind": "talk"}
    new = log.document(fields)
    monkeypatch.setattr("referee.store.disk.LARGEST", len(seen.raw) + len(new) - 1)
    before = disk()
    with pytest.raises(log.NotRecorded, match="and could not be read again"):
        log.append("games/cup", seen, new)
    with pytest.raises(log.NotRecorded, match="and could not be read again"):
        log.create("games", "larger", seen.raw + new)
    assert disk() == before
    monkeypatch.setattr("referee.store.disk.LARGEST", len(seen.raw) + len(new))
    log.append("games/cup", seen, new)
    assert log.read_log("games/cup").last == seen.last + 1


INTERRUPTED = 130


def every_kind(of: type[Foreseen]) -> set[type[Foreseen]]:
    return {of}.union(*map(every_kind, of.__subclasses__()))


def test_every_exit_code_is_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    table = page.partition("## Exit codes")[2].partition("## Messages")[0]
    raised = {kind.code for kind in every_kind(Foreseen) if hasattr(kind, "code")}
    others = {DONE, BUG, MAIL, INTERRUPTED}
    assert {int(each) for each in re.findall(r"(?m)^\| ([0-9]+) \|", table)} == raised | others
    assert f"{errors.Unreplayable.code} when the program has an error" in " ".join(run("submit", "--help").out.split())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Logs may have no more entries than this."""
    begin()
    for module in ("referee.store.chain", "referee.app.play.entries"):
        monkeypatch.setattr(f"{module}.MOST_ENTRIES", 20)
    return 20


def test_talk_fills_four_fifths_of_the_entries_moves_the_rest_and_the_last_one_closes_the_game(few: int) -> None:
    said = [talk(f"Hello {number}") for number in range(few)]
    assert "The log of cup has no room for more messages." in said[-1].err
    assert log.read_log("games/cup").last == few * 4 // 5
    ran = [run("submit", "-", stdin=suggestion()) for _ in range(few // 5)][-1]
    assert "The log of cup is full: nothing more can be recorded in it." in ran.err
    assert log.read_log("games/cup").last == few - 1
    assert run("close", "cup", "--abandon").code == 0
    assert is_good("cup")


def test_a_log_with_100000_entries_is_named_and_skipped_before_anything_of_it_is_read() -> None:
    """Its entries are the same one again and again: only of a log that is not too long that is said."""
    begin()
    assert run("new", "magna-grecia", "--id", "other", "--player", "yellow=A", "--player", "red=B").code == 0
    path = Path("games/cup/log.yaml")
    raw = path.read_bytes()
    path.write_bytes(raw + (b"---\n" + raw.rpartition(b"---\n")[2]) * 99_999)
    for command in (("verify", "cup"), ("show", "cup"), ("archive", "site", "--jobs", "1")):
        ran = run(*command)
        assert ran.code == 65
        assert "The log has 100000 entries. A log has at most 5000, so this one isn't read." in ran.out + ran.err
    assert Path("site/other/index.html").exists()
    told = resealed.by_tool(path.read_bytes(), "magna-grecia")
    assert told == "entry 5001: a log has at most 5,000 entries, and at most 64 MiB"
