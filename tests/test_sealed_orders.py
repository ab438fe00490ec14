"""Seals on orders ahead in a log: the closing entry opens them, and whatever is wrong with them is refused."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_runs import NOW, run
from ordering import LATER, PASS, cup, look, mover, send, suggested, table
from verifying import GREECE, Verdict, verdict

from referee.app.verify import verify_log
from referee.rules import sealed_orders
from referee.store import log
from referee.store.chain import document

pytestmark = pytest.mark.usefixtures("cup")
__all__ = ["cup"]


def test_the_closing_entry_reveals_all_orders_and_both_verifiers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS})
    suggested()
    look(LATER, monkeypatch)
    assert mover() == "red"
    send({"move": {}}, seat="yellow")
    suggested()
    assert sealed_orders.unopened_seals(log.read_log("games/cup").documents) == [], "nothing opens them before the end"
    assert run("close", "cup", "--abandon").code == 0
    found = log.read_log("games/cup")
    assert [(each["entry"], each["seat"], each.get("made")) for each in found.entry(found.last)["orders"]] == [
        ("3", "red", ["4"]),
        ("5", "red", None),
        ("7", "yellow", None),
    ]
    verdict = verify_log.verdict_on_log(table(LATER), "games/cup", None)
    assert verdict.good, verdict.says
    assert sealed_orders.unopened_seals(found.documents) == []
    (Path("v")).mkdir()
    said = stranger_says(Path("v"), "games/cup/log.yaml", *DATA)
    assert said.code == 0, said
    assert "orders      all 6 seals are those of what" in said.said


DATA = (str(GREECE),)


def stranger_says(folder: Path, raw: str, *files: str) -> Verdict:
    """What the stand-alone verifier says of a log."""
    return verdict(folder.absolute(), Path(raw).absolute(), *files)


def resealed(documents: list[dict[str, Any]]) -> bytes:
    raw, head = b"", "0" * 64
    for each in documents:
        part = document(
            {key: value for key, value in {**each, "prev": head}.items() if key != "state"} | state_in(each)
        )
        raw, head = raw + part, sha256(part).hexdigest()
    return raw


def state_in(fields: dict[str, Any]) -> dict[str, Any]:
    """What comes last in an entry."""
    return {"state": fields["state"]} if "state" in fields else {}


def retold(change: Callable[[dict[str, Any]], object], number: int = -1) -> bytes:
    """The log with one document changed, and its chain put right."""
    documents: list[dict[str, Any]] = [
        dict(each) for each in yaml.safe_load_all(Path("games/cup/log.yaml").read_bytes())
    ]
    change(documents[number])
    return resealed(documents)


def closed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS})
    suggested()
    look(LATER, monkeypatch)
    assert run("close", "cup", "--abandon").code == 0


def put(entry: dict[str, Any], /, **fields: object) -> None:
    entry.update(fields)


STATE = "0" * 64
TALK: dict[str, Any] = {
    "entry": 3,
    "prev": STATE,
    "at": NOW,
    "kind": "talk",
    "seat": "red",
    "say": "Hello.",
    "state": STATE,
}
SEALS_AGAIN: dict[str, Any] = {
    "entry": 4,
    "prev": STATE,
    "at": NOW,
    "kind": "orders",
    "seals": {"yellow": STATE, "red": STATE},
    "state": STATE,
}


def replace(entry: dict[str, Any], fields: dict[str, Any]) -> None:
    entry.clear()
    entry.update(fields)


WRONG: dict[str, tuple[int, Callable[[dict[str, Any]], object], int, str]] = {
    "another text": (-1, lambda e: put(e["orders"][0], text="{}"), 6, "not those behind the seal of entry 3"),
    "an entry without seals": (-1, lambda e: put(e["orders"][0], entry=4), 6, "no such seal"),
    "an entry to come": (-1, lambda e: put(e["orders"][0], entry=99), 6, "no such seal"),
    "a stranger": (-1, lambda e: put(e["orders"][0], seat="brown"), 6, "no such seal"),
    "told twice": (-1, lambda e: e["orders"].append(e["orders"][0]), 6, "no such seal"),
    "made by another": (-1, lambda e: put(e["orders"][0], made=[2]), 6, "made other entries"),
    "no list": (-1, lambda e: put(e, orders="none"), 6, "the form of a log"),
    "seals of one seat": (3, lambda e: e["seals"].pop("red"), 3, "one seal for each seat"),
    "seals in another order": (3, lambda e: put(e, seals=dict(reversed(e["seals"].items()))), 3, "one seal for each"),
    "a seal of a stranger": (3, lambda e: put(e["seals"], brown="0" * 64), 3, "one seal for each seat"),
    "no hash": (3, lambda e: put(e["seals"], red="none"), 3, "the form of a log"),
    "no seals": (3, lambda e: e.pop("seals"), 3, "the form of a log"),
    "a seat": (3, lambda e: put(e, seat="red"), 3, "don't belong to its kind: seat"),
    "an unsealed turn": (3, lambda e: replace(e, TALK), 4, "there are no seals after the turn"),
    "seals without a turn": (4, lambda e: replace(e, SEALS_AGAIN), 4, "Seals come once"),
    "a header without orders": (0, lambda e: e.pop("orders"), 3, "the header doesn't allow any"),
    "a header with another word": (0, lambda e: put(e, orders="open"), 0, "the form of a log"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_log_with_wrong_seals_is_refused(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    closed_game(monkeypatch)
    number, change, bad, says = WRONG[case]
    state = log.read_log("games/cup").entry(2)["state"]

    def changed(entry: dict[str, Any]) -> None:
        change(entry)
        if entry.get("state") == STATE:
            entry["state"] = state

    Path("games/cup/log.yaml").write_bytes(retold(changed, number))
    found = verify_log.verdict_on_log(table(LATER), "games/cup", None)
    assert (found.good, found.entry) == (False, bad), found
    assert says in str(found.says)


def test_a_seal_that_nothing_opens_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    closed_game(monkeypatch)
    Path("games/cup/log.yaml").write_bytes(retold(lambda entry: entry.pop("orders")))
    found = verify_log.verdict_on_log(table(LATER), "games/cup", None)
    assert found.good
    (note,) = map(str, found.notes)
    assert "1 seals are not opened" in note
    assert note.endswith("The first is that of red in entry 3.")
    Path("v").mkdir()
    said = stranger_says(Path("v"), "games/cup/log.yaml", *DATA)
    assert (said.code, "NOT CHECKED" in said.said) == (3, True), said
