"""Proposals, answers and the end of a game by agreement in words: what views say of them from then on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.show.victory import victory_of, winner_alert
from referee.store.documents import ABANDON, CONCEDE, DRAW, Ending, ending_by, ending_of
from referee.words import AND, Phrase, say, word_list

if TYPE_CHECKING:
    from referee.show.film import Film, Still
    from referee.show.view import Standing, View


Fields = Mapping[str, Any]
"""A header; or an entry with its number as `entry`, the name of its `player` before it, and seat → name as `players`.

For going back also the moves of its player that are `undone`, where these are known.
"""
WAYS = {CONCEDE: say("by concession"), DRAW: say("by agreement on a draw"), ABANDON: say("without a winner")}
"""By what a game was decided, as results name it."""


def ending_words(ending: Ending, players: Mapping[str, str]) -> Phrase:
    """How the game ended, with the names of its players: `Bruno conceded. Anna has won.`"""
    if ending.how == DRAW:
        return say("All players agreed on a draw.")
    if ending.how == ABANDON:
        return say(ABANDONED[ending.agreed])
    winners = word_list([players[each] for each in ending.winners], AND)
    facts = {"player": players.get(ending.seat, ""), "winners": winners}
    return say(CONCEDED[ending.agreed, len(ending.winners) > 1], **facts)


ABANDONED = {
    True: "All players agreed to end the game. Nobody has won.",
    False: "The moderator ended the game. Nobody has won.",
}
"""Whether all players agreed."""
CONCEDED = {
    (False, False): "{player} conceded. {winners} has won.",
    (False, True): "{player} conceded. {winners} have won.",
    (True, False): "The other players conceded. {winners} has won.",
    (True, True): "The other players conceded. {winners} have won.",
}
"""Whether all players agreed, and whether there are several winners."""


def with_endings(book: Any) -> Any:
    """What a title shows (`rulebook.Show`), with how its games ended: by its rules, or by agreement."""
    show = book.show()
    return show._replace(view=view_with_ending(book, show), film=show.film and film_with_ending(show.film))


def view_with_ending(book: Any, show: Any) -> "Callable[..., View]":
    """A view that says how the game was won if it is over: after an agreement it asks nobody for a move."""

    def view_of(header: Fields, moments: Sequence[Any], seat: str = "") -> "View":
        found: View = show.view(header, moments, seat)
        names = {each.id: each.player for each in found.seats}
        if ending := ending_of([each.entry for each in moments]):
            words, cards = ending_words(ending, names), winners_first(found.standing, ending.winners)
            return found._replace(headline=words, asked=None, chances=(), won=(words,), standing=cards)
        if book.play.outcome(moments[-1].position) is None:
            return found
        chart = show.chart and show.chart(header, moments)
        return found._replace(won=victory_of(book, names, moments, chart).says)

    return view_of


def winners_first(cards: "Sequence[Standing]", winners: Sequence[str]) -> "tuple[Standing, ...]":
    """The cards of the seats; those of the winners say that they have won."""
    won = [each._replace(alert=winner_alert(winners)) for each in cards if each.seat in winners]
    return (*won, *[each._replace(alert=None) for each in cards if each.seat not in winners])


def film_with_ending(film: "Callable[..., Film]") -> "Callable[..., Film]":
    def film_of(header: Fields, moments: Sequence[Any], readers: Sequence[str], first: int = 0) -> "Film":
        found = film(header, moments, readers, first)
        ends = [each.number for each in moments if each.entry.get("kind") == "end"]
        if not ends:
            return found
        ending = ending_of([each.entry for each in moments])
        assert ending
        words = ending_words(ending, {each.id: each.player for each in found.seats})
        last = next(at for at, each in enumerate(moments) if each.number == ends[-1])
        return found._replace(stills=stills_with_ending(found.stills, last - first, words, ending.winners))

    return film_of


def stills_with_ending(stills: "Iterator[Still]", end: int, words: Phrase, winners: Sequence[str]) -> "Iterator[Still]":
    """The same stills; from number `end` on they say how the game ended, and nobody is to move."""
    for at, each in enumerate(stills):
        if at < end:
            yield each
        else:
            yield each._replace(headline=words, mover="", standing=winners_first(each.standing, winners))


def concession_clause(facts: Fields) -> Phrase:
    winners = word_list([facts["players"].get(each, each) for each in facts["winners"]], AND)
    return say("that all others concede to {winners}", winners=winners)


def undo_clause(facts: Fields) -> Phrase:
    if facts.get("undone"):
        return say("to take back: {moves}", moves=facts["undone"])
    return say("to go back to the position after entry {back}", back=facts["back"])


def ruling_clause(facts: Fields) -> Phrase:
    words = "a ruling: from now on {choice} is “{value}”"
    return say(words, choice=str(facts["subject"]).replace("_", " "), value=facts["value"])


PROPOSED: dict[str, Callable[[Fields], Phrase]] = {
    DRAW: lambda facts: say("a draw: everybody shares the victory"),
    ABANDON: lambda facts: say("to end the game now, without a winner"),
    CONCEDE: concession_clause,
    "undo": undo_clause,
    "ruling": ruling_clause,
}
"""What → it, as the end of a sentence that begins with who proposes."""


def proposed_words(facts: Fields) -> Phrase:
    """`a draw: everybody shares the victory`."""
    return PROPOSED[facts["what"]](facts)


def who_proposes(facts: Fields) -> Phrase:
    """`Bruno proposes a draw: everybody shares the victory.`"""
    what = proposed_words(facts)
    if not facts.get("seat"):
        return say("The moderator proposes {what}.", what=what)
    return say("{player} proposes {what}.", player=facts["player"], what=what)


def proposal_sentence(facts: Fields) -> Phrase:
    what = proposed_words(facts)
    if facts["what"] == "undo":
        what = say("to go back to the position after entry {back}", back=facts["back"])
    if not facts["seat"]:
        return say("Entry {entry}: the moderator proposes {what}.", entry=facts["entry"], what=what)
    who = {"player": facts["player"], "seat": facts["seat"]}
    return say("Entry {entry}: {player} ({seat}) proposes {what}.", entry=facts["entry"], what=what, **who)


def answer_sentence(facts: Fields) -> Phrase:
    if facts["answer"] == "withdrawn" and not facts["seat"]:
        return say("Entry {entry}: the moderator withdraws the proposal.", entry=facts["entry"])
    words = ANSWERED["late" if facts.get("by") == "referee" else facts["answer"]]
    found = say(words, entry=facts["entry"], player=facts["player"], seat=facts["seat"])
    if facts.get("by") == "moderator":
        return say("{told} The moderator entered it.", told=found)
    return found


ANSWERED = {
    "yes": "Entry {entry}: {player} ({seat}) agrees.",
    "no": "Entry {entry}: {player} ({seat}) doesn't agree. The game continues.",
    "late": "Entry {entry}: {player} ({seat}) has not answered in time, which counts as a no. The game continues.",
    "withdrawn": "Entry {entry}: {player} ({seat}) withdraws the proposal. The game continues.",
}


def end_sentence(facts: Fields) -> Phrase:
    words = ending_words(ending_by(facts["players"], facts), facts["players"])
    return say("Entry {entry}: the game is over. {words}", entry=facts["entry"], words=words)


SENTENCES: dict[str, Callable[[Fields], Phrase]] = {
    "proposal": proposal_sentence,
    "answer": answer_sentence,
    "end": end_sentence,
}
"""Kind of an entry → what it says."""
