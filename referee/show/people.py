"""Sentences with people in them: the names of players in place of their seats."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from referee.show.view import View
from referee.words import Phrase, Term, verbatim_word

P = TypeVar("P", bound=Phrase)

SEATS = ("seat", "owner", "mover", "reader")
"""Facts of sentences that are seats."""
NAMED = ("story", "digest", "asked", "board", "sections", "trays", "standing", "chances", "belongings", "won")
"""The fields of a view that speak of players. Its provenance speaks of the colours of cards."""


def with_people(words: P, names: Mapping[str, str], kind: Callable[[Phrase], type[Phrase]] = type) -> P:
    """A sentence with people in place of seats. A seat that explains who that is, or changes hands, stays.

    kind  phrase → the type of what takes its place
    """
    facts = {name: named_fact(words.template, name, fact, names, kind) for name, fact in words.facts.items()}
    return kind(words)(words.template, facts)  # type: ignore[return-value]


def named_fact(
    template: str, name: str, fact: object, names: Mapping[str, str], kind: Callable[[Phrase], type[Phrase]]
) -> object:
    in_brackets = name != "owner" and f"({{{name}}})" in template
    explains = in_brackets or ("{name}" in template and "{player}" in template)
    if isinstance(fact, Phrase) and not isinstance(fact, Term):
        return with_people(fact, names, kind)
    is_name = not explains if isinstance(fact, Term) or name in SEATS else isinstance(fact, str) and " " in fact
    return person(fact, names) if is_name else fact


def person(seat: object, names: Mapping[str, str]) -> object:
    """The name of the player, which is in no dictionary, in place of a seat; anything else as it is."""
    player = names.get(seat.template if isinstance(seat, Term) else str(seat))
    return seat if player is None else verbatim_word(player)


def view_with_people(view: View) -> View:
    """A view for a page: people in all that it says of players, in tables and in the words of spaces, too."""
    names = {seat.id: seat.player for seat in view.seats}
    return view._replace(**{field: named_parts(getattr(view, field), names) for field in NAMED})


def named_parts(value: Any, names: Mapping[str, str]) -> Any:
    """A record or a tuple of them with people in all of its phrases."""
    if isinstance(value, Term):
        return person(value, names)
    if isinstance(value, Phrase):
        return with_people(value, names)
    if isinstance(value, tuple):
        parts = [named_parts(each, names) if isinstance(each, tuple) else each for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
