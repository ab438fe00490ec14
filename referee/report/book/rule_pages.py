"""The rules of a title as pages: what each says, and its cases with the board before and after the move."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from markupsafe import Markup

from referee.report import wording
from referee.report.book.diagrams import Diagram, DrawnOnce, diagram
from referee.report.html.templates import page, policy_digest, raw
from referee.report.pictures.palette import Paint, paints
from referee.report.pictures.scene import Paints
from referee.report.pictures.svg import definitions
from referee.report.wording import RuleLinks, file_name
from referee.show.view import Board, View, drawable
from referee.words import Phrase, say, term

OWN = {
    "all": say("All rules"),
    "accepted": say("Accepted"),
    "refused": say("Refused"),
    "source": say("Source"),
    "before": say("Before"),
    "after": say("After"),
    "tried": say("Before. Rings show the places of the refused move."),
    "editions": say("What the editions decide"),
    "options": say("Options that change it"),
    "none": say("No case shows this rule: it says what is in the box, or how the game is counted."),
    "english": say("The sentences about the cases are English."),
}
"""The words of the pages themselves."""


class RuleCase(NamedTuple):
    """A case of a rule.

    name     of its file, without the ending
    says     what it shows, in an English sentence
    source   its source: a chapter or an example of the rulebook, or a ruling
    under    what it holds for: editions, options; empty for all of them
    moves    the seat and the lines of each of its moves, in notation
    refused  the number of each rule that refuses it, and why; empty if it is accepted
    before   the view of the position that it sets up; `after` that of what the moves led to, None if refused
    """

    name: str
    says: str
    source: str
    under: tuple[Phrase, ...]
    moves: tuple[tuple[str, tuple[str, ...]], ...]
    refused: tuple[tuple[str, Phrase], ...]
    before: View
    after: View | None


class RulePage(NamedTuple):
    """A rule with its cases.

    readings  what editions decide about it
    options   those that change it
    chapter   the name of the chapter that begins with it, or ""
    """

    number: str
    law: str
    source: str
    readings: tuple[Phrase, ...]
    options: tuple[Phrase, ...]
    cases: tuple[RuleCase, ...]
    chapter: str = ""


def index(title: str, rules: Sequence[RulePage]) -> str:
    """The page that leads to those of the rules, chapter by chapter; the first rule of a chapter names it."""
    chapters: dict[str, list[RulePage]] = {}
    for each in rules:
        chapters.setdefault(each.number.partition(".")[0], []).append(each)
    return page_of_rules(title, rules, "rules_index.html", chapters=chapters, cases_of=cases_of)


def cases_of(rule: RulePage) -> Phrase:
    """`Cases: 7`."""
    return say("Cases: {number}", number=len(rule.cases))


def rule_page(title: str, rules: Sequence[RulePage], at: int) -> str:
    """The page of the rule at this place, with links to its neighbours."""
    rule, once = rules[at], DrawnOnce()
    painted, board = paints_of(rule.cases), board_of_cases(rule.cases)
    drawn = [DrawnCase(each, tuple(boards_of(each, painted, once))) for each in rule.cases]
    return page_of_rules(
        title,
        rules,
        "rule.html",
        rule=rule,
        groups=[(OWN[key], [each for each in drawn if bool(each.case.refused) == refused]) for key, refused in GROUPS],
        before=rules[at - 1] if at else None,
        next=rules[at + 1] if at + 1 < len(rules) else None,
        definitions=definitions(tuple(painted.values()), board) + once.definitions if board else Markup(),
    )


GROUPS = ("accepted", False), ("refused", True)


def page_of_rules(title: str, rules: Sequence[RulePage], template: str, **facts: object) -> str:
    links = RuleLinks(".", tuple([each.number for each in rules]))
    style = raw("book.css") + raw("rules.css")
    return page(
        template,
        title=title,
        style=style,
        digest=policy_digest(style),
        file_name=file_name,
        linked=links.with_links,
        term=term,
        words=wording,
        own=SimpleNamespace(**OWN),
        **facts,
    )


class DrawnCase(NamedTuple):
    """A case with its boards, where it has any."""

    case: RuleCase
    boards: tuple[tuple[Phrase, Diagram], ...]


def boards_of(case: RuleCase, painted: Paints, once: DrawnOnce) -> Iterator[tuple[Phrase, Diagram]]:
    """The boards before and after a case as drawings."""
    named = named_words(case) if case.refused else set[str]()
    for heading, view, board in near_boards(case):
        words = say("{when}: {headline}", when=heading, headline=view.headline)
        marked = [each.label for each in board.spaces if {each.label, each.name} & named]
        if drawn := diagram(board, painted, 0, once, words, marked):
            yield OWN["tried"] if marked else heading, drawn


def near_boards(case: RuleCase) -> Iterator[tuple[Phrase, View, Board]]:
    """The boards before and after a case, cut to what is near its pieces, each with its heading and view."""
    labels = labels_near(case)
    for heading, view in ((OWN["before"], case.before), (OWN["after"], case.after)):
        if view and (board := drawable(view.board)):
            yield heading, view, cut_board(board, labels)


NEAR = 2
"""So many steps from a piece a board is shown."""


def labels_near(case: RuleCase) -> set[str]:
    """The labels of the spaces that are near a piece, or are named in a move, in one of the boards of a case."""
    boards = [board for view in (case.before, case.after) if view and (board := drawable(view.board))]
    named = named_words(case)
    spaces = {(each.q, each.r): each for board in boards for each in board.spaces}
    taken = {(each.q, each.r) for board in boards for each in board.spaces if each.pieces or each.label in named}
    return {
        each.label
        for (q, r), each in spaces.items()
        if any(max(abs(q - x), abs(r - y), abs(q + r - x - y)) <= NEAR for x, y in taken)
    }


def named_words(case: RuleCase) -> set[str]:
    """The words of its moves, labels of spaces among them."""
    return {word.strip(",") for _, lines in case.moves for line in lines for word in line.split()}


def cut_board(board: Board, labels: set[str]) -> Board:
    """The board without what is far from everything; the whole board where nothing is on it."""
    return board._replace(spaces=tuple([each for each in board.spaces if each.label in labels or not labels]))


def paints_of(cases: Sequence[RuleCase]) -> dict[str, Paint]:
    """The paint of every seat that plays in one of the cases."""
    seats = {seat.id: seat for each in cases for seat in each.before.seats}
    return paints(tuple(seats.values()), None)


def board_of_cases(cases: Sequence[RuleCase]) -> Board | None:
    """A board whose legend and symbols are those of all cases."""
    found = [board for each in cases for view in (each.before, each.after) if view and (board := drawable(view.board))]
    if not found:
        return None
    signs = {sign: (sign, means) for board in found for sign, means in board.legend}
    symbols = dict.fromkeys([symbol for board in found for symbol in board.symbols])
    return found[0]._replace(legend=tuple(signs.values()), symbols=tuple(symbols))
