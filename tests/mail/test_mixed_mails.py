"""Random mixes of mails of players, thieves of old e-mails and strangers: who is answered, and what changes.

The expectations are counted from the mails alone: by the tags that they were made with, never by what the program says.
"""

import random
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import open_game
from referee.app.post import spool

pytestmark = pytest.mark.usefixtures("game")

SEATS = ("yellow", "red")
START = datetime(2026, 11, 21, 8, tzinfo=UTC)


class Sent(NamedTuple):
    """A mail, when it came, and what may become of it.

    right    whether it has the tag of an e-mail to who plays the seat, used up or not
    changes  whether it may change the game: a right tag, and not used up
    entries  how many entries it may make at most
    """

    number: int
    at: datetime
    raw: bytes
    seat: str
    right: bool
    changes: bool
    entries: int

    @property
    def id(self) -> str:
        return f"<{self.number}@mix>"


class Mix:
    """A seeded mix of mails in a running game."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now, self.sent = START, list[Sent]()
        self.used: dict[str, list[str]] = {seat: [] for seat in SEATS}

    def kind(self) -> tuple[str, str, bool, bool, int]:
        """Where the next mail goes, what it says; whether its tag is right, and good; entries that it may make."""
        seat, move = self.chance.choice(SEATS), post.fenced(post.move())
        good, old = post.address(seat), self.chance.choice([*self.used[seat], ""])
        wrong = (
            good.replace(good[-30], "a" if good[-30] != "a" else "b") if self.chance.random() < 0.5 else post.REFEREE
        )
        word = f"say: word {len(self.sent)}\n"
        bomb = "".join(f"say: {n}\nsay to red: {n}\n" for n in range(1_000))
        kinds = [
            *[(good, word, True, True, 1)] * 3,
            (good, f"say to {'red' if seat == 'yellow' else 'yellow'}: psst {len(self.sent)}\n", True, True, 0),
            *[(good, f"no wish {len(self.sent)}\n", True, True, 0)] * 14,
            (good, f"{len(self.sent)}\n\n{move.replace('BEGIN MOVE', 'BEGIN CHECK')}", True, True, 0),
            (good, bomb if seat == "yellow" else bomb.replace("to red", "to yellow"), True, True, 1),
            (good, f"absent: 2027-01-{self.chance.randint(10, 28)}\n", True, True, 1),
            (good, "absent: none\n", True, True, 1),
            (good, "undo\n", True, True, 1),
            (wrong, word, False, False, 0),
            (wrong, f"{word}\n{move}", False, False, 0),
            (wrong, bomb, False, False, 0),
        ]  # fmt: skip
        if old:
            kinds += [(old, words, True, False, 0) for words in (word, "absent: 2027-01-05\n", bomb, "undo\n", move)]
        if post.mover() == seat:
            kinds += [(good, f"{word}\n{move}", True, True, 1)] * 2
        to, text, right, changes, entries = self.chance.choice(kinds)
        self.seat = seat
        return to, text, right, changes, entries

    def step(self) -> None:
        """One mail arrives and is handled; what it changed is looked at at once."""
        self.now += timedelta(minutes=self.chance.choice([0, 1, 1, 2, 9]))
        to, text, right, changes, entries = self.kind()
        number, before, last, mover = len(self.sent), post.log_bytes(), post.last(), post.mover()
        sender = self.chance.choice([post.ANNA, post.BRUNO, "mallory@evil.example"])
        fields = {"message_id": f"<{number}@mix>", "in_reply_to": "<referee.cup.red@games.example.org>"}
        raw = post.mail(text, to, sender, **fields)
        address = post.address(mover)
        post.receive(raw, now=self.time)
        self.sent.append(Sent(number, self.now, raw, self.seat, right, changes, entries))
        assert post.last() <= last + entries, text[:60]
        assert changes or post.log_bytes() == before, (to, text[:60])
        if post.last() > last and open_game(post.table(), "cup").log.entry(post.last())["kind"] == "undo":
            self.used[self.seat] += [post.address(self.seat, number) for number in range(1, post.last())]
        elif post.mover() != mover:
            self.used[mover].append(address)

    @property
    def time(self) -> str:
        return self.now.strftime("%Y-%m-%dT%H:%M:%SZ")

    def close(self) -> None:
        """The hours pass until nothing waits: every run comes to an end."""
        for _ in range(6):
            self.now += timedelta(hours=1, minutes=1)
            post.receive(now=self.time)


def answered_late(mix: Mix, each: Sent) -> bool:
    """Whether an answer to a mail came in a later e-mail with those that had to wait: it names the minute."""
    minute = each.at.strftime("%Y-%m-%d %H:%M UTC")
    to = post.ANNA if each.seat == "yellow" else post.BRUNO
    return any(f"Your e-mail of {minute}" in told.text for told in post.receipts() if told.to == to)


@pytest.mark.parametrize("seed", range(1))
def test_every_mail_with_a_right_tag_is_answered_and_no_other_changes_a_game(
    seed: int, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "REPLIES_AN_HOUR", 10 if thorough else 4)  # the limit is reached with fewer mails
    mix = Mix(seed)
    for _ in range(400 if thorough else 18):
        mix.step()
    mix.close()
    assert [each for each in post.receipts() if "in all" in each.text], "some had to wait"
    direct = {told.answers: told.to for told in post.receipts()}
    for each in mix.sent:
        to = post.ANNA if each.seat == "yellow" else post.BRUNO
        if each.right:
            assert direct.get(each.id) == to or answered_late(mix, each), each.raw[:300]
    assert {told.to for told in post.letters()} <= {post.ANNA, post.BRUNO}
    assert (post.spooled("new"), post.spooled("deferred"), post.spooled("quarantine")) == ([], [], [])
    assert cli_runs.run("verify", "cup").code == 0
    notices = [told for told in post.receipts() if "please reply to this one" in told.text]
    days = {(each.at - START).days for each in mix.sent}
    assert len(notices) <= spool.NOTICES_A_DAY * len(SEATS) * (max(days) + 2)
