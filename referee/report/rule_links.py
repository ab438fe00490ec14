"""The numbers of rules as links to the pages about them, where somebody has published these."""

import re
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.report.wording import safe_text
from referee.show.view import Word

NUMBER = re.compile(r"\b[A-Z]+-[0-9]+(?:\.[0-9]+)+\b")


FEW = 5
"""So many rules of a plain text get a line with their address each."""


def file_name(number: str) -> str:
    """The file of a rule's page."""
    return f"{number}.html"


class RuleLinks(NamedTuple):
    """Where the pages about the rules of a title are, "" for nowhere, and the numbers of its rules."""

    folder: str = ""
    numbers: tuple[str, ...] = ()

    def with_links(self, text: Word | Markup) -> Markup:
        """A text as markup, in which each number of a rule is a link."""
        found = text if isinstance(text, Markup) else escape(safe_text(text))
        return Markup(NUMBER.sub(self.link, found)) if self.folder else found

    def link(self, found: re.Match[str]) -> str:
        if found[0] not in self.numbers:
            return found[0]
        return f'<a href="{escape(self.address(found[0]))}">{found[0]}</a>'

    def address(self, number: str) -> str:
        return f"{self.folder}/{file_name(number)}"

    def addresses(self, text: str) -> list[str]:
        """`MG-6.1: https://…` for each rule that a plain text names; of many the page that leads to all."""
        found = [each for each in dict.fromkeys(NUMBER.findall(text)) if self.folder and each in self.numbers]
        return [f"{each}: {self.address(each)}" for each in found] if len(found) <= FEW else [self.first_page]

    @property
    def first_page(self) -> str:
        """The page that leads to those of the rules; "" for none."""
        return f"{self.folder}/index.html" if self.folder and self.numbers else ""

    @property
    def attributes(self) -> Markup:
        """What says the same to a script of the page (`withLinks` in templates/scripts/elements.js)."""
        if not self.folder:
            return Markup()
        return Markup(' data-rules="{}" data-numbers="{}"').format(self.folder, " ".join(self.numbers))


NOWHERE = RuleLinks()
