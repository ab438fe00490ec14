"""Longer random courses of games: with summaries and without them the same is answered, recorded and sent."""

import os
import random
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from cli_runs import disk
from test_summaries import FILE, PLAYERS, START, begin, course, deeds, do, here, now_text

__all__ = ["here"]
COURSES, LONGER = 3, 12


@pytest.mark.parametrize("title", PLAYERS)
def test_answers_are_those_of_a_replay(title: str, monkeypatch: pytest.MonkeyPatch, thorough: bool) -> None:
    for seed in range(LONGER if thorough else COURSES):
        Path(str(seed)).mkdir()
        shutil.copy("referee.toml", str(seed))
        with monkeypatch.context() as patch:
            patch.chdir(str(seed))
            patch.setenv("REFEREE_NOW", now_text(START))
            found = course(seed, title, 40, lambda now: patch.setenv("REFEREE_NOW", now_text(now)))
        assert found["submit"] > 1
        assert found["undo"] + found["absent"] + found["draw"] + found["pause"] > 1


@pytest.mark.parametrize("title", PLAYERS)
def test_the_same_is_recorded_and_sent(title: str, monkeypatch: pytest.MonkeyPatch, thorough: bool) -> None:
    chance, now = random.Random(title), START
    begin(title)
    above = Path.cwd()
    seats = [each.partition("=")[0] for each in PLAYERS[title]]
    for name in ("with", "without"):
        (above / name).mkdir()
        for each in ("games", "private", "reports", "referee.toml"):
            (shutil.copytree if Path(each).is_dir() else shutil.copy)(each, above / name / each)
    for number in range(200 if thorough else 60):
        deed = chance.choice([*deeds(chance, seats, number, "cup"), ("remind",), ("send",)])
        if deed[0] == "fork":  # its secret is drawn afresh
            continue
        found = []
        for name in ("with", "without"):
            monkeypatch.chdir(above / name)
            if name == "without" and FILE.exists():
                os.remove(FILE)
            found.append((do(deed, "cup"), disk()))
        assert found[0] == found[1], (number, deed)
        now += chance.choice([timedelta(0), timedelta(minutes=1), timedelta(hours=3), timedelta(hours=11)])
        monkeypatch.setenv("REFEREE_NOW", now_text(now))
