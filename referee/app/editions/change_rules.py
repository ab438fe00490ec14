"""Other rules in a running game, from an entry on: a newer edition of its title, or another reading of one rule.

To a newer edition the seats consent. A reading that is disputed is decided by the moderator: from here on a policy or
an option of one game has another value.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, cast

from referee.app.consent.proposals import propose
from referee.app.editions.game_editions import (
    Difference,
    GameCourse,
    adoption_refusal,
    course,
    ended_turns,
    policy_differences,
    since_entries,
    sort_game,
    standing_of,
)
from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table, book_of, committed_secret, open_game, refuse_stranger
from referee.app.look.library import laws
from referee.app.play import record_move
from referee.app.play.entries import append_entry, held_game
from referee.app.play.read_move import refuse_idle
from referee.app.play.record_move import (
    Submitted,
    reason_fields,
    record_command,
    recorded_before,
    report_recorded,
    with_reason,
)
from referee.rules.entry_shapes import MODERATOR, NONE, consents, seats_without_consent
from referee.rules.line import counted_moments
from referee.rules.proposals import Proposal
from referee.rules.replay import fate_of
from referee.rules.rulebook import AnyRulebook, Fate
from referee.rules.ruling import Violation
from referee.rules.rulings import (
    RULING,
    RulingSubject,
    book_after_entry,
    position_under_edition,
    ruling_problem,
    subjects_of,
    value_in_force,
    with_rulings,
)
from referee.store.documents import Aside, people
from referee.words import Phrase, say, term, word_list

MOST_CONSENTS = 20
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


def adopt_edition(
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
        agreeing = [partial(agree_to_edition, table, edition, seat, {} if takes_over else reason) for seat in named]
        steps = [*agreeing, partial(take_over_edition, table, edition, reason)]
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


def agree_to_edition(table: Table, edition: int, seat: str, reason: Aside, game: Game) -> Game:
    if consents(game.log.documents).get(seat) == edition:
        return game
    fields: Aside = {"seat": seat, "edition": edition, "by": MODERATOR, **reason}
    return record_move.append_aside(table, game, "consent", fields)


def take_over_edition(table: Table, edition: int, reason: Aside, game: Game) -> Game:
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


def edition_consent(game: Game, seat: str, edition: str) -> Aside | int:
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


def refuse_too_many_consents(game: Game, seat: str) -> None:
    """Raises Refused if a player has changed their mind too often; what the moderator enters is not counted."""
    after = game.log.entries_after(standing_of(game).since)
    own = [each for each in after if each["kind"] == "consent" and each["seat"] == seat and "by" not in each]
    if len(own) >= MOST_CONSENTS:
        words = (
            "You have agreed or changed your mind {most} times. Please write to the moderator, who "
            "can enter what you want."
        )
        raise Refused(say(words, most=MOST_CONSENTS))


def consent_before(game: Game, seat: str, edition: str) -> int:
    """The entry with which a seat last said exactly this, also if it took effect already; 0: there is none."""
    stand = standing_of(game)
    own = [n for n, each in enumerate(game.log.entries, 1) if each["kind"] == "consent" and each["seat"] == seat]
    if not own or str(game.log.entry(own[-1])["edition"]) != edition:
        return 0
    return own[-1] if own[-1] > stand.since or edition == str(stand.current.number) else 0


def withdraw_consent(table: Table, id: str, seats: Sequence[str], why: str = "") -> Adopted:
    """Record that seats take their consent back, as the moderator knows. Twice does no harm. Raises Refused, Usage."""
    with held_game(table, id) as held:
        game = held.game
        refuse_strangers(game, seats)
        before, reason = game.log.last, reason_fields(why)
        said = [with_reason(edition_consent(game, seat, NONE), reason) for seat in seats]
        game, stopped = carried_out(game, [partial(take_back_consent, table, each) for each in said])
        held.game = game
    entries = game.log.last - before
    last = max([each for each in said if isinstance(each, int)], default=0)
    done = report_recorded(table, game, "", entries, stopped) if entries else recorded_before(game, "", last)
    return Adopted(id, game.book.edition.number, done)


def take_back_consent(table: Table, said: Aside | int, game: Game) -> Game:
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


class Reading(NamedTuple):
    """One value of a policy or an option: what it means, and whether it holds now."""

    value: str
    says: Phrase
    holds: bool


class SubjectStanding(NamedTuple):
    """A policy or an option of a game: what it is about, its values, and how it came to the one that holds.

    since  the number of the ruling from which it holds; 0: no ruling was made about it
    """

    kind: str
    name: str
    rules: tuple[str, ...]
    says: Phrase
    value: str
    since: int
    changeable: bool
    readings: tuple[Reading, ...]


def standing_subjects(table: Table, id: str) -> list[SubjectStanding]:
    """The policies and options of a game, each with the value that holds now. Raises as `open_game`."""
    game = open_game(table, id)
    since = since_entries(game.log.documents)
    return [standing(game, each, since.get(each.name, 0)) for each in subjects_of(game.book).values()]


def standing(game: Game, choice: RulingSubject, since: int) -> SubjectStanding:
    now = value_in_force(game.book, game.log.header, choice)
    values = tuple([Reading(value, says, value == now) for value, says in choice.values.items()])
    says = say("{law}", law=law_of(game, choice.rules[0])) if choice.rules and choice.kind == "option" else choice.says
    in_force = since if choice.name in game.book.rulings else 0
    return SubjectStanding(choice.kind, choice.name, choice.rules, says, now, in_force, choice.changeable, values)


def law_of(game: Game, number: str) -> Phrase:
    """The text of a rule; empty where the title has no text of its rules."""
    found = laws(game.book).get(number)
    return term(found.law) if found else say("")


def rule(table: Table, id: str, name: str, value: str, why: str) -> Submitted:
    """Record that from here on a policy or an option has this value. Twice does no harm. Raises Refused, Usage."""
    return record_command(table, id, lambda table, game: game_with_ruling(table, game, name, value, why))


def game_with_ruling(table: Table, game: Game, name: str, value: str, why: str, proposal: int = 0) -> Game:
    """The game with a ruling. Raises Refused, Usage."""
    choice, now = refuse_impossible_ruling(game, name, value)
    fields: dict[str, object] = {choice.kind: name, "value": value, "was": now, "by": MODERATOR, "why": why}
    fields |= {"proposal": proposal} if proposal else {}
    return append_entry(table, game, "ruling", fields, {}, decided_position(game, name, value))


def propose_ruling(table: Table, id: str, name: str, value: str, why: str) -> Submitted:
    """Propose a ruling to all players; once all agree it holds. Twice does no harm. Raises Refused, Usage."""

    def add_proposal(table: Table, game: Game) -> Game | int:
        refuse_impossible_ruling(game, name, value)
        asks = people(game.log.documents)
        fields: dict[str, object] = {"what": RULING, "subject": name, "value": value, "why": why, "asks": asks}
        return propose(table, game, cast(Aside, {**fields, "by": MODERATOR}))

    return record_command(table, id, add_proposal)


def rule_as_agreed(table: Table, game: Game, found: Proposal) -> Game:
    """The game with the ruling to which everybody agreed."""
    name, value, why = [str(found.own[each]) for each in ("subject", "value", "why")]
    return game_with_ruling(table, game, name, value, why, found.number)


def decided_position(game: Game, name: str, value: str) -> object:
    """The position from which the game would continue. Raises Refused where the title can't decide it by now."""
    try:
        return game.book.play.decide(game.position, name, value)
    except ValueError as error:
        raise Refused(say("{why}", why=error.args[0] if error.args else error)) from error


