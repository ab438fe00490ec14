"""A title whose position gets one more field, which a new edition makes public, still reads the logs of before."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import nim
import pytest

from referee.rules.entry_shapes import BadEntry
from referee.rules.replay import deal_result, replay, state_of
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Accepted, judge
from referee.store import chain, chance


class Remembering(NamedTuple):
    """The position of Nim, and the heap from which the last matches were taken."""

    heaps: Mapping[str, int]
    mover: str
    winner: str
    taken: Mapping[str, int]
    last: str


def evolve(position: Any, event: Any) -> Any:
    found = nim.evolve(position, event)
    return found._replace(last=event.heap) if isinstance(event, nim.Taken) else found


def public(position: Remembering) -> dict[str, Any]:
    return {**nim.public(position), "last": position.last}  # type: ignore[arg-type]


SECOND = nim.EDITIONS[0]._replace(number=2, reader="nim 2.0", public=public)
NIM_2 = nim.RULEBOOK._replace(
    editions=(*nim.EDITIONS, SECOND),
    edition=SECOND,
    set_up=nim.RULEBOOK.set_up._replace(begin=lambda header: Remembering(*nim.RULEBOOK.set_up.begin(header), "")),
    play=nim.RULEBOOK.play._replace(evolve=evolve),
)


def played(book: AnyRulebook) -> chain.Log:
    """A game in which each seat takes a match from the first heap that has some."""
    header = {"format": chain.FORMAT, "game": "cup", "title": "nim", "edition": book.edition.number}
    header |= {
        "options": {},
        "seats": {"north": "Ann", "south": "Bo"},
        "commitment": chance.commitment("cup", bytes(32)),
    }
    parts = [chain.document({**header, "prev": chain.NOTHING_BEFORE})]

    def record(kind: str, position: Any, **fields: Any) -> None:
        sealed = {
            "entry": len(parts),
            "prev": sha256(parts[-1]).hexdigest(),
            "at": "2026-11-20T19:00:00Z",
            "kind": kind,
        }
        parts.append(chain.document({**sealed, **fields, "state": state_of(book, position)}))

    position, _ = deal_result(book, book.set_up.begin(header), lambda pile, index: "")
    record("deal", position)
    while seat := book.play.to_move(position):
        move = {"seat": seat, **nim.first(position)}
        ruling = judge(book.play, position, move, lambda pile, index: "")
        assert isinstance(ruling, Accepted)
        position = ruling.position
        record("move", position, **move)
    return chain.parse(b"".join(parts))


def test_a_log_of_edition_1_is_read_by_the_program_with_the_longer_position() -> None:
    older = played(nim.RULEBOOK)
    assert older.header["edition"] == "1"
    moments = replay(NIM_2.under(older.header), older)
    assert len(moments) == len(older.documents)
    assert (moments[-1].position.winner, moments[-1].position.last) == ("south", "c")


def test_the_public_form_of_edition_1_never_gets_the_new_field() -> None:
    with pytest.raises(BadEntry, match="not the one that its `state:` names"):
        replay(NIM_2, played(nim.RULEBOOK))


def test_a_game_of_edition_2_seals_the_new_field() -> None:
    newer, older = played(NIM_2), played(nim.RULEBOOK)
    assert newer.header["edition"] == "2"
    assert all(one["state"] != other["state"] for one, other in zip(newer.entries, older.entries, strict=True))
    assert len(replay(NIM_2.under(newer.header), newer)) == len(newer.documents)
