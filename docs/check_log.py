"""Checks a log of Magna Grecia with nothing but Python's standard library: seals, commitment, deck and oracles.

    python3 docs/check_log.py LOG BOARD-FILE

It shares no line with the referee. Its text follows docs/log-format.md, section by section; any language will do.
"""

import hmac
import re
import sys
from hashlib import sha256
from pathlib import Path


def documents(raw: bytes) -> list[bytes]:
    """The exact bytes of each document: from its line `---` to the end of its last line."""
    return [b"---\n" + part for part in re.split(rb"^---\n", raw, flags=re.MULTILINE)[1:]]


def field(document: bytes, name: str) -> str:
    """A field that stands on one line."""
    return re.search(rf"^{name}: '?([^'\n]*)'?$", document.decode(), re.MULTILINE)[1]


def fields(document: bytes, name: str) -> dict[str, str]:
    """The indented lines below a field, or nothing."""
    below = re.search(rf"^{name}:\n((?:  .*\n)+)", document.decode(), re.MULTILINE)
    return dict(re.findall(r"^  (\S+): '?(.*?)'?$", below[1], re.MULTILINE)) if below else {}


def check_chain(log: list[bytes]) -> None:
    before = "0" * 64
    for number, document in enumerate(log):
        assert field(document, "prev") == before, f"document {number} does not carry the hash of the one before"
        before = sha256(document).hexdigest()
    print(f"{len(log)} documents, every seal holds; head {before}")


def keyed(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, sha256).digest()


def seed_of(log: list[bytes], secret: bytes) -> bytes:
    """The final seed, when the secret is the one that was promised."""
    game = field(log[0], "game")
    assert field(log[0], "commitment") == sha256(f"referee/commit/1\n{game}\n".encode() + secret).hexdigest()
    print("the secret is the one that the header is committed to")
    given = {field(each, "seat"): field(each, "nonce") for each in log[1:] if field(each, "kind") == "nonce"}
    lines = "".join(f"{seat}:{given.get(seat, 'none')}\n" for seat in sorted(fields(log[0], "seats")))
    return keyed(secret, f"referee/seed/1\n{game}\n{lines}".encode())


def words(seed: bytes, label: str):
    """The 32-bit words of a label, without end."""
    key = keyed(seed, f"referee/stream/1\n{label}".encode())
    block = 0
    while True:
        raw = keyed(key, block.to_bytes(8, "big"))
        yield from (int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def uniform(stream, n: int) -> int:
    limit = 2**32 - 2**32 % n
    return next(word for word in stream if word < limit) % n


def shuffled(seed: bytes, label: str, items: list[str]) -> list[str]:
    pile, stream = list(items), words(seed, label)
    for i in range(len(pile) - 1, 0, -1):
        j = uniform(stream, i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


def deck(seed: bytes) -> list[str]:
    """MG-2.3: three sets of four cards."""
    colours = ("yellow", "orange", "brown", "red")
    cards = {each: [f"{each}-{level}" for level in ("low", "medium", "high")] for each in colours}
    piles = [shuffled(seed, f"cards/{each}", cards[each]) for each in colours]
    return [card for n in range(3) for card in shuffled(seed, f"set/{n}", [pile[n] for pile in piles])]


def oracles(seed: bytes, board: str) -> list[str]:
    """MG-2.2: the villages without a green border, row by row, shuffled."""
    drawn = board[board.index("map: |2\n") + 8 : board.index("\nnames:")]
    rows = [line[2:] for line in drawn.split("\n")]
    inland = [f"{chr(65 + x)}{y}" for y, row in enumerate(rows, 1) for x, sign in enumerate(row) if sign == "v"]
    return shuffled(seed, "oracles", inland)


def check_shown(log: list[bytes], piles: dict[str, list[str]]) -> None:
    shown = [item for document in log[1:] for item in fields(document, "shown").items()]
    for place, item in shown:
        pile, _, index = place.partition("/")
        assert piles[pile][int(index)] == item, f"{place} is {piles[pile][int(index)]}, but the log shows {item}"
    print(f"all {len(shown)} things that chance showed follow from the secret")


def main(log_path: str, board_path: str) -> None:
    log = documents(Path(log_path).read_bytes())
    check_chain(log)
    seed = seed_of(log, bytes.fromhex(field(log[-1], "secret")))
    check_shown(log, {"deck": deck(seed), "oracles": oracles(seed, Path(board_path).read_text(encoding="utf-8"))})


main(*sys.argv[1:])
