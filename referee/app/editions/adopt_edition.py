"""The seats of a game consent to a newer edition of its title, and it continues under that."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from referee.app.editions.game_editions import (
    Difference,
    GameCourse,
    adoption_refusal,
    course,
    ended_turns,
    policy_differences,
    sort_game,
    standing_of,
)
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, committed_secret, open_game, refuse_stranger
from referee.app.play import record_move
from referee.app.play.entries import append_entry, held_game
from referee.app.play.read_move import refuse_idle
from referee.app.play.record_move import Submitted, reason_fields, recorded_before, report_recorded, with_reason
from referee.rules.entry_shapes import MODERATOR, NONE, consents, seats_without_consent
from referee.rules.line import counted_moments
from referee.rules.replay import fate_of
from referee.rules.rulebook import AnyRulebook, Fate
from referee.rules.ruling import Violation
from referee.rules.rulings import book_after_entry, position_under_edition
from referee.store.documents import Aside
from referee.words import say, word_list

MOST = 20
"""So many consents of a seat, given or taken back, are recorded by mail while one edition is in force."""


class Adopted(NamedTuple):
    """The result of asking that a game continues under an edition.

    done     what was recorded, now or earlier
    missing  the seats that have not consented
    waits    whether a turn has begun: the edition takes over when it ends
    """

    game: str
    edition: int
    done: Submitted
    missing: tuple[str, ...] = ()
    waits: bool = False


def adopt(
    table: Table, id: str, edition: int, seats: Sequence[str] = (), *, all_seats: bool = False, why: str = ""
) -> Adopted:
    """Record that seats consent, as the moderator knows; once all consent, the game continues under the edition.

    Twice does no harm. Raises Refused, Usage.
    """
    with held_game(table, id) as held:
        game = held.game
        if edition == game.book.edition.number:
            return Adopted(id, edition, recorded_before(game, "", standing_of(game).since))
        refuse_other_edition(game, edition)
        named = tuple(game.header["seats"]) if all_seats else seats
        refuse_strangers(game, named)
        before, reason = game.log.last, reason_fields(why)
        takes_over = is_agreed_with(game, edition, named)
        agreeing = [partial(agree, table, edition, seat, {} if takes_over else reason) for seat in named]
        steps = [*agreeing, partial(take_over, table, edition, reason)]
        game, stopped = carried_out(game, steps)
        held.game = game
    missing = seats_without_consent(game.log.documents, edition) if game.book.edition.number < edition else []
    if game.log.last == before:
        raise adoption_refusal(game, edition, missing)
    done = report_recorded(table, game, "", game.log.last - before, stopped)
    return Adopted(id, edition, done, tuple(missing), game.book.play.is_turn_begun(game.position))


def refuse_strangers(game: Game, seats: Sequence[str]) -> None:
    """Raises Usage for a seat that the game has not."""
    for seat in seats:
        refuse_stranger(game, seat)


Step = Callable[[Game], Game]
"""Something to record: the game → the game with it, or the same if it is so already."""


def carried_out(game: Game, steps: Iterable[Step]) -> tuple[Game, Exception | None]:
    """The game after these steps, and why not all of them were done, where some entry was recorded."""
    before = game.log.last
    for step in steps:
        try:
            game = step(game)
        except Exception as stop:
            if game.log.last == before:
                raise
            return game, stop
    return game, None


def is_agreed_with(game: Game, edition: int, seats: Sequence[str] = ()) -> bool:
    """Whether the edition takes over once these seats consent, too: everybody does, and no turn has been begun."""
    missing = seats_without_consent(game.log.documents, edition)
    return set(missing) <= {*seats} and not game.book.play.is_turn_begun(game.position)


def agree(table: Table, edition: int, seat: str, reason: Aside, game: Game) -> Game:
    if consents(game.log.documents).get(seat) == edition:
        return game
    fields: Aside = {"seat": seat, "edition": edition, "by": MODERATOR, **reason}
    return record_move.append_aside(table, game, "consent", fields)


def take_over(table: Table, edition: int, reason: Aside, game: Game) -> Game:
    """The game under the edition, if every seat consents and no turn has been begun."""
    if not is_agreed_with(game, edition):
        return game
    newer_book = book_after_entry(game.book, {"kind": "edition", "edition": edition})
    newer = newer_book.edition
    fields = {"edition": newer.number, "reader": newer.reader, **reason}
    return append_entry(table, game, "edition", fields, {}, position_under_edition(newer_book, game.position))


def refuse_other_edition(game: Game, edition: int) -> None:
    """Raises Refused unless this is a newer edition than the one in force, of a game that is being played."""
    refuse_unplayed(game)
    known = [each.number for each in game.book.editions]
    facts = {
        "edition": edition,
        "title": game.book.name,
        "known": word_list(known),
        "current": game.book.edition.number,
    }
    if edition not in known:
        raise Refused(say("There is no edition {edition} of {title}. Known here: {known}.", **facts))
    if edition == game.book.edition.number:
        raise Refused(say("This game already uses edition {edition}.", edition=edition))
    if edition < game.book.edition.number:
        words = "This game uses edition {current} and can't go back to edition {edition}."
        raise Refused(say(words, **facts))


def refuse_unplayed(game: Game) -> None:
    """Raises Refused for a game in which nobody is to move."""
    refuse_idle(game)
    if game.mover is None:
        raise Refused(say("The game is over, so its edition can't change."))


def consent(game: Game, seat: str, edition: str) -> Aside | int:
    """The fields for the consent of a player, or for its end (`none`); or the number of the entry that already has
    them.

    Raises Refused.
    """
    documents = game.log.documents
    if before := consent_before(game, seat, edition):
        return before
    if edition == NONE and seat not in consents(documents):
        refuse_unplayed(game)
        raise Refused(say("There is no consent to withdraw."))
    if edition == NONE:
        return {"seat": seat, "edition": NONE}
    refuse_other_edition(game, int(edition))
    return {"seat": seat, "edition": int(edition)}


def refuse_too_many(game: Game, seat: str) -> None:
    """Raises Refused if a player has changed their mind too often; what the moderator enters is not counted."""
    after = game.log.entries_after(standing_of(game).since)
    own = [each for each in after if each["kind"] == "consent" and each["seat"] == seat and "by" not in each]
    if len(own) >= MOST:
        words = (
            "You have agreed or changed your mind {most} times. Please write to the moderator, who "
            "can enter what you want."
        )
        raise Refused(say(words, most=MOST))


def consent_before(game: Game, seat: str, edition: str) -> int:
    """The entry with which a seat last said exactly this, also if it took effect already; 0: there is none."""
    stand = standing_of(game)
    own = [n for n, each in enumerate(game.log.entries, 1) if each["kind"] == "consent" and each["seat"] == seat]
    if not own or str(game.log.entry(own[-1])["edition"]) != edition:
        return 0
    return own[-1] if own[-1] > stand.since or edition == str(stand.current.number) else 0


def withdraw(table: Table, id: str, seats: Sequence[str], why: str = "") -> Adopted:
    """Record that seats take their consent back, as the moderator knows. Twice does no harm. Raises Refused, Usage."""
    with held_game(table, id) as held:
        game = held.game
        refuse_strangers(game, seats)
        before, reason = game.log.last, reason_fields(why)
        said = [with_reason(consent(game, seat, NONE), reason) for seat in seats]
        game, stopped = carried_out(game, [partial(take_back, table, each) for each in said])
        held.game = game
    entries = game.log.last - before
    last = max([each for each in said if isinstance(each, int)], default=0)
    done = report_recorded(table, game, "", entries, stopped) if entries else recorded_before(game, "", last)
    return Adopted(id, game.book.edition.number, done)


def take_back(table: Table, said: Aside | int, game: Game) -> Game:
    return (
        game if isinstance(said, int) else record_move.append_aside(table, game, "consent", {**said, "by": MODERATOR})
    )


class Departure(NamedTuple):
    """The first entry at which a game would have gone differently.

    refused  what it breaks under the other edition; () if it is allowed, and results in another position
    """

    entry: int
    refused: tuple[Violation, ...] = ()


class Rereading(NamedTuple):
    """What another edition decides differently, and where that would have mattered in a game so far."""

    title: str
    current: int
    differences: list[Difference]
    departure: Departure | None


def reread(table: Table, id: str, edition: int) -> Rereading:
    """A game under a newer edition than its own. Raises Refused, and NotYours where its secret is not kept."""
    game = open_game(table, id)
    refuse_other_edition(game, edition)
    newer = game.book.under({"edition": edition})
    fate = fate_of(game.book, game.log, committed_secret(table, game.header))
    found = policy_differences(game.book, game.book.edition, newer.edition)
    return Rereading(game.book.name, game.book.edition.number, found, departure(game, newer, fate))


def departure(game: Game, book: AnyRulebook, fate: Fate) -> Departure | None:
    """Where a game would have gone differently under the edition of this book; None: nowhere up to now.

    `fate` answers what chance holds for the game. Raises Refused if the title cannot judge it under that edition.
    """
    other = course(book, game.log, fate, ended_turns(game.book, game.line))
    state, halt = sort_game(GameCourse(game.book, tuple(counted_moments(game.moments))), other).state, other.halt
    if halt and (state is None or halt.entry <= state):
        if not halt.is_illegal:
            raise Refused(halt.says)
        return Departure(halt.entry, halt.violations)
    return None if state is None else Departure(state)
