"""The numbers of rules as links to the pages about them, where somebody has published these."""

import re
from typing import NamedTuple

from markupsafe import Markup, escape

NUMBER = re.compile(r"\b[A-Z]+-[0-9]+(?:\.[0-9]+)+\b")


def file_name(number: str) -> str:
    """The file of a rule's page."""
    return f"{number}.html"


class RuleLinks(NamedTuple):
    """Where the pages about the rules of a title are, "" for nowhere, and the numbers of its rules."""

    folder: str = ""
    numbers: tuple[str, ...] = ()

    def with_links(self, text: Markup) -> Markup:
        """The same text, in which each number of a rule is a link."""
        return Markup(NUMBER.sub(self.link, text)) if self.folder else text

    def link(self, found: re.Match[str]) -> str:
        if found[0] not in self.numbers:
            return found[0]
        return f'<a href="{escape(self.folder)}/{file_name(found[0])}">{found[0]}</a>'

    @property
    def attributes(self) -> Markup:
        """What says the same to a script of the page (`withLinks` in templates/scripts/elements.js)."""
        if not self.folder:
            return Markup()
        return Markup(' data-rules="{}" data-numbers="{}"').format(self.folder, " ".join(self.numbers))


NOWHERE = RuleLinks()
