"""Orders ahead: what players may order, when it is played, and what the log and the others get to know of it."""

import json
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from cli_runs import NOW, SECRET, disk, run
from ordering import LATER, PASS, cup, cup_now, kinds, look, mover, orders, send, suggested, table, words_to

from referee.app.ahead import order_state, send_orders
from referee.app.ahead.play_orders import moment_due
from referee.app.play import new_game
from referee.app.time.counted_time import utc_text
from referee.app.time.deadlines import turn_of
from referee.store import log
from referee.store.chance import seal, seal_nonce
from referee.words import say

pytestmark = pytest.mark.usefixtures("cup")
__all__ = ["cup"]


def test_every_turn_is_followed_by_a_seal_for_every_seat() -> None:
    suggested()
    suggested()
    assert kinds() == ["deal", "move", "orders", "move", "orders"]
    assert list(log.read_log("games/cup").entry(3)["seals"]) == ["yellow", "red"]


def test_an_order_is_played_when_its_moment_has_come_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS})
    suggested()
    turn = turn_of(cup_now())
    assert turn
    due = moment_due(table(), cup_now(), turn)
    before = Path("games/cup/log.yaml").read_bytes()
    assert "ordered" not in look(utc_text(due - timedelta(seconds=1)), monkeypatch)
    assert Path("games/cup/log.yaml").read_bytes() == before
    assert "The orders of Bruno (red) were played." in look(utc_text(due), monkeypatch)
    assert Path("games/cup/log.yaml").read_bytes().startswith(before)
    played = log.read_log("games/cup").entry(4)
    assert (played["kind"], played["seat"], played["at"]) == ("move", "red", utc_text(due))
    assert "Your orders were played, as entry 4." in words_to("red")
    assert look(LATER, monkeypatch).count("ordered") == 0


def test_an_ordered_move_is_the_entry_that_the_same_move_by_hand_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS})
    suggested()
    look(LATER, monkeypatch)
    ordered = log.read_log("games/cup")
    plan = new_game.plan("magna-grecia", "cap", ["yellow=Anna", "red=Bruno"], ["rounds=8"], "bruttium", orders=True)
    assert plan
    own = {key: value for key, value in ordered.entry(4).items() if key not in ("prev", "at")}
    assert set(own) == {"entry", "kind", "seat", "actions", "state"} | ({"shown"} & set(own))


def test_the_first_move_whose_conditions_hold_and_that_is_legal_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    send(
        {"if": "yellow built in I12", "move": {}},
        {"unless": "it is round 1", "move": {}},
        {"move": {"actions": [{"road": "I12 n-s"}]}},
        {"if": ["my score is at least 1", "it is round 1"], "move": PASS},
    )
    suggested()
    look(LATER, monkeypatch)
    assert log.read_log("games/cup").entry(4)["actions"] == [{"resupply": {"road": "2", "city": "0"}}]


def test_a_failure_is_for_its_owner_alone_and_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"if": "my score is at least 900", "move": PASS})
    suggested()
    before = Path("games/cup/log.yaml").read_bytes()
    look(LATER, monkeypatch)
    look("2026-11-26T19:00:00Z", monkeypatch)
    assert Path("games/cup/log.yaml").read_bytes() == before
    assert words_to("red").count("could not be played") == 1
    assert "This isn't true: my score is at least 900." in words_to("red")
    assert words_to("yellow") == ""


def test_what_has_happened_stops_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS}, stop=[f"anybody built in {each}" for each in ("M8", "M9", "L8", "L9", "D5")])
    suggested()
    look(LATER, monkeypatch)
    assert mover() == "red"
    assert "stops your orders" in words_to("red")


