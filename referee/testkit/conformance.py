"""Conformance cases: a position, a move and what the rulebook says of it, as YAML that other programs can use too."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee import reading, shipped_folder, titles
from referee.app.errors import Missing
from referee.app.look.library import books
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.reading.plain_files import first_bytes
from referee.reading.schemas import move_parts
from referee.reading.yaml_reader import FILE
from referee.rules.rulebook import AnyRulebook, Fate, Header
from referee.rules.ruling import Accepted, Rejected, Violation, happen, judge
from referee.store.chance import Untold
from referee.testkit.case_play import (
    ORDERS,
    OVERRULE,
    BadCase,
    CaseFate,
    CaseGame,
    Items,
    Played,
    each_of,
    joined_names,
    played_out,
    strange_items,
    tells_the_deal,
    violation_text,
)
from referee.words import say

Expected = Mapping[str, Any]
"""The value of `illegal` or `stops` in a case, as its schema defines it."""


def stop_differs(found: tuple[Violation, ...], expected: Expected) -> Iterator[str]:
    """An order stops where the case says that it does, for its reasons."""
    if "stopped" in expected and not found:
        yield f"expected to be stopped by {joined_names(each_of(expected['stopped']))}, but all is carried out"
    elif found and "stopped" not in expected:
        yield f"expected to be carried out, but it stops: {violation_text(found)}"
    elif found:
        yield from violations_differ(found, expected, each_of(expected["stopped"]), "a stop")


def refusal_differs(found: tuple[Violation, ...], expected: Expected, number: int) -> Iterator[str]:
    """A refusal must name exactly the expected rules, and have the places and texts that the case names."""
    if "refused" not in expected:
        yield f"expected to be accepted, but move {number} is refused: {violation_text(found)}"
        return
    yield from violations_differ(found, expected, each_of(expected["refused"]), "a refusal")


def violations_differ(found: tuple[Violation, ...], expected: Expected, rules: list[str], what: str) -> Iterator[str]:
    """The rules are exactly these; the places and the words are among those found."""
    if set(rules) != {each.rule for each in found}:
        yield f"expected {what} by {joined_names(dict.fromkeys(rules))}, found {violation_text(found)}"
    places = [" ".join(map(str, each.at)) for each in found]
    for at in each_of(expected.get("at", [])):
        if at not in places:
            yield f"expected a problem at `{at}`, found them at {joined_names(places)}"
    texts = [f"{each.says} {each.hint or ''}" for each in found]
    for words in each_of(expected.get("says", [])):
        if not any(words in text for text in texts):
            yield f"expected the words `{words}`, found {violation_text(found)}"


def differs(wanted: Any, found: Any, at: str) -> Iterator[str]:
    """Where facts differ from those wanted: of a mapping only what is named, of a list everything and its order."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key, value in wanted.items():
            if key not in found:
                yield f"there is no fact `{at}{key}`; there are {joined_names(found)}"
            else:
                yield from differs(value, found[key], f"{at}{key} ")
    elif comparable_fact(wanted) != comparable_fact(found):
        yield f"{at.strip()}: expected {comparable_fact(wanted)}, found {comparable_fact(found)}"


def comparable_fact(value: Any) -> Any:
    return [str(each) for each in value] if isinstance(value, list | tuple) else str(value)


Case = Mapping[str, Any]
"""A case as its file has it, of the shape that the schema `conformance` and that of its title describe."""


class CaseResult(NamedTuple):
    """A case that was run: its file, its sentence, whether the referee agrees, and if not everything that differs."""

    path: str
    case: str
    ok: bool
    says: str


class Unoffered(BadCase):
    """A choice that the title does not offer, and the rule that says which there are."""

    def __init__(self, rule: str, says: str, name: str) -> None:
        super().__init__(says)
        self.violations = (Violation(rule, say("{all}", all=says), ("options", name), None),)


def files(paths: Iterable[str]) -> list[str]:
    """The case files named, and those in the folders named, in the order of their names. Raises FileNotFoundError."""
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = (os.path.join(top, name) for top, _, names in os.walk(path) for name in names)
            found += sorted(each for each in inside if each.endswith((".yaml", ".yml")))
        elif os.path.exists(path):
            found.append(path)
        else:
            raise FileNotFoundError(path)
    return found


def case_result(path: str) -> CaseResult:
    """The outcome of a case; that of a file which is no case is not ok."""
    found = case_file(path)
    return found if isinstance(found, CaseResult) else result_of_bytes(found)


class CaseFile(NamedTuple):
    """A case as it is sent to whoever runs it: the name of its file, and its bytes."""

    path: str
    raw: bytes


def case_file(path: str) -> CaseFile | CaseResult:
    """The bytes of a case, or the outcome of one that cannot be read."""
    try:
        return CaseFile(path, first_bytes(path, FILE + 1))
    except OSError as bad:
        return CaseResult(path, "", False, str(bad.strerror or bad))


