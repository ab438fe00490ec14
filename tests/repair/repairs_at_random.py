"""Random games with random repairs in any order, and what everybody holds and drew before and after each of them."""

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from repaired_games import SEATS, move_file, table_in

from referee.app.consent.end_early import abandon
from referee.app.editions.change_rules import rule
from referee.app.errors import Illegal, Refused, Stop
from referee.app.game_access import Game, Table, book_at_start, committed_secret, game_of, open_game
from referee.app.play import new_game
from referee.app.play.fork_game import ForkRequest, fork
from referee.app.play.submit_move import submit
from referee.app.repair.correct_entry import correct, judged_correction
from referee.app.repair.take_back import UndoRequest, take_back
from referee.app.verify.verify_log import verdict_on_log
from referee.rules.entry_shapes import TURNS, BadEntry
from referee.rules.line import Moment, counted_line
from referee.rules.planner import suggest_move
from referee.rules.replay import Fates, moments, telling
from referee.rules.search import legal_candidates
from referee.store.chance import Told, place_parts
from referee.store.documents import Entry, is_kind

ROOT = Path(__file__).resolve().parents[2]
RULINGS = {"magna-grecia": ("rounds", "8"), "attika": ("road_symbols", "may be used")}
WORLDS = 6
"""So many exchanges of hidden items are tried after a correction."""
CARDS = 4
"""So few of each kind are in the box, so that the deck is soon shuffled again."""


class Step(NamedTuple):
    """A repair that was tried: the game before and after it, and why it was refused, if it was."""

    command: tuple[Any, ...]
    before: Game
    after: Game
    refused: str


def small_box(folder: Path) -> str:
    """A file with the components of Attika and few cards."""
    text = Path("referee/titles/attika/data/components/attika/2026.yaml")
    found = (ROOT / text).read_text(encoding="utf-8").replace("cards: 15 ", f"cards: {CARDS} ")
    found = found.replace("hand: [4, 5, 6, 7]", "hand: [3, 3, 4, 4]")
    (folder / "box.yaml").write_text(found, encoding="utf-8")
    return str(folder / "box.yaml")


def begun(table: Table, folder: Path, title: str, seed: int, hands: str) -> None:
    options = [f"hands={hands}"] if title == "attika" else []
    box = small_box(folder) if title == "attika" else None
    practice = bool(seed % 2)  # then an undo may take back what was drawn
    plan = new_game.plan(title, "cup", SEATS[title], options, None, components=box, practice=practice)
    new_game.new(table, plan, secret=None if practice else seed.to_bytes(32, "big"))


def repairs(folder: Path, title: str, seed: int, hands: str, steps: int) -> Iterator[Step]:
    """Every repair that was tried in a random game, between its moves."""
    rng, table = random.Random(f"{title} {seed} {hands}"), table_in(folder)
    begun(table, folder, title, seed, hands)
    secrets = random.Random(f"secrets {title} {seed} {hands}")
    for number in range(steps):
        before = open_game(table, "cup")
        if number < 8 or rng.random() < 0.4:
            play(table, before, rng)
            continue
        command = any_repair(rng, before)
        try:
            with mock.patch.object(os, "urandom", secrets.randbytes):
                carry_out(table, command)
            refused = ""
        except Stop as stop:
            refused = f"{stop} {getattr(stop, 'hint', '')}"
        yield Step(command, before, open_game(table, "cup"), refused)


def play(table: Table, game: Game, rng: random.Random) -> None:
    if (
        game.mover
        and game.book.id == "attika"
        and rng.random() < 0.4
        and not game.book.play.is_turn_begun(game.position)
    ):
        submit(table, move_file(game, {"seat": game.mover, "actions": [], "end": True}), "move.yaml")
    elif game.mover:
        submit(table, move_file(game, suggest_move(game.book, game.position, rng.randrange(9))), "move.yaml")


