"""Random orders of any shape for any title: legal, senseless, nested, empty, repeated, of wrong types, huge.

They are made of the title's own move schema, of the moves that are legal now, and of moves of other positions; so a
title needs to bring nothing for them.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import reading
from referee.reading.schemas import Schema
from referee.rules.entry_shapes import own_fields
from referee.rules.planner import move_with_part, suggest_move
from referee.rules.rulebook import AnyRulebook, Move
from referee.rules.ruling import Accepted, judge
from referee.store.documents import Data
from referee.testkit.playouts import Playout

DEEPEST = 6
"""So many levels of a schema are followed; below them only its simplest values are written."""
WILD: tuple[Any, ...] = (
    {},
    [],
    None,
    "",
    "-",
    "---",
    "nothing",
    "ß\u2028",
    True,
    -1,
    0,
    1,
    99,
    10**9,
    10**40,
    "9" * 400,
    [[]],
    [{}],
    [None],
    {"": ""},
    {"if": []},
)
"""Values that no schema asks for, and numbers at the edge of the rules."""
SAID = (
    "Well played.",
    "a\n---\nb",
    "- no: yaml",
    "'\"{}[]#:",
    "ß\u00a0\u2028 \U0001f600",
    "x" * 1000,
    "x" * 1001,
    "\n",
    "~",
)
LEGAL, OTHERS, SUGGESTED = 0.5, 0.15, 0.05
"""How many parts of an order are a legal action, a move of another position, and a whole suggested turn; the rest is
whatever the schema allows."""
TRIES = 20
"""So many candidates of a kind are asked for one that is legal."""
AGAIN = 0.3
"""How many orders say something twice."""
SPOILED = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2)
"""How many places of an order are spoilt."""
SAYING = 0.05
ELSEWHERE = 0.03
"""How many orders answer another entry than the last, or name another seat, game or head."""

Node = tuple[Any, Any]
"""A mapping or list, and a key or an index in it."""


class Material(NamedTuple):
    """The material for random orders of a title: the schemas of its moves and their fields, texts, recorded moves."""

    schema: Schema
    fields: Mapping[str, Sequence[Any]]
    texts: Sequence[str]
    moves: Sequence[Data]


def material(game: Playout) -> Material:
    """What orders in this game are made of."""
    schema = reading.schema(f"{game.book.id}.move")
    fields: dict[str, list[Any]] = {}
    for name, shape in shapes(schema):
        fields.setdefault(name, []).append(shape)
    moves = [*[turn.move for turn in game.turns], *[own_fields(entry) for entry in game.log.entries]]
    texts = list(dict.fromkeys([str(each) for each in leaves([*moves, *examples(schema)])]))
    return Material(schema, fields, texts, moves)


def shapes(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every field that a schema knows anywhere, with the schema of its value."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        yield from schema["properties"].items()
    for part in parts:
        yield from shapes(part)


def examples(schema: Any) -> Iterator[Any]:
    if isinstance(schema, dict):
        yield from schema["examples"] if isinstance(schema.get("examples"), list) else ()
        yield from (each for part in schema.values() for each in examples(part))
    elif isinstance(schema, list):
        yield from (each for part in schema for each in examples(part))


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from (each for part in value.values() for each in leaves(part))
    elif isinstance(value, list | tuple):
        yield from (each for part in value for each in leaves(part))
    elif value is not None:
        yield value


class Writer:
    """Writes random orders for one game, with one generator of chance: the same seed writes the same."""

    def __init__(self, game: Playout, rng: random.Random) -> None:
        self.book: AnyRulebook = game.book
        self.game = str(game.header["game"])
        self.seats = list(game.header["seats"])
        self.material = material(game)
        self.fate = game.fate
        self.rng = rng

    def order(self, position: object, last: int) -> bytes:
        """The bytes of a move file for this position after entry `last`."""
        legal = self.legal(position) if self.book.play.to_move(position) else []
        move = self.part(position, legal)
        for _ in range(self.rng.choice((0, 0, 1, 1, 2, 3))):
            move = join(move, self.part(position, legal))
        fields = {key: copy_of(value) for key, value in move.items() if key not in ENVELOPE}
        if self.rng.random() < AGAIN:
            self.repeat(fields)
        for _ in range(self.rng.choice(SPOILED)):
            fields = self.spoil(fields)
        return json.dumps(self.address(fields, position, last), ensure_ascii=False).encode()

    def legal(self, position: object) -> list[Data]:
        """Of each kind of action one that is legal now, as it may be written and as it is recorded."""
        kinds: dict[str, list[Data]] = {}
        for kind, move in self.book.play.candidates(position):
            kinds.setdefault(kind, []).append(move)
        found = []
        for moves in kinds.values():
            for move in self.rng.sample(moves, min(TRIES, len(moves))):
                ruling = judge(self.book.play, position, move, self.fate())
                if isinstance(ruling, Accepted):
                    found += [move, self.book.play.record(position, move, ruling.events)]
                    break
        return found

    def part(self, position: object, legal: Sequence[Data]) -> Data:
        """A legal action, a move of another position, what the planner suggests, or what the schema allows."""
        chance = self.rng.random()
        if chance < LEGAL and legal:
            return self.rng.choice(legal)
        if chance < LEGAL + OTHERS:
            return self.rng.choice(self.material.moves)
        if chance < LEGAL + OTHERS + SUGGESTED and self.book.play.to_move(position):
            return suggest_move(self.book, position, self.rng.randrange(1000))
        found = self.instance(self.material.schema)
        return found if isinstance(found, dict) else {}

    def repeat(self, fields: dict[str, object]) -> None:
        """Say one thing of a list once more at its end, perhaps with other numbers."""
        lists = [place[key] for place, key in nodes(fields) if isinstance(place[key], list) and place[key]]
        if lists:
            chosen = self.rng.choice(lists)
            chosen.append(self.renumber(self.rng.choice(chosen)))

    def renumber(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self.renumber(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.renumber(each) for each in value]
        if isinstance(value, int) and not isinstance(value, bool):
            return self.rng.choice((value, 0, 0, value - 1, value + 1))
        return value

    def address(self, fields: dict[str, object], position: object, last: int) -> dict[str, Any]:
        """With game, entry and seat: nearly always those that are right."""
        rng = self.rng
        whole: dict[str, Any] = {"game": self.game, "after": last, "seat": self.book.play.to_move(position), **fields}
        if rng.random() < ELSEWHERE:
            whole[rng.choice(("game", "seat", "head"))] = rng.choice((*self.seats, *self.material.texts, *WILD))
        if rng.random() < ELSEWHERE:
            whole["after"] = rng.choice((rng.randrange(last + 1), last + 1, *WILD))
        if rng.random() < SAYING:
            whole["say"] = rng.choice((*SAID, *WILD))
        return whole

    def instance(self, shape: Any, depth: int = 0) -> Any:
        """A value of this schema, or nearly."""
        shape = self.resolve(shape)
        if "enum" in shape:
            return self.rng.choice(shape["enum"])
        choices = [each for each in shape.get("anyOf", shape.get("oneOf", ())) if set(each) - {"required"}]
        if choices:
            plain = [each for each in choices if self.resolve(each).get("type") not in ("array", "object")]
            return self.instance(self.rng.choice(plain if plain and depth > DEEPEST else choices), depth + 1)
        kind = shape.get("type")
        kind = self.rng.choice(kind) if isinstance(kind, list) else kind
        make = {"object": self.mapping, "array": self.items, "integer": self.number, "number": self.number}
        if kind == "boolean":
            return self.rng.random() < 0.9
        return make.get(str(kind), self.text)(shape, depth)

    def resolve(self, shape: Any) -> dict[str, Any]:
        """The schema without a reference at its head."""
        while isinstance(shape, dict) and "$ref" in shape:
            found: Any = self.material.schema
            for part in shape["$ref"].lstrip("#/").split("/"):
                found = found[part] if part else found
            shape = found
        return shape if isinstance(shape, dict) else {}

    def mapping(self, shape: Schema, depth: int) -> dict[str, Any]:
        known = [key for key in shape.get("properties", {}) if depth or key not in ENVELOPE]
        wanted = [key for key in shape.get("required", ()) if key in known]
        ways = [each["required"] for each in shape.get("oneOf", ()) if "required" in each]
        wanted += [key for key in self.rng.choice(ways) if key in known] if ways else []
        most = min(shape.get("maxProperties", len(known)), len(known))
        more = [key for key in known if key not in wanted]
        fewer = self.rng.choice((0, 1, 1, 2)) if depth <= DEEPEST else 0
        number = max(shape.get("minProperties", 0), min(most, len(wanted) + fewer)) - len(wanted)
        keys = wanted + self.rng.sample(more, min(max(number, 0), len(more)))
        return {key: self.instance(shape["properties"][key], depth + 1) for key in keys}

    def items(self, shape: Schema, depth: int) -> list[Any]:
        fewest = shape.get("minItems", 0)
        number = fewest + (self.rng.choice((0, 1, 1, 2, 3)) if depth <= DEEPEST else 0)
        return [self.instance(shape.get("items", {}), depth + 1) for _ in range(number)]

    def number(self, shape: Schema, depth: int) -> int:
        least, most = shape.get("minimum", 0), shape.get("maximum", 99)
        return self.rng.choice((least, least, least + 1, least + 2, least + 3, most, self.rng.randint(least, most)))

    def text(self, shape: Schema, depth: int) -> str:
        pattern = re.compile(shape.get("pattern", ""))
        fitting = [each for each in self.material.texts if pattern.search(each)]
        return self.rng.choice(fitting) if fitting else self.rng.choice(shape.get("examples", ("",)))

    def spoil(self, fields: dict[str, object]) -> dict[str, Any]:
        """A move with one place changed: another value, none, twice the same, or a field from elsewhere put into it."""
        whole = {"": copy_of(fields)}
        place, key = self.rng.choice(list(nodes(whole)))
        match self.rng.randrange(6):
            case 0:
                del place[key]
            case 1 if isinstance(place, list):
                place.insert(self.rng.randrange(len(place) + 1), copy_of(place[key]))
            case 2 if isinstance(place[key], dict):
                name = self.rng.choice(list(self.material.fields))
                place[key][name] = self.instance(self.rng.choice(self.material.fields[name]), 1)
            case 3:
                place[key] = self.rng.choice(([place[key]], {"": place[key]}, self.rng.choice(self.material.texts)))
            case 4:
                place[key] = self.rng.choice(WILD)
            case _:
                others = [each for name in self.material.fields for each in self.material.fields[name]]
                place[key] = self.instance(self.rng.choice(others), 1)
        found = whole.get("")
        return found if isinstance(found, dict) else {"actions": found} if whole else {}


ENVELOPE = ("game", "after", "head", "seat", "say")


def join(move: Move, part: Move) -> Move:
    """A move with one part more, wherever the two have the same shape."""
    alike = {key: value for key, value in part.items() if isinstance(move.get(key, value), type(value))}
    return move_with_part(move, alike)


def nodes(value: Any) -> Iterator[Node]:
    """Every place of plain data, as what holds it and its key there."""
    pairs: Sequence[Any] = ()
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    for key, part in pairs:
        yield value, key
        yield from nodes(part)


def copy_of(value: Any) -> Any:
    """Plain data that shares nothing with the other."""
    return json.loads(json.dumps(value))
