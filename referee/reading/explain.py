"""Why data has not the shape of its schema, told to somebody who knows no schemas: jsonschema's errors as sentences."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.reading.caret import BadInput, Path, Problem, Source, nearest_mark
from referee.reading.faults import Found, SchemaError, fix_of, hint_elsewhere, hint_of, value_at
from referee.reading.fixes import TextVerdict, with_true_hints
from referee.reading.nearest_words import (
    Names,
    ascii_hint,
    ascii_text,
    by_name,
    foreign,
    meant_word,
    nearest_word,
    several,
    words_allowed,
)
from referee.reading.offers import head_of_actions
from referee.reading.schemas import Schema, schema
from referee.reading.shape import check_of_part, exact, fit, part_at_pointer
from referee.reading.slips import dashless, slip_in_line, slips_alike
from referee.reading.yaml_reader import FILE, parse_bytes
from referee.words import AND, OR, Phrase, say, term, word_list

KINDS: dict[str, Phrase] = {
    "object": say("lines of `word: value`"),
    "array": say("a list, each line beginning with `- `"),
    "string": say("one text"),
    "integer": say("a whole number"),
    "boolean": say("true or false"),
}


def problems(source: Source, value: object, name: str, names: Names = dict) -> tuple[Problem, ...]:
    """All places of `value` that do not fit the schema, in the order of the text."""
    found = [each for error in judge(name).iter_errors(value) for each in faults_of_error(error, schema(name))]
    lines = source.text.split("\n")
    told = [
        problem
        for each in found
        for problem in all_alike(lines, located_problem(source, lines, with_name_hint(each, value, names), value))
    ]
    once = {(each.line, each.column, str(each.says)): each for each in beside_dashes(lines, told)}
    return tuple(once[key] for key in sorted(once))


def true_problems(source: Source, value: object, name: str, names: Names = dict) -> tuple[Problem, ...]:
    """The same with hints that are true: what they offer fits the schema."""

    def verdict(text: str) -> TextVerdict:
        try:
            again = parse_bytes(text.encode(), source.name, FILE)
        except BadInput as bad:
            return TextVerdict(False, bad.problems)
        fitted, misfits = fit(again.data, name)
        return TextVerdict(True, problems(again, fitted, name, names) if misfits else ())

    return with_true_hints(source.text, problems(source, value, name, names), verdict, readable=True)


def all_alike(lines: list[str], problem: Problem) -> tuple[Problem, ...]:
    """A problem, or where it is a slip of the pen all lines with the same one."""
    slip = slip_in_line(lines[problem.line - 1], problem.line)
    if slip is None or slip != problem._replace(at=()):
        return (problem,)
    alike = slips_alike(lines, slip)
    return tuple([each._replace(at=problem.at) if each.line == problem.line else each for each in alike])


def beside_dashes(lines: list[str], told: list[Problem]) -> list[Problem]:
    """A list without its dashes in place of all that is wrong since these are missing."""
    found = dashless(lines)
    if not told or found is None or found.fix is None:
        return told
    first, last = found.fix.begin[0], found.fix.end[0]
    above = head_of_actions(lines) if re.fullmatch("actions: *", lines[head_of_actions(lines) - 1]) else first
    return [found, *[each for each in told if not above <= each.line < last]]


def located_problem(source: Source, lines: list[str], found: Found, value: object) -> Problem:
    """What is wrong with its line and column; a slip of the pen that the line shows is told instead."""
    line, column = nearest_mark(source.keys if found.key and found.at in source.keys else source.marks, found.at)
    is_whole = not found.at and isinstance(source.data, dict)  # that a word is missing is the fault of no line
    slip = None if is_whole else slip_in_line(lines[line - 1], line)
    if slip:
        return slip._replace(at=found.at)
    quoted = lines[line - 1][column - 1 : column] in ("'", '"')
    signs = found.signs + quoted if found.signs else 0
    fix = fix_of(source, lines, found, value)
    hint = hint_of(lines, found, fix, value) if fix else found.hint or hint_elsewhere(found)
    return Problem(found.says, line, column + signs, hint, fix, found.at)


def with_name_hint(found: Found, value: object, names: Names) -> Found:
    """With a name that stands where something else is wanted, what the name is."""
    written = None if found.key else value_at(value, found.at)
    text, hint = by_name(written, names) if isinstance(written, str) else ("", None)
    return found._replace(hint=hint, write=text, place="value") if hint else found


@cache
def judge(name: str) -> Any:
    """jsonschema's validator, with our reading of `$` in patterns and one error for each missing word."""
    import jsonschema

    def pattern(validator: Any, wanted: str, value: object, part: Any) -> Iterator[Any]:
        if isinstance(value, str) and not exact(wanted).search(value):
            yield jsonschema.ValidationError("pattern")

    def required(validator: Any, wanted: list[str], value: object, part: Any) -> Iterator[Any]:
        yield from (
            jsonschema.ValidationError(word) for word in wanted if isinstance(value, dict) and word not in value
        )

    extend: Any = jsonschema.validators.extend
    return extend(jsonschema.Draft202012Validator, {"pattern": pattern, "required": required})(schema(name))


