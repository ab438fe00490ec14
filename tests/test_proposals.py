"""Proposals, their answers and ends by agreement in a log: what may be recorded, and what any other log is refused for.

A second, slow way follows the entries one by one; what is recorded at random in games of both titles agrees with it.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, begin, play, run, suggestion

from referee import titles
from referee.app.game_access import Game, Table, open_game
from referee.app.time.counted_time import times_of
from referee.app.time.deadlines import spans
from referee.rules.proposals import last_proposal, open_proposal, proposals
from referee.rules.replay import BadEntry, Moment, replay, state_of
from referee.settings import Settings
from referee.store import log
from referee.store.documents import ending_of

Fields = dict[str, Any]
pytestmark = pytest.mark.usefixtures("empty_pages")
BOOK = titles.book("magna-grecia")
AT, UNTIL, LATER = "2026-11-20T20:00:00Z", "2026-11-23T20:00:00Z", "2026-11-24T20:00:00Z"
THREE = ["yellow=Anna", "red=Bruno", "brown=Clara"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def begin_three(id: str = "trio", title: str = "magna-grecia", *more: str) -> None:
    seats = list(titles.book(title).seats)[:3]
    players = [
        word
        for seat, name in zip(seats, ("Anna", "Bruno", "Clara"), strict=True)
        for word in ("--player", f"{seat}={name}")
    ]
    ran = run("new", title, "--id", id, *players, *more)
    assert ran.code == 0, ran.err


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, log.Log]]:
    """Number of players → the log of a game of a deal and two moves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("proposals"))
        patch.setenv("REFEREE_CONFIG", "none.toml")
        patch.setenv("REFEREE_NOW", NOW)
        begin()
        play(2)
        run("new", "magna-grecia", "--id", "trio", *[word for each in THREE for word in ("--player", each)])
        play(2, "trio")
        yield {2: log.read_log("games/cup"), 3: log.read_log("games/trio")}


def moments(found: log.Log) -> list[Moment]:
    return replay(BOOK.under(found.header), found)


def longer(found: log.Log, *entries: Fields) -> log.Log:
    """The log with these entries, as whoever forges one would write them: the states are right."""
    state = state_of(BOOK.under(found.header), moments(found)[-1].position)
    for fields in entries:
        entry = {"entry": found.last + 1, "prev": found.head, "at": AT, **fields, "state": state}
        found = log.parse(found.raw + log.document(entry))
    return found


def draw(seat: str = "red", asks: tuple[str, ...] = ("yellow", "brown"), **more: Any) -> Fields:
    whose = {"seat": seat} if seat else {}
    return {"kind": "proposal", **whose, "what": "draw", "asks": list(asks), "until": UNTIL, **more}


def concession(winners: tuple[str, ...] = ("yellow",), **more: Any) -> Fields:
    return {**draw(), "what": "concede", "winners": list(winners), **more}


def answer(seat: str, given: str = "yes", number: int = 4, **more: Any) -> Fields:
    whose = {"seat": seat} if seat else {}
    return {"kind": "answer", **whose, "proposal": number, "answer": given, **more}


def end(how: str = "draw", **more: Any) -> Fields:
    return {"kind": "end", "how": how, **more}


BOTH = (answer("yellow"), answer("brown"))
AGREED = (draw(), *BOTH)
BY_MODERATOR = draw("", ("red", "yellow", "brown"), by="moderator")
PLANNED = {"kind": "player", "seat": "brown", "player": "Referee", "by": "referee"}

NEW_YELLOW = {"kind": "player", "seat": "yellow", "player": "Eva"}
FREE_YELLOW = {**NEW_YELLOW, "proposal": 4}

