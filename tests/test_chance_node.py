"""Chance a second time: `tools/shuffle.mjs`, written in another language from the page of the format alone."""

import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from referee.store.chance import Chance, Stream, commitment, final_seed

SCRIPT = Path(__file__).parent.parent / "tools" / "shuffle.mjs"
SECRET = bytes(range(32))
BULK = "40df98792b61860ad142af0f1b425b4c637c2825c69936b698206309a0ed7a67"
"""Of the page of the format; that the referee gives the same is tested with its other vectors."""


def expected() -> str:
    seed = final_seed("demo-1", SECRET, {"blue": "22" * 16, "red": "11" * 16})
    words = islice(Stream(seed, "deck/landscape/0").words, 4)
    orders = {label: Chance(seed).shuffled_items(label, range(10)) for label in ("deck/landscape/0", "stack/red/0")}
    return "\n".join(
        [
            f"commitment {commitment('demo-1', SECRET)}",
            f"final_seed {seed.hex()}",
            f"words deck/landscape/0 {' '.join(map(str, words))}",
            *[f"shuffle {label} {' '.join(map(str, order))}" for label, order in orders.items()],
            f"bulk {BULK}\n",
        ]
    )


def test_node_gives_the_same_vectors_and_the_same_bulk_digest() -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("Node is not installed; with it this test compares the shuffles of another language")
    done = subprocess.run([node, str(SCRIPT)], capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout, done.stderr, done.returncode) == (expected(), "", 0)


def test_the_digest_is_that_of_the_page() -> None:
    page = SCRIPT.parent.parent / "docs" / "reference" / "log-format.md"
    assert BULK in page.read_text(encoding="utf-8")
