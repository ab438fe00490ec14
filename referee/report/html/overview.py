"""All games on one screen: a table, and below it what the moderator should know of each, as text and as one page."""

from typing import NamedTuple

from referee.report.text.text_report import heading
from referee.report.text.text_tables import hanging, numeric, table_lines
from referee.report.wording import safe_text
from referee.show.view import Lines, ReportTable
from referee.words import Phrase, say


class Overview(NamedTuple):
    """The headline, the games, and what needs the moderator; `at` is when it was made."""

    headline: Phrase
    at: str
    games: ReportTable
    notes: Lines


def overview_text(overview: Overview) -> str:
    """At most 72 columns wide."""
    lines = heading(overview.headline, "=")
    if overview.games.rows:
        lines += table_lines(overview.games, {})
    if overview.notes.lines:
        lines += ["", *heading(overview.notes.heading)]
    for line in overview.notes.lines:
        lines += hanging("- ", safe_text(line.says))
    return "\n".join(lines) + "\n"


def overview_html(overview: Overview) -> str:
    from referee.report.html.scripted import policy_digest
    from referee.report.html.templates import page, raw  # only here: templates cost three bare starts of Python

    style = raw("report.css")
    return page(
        "status.html",
        overview=overview,
        style=style,
        digest=policy_digest(style),
        numeric=numeric(overview.games),
        title=say("Games"),
        eyebrow=say("For the moderator"),
    )
