"""Nobody gets a free look: what was revealed counts, whatever follows it in the same move, in every title."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from toy_title import CARDS, TOY, Act

from referee import titles
from referee.app.errors import Illegal
from referee.app.game_access import Game, Table, open_game
from referee.app.play import submit_move
from referee.app.play.entries import commit, create_game
from referee.app.play.new_game import GamePlan, first_documents
from referee.app.play.record_move import MOVE
from referee.reading import Source, schemas
from referee.rules.ruling import Accepted, Rejected, Veiled, judge, refuse_chance
from referee.settings import Settings
from referee.store.chance import Secrets

TOP = "green"
LOOK = {"turn": ""}


def fate(pile: str, index: int, items: Sequence[str] = ()) -> str:
    return TOP


def test_the_toy_never_asks_for_an_entry_of_its_own() -> None:
    assert not TOY.play.is_part_over((Act("turn", TOP),))


@pytest.mark.parametrize("card", CARDS)
def test_a_step_that_reveals_something_is_the_last_whatever_follows_it(card: str) -> None:
    move = {"seat": "red", "actions": [LOOK, {"guess": card}]}
    ruling = judge(TOY.play, (), move, fate)
    assert isinstance(ruling, Accepted), "a wrong guess would have had a free look"
    assert ruling.events == (Act("turn", TOP),), "what is behind it is judged when it is recorded, not before"
    assert ruling.rest == {"seat": "red", "actions": [{"guess": card}]}
    guessed = judge(TOY.play, ruling.position, ruling.rest, refuse_chance, whole=False)
    assert isinstance(guessed, Accepted if card == TOP else Rejected)


def test_a_dry_run_says_the_same_of_a_right_and_of_a_wrong_guess() -> None:
    for card in CARDS:
        with pytest.raises(Veiled):
            judge(TOY.play, (), {"seat": "red", "actions": [LOOK, {"guess": card}]}, refuse_chance)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Game]:
    """A game of the toy that is dealt, on disk."""
    monkeypatch.setattr(titles, "book", lambda id: TOY)
    (tmp_path / "toy.move.schema.json").write_text(json.dumps({"type": "object"}))
    monkeypatch.setitem(schemas.TITLE_FOLDERS, "toy", str(tmp_path))
    table = Table(
        Settings(str(tmp_path / "games"), str(tmp_path / "private"), str(tmp_path / "reports")), "2026-11-20T19:00:00Z"
    )
    plan = GamePlan(TOY, "cup", {"red": "Bruno", "yellow": "Anna"}, {}, None, None, None, "none")
    header = {"format": "referee-log/1", "game": "cup", "title": "toy", "edition": 1, "options": {}}
    header |= {"seats": plan.seats, "nonces": "none"}
    secrets = Secrets(bytes(range(32)))
    monkeypatch.setattr("referee.app.game_access.secrets_of", lambda table, id: secrets)
    return table, create_game(table, "cup", first_documents(plan, header, {}, table, secrets.first), secrets)


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_the_card_that_was_looked_at_is_on_disk_though_the_guess_was_wrong(
    game: tuple[Table, Game], number: int
) -> None:
    table, dealt = game
    move = {"seat": "red", "actions": [LOOK, {"guess": CARDS[number]}]}
    after, stopped = submit_move.carried_out(table, dealt, Source("move", "", move, {}, {}), MOVE, move)
    (shown,) = [entry["shown"]["deck/0"] for entry in after.log.entries if "shown" in entry]
    right = shown == CARDS[number]
    assert isinstance(stopped, type(None) if right else Illegal)
    assert [entry.get("actions") for entry in after.log.entries] == [
        None,
        [{"turn": ""}],
        *([[{"guess": shown}]] if right else []),
    ]
    commit(table, after)
    assert open_game(table, "cup").position == after.position
