"""Replay stops at the first entry that is not right, whoever sealed it, and says what is wrong with it."""

import json
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from cli_runs import SECRET, begin, miss, play, run

from referee import titles
from referee.reading import fit
from referee.rules.folds import scalars_as_text
from referee.rules.replay import BadEntry, replay, state_of
from referee.rules.ruling import Accepted, judge
from referee.store import chance, log, private

Fields = dict[str, Any]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[Fields]:
    """A closed game's documents: two nonces, the deal, three moves, a missed turn, twelve moves, the close."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("replay"))
        patch.setenv("REFEREE_CONFIG", "none.toml")
        begin(wait_for_nonces=True)
        for seat, digits in (("red", "aa"), ("yellow", "bb")):
            assert run("nonce", "cup", seat, digits * 16).code == 0
        play(3)
        assert miss().code == 0
        play(12)
        assert run("close", "cup").code == 0
        return [dict(each) for each in log.read_log("games/cup").documents]


def sealed(documents: list[Fields]) -> log.Log:
    """A log of these documents with numbers and a chain that hold: what somebody who forges a log would make."""
    found = log.parse(log.document({**documents[0], "prev": "0" * 64}))
    for number, fields in enumerate(documents[1:], 1):
        found = log.parse(found.raw + log.document({**fields, "entry": number, "prev": found.head}))
    return found


def kinds(documents: list[Fields]) -> list[str]:
    return [each.get("kind", "header") for each in documents]


def test_a_right_log_gives_a_moment_for_each_document(documents: list[Fields]) -> None:
    found = sealed(documents)
    book = titles.book("magna-grecia")
    moments = replay(book, found)
    assert [each.number for each in moments] == list(range(len(documents)))
    assert [each.head for each in moments] == list(found.heads)
    assert kinds(documents) == ["header", "nonce", "nonce", "deal", *["move"] * 3, "missed", *["move"] * 12, "close"]
    assert book.play.to_move(moments[-1].position) is None
    for moment in moments[1:]:
        assert found.entry(moment.number)["state"] == state_of(book, moment.position)
    assert [each.position for each in replay(book, found, upto=5)] == [each.position for each in moments[:6]]


def changed(number: int, **fields: Any) -> Callable[[list[Fields]], list[Fields]]:
    def change(documents: list[Fields]) -> list[Fields]:
        other = {key: value for key, value in {**documents[number], **fields}.items() if value is not None}
        return [*documents[:number], other, *documents[number + 1 :]]

    return change


def moved(source: int, target: int) -> Callable[[list[Fields]], list[Fields]]:
    def move(documents: list[Fields]) -> list[Fields]:
        rest = documents[:source] + documents[source + 1 :]
        return [*rest[:target], documents[source], *rest[target:]]

    return move


def small(value: Any) -> Any:
    """Plain data with all letters small."""
    if isinstance(value, dict):
        return {key: small(each) for key, each in value.items()}
    return [small(each) for each in value] if isinstance(value, list) else value.lower()


def other(entry: Fields) -> str:
    """The seat that is not the entry's."""
    return {"red": "yellow", "yellow": "red"}[entry["seat"]]


FORGED: list[tuple[str, int, Callable[[list[Fields]], list[Fields]], str]] = [
    ("a move that the rules forbid", 4, changed(4, actions=[{"city": "A1"}]), "The rules don't allow this move."),
    ("another state", 5, changed(5, state="0" * 64), "is not the one that its `state:` gives"),
    (
        "a card that was not needed",
        4,
        changed(4, shown={"deck/9": "red-low"}),
        "shows deck/9, but nothing asked for that",
    ),
    ("a deal that tells nothing", 3, changed(3, shown=None), "doesn't show what is at oracles/0"),
    ("words of no move", 4, changed(4, actions=[{"fly": "A1"}]), "doesn't have the form of a move of Magna Grecia"),
    ("a field of nobody", 3, changed(3, bonus="7"), "has fields that don't belong to its kind: bonus"),
    ("another notation", 4, lambda these: changed(4, actions=small(these[4]["actions"]))(these), "notation of the log"),
    ("a kind that is none", 4, changed(4, kind="gift"), "doesn't have the form"),
    ("a move without a seat", 4, changed(4, seat=None), "doesn't have the form"),
    ("a nonce of a stranger", 1, changed(1, seat="blue"), "no seat blue"),
    ("a move before the deal", 3, moved(4, 3), "An entry of kind move isn't possible while the game is waiting"),
    ("a nonce after the deal", 3, moved(1, 3), "An entry of kind nonce isn't possible while the game is in play"),
    ("a second deal", 4, lambda these: [*these[:4], these[3], *these[4:]], "kind deal isn't possible"),
    ("something after the close", 21, lambda these: [*these, these[-1]], "while the game is closed"),
    (
        "a missed turn of the other seat",
        7,
        lambda these: changed(7, seat=other(these[7]))(these),
        "don't allow this move",
    ),
    (
        "a header of no board",
        0,
        changed(0, board={"own": {"name": "", "map": "", "names": {}}}),
        "doesn't have the form",
    ),
    ("a header without seats", 0, changed(0, seats=None), "doesn't have the form"),
]


