"""A proposal in words, and what would go with it."""

from referee.app.game_access import Game
from referee.app.play.refusal import moves_phrase
from referee.app.play.turn_words import turn_continues, turn_deeds
from referee.app.repair.go_back import way
from referee.rules.entry_shapes import TURNS
from referee.rules.proposals import Proposal
from referee.rules.rewrites import UNDO
from referee.show.proposals import who_proposes
from referee.store.documents import is_kind
from referee.words import SEMICOLON, Phrase, say, word_list


def proposal_words(game: Game, found: Proposal) -> Phrase:
    """`Bruno proposes a draw: everybody shares the victory.`"""
    return who_proposes(proposal_facts(game, found))


def proposal_facts(game: Game, found: Proposal) -> dict[str, object]:
    """What sentences about a proposal need."""
    own = undone_moves(game, found).get(found.seat)
    facts = {**found.entry, "player": game.players.get(found.seat, ""), "players": game.players}
    return {**facts, "undone": own} if own else facts


def undone_moves(game: Game, found: Proposal) -> dict[str, Phrase]:
    """Seat → its moves that would no longer count; none for a proposal that does not go back."""
    if found.what != UNDO or found.ended:
        return {}
    line, left = game.line, [each.number for each in way(game, int(str(found.own["back"]))).left]
    undone: dict[str, list[Phrase]] = {}
    for at, each in enumerate(line):
        if each.number in left and is_kind(each.entry, *TURNS) and not turn_continues(line, at):
            done = turn_deeds(game, line[: at + 1]) or moves_phrase(game.book.id, [each.entry])
            undone.setdefault(str(each.entry["seat"]), []).append(done)
    return {seat: word_list(moves, SEMICOLON) for seat, moves in undone.items()}


def question_words(game: Game, found: Proposal, seat: str) -> list[Phrase]:
    """What a seat is asked: what is proposed, and what else would go. No player knows the numbers of entries."""
    says = [proposal_words(game, found)]
    for each, moves in undone_moves(game, found).items():
        if each == seat:
            says.append(say("Your move would go, too: {moves}.", moves=moves))
        elif each != found.seat:
            says.append(say("{player}'s move would go, too: {moves}.", player=game.players[each], moves=moves))
    return says
