"""A mail replays its game once, for its answer and the e-mails that follow; again if another process changed it."""

from typing import Any

import mailing_game as post
import pytest

from referee.app import game_access
from referee.app.game_access import Game, Table
from referee.app.play import record_move
from referee.mail.act import receive_mail
from referee.mail.act.heard_mail import OPEN, RECORDED, Intake


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were replayed."""
    found, opened = list[str](), game_access.open_game

    def noted(table: Table, id: str, **named: Any) -> Game:
        found.append(id)
        return opened(table, id, **named)

    monkeypatch.setattr(game_access, "open_game", noted)
    return found


@pytest.mark.usefixtures("game")
def test_a_mail_replays_its_game_once(replayed: list[str]) -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    replayed.clear()
    assert post.one(raw).became == RECORDED
    assert {each.to for each in post.letters("/2-")} == {post.kept().addresses[each] for each in ("red", "yellow")}
    assert replayed == ["cup"]


@pytest.mark.usefixtures("game")
def test_mails_of_one_run_replay_their_game_once(replayed: list[str]) -> None:
    said = [post.mail(f"say: {number}\n", post.address("red")) for number in range(3)]
    assert [each.became for each in post.receive(*said)] == [RECORDED] * 3
    assert replayed == ["cup"]


@pytest.mark.usefixtures("game")
def test_what_another_process_recorded_meanwhile_is_in_the_e_mails(
    replayed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    send = receive_mail.send_due

    def late(*arguments: object) -> None:
        record_move.record_aside_fields(post.table(), "cup", "talk", {"seat": "red", "say": "Wait for me"})
        send(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(receive_mail, "send_due", late)
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    replayed.clear()
    assert post.one(raw).became == RECORDED
    assert replayed == ["cup"] * 3
    assert "Wait for me" in post.letters("/3-yellow")[0].text


@pytest.mark.usefixtures("game")
def test_of_many_games_the_oldest_are_let_go() -> None:
    table = post.table()
    intake, game = Intake(table, table.settings.needed_mail(), {}, {}), game_access.open_game(table, "cup")
    for number in range(OPEN + 3):
        intake.keep(game._replace(id=f"cup-{number}"))
    assert [*intake.opened] == [f"cup-{number}" for number in range(3, OPEN + 3)]
