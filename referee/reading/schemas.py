"""The JSON Schemas, each as one self-contained document.

Those of the folder `schemas` are ours; in its folder `answers` are those of what commands print with `--json`, in
`meta` is that of schemas themselves. A title of another package brings its own in a folder `schemas` of that package:
`hex.move` is looked for there when we have none of that name. It need only say what our `move`, `case` or `state` does
not: the rest is filled in from there. In these files a schema refers to another by its file name, so that any tool can
follow it there.

They say what the parts of a title's move are, too, and by `x-words` how the files begin that say what people call its
names and values, and how they spell them, one a language: `"hex.words"` for `hex.words.de.json` beside the schema.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal, NamedTuple

from referee import shipped_folder
from referee.exit_codes import MISCONFIGURED, Foreseen
from referee.words import plain_letters, say

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

ENDING = ".schema.json"
ANSWERS, META = "answers", "meta"
BASE = "https://referee.example/schema/1/"
"""What the published schemas are named by. `.example` is nobody's (RFC 2606): nothing is ever fetched from there."""
NAMED = ("properties", "$defs")
"""Keywords that hold schemas by names: these are no keywords."""
OURS_ALONE = "x-"
"""The prefix of keywords that only this program reads; published schemas have none of them."""
FILLED_IN = ("move", "case", "state")
"""The schemas of which a title of another package need only write its own parts."""
ADDRESS = ("game", "after", "head", "seat", "say")
"""The parts of every title's move besides its actions: which game, after which entry, whose, and a message to all."""
CLOSED: Schema = {"additionalProperties": False}
TITLE_FOLDERS: dict[str, str] = {}
"""Title of another package → the folder of its schemas; `titles` enters it when the title is loaded."""
NAMING = "# yaml-language-server:"


class InvalidSchema(Foreseen):
    """A schema of another package is none."""

    code = MISCONFIGURED


def modeline(name: str) -> str:
    """The first line of a file for this folder: by it an editor completes and checks what is typed.

    Nothing where the folder has no such schema: `referee dev schema --all schemas` puts it there.
    """
    path = f"schemas/{name}{ENDING}"
    return f"{NAMING} $schema={path}\n" if os.path.isfile(path) else ""


def with_modeline(text: str, name: str) -> str:
    """The text of a file with such a line, in place of the one that it may have."""
    first, _, rest = text.partition("\n")
    return modeline(name) + (rest if first.startswith(NAMING) else text)


def schema_folder() -> str:
    """In an installed package the schemas are inside it, in a checkout next to it."""
    return shipped_folder("schemas")


def schema_names(place: str = "") -> tuple[str, ...]:
    """The names of the schemas in a folder, by default in ours: such as `log` and `magna-grecia.move`."""
    names = os.listdir(place or schema_folder())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def answer_names() -> tuple[str, ...]:
    """The names of the schemas of answers: such as `answer.submit`, and `answers`, which they share."""
    return schema_names(os.path.join(schema_folder(), ANSWERS))


def dialect_names() -> tuple[str, ...]:
    """The names of the schemas of schemas."""
    return schema_names(os.path.join(schema_folder(), META))


@cache  # a refusal takes 55 % longer without it
def schema(name: str) -> Schema:
    """The schema of this name with those it refers to bundled in its `$defs`. Raises KeyError for an unknown name."""
    wanted: list[str] = []
    root = whole_schema(name, "#", wanted)
    others: Schema = {}
    for other in wanted:  # grows while the others are read
        if other not in others:
            others[other] = anonymous(whole_schema(other, f"#/$defs/{other}", wanted))
    return {**root, "$defs": {**root.get("$defs", {}), **others}} if others else root


def whole_schema(name: str, root: str, wanted: list[str]) -> Schema:
    """The schema of a file, whose place in the bundle is `root`; that of a title of another package is filled in."""
    own = load_schema(name, partial(point_into_bundle, root, wanted))
    title, _, kind = name.partition(".")
    fields = own.get("properties")
    if title not in TITLE_FOLDERS or kind not in FILLED_IN or "type" in own or not isinstance(fields, dict):
        return own
    general = load_schema(kind, partial(point_into_bundle, f"#/$defs/{kind}", wanted))
    wanted += [kind] if general.pop("$defs", None) else []
    general.pop("x-slips", None)  # what it says of a file that names no title is not about a move with a slip
    parts = general["properties"]
    if kind == "state":
        general |= CLOSED | {"required": [*fields]}
    elif kind == "move":
        parts["actions"]["items"] |= CLOSED
        general |= CLOSED | {"properties": {key: each for key, each in parts.items() if key in (*fields, *ADDRESS)}}
    else:
        turn = parts["moves"]["items"]
        turn["properties"] |= (played := parts_played(f"{title}.move", wanted))
        parts |= {"position": parts["position"] | CLOSED, "move": parts["move"] | CLOSED | {"properties": played}}
        turn |= CLOSED
    whole: Schema = filled_in(own, general)
    return whole