GOOD: dict[str, list[Fields]] = {
    "an old log: the answer of the player before binds": [
        draw(),
        BOTH[0],
        NEW_YELLOW,
        BOTH[1],
        end(proposal=4, seat="red"),
    ],
    "a new player answers for themselves": [
        draw(),
        BOTH[0],
        FREE_YELLOW,
        BOTH[1],
        BOTH[0],
        end(proposal=4, seat="red"),
    ],
    "who is new says no": [draw(), BOTH[0], FREE_YELLOW, answer("yellow", "no"), draw("brown", ("red", "yellow"))],
    "what the player before proposed has ended": [draw("yellow", ("red", "brown")), FREE_YELLOW, draw()],
    "a draw that all agree to": [*AGREED, end(proposal=4, seat="red")],
    "a draw that the moderator proposes": [BY_MODERATOR, answer("red"), *BOTH, end(proposal=4)],
    "a draw that the moderator enters for a player": [draw(by="moderator"), *BOTH, end(proposal=4, seat="red")],
    "an answer that the moderator enters": [draw(), answer("yellow", by="moderator"), answer("brown", "no")],
    "a missing answer": [draw(), answer("yellow", "no", by="referee", at=LATER)],
    "a refused one, then another": [draw(), answer("yellow", "no"), draw("brown", ("red", "yellow"))],
    "one that is withdrawn, then another": [draw(), answer("red", "withdrawn"), concession()],
    "one of the moderator is withdrawn": [BY_MODERATOR, answer("", "withdrawn", by="moderator"), draw()],
    "a concession of all to one": [concession(), *BOTH, end("concede", proposal=4, seat="red", winners=["yellow"])],
    "the moderator abandons": [end("abandon", by="moderator")],
    "talk between the answers": [
        draw(),
        answer("yellow"),
        {"kind": "talk", "seat": "red", "say": "And you?"},
        answer("brown"),
    ],
    "talk and a new player after the end": [
        end("abandon", by="moderator"),
        {"kind": "talk", "seat": "red", "say": "Well."},
    ],
    "a concession to the only other person": [PLANNED, end("concede", seat="red", winners=["yellow"])],
    "nobody asks the planner": [
        PLANNED,
        draw(asks=("yellow",)),
        answer("yellow", number=5),
        end(proposal=5, seat="red"),
    ],
}


@pytest.mark.parametrize("case", GOOD)
def test_what_is_right_is_read(played: dict[int, log.Log], case: str) -> None:
    found = longer(played[3], *GOOD[case])
    assert moments(found)[-1].number == found.last