def any_repair(rng: random.Random, game: Game) -> tuple[Any, ...]:
    turns = [each.number for each in game.moments if is_kind(each.entry, "deal", *TURNS)]
    choice = rng.randrange(10)
    if choice < 2:
        return "undo", UndoRequest(rng.choice([None, *turns[-6:]]), why="a trial", reseal=rng.random() < 0.3)
    if choice == 2:
        return "ruling", ""
    if choice == 3:
        return "fork", f"fork-{rng.randrange(10**9)}", rng.randrange(1, game.log.last + 1)
    if choice == 4:
        return "end", ""
    return "correct", *any_correction(rng, game)


def any_correction(rng: random.Random, game: Game) -> tuple[int, bytes]:
    """A turn, and the same with a building elsewhere or an action less, or another move in its place."""
    places = [at for at, each in enumerate(game.line) if is_kind(each.entry, *TURNS)] or [0]
    building = [at for at in places if "build" in str(game.line[at].entry.get("actions"))]
    at = rng.choice(building if building and rng.random() < 0.9 else places)
    entry: Any = game.line[at].entry
    actions = list(entry.get("actions") or ())
    if at not in building or rng.random() < 0.2:
        move = suggest_move(game.book, game.line[at - 1].position, rng.randrange(9))
        return int(entry.get("entry", 0)), move_file(game, move)
    if len(actions) > 1 and rng.random() < 0.3:
        del actions[rng.randrange(len(actions))]
    own = {key: value for key, value in entry.items() if key in ("end", "market")}
    move = {"seat": entry["seat"], "actions": [elsewhere(rng, game, at, each) for each in actions], **own}
    return int(entry["entry"]), move_file(game, move)


def elsewhere(rng: random.Random, game: Game, at: int, action: Any) -> Any:
    """A building of Attika on another space, for whatever it costs there."""
    if not isinstance(action, dict) or "build" not in action or " pay " not in str(action["build"]):
        return action
    what = str(action["build"]).partition(" at ")[0]
    legal: Any = [move["actions"] for _, move in legal_candidates(game.book.play, game.line[at - 1].position)]
    found = [each for actions in legal for each in actions]
    spaces = [each for each in found if isinstance(each, dict) and str(each.get("build")).startswith(f"{what} at ")]
    return rng.choice(spaces or [action])


def carry_out(table: Table, command: tuple[Any, ...]) -> None:
    kind, *more = command
    if kind == "undo":
        take_back(table, "cup", *more)
    elif kind == "ruling":
        rule(table, "cup", *RULINGS[open_game(table, "cup").book.id], "a trial")
    elif kind == "fork":
        fork(table, ForkRequest("cup", more[0], at=more[1]))
    elif kind == "end":
        abandon(table, "cup")
        take_back(table, "cup", UndoRequest())
    else:
        correct(table, "cup", int(more[0]), more[1], "move.yaml", "a trial")


def hands_of(moment: Moment) -> dict[str, tuple[int, ...]]:
    """Seat → how many cards of each kind it holds; nothing in a title without hands."""
    return {seat: tuple(hand) for seat, hand in getattr(moment.position, "hands", {}).items()}


def check_kept(step: Step) -> None:
    """Whatever was drawn at an entry that counted and counts still is the same; so are the hands of the others."""
    before = {each.number: each for each in step.before.line}
    corrected = step.command[1] if step.command[0] == "correct" and not step.refused else 0
    player = before[int(corrected)].entry.get("seat") if corrected else None
    for moment in step.after.line:
        if moment.number in before and is_kind(moment.entry, "deal", *TURNS):
            was = before[moment.number]
            assert dict(moment.asked) == dict(was.asked), (step.command, moment.number)
            mine, theirs = hands_of(moment), hands_of(was)
            assert [mine[seat] for seat in mine if seat != player] == [
                theirs[seat] for seat in theirs if seat != player
            ]


def check_restored(step: Step) -> None:
    """What an undo brings back is what was recorded, under its number."""
    for moment in step.after.line:
        if is_kind(moment.entry, *TURNS) and moment.number not in {each.number for each in step.before.line}:
            assert dict(moment.asked) == dict(step.after.moments[moment.number].asked)


