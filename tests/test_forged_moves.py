"""Moves of any shape in an entry of a log: each is judged or refused, and no title fails on a fitting one.

Nothing around the code of titles catches their exceptions, so that a bug is no verdict on a log.
"""

import copy
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, reduce
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import reading, titles
from referee.app.game_access import book_at_start
from referee.reading.schemas import exact, part_at_pointer
from referee.rules import folds, replay
from referee.rules.entry_shapes import TURNS, BadEntry, refuse_misfits, refuse_unlike_moves
from referee.rules.rulebook import AnyRulebook
from referee.show.data_files import UnknownContent
from referee.store import log
from referee.store.documents import Entry, documents_before, is_kind

FROZEN = Path(__file__).parent / "editions"
Part = dict[str, Any]


class Scene(NamedTuple):
    """A frozen game, and all that comes before each of its turns: number, position, edition in force."""

    found: log.Log
    turns: tuple[tuple[int, Any, AnyRulebook], ...]

    @property
    def kind(self) -> tuple[str, str]:
        return self.found.header["title"], str(self.found.header["edition"])


def secret_of(found: log.Log) -> bytes:
    """The secret that a closed game reveals; of any other nothing behind the veil is known. Raises Sealed."""
    last = found.entries[-1]
    return bytes.fromhex(last["secret"]) if last["kind"] == "close" else replay.refuse_secret()


@cache
def scenes() -> dict[tuple[str, str], list[Scene]]:
    """The frozen games, by title and edition."""
    grouped: dict[tuple[str, str], list[Scene]] = {}
    for path in sorted(FROZEN.glob("[0-9]*/*/log.yaml")):
        found = log.parse(path.read_bytes())
        scene = Scene(found, tuple(turns(found)))
        if scene.turns:
            grouped.setdefault(scene.kind, []).append(scene)
    return grouped


def turns(found: log.Log) -> list[tuple[int, Any, AnyRulebook]]:
    book, position, before = book_at_start(found), None, []
    try:
        for moment in replay.moments(book, found, secret=lambda: secret_of(found)):
            if is_kind(moment.entry, *TURNS):
                before.append((moment.number, position, book))
            position = moment.position
            book = book.under(moment.entry) if is_kind(moment.entry, "edition") else book
    except folds.Sealed:
        pass
    return before


def judged(scene: Scene, turn: tuple[int, Any, AnyRulebook], entry: Mapping[str, Any]) -> str:
    """The verdict on an entry in place of that of a turn; "" if it is right. Whatever else is raised is a bug."""
    number, position, book = turn
    forged = scene.found._replace(documents=(*documents_before(scene.found.documents, number), cast(Entry, entry)))
    told = replay.telling(book, scene.found, lambda: secret_of(scene.found))
    try:
        replay.judge_entry(
            book,
            forged,
            number,
            [replay.Moment(number - 1, cast(Entry, entry), position, (), "")],
            replay.PLAYING,
            told,
        )
    except BadEntry as bad:
        return f"entry {bad.number} is bad. {bad}"
    except folds.Sealed:
        return "sealed"
    return ""


TEXTS = st.sampled_from(["", "0", "1", "-1", "99", "²", "D4", "n-s", "7ne", "true", "store", "main", "x" * 1001, "é"])
NAMES = [
    "road",
    "city",
    "at",
    "exits",
    "draw",
    "build",
    "tile",
    "from",
    "walk",
    "stack",
    "then",
    "if",
    "do",
    "else",
    "pay",
]
ANY = st.recursive(
    TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=8,
)


