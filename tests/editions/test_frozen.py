"""Games of every edition that was ever released replay for ever: the same states, the same verdicts, the same scores.

Nothing in the folders of the editions may ever change. Games of a new edition are added by `freeze.py`.
"""

import json
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from verifying import ROOT, verdict

from referee import titles
from referee.app.game_access import Table, book_after, book_of
from referee.app.verify import verify_log
from referee.app.verify.verdict_words import NOT_CHECKED
from referee.rules.folds import Sealed
from referee.rules.replay import replay, state_of
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.show.data_files import released_files
from referee.store import log, private

HERE = Path(__file__).parent
INDEX: list[dict[str, Any]] = yaml.load((HERE / "index.yaml").read_bytes(), yaml.CSafeLoader)
FROZEN = [pytest.param(each, id=each["game"]) for each in INDEX]
NOT_FROZEN_YET: set[tuple[str, int]] = set()
"""Title and number of a newest edition that is not released: its games can still be made again, or are not made yet."""
INDEXES = {
    1: "bd1edd12b2759c62f8385aa65d2cae744c2dd7e7e8cb71c9f4942adfb8ef62df",
    2: "cee911858b07eab4f7755e80bdb10d484bc6209441d546f8ffbf64fbef891c12",
}
"""Edition → the hash of the index entries for its games. Lines are added when an edition is frozen, never changed."""


def folder_of(frozen: dict[str, Any]) -> Path:
    return HERE / str(frozen["edition"]) / str(frozen["game"])


def editions() -> list[tuple[AnyRulebook, int]]:
    """Every released edition of our titles."""
    found = [(book, each.number) for book in map(titles.book, titles.OURS) for each in book.editions]
    return [(book, number) for book, number in found if (book.id, number) not in NOT_FROZEN_YET]


def logs_of(title: str, edition: int) -> list[dict[str, Any]]:
    return [each for each in INDEX if (each["title"], each["edition"]) == (title, edition)]


def test_the_index_and_the_folders_agree() -> None:
    there = {path.parent for path in HERE.rglob("log.yaml")}
    assert there == {folder_of(each) for each in INDEX}
    assert [path.name for folder in there for path in folder.iterdir()] == ["log.yaml"] * len(INDEX)


def test_the_index_of_an_edition_is_as_it_was_frozen() -> None:
    found = {number: hash_of_index(number) for number in sorted({each["edition"] for each in INDEX})}
    assert found == INDEXES, "Frozen games are never changed: put them back. Of a new edition add the line here."


def hash_of_index(edition: int) -> str:
    lines = json.dumps([each for each in INDEX if each["edition"] == edition], sort_keys=True)
    return sha256(lines.encode()).hexdigest()


@pytest.mark.parametrize("frozen", FROZEN)
def test_a_frozen_log_has_its_bytes(frozen: dict[str, Any]) -> None:
    raw = (folder_of(frozen) / "log.yaml").read_bytes()
    assert sha256(raw).hexdigest() == frozen["sha256"], "Frozen games are never changed: put the log back."


@pytest.mark.parametrize("frozen", FROZEN)
def test_a_frozen_game_comes_to_the_same_states_and_score(frozen: dict[str, Any]) -> None:
    """Each entry is judged, its notation compared with the canonical one, and each position with its `state:`."""
    found = log.read_log(str(folder_of(frozen)))
    book = book_of(found.header)
    assert book_after(found, found.last).edition.number == frozen["edition"]
    moments = replay(book, found, secret=lambda: bytes.fromhex(frozen["secret"]))
    states = [state_of(book_after(found, moment.number), moment.position) for moment in moments[1:]]
    assert states == [entry["state"] for entry in found.entries]
    assert (states[-1], found.head, found.last) == (frozen["state"], frozen["head"], frozen["entries"])
    outcome = book.play.outcome(moments[-1].position)
    assert (outcome is not None) == frozen["ends"].startswith("over")
    if outcome:
        assert list(outcome.winners) == frozen["winners"]
        assert {seat: int(number) for seat, number in outcome.counts.items()} == frozen["counts"]


