"""Submissions to small logs in a store, as many processes on many hosts make them."""

import random
import time
from collections.abc import Iterable, Sequence

from log_samples import follows, header

from referee.store import log
from referee.store.addresses import DatabaseAway
from referee.store.log import Busy, NotRecorded, Unconfirmed

AGAIN, PAUSE = 600, 0.2
"""So often, and after so many seconds, a submission is repeated that got no answer."""


def begin(games: str, names: Iterable[str]) -> None:
    for name in names:
        log.create(games, name, header(name))


def submit(games: str, game: str, text: str) -> int:
    """The number of the entry that says so, once; one that says so already is found."""
    folder = f"{games}/{game}"
    with log.game_lock(folder):
        seen = log.read_log(folder)
        for number, each in enumerate(seen.entries, 1):
            if each.get("say") == text:
                return number
        return log.append(folder, seen, follows(seen, say=text)).last


def submit_until_recorded(games: str, game: str, text: str) -> int:
    """As somebody does it who runs the same command again."""
    for _ in range(AGAIN):
        try:
            return submit(games, game, text)
        except (Busy, DatabaseAway, NotRecorded, Unconfirmed) as error:
            why = error
            time.sleep(PAUSE)
    raise why


def shuffled_work(games: Sequence[str], writers: int, each: int) -> list[list[tuple[str, str]]]:
    """What each writer submits, in an order of its own: half of it is also submitted by another one."""
    rng = random.Random(57)
    texts = [(rng.choice(games), f"text {number}") for number in range(writers * each * 3 // 4)]
    found = [texts[writer::writers] for writer in range(writers)]
    for work in found:
        work += rng.sample(texts, each - len(work))
        rng.shuffle(work)
    return found


def refuse_lost_or_doubled(games: str, work: Iterable[Iterable[tuple[str, str]]]) -> None:
    """Each log is one chain (reading it checks that), and says each thing once that was submitted."""
    wanted: dict[str, set[str]] = {}
    for game, text in (each for some in work for each in some):
        wanted.setdefault(game, set()).add(text)
    for game, texts in wanted.items():
        said = [str(each["say"]) for each in log.read_log(f"{games}/{game}").entries]
        assert sorted(said) == sorted(texts), game