def test_orders_for_two_turns_are_played_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS}, {"turn": 2, "move": {}})
    suggested()
    look("2026-11-21T19:00:00Z", monkeypatch)
    monkeypatch.setenv("REFEREE_NOW", "2026-11-21T20:00:00Z")
    while mover() == "yellow":
        suggested()
    assert mover() == "red"
    look("2026-11-23T19:00:00Z", monkeypatch)
    assert [each["seat"] for each in log.read_log("games/cup").entries if each["kind"] == "move"].count("red") == 2
    assert send_orders.show_orders(table(), "cup", "red").orders is None


def test_a_move_by_hand_cancels_what_was_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS}, {"turn": 2, "move": {}})
    suggested()
    suggested()
    assert send_orders.show_orders(table(), "cup", "red").orders is None
    before = Path("games/cup/log.yaml").read_bytes()
    look(LATER, monkeypatch)
    assert Path("games/cup/log.yaml").read_bytes() == before


def test_newer_orders_replace_older_ones_and_can_be_cancelled() -> None:
    assert "resupply" in send({"move": PASS})
    assert "a pass" in send({"move": {}})
    assert json.loads(run("orders", "cup", "--seat", "red", "--json").out)["orders"] == ["Turn 1: a pass."]
    assert run("orders", "cup", "--seat", "red", "--cancel").out == "red has no orders in cup.\n"
    assert run("orders", "cup", "--seat", "red").out == "red has no orders in cup.\n"
    assert run("orders", "cup", "-", stdin=b"game: cup\nseat: red\norders: none\n").code == 0


