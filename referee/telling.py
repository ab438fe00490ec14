"""Sentences on what the log of every title has: its beginning, nonces, the closing, and how chance was fixed."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.source.schemas import modeline
from referee.view import Line
from referee.words import Phrase, say

SHOWN_HEAD = 16
"""So many hex digits of the head stand in a move block: enough that no other log has them."""


def move_begun(title: str, header: Mapping[str, Any], moment: Any, seat: str) -> list[str]:
    """The first lines of a move file: which schema it follows, and which turn of which game it is for."""
    return [
        modeline(f"{title}.move").rstrip(),
        f"game: {header['game']}",
        f"after: {moment.number}",
        f'head: "{moment.head[:SHOWN_HEAD]}"',
        f"seat: {seat}",
    ]


def of_every_title(header: Mapping[str, Any], moment: Any) -> Line | None:
    """What a moment is, if it is of a kind that has nothing to do with the title's rules."""
    entry, number = moment.entry, moment.number
    if not number:
        return Line(say("Entry 0: the game begins, and the secret behind its deal is fixed."))
    if entry["kind"] == "nonce":
        seat = entry["seat"]
        facts = {"entry": number, "player": header["seats"][seat], "seat": seat}
        return Line(
            say("Entry {entry}: {player} ({seat}) gave a share of the chance behind the deal.", **facts), (), seat
        )
    if entry["kind"] == "close":
        return Line(say("Entry {entry}: the game is closed, and the secret behind its deal is told.", entry=number))
    return None


def chance_fixed(header: Mapping[str, Any], moments: Sequence[Any]) -> Phrase:
    """By what chance was fixed before play, and who had a share in it."""
    kinds = {moment.entry.get("kind") for moment in moments}
    facts = {"commitment": header["commitment"], "shares": shares(header, moments)}
    if "close" in kinds:
        return say(
            "Chance: fixed before play by the commitment {commitment} {shares}; its secret is in the log.", **facts
        )
    if "deal" in kinds:
        return say("Chance: fixed before play by the commitment {commitment} {shares}.", **facts)
    return say("Chance: fixed by the commitment {commitment} {shares} so far; the deal waits for more nonces.", **facts)


def shares(header: Mapping[str, Any], moments: Sequence[Any]) -> Phrase:
    given = [moment.entry["seat"] for moment in moments if moment.entry.get("kind") == "nonce"]
    seats = [seat for seat in header["seats"] if seat in given]
    if not seats:
        return say("and no nonces of the players")
    return say("and the nonces of {seats}", seats=", ".join(seats))
