"""The composer: the menu of the seat to move and its words as data for the page's script."""

from typing import NamedTuple

from markupsafe import Markup

from referee import MOVE_HEAD
from referee.report.html.bundle import script_of
from referee.report.html.scripted import embedded_json, policy_digest
from referee.report.html.templates import page
from referee.report.pictures.scene import TOKEN, Paints, centre, tile
from referee.report.wording import safe_text
from referee.show.menu import Choice, Menu
from referee.show.view import LAND, Piece, Space, View
from referee.words import Phrase, say

SLOTS = (
    "after",
    "answer",
    "by",
    "choice",
    "count",
    "entry",
    "limit",
    "name",
    "names",
    "number",
    "place",
    "used",
    "words",
)


def words_by_name() -> dict[str, str]:
    """The words by name, in the language that is spoken."""
    return {name: text_with_slots(phrase) for name, phrase in WORDS.items()}


def text_with_slots(phrase: Phrase) -> str:
    """The text with its names still in braces."""
    return safe_text(Phrase(phrase.template, {slot: f"{{{slot}}}" for slot in SLOTS}))


WORDS: dict[str, Phrase] = {
    # the board
    "compose": say("Compose the move on the board"),
    "composeHere": say("Compose the move"),
    "spots": say("The spaces of the board: arrow keys move, Page Up and Page Down go to those with choices"),
    "spotNow": say("{place}, {words}. Choices now: {count}"),
    "spotLater": say("{place}, {words}. Choices after others: {count}"),
    "spotNone": say("{place}, {words}. No choice"),
    "spotTaken": say("In your turn: {choice}"),
    "hint": say("Choose a marked space, by mouse, by touch or with Tab, the arrow keys and Enter."),
    "all": say("Everything"),
    "show": say("Which choices are marked"),
    "now": say("possible now"),
    "later": say("possible after others"),
    # the choices at a place
    "choicesAt": say("Choices on {place}"),
    "beside": say("Beside the board"),
    "choices": say("Choices"),
    "close": say("Close"),
    "after": say("after: {after}"),
    "and": say("{after}; and {by}"),
    "or": say("{after} or {by}"),
    "more": say("{after} or others ({count})"),
    "laterHere": say("Possible after others ({count})"),
    "notNow": say("Not in this turn any more ({count})"),
    "bars": say("not together with: {by}"),
    "budget": say("more than is left: {by}"),
    "spent": say("the turn has no room for it: {by}"),
    "order": say("first say what to do with what is shown, whatever it is"),
    "whyNot": say("Why not"),
    "nothing": say("Nothing may be done here in this turn."),
    "inTurn": say("In your turn"),
    # the turn
    "turn": say("The turn"),
    "empty": say("Nothing yet."),
    "remove": say("Remove"),
    "removeThis": say("Remove: {choice}"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "reset": say("Begin again"),
    "added": say("Added: {choice}."),
    "removed": say("Removed: {choice}."),
    "alsoRemoved": say("Removed too, since it rested on that: {choice}."),
    "restored": say("Your turn is as you left it."),
    "otherEntry": say("The link has a turn for entry {entry}. This page is for entry {number}, so it was not used."),
    "otherPage": say("The link has no turn for this page, so it was not used."),
    "cleared": say("Your turn is empty again."),
    "usedOf": say("{used} of {limit}"),
    "about": say("about {number}"),
    "budgets": say("What the turn uses"),
    "gauges": say("What it changes"),
    "ways": say("How the turn may be spent"),
    # orders
    "orderFor": say("When it is shown"),
    "orderHint": say("Without an order the turn waits here until you answer what was shown."),
    "branch": say("If {names}: {answer}"),
    "otherwise": say("Else: {answer}"),
    "addBranch": say("Add an answer"),
    "ifShown": say("If this is shown"),
    "then": say("Then"),
    "pick": say("choose here or on the board"),
    "addThis": say("Add to the order"),
    "cancel": say("Cancel"),
    "else": say("Whatever else is shown"),
    "noElse": say("wait and see: the turn stops here"),
    "answerOn": say("{place}: answers ({count})"),
    "pickName": say("First mark what may be shown."),
    # sending
    "text": say("The move"),
    "tried": say("tried by the referee"),
    "checked": say("checked when it arrives"),
    "edited": say("edited by you: checked when it arrives"),
    "editedHint": say("The list above no longer changes the text."),
    "rewrite": say("Write it from the list again"),
    "say": say("A word to all"),
    "copy": say("Copy"),
    "copyAnswer": say("Copy the answer"),
    "download": say("Download"),
    "mail": say("Write the mail"),
    "copied": say("Copied."),
    "notCopied": say("The browser does not let the page copy: the text is marked, copy it by hand."),
    "downloaded": say("Saved as {name}."),
    "tooLong": say(
        "The move is too long for a link to your mail program: copy it into your answer, or attach the file."
    ),
    "sendHint": say("Nothing is sent from this page: give the text to the referee by mail or as a file."),
    "answerHint": say("Put what is copied into your answer to the letter, and nothing else."),
}
"""All of them, by the names that the script has for them."""


IN_CORNER, BESIDE_NAME = [36, -26], [43, -4]
"""Where the disc with the number of choices is in a hex: it hides no name."""


class Reply(NamedTuple):
    """Where a move goes by mail: the address, the subject, and what stands around the move in the answer."""

    to: str
    subject: str
    opens: str
    closes: str


class Composer(NamedTuple):
    """What the page needs: its script, what the policy calls it, what it reads, the pieces, and words of its own."""

    script: Markup
    digest: str
    facts: Markup
    pieces: Markup
    words: dict[str, Phrase]


def composer(menu: Menu, view: View, painted: Paints, reply: Reply | None = None) -> Composer:
    """The composer of a menu, on the board of a view of the same seat."""
    script, pieces = script_of("composer"), pieces_of(menu)
    drawn = [tile(Space(0, 0, "", LAND, "", (piece._replace(fresh=""),), say("")), painted) for piece in pieces]
    facts = facts_of(menu) | {
        "spaces": [space_facts(space) for space in sorted(view.board.spaces if view.board else (), key=reading_order)],
        "words": words_by_name(),
        "reply": reply._asdict() if reply else None,
    }
    return Composer(script, policy_digest(script), embedded_json(facts), page("composer.svg", tiles=drawn), WORDS)


def pieces_of(menu: Menu) -> tuple[Piece, ...]:
    """The pieces that choices and answers may put on the board, each once."""
    pieces = [*(choice.piece for choice in menu.choices), *(answer.piece for answer in menu.answers)]
    return tuple(dict.fromkeys(piece for piece in pieces if piece))


def facts_of(menu: Menu) -> dict[str, object]:
    """The menu with its phrases joined; what has its default value is left out of a choice."""
    pieces = pieces_of(menu)
    numbers = {piece: number for number, piece in enumerate(pieces)}
    lists: Lists = {}
    choices = [choice_row(choice, numbers, lists) for choice in menu.choices]
    return {
        "move": {"game": menu.game, "after": menu.entry, "head": menu.head[:MOVE_HEAD], "seat": menu.seat},
        "kinds": [{"id": kind.id, "says": safe_text(kind.says)} for kind in menu.kinds],
        "parts": menu.parts,
        "fields": COLUMNS,
        "choices": choices,
        "lists": [number_runs(each) for each in lists],
        "budgets": [record_fields(each) for each in menu.budgets],
        "allowances": [record_fields(each) for each in menu.allowances],
        "gauges": [record_fields(each) for each in menu.gauges],
        "refusals": [record_fields(each) for each in menu.refusals],
        "answers": [
            record_fields(each) | {"piece": numbers[each.piece] if each.piece else None} for each in menu.answers
        ],
        "shown": {
            name: {**record_fields(secret), "what": [record_fields(each) for each in secret.what]}
            for name, secret in menu.shown
        },
        "advice": [safe_text(each) for each in menu.advice],
        "begins": [safe_text(each) for each in menu.begins],
        "idle": [record_fields(each) for each in menu.idle],
        "tokens": [int(piece.shape == "token") for piece in pieces],
    }


def record_fields(record: NamedTuple) -> dict[str, object]:
    """The fields of a record of the menu; `says` is joined."""
    return {**record._asdict(), "says": safe_text(record.says)} if hasattr(record, "says") else record._asdict()


Lists = dict[tuple[int, ...], int]
"""Lists of numbers, each with its own: many choices need, or bar, the same others, and use and gain the same."""

LISTS = ("bars", "unless", "uses", "gains")
"""The fields of a choice that are lists of numbers; `after` is a list of such lists."""
COLUMNS = (
    *("kind", "places", "says", "writes", "piece", "bars", "uses", "gains", "rank", "unless", "after"),
    *("covers", "part", "sure", "many", "shows", "rough"),
)
"""The fields of a choice in the order in which its row has them: first those that most have."""


def choice_row(choice: Choice, numbers: dict[Piece, int], lists: Lists) -> list[object]:
    """A choice as the script reads it: pieces and lists by their numbers, None for what has its default value.

    What is at the end of the row and has its default value is left out.
    """
    fields = choice._asdict() | {"says": safe_text(choice.says)}
    fields |= {name: lists.setdefault(fields[name], len(lists)) for name in LISTS if fields[name]}
    fields["after"] = tuple([lists.setdefault(group, len(lists)) for group in choice.after])
    fields["piece"] = numbers[choice.piece] if choice.piece else None
    defaults = Choice._field_defaults
    row = [None if name in defaults and fields[name] == defaults[name] else fields[name] for name in COLUMNS]
    while row[-1] is None:
        row.pop()
    return row


def number_runs(numbers: tuple[int, ...]) -> list[int | list[int]]:
    """A list in which `[n]` stands for the n numbers that go on from the one before: `3 4 5 9` is `3 [2] 9`."""
    found: list[int | list[int]] = []
    for at, number in enumerate(numbers):
        if not at or number != numbers[at - 1] + 1:
            found.append(number)
        elif isinstance(run := found[-1], list):
            run[0] += 1
        else:
            found.append([1])
    return found


def space_facts(space: Space) -> dict[str, object]:
    """Where a space is, where one more token in its row would stand, and where the number of choices stands."""
    x, y = centre(space.q, space.r)
    tokens = sum(piece.shape == "token" for piece in space.pieces)
    raised = any(piece.shape == "tile" for piece in space.pieces) or space.ground.spot
    right = TOKEN * (tokens + 1) // 2 if tokens else 0
    words = safe_text(space.words)
    token, badge = [right, 18 if raised else 0], BESIDE_NAME if space.name else IN_CORNER
    return {"label": safe_text(space.label), "x": x, "y": y, "words": words, "token": token, "badge": badge}


def reading_order(space: Space) -> tuple[int, int]:
    x, y = centre(space.q, space.r)
    return y, x