class Fitting:
    """Random texts, lists and mappings that fit the parts of a title's schema of moves, as they are read from a log."""

    def __init__(self, title: str) -> None:
        self.root = reading.schema(f"{title}.move")
        self.known: dict[str, st.SearchStrategy[Any]] = {}

    def part(self, part: Part) -> st.SearchStrategy[Any]:
        if "$ref" in part:
            return self.reference(part["$ref"])
        alternatives = [each for each in part.get("anyOf", ()) if "type" in each or "$ref" in each]
        if alternatives:
            return st.one_of([self.part(each) for each in alternatives])
        if "enum" in part:
            return st.sampled_from([str(each) for each in part["enum"]])
        if "pattern" in part:
            return st.from_regex(exact(part["pattern"]).pattern)
        return self.of_kind(part)

    def of_kind(self, part: Part) -> st.SearchStrategy[Any]:
        kind = part.get("type")
        if kind == "object":
            fields = {name: self.part(each) for name, each in part.get("properties", {}).items()}
            needed = {name: fields.pop(name) for name in part.get("required", ()) if name in fields}
            whole = st.fixed_dictionaries(needed, optional=fields)
            if part.get("additionalProperties"):
                names = self.part(part["propertyNames"])
                return st.dictionaries(names, self.part(part["additionalProperties"]), min_size=1, max_size=3)
            return self.one_word(needed, fields) if part.get("maxProperties") == 1 else whole
        if kind == "array":
            return st.lists(self.part(part["items"]), max_size=3)
        if kind == "integer":
            return st.integers(part.get("minimum", 0), part.get("maximum", 99)).map(str)
        return st.just("true") if kind == "boolean" else TEXTS

    def one_word(self, needed: Part, fields: Part) -> st.SearchStrategy[Any]:
        """A mapping with one word of those that may be there."""
        return st.one_of([st.fixed_dictionaries({name: each}) for name, each in {**needed, **fields}.items()])

    def reference(self, pointer: str) -> st.SearchStrategy[Any]:
        if pointer not in self.known:
            self.known[pointer] = st.deferred(lambda: self.known[pointer + " made"])
            self.known[pointer + " made"] = self.part(part_at_pointer(self.root, pointer))
        return self.known[pointer]


def shown_in(scene: Scene) -> dict[str, str]:
    """Place of a pile → item: all that the entries of a game show."""
    return {place: item for each in scene.found.entries for place, item in each.get("shown", {}).items()}


def forged_entry(data: st.DataObject, entry: Part, fits: Fitting, shown: dict[str, str]) -> Part:
    """The entry with one or two of its own fields, or of what chance showed, in another shape or of another content."""
    own = [name for name in fits.root["properties"] if name not in ("game", "after", "head", "seat", "say")]
    changed = dict(entry)
    for name in data.draw(
        st.lists(st.sampled_from([*own, *own, "seat", "shown", "by", "kind"]), min_size=1, max_size=2)
    ):
        if name in own:
            changed[name] = data.draw(ANY | fits.part(fits.root["properties"][name]))
        elif name == "shown":
            items = st.sampled_from([*shown.values(), "x"])
            others = st.dictionaries(st.sampled_from([*shown, "deck/99", "x/0"]), items, max_size=3)
            same = st.fixed_dictionaries(dict.fromkeys(entry.get("shown", {}), items))
            changed["shown"] = data.draw(same | others | ANY)
        else:
            changed[name] = data.draw(st.sampled_from(["red", "athens", "nobody", "referee", "missed", "move"]) | ANY)
    return changed


def kinds() -> list[tuple[str, str]]:
    return [(id, str(edition.number)) for id in ("magna-grecia", "attika") for edition in titles.book(id).editions]


def shape_problem(scene: Scene, turn: tuple[int, Any, AnyRulebook], entry: Part) -> str:
    """Why an entry does not fit the schema of logs, or that of its title's moves, asked as a whole; "" if it does."""
    number, _, book = turn
    try:
        refuse_misfits(number, cast(Entry, entry))
        refuse_unlike_moves(book, scene.found.header, number, cast(Entry, entry))
    except BadEntry as bad:
        return str(bad)
    return ""


FEW = 60
"""So many examples of each kind in every run; `make proofs` tries more."""


