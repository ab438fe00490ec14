"""Entries that change what counts of a game, `undo` and `correct`, and which draws they keep."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from referee.rules.entry_shapes import MODERATOR, RETURNING, REWRITES, TURNS, BadEntry, refuse, strange_fields
from referee.rules.folds import fold_entry
from referee.rules.line import (
    Moment,
    Rewrite,
    common_length,
    copied_count,
    corrected_entry,
    line_with,
    place_after,
    still,
)
from referee.rules.proposals import refuse_unagreed
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Veiled
from referee.rules.rulings import CHANGERS, book_in_force
from referee.store.chain import Log
from referee.store.chance import Compared, Made, Told, is_known_deal, pile_place
from referee.store.documents import Documents, Entry, documents_before, entry_at, is_kind
from referee.words import Phrase, say

UNDO = "undo"
"""What is proposed to go back."""

Judgement = Callable[[AnyRulebook, Moment, Entry], Moment]
"""The rulebook, the moment before, an entry of a turn → its moment there. Raises BadEntry."""


def rewrite_of(
    book: AnyRulebook,
    log: Log,
    line: Sequence[Moment],
    number: int,
    entry: Entry,
    told: Callable[[Entry], Told],
    past: Sequence[Moment] = (),
) -> Rewrite:
    """What entry `number`, an undo or a correction, changes of the line before it. Raises BadEntry."""
    if entry["kind"] == "undo":
        return undo_rewrite(line, number, entry, past)

    def book_after(at: int) -> AnyRulebook:
        return book_in_force(book, documents_before(log.documents, at + 1))

    return correction_rewrite(book_after, line, number, entry, partial(judged_again, log, number, told))


def judged_again(
    log: Log, number: int, told: Callable[[Entry], Told], book: AnyRulebook, before: Moment, entry: Entry
) -> Moment:
    """The moment of a turn on another position than its own; `number`: the entry that asks for it. Raises BadEntry."""
    at = int(entry["entry"])
    fate = told(entry)
    position, events, passed = fold_entry(book, log.documents[0], before.position, number, entry, fate)
    if isinstance(fate, Compared) and fate.unfounded:
        words = "At {place} it shows something that chance does not hold there."
        raise BadEntry(number, say(words, place=fate.unfounded))
    return Moment(at, entry, position, events, log.heads[at], passed, fate.answers, fate.made)


def undo_rewrite(line: Sequence[Moment], number: int, entry: Entry, past: Sequence[Moment] = ()) -> Rewrite:
    """What entry `number` of kind `undo` changes of the line before it. Raises BadEntry.

    past: all moments before it, of which some no longer count: it may bring them back
    """
    refuse(number, undo_problem(line, entry, past))
    found = way_of(line, int(entry["back"]), past)
    kept = [still(each, found.position) for each in found.left if not is_kind(each.entry, *RETURNING)]
    return Rewrite(found.after, (*found.again, *kept))


class WayBack(NamedTuple):
    """The way from the end of a line to an earlier position.

    after     the last entry before the part that changes
    left      the moments that leave the line; those beside the moves return to it at once
    again     the moments that no longer counted, and count again
    position  where it leads
    """

    after: int
    left: tuple[Moment, ...]
    again: tuple[Moment, ...]
    position: Any


def way_of(line: Sequence[Moment], back: int, past: Sequence[Moment]) -> WayBack:
    """The way to the position after entry `back`, which was on the line at some time: see `is_known_place`."""
    if is_returnable(line, back):
        place = place_after(line, back)
        return WayBack(back, tuple(line[place:]), (), line[place - 1].position)
    goal = line_with(past, back)
    goal = goal[: place_after(goal, back)]
    place = common_length(line, goal)
    again = tuple(goal[place:])
    numbers = [each.number for each in again]
    left = tuple([each for each in line[place:] if each.number not in numbers])
    return WayBack(line[place - 1].number, left, again, goal[-1].position)


def is_known_place(line: Sequence[Moment], back: int, past: Sequence[Moment]) -> bool:
    """Whether a position of this entry counts, or counted before it was taken back."""
    return is_returnable(line, back) or (back < len(past) and is_kind(past[back].entry, *TURNS))


def undo_problem(line: Sequence[Moment], entry: Entry, past: Sequence[Moment] = ()) -> Phrase | None:
    """Why an entry can't undo what it says, if so."""
    after = int(entry["back"])
    if stranger := next(strange_fields("undo", entry), None):
        return stranger
    if ("seat" in entry) == (entry.get("by") == MODERATOR):
        return say("It needs either `seat` or `by: moderator`, for whoever undoes it.")
    if not is_known_place(line, after, past):
        return say("It goes back to entry {entry}, but no turn that counts ended there.", entry=after)
    return undone_problem(line, way_of(line, after, past), entry)


