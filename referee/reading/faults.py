"""What does not fit a schema, as a sentence for people: what is wrong, where, and what was probably meant."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.reading.caret import Path
from referee.reading.schemas import exact, resolved_part, words_of_values
from referee.reading.shape import Misfit, Misfits, Part, is_wrong_kind, misfits_of_part
from referee.words import AND, OR, Phrase, names_of, nearest_name, plain_letters, say, term, word_list

Names = Callable[[], Mapping[str, str]]
"""→ names that people may write, and what the file should say instead: Kyme is C3."""


def meant_word(word: str, allowed: list[str]) -> Phrase:
    """The word that was meant, or all allowed words."""
    near = nearest_word(word, allowed)
    if near:
        return say("Did you mean `{near}`?", near=near)
    return words_allowed(allowed)


def words_allowed(allowed: list[str]) -> Phrase:
    return say("You can write one of these here: {words}.", words=", ".join(allowed))


def nearest_word(word: str, allowed: list[str]) -> str:
    """The word that has this name in one of our languages, `Stadt`, or the one spelt most alike; or ""."""
    same = names_of(allowed).get(plain_letters(word))
    return same or next(iter(difflib.get_close_matches(ascii_text(word).lower(), allowed, 1)), "")


def ascii_hint(misfit: Misfit) -> tuple[str, Phrase | None]:
    """The value without curly quotes, long dashes and foreign digits, if that is what was meant, and a hint at it."""
    plain = ascii_text(str(misfit.value))
    for meant in (plain, plain.lower()) if misfit.keyword == "pattern" else ():
        if meant != misfit.value and exact(misfit.keyword_value).search(meant):
            return meant, say(REWRITE[meant == str(misfit.value).lower()], plain=meant)
    return "", None


REWRITE = ("Write `{plain}`: only unaccented letters, digits and dashes.", "Write `{plain}`, in lower case.")


def ascii_text(text: str) -> str:
    """The nearest plain ASCII text: undoes the changes of a word processor or a mail program."""
    dashed = re.sub("[\u2010-\u2015\u2212]", "-", re.sub("[\"'\u2018-\u201f\u00ab\u00bb\u00b4`\u2026]", "", text))
    digits = "".join(str(unicodedata.decimal(each, each)) for each in dashed)
    return unicodedata.normalize("NFKC", digits).replace("\u200d", "").strip()


def foreign(text: str) -> Phrase | None:
    """A character of another script: it may look just like a plain one."""
    letter = next((each for each in text if each.isalpha() and not each.isascii()), "")
    if not letter:
        return None
    facts = {"letter": letter, "name": unicodedata.name(letter, "").lower(), "code": f"{ord(letter):04X}"}
    return say("{letter} only looks like a letter from A to Z: it is a {name} (U+{code}). Type it again.", **facts)


def several(misfit: Misfit, root: Part) -> tuple[Phrase | None, str]:
    """A list where only one is allowed: a hint at a line for each, and what to write for the list."""
    listed = misfit.value if isinstance(misfit.value, list) else []
    wrong = [each for each in listed if not isinstance(each, str) or misfits_of_part(each, misfit.part, root)]
    if wrong or not listed or not isinstance(misfit.at[-1], str):
        return None, ""
    lines = [f"- {misfit.at[-1]}: {each}" for each in listed]
    hint = say("Only one fits here. Write a line for each: {lines}.", lines=" ".join(f"`{each}`" for each in lines))
    return hint, "\n".join([listed[0], *lines[1:]])


NAMED = 60
"""In a longer text no names are looked for."""


def by_name(text: str, names: Names) -> tuple[str, Phrase | None]:
    """The text with names replaced by their meaning, `C3 Kyme n-s` → `C3 n-s`, and a hint at it."""
    if len(text) > NAMED:
        return "", None
    text = unicodedata.normalize("NFC", text).replace("\u2019", "'")
    found = {name: meant for name, meant in names().items() if re.search(rf"(?i)\b{re.escape(name)}\b", text)}
    for name, meant in found.items():
        text = re.sub(rf"(?i)\b({re.escape(meant)} +)?{re.escape(name)}\b( +{re.escape(meant)}\b)?", meant, text)
    told = ", ".join(f"{name} = {meant}" for name, meant in found.items())
    return (text, say("{told}: write `{text}`.", told=told, text=text)) if found else ("", None)


def near_name(text: str, names: Names) -> tuple[str, Phrase | None]:
    """The text with a misspelt name replaced by its meaning, `Krotton n-s` → `M8 n-s`, and a hint at it."""
    known = {plain_letters(name): name for name in names()} if len(text) <= NAMED else {}
    for word in re.findall(r"[^\W\d_]{5,}", text):
        if name := nearest_name(word, known, ALIKE):
            meant = names()[name]
            if meant == word:  # nothing is misspelt
                continue
            text = text.replace(word, meant)
            return text, say("Did you mean {name} ({meant})? Write `{text}`.", name=name, meant=meant, text=text)
    return "", None


ALIKE = 0.8
"""The share of letters that a misspelt name has in common with the right one."""


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
    "object": say("lines such as `key: value`"),
    "array": say("a list with `- ` at the start of each line"),
    "string": say("a single text"),
    "integer": say("a whole number"),
    "boolean": say("true or false"),
    "number": say("a number"),
    "null": say("`null`"),
}


def faults_of_misfit(misfit: Misfit, root: Part) -> Iterator[Found]:
    """The sentences for one misfit; `root` is the whole schema."""
    if misfit.is_name:  # it is about a key before a colon
        yield not_one(misfit)._replace(at=(*misfit.at, misfit.value), key=True, signs=0)
    elif misfit.keyword in ("anyOf", "oneOf"):
        yield from alternatives(misfit, root)
    elif misfit.keyword == "additionalProperties":
        yield unknown_word(misfit, root)
    elif misfit.keyword == "required":
        yield from missing_word(misfit, root)
    elif misfit.keyword == "type":
        yield known_slip(misfit, str(misfit.value)) or wrong_kind(misfit, root)
    elif misfit.keyword in ("pattern", "enum", "const"):
        yield not_one(misfit)
    elif misfit.keyword not in BOUNDS:
        yield Found(say("{why}.", why=misfit.word), misfit.at, about(misfit))
    elif misfit.keyword != "maxProperties" or not has_strangers(misfit):
        yield out_of_bounds(misfit)


def has_strangers(misfit: Misfit) -> bool:
    """Whether a mapping has unknown keys: each is reported itself."""
    allowed = misfit.part.get("properties", ())
    return misfit.part.get("additionalProperties") is False and any(word not in allowed for word in misfit.value)


def alternatives(misfit: Misfit, root: Part) -> Iterator[Found]:
    """The alternative for this kind of value explains itself; if none is for it, all are named."""
    words = [each["required"] for each in misfit.keyword_value if "required" in each and "type" not in each]
    if words and not isinstance(misfit.value, dict):
        return  # it is already reported that it is no mapping
    if words:
        yield from one_of_the_words(misfit, words, root)
        return
    meant: Misfits = next((each for each in misfit.tried if not is_wrong_kind(each)), [])
    for each in meant:
        yield from faults_of_misfit(each._replace(at=misfit.at + each.at), root)
    if not meant:
        what, value = word_list(titles_below(misfit), OR), value_phrase(misfit.value)
        says = say("This should be {what}, not {value}.", what=what, value=value)
        hint, write = several(misfit, root)
        yield Found(says, misfit.at, hint, write=write)


def titles_below(misfit: Misfit) -> list[Phrase]:
    """What the alternatives are called, by their titles or at least by their kinds."""
    wrong = [each for tried in misfit.tried for each in tried if is_wrong_kind([each])]
    told = [term(each.part["title"]) if "title" in each.part else kind_phrase(each) for each in wrong]
    return list({str(each): each for each in told}.values())


def kind_phrase(misfit: Misfit) -> Phrase:
    """The kind of value that is expected; the first, where there may be several."""
    return KINDS[misfit.keyword_value if isinstance(misfit.keyword_value, str) else misfit.keyword_value[0]]


def one_of_the_words(misfit: Misfit, words: list[list[str]], root: Part) -> Iterator[Found]:
    """A mapping needs the keys of one of these groups."""
    choice = word_list([word_list([f"`{word}`" for word in group], AND) for group in words], OR)
    if sum(all(word in misfit.value for word in group) for group in words) > 1:
        yield Found(say("Use only one of these: {choice}.", choice=choice), misfit.at, about(misfit))
    elif not any(is_mistyped(misfit, word) for group in words for word in group):
        says = say("Something is missing here: {choice}.", choice=choice)
        yield Found(says, misfit.at, hint_for(misfit, words[0][0], root) or about(misfit))


def unknown_word(misfit: Misfit, root: Part) -> Found:
    """A key that a mapping may not have."""
    word, allowed = misfit.word, list(misfit.part.get("properties", ()))
    free = [each for each in allowed if each not in misfit.value]
    near = nearest_word(word, free)
    hint = meant_word(word, free) if near else words_allowed(allowed)
    says = say("There is no `{word}` here.", word=word)
    slip = known_slip(misfit, word) or known_slip(misfit, word, value_called(word, free, root))
    return slip or Found(says, (*misfit.at, word), hint, True, write=near)


def value_called(word: str, keys: list[str], root: Part) -> str:
    """The word of a value that is called so or spelt most alike, `Turm` for `tower`; "" if a key is more alike."""
    values = dict(words_of_values(root))
    if nearest_word(word, []) in keys:
        return ""
    near = difflib.get_close_matches(plain_letters(word), [*map(plain_letters, keys), *values], 1, ALIKE)
    return values.get(near[0], "") if near else ""


ALIKE = 0.8
"""How much alike a word and a value are that is meant by it."""


def is_mistyped(misfit: Misfit, missing: str) -> bool:
    """Whether an unknown key is most like the missing one: it is reported itself."""
    known = list(misfit.part.get("properties", ()))
    if misfit.part.get("additionalProperties", True):
        return False  # other words are allowed there too
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
        return Found(say("This is empty. It should be {kind}.", kind=kind), misfit.at, about(misfit))
    says = say("This should be {kind}, not {value}.", kind=kind, value=value_phrase(misfit.value))
    if misfit.at[-1:] == ("actions",) and isinstance(misfit.value, dict):  # elsewhere it may be one line of a list
        return no_list(misfit, says)
    if kind == KINDS["integer"]:
        hint, write = number_hint(misfit)
        return Found(says, misfit.at, hint, write=write)
    hint, write = colon_hint(misfit)
    return colonless(misfit, root) or Found(says, misfit.at, hint, write=write)


def colonless(misfit: Misfit, root: Part) -> Found | None:
    """A key without its colon, followed by a value that would not fit either: shows what belongs there."""
    word, rest = halves(misfit)
    if not word or not misfits_of_part(rest, misfit.part["properties"][word], root):
        return None
    part = resolved_part(misfit.part["properties"][word], root)
    text = part.get("description")
    return Found(
        say("There is no colon after `{word}`.", word=word), misfit.at, term(text) if text else None, signs=len(word)
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
    """A valid key and the text that follows it without a colon; or two empty texts."""
    word, _, rest = str(misfit.value).partition(" ")
    return (word, rest.strip()) if rest.strip() and word in misfit.part.get("properties", ()) else ("", "")


def no_list(misfit: Misfit, says: Phrase) -> Found:
    """A mapping in place of the list of actions: a line above the list, or lines of it without their dashes."""
    if [type(each) for each in misfit.value.values()] == [list]:
        says = say("There is a line too many here. The list of actions begins right below `actions:`.")
        return Found(says, (*misfit.at, *misfit.value), key=True, place="nowhere")
    lines = [f"- {word}: {shown_value(misfit, word)}" for word in misfit.value]
    hint = say("Write each line with a dash: {lines}.", lines=" ".join(f"`{line}`" for line in lines))
    write = "".join(f"\n  {line}" for line in lines)
    return Found(says, misfit.at, hint if lines else about(misfit), write=write)


def number_hint(misfit: Misfit) -> tuple[Phrase | None, str]:
    """Digits of other scripts, leading zeros and the like, and the number as it should be written."""
    plain = ascii_text(misfit.value) if isinstance(misfit.value, str) else ""
    if re.fullmatch("[+]?0*[0-9]{1,6}", plain):
        number = int(plain)
        return say("Write {number}: digits only, without leading zeros or a sign.", number=number), str(number)
    return about(misfit), ""


def not_one(misfit: Misfit) -> Found:
    if misfit.value == "":
        return Found(say("This is empty. It should be {what}.", what=noun(misfit)), misfit.at, about(misfit))
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


def known_slip(misfit: Misfit, written: str, meant: str | None = None) -> Found | None:
    """A slip that the schema itself knows (`x-slips`): the group `wrong` places the caret, all groups are facts.

    It has a `hint`, or it says what to `write`, and in which `place` (see `fix_of`); there `value` is the value of a
    key. With `small: true` these facts are in small letters. `meant`: what the text means, if that is looked up.
    """
    for each in misfit.part.get("x-slips", ()):
        found = re.fullmatch(each["match"], written if meant is None else meant)
        if found:
            facts = {name: text or "" for name, text in found.groupdict().items()}
            small = {name: text.lower() for name, text in facts.items()} if each.get("small") else facts
            says, hint = Phrase(each["says"], facts), Phrase(each["hint"], small) if "hint" in each else None
            word = misfit.keyword == "additionalProperties"
            signs = found.start("wrong") if "wrong" in facts and not word else 0
            before = each.get("write", "").partition("{value}")[0].rpartition(" ")[0].rpartition(" ")[2]
            value = line_value(misfit, written, before).removeprefix(f"{before} ")  # that word is written once
            write = each.get("write", "").format_map({**small, "value": value})
            return Found(
                says, (*misfit.at, written) if word else misfit.at, hint, word, signs, write, each.get("place", "value")
            )
    return None


def line_value(misfit: Misfit, word: str, first: str) -> str:
    """The value of a key in one line; keys below it, `at: 4` with `pay: 2`, as words: `at 4 pay 2`."""
    value = misfit.value.get(word) if isinstance(misfit.value, dict) else ""
    if not isinstance(value, dict) or first not in value or not all(isinstance(each, str) for each in value.values()):
        return shown_value(misfit, word)
    return " ".join([f"{key} {value[key]}" for key in (first, *[each for each in value if each != first])])


def shown_value(misfit: Misfit, word: str) -> str:
    """The value of a key, written in one line."""
    value = misfit.value.get(word) if isinstance(misfit.value, dict) else ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
    return str(value)


BOUNDS: dict[str, Phrase] = {
    "minimum": say("{value} is too small: the minimum is {bound}."),
    "maximum": say("{value} is too large: the maximum is {bound}."),
    "minLength": say("This text is too short. It needs at least {bound} characters."),
    "maxLength": say("This text has {size} characters. The limit is {bound}."),
    "minItems": say("The list is too short: it has {size} and needs at least {bound}."),
    "maxItems": say("The list is too long: it has {size} lines and the limit is {bound}."),
    "minProperties": say("There are {size} fields here. At least {bound} are needed."),
    "maxProperties": say("There are {size} fields here. At most {bound} can be used together."),
}


EMPTY: dict[str, tuple[Phrase, Phrase]] = {
    "minLength": (say("`{word}:` is empty. Write some text after it."), say("This is empty. Write some text here.")),
    "minItems": (
        say("`{word}:` is empty. It needs at least one line below it that begins with `- `."),
        say("This list is empty. It needs at least one line."),
    ),
    "minProperties": (
        say("There is nothing below `{word}:`. It needs at least one line such as `key: value`."),
        say("There is nothing here. It needs at least one line such as `key: value`."),
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
    text = misfit.part.get("description") if isinstance(misfit.part, dict) else ""
    return term(text) if text else None


def value_phrase(value: Any) -> Phrase:
    if isinstance(value, dict):
        return say("a mapping")
    if isinstance(value, list):
        return say("a list")
    text = str(value)
    return say("`{text}`", text=text if len(text) <= 40 else text[:39] + "…")
