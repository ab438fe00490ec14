"""The numbers behind the replay page, from its own script, run by Node: turns, the labels of the chart, the frame."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.report.pictures.chart import APART, BOTTOM, spread

SCRIPT = Path(__file__).parent / "node" / "replay.mjs"
TURNS = [1, 4, 5, 9]
"""Turns of two, three, one and four entries."""


def answers(*questions: dict[str, Any]) -> list[Any]:
    node = shutil.which("node")
    if not node:
        pytest.skip("needs Node")
    text = "".join(f"{json.dumps(each)}\n" for each in questions)
    done = subprocess.run([node, str(SCRIPT)], input=text, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("at", "turn", "forth", "back"),
    [
        (0, 0, 1, -1),
        (1, 0, 4, -1),
        (2, 1, 4, 1),
        (4, 1, 5, 1),
        (5, 2, 9, 4),
        (6, 3, 9, 5),
        (9, 3, 9, 5),
    ],
)
def test_a_step_leads_to_the_end_of_a_turn(at: int, turn: int, forth: int, back: int) -> None:
    assert answers({"turns": TURNS, "at": at}) == [[turn, forth, back]]


def test_labels_are_moved_apart_as_the_page_itself_moves_them() -> None:
    rng = random.Random(7)
    ends = [[rng.randrange(20, BOTTOM) for _ in range(rng.randrange(1, 5))] for _ in range(50)]
    questions = [{"ends": each, "lowest": BOTTOM + APART // 2, "apart": APART} for each in ends]
    assert answers(*questions) == [spread(each) for each in ends]


def test_the_points_of_a_line_are_read_from_its_path() -> None:
    assert answers({"path": "M56 280L80 20L104 150"}) == [[[56, 280], [80, 20], [104, 150]]]


def test_a_board_is_framed_by_the_first_box_that_holds_it() -> None:
    boxes = [[-100, -100, 100, 100], [-200, -200, 300, 200]]
    one, two, far = [[0, 0]], [[0, 0], [90, 52]], [[0, 0], [900, 0]]
    assert answers(*({"boxes": boxes, "centres": each} for each in (one, two, far))) == [
        [[-72, -64, 72, 64], boxes[0]],
        [[-72, -64, 162, 116], boxes[1]],
        [[-72, -64, 972, 64], None],
    ]
