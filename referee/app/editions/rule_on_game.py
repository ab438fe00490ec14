"""The moderator decides a disputed reading: from here on a policy or an option of one game has another value."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from referee.app.consent.proposals import propose
from referee.app.editions.adopt_edition import Departure, departure
from referee.app.editions.game_editions import since_entries
from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table, book_of, committed_secret, open_game
from referee.app.look.library import laws
from referee.app.play.entries import append_entry
from referee.app.play.read_move import refuse_idle
from referee.app.play.record_move import Submitted, record_command
from referee.rules.entry_shapes import MODERATOR
from referee.rules.proposals import Proposal
from referee.rules.replay import fate_of
from referee.rules.rulings import RULING, RulingSubject, ruling_problem, subjects_of, value_in_force, with_rulings
from referee.store.documents import Aside, people
from referee.words import Phrase, say, term, word_list


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


def ask(table: Table, id: str, name: str, value: str, why: str) -> Submitted:
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


def preview(table: Table, id: str, name: str, value: str) -> RulingPreview:
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
