"""What a newer version of the program wrote: it is right, this version cannot read it, and says which one can."""

import re

from referee import __version__
from referee.store.disk import Unreadable
from referee.words import Phrase, say

FORMAT = re.compile(r"(?P<kind>referee-[a-z]+)/(?P<number>[1-9][0-9]{0,5})")
READER = re.compile(r"referee (?P<version>[0-9]+(\.[0-9]+)*)")


THE_LOG, THE_ARCHIVE, THE_NOTES = say("The log"), say("The archive"), say("This file of notes")
"""What may be newer, as a sentence begins with it; a private part is named by its path."""


class NewerFormat(Unreadable):
    """A file was written by a newer version of the program: nothing says that it is damaged."""


def is_newer(found: object, ours: str) -> bool:
    """Whether a format is a later one of the same kind: `referee-log/2` is later than `referee-log/1`."""
    theirs, mine = FORMAT.fullmatch(str(found)), FORMAT.fullmatch(ours)
    return bool(theirs and mine and theirs["kind"] == mine["kind"] and int(theirs["number"]) > int(mine["number"]))


def newer_format(what: Phrase | str, found: object, ours: str, reader: object = None) -> Phrase:
    """That a file has a later format, and which program reads it. what: the file, as a sentence begins with it."""
    words = "{what} has the format {found}; referee {version} reads {ours}. {remedy}"
    return say(words, what=what, found=found, version=__version__, ours=ours, remedy=remedy(reader))


def remedy(reader: object) -> Phrase:
    """Which program reads it: the one that the file names, if that is none that is here."""
    if isinstance(reader, str) and reader.isprintable() and not is_here(reader):
        return say("Read it with {reader} or a newer version: it is not damaged.", reader=reader)
    return say("Install a newer version: it is not damaged.")


def is_here(reader: str) -> bool:
    """Whether a program that a file names is this version of referee or an older one."""
    named = READER.fullmatch(reader)
    return bool(named and numbers(named["version"]) <= numbers(__version__))


def numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]
