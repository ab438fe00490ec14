"""What happened in a game, for every title: a title says of each kind of event what it is called, and no more.

From this table come the story of a reader, the digest of the turns in a line each, the jumps and the texts of a film.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from referee.show.clock_sentences import day_phrase
from referee.show.endings import who_proposes
from referee.show.film import Seen, Still
from referee.show.sentences import header_after, is_planned, lines_of_move, of_every_title
from referee.show.turns import Entered, Turns, TurnSpan, is_turn
from referee.show.view import Line, Lines, Word, story_heading, with_people
from referee.words import SEMICOLON, Phrase, say, word_list

P = TypeVar("P")
E = TypeVar("E")
Fields = Mapping[str, Any]


class Happening(NamedTuple, Generic[P, E]):
    """An event with the positions before and after it; `end`: the one after all that happened in one go with it."""

    event: E
    before: P
    after: P
    end: P


Happenings = Sequence[Happening[Any, Any]]
"""Events that share a sentence, in order."""


class EventWords(NamedTuple):
    """The sentences for a kind of event. Each part can be left out.

    sentence  its line in the story
    run       the line for several of one seat in a row; `joins` says which events may be in it
    result    a line of its own behind the turn that brought it, with the names of the players
    marks     what a reader may want to jump to
    """

    sentence: Callable[[Happening[Any, Any]], Line | None] | None = None
    run: Callable[[Happenings], Line] | None = None
    joins: Callable[[Any], bool] = lambda event: True
    result: Callable[[Fields, Happening[Any, Any]], Line] | None = None
    marks: Callable[[Happening[Any, Any]], Iterable[Phrase]] | None = None


SILENT = EventWords()

Spoken = Mapping[str, tuple[str, Callable[[Any, Any], object]]]
"""Field of events → the name of the fact in sentences, and what is said of its value in a position."""


class EventLines(NamedTuple):
    """Makes lines about events. Their facts are fields of the event, told as the title says, or as they are."""

    spoken: Spoken

    def tell(self, change: Happening[Any, Any], words: Phrase, *rules: str, **facts: object) -> Line:
        """The line in these words, with some more facts."""
        event = change.event
        for field, value in zip(event._fields, event, strict=True):
            name, spoken = self.spoken.get(field, (field, None))
            if name not in facts and f"{{{name}}}" in words.template:
                facts[name] = spoken(change.after, value) if spoken else value
        return Line(Phrase(words.template, facts), rules, getattr(event, "seat", ""))

    def sentence(self, words: Phrase, *rules: str) -> Callable[[Happening[Any, Any]], Line]:
        """The sentence for all events of a kind, with no other facts."""
        return lambda change: self.tell(change, words, *rules)


class Telling(NamedTuple):
    """How a title tells what happened. Moments are what a reader may know of them.

    told     kind of event → its sentences
    deeds    what happened in a turn → what was done in it, in nouns
    opening  header, the moment before, a moment → which entry it is, and whose; for entries of the title's own kinds
    changes  the moment before, a moment → what happened in between
    goes_on  position → whether the turn of the last entry continues
    is_over  position, seat that has just played → whether its turn has ended
    total    position, seat → its total if the game ended now, or what else the title counts
    begins   moments, reader without an ended turn → the place where its story begins; None for one without a seat
    """

    told: Mapping[type, EventWords]
    deeds: Callable[[Happenings], Iterable[Word]]
    opening: Callable[[Any, Any, Any], Line]
    changes: Callable[[Any, Any], Sequence[Happening[Any, Any]]]
    goes_on: Callable[[Any], bool]
    is_over: Callable[[Any, str], bool]
    total: Callable[[Any, str], int]
    begins: Callable[[Sequence[Any], str], int | None]

    def of(self, change: Happening[Any, Any]) -> EventWords:
        return self.told.get(type(change.event), SILENT)

    def changes_at(self, seen: Sequence[Any], at: int) -> Sequence[Happening[Any, Any]]:
        return self.changes(seen[max(at - 1, 0)], seen[at])


def story(telling: Telling, header: Fields, seen: Sequence[Any], reader: str, turns: Turns) -> Lines:
    """For a seat everything since its last turn; for others the turn that the last entry belongs to."""
    lines: list[Line] = []
    for at in range(since(telling, seen, reader, turns), len(seen)):
        lines += entry_lines(telling, header_after(header, seen[:at]), seen, at, telling.changes_at(seen, at))
    if reader in header["seats"] and not is_closed(seen):
        return Lines("story", story_heading(reader, bool(ended_turns(telling, seen, reader, turns))), tuple(lines))
    return Lines("story", say("What happened"), tuple(lines))


def is_closed(seen: Sequence[Entered]) -> bool:
    return seen[-1].entry.get("kind") == "close"


def since(telling: Telling, seen: Sequence[Any], reader: str, turns: Turns) -> int:
    """The first entry to show: at least the last one, and when the game was closed the last turn, too."""
    end, over = len(seen) - 1, ended_turns(telling, seen, reader, turns)
    if over and over[-1] < end and not (is_closed(seen) and over[-1] == turns.all[-1].last):
        return over[-1] + 1
    if not over and (begins := telling.begins(seen, reader)) is not None:
        return min(begins, end)
    return turns.all[-1].first if turns.all else end


def ended_turns(telling: Telling, seen: Sequence[Entered], reader: str, turns: Turns) -> list[int]:
    """The last entry of each turn that the reader has ended."""
    over = [each.last for each in turns.all if each.seat == reader]
    return over if not over or telling.is_over(seen[over[-1]].position, reader) else over[:-1]


def entry_lines(
    telling: Telling, header: Fields, seen: Sequence[Any], at: int, changes: Sequence[Happening[Any, Any]]
) -> list[Line]:
    """An entry: what it is, each event, then what the player said.

    `header` has the names of those who played before.
    """
    opening = of_every_title(header, seen[at]) or telling.opening(header, seen[max(at - 1, 0)], seen[at])
    return [opening, *with_players(header, event_lines(telling, changes)), *lines_of_move(header, seen[at])]


def with_players(header: Fields, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with players in place of seats, but for those that the referee plays."""
    names = people(header)
    return (line._replace(says=with_people(line.says, names)) for line in lines)


