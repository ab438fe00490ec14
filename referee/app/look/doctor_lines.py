"""The findings of `doctor` for people: one line for all clocks of which the same is true."""

from collections.abc import Iterable, Iterator

from referee.app.look.doctor import LATE, NEVER, TICKS
from referee.show.data_files import Finding
from referee.words import say

LISTED = 5
"""Of more games than this the first ones are named."""
OF_MANY = {
    TICKS: say("`referee remind` checks the clocks of {number} games. Last run: {at}."),
    NEVER: say(
        "{number} games have clocks, but `referee remind` has never run for them: {games}. Add this to "
        "cron: */10 * * * * {job}"
    ),
    LATE: say(
        "{number} games have clocks, but `referee remind` last ran for them at {at}: {games}. Add this to "
        "cron: */10 * * * * {job}"
    ),
}
"""What is said of the clock of one game → what is said of those of many."""


def lines_for_people(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each finding as it comes; those about clocks at the end."""
    clocks: dict[str, list[Finding]] = {kind: [] for kind in OF_MANY}
    for each in findings:
        if each.says.template in clocks:
            clocks[each.says.template].append(each)
        else:
            yield each
    for same in clocks.values():
        yield from same if len(same) < 2 else [of_many(same)]


def of_many(same: list[Finding]) -> Finding:
    first, games = same[0], [each.place for each in same]
    named = ", ".join([*games[:LISTED], *["…"] * (len(games) > LISTED)])
    facts = {**first.says.facts, "number": len(same), "games": named}
    return Finding(first.severity, OF_MANY[first.says.template]._replace(facts=facts))