def check_fork(step: Step, folder: Path) -> None:
    """A fork holds and drew what its parent did."""
    child = open_game(table_in(folder), step.command[1])
    line = counted_line(step.after.moments[: step.command[2] + 1])
    turns = [each for each in line if is_kind(each.entry, "deal", *TURNS)]
    own = [each for each in child.line if is_kind(each.entry, "deal", *TURNS)]
    assert [dict(each.asked) for each in own] == [dict(each.asked) for each in turns]
    assert [hands_of(each) for each in own] == [hands_of(each) for each in turns]


def other_worlds(table: Table, game: Game, rng: random.Random) -> Iterator[Game]:
    """The same log where two hidden items have changed places, as far as all payments could have been made so."""
    book, secrets = book_at_start(game.log), committed_secret(table, game.header)
    hidden = book.set_up.veil(book.header_with_options(game.log.header))
    drawn = [place_parts(where) for each in game.moments for where in each.asked if hidden(place_parts(where)[0])]
    for _ in range(WORLDS):
        pile, one = rng.choice(drawn)
        other = rng.randrange(16)
        moved = {(pile, one): other, (pile, other): one}
        try:
            fates = partial(redealt, telling(book, game.log, lambda: secrets), moved)
            world = list(moments(book, game.log, fates=fates))
        except (BadEntry, IndexError):
            continue
        if [each.asked for each in world] != [each.asked for each in game.moments]:
            yield game_of(game.id, game.folder, game.log, world)


def redealt(fates: Fates, moved: Mapping[tuple[str, int], int], entry: Entry) -> Told:
    """The fate of an entry where some places have the items of others."""
    fate = fates(entry)
    drawn = fate.deeper
    assert drawn
    fate.deeper = lambda pile, index, items: drawn(pile, moved.get((pile, index), index), items)
    return fate


def decision(table: Table, game: Game, number: int, raw: bytes) -> str:
    """What becomes of a correction; "rules" where the hand of the corrected player decides it.

    It forbids a move, or says what is paid where the move names no cards.
    """
    try:
        judged_correction(table, game, number, raw, "move.yaml", "a trial")
    except Illegal:
        return "rules"
    except Refused as refused:
        said = str(refused.says)
        return "rules" if "could not have been played" in said or "already says exactly this" in said else said
    return "accepted"


def check_repairs(folder: Path, title: str, hands: str, seeds: Iterable[int], steps: int) -> Counter[str]:
    """Play such games; how often each repair was recorded, `draws` refused, and `worlds` compared."""
    found = Counter[str]()
    for seed in seeds:
        (folder / str(seed)).mkdir()
        table = table_in(folder / str(seed))
        for step in repairs(folder / str(seed), title, seed, hands, steps):
            found[step.command[0] if not step.refused else "refused"] += 1
            found["draws"] += "shuffled what" in step.refused
            check_kept(step)
            check_restored(step)
            if step.command[0] == "fork" and not step.refused:
                check_fork(step, folder / str(seed))
            if step.command[0] == "correct" and hands == "secret":
                found["worlds"] += check_worlds(table, step)
        assert verdict_on_log(table, str(folder / str(seed) / "games" / "cup"), None).good
        found["again"] += count_again(open_game(table, "cup"))
    return found


def check_worlds(table: Table, step: Step) -> int:
    """A correction is decided alike where hidden items are others. How many such worlds there were."""
    number, raw = int(step.command[1]), step.command[2]
    others = list(other_worlds(table, step.before, random.Random(len(raw))))
    decided = {decision(table, each, number, raw) for each in (step.before, *others)} - {"rules"}
    assert len(decided) <= 1, decided
    return len(others) if decided else 0


def count_again(game: Game) -> int:
    """How many undos brought something back."""
    undos = [each.rewrite for each in game.moments if each.rewrite and is_kind(each.entry, "undo")]
    return sum(any(is_kind(each.entry, *TURNS) for each in undo.again) for undo in undos)
