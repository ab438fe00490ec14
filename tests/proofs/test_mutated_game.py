"""Mutated mails with the address of an e-mail, handled to the end: recorded, answered or quarantined, and none lost.

Nothing may make the program stumble, and whatever was recorded can be replayed.
"""

import os
from hashlib import sha256
from pathlib import Path

import mailing_game as post
import pytest
import reply_samples
from mutating import mutated

from referee.mail.act.heard_mail import WAITING
from referee.mail.transport import inboxes

PER_ROUND = 25
GAME = "spring-cup"


def addressed(raw: bytes, address: str) -> bytes:
    """A stored reply, changed, as an answer to an existing e-mail."""
    written = raw.replace(reply_samples.REPLY.encode(), address.encode())
    tag = address.partition("@")[0].rpartition(".")[2]
    written = written.replace(reply_samples.TAG.encode(), tag.encode())
    return written.replace(b"after: 40\n", b"after: 1\n").replace(b'head: "52601a48b09bce4d"\n', b"")


@pytest.mark.parametrize("seed", range(4))
def test_mutated_answers_are_recorded_answered_or_put_aside(
    seed: int, thorough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    post.begin(GAME)
    address, arrived, became = post.address("yellow", id=GAME), set[bytes](), list[str]()
    mails = mutated(2_000 if thorough else PER_ROUND * 2, seed)
    for number, raw in enumerate(mails):
        arrived.add(addressed(raw, address))
        if number % PER_ROUND == PER_ROUND - 1:
            done = post.receive(*sorted(arrived), now=f"2026-12-{1 + number // 1000:02}T{number // 50 % 24:02}:00:00Z")
            became += [each.became for each in done]
            assert WAITING not in became
            assert not [each for each in done if "stumbled" in str(each.says)]
            names = {sha256(raw).hexdigest() + inboxes.ENDING for raw in arrived}
            assert names <= {each.mail for each in done}  # next to those whose answers had to wait
            arrived.clear()
    assert post.spooled("new") == []
    assert {"answered", "quarantined"} <= set(became)
    assert post.last(GAME) >= 1  # replayed without complaint