def faults_of_error(error: SchemaError, root: Schema) -> Iterator[Found]:
    """The sentences for one error of jsonschema."""
    at: Path = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:  # it is about a word before a colon
        yield not_one(error, at)._replace(at=(*at, error.instance), key=True, signs=0)
    elif error.validator in ("anyOf", "oneOf"):
        yield from alternatives(error, at, root)
    elif error.validator == "additionalProperties":
        yield from unknown_words(error, at)
    elif error.validator == "required":
        yield from missing_words(error, at, root)
    elif error.validator == "type":
        yield known_slip(error, at, str(error.instance)) or wrong_kind(error, at, root)
    elif error.validator in ("pattern", "enum", "const"):
        yield not_one(error, at)
    elif error.validator != "maxProperties" or not strangers(error):
        yield out_of_bounds(error, at)


def strangers(error: SchemaError) -> list[str]:
    """Words of a mapping that may not stand in it: each is complained about itself."""
    allowed = error.schema.get("properties", ())
    return [
        word for word in error.instance if error.schema.get("additionalProperties") is False and word not in allowed
    ]


def alternatives(error: SchemaError, at: Path, root: Schema) -> Iterator[Found]:
    """The alternative for this kind of value explains itself; if none is for it, all are named."""
    words = [each["required"] for each in error.validator_value if "required" in each and "type" not in each]
    if words and not isinstance(error.instance, dict):
        return  # that it is no mapping is told already
    if words:
        yield from one_of_the_words(error, at, words, root)
        return
    right = [index for index, each in enumerate(error.validator_value) if not any_wrong_kind(error, index)]
    meant = [each for each in error.context if each.relative_schema_path[0] in right[:1]]
    for each in meant:
        yield from faults_of_error(each, root)
    if not meant:
        what, value = word_list(titles_below(error), OR), value_phrase(error.instance)
        says = say("Here should be {what}, not {value}.", what=what, value=value)
        hint, write = several(error, at, root)
        yield Found(says, at, hint, write=write)


def any_wrong_kind(error: SchemaError, index: int) -> bool:
    mine = [each for each in error.context if each.relative_schema_path[0] == index]
    return any(each.validator == "type" and not each.relative_path for each in mine)


def titles_below(error: SchemaError) -> list[Phrase]:
    """What the alternatives are called, by their titles or at least by their kinds."""
    wrong = [each for each in error.context if each.validator == "type" and not each.relative_path]
    called = (each.schema.get("title") for each in wrong)
    told = [term(name) if name else KINDS[each.validator_value] for name, each in zip(called, wrong, strict=True)]
    return list({str(each): each for each in told}.values())


def one_of_the_words(error: SchemaError, at: Path, words: list[list[str]], root: Schema) -> Iterator[Found]:
    """Words of which one group must stand in a mapping."""
    choice = word_list([word_list([f"`{word}`" for word in group], AND) for group in words], OR)
    if sum(all(word in error.instance for word in group) for group in words) > 1:
        yield Found(say("Only one of these may stand here: {choice}.", choice=choice), at, about(error))
    elif not any(is_mistyped(error, word) for group in words for word in group):
        says = say("Something is missing here: {choice}.", choice=choice)
        yield Found(says, at, hint_for(error, words[0][0], root) or about(error))


