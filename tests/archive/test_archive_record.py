"""What chance showed is told in a record for readers: no places of piles, which only a log needs."""

import pytest

from referee.desk.spoken import shown


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"kind": "move", "shown": {"buildings/sparta/17": "tower"}}, "tower"),
        ({"kind": "move", "shown": {"main/sparta/5": "capital", "tiles/8": "T9"}}, "capital, T9"),
        ({"kind": "move", "shown": {"deck/2": "red-medium"}}, "red-medium"),
        ({"kind": "missed", "shown": {"deck/landscape/1/0": "hill", "deck/landscape/1/1": "water"}}, "hill, water"),
        (
            {"kind": "deal", "shown": {"tiles/0": "T2", "tiles/1": "T7", "main/athens/0": "well", "first/0": "athens"}},
            "tiles T2, T7; main/athens well; first athens",
        ),
        ({"kind": "talk"}, ""),
    ],
)
def test_what_was_shown_is_told_without_its_places(entry: dict[str, object], told: str) -> None:
    assert shown(entry) == told
