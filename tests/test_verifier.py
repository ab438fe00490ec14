"""The stand-alone verifier agrees with the referee on every seal, commitment and shuffle, and names the mistake."""

import ast
import re
import runpy
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spoiling import sealed
from verifying import ATTIKA, GREECE, ROOT, SECRET, VERIFIER, AttikaGame, chained, parts, verdict

from referee import reading
from referee.store import chance
from referee.titles.magna_grecia.rules import setup

GAMES = {"bruttium-2": "oracles 7, deck 8", "mezzogiorno-4": "oracles 9, deck 12"}
NONCES = {"athens": "11" * 16, "corinth": "22" * 16}
Spoil = Callable[[list[bytes]], list[bytes]]


def written(folder: Path, raw: bytes) -> Path:
    path = folder / "log.yaml"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("game", GAMES)
def test_the_sample_games_are_right(game: str, tmp_path: Path) -> None:
    raw = (ROOT / "games" / game / "log.yaml").read_bytes()
    log = parts(raw)
    header = reading.document(log[0])
    secret = bytes.fromhex(reading.document(log[-1])["secret"])
    seed = chance.final_seed(game, secret, dict.fromkeys(header["seats"], "none")).hex()
    nonces = ", ".join(f"{seat} none" for seat in sorted(header["seats"]))
    assert verdict(tmp_path, written(tmp_path, raw), GREECE) == (
        0,
        f"chain       {len(log)} documents, each with the hash of the one before; head {sha256(log[-1]).hexdigest()}\n"
        f"commitment  the secret of entry {len(log) - 1} is the one that the header promised\n"
        f"seed        {seed}, with nonces {nonces}\n"
        f"shuffles    all items that were shown follow from the seed: {GAMES[game]}\n",
        "",
    )


def bruttium() -> list[bytes]:
    return parts((ROOT / "games" / "bruttium-2" / "log.yaml").read_bytes())


def test_files_are_found_by_their_hash_wherever_they_are(tmp_path: Path) -> None:
    log = written(tmp_path, b"".join(bruttium()))
    shutil.copy(GREECE / "boards" / "bruttium.yaml", tmp_path / "renamed.yaml")
    assert verdict(tmp_path, log, GREECE / "components", GREECE / "data.yaml").code == 0
    (tmp_path / "renamed.yaml").write_text("name: bruttium\n")
    code, said, wrong = verdict(tmp_path, log, GREECE / "components", GREECE / "data.yaml")
    assert (code, wrong) == (3, "")
    assert "NOT CHECKED shuffles: name an archive's verify.d, or referee/titles: board bruttium " in said


@pytest.mark.parametrize("game", ["bruttium-2", "quadrilateral-4"])
def test_without_the_files_nothing_is_wrong_and_the_shuffles_are_not_checked(game: str, tmp_path: Path) -> None:
    raw = (ROOT / "games" / game / "log.yaml").read_bytes()
    header = reading.document(parts(raw)[0])
    needed = f"components {header['components']['name']} {header['components']['sha256']}"
    code, said, wrong = verdict(tmp_path, log := written(tmp_path, raw))
    assert (code, wrong) == (3, "")
    assert [line.split()[0] for line in said.splitlines()] == ["chain", "commitment", "seed", "NOT"]
    assert said.endswith(f"NOT CHECKED shuffles: name an archive's verify.d, or referee/titles: {needed}\n")
    assert verdict(tmp_path, log, ROOT / "referee" / "titles").code == 0


def test_the_shuffles_of_a_title_that_is_not_known_are_not_checked(tmp_path: Path) -> None:
    documents = resealed(at(0, "^title: .*$", "title: go"))(bruttium())
    code, said, wrong = verdict(tmp_path, written(tmp_path, b"".join(documents)), GREECE)
    assert (code, wrong) == (3, "")
    assert said.endswith("NOT CHECKED shuffles: the piles of go are not known here\n")


def test_only_the_chain_of_a_running_game_is_checked(tmp_path: Path) -> None:
    code, said, wrong = verdict(tmp_path, written(tmp_path, b"".join(bruttium()[:-1])))
    assert (code, wrong) == (0, "")
    assert [line.split()[0] for line in said.splitlines()] == ["chain", "chance"]
    assert "not checked, since no closing entry tells the secret yet" in said


