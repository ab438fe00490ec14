"""What `doctor` says of clocks: one line for all games of which the same is true."""

import json
from pathlib import Path

import pytest
from cli_runs import run

PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")


def test_the_clocks_of_many_games_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")

    def clocks() -> list[str]:
        return [line for line in run("doctor").out.splitlines() if "referee remind" in line]

    for number in range(7):
        assert run("new", "magna-grecia", "--id", f"g{number}", *PLAYERS, "--clock", "allowance=72h").code == 0
        if number == 0:
            (alone,) = clocks()
            assert alone.startswith("warning g0 has a clock, but `referee remind` has never run for it.")
    (never,) = clocks()
    assert "7 games have clocks, but `referee remind` has never run for them: g0, g1, g2, g3, g4, …." in never
    assert run("remind").code == 0
    (fine,) = clocks()
    assert fine == "fine    `referee remind` checks the clocks of 7 games. Last run: 2026-11-20T19:00:00Z."
    monkeypatch.setenv("REFEREE_NOW", "2026-11-21T19:00:00Z")
    (late,) = clocks()
    assert late.startswith(
        "warning 7 games have clocks, but `referee remind` last ran for them at 2026-11-20T19:00:00Z"
    )
    findings = json.loads(run("doctor", "--json").out)["findings"]
    assert sum("referee remind" in each["says"] for each in findings) == 7
