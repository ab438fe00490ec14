"""What `referee new` asks on a terminal for what the command leaves out, and what it shows before it starts a game."""

import os
import re
import shlex
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from referee import titles
from referee.app.errors import Usage, nearest_hint
from referee.app.game_access import Table, game_ids
from referee.app.look import library
from referee.app.play import new_game
from referee.app.time import clock
from referee.cli import speech
from referee.cli.speech import ask_until, confirm
from referee.rules.rulebook import AnyRulebook
from referee.store import log
from referee.words import Phrase, plain_letters, say, word_list


class Beginning(NamedTuple):
    """What a game needs to begin, in the words of the command; None, "" and [] are not said yet."""

    title: str = ""
    id: str | None = None
    players: Sequence[str] = ()
    board: Sequence[str] = ()
    clock: Sequence[str] | None = None
    addresses: Sequence[str] = ()

    @property
    def is_complete(self) -> bool:
        return bool(self.title and self.id is not None and self.players)

    def refuse_incomplete(self) -> None:
        """Raises Usage where nobody can be asked for what is missing, and for a title that there is not."""
        if self.title:
            library.book_under(self.title, None)
        needed = {"TITLE": self.title, "--id": self.id, "--player": self.players}
        missing = word_list([name for name, given in needed.items() if not given])
        example = say("For example: referee new magna-grecia --id spring-cup --player red=Bruno --player yellow=Anna")
        raise Usage(say("Missing: {missing}. On a terminal, referee new asks for it.", missing=missing), example)

    def words(self, options: Sequence[str] | None) -> tuple[str, str, Sequence[str], Sequence[str], str | None]:
        """What `new_game.plan` takes first. Raises Usage for several boards."""
        return self.title, self.id or "", self.players, options or [], new_game.only_board(self.board)

    @property
    def options(self) -> list[str]:
        """As options of the command."""
        named = {"player": self.players, "board": self.board, "clock": self.clock or (), "address": self.addresses}
        pairs = [(f"--{name}", each) for name, words in named.items() for each in words]
        return ["--id", self.id or "", *[word for pair in pairs for word in pair]]


def ask_for_rest(table: Table, known: Beginning) -> Beginning:
    """The same with answers for all that the command does not say."""
    speech.talk(say("Enter alone takes the answer in square brackets; Ctrl-C leaves without a game."))
    book = ask_for_title(known.title)
    seats = ask_for_players(book, known.players)
    players = [f"{seat}={name}" for seat, name in seats.items()]
    free = free_id(table, book.id)
    id = known.id or ask_until(say("A name for the game"), free, lambda text: game_name(table, text))
    board = known.board or ask_for_board(book)
    words = known.clock if known.clock is not None else ask_for_clock()
    addresses = known.addresses or (ask_for_addresses(seats) if table.settings.mail else ())
    return Beginning(book.id, id, players, board, words, addresses)


def ask_for_title(known: str) -> AnyRulebook:
    """The title that is to be played."""
    if known:
        return library.book_under(known, None)
    names = [book.name for book in titles.books(lambda broken: None)]
    question = say("Which game? {names}", names=" / ".join(names))
    return ask_until(question, names[0], lambda text: library.book_under(text, None))


def ask_for_players(book: AnyRulebook, known: Sequence[str]) -> dict[str, str]:
    """Seat → player."""
    if known:
        return new_game.seats_of(book, known)
    facts = {"few": book.players[0], "many": book.players[-1], "seat": book.seats[-1]}
    words = "Who plays? {few} to {many} names with commas, such as Anna, Bruno ({seat})"
    return ask_until(say(words, **facts), "", lambda text: new_game.seats_of(book, seat_pairs(book, text)))


CHOSEN = re.compile(r"(?P<name>.*?)\s*\((?P<seat>[^()]*)\)")
"""`Bruno (red)`."""


def seat_pairs(book: AnyRulebook, text: str) -> list[str]:
    """`Anna, Bruno (red)` as `yellow=Anna`, `red=Bruno`: the first seat that is left for a name alone. Raises Usage."""
    names = [each.strip() for each in text.split(",") if each.strip()]
    pairs = [(found["name"], found["seat"]) if (found := CHOSEN.fullmatch(name)) else (name, "") for name in names]
    taken = [new_game.meant_key(seat.strip(), book.seats) for _, seat in pairs if seat]
    left = [seat for seat in book.seats if seat not in taken]
    if len(pairs) - len(taken) > len(left):
        raise Usage(say("{title} is for {most} players at most.", title=book.name, most=book.players[-1]))
    return [f"{seat.strip() or left.pop(0)}={name}" for name, seat in pairs]


