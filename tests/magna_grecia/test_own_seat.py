"""A player who names the seat as in a report in another language is shown what a move file calls it."""

from pathlib import Path

import pytest
from cli_runs import begin, run

from referee.words import speaking


@pytest.mark.parametrize(
    ("language", "seat", "seats", "hint"),
    [
        ("it", "rosso", "giallo = yellow, rosso = red.", "Scrivi `seat: red`."),
        ("de", "gelb", "Gelb = yellow, Rot = red.", "`seat: yellow`"),
        ("fr", "rot", "jaune = yellow, rouge = red.", "`seat: red`"),
        ("it", "marrone", "giallo = yellow, rosso = red.", ""),
    ],
)
def test_a_seat_by_the_name_that_the_report_gives_it(
    language: str, seat: str, seats: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    begin()
    move = f"game: cup\nafter: 1\nseat: {seat}\nactions:\n  - road: C3 n-s\n"
    with speaking("en"):  # and so it is again afterwards
        ran = run("--language", language, "check", "-", stdin=move.encode())
    said = " ".join((ran.out + ran.err).split())
    assert ran.code == 65
    assert seats in said
    assert hint in said
    assert ("`seat: " in said) == bool(hint)
