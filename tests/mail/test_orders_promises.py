"""Random games with orders ahead, in which anything happens to them: what each e-mail promises comes true.

After every step each promise is tried in a copy of the game, some hours later. Every order is a move of its own, so the
log shows which of them was played.
"""

import random
import shutil
from contextlib import chdir
from datetime import timedelta
from pathlib import Path
from typing import Any

import cli_runs
import mailing_game as post
import pytest

from referee import reading
from referee.app.ahead import order_state, play_orders
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game
from referee.app.post import due_reports
from referee.app.time.counted_time import BEGINNING, time, utc_text
from referee.store import log

TITLE, SEATS = "magna-grecia", {"yellow": post.ANNA, "red": post.BRUNO, "brown": "carla@example.org"}
WAITS, STOPPED = "your orders are played within 10 to 180 minutes.", "Your orders are played when it runs again."
LISTED, CANCELLED = "Your orders for your next turns:", "Your orders are cancelled"
TOML = post.TOML.partition("[mail.inbox]")[0] + "composer = false\n"
GAMES, PROVED, STEPS = 3, 60, 30
UNIQUE = [(road, city) for road in range(6) for city in range(6 - road) if road + city]
"""What an order resupplies, by which its move is known in the log."""


class Club:
    """A game, its time, and what was ordered: numbers of UNIQUE.

    by_orders   entry → the order that made it
    taken_back  the orders whose move no longer counts
    ordered     the seats that sent any; `latest`: the last that each sent, until it moved itself
    played      how many promises were tried that a turn is played
    """

    def __init__(self, seed: int) -> None:
        self.rng, self.now, self.used = random.Random(seed), BEGUN, 0
        self.by_orders, self.taken_back, self.played = dict[int, tuple[int, int]](), set[tuple[int, int]](), 0
        self.ordered, self.latest = set[str](), {seat: set[tuple[int, int]]() for seat in SEATS}

    @property
    def table(self) -> Table:
        return post.table(self.now)

    @property
    def game(self) -> Game:
        return open_game(self.table, "cup")

    def run(self, *words: str, stdin: bytes = b"") -> bool:
        """Whether a command did what it was asked; a refusal is none of our business, a fault of the program is."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("REFEREE_NOW", self.now)
            ran = cli_runs.run(*words, stdin=stdin)
        assert ran.code in (0, 2, 65, 75, 77), f"{words}: {ran}"
        return ran.code == 0

    def step(self) -> str:
        deeds = (*[self.move] * 3, *[self.order] * 4, *[self.look] * 4, self.undo)
        more = (self.undo, self.correct, self.cancel, self.miss, self.replace, self.pause, self.resume, self.letters)
        deed = self.rng.choice((*deeds, *more))
        deed()
        self.now = later(self.now, self.rng.choice((0, 1, 20, 90, 300)))
        return deed.__name__

    def move(self) -> None:
        """A pass by hand, which no order of this test is; by e-mail or command."""
        if seat := self.game.mover:
            text = reading.dump({"game": "cup", "after": self.game.log.last, "seat": seat, "actions": []})
            if self.run("submit", "-", stdin=text.encode()):
                self.latest[seat] = set()
                assert LISTED not in self.says(seat), "a move by hand cancels orders"

    def order(self) -> None:
        """Orders for one or two turns, which can always be played, or under a condition that is never true."""
        seat, items, wishes = self.rng.choice([*SEATS]), list[object](), set[tuple[int, int]]()
        for turn in range(1, self.rng.choice((2, 3))):
            road, city = UNIQUE[self.used % len(UNIQUE)]
            self.taken_back.discard((road, city))
            wishes.add((road, city))
            self.used += 1
            wish = {"turn": turn, "move": {"actions": [{"resupply": {"road": road, "city": city}}]}}
            items.append(wish | ({"if": "my score is at least 900"} if self.rng.random() < 0.15 else {}))
        self.ordered.add(seat)
        text = reading.dump({"game": "cup", "seat": seat, "orders": items})
        if self.rng.random() < 0.7:
            self.latest[seat] = wishes if self.run("orders", "cup", "-", stdin=text.encode()) else self.latest[seat]
        else:
            self.latest[seat] = set()  # nobody asks here whether the mail was understood
            post.one(post.mail(post.fenced(text), post.address(seat), message_id=f"<{self.used}@x>"), self.now)

    def cancel(self) -> None:
        seat = self.rng.choice([*SEATS])
        self.latest[seat] = set()
        if self.rng.random() < 0.5:
            self.run("orders", "cup", "--seat", seat, "--cancel")
        else:
            post.one(post.mail("orders: none", post.address(seat), message_id=f"<c{self.used}@x>"), self.now)

    def look(self) -> None:
        before = self.game.log.last
        due = play_orders.play_in_game(self.table, "cup")
        for number in range(before + 1, self.game.log.last + 1):
            entry = self.game.log.entry(number)
            if entry["kind"] == "move":
                assert due, "a move that nobody ordered"
                assert ordered_by(entry) not in self.taken_back, "what was taken back is played again"
                self.by_orders[number] = ordered_by(entry)

    def undo(self) -> None:
        """To some turn, or only the last one; who hears that orders are cancelled is who had them played."""
        back = self.rng.randrange(1, self.game.log.last + 1)
        to = self.rng.choice(((), ("--to", str(max(back, self.game.log.last - 8)))))
        for more in ((), ("--reseal",)):
            if self.run("undo", "cup", *to, "--why", "oops", *more):
                break
        counted = {each.number for each in self.game.line}
        gone = {order for number, order in self.by_orders.items() if number not in counted}
        for seat in SEATS:
            if (gone - self.taken_back) & self.latest[seat]:
                assert CANCELLED in self.says(seat), f"{seat} does not hear that its orders are cancelled"
        self.taken_back |= gone

    def correct(self) -> None:
        moves = [each.number for each in self.game.line if each.entry.get("kind") == "move"]
        if moves:
            number = self.rng.choice(moves)
            entry = self.game.log.entry(number)
            text = {"game": "cup", "after": number - 1, "seat": entry["seat"], "actions": []}
            Path("right.yaml").write_text(reading.dump(text), encoding="utf-8")
            self.run("correct", "cup", str(number), "right.yaml", "--why", "a slip")

    def miss(self) -> None:
        if self.rng.random() < 0.3 and (seat := self.game.mover):
            self.latest[seat] = set()
            self.run("missed", "cup", seat)

    def replace(self) -> None:
        if self.rng.random() < 0.3:
            seat = self.rng.choice([*SEATS])
            self.latest[seat] = set()
            self.run("player", "cup", seat, "--name", f"P{self.used}", "--address", SEATS[seat])

    def pause(self) -> None:
        if self.rng.random() < 0.3:
            self.run("pause", "cup", "--why", "a holiday")

    def resume(self) -> None:
        self.run("resume", "cup")

    def letters(self) -> None:
        """What is sent says of orders what is true now."""
        before, said = {each.path for each in post.letters()}, {seat: self.says(seat) for seat in SEATS}
        self.run("send")
        for each in post.letters():
            seat = next((seat for seat, address in SEATS.items() if address in each.to), "")
            if each.path not in before and seat:
                for words in (WAITS, STOPPED, LISTED, CANCELLED):
                    assert (words in each.text) == (words in said[seat]), (seat, words, each.text)

    def says(self, seat: str) -> str:
        """What every e-mail to a seat says of its orders now."""
        return "\n".join(map(str, play_orders.orders_paragraphs(self.table, self.game, seat, 0)))

    def check(self) -> None:
        """Try in a copy what is promised now: who is to move is played, or hears why not; all others are not."""
        game = self.game
        said = {seat: self.says(seat) for seat in SEATS}
        assert not [seat for seat in SEATS if CANCELLED in said[seat] and LISTED in said[seat]]
        assert not [seat for seat in SEATS if seat != game.mover and (WAITS in said[seat] or STOPPED in said[seat])]
        self.check_secrecy()
        mover = str(game.mover)
        listed = said.get(mover, "")
        promised = WAITS in listed
        shutil.rmtree("../copy", ignore_errors=True)
        shutil.copytree(".", "../copy")
        with chdir("../copy"):
            play_orders.play_in_game(post.table(later(self.now, 180)), "cup")
            after = open_game(post.table(), "cup")
            new = [each for each in after.log.entries[game.log.last :] if each["kind"] == "move"]
            if not promised:
                assert not new, "what nobody promised is played"
            elif new:
                road, city = ordered_by(new[0])
                assert new[0]["seat"] == mover
                assert f"resupply {road} {city}" in listed.partition("Turn 2")[0]
                assert self.heard(mover, "Your orders were played")
                self.played += 1
            else:
                assert self.heard(mover, "could not be played, so please send a move")
                told = play_orders.orders_paragraphs(post.table(), after, mover, 0)
                assert LISTED not in "\n".join(map(str, told))

    def heard(self, seat: str, words: str) -> bool:
        waiting = due_reports.waiting(post.table().settings, "cup", seat)
        return any(words in each.text for each in waiting if each.seat == due_reports.FROM_ORDERS)

    def check_secrecy(self) -> None:
        """The log has seals of orders, and no text; what became of them waits for their owner alone."""
        for entry in log.read_log("games/cup").entries:
            if entry["kind"] == "orders":
                assert set(entry) == {"entry", "prev", "at", "kind", "seals", "state"}
        for seat in {*SEATS} - self.ordered:
            told = due_reports.waiting(post.table().settings, "cup", seat)
            assert not [each for each in told if each.seat == due_reports.FROM_ORDERS]


BEGUN = post.NOW


def later(now: str, minutes: int) -> str:
    return utc_text(time(now, BEGINNING) + timedelta(minutes=minutes))


def ordered_by(entry: Any) -> tuple[int, int]:
    """The order that made a move."""
    (action,) = entry["actions"]
    return int(action["resupply"].get("road", 0)), int(action["resupply"].get("city", 0))


def begin(seed: int) -> Club:
    Path("referee.toml").write_text(TOML, encoding="utf-8")
    players, addresses = [f"{seat}={seat.title()}" for seat in SEATS], [f"{k}={v}" for k, v in SEATS.items()]
    clock = ["allowance=72h"] if seed % 2 else None
    plan = new_game.plan(TITLE, "cup", players, ["rounds=8"], "bruttium", addresses=addresses, orders=True, clock=clock)
    new_game.new(post.table(), plan, secret=seed.to_bytes(32, "big"))
    return Club(seed)


def test_what_e_mails_promise_of_orders_comes_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    games = PROVED if thorough else GAMES
    assert played_out(range(games), tmp_path, monkeypatch) > games


def played_out(seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play random games, and check after each step: how many promises came true."""
    monkeypatch.setenv("REFEREE_CONFIG", "referee.toml")
    played = 0
    for seed in seeds:
        (tmp_path / str(seed) / "work").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / str(seed) / "work")
        club, done = begin(seed), list[str]()
        for _ in range(STEPS):
            try:
                done.append(club.step())
                club.check()
            except AssertionError as wrong:
                raise AssertionError(f"seed {seed}, after {done}: {wrong}") from wrong
        assert cli_runs.run("verify", "cup").code == 0, (seed, done)
        played += club.played
        monkeypatch.chdir(tmp_path)
        shutil.rmtree(tmp_path / str(seed))
    return played


FAULTS: dict[str, tuple[int, str, Any]] = {
    "an undo that changes nothing": (2, "numbers_gone", lambda line, moment: set()),
    "a move by hand that counts as ordered": (7, "entries_made", lambda game, kept, seat: set(range(99))),
}
"""The fault → the first random game that shows it, and what is put in the place of what."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, name, wrong = FAULTS[fault]
    monkeypatch.setattr(order_state, name, wrong)
    with pytest.raises(AssertionError):
        played_out(range(first, 20), tmp_path, monkeypatch)
