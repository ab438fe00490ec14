"""A question, a choice, a denial, a condition, a doubt or another time beside or inside a move: nothing is recorded."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import natural_mails as mails
import pytest
import yaml
from doubtful_mails import LANGUAGES, Action, Doubtful, Writer

from referee.app.look.game_views import lawful, written_parts
from referee.app.mail.generous_moves import MoveReader
from referee.app.mail.heard_mail import Hearing, MailSender

GAMES = {
    "magna-grecia": ("games/bruttium-2/log.yaml", (2, 4, 5, 6, 7, 11)),
    "attika": ("games/rhombus-2/log.yaml", (2, 4, 32)),
}
"""Title → a sample game, and entries that are answered."""


def desk_of(title: str, before: int, language: str) -> mails.Desk:
    """A folder with the game just before an entry, where the seat of that entry writes."""
    path = GAMES[title][0]
    seat = yaml.safe_load(mails.documents(path)[before])["seat"]
    body = {"text": ""}
    return mails.Desk({"game": path, "before": before, "seat": seat, "language": language, "mail": body})


def pairs_of(desk: mails.Desk, chance: random.Random) -> Iterator[tuple[Action, Action]]:
    """Random pairs of actions that may be played one after the other now."""
    game = desk.game()
    reader = MoveReader(Hearing(desk.table, game, MailSender(desk.id, desk.seat, game.log.last)), desk.item["language"])
    found = [part for single in islice(lawful(game), 300) for part in written_parts(game.book.id, single.move)]
    lines = list(dict.fromkeys(line.replace('"', "") for name, line in found if name == "actions" and "{" not in line))
    while True:
        one, two = chance.choice(lines), chance.choice(lines)
        body = f"game: {desk.id}\nafter: {game.log.last}\nseat: {desk.seat}\nactions:\n"
        if ": " in one and ": " in two and reader.is_accepted(f"{body}  - {one}\n  - {two}\n"):
            (a, b), (c, d) = one.split(": ", 1), two.split(": ", 1)
            yield (a, b), (c, d)


def head_of(desk: mails.Desk) -> str:
    return f"game: {desk.id}\nafter: {desk.game().log.last}\nseat: {desk.seat}"


def written_in(desk: mails.Desk, seed: int) -> Iterator[Doubtful]:
    """Random mails of a seat."""
    chance = random.Random(seed)
    for pair in pairs_of(desk, chance):
        yield from Writer(chance.randrange(2**32), desk.item["language"], head_of(desk), pair).mails()


def handled(desk: mails.Desk, text: str) -> mails.Watched:
    desk.item["mail"]["text"] = text
    return mails.handle(desk, desk.mail())


def is_changed(desk: mails.Desk, before: bytes) -> bool:
    return Path(f"games/{desk.id}/log.yaml").read_bytes() != before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", GAMES)
def test_words_that_were_not_read_beside_or_inside_a_move_ask_back(
    title: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    number = int(os.environ.get("DOUBTFUL", "2000" if thorough else "10"))
    seed = int(os.environ.get("SEED", "0")) or (1 if "CI" in os.environ else random.SystemRandom().randrange(2**32))
    chance = random.Random(f"{seed} {title} {language}")
    monkeypatch.chdir(tmp_path)
    Path("referee.toml").write_text(mails.TOML)
    desk = desk_of(title, chance.choice(GAMES[title][1]), language)
    before = Path(f"games/{desk.id}/log.yaml").read_bytes()
    every = written_in(desk, chance.randrange(2**32))
    wrong, dead, asked = list[str](), list[str](), Counter[bool]()
    for each in islice((one for one in every if number > 1000 or chance.random() < 0.2), number):
        seen = handled(desk, each.text)
        asked[any(answer.readings for answer in seen.answers)] += 1
        if not any(answer.opening or answer.refused for answer in seen.answers):
            dead.append(each.text)
        if is_changed(desk, before):
            wrong.append(f"{each.family}, {each.place}: {each.text!r}")
            Path(f"games/{desk.id}/log.yaml").write_bytes(before)
    assert wrong == [], f"SEED={seed}"
    assert dead == [], f"SEED={seed}"
    assert asked[True], "some answers offer a block"
    controls = [Writer(n, language, "", next(pairs_of(desk, chance))).control() for n in range(6)]
    assert sum(recorded(desk, text, before) for text in controls) >= 5, (controls, f"SEED={seed}")


def recorded(desk: mails.Desk, text: str, before: bytes) -> bool:
    """Whether a plain statement is recorded; then it is taken away again."""
    handled(desk, text)
    done = is_changed(desk, before)
    Path(f"games/{desk.id}/log.yaml").write_bytes(before)
    return done


@pytest.mark.parametrize("said", ["Plus de,", "plus d'", "à la place"])
def test_a_denial_of_two_words_behind_a_value_is_not_read(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("referee.toml").write_text(mails.TOML)
    desk = desk_of("magna-grecia", 2, "fr")
    game = desk.game()
    reader = MoveReader(Hearing(desk.table, game, MailSender(desk.id, desk.seat, game.log.last)), "fr")
    assert reader.read(["road: E10 n-s"]).parts
    assert reader.read([f"road: E10 n-s {said}"]).parts == ()
