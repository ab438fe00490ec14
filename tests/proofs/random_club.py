"""A club whose moderator and players do anything in any order: what is typed, mailed, and how time passes, by chance.

Most of it is refused. A step is a line of `Club.said`, so that a club that went wrong can be followed.
"""

import json
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import cli_runs
import mailing_game as post
import pytest
from cli_runs import Ran

from referee.app.game_access import Game, Table, open_game
from referee.mail.write import addresses
from referee.settings import settings
from referee.store import private

SEATS = {"magna-grecia": ["yellow", "orange", "brown", "red"], "attika": ["athens", "sparta", "thebes", "corinth"]}
NAMES = ["Anna", "Zoë \U0001f469\u200d\U0001f680", "O'Neil", "Mia: x", "#x", "- y", "null", "山田\u3000希"]
LANGUAGES = ["en", "de", "fr", "it"]
WORDS = ["we talk", "a: b", '"x"', "# no", "é \U0001f937\u200d\u2642\ufe0f"]
WISHES = """undo | help | status | pause | absent: 2026-12-01 | concede | draw | yes | no | I resign | more time, please
say: hi | edition: 2 | letters: short | language: de | agree: yes | stop | legal | suggest | ?""".replace("\n", " | ")
SLIPS = ["say: hello", "market: A1", "  - city: C3", "- x", "end: true", "# x", "\tx", "seat: red"]
COMMANDS = """
undo GAME --why WORDS | undo GAME --to ENTRY --why WORDS | undo GAME --seat SEAT --why WORDS --ask
undo GAME --to ENTRY --reseal --why WORDS | undo GAME --to ENTRY --dry-run | correct GAME ENTRY - --why WORDS
answer GAME SEAT yes | answer GAME SEAT no | answer GAME SEAT withdrawn | concede GAME SEAT | draw GAME --seat SEAT
draw GAME | abandon GAME --ask | resign GAME SEAT | resign GAME SEAT --to NAME | player GAME SEAT --name NAME
player GAME SEAT --name NAME --until DAY | player GAME SEAT --back | player GAME SEAT --language LANGUAGE
player GAME SEAT --address x@example.org | absent GAME SEAT DAY | absent GAME SEAT --list | absent GAME SEAT --cancel
extend GAME SEAT 24h --why WORDS | pause GAME --why WORDS | resume GAME | clock GAME allowance=24h weekends=skip
clock GAME zone=Europe/Rome | missed GAME SEAT | observe GAME eva@example.org | observe GAME eva@example.org --remove
ruling GAME rounds 8 --why WORDS | ruling GAME | edition GAME 2 --consent SEAT | edition GAME 2 --all-consent
fork GAME --id NEW --at ENTRY | fork GAME --id NEW --with-addresses | close GAME | close --auto | say GAME WORDS
say GAME WORDS --to SEAT | send | mail list | nonce GAME SEAT abcd | deal GAME | orders GAME - | suggest GAME
""".strip().replace("\n", " | ")
KNOWN_ENDS = (0, 1, 2, 65, 66, 74, 75, 77)
BEGINNING = datetime(2026, 11, 20, 19)
SENDER = "somebody@example.net"


