"""An entry with a `commitment` shuffles again what the entries that count have not seen; each layer has its secret."""

import random
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import resealed
from forking import OURS, install, random_game
from spoiling import sealed
from verifying import parts

from referee.app.game_access import Game, Table, committed_secret, open_game
from referee.app.repair.take_back import promise_new_secret
from referee.rules.entry_shapes import BadEntry
from referee.rules.folds import Sealed
from referee.rules.line import closing_fields, closing_secrets, layer_at, layers_of, refuse_repeated_promise
from referee.rules.planner import suggest_move
from referee.rules.replay import fate_of, state_of, telling
from referee.rules.ruling import Accepted, judge
from referee.store import chain, private
from referee.store.chance import Secrets, commitment, place_parts, practice_secret
from referee.testkit.playouts import EntryFate

FIRST, SECOND, THIRD = (bytes([number]) * 32 for number in (1, 2, 3))
SEALS = ("entry", "prev", "at", "state", "kind")
AT = "2026-11-24T12:00:00Z"


class Undone(NamedTuple):
    """A game that went back to entry `back` with entry `undo`, and what was played after it."""

    game: Game
    log: chain.Log
    secrets: Secrets
    back: int
    undo: int
    turns: list[tuple[Any, dict[str, Any], Any]]


def undone(title: str, seed: int, folder: Path) -> Undone:
    """A random game in which a part was taken back, and a few turns were played with the new secret."""
    _, played, game = random_game(title, seed, folder)
    rng = random.Random(seed)
    last = rng.randrange(4, min(game.log.last, 40))
    back = rng.randrange(2, last)
    log = chain.parse(b"".join(parts(game.log.raw)[: last + 1]))
    position = game.moments[back].position
    promise = commitment(game.id, SECOND)
    log = longer(game, log, position, kind="undo", by="moderator", back=back, commitment=promise)
    secrets, turns = Secrets(played.secret, {promise: SECOND}), []
    for _ in range(4):
        if game.book.play.to_move(position) is None:
            break
        fate = EntryFate(fate_of(game.book, log, secrets))
        move = suggest_move(game.book, position, rng.randrange(99))
        ruling = judge(game.book.play, position, move, fate)
        assert isinstance(ruling, Accepted)
        fields = {"seat": move["seat"], **game.book.play.record(position, move, ruling.events)}
        shown = {"shown": fate.shown} if fate.shown else {}
        log = longer(game, log, ruling.position, kind="move", **fields, **shown)
        turns.append((position, fields, ruling.position))
        position = ruling.position
    return Undone(game, log, secrets, back, last + 1, turns)


def longer(game: Game, log: chain.Log, position: object, **fields: Any) -> chain.Log:
    entry = {"entry": log.last + 1, "prev": log.head, "at": AT, **fields, "state": state_of(game.book, position)}
    return chain.log_with_document(log, chain.document(entry))


def closed(scene: Undone, **more: Any) -> chain.Log:
    fields = closing_fields(scene.log.documents, scene.secrets, scene.game.book.set_up.veil(scene.game.header))
    position = scene.turns[-1][2] if scene.turns else scene.game.moments[scene.back].position
    return longer(scene.game, scene.log, position, kind="close", **{**fields, **more})


