"""A game with hidden hands from the command line: who gets which page, orders in parts, and the secret."""

import base64
import json
import os
import random
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import SECRET, Ran, play, run, suggestion
from hidden_games import NOW, ORDER, PLAYERS, begin_in, move, mover, other

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_in(tmp_path, monkeypatch)


def hands(ran: Ran) -> list[str]:
    """The seats whose cards a view shows."""
    tables = [each for each in json.loads(ran.out)["sections"] if each["id"] == "hands"]
    return [row["seat"] for table in tables for row in table["rows"]]


def test_the_log_shows_what_a_draw_showed() -> None:
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
    assert "as seen by the moderator" in " ".join(run("show", "cup", "--moderator").out.split())
    assert run("show", "cup", "--moderator", "--seat", "athens").code == 2
    for form in ("text", "html", "svg", "png", "json", "bbcode", "markdown"):
        ran = run("show", "cup", "--seat", "*", "--format", form)
        assert (ran.code, ran.out) == (2, ""), form


def test_pages_of_a_seat_are_among_the_private_files() -> None:
    seat = mover()
    ran = run("submit", "-", stdin=move(end=True))
    assert ran.code == 0, ran.err
    assert "Page: reports/cup/2.html" in ran.err
    for each in (seat, other(seat)):
        path = f"private/cup/2-{each}.html"
        assert path in ran.err.partition("For one player alone: ")[2]
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
    assert (ran.code, ran.err) == (73, "pipe is not a plain file. Use - for standard output.\n")
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


@pytest.mark.parametrize("kept", ["games/cup/log.yaml", "private/cup.yaml"])
def test_no_output_takes_the_place_of_a_log_or_a_secret(kept: str) -> None:
    before = Path(kept).read_bytes()
    Path("move.yaml").write_bytes(move(end=True))
    for words in (
        ["show", "cup", "--format", "text", "--out", kept],
        ["show", "cup", "--brief", "--format", "markdown", "--picture", kept],
        ["replay", "cup", "--format", "html", "--out", kept],
    ):
        ran = run(*words)
        assert (ran.code, kept in ran.err, "secret. Choose another file." in ran.err.replace("\n", " ")) == (
            73,
            True,
            True,
        )
        assert Path(kept).read_bytes() == before, words
    for words in (
        ["dev", "diff", "cup", "--edition", "1", "--edition", "2", "--html", kept],
        ["verify", "cup", "--manifest", kept],
        ["export", "games", "--to", kept],
        ["book", "cup", "--out", kept],
        ["rules", "attika", "--out", kept],
        ["dev", "schema", "--all", kept],
    ):
        assert run(*words).code, words
        assert Path(kept).read_bytes() == before, words
    assert run("submit", "move.yaml", "--html", kept).code == 0
    assert Path(kept).read_bytes().startswith(before[:200])
    assert run("verify", "cup").code == 0


def test_a_secret_that_is_gone_is_missed_at_once() -> None:
    assert "private/cup.yaml" not in run("status").out
    os.rename("private/cup.yaml", "copy.yaml")
    told = " ".join(run("status").out.split())
    assert "1 matter needs your attention. - cup: private/cup.yaml can't be read" in told
    assert "Put a copy of private/cup.yaml back" in told
    os.rename("copy.yaml", "private/cup.yaml")
    assert "private/cup.yaml" not in run("status").out


def test_a_game_whose_secret_is_lost_can_be_put_away_as_it_is() -> None:
    os.remove("private/cup.yaml")
    assert "To put it away as it is: referee end discard cup" in " ".join(run("status").out.split())
    assert run("end", "discard", "cup", "--yes").code == 0
    assert run("status").out.startswith("No games.")
    assert list(Path("private").rglob("log.yaml"))


def test_at_the_deal_every_seat_has_its_page() -> None:
    ran = run("new", "attika", "--id", "other", *(part for each in PLAYERS for part in ("--player", each)))
    assert ran.code == 0
    assert sorted(os.listdir("private/other")) == ["1-athens.html", "1-sparta.html"]


def test_listed_legal_actions_can_be_asked_about_in_the_same_words() -> None:
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
    assert run("why", "cup", "build", "road", "at", "1").out == in_a_line.out, "no shell's quotes are needed"
    assert "isn't an action of Attika" in run("why", "cup", "build: {on: 1}").out
    assert "isn't an action of Attika" in run("why", "cup", "build: {").out


WORDS = (
    *(
        "draw",
        "build",
        "tower",
        "at",
        "7ne",
        "pay",
        "hill",
        "1",
        "store",
        "amphora",
        "cards",
        "tile",
        "end",
        "true",
        "~",
    ),
    *(
        "{",
        "}",
        "[",
        ": ",
        "999999999999",
        "1e5",
        ".inf",
        "&x",
        "*x",
        "!!int",
        "#",
        "|",
        "'",
        '"',
        "é",
        "\u202e",
        "",
        "\t",
    ),
)


@pytest.mark.parametrize("seed", range(6))
def test_any_words_are_an_action_or_are_refused_and_nothing_is_recorded(seed: int) -> None:
    rng, before = random.Random(seed), Path("games/cup/log.yaml").read_bytes()
    for _ in range(12):
        words = rng.choices(WORDS, k=rng.randint(1, 6))
        ran = run("why", "cup", "--", *words)
        assert ran.code in (0, 65), (words, ran.err)
        assert ran.code == run("why", "cup", "--", " ".join(words)).code, words
    assert Path("games/cup/log.yaml").read_bytes() == before


def test_json_names_the_pages_of_seats() -> None:
    answer = json.loads(run("submit", "-", "--json", stdin=move(end=True)).out)
    assert answer["own"] == {each: f"private/cup/2-{each}.html" for each in ("athens", "sparta")}


def test_no_pages_of_seats_where_all_hands_are_open() -> None:
    plan = new_game.plan("attika", "open", PLAYERS, ["hands=open"], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)
    answer = json.loads(run("submit", "-", "--json", stdin=suggestion("open")).out)
    assert answer["own"] == {}


def test_the_verifier_needs_the_secret_of_a_running_game_and_says_so() -> None:
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
"""How many characters in a row of any encoding are too many."""


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


def test_the_secret_is_never_revealed_before_the_end_in_any_encoding() -> None:
    assert SECRET.hex() in Path("private/cup.yaml").read_text(encoding="utf-8")
    for source, said in everything_said():
        for encoding, text in ENCODINGS.items():
            found = [text[at : at + SOME] for at in range(len(text) - SOME + 1) if text[at : at + SOME] in said]
            assert not found, f"{source} reveals the secret as {encoding}"
