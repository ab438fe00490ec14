"""Why data has not the shape of its schema, told to somebody who knows no schemas: jsonschema's errors as sentences."""

import difflib
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.rulebook import Path
from referee.source.caret import Problem, Source, place
from referee.source.schemas import schema
from referee.source.shape import exact, pointed
from referee.words import Phrase, say

Found = tuple[Phrase, Path, Phrase | None, bool]
"""What is wrong, where, how to mend it, and whether the word before the colon is meant and not its value."""

KINDS: dict[str, Phrase] = {
    "object": say("lines of `word: value`"),
    "array": say("a list, each line beginning with `- `"),
    "string": say("one text"),
    "integer": say("a whole number"),
    "boolean": say("true or false"),
}


def problems(source: Source, value: Any, name: str) -> tuple[Problem, ...]:
    """All places of `value` that do not fit the schema, in the order of the text."""
    found = [each for error in judge(name).iter_errors(value) for each in explained(error, schema(name))]
    told = (
        Problem(says, *place(source.keys if key and at in source.keys else source.marks, at), hint)
        for says, at, hint, key in found
    )
    once = {(each.line, each.column, str(each.says)): each for each in told}
    return tuple(once[key] for key in sorted(once))


@cache
def judge(name: str) -> Any:
    """jsonschema's validator, with our reading of `$` in patterns and one error for each missing word."""
    import jsonschema

    def pattern(validator: Any, wanted: str, value: Any, part: Any) -> Iterator[Any]:
        if isinstance(value, str) and not exact(wanted).search(value):
            yield jsonschema.ValidationError("pattern")

    def required(validator: Any, wanted: list[str], value: Any, part: Any) -> Iterator[Any]:
        yield from (
            jsonschema.ValidationError(word) for word in wanted if isinstance(value, dict) and word not in value
        )

    extend: Any = jsonschema.validators.extend
    return extend(jsonschema.Draft202012Validator, {"pattern": pattern, "required": required})(schema(name))


def explained(error: Any, root: Any) -> Iterator[Found]:
    """The sentences for one error of jsonschema."""
    at: Path = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:  # it is about a word before a colon
        says, _, hint, _ = not_one(error, at)
        yield says, (*at, error.instance), hint, True
    elif error.validator in ("anyOf", "oneOf"):
        yield from alternatives(error, at, root)
    elif error.validator == "additionalProperties":
        yield from unknown_words(error, at)
    elif error.validator == "required":
        yield from missing_words(error, at, root)
    elif error.validator == "type":
        yield wrong_kind(error, at)
    elif error.validator in ("pattern", "enum", "const"):
        yield not_one(error, at)
    else:
        yield out_of_bounds(error, at)


def alternatives(error: Any, at: Path, root: Any) -> Iterator[Found]:
    """The alternative for this kind of value explains itself; if none is for it, all are named."""
    words = [each["required"] for each in error.validator_value if "required" in each and "type" not in each]
    if words:
        yield from one_of_the_words(error, at, words, root)
        return
    right = [index for index, each in enumerate(error.validator_value) if not any_wrong_kind(error, index)]
    meant = [each for each in error.context if each.relative_schema_path[0] in right[:1]]
    for each in meant:
        yield from explained(each, root)
    if not meant:
        what, value = " or ".join(titles_below(error)), shown(error.instance)
        yield say("Here should be {what}, not {value}.", what=what, value=value), at, None, False


def any_wrong_kind(error: Any, index: int) -> bool:
    mine = [each for each in error.context if each.relative_schema_path[0] == index]
    return any(each.validator == "type" and not each.relative_path for each in mine)


def titles_below(error: Any) -> list[str]:
    """What the alternatives are called, by their titles or at least by their kinds."""
    wrong = [each for each in error.context if each.validator == "type" and not each.relative_path]
    return list(dict.fromkeys(str(each.schema.get("title") or KINDS[each.validator_value]) for each in wrong))


def one_of_the_words(error: Any, at: Path, words: list[list[str]], root: Any) -> Iterator[Found]:
    """Words of which one group must stand in a mapping."""
    choice = " or ".join(" and ".join(f"`{word}`" for word in group) for group in words)
    if sum(all(word in error.instance for word in group) for group in words) > 1:
        yield say("Only one of these may stand here: {choice}.", choice=choice), at, None, False
    elif not any(mistyped(error, word) for group in words for word in group):
        yield say("Something is missing here: {choice}.", choice=choice), at, hint_for(error, words[0][0], root), False


def unknown_words(error: Any, at: Path) -> Iterator[Found]:
    allowed = list(error.schema.get("properties", ()))
    for word in error.instance:
        if word not in allowed:
            yield say("`{word}` is not a word here.", word=word), (*at, word), meant_word(word, allowed), True


def meant_word(word: str, allowed: list[str]) -> Phrase:
    """The word that was meant, or all words that may stand there."""
    near = nearest(word, allowed)
    if near:
        return say("Did you mean `{near}`?", near=near)
    return say("Words that may stand here: {words}.", words=", ".join(allowed))


