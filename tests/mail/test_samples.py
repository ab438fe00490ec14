"""Stored replies in the manner of many mail programs: each gives the right move, or a question; none another move."""

import os

import pytest
import reply_samples

from referee import reading
from referee.mail.read.mail_parts import parsed_mail
from referee.mail.read.requests import Wishes, wishes
from referee.store import disk

TABLE = reading.plain_data(disk.read_plain_file(os.path.join(reply_samples.HERE, "table.yaml")))
OURS = ("referee@games.example.org",)


def read(name: str) -> Wishes:
    with open(os.path.join(reply_samples.HERE, f"{name}.eml"), "rb") as file:
        return wishes(parsed_mail(file.read()), OURS)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.replace("\r\n", "\n").split("\n") if line.strip()]


def refusal(raw: bytes) -> str:
    with pytest.raises(reading.BadInput) as refused:
        reading.typed_data(reading.read_source(raw, "move"), "magna-grecia.move")
    return str(refused.value)


def found(name: str) -> dict[str, str]:
    """The result of a reply, in the words of the table."""
    wish, expected = read(name), TABLE[name]
    if wish.unclear or wish.free:
        return {"asked": str(wish.unclear or wish.free)}
    told: dict[str, str] = {}
    if wish.block and "refused" in expected:
        return {"refused": refusal(wish.block.raw)}
    if wish.block:
        told["check" if wish.block.check else "move"] = wish.block.raw.decode()
    if wish.said:
        told["said"] = ", ".join(f"{each.to}|{each.text}" for each in wish.said)
    if wish.absent:
        told["absent"] = " ".join(wish.absent)
    return told | ({"nonce": wish.nonce} if wish.nonce else {})


@pytest.mark.parametrize("name", list(TABLE))
def test_a_stored_reply_gives_what_its_table_says(name: str) -> None:
    expected = {key: value for key, value in TABLE[name].items() if key != "manner"}
    gives = found(name)
    assert gives.keys() == expected.keys(), gives
    for key, value in expected.items():
        if key in ("move", "check"):
            assert lines(gives[key]) == lines(reply_samples.MOVES[value])
            assert reading.read_source(gives[key].encode(), "move").data == reading.plain_data(
                reply_samples.MOVES[value].encode()
            )
        elif key in ("asked", "refused"):
            assert value in gives[key]
        else:
            assert gives[key] == value


@pytest.mark.parametrize("name", [name for name, each in TABLE.items() if {"move", "check"} & each.keys()])
def test_the_tag_of_the_block_is_found(name: str) -> None:
    block = read(name).block
    assert block
    assert block.tag == (
        "" if name.startswith(("attached-y", "attached-by", "apple-mac-en-attached")) else reply_samples.TAG
    )


def test_there_are_enough_of_them() -> None:
    assert len(TABLE) >= 40
    stored = {name for name in os.listdir(reply_samples.HERE) if name.endswith(".eml")}
    assert stored == {f"{name}.eml" for name in TABLE}


@pytest.mark.parametrize("name", list(TABLE))
def test_no_reply_gives_the_move_of_the_old_email(name: str) -> None:
    block = read(name).block
    assert block is None or "city: B2" not in block.raw.decode("utf-8", "replace")
