"""Move files are described by the schema of their title: nothing else knows which parts they have."""

import json
from pathlib import Path

import composing
import jsonschema
import pytest

from referee import reading
from referee.app.look.game_views import written_parts
from referee.app.play.refusal import action_lines
from referee.reading import schemas, shape
from referee.reading.schemas import MovePart, move_parts, move_words
from referee.show.menu import Allowance, Budget, Choice, Kind, Menu
from referee.words import say

ADDRESS = ("game", "after", "seat", "say")
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "a move of Auction",
    "type": "object",
    "properties": {
        **{word: {"$ref": f"move.schema.json#/$defs/{word}"} for word in ADDRESS},
        "bids": {"$ref": "#/$defs/bids"},
        "orders": {"type": "array", "items": {"type": "object", "properties": {"lot": {"type": "string"}}}},
        "done": {"type": "boolean"},
    },
    "additionalProperties": False,
    "$defs": {
        "bids": {
            "type": "object",
            "properties": {"red": {"type": "integer"}, "blue": {"type": "integer"}},
            "x-slips": [{"match": "(?P<r>[0-9]+)-(?P<b>[0-9]+)", "says": "-", "write": "{{red: {r}, blue: {b}}}"}],
        }
    },
}
MOVE = {"done": True, "orders": [{"lot": "A"}, {"lot": "B"}], "bids": {"red": 3}, "seat": "red", "kind": "move"}


@pytest.fixture
def auction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A title whose moves have other parts than those of ours."""
    (tmp_path / "auction.move.schema.json").write_text(json.dumps(SCHEMA))
    monkeypatch.setitem(schemas.TITLE_FOLDERS, "auction", str(tmp_path))
    return "auction"


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("magna-grecia", [("actions", "list"), ("market", "mapping")]),
        ("attika", [("actions", "list"), ("end", "line")]),
        ("auction", [("bids", "mapping"), ("orders", "list"), ("done", "line")]),
    ],
)
def test_a_title_has_the_parts_of_its_schema_in_their_order(title: str, parts: list[MovePart], auction: str) -> None:
    assert list(move_parts(title)) == parts


def test_a_move_is_described_part_by_part_in_the_order_of_its_schema(auction: str) -> None:
    assert action_lines(auction, MOVE) == ["red 3", "lot A", "lot B", "done"]
    assert action_lines(auction, {"kind": "move", "seat": "red"}) == []


def test_single_actions_are_under_their_part(auction: str) -> None:
    written = [("bids", "red: 3"), ("orders", "lot: A"), ("orders", "lot: B"), ("done", "done: true")]
    assert list(written_parts(auction, MOVE)) == written


def test_the_page_writes_a_move_in_the_order_of_its_parts(auction: str) -> None:
    choices = [("done", "done: true", "done"), ("lot", "lot: A", "orders"), ("bid", "red: 3", "bids")]
    menu = Menu(
        game="cup",
        title=auction,
        entry=1,
        head="0" * 64,
        seat="red",
        kinds=tuple([Kind(kind, say(kind)) for kind, _, _ in choices]),
        choices=tuple([Choice(kind, (), say("-"), writes, part) for kind, writes, part in choices]),
        parts=move_parts(auction),
        budgets=(Budget(say("")),),
        allowances=(Allowance((3,), say("three")),),
    )
    text = composing.written(menu, [composing.Taken(number) for number in range(3)])
    assert text.splitlines()[4:] == ["bids: {red: 3}", "orders:", "  - lot: A", "done: true"]


def told(text: str) -> str:
    with pytest.raises(reading.BadInput) as bad:
        reading.typed_data(reading.read_source(text.encode(), "move.yaml"), "auction.move")
    return str(bad.value)


def test_words_of_every_title_that_is_here_are_known_to_the_reader(auction: str) -> None:
    words = move_words()
    assert {"game", "say", "actions", "market", "end", "bids", "done"} <= words.heads
    assert set(words.braces) == {"market", "resupply", "bids"}
    assert words.marks == {"end", "done"}


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("done", "Write `done: true`."),
        ("bids: red: 3, blue: 2", "Write `bids: {red: 3, blue: 2}`."),
        ("orders:\n  * bids 3-2", "Write `- bids: {red: 3, blue: 2}`."),
    ],
)
def test_slips_in_parts_of_another_title_are_known_by_its_schema(line: str, advice: str, auction: str) -> None:
    assert advice in told(f"game: cup\nafter: 1\nseat: red\n{line}\n")


SHORT = {
    "auction.move": {
        "title": "a move of Auction",
        "properties": {
            "actions": {"items": {"properties": {"bid": {"type": "integer"}}}},
            "done": {"title": "true", "type": "boolean"},
        },
    },
    "auction.case": {
        "properties": {"position": {"properties": {"lots": {"$ref": "auction.state.schema.json#/$defs/n"}}}}
    },
    "auction.state": {
        "properties": {"lots": {"$ref": "#/$defs/n"}},
        "$defs": {"n": {"title": "lots", "type": "integer"}},
    },
}
"""Schemas of a title that say what only it has."""


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in SHORT.items():
        (tmp_path / f"{name}.schema.json").write_text(json.dumps(content))
    monkeypatch.setitem(schemas.TITLE_FOLDERS, "auction", str(tmp_path))
    schemas.schema.cache_clear()
    shape.refuse_invalid.cache_clear()


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        (
            "move",
            {"game": "cup", "after": "1", "seat": "red", "actions": [{"bid": "3"}], "done": "true", "say": "Hi"},
            "",
        ),
        ("move", {"game": "cup", "after": "1", "seat": "red", "lot": "1"}, "There is no `lot` here."),
        ("move", {"game": "cup", "after": "1", "seat": "red", "actions": [{"bdi": "3"}]}, "There is no `bdi` here."),
        ("move", {"game": "cup", "seat": "red", "actions": [{"bid": "3"}]}, "`after`"),
        ("case", {"position": {"lots": "2"}, "seat": "red", "move": {"actions": [{"bid": "3"}], "done": "true"}}, ""),
        ("case", {"moves": [{"seat": "red", "actions": [{"bid": "3"}]}, {"seat": "blue", "missed": "turn"}]}, ""),
        ("case", {"moves": [{"undo": "0"}, {"seat": "red", "done": "true"}]}, ""),
        ("case", {"move": {"game": "cup"}}, "game"),
        ("case", {"position": {"lost": "2"}}, "There is no `lost` here."),
        ("case", {"moves": [{"actions": [{"bid": "3"}]}]}, "seat"),
        ("state", {"lots": "2"}, ""),
        ("state", {}, "lots"),
        ("state", {"lots": "2", "more": "1"}, "more"),
    ],
)
def test_what_every_title_has_is_filled_in(name: str, data: dict[str, object], says: str) -> None:
    fitted, misfits = reading.fit(data, f"auction.{name}")
    told = " ".join(map(str, reading.why_unfit(fitted, misfits, f"auction.{name}"))) if misfits else ""
    assert (says in told) if says else not misfits, told


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", SHORT)
def test_a_schema_that_was_filled_in_is_published_whole(name: str) -> None:
    published = schemas.public_schema(name)
    jsonschema.Draft202012Validator.check_schema(published)
    assert published["$schema"]
    assert published["description"]
    assert published.get("additionalProperties", False) is False


@pytest.mark.usefixtures("auction")
def test_a_schema_with_a_type_is_whole() -> None:
    assert list(schemas.schema("auction.move")["properties"]) == [*ADDRESS, "bids", "orders", "done"]
