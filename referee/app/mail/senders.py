"""Whose mail it is: whoever has the tag of a letter was sent it. What `From` says decides nothing."""

import re
from collections.abc import Iterable

from referee import GAME_ID
from referee.app.game_access import Game, Table, folder_of
from referee.app.look.unreadable_games import UnreadableGame, locked_folder, open_readable, private_of
from referee.app.play import seats
from referee.mail.mail_settings import MailSettings
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.read.requests import Wishes
from referee.mail.transport.mail_progress import Begun
from referee.mail.write import reply_tags
from referee.store import log


def sender_of(table: Table, settings: MailSettings, mail: Mail, wish: Wishes | None) -> Begun | None:
    """Whose letter a mail answers; None: it has no right tag. Raises UnreadableGame if only that game can say it."""
    trouble: UnreadableGame | None = None
    for token in identity.tokens(mail, settings.separator):
        try:
            found = by_token(table, token)
        except UnreadableGame as error:  # another token may be right
            trouble = trouble or error
            continue
        if found:
            return found
    found = by_line(table, wish) if wish and wish.block and wish.block.tag else None
    if found is None and trouble:
        raise trouble
    return found


def by_token(table: Table, token: reply_tags.ReplyToken) -> Begun | None:
    kept = private_of(table, token.game)
    seat = reply_tags.holder(kept.reply_key, token, kept.addresses) if kept else None
    return Begun(token.game, seat, token.entry) if seat else None


def by_line(table: Table, wish: Wishes) -> Begun | None:
    """The same by the line `reply:` of a block, for mail programs that drop what follows the plus of an address."""
    game = game_named(wish)
    kept = private_of(table, game) if wish.block and game else None
    if kept is None or wish.block is None:
        return None
    found = None
    for entry in range(number_of_documents(table, game)):  # all are tried: how long it takes reveals nothing
        seat = reply_tags.holder(kept.reply_key, reply_tags.ReplyToken(game, entry, wish.block.tag), kept.addresses)
        found = Begun(game, seat, entry) if seat else found
    return found


def number_of_documents(table: Table, game: str) -> int:
    """How many documents its log has. Raises UnreadableGame."""
    try:
        return len(log.read_log(folder_of(table, game)).documents)
    except Exception:
        locked_folder(table, game)
        return len(open_readable(table, game).log.documents)  # raises what says why


def game_named(wish: Wishes) -> str:
    """The game that a block names, or ""."""
    found = re.search(
        rb"(?m)^[\"']?game[\"']?\s*:\s*[\"']?(" + GAME_ID.encode() + rb")\b",
        wish.block.raw if wish.block else b"",
    )
    return found[1].decode() if found else ""


def is_void(table: Table, game: Game, begun: Begun) -> bool:
    """Whether somebody else plays the seat since the letter was sent, or its substitute's last day is over."""
    later = game.log.entries_after(begun.entry)
    changed = any(each["kind"] == "player" and each["seat"] == begun.seat for each in later)
    return changed or begun.seat in seats.over(table, game) or begun.seat not in game.header["seats"]


def seat_with_address(addresses: Iterable[tuple[str, str]], address: str) -> str:
    """The seat with this address, or ""."""
    return next((seat for seat, each in addresses if address and each.lower() == address), "")