def people(header: Fields) -> dict[str, str]:
    """Seat → who plays it, for the seats that people play."""
    planned = header.get("planned", ())
    return {seat: player for seat, player in header["seats"].items() if seat not in planned}


def event_lines(telling: Telling, changes: Sequence[Happening[Any, Any]]) -> Iterator[Line]:
    """Each event, and those that make a run together."""

    def run_of(numbered: tuple[int, Happening[Any, Any]]) -> object:
        at, change = numbered
        told = telling.of(change)
        return (type(change.event), change.event.seat) if told.run and told.joins(change.event) else at

    for key, numbered in groupby(enumerate(changes), run_of):
        run = [change for _, change in numbered]
        told = telling.of(run[0])
        if told.run and not isinstance(key, int):
            yield told.run(run)
        elif told.sentence and (line := told.sentence(run[0])):
            yield line


def digest(telling: Telling, header: Fields, seen: Sequence[Any], reader: str, turns: Turns) -> tuple[Line, ...]:
    """The turns since the reader's own; that one, if nothing follows it. Without a seat the turn of the last entry."""
    told = range(max(since(telling, seen, reader, turns), 1), len(seen))
    is_own = bool(told) and is_own_move(seen[told.start].entry, reader)
    return digest_of_entries(telling, header, seen, "" if is_own else reader, turns, told)


def digest_of_entries(
    telling: Telling, header: Fields, seen: Sequence[Any], reader: str, turns: Turns, told: range
) -> tuple[Line, ...]:
    """The turns in these entries, in one line each, and what is said beside them."""
    lines: list[Line] = []
    for (kind, _), group in groupby(told, lambda at: turn_key(seen[at], at, turns.all)):
        entries = list(group)
        if kind:
            lines += digest_of_turn(telling, header_after(header, seen[: entries[0]]), seen, entries, reader)
        else:
            still = [at for at in entries if not is_absence_of_who_left(seen, at)]
            lines += [line for at in still for line in aside_lines(header_after(header, seen[:at]), seen[at])]
    return tuple(lines)


def is_absence_of_who_left(seen: Sequence[Entered], at: int) -> bool:
    """Whether an entry is about days of somebody whose seat another player, or another name, has since."""
    entry = seen[at].entry
    later = (each.entry for each in seen[at + 1 :])
    return entry["kind"] == "absent" and any(
        each["kind"] == "player" and each["seat"] == entry["seat"] for each in later
    )


def turn_key(moment: Entered, at: int, spans: Sequence[TurnSpan]) -> tuple[str, int]:
    """What entries of one turn share; "" and -1 for an entry beside the turns."""
    if not is_turn(moment):
        return "", -1
    return moment.entry["kind"], next(each.first for each in reversed(spans) if each.first <= at)