def undone_problem(line: Sequence[Moment], found: WayBack, entry: Entry) -> Phrase | None:
    """Why a game can't go this way, if so."""
    if fixed := next((each.number for each in found.left if is_kind(each.entry, *CHANGERS)), None):
        return say("It would undo entry {entry}, which changed the rules of the game.", entry=fixed)
    turns = [each for each in (*found.left, *found.again) if is_kind(each.entry, *RETURNING)]
    if not turns:
        return say("There is nothing to undo after entry {entry}.", entry=entry["back"])
    if other := corrected_since(line, found):
        words = "It brings back entry {entry}, but entry {other} was corrected after that was taken back."
        return say(words, entry=entry["back"], other=other)
    if "commitment" not in entry and (other := shuffled_since(line, found)):
        words = "It brings back entry {entry}, but since then the piles were shuffled again."
        return say(words, entry=other)
    if "seat" not in entry or "proposal" in entry:
        return None
    agreed = [each.number for each in turns if "proposal" in each.entry]
    if others := [each.number for each in turns if each.entry.get("seat") != entry["seat"]] or agreed:
        return say("{seat} can't undo entry {entry}, the move of somebody else.", seat=entry["seat"], entry=others[0])
    return None


def corrected_since(line: Sequence[Moment], found: WayBack) -> int:
    """A turn that counts, and that was corrected since another way of the game was left for it; 0: there is none."""
    now = {each.number: each for each in line}
    changed = [each.number for each in found.again if is_kind(each.entry, *TURNS) and each.number in now]
    return next(iter(changed), 0)


def shuffled_since(line: Sequence[Moment], found: WayBack) -> int:
    """A turn that is brought back and drew from piles that were shuffled again since; 0: there is none."""
    last = max([each.number for each in line if "commitment" in each.entry], default=0)
    return next((each.number for each in found.again if each.asked and each.number < last), 0)


def refuse_wrong_undo_proposal(documents: Documents, number: int) -> None:
    """Raises BadEntry for a proposal to go back that names no earlier entry, or that asks nobody."""
    entry = entry_at(documents, number)
    if not str(entry["back"]).isdecimal() or not 0 < int(entry["back"]) < number:
        raise BadEntry(number, say("It goes back to entry {entry}, which isn't before it.", entry=entry["back"]))
    if not entry["asks"]:
        raise BadEntry(number, say("It asks nobody."))


def refuse_unlike_undo_proposal(documents: Documents, number: int) -> None:
    """An undo that was agreed is the one that was proposed. Raises BadEntry."""
    entry = entry_at(documents, number)
    if "proposal" in entry:
        own = str(entry["back"]), entry.get("seat", "")
        refuse_unagreed(documents, number, UNDO, lambda found: (str(found.entry["back"]), found.seat) == own)


def is_returnable(line: Sequence[Moment], number: int) -> bool:
    """Whether the line has an entry of this number that made a position: the deal, a turn, or what changed the line."""
    found = line[place_after(line, number) - 1]
    return found.number == number and is_kind(found.entry, "deal", *CHANGERS, *TURNS, *REWRITES)


def correction_rewrite(
    book_after: Callable[[int], AnyRulebook], line: Sequence[Moment], number: int, entry: Entry, judged: Judgement
) -> Rewrite:
    """What entry `number` of kind `correct` changes of the line before it. Raises BadEntry, NoLongerStands.

    `book_after`: the rulebook that holds after an entry.
    """
    refuse(number, correct_problem(line, entry))
    wrong = int(entry["corrects"])
    place = place_after(line, wrong) - 1
    again = [judged(book_after(wrong - 1), line[place - 1], corrected_entry(cast(Entry, line[place].entry), entry))]
    if strays := other_draws(line[place], again[0]):
        words = "The correction doesn't draw what entry {entry} drew: {places}."
        raise BadEntry(number, say(words, entry=wrong, places=", ".join(strays)))
    for each in line[place + 1 :]:
        if not is_kind(each.entry, *TURNS, *CHANGERS):
            again.append(still(each, again[-1].position))
            continue
        try:
            again.append(judged(book_after(each.number - 1), again[-1], each.entry))
        except BadEntry as bad:
            raise NoLongerStands(number, each.number, bad) from bad
    return Rewrite(line[place - 1].number, tuple(again))