NOT_OPEN = "isn't an open proposal"
CONSENT = "This end of a game needs the consent of all players"
NOT_AGREED = "but not everybody has agreed to that"
OVER = "isn't possible while the game is over by agreement"
WRONG: dict[str, tuple[list[Fields], str]] = {
    "an answer to nothing": ([answer("yellow")], NOT_OPEN),
    "an answer to another entry": ([draw(), answer("yellow", number=3)], NOT_OPEN),
    "an answer to a later entry": ([draw(), answer("yellow", number=99)], NOT_OPEN),
    "an answer after a no": ([draw(), answer("yellow", "no"), answer("brown")], NOT_OPEN),
    "an answer after all said yes": ([*AGREED, answer("brown", "no")], NOT_OPEN),
    "an answer after it was withdrawn": ([draw(), answer("red", "withdrawn"), answer("brown")], NOT_OPEN),
    "an answer twice": ([draw(), answer("yellow"), answer("yellow", "no")], "yellow has already answered"),
    "an answer by who proposed it": ([draw(), answer("red")], "red, who isn't asked"),
    "an answer by nobody": ([draw(), answer("", by="moderator")], "who isn't asked"),
    "an answer of an unknown seat": ([draw(), answer("blue")], "no seat blue"),
    "an answer that is a word": ([draw(), answer("yellow", "maybe")], "form of a log"),
    "an answer without an answer": ([draw(), {"kind": "answer", "seat": "yellow", "proposal": 4}], "form of a log"),
    "an answer with a move": ([draw(), answer("yellow", actions=[])], "don't belong to its kind: actions"),
    "the referee answers too early": ([draw(), answer("yellow", "no", by="referee")], "time for answers is over"),
    "the referee says yes": ([draw(), answer("yellow", by="referee", at=LATER)], "only enter a `no`"),
    "somebody else withdraws it": ([draw(), answer("yellow", "withdrawn")], "can withdraw it"),
    "the moderator withdraws it": ([draw(), answer("", "withdrawn", by="moderator")], "can withdraw it"),
    "the referee withdraws it": ([draw(), answer("red", "withdrawn", by="referee")], "can withdraw it"),
    "a player withdraws that of the moderator": ([BY_MODERATOR, answer("red", "withdrawn")], "can withdraw it"),
    "two proposals at once": ([draw(), draw("brown", ("red", "yellow"))], "The proposal of entry 4 is still open"),
    "nobody's proposal": ([draw("")], "doesn't say whose proposal"),
    "a proposal of the referee": ([draw(by="referee")], "Only a player or the moderator"),
    "it asks who proposes": ([draw(asks=("red", "yellow", "brown"))], "It asks red, who can't be asked"),
    "it asks a stranger": ([draw(asks=("yellow", "brown", "blue"))], "It asks blue"),
    "it asks twice": ([draw(asks=("yellow", "brown", "brown"))], "asks a seat twice"),
    "it asks nobody": ([draw(asks=())], "form of a log"),
    "it does not ask everybody": ([draw(asks=("yellow",))], "doesn't ask brown"),
    "a day, not a time": ([draw(until="2026-11-23")], "no time after its `at`"),
    "it is over at once": ([draw(until=AT)], "no time after its `at`"),
    "no time at all": ([{k: v for k, v in draw().items() if k != "until"}], "form of a log"),
    "something unknown is proposed": ([draw(what="rematch")], "form of a log"),
    "a draw with winners": ([draw(winners=["yellow"])], "don't belong to its kind: winners"),
    "a concession without winners": ([draw(what="concede")], "has no winners"),
    "a concession to oneself": ([concession(("red",))], "Nobody can concede to red"),
    "a concession to a stranger": ([concession(("blue",))], "Nobody can concede to blue"),
    "a concession of nobody": ([concession(("yellow", "brown", "red"))], "Nobody can concede"),
    "a proposal after the end": ([end("abandon", by="moderator"), draw()], OVER),
    "a move after the end": ([end("abandon", by="moderator"), {"kind": "move", "seat": "red", "actions": []}], OVER),
    "two ends": ([end("abandon", by="moderator")] * 2, OVER),
    "an end that nobody agreed to": ([draw(), answer("yellow"), end(proposal=4, seat="red")], NOT_AGREED),
    "an end that somebody refused": ([draw(), answer("yellow", "no"), end(proposal=4, seat="red")], NOT_AGREED),
    "an end of another kind": ([*AGREED, end("abandon", proposal=4, seat="red")], NOT_AGREED),
    "an end by another proposal": ([*AGREED, end(proposal=3, seat="red")], NOT_AGREED),
    "an end by somebody else": ([*AGREED, end(proposal=4, seat="yellow")], "isn't what the proposal"),
    "an agreed end by the moderator": (
        [*AGREED, end(proposal=4, seat="red", by="moderator")],
        "isn't what the proposal",
    ),
    "an end with another winner": (
        [concession(), *BOTH, end("concede", proposal=4, seat="red", winners=["brown"])],
        "isn't what",
    ),
    "an end without who is new": ([draw(), BOTH[0], FREE_YELLOW, BOTH[1], end(proposal=4, seat="red")], NOT_AGREED),
    "a new player who is bound by nothing": ([draw(), FREE_YELLOW], "neither made nor answered"),
    "a new player of a proposal that has ended": ([*AGREED, FREE_YELLOW], "neither made nor answered"),
    "an answer to what the player before proposed": (
        [draw("yellow", ("red", "brown")), FREE_YELLOW, answer("red")],
        NOT_OPEN,
    ),
    "a draw without a proposal": ([end()], CONSENT),
    "a draw by the moderator": ([end(by="moderator")], CONSENT),
    "one player abandons": ([end("abandon", seat="red")], CONSENT),
    "nobody abandons": ([end("abandon")], CONSENT),
    "an abandoned game with a winner": ([end("abandon", by="moderator", winners=["red"])], "Winners are named where"),
    "a concession among three": ([end("concede", seat="red", winners=["yellow"])], "can't concede to yellow without"),
    "a concession to both": ([end("concede", seat="red", winners=["yellow", "brown"])], "without the consent"),
    "a concession of nobody to one": ([end("concede", winners=["yellow"])], "doesn't say who conceded"),
    "a concession by the referee": ([end("concede", seat="red", winners=["yellow"], by="referee")], "doesn't say who"),
    "a concession without a winner": ([end("concede", seat="red")], "Winners are named where"),
    "an end with a message": ([end("abandon", by="moderator", say="Bye.")], "don't belong to its kind: say"),
    "the moderator plays a seat": ([{**PLANNED, "by": "moderator"}], "Only the referee can play a seat"),
    "the planner as a substitute": ([{**PLANNED, "until": "2026-12-24"}], "has no last day"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_forged_log_is_refused(played: dict[int, log.Log], case: str) -> None:
    (*before, wrong), says = WRONG[case]
    good = longer(played[3], *before)
    with pytest.raises(BadEntry) as bad:
        moments(longer(good, wrong))
    assert (bad.value.number, says in str(bad.value)) == (good.last + 1, True), bad.value


def test_of_two_players_each_concedes_freely_to_the_other(played: dict[int, log.Log]) -> None:
    found = longer(played[2], end("concede", seat="red", winners=["yellow"]))
    assert moments(found)
    assert ending_of(found.documents) == ("concede", ("yellow",), "red", False)
    with pytest.raises(BadEntry, match="can't concede to red"):
        moments(longer(played[2], end("concede", seat="red", winners=["red"])))


def test_before_the_deal_nothing_is_proposed() -> None:
    begin(wait_for_nonces=True)
    for fields in (draw(asks=("yellow",)), answer("red"), end("abandon", by="moderator")):
        with pytest.raises(BadEntry, match="waiting for its deal"):
            moments(longer(log.read_log("games/cup"), fields))


class SlowState:
    """What the entries say about proposals, followed one by one."""

    def __init__(self) -> None:
        self.number, self.waits, self.over, self.still = 0, set[str](), False, list[tuple[int, int]]()
        self.whose = ""

    def follow(self, number: int, entry: Any) -> None:
        kind = entry["kind"]
        if kind == "proposal":
            assert not self.number, "at most one is open"
            self.number, self.waits, self.whose = number, set(entry["asks"]), entry.get("seat", "")
        elif kind == "answer":
            assert int(entry["proposal"]) == self.number
            self.waits.discard(entry.get("seat", ""))
            if entry["answer"] != "yes" or not self.waits:
                self.stop(number)
        elif kind == "player" and "proposal" in entry:
            assert int(entry["proposal"]) == self.number
            self.waits.add(entry["seat"])
            if entry["seat"] == self.whose:
                self.stop(number)
        elif kind in ("move", "missed", "edition", "end", "close"):
            self.stop(number)
        self.over = self.over or kind == "end"

    def stop(self, number: int) -> None:
        if self.number:
            self.still.append((self.number, number))
        self.number, self.waits = 0, set()


def slow_state(game: Game) -> SlowState:
    found = SlowState()
    for number, entry in enumerate(game.log.entries, 1):
        found.follow(number, entry)
    return found


def table(now: str) -> Table:
    return Table(Settings(), now)


def random_act(rng: random.Random, game: Game) -> list[str]:
    """A command about ends and proposals, or a turn; many are refused."""
    seats = list(game.header["seats"])
    seat = rng.choice(seats)
    found = open_proposal(game.log.documents)
    acts = [
        ["draw", game.id, "--seat", seat], ["draw", game.id], ["abandon", game.id, "--seat", seat],
        ["concede", game.id, seat, "--to", rng.choice(seats)], ["concede", game.id, seat], ["remind", game.id],
        ["answer", game.id, seat, "withdrawn"], ["answer", game.id, seat, rng.choice(("yes", "no"))], ["submit", "-"],
    ]  # fmt: skip
    acts += [["player", game.id, seat, "--name", rng.choice(("Dora", "Emil"))]]
    rare = [["resign", game.id, seat], ["abandon", game.id], ["draw", game.id, "--all-consent"]]
    if found and rng.random() < 0.5:
        return ["answer", game.id, rng.choice(found.missing), rng.choice(("yes", "yes", "no"))]
    return rng.choice(rare if rng.random() < 0.04 else acts)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("title", titles.OURS)
def test_random_proposals_and_turns_can_be_read_back(
    title: str, seed: int, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in range(10 * seed, 10 * seed + (10 if thorough else 1)):
        one_random_game(title, each, thorough, monkeypatch)


def one_random_game(title: str, seed: int, thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, id = random.Random(f"{title} {seed}"), f"g{seed}"
    begin_three(id, title, "--clock", "allowance=48h")
    hours = 0
    for _ in range(40 if thorough else 20):
        hours += rng.choice((0, 1, 5, 30))
        now = f"2026-{11 + (20 + hours // 24) // 30:02}-{(20 + hours // 24) % 30 + 1:02}T{hours % 24:02}:00:00Z"
        monkeypatch.setenv("REFEREE_NOW", now)
        before, game = Path("games", id, "log.yaml").read_bytes(), open_game(table(now), id)
        words = random_act(rng, game)
        if words == ["submit", "-"] and game.mover is None:
            continue
        ran = run(*words, stdin=suggestion(id) if words == ["submit", "-"] else b"")
        assert ran.code in (0, 2, 65), (words, ran.err)
        assert Path("games", id, "log.yaml").read_bytes().startswith(before), words
        right_after(open_game(table(now), id))


def right_after(game: Game) -> None:
    """The fast functions and the slow one agree, and no time of an open proposal counts."""
    slow, documents = slow_state(game), game.log.documents
    found = open_proposal(documents)
    assert (found.number if found else 0) == slow.number
    assert set(found.missing if found else ()) == slow.waits
    assert [(each.number, each.ended) for each in proposals(documents) if each.ended] == slow.still
    assert bool(game.ending) == slow.over
    assert not (game.ending and game.mover)
    times, seat = times_of(documents), next(iter(game.header["seats"]))
    from zoneinfo import ZoneInfo

    still = spans(documents, times, seat, ZoneInfo("UTC"))
    for first, end in slow.still:
        assert (times[first], times[end]) in still
    if last_proposal(documents) and slow.number:
        assert (times[slow.number], None) in still


def test_what_a_player_had_agreed_to_does_not_bind_who_takes_the_seat_over() -> None:
    begin_three()
    play(2, "trio")
    seat, other, third = open_game(table(NOW), "trio").header["seats"]
    assert run("draw", "trio", "--seat", seat).code == 0
    assert run("answer", "trio", other, "yes").code == 0
    assert run("player", "trio", other, "--name", "Eva").code == 0
    assert run("answer", "trio", third, "yes").code == 0
    found = open_proposal(open_game(table(NOW), "trio").log.documents)
    assert found
    assert found.missing == (other,)
    assert "What Bruno had said about the open proposal no longer counts." in " ".join(run("log", "trio").out.split())
    assert run("player", "trio", third, "--name", "Clara B.", "--same-address").code == 0
    assert run("answer", "trio", other, "yes").code == 0
    assert ending_of(open_game(table(NOW), "trio").log.documents)
    assert run("verify", "trio").code == 0


def test_a_proposal_ends_with_its_player_and_the_referee_keeps_it() -> None:
    begin_three()
    play(2, "trio")
    seat, other, third = open_game(table(NOW), "trio").header["seats"]
    run("concede", "trio", seat, "--to", other)
    assert run("player", "trio", seat, "--name", "Eva", "--until", "2026-12-24").code == 0
    assert open_proposal(open_game(table(NOW), "trio").log.documents) is None
    run("concede", "trio", other, "--to", third)
    assert run("resign", "trio", other).code == 0
    assert open_proposal(open_game(table(NOW), "trio").log.documents)
