"""A title whose position gets one more field, which a new edition makes public, still reads the logs of before."""

import sys
from hashlib import sha256
from typing import Any, NamedTuple, cast

import hex_title
import pytest

from referee.reading import schemas
from referee.rules.entry_shapes import BadEntry
from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.replay import replay, state_of
from referee.rules.rulebook import AnyRulebook, SetUp
from referee.rules.ruling import Accepted, judge, refuse_chance
from referee.store import chain, chance
from referee.store.documents import actions_of

sys.path.insert(0, str(hex_title.EXAMPLE))
from referee_hex import RULEBOOK, table


@pytest.fixture(autouse=True)
def hex_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(schemas.TITLE_FOLDERS, "hex", str(hex_title.EXAMPLE / "referee_hex" / "schemas"))


class Remembering(NamedTuple):
    """The position of Hex, and the hex of the last stone."""

    size: int
    policies: table.Policies
    stones: dict[str, str]
    mover: str
    winner: str
    last: str


def evolve(position: Any, event: Any) -> Any:
    found: Any = table.evolve(position, event)
    return found._replace(last=event.at) if isinstance(event, table.StonePut) else found


def public(position: Any) -> dict[str, Any]:
    return {**table.public(position), "last": position.last}


THIRD = RULEBOOK.edition._replace(number=3, reader="referee-hex 1.2", public=public)
BEGIN = RULEBOOK.set_up.begin
HEX_3 = cast(AnyRulebook, RULEBOOK)._replace(
    editions=(*RULEBOOK.editions, THIRD),
    edition=THIRD,
    set_up=cast(SetUp[Any, Any], RULEBOOK.set_up)._replace(
        begin=lambda header: Remembering(**BEGIN({**header, "edition": 2})._asdict(), last="")
    ),
    play=RULEBOOK.play._replace(evolve=evolve),
)


def played(book: AnyRulebook) -> chain.Log:
    """A game in which each seat puts stones where the planning player suggests it."""
    header = {"format": chain.FORMAT, "game": "cup", "title": "hex", "edition": book.edition.number}
    header |= {
        "options": {"size": "5"},
        "seats": {"red": "Ann", "yellow": "Bo"},
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

    position, _ = deal_result(book, book.set_up.begin(header), refuse_chance)
    record("deal", position)
    while book.play.to_move(position):
        move = suggest_move(book, position)
        ruling = judge(book.play, position, move, refuse_chance)
        assert isinstance(ruling, Accepted)
        position = ruling.position
        record("move", position, **move)
    return chain.parse(b"".join(parts))


def test_a_log_of_edition_2_is_read_by_the_program_with_the_longer_position() -> None:
    older = played(RULEBOOK)
    assert older.header["edition"] == "2"
    moments = replay(HEX_3.under(older.header), older)
    assert len(moments) == len(older.documents)
    stone: Any = actions_of(older.entries[-1])[0]
    assert moments[-1].position.last == stone["stone"]


def test_the_public_form_of_edition_2_never_gets_the_new_field() -> None:
    with pytest.raises(BadEntry, match="not the one that its `state:` gives"):
        replay(HEX_3, played(RULEBOOK))


def test_a_game_of_edition_3_seals_the_new_field() -> None:
    newer, older = played(HEX_3), played(RULEBOOK)
    assert newer.header["edition"] == "3"
    assert all(one["state"] != other["state"] for one, other in zip(newer.entries, older.entries, strict=True))
    assert len(replay(HEX_3.under(newer.header), newer)) == len(newer.documents)