def other_draws(wrong: Moment, right: Moment) -> list[str]:
    """The places of piles where only one of the two draws.

    A move that drew something else would show chance that nobody has seen, or put back what was seen.
    """
    places = [*wrong.asked, *right.asked]
    return [each for each in dict.fromkeys(places) if (each in wrong.asked) != (each in right.asked)]


class NoLongerStands(BadEntry):
    """After a correction, a later entry of the game would break the rules: `entry` is the first, `cause` says why."""

    def __init__(self, number: int, entry: int, cause: BadEntry) -> None:
        words = "With this correction, entry {entry} would no longer be legal: {why}"
        super().__init__(number, say(words, entry=entry, why=cause.says), cause.violations)
        self.entry = entry
        self.cause = cause


def correct_problem(line: Sequence[Moment], entry: Entry) -> Phrase | None:
    """Why an entry can't correct what it says, if so."""
    wrong = int(entry["corrects"])
    found = line[place_after(line, wrong) - 1]
    if found.number != wrong or not is_kind(found.entry, *TURNS):
        return say("It corrects entry {entry}, but no move that counts is recorded there.", entry=wrong)
    if found.entry.get("seat") != entry["seat"]:
        facts = {"entry": wrong, "seat": found.entry.get("seat"), "other": entry["seat"]}
        return say("It corrects entry {entry} of {seat}, but with a move of {other}.", **facts)
    if any("commitment" in each.entry for each in line[place_after(line, wrong) :]):
        return say("The piles were shuffled again after entry {entry}, so it can't be corrected.", entry=wrong)
    if wrong <= copied_count(line[0].entry):
        return say("Entry {entry} is a copy from another game, so it can't be corrected here.", entry=wrong)
    if entry.get("by") != MODERATOR:
        return say("Only the moderator can correct an entry: it needs `by: moderator`.")
    return None


# A repair keeps what was drawn: every later entry asks of chance what it asked before, so it gets what it got.
#
# What is at a place follows from the secret, the place, and the items of which the pile was shuffled. Everybody knows
# the last two. So nobody learns anything hidden from what is refused here: items are never compared.


class OtherDraw(Veiled):
    """Entry `number` would draw something else. `is_shuffled`: its pile would be shuffled from other items."""

    def __init__(self, number: int, *, is_shuffled: bool) -> None:
        super().__init__(number)
        self.number = number
        self.is_shuffled = is_shuffled


class KeptDraws(Told):
    """The fate of an entry that is judged again: it draws what it drew. Raises OtherDraw for any other question.

    `is_known`: its deal was entered by hand, so that an item is at its place whatever the pile is made of.
    """

    def __init__(self, moment: Moment, *, is_known: bool) -> None:
        super().__init__(cast(Entry, moment.entry).get("shown") or {})
        self.moment = moment
        self.is_known = is_known

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The item that the entry drew there."""
        where, drew = pile_place(pile, index), self.moment
        if where not in drew.asked:
            raise OtherDraw(drew.number, is_shuffled=False)
        if pile in drew.made and list(items) != list(drew.made[pile]) and not self.is_known:
            raise OtherDraw(drew.number, is_shuffled=True)
        self.made = drew.made
        self.asked |= {where} & self.shown.keys()
        self.answers[where] = drew.asked[where]
        return drew.asked[where]


class KeptLine:
    """The fates of the entries of a line that are judged again (`replay.Fates`)."""

    def __init__(self, line: Sequence[Moment]) -> None:
        self.moments = {each.number: each for each in line}
        self.is_known = is_known_deal(line[0].entry)

    def __call__(self, entry: Entry) -> KeptDraws:
        return KeptDraws(self.moments[int(entry["entry"])], is_known=self.is_known)


def made_of(made: Made) -> dict[str, list[str]]:
    """The same with lists, which compare as they should."""
    return {pile: list(items) for pile, items in made.items()}


def refuse_other_draws(pairs: Iterable[tuple[Moment, Moment]], *, is_known: bool) -> None:
    """Each entry as it was and as it would be. Raises OtherDraw for the first that would draw something else."""
    for was, now in pairs:
        if now is was:
            continue
        if not is_known and made_of(was.made) != made_of(now.made):
            raise OtherDraw(now.number, is_shuffled=True)
        if was.asked.keys() != now.asked.keys():
            raise OtherDraw(now.number, is_shuffled=False)


def same_entries(before: Iterable[Moment], after: Iterable[Moment]) -> list[tuple[Moment, Moment]]:
    """The entries that are on both lines, as they were and as they would be."""
    old = {each.number: each for each in before}
    return [(old[each.number], each) for each in after if each.number in old]
