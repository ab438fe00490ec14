"""What was meant by words that do not fit: the nearest word, the same in plain letters, the label of a place's name."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping

from referee.reading.shape import Misfit, Part, exact, misfits_of_part
from referee.words import Phrase, names_of, plain_letters, say

Names = Callable[[], Mapping[str, str]]
"""→ names that people may write, and what the file should say instead: Kyme is C3."""


def meant_word(word: str, allowed: list[str]) -> Phrase:
    """The word that was meant, or all words that may stand there."""
    near = nearest_word(word, allowed)
    if near:
        return say("Did you mean `{near}`?", near=near)
    return words_allowed(allowed)


def words_allowed(allowed: list[str]) -> Phrase:
    return say("Words that may stand here: {words}.", words=", ".join(allowed))


def nearest_word(word: str, allowed: list[str]) -> str:
    """The word that is meant by its name in any of our languages, `Stadt`, or that is spelt most alike; or ""."""
    same = names_of(allowed).get(plain_letters(word))
    return same or next(iter(difflib.get_close_matches(ascii_text(word).lower(), allowed, 1)), "")


def ascii_hint(misfit: Misfit) -> tuple[str, Phrase | None]:
    """The value without curly quotes, long dashes and foreign digits, if that is what was meant, and a hint at it."""
    plain = ascii_text(str(misfit.value))
    for meant in (plain, plain.lower()) if misfit.keyword == "pattern" else ():
        if meant != misfit.value and exact(misfit.keyword_value).search(meant):
            return meant, say(REWRITE[meant == str(misfit.value).lower()], plain=meant)
    return "", None


REWRITE = ("Write `{plain}`: plain letters, digits and dashes.", "Write `{plain}`, in small letters.")


def ascii_text(text: str) -> str:
    """The nearest plain ASCII text: what a word processor or a mail program made of it is undone."""
    dashed = re.sub("[\u2010-\u2015\u2212]", "-", re.sub("[\"'\u2018-\u201f\u00ab\u00bb\u00b4`\u2026]", "", text))
    digits = "".join(str(unicodedata.decimal(each, each)) for each in dashed)
    return unicodedata.normalize("NFKC", digits).replace("\u200d", "").strip()


def foreign(text: str) -> Phrase | None:
    """A letter of another script: it may look just like a plain one."""
    letter = next((each for each in text if each.isalpha() and not each.isascii()), "")
    if not letter:
        return None
    facts = {"letter": letter, "name": unicodedata.name(letter, "").lower(), "code": f"{ord(letter):04X}"}
    return say("{letter} is not a plain letter, but a {name} (U+{code}): type it again as one of A to Z.", **facts)


def several(misfit: Misfit, root: Part) -> tuple[Phrase | None, str]:
    """A list of what may stand there only one at a time: a hint at a line for each, and what to write for the list."""
    listed = misfit.value if isinstance(misfit.value, list) else []
    wrong = [each for each in listed if not isinstance(each, str) or misfits_of_part(each, misfit.part, root)]
    if wrong or not listed or not isinstance(misfit.at[-1], str):
        return None, ""
    lines = [f"- {misfit.at[-1]}: {each}" for each in listed]
    hint = say(
        "Only one may stand here; write a line for each: {lines}.", lines=" ".join(f"`{each}`" for each in lines)
    )
    return hint, "\n".join([listed[0], *lines[1:]])


NAMED = 60
"""In a longer text no names are looked for."""


def by_name(text: str, names: Names) -> tuple[str, Phrase | None]:
    """The text with what the names in it stand for, `C3 Kyme n-s` → `C3 n-s`, and a hint at it."""
    if len(text) > NAMED:
        return "", None
    text = unicodedata.normalize("NFC", text).replace("\u2019", "'")
    found = {name: meant for name, meant in names().items() if re.search(rf"(?i)\b{re.escape(name)}\b", text)}
    for name, meant in found.items():
        text = re.sub(rf"(?i)\b({re.escape(meant)} +)?{re.escape(name)}\b( +{re.escape(meant)}\b)?", meant, text)
    told = ", ".join(f"{name} = {meant}" for name, meant in found.items())
    return (text, say("{told}: write `{text}`.", told=told, text=text)) if found else ("", None)
