"""Freezes games of the newest edition of each title: `PYTHONPATH=tests/games python tests/editions/freeze.py [NAME …]`.

A game is played by the planner through the desk, as any game is; its secret follows from its name and number. Its log
is put into `tests/editions/EDITION/`, and what it holds into the index. Frozen files are never made again or changed:
run this once, when an edition is released, with the program of that release. Then add the line for the edition that
`test_frozen.py` asks for.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import yaml
from orders import as_order
from plans import ATTIKA, CITIES, COLOURS, MAGNA_GRECIA, PLANS, Plan

from referee import reading, titles
from referee.app.consent import answers, end_early
from referee.app.editions import change_rules
from referee.app.errors import Refused
from referee.app.game_access import Table, open_game
from referee.app.play import deal_game, new_game, record_move, submit_move
from referee.app.repair import correct_entry, take_back
from referee.app.repair.take_back import UndoRequest
from referee.app.time import absences, clock
from referee.rules.line import closing_secrets
from referee.rules.planner import suggest_move
from referee.rules.proposals import open_proposal
from referee.settings import Settings
from referee.store import chance
from referee.store.documents import Aside

HERE = Path(__file__).resolve().parent
INDEX = HERE / "index.yaml"
CLOCK = ("allowance=72h", "grace=24h", "zone=Europe/Rome", "missed=suggest")


def edition_of(title: str) -> int:
    """The number of the newest edition: a plain number where the program is older than editions."""
    newest = titles.book(title).edition
    return newest if isinstance(newest, int) else newest.number


def name_of(plan: Plan) -> str:
    return f"e{edition_of(plan.title)}-{plan.name}"


def secret_of(plan: Plan) -> bytes:
    """Published, so that a running game can be replayed by anybody."""
    return sha256(f"frozen {name_of(plan)} {plan.number}".encode()).digest()


def times() -> Iterator[str]:
    """When entries are recorded: every few hours."""
    begins = datetime(2026, 9, 1, 18, tzinfo=UTC)
    for number in count():
        yield (begins + timedelta(hours=5 * number, minutes=7 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Play:
    """A game that is played to be frozen."""

    def __init__(self, plan: Plan, folder: str) -> None:
        self.plan, self.id, self.folder, self.times = plan, name_of(plan), folder, times()
        self.settings = Settings(f"{folder}/games", f"{folder}/private", f"{folder}/reports")

    @property
    def table(self) -> Table:
        """The table, some hours later each time."""
        return Table(self.settings, next(self.times))

    @property
    def game(self) -> Any:
        return open_game(Table(self.settings), self.id)

    def begin(self) -> None:
        plan = self.plan
        everybody = CITIES if plan.title == ATTIKA else COLOURS
        brought: dict[str, Any] = {
            "board": plan.board or None,
            **{choice: self.file(*own) for choice, *own in self.own()},
        }
        begun = new_game.plan(
            plan.title,
            self.id,
            everybody[: plan.players],
            plan.options,
            brought.pop("board"),
            **brought,
            wait_for_nonces=plan.nonces,
            practice=plan.practice,
            orders=plan.ahead,
            clock=CLOCK if plan.asides else None,
            edition=str(edition_of(plan.title) - 1) if plan.changes else None,
        )
        new_game.new(self.table, begun, secret=None if plan.practice else secret_of(plan))
        if plan.nonces:
            self.give_nonces([each.partition("=")[0] for each in everybody[: plan.players]])

    def own(self) -> Iterator[tuple[str, str, str, str]]:
        """Choice, shipped file and change for the things that players bring."""
        for choice, old, new in self.plan.own:
            (files,) = [each for each in titles.book(self.plan.title).set_up.data_files if each.choice == choice]
            (path,) = [path for path in files.paths().values() if old in Path(path).read_text("utf-8")][:1]
            yield choice, path, old, new

    def file(self, path: str, old: str, new: str) -> str:
        """A file of the players' own: a shipped one with something else in it."""
        text = Path(path).read_text("utf-8")
        own = Path(self.folder, f"{sha256(new.encode()).hexdigest()[:8]}.yaml")
        own.write_text(text.replace(old, new), "utf-8")
        return str(own)

    def give_nonces(self, seats: list[str]) -> None:
        """Of all seats; all but one where the game is left undealt."""
        for seat in seats[self.plan.ends == "undealt" :]:
            deal_game.enter_player_nonce(
                self.table, self.id, seat, sha256(f"{self.id} {seat}".encode()).hexdigest()[:32]
            )

    def play(self) -> None:
        """Play as many turns as are planned, and end as planned."""
        self.begin()
        turns = 0
        while self.plan.ends != "undealt" and (game := self.game).mover:
            if not game.book.play.is_turn_begun(game.position):
                if turns == self.plan.turns and turns:
                    break
                turns += 1
                self.say_beside(turns, game)
            self.move(self.game, turns)
            self.repair(turns)
        if self.plan.repairs:
            end_early.concede(self.table, self.id, self.game.mover)
        if self.plan.ends in ("over", "abandoned"):
            submit_move.close(self.table, self.id, abandon=self.plan.ends == "abandoned")

    def move(self, game: Any, turn: int) -> None:
        """One move of the planner, or the missed turn that is planned."""
        seat, number = game.book.play.to_move(game.position), self.plan.number
        missed = dict(self.plan.missed)
        if turn in missed and not game.book.play.is_turn_begun(game.position):
            submit_move.record_missed_turn(
                self.table, self.id, seat, instead=submit_move.planned_move if missed[turn] else None
            )
            return
        move = suggest_move(game.book, game.position, number)
        ordered = as_order(game.position, move, number) if self.plan.orders and turn % 3 == 0 else move
        fields = {"game": self.id, "after": game.log.last, "head": game.log.head[:16], **ordered}
        words = {"say": f"Turn {turn}: “{seat}”, that's all.\n\n  Good luck!"} if turn % 5 == 2 else {}
        submit_move.submit(self.table, reading.dump({**fields, **words}).encode(), "frozen")

    def repair(self, turn: int) -> None:
        """What is put right after some of the turns."""
        if not self.plan.repairs or self.game.book.play.is_turn_begun(self.game.position):
            return
        if turn == 3:
            name, value = ("rounds", "8") if self.plan.title == MAGNA_GRECIA else ("road_symbols", "may be used")
            change_rules.rule(self.table, self.id, name, value, "We agreed on it.")
        if turn in (4, 5):
            take_back.take_back(self.table, self.id, UndoRequest(why="The wrong file", reseal=self.needs_reseal()))
        if turn == 7:
            self.correct()
        if turn == 8:
            end_early.agree_on_end(self.table, self.id, "draw", self.game.mover)
            proposed = open_proposal(self.game.log.documents)
            assert proposed
            (asked,) = proposed.asks
            answers.record_answer(self.table, self.id, asked, "no")

    def needs_reseal(self) -> bool:
        """Whether the last turn showed something."""
        try:
            take_back.take_back(self.table, self.id, UndoRequest(), dry_run=True)
        except Refused:
            return True
        return False

    def correct(self) -> None:
        """The last move that can do without one of its actions is corrected."""
        for moment in reversed(self.game.line):
            actions = moment.entry.get("actions", ())
            for left_out in reversed(range(len(actions))):
                own = {key: moment.entry[key] for key in ("market", "end") if key in moment.entry}
                fewer = [each for at, each in enumerate(actions) if at != left_out]
                sent = {"game": self.id, "after": moment.number - 1, "seat": moment.entry["seat"]}
                with suppress(Refused):
                    raw = json.dumps({**sent, "actions": fewer, **own}).encode()
                    correct_entry.correct(self.table, self.id, moment.number, raw, "frozen", "It was not meant.")
                    return

    def say_beside(self, turn: int, game: Any) -> None:
        """The entries besides the moves, before some of the turns."""
        if not (self.plan.asides or self.plan.changes):
            return
        mover, id, seats = game.book.play.to_move(game.position), self.id, list(game.header["seats"])
        due = "2026-09-08T18:00:00Z"
        asides: dict[int, list[tuple[str, Aside]]] = {
            2: [("talk", {"seat": seats[0], "say": "Änne hat gewürfelt: 'nichts' #1"})],
            3: [("clock", {"event": "reminded", "seat": mover, "due": due})],
            4: [("clock", {"event": "overdue", "seat": mover, "due": due})],
            7: [("player", {"seat": seats[1], "player": "Emil", "until": "2026-09-20"})],
            8: [("player", {"seat": seats[1], "player": "Bruno"}), ("player", {"seat": seats[0], "player": "Fiona"})],
        }
        for kind, fields in asides.get(turn, []) if self.plan.asides else []:
            record_move.record_aside_fields(self.table, id, kind, fields)
        for table, act, *words in self.acts(turn, mover, seats):
            act(table, id, *words)

    def acts(self, turn: int, mover: str, seats: list[str]) -> Iterator[Any]:
        """Entries with use cases of their own: the use case, and its arguments."""
        if turn == self.plan.changes:
            yield self.table, change_rules.adopt_edition, edition_of(self.plan.title), seats[:1]
            yield (
                self.table,
                lambda *each: change_rules.adopt_edition(*each, all_seats=True),
                edition_of(self.plan.title),
            )
        if not self.plan.asides:
            return
        if turn == 5:
            yield self.table, absences.absent, seats[1], "2026-09-10", "2026-09-12"
            yield self.table, absences.absent, seats[2], "2026-10-10", "2026-10-12"
        if turn == 6:
            yield self.table, clock.extend, mover, 24, "The ferry did not sail."
            yield self.table, clock.pause, "We meet in person."
            yield self.table, clock.resume
            stood = {"since": "2026-09-03T00:00:00Z", "until": "2026-09-03T12:00:00Z", "why": "A power cut."}
            yield self.table, record_move.record_aside_fields, "clock", {"event": "stopped", **stood}
        if turn == 9:
            yield self.table, clock.change_clock, {"allowance": "5d", "weekends": "skip"}
            yield self.table, lambda *each: absences.end(*each, coming=True), seats[2]


