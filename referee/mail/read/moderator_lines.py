"""The lines by which the moderator answers the referee: each alone on its line, and nothing else in the mail."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee import GAME_ID
from referee.mail.read.beside_words import above_signature, is_courtesy, without_armour
from referee.mail.read.line_words import tidy_line
from referee.mail.read.mail_parts import Mail
from referee.mail.read.mail_text import own_and_others
from referee.mail.read.requests import lines_of
from referee.words import Phrase, plain_letters, say

GAME, SEAT, ID = rf"(?P<game>{GAME_ID})", r"(?P<seat>[a-z0-9][a-z0-9_-]*)", r"(?P<value>[0-9a-f]{4,64})"
MORE = r"(?P<value>[0-9]{1,4} ?(?:h|d|w|hours?|days?|weeks?)|(?:--)?until [0-9]{4}-[0-9]{2}-[0-9]{2})"
ADDRESS, NAME = r"(?P<value>\S+@\S+)", r'(?: "(?P<words>[^"]+)")?'
WHY = NAME

YES, HELP, STATUS = "yes", "help", "status"
FORMS = {
    "extend": (
        rf"extend {GAME}(?: {SEAT})? {MORE}{WHY}",
        "extend GAME 2d",
        say("more time for whose turn it is; or `extend GAME until 2026-12-24`"),
    ),
    "grant": (rf"grant(?: {ID}| {GAME})?", "grant GAME", say("grants the time that a player asked for")),
    "again": (rf"again {GAME} {SEAT}", "again GAME SEAT", say("sends a player's last e-mail once more")),
    "pause": (rf"pause {GAME}{WHY}", "pause GAME", say("stops the clock")),
    "resume": (rf"resume {GAME}", "resume GAME", say("starts the clock again")),
    "clock": (rf"clock {GAME} (?P<value>[a-z]+=\S+)", "clock GAME allowance=5d", say("changes how time is counted")),
    "undo": (rf"undo {GAME}(?: to (?P<value>[0-9]{{1,6}}))?{WHY}", "undo GAME", say("takes the last turn back")),
    "replace": (
        rf"replace {GAME} {SEAT} {ADDRESS}{NAME}",
        'replace GAME SEAT anna@example.org "Anna"',
        say("another player or, without a name, another address"),
    ),
    "resign": (rf"resign {GAME} {SEAT}", "resign GAME SEAT", say("the referee plays a seat")),
    "abandon": (rf"abandon {GAME}{WHY}", "abandon GAME", say("ends a game without a winner")),
    "close": (rf"close {GAME}{WHY}", "close GAME", say("publishes the secret of a game that is over")),
    "show": (rf"show {ID}", "show 3f9a", say("shows what was put aside")),
    "dismiss": (rf"dismiss {ID}", "dismiss 3f9a", say("puts it away")),
    "restore": (rf"restore {ID}", "restore 3f9a", say("brings back what was put away")),
    STATUS: (STATUS, STATUS, say("shows all games and what waits for you")),
    HELP: (HELP, HELP, say("shows these lines")),
}
"""Command → how its line is written, an example, and what it does. Reasons are in quotes, as names are."""
SHAPES = {name: re.compile(form, re.IGNORECASE) for name, (form, _, _) in FORMS.items()}
SHAPES[YES] = re.compile(r"yes (?P<value>[a-z2-7]{4})", re.IGNORECASE)


class ModeratorLine(NamedTuple):
    """A line that is a command: `text` is the whole of it, the rest what it names, or ""."""

    text: str
    command: str
    game: str = ""
    seat: str = ""
    value: str = ""
    words: str = ""


class ModeratorMail(NamedTuple):
    """What a mail of the moderator says: its lines, and other words, which say that it may be meant otherwise."""

    lines: tuple[ModeratorLine, ...]
    others: tuple[str, ...]


def moderator_mail(mail: Mail, addresses: Sequence[str], name: str) -> ModeratorMail:
    """The own words of a mail: each line is a command, a courtesy, or something else. Raises Unclear."""
    own, _ = own_and_others(without_armour(lines_of(mail)), addresses)
    said = [line.strip() for line in above_signature(own) if line.strip()]
    names = plain_letters(name).split()
    read = [(line, line_in(line)) for line in said]
    others = [line for line, found in read if found is None and not is_courtesy(line, names)]
    return ModeratorMail(tuple(dict.fromkeys([found for _, found in read if found])), tuple(others))


def line_in(line: str) -> ModeratorLine | None:
    """The command that a line is; None for any other."""
    plain = " ".join(AROUND.sub("", LINKED.sub("", tidy_line(line))).split())
    for command, shape in SHAPES.items():
        if found := shape.fullmatch(plain):
            parts = {key: value for key, value in found.groupdict().items() if value}
            parts |= {key: parts[key].lower() for key in ("game", "seat") if key in parts}
            return ModeratorLine(plain, command, **parts)
    return None


LINKED = re.compile(r"\s?<mailto:[^>]*>|<(?=\S+@)|(?<=\w)>", re.IGNORECASE)
"""What mail programs put around an address."""
AROUND = re.compile(r"^(?:[-*\u2022] )|^['*_]+|['*_.]+$")
"""What may be around a line that means the same: the sign of a list, marks that make it bold, a full stop."""


def help_lines() -> list[Phrase]:
    """All lines that may be written, and what each does."""
    return [say("{line} – {does}", line=example, does=does) for _, example, does in FORMS.values()]
