"""The types of a log's documents: its header and its entries. `docs/reference/log-format.md` says what the fields mean.

A log gets these types where it is read (`chain.parse`). That its documents have the shape of the schema is checked in a
replay, before anything else looks at them. As read every scalar is text; what is yet to be written may hold numbers.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, Required, TypedDict, TypeGuard, cast, final

Data = Mapping[str, object]
"""Plain data that belongs to a title, or that nobody has checked yet: a move, a board of the players' own."""


class Clock(TypedDict, total=False):
    """How time is counted; empty where it is not.

    allowance, grace  `72h` or `3d`
    weekends          `count` or `skip`
    zone              `Europe/Rome`
    missed            `pass`, `suggest` or `wait`
    absence           days for which each player may be away: `60d`
    """

    allowance: str
    grace: str
    weekends: str
    zone: str
    missed: str
    absence: str


@final
class Header(TypedDict):
    """Document 0. Components, board, tiles and layout are the title's own, see `SetUp.furnish`."""

    format: str
    game: str
    title: str
    edition: str | int
    reader: NotRequired[str]
    components: NotRequired[Data]
    board: NotRequired[Data]
    tiles: NotRequired[Data]
    layout: NotRequired[Data]
    options: NotRequired[Mapping[str, str]]
    seats: Mapping[str, str]
    nonces: NotRequired[str]
    chance: NotRequired[str]
    clock: NotRequired[Clock]
    commitment: str
    prev: str


Away = TypedDict("Away", {"seat": str, "from": str, "to": str, "ends": Sequence[str] | Sequence[int]}, total=False)
"""`absent`: the first and the last day, or the numbers of the entries whose absences end."""


class Aside(Away, total=False):
    """What an entry beside the moves says.

    talk     seat, say
    absent   seat, and `from` and `to`, or `ends`
    player   seat, player, until
    clock    event; seat, due, hours, since, until, why, clock
    consent  seat, edition, by
    """

    say: str
    player: str
    until: str
    event: str
    due: str
    hours: str | int
    since: str
    why: str
    clock: Clock
    edition: str | int
    by: str


@final
class Entry(Aside, total=False):
    """Document 1, 2, 3 …: what those beside the moves say, and besides:

    deal           shown
    move, missed   seat, shown, say, by; actions and all that is not named here are the title's own
    nonce          seat, nonce
    edition        edition, reader
    close          secret

    `entry`, `prev` and `state` are in all that are recorded.
    """

    kind: Required[str]
    at: Required[str]
    entry: str | int
    prev: str
    shown: Mapping[str, str]
    actions: Sequence[object]
    nonce: str
    reader: str
    secret: str
    state: str


class Move(TypedDict, total=False):
    """A move as its player sends it: the game, the entry that it answers by number and by head, the seat, a message.

    The title has fields of its own, such as `actions`.
    """

    game: str
    after: int
    head: str
    seat: Required[str]
    say: str
    actions: Sequence[object]


Document = Header | Entry
Documents = tuple[Header, *tuple[Entry, ...]]
"""A log's documents: the header, then the entries; the place of each is its number."""


def actions_of(move: Data) -> Sequence[object]:
    """The actions of a move or an entry, each a word or a mapping; none where it has no list of them."""
    found = move.get("actions")
    return found if isinstance(found, list | tuple) else ()


def is_kind(document: Document, *kinds: str) -> TypeGuard[Entry]:
    """Whether a document is an entry of one of these kinds."""
    return document.get("kind") in kinds


def entry_at(documents: Documents, number: int) -> Entry:
    """Entry 1, 2, 3 …"""
    return cast(Entry, documents[number])


def entries_after(documents: Documents, number: int) -> tuple[Entry, ...]:
    """The entries after entry `number`; 0: all."""
    return cast(tuple[Entry, ...], documents[number + 1 :])


def unsealed_entry(kind: str, at: str, fields: Aside) -> Entry:
    """An entry that is recorded nowhere yet: the log with it shows what would follow."""
    return cast(Entry, {"kind": kind, "at": at, **fields})


def documents_before(documents: Documents, number: int) -> Documents:
    """The documents before entry `number`."""
    return documents[0], *documents[1:][: number - 1]
