"""A refusal in full: every problem with its place, facts, rules and fix; and what of a move is recorded already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, cast

from referee import LEAST_HEAD
from referee.app.errors import Flawed, Illegal
from referee.app.game_access import Game, Table, book_after, committed_secret
from referee.app.look.library import Law, laws
from referee.reading import BadInput, Problem, Source, problem_at, problem_text
from referee.reading.caret import SHOWN
from referee.reading.schemas import MovePart, move_parts
from referee.reading.yaml_reader import ATTACHED, MOVE_BLOCK
from referee.rules.entry_shapes import ASIDES, last_at_position, overruled_rules, own_fields
from referee.rules.folds import scalars_as_text
from referee.rules.replay import Fates, state_of, telling
from referee.rules.rulebook import AnyRulebook, NoBranch
from referee.rules.ruling import Accepted, AnyAccepted, Rejected, judge, refuse_chance
from referee.store import log
from referee.store.chance import Untold
from referee.store.documents import Data, Entry, Move, is_kind
from referee.titles import BrokenTitle
from referee.words import Phrase, say, term


def refusal_text(answer: Flawed | BadInput, *, place: bool = True) -> str:
    """The text of a refusal: one problem with its line and a caret, several as a list; then what the rules say.

    place: a single problem begins with the file, the line and the column, as programs know it
    """
    certain = [each for each in answer.problems if each.certain]
    probable = [each for each in answer.problems if not each.certain]
    if len(certain) == 1:
        lines = [problem_text(answer.name if place else "", answer.lines, certain[0], certain[0].rule)]
    else:
        lines = [str(heading(answer.name, len(certain)))]
        lines += list_lines(certain, [f"{number}. " for number in range(1, len(certain) + 1)])
    if probable:
        lines += [str(ONCE[len(certain) > 1, len(probable) > 1]), *list_lines(probable, ["- "] * len(probable))]
    return "\n".join([*lines, *law_lines(answer)])


def heading(file: str, found: int) -> Phrase:
    """What is above several problems, of which not all may have been found; a move in an e-mail has no name."""
    number = found if found <= SHOWN else say("More than {number}", number=SHOWN)
    if file == MOVE_BLOCK:
        return say("{number} problems in your move.", number=number)
    if file == ATTACHED:
        return say("{number} problems in the attached file.", number=number)
    return say("{number} problems in {file}.", number=number, file=file)


ONCE: dict[tuple[bool, bool], Phrase] = {
    (False, False): say("Once this is fixed, this will probably be a problem, too:"),
    (False, True): say("Once this is fixed, these will probably be problems, too:"),
    (True, False): say("Once these are fixed, this will probably be a problem, too:"),
    (True, True): say("Once these are fixed, these will probably be problems, too:"),
}
"""Whether several problems are certain, whether several are probable → the sentence between the two lists."""


def list_lines(problems: Sequence[Problem], marks: Sequence[str]) -> list[str]:
    """Each problem in one line; of very many the first ones."""
    lines = [f"{mark}{in_line(each)}" for mark, each in zip(marks, problems[:SHOWN], strict=False)]
    return [*lines, str(say("… and more like these."))] if len(problems) > SHOWN else lines


def in_line(problem: Problem) -> Phrase:
    """`line 7: A stone of red lies on C4. Choose another hex. (HX-2.3)`"""
    facts = {"line": problem.line, "says": problem.says, "hint": problem.hint, "rule": problem.rule}
    if problem.hint and problem.rule:
        return say("line {line}: {says} {hint} ({rule})", **facts)
    if problem.hint:
        return say("line {line}: {says} {hint}", **facts)
    return say("line {line}: {says} ({rule})", **facts) if problem.rule else say("line {line}: {says}", **facts)


def law_lines(answer: Flawed | BadInput) -> list[str]:
    """The text of each rule that is named, once, followed by what an older edition decides differently."""
    book = book_of(answer)
    if book is None:
        return []
    known, trouble = laws_or_trouble(book)
    return [*trouble, *[line for law in laws_among(known, answer) for line in lines_of(book, law)]]


def named_laws(answer: Flawed | BadInput) -> list["Law"]:
    """Each rule that is named, once."""
    book = book_of(answer)
    return laws_among(laws_or_trouble(book)[0], answer) if book else []


def laws_among(known: Mapping[str, "Law"], answer: Flawed | BadInput) -> list["Law"]:
    """Each of these rules that is named, once."""
    numbers = dict.fromkeys(each.rule for each in shown_problems(answer.problems))
    return [known[number] for number in numbers if number in known]


def laws_or_trouble(book: AnyRulebook) -> tuple[Mapping[str, "Law"], list[str]]:
    """The rules of a title; where they can't be read the reason: a move is refused all the same."""
    try:
        return laws(book), []
    except BrokenTitle as error:
        return {}, [str(error)]