def unknown_words(error: SchemaError, at: Path) -> Iterator[Found]:
    allowed = list(error.schema.get("properties", ()))
    free = [word for word in allowed if word not in error.instance]
    for word in strangers(error):
        yield known_slip(error, at, word) or Found(
            say("`{word}` is not a word here.", word=word),
            (*at, word),
            meant_word(word, free) if nearest_word(word, free) else words_allowed(allowed),
            True,
            write=nearest_word(word, free),
        )


def is_mistyped(error: SchemaError, missing: str) -> bool:
    """Whether a word stands there that is not known and is most like the missing one: it is complained about itself."""
    known = list(error.schema.get("properties", ()))
    if error.schema.get("additionalProperties", True):
        return False  # other words may stand there too
    return any(nearest_word(word, known) == missing for word in error.instance if word not in known)


def missing_words(error: SchemaError, at: Path, root: Schema) -> Iterator[Found]:
    """`judge` makes one error for each missing word, and the word its message."""
    if not is_mistyped(error, error.message):
        yield Found(say("`{word}` is missing.", word=error.message), at, hint_for(error, error.message, root))


def hint_for(error: SchemaError, word: str, root: Schema) -> Phrase | None:
    about = error.schema.get("properties", {}).get(word, {})
    example = resolved_part(about, root).get("examples")
    return say("Add a line such as `{word}: {example}`.", word=word, example=example[0]) if example else None


def wrong_kind(error: SchemaError, at: Path, root: Schema) -> Found:
    wanted = error.validator_value
    kind = wanted if isinstance(wanted, str) else wanted[0]
    if error.instance == "":
        return Found(say("Nothing is written here; it should be {kind}.", kind=KINDS[kind]), at, about(error))
    says = say("Here should be {kind}, not {value}.", kind=KINDS[kind], value=value_phrase(error.instance))
    if at[-1:] == ("actions",) and isinstance(error.instance, dict):  # elsewhere a mapping may be one line of a list
        hint, write = dash_hint(error)
        return Found(says, at, hint, write=write)
    if kind == "integer":
        hint, write = number_hint(error)
        return Found(says, at, hint, write=write)
    hint, write = colon_hint(error, at)
    return colonless(error, at, root) or Found(says, at, hint, write=write)


def colonless(error: SchemaError, at: Path, root: Schema) -> Found | None:
    """A word without its colon, and what follows it would not do there either: what belongs there is told."""
    word, rest = halves(error)
    if not word or is_valid_for(rest, error.schema["properties"][word], root):
        return None
    part = resolved_part(error.schema["properties"][word], root)
    text = part.get("description")
    return Found(
        say("After `{word}` a colon is missing.", word=word), at, term(text) if text else None, signs=len(word)
    )


def colon_hint(error: SchemaError, at: Path) -> tuple[Phrase | None, str]:
    """`road D4 n-s` for `road: D4 n-s`; below a word, in the same line, `build E1` for `market: {build: E1}`.

    With it what to write in place of the value.
    """
    word, rest = halves(error)
    if not word:
        return about(error), ""
    text = f"{word}: {rest}"
    if isinstance(at[-1], str):
        return say("Write `{word}: {rest}`.", word=at[-1], rest=f"{{{text}}}"), f"{{{text}}}"
    return say("Write `{word}: {rest}`, with a colon.", word=word, rest=rest), text


def halves(error: SchemaError) -> tuple[str, str]:
    """A word that may stand here and what follows it without a colon; or two empty texts."""
    word, _, rest = str(error.instance).partition(" ")
    return (word, rest.strip()) if rest.strip() and word in error.schema.get("properties", ()) else ("", "")


def is_valid_for(value: object, part: Any, root: Schema) -> bool:
    """Whether a value would be accepted where a part of a schema stands."""
    wrong: list[str] = []
    check_of_part(part, root, {})(value, wrong)
    return not wrong


def resolved_part(part: Any, root: Schema) -> Any:
    """A part of a schema with what it refers to."""
    return {**part_at_pointer(root, part["$ref"]), **part} if "$ref" in part else part


def dash_hint(error: SchemaError) -> tuple[Phrase | None, str]:
    """The lines of a list that were written as a mapping, and what to write for it below `actions:`."""
    lines = [f"- {word}: {shown_value(error, word)}" for word in error.instance]
    hint = say("Write each line with a dash: {lines}.", lines=" ".join(f"`{line}`" for line in lines))
    return (hint, "\n" + "\n".join(f"  {line}" for line in lines)) if lines else (about(error), "")