@pytest.fixture(
    params=[(title, seed) for title in (*OURS, "nim") for seed in range(4)], ids=lambda each: f"{each[0]}-{each[1]}"
)
def scene(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Undone:
    install(request.param[0], monkeypatch)
    title, seed = request.param
    return undone(title, seed, tmp_path)


def test_what_counts_stays_and_the_rest_is_shuffled_from_the_new_secret(scene: Undone) -> None:
    game = scene.game
    new = fate_of(game.book, scene.log, scene.secrets)
    old = fate_of(game.book, scene.log, scene.secrets, scene.undo)
    seen = {where: item for each in game.moments[: scene.back + 1] for where, item in each.asked.items()}
    for pile in old.piles:
        assert Counter(new.order(pile)) == Counter(old.order(pile))
    for where, item in seen.items():
        pile, index = place_parts(where)
        assert pile not in new.piles or new.order(pile)[index] == item
    assert [each.start for each in layers_of(scene.log.documents)] == [0, scene.undo]
    assert layer_at(scene.log.documents, scene.undo).start == 0
    assert layer_at(scene.log.documents, scene.undo + 1).start == scene.undo


def test_each_entry_is_told_by_the_secret_of_its_layer(scene: Undone) -> None:
    fates = telling(scene.game.book, scene.log, lambda: scene.secrets)
    for number, (before, fields, after) in enumerate(scene.turns, scene.undo + 1):
        ruling = judge(scene.game.book.play, before, fields, fates(scene.log.entry(number)))
        assert isinstance(ruling, Accepted)
        assert ruling.position == after
    for number in range(2, scene.back + 1):
        fate = fates(scene.log.entry(number))
        fields = {
            key: value
            for key, value in scene.log.entry(number).items()
            if key not in ("entry", "prev", "at", "state", "kind")
        }
        judge(scene.game.book.play, scene.game.moments[number - 1].position, fields, fate)
        assert fate.answers == scene.game.moments[number].asked


def test_without_its_secret_a_layer_is_sealed(scene: Undone) -> None:
    with pytest.raises(Sealed):
        fate_of(scene.game.book, scene.log, Secrets(scene.secrets.first))
    with pytest.raises(Sealed):
        fate_of(scene.game.book, scene.log, Secrets(scene.secrets.first, {commitment(scene.game.id, SECOND): THIRD}))


def test_the_close_reveals_all_secrets_and_the_stand_alone_verifier_checks_them(scene: Undone) -> None:
    log = closed(scene)
    title = scene.game.book.id
    assert closing_secrets(log.documents) == scene.secrets
    assert resealed.by_tool(log.raw, title) == ""
    for more in ({"secrets": [THIRD.hex()]}, {"secrets": [SECOND.hex(), THIRD.hex()]}, {"secret": SECOND.hex()}):
        wrong = closed(scene, **more)
        with pytest.raises(BadEntry):
            closing_secrets(wrong.documents)
        assert resealed.by_tool(wrong.raw, title)
    if title == "nim":
        return
    shows = [n for n in range(scene.undo + 1, log.last + 1) if log.entry(n).get("shown")]
    for number in shows:
        documents = parts(log.raw)
        where, item = next(iter(log.entry(number)["shown"].items()))
        other = b"ZZ"
        documents[number] = documents[number].replace(f"{where}: {item}".encode(), where.encode() + b": " + other)
        assert "secret and nonces put" in resealed.by_tool(b"".join(sealed(documents)), title)


def test_a_promise_is_made_once(scene: Undone) -> None:
    refuse_repeated_promise(scene.log.documents, scene.undo)
    for promise in (commitment(scene.game.id, SECOND), scene.log.header["commitment"]):
        again = longer(scene.game, scene.log, scene.turns[-1][2], kind="undo", back=scene.back, commitment=promise)
        with pytest.raises(BadEntry, match="It commits to a secret that was used before"):
            refuse_repeated_promise(again.documents, again.last)


def test_a_new_secret_is_kept_before_anybody_is_promised_it(tmp_path: Path) -> None:
    table, _, game = random_game("magna-grecia", 1, tmp_path)
    promises = [promise_new_secret(table, game) for _ in range(2)]
    kept = committed_secret(table, game.header)
    assert [commitment(game.id, kept.later[each]) for each in promises] == promises
    assert promises[0] == promises[1], "what was interrupted takes the secret that no entry promises yet"
    assert len({*kept.later.values(), kept.first}) == 2
    with pytest.raises(ValueError, match="never change"):
        private.change(table.settings.private, game.id, lambda each: each._replace(secrets={}))


def test_the_later_secrets_of_practice_games_are_published(tmp_path: Path) -> None:
    from cli_runs import NOW

    from referee.app.play import new_game
    from referee.settings import Settings

    table = Table(Settings(str(tmp_path / "g"), str(tmp_path / "p"), str(tmp_path / "r")), NOW)
    plan = new_game.plan("magna-grecia", "try", ["red=Ann", "yellow=Bob"], [], None, practice=True)
    new_game.new(table, plan)
    game = open_game(table, "try")
    assert promise_new_secret(table, game) == commitment("try", practice_secret(1))
