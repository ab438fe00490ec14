"""`referee ruling GAME NAME VALUE`: a disputed reading is decided, and from there on all commands judge by it."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, Ran, play, run
from verifying import verdict

from referee.app.game_access import Table, open_game
from referee.rules.entry_shapes import BadEntry
from referee.rules.replay import replay
from referee.settings import Settings
from referee.store import chain

LOG = Path("games/cup/log.yaml")
WHY = "We always played it like that."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    begin("magna-grecia", "--player", "yellow=Anna", "--player", "red=Bruno", "--edition", "1")


def begin(title: str, *words: str) -> None:
    ran = run("new", title, "--id", "cup" if title == "magna-grecia" else "hill", "--practice", *words)
    assert ran.code == 0, ran.err


def game(id: str = "cup") -> Any:
    return open_game(Table(Settings(), NOW), id)


def ruling(*words: str, code: int = 0) -> Ran:
    """The command, which changes no byte of the log but adds to it."""
    before = LOG.read_bytes()
    ran = run("ruling", "cup", *words)
    assert ran.code == code, ran
    assert LOG.read_bytes().startswith(before)
    assert (LOG.read_bytes() == before) == bool(code or "--why" not in words)
    return ran


def test_without_a_name_it_lists_what_can_be_decided() -> None:
    said = ruling().out
    assert "mixed_roads (MG-13.1): With mixed_roads forbid, no exit" in said
    assert "  forbid (now)\n  block\n  join\n" in said
    assert "  first then (now): An oracle points along the first edge that went" in said
    assert "This can't be changed during a game." in said
    found = {each["name"]: each for each in json.loads(ruling("--json").out)["choices"]}
    assert (found["mixed_roads"]["value"], found["mixed_roads"]["since"]) == ("forbid", 0)
    assert [name for name, each in found.items() if not each["changeable"]] == ["oracle_placement"]


def test_from_its_entry_on_the_ruling_holds() -> None:
    play(1)
    ran = ruling("mixed_roads", "block", "--why", WHY)
    assert "From now on mixed_roads is block." in ran.err
    assert "From here on mixed roads is “block”; before, it was “forbid”." in " ".join(ran.out.split())
    assert [each.position.setting.options["mixed_roads"] for each in game().moments] == ["forbid"] * 3 + ["block"]
    assert "  block (now)\n" in ruling().out
    assert "A ruling, since entry 3." in ruling().out
    last = dict(game().log.entries[-1])
    named = {key: last[key] for key in ("kind", "option", "value", "was", "by", "why")}
    assert named == {
        "kind": "ruling", "option": "mixed_roads", "value": "block", "was": "forbid", "by": "moderator", "why": WHY,
    }  # fmt: skip
    assert run("verify", "cup").code == 0
    code, said, wrong = verdict(Path.cwd(), LOG.absolute())
    assert (code, wrong) == (0, ""), said


def test_everything_that_shows_the_game_names_the_ruling() -> None:
    ruling("mixed_roads", "block", "--why", WHY)
    play(1)
    assert "Ruling of entry 2: mixed roads is now “block”." in run("show", "cup").out
    assert "Ruling of entry 2" in run("show", "cup", "--format", "html").out
    assert json.loads(run("show", "cup", "--json").out)["rulings"] == ["Ruling of entry 2: mixed roads is now “block”."]
    assert "By the ruling of entry 2, mixed_roads is block." in run("edition", "cup").out
    named = [{"name": "mixed_roads", "value": "block", "entry": 2}]
    assert json.loads(run("edition", "cup", "--json").out)["rulings"] == named
    assert WHY in run("log", "cup").out
    assert run("diff", "cup", "--edition", "1", "--edition", "2").code == 0
    assert run("close", "cup", "--abandon").code == 0
    assert run("archive", "site").code == 0
    assert any("the moderator made a ruling" in path.read_text() for path in Path("site").rglob("*.html"))


def test_a_dry_run_says_what_would_have_been_different() -> None:
    play(3)
    said = ruling("oracle_edge", "first now", "--dry-run").out
    assert "now: first then. An oracle points along" in said
    assert "Up to now, cup would have been the same." in said
    found = json.loads(ruling("rounds", "8", "--dry-run", "--json").out)
    assert (found["before"], found["after"], found["departure"]) == ("12", "8", None)


def test_a_dry_run_names_the_first_entry_that_would_differ() -> None:
    ruling("mixed_roads", "block", "--why", WHY)
    Path("move.yaml").write_text(f"game: cup\nafter: 2\nseat: {game().position.seat}\nactions:\n  - road: D4 n-s\n")
    assert run("submit", "move.yaml", "--overrule", "MG-7.2", "--why", "It is a test.").code == 0
    Path("move.yaml").write_text(f"game: cup\nafter: 3\nseat: {game().position.seat}\nactions:\n  - road: D3 n-s\n")
    assert run("submit", "move.yaml", "--overrule", "MG-7.2", "--why", "It is a test.").code == 0
    said = ruling("mixed_roads", "forbid", "--dry-run").out
    assert "With it from the beginning, entry 4 would have been refused: The road at D3 would extend" in said
    assert "Roads of two players already meet at D4" in ruling("mixed_roads", "join", "--why", WHY, code=65).err


REFUSED = {
    "the present value": (("mixed_roads", "forbid"), 65, "mixed_roads is already forbid."),
    "no value of it": (("mixed_roads", "never"), 65, "mixed_roads can't be never. It can be forbid or block or join."),
    "set up": (("oracle_placement", "players"), 65, "can't be changed during a game"),
    "a slip": (("mixed_road", "block"), 2, "Did you mean mixed_roads?"),
    "nothing like it": (("zzz", "block"), 2, "A ruling can be about oracle_edge, rounds"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_decided_is_refused(case: str) -> None:
    words, code, says = REFUSED[case]
    assert says in ruling(*words, "--why", WHY, code=code).err
    assert says in ruling(*words, "--dry-run", code=code).err


def test_a_value_is_needed_and_a_reason_may_be_left_out() -> None:
    assert "referee ruling GAME NAME VALUE" in ruling("mixed_roads", code=2).err
    assert "referee ruling GAME NAME VALUE" in ruling("--why", WHY, code=2).err
    assert run("ruling", "cup", "mixed_roads", "block").code == 0
    assert game().log.entries[-1]["why"] == "The moderator decided so."


def test_in_the_middle_of_a_turn_it_waits() -> None:
    begin("attika", "--player", "athens=Anna", "--player", "sparta=Bruno")
    found = game("hill")
    seat = found.position.seat
    Path("move.yaml").write_text(
        f"game: hill\nafter: {found.log.last}\nseat: {seat}\nactions:\n  - draw: 1\n  - store\n"
    )
    assert run("submit", "move.yaml").code == 0
    ran = run("ruling", "hill", "group_link", "any_own", "--why", WHY)
    assert (ran.code, "A turn has begun." in ran.err) == (65, True)


def test_a_ruling_persists_under_a_newer_edition_unless_that_decides_the_same() -> None:
    ruling("mixed_roads", "block", "--why", WHY)
    ruling("oracle_edge", "first now", "--why", WHY)
    assert "The editions make the same decisions about the rules." in run("edition", "cup", "2", "--dry-run").out
    assert run("edition", "cup", "2", "--all-consent").code == 0
    setting = game().position.setting
    assert (setting.options["mixed_roads"], setting.policies.oracle_edge) == ("block", "first now")
    assert dict(game().book.rulings) == {"mixed_roads": "block"}
    ruling("oracle_edge", "first then", "--why", "Now the other way.")
    assert game().position.setting.policies.oracle_edge == "first then"
    play(2)
    assert run("verify", "cup").code == 0


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "another value before": ({"was": "join"}, "It says that mixed_roads was join, but it is forbid."),
    "the same value": ({"value": "forbid"}, "mixed_roads is already forbid."),
    "no such value": ({"value": "never"}, "mixed_roads can't be never"),
    "of the set-up": ({"option": "oracle_placement", "was": "random", "value": "players"}, "during a game"),
    "no such option": ({"option": "mixed_road"}, "nothing to decide called mixed_road"),
    "an option that is a policy": ({"option": "oracle_edge"}, "nothing to decide called oracle_edge"),
    "both": ({"policy": "oracle_edge"}, "either `policy` or `option`"),
    "neither": ({"option": ...}, "either `policy` or `option`"),
    "by the referee": ({"by": "referee"}, "Only the moderator can make a ruling, not referee."),
    "by nobody": ({"by": ...}, "form of a log"),
    "no reason": ({"why": ...}, "form of a log"),
    "a seat": ({"seat": "red"}, "don't belong to its kind: seat"),
    "words": ({"say": "Ha."}, "don't belong to its kind: say"),
    "a card": ({"shown": {"deck/9": "red-low"}}, "don't belong to its kind: shown"),
    "a move": ({"actions": []}, "don't belong to its kind: actions"),
    "a list": ({"value": ["block"]}, "form of a log"),
    "a mapping": ({"option": {"mixed_roads": "block"}}, "form of a log"),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_forged_ruling_is_refused(case: str) -> None:
    ruling("mixed_roads", "block", "--why", WHY)
    changes, says = FORGED[case]
    found = game().log
    entry = {key: value for key, value in {**found.entries[-1], **changes}.items() if value is not ...}
    before = chain.parse(b"".join(chain.raw_documents(found.raw)[:-1]))
    with pytest.raises(BadEntry) as bad:
        replay(game().book.under(found.header), chain.log_with_document(before, chain.document(entry)))
    assert (bad.value.number, says in str(bad.value)) == (2, True), bad.value


def test_before_the_deal_and_after_the_end_nothing_is_decided() -> None:
    run("close", "cup", "--abandon")
    assert "cup is closed." in ruling("mixed_roads", "block", "--why", WHY, code=65).err


def test_the_shell_completes_names_and_values() -> None:
    from typer import Context

    from referee.cli import whole_program
    from referee.cli.arguments import complete_subject, complete_value

    context = Context(whole_program())
    context.params = {"game": "cup"}
    assert complete_subject(context, "m") == ["mixed_roads"]
    assert "oracle_placement" not in complete_subject(context, "")
    context.params["name"] = "mixed_roads"
    assert complete_value(context, "") == ["forbid", "block", "join"]


def last() -> Any:
    found = game().log
    return found.entry(found.last)


def test_a_ruling_holds_once_all_agree() -> None:
    """The players are asked; what everybody agreed to is recorded at once, with the number of the proposal."""
    value = "block"
    assert run("ruling", "cup", "mixed_roads", value, "--why", "We all read it so", "--ask").code == 0
    asked = last()
    assert (asked["kind"], asked["what"], asked["subject"]) == ("proposal", "ruling", "mixed_roads")
    number = game().log.last
    for seat in asked["asks"]:
        assert run("answer", "cup", seat, "yes").code == 0
    entry = last()
    assert (entry["kind"], entry["value"], entry["proposal"]) == ("ruling", value, str(number))
    assert run("verify", "cup").code == 0


def test_a_ruling_that_somebody_refuses_never_holds() -> None:
    assert run("ruling", "cup", "mixed_roads", "join", "--why", "So", "--ask").code == 0
    seat = last()["asks"][0]
    assert run("answer", "cup", seat, "no").code == 0
    assert all(each["kind"] != "ruling" for each in game().log.entries)