def test_a_dry_run_and_a_question_leave_no_trace() -> None:
    before = disk()
    ran = run("orders", "cup", "-", "--dry-run", stdin=orders({"move": PASS}))
    assert (ran.code, ran.out) == (0, "Turn 1: resupply 2 0.\n")
    run("orders", "cup", "--seat", "red")
    assert disk() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (orders({"move": PASS}, seat="yellow"), "It is your turn now, so send a move and no orders."),
        (orders({"move": PASS}, seat="blue"), "There is no seat blue"),
        (orders({"if": "it rains", "move": PASS}), "I can't read the condition `it rains`."),
        (orders({"if": "nobody built in Z99", "move": PASS}), "There is no place Z99 on this board."),
        (orders({"if": "Walter built in I12", "move": PASS}), "There is no player called Walter in this game."),
        (orders({"move": {"actions": [{"road": "Z99 n-s"}]}}), "Z99"),
        (orders({"move": {"seat": "red"}}), "belongs above `orders:`"),
        (orders({"move": PASS}, {"turn": 3, "move": {}}), "Turn 3 can't follow turn 1 here."),
        (orders({"move": PASS, "when": "now"}), "when"),
        (orders(), "orders"),
        (orders(*[{"if": ["my score is at least 1"] * 9, "move": PASS}] * 6), "have 54 conditions. The limit is 50."),
        (b"game: cup\nseat: red\norders: [", "["),
        (orders(*[{"if": "my score is at least 1" * 4, "move": PASS}] * 31), "the limit is 30"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(text: bytes, says: str) -> None:
    before = disk()
    ran = run("orders", "cup", "-", stdin=text)
    assert ran.code in (2, 65), ran.out + ran.err
    assert says in ran.err, ran.err
    assert disk() == before


def test_a_game_without_orders_in_its_header_takes_none() -> None:
    plan = new_game.plan("magna-grecia", "old", ["yellow=Anna", "red=Bruno"], [], "bruttium")
    new_game.new(table(), plan, secret=SECRET)
    text = orders({"move": PASS}).replace(b"game: cup", b"game: old")
    assert "Orders ahead aren't possible in this game." in run("orders", "old", "-", stdin=text).err
    assert b"orders" not in Path("games/old/log.yaml").read_bytes()


def test_a_practice_game_cannot_seal_anything() -> None:
    ran = run(
        "new", "magna-grecia", "--id", "try", "--player", "red=A", "--player", "brown=B", "--practice", "--orders"
    )
    assert ran.code == 2
    assert "can't seal orders" in ran.err


def test_a_seal_is_the_hash_that_the_reference_describes() -> None:
    suggested()
    entry = log.read_log("games/cup").entry(3)
    assert entry["seals"]["red"] == seal(seal_nonce(SECRET, "cup", 3, "red"), "")


def no_disk(*_: object) -> None:
    raise log.NotRecorded(say("The disk is full."))


def test_a_turn_and_its_seals_are_recorded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    send({"move": PASS})
    with monkeypatch.context() as patch:
        patch.setattr(order_state, "write_orders", no_disk)
        assert run("submit", "-", stdin=run("suggest", "cup").out.encode()).code == 73
    assert kinds() == ["deal"]
    suggested()
    assert kinds() == ["deal", "move", "orders"]


def test_seals_that_a_log_of_an_earlier_version_lacks_are_put_by_the_next_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send({"move": PASS})
    with monkeypatch.context() as patch:
        patch.setattr(order_state, "with_seals", lambda table, game: game)
        suggested()
    assert kinds() == ["deal", "move"]
    look(NOW, monkeypatch)
    assert kinds() == ["deal", "move", "orders"]
    look(NOW, monkeypatch)
    assert kinds() == ["deal", "move", "orders"]
    look(LATER, monkeypatch)
    assert kinds() == ["deal", "move", "orders", "move", "orders"]


@pytest.mark.parametrize("failing", range(1, 6))
def test_a_crash_while_an_order_is_played_neither_loses_nor_doubles_it(
    failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    send({"move": PASS}, {"turn": 2, "move": {}})
    suggested()
    calls = [0]
    write = order_state.write_orders

    def fail(*arguments: object) -> None:
        calls[0] += 1
        if calls[0] == failing:
            raise KeyboardInterrupt
        write(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(order_state, "write_orders", fail)
        with suppress(KeyboardInterrupt):
            look(LATER, patch)
    monkeypatch.setenv("REFEREE_NOW", NOW)
    look(LATER, monkeypatch)
    look(LATER, monkeypatch)
    assert kinds() == ["deal", "move", "orders", "move", "orders"]
    kept = order_state.read_orders(table().settings, "cup")
    assert (kept.sealed[-1].made, kept.seats["red"].begun) == ((4,), ())
    assert words_to("red").count("were played") == 1


def test_a_new_player_does_not_inherit_orders() -> None:
    send({"move": PASS})
    assert run("player", "cup", "red", "--name", "Eva").code == 0
    assert send_orders.show_orders(table(), "cup", "red").orders is None


def test_to_go_back_to_a_seal_is_to_go_back_to_what_was_sealed() -> None:
    suggested()
    suggested()
    assert kinds()[2:] == ["orders", "move", "orders"]
    assert run("undo", "cup", "--to", "3", "--reseal", "--why", "a slip").code == 0
    assert next(each["back"] for each in log.read_log("games/cup").entries if each["kind"] == "undo") == "2"
    assert mover() == "red"
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize("text", ["", "{}", '{"turns": [[{}]], "stop": []}'])
def test_orders_whose_text_means_nothing_are_the_trouble_of_their_game(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    send({"move": PASS})
    path = Path("private/cup/orders.json")
    kept = json.loads(path.read_text())
    kept["seats"]["red"]["text"] = text
    path.write_text(json.dumps(kept))
    monkeypatch.setenv("REFEREE_NOW", LATER)
    ran = run("remind")
    assert "orders.json doesn't hold the orders ahead of cup, or it was changed. Restore a copy." in ran.err


def test_orders_go_with_a_new_name_and_end_with_another_player() -> None:
    send({"move": PASS})
    assert run("player", "cup", "red", "--name", "Bruno B.", "--same-address").code == 0
    assert send_orders.show_orders(table(), "cup", "red").orders is not None
    told = run("player", "cup", "red", "--name", "Eva").err
    assert "The orders ahead of Bruno B. are cancelled." in told
    assert send_orders.show_orders(table(), "cup", "red").orders is None
    assert "orders ahead" not in run("player", "cup", "red", "--name", "Fritz").err
