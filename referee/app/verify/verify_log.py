"""Whether a log is right: its chain, every move by the rules, and the chance behind it when the secret is known."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, cast

from referee import titles
from referee.app.errors import Refused, Stop
from referee.app.game_access import (
    Table,
    UnknownData,
    UnknownEdition,
    book_at_start,
    committed_secret,
    expected_game,
    is_time,
    refuse_other_log,
    refusing_unknown_data,
)
from referee.app.time.counted_time import AHEAD, BEGINNING, time
from referee.app.verify.verdict_words import AT_THE_END, KNOWN_DEAL, NOT_CHECKED, PRACTICE, PRIVATE, chain_alone, right
from referee.app.verify.verify_parent import parent_log, parent_note
from referee.rules.entry_shapes import ASIDES, refuse_misfits, refuse_unlike_published
from referee.rules.folds import Sealed
from referee.rules.line import closing_secrets, fork_of, layer_at, promised_places, promising_entries, refuse_short_fork
from referee.rules.replay import BadEntry, Moment, fate_in, moments, number_of
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Violation
from referee.rules.sealed_orders import unopened_seals
from referee.show.sentences import is_practice
from referee.store import log, private
from referee.store.addresses import is_in_database
from referee.store.chance import (
    SECRET_BYTES,
    Compared,
    Drawn,
    PileItems,
    Secrets,
    Told,
    is_known_deal,
    practice_secrets,
)
from referee.store.documents import Data, Entry
from referee.store.stores import store_of
from referee.words import Phrase, say


class LogVerdict(NamedTuple):
    """The verdict on one log.

    entry   the first bad entry (0: the header), or None: none is bad, or the log cannot be read
    says    what is wrong; or, when nothing is, what was checked
    chance  how far the chance of the game could be checked
    notes   what is odd about a log without making it wrong
    edition, current  under which edition of its title it was judged, and the newest that there is; None: it was not
    """

    folder: str
    game: str
    good: bool
    entries: int
    head: str
    entry: int | None
    says: Phrase
    violations: tuple[Violation, ...] = ()
    chance: Phrase | None = None
    notes: tuple[Phrase, ...] = ()
    edition: int | None = None
    current: int | None = None

    @property
    def name(self) -> str:
        """Its name in messages: the game, or the folder if that has another name."""
        place = os.path.basename(os.path.abspath(self.folder))
        return self.game if place == self.game else self.folder


Keep = Callable[[Moment], object]
"""Is given each moment that was found right."""


def keep_nothing(moment: Moment) -> None:
    """Used if only the verdict is wanted: keeps no moment."""


class Beside(NamedTuple):
    """What is here beside a log.

    expected  the game that its folder should have, because it is one of ours; "": it may have any
    parent    the log of the game of which it is a fork; empty if there is none here
    """

    expected: str = ""
    parent: bytes = b""


def beside_log(table: Table, folder: str, found: log.Log) -> Beside:
    """What is beside a log; of one whose header is not in order no parent is looked for."""
    expected = expected_game(table.settings, folder)
    with suppress(BadEntry):
        refuse_misfits(0, found.header)
        if fork := fork_of(found.header):
            parent = parent_log(table, folder, fork)
            return Beside(expected, parent.raw if parent else b"")
    return Beside(expected)


def verdict_on_log(
    table: Table,
    folder: str,
    head: str | None = None,
    keep: Keep = keep_nothing,
    *,
    parsed: Callable[[], log.Log] | None = None,
    beside: Beside | None = None,
) -> LogVerdict:
    """The verdict on one log. With `head`, an entry must have that hash: so a lost end is seen.

    parsed  gives the log, where it is not to be read; raises `log.Damage`
    beside  what is here beside it, where that is known. With both, nothing is read from a folder of this machine: the
            log may have been sent from another
    """

    def verdict() -> LogVerdict:
        found = parsed() if parsed else log.read_log(folder)
        around = beside_log(table, folder, found) if beside is None else beside
        return opened_verdict(table, folder, head, found, keep, around)

    return verdict_or_trouble(folder, verdict)


def verdict_or_trouble(folder: str, verdict: Callable[[], LogVerdict]) -> LogVerdict:
    """The verdict, or that on a log that cannot be replayed to its end."""
    name = os.path.basename(os.path.normpath(folder))
    try:
        return verdict()
    except log.Damage as damage:
        return bad_before(folder, damage) or LogVerdict(folder, name, False, 0, "", damage.entry, damage.says)
    except BadEntry as bad:
        return bad_verdict(folder, name, bad)
    except UnknownData as error:
        return LogVerdict(folder, name, False, 0, "", None, say("{says} {hint}", says=error.says, hint=error.hint))
    except (UnknownEdition, titles.UnknownTitle) as error:
        return LogVerdict(folder, name, False, 0, "", None, on_one_line(error))
    except Refused as error:
        return LogVerdict(folder, name, False, 0, "", 0, error.says)
    except log.Unreadable as error:
        return LogVerdict(folder, name, False, 0, "", None, error.says)


def on_one_line(error: Exception) -> Phrase:
    """The message and the hint on one line."""
    return say("{why}", why=" ".join(str(error).split("\n")))


def held_against_schemas(verdict: LogVerdict) -> LogVerdict:
    """The verdict on a log, each document of which must have the shape of the published schemas, too."""

    def verdict_on_form() -> LogVerdict:
        found = log.read_log(verdict.folder)
        try:
            refuse_unlike_published(book_at_start(found), found.documents)
        except BadEntry as bad:
            raise BadEntry(bad.number, say("{says} The place: {at}.", says=bad.says, at=bad.at or "/")) from bad
        words = "{right} Header and entries fit the published schemas."
        return verdict._replace(says=say(words, right=verdict.says))

    return verdict_or_trouble(verdict.folder, verdict_on_form) if verdict.good else verdict


def bad_verdict(folder: str, name: str, bad: BadEntry) -> LogVerdict:
    return LogVerdict(folder, name, False, bad.number, "", bad.number, bad.says, bad.violations)


def bad_before(folder: str, damage: log.Damage) -> LogVerdict | None:
    """The verdict on the part before the damage, if that is bad already."""
    try:
        found = log.parse(damage.before, folder)
        replay_log(book_at_start(found), found, None)
    except BadEntry as bad:
        return bad_verdict(folder, str(found.header["game"]), bad)
    except (log.Damage, Sealed, Refused, titles.UnknownTitle):
        pass
    return None


def opened_verdict(
    table: Table, folder: str, head: str | None, found: log.Log, keep: Keep, beside: Beside
) -> LogVerdict:
    """The verdict on a log whose chain holds. Raises what replaying it raises."""
    book = book_at_start(found)
    edition, current = book.edition.number, book.editions[-1].number
    refuse_misfits(0, found.header)
    if beside.expected:
        refuse_other_log(folder, beside.expected, found)
    known = secret_behind(table, found)
    try:
        replay_log(book, found, known.secret, keep)
        editions = editions_in(found)
        edition, says = editions[-1][1], right(found.last, editions, current)
    except Sealed:
        says = sealed_log_text(found)
    refuse_unlike(found)
    refuse_impossible_times(found)
    compared = parent_note(found, beside.parent, lambda log: secret_behind(table, log).secret)
    notes = (*remarks(table, found), *([compared] if compared else []))
    return final_verdict(folder, found, head, says, known)._replace(notes=notes, edition=edition, current=current)


def editions_in(found: log.Log) -> list[tuple[int, int]]:
    """From which entry on (0: the header) which edition holds, in a log in which they are numbers that are known."""
    changes = [(n, int(each["edition"])) for n, each in enumerate(found.entries, 1) if each["kind"] == "edition"]
    return [(0, int(found.header["edition"])), *changes]


def remarks(table: Table, found: log.Log) -> Iterator[Phrase]:
    """A time is a remark: nothing rests on it. But one that is still to come was written by a clock that was wrong, and
    so was one that is before the time of the entry before.
    """
    now = table.time()
    limit = time(now, BEGINNING) + AHEAD
    late = [n for n, each in enumerate(found.entries, 1) if time(str(each["at"]), BEGINNING) > limit]
    if late:
        facts = {"number": len(late), "first": late[0], "at": found.entry(late[0])["at"], "now": now}
        words = "Note: {number} entries are dated in the future, from entry {first} of {at} on. Here it is {now}."
        yield say(words, **facts)
    backwards = [n for n in range(2, found.last + 1) if str(found.entry(n)["at"]) < str(found.entry(n - 1)["at"])]
    if backwards:
        words = "Note: {number} entries are dated before the entry before them. The first is entry {entry} of {at}."
        at = found.entry(backwards[0])["at"]
        yield say(words, number=len(backwards), entry=backwards[0], at=at)
    if unopened := unopened_seals(found.documents):
        words = (
            "Note: {number} seals are not opened by the orders that the closing entry reveals. The first is that of "
            "{seat} in entry {entry}."
        )
        entry, seat = unopened[0]
        yield say(words, number=len(unopened), seat=seat, entry=entry)


def refuse_unlike(found: log.Log) -> None:
    """Raises BadEntry for a document that can be read, and that no referee wrote: tools/verify.py refuses it, too."""
    number = log.first_unlike(found)
    if number is not None:
        words = (
            "It isn't written the way logs are: somebody added an empty line, a comment or a "
            "space, or changed the layout."
        )
        raise BadEntry(number, say(words))


TIMES = ("at", "due", "since", "until", "from", "to")
"""The fields of entries beside the moves that hold a time or a day."""


def refuse_impossible_times(found: log.Log) -> None:
    """Every time and every day is one that there is, in the years 1970 to 2999. Raises BadEntry."""
    for number, document in enumerate(found.documents):
        fields = cast(Data, document if number else document.get("fork") or {})
        names = TIMES if fields.get("kind") in ASIDES else TIMES[:1]
        for text in [str(fields[name]) for name in names if name in fields]:
            if not is_time(text if "T" in text else f"{text}T00:00:00Z"):
                words = "It has the time {text}. There is no such time in the years 1970 to 2999."
                raise BadEntry(number, say(words, text=text))


class KnownSecret(NamedTuple):
    """What is known of the secret of a log.

    secret  the secrets to which the log is committed, or None
    told    how far chance is checked with that
    wrong   why what is kept as the private part of this game is not that
    """

    secret: Secrets | None
    told: Phrase
    wrong: Phrase | None = None


def secret_behind(table: Table, found: log.Log) -> KnownSecret:
    """The secret that the log reveals, the one kept here, or that of all practice games."""
    if is_known_deal(found.header):
        return KnownSecret(known_deal(table, found), KNOWN_DEAL)
    words = PRACTICE if is_practice(found.header) else AT_THE_END
    if found.documents[-1].get("kind") == "close":
        return KnownSecret(told_secret(found), words)
    if is_practice(found.header) and not promised_places(found.header):
        return KnownSecret(practice_secrets(found.header["game"], found.last), PRACTICE)
    path = private.path_of(table.settings.private, found.header["game"])
    if not (store_of(path).has(path) if is_in_database(path) else os.access(path, os.R_OK)):
        return KnownSecret(None, NOT_CHECKED)
    try:
        return KnownSecret(committed_secret(table, found.header), PRIVATE)
    except (log.Trouble, Stop) as error:
        return KnownSecret(None, NOT_CHECKED, error.says)


def known_deal(table: Table, found: log.Log) -> Secrets:
    """The places of a known deal that its log reveals, or that are kept here; what it shows is known in any case."""
    if found.documents[-1].get("kind") == "close":
        return told_secret(found) or Secrets(bytes(SECRET_BYTES))
    try:
        return committed_secret(table, found.header)
    except (log.Trouble, Stop):
        return Secrets(bytes(SECRET_BYTES))


def told_secret(found: log.Log) -> Secrets | None:
    """The secret of the last entry; None while it is not the one promised: the entries before are judged first."""
    try:
        return closing_secrets(found.documents)
    except BadEntry:
        return None


def replay_log(book: AnyRulebook, found: log.Log, secret: bytes | Secrets | None, keep: Keep = keep_nothing) -> None:
    """Judge every entry. Raises BadEntry for the first bad one, Sealed if only the secret can decide."""
    compared = Comparing(book, found, secret) if secret else None
    with refusing_unknown_data(found.header):
        for moment in moments(book, found, fates=compared):
            if compared:
                compared.refuse_unfounded(moment)
            keep(moment)
    closing_secrets(found.documents)
    refuse_short_fork(found.documents)


class Comparing:
    """The fates of entries when the secret is known (`replay.Fates`), the last of them kept."""

    def __init__(self, book: AnyRulebook, found: log.Log, secret: bytes | Secrets) -> None:
        self.book, self.found, self.secret = book, found, secret
        self.last: Compared | None = None
        self.starts = [number for number, _ in promising_entries(found.documents)]
        self.drawn: dict[int, Drawn] = {}

    def __call__(self, entry: Entry) -> Told:
        shown = entry.get("shown") or {}
        if entry["kind"] in ("nonce", *ASIDES):  # chance depends on all nonces, and is needed once they were judged
            return Told(shown, self.items)
        self.last = Compared(shown, self.items, self.secret_fate(number_of(entry, self.found)))
        return self.last

    @cached_property  # asked of every entry: an archive takes 31 % longer for Attika without it
    def items(self) -> PileItems:
        """The items that may be in the piles, once the header was judged."""
        return PileItems(self.book.set_up.piles(self.book.header_with_options(self.found.header)))

    def secret_fate(self, number: int) -> Drawn:
        """Chance from the secret of an entry's layer, once all nonces were judged.

        An archive takes 49 % longer for Attika if it is made for each entry.
        """
        start = max([each for each in self.starts if each < number], default=0)
        if start not in self.drawn:
            layer = layer_at(self.found.documents, number)
            self.drawn[start] = fate_in(self.book, self.found, layer, self.secret)
        return self.drawn[start]

    def refuse_unfounded(self, moment: Moment) -> None:
        """Raises BadEntry when what an entry shows does not follow from the secret."""
        if self.last and (place := self.last.unfounded):
            words = "It shows {item} at {place}, but that doesn't follow from the secret."
            raise BadEntry(moment.number, say(words, item=self.last.shown[place], place=place))


def final_verdict(folder: str, found: log.Log, head: str | None, says: Phrase, known: KnownSecret) -> LogVerdict:
    """The verdict on a log with correct entries, as far as it can be decided."""
    game, last, hash = str(found.header["game"]), found.last, found.head
    named = None if head is None else log.find_head(found, head)
    if head is not None and named is None:
        return LogVerdict(folder, game, False, last, hash, None, no_such_head(head))
    if named is not None:
        words = "{right} The head you gave is that of entry {entry} of {entries}."
        says = say(words, right=says, entry=named, entries=last)
    if known.wrong:
        whole = say("{right} But: {wrong}", right=says, wrong=known.wrong)
        return LogVerdict(folder, game, False, last, hash, None, whole, (), known.told)
    return LogVerdict(folder, game, True, last, hash, None, says, (), known.told)


def sealed_log_text(found: log.Log) -> Phrase:
    """The text about a log whose moves can be judged only with a secret that is not here."""
    for number in range(found.last + 1):
        refuse_misfits(number, found.documents[number])
    return chain_alone(found.last)


def no_such_head(head: str) -> Phrase:
    return say(
        "No entry has a hash that begins with {head}: the end of the log is missing, or this is another copy.",
        head=head,
    )
