"""What the command line says when a use case says no, and the exit code that goes with it."""

import sys

from referee import reading, settings, titles
from referee.app import errors
from referee.rules import replay
from referee.store import disk, log, newer_versions
from referee.words import Phrase, say


class Unprinted(Exception):
    """A result that could not be printed; `str()` says so."""


CODES: tuple[tuple[type[Exception], int], ...] = (
    (log.BadWord, errors.USAGE),
    (log.Damage, errors.REFUSED),
    (newer_versions.NewerFormat, errors.REFUSED),
    (log.Busy, errors.BUSY),
    (disk.Unconfirmed, errors.UNCONFIRMED),
    (disk.NotRecorded, errors.UNWRITABLE),
    (disk.Unreadable, errors.MISSING),
    (reading.BadInput, errors.REFUSED),
    (replay.BadEntry, errors.REFUSED),
    (titles.BrokenTitle, errors.MISCONFIGURED),
    (titles.UnknownTitle, errors.MISSING),
    (settings.Misconfigured, errors.MISCONFIGURED),
    (Unprinted, errors.UNCONFIRMED),
    (OSError, errors.UNCONFIRMED),
)
"""Known exceptions of other parts, the special ones first."""


def code_of(error: Exception) -> int | None:
    """The exit code of a known exception; None for a bug."""
    if "referee.mail.transport.outgoing" in sys.modules and is_undelivered(error):
        return errors.MAIL
    if isinstance(error, errors.Stop):
        return error.code
    if isinstance(error, errors.Unreported):
        return code_after(error.why)
    return next((code for kind, code in CODES if isinstance(error, kind)), None)


def is_undelivered(error: Exception) -> bool:
    from referee.mail.transport.outgoing import Undelivered

    return isinstance(error, Undelivered)


def code_after(error: Exception) -> int | None:
    """The exit code when something was recorded and then this went wrong; None for a bug.

    That the rules end an order which was carried out as far as it goes is no trouble.
    """
    if isinstance(error, errors.Flawed):
        return errors.DONE
    if isinstance(error, errors.Unreplayable):  # to do the same once more is of no use
        return error.code
    return None if code_of(error) is None else errors.UNCONFIRMED


def full_error_text(error: Exception) -> str:
    """All that a person is told about what went wrong."""
    known = code_of(error) is not None
    own = known or isinstance(error, errors.Unreported)
    text = with_command(error) if own else f"{type(error).__name__}: {error}"
    lines = [text, *getattr(error, "__notes__", [])]
    return "\n".join(lines if known else [*lines, str(bug())])


def with_command(error: Exception) -> str:
    """What a person is told, and what they can do about it on the command line."""
    command = getattr(error, "command", None)
    return f"{error_text(error)}\n{command}" if command else error_text(error)


def bug() -> Phrase:
    return say("This is a bug in the referee. With `referee --traceback …` it shows where; please report that.")


def error_text(error: Exception) -> str:
    """What a person is told, without a last line about what was recorded."""
    if isinstance(error, errors.Flawed):
        from referee.app.play import refusal

        return refusal.refusal_text(error)
    if isinstance(error, replay.BadEntry):
        broken = (f"  {each.rule}: {each.says}" for each in error.violations)
        return "\n".join([str(bad_entry(error)), *broken, str(put_back())])
    if isinstance(error, log.Damage):
        damage = say("The log is damaged at entry {entry}. {why}", entry=error.entry, why=error.says)
        return f"{damage}\n{put_back()}"
    if isinstance(error, OSError):
        return str(say("Reading or writing failed: {why}.", why=error))
    return str(error)


def bad_entry(error: replay.BadEntry) -> Phrase:
    return say("Entry {entry} of the log is not right. {why}", entry=error.number, why=error.says)


def put_back() -> Phrase:
    return say("Put back a good copy of the log, then check it: referee verify. Its head stands in every report.")


def is_untouched(error: Exception) -> bool:
    """Whether it is certain that nothing was recorded."""
    unsure = errors.Unreported, disk.Unconfirmed, OSError
    return code_of(error) is not None and not isinstance(error, unsure)