def test_a_head_that_was_kept_proves_that_nothing_is_missing(tmp_path: Path) -> None:
    documents = bruttium()
    log, head = written(tmp_path, b"".join(documents)), sha256(documents[9]).hexdigest()
    kept = verdict(tmp_path, log, GREECE, "--head", head[:12].upper())
    assert kept.code == 0
    assert f"head        {head[:12].upper()} is that of entry 9\n" in kept.said
    log.write_bytes(b"".join(documents[:9]))
    assert verdict(tmp_path, log).code == 0
    cut = verdict(tmp_path, log, "--head", head)
    assert (cut.code, cut.wrong) == (
        1,
        f"WRONG       entry 8: the last, and none has the head {head}: some are missing or changed\n",
    )
    log.write_bytes(b"".join(documents))
    short = verdict(tmp_path, log, GREECE, "--head", head[:11])
    assert (short.code, "at least its first 12 digits" in short.wrong) == (2, True)


def at(number: int, old: str, new: str) -> Spoil:
    """Another text in one document; `old` is a pattern that must be there."""

    def spoil(log: list[bytes]) -> list[bytes]:
        changed, times = re.subn(old.encode(), new.encode(), log[number], flags=re.MULTILINE)
        assert times == 1
        return [*log[:number], changed, *log[number + 1 :]] if number >= 0 else [*log[:number], changed]

    return spoil


def resealed(spoil: Spoil) -> Spoil:
    """The work of somebody who puts all seals right afterwards."""
    return lambda log: sealed(spoil(log))


