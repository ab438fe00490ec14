"""News that a seat has not received yet: entries of the log, and private words of one player to another."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from referee.app.game_access import Game
from referee.app.play.people_limits import refuse_words
from referee.app.post.game_facts import name_now
from referee.app.time.deadlines import OpenTurn, deadline
from referee.mail.transport.mail_progress import NEVER, Mark, mark
from referee.rules.entry_shapes import REWRITES, TURNS
from referee.rules.proposals import LAPSED, proposals
from referee.rules.replay import WAITING
from referee.rules.rulings import CHANGERS
from referee.settings import Settings
from referee.store import private
from referee.store.documents import Entry
from referee.store.private import EVERY, NO_LETTERS, Private
from referee.store.stores import put_document, read_document, recording, store_of
from referee.words import ENGLISH, Phrase, say, speaking, term

TOLD = ("deal", *CHANGERS, "end", "close")
"""The entries that everybody is informed of."""


def news(game: Game, kept: Private, seat: str, mark: Mark) -> list[int]:
    """The numbers of the entries after the mark that bring a letter to a seat, in order; none if it wants none."""
    if kept.letters.get(seat) == NO_LETTERS:
        return []
    if game.phase == WAITING:
        return [game.log.last] if mark == NEVER else []
    every = kept.letters.get(seat, EVERY) == EVERY
    return list(concerning(game, seat, every, mark.entry))


def concerning(game: Game, seat: str, every: bool, after: int) -> Iterator[int]:
    mover = game.mover
    own = [each.ended for each in proposals(game.log.documents) if each.state == LAPSED and each.seat == seat]
    for number in range(after + 1, game.log.last + 1):
        entry = game.log.entry(number)
        if entry["kind"] in TURNS:
            is_answer = number in own and entry["seat"] != seat
            if mover in (seat, None) or is_answer or is_told(game, number, entry, seat, every):
                yield number
        elif entry["kind"] in TOLD or is_repair_for(entry, seat, mover) or concerns(entry, seat, mover):
            yield number


def is_told(game: Game, number: int, entry: Entry, seat: str, every: bool) -> bool:
    """Whether a turn needs an e-mail to a seat that is not to move: its own turn was missed, or another's ended."""
    if entry["seat"] == seat:
        return bool(entry["kind"] == "missed")
    return every and game.book.play.to_move(game.moments[number].position) != entry["seat"]


def is_repair_for(entry: Entry, seat: str, mover: str | None) -> bool:
    """Whether an entry changes what counts, by somebody else or so that it is this seat's turn again."""
    return entry["kind"] in REWRITES and (entry.get("seat") != seat or mover == seat)


def concerns(entry: Entry, seat: str, mover: str | None) -> bool:
    """Whether an entry that is no move concerns it; one about no seat, such as a stopped clock, concerns the seat to
    move.
    """
    if entry["kind"] == "orders":  # there is one after each turn, and it says nothing to anybody
        return False
    if entry["kind"] == "talk":
        return bool(entry["seat"] != seat)
    if entry["kind"] == "consent":  # a player knows what they said themselves
        return bool(entry["seat"] == seat and "by" in entry)
    if entry["kind"] == "proposal":
        return bool(entry.get("seat") != seat or "by" in entry)
    if entry["kind"] == "answer":  # while it is open there is nothing to do for those who are not asked
        return bool(entry["answer"] != "yes" and (entry.get("seat") != seat or "by" in entry))
    if entry["kind"] == "player" and "proposal" in entry:  # it may have been the proposal's end
        return True
    return bool(entry.get("seat", mover) == seat)


def is_reminder_unsent(settings: Settings, game: Game, turn: OpenTurn) -> bool:
    """Whether an open turn is over, and the e-mail that reminds its player of that is still due.

    Never where nobody gets one: without [mail], and for a seat without an address or that wants none.
    Raises disk.Trouble: nobody knows what was sent.
    """
    found = deadline(game.log.documents, turn)
    if settings.mail is None or found is None or not private.is_kept(settings.private, game.id):
        return False
    kept = private.read_private_part(settings.private, game.id)
    address = kept.addresses.get(turn.seat)
    if address is None:
        return False
    return found.reminder in news(game, kept, turn.seat, mark(settings.private, game.id, turn.seat, address))


class PrivateWords(NamedTuple):
    """What a seat said to another.

    path    where it is kept until it is delivered
    player  whom it was for; "" if nobody noted that
    """

    path: str
    seat: str
    text: str
    player: str = ""

    @property
    def entry(self) -> int:
        """The entry of the e-mail that it answered."""
        return int(os.path.basename(self.path).partition("-")[0])

    def reader(self, settings: Settings, game: Game, to: str) -> str:
        """The name that its reader has now, who had the seat `to` then. Raises Unreadable."""
        return name_now(settings, game.id, to, self.player or game.players_at(self.entry)[to])


def talk_folder(settings: Settings, game: str, seat: str) -> str:
    return os.path.join(settings.private, game, "talk", seat)