def free_id(table: Table, title: str) -> str:
    """A name that no game has yet: `magna-grecia-2`."""
    taken, number = set(game_ids(table)), 1
    while f"{title}-{number}" in taken:
        number += 1
    return f"{title}-{number}"


def game_name(table: Table, text: str) -> str:
    """The name of a game as people write it: `Spring Cup` is `spring-cup`. Raises `log.Trouble` where it is taken."""
    id = re.sub(r"[^a-z0-9]+", "-", plain_letters(text)).strip("-")
    log.check_id(id)
    log.refuse_taken(table.folder(id), id)
    return id


def ask_for_board(book: AnyRulebook) -> list[str]:
    """The board, where a title has several; none is the usual one for so many players."""
    names = [each.name for each in library.boards(book.id) if each.kind in ("board", "layout")]
    if len(names) < 2:
        return []
    question = say("Which board? {names}", names=" / ".join(names))
    return ask_until(question, USUAL, lambda text: [] if text == USUAL else [named_board(text, names)])


USUAL = "the usual one"


def named_board(text: str, names: Sequence[str]) -> str:
    """A shipped board by its name, or the path of a file. Raises Usage."""
    meant = {plain_letters(name): name for name in names}.get(plain_letters(text), text)
    if meant not in names and not os.path.isfile(meant):
        raise Usage(say("There is no board {name}.", name=text), nearest_hint(text, names))
    return meant


def ask_for_clock() -> list[str]:
    """How long a turn may take, and in which zone the days are; nothing where there is no clock."""
    words = ask_until(say("How long may a turn take? Such as 3 days, 12 hours, or none"), "3 days", allowance_of)
    if not words:
        return []
    return [*words, *ask_until(say("In which time zone do you live?"), usual_zone(), zone_words)]


def allowance_of(text: str) -> list[str]:
    if text.lower() in ("none", "no", "-", "0"):
        return []
    found = {"allowance": clock.plain_length(text)}
    clock.changed_terms({}, found)
    return [f"{key}={value}" for key, value in found.items()]


def zone_words(text: str) -> list[str]:
    name = text.replace(" ", "_")
    clock.refuse_zone(name)
    return [f"zone={name}"]


def usual_zone() -> str:
    """The zone of this machine, where it says it."""
    named = os.environ.get("TZ", "").lstrip(":") or os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    try:
        clock.refuse_zone(named or "UTC")
    except Usage:
        return "UTC"
    return named or "UTC"


def ask_for_addresses(seats: dict[str, str]) -> list[str]:
    """Where the e-mails of each player go."""
    words = "The e-mail address of {name} ({seat}), or Enter for none"
    return [
        address
        for seat, name in seats.items()
        for address in ask_until(say(words, name=name, seat=seat), "", partial(address_of, seat))
    ]


def address_of(seat: str, text: str) -> list[str]:
    """Raises Usage."""
    if not text:
        return []
    new_game.kept_of("addresses", [seat], [f"{seat}={text}"])
    return [f"{seat}={text}"]


def is_wanted(table: Table, plan: new_game.GamePlan, begun: Beginning) -> bool:
    """Whether to begin, once they have seen what will be done; a plan that cannot be begun is refused before that."""
    new_game.new(table, plan, dry_run=True)
    who = word_list([say("{name} ({seat})", name=name, seat=seat) for seat, name in plan.seats.items()])
    speech.talk(say("This will start {game}: {title}, {who}.", game=plan.id, title=plan.book.name, who=who))
    speech.talk(clock_sentence(plan))
    command = shlex.join(["referee", "new", begun.title, *begun.options])
    speech.talk(say("The same as a command: {command}", command=command))
    return confirm(say("Start the game?"))


def clock_sentence(plan: new_game.GamePlan) -> Phrase:
    """How long a turn may take."""
    if not plan.clock:
        return say("There is no clock: a turn may take as long as it likes.")
    facts = {"length": plan.clock["allowance"], "zone": plan.clock["zone"]}
    return say("A turn may take {length}, counted in the zone {zone}.", **facts)