def result_of_bytes(file: CaseFile) -> CaseResult:
    try:
        case = case_of_source(reading.read_source(file.raw, file.path, FILE))
    except reading.BadInput as bad:
        return CaseResult(file.path, "", False, str(bad))
    try:
        differences = [*differences_by_edition(case)]
    except BadCase as bad:
        differences = [str(bad)]
    says = "\n".join([*differences, *seats_assumed(case)]) if differences else ""
    return CaseResult(file.path, case["case"], not differences, says)


def seats_assumed(case: Case) -> Iterator[str]:
    """Which seats play in a case that names none, where there is a choice."""
    try:
        book = titles.book(case["title"])
    except titles.UnknownTitle:
        return
    if not case.get("seats") and len(book.players) > 1:
        yield f"the case has no `seats:`, so all seats play: {', '.join(book.seats)}"


def case_of_source(text: reading.Source) -> Case:
    """A case in the shape of all cases and in that which its title asks for, if it brings a schema.

    Raises `reading.BadInput`.
    """
    case: Case = reading.typed_data(text, "conformance")
    own = f"{case['title']}.case"
    return reading.typed_data(text._replace(data=case), own) if brings(own) else case


def brings(schema: str) -> bool:
    """Whether there is a schema that `conformance` does not include already."""
    title = schema.partition(".")[0]
    if title in titles.OURS:
        return False
    try:
        titles.book(title)
        return bool(reading.schema(schema))
    except (KeyError, titles.UnknownTitle):
        return False


def differences_by_edition(case: Case) -> Iterator[str]:
    """Every way in which the referee and the case differ, under each edition for which the case holds."""
    editions = editions_of(case)
    for edition in editions:
        under = f"under edition {edition}: " if len(editions) > 1 else ""
        yield from (under + difference for difference in differences_of_case({**case, "edition": edition}))


def editions_of(case: Case) -> list[str]:
    """The numbers of the editions for which a case holds: those it names, or all of its title."""
    try:
        known = [str(each.number) for each in titles.book(case["title"]).editions]
    except titles.UnknownTitle as unknown:
        raise BadCase(str(unknown)) from None
    named = [str(each) for each in each_of(case.get("edition") or known)]
    if strange := [each for each in named if each not in known]:
        raise BadCase(f"there is no edition {', '.join(strange)} of {case['title']}; there are {', '.join(known)}")
    return named


def differences_of_case(case: Case) -> Iterator[str]:
    """Every way in which the referee and the case differ, under the edition that the case names or the newest."""
    expected = case["expect"]
    if "refused" in expected and not expected.keys().isdisjoint(("accepted", "stopped")):
        raise BadCase("a refused move has no facts: expect `refused:` alone")
    try:
        played = play_case(case)
    except Unoffered as choice:
        if "refused" not in expected:
            raise
        yield from violations_differ(choice.violations, expected, each_of(expected["refused"]), "a refusal")
        return
    if isinstance(played.ruling, Rejected):
        yield from refusal_differs(played.ruling.violations, expected, played.number)
    elif "refused" in expected:
        yield f"expected a refusal by {joined_names(each_of(expected['refused']))}, but the move is accepted"
    else:
        yield from stop_differs(played.stopped, expected)
        yield from differs(expected.get("accepted") or {}, position_facts(played, expected), "")


def play_case(case: Case) -> Played:
    """Make the case's position and play its moves, as far as they are accepted, under the last edition it names."""
    try:
        book = titles.book(case["title"]).under({"edition": editions_of(case)[-1]})
        refuse_strange_rules(book, case)
        moves = moves_of(case)
        fate = CaseFate(case.get("shown") or {})
        seat = next((each["seat"] for each in moves if "seat" in each and ORDERS not in each), None)
        position = position_of(book, case, fate, seat)
        return played_out(CaseGame(book, header_of(book, case), fate), position, moves)
    except titles.UnknownTitle as unknown:
        raise BadCase(str(unknown)) from None
    except ValueError as impossible:
        raise BadCase(f"this cannot be: {'; '.join(str(each) for each in impossible.args)}") from None
    except Untold as untold:
        raise BadCase(f"the case must say under `shown:` what is at {untold.place}") from None


def refuse_strange_rules(book: AnyRulebook, case: Case) -> None:
    """What a case is about are rules of the title; a title without a `law.yaml` numbers as it likes."""
    path = os.path.join(book.folder, "law.yaml")
    if not os.path.isfile(path):
        return
    law = reading.read_file(path).data
    if strange := [number for number in each_of(case.get("rule") or []) if number not in law]:
        raise BadCase(
            f"{book.name} has no rule {', '.join(strange)}: look for the number with `referee rules {book.id}`"
        )


def moves_of(case: Case) -> list[dict[str, Any]]:
    if "moves" in case:
        return list(case["moves"])
    overrule = {OVERRULE: case[OVERRULE]} if OVERRULE in case else {}
    return [{"seat": case["seat"], **case["move"], **overrule}] if "move" in case else []