def store_words(settings: Settings, game: str, to: str, seat: str, text: str, entry: int, player: str = "") -> None:
    """Keep a message for the next e-mail to `to`, whose `player` it is for.

    The same text in answer to the same e-mail is kept once.

    Raises Refused, NotRecorded.
    """
    refuse_words(text)
    place = talk_folder(settings, game, to)
    path = os.path.join(place, name_of(seat, text, entry))
    if is_kept(settings, game, to, seat, text, entry):
        return
    with recording(path):
        store_of(path).make_folder(settings.private)
        put_document(path, bytes_of(f"{seat}{BEHIND}{player}" if player else seat, text))
        store_of(path).sync_folder(place)


def bytes_of(seat: str, text: str) -> bytes:
    return f"{seat}\n{text}\n".encode()


BEHIND = "\t"
"""Between who said something and whom it was for. No name has it."""


def name_of(seat: str, text: str, entry: int) -> str:
    return f"{entry:06}-{sha256(bytes_of(seat, text)).hexdigest()[:16]}"


def is_kept(settings: Settings, game: str, to: str, seat: str, text: str, entry: int) -> bool:
    """Whether this message waits for the next e-mail, or was delivered."""
    path = os.path.join(talk_folder(settings, game, to), name_of(seat, text, entry))
    return any(store_of(each).has(each) for each in (path, delivered_mark_path(path)))


def waiting(settings: Settings, game: str, seat: str) -> tuple[PrivateWords, ...]:
    """The undelivered messages to a seat alone, in order of the e-mails that they answered."""
    place = talk_folder(settings, game, seat)
    try:
        names = [name for name in store_of(place).names(place) if not name.startswith(".")]
    except OSError:
        return ()
    return tuple(read_words(os.path.join(place, name)) for name in names)


def read_words(path: str) -> PrivateWords:
    """Raises `disk.Unreadable`."""
    whose, _, text = read_document(path).decode("utf-8", "replace").partition("\n")
    seat, _, player = whose.partition(BEHIND)
    return PrivateWords(path, seat, text.rstrip("\n"), player)


def number(settings: Settings, game: str, seat: str, since: int) -> int:
    """How many private messages of a seat answered e-mails after an entry, or after a later one, delivered or not.

    Raises `disk.Unreadable`.
    """
    place = os.path.join(settings.private, game, "talk")
    store = store_of(place)
    try:
        folders = [os.path.join(place, to) for to in store.names(place)]
        paths = [os.path.join(folder, name) for folder in folders for name in store.names(folder)]
    except OSError:
        return 0
    found = [(path, NAME.fullmatch(os.path.basename(path))) for path in paths]
    return sum(int(name[1]) >= since and read_words(path).seat == seat for path, name in found if name)


NAME = re.compile(r"\.?([0-9]{6})-[0-9a-f]{16}(?:\.told)?")
"""The file of a private message, or of its delivery mark: the entry that it answered, and the digest of its text."""


def delivered_mark_path(path: str) -> str:
    """A file that says whose messages were delivered: a repeated mail does not deliver them again."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.told")


FROM_MODERATOR, FROM_MODERATOR_TO_ALL = "moderator", "moderator to all"
"""The name that stands for the moderator in place of a seat; it is no seat."""
TO_ALL = " to all"
"""After the name of a seat: its words to everybody that are in no log."""
FROM_ORDERS = "orders ahead"
"""The name that stands for the referee, who says what became of a seat's orders ahead."""
FROM_REFEREE = "referee"
"""The name that stands for the referee, who reminds of a proposal."""


def told_words(words: PrivateWords, players: Mapping[str, str]) -> Phrase:
    """Words as their reader gets them."""
    if words.seat in (FROM_ORDERS, FROM_REFEREE):
        return say("{text}", text=words.text)
    if words.seat == FROM_MODERATOR_TO_ALL:
        return say('The moderator says to all: "{text}"', text=words.text)
    if words.seat == FROM_MODERATOR:
        return say('The moderator says to you alone: "{text}"', text=words.text)
    if words.seat.endswith(TO_ALL):
        player = players.get(words.seat.removesuffix(TO_ALL), "")
        return say('{player} says to all: "{text}"', player=player, text=words.text)
    facts = {"player": players.get(words.seat, words.seat), "seat": term(words.seat), "text": words.text}
    return say('{player} ({seat}) wrote to you only: "{text}"', **facts)


def return_words(settings: Settings, game: Game, seat: str, stay: Sequence[str]) -> None:
    """What waits at a seat for nobody of those who `stay` is forgotten, and players who said it read that.

    Raises disk.Trouble.
    """
    for each in waiting(settings, game.id, seat):
        reader = each.reader(settings, game, seat)
        if reader in stay:
            continue
        if each.seat in game.players and each.seat != seat:
            kept = private.read_private_part(settings.private, game.id)
            with speaking(kept.languages.get(each.seat, ENGLISH)):
                words = "{player} no longer plays and has not read what you wrote: {text}"
                text = str(say(words, player=reader, text=each.text[:SHOWN]))
            facts = each.seat, FROM_REFEREE, text, game.log.last, game.players[each.seat]
            store_words(settings, game.id, *facts)
        forget_words([each])


SHOWN = 400
"""So many characters of a message are repeated to who sent it."""


def forget_words(words: Iterable[PrivateWords]) -> None:
    """Forget messages that were shown in a delivered e-mail. If that cannot be noted, they may be shown once more."""
    for each in words:
        store = store_of(each.path)
        with suppress(OSError):  # also when it is noted already
            store.add(delivered_mark_path(each.path), f"{each.seat}\n".encode())
        store.remove(each.path)
