"""Whatever the moderator lets pass, the game stays one: it can be read back, shown, and played to its end.

Run with `-s` to see how often breaches of each rule were let pass, and how often not.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee import titles
from referee.app.errors import Stop
from referee.app.game_access import Game, open_game
from referee.app.play import submit_move
from referee.app.play.overrule_move import rules_of
from referee.app.play.record_move import Overruling
from referee.app.verify import verify_log
from referee.exit_codes import REFUSED
from referee.rules.planner import suggest_move
from referee.rules.rulebook import AnyRulebook, NoBranch
from referee.rules.ruling import Accepted, Rejected, Veiled, judge, refuse_chance, rule_numbers
from referee.show.view import MODERATOR
from referee.testkit.playouts import Playout, playout
from referee.testkit.promises import longer, mutant
from referee.testkit.run import Stage, set_stage
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.magna_grecia.rules.state import Position

STAGES, PROVED, MOVES = 1, 6, 4
"""So many places in a random game of each title here, and in proofs; so many illegal moves at each."""
WRITTEN = 150
"""So many moves are written of each kind, of which those are taken that break other rules than the rest."""
LONGEST = 400
"""So many turns are played at most after a move that was let pass."""


def illegal_moves(game: Playout, position: object, rng: random.Random) -> dict[tuple[str, ...], Mapping[str, Any]]:
    """For each set of rules that some move breaks, one such move of the seat to move."""
    seat, found = game.book.play.to_move(position), dict[tuple[str, ...], Mapping[str, Any]]()
    singles = [move for _, move in game.book.play.candidates(position)]
    some = [*rng.sample(singles, min(WRITTEN, len(singles)))]
    some += [mutant(longer(game, rng, rng.choice(game.turns).move), rng) for _ in range(WRITTEN)]
    some += [longer(game, rng, move) for move in rng.sample(singles, min(WRITTEN, len(singles)))]
    for each in some:
        move = {**each, "seat": seat}
        move.pop("queue", None)
        if rules := broken_rules(game.book, position, move):
            found.setdefault(rules, move)
    return found


def broken_rules(book: AnyRulebook, position: object, move: Any) -> tuple[str, ...]:
    """All rules that would have to be overruled, one after the other, as far as can be known; none if it is legal."""
    rules: tuple[str, ...] = ()
    while True:
        try:
            ruling = judge(book.play, position, move, refuse_chance, overrules=rules)
        except (Veiled, NoBranch, ValueError):
            return rules
        except Exception:  # the rule that was let pass was needed: the referee must refuse that, too
            return rules
        more = rule_numbers(ruling.violations) if isinstance(ruling, Rejected) else ()
        if set(more) <= set(rules):
            return rules
        rules = tuple(dict.fromkeys((*rules, *more)))


def assert_refused(stage: Stage, before: Game, stop: Stop) -> None:
    """A refusal says why, and leaves no byte."""
    assert (stop.code, str(stop.says)[-1]) == (REFUSED, "."), f"{stop.code}: {stop}"
    assert stage.path.read_bytes() == before.log.raw


def submitted(stage: Stage, before: Game, move: Any, rules: Sequence[str]) -> bool:
    """Whether the move was recorded; whatever is no refusal is a bug."""
    order = json.dumps({"game": stage.id, "after": before.log.last, **move}).encode()
    overruling = Overruling(tuple(rules), "A test.")
    try:
        done = submit_move.submit(stage.table, order, "order", overruling=overruling)
    except Stop as stop:
        assert_refused(stage, before, stop)
        return False
    assert stage.path.read_bytes().startswith(before.log.raw)
    assert set(done.overruled) <= set(rules)
    return bool(done.overruled)


def assert_playable(stage: Stage, game: Playout) -> None:
    """The log is right, every seat is shown the game, pieces are conserved, and it comes to its end."""
    verdict = verify_log.verdict_on_log(stage.table, str(stage.path.parent), None)
    assert verdict.good, verdict.says
    found = open_game(stage.table, stage.id)
    for reader in ("", *found.header["seats"], MODERATOR):
        found.book.show().view(found.header, found.moments, reader)
    for position in positions_to_the_end(found.book, found.position, game):
        CONSERVED[found.book.id](position)


def positions_to_the_end(book: AnyRulebook, position: Any, game: Playout) -> Iterator[Any]:
    fate, seed = game.fate(), 0
    yield position
    for seed in range(LONGEST):
        if book.play.to_move(position) is None:
            assert book.play.outcome(position) is not None
            return
        left: Any = suggest_move(book, position, seed)
        while left:
            ruling = judge(book.play, position, left, fate)
            if isinstance(ruling, Rejected) and ruling.violations:
                break
            assert isinstance(ruling, Accepted)
            position, left = ruling.position, ruling.rest
        yield position
    raise AssertionError("the game doesn't end")


def magna_grecia_conserved(position: Position) -> None:
    box = position.setting.components
    for seat, purse in position.purses.items():
        roads = [each for each in position.roads.values() if each.seat == seat]
        cities = [cell for each in position.cities.values() if each.seat == seat for cell in each.cells]
        markets = [each for there in position.markets.values() for each in there if each.seat == seat]
        assert min(purse) >= 0, purse
        assert len(roads) + purse.roads + purse.staged_roads == box.roads
        assert len(cities) + purse.cities + purse.staged_cities == box.cities
        assert len(markets) + purse.markets == box.markets or position.clock.over
        assert all([each.seat for each in there].count(seat) <= 1 for there in position.markets.values())
    assert not set(position.roads) & set(position.city_at)
    assert not set(position.roads) & set(position.oracles)
    assert not set(position.city_at) & set(position.oracles)


def attika_conserved(position: AttikaPosition) -> None:
    setting, turn = position.setting, position.turn
    for seat, mat in position.mats.items():
        hand = [each for each in position.buildings.values() if each.seat == seat]
        drawn = bool(turn.drawn) and turn.seat == seat
        assert len(hand) + len(mat.stored) + sum(mat.stacks) + drawn == setting.number
        assert min(position.hands[seat]) >= 0
        assert min(mat.stacks) >= 0
        assert mat.amphorae >= 0
    cards = sum(map(sum, position.hands.values())) + sum(position.discards) + position.deck.cards_left
    assert cards == 4 * setting.box.cards
    assert position.supply.amphorae + sum(mat.amphorae for mat in position.mats.values()) == setting.box.amphorae
    assert len(position.land.tiles) + position.supply.tiles + bool(turn.tile) == len(setting.tiles.tiles)


CONSERVED: dict[str, Callable[[Any], None]] = {"magna-grecia": magna_grecia_conserved, "attika": attika_conserved}


def rank(rules: Sequence[str], passed: Counter[str], may: set[str], rng: random.Random) -> tuple[bool, int, float]:
    """Those first that may be let pass, and that seldom were up to now."""
    return not set(rules) <= may, sum(passed[each] for each in rules), rng.random()


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize("title", CONSERVED)
def test_what_is_overruled_leaves_a_game_that_can_be_played(title: str, tmp_path: Path, seed: int) -> None:
    passed, refused = Counter[str](), Counter[str]()
    may = {each.number for each in rules_of(titles.book(title)) if each.overrulable}
    game, rng = playout(title, seed), random.Random(f"{title} {seed}")
    for number in range(STAGES):
        last = rng.randrange(1, game.log.last)
        if game.book.play.to_move(game.positions[last - 1]) is None:
            continue
        some = illegal_moves(game, game.positions[last - 1], rng)
        chosen = sorted(some, key=lambda rules: rank(rules, passed, may, rng))[:MOVES]
        chosen += [rules for rules in some if not set(rules) <= may][:1]
        for at, rules in enumerate(chosen):
            stage = set_stage(game, last, tmp_path / f"{number}-{at}")
            done = submitted(stage, open_game(stage.table, stage.id), some[rules], rules)
            (passed if done else refused).update(rules)
            if done:
                assert_playable(stage, game)
    print(f"\n{title}\n  let pass {sorted(passed.items())}\n  refused  {sorted(refused.items())}")
    assert passed
    assert refused
    assert set(passed) <= may
