"""What a game's moderator keeps secret: the secret of its chance, the key of its reply addresses, who gets e-mails.

`private/<id>.yaml`, readable by its owner alone. It is safely on disk before the log exists, so that no log ever
promises a secret that nobody has. Nothing of it may be printed.
"""

import os
import re
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from referee import reading
from referee.store import disk, log
from referee.store.addresses import is_in_database
from referee.store.disk import NotRecorded, Unreadable
from referee.store.documents import NewerFormat, is_newer, newer_format
from referee.store.log import Taken, check_id
from referee.store.stores import database_of, read_document, store_of
from referee.words import Phrase, say

FORMAT = "referee-private/1"
ENDING = ".yaml"
SECRET_BYTES = 32
MODELINE = b"# yaml-language-server: $schema=../schemas/private.schema.json\n"
WARNING = b"# The secret of the game. Show it to nobody before the game is closed, keep a copy, never edit it.\n"


EVERY, OWN, NO_LETTERS = "every", "own", "none"
SHORT, LONG = "short", "long"
BY_SEAT = ("addresses", "languages", "letters", "lengths", "signers")
"""The fields that are kept for each seat."""
KEPT = (*BY_SEAT, "returns", "observers", "secrets", "places")
"""The fields that are mappings; the first two are in every file, the others unless they are empty."""
KNOWN = ("format", "game", "secret", "reply_key", "begins", *KEPT)

Seats = Mapping[str, str]
"""Seat → what is kept for it."""
NOBODY: Seats = MappingProxyType({})
NOTHING: Mapping[str, Seats] = MappingProxyType({})


class Private(NamedTuple):
    """The private part of a game; what is kept by seat need not be there for each.

    addresses  where its letters go
    languages  in which they are
    letters    EVERY: whenever somebody's turn ends; OWN: only what concerns the seat; NO_LETTERS: none
    lengths    SHORT: what a turn needs; LONG: the whole report in every letter
    signers    the public key of `ssh` with which its moves must be signed
    returns    what comes back when its substitute hands back: of BY_SEAT what there was
    observers  the address of each who watches, and their language
    begins     with which choices its game begins, as a digest, until the log is on disk: then ""
    secrets    commitment → secret in hex digits, of entries that shuffle the rest of the piles again
    places     place of a pile → item that follows from no secret: what a fork inherited, or a known deal
    """

    secret: bytes
    reply_key: bytes
    addresses: dict[str, str]
    languages: dict[str, str]
    letters: Seats = NOBODY
    signers: Seats = NOBODY
    returns: Mapping[str, Seats] = NOTHING
    begins: str = ""
    lengths: Seats = NOBODY
    observers: Mapping[str, str] = NOBODY
    secrets: Mapping[str, str] = NOBODY
    places: Mapping[str, str] = NOBODY

    def __repr__(self) -> str:
        """Without the secrets: this may be printed by mistake."""
        return f"Private(addresses of {list(self.addresses)})"


def create(
    folder: str,
    game: str,
    *,
    secret: bytes | None = None,
    addresses: Mapping[str, str] | None = None,
    languages: Mapping[str, str] | None = None,
    begins: str = "",
    places: Mapping[str, str] | None = None,
) -> Private:
    """Make the private part of a new game, with a new secret unless one is given (32 bytes).

    It is safely on disk when this returns. Raises Taken when there is one already, or NotRecorded.
    """
    if secret is None:
        secret = os.urandom(SECRET_BYTES)
    reached = dict(addresses or {}), dict(languages or {})
    private = Private(secret, os.urandom(SECRET_BYTES), *reached, begins=begins, places=dict(places or {}))
    path = path_of(folder, game)
    try:
        if database := database_of(path):
            database.add(path, content(game, private))
            return private
        disk.make_folder(folder, 0o700)
        hide(folder)
        disk.place_new(path, content(game, private), 0o600)
        sync_new_file(path, folder)
    except FileExistsError as error:
        raise taken_error(path, game) from error
    except OSError as error:
        raise NotRecorded(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error))) from error
    return private