DAMAGE: dict[str, tuple[Spoil, str]] = {
    "a changed byte": (at(5, "^at: '2026", "at: '2027"), r"entry 6: its prev is not [0-9a-f]{64}, the hash before it"),
    "an entry with another prev": (at(7, "^prev: .", "prev: 0"), "entry 7: its prev is not"),
    "a header with another prev": (at(0, "^prev: '0", "prev: '1"), f"entry 0: its prev is not {'0' * 64}"),
    "an entry taken out": (lambda log: log[:4] + log[5:], "entry 4: it says entry: 5, not 4; entries were removed"),
    "the same, resealed": (resealed(lambda log: log[:4] + log[5:]), "entry 4: it says entry: 5, not 4"),
    "an entry doubled": (lambda log: log[:5] + log[4:], "entry 5: it says entry: 4, not 5"),
    "entries swapped": (lambda log: [*log[:3], log[4], log[3], *log[5:]], "entry 3: it says entry: 4, not 3"),
    "no header": (lambda log: log[1:], "entry 0: it says format: None, not referee-log/1"),
    "another format": (at(0, "referee-log/1", "referee-log/2"), "entry 0: it says format: referee-log/2"),
    "the last entry cut": (lambda log: [*log[:-1], log[-1][:-9]], "entry 18: it is cut off"),
    "the last line without its end": (lambda log: [*log[:-1], log[-1][:-1]], "entry 18: it is cut off"),
    "something after the end": (lambda log: [*log, b"more: yes\n"], "entry 18: it is cut off, something follows"),
    "other line ends in one entry": (at(3, "^kind: move$", "kind: move\r"), "entry 3: .*its line ends were changed"),
    "other line ends": (lambda log: [b"".join(log).replace(b"\n", b"\r\n")], "entry 0: .*ends with LF alone"),
    "an empty file": (lambda log: [], "entry 0: the log does not begin with a line `---` that ends with LF alone"),
    "something before the header": (
        lambda log: [b"# mine\n", *log],
        "entry 0: the log does not begin with a line `---` that ends with LF alone",
    ),
    "no YAML": (at(2, "^kind: move$", "kind: &move"), "entry 2: it is not written as logs are: a key"),
    "another text encoding": (
        lambda log: [*log[:2], log[2].replace(b"K", b"\xff")],
        "entry 2: .* or signs are in it that no log has",
    ),
    "a field twice": (
        resealed(at(1, "^kind: deal$", "kind: deal\nkind: deal")),
        "entry 1: .*.* occurs twice",
    ),
    "a list that should be a mapping": (resealed(at(1, r"^  (\S+): .*\n(  .*\n)+", r"  - \1\n")), "entry 1: it is not"),
    "a kind that there is not": (
        at(-1, "^kind: close$", "kind: closed"),
        "entry 18: it is not written as logs are: a key is missing or occurs twice, .*",
    ),
    "no kind": (
        at(-1, "^kind: close\n", ""),
        "entry 18: it is not written as logs are: a key is missing or occurs twice, .*",
    ),
    "a wrong secret": (at(-1, "^secret: ....", "secret: abcd"), "entry 18: its secret is not the promised one"),
    "no secret": (at(-1, "^secret: .*$", "secret: none"), "entry 18: its secret is not the promised one"),
    "a forged commitment": (
        resealed(at(0, "^commitment: ....", "commitment: abcd")),
        "entry 18: its secret is not the promised one: its commitment would be 6ea99bbb4da7f121",
    ),
    "the commitment of another game": (
        resealed(at(0, "^game: bruttium-2", "game: bruttium-3")),
        "entry 18: its secret is not the promised one",
    ),
    "a wrong card": (
        resealed(at(3, "deck/2: red-medium", "deck/2: red-high")),
        "entry 3: it shows red-high at deck/2, where secret and nonces put red-medium",
    ),
    "a wrong oracle": (
        resealed(at(1, "oracles/6: K10", "oracles/6: C13")),
        "entry 1: it shows C13 at oracles/6, where secret and nonces put K10",
    ),
    "a card below the last": (
        resealed(at(3, "deck/2", "deck/12")),
        "entry 3: it shows red-medium at deck/12, .*nothing",
    ),
    "a place without a number": (resealed(at(3, "deck/2", "deck/two")), "entry 3: .* at deck/two, .*nothing"),
    "a text that begins like a block": (resealed(at(2, "^say: ", "say: |")), "entry 2: .* written in another form"),
    "a pile that there is not": (resealed(at(3, "deck/2", "deck/landscape/1/0")), "entry 3: .*put nothing"),
    "a nonce nobody waited for": (
        resealed(at(1, "^kind: deal$", f"kind: nonce\nseat: red\nnonce: {'ab' * 16}")),
        "entry 1: a nonce is 32 digits 0-9 a-f, one of each seat, before the deal, if waited for",
    ),
    "an entry after the closing one": (
        resealed(lambda log: [*log, log[-1].replace(b"entry: 18", b"entry: 19").replace(b"close", b"move")]),
        "entry 19: it follows the closing entry",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_named_with_its_entry(damage: str, tmp_path: Path) -> None:
    spoil, told = DAMAGE[damage]
    code, said, wrong = verdict(tmp_path, written(tmp_path, b"".join(spoil(bruttium()))), GREECE)
    assert code == 1
    assert re.match(f"WRONG       {told}", wrong)
    assert wrong.count("\n") == 1
    assert "shuffles" not in said


@pytest.mark.parametrize("offset", range(11, 6309, 311))
def test_no_byte_can_be_changed_unseen(offset: int, tmp_path: Path) -> None:
    raw = b"".join(bruttium())
    head = sha256(bruttium()[-1]).hexdigest()
    log = written(tmp_path, raw[:offset] + bytes([raw[offset] ^ 1]) + raw[offset + 1 :])
    code, _, wrong = verdict(tmp_path, log, GREECE, "--head", head)
    assert code == 1
    assert re.fullmatch("WRONG       entry [0-9]+: .*\n", wrong)


@pytest.mark.parametrize("place", [("none.yaml",), ("log.yaml", "none.yaml"), ("log.yaml", "--parent", "none.yaml")])
def test_a_file_that_is_not_there_is_no_fault_of_the_log(place: tuple[str, ...], tmp_path: Path) -> None:
    shutil.copy(ROOT / "games/bruttium-2/log.yaml", tmp_path)
    code, said, _ = verdict(tmp_path, *[each if each == "--parent" else tmp_path / each for each in place])
    assert code == 3
    assert said == f"NOT CHECKED {tmp_path / 'none.yaml'} can't be read: No such file or directory\n"


def attika(players: int = 2, nonces: dict[str, str] | None = None, **own: Any) -> AttikaGame:
    """A game with every kind of pile, whose deck is shuffled again twice."""
    game = AttikaGame(players, nonces, **own)
    seats = list(game.header["seats"])
    stacks = [f"{pile}/{seat}/{n}" for seat in seats for pile, n in (("main", 0), ("buildings", 0), ("buildings", 23))]
    cards = [f"deck/landscape/0/{n}" for n in range(9)]
    game.deal("tiles/0", "tiles/3", *stacks, "first/0", *cards)
    game.move({"draw": "2"}, shown=game.shows(f"buildings/{seats[0]}/9"))
    game.move({"build": "tower at 1ne pay hill 2 mountain 1"}, {"build": "silver-mine at 1 pay nothing"})
    game.move(
        {"build": "ship at 2 pay water 1"}, {"cards": 2}, shown=top(1, game.reshuffled(1, water=1, hill=2, mountain=1))
    )
    game.move({"tile": "from 1 ne turn 2"}, shown=game.shows("tiles/8"))
    game.move({"build": "road at 2n pay forest 3 hill 1"}, shown=top(2, game.reshuffled(2, forest=3, hill=1)))
    return game


def top(number: int, cards: list[str]) -> dict[str, str]:
    return {f"deck/landscape/{number}/{place}": card for place, card in enumerate(cards)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("nonces", [None, NONCES])
def test_every_pile_of_attika_is_derived(players: int, nonces: dict[str, str] | None, tmp_path: Path) -> None:
    game = attika(players, nonces)
    code, said, wrong = verdict(tmp_path, written(tmp_path, game.raw()), ATTIKA)
    assert (code, wrong) == (0, "")
    told = ", ".join(f"{seat} {(nonces or {}).get(seat, 'none')}" for seat in sorted(game.header["seats"]))
    assert f"seed        {game.seed.hex()}, with nonces {told}\n" in said
    for pile in ("tiles 3", "first 1", "main/athens 1", "buildings/corinth", *DECKS):
        assert pile in said


DECKS = ("deck/landscape/0 9", "deck/landscape/1 4", "deck/landscape/2 4")


def test_nothing_is_said_of_cards_that_the_log_keeps_hidden(tmp_path: Path) -> None:
    game = AttikaGame()
    game.header["options"]["hands"] = "secret"
    game.deal("tiles/0", "first/0")
    game.move({"build": "ship at 2 pay water 1"})
    code, said, _ = verdict(tmp_path, written(tmp_path, game.raw()), ATTIKA)
    assert code == 0
    assert said.endswith("follow from the seed: tiles 1, first 1\n")


def other(game: AttikaGame, entry: int, **fields: Any) -> bytes:
    """The log with other fields in an entry (0: the header), all seals right."""
    fields_of = game.header if entry == 0 else game.entries[entry - 1]
    fields_of.update(fields)
    return game.raw()


def test_other_nonces_are_other_shuffles(tmp_path: Path) -> None:
    log = written(tmp_path, other(attika(nonces=NONCES), 1, nonce="12" + "11" * 15))
    assert re.match(
        "WRONG       entry 3: it shows .* where secret and nonces put ", verdict(tmp_path, log, ATTIKA).wrong
    )


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        (1, {"nonce": "11" * 15}),
        (1, {"nonce": "AB" * 16}),
        (2, {"seat": "athens"}),
        (2, {"seat": "sparta"}),
        (6, {"kind": "nonce", "seat": "athens", "nonce": "33" * 16}),
    ],
)
def test_a_nonce_that_may_not_be_there_is_refused(entry: int, fields: dict[str, str], tmp_path: Path) -> None:
    log = written(tmp_path, other(attika(nonces=NONCES), entry, **fields))
    assert verdict(tmp_path, log, ATTIKA).wrong.startswith(f"WRONG       entry {entry}: a nonce is 32 digits")


def test_a_later_deck_holds_only_the_paid_cards(tmp_path: Path) -> None:
    game = attika()
    for entry in game.entries:
        if "shown" in entry and "deck/landscape/2/0" in entry["shown"]:
            entry["actions"] = [{"build": "road at 2n pay water 3 hill 1"}]
    wrong = verdict(tmp_path, written(tmp_path, game.raw()), ATTIKA).wrong
    assert re.match("WRONG       entry 6: it shows .* at deck/landscape/2/", wrong)
    skipped = attika()
    skipped.move(shown=top(4, skipped.reshuffled(4)) | {"deck/landscape/4/0": "water"})
    wrong = verdict(tmp_path, written(tmp_path, skipped.raw()), ATTIKA).wrong
    assert wrong == "WRONG       entry 7: it shows water at deck/landscape/4/0, where secret and nonces put nothing\n"


def test_things_of_the_players_own_are_read_from_the_header(tmp_path: Path) -> None:
    components = reading.plain_data((ATTIKA / "components" / "attika" / "2026.yaml").read_bytes())
    tiles = reading.plain_data((ATTIKA / "tiles" / "attika-ours" / "2026.yaml").read_bytes())
    tiles["tiles"] = dict(reversed(tiles["tiles"].items()))
    components["buildings"] = dict(reversed(components["buildings"].items()))
    game = attika(components=components, tiles=tiles)
    assert game.pile("tiles") != attika().pile("tiles")
    code, said, wrong = verdict(tmp_path, written(tmp_path, game.raw()))
    assert (code, wrong) == (0, "")
    assert all(deck in said for deck in DECKS)


def test_a_board_of_the_players_own_is_read_from_the_header(tmp_path: Path) -> None:
    """With an empty row, rows that begin with the sea, and columns beyond Z."""
    rows = ["   v.V.", "", " ." * 14 + "v", "v..v", " " * 27 + "v", "  v"]
    board = {"name": "mine", "provenance": "own", "map": "\n".join(rows), "names": {"D1": "It's: 'here'"}}
    components = reading.plain_data((GREECE / "components" / "magna-grecia" / "2026.yaml").read_bytes())
    options = {"rounds": "8", "oracle_placement": "random", "village_adjacency": "end_of_turn", "mixed_roads": "forbid"}
    header: dict[str, Any] = {
        "game": "own-1",
        "title": "magna-grecia",
        "edition": 1,
        "components": {"own": components},
        "board": {"own": board},
        "options": options,
        "seats": {"red": "Ann: 'a' #1", "brown": "[Bea]"},
        "nonces": "none",
        "commitment": chance.commitment("own-1", SECRET),
    }
    seed = chance.final_seed("own-1", SECRET, dict.fromkeys(header["seats"], "none"))
    piles = {name: make(chance.Chance(seed)) for name, make in setup.piles(header).items()}
    assert {"AB5", "AC3"} <= set(piles["oracles"])
    shown = {f"{name}/{n}": item for name, pile in piles.items() for n, item in enumerate(pile)}
    raw = chained([header, {"kind": "deal", "shown": shown}, {"kind": "close", "secret": SECRET.hex()}])
    code, said, wrong = verdict(tmp_path, written(tmp_path, raw))
    assert (code, wrong) == (0, "")
    assert said.endswith(f"oracles {len(piles['oracles'])}, deck 12\n")


BLOCK = runpy.run_path(str(VERIFIER))["block"]
LINE = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x17F, exclude_categories=["Cc", "Cf", "Zs"]) | st.just(" "),
    max_size=20,
)
TEXT = LINE | st.lists(LINE.map(str.strip).filter(bool), min_size=2, max_size=4).map("\n".join)
KEY = LINE.map(str.strip).filter(lambda key: key not in ("", "<<"))
VALUE = st.recursive(
    TEXT, lambda each: st.lists(each, max_size=3) | st.dictionaries(KEY, each, max_size=3), max_leaves=9
)