def refuse_impossible_ruling(game: Game, name: str, value: str) -> tuple[RulingSubject, str]:
    """What the ruling is about, and the value that holds now. Raises Usage, or Refused if it can't be made now."""
    refuse_idle(game)
    choices = subjects_of(game.book)
    if name not in choices:
        known = [each.name for each in choices.values() if each.changeable]
        facts = {"title": game.book.name, "name": name, "known": word_list(known)}
        hint = nearest_hint(name, known) or say("A ruling can be about {known}.", **facts)
        raise Usage(say("{title} has nothing to decide called {name}.", **facts), hint)
    choice, now = choices[name], value_in_force(game.book, game.log.header, choices[name])
    if problem := ruling_problem(choice, value, now):
        raise Refused(problem)
    refuse_begun_turn(game)
    return choice, now


def refuse_begun_turn(game: Game) -> None:
    """The rules change between two turns of a game that is not over. Raises Refused."""
    if game.book.play.to_move(game.position) is None:
        raise Refused(say("The game is over, so nothing can be decided any more."))
    if game.book.play.is_turn_begun(game.position):
        hint = say("Run this again when the turn is over.")
        raise Refused(say("A turn has begun. A ruling can only be made between two turns."), hint)


class RulingPreview(NamedTuple):
    """What a ruling would change, and where that would have mattered in the game so far."""

    choice: RulingSubject
    before: str
    after: str
    departure: Departure | None


def preview_ruling(table: Table, id: str, name: str, value: str) -> RulingPreview:
    """A game as if this value had held from the beginning. Raises Refused, Usage; NotYours without its secret."""
    game = open_game(table, id)
    choice, now = refuse_impossible_ruling(game, name, value)
    decided_position(game, name, value)
    fate = fate_of(game.book, game.log, committed_secret(table, game.header))
    other = with_rulings(book_of(game.log.header), {name: value})
    return RulingPreview(choice, now, value, departure(game, other, fate))


def texts_of(readings: Sequence[Reading]) -> Iterator[Phrase]:
    """Each value in a line, with its meaning where the title gives one."""
    for each in readings:
        words = "{value} (now): {says}" if each.holds else "{value}: {says}"
        bare = "{value} (now)" if each.holds else "{value}"
        yield say(words if str(each.says) else bare, value=each.value, says=each.says)