def lines_of(book: AnyRulebook, law: "Law") -> list[str]:
    facts = {"rule": law.number, "law": term(law.law), "source": law.source}
    return [str(say("{rule} says: {law} ({source})", **facts)), *map(str, edition_differences(book, law))]


def shown_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Those that are certain before those that are probable, so many of each."""
    kinds = [[each for each in problems if each.certain is kind] for kind in (True, False)]
    return [each for kind in kinds for each in kind[:SHOWN]]


def problems_as_data(answer: Flawed | BadInput) -> list[dict[str, object]]:
    """All problems as plain data, for programs."""
    book = book_of(answer)
    known = laws_or_trouble(book)[0] if book else {}
    return [
        {
            "rule": each.rule or None,
            "says": str(each.says),
            "at": list(each.at),
            "line": each.line,
            "column": each.column,
            "hint": str(each.hint) if each.hint else "",
            "law": whole(book, known[each.rule]) if book and each.rule in known else "",
            "certain": each.certain,
        }
        for each in answer.problems
    ]


def whole(book: AnyRulebook, law: "Law") -> str:
    """The text of a rule, and what an older edition decides differently."""
    return " ".join(map(str, (term(law.law), *edition_differences(book, law))))


def edition_differences(book: AnyRulebook, law: "Law") -> list[Phrase]:
    """How the edition of a game differs from the current one about a rule, if it is older."""
    newest, own = book.editions[-1].number, book.edition.number
    return [
        say("This game follows edition {edition}: {says}", edition=own, says=reading.says)
        for decision in law.decisions
        for reading in decision.readings
        if reading.shown and newest not in reading.editions
    ]


def book_of(answer: Flawed | BadInput) -> AnyRulebook | None:
    """The rulebook of a refusal that names rules."""
    named = any(each.rule for each in answer.problems)
    return answer.book if named and isinstance(answer, Flawed) else None


def moves_phrase(title: str, moves: Iterable[Data]) -> Phrase:
    """The content of moves or entries in words, so that their player sees at once what was read."""
    words = [each for move in moves for each in action_lines(title, move)]
    return say("{actions}", actions=", ".join(words)) if words else say("a pass")


def action_lines(title: str, move: Data) -> list[str]:
    """The actions of a move or an entry, each in one line."""
    return lines_of_parts(move_parts(title), move)


def lines_of_parts(parts: Iterable[MovePart], move: Data) -> list[str]:
    """The same, by the parts that moves of the title have."""
    return [line for part in parts if move.get(part.name) for line in part_lines(part, move[part.name])]


def part_lines(part: MovePart, value: Any) -> list[str]:
    """A list gives a line for each action, a mapping one for each of its keys; a mere text shows only its key."""
    if part.form == "list":
        return [brief(action) for action in value]
    if part.form == "mapping":
        return [f"{kind} {action_value(each)}" for kind, each in value.items()]
    return [part.name if value is True else f"{part.name} {value}"]


def shown_text(entry: Entry) -> str:
    """What a move revealed, in the title's words; for the deal each pile with its contents, from the top."""
    piles: dict[str, list[str]] = {}
    for place, item in (entry.get("shown") or {}).items():
        piles.setdefault(place.rpartition("/")[0], []).append(item)
    if entry["kind"] == "deal":
        return "; ".join(f"{pile} {', '.join(items)}" for pile, items in piles.items())
    return ", ".join(item for items in piles.values() for item in items)


def brief(action: object) -> str:
    """`give: {red: 3, blue: 2}` → `give 3 2`."""
    if not isinstance(action, dict):
        return str(action)
    return " ".join(
        [
            f"{kind} {each if type(each) is str else action_value(each)}" for kind, each in action.items()
        ]  # mostly a word
    )


NAMED = ("from", "to", "turn", "pay")
"""Words whose values need them."""


