"""Texts for people: an English template and the facts that fill it, joined only when somebody reads it.

Everything a player may read is a `Phrase`, so that another language is a catalogue and not another program.
"""

from typing import NamedTuple


class Phrase(NamedTuple):
    """A template in `str.format` style and its facts; a fact may be a phrase itself."""

    template: str
    facts: dict[str, object]

    def __str__(self) -> str:
        return self.template.format_map(self.facts)


def say(template: str, /, **facts: object) -> Phrase:
    """`say("{space} is a village.", space="D4")`. The template is a literal: translators collect these calls."""
    return Phrase(template, facts)
