"""A fork has the position of its parent, and the rest of its chance is new; both verifiers can check it."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_runs import NOW, play, run
from forking import TITLES, fork, install, log_of, random_game, some_entry, verdicts
from spoiling import sealed
from verifying import parts

from referee.app.consent import end_early
from referee.app.errors import Refused, Usage
from referee.app.game_access import Game, Table, open_game
from referee.app.play import fork_game, submit_move
from referee.app.time.deadlines import deadline, turn_of
from referee.rules.replay import fate_of
from referee.rules.ruling import Accepted, judge, refuse_chance
from referee.settings import Settings
from referee.store import chain, chance, private
from referee.store.chance import place_parts

GAMES = 2
pytestmark = pytest.mark.usefixtures("empty_pages")


@pytest.fixture(
    params=[(title, seed) for title in TITLES for seed in range(GAMES)], ids=lambda each: f"{each[0]}-{each[1]}"
)
def scene(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Table, Game, str, random.Random]:
    title, seed = request.param
    install(title, monkeypatch)
    table, _, game = random_game(title, seed, tmp_path)
    return table, game, title, random.Random(seed)


Scene = tuple[Table, Game, str, random.Random]


def test_a_fork_has_the_position_of_its_parent_at_any_entry(scene: Scene) -> None:
    table, game, title, rng = scene
    before, kept = log_of(table, game.id), Path(private.path_of(table.settings.private, game.id)).read_bytes()
    for number in (some_entry(game, rng), some_entry(game, rng), 1, game.log.last):
        id = f"fork-{number}"
        if Path(table.folder(id)).exists():
            continue
        own = fork(table, game.id, id, number)
        assert own.log.last == number  # random games have moves alone
        assert own.position == game.moments[number].position
        assert own.book.public(own.position) == game.book.public(game.moments[number].position)
        assert [each["state"] for each in own.log.entries] == [each["state"] for each in game.log.entries[:number]]
        assert [each["at"] for each in own.log.entries] == [each["at"] for each in game.log.entries[:number]]
        assert own.log.header["fork"]["head"] == game.log.heads[number]
        assert verdicts(table, id, title, game.id) == ("", "")
    assert log_of(table, game.id) == before
    assert Path(private.path_of(table.settings.private, game.id)).read_bytes() == kept


def test_the_same_moves_are_legal_in_a_fork_until_chance_shows_something(scene: Scene) -> None:
    table, game, _, rng = scene
    number = some_entry(game, rng)
    own = fork(table, game.id, "fork", number)
    position = own.position
    for moment in game.moments[number + 1 :]:
        if moment.asked:
            break
        fields = {
            key: value for key, value in moment.entry.items() if key not in ("entry", "prev", "at", "state", "kind")
        }
        ruling = judge(own.book.play, position, fields, refuse_chance)
        assert isinstance(ruling, Accepted)
        assert ruling.position == moment.position
        position = ruling.position


def test_what_was_seen_stays_and_nothing_is_lost_from_the_rest(scene: Scene) -> None:
    table, game, _, rng = scene
    number = some_entry(game, rng)
    own = fork(table, game.id, "fork", number)
    new = fate_of(own.book, own.log, table_secrets(table, "fork"))
    old = fate_of(game.book, game.log, table_secrets(table, game.id))
    seen = {where: item for moment in game.moments[: number + 1] for where, item in moment.asked.items()}
    for pile in old.piles:
        assert Counter(new.order(pile)) == Counter(old.order(pile))
    for where, item in seen.items():
        pile, index = place_parts(where)
        if pile in new.piles:
            assert new.order(pile)[index] == item


def table_secrets(table: Table, id: str) -> chance.Secrets:
    kept = private.read_private_part(table.settings.private, id)
    return chance.Secrets(kept.secret, {}, kept.places)


def play_on(table: Table, id: str, turns: int) -> Game:
    """So many missed turns: moves that every title has."""
    for _ in range(turns):
        game = open_game(table, id)
        seat = game.book.play.to_move(game.position)
        if seat is None:
            break
        submit_move.record_missed_turn(table, id, seat, instead=submit_move.planned_move)
    return open_game(table, id)


def test_a_fork_is_played_on_closed_and_checked(scene: Scene) -> None:
    table, game, title, rng = scene
    number = some_entry(game, rng)
    fork(table, game.id, "fork", number)
    again = fork(table, "fork", "again")  # of the fork
    assert again.position == game.moments[number].position
    for id in ("fork", "again"):
        last = play_on(table, id, 3)
        assert verdicts(table, id, title) == ("", "")
        assert last.log.raw.startswith(log_of(table, id)[: len(last.log.raw)])
    submit_move.close(table, game.id, abandon=True)
    submit_move.close(table, "fork", abandon=True)
    submit_move.close(table, "again", abandon=True)
    assert verdicts(table, "fork", title, game.id) == ("", "")
    assert verdicts(table, "again", title, "fork") == ("", "")  # also where its parent has gone on since


def test_who_forged_a_fork_is_found_out_by_both_verifiers(scene: Scene, tmp_path: Path) -> None:
    table, game, title, rng = scene
    fork(table, game.id, "fork", some_entry(game, rng))
    play_on(table, "fork", 2)
    submit_move.close(table, game.id, abandon=True)
    submit_move.close(table, "fork", abandon=True)
    right = parts(log_of(table, "fork"))
    for name, change in FORGERIES.items():
        documents = change(list(right))
        if documents == right or (title, name) == ("hex", "no fork"):  # a game without chance is right without a parent
            continue
        path = Path(table.folder("fork"), "log.yaml")
        path.write_bytes(b"".join(sealed(documents)))
        ours, theirs = verdicts(table, "fork", title, game.id)
        assert ours, name
        assert theirs, name


def with_header(documents: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    return [documents[0].replace(old, new, 1), *documents[1:]]


def other_digit(raw: bytes, key: bytes) -> bytes:
    at = raw.find(key)
    if at < 0:
        return raw
    at += len(key)
    return raw[:at] + (b"0" if raw[at : at + 1] != b"0" else b"1") + raw[at + 1 :]


FORGERIES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "another head of the parent": lambda raw: [other_digit(raw[0], b"  head: "), *raw[1:]],
    "another promise of places": lambda raw: [other_digit(raw[0], b"  places: "), *raw[1:]],
    "more copies": lambda raw: [raw[0].replace(b"  entries: ", b"  entries: 9"), *raw[1:]],
    "another time of a copied entry": lambda raw: [raw[0], raw[1].replace(b"at: '20", b"at: '21", 1), *raw[2:]],
    "no fork": lambda raw: [raw[0][: raw[0].find(b"fork:\n")] + raw[0][raw[0].find(b"commitment: ") :], *raw[1:]],
    "another secret": lambda raw: [*raw[:-1], other_digit(raw[-1], b"secret: ")],
    "known instead of a promise": lambda raw: with_header(raw, b"nonces: none\n", b"nonces: none\nchance: known\n"),
}


def test_hands_that_the_parent_never_had_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moderator commits to them, so only the parent shows that they are others."""
    install("nim", monkeypatch)
    table, _, game = random_game("nim", 1, tmp_path)
    swapped = fork_game.Copied.hidden_places.fget  # type: ignore[attr-defined]  # a property

    def others(copied: fork_game.Copied) -> dict[str, str]:
        places: dict[str, str] = swapped(copied)
        return dict(zip(places, reversed(places.values()), strict=True))

    with monkeypatch.context() as patch:
        patch.setattr(fork_game.Copied, "hidden_places", property(others))
        fork(table, game.id, "fork", 1)
    ours, _ = verdicts(table, "fork", "nim")
    assert ours == f"entry 0: The hidden items that it took over are not those that {game.id} had at entry 1."