def hide(folder: str) -> None:
    """Tell git to leave the folder out, whoever keeps the games in a repository. Raises OSError."""
    with suppress(FileExistsError):
        disk.write_new(os.path.join(folder, ".gitignore"), b"*\n")


def sync_new_file(path: str, folder: str) -> None:
    """Make the new file survive a power cut, or remove it: no game was promised its secret yet. Raises OSError."""
    try:
        disk.sync_folder(folder)
    except OSError:
        disk.forget_file(path)
        raise


def path_of(folder: str, game: str) -> str:
    return os.path.join(folder, check_id(game) + ENDING)


def is_kept(folder: str, game: str) -> bool:
    """Whether there is a private part of that name, readable or not."""
    try:
        path = path_of(folder, game)
    except log.BadWord:
        return False
    return store_of(path).has(path)


def ids(folder: str) -> list[str]:
    """The games whose private parts are in a folder, by name; none if it cannot be listed."""
    try:
        names = store_of(folder).names(folder)
    except OSError:
        return []
    return [name.removesuffix(ENDING) for name in names if name.endswith(ENDING) and not name.startswith(".")]


def content(game: str, private: Private) -> bytes:
    fields: dict[str, object] = {
        "format": FORMAT,
        "game": game,
        "secret": private.secret.hex(),
        "reply_key": private.reply_key.hex(),
    }
    mappings = {name: dict(getattr(private, name)) for name in KEPT}
    fields |= {name: kept for name, kept in mappings.items() if kept or name in KEPT[:2]}
    fields |= {"begins": private.begins} if private.begins else {}
    return MODELINE + WARNING + reading.dump(fields).encode()


def taken_error(path: str, game: str) -> Taken:
    return Taken(
        say(
            "{path} exists: the game {game} was started before, or starting it was interrupted. "
            "Secrets are never overwritten. Use another name, or move that file away if there is "
            "no such game.",
            path=path,
            game=game,
        )
    )


def discard(folder: str, game: str, secret: bytes) -> None:
    """Remove the private part made with this secret, if there is one: the log was not recorded, nobody was promised it.

    One that was there before has another secret, and stays.
    """
    with suppress(Unreadable):
        if read_private_part(folder, game).secret == secret:
            store_of(folder).remove(path_of(folder, game))