@pytest.mark.parametrize(("title", "edition"), kinds())
def test_a_move_of_any_shape_is_judged_or_refused(title: str, edition: str) -> None:
    forge_moves(title, edition, FEW)


def forge_moves(title: str, edition: str, examples: int) -> None:
    fits, these = Fitting(title), scenes()[title, edition]

    @settings(max_examples=examples, deadline=None)
    @given(st.data())
    def forge(data: st.DataObject) -> None:
        scene = these[data.draw(st.integers(0, len(these) - 1))]
        turn = scene.turns[data.draw(st.integers(0, len(scene.turns) - 1))]
        entry = forged_entry(data, dict(scene.found.entry(turn[0])), fits, shown_in(scene))
        said = judged(scene, turn, entry)
        if shape_problem(scene, turn, entry):
            assert f"entry {turn[0]} is bad." in said

    forge()


@pytest.mark.parametrize(("title", "edition"), kinds())
def test_without_jsonschema_it_is_judged_or_refused_too(
    title: str, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser."""
    monkeypatch.setitem(sys.modules, "referee.reading.keywords", None)
    scene = scenes()[title, edition][0]
    for turn in scene.turns[:3]:
        entry = dict(scene.found.entry(turn[0]))
        forms: list[Any] = [{"fly": "A1"}, {"road": ["x"]}, {"build": {"x": "y"}}, {"draw": [{}]}, {"resupply": "x"}]
        for wrong in forms:
            assert f"entry {turn[0]} is bad." in judged(scene, turn, {**entry, "actions": [wrong]}), wrong
        assert "jsonschema" in judged(scene, turn, {**entry, "actions": [{"fly": "A1"}]})


@pytest.mark.parametrize(("title", "edition"), kinds())
def test_every_turn_is_right_as_it_was_recorded(title: str, edition: str) -> None:
    these = scenes()[title, edition]
    assert these
    for scene in these:
        assert [judged(scene, turn, scene.found.documents[turn[0]]) for turn in scene.turns] == [""] * len(scene.turns)


def leaves(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every value in plain data, the whole of it left out."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in pairs:
        yield (*at, key)
        yield from leaves(each, (*at, key))


@pytest.mark.parametrize(("title", "edition"), kinds())
def test_a_header_of_any_shape_begins_a_game_or_is_refused(title: str, edition: str) -> None:
    forge_headers(title, edition, FEW)


def forge_headers(title: str, edition: str, examples: int) -> None:
    these = [each.found for each in scenes()[title, edition]]
    own = [each for each in these if "own" in each.header["components"]]

    @settings(max_examples=examples, deadline=None)
    @given(st.data())
    def forge(data: st.DataObject) -> None:
        found = data.draw(st.sampled_from(own or these) | st.sampled_from(these))
        header: Any = copy.deepcopy(found.header)
        *above, last = data.draw(st.sampled_from(list(leaves(header))))
        inner = reduce(lambda value, key: value[key], above, header)
        if data.draw(st.booleans()):
            del inner[last]
        else:
            inner[last] = data.draw(ANY)
        if header.get("title") != title or header.get("edition") != edition:
            return  # which title and which edition it is, others look up before
        forged = found._replace(documents=(header, *found.entries))
        with suppress(BadEntry, UnknownContent, folds.Sealed):
            list(replay.moments(titles.book(title).under(header), forged))

    forge()


@pytest.mark.parametrize("fault", [KeyError, TypeError, ValueError, AttributeError, StopIteration])
def test_a_bug_in_a_title_is_no_verdict_on_a_log(fault: type[Exception]) -> None:
    def fail(position: Any, move: Any) -> Any:
        raise fault("a bug")

    scene = scenes()["magna-grecia", "2"][0]
    number, position, book = scene.turns[0]
    broken = book._replace(play=book.play._replace(steps=fail))
    with pytest.raises(fault, match="a bug"):
        judged(scene, (number, position, broken), scene.found.documents[number])
