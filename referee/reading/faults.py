"""What does not fit a schema, as a sentence for people: what is wrong, where, and what a hint offers instead."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.reading.caret import Path
from referee.reading.nearest_words import (
    ascii_hint,
    ascii_text,
    foreign,
    meant_word,
    nearest_word,
    several,
    words_allowed,
)
from referee.reading.shape import Misfit, Misfits, Part, is_wrong_kind, misfits_of_part, resolved_part
from referee.words import AND, OR, Phrase, say, term, word_list


class Found(NamedTuple):
    """What is wrong, where, how to fix it; `key`: the word before the colon is meant; else so many signs after it.

    `write` is what the hint offers in place of the value, or of the word; `place` where it goes (see `fix_of`).
    """

    says: Phrase
    at: Path
    hint: Phrase | None = None
    key: bool = False
    signs: int = 0
    write: str = ""
    place: str = "value"


KINDS: dict[str, Phrase] = {
    "object": say("lines of `word: value`"),
    "array": say("a list, each line beginning with `- `"),
    "string": say("one text"),
    "integer": say("a whole number"),
    "boolean": say("true or false"),
}


def faults_of_misfit(misfit: Misfit, root: Part) -> Iterator[Found]:
    """The sentences for one misfit; `root` is the whole schema."""
    if misfit.is_name:  # it is about a word before a colon
        yield not_one(misfit)._replace(at=(*misfit.at, misfit.value), key=True, signs=0)
    elif misfit.keyword in ("anyOf", "oneOf"):
        yield from alternatives(misfit, root)
    elif misfit.keyword == "additionalProperties":
        yield unknown_word(misfit)
    elif misfit.keyword == "required":
        yield from missing_word(misfit, root)
    elif misfit.keyword == "type":
        yield known_slip(misfit, str(misfit.value)) or wrong_kind(misfit, root)
    elif misfit.keyword in ("pattern", "enum", "const"):
        yield not_one(misfit)
    elif misfit.keyword != "maxProperties" or not has_strangers(misfit):
        yield out_of_bounds(misfit)


def has_strangers(misfit: Misfit) -> bool:
    """Whether a mapping has words that may not stand in it: each is complained about itself."""
    allowed = misfit.part.get("properties", ())
    return misfit.part.get("additionalProperties") is False and any(word not in allowed for word in misfit.value)


def alternatives(misfit: Misfit, root: Part) -> Iterator[Found]:
    """The alternative for this kind of value explains itself; if none is for it, all are named."""
    words = [each["required"] for each in misfit.keyword_value if "required" in each and "type" not in each]
    if words and not isinstance(misfit.value, dict):
        return  # that it is no mapping is told already
    if words:
        yield from one_of_the_words(misfit, words, root)
        return
    meant: Misfits = next((each for each in misfit.tried if not is_wrong_kind(each)), [])
    for each in meant:
        yield from faults_of_misfit(each._replace(at=misfit.at + each.at), root)
    if not meant:
        what, value = word_list(titles_below(misfit), OR), value_phrase(misfit.value)
        says = say("Here should be {what}, not {value}.", what=what, value=value)
        hint, write = several(misfit, root)
        yield Found(says, misfit.at, hint, write=write)


def titles_below(misfit: Misfit) -> list[Phrase]:
    """What the alternatives are called, by their titles or at least by their kinds."""
    wrong = [each for tried in misfit.tried for each in tried if is_wrong_kind([each])]
    told = [term(each.part["title"]) if "title" in each.part else kind_phrase(each) for each in wrong]
    return list({str(each): each for each in told}.values())


def kind_phrase(misfit: Misfit) -> Phrase:
    """The kind of value that is wanted; the first, where there may be several."""
    return KINDS[misfit.keyword_value if isinstance(misfit.keyword_value, str) else misfit.keyword_value[0]]


def one_of_the_words(misfit: Misfit, words: list[list[str]], root: Part) -> Iterator[Found]:
    """Words of which one group must stand in a mapping."""
    choice = word_list([word_list([f"`{word}`" for word in group], AND) for group in words], OR)
    if sum(all(word in misfit.value for word in group) for group in words) > 1:
        yield Found(say("Only one of these may stand here: {choice}.", choice=choice), misfit.at, about(misfit))
    elif not any(is_mistyped(misfit, word) for group in words for word in group):
        says = say("Something is missing here: {choice}.", choice=choice)
        yield Found(says, misfit.at, hint_for(misfit, words[0][0], root) or about(misfit))


def unknown_word(misfit: Misfit) -> Found:
    """A word that may not stand in a mapping."""
    word, allowed = misfit.word, list(misfit.part.get("properties", ()))
    free = [each for each in allowed if each not in misfit.value]
    near = nearest_word(word, free)
    hint = meant_word(word, free) if near else words_allowed(allowed)
    says = say("`{word}` is not a word here.", word=word)
    return known_slip(misfit, word) or Found(says, (*misfit.at, word), hint, True, write=near)


def is_mistyped(misfit: Misfit, missing: str) -> bool:
    """Whether a word stands there that is not known and is most like the missing one: it is complained about itself."""
    known = list(misfit.part.get("properties", ()))
    if misfit.part.get("additionalProperties", True):
        return False  # other words may stand there too
    return any(nearest_word(word, known) == missing for word in misfit.value if word not in known)


def missing_word(misfit: Misfit, root: Part) -> Iterator[Found]:
    if not is_mistyped(misfit, misfit.word):
        yield Found(say("`{word}` is missing.", word=misfit.word), misfit.at, hint_for(misfit, misfit.word, root))


def hint_for(misfit: Misfit, word: str, root: Part) -> Phrase | None:
    about = misfit.part.get("properties", {}).get(word, {})
    example = resolved_part(about, root).get("examples")
    return say("Add a line such as `{word}: {example}`.", word=word, example=example[0]) if example else None


def wrong_kind(misfit: Misfit, root: Part) -> Found:
    kind = kind_phrase(misfit)
    if misfit.value == "":
        return Found(say("Nothing is written here; it should be {kind}.", kind=kind), misfit.at, about(misfit))
    says = say("Here should be {kind}, not {value}.", kind=kind, value=value_phrase(misfit.value))
    if misfit.at[-1:] == ("actions",) and isinstance(
        misfit.value, dict
    ):  # elsewhere a mapping may be one line of a list
        hint, write = dash_hint(misfit)
        return Found(says, misfit.at, hint, write=write)
    if kind == KINDS["integer"]:
        hint, write = number_hint(misfit)
        return Found(says, misfit.at, hint, write=write)
    hint, write = colon_hint(misfit)
    return colonless(misfit, root) or Found(says, misfit.at, hint, write=write)


def colonless(misfit: Misfit, root: Part) -> Found | None:
    """A word without its colon, and what follows it would not do there either: what belongs there is told."""
    word, rest = halves(misfit)
    if not word or not misfits_of_part(rest, misfit.part["properties"][word], root):
        return None
    part = resolved_part(misfit.part["properties"][word], root)
    text = part.get("description")
    return Found(
        say("After `{word}` a colon is missing.", word=word), misfit.at, term(text) if text else None, signs=len(word)
    )


def colon_hint(misfit: Misfit) -> tuple[Phrase | None, str]:
    """`stone C4` for `stone: C4`; below a word, in the same line, `east E1` for `ends: {east: E1}`.

    With it what to write in place of the value.
    """
    word, rest = halves(misfit)
    if not word:
        return about(misfit), ""
    text = f"{word}: {rest}"
    if isinstance(misfit.at[-1], str):
        return say("Write `{word}: {rest}`.", word=misfit.at[-1], rest=f"{{{text}}}"), f"{{{text}}}"
    return say("Write `{word}: {rest}`, with a colon.", word=word, rest=rest), text


def halves(misfit: Misfit) -> tuple[str, str]:
    """A word that may stand here and what follows it without a colon; or two empty texts."""
    word, _, rest = str(misfit.value).partition(" ")
    return (word, rest.strip()) if rest.strip() and word in misfit.part.get("properties", ()) else ("", "")


def dash_hint(misfit: Misfit) -> tuple[Phrase | None, str]:
    """The lines of a list that were written as a mapping, and what to write for it below `actions:`."""
    lines = [f"- {word}: {shown_value(misfit, word)}" for word in misfit.value]
    hint = say("Write each line with a dash: {lines}.", lines=" ".join(f"`{line}`" for line in lines))
    return (hint, "\n" + "\n".join(f"  {line}" for line in lines)) if lines else (about(misfit), "")


def number_hint(misfit: Misfit) -> tuple[Phrase | None, str]:
    """Digits of other scripts, leading zeros and the like, and the number as it should be written."""
    plain = ascii_text(misfit.value) if isinstance(misfit.value, str) else ""
    if re.fullmatch("[+]?0*[0-9]{1,6}", plain):
        number = int(plain)
        return say("Write {number}: plain digits, no leading zeros or signs.", number=number), str(number)
    return about(misfit), ""


def not_one(misfit: Misfit) -> Found:
    if misfit.value == "":
        return Found(say("Nothing is written here; it should be {what}.", what=noun(misfit)), misfit.at, about(misfit))
    values = [misfit.keyword_value] if misfit.keyword == "const" else misfit.part.get("enum", [])
    choices = list(dict.fromkeys(str(each) for each in values))  # 1 and "1" are one for people
    says = say("{value} is not {what}.", value=value_phrase(misfit.value), what=noun(misfit))
    if choices:
        near = nearest_word(str(misfit.value), choices)
        other = Found(says, misfit.at, meant_word(str(misfit.value), choices), write=near)
        return known_slip(misfit, str(misfit.value)) or other
    write, hint = ascii_hint(misfit)
    hint = hint or foreign(str(misfit.value))
    known = None if hint else known_slip(misfit, str(misfit.value))
    return known or Found(says, misfit.at, hint or about(misfit), write=write)


def known_slip(misfit: Misfit, written: str) -> Found | None:
    """A slip that the schema itself knows (`x-slips`): the group `wrong` is where the caret stands, all are facts.

    It has a `hint`, or it says what to `write`, and in which `place` (see `fix_of`); in that, `value` is what stands
    behind a word. With `small: true` the facts of these are in small letters.
    """
    for each in misfit.part.get("x-slips", ()):
        found = re.fullmatch(each["match"], written)
        if found:
            facts = {name: text or "" for name, text in found.groupdict().items()}
            small = {name: text.lower() for name, text in facts.items()} if each.get("small") else facts
            says, hint = Phrase(each["says"], facts), Phrase(each["hint"], small) if "hint" in each else None
            word = misfit.keyword == "additionalProperties"
            signs = found.start("wrong") if "wrong" in facts and not word else 0
            write = each.get("write", "").format_map({**small, "value": shown_value(misfit, written)})
            return Found(
                says, (*misfit.at, written) if word else misfit.at, hint, word, signs, write, each.get("place", "value")
            )
    return None


def shown_value(misfit: Misfit, word: str) -> str:
    """What stands behind a word, as it is written in one line."""
    value = misfit.value.get(word) if isinstance(misfit.value, dict) else ""
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


def out_of_bounds(misfit: Misfit) -> Found:
    size = len(misfit.value) if hasattr(misfit.value, "__len__") else 0
    facts = {"value": value_phrase(misfit.value), "bound": misfit.keyword_value, "size": size}
    if not size and misfit.keyword in EMPTY:
        word = next((each for each in reversed(misfit.at) if isinstance(each, str)), "")
        sentence = EMPTY[misfit.keyword]
        return Found(Phrase(sentence[not word].template, {"word": word}), misfit.at, about(misfit))
    return Found(Phrase(BOUNDS[misfit.keyword].template, facts), misfit.at, about(misfit))


def noun(misfit: Misfit) -> Phrase:
    return term(str(misfit.part.get("title", "possible here")))


def about(misfit: Misfit) -> Phrase | None:
    text = misfit.part.get("description")
    return term(text) if text else None


def value_phrase(value: Any) -> Phrase:
    if isinstance(value, dict):
        return say("a mapping")
    if isinstance(value, list):
        return say("a list")
    text = str(value)
    return say("`{text}`", text=text if len(text) <= 40 else text[:39] + "…")
