"""The last offer of each seat, kept in the private part of its game until the next one; losing it costs a question."""

import json
import os
from contextlib import suppress

from referee.mail.act.heard_mail import Offer
from referee.store import disk
from referee.store.stores import put_document, read_document, store_of


def offer_path(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "offers", seat)


def keep_offer(private: str, game: str, seat: str, offer: Offer) -> None:
    """Keep the last offer of a seat. If that fails its word is not known, and the player is asked again."""
    path = offer_path(private, game, seat)
    with suppress(OSError):
        put_document(path, json.dumps(offer).encode())


def kept_offer(private: str, game: str, seat: str) -> Offer | None:
    with suppress(disk.Unreadable, ValueError, TypeError):
        return Offer._make(json.loads(read_document(offer_path(private, game, seat))))
    return None


def pass_over(private: str, game: str, seat: str) -> None:
    """Another e-mail goes to the seat: a bare `yes` without a sign of what it answers may be about that one."""
    if store_of(private).has(offer_path(private, game, seat)) and (found := kept_offer(private, game, seat)):
        keep_offer(private, game, seat, found._replace(is_last=False))
