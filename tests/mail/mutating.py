# ruff: noqa: E501  what is put in stands in as few lines as it can
"""Mails as accidents and bad will make them: stored replies with bytes, lines and parts changed, by a seeded chance."""

import os
import random
from collections.abc import Callable, Iterator

import reply_samples

WORDS = (
    b"-----BEGIN MOVE-----\n", b"-----END MOVE-----\n", b"-----BEGIN CHECK-----\n", b"reply: y6vs7fra4da3brns\n",
    b"\n\n", b"\r\n", b"\r", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc2\xa0", b"> ", b">>>>", b"-- \n", b"=3D", b"=\n",
    b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: text/plain; charset=utf-7\n",
    b"Content-Type: text/html; charset=\"\n", b"Content-Type: text/plain; charset*=utf-8''x%ff; format=flowed; delsp=yes\n",
    b"Content-Type: message/rfc822\n\n", b"Content-Type: message/partial; id=1; number=1\n",
    b"Content-Type: multipart/report\n", b"Content-Type:\n", b"Content-Type: ;;;===\n", b"Content-Type: text/yaml\n",
    b"Content-Transfer-Encoding: x-uuencode\n", b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: \xff\n",
    b'Content-Disposition: attachment; filename*0="m"; filename*1="ove.yaml"\n', b"Content-Disposition: attachment; filename*=x'y\n",
    b"To: =?utf-8?b?////?= <a+b.1.c@d>\n", b"From:\n", b"Authentication-Results: mx; dmarc=pass (((\n", b"Received: x\n" * 60,
    b"Auto-Submitted: \xff\n", b"begin 644 x\n", b"<div><blockquote>", b"</div>", b"<ul><li>", b"<!--", b"<![CDATA[", b"&#x110000;",
    b"&nbsp;", b"<pre>", b"<p style='white-space:pre'>", b"<br>", b"say: ", b"say to red: ", b"absent: 2026-13-99 to x\n", b"nonce: ",
    b"&a [*a]", b"{{{{", b"[[[[", b"? !!x ", b"%YAML 9\n", b"\xe2\x80\xa8", b"\xf0\x9f\x8e\xb2", b"\xed\xa0\x80", b"On 1 Dec 2026 wrote:\n",
)  # fmt: skip
"""Text inserted anywhere: characters that parsers look for."""
LARGE = 300_000
"""No mutated mail is longer: more is refused before it is read."""

Mutation = Callable[[random.Random, bytes], bytes]


def stored() -> list[bytes]:
    """The stored replies."""
    names = sorted(name for name in os.listdir(reply_samples.HERE) if name.endswith(".eml"))
    return [contents(os.path.join(reply_samples.HERE, name)) for name in names]


def contents(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def span(chance: random.Random, raw: bytes) -> tuple[int, int]:
    begin = chance.randrange(len(raw) + 1)
    return begin, min(len(raw), begin + chance.choice((1, 2, 8, 60, 600)))


def flipped(chance: random.Random, raw: bytes) -> bytes:
    done = bytearray(raw)
    for _ in range(chance.choice((1, 3, 20))):
        if done:
            done[chance.randrange(len(done))] = chance.randrange(256)
    return bytes(done)


def cut(chance: random.Random, raw: bytes) -> bytes:
    begin, end = span(chance, raw)
    return raw[:begin] + raw[end:]


def doubled(chance: random.Random, raw: bytes) -> bytes:
    begin, end = span(chance, raw)
    return raw[:end] + raw[begin:end] * chance.choice((1, 1, 3, 400)) + raw[end:]


def moved(chance: random.Random, raw: bytes) -> bytes:
    begin, end = span(chance, raw)
    rest = raw[:begin] + raw[end:]
    at = chance.randrange(len(rest) + 1)
    return rest[:at] + raw[begin:end] + rest[at:]


def filled(chance: random.Random, raw: bytes) -> bytes:
    at = chance.choice((0, chance.randrange(len(raw) + 1), raw.find(b"\n\n") + 2))
    return raw[:at] + chance.choice(WORDS) * chance.choice((1, 1, 1, 2, 30)) + raw[at:]


def shuffled(chance: random.Random, raw: bytes) -> bytes:
    lines = raw.split(b"\n")
    for _ in range(chance.choice((1, 5))):
        first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def truncated(chance: random.Random, raw: bytes) -> bytes:
    return raw[: chance.randrange(len(raw) + 1)]


def nested(chance: random.Random, raw: bytes) -> bytes:
    """The mail within parts within parts."""
    for depth in range(chance.choice((1, 3, 5, 40))):
        mark = b"n%d" % depth
        raw = b'Content-Type: multipart/mixed; boundary="%s"\n\n--%s\n%s\n--%s--\n' % (mark, mark, raw, mark)
    return raw


MUTATIONS: tuple[Mutation, ...] = (flipped, cut, doubled, moved, filled, filled, shuffled, truncated, nested)


def mutated(count: int, seed: int) -> Iterator[bytes]:
    """So many mails, each changed a few times; some are two in one."""
    chance, replies = random.Random(seed), stored()
    for _ in range(count):
        raw = chance.choice(replies)
        if chance.random() < 0.1:
            other = chance.choice(replies)
            raw = raw[: chance.randrange(len(raw))] + other[chance.randrange(len(other)) :]
        for _ in range(chance.choice((1, 1, 2, 4))):
            raw = chance.choice(MUTATIONS)(chance, raw)[:LARGE]
        yield raw