@pytest.mark.parametrize(("number", "forge", "said"), [each[1:] for each in FORGED], ids=[each[0] for each in FORGED])
def test_a_forged_entry_is_found_though_its_chain_holds(
    documents: list[Fields], number: int, forge: Callable[[list[Fields]], list[Fields]], said: str
) -> None:
    found = sealed(forge(documents))
    with pytest.raises(BadEntry) as bad:
        replay(titles.book("magna-grecia"), found)
    assert bad.value.number == number
    assert said in str(bad.value)
    assert [each.number for each in bad.value.before] == list(range(number))


def test_verify_finds_chance_that_does_not_follow_from_the_secret(
    documents: list[Fields], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moderator who chose the cards and sealed everything again is caught when the secret is revealed."""
    monkeypatch.chdir(tmp_path)
    other = changed(len(documents) - 1, secret="ff" * 32)(documents)
    stored(tmp_path / "games" / "cup", sealed(other))
    ran = run("verify", "cup")
    assert (ran.code, "is isn't the secret that the header commits to" in ran.out) == (65, True)
    swapped = changed(1, nonce="cc" * 16)(documents)
    stored(tmp_path / "games" / "cup", sealed(swapped))
    ran = run("verify", "cup")
    assert (ran.code, "doesn't follow from the secret" in ran.out) == (65, True)


def test_verify_looks_at_fields_that_no_rule_reads(
    documents: list[Fields], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(tmp_path / "games" / "cup", sealed(changed(4, at="yesterday")(documents)))
    ran = run("verify", "cup")
    assert (ran.code, "entry 4 is wrong. It doesn't have the form" in ran.out) == (65, True)


def both(*changes: Callable[[list[Fields]], list[Fields]]) -> Callable[[list[Fields]], list[Fields]]:
    return lambda documents: reduce(lambda these, change: change(these), changes, documents)


def another_card(documents: list[Fields]) -> list[Fields]:
    """The first entry of a move that shows a card shows another, and its `state` follows from that one."""
    number = next(n for n, each in enumerate(documents) if each.get("kind") == "move" and each.get("shown"))
    ((place, card),) = documents[number]["shown"].items()
    others = [f"{colour}-{height}" for colour in ("red", "yellow") for height in ("low", "high")]
    for other in others:
        forged = changed(number, shown={place: other})(documents)
        for position in possible(forged, number):
            return changed(number, shown={place: other}, state=position)(documents)[: number + 1]
    raise AssertionError(f"no other card can be where {card} lay")


def possible(documents: list[Fields], number: int) -> Iterator[str]:
    """The `state` that would make entry `number` right, if the rules allow it."""
    book = titles.book("magna-grecia")
    found = sealed(documents[: number + 1])
    position = replay(book, sealed(documents[:number]))[-1].position
    entry = found.entry(number)
    move = {key: value for key, value in entry.items() if key in ("seat", "actions", "market")}
    ruling = judge(book.play, position, move, chance.Told(entry["shown"]))
    if isinstance(ruling, Accepted):
        yield state_of(book, ruling.position)


FIRST = [
    ("two shapes", 3, both(changed(3, at="yesterday"), changed(6, at="today")), "doesn't have the form of a log"),
    (
        "a shape before a move",
        3,
        both(changed(3, at="yesterday"), changed(6, actions=[{"city": "A1"}])),
        "form of a log",
    ),
    (
        "a move before a shape",
        4,
        both(changed(4, actions=[{"city": "A1"}]), changed(6, at="today")),
        "rules don't allow",
    ),
    (
        "another nonce before a move",
        3,
        both(changed(1, nonce="cc" * 16), changed(6, say={"a": "b"})),
        "from the secret",
    ),
    ("a move before another end", 4, both(changed(4, state="0" * 64), changed(20, secret="ff" * 32)), "`state:` gives"),
    ("another end", 20, changed(20, secret="ff" * 32), "isn't the secret that the header commits to"),
]


@pytest.mark.parametrize(("number", "forge", "said"), [each[1:] for each in FIRST], ids=[each[0] for each in FIRST])
def test_verify_names_the_first_bad_entry(
    documents: list[Fields],
    number: int,
    forge: Callable[[list[Fields]], list[Fields]],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(tmp_path / "games" / "cup", sealed(forge(documents)))
    (answer,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (answer["good"], answer["entry"], said in answer["says"]) == (False, number, True), answer


def test_verify_names_the_entry_that_shows_what_the_secret_does_not_deal(
    documents: list[Fields], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    forged = another_card(documents)
    private.create("private", "cup", secret=SECRET)
    stored(tmp_path / "games" / "cup", sealed(forged))
    (answer,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (answer["entry"], "doesn't follow from the secret" in answer["says"]) == (len(forged) - 1, True), answer


def test_verify_names_a_bad_entry_before_the_damage(
    documents: list[Fields], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(tmp_path / "games" / "cup", sealed(changed(4, actions=[{"city": "A1"}])(documents)))
    path = Path("games/cup/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"entry: 9\n", b"entry: 8\n"))
    (answer,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (answer["entry"], [each["rule"] for each in answer["violations"]]) == (4, ["MG-1.3"])


ODD: list[tuple[str, Any]] = [
    ("at", "2026-11-20 19:00:00"),
    ("at", {"day": "2026-11-20"}),
    ("say", {"Nice": "road."}),
    ("say", "x" * 1001),
    ("shown", ["red-low"]),
    ("shown", ""),
    ("seat", "nobody at all"),
]


@pytest.mark.parametrize("number", [2, 3, 4, 7])
@pytest.mark.parametrize(("field", "value"), ODD, ids=str)
def test_an_entry_that_does_not_fit_the_schema_is_neither_shown_nor_played_on(
    documents: list[Fields], number: int, field: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    forged = sealed(changed(number, **{field: value})(documents[:10]))
    assert fit(forged.documents[number], "log")[1], "the schema says so"
    stored(tmp_path / "games" / "cup", forged)
    private.create("private", "cup", secret=SECRET)
    for words in (("show", "cup"), ("missed", "cup", "red"), ("close", "cup", "--abandon"), ("verify", "cup")):
        ran = run(*words)
        assert (ran.code, f"ntry {number} " in ran.out + ran.err) == (65, True), words
    assert log.read_log("games/cup").raw == forged.raw


def test_verify_reports_to_programs_which_rule_an_entry_breaks(
    documents: list[Fields], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(tmp_path / "games" / "cup", sealed(changed(4, actions=[{"city": "A1"}])(documents)))
    (answer,) = json.loads(run("verify", "cup", "--json").out)["logs"]
    assert (answer["good"], answer["entry"], answer["entries"]) == (False, 4, 4)
    assert answer["violations"][0]["rule"] == "MG-1.3"
    assert "A1" in answer["violations"][0]["says"]
    assert "MG-1.3: " in run("verify", "cup").out


def stored(folder: Path, found: log.Log) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "log.yaml").write_bytes(found.raw)


def test_the_secret_is_in_the_last_entry_alone(documents: list[Fields]) -> None:
    assert [SECRET.hex() in str(each) for each in documents] == [False] * (len(documents) - 1) + [True]


def test_worded_is_how_a_log_gives_data_back() -> None:
    assert scalars_as_text({"a": [1, ("b", True)], "c": {}}) == {"a": ["1", ["b", "true"]], "c": {}}
