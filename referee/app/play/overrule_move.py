"""The moderator lets one move pass against named rules: what is recorded of it, and whether the game could continue.

A rule is let pass only where the title says that it may be (`overrulable`): what cannot be done on a table cannot be
overruled. Whatever a title says, the game with such a move is tried before it is recorded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.app.errors import Illegal, Refused, Stop, Unreplayable
from referee.app.game_access import Game, Table
from referee.app.play.entries import Dealer, append_entry
from referee.app.play.record_move import MOVE, Overruling, move_fields
from referee.rules.planner import suggest_move
from referee.rules.rulebook import AnyRulebook, Fate, NoBranch, Rule
from referee.rules.ruling import (
    Accepted,
    AnyAccepted,
    Rejected,
    Veiled,
    judge,
    lenient_law,
    refuse_chance,
    rule_numbers,
)
from referee.rules.search import legal_candidates
from referee.show.view import MODERATOR
from referee.store import log
from referee.store.documents import Data
from referee.words import Phrase, say, word_list

Shown = Mapping[str, str]
"""What chance showed with a move: pile and place, and what was there."""
TRIALS = 3
"""So many continuations of a game with an overruled move are tried, each with another suggestion first."""
TURNS = 3
"""So many turns of each seat are played in each of them."""


def refuse_unknown_rules(book: AnyRulebook, overruling: Overruling) -> None:
    """Raises Refused for a number that no rule of the title has, or that no breach of which can be let pass."""
    every = list(rules_of(book))
    for number in overruling.rules:
        named = [each for each in every if each.number == number]
        if not named:
            hint = say("To list the rules: referee rules {title}", title=book.id)
            raise Refused(say("No move of {title} can break {rule}.", title=book.name, rule=number), hint)
        if not any(each.overrulable for each in named):
            hint = say("Only rules about what a player may do can be overruled.")
            raise Refused(say("{rule} can't be overruled: without it the game couldn't continue.", rule=number), hint)


def rules_of(book: AnyRulebook) -> Iterator[Rule[object]]:
    """Every rule that a step of a move can break, for each kind of step."""
    return (rule for rules in book.play.law.values() for stage in rules.stages for rule in stage)


def leniently(game: Game, overruling: Overruling) -> Game:
    """The game as it would be judged if these rules were let pass: for everything else that is wrong with a move."""
    play = game.book.play._replace(law=lenient_law(game.book.play.law, overruling.rules, []))
    return game._replace(book=game.book._replace(play=play))


def tried_overruling(
    table: Table, game: Game, move: Data, ruling: AnyAccepted, fate: Fate, named: Overruling, *, is_first: bool
) -> Overruling:
    """What of the rules that were named this part of a move breaks, once the game with it was tried. Raises Refused."""
    if not named.rules:
        return named
    overruled = named._replace(rules=rules_as_recorded(game, move, ruling, fate, named.rules))
    if is_first:
        refuse_needless(game, ruling, overruled.rules, named)
    if overruled.rules:
        shown = fate.shown_items if isinstance(fate, Dealer) else {}
        refuse_unplayable(table, game, move, ruling, shown, overruled)
    return overruled


def rules_as_recorded(game: Game, move: Data, ruling: AnyAccepted, fate: Fate, rules: Sequence[str]) -> tuple[str, ...]:
    """The rules that a move breaks as the log writes it, which is how every replay reads it."""
    written = {"seat": move["seat"], **game.book.play.record(game.position, move, ruling.events)}
    again = judge(game.book.play, game.position, written, fate, overrules=rules)
    return rule_numbers(again.overruled) if isinstance(again, Accepted) else ()


def refuse_needless(game: Game, ruling: AnyAccepted, broken: Sequence[str], overruling: Overruling) -> None:
    """Raises Refused for a rule that the move does not break, as far as that is known before anything is shown."""
    later = broken_later(game, ruling, overruling.rules)
    needless = [each for each in overruling.rules if later is not None and each not in (*broken, *later)]
    if needless:
        facts = {"rules": word_list(needless), "first": needless[0]}
        hint = say("Leave out --overrule {first}.", **facts)
        raise Refused(say("This move doesn't break {rules}, so there is nothing to overrule.", **facts), hint)


def broken_later(game: Game, ruling: AnyAccepted, rules: Sequence[str]) -> tuple[str, ...] | None:
    """The rules that the rest of a move breaks; None while that depends on what is still hidden."""
    found: tuple[str, ...] = ()
    position, left = ruling.position, ruling.rest
    while left is not None:
        try:
            further = judge(game.book.play, position, left, refuse_chance, whole=False, overrules=rules)
        except (Veiled, NoBranch):
            return None
        if isinstance(further, Rejected):
            return None
        found += rule_numbers(further.overruled)
        position, left = further.position, further.rest
    return found


def needless_warning(overruling: Overruling, broken: Sequence[str]) -> tuple[Phrase, ...]:
    """That the whole move never broke a rule that was named, which could be known only afterwards."""
    needless = [each for each in overruling.rules if each not in broken]
    if not needless:
        return ()
    return (say("The move didn't break {rules}, so nothing was overruled there.", rules=word_list(needless)),)


def refuse_unplayable(table: Table, game: Game, move: Data, ruling: AnyAccepted, shown: Shown, why: Overruling) -> None:
    """Raises Refused unless the game with this move can be read back, shown to everybody and continued."""
    try:
        later = append_entry(table, game, MOVE.name, move_fields(game, move, ruling, why), shown, ruling.position)
        show_to_everybody(later)
        for seed in range(TRIALS):
            play_on(table, later, seed)
    except (Refused, log.Trouble):
        raise
    except Unreplayable as fault:
        raise unplayable(why, fault.fault) from fault
    except Stop:
        raise
    except Exception as fault:
        raise unplayable(why, say("{kind}: {why}", kind=type(fault).__name__, why=fault)) from fault


def unplayable(why: Overruling, fault: Phrase) -> Refused:
    words = "This can't be overruled ({rules}): with this move the game couldn't continue ({fault})."
    return Refused(say(words, rules=word_list(why.rules), fault=fault))


def show_to_everybody(game: Game) -> None:
    """Everything that is made of a position: views, the menu, what is legal."""
    for reader in ("", *game.header["seats"], MODERATOR):
        game.book.show().view(game.header, game.moments, reader)
    menu = game.book.compose().menu
    if menu and game.book.play.to_move(game.position):
        menu(game.header, game.moments)


def play_on(table: Table, game: Game, seed: int) -> None:
    """Some turns that the planning player suggests, with every single action judged before each."""
    position, book, turns = game.position, game.book, TURNS * len(game.header["seats"])
    fate = Dealer(table, game)
    while turns and book.play.to_move(position):
        judge_all(book, position)
        position = after_whole_move(book, position, suggest_move(book, position, seed), fate)
        book.public(position)
        turns -= 1


def judge_all(book: AnyRulebook, position: object) -> None:
    """Whether each single action is legal, as `referee why` lists them."""
    for _ in legal_candidates(book.play, position):
        pass


def after_whole_move(book: AnyRulebook, position: object, move: Data, fate: Fate) -> object:
    """The position after a move that was suggested. Raises ValueError if it is refused, though not for its rest."""
    left: Data | None = move
    while left is not None:
        ruling = judge(book.play, position, left, fate)
        if isinstance(ruling, Rejected) and left is move:
            raise ValueError(ruling.violations[0].says)
        if isinstance(ruling, Rejected):
            break
        position, left = ruling.position, ruling.rest
    return position


Accept = Callable[[Sequence[str]], AnyAccepted]
"""The rules that are let pass → the ruling on a move; raises Illegal for what is refused all the same."""


def way_to_overrule(book: AnyRulebook, refused: Illegal, accept: Accept, named: tuple[str, ...]) -> Phrase | None:
    """What the moderator could type to let a refused move pass, tried before it is offered; None where nothing can."""
    rules = named
    found: Illegal | None = refused
    while found is not None:
        broken = tuple([each.rule for each in found.problems])
        if any(each in rules or each not in overrulable(book) for each in broken):
            return None
        rules = tuple(dict.fromkeys((*rules, *broken)))
        try:
            found = broken_still(accept, rules)
        except Stop:
            return None
    options = " ".join([f"--overrule {each}" for each in rules])
    words = 'To let it pass all the same: referee submit {file} {options} --why "…"'
    return say(words, file=refused.name, options=options)


def broken_still(accept: Accept, rules: Sequence[str]) -> Illegal | None:
    """How a move is refused with these rules let pass; None if it is not. Raises Stop for another refusal."""
    try:
        accept(rules)
    except Illegal as illegal:
        return illegal
    except Veiled:
        pass
    return None


def overrulable(book: AnyRulebook) -> set[str]:
    """The numbers of the rules of which some breach can be let pass."""
    return {each.number for each in rules_of(book) if each.overrulable}
