"""When the referee last looked at each game that is not closed: a line for each in `private/mail/heartbeat`."""

import os
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import pairwise

from referee.app.game_access import is_time
from referee.app.time.counted_time import BEGINNING, time
from referee.settings import Settings
from referee.store import disk, private
from referee.store.stores import read_document

Beats = dict[str, list[str]]
KEPT = 6
"""So many times are kept of each game: enough to know the usual interval."""
LEAST = timedelta(hours=1)
"""A gap that is no longer than this is none."""
TIMER = timedelta(hours=6)
"""A timer looks at least so often; who looks once or twice a day does it by hand."""
NAME = "heartbeat"


def mail_folder(settings: Settings) -> str:
    return os.path.join(settings.private, "mail")


def read_beats(settings: Settings) -> Beats:
    try:
        text = read_document(os.path.join(mail_folder(settings), NAME)).decode("ascii", "replace")
    except disk.Unreadable:
        return {}
    lines = [line.split() for line in text.splitlines() if re.match("[a-z0-9]", line)]
    return {id: [each for each in times if is_time(each)] for id, *times in lines}


def write_beats(settings: Settings, beats: Mapping[str, list[str]]) -> None:
    """Written whole, and safely on disk. Raises NotRecorded, `disk.Unconfirmed`."""
    place = mail_folder(settings)
    text = "".join(f"{id} {' '.join(times[-KEPT:])}\n" for id, times in sorted(beats.items()))
    private.rewrite(place, os.path.join(place, NAME), text.encode())


def tolerated_pause(times: list[str]) -> timedelta:
    """How long a pause is no gap: twice the usual interval, and at least an hour."""
    steps = pauses(times)
    return max(LEAST, 2 * steps[len(steps) // 2]) if steps else LEAST


def pauses(times: list[str]) -> list[timedelta]:
    """How long the pauses between the looks were, the shortest first."""
    moments = [time(each, BEGINNING) for each in times]
    return sorted([after - before for before, after in pairwise(moments) if after > before])


def is_timer(times: list[str]) -> bool:
    """Whether a timer looks: all pauses but one were short. What somebody does by hand is no timer that can fail."""
    steps = pauses(times)
    return len(steps) > 1 and steps[-2] <= TIMER


def is_overdue(times: list[str], now: datetime) -> bool:
    """Whether the referee should have looked again by now; also if it never has."""
    return not times or now - time(times[-1], BEGINNING) > tolerated_pause(times)


def missing_since(times: list[str], since: datetime, now: datetime) -> datetime | None:
    """From when on the referee has not looked at a turn that began at `since`; None: there is no gap.

    There is none where no timer looks.
    """
    last = max(time(times[-1], since), since) if is_timer(times) else now
    return last if now - last > tolerated_pause(times) else None
