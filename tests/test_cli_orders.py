"""Orders in a game with hidden hands: recorded part by part, sent again, refused before anything is shown."""

import shutil
from pathlib import Path

import pytest
from cli_runs import disk, run
from hidden_games import FIRST, ORDER, SECOND, actions_in, begin, begin_in, kept, move, mover


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_in(tmp_path, monkeypatch)


def test_an_order_is_recorded_part_by_part() -> None:
    """A draw is an entry before it is shown; what happens to it is the next entry."""
    ran = run("submit", "-", stdin=move(*ORDER))
    assert "Recorded as entries 2 to 5 of cup" in ran.err
    kinds = [[next(iter(action)) for action in actions_in(entry)] for entry in kept().entries[1:]]
    assert kinds == [["draw"], ["store"], ["draw"], ["store"]]
    assert [bool(entry.get("shown")) for entry in kept().entries[1:]] == [True, False, True, False]


@pytest.mark.parametrize(
    "sent",
    [
        [("draw: 1",), ("store", SECOND)],
        [(FIRST,), (SECOND,)],
        [(FIRST, "draw: 2"), ("store",)],
        [("draw: 1",), ("store", "draw: 2"), ("store",)],
        [("draw: 1",), ("store",), ("draw: 2",), ("store",)],
    ],
)
def test_cut_behind_any_action_an_order_gives_the_same_entries(sent: list[tuple[str, ...]]) -> None:
    run("submit", "-", stdin=move(*ORDER))
    whole = kept().raw
    begin_again()
    for part in sent:
        assert run("submit", "-", stdin=move(*part)).code == 0
    assert kept().raw == whole


def begin_again() -> None:
    for folder in ("games", "private", "reports"):
        shutil.rmtree(folder)
    begin()


def test_the_same_order_again_is_recorded_once() -> None:
    text = move(*ORDER)
    first = run("submit", "-", stdin=text)
    before = disk("games")
    again = run("submit", "-", stdin=text)
    assert (first.code, again.code, disk("games")) == (0, 0, before)
    assert "Already recorded as entries 2 to 5 of cup" in again.err


def actions() -> list[dict[str, str]]:
    return [action for entry in kept().entries[1:] for action in actions_in(entry)]


@pytest.mark.parametrize("sent", [1, 2, 3])
def test_an_order_sent_whole_after_a_part_of_it_continues(sent: int) -> None:
    """Wherever it was cut: here `draw 1, store` is a cut at a step that shows nothing."""
    lines = ["draw: 1", "store", "draw: 2", "store"]
    whole, part = move(*lines), move(*lines[:sent])
    run("submit", "-", stdin=whole)
    expected = [actions(), kept().entries[-1]["state"]]
    begin_again()
    assert run("submit", "-", stdin=part).code == 0
    ran = run("submit", "-", stdin=whole)
    assert (ran.code, [actions(), kept().entries[-1]["state"]]) == (0, expected), ran.err
    again = run("submit", "-", stdin=whole)
    assert (again.code, actions()) == (0, expected[0])
    assert "Already recorded" in again.err


def test_problems_in_the_rest_of_an_order_that_is_sent_whole_again_are_reported() -> None:
    """It was recorded as far as it had been sent: no other move was made."""
    wrong = "draw: {stack: 2, then: [{if: towr, build: 1}]}"
    part, whole, another = move("draw: 1", "store"), move("draw: 1", "store", wrong), move("draw: 2", "store", wrong)
    assert run("submit", "-", stdin=part).code == 0
    before = disk("games")
    for command in ("submit", "check"):
        ran = run(command, "-", stdin=whole)
        assert (ran.code, disk("games")) == (65, before)
        assert "AT-10.9: There is no building towr." in ran.out + ran.err
        answer = run(command, "-", stdin=another)
        assert "is a different move" in answer.out + answer.err


def test_a_part_sent_again_with_orders_for_the_rest_continues() -> None:
    """`store, draw 2` is one entry; with an order behind `store` it would have been two."""
    part, other = move("draw: 1", "store", "draw: 2"), move("draw: 1", "store: {then: [{else: {draw: 3}}]}")
    whole = move("draw: 1", "store: {then: [{else: {draw: {stack: 2, then: [{else: store}]}}}]}")
    assert run("submit", "-", stdin=part).code == 0
    before = actions()
    assert "is a different move" in run("submit", "-", stdin=other).err
    ran = run("submit", "-", stdin=whole)
    assert (ran.code, actions()[:-1]) == (0, before), ran.err
    assert "store" in actions()[-1]
    assert "Already recorded" in run("submit", "-", stdin=whole).err
    assert "is a different move" in run("submit", "-", stdin=other).err


def test_an_order_that_begins_differently_from_the_record_is_another_move() -> None:
    other = move("draw: 2", "store", "draw: 1")
    assert run("submit", "-", stdin=move("draw: 1", "store")).code == 0
    ran = run("submit", "-", stdin=other)
    assert ran.code != 0
    assert "is a different move" in ran.err


@pytest.mark.parametrize("before", ["", "say: hello\n", "say: good day\n"])
def test_the_words_of_a_move_are_recorded_once_when_it_is_sent_again_and_continues(before: str) -> None:
    whole, part = move("draw: 1", "store", "draw: 2") + b"say: hello\n", move("draw: 1", "store") + before.encode()
    run("submit", "-", stdin=part)
    assert run("submit", "-", stdin=whole).code == 0
    assert [entry.get("say") for entry in kept().entries[1:]].count("hello") == 1


