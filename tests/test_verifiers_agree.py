"""Two verifiers, one verdict: of a log that somebody changed and sealed again, tools/verify.py and `referee verify`.

The one knows no rules. So whatever it calls wrong the other calls wrong, and whatever is wrong with the form of a log,
and not with a move or a position, both call wrong.
"""

import random
from collections import Counter
from pathlib import Path

import pytest
import resealed
from cli_runs import run
from spoiling import sealed
from verifying import parts

from referee.store import log

UNLIKE = "isn't written the way logs are"
NUMBER, MANY = 120, 2000
SPOKEN = "say: |-\n  Zürich: a #b\n\n   two\u00a0b\n  \"three\" 'x'\n"


def is_misshapen(raw: bytes, says: str) -> bool:
    """Whether the form of a log is wrong, and not only its content."""
    try:
        log.parse(raw)
    except log.Damage:
        return True
    return UNLIKE in says


def compare(documents: list[bytes], title: str, folder: Path, seed: int, number: int) -> Counter[str]:
    """Both verdicts on so many changed logs; how often they were which."""
    found = Counter[str]()
    for name, raw in resealed.changed_logs(documents, random.Random(seed), number):
        tool, referee = resealed.by_tool(raw, title), resealed.by_referee(folder, raw)
        told = f"{name}\ntools/verify.py: {tool or 'right'}\nreferee verify: {referee.says}"
        assert not (tool and referee.good), told
        assert tool or not is_misshapen(raw, str(referee.says)), told
        found[("wrong" if tool else "right") + (" right" if referee.good else " wrong")] += 1
    return found


@pytest.mark.parametrize(("game", "title"), [("bruttium-2", "magna-grecia"), ("rhombus-2", "attika")])
def test_both_verifiers_say_the_same_of_a_sample_game(game: str, title: str, tmp_path: Path, thorough: bool) -> None:
    found = compare(resealed.log_of(game), title, tmp_path, 1, MANY if thorough else NUMBER)
    assert set(found) >= {"right right", "wrong wrong", "right wrong"}


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """A game with a board of its own, names that need quotes, and words on several lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    Path("own.yaml").write_text(run("boards", "print", "bruttium").out, encoding="utf-8")
    names = ("--player", "yellow=Änne: 'x'", "--player", "red=“Ö” #1\u00a0")
    assert run("new", "magna-grecia", "--id", "cup", *names, "--board", "own.yaml").code == 0
    for words in (SPOKEN.replace("\u00a0", " "), SPOKEN, ""):
        ran = run("submit", "-", stdin=(run("suggest", "cup").out + words).encode())
        assert ran.code == 0, ran.err
    return parts(Path("games/cup/log.yaml").read_bytes())


def test_both_verifiers_say_the_same_of_a_game_that_needs_quotes(
    spoken: list[bytes], tmp_path: Path, thorough: bool
) -> None:
    assert resealed.by_tool(b"".join(spoken), "magna-grecia") == ""
    assert resealed.by_referee(tmp_path, b"".join(spoken)).good
    found = compare(spoken, "magna-grecia", tmp_path, 2, MANY if thorough else NUMBER)
    assert set(found) >= {"right right", "wrong wrong"}


PUT_IN = {
    "an empty line": (b"seat: red\n", b"seat: red\n\n"),
    "a line of blanks": (b"seat: red\n", b"seat: red\n  \n"),
    "a comment on a line": (b"seat: red\n", b"# a remark\nseat: red\n"),
    "a comment behind a text": (b"seat: red\n", b"seat: red # a remark\n"),
    "a blank behind a text": (b"seat: red\n", b"seat: red \n"),
    "two blanks behind a colon": (b"seat: red\n", b"seat:  red\n"),
    "a text on its own line": (b"seat: red\n", b"seat:\n  red\n"),
    "a list in brackets": (b"actions:\n  - city: M8\n", b"actions: [{city: M8}]\n"),
    "another indent": (b"  - city: M8\n", b"    - city: M8\n"),
    "no indent": (b"  - city: M8\n", b"- city: M8\n"),
    "a mark of a kind": (b"seat: red\n", b"seat: !!str red\n"),
}


@pytest.mark.parametrize("name", PUT_IN)
def test_what_no_referee_writes_both_verifiers_refuse(name: str, tmp_path: Path) -> None:
    """Although it means the same, and is sealed."""
    documents, (old, new) = resealed.log_of("bruttium-2"), PUT_IN[name]
    assert old in documents[2]
    if b"actions:\n" in old:  # the whole list
        start = documents[2].index(b"actions:\n")
        end = documents[2].index(b"\nstate:", start)
        documents[2] = documents[2][:start] + b"actions: [{city: M8}]" + documents[2][end:]
    elif b"- city" in old:
        documents[2] = documents[2].replace(b"\n  - ", b"\n" + new.partition(b"-")[0] + b"- ")
    else:
        documents[2] = documents[2].replace(old, new)
    raw = b"".join(sealed(documents))
    assert resealed.by_tool(raw, "magna-grecia").startswith("entry 2: it is ")
    found = resealed.by_referee(tmp_path, raw)
    assert (found.good, found.entry) == (False, 2)


@pytest.mark.parametrize("old", [b"seat: red\n", b"kind: move\n"])
def test_needless_quotes_are_let_pass_by_both(old: bytes, tmp_path: Path) -> None:
    documents = resealed.log_of("bruttium-2")
    for quote in (b"'", b'"'):
        word, _, text = old.strip().partition(b": ")
        documents[2] = documents[2].replace(old, quote + word + quote + b": " + quote + text + quote + b"\n")
        raw = b"".join(sealed(documents))
        assert resealed.by_tool(raw, "magna-grecia") == ""
        assert resealed.by_referee(tmp_path, raw).good
        documents = resealed.log_of("bruttium-2")


def test_an_action_that_says_nothing_is_a_bad_entry_and_no_bug(tmp_path: Path) -> None:
    documents = resealed.log_of("bruttium-2")
    documents[2] = documents[2].replace(b"  - city: M8\n", b"  - {}\n")
    found = resealed.by_referee(tmp_path, b"".join(sealed(documents)))
    assert (found.good, found.entry) == (False, 2)