def action_value(value: object) -> str:
    """`{at: D4, from: D3, to: D5}` → `D4 from D3 to D5`; of orders for later draws it says only that they exist."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return " ".join(
            f"{word} {action_value(each)}" if word in NAMED else action_value(each) for word, each in value.items()
        )
    if isinstance(value, list):
        return str(say("with orders")) if any(isinstance(each, dict) for each in value) else " ".join(map(str, value))
    return str(value)


def answered_entry(game: Game, source: Source, move: Move) -> tuple[int, list[Problem]]:
    """The entry that a move answers: the one with its head, else the one of its number, else the last.

    And what is wrong with the fields that name it.
    """
    last, problems = game.log.last, list[Problem]()
    by_head = log.find_head(game.log, move["head"]) if "head" in move else None
    if "head" in move and by_head is None:
        problems.append(problem_at(source, ("head",), no_head(game, move["head"]), other_copy()))
    number: int = by_head if by_head is not None else move.get("after", last)
    after = move.get("after", number)
    if after > last:
        says = say("There is no entry {after}. The last entry is {last}.", after=after, last=last)
        problems.append(problem_at(source, ("after",), says, other_copy()))
    elif after != number:
        facts = {"after": after, "head": move["head"], "number": number}
        says = say("The move says it follows entry {after}, but the head {head} belongs to entry {number}.", **facts)
        hint = say("Copy both from the same report, or leave out one of them.")
        problems.append(problem_at(source, ("after",), says, hint))
    return min(number, last), problems


def no_head(game: Game, head: str) -> Phrase:
    return say("No entry of {game} has a hash that begins with {head}.", game=game.id, head=head)


def other_copy() -> Phrase:
    return say(
        "Copy `after` and `head` from the latest report. If you did, the end of this log is "
        "missing: please inform the moderator."
    )


class Unrecorded(NamedTuple):
    """The part of a move that is not recorded yet, and the last entry that belongs to it (0: none).

    problems  that something else is recorded where the move should be
    command   what to do about that on the command line
    """

    left: Data | None
    before: int
    problems: tuple[Problem, ...] = ()
    command: Phrase | None = None


def unrecorded_part(table: Table, game: Game, source: Source, move: Move, number: int) -> Unrecorded:
    """The rest of a move that answers entry `number`. Raises Illegal for orders that are refused as a whole.

    Its message goes with the first entry that is still to come, unless an earlier one has it.

    Entries that are not moves are skipped: they changed nothing that a move answers. A move that answers an older entry
    is fine if it is recorded already, or was cut off between two parts.
    """
    documents, left, before = game.log.documents, move, 0
    number = last_at_position(documents, number)
    fates = telling(game.book, game.log, lambda: committed_secret(table, game.header))
    said = move.get("say")
    rest: Data | None = left
    while rest is not None and number < game.log.last:
        ruling = same(game, number, rest, fates)
        if ruling is None and (back := returning_entry(game, number)):
            number = last_at_position(documents, back)
            continue
        if ruling is None:
            refuse_foreseen(game, number, source, rest, fates)
            late = stale_problem(game, source, left, number, before)
            return Unrecorded(rest, before, (late,), look(game, left["seat"]))
        before, rest = number + 1, ruling.rest
        said = None if documents[before].get("say") == said else said
        number = last_at_position(documents, before)
    if before and (undone := undoing_entry(game, before)):
        return Unrecorded(rest, before, (undone_problem(game, source, left, before, undone),), look(game, left["seat"]))
    return Unrecorded(rest if rest is None or not before or not said else {**rest, "say": said}, before)


def returning_entry(game: Game, number: int) -> int:
    """The next entry that undid all that was played after entry `number`: a move may answer either; 0: none did."""
    position, after = game.moments[number].position, game.moments[number + 1 :]
    return next((each.number for each in after if each.rewrite and each.position is position), 0)


def undoing_entry(game: Game, number: int) -> int:
    """The entry that took this one off the line; 0: it counts."""
    if any(each.number == number for each in game.line):
        return 0
    later = [each for each in game.moments[number + 1 :] if is_kind(each.entry, "undo")]
    return next((each.number for each in later if int(cast(Entry, each.entry)["back"]) < number), 0)


def undone_problem(game: Game, source: Source, move: Move, number: int, undone: int) -> Problem:
    """That a move comes again which was taken back."""
    at = ("after",) if "after" in move else ("head",)
    words = "This move was recorded as entry {number}, and entry {undone} took it back."
    hint = say("To play it again, answer the latest report.")
    return problem_at(source, at, say(words, number=number, undone=undone), hint)


def stale_problem(game: Game, source: Source, move: Move, number: int, before: int) -> Problem:
    at = ("after",) if "after" in move else ("head",)
    return problem_at(source, at, stale(game, number, move["seat"], before), again(game, move["seat"]))


def same(game: Game, number: int, move: Data, fates: Fates) -> AnyAccepted | None:
    """The ruling on a move, or on a part of it, after entry `number`, if the entry that follows there records it.

    A player who sent a part of a turn may send more: the recorded part ends with the entry, and the rest is left. With
    new orders the part may end earlier than the entry: then the actions that follow belong to it, too.
    """
    entry, position = game.log.entry(number + 1), game.moments[number].position
    book = book_after(game.log, number)
    if entry["kind"] != "move" or entry["seat"] != move["seat"]:
        return None
    until = partial(leads_to, book, entry) if book.play.is_turn_begun(game.moments[number + 1].position) else None
    found: AnyAccepted = Accepted(position, ())
    left: Data | None = move
    let_pass = overruled_rules(entry)
    while left is not None:
        try:
            fate = fates(entry)
            ruling = judge(book.play, found.position, left, fate, whole=False, until=until, overrules=let_pass)
        except (Untold, NoBranch):
            return None
        if isinstance(ruling, Rejected):
            return None
        found = replace(ruling, events=found.events + ruling.events, passed=found.passed + ruling.passed)
        if own_fields(entry) == scalars_as_text(book.play.record(position, move, found.events)):
            return found
        left = found.rest if ruling.events else None
    return None


def refuse_foreseen(game: Game, number: int, source: Source, move: Data, fates: Fates) -> None:
    """Raise Illegal when entry `number` + 1 records a part of the move, but the whole breaks rules about its orders."""
    position = game.moments[number].position
    parts = game.book.play.rest(position, move, 1, position)  # all of it, without the checks of the move as a whole
    if parts is None or same(game, number, parts, fates) is None:
        return
    overrules = overruled_rules(game.log.entry(number + 1))
    ruling = judge(game.book.play, position, move, refuse_chance, overrules=overrules)
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, source, ruling.violations)


def leads_to(book: AnyRulebook, entry: Entry, position: object) -> bool:
    """Whether an entry ends in this position."""
    return bool(entry["state"] == state_of(book, position))


def stale(game: Game, number: int, seat: str, part: int = 0) -> Phrase:
    """The entries recorded since the entry that a move answers, or since entry `part`, the last that belongs to it."""
    if not part and (undone := undoing_entry(game, number)):
        return say("This answers entry {number}, but entry {undone} took that back.", number=number, undone=undone)
    since = [entry for entry in game.log.entries_after(number) if entry["kind"] not in ASIDES]
    own = [entry["entry"] for entry in since if entry["kind"] == "move" and entry["seat"] == seat]
    own = [each for each in own if not undoing_entry(game, int(each))]
    if own:
        return say("{seat} has already moved this turn. Entry {entry} is a different move.", seat=seat, entry=own[0])
    listed = [f"{entry['entry']} ({entry.get('seat', '')} {entry['kind']})".replace("( ", "(") for entry in since]
    if len(listed) > LISTED:
        listed[1:-1] = ["…"]
    facts = {"number": part or number, "listed": ", ".join(listed)}
    if part:
        return say("This is recorded up to entry {number}, but since then there were more entries: {listed}.", **facts)
    return say("This answers entry {number}, but since then there were more entries: {listed}.", **facts)


LISTED = 5
"""Of more entries than this only the first and the last are named."""


def again(game: Game, seat: str) -> Phrase:
    """What to do about a move that answers an older entry."""
    if game.mover != seat:
        return say("It isn't the turn of {seat} now.", seat=seat)
    return say("Look at the latest report and decide your move from that.")


def look(game: Game, seat: str) -> Phrase:
    """The same on the command line: an e-mail is answered with the block of the last one."""
    if game.mover != seat:
        return say("To see the game: referee show {game}", game=game.id)
    return say(
        "Look at the game as it is now: referee show {game}. To continue from there, write "
        "`after: {last}` and `head: {head}`.",
        game=game.id,
        last=game.log.last,
        head=game.log.head[:LEAST_HEAD],
    )
