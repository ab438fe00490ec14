"""What the moderator sees of many games: all on one screen, or those that differ between two editions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.report.text.text_report import heading
from referee.report.text.text_tables import hanging, numeric, table_lines
from referee.report.wording import safe_text
from referee.show.view import Lines, ReportTable
from referee.words import Phrase, say


class Overview(NamedTuple):
    """The headline, the games, what needs the moderator, and what else may be good to know.

    at     when it was made
    links  game → the address of its newest public report, where there is one
    """

    headline: Phrase
    at: Phrase
    games: ReportTable
    notes: Lines
    others: Lines
    links: Mapping[str, str] = {}


def overview_text(overview: Overview) -> str:
    """At most 72 columns wide."""
    lines = heading(overview.headline, "=")
    if overview.games.rows:
        lines += table_lines(overview.games, {})
    for notes in (overview.notes, overview.others):
        lines += ["", *heading(notes.heading)] if notes.lines else []
        for line in notes.lines:
            lines += hanging("- ", safe_text(line.says))
    return "\n".join(lines) + "\n"


def overview_html(overview: Overview) -> str:
    return moderator_page("status.html", overview=overview, numeric=numeric(overview.games))


def moderator_page(name: str, **facts: object) -> str:
    """A page without scripts for the moderator, by the template of this name."""
    from referee.report.html.templates import (  # only here: templates cost three bare starts of Python
        page,
        policy_digest,
        raw,
    )

    style = raw("report.css")
    return page(name, style=style, digest=policy_digest(style), eyebrow=say("For the moderator"), **facts)


class ComparisonRow(NamedTuple):
    """A game that is not the same: its name and title, the entry that matters (None: none), what differs.

    link  the address that shows the entry, "" where nowhere
    """

    name: str
    title: str
    entry: int | None
    says: str
    link: str


class Group(NamedTuple):
    """The games of a kind; the rows are those that are listed, which may be none of them."""

    id: str
    heading: Phrase
    number: int
    rows: tuple[ComparisonRow, ...]


class Comparison(NamedTuple):
    headline: Phrase
    groups: tuple[Group, ...]


COLUMNS = (say("Game"), say("Title"), say("Entry"), say("What differs"))


def comparison_text(comparison: Comparison) -> str:
    """At most 72 columns wide, where names allow it."""
    lines = heading(comparison.headline, "=")
    lines += counts(comparison.groups)
    for group in comparison.groups:
        if group.rows:
            lines += ["", *heading(group.heading)]
        for row in group.rows:
            lines += hanging("- ", f"{row.name}: {row.says}")
    return "\n".join(lines) + "\n"


def counts(groups: Sequence[Group]) -> list[str]:
    """How many games there are of each kind, in a column."""
    names = [str(group.heading) for group in groups]
    broad, wide = max(map(len, names)), max(len(str(group.number)) for group in groups)
    return [f"{name:<{broad}}  {group.number:>{wide}}" for name, group in zip(names, groups, strict=True)]


def comparison_html(comparison: Comparison) -> str:
    """A page whose entries are links to where they can be seen."""
    kinds = (say("What differs"), say("Games"))
    return moderator_page("comparison.html", comparison=comparison, columns=COLUMNS, kinds=kinds)