def number_hint(error: SchemaError) -> tuple[Phrase | None, str]:
    """Digits of other scripts, leading zeros and the like, and the number as it should be written."""
    plain = ascii_text(error.instance) if isinstance(error.instance, str) else ""
    if re.fullmatch("[+]?0*[0-9]{1,6}", plain):
        number = int(plain)
        return say("Write {number}: plain digits, no leading zeros or signs.", number=number), str(number)
    return about(error), ""


def not_one(error: SchemaError, at: Path) -> Found:
    if error.instance == "":
        return Found(say("Nothing is written here; it should be {what}.", what=noun(error)), at, about(error))
    values = [error.validator_value] if error.validator == "const" else error.schema.get("enum", [])
    choices = list(dict.fromkeys(str(each) for each in values))  # 1 and "1" are one for people
    says = say("{value} is not {what}.", value=value_phrase(error.instance), what=noun(error))
    if choices:
        near = nearest_word(str(error.instance), choices)
        other = Found(says, at, meant_word(str(error.instance), choices), write=near)
        return known_slip(error, at, str(error.instance)) or other
    write, hint = ascii_hint(error)
    hint = hint or foreign(str(error.instance))
    known = None if hint else known_slip(error, at, str(error.instance))
    return known or Found(says, at, hint or about(error), write=write)


def known_slip(error: SchemaError, at: Path, written: str) -> Found | None:
    """A slip that the schema itself knows (`x-slips`): the group `wrong` is where the caret stands, all are facts.

    It has a `hint`, or it says what to `write`, and in which `place` (see `fix_of`); in that, `value` is what stands
    behind a word. With `small: true` the facts of these are in small letters.
    """
    for each in error.schema.get("x-slips", ()):
        found = re.fullmatch(each["match"], written)
        if found:
            facts = {name: text or "" for name, text in found.groupdict().items()}
            small = {name: text.lower() for name, text in facts.items()} if each.get("small") else facts
            says, hint = Phrase(each["says"], facts), Phrase(each["hint"], small) if "hint" in each else None
            word = error.validator == "additionalProperties"
            signs = found.start("wrong") if "wrong" in facts and not word else 0
            write = each.get("write", "").format_map({**small, "value": shown_value(error, written)})
            return Found(says, (*at, written) if word else at, hint, word, signs, write, each.get("place", "value"))
    return None


def shown_value(error: SchemaError, word: str) -> str:
    """What stands behind a word, as it is written in one line."""
    value = error.instance.get(word) if isinstance(error.instance, dict) else ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
    return str(value)


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


EMPTY: dict[str, tuple[Phrase, Phrase]] = {
    "minLength": (say("`{word}:` is empty: a text belongs there."), say("This is empty: a text belongs here.")),
    "minItems": (
        say("`{word}:` is empty: at least one line that begins with `- ` belongs below it."),
        say("This list is empty: at least one line belongs in it."),
    ),
    "minProperties": (
        say("Nothing stands here, below `{word}:`; at least one line of `word: value` belongs here."),
        say("Nothing stands here; at least one line of `word: value` belongs here."),
    ),
}


def out_of_bounds(error: SchemaError, at: Path) -> Found:
    size = len(error.instance) if hasattr(error.instance, "__len__") else 0
    facts = {"value": value_phrase(error.instance), "bound": error.validator_value, "size": size}
    if not size and error.validator in EMPTY:
        word = next((each for each in reversed(at) if isinstance(each, str)), "")
        sentence = EMPTY[error.validator]
        return Found(Phrase(sentence[not word].template, {"word": word}), at, about(error))
    return Found(Phrase(BOUNDS[error.validator].template, facts), at, about(error))


def noun(error: SchemaError) -> Phrase:
    return term(str(error.schema.get("title", "possible here")))


def about(error: SchemaError) -> Phrase | None:
    text = error.schema.get("description")
    return term(text) if text else None


def value_phrase(value: object) -> Phrase:
    if isinstance(value, dict):
        return say("a mapping")
    if isinstance(value, list):
        return say("a list")
    text = str(value)
    return say("`{text}`", text=text if len(text) <= 40 else text[:39] + "…")
