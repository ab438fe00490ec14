"""`--overrule`: one move passes against named rules, with a reason, and everything that shows the move says so."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, Ran, begin, run, suggestion
from verifying import verdict

from referee.app.editions.game_editions import course, ended_turns
from referee.app.game_access import Table, open_game
from referee.app.play import overrule_move
from referee.rules.entry_shapes import BadEntry
from referee.rules.replay import fate_of, replay
from referee.settings import Settings
from referee.store import chain, log, private

LOG = Path("games/cup/log.yaml")
WHY = "Anna wrote D4 and meant it."
PASSED = "The moderator let this move pass against MG-7.2. Reason: Anna wrote D4 and meant it."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setattr(overrule_move, "TRIALS", 1)
    begin()


def game() -> Any:
    return open_game(Table(Settings(), NOW), "cup")


def written(*actions: str) -> str:
    """A move file of the seat to move; without more it has one road tile that starts from nothing."""
    found = game()
    lines = [f"  - {each}\n" for each in actions or ("road: D4 n-s",)]
    head = f"game: cup\nafter: {found.log.last}\nseat: {found.position.seat}\nactions:\n"
    Path("move.yaml").write_text(head + "".join(lines))
    return "move.yaml"


def submit(*words: str, code: int = 0) -> Ran:
    before = LOG.read_bytes()
    ran = run("submit", *words)
    assert ran.code == code, ran
    assert LOG.read_bytes().startswith(before)
    assert (LOG.read_bytes() == before) == bool(code or "--dry-run" in words or "Already" in ran.err)
    return ran


def test_a_refusal_says_how_the_moderator_can_let_it_pass() -> None:
    ran = submit(written(), code=65)
    assert ran.err.endswith(
        'To let it pass all the same: referee submit move.yaml --overrule MG-7.2 --why "…"\nNothing was recorded.\n'
    )
    assert "--overrule MG-7.2" in run("check", written()).out


@pytest.mark.parametrize("actions", [("road: D4 n-n",), ("road: D5 n-s",), ("road: D4 n-s", "road: D4 n-s")])
def test_what_cannot_be_done_on_a_table_is_not_offered(actions: tuple[str, ...]) -> None:
    assert "--overrule" not in submit(written(*actions), code=65).err


def test_the_offered_way_works_and_the_log_says_why() -> None:
    ran = submit(written(), "--overrule", "MG-7.2", "--why", WHY)
    assert PASSED in " ".join(ran.out.split())
    assert game().log.entries[-1]["overrule"] == {"rules": ["MG-7.2"], "why": WHY}
    assert run("verify", "cup").code == 0
    code, said, wrong = verdict(Path.cwd(), LOG.absolute())
    assert (code, wrong) == (0, ""), said


def test_everything_that_shows_the_move_says_so() -> None:
    submit(written(), "--overrule", "MG-7.2", "--why", WHY)
    for words in (("show", "cup"), ("log", "cup"), ("show", "cup", "--format", "html"), ("show", "cup", "--json")):
        shown = re.sub("<[^<>]*>", "", run(*words).out)
        assert "let this move pass against MG-7.2" in " ".join(shown.split()), words
    run("replay", "cup", "--html", "film.html")
    assert any("let this move pass against" in path.read_text() for path in Path().rglob("*.html"))
    run("close", "cup", "--abandon")
    assert run("archive", "site").code == 0
    pages = [path.read_text() for path in Path("site").rglob("*.html")]
    assert any(
        "let pass by the moderator against MG-7.2; reason: Anna wrote D4 and meant it." in each for each in pages
    )
    assert any("Moves that a moderator let pass against a rule: 1." in each for each in pages)


def test_twice_does_no_harm() -> None:
    submit(written(), "--overrule", "MG-7.2", "--why", WHY)
    again = run("submit", "move.yaml", "--overrule", "MG-7.2", "--why", "Again.")
    assert (again.code, "Nothing was recorded again." in again.err) == (0, True)
    assert run("submit", "move.yaml").code == 0, "also as its player sends it"


def test_a_dry_run_and_a_check_say_what_would_happen() -> None:
    assert "With MG-7.2 overruled" in submit(written(), "--overrule", "MG-7.2", "--dry-run").err
    assert run("check", written(), "--overrule", "MG-7.2").out == (
        f"This move of {game().position.seat} could be recorded with MG-7.2 overruled: road D4 n-s.\n"
    )
    found = json.loads(run("check", written(), "--overrule", "MG-7.2", "--json").out)
    assert (found["accepted"], found["overruled"]) == (True, ["MG-7.2"])


REFUSED = {
    "a rule that is not broken": (("road: D4 n-s",), ("MG-7.2", "MG-6.1"), "doesn't break MG-6.1"),
    "a rule that nobody has": (("road: D4 n-s",), ("MG-99.1",), "No move of Magna Grecia can break MG-99.1."),
    "what cannot be done": (("road: D5 n-s",), ("MG-7.1",), "MG-7.1 can't be overruled"),
    "another breach": (("road: D4 n-s", "road: D4 n-s"), ("MG-7.2",), "There is already a road tile"),
    "a breach of the other function of a rule": (("city: C2", "city: C2"), ("MG-6.2", "MG-6.4"), "already a city tile"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_lets_pass_exactly_what_is_named(case: str) -> None:
    actions, rules, says = REFUSED[case]
    options = [word for rule in rules for word in ("--overrule", rule)]
    assert says in submit(written(*actions), *options, "--why", WHY, code=65).err
    assert says in submit(written(*actions), *options, "--dry-run", code=65).err


def test_a_reason_belongs_to_a_rule_and_may_be_left_out() -> None:
    assert "200 characters" in run("submit", written(), "--overrule", "MG-7.2", "--why", "x" * 201).err
    assert "--overrule RULE" in run("submit", written(), "--why", WHY).err
    assert run("submit", written(), "--overrule", "MG-7.2").code == 0
    assert game().log.entries[-1]["overrule"] == {"rules": ["MG-7.2"], "why": "The moderator decided so."}


def test_a_player_cannot_overrule_anything_in_a_move() -> None:
    Path("move.yaml").write_text(Path(written()).read_text() + f"overrule: {{rules: [MG-7.2], why: {WHY}}}\n")
    assert "There is no `overrule` here." in submit("move.yaml", code=65).err


def test_other_mistakes_of_the_same_move_are_named_without_what_is_overruled() -> None:
    ran = submit(written("road: D4 n-s", "raod: D6 n-s"), "--overrule", "MG-7.2", "--why", WHY, code=65)
    assert "raod" in ran.err
    assert "MG-7.2" not in ran.err


FORGED: dict[str, tuple[Any, str]] = {
    "no overrule": (None, "don't allow"),
    "another rule": ({"rules": ["MG-6.1"], "why": WHY}, "don't allow"),
    "a rule too many": ({"rules": ["MG-7.2", "MG-6.1"], "why": WHY}, "the rules that it breaks"),
    "a rule twice": ({"rules": ["MG-7.2", "MG-7.2"], "why": WHY}, "the rules that it breaks"),
    "no rule": ({"rules": [], "why": WHY}, "form of a log"),
    "no reason": ({"rules": ["MG-7.2"]}, "form of a log"),
    "an empty reason": ({"rules": ["MG-7.2"], "why": ""}, "form of a log"),
    "more": ({"rules": ["MG-7.2"], "why": WHY, "by": "red"}, "form of a log"),
    "a list": (["MG-7.2"], "form of a log"),
    "a text": ("MG-7.2", "form of a log"),
    "a list in a list": ({"rules": [["MG-7.2"]], "why": WHY}, "form of a log"),
}


@pytest.fixture
def overruled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The game with a move that was let pass, which takes long: afterwards the game is played on to see if it can be.

    Each test gets a copy of the one that was made first.
    """
    kept = tmp_path_factory.getbasetemp() / "overruled"
    if not kept.exists():
        submit(written(), "--overrule", "MG-7.2", "--why", WHY)
        shutil.copytree(".", kept)
    shutil.copytree(kept, ".", dirs_exist_ok=True)


