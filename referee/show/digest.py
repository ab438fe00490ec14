"""What happened in one line a turn: who did what, in nouns, for readers who want to know it at a glance.

    Clara: stones O8, O9, O11; tower O10 Rudiae; house in M10 Kallipolis for 2 points.

Each title says what was done in a turn; what stands between the turns is the same in all.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.show.day_words import day_phrase
from referee.show.proposals import who_proposes
from referee.show.sentences import is_planned, of_every_title
from referee.show.view import Line, Word
from referee.words import SEMICOLON, Phrase, say, word_list

Fields = Mapping[str, Any]


def is_own_move(entry: Fields, reader: str) -> bool:
    """Whether the reader made this move: that is no news to them. A turn that they missed is."""
    return bool(entry["kind"] == "move" and entry["seat"] == reader)


def turn_line(header: Fields, entry: Fields, reader: str, done: Sequence[Word], gain: int) -> Line:
    """The turn that an entry is, or that its part belongs to.

    done  what was done in it, in nouns
    gain  what it brought, see `Line`
    """
    seat = str(entry["seat"])
    facts = {"player": header["seats"][seat], "done": word_list(done, SEMICOLON), "seat": seat}
    if is_planned(header, entry):
        words = say("The referee played for {seat}: {done}.", **facts)
        return Line(words if done else say("The referee played for {seat}, and passed.", **facts), (), seat, gain)
    if entry["kind"] == "missed":
        return Line(missed_turn(facts, seat == reader, bool(done)), (), seat, gain)
    return Line(say("{player}: {done}.", **facts) if done else say("{player} passed.", **facts), (), seat, gain)


def missed_turn(facts: Fields, own: bool, moved: bool) -> Phrase:
    """That a turn was missed, and what the referee did in it, if anything."""
    if own and moved:
        return say("You missed your turn. The referee moved for you: {done}.", **facts)
    if own:
        return say("You missed your turn.")
    if moved:
        return say("{player} missed the turn. The referee moved instead: {done}.", **facts)
    return say("{player} missed the turn.", **facts)


def aside_lines(header: Fields, moment: Any) -> list[Line]:
    """What an entry that is no turn says to players who are not asked for anything: nothing about the clock and seals.

    `header` has the names of those who played before it.
    """
    entry = moment.entry
    if not moment.number or entry["kind"] in ("clock", "nonce", "deal", "orders"):
        return []
    seat = entry.get("seat", "")
    facts = {
        **entry,
        "seat": seat,
        "player": header["seats"].get(seat, ""),
        "players": header["seats"],
        "name": entry.get("player"),
    }
    if sentence := ASIDES.get("substitute" if "until" in entry and "player" in entry else entry["kind"]):
        words = sentence(facts)
        if "why" in entry and entry["kind"] in ("absent", "player"):
            words = say("{told} Reason: {why}", told=words, why=entry["why"])
        return [Line(words, (), seat)]
    common = of_every_title(header, moment)
    return [common] if common else []


def talk_words(facts: Fields) -> Phrase:
    return say('{player} wrote: "{text}"', player=facts["player"], text=facts["say"])


def absence_words(facts: Fields) -> Phrase:
    if "ends" in facts:
        return say("{player} is back.", player=facts["player"])
    first, last = [day_phrase(facts[each], str(facts["at"])) for each in ("from", "to")]
    if facts["from"] == facts["to"]:
        return say("{player} is away on {first}.", player=facts["player"], first=first)
    return say("{player} is away from {first} to {last}.", player=facts["player"], first=first, last=last)


def substitute_words(facts: Fields) -> Phrase:
    until = day_phrase(facts["until"], str(facts["at"]))
    return say("{name} plays {seat} for {player} until {until}.", **{**facts, "until": until})


def undo_words(facts: Fields) -> Phrase:
    if not facts["seat"]:
        return say("The moderator went back.")
    return say("{player} took a move back.", player=facts["player"])


def proposal_words(facts: Fields) -> Phrase:
    """Whoever is asked about an undo is shown what would be taken back; no player knows the numbers of entries."""
    if facts["what"] == "undo" and facts["seat"]:
        return say("{player} asks to take a move back.", player=facts["player"])
    return say("The moderator proposes to go back.") if facts["what"] == "undo" else who_proposes(facts)


ASIDES: dict[str, Callable[[Fields], Phrase]] = {
    "talk": talk_words,
    "absent": absence_words,
    "undo": undo_words,
    "substitute": substitute_words,
    "proposal": proposal_words,
}
