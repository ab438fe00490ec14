"""Sentences on what every title's log has: its start, nonces, entries that are not moves, the closing.

And who plays: the names of the players come from the header and from the entries that change them, by `seated`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from referee import MOVE_HEAD
from referee.reading import dump
from referee.show import clock_sentences, endings
from referee.show.view import Asked, ForkedFrom, Line, Lines, Seat, title_phrase
from referee.store.chance import PRACTICE, is_known_deal
from referee.store.documents import REFEREE, planner_seats
from referee.words import AND, Phrase, say, term, terms, word_list

Fields = Mapping[str, Any]


H = TypeVar("H", bound=Fields)
"""A header, as a title or the generic half reads it."""


def header_after(header: H, moments: Sequence[Any]) -> H:
    """The header with the names of those who play after these moments, and the edition and the options that hold then.

    `rulings`: policy or option → the last ruling about it, a mapping with its `entry` and its `value`.
    `planned`: the seats that the referee plays then, because their players resigned.
    """
    kinds = ("player", "edition", "ruling")
    some = [moment for moment in moments if moment.entry.get("kind") in kinds]
    if not some:
        return header
    entries = [moment.entry for moment in some]
    planned = planner_seats((header, *entries))
    edition = [each["edition"] for each in entries if each["kind"] == "edition"]
    now: dict[str, Any] = {"edition": edition[-1]} if edition else {}
    if found := {ruled_name(each.entry): each for each in some if each.entry["kind"] == "ruling"}:
        options = {name: each.entry["value"] for name, each in found.items() if "option" in each.entry}
        now["options"] = {**(header.get("options") or {}), **options}
        now["rulings"] = {name: {"entry": each.number, "value": each.entry["value"]} for name, each in found.items()}
    return cast(H, {**header, "seats": players(header, entries), "planned": planned, **now})


def ruled_name(entry: Fields) -> str:
    """The policy or the option that a ruling is about."""
    return str(entry.get("policy") or entry.get("option"))


def rulings_of_game(header: Fields) -> tuple[Phrase, ...]:
    """The rulings that were made up to now, of each policy and option the last."""
    words = "Ruling of entry {entry}: {choice} is now “{value}”."
    return tuple([say(words, choice=plain_name(name), **each) for name, each in header.get("rulings", {}).items()])


def plain_name(name: str) -> str:
    """The name of a policy or an option for people: `first player`."""
    return name.replace("_", " ")


def whose_view(header: Fields, last: Any, reader: str, order: Sequence[str] = ()) -> dict[str, Any]:
    """The first fields of a `View`: the game and the moment, the reader, and who sits at the table.

    `header` has the names of those who play (`seated`); `order`: all seats of the title.
    """
    seats = seats_of(header["seats"], order)
    fields = {"game": header["game"], "entry": last.number, "head": last.head, "at": last.entry.get("at", "")}
    rules = {"edition": edition_of_game(header), "practice": is_practice(header), "rulings": rulings_of_game(header)}
    origin = {"known_deal": is_known_deal(header), "fork": forked_from(header)}
    return {**fields, **rules, **origin, "seat": reader, "seats": seats}


def edition_of_game(header: Fields) -> int:
    """The edition of its title under which a game is played."""
    return int(header["edition"])


def is_practice(header: Fields) -> bool:
    """Whether a game that was replayed is for practice: anyone can know its shuffle."""
    return bool(header.get("chance") == PRACTICE)


def forked_from(header: Fields) -> ForkedFrom | None:
    """The game that this one continues, if it is a fork."""
    fork = header.get("fork")
    return ForkedFrom(fork["game"], int(fork["entry"])) if fork else None


def full_title(name: str, header: Fields) -> Phrase | str:
    """The name of a title as the readers of this game see it."""
    return title_phrase(name, is_practice(header), is_known_deal(header), forked_from(header))


def seats_of(sitters: Mapping[str, str], order: Sequence[str]) -> tuple[Seat, ...]:
    """The seats of a table, from seat → player; `order`: all seats of the title, from which they have their look."""
    numbers = {seat: number for number, seat in enumerate(order)}
    return tuple([Seat(seat, player, seat[0].upper(), numbers.get(seat)) for seat, player in sitters.items()])


def players(header: Fields, entries: Sequence[Fields]) -> dict[str, str]:
    """Seat → who plays it after these entries."""
    taken = {each["seat"]: each["player"] for each in entries if each.get("kind") == "player"}
    return {seat: taken.get(seat, player) for seat, player in header["seats"].items()}


class Tenure(NamedTuple):
    """Who had a seat from an entry on; `planned`: the referee played it, because that player had resigned."""

    entry: int
    player: str
    planned: bool = False


def tenures(header: Fields, entries: Sequence[Fields]) -> dict[str, list[Tenure]]:
    """Seat → who had it, one after the other; `entries`: all of the log."""
    found = {seat: [Tenure(0, player)] for seat, player in header["seats"].items()}
    for number, each in enumerate(entries, 1):
        if each["kind"] == "player":
            held, new = found[each["seat"]], Tenure(number, each["player"], each.get("by") == REFEREE)
            if held[-1][1:] != new[1:]:
                held.append(new)
    return found


def player_with_seat(header: Fields, seat: str) -> Phrase:
    """`Anna (red)`."""
    return say("{player} ({seat})", player=header["seats"][seat], seat=seat)


def turn_sentence(header: Fields, mover: str, reader: str) -> Phrase:
    """Whose turn it is, said to the seat to move or to others."""
    facts = {"player": header["seats"][mover], "mover": mover}
    if reader == mover:
        return say("It is your turn, {player} ({mover}).", **facts)
    return say("{player} ({mover}) moves now.", **facts)


def may_heading(header: Fields, mover: str, reader: str) -> Phrase:
    """The heading of what the seat to move can do."""
    if mover == reader:
        return say("What you can do")
    return say("What {player} can do", player=header["seats"][mover])


def asked_to_move(
    header: Fields, moment: Any, seat: str, says: Phrase, ways: Iterable[Line], move: Any
) -> Asked | None:
    """The request to a seat: what it may do, and a move to fill in. Nobody is asked in a game that is closed."""
    if not seat or moment.entry.get("kind") == "close":
        return None
    may = Lines("may", may_heading(header, seat, ""), tuple(ways))
    return Asked(seat, says, may, "\n".join([*move_begun(header, moment, seat), dump(move)]))


def remark(words: Phrase) -> str:
    """A line of a move file that nobody reads but the player."""
    return f"# {words}"


def move_begun(header: Fields, moment: Any, seat: str) -> list[str]:
    """The first lines of a move file: the game and turn that it is for."""
    return [f"game: {header['game']}", f"after: {moment.number}", f'head: "{moment.head[:MOVE_HEAD]}"', f"seat: {seat}"]


def move_block(header: Fields, moment: Any, seat: str, lines: Iterable[str], first: Iterable[str] = ()) -> str:
    """A move in YAML to fill in; `lines` may be edited, `first` is said of the move as it is."""
    every = [
        *move_begun(header, moment, seat),
        *first,
        remark(say("Delete the `# ` at the start of each line you want, and edit it.")),
        *lines,
        "# say: " + str(say("a message to the others")),
    ]
    return "\n".join(every) + "\n"


def of_every_title(header: Fields, moment: Any) -> Line | None:
    """The text of a moment of a kind that does not depend on the title's rules.

    `header` has the names of those who played before it.
    """
    if not moment.number:
        return Line(beginning_sentence(header))
    seat = moment.entry.get("seat", "")
    sentence = SENTENCES.get("planned" if is_planned(header, moment.entry) else kind_of(moment.entry))
    if sentence is None:
        return None
    names = {"player": header["seats"].get(seat, ""), "name": moment.entry.get("player", "")}
    words = sentence({**moment.entry, "entry": moment.number, "seat": seat, "players": header["seats"], **names})
    if moment.entry.get("why"):
        words = say("{told} Reason: {why}", told=words, why=moment.entry["why"])
    return Line(words, (), seat)


def is_planned(header: Fields, entry: Fields) -> bool:
    """Whether a turn was played by the referee because the player of the seat resigned: it was not missed."""
    return entry["kind"] == "missed" and entry["seat"] in header.get("planned", ())


def beginning_sentence(header: Fields) -> Phrase:
    if is_known_deal(header):
        return say("Entry 0: the game begins. Its deal was recorded by hand.")
    if fork := forked_from(header):
        words = "Entry 0: the game continues {game} after its entry {entry}. The rest of its chance is fixed."
        return say(words, game=fork.game, entry=fork.entry)
    return say("Entry 0: the game begins, and the secret of its deal is fixed.")


def kind_of(entry: Fields) -> str:
    """The kind of an entry, finer: who moved in a missed turn."""
    return "stood in" if entry["kind"] == "missed" and "by" in entry else str(entry["kind"])


def close(facts: Fields) -> Phrase:
    if "secret" not in facts:
        return say("Entry {entry}: the game is closed.", entry=facts["entry"])
    return say("Entry {entry}: the game is closed, and the secret of its deal is published.", entry=facts["entry"])


def absent(facts: Fields) -> Phrase:
    if "ends" in facts:
        return absences_ended(facts)
    words = "Entry {entry}: {player} ({seat}) is away from {first} to {last}."
    return say(words, first=facts["from"], last=facts["to"], **facts)


def absences_ended(facts: Fields) -> Phrase:
    numbers = ", ".join(facts["ends"])
    if len(facts["ends"]) == 1:
        return say("Entry {entry}: {player} ({seat}) ends the absence of entry {ended}.", ended=numbers, **facts)
    return say("Entry {entry}: {player} ({seat}) ends the absences of entries {ended}.", ended=numbers, **facts)


def player_sentence(facts: Fields) -> Phrase:
    """`name` plays from now on, `player` has played before."""
    if "proposal" in facts:
        told = player_sentence({key: each for key, each in facts.items() if key != "proposal"})
        words = "{told} What {player} had said about the open proposal no longer counts."
        return say(words, told=told, player=facts["player"])
    if "by" in facts:
        return say("Entry {entry}: {player} ({seat}) resigned. From now on the referee plays {seat}.", **facts)
    if "until" in facts:
        return say("Entry {entry}: {name} plays {seat} for {player}, until {until}.", **facts)
    return say("Entry {entry}: {name} now plays {seat} in place of {player}.", **facts)


def consent(facts: Fields) -> Phrase:
    if facts["edition"] == "none":
        return say("Entry {entry}: {player} ({seat}) no longer agrees to another edition.", **facts)
    if "by" in facts:
        words = (
            "Entry {entry}: {player} ({seat}) agrees to continue under edition {edition} of the "
            "rules. The moderator entered it."
        )
        return say(words, **facts)
    return say("Entry {entry}: {player} ({seat}) agrees to continue under edition {edition} of the rules.", **facts)


def undo_sentence(facts: Fields) -> Phrase:
    numbered = {**facts, "back": int(facts["back"])}  # no place of a board is meant by it
    if facts["seat"]:
        words = "Entry {entry}: {player} ({seat}) took a move back. The game is again where it was after entry {back}."
        return say(words, **numbered)
    if "commitment" in facts:
        words = (
            "Entry {entry}: the moderator went back. The game is again where it was after entry {back}, and all that "
            "nobody had seen there was shuffled again."
        )
        return say(words, **numbered)
    return say("Entry {entry}: the moderator went back. The game is again where it was after entry {back}.", **numbered)


def correction_sentence(facts: Fields) -> Phrase:
    words = "Entry {entry}: the moderator corrected the move of {player} ({seat}) in entry {corrects}."
    return say(words, **{**facts, "corrects": int(facts["corrects"])})


def ruling_sentence(facts: Fields) -> Phrase:
    words = (
        "Entry {entry}: the moderator made a ruling. From here on {choice} is “{value}”; before, it was “{was}”. "
        "Earlier moves stay as they are."
    )
    return say(words, choice=plain_name(ruled_name(facts)), **facts)


def clock_sentence(facts: Fields) -> Phrase:
    return clock_sentences.SENTENCES["gap" if "since" in facts else facts["event"]](facts)


SENTENCES: dict[str, Callable[[Fields], Phrase]] = {
    "nonce": lambda facts: say("Entry {entry}: {player} ({seat}) gave a share of the chance behind the deal.", **facts),
    "close": close,
    "stood in": lambda facts: say(
        "Entry {entry}: {player} ({seat}) missed the turn. The referee's planning player moved instead.", **facts
    ),
    "planned": lambda facts: say("Entry {entry}: the referee played for {seat}.", **facts),
    "talk": lambda facts: say('Entry {entry}: {player} ({seat}) wrote: "{text}"', text=facts["say"], **facts),
    "absent": absent,
    "player": player_sentence,
    "consent": consent,
    **endings.SENTENCES,
    "edition": lambda facts: say(
        "Entry {entry}: from here on the game uses edition {edition} of the rules. Earlier moves stay as they are.",
        **facts,
    ),
    "undo": undo_sentence,
    "correct": correction_sentence,
    "ruling": ruling_sentence,
    "orders": lambda facts: say(
        "Entry {entry}: a seal for every seat, on its orders ahead or on none. Nobody can see which.",
        entry=facts["entry"],
    ),
    "clock": clock_sentence,
}


def speech_line(header: Fields, moment: Any) -> Line | None:
    """What a player said with a turn; a message without a turn is an entry of its own."""
    entry = moment.entry
    if not entry.get("say") or entry["kind"] == "talk":
        return None
    seat = entry["seat"]
    return Line(say('{player} wrote: "{text}"', player=header["seats"][seat], text=entry["say"]), (), seat)


def overrule_line(moment: Any) -> Line | None:
    """Against which rules the moderator let a move pass, and why. What it broke there may be hidden from others."""
    overrule = moment.entry.get("overrule")
    if not overrule:
        return None
    rules = tuple(overrule["rules"])
    words = say("The moderator let this move pass against {rules}.", rules=word_list(rules, AND))
    return Line(say("{told} Reason: {why}", told=words, why=overrule["why"]), rules, moment.entry["seat"])


def lines_of_move(header: Fields, moment: Any) -> list[Line]:
    """What an entry says besides what happened: what the moderator let pass, and what the player said with it."""
    return [line for line in (overrule_line(moment), speech_line(header, moment)) if line]


MISSED, SAID = say("Deadline missed"), say("Message")
OVERRULED = say("Rule overruled")
MARKED = {
    "edition": say("Newer edition"),
    "ruling": say("Ruling"),
    "undo": say("Taken back"),
    "correct": say("Correction"),
    "end": say("End by agreement"),
}
"""Kinds of entries that are milestones themselves."""


def milestones(moment: Any, before: Any = None) -> tuple[Phrase, ...]:
    """Moments of every title that a reader may want to jump to; `before`: the moment before, if there is one.

    A turn that was missed in parts was missed once.
    """
    entry = moment.entry
    missed = entry.get("kind") == "missed" and not (before and is_same_turn(before.entry, entry))
    marks = ((MISSED, missed), (OVERRULED, "overrule" in entry), (SAID, bool(entry.get("say"))))
    found = [words for words, holds in marks if holds]
    return (*found, MARKED[entry["kind"]]) if entry.get("kind") in MARKED else tuple(found)


def is_same_turn(before: Fields, entry: Fields) -> bool:
    """Whether a missed turn is a part of the turn in the entry before."""
    return (before.get("kind"), before.get("seat")) == (entry["kind"], entry["seat"])


def provenance_phrase(field: Fields, provenance: str) -> Phrase:
    """The source of a fact, by its file; a file that is not shipped says so, whatever it calls itself.

    `field`: what the header says of it.
    """
    how = term(provenance.rstrip("."))
    return say("{how}, from a file of this game", how=how) if "own" in field else how


def components_known(field: Fields, name: str, lines: Sequence[str]) -> tuple[Phrase, ...]:
    """How each fact about the components is known, from lines `FACTS: HOW`."""
    facts: dict[str, list[str]] = {}
    for line in lines:
        fact, _, how = line.rpartition(": ")
        facts.setdefault(how, []).append(fact)
    words = "Components {name}, {how}: {facts}."
    return tuple(
        [say(words, name=name, how=provenance_phrase(field, how), facts=terms(each)) for how, each in facts.items()]
    )


def chance_fixed(header: Fields, moments: Sequence[Any]) -> Phrase:
    """By what chance was fixed before play, and who had a share in it."""
    if is_practice(header):
        return say("Chance: this is a practice game. Its secret is public, so anyone can know the shuffle.")
    if is_known_deal(header):
        return say("Chance: a known deal, entered afterwards. It proves nothing.")
    if fork := forked_from(header):
        words = "Chance: what was seen up to entry {entry} of {game} is copied. The rest is fixed by {commitment}."
        return say(words, entry=fork.entry, game=fork.game, commitment=header["commitment"])
    kinds = {moment.entry.get("kind") for moment in moments}
    facts = {"commitment": header["commitment"], "shares": shares(header, moments)}
    if "close" in kinds:
        return say(
            "Chance: fixed before play by the commitment {commitment} {shares}; its secret is in the log.", **facts
        )
    if "deal" in kinds:
        return say("Chance: fixed before play by the commitment {commitment} {shares}.", **facts)
    return say("Chance: fixed by the commitment {commitment} {shares} so far; the deal waits for more nonces.", **facts)


def shares(header: Fields, moments: Sequence[Any]) -> Phrase:
    given = [moment.entry["seat"] for moment in moments if moment.entry.get("kind") == "nonce"]
    seats = [seat for seat in header["seats"] if seat in given]
    if not seats:
        return say("and no nonces of the players")
    return say("and the nonces of {seats}", seats=terms(seats))
