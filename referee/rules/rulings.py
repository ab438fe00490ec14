"""Rulings: from some entry on a policy or an option of a game has another value than its edition or its header says.

Whoever needs the rulebook after an entry asks `book_after_entry`: editions and rulings both change it there.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Any, NamedTuple

from referee.rules.entry_shapes import (
    MODERATOR,
    OF_PLAYERS,
    BadEntry,
    own_fields,
    refuse,
    refuse_amid_turn,
    strangers_problem,
)
from referee.rules.law import NONE
from referee.rules.rulebook import AnyRulebook, Header
from referee.store.documents import Data, Documents, Entry
from referee.words import OR, Phrase, say, word_list

POLICY, OPTION = "policy", "option"
RULING = "ruling"
"""What is proposed, and the kind of the entry that carries it out."""
CHANGERS = ("edition", RULING)
"""The kinds of entries after which a game is judged by another rulebook."""


class RulingSubject(NamedTuple):
    """Something that can be decided in one way or another: a policy, or an option.

    kind    `policy` or `option`
    rules   the numbers of the rules that it decides
    values  each value, and in a sentence what it decides; empty where the title says so only in its rules
    says    what is decided
    changeable  whether a ruling may change it during a game
    """

    kind: str
    name: str
    rules: tuple[str, ...]
    values: Mapping[str, Phrase]
    says: Phrase
    changeable: bool


def subjects_of(book: AnyRulebook) -> dict[str, RulingSubject]:
    """Everything that a title lets decide, by name: its policies, then its options."""
    policies = [RulingSubject(POLICY, each.name, each.rules, each.values, each.why, True) for each in book.policies]
    options = [
        RulingSubject(OPTION, each.name, (each.rule,), dict.fromkeys(each.values, NONE), each.says, each.changeable)
        for each in book.options
    ]
    return {each.name: each for each in (*policies, *options)}


def value_in_force(book: AnyRulebook, header: Header, choice: RulingSubject) -> str:
    """What holds under this book in a game with this header: a ruling, or what the edition or the header says."""
    if choice.name in book.rulings:
        return book.rulings[choice.name]
    if choice.kind == POLICY:
        return str(getattr(book.edition.policies, choice.name))
    return str(book.header_with_options(header)["options"][choice.name])


def book_after_entry(book: AnyRulebook, entry: Data) -> AnyRulebook:
    """The rulebook by which a game is judged after an entry. Raises LookupError for an unknown edition.

    A ruling persists under a later edition. Where that edition decides the same, it needs no ruling any longer.
    """
    if entry.get("kind") == "edition":
        newer = book.under(entry)
        own = newer.edition.policies
        needed = {name: value for name, value in book.rulings.items() if str(getattr(own, name, "")) != value}
        return with_rulings(newer, needed)
    if entry.get("kind") == "ruling":
        return with_rulings(book, {**book.rulings, ruled_name(entry): str(entry["value"])})
    return book


def with_rulings(book: AnyRulebook, rulings: Mapping[str, str]) -> AnyRulebook:
    """The same title judged with these rulings and no others."""
    return book._replace(edition=book.edition._replace(rulings=rulings))


def book_in_force(book: AnyRulebook, documents: Documents) -> AnyRulebook:
    """The title as it judges after these documents of a log, header first. Raises LookupError."""
    changes = [each for each in documents[1:] if each.get("kind") in CHANGERS]
    return reduce(book_after_entry, changes, book.under(documents[0]))


def ruled_name(entry: Data) -> str:
    """The policy or the option that a ruling is about."""
    return str(entry.get(POLICY) or entry.get(OPTION) or "")


def position_under(book: AnyRulebook, position: Any) -> Any:
    """The position under the policies and options that rulings gave this book. Raises ValueError."""
    for name, value in book.rulings.items():
        position = book.play.decide(position, name, value)
    return position


def position_under_edition(book: AnyRulebook, position: Any) -> Any:
    """The position from which a game continues under the edition of this book: rulings in force persist."""
    return position_under(book, book.adopt(position, book.edition))


def under_new_edition(book: AnyRulebook, position: object, number: int, entry: Entry) -> Any:
    """The position from which a game continues after an entry of kind `edition`. Raises BadEntry."""
    refuse_amid_turn(book, position, number, EDITION_WHEN)
    try:
        return position_under_edition(book_after_entry(book, entry), position)
    except LookupError:
        words = "It names edition {edition} of {title}, which is not known."
        raise BadEntry(number, say(words, edition=entry["edition"], title=book.name)) from None


EDITION_WHEN = (
    say("An edition can only be adopted between two turns, but a turn has begun here."),
    say("An edition can only be adopted during the game, but the game is over here."),
)


def ruled_position(book: AnyRulebook, header: Header, position: Any, number: int, entry: Entry) -> Any:
    """The position from which a game continues after a ruling. Raises BadEntry for whatever is wrong with it."""
    refuse_malformed_ruling(number, entry)
    refuse_amid_turn(book, position, number, RULING_WHEN)
    choice = subjects_of(book).get(ruled_name(entry))
    if choice is None or entry.get(choice.kind) is None:
        facts = {"name": ruled_name(entry), "title": book.name}
        raise BadEntry(number, say("{title} has nothing to decide called {name}.", **facts))
    if entry["was"] != value_in_force(book, header, choice):
        facts = {"was": entry["was"], "name": choice.name, "now": value_in_force(book, header, choice)}
        raise BadEntry(number, say("It says that {name} was {was}, but it is {now}.", **facts))
    refuse(number, ruling_problem(choice, str(entry["value"]), str(entry["was"])))
    try:
        return book.play.decide(position, choice.name, str(entry["value"]))
    except ValueError as error:
        raise BadEntry(number, say("{why}", why=error.args[0] if error.args else error)) from error


def decide_now(book: AnyRulebook, header: Header, position: Any, choice: RulingSubject, value: str) -> Any:
    """The position from which a game continues if this is decided now. Raises ValueError, with a phrase."""
    problem = ruling_problem(choice, value, value_in_force(book, header, choice))
    begun = RULING_WHEN[0] if book.play.is_turn_begun(position) else None
    over = RULING_WHEN[1] if book.play.to_move(position) is None else None
    if why := problem or begun or over:
        raise ValueError(why)
    return book.play.decide(position, choice.name, value)


def ruling_problem(choice: RulingSubject, value: str, now: str) -> Phrase | None:
    """Why something cannot be decided so in the middle of a game; None if it can."""
    facts = {"name": choice.name, "value": value, "now": now, "values": word_list(list(choice.values), OR)}
    if not choice.changeable:
        return say("{name} can't be changed during a game, because it was needed when the game was set up.", **facts)
    if value not in choice.values:
        return say("{name} can't be {value}. It can be {values}.", **facts)
    if value == now:
        return say("{name} is already {value}.", **facts)
    return None


RULING_WHEN = (
    say("A ruling can only be made between two turns, but a turn has begun here."),
    say("A ruling can only be made during the game, but the game is over here."),
)


def refuse_malformed_ruling(number: int, entry: Entry) -> None:
    """A ruling has only its own fields, one of them the policy or the option. Raises BadEntry."""
    own, known = own_fields(entry), (POLICY, OPTION, "value", "was", "by", "why", "proposal")
    strange = [each for each in own if each not in known]
    refuse(number, strangers_problem([*strange, *[each for each in OF_PLAYERS if each in entry]]))
    if (POLICY in own) == (OPTION in own):
        raise BadEntry(number, say("It needs either `policy` or `option`."))
    if entry["by"] != MODERATOR:
        raise BadEntry(number, say("Only the moderator can make a ruling, not {by}.", by=entry["by"]))