def parts_played(move: str, wanted: list[str]) -> Schema:
    """The parts of a title's moves that say what is done, each as a reference to the schema of its moves."""
    wanted.append(move)
    fields = load_schema(move, lambda content: content)["properties"]
    return {key: {"$ref": f"#/$defs/{move}/properties/{key}"} for key in fields if key not in ADDRESS}


def filled_in(own: Any, general: Any) -> Any:
    """What a title says, and what the general schema says besides. A part with a `type` or a `$ref` is complete."""
    if not (isinstance(own, dict) and isinstance(general, dict)) or not own.keys().isdisjoint(("type", "$ref")):
        return own
    filled = {key: filled_in(own[key], part) if key in own else part for key, part in general.items()}
    return filled | {key: part for key, part in own.items() if key not in general}


def public_schema(name: str) -> Schema:
    """A schema for other programs: named by an absolute URI, and with standard keywords alone. Raises KeyError."""
    content: Schema = standard(schema(name))
    return {"$schema": content["$schema"], "$id": BASE + name + ENDING, **content}


def standard(content: Any) -> Any:
    """A schema without what only this program reads."""
    if isinstance(content, list):
        return [standard(each) for each in content]
    if not isinstance(content, dict):
        return content
    return {
        key: {name: standard(each) for name, each in value.items()} if key in NAMED else standard(value)
        for key, value in content.items()
        if not key.startswith(OURS_ALONE)
    }


def anonymous(content: Schema) -> Schema:
    """Without `$id`, which would make references inside it start from there and not from the bundle."""
    return {key: value for key, value in content.items() if key not in ("$id", "$schema")}


def load_schema(name: str, read_object: Callable[[Schema], Schema]) -> Schema:
    """The schema of a file, each object of which, the inner ones first, is what a function makes of it."""
    for place in search_folders(name) if os.path.basename(name) == name else ():
        path = os.path.join(place, name + ENDING)
        if os.path.isfile(path):
            try:
                with open(path, encoding="utf-8") as file:
                    content: Schema = json.load(file, object_hook=read_object)
            except ValueError as error:
                words = "{name}.schema.json can't be read: {why}"
                raise InvalidSchema(say(words, name=name, why=error)) from None
            return content
    raise KeyError(name)


def search_folders(name: str) -> Iterator[str]:
    """The folders where a schema may be: ours, then that of the title that its name begins with."""
    yield schema_folder()
    yield os.path.join(schema_folder(), ANSWERS)
    yield os.path.join(schema_folder(), META)
    if (title := name.partition(".")[0]) in TITLE_FOLDERS:
        yield TITLE_FOLDERS[title]


def point_into_bundle(root: str, wanted: list[str], content: Schema) -> Schema:
    """The object with its own reference pointing to its place in the bundle; another file is added to `wanted`."""
    reference = content.get("$ref")
    if isinstance(reference, str) and "://" not in reference:
        file, _, fragment = reference.partition("#")
        other = os.path.basename(file).removesuffix(ENDING)
        wanted += [other] if other else []
        content["$ref"] = (f"#/$defs/{other}" if other else root) + fragment
    return content


def part_at_pointer(root: Schema, pointer: str) -> Schema:
    """The part of a schema that `#/…` points at."""
    for step in pointer.split("/")[1:]:
        root = root[step]
    return root


def resolved_part(part: Schema, root: Schema) -> Schema:
    """A part of a schema together with the part it refers to."""
    return {**part_at_pointer(root, part["$ref"]), **part} if "$ref" in part else part