def test_a_part_that_cannot_be_carried_out_stops_the_order_and_leaves_the_turn_open() -> None:
    seat = mover()
    text = move("draw: 1", "build: oracle at 4")  # which may be drawn, and is not
    assert run("check", "-", stdin=text).code == 0
    ran = run("submit", "-", stdin=text)
    assert ran.code == 0
    assert "Recorded as entry 2 of cup" in ran.err
    assert "The rest of the move was not played:" in ran.err
    assert mover() == seat
    assert "Build or store" in run("show", "cup", "--seat", seat).out


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (("draw: main", "draw: 1"), ["AT-3.2: You must build or store what you drew"]),
        (
            ("draw: main", "store: pyramid"),
            ["AT-3.2: There is no building pyramid", "always the building you just drew"],
        ),
        (("draw: main", "store: true"), ["AT-3.2: There is no building true", "always the building you just drew"]),
        (("draw: main", "store: capitol"), ["Did you mean capital?"]),
        (("draw: main", "build: palace at 4"), ["AT-3.2: There is no building palace"]),
        (("draw: main", "build: tower at 4"), ["AT-2.2: The tower isn't a main building"]),
        (("draw: 2", "store: {building: well}"), ["AT-2.2: The well is a main building"]),
        (
            ("draw: {stack: 1, then: [{if: road, build: oracle at 4}, {else: [store: palace, draw: 2]}]}",),
            ["You drew the road, not the oracle", "There is no building palace"],
        ),
        (("draw: 1", "build: 99"), ["AT-4.1: There is no hex 99"]),
        (("draw: 1", "build: s1"), ["AT-4.1: s1 is a shrine"]),
        (("draw: 1", "store", "store"), ["AT-3.2: There is no drawn building to store"]),
        (("draw: 1", "store", "build: tower at 4"), ["AT-3.1", "only a building that was just drawn can be built"]),
        (("draw: 1", "store", "draw: 2", "tile: from 1 n n n"), ["AT-3.2: You must build or store what you drew"]),
    ],
)
def test_actions_impossible_after_any_draw_are_refused_before_the_draw(
    actions: tuple[str, ...], said: list[str]
) -> None:
    before = disk("games")
    for command in ("check", "submit"):
        ran = run(command, "-", stdin=move(*actions))
        assert (ran.code, disk("games")) == (65, before)
        assert [words for words in said if words not in ran.out + ran.err] == []


def test_the_end_of_the_turn_right_behind_a_draw_is_refused_before_it() -> None:
    before = disk("games")
    for command in ("check", "submit"):
        ran = run(command, "-", stdin=move("draw: 1", end=True))
        assert (ran.code, disk("games")) == (65, before)
        assert "AT-3.2: You must build or store what you drew" in ran.out + ran.err


def test_a_building_that_was_drawn_before_is_in_no_stack_any_more() -> None:
    """The village is on the storage board from the deal on; so is one of the two towers."""
    before = disk("games")
    ran = run("check", "-", stdin=move("draw: 1", "store: village"))
    assert (ran.code, disk("games")) == (65, before)
    assert "AT-3.2: The stacks of athens have no more of this building: village." in ran.out + ran.err
    assert run("check", "-", stdin=move("draw: 1", "store: tower")).code == 0
    assert run("check", "-", stdin=move("draw: {stack: 1, then: [{if: village, store: village}]}")).code == 0


def test_steps_of_a_left_over_order_before_an_illegal_one_count() -> None:
    text = move("draw: 1", "store", "draw: 2", "store", "draw: 3")
    ran = run("submit", "-", stdin=text)
    assert "Recorded as entries 2 to 5 of cup" in ran.err
    assert "AT-3." in ran.err.split("was not played:")[1]
    assert [next(iter(action)) for entry in kept().entries[1:] for action in actions_in(entry)] == [
        *("draw", "store", "draw", "store"),
    ]
    again = run("submit", "-", stdin=text)
    assert (again.code, kept().last) == (0, 5)
    stopped = ran.err.split("was not played:")[1].split("Page:")[0]
    assert again.err.split("was not played:")[1].split("Page:")[0] == stopped
    checked = run("check", "-", stdin=text)
    assert (checked.code, checked.err.split("was not played:")[1]) == (0, stopped)


def test_a_dry_run_shows_nothing_that_is_hidden() -> None:
    before = disk()
    for command in (("submit", "-", "--dry-run"), ("check", "-")):
        ran = run(*command, stdin=move(*ORDER))
        assert ran.code == 0
        assert "draws" not in ran.out + ran.err
    assert disk() == before


def test_a_dry_run_of_an_order_shows_all_of_it() -> None:
    """Here the first part reveals nothing, and orders follow it."""
    run("submit", "-", stdin=move("draw: 1"))
    ran = run("check", "-", stdin=move("store: {then: [{else: {draw: 2}}]}"))
    assert "is legal: store with orders." in ran.out + ran.err


def test_a_dry_run_of_a_partly_recorded_order_shows_the_rest() -> None:
    part, more, whole = move(FIRST), move(FIRST, "draw: 2"), move(FIRST, SECOND, end=True)
    run("submit", "-", stdin=part)
    assert "is legal: draw 2 with orders, end." in run("check", "-", stdin=whole).out
    run("submit", "-", stdin=more)
    assert "is legal: store ship." in run("check", "-", stdin=whole).out


def test_who_sends_an_order_again_after_another_move_reads_how_far_it_went() -> None:
    part, whole = move(FIRST), move(*ORDER)
    run("submit", "-", stdin=part)
    assert run("missed", "cup", mover()).code == 0
    ran = run("submit", "-", stdin=whole)
    assert ran.code == 65
    assert "This is recorded up to entry 3, but since then there were more entries: 4 (" in ran.err
    assert "It isn't the turn of" in ran.err
