"""A ruling at a random turn of random games: from there on the game is judged as one that began with that value."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest

from referee import titles
from referee.rules.entry_shapes import BadEntry
from referee.rules.replay import Moment, replay
from referee.rules.rulebook import AnyRulebook
from referee.rules.rulings import RulingSubject, book_after_entry, book_in_force, subjects_of, value_in_force
from referee.store import chain
from referee.testkit.playouts import Playout, log_with_entry, random_playout

TITLES = ("magna-grecia", "attika")
GAMES, PROVED, TURNS = 3, 24, 30
"""So many random games of each title here, and in proofs; a ruling is made in one of the first so many turns."""


class RulingBetween:
    """Before one of the turns of a random game the moderator decides something otherwise, if the title allows it then.

    number   that of its entry; 0: there was none
    refused  what could not be decided then, and why
    """

    def __init__(self, rng: Random) -> None:
        self.rng, self.left, self.number, self.choice, self.value = rng, rng.randrange(TURNS), 0, "", ""
        self.refused: list[tuple[str, str]] = []

    def __call__(self, book: AnyRulebook, log: chain.Log, position: Any) -> tuple[AnyRulebook, chain.Log, Any]:
        self.left -= 1
        if self.left >= 0 or self.number:
            return book, log, position
        choice = self.rng.choice([each for each in subjects_of(book).values() if each.changeable])
        now = value_in_force(book, log.header, choice)
        value = self.rng.choice([each for each in choice.values if each != now])
        try:
            ruled = book.play.decide(position, choice.name, value)
        except ValueError as error:
            self.refused.append((choice.name, str(error.args[0])))
            return book, log, position
        fields = {choice.kind: choice.name, "value": value, "was": now, "by": "moderator", "why": "A test."}
        newer = book_after_entry(book, {"kind": "ruling", **fields})
        log = log_with_entry(newer, log, "ruling", fields, None, ruled)
        self.number, self.choice, self.value = log.last, choice.name, value
        return newer, log, ruled


def ruled_game(title: str, seed: int) -> tuple[Playout, RulingBetween]:
    book = titles.book(title)
    ruling = RulingBetween(Random(f"{title} {seed}"))
    return random_playout(
        book.under({"edition": book.editions[seed % len(book.editions)].number}), seed, ruling
    ), ruling


def rebuilt(game: Playout, moments: list[Moment], choice: RulingSubject, value: str) -> Any:
    """The position that the same events lead to in a game that began with this value: the second way."""
    options = {**game.book.header_with_options(game.header)["options"]}
    options |= {choice.name: value} if choice.kind == "option" else {}
    begun = game.book.set_up.begin({**game.header, "options": options})
    if choice.kind == "policy":
        policies = begun.setting.policies._replace(**{choice.name: value})
        begun = replace(begun, setting=replace(begun.setting, policies=policies))
    return reduce(game.book.play.evolve, [event for moment in moments for event in moment.events], begun)


@pytest.mark.parametrize("title", TITLES)
def test_after_a_ruling_a_game_is_judged_as_one_that_began_with_it(title: str) -> None:
    made, refused = Counter[tuple[str, str]](), Counter[str]()
    for seed in range(GAMES):
        game, ruling = ruled_game(title, seed)
        moments = replay(game.book, game.log, secret=lambda game=game: game.secret)  # type: ignore[misc]
        assert [each.position for each in moments[1:]] == list(game.positions)
        assert game.book.play.to_move(game.positions[-1]) is None
        refused.update(name for name, _ in ruling.refused)
        if not ruling.number:
            continue
        made[ruling.choice, ruling.value] += 1
        choice = subjects_of(game.book)[ruling.choice]
        ruled = moments[ruling.number].position
        assert ruled != moments[ruling.number - 1].position
        assert ruled == rebuilt(game, moments[: ruling.number], choice, ruling.value)
        assert moments[-1].position == rebuilt(game, moments, choice, ruling.value)
        assert book_in_force(game.book, game.log.documents).rulings == {ruling.choice: ruling.value}
    print(f"\n{title}: made {sorted(made.items())}, refused {sorted(refused.items())}")
    assert len(made) > 1


@pytest.mark.parametrize("title", TITLES)
def test_without_the_ruling_or_elsewhere_the_log_cannot_be_read(title: str) -> None:
    """Its entry says what held before, and its place is between two turns."""
    game, ruling = next(found for seed in range(GAMES) if (found := ruled_game(title, seed))[1].number)
    entry = game.log.entry(ruling.number)
    with pytest.raises(BadEntry, match="says that"):
        replay(game.book, again(game, ruling.number, {**entry, "was": entry["value"]}), secret=lambda: game.secret)
    twice = {**entry, "value": entry["was"]}
    with pytest.raises(BadEntry, match="is already"):
        replay(game.book, again(game, ruling.number, twice), secret=lambda: game.secret)


def again(game: Playout, number: int, entry: Any) -> chain.Log:
    """The log up to an entry, which is replaced by another with the same seal."""
    first = chain.parse(b"".join(chain.raw_documents(game.log.raw)[:number]))
    return chain.log_with_document(first, chain.document(entry))


@pytest.mark.parametrize("title", TITLES)
def test_policies_and_options_have_names_of_their_own(title: str) -> None:
    book = titles.book(title)
    assert len(subjects_of(book)) == len(book.policies) + len(book.options)
