"""Some thousand random mails, and the words of all stored ones. `python bench mails 50000` handles more."""

import random
from pathlib import Path

import natural_mails as mails
import pytest
from made_mails import LANGUAGES, random_seed
from mail_desk import GAMES, MailDesk, Tally, lost_in
from test_made_mails import shown

SCENES, EACH, RIGHT, DEAD = 3, 100, 0.9, 0.02


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", GAMES)
def test_random_mails_do_what_they_mean_or_nothing(
    title: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    seed, tally = random_seed(), Tally()
    for scene in range(SCENES * (20 if thorough else 1)):
        (tmp_path / str(scene)).mkdir()
        monkeypatch.chdir(tmp_path / str(scene))
        tally.add(MailDesk(title, language, random.Random(f"{seed} {title} {language} {scene}")).outcomes(EACH))
    assert shown(tally.wrong) == [], f"SEED={seed}"
    assert len(tally.dead) <= DEAD * tally.handled, (shown(tally.dead), f"SEED={seed}")
    assert [each.lost for each in tally.lost] == [], (shown(tally.lost), f"SEED={seed}")
    assert tally.right >= RIGHT * tally.plain, (shown(tally.missed), f"SEED={seed}")


@pytest.mark.parametrize("half", ["dev", "held", "fresh", "fresh2", "fresh3", "fresh4", "fresh5"])
def test_no_word_of_a_stored_mail_vanishes(half: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = {}
    for item in mails.items(half):
        if "nothing" in item["wants"]:  # a program wrote it
            continue
        (tmp_path / str(item["id"])).mkdir()
        monkeypatch.chdir(tmp_path / str(item["id"]))
        lost[item["id"]] = lost_in(item)
    assert {id: lines for id, lines in lost.items() if lines} == {}
