"""The findings of `referee diff`, group by group, for its text and its page."""

import os
from collections.abc import Sequence

from referee import titles
from referee.app.editions.contrast import ILLEGAL, SAME, SCORE, STATE, UNTOLD
from referee.app.editions.findings import BAD, GameFinding
from referee.report.html.comparison_page import Comparison, ComparisonRow, Group
from referee.words import say

HEADINGS = {
    SAME: say("Same"),
    ILLEGAL: say("Illegal under one of them"),
    SCORE: say("Other score"),
    STATE: say("Other state"),
    UNTOLD: say("Cannot be compared"),
    BAD: say("Log is not right"),
}
"""The kinds of games in the order in which they are listed."""


def comparison(findings: Sequence[GameFinding], editions: Sequence[int]) -> Comparison:
    """All findings; of the games that are the same only their number."""
    first, second = editions
    headline = say("Editions {first} and {second}: {number} games", first=first, second=second, number=len(findings))
    if len(findings) == 1:
        headline = say("Editions {first} and {second}: 1 game", first=first, second=second)
    return Comparison(headline, tuple([group(kind, findings) for kind in HEADINGS]))


def group(kind: str, findings: Sequence[GameFinding]) -> Group:
    found = [each for each in findings if each.kind == kind]
    rows = () if kind == SAME else tuple([row(each) for each in found])
    return Group(kind, HEADINGS[kind], len(found), rows)


def row(finding: GameFinding) -> ComparisonRow:
    return ComparisonRow(name_of(finding), title_of(finding.title), finding.entry, finding.says, finding.page)


def name_of(finding: GameFinding) -> str:
    """The game, or the folder where that has another name."""
    return finding.game if os.path.basename(os.path.abspath(finding.folder)) == finding.game else finding.folder


def title_of(id: str) -> str:
    """The name of a title, or what the log calls it where it is not installed."""
    try:
        return titles.book(id).name
    except titles.UnknownTitle:
        return id