def line(play: Play, raw: bytes) -> dict[str, Any]:
    """What the index says of a frozen game."""
    plan, game = play.plan, play.game
    told = closing_secrets(game.log.documents)
    secret = told.first if told else chance.PRACTICE_SECRET if plan.practice else secret_of(plan)
    outcome = game.book.play.outcome(game.position)
    score = (
        {"winners": list(outcome.winners), "counts": {k: int(v) for k, v in outcome.counts.items()}} if outcome else {}
    )
    return {
        "game": play.id,
        "title": plan.title,
        "edition": edition_of(plan.title),
        "players": plan.players,
        "options": dict(game.header["options"]),
        "ends": "over, not closed" if outcome and plan.ends == "running" else plan.ends,
        "holds": sorted(holds(game.log) | ({"orders"} if plan.orders else set())),
        "entries": game.log.last,
        "sha256": sha256(raw).hexdigest(),
        "head": game.log.head,
        "state": game.log.documents[-1].get("state", ""),
        **score,
        "secret": secret.hex(),
    }


def holds(log: Any) -> set[str]:
    """Features of a log that others may lack, in words of the format: kinds of entries, events, own things."""
    header, entries = log.documents[0], log.documents[1:]
    found = {entry["kind"] for entry in entries} | {entry["event"] for entry in entries if "event" in entry}
    found |= {f"own {field}" for field, each in header.items() if isinstance(each, dict) and "own" in each}
    found |= {"nonces: wait"} if header["nonces"] == "wait" else set()
    found |= {"chance: practice"} if "chance" in header else set()
    found |= {"by: referee"} if any(entry.get("by") == "referee" for entry in entries) else set()
    found |= {"commitment"} if any("commitment" in entry for entry in entries) else set()
    found |= {"until"} if any("until" in entry for entry in entries) else set()
    found |= {"ends"} if any("ends" in entry for entry in entries) else set()
    return found | ({"moves in parts"} if has_parts(entries) else set())