@pytest.mark.parametrize("frozen", FROZEN)
def test_a_frozen_log_verifies_with_its_secret(frozen: dict[str, Any], tmp_path: Path) -> None:
    """By the referee, chance included; by the stand-alone verifier, if the log reveals the secret."""
    folder, kept = folder_of(frozen), str(tmp_path / "private")
    if "chance: practice" not in frozen["holds"]:
        private.create(kept, frozen["game"], secret=bytes.fromhex(frozen["secret"]))
    found = verify_log.verdict_on_log(Table(Settings("games", kept, "reports")), str(folder), frozen["head"])
    assert found.good, found.says
    assert found.chance != NOT_CHECKED
    alone = verdict(tmp_path, folder / "log.yaml", ROOT / "referee" / "titles", "--head", frozen["head"])
    assert (alone.code, alone.wrong) == (0, "")
    assert ("\nshuffles    all items that were shown follow from the seed" in alone.said) == (
        "close" in frozen["holds"]
    )


RUNNING = [pytest.param(each, id=each["game"]) for each in INDEX if each["ends"] == "running"]


@pytest.mark.parametrize("frozen", RUNNING)
def test_a_running_game_with_secret_hands_needs_its_secret(frozen: dict[str, Any]) -> None:
    found = log.read_log(str(folder_of(frozen)))
    if frozen["options"].get("hands") != "secret":
        assert len(replay(book_of(found.header), found)) == frozen["entries"] + 1
        return
    with pytest.raises(Sealed):
        replay(book_of(found.header), found)


@pytest.mark.parametrize(("book", "edition"), editions(), ids=lambda each: getattr(each, "id", str(each)))
def test_the_games_of_an_edition_show_all_that_a_header_can_say(book: AnyRulebook, edition: int) -> None:
    """Every number of players, every value of every option that headers of the edition name, closed and running."""
    logs = logs_of(book.id, edition)
    assert logs, f"Edition {edition} of {book.name} has no frozen games. Make them: see tests/editions/freeze.py"
    assert {each["players"] for each in logs} == set(book.players)
    assert {each["ends"] for each in logs} >= {"over", "abandoned", "running", "undealt"}
    for option in book.options:
        values = {each["options"][option.name] for each in logs if option.name in each["options"]}
        assert values in (set(), set(option.values)), f"{option.name}: no frozen game has {set(option.values) - values}"
    holds = {each for one in logs for each in one["holds"]}
    own = (
        {"own components", "own board"} if book.id == "magna-grecia" else {"own components", "own tiles", "own layout"}
    )
    assert holds >= own | {"nonces: wait", "chance: practice", "by: referee"}


def test_every_kind_of_entry_is_frozen() -> None:
    """A new kind of entry, or event of the clock, gets a plan in plans.py."""
    schema = json.loads((ROOT / "schemas" / "log.schema.json").read_text("utf-8"))["$defs"]["entry"]["properties"]
    holds = {each for one in INDEX for each in one["holds"]}
    assert {*schema["kind"]["enum"], *schema["event"]["enum"]} <= holds


def test_every_data_file_of_before_is_named_by_a_frozen_game() -> None:
    """So a line of the list of released files cannot change together with its file."""
    named = set()
    for each in INDEX:
        header = log.read_log(str(folder_of(each))).header
        named |= {field["sha256"] for field in header.values() if isinstance(field, dict) and "sha256" in field}
    folders = [Path(titles.book(id).set_up.data_files[0].folder).parent for id in titles.OURS]
    files = [each for folder in folders for names in released_files(str(folder)).values() for each in names.values()]
    assert {each["sha256"] for each in files if "sha256" in each} <= named


def test_the_index_says_what_a_log_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    make = maker(monkeypatch)
    for each in INDEX:
        found = log.read_log(str(folder_of(each)))
        assert {*each["holds"], "orders"} == {*make.holds(found), "orders"}
        assert dict(found.header["options"]) == each["options"]
        assert len(found.header["seats"]) == each["players"]


def maker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script that freezes games."""
    monkeypatch.syspath_prepend(str(HERE.parent / "games"))
    return import_module("freeze")


@pytest.mark.parametrize("name", ["two-undealt", "two-place-oracles", "two-near"])
def test_games_of_the_newest_edition_can_be_frozen(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = maker(monkeypatch)
    monkeypatch.setattr(make, "HERE", tmp_path)
    (plan,) = [each for each in make.PLANS if each.name == name]
    found = make.freeze(plan._replace(turns=min(plan.turns, 4)))
    folder = tmp_path / str(make.edition_of(plan.title)) / found["game"]
    assert log.read_log(str(folder)).head == found["head"]
    assert verify_log.verdict_on_log(
        Table(Settings("games", str(tmp_path), "reports")), str(folder), found["head"]
    ).good
    with pytest.raises(FileExistsError):
        make.freeze(plan)
