"""Sentences in which the names of spaces are marked, each with its cell."""

import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from referee.report.wording import printable_text
from referee.show.view import Space
from referee.words import IDS, Phrase, Term

Spots = Mapping[str, int]
"""How a space is called, by its label, its name or both → its cell."""
OPEN, MIDDLE, SHUT = "\ue000", "\ue001", "\ue002"
SPOT = re.compile(f"{OPEN}([0-9]+){MIDDLE}([^{SHUT}]*){SHUT}")
TWICE = re.compile(f"{OPEN}([0-9]+){MIDDLE}([^{SHUT}]*){SHUT} {OPEN}\\1{MIDDLE}([^{SHUT}]*){SHUT}")
"""A space that is called by its label and by its name."""
FORBIDDEN = str.maketrans(dict.fromkeys((OPEN, MIDDLE, SHUT), "\ufffd"))
FREE = IDS | {"player", "text"}
"""Facts of these names are never spaces, however they are written."""


def spots_of(spaces: Sequence[Space], cells: Mapping[tuple[int, int], int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for space in spaces:
        cell = cells[(space.q, space.r)]
        found |= {called: cell for called in (space.label, space.name, f"{space.label} {space.name}") if called}
    return found


def spotted_text(phrase: Phrase, spots: Spots) -> Markup:
    """A sentence in which each name of a space says which cell it is.

    Only a fact can be one: a number that looks like a label is none.
    """
    text = TWICE.sub(f"{OPEN}\\1{MIDDLE}\\2 \\3{SHUT}", " ".join(str(with_marks(phrase, spots)).split()))
    found, end = list[str](), 0
    for spot in SPOT.finditer(text):
        cell = f'<span class="spot" data-cell="{spot[1]}">{escape(printable_text(spot[2]))}</span>'
        found += [escape(printable_text(text[end : spot.start()])), cell]
        end = spot.end()
    return Markup("".join([*found, escape(printable_text(text[end:]))]))


def with_marks(phrase: Phrase, spots: Spots) -> Phrase:
    """The phrase with marks around the facts that are spaces."""
    if isinstance(phrase, Term):
        return phrase
    facts = {name: with_mark(name, fact, spots) for name, fact in phrase.facts.items()}
    return phrase._replace(facts=facts)


def with_mark(name: str, fact: object, spots: Spots) -> object:
    if isinstance(fact, Phrase):
        return with_marks(fact, spots)
    if not isinstance(fact, str):
        return fact
    clean = fact.translate(FORBIDDEN)
    return f"{OPEN}{spots[clean]}{MIDDLE}{clean}{SHUT}" if name not in FREE and clean in spots else clean