def read_private_part(folder: str, game: str) -> Private:
    """The private part of a game. Raises Unreadable when it is missing or is not what `create` makes."""
    path = path_of(folder, game)
    fields = private_fields(path, game)
    try:
        secret, reply_key = key(fields["secret"]), key(fields["reply_key"])
        kept = {name: texts_of(fields.get(name) or {}, name) for name in KEPT}
        kept["secrets"] = {promise: key(digits).hex() for promise, digits in kept["secrets"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        # Not `from error`: a traceback would show the text.
        raise wrong(path, game) from None
    return Private(secret, reply_key, begins=str(fields.get("begins", "")), **kept)


def texts_of(found: Any, name: str = "") -> dict[str, Any]:
    """A mapping to texts; `returns` is one to such mappings. Raises AttributeError, TypeError for anything else."""
    if name == "returns":
        return {seat: texts_of(each) for seat, each in found.items()}
    if not all(isinstance(each, str) for each in found.values()):
        raise TypeError
    return dict(found)


def interrupted_part(folder: str, game: str, begins: str) -> Private | None:
    """The rest of an interrupted start of the game with exactly these choices: nobody was promised its secret yet."""
    with suppress(Unreadable):
        found = read_private_part(folder, game)
        return found if found.begins == begins else None
    return None


def mark_begun(folder: str, game: str, private: Private) -> None:
    """The log is on disk: from now on a game of this name never begins with this secret again.

    What the disk does not take is tried again with the next change; the game is recorded all the same.
    """
    with suppress(NotRecorded, disk.Unconfirmed):
        rewrite(folder, path_of(folder, game), content(game, private._replace(begins="")))


def private_fields(path: str, game: str) -> dict[str, Any]:
    """What the file of a game says. Raises Unreadable, NewerFormat."""
    raw = read_document(path)
    try:
        fields = reading.plain_data(raw)
    except reading.BadInput:
        raise wrong(path, game) from None
    if isinstance(fields, dict) and is_newer(fields.get("format"), FORMAT):
        raise NewerFormat(newer_format(path, fields["format"], FORMAT))
    if not isinstance(fields, dict) or fields.get("format") != FORMAT or fields.get("game") != game:
        raise wrong(path, game)
    if not fields.keys() <= set(KNOWN):  # the unknown key is not shown: it could be a secret
        raise wrong(path, game)
    return fields


def change(folder: str, game: str, changed: Callable[[Private], Private]) -> Private:
    """Change who gets e-mails and how, or add secrets or places: safely on disk when this returns.

    The caller holds the game's lock.

    Raises Unreadable, NotRecorded, `disk.Unconfirmed`; ValueError for another secret, which nothing may change.
    """
    before = read_private_part(folder, game)
    after = changed(before)
    kept = {promise: after.secrets.get(promise) for promise in before.secrets}
    if (after.secret, after.reply_key, kept) != (before.secret, before.reply_key, before.secrets):
        raise ValueError("the secrets and the key of a game never change")
    if after != before:
        rewrite(folder, path_of(folder, game), content(game, after._replace(begins="")))
    return after


def rewrite(folder: str, path: str, raw: bytes) -> None:
    """Put a file in place of the one there, safely on disk when this returns. Raises NotRecorded, Unconfirmed."""
    if database := database_of(path):
        database.put(path, raw)
        return
    name = os.path.basename(path)
    try:
        for left in disk.leftovers(folder, name):
            disk.forget_file(left)
        fresh = disk.fresh_name(folder, name)
        disk.write_new(fresh, raw, 0o600)
    except OSError as error:
        raise NotRecorded(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error))) from error
    log.settle(fresh, path, folder)


MAILBOX = (
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\Z"
)
KEY = r"(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9@.-]{1,60}) [A-Za-z0-9+/]{40,1500}={0,2}\Z"


def is_address(text: str) -> bool:
    """Whether this is one plain mailbox: nothing that could name a second one, or say something else to a server."""
    return re.match(MAILBOX, text) is not None


def is_signer(text: str) -> bool:
    """Whether this is a public key as the first two words of a line of `ssh-keygen` have it."""
    return re.match(KEY, text) is not None


def key(digits: str) -> bytes:
    """32 bytes from 64 hex digits. Raises ValueError."""
    raw = bytes.fromhex(digits)
    if len(raw) != SECRET_BYTES:
        raise ValueError
    return raw


def wrong(path: str, game: str) -> Unreadable:
    return Unreadable(
        say(
            "{path} isn't the private part of the game {game}, or it was changed. Restore a copy.", path=path, game=game
        )
    )


def warnings(folder: str, game: str) -> tuple[Phrase, ...]:
    """For the moderator of a game: whether others could read its private part. Raises Unreadable if it is gone.

    Windows has other means than these bits, so they say nothing there.
    """
    path = path_of(folder, game)
    if os.name == "nt" or is_in_database(path):
        return ()
    return tuple(
        say("Others can read {path} and the secret in it. To fix that: chmod {mode} {path}", path=each, mode=mode)
        for each, mode in ((folder, "700"), (path, "600"))
        if mode_of(each) & 0o077
    )


def mode_of(path: str) -> int:
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError as error:
        raise Unreadable(say("{path} can't be read: {why}.", path=path, why=disk.reason_text(error))) from error
