"""Ends in words: how a game was won, as all titles say it; proposals, answers, what views say after an agreed end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.show.view import Chart
from referee.store.documents import ABANDON, CONCEDE, DRAW, Ending, ending_by, ending_of
from referee.words import AND, Phrase, say, word_list

if TYPE_CHECKING:
    from referee.show.film import Film, Still
    from referee.show.view import Standing, View

Names = Mapping[str, str]
"""Seat → who plays it at the end."""


class Won(NamedTuple):
    """How a game was won: in a few words, as a heading, and in a sentence or two."""

    name: Phrase
    says: tuple[Phrase, ...]


def winner_names(winners: Iterable[str], names: Names) -> Phrase:
    return word_list([names[seat] for seat in winners], AND)


def winner_alert(winners: Sequence[str]) -> Phrase:
    """What the card of a winner says."""
    return say("wins") if len(winners) == 1 else say("shares the win")


def best_loser(winners: Iterable[str], counts: Mapping[str, int]) -> str:
    """The seat with the highest count among those that did not win; "" if all won."""
    losers = [seat for seat in counts if seat not in winners]
    return max(losers, key=counts.__getitem__, default="")


def ranked_seats(marks: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Each seat with its rank, the lowest mark first; seats with equal marks have one rank."""
    best = sorted(marks.values())
    for seat in sorted(marks, key=marks.__getitem__):
        yield 1 + best.index(marks[seat]), seat


def plain_victory(winners: tuple[str, ...], counts: Mapping[str, int], unit: Phrase, names: Names) -> Phrase:
    """The counts of the winner and the next best."""
    loser = best_loser(winners, counts)
    facts: dict[str, object] = {"winner": winner_names(winners, names), "unit": unit}
    if not counts or winners[0] not in counts:
        return say("{winner} won.", **facts)
    facts["count"] = counts[winners[0]]
    if len(winners) > 1:
        return say("{winner} shared the win with {count} {unit} each.", **facts)
    if not loser:
        return say("{winner} won with {count} {unit}.", **facts)
    words = "{winner} won with {count} {unit}, ahead of {loser} with {other}."
    return say(words, loser=names[loser], other=counts[loser], **facts)


def plain_name(winners: Sequence[str], names: Names) -> Phrase:
    """A game in a few words, for a heading: who won."""
    if len(winners) > 1:
        return say("{winner} share the win", winner=winner_names(winners, names))
    return say("{winner} wins", winner=winner_names(winners, names))


def plain_win(ended: Any, names: Names) -> Won:
    """Who won, and by how much: for titles and endings about which there is no more to say."""
    says = plain_victory(ended.winners, ended.counts, ended.unit, names)
    return Won(plain_name(ended.winners, names), (says,))


def victory_of(book: Any, names: Names, moments: Sequence[Any], chart: Chart | None) -> Won:
    """How a finished game of a title was won, as the title says it if it does."""
    own = book.show().victory
    return own(names, moments, chart) if own else plain_win(book.play.outcome(moments[-1].position), names)


def lead_sentence(chart: Chart | None, seat: str, player: str) -> Phrase | None:
    """Since when the winner was ahead of everybody in the chart of rounds; None where the chart does not say."""
    if chart is None:
        return None
    places = range(len(chart.x) - 1, -1, -1)
    led = sum(1 for _ in takewhile(lambda at: is_ahead(chart, seat, at), places))
    first = len(chart.x) - led
    if not led:
        return None
    if led == 1:
        return say("{player} only came out ahead at the very end.", player=player)
    if not first or (first == 1 and not any(is_ahead(chart, each.seat, 0) for each in chart.series)):
        return say("{player} was ahead from the beginning.", player=player)
    return say("{player} was ahead from round {round} on.", player=player, round=chart.x[first])


def is_ahead(chart: Chart, seat: str, at: int) -> bool:
    """Whether the value of the seat is higher than that of each other one."""
    values = {each.seat: each.values[at] for each in chart.series}
    return all(values[seat] > value for other, value in values.items() if other != seat)


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