@given(st.dictionaries(KEY, VALUE, min_size=1, max_size=4))
def test_what_the_log_writes_is_read_as_the_referee_reads_it(fields: dict[str, Any]) -> None:
    text = reading.dump(fields)
    assert unchomped(BLOCK(text)) == unchomped(reading.document(text.encode()))


def unchomped(value: Any) -> Any:
    """Without the line ends at the end of blocks, which mean nothing in a log."""
    if isinstance(value, dict):
        return {key: unchomped(each) for key, each in value.items()}
    return [unchomped(each) for each in value] if isinstance(value, list) else value.rstrip("\n")


def test_the_verifier_uses_the_standard_library_alone() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {"hmac", "hashlib"} <= {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert not re.search(r"__import__|importlib|exec\(|eval\(|sys\.path", text)


@pytest.mark.parametrize("at", [804, 8805, 23692, 35329, 44695, 55340])
def test_a_flipped_bit_is_reported_in_words(at: int, tmp_path: Path) -> None:
    raw = bytearray((ROOT / "games" / "quadrilateral-4" / "log.yaml").read_bytes())
    for bit in (1, 7):
        told = verdict(tmp_path, written(tmp_path, bytes([*raw[:at], raw[at] ^ 1 << bit, *raw[at + 1 :]])))
        assert told.code == 1
        assert not re.search("NoneType|object|codec|subscript|<class|'kind'", told.said + told.wrong)