def nearest(word: str, allowed: list[str]) -> str:
    return next(iter(difflib.get_close_matches(simplified(word).lower(), allowed, 1)), "")


def mistyped(error: Any, missing: str) -> bool:
    """Whether a word stands there that is not known and is most like the missing one: it is complained about itself."""
    known = list(error.schema.get("properties", ()))
    if error.schema.get("additionalProperties", True):
        return False  # other words may stand there too
    return any(nearest(word, known) == missing for word in error.instance if word not in known)


def missing_words(error: Any, at: Path, root: Any) -> Iterator[Found]:
    """`judge` makes one error for each missing word, and the word its message."""
    if not mistyped(error, error.message):
        yield say("`{word}` is missing.", word=error.message), at, hint_for(error, error.message, root), False


def hint_for(error: Any, word: str, root: Any) -> Phrase | None:
    about = error.schema.get("properties", {}).get(word, {})
    example = (pointed(root, about["$ref"]) if "$ref" in about else about).get("examples")
    return say("Add a line such as `{word}: {example}`.", word=word, example=example[0]) if example else None


def wrong_kind(error: Any, at: Path) -> Found:
    wanted = error.validator_value
    kind = wanted if isinstance(wanted, str) else wanted[0]
    if error.instance == "":
        return say("Nothing is written here; it should be {kind}.", kind=KINDS[kind]), at, about(error), False
    says = say("Here should be {kind}, not {value}.", kind=KINDS[kind], value=shown(error.instance))
    return says, at, (number_hint if kind == "integer" else colon_hint)(error), False


def colon_hint(error: Any) -> Phrase | None:
    """`road D4 n-s` for `road: D4 n-s`."""
    word, _, rest = str(error.instance).partition(" ")
    if rest and word in error.schema.get("properties", ()):
        return say("Write `{word}: {rest}`, with a colon.", word=word, rest=rest)
    return about(error)


def number_hint(error: Any) -> Phrase | None:
    """Digits of other scripts, leading zeros and the like, and the number as it should be written."""
    plain = simplified(error.instance) if isinstance(error.instance, str) else ""
    if re.fullmatch("[+]?0*[0-9]{1,6}", plain):
        return say("Write {number}: plain digits, no leading zeros or signs.", number=int(plain))
    return about(error)


def not_one(error: Any, at: Path) -> Found:
    if error.instance == "":
        return say("Nothing is written here; it should be {what}.", what=noun(error)), at, about(error), False
    choices = [
        str(each) for each in ([error.validator_value] if error.validator == "const" else error.schema.get("enum", []))
    ]
    says = say("{value} is not {what}.", value=shown(error.instance), what=noun(error))
    if choices:
        return says, at, meant_word(str(error.instance), choices), False
    return says, at, rewritten(error) or about(error), False


def rewritten(error: Any) -> Phrase | None:
    """The value without curly quotes, long dashes and foreign digits, if that is what was meant."""
    plain = simplified(str(error.instance))
    for meant in (plain, plain.lower()):
        if meant != error.instance and exact(error.validator_value).search(meant):
            return say(REWRITE[meant == str(error.instance).lower()], plain=meant)
    return None


REWRITE = ("Write `{plain}`: plain letters, digits and dashes.", "Write `{plain}`, in small letters.")


def simplified(text: str) -> str:
    """The nearest plain ASCII text: what a word processor or a mail program made of it is undone."""
    dashed = re.sub("[\u2010-\u2015\u2212]", "-", re.sub("[\"'\u2018-\u201f\u00ab\u00bb\u00b4`]", "", text))
    digits = "".join(str(unicodedata.decimal(each, each)) for each in dashed)
    return unicodedata.normalize("NFKC", digits).replace("\u200d", "").strip()


BOUNDS: dict[str, Phrase] = {
    "minimum": say("{value} is too small: at least {bound} is needed."),
    "maximum": say("{value} is too large: at most {bound} is possible."),
    "minLength": say("This text is too short: it needs {bound} or more characters."),
    "maxLength": say("This text has {size} characters; at most {bound} are possible."),
    "minItems": say("There are {size} lines in this list; it needs {bound} or more."),
    "maxItems": say("There are {size} lines in this list; at most {bound} are possible."),
    "minProperties": say("There are {size} words here; it needs {bound} or more."),
    "maxProperties": say("There are {size} words here; at most {bound} may stand together."),
}


def out_of_bounds(error: Any, at: Path) -> Found:
    size = len(error.instance) if hasattr(error.instance, "__len__") else 0
    facts = {"value": shown(error.instance), "bound": error.validator_value, "size": size}
    return Phrase(BOUNDS[error.validator].template, facts), at, about(error), False


def noun(error: Any) -> str:
    return str(error.schema.get("title", "possible here"))


def about(error: Any) -> Phrase | None:
    text = error.schema.get("description")
    return say("{text}", text=text) if text else None


def shown(value: Any) -> Phrase:
    if isinstance(value, dict):
        return say("a mapping")
    if isinstance(value, list):
        return say("a list")
    text = str(value)
    return say("`{text}`", text=text if len(text) <= 40 else text[:39] + "…")
