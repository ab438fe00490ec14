"""Words of one player to another alone: never in the log, told in the next letter to that seat, and then forgotten.

`private/<game>/talk/<seat>/<name>`: a line with the seat that says it, and below it the words. Once they are told, that
line is kept as a mark.
"""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from referee.app.play.people_limits import refuse_words
from referee.settings import Settings
from referee.store import disk
from referee.store.disk import NotRecorded
from referee.words import Phrase, say, term


class PrivateWords(NamedTuple):
    """What a seat said to another; `path` is where it is kept until it is told."""

    path: str
    seat: str
    text: str


def talk_folder(settings: Settings, game: str, seat: str) -> str:
    return os.path.join(settings.private, game, "talk", seat)


def store_words(settings: Settings, game: str, to: str, seat: str, text: str, entry: int) -> None:
    """Keep words for the next letter to `to`; the same words in answer to the same letter are kept once.

    Raises Refused, NotRecorded.
    """
    refuse_words(text)
    place, name, raw = talk_folder(settings, game, to), name_of(seat, text, entry), bytes_of(seat, text)
    path = os.path.join(place, name)
    if is_kept(settings, game, to, seat, text, entry):
        return
    try:
        disk.make_folder(settings.private, 0o700)
        disk.make_folder(place, 0o700)
        fresh = disk.fresh_name(place, name)
        disk.write_new(fresh, raw, 0o600)
        os.replace(fresh, path)
        disk.sync_folder(place)
    except OSError as error:
        raise NotRecorded(say("{path} could not be written: {why}.", path=path, why=disk.reason_text(error))) from error


def bytes_of(seat: str, text: str) -> bytes:
    return f"{seat}\n{text}\n".encode()


def name_of(seat: str, text: str, entry: int) -> str:
    return f"{entry:06}-{sha256(bytes_of(seat, text)).hexdigest()[:16]}"


def is_kept(settings: Settings, game: str, to: str, seat: str, text: str, entry: int) -> bool:
    """Whether these words wait for the next letter, or were told."""
    path = os.path.join(talk_folder(settings, game, to), name_of(seat, text, entry))
    return os.path.exists(path) or os.path.exists(delivered_mark_path(path))


def waiting(settings: Settings, game: str, seat: str) -> tuple[PrivateWords, ...]:
    """What was said to a seat alone and is not told yet, in order of the letters that it answered."""
    place = talk_folder(settings, game, seat)
    try:
        names = sorted(name for name in os.listdir(place) if not name.startswith("."))
    except OSError:
        return ()
    return tuple(read_words(os.path.join(place, name)) for name in names)


def read_words(path: str) -> PrivateWords:
    """Raises `disk.Unreadable`."""
    seat, _, text = disk.read_plain_file(path).decode("utf-8", "replace").partition("\n")
    return PrivateWords(path, seat, text.rstrip("\n"))


def number(settings: Settings, game: str, seat: str, since: int) -> int:
    """How many private words of a seat answered letters after an entry, or after a later one, told or not.

    Raises `disk.Unreadable`.
    """
    place = os.path.join(settings.private, game, "talk")
    try:
        paths = [
            os.path.join(place, to, name) for to in os.listdir(place) for name in os.listdir(os.path.join(place, to))
        ]
    except OSError:
        return 0
    found = [(path, NAME.fullmatch(os.path.basename(path))) for path in paths]
    return sum(int(name[1]) >= since and read_words(path).seat == seat for path, name in found if name)


NAME = re.compile(r"\.?([0-9]{6})-[0-9a-f]{16}(?:\.told)?")
"""The file of private words, or the mark that it was told: the entry that it answered, and the digest of its words."""


def delivered_mark_path(path: str) -> str:
    """A file that says whose words were told: a mail that comes again does not tell them again."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.told")


FROM_MODERATOR, FROM_MODERATOR_TO_ALL = "moderator", "moderator to all"
"""Who says words that no player says: they stand in place of a seat, and are none."""


def told_words(words: PrivateWords, players: Mapping[str, str]) -> Phrase:
    """Words as their reader gets them."""
    if words.seat == FROM_MODERATOR_TO_ALL:
        return say('The moderator says to all: "{text}"', text=words.text)
    if words.seat == FROM_MODERATOR:
        return say('The moderator says to you alone: "{text}"', text=words.text)
    facts = {"player": players.get(words.seat, words.seat), "seat": term(words.seat), "text": words.text}
    return say('{player} ({seat}) says to you alone: "{text}"', **facts)


def forget_words(words: Iterable[PrivateWords]) -> None:
    """These were told in a letter that was delivered. Where that cannot be noted, they may be told once more."""
    for each in words:
        with suppress(OSError):  # also when it is noted already
            disk.write_new(delivered_mark_path(each.path), f"{each.seat}\n".encode(), 0o600)
        disk.forget_file(each.path)
