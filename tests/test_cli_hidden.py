"""A game with hidden hands from the command line: who gets which page, orders in parts, and a secret nobody is told."""

import base64
import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from cli_runs import SECRET, Ran, disk, play, run, suggestion

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Entry

NOW = "2026-11-20T19:00:00Z"
PLAYERS = ["athens=Anna", "sparta=Chiara"]


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("REFEREE_TRACEBACK", "")  # a test sets it by a flag; this takes it back
    begin()


def begin(id: str = "cup") -> None:
    plan = new_game.plan("attika", id, PLAYERS, [], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def mover() -> str:
    seat: str = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    return seat


def other(seat: str) -> str:
    return "sparta" if seat == "athens" else "athens"


def move(*actions: str, end: bool = False) -> bytes:
    lines = ["game: cup", f"after: {log.read_log('games/cup').last}", f"seat: {mover()}"]
    lines += ["actions:", *[f"  - {each}" for each in actions]] if actions else []
    return "\n".join([*lines, *(["end: true"] if end else []), ""]).encode()


def hands(ran: Ran) -> list[str]:
    """The seats whose cards a view shows."""
    tables = [each for each in json.loads(ran.out)["sections"] if each["id"] == "hands"]
    return [row["seat"] for table in tables for row in table["rows"]]


def test_the_log_tells_what_a_draw_showed() -> None:
    assert run("submit", "-", stdin=move("draw: 1", "store")).code == 0
    drawn, stored = run("log", "cup").out.splitlines()[-2:]
    building = stored.rpartition(" ")[2]
    assert drawn.endswith(f" draw 1 → {building}")
    entries = json.loads(run("log", "cup", "--json").out)["entries"]
    assert [each["shown"] for each in entries[-2:]] == [building, ""]


def test_everybody_a_seat_and_the_moderator_see_their_own() -> None:
    assert hands(run("show", "cup", "--json")) == []
    assert hands(run("show", "cup", "--seat", "athens", "--json")) == ["athens"]
    assert sorted(hands(run("show", "cup", "--moderator", "--json"))) == ["athens", "sparta"]
    assert "as the moderator may see it" in " ".join(run("show", "cup", "--moderator").out.split())
    assert run("show", "cup", "--moderator", "--seat", "athens").code == 2
    for form in ("text", "html", "svg", "png", "json", "bbcode", "markdown"):
        ran = run("show", "cup", "--seat", "*", "--format", form)
        assert (ran.code, ran.out) == (2, ""), form


def test_pages_of_a_seat_lie_among_what_is_private() -> None:
    seat = mover()
    ran = run("submit", "-", stdin=move(end=True))
    assert ran.code == 0, ran.err
    assert "Report: reports/cup/2.html" in ran.err
    for each in (seat, other(seat)):
        path = f"private/cup/2-{each}.html"
        assert f"For {each} alone: {path}" in ran.err
        shown, kept = run("show", "cup", "--seat", each, "--format", "html").out, Path(path).read_text(encoding="utf-8")
        assert "<script" not in kept
        assert kept == shown if each == seat else "<script" in shown  # who is to move can compose a move
        assert mode(path) == 0o600
    assert mode("private/cup") == 0o700
    assert mode("reports/cup/2.html") & 0o444
    assert "Cards in hand" not in Path("reports/cup/2.html").read_text(encoding="utf-8")


def mode(path: str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_a_page_with_a_hand_is_for_its_owner_alone_from_its_first_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    before, modes = os.write, set[int]()

    def seen(file: int, raw: bytes) -> int:
        if b"Cards in hand" in bytes(raw):
            modes.add(stat.S_IMODE(os.fstat(file).st_mode))
        return before(file, raw)

    monkeypatch.setattr(os, "write", seen)
    assert run("submit", "-", stdin=move(end=True)).code == 0
    for words in (
        ["show", "cup", "--seat", "athens"],
        ["show", "cup", "--moderator"],
        ["replay", "cup", "--moderator"],
    ):
        assert run(*words, "--out", "own").code == 0
        assert mode("own") == 0o600
    assert run("show", "cup", "--out", "public").code == 0
    assert mode("public") & 0o044
    assert modes == {0o600}


def test_a_page_is_not_written_over_a_pipe_or_a_device() -> None:
    os.mkfifo("pipe")
    ran = run("show", "cup", "--out", "pipe")
    assert (ran.code, ran.err) == (73, "pipe is not a plain file. For standard output write - instead.\n")
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_at_the_deal_every_seat_has_its_page() -> None:
    ran = run("new", "attika", "--id", "other", *(part for each in PLAYERS for part in ("--player", each)))
    assert ran.code == 0
    assert sorted(os.listdir("private/other")) == ["1-athens.html", "1-sparta.html"]


def test_what_is_legal_may_be_asked_about_in_the_same_words() -> None:
    lines = run("legal", "cup").out.replace("\n  ", " ").splitlines()
    assert lines[-1] == "end: end"
    for line in lines:
        kind, _, actions = line.partition(": ")
        for action in actions.split(", ")[:3]:
            assert run("why", "cup", action).code == 0, (kind, action)


def test_an_action_may_be_asked_about_as_a_move_file_has_it() -> None:
    assert run("why", "cup", "draw: {stack: 2, then: [{else: store}]}").code == 0
    in_braces, in_a_line = run("why", "cup", "build: {building: road, at: 1}"), run("why", "cup", "build road at 1")
    assert "AT-" in in_braces.out
    assert in_braces.code == in_a_line.code != 0
    assert in_braces.out.splitlines()[0] == in_a_line.out.splitlines()[0]
    assert "is not an action of Attika" in run("why", "cup", "build: {on: 1}").out
    assert "is not an action of Attika" in run("why", "cup", "build: {").out


def test_json_names_the_pages_of_seats() -> None:
    answer = json.loads(run("submit", "-", "--json", stdin=move(end=True)).out)
    assert answer["own"] == {each: f"private/cup/2-{each}.html" for each in ("athens", "sparta")}


def test_no_pages_of_seats_where_all_hands_are_open() -> None:
    plan = new_game.plan("attika", "open", PLAYERS, ["hands=open"], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)
    answer = json.loads(run("submit", "-", "--json", stdin=suggestion("open")).out)
    assert answer["own"] == {}


FIRST = "draw: {stack: 1, then: [{if: [road], store: road}, {else: store}]}"
SECOND = "draw: {stack: 2, then: [{else: store}]}"
ORDER = (FIRST, SECOND)


def kept() -> log.Log:
    return log.read_log("games/cup")


def test_an_order_is_recorded_part_by_part() -> None:
    """What is drawn is an entry before it is shown; what becomes of it is the next one."""
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


def actions_in(entry: Entry) -> list[dict[str, str]]:
    return cast(list[dict[str, str]], entry["actions"])


def actions() -> list[dict[str, str]]:
    return [action for entry in kept().entries[1:] for action in actions_in(entry)]


@pytest.mark.parametrize("sent", [1, 2, 3])
def test_an_order_sent_whole_after_a_part_of_it_goes_on(sent: int) -> None:
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


def test_what_is_wrong_in_the_rest_of_an_order_that_is_sent_whole_again_is_told() -> None:
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
        assert "it is another move" in answer.out + answer.err


def test_a_part_sent_again_with_orders_for_what_follows_goes_on() -> None:
    """`store, draw 2` is one entry; with an order behind `store` it would have been two."""
    part, other = move("draw: 1", "store", "draw: 2"), move("draw: 1", "store: {then: [{else: {draw: 3}}]}")
    whole = move("draw: 1", "store: {then: [{else: {draw: {stack: 2, then: [{else: store}]}}}]}")
    assert run("submit", "-", stdin=part).code == 0
    before = actions()
    assert "it is another move" in run("submit", "-", stdin=other).err
    ran = run("submit", "-", stdin=whole)
    assert (ran.code, actions()[:-1]) == (0, before), ran.err
    assert "store" in actions()[-1]
    assert "Already recorded" in run("submit", "-", stdin=whole).err
    assert "it is another move" in run("submit", "-", stdin=other).err


def test_an_order_that_begins_otherwise_than_what_is_recorded_is_another_move() -> None:
    other = move("draw: 2", "store", "draw: 1")
    assert run("submit", "-", stdin=move("draw: 1", "store")).code == 0
    ran = run("submit", "-", stdin=other)
    assert ran.code != 0
    assert "it is another move" in ran.err


@pytest.mark.parametrize("before", ["", "say: hello\n", "say: good day\n"])
def test_what_a_move_says_is_told_once_when_it_is_sent_again_and_goes_on(before: str) -> None:
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
    assert "The rest of the move was not carried out:" in ran.err
    assert mover() == seat
    assert "Build or store the" in run("show", "cup", "--seat", seat).out


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (("draw: main", "draw: 1"), ["AT-3.2: What is drawn must be built or stored"]),
        (("draw: main", "store: pyramid"), ["AT-3.2: There is no building pyramid", "always the building just drawn"]),
        (("draw: main", "store: true"), ["AT-3.2: There is no building true", "always the building just drawn"]),
        (("draw: main", "store: capitol"), ["Did you mean capital?"]),
        (("draw: main", "build: palace at 4"), ["AT-3.2: There is no building palace"]),
        (("draw: main", "build: tower at 4"), ["AT-2.2: The tower is no main building"]),
        (("draw: 2", "store: {building: well}"), ["AT-2.2: The well is a main building"]),
        (
            ("draw: {stack: 1, then: [{if: road, build: oracle at 4}, {else: [store: palace, draw: 2]}]}",),
            ["The building just drawn is the road, not oracle", "There is no building palace"],
        ),
        (("draw: 1", "build: 99"), ["AT-4.1: There is no hex 99"]),
        (("draw: 1", "build: s1"), ["AT-4.1: s1 is a shrine"]),
        (("draw: 1", "store", "store"), ["AT-3.2: Nothing was drawn that could be stored"]),
        (("draw: 1", "store", "build: tower at 4"), ["AT-3.1", "only a building that was just drawn can be built"]),
        (("draw: 1", "store", "draw: 2", "tile: from 1 n n n"), ["AT-3.2: What is drawn must be built or stored"]),
    ],
)
def test_what_is_impossible_whatever_is_drawn_is_refused_before_the_draw(
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
        assert "AT-3.2: What is drawn must be built or stored" in ran.out + ran.err


def test_a_building_that_was_drawn_before_is_in_no_stack_any_more() -> None:
    """The village lies on the storage board from the deal on; of the two towers one does."""
    before = disk("games")
    ran = run("check", "-", stdin=move("draw: 1", "store: village"))
    assert (ran.code, disk("games")) == (65, before)
    assert "AT-3.2: No village is left in the stacks of athens." in ran.out + ran.err
    assert run("check", "-", stdin=move("draw: 1", "store: tower")).code == 0
    assert run("check", "-", stdin=move("draw: {stack: 1, then: [{if: village, store: village}]}")).code == 0


def test_of_what_an_order_left_over_the_steps_before_an_illegal_one_stand() -> None:
    text = move("draw: 1", "store", "draw: 2", "store", "draw: 3")
    ran = run("submit", "-", stdin=text)
    assert "Recorded as entries 2 to 5 of cup" in ran.err
    assert "AT-3." in ran.err.split("was not carried out:")[1]
    assert [next(iter(action)) for entry in kept().entries[1:] for action in actions_in(entry)] == [
        *("draw", "store", "draw", "store"),
    ]
    again = run("submit", "-", stdin=text)
    assert (again.code, kept().last) == (0, 5)
    stopped = ran.err.split("was not carried out:")[1].split("Report:")[0]
    assert again.err.split("was not carried out:")[1] == stopped
    checked = run("check", "-", stdin=text)
    assert (checked.code, checked.err.split("was not carried out:")[1]) == (0, stopped)


def test_a_dry_run_shows_nothing_that_is_hidden() -> None:
    before = disk()
    for command in (("submit", "-", "--dry-run"), ("check", "-")):
        ran = run(*command, stdin=move(*ORDER))
        assert ran.code == 0
        assert "draws" not in ran.out + ran.err
    assert disk() == before


def test_a_dry_run_of_an_order_tells_all_of_it() -> None:
    """Here the first part shows nothing, and orders stand behind it."""
    run("submit", "-", stdin=move("draw: 1"))
    ran = run("check", "-", stdin=move("store: {then: [{else: {draw: 2}}]}"))
    assert "may play this: store with orders." in ran.out + ran.err


def test_a_dry_run_of_an_order_that_is_partly_recorded_tells_what_is_left() -> None:
    part, more, whole = move(FIRST), move(FIRST, "draw: 2"), move(FIRST, SECOND, end=True)
    run("submit", "-", stdin=part)
    assert "may play this: draw 2 with orders, end." in run("check", "-", stdin=whole).out
    run("submit", "-", stdin=more)
    assert "may play this: store ship." in run("check", "-", stdin=whole).out


def test_who_sends_an_order_again_after_another_move_reads_how_far_it_went() -> None:
    part, whole = move(FIRST), move(*ORDER)
    run("submit", "-", stdin=part)
    assert run("missed", "cup", mover()).code == 0
    ran = run("submit", "-", stdin=whole)
    assert ran.code == 65
    assert "This is recorded up to entry 3, but more was recorded since: 4 (" in ran.err
    assert "It is not the turn of" in ran.err


def test_the_verifier_needs_the_secret_of_a_game_that_goes_on_and_says_so() -> None:
    play(3)
    assert run("verify", "cup").code == 0
    os.rename("private/cup.yaml", "elsewhere.yaml")
    ran = run("verify", "cup")
    assert ran.code == 0
    assert "chain" in (ran.out + ran.err).lower()
    assert run("submit", "-", stdin=b"game: cup\nafter: 4\nseat: athens\nend: true\n").code == 77


ENCODINGS: dict[str, bytes] = {
    "bytes": SECRET,
    "hex": SECRET.hex().encode(),
    "hex in capitals": SECRET.hex().upper().encode(),
    "base64": base64.b64encode(SECRET).rstrip(b"="),
    "base64 for addresses": base64.urlsafe_b64encode(SECRET).rstrip(b"="),
    "base32": base64.b32encode(SECRET).rstrip(b"="),
    "a number": str(int.from_bytes(SECRET, "big")).encode(),
    "a list of numbers": ", ".join(map(str, SECRET)).encode(),
    "Python": repr(SECRET)[2:-1].encode(),
    "hex backwards": SECRET[::-1].hex().encode(),
}
SOME = 12
"""So many letters in a row of any encoding are too many."""


def everything_said() -> Iterator[tuple[str, bytes]]:
    """A game with all that commands answer, good and bad, then all files but the private one."""
    commands: list[tuple[str, ...]] = [
        *[("show", "cup", "--format", form) for form in ("text", "html", "svg", "json", "bbcode", "markdown", "state")],
        ("show", "cup", "--moderator"),
        ("show", "cup", "--seat", "athens", "--at", "1"),
        ("show", "cup", "--seat", "nobody"),
        ("show", "cup", "--at", "999"),
        ("legal", "cup"),
        ("legal", "cup", "--json"),
        ("why", "cup", "draw 1"),
        ("why", "cup", "build tower 7ne"),
        ("--traceback", "why", "cup", "fly"),
        ("suggest", "cup"),
        ("log", "cup"),
        ("log", "cup", "--json"),
        ("verify", "cup"),
        ("verify", "cup", "--json"),
        ("verify", "cup", "--head", "ffffffffffff"),
        ("doctor",),
        ("close", "cup"),
        ("deal", "cup"),
        ("nonce", "cup", "athens", "0" * 32),
        ("missed", "cup", "sparta"),
        ("new", "attika", "--id", "cup", "--player", "athens=Anna", "--player", "sparta=Chiara"),
    ]
    play(6)
    moves = [move("draw: 1", "draw: 7"), move("build: tower at 1"), move(*ORDER), move(end=True)]
    moves += [b"\x00", b"game: cup\n"]
    for text in moves:
        for command in (("check", "-"), ("submit", "-", "--dry-run"), ("submit", "-"), ("submit", "-", "--json")):
            ran = run(*command, stdin=text)
            yield " ".join(command), (ran.out + ran.err).encode()
    for words in commands:
        ran = run(*words)
        yield " ".join(words), (ran.out + ran.err).encode()
    for path in Path().rglob("*"):
        if path.is_file() and path != Path("private/cup.yaml"):
            yield str(path), path.read_bytes()


def test_the_secret_is_never_told_before_the_end_in_any_encoding() -> None:
    assert SECRET.hex() in Path("private/cup.yaml").read_text(encoding="utf-8")
    for source, said in everything_said():
        for encoding, text in ENCODINGS.items():
            found = [text[at : at + SOME] for at in range(len(text) - SOME + 1) if text[at : at + SOME] in said]
            assert not found, f"{source} tells the secret as {encoding}"
