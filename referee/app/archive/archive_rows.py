"""The games of an archive as its lists show them, from the manifest."""

from collections.abc import Iterator, Sequence

from referee import titles
from referee.app.archive.archive_files import BOARD, Kept
from referee.app.archive.archive_record import STATUS, result
from referee.app.archive.game_summary import RUNNING, Summary
from referee.app.verify.notes import fault_text
from referee.report.site.game_lists import Listed, Player
from referee.show.sentences import seats_of
from referee.show.view import Word
from referee.words import say

BAD = "bad"
Found = tuple[str, Kept, Summary | None]


def newest(found: Sequence[Found]) -> list[Found]:
    """The game with the newest entry first; those that are not right at the top."""
    by_name = sorted(found, key=lambda each: each[0])
    by_time = sorted(by_name, key=lambda each: each[2].last if each[2] else "", reverse=True)
    return sorted(by_time, key=lambda each: each[1].trouble is None)


def row(id: str, kept: Kept, brief: Summary | None) -> Listed:
    """A game of the list; of one that was never right only its name is known."""
    status = BAD if kept.trouble else brief.status if brief else RUNNING
    return Listed(
        id=id,
        title=str(brief.full_title) if brief else "",
        players=tuple(ranked_players(brief)) if brief else (),
        result=result(brief) if brief else "",
        way=brief.way if brief else "",
        manner=brief.manner if brief else "",
        began=brief.began if brief else "",
        last=brief.last if brief else "",
        entries=brief.entries if brief else None,
        status=status,
        says=say("faulty") if kept.trouble else STATUS[status],
        made=brief is not None,
        has_notes="notes.yaml" in kept.files,
        has_board=BOARD in kept.files,
        trouble=trouble(kept),
    )


def trouble(kept: Kept) -> Word:
    if not kept.trouble:
        return ""
    if kept.trouble["entry"] is None:
        return str(kept.trouble["says"])
    return fault_text(kept.trouble["entry"], kept.trouble["says"])


def ranked_players(brief: Summary) -> Iterator[Player]:
    seats = seats_of({each.seat: each.player for each in brief.sitters}, seats_in(brief.title))
    for each, seat in zip(brief.sitters, seats, strict=True):
        yield Player(seat, each.score, each.seat in brief.winners, each.planned)


def seats_in(title: str) -> tuple[str, ...]:
    """All seats of a title; none if the title is no longer installed."""
    try:
        return titles.book(title).seats
    except (titles.UnknownTitle, titles.BrokenTitle):
        return ()