def test_a_fork_of_a_fork_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    table, _, game = random_game("attika", 1, tmp_path)
    begun = [m.number for m in game.moments[2:] if game.book.play.is_turn_begun(m.position)]
    own = fork(table, game.id, "fork", begun[3])
    own = fork(table, "fork", "again", begun[1])
    assert own.position == game.moments[begun[1]].position
    assert own.book.play.is_turn_begun(own.position)
    assert verdicts(table, "again", "attika", "fork") == ("", "")
    assert play_on(table, "again", 2).log.last > begun[1]


def test_a_fork_with_hidden_hands_is_closed_after_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("nim", monkeypatch)
    table, _, game = random_game("nim", 1, tmp_path)
    fork(table, game.id, "fork", 2)
    before = log_of(table, "fork")
    with pytest.raises(Refused) as refused:
        submit_move.close(table, "fork", abandon=True)
    assert str(refused.value) == (
        f"Closing fork would reveal what players held in {game.id} at entry 2, and {game.id} isn't closed.\n"
        f"Close that game first: referee end close {game.id}"
    )
    assert log_of(table, "fork") == before
    submit_move.close(table, game.id)
    submit_move.close(table, "fork", abandon=True)
    last = open_game(table, "fork").log.documents[-1]
    assert last["places"] == dict(game.moments[1].asked)  # type: ignore[typeddict-item]
    assert log_of(table, "fork").startswith(before)