def position_of(book: AnyRulebook, case: Case, fate: Fate, seat: str | None) -> Any:
    """The position that the case sets up, or the one after the deal for a case that says what a whole deal showed."""
    lay = book.prove().lay
    if lay is None:
        raise BadCase(f"the title {book.id} has no conformance cases")
    header = header_of(book, case)
    position, shown = book.set_up.begin(header), case.get("shown") or {}
    if "position" in case or not tells_the_deal(shown):
        seat = seat or case.get("seat") or next(iter(header["seats"]))
        position = lay(position, case.get("position") or {}, seat)
        refuse_strange_items(book, header, position, shown)
        return position
    refuse_strange_items(book, header, None, shown)
    events: list[object] = []
    for event in book.set_up.deal(position, fate):
        position = happen(book.play, position, event, fate, events)
    return position


def refuse_strange_items(book: AnyRulebook, header: Header, laid: object, shown: Items) -> None:
    """Refuse items that no pile can show: it never held them, or no longer does in the position set up."""
    for pile, item, there in strange_items(book, header, laid, shown):
        raise BadCase(f"{item} cannot be shown from {pile}: there can be {there}")


def header_of(book: AnyRulebook, case: Case) -> dict[str, Any]:
    """The header of a game like this: options not named have their defaults, a map of the case's own is embedded."""
    seats, board = case.get("seats") or book.seats, case.get("board")
    if strangers := [seat for seat in seats if seat not in book.seats]:
        raise BadCase(f"{book.name} has no seat {', '.join(strangers)}")
    if len(set(seats)) < len(seats) or len(seats) not in book.players:
        raise BadCase(f"{book.name} is not played by {len(seats)} ({', '.join(seats)})")
    named = isinstance(board, str)
    choices = {"seats": dict.fromkeys(seats, ""), "options": options_of(book, case), "board": board if named else None}
    header = {**choices, **book.furnished_fields(choices), "edition": book.edition.number}
    if board and not named:
        header["board"] = {"own": {"name": "case", "provenance": "own design of this case", **board}}
    return header


def options_of(book: AnyRulebook, case: Case) -> dict[str, str]:
    given = case.get("options") or {}
    known = {option.name: option for option in book.options}
    for name, value in given.items():
        if name not in known:
            raise BadCase(f"{book.name} has no option {name}: {value}")
        if value not in known[name].values:
            raise Unoffered(known[name].rule, f"{book.name} has no option {name}: {value}", name)
    return {**book.usual_options, **given}


def position_facts(played: Played, expected: Case) -> dict[str, Any]:
    """The title's facts about the position; what is legal is computed only on request."""
    facts, position = played.book.prove().facts, played.position
    known = facts(position, played.events) if facts else played.book.public(position)
    if "legal" in (expected.get("accepted") or {}):
        known["legal"] = legal_by_kind(played.book, played.position)
    return known


def legal_by_kind(book: AnyRulebook, position: object) -> dict[str, list[str]]:
    """For each kind of action what may be played now on its own: `stone C4`, `swap C4`, `stone C4, stone D4`."""
    found: dict[str, list[str]] = {}
    for kind, move in book.play.candidates(position):
        there = found.setdefault(kind, [])
        if isinstance(judge(book.play, position, move, lambda *question: ""), Accepted):
            there.append(move_text(book.id, move))
    return found


def move_text(title: str, move: Case) -> str:
    """A single action of a title as a case has it."""
    said = [(form, move[name]) for name, form in move_parts(title) if move.get(name)]
    does = [each for form, value in said for each in (value if form == "list" else [value])]
    return ", ".join(f"{kind} {action_value_text(value)}" for each in does for kind, value in each.items())


def action_value_text(value: Any) -> str:
    return " ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)


FEW = 100
"""Fewer cases than this are run in one process: it takes no longer than to begin others."""
ENDED = say("A process that checked cases was stopped from outside. Run the command again, or use fewer --jobs.")


def case_files(paths: list[str]) -> list[str]:
    """The case files meant. Raises Missing if there are none."""
    try:
        found = files(paths)
    except FileNotFoundError as error:
        raise Missing(say("There is no file or folder {path}.", path=error.args[0])) from error
    if not found:
        raise Missing(say("There are no cases in {paths}.", paths=", ".join(paths)))
    return found


def case_folders() -> list[str]:
    """The folder of cases of every installed title that can be loaded and has cases."""
    return [folder for book in books() if os.path.isdir(folder := case_folder(book))]


def case_folder(book: AnyRulebook) -> str:
    """A title of another package has its cases next to its rules. Ours are together: in a checkout among the tests."""
    if book.id not in titles.OURS:
        return os.path.join(book.folder, "cases")
    inside = os.path.join(shipped_folder("cases"), book.id)
    return inside if os.path.isdir(inside) else os.path.join(shipped_folder("tests"), "conformance", book.id)


def run_cases(files: list[str], engine: EngineRequest) -> Iterator[CaseResult]:
    """The verdict on each case file, in order. Raises Misconfigured, `log.Busy`."""
    sent = (case_file(path) for path in files)
    things = (Known(each) if isinstance(each, CaseResult) else each for each in sent)
    yield from results(result_of_bytes, things, len(files), engine, ENDED, FEW)