def exact(pattern: str) -> re.Pattern[str]:
    """JSON Schema's `$` is the very end; Python's `$` also matches before a last line break."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


MOVE_SCHEMA = ".move"
"""How the names of the schemas of moves end: `hex.move`."""
Form = Literal["list", "mapping", "line"]
FORMS: dict[str, Form] = {"array": "list", "object": "mapping"}


class MovePart(NamedTuple):
    """A field of a move file that says what is done.

    form  `list`: actions, a line each; `mapping`: in braces on the line of its name; `line`: one value
    """

    name: str
    form: Form


def move_parts(title: str) -> tuple[MovePart, ...]:
    """The parts of a title's moves, in the order of its schema. Raises KeyError if the title has no schema."""
    parts = {name: part for name, part in properties_of(schema(title + MOVE_SCHEMA)).items() if name not in ADDRESS}
    return tuple([MovePart(name, FORMS.get(str(part.get("type")), "line")) for name, part in parts.items()])


def properties_of(root: Schema) -> dict[str, Schema]:
    """The fields of a move, each with its part of the schema."""
    return {name: resolved_part(part, root) for name, part in root["properties"].items()}


class MoveWords(NamedTuple):
    """Words in moves of all titles that are here. A text that is no YAML does not say yet which title it is for.

    heads   fields, which begin at the very left and are no actions
    braces  fields and actions whose value is always a mapping: each with its part of the schema
    marks   fields whose only value is `true`
    """

    heads: frozenset[str]
    braces: dict[str, Schema]
    marks: frozenset[str]


def move_words() -> MoveWords:
    """Those of our own titles and of the loaded titles of other packages."""
    folders = [folder for folder in TITLE_FOLDERS.values() if os.path.isdir(folder)]
    names = [*schema_names(), *(name for folder in folders for name in schema_names(folder))]
    return words_of_schemas(tuple([name for name in names if name.endswith(MOVE_SCHEMA)]))


def words_of_schemas(names: tuple[str, ...]) -> MoveWords:
    fields: dict[str, Schema] = {}
    actions: dict[str, Schema] = {}
    for root in map(schema, names):
        fields |= properties_of(root)
        items = [resolved_part(part["items"], root) for part in properties_of(root).values() if "items" in part]
        actions |= {
            word: resolved_part(part, root) for each in items for word, part in each.get("properties", {}).items()
        }
    braces = {word: part for word, part in {**fields, **actions}.items() if part.get("type") == "object"}
    marks = [word for word, part in fields.items() if part.get("type") == "boolean"]
    return MoveWords(frozenset([*ADDRESS, *fields]), braces, frozenset(marks))


KEYWORD, WORD_FILE = "x-words", ".json"


class OtherWords(NamedTuple):
    """What a file of words says.

    names     field or action → what else people call it
    values    word of a value → the same
    nothing   what people write for a move in which nothing is done
    everyday  words that people also write about other things: `always`, or `alone`, in a mail without a move
    """

    names: Mapping[str, Sequence[str]] = {}
    values: Mapping[str, Sequence[str]] = {}
    nothing: Sequence[str] = ()
    everyday: Mapping[str, Sequence[str]] = {}


def other_words(root: Schema, language: str) -> OtherWords:
    """The words of the schema of moves in a language; none if there is no file of them."""
    path = word_files(root[KEYWORD]).get(language) if KEYWORD in root else None
    return words_of_file(path) if path else OtherWords()


def words_of_file(path: str) -> OtherWords:
    with open(path, encoding="utf-8") as file:
        return OtherWords(**json.load(file))


def word_files(beginning: str) -> dict[str, str]:
    """The files of words of a title beside its schema, by language."""
    start = os.path.basename(beginning) + "."
    return {
        name.removeprefix(start).removesuffix(WORD_FILE): os.path.join(folder, name)
        for folder in search_folders(beginning)
        for name in sorted(os.listdir(folder))
        if name.startswith(start) and name.endswith(WORD_FILE)
    }


def words_of_values(root: Schema, language: str = "") -> Iterator[tuple[str, str]]:
    """What people write for each word of a value, and that word: in a language, or in all of them."""
    for each in word_files(root[KEYWORD]) if KEYWORD in root else ():
        for meant, said in other_words(root, each).values.items():
            words = (meant, *said) if language in ("", each) else (meant,)
            yield from ((spelt, meant) for word in words for spelt in spellings(word))


def spellings(word: str) -> tuple[str, ...]:
    """A word in plain letters, and as people write it who have no umlauts: `Mühle` is `muhle` and `muehle`."""
    spelt = word.casefold().translate(UMLAUTS)
    return tuple(dict.fromkeys([plain_letters(word), plain_letters(spelt)]))


UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}
