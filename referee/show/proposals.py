"""What is proposed, what was answered and how a game ended by agreement, in sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.show.endings import ending_words
from referee.store.endings import ABANDON, CONCEDE, DRAW, ending_by
from referee.words import AND, Phrase, say, word_list

Fields = Mapping[str, Any]
"""An entry, its number as `entry`, the name of its `player` before it, and seat → name as `players`.

For going back also the moves of its player that are `undone`, where these are known.
"""


def draw_clause(facts: Fields) -> Phrase:
    return say("a draw: everybody shares the victory")


def abandon_clause(facts: Fields) -> Phrase:
    return say("to end the game now, without a winner")


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
    DRAW: draw_clause,
    ABANDON: abandon_clause,
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