def has_parts(entries: Any) -> bool:
    """Whether a move was recorded in parts: two entries of one time."""
    moves = [entry for entry in entries if entry["kind"] == "move"]
    return any(one["at"] == other["at"] for one, other in pairwise(moves))


def freeze(plan: Plan) -> dict[str, Any]:
    """Play the game and put its log where it stays; what the index says of it."""
    with tempfile.TemporaryDirectory() as folder:
        play = Play(plan, folder)
        play.play()
        raw = Path(folder, "games", play.id, "log.yaml").read_bytes()
        place = HERE / str(edition_of(plan.title)) / play.id
        place.mkdir(parents=True)
        place.joinpath("log.yaml").write_bytes(raw)
        return line(play, raw)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="names of plans; without one all that are not frozen yet")
    asked = parser.parse_args()
    frozen = {each["game"] for each in yaml.safe_load(INDEX.read_text("utf-8")) or []} if INDEX.exists() else set()
    for plan in PLANS:
        if name_of(plan) not in frozen and plan.name in (asked.name or [plan.name]):
            found = freeze(plan)
            with INDEX.open("a", encoding="utf-8") as index:
                yaml.safe_dump([found], index, sort_keys=False, default_flow_style=None, width=120)
            print(found["game"], found["entries"], "entries", *found["holds"], file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
