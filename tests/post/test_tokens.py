"""Tags of reply addresses: bound to game, seat and entry, and to the key."""

import hmac
from base64 import b32decode

import pytest

from referee.mail.read import move_blocks
from referee.mail.write import addresses
from referee.mail.write.addresses import ReplyToken

KEY = bytes(range(32))


def test_a_tag_is_what_the_documents_say() -> None:
    told = hmac.new(KEY, b"referee/reply/2\nspring-cup\nred\n40\nbruno@example.org", "sha256").digest()[:10]
    assert b32decode(addresses.reply_tag(KEY, "spring-cup", "red", 40, "bruno@example.org").upper()) == told


def test_only_the_seat_that_was_written_to_holds_a_tag() -> None:
    seats = {seat: f"{seat}@example.org" for seat in ("red", "yellow", "brown")}
    for seat, address in seats.items():
        mine = ReplyToken("spring-cup", 40, addresses.reply_tag(KEY, "spring-cup", seat, 40, address))
        assert addresses.holder(KEY, mine, seats) == seat
        for other in (mine._replace(game="autumn-cup"), mine._replace(entry=41), mine._replace(tag="a" * 16)):
            assert addresses.holder(KEY, other, seats) is None
        assert addresses.holder(bytes(32), mine, seats) is None
        assert addresses.holder(KEY, mine, {**seats, seat: "another@example.org"}) is None


def test_an_address_gives_its_token() -> None:
    token = ReplyToken("spring-cup", 40, addresses.reply_tag(KEY, "spring-cup", "red", 40, "bruno@example.org"))
    address = addresses.reply_address("referee@example.org", "+", token)
    assert addresses.token_of(address.partition("+")[2].partition("@")[0]) == token
    with pytest.raises(ValueError, match="64"):
        addresses.reply_address("referee@example.org", "+", token._replace(game="a" * 40))


@pytest.mark.parametrize(
    "text", ["", "a", "a.b.c", "a.1.short", "a.١.aaaaaaaaaaaaaaaa", "a.1.aaaaaaaaaaaaaaa0", "a..aaaaaaaaaaaaaaaa"]
)
def test_a_bad_token_is_none(text: str) -> None:
    assert addresses.token_of(text) is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("-----BEGIN MOVE-----", move_blocks.Fence(True, False)),
        ("  --- begin check ---  ", move_blocks.Fence(True, True)),
        ("-----END MOVE-----", move_blocks.Fence(False, False)),
        ("> -----BEGIN MOVE-----", None),
        ("BEGIN MOVE", None),
        ("-----BEGIN MOVE----- game: x", None),
    ],
)
def test_lines_of_a_fence(line: str, found: move_blocks.Fence | None) -> None:
    assert move_blocks.fence(line) == found


def test_a_block_gives_back_its_tag_and_keeps_its_lines() -> None:
    whole = move_blocks.fenced_block("game: x\nseat: red\n", "y6vs7fra4da3brns").split("\n")[1:-2]
    assert move_blocks.untagged_block("\n".join(whole)) == ("\ngame: x\nseat: red", "y6vs7fra4da3brns")