def digest_of_turn(
    telling: Telling, header: Fields, seen: Sequence[Any], entries: Sequence[int], reader: str
) -> Iterator[Line]:
    """A turn with all that was said in it, and what it brought. As long as nothing is done in it, it is no pass."""
    changes = [change for at in entries for change in telling.changes_at(seen, at)]
    done, entry = tuple(telling.deeds(changes)), seen[entries[0]].entry
    if not is_own_move(entry, reader):
        if done or not telling.goes_on(seen[entries[-1]].position):
            seat, first = entry["seat"], max(entries[0] - 1, 0)
            gain = telling.total(seen[entries[-1]].position, seat) - telling.total(seen[first].position, seat)
            line = turn_line(header, entry, reader, done, gain)._replace(is_turn=True)
            yield from with_players(header, [line])
        yield from (line for at in entries for line in lines_of_move(header, seen[at]))
    results = (told.result(header, each) for each in changes if (told := telling.of(each)).result)
    yield from with_players(header, results)


def told_entry(header: Fields, moments: Sequence[Any], sentence: Callable[[Any], Line | None]) -> Lines:
    """The last entry alone, event by event: the story of a title that tells no more."""
    common = of_every_title(header_after(header, moments[:-1]), moments[-1])
    lines = [line for line in (common, *map(sentence, moments[-1].events)) if line]
    return Lines("story", say("What happened"), tuple(lines))


def milestones(telling: Telling, changes: Happenings) -> tuple[Phrase, ...]:
    """What a reader may want to jump to: the same however a turn is cut into entries."""
    return tuple([mark for each in changes if (marks := telling.of(each).marks) for mark in marks(each)])


Mask = Callable[[Any, str], tuple[Any, ...]]
"""Moment, reader → its events as the reader may know them."""


def stills(
    telling: Telling,
    header: Fields,
    moments: Sequence[Any],
    readers: Sequence[str],
    first: int,
    draw: Callable[[Any, int, Turns], Still],
    seen: Sequence[Any] | None = None,
    mask: Mask = lambda moment, reader: moment.events,
) -> Iterator[Still]:
    """The moments from `first` on with what happened in them; the earlier ones show what is new.

    `draw`: the header with the names of those who play then, the place of a moment, the turns so far → its still
    without what happened. `seen`: the moments as everybody may know them, where that is not all.
    """
    begun, turns, seen = header, Turns(telling.goes_on), moments if seen is None else seen
    for at, moment in enumerate(seen):
        turns.add(at, moment)
        before, header = header, header_after(header, [moment])
        if at < first:
            continue
        changes, drawn = telling.changes_at(seen, at), draw(header, at, turns)
        own = [mask(moments[at], reader) for reader in readers]
        stories: dict[tuple[Any, ...], tuple[Line, ...]] = {}
        for events in dict.fromkeys(own):  # an entry as those see it who know so much of its events
            known = [change._replace(event=event) for change, event in zip(changes, events, strict=True)]
            stories[events] = tuple(entry_lines(telling, before, seen, at, known))
        yield drawn._replace(
            milestones=milestones(telling, changes),
            seen=tuple([Seen(stories[events], each.tables) for events, each in zip(own, drawn.seen, strict=True)]),
            turn=turns.part(at),
            digest=digest_of_entries(telling, begun, seen, "", turns, range(turns.first(at), at + 1)) if at else (),
            players=people(header),
        )


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


def player_words(facts: Fields) -> Phrase:
    """Say who plays the seat from now on: a person or the referee."""
    if "proposal" in facts:
        told = player_words({key: each for key, each in facts.items() if key != "proposal"})
        words = "{told} What {player} had said about the open proposal no longer counts."
        return say(words, told=told, player=facts["player"])
    if "by" in facts:
        return say("{player} resigned. From now on the referee plays {seat}.", **facts)
    return say("{name} now plays {seat} in place of {player}.", **facts)


def undo_words(facts: Fields) -> Phrase:
    if not facts["seat"]:
        return say("The moderator went back.")
    return say("{player} took a move back.", player=facts["player"])


def proposal_words(facts: Fields) -> Phrase:
    """Whoever is asked about an undo is shown what would be taken back; no player knows the numbers of entries."""
    if facts["what"] == "undo" and facts["seat"]:
        return say("{player} asks to take a move back.", player=facts["player"])
    return say("The moderator proposes to go back.") if facts["what"] == "undo" else who_proposes(facts)


def closing_words(facts: Fields) -> Phrase:
    if "secret" not in facts:
        return say("The game is closed.")
    return say("The game is closed, and the secret of its deal is published.")


ASIDES: dict[str, Callable[[Fields], Phrase]] = {
    "close": closing_words,
    "talk": lambda facts: say('{player} wrote: "{text}"', player=facts["player"], text=facts["say"]),
    "absent": absence_words,
    "player": player_words,
    "undo": undo_words,
    "substitute": substitute_words,
    "proposal": proposal_words,
}