@pytest.mark.parametrize("case", FORGED)
@pytest.mark.usefixtures("overruled")
def test_a_forged_entry_is_refused(case: str) -> None:
    overrule, says = FORGED[case]
    assert says in str(refused_entry(**({"overrule": overrule} if overrule else {"overrule": ...})))


@pytest.mark.parametrize("kind", ["missed", "talk", "clock", "ruling", "close"])
@pytest.mark.usefixtures("overruled")
def test_no_other_kind_of_entry_can_have_it(kind: str) -> None:
    fields = {"talk": {"say": "Hm."}, "clock": {"event": "stopped"}}.get(kind, {})
    refused_entry(kind=kind, **fields)


def refused_entry(**changes: Any) -> BadEntry:
    """What a replay says of the log whose last entry has these fields; `...` leaves one out."""
    found = game().log
    entry = {key: value for key, value in {**found.entries[-1], **changes}.items() if value is not ...}
    before = chain.parse(b"".join(chain.raw_documents(found.raw)[:-1]))
    with pytest.raises(BadEntry) as bad:
        replay(game().book, chain.log_with_document(before, chain.document(entry)))
    assert bad.value.number == found.last
    return bad.value


def test_a_legal_move_cannot_be_recorded_with_an_overrule() -> None:
    Path("move.yaml").write_bytes(suggestion())
    assert "nothing to overrule" in submit("move.yaml", "--overrule", "MG-7.2", "--why", WHY, code=65).err


def test_another_edition_lets_the_move_pass_too() -> None:
    submit(written(), "--overrule", "MG-7.2", "--why", WHY)
    found = game()
    secret = private.read_private_part(found.folder and Settings().private, "cup").secret
    for edition in (1, 2):
        book = found.book.under({"edition": edition})
        seen = course(book, found.log, fate_of(book, found.log, secret), ended_turns(found.book, found.moments))
        assert seen.halt is None
    assert run("diff", "cup", "--edition", "1", "--edition", "2").code == 0


def test_logs_of_before_say_nothing_of_it() -> None:
    assert all("overrule" not in each for each in log.read_log("games/cup").entries)