class Club:
    """Some games of the current folder, or of a store elsewhere. `said`: what was done, in order; `answers`: to it.

    Practice games have no secret of their own, so that the same seed gives the same answers.
    """

    def __init__(self, seed: int, patch: pytest.MonkeyPatch, settings: str = "") -> None:
        self.chance, self.patch = Random(seed), patch
        self.games: dict[str, list[str]] = {}
        self.said: list[str] = []
        self.answers: list[Ran] = []
        self.now = BEGINNING
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"inbox/{part}")
        Path("referee.toml").write_text(settings + post.TOML, encoding="utf-8")
        patch.setenv("REFEREE_CONFIG", "referee.toml")
        self.pass_time(0)
        for title in SEATS:
            self.begin(title)

    def run(self, *words: str, stdin: str = "") -> Ran:
        """A command, which ends as commands may end."""
        self.said.append(f"{words} {stdin!r}")
        ran = cli_runs.run(*words, stdin=stdin.encode())
        assert ran.code in KNOWN_ENDS, self.story(ran)
        assert "Traceback" not in ran.err, self.story(ran)
        self.answers.append(ran)
        return ran

    def story(self, ran: Ran) -> str:
        return "\n".join([*self.said[-20:], str(ran)])

    def begin(self, title: str) -> None:
        game, chance = f"game-{len(self.games)}", self.chance
        seats = chance.sample(SEATS[title], chance.randint(2, 4))
        words = ["new", title, "--id", game, "--practice", "--edition", chance.choice("12"), "--clock", "allowance=24h"]
        for seat, name in zip(seats, chance.sample(NAMES, len(seats)), strict=True):
            words += ["--player", f"{seat}={name}", "--language", f"{seat}={chance.choice(LANGUAGES)}"]
            words += ["--address", f"{seat}={seat}@example.org"] if chance.random() < 0.8 else []
        assert self.run(*words).code == 0, self.said
        self.games[game] = seats

    def pass_time(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        self.patch.setenv("REFEREE_NOW", f"{self.now:%Y-%m-%dT%H:%M:%SZ}")

    def wait(self, _: str) -> None:
        self.pass_time(self.chance.choice([1, 5, 20, 50]))
        self.run("remind")

    def table(self) -> Table:
        return Table(settings({}, dict(os.environ)), os.environ["REFEREE_NOW"])

    def opened(self, game: str) -> Game:
        return open_game(self.table(), game)

    def move(self, game: str) -> str:
        """A sensible move as somebody writes it, now and then with a slip."""
        lines = cli_runs.run("suggest", game).out.splitlines()
        if lines and self.chance.random() < 0.2:
            at = self.chance.randrange(len(lines))
            lines[at : at + self.chance.randint(0, 1)] = [self.chance.choice(SLIPS)]
        return "\n".join(lines) + "\n"

    def submit(self, game: str) -> None:
        self.run("submit", "-", stdin=self.move(game))

    def mail(self, game: str) -> None:
        """A player answers an e-mail of the game, not always the last one and not always from the known address."""
        chance, kept = self.chance, private.read_private_part(self.table().settings.private, game)
        if not kept.addresses:
            return
        last, mover = self.opened(game).log.last, self.opened(game).mover
        likely = [mover] * 3 if mover in kept.addresses else []
        seat = chance.choice([*likely, *kept.addresses])
        entry = last if chance.random() < 0.85 else chance.randint(0, last)
        tag = addresses.reply_tag(kept.reply_key, game, seat, entry, kept.addresses[seat])
        to = addresses.reply_address(post.REFEREE, "+", addresses.ReplyToken(game, entry, tag))
        wish = chance.choice(WISHES.split(" | "))
        text = chance.choice([wish, self.move(game), post.fenced(self.move(game)), f"{wish}\n\n{self.move(game)}"])
        sender = kept.addresses[seat] if chance.random() < 0.8 else SENDER
        raw = post.mail(text, to, sender, Message_ID=f"<{len(self.said)}@example.net>")
        Path("inbox/new", str(len(self.said))).write_bytes(raw)
        self.said.append(f"mail of {seat} after {entry}: {text!r}")
        self.run("receive")

    def command(self, game: str) -> None:
        """Any command of the moderator."""
        last = max(self.opened(game).log.last, 1)
        facts: dict[str, Callable[[], str]] = {
            "GAME": lambda: game,
            "NEW": lambda: f"game-{len(self.games)}",
            "SEAT": lambda: self.chance.choice([*self.games[game], "moderator"]),
            "ENTRY": lambda: str(self.chance.randint(0, last)),
            "DAY": lambda: f"{self.now + timedelta(days=self.chance.randint(-1, 9)):%Y-%m-%d}",
            "NAME": lambda: self.chance.choice([*NAMES, "planner"]),
            "WORDS": lambda: self.chance.choice(WORDS),
            "LANGUAGE": lambda: self.chance.choice(LANGUAGES),
        }
        template = self.chance.choice(COMMANDS.split(" | ")).split()
        words = [facts[each]() if each in facts else each for each in template]
        ran = self.run(*words, stdin=self.typed(game, words) if "-" in words else "")
        if words[0] == "fork" and ran.code == 0:
            self.games[words[3]] = self.games[game]

    def typed(self, game: str, words: list[str]) -> str:
        """A move: to correct one, the recorded one as often as not."""
        if words[0] != "correct" or self.chance.random() < 0.5:
            return self.move(game)
        number = max(int(words[2]), 1)
        entry = dict(self.opened(game).log.entries[number - 1])
        played = {name: entry[name] for name in ("seat", "actions", "market", "end") if name in entry}
        return json.dumps({"game": game, "after": number - 1, **played})

    def step(self) -> None:
        """Something happens."""
        acts = [self.submit] * 4 + [self.mail] * 4 + [self.command] * 5 + [self.wait]
        self.chance.choice(acts)(self.chance.choice(list(self.games)))