def test_a_fork_is_not_closed_while_its_parent_cannot_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when the folder of the parent is away, nor when its folder has a log without that entry."""
    install("nim", monkeypatch)
    table, _, game = random_game("nim", 1, tmp_path)
    fork(table, game.id, "fork", 2)
    end_early.abandon(table, "fork")
    before = log_of(table, "fork")
    parent, away = Path(table.folder(game.id)), tmp_path / "away"
    parent.rename(away)
    with pytest.raises(Refused, match=f"{game.id} isn't here"):
        submit_move.close(table, "fork")
    (trouble,) = end_early.close_finished(table, ["fork"])
    assert trouble.did == "trouble"
    parent.mkdir()
    (parent / "log.yaml").write_bytes(b"".join(chain.raw_documents(game.log.raw)[:2]))
    with pytest.raises(Refused, match=f"{game.id} isn't here"):
        submit_move.close(table, "fork")
    assert log_of(table, "fork") == before
    shutil.rmtree(parent)
    away.rename(parent)
    submit_move.close(table, game.id)
    submit_move.close(table, "fork")


def test_a_private_part_with_other_hands_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("nim", monkeypatch)
    table, _, game = random_game("nim", 1, tmp_path)
    fork(table, game.id, "fork", 2)
    private.change(
        table.settings.private, "fork", lambda kept: kept._replace(places={"tokens/0": "4", "tokens/1": "4"})
    )
    with pytest.raises(Refused, match="The inherited places stored for fork aren't those its log commits to"):
        open_game(table, "fork")


def test_the_clock_of_a_fork_begins_when_it_was_made(tmp_path: Path) -> None:
    table, _, game = random_game("magna-grecia", 1, tmp_path)
    own = fork(table, game.id, "fork", 3, clock=["allowance=72h"])
    turn = turn_of(own)
    assert turn is not None
    due = deadline(own.log.documents, turn)
    assert due is not None
    assert f"{due.since:%Y-%m-%dT%H:%M:%SZ}" == table.now


def test_addresses_are_copied_only_if_asked_and_for_the_same_player(tmp_path: Path) -> None:
    table, _, game = random_game("magna-grecia", 1, tmp_path)
    one, two = list(game.header["seats"])[:2]
    reached = {one: "a@example.org", two: "b@example.org"}
    private.change(table.settings.private, game.id, lambda kept: kept._replace(addresses=reached))
    fork(table, game.id, "quiet", 3)
    assert private.read_private_part(table.settings.private, "quiet").addresses == {}
    fork(table, game.id, "loud", 3, with_addresses=True, players=[f"{two}=Eva"])
    assert private.read_private_part(table.settings.private, "loud").addresses == {one: "a@example.org"}


REFUSED: tuple[tuple[dict[str, object], str], ...] = (
    ({"at": 0}, "isn't dealt at entry 0, so there is no position to continue from"),
    ({"at": 999}, "has no entry 999. The last one is "),
    ({"at": -1}, "has no entry -1"),
    ({"players": ["purple=Eva"]}, "There is no seat purple in "),
    ({"players": ["red"]}, "'red' can't be read"),
    ({"players": ["yellow= "]}, "needs a name of 1 to 40 visible characters"),
    ({"clock": ["alowance=3d"]}, "alowance"),
)


@pytest.mark.parametrize(("more", "words"), REFUSED)
def test_what_cannot_be_forked_is_refused_and_leaves_nothing(
    more: dict[str, object], words: str, tmp_path: Path
) -> None:
    table, _, game = random_game("magna-grecia", 1, tmp_path)
    with pytest.raises((Refused, Usage), match=words):
        fork(table, game.id, "fork", **more)  # type: ignore[arg-type]
    assert not Path(table.folder("fork")).exists()
    assert not private.is_kept(table.settings.private, "fork")


def test_neither_proposals_nor_orders_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agreed ruling is, though its proposal is not; a fork of a game that takes orders takes none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_NOW", NOW)
    table = Table(Settings(), NOW)
    new = ("new", "magna-grecia", "--id", "cup", "--player", "yellow=Anna", "--player", "red=Bruno", "--orders")
    assert run(*new).code == 0
    play(1)
    for command in (
        ("undo", "cup"),
        ("draw", "cup", "--seat", "red"),
        ("answer", "cup", "yellow", "no"),
        ("ruling", "cup", "mixed_roads", "block", "--why", "as ever", "--ask"),
        ("answer", "cup", "yellow", "yes"),
        ("answer", "cup", "red", "yes"),
        ("abandon", "cup"),
    ):
        ran = run(*command)
        assert ran.code == 0, (command, ran.err)
    game = open_game(table, "cup")
    assert {"proposal", "answer", "orders", "undo", "end"} <= {each["kind"] for each in game.log.entries}
    own = fork(table, "cup", "lesson")
    assert [each["kind"] for each in own.log.entries] == ["deal", "ruling"]
    assert "orders" not in own.log.header
    assert own.position == game.position
    assert verdicts(table, "lesson", "magna-grecia", "cup") == ("", "")
