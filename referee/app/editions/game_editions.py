"""How a game stands to the editions of its title: which holds, which are newer, who consents, what would differ."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.rules.editions import AnyEdition
from referee.rules.entry_shapes import consents, seats_without_consent
from referee.rules.replay import PLAYING
from referee.rules.rulebook import AnyRulebook
from referee.words import Phrase, say, word_list


class EditionStanding(NamedTuple):
    """How a game stands to the editions of its title: the one that holds, those after it, and who consents to which.

    since  the number of the entry from which the edition in force holds; 0: from the beginning
    """

    game: Game
    current: AnyEdition
    since: int
    newer: tuple[AnyEdition, ...]
    consents: Mapping[str, int]


def edition_standing(table: Table, id: str) -> EditionStanding:
    """How a game stands to the editions of its title. Raises as `open_game`."""
    return standing_of(open_game(table, id))


def standing_of(game: Game) -> EditionStanding:
    documents, current = game.log.documents, game.book.edition
    since = [number for number, each in enumerate(documents) if each.get("kind") == "edition"]
    newer = tuple([each for each in game.book.editions if each.number > current.number])
    return EditionStanding(game, current, max(since, default=0), newer, consents(documents))


def agreed_edition(game: Game) -> int | None:
    """The edition to which every seat consents, and which could take over; None where there is none."""
    given = consents(game.log.documents)
    named = {given.get(seat, 0) for seat in game.header["seats"]}
    return max(named) if is_played(game) and len(named) == 1 and 0 not in named else None


def is_played(game: Game) -> bool:
    """Whether the game is dealt and neither over nor closed."""
    return game.phase == PLAYING and game.book.play.to_move(game.position) is not None


def adoption_refusal(game: Game, edition: int, missing: Sequence[str]) -> Refused:
    """That nothing could be recorded, and what to do."""
    facts = {"game": game.id, "edition": edition}
    if not missing:
        words = "Everybody consents to edition {edition}, but a turn has been begun. Do this again when it is over."
        return Refused(say(words, **facts))
    words = "Edition {edition} cannot take over in {game} yet: {seats} did not consent."
    return Refused(say(words, seats=word_list(missing), **facts), None, how_to_consent(game.id, edition))


def how_to_consent(game: str, edition: int) -> Phrase:
    """How the moderator comes by a consent that is missing."""
    words = (
        "Ask them by e-mail: referee edition {game} {edition} --ask. What you know already, enter: "
        "referee edition {game} {edition} --consent SEAT"
    )
    return say(words, game=game, edition=edition)


def remarks(game: Game) -> Iterator[Phrase]:
    """What the moderator should know of consents, in sentences."""
    given = consents(game.log.documents)
    if not given or not is_played(game):
        return
    if edition := agreed_edition(game):
        words = "Everybody consents to edition {edition}; let it take over: referee edition {game} {edition}"
        yield say(words, game=game.id, edition=edition)
        return
    for edition in sorted(set(given.values())):
        missing = seats_without_consent(game.log.documents, edition)
        words = "Edition {edition} waits for the consent of {seats}: referee edition {game} {edition} --ask"
        yield say(words, edition=edition, seats=word_list(missing), game=game.id)


class Difference(NamedTuple):
    """A decision about which two editions differ: its rules, and what each of the editions decides."""

    policy: str
    rules: tuple[str, ...]
    before: Phrase
    after: Phrase
    why: Phrase


def policy_differences(book: AnyRulebook, older: AnyEdition, newer: AnyEdition) -> list[Difference]:
    """The decisions about which two editions of a title differ, in the order of the title."""
    found = []
    for policy in book.policies:
        before, after = (str(getattr(each.policies, policy.name)) for each in (older, newer))
        if before != after:
            sentences = policy.values[before], policy.values[after]
            found.append(Difference(policy.name, policy.rules, *sentences, policy.why))
    return found
