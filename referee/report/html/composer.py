"""The composer on the page of a report: its words, its pieces, its spaces and its menu.

The menu is as its script reads it (templates/scripts/read_menu.js). Most of it is lists of numbers. They are written
here: an encoder of JSON writes each number again, and takes longer for it than for a short word.
"""

import re
from collections.abc import Callable, Collection, Iterable
from itertools import chain
from operator import sub
from types import SimpleNamespace
from typing import Any, NamedTuple

from markupsafe import Markup

from referee import MOVE_HEAD
from referee.report.html.templates import PageScript, embedded_json, joined_objects, page, script_of
from referee.report.pictures.hex_places import centre
from referee.report.pictures.scene import DrawnTile, Paints, borders, place_of_next, scene, tile
from referee.report.wording import safe_text
from referee.show.menu import Choice, CrossedSpace, Crossings, Menu
from referee.show.view import LAND, Inset, Piece, Space, View, drawable
from referee.words import Phrase, say, term


def pieces_of(menu: Menu) -> tuple[Piece | Inset, ...]:
    """The pieces that choices and answers may put on the board, each once."""
    crossing = menu.crossings.pieces if menu.crossings else ()
    kinds = [kind.piece for kind in menu.kinds]
    answers = [answer.piece for answer in menu.answers]
    pieces = [*crossing, *(choice.piece for choice in menu.choices), *answers, *kinds]
    return tuple({piece_key(piece): piece for piece in pieces if piece}.values())


PieceKey = Piece | str


def piece_key(piece: Piece | Inset) -> PieceKey:
    """A name for a piece; those of several spaces are known by their words."""
    return str(piece.words) if isinstance(piece, Inset) else piece


LABELS, PLACES = "\t", "\n"
"""Between two labels, and between the labels of two choices: no label has one of them."""


class Lists(dict[tuple[int, ...], str]):
    """Lists of numbers, each with its own number as text: many choices need, use and gain the same."""

    def __missing__(self, numbers: tuple[int, ...]) -> str:
        self[numbers] = str(len(self))
        return self[numbers]


def menu_data(menu: Menu) -> Markup:
    """The menu with its phrases joined, as an object of JSON: pieces and lists of numbers are known by numbers."""
    pieces = pieces_of(menu)
    numbers = {piece_key(piece): number for number, piece in enumerate(pieces)}
    lists = Lists()
    numbered = {
        "crossings": crossing_data(menu.crossings, numbers, lists) if menu.crossings else "null",
        "choices": written_object(choice_columns(menu, numbers, lists)),
        **written_lists(lists),
    }
    shapes = {
        "tokens": [int(isinstance(piece, Piece) and piece.shape == "token") for piece in pieces],
        "wide": [int(isinstance(piece, Inset)) for piece in pieces],
    }
    return joined_objects(written_object(numbered), embedded_json(shapes | other_facts(menu, numbers)))


def array(texts: Iterable[str]) -> str:
    """An array of what is written already."""
    return f"[{','.join(texts)}]"


def written_lists(lists: Lists) -> dict[str, str]:
    """The lengths of the lists, and the numbers of all, each by how much it is more than the one before.

    There `[n]` stands for n more of the same.
    """
    numbers = list(chain.from_iterable(lists))
    steps: list[str] = []
    last, more = None, 0
    for step in map(sub, numbers, [0, *numbers]):
        if step == last:
            more += 1
            continue
        if more:
            steps.append(f"[{more}]")
        steps.append(str(step))
        last, more = step, 0
    if more:
        steps.append(f"[{more}]")
    return {"lengths": written_numbers(map(len, lists)), "steps": array(steps)}


def written_numbers(numbers: Iterable[int]) -> str:
    """An array of numbers."""
    return array(map(str, numbers))


def written_object(fields: dict[str, str]) -> Markup:
    """An object of what is written already."""
    return Markup("{" + ",".join([f'"{name}":{text}' for name, text in fields.items()]) + "}")


Numbers = dict[PieceKey, int]
"""Of pieces."""


def other_facts(menu: Menu, numbers: Numbers) -> dict[str, object]:
    """What is no choice."""

    def place_of(piece: Piece | Inset | None) -> int | None:
        return numbers[piece_key(piece)] if piece else None

    return {
        "move": {"game": menu.game, "after": menu.entry, "head": menu.head[:MOVE_HEAD], "seat": menu.seat},
        "kinds": [
            record_fields(kind) | {"amounts": list(map(safe_text, kind.amounts)), "piece": place_of(kind.piece)}
            for kind in menu.kinds
        ],
        "parts": menu.parts,
        "budgets": [record_fields(each) for each in menu.budgets],
        "allowances": [record_fields(each) for each in menu.allowances],
        "gauges": [record_fields(each) for each in menu.gauges],
        "refusals": [
            (kind, LABELS.join(places), safe_text(says), rules) for kind, places, says, rules in menu.refusals
        ],
        "lights": [
            (at, safe_text(says), LABELS.join(places), mark, LABELS.join(way))
            for at, says, places, mark, way in menu.lights
        ],
        "answers": [record_fields(each) | {"piece": place_of(each.piece)} for each in menu.answers],
        "shown": {
            name: {**record_fields(secret), "what": [record_fields(each) for each in secret.what]}
            for name, secret in menu.shown
        },
        "advice": [safe_text(each) for each in menu.advice],
        "begins": [safe_text(each) for each in menu.begins],
        "idle": [record_fields(each) for each in menu.idle],
        "score": menu.score,
        "sites": joined_labels(menu.sites),
        "starts": menu.starts,
        "goals": menu.goals,
        "ahead": menu.ahead,
    }


def joined_labels(places: Iterable[tuple[str, ...]]) -> str:
    """The labels of spaces as one text."""
    return PLACES.join(map(LABELS.join, places))


def record_fields(record: NamedTuple) -> dict[str, object]:
    """The fields of a record of the menu; `says` is joined."""
    return {**record._asdict(), "says": safe_text(record.says)} if hasattr(record, "says") else record._asdict()


LISTS = ("bars", "unless", "uses", "gains", "worth", "amounts", "joins")
"""The fields of a choice that are lists of numbers, and often the same as those of others."""

FLAGS = ("sure", "many", "rough", "alone")
"""Those that are true or false."""


def choice_columns(menu: Menu, numbers: Numbers, lists: Lists) -> dict[str, str]:
    """The choices field by field; what has its default value in all of them is left out."""
    ways: dict[str, Callable[[Any], str]] = {
        "after": lambda groups: array([lists[each] for each in groups]),
        **dict.fromkeys(LISTS, lists.__getitem__),
        **dict.fromkeys(FLAGS, "01".__getitem__),
        "kind": {kind.id: str(number) for number, kind in enumerate(menu.kinds)}.__getitem__,
        "part": {name: str(number) for number, (name, _) in enumerate(menu.parts)}.__getitem__,
        "piece": lambda piece: str(numbers[piece_key(piece)]) if piece else "null",
    }
    found: dict[str, str] = {}
    for name, column in zip(Choice._fields, zip(*menu.choices, strict=True), strict=False):
        if name == "says":
            found[name] = embedded_json(list(map(safe_text, column)))
        elif name == "places":
            found[name] = embedded_json(joined_labels(column))
        elif column.count(Choice._field_defaults.get(name)) < len(column):
            found[name] = array(map(ways[name], column)) if name in ways else embedded_json(column)
    return found


def crossing_data(crossings: Crossings, numbers: Numbers, lists: Lists) -> str:
    """The crossings as the script reads them: pieces and lists by their numbers."""
    facts = {
        **{name: value for name, value in crossings._asdict().items() if name != "spaces"},
        "says": safe_text(crossings.says),
        "pieces": [numbers[piece_key(each)] for each in crossings.pieces],
        "places": [space.place for space in crossings.spaces],
    }
    rows = {"spaces": array([crossed_space_row(space, lists) for space in crossings.spaces])}
    return joined_objects(written_object(rows), embedded_json(facts))


def crossed_space_row(space: CrossedSpace, lists: Lists) -> str:
    """A space in the same way; the last list is left out where it is empty."""
    number = lists.__getitem__
    columns = [array(map(number, each)) for each in (space.after, space.begins, space.meets)]
    row = [number(space.shapes), written_numbers(space.edges), *columns]
    for shape, *others in space.unlike:
        row.append(array([str(shape), *map(number, others)]))
    return array(row)


SLOT = re.compile(r"\{(\w+)\}")


def text_with_slots(phrase: Phrase) -> str:
    """The text with its names still in braces."""
    slots = SLOT.findall(phrase.template) if "{" in phrase.template else ()
    return safe_text(Phrase(phrase.template, {slot: f"{{{slot}}}" for slot in slots}))


WORDS: dict[str, Phrase] = {
    # the board
    "composeHere": say("Build your move"),
    "spots": say("The spaces of the board. Arrow keys move; Page Up and Page Down jump to spaces with choices."),
    "spotNow": say("{place}, {words}. Choices now: {count}"),
    "spotLater": say("{place}, {words}. Choices after others: {count}"),
    "spotNone": say("{place}, {words}. No choice"),
    "spotTaken": say("In your turn: {choice}"),
    "spotWorth": say("Best: {worth}"),
    "show": say("Kinds of action"),
    # pieces from place to place
    "route": say("Connect two places"),
    "routeAsk": say("Choose the marked space to start from."),
    "routeOn": say("You start at {place}. Now choose where to go; the numbers say how many pieces it takes."),
    "routeStart": say("{place}, {words}. You can start here"),
    "routeFrom": say("{place}, {words}. You start here"),
    "routeTo": say("{place}, {words}. Pieces it takes to get here: {count}"),
    "noRoute": say("You can't connect to that space this turn."),
    # the choices at a place
    "choicesAt": say("Choices on {place}"),
    "choices": say("Choices"),
    "close": say("Close"),
    "wholeBoard": say("Whole board"),
    "whyNot": say("Why not …"),
    "first": say("first: {choices}"),
    "noWay": say("It needs more than you can do this turn."),
    "noneLeft": say("none left"),
    "bars": say("can't be combined with: {by}"),
    "budget": say("more than you have left: {by}"),
    "spent": say("no room left in the turn because of: {by}"),
    "order": say("first say what to do with what is revealed, whatever it is"),
    "nothing": say("You can't do anything here this turn."),
    "inTurn": say("In your turn"),
    "turning": say("R or another click on the space turns the piece, Shift+R turns it back."),
    # a piece of several spaces
    "tileHint": say("Choose a ring on the board. You can turn the tile there before you place it."),
    "turnLeft": say("Turn to the left"),
    "turnRight": say("Turn to the right"),
    "placeHere": say("Place it here"),
    "gives": say("Here it gives"),
    "nextTo": say("{land} next to {piece} on {place}"),
    "givesNothing": say("No landscape next to what you built"),
    # the turn
    "turn": say("Your turn"),
    "empty": say("Nothing yet."),
    "oneStep": say("1 step"),
    "someSteps": say("{count} steps"),
    "sendBar": say("Your turn, and how to send it"),
    "removeThis": say("Remove: {choice}"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "reset": say("Begin again"),
    "added": say("Added: {choice}."),
    "removed": say("Removed: {choice}."),
    "alsoRemoved": say("Also removed, because it depended on that: {choice}."),
    "restored": say("Restored from where you left off."),
    "otherEntry": say(
        "The link contains a turn for entry {entry}, but this page is for entry {number}. It was not used."
    ),
    "otherPage": say("The link contains no turn for this page, so it was not used."),
    "cleared": say("Your turn is empty again."),
    "usedOf": say("{used} of {limit}"),
    "about": say("about {number}"),
    "budgets": say("What the turn uses"),
    "gauges": say("What it changes"),
    "ways": say("How you can use the turn"),
    # orders
    "orderFor": say("When it is revealed"),
    "orderHint": say("Without an order, the turn waits here until you answer what was revealed."),
    "branch": say("If {names}: {answer}"),
    "otherwise": say("If not: {answer}"),
    "addBranch": say("Add an answer"),
    "ifShown": say("If this is revealed"),
    "then": say("Then"),
    "pick": say("choose here or on the board"),
    "addThis": say("Add to the order"),
    "cancel": say("Cancel"),
    "else": say("Whatever else is revealed"),
    "noElse": say("wait and see: the turn stops here"),
    "answerOn": say("{place}: answers ({count})"),
    "pickName": say("First choose what might be revealed."),
    # sending
    "text": say("The move"),
    "tried": say("already checked"),
    "checked": say("checked when it arrives"),
    "edited": say("edited by you: checked when it arrives"),
    "editedHint": say("The list above no longer changes the text."),
    "rewrite": say("Write it from the list again"),
    "say": say("Message to everybody"),
    "copy": say("Copy"),
    "copyAnswer": say("Copy the answer"),
    "download": say("Download"),
    "mail": say("Write the e-mail"),
    "copied": say("Copied."),
    "notCopied": say("Your browser doesn't let this page copy. The text is selected: copy it by hand."),
    "downloaded": say("Saved as {name}."),
    "tooLong": say(
        "The move is too long for a link to your mail program. Copy it into your answer, or attach the file."
    ),
    "sendHint": say("This page sends nothing. Send the text by e-mail or as a file."),
    "answerHint": say("Now reply to the e-mail and paste."),
}
"""All of them, by the names that the script has for them."""

AHEAD_WORDS: dict[str, Phrase] = {
    "composeHere": say("Order your next turn"),
    "turn": say("The move to order"),
    "sendBar": say("Your orders, and how to send them"),
    "text": say("The orders"),
    "tried": say("checked again when it is your turn"),
    "checked": say("checked again when it is your turn"),
    "sendHint": say(
        "This page sends nothing. Send the text by e-mail or as a file. It replaces all your earlier orders."
    ),
    "aheadHint": say(
        "It isn't your turn. You can order your next turn: the referee plays it when it is your turn. Nobody else "
        "finds out. You can also write the orders by hand."
    ),
    "careful": say("Play this move only if nobody else has built in its spaces by then"),
    "keepMove": say("Add an alternative"),
    "keptMoves": say("Alternatives before this move"),
    "keptMove": say("Kept. Now build the move to play when that one is not possible."),
    "firstHint": say("Of several moves, the first one is played that is possible when it is your turn."),
}
"""What is said in another way, or only then, where orders for the next turn are composed."""


ABOVE_NAME, ABOVE_BADGE = [0, -68], [0, -34]
"""Where the disc with the number of choices is in a hex with a name or a number, which it doesn't hide."""


class Reply(NamedTuple):
    """Where a move goes by mail: the address, the subject, and the text around the move in the answer."""

    to: str
    subject: str
    opens: str
    closes: str


class Composer(NamedTuple):
    """What the page needs: its script, what it reads, the pieces, and words of its own."""

    script: PageScript
    data: Markup
    pieces: Markup
    words: SimpleNamespace
    ahead: bool
    places_tile: bool


def composer(menu: Menu, view: View, painted: Paints, reply: Reply | None = None) -> Composer:
    """The composer of a menu, on the board of a view of the same seat."""
    pieces = pieces_of(menu)
    spaces = composed_spaces(view, painted)
    labels = {str(label): None for label, *_ in spaces}
    named = joined_labels([named_places(each.says, labels) for each in menu.refusals])
    own = {"spaces": spaces, "lands": lands_of(pieces), "own": own_pieces(view), "named": named}
    facts = joined_objects(
        menu_data(menu),
        embedded_json(own),
        embedded_json({"words": {name: text_with_slots(phrase) for name, phrase in words_for(menu.ahead).items()}}),
        embedded_json({"reply": reply._asdict() if reply else None}),
    )
    pictures = page("composer.svg", tiles=[drawn_piece(piece, painted) for piece in pieces])
    words = SimpleNamespace(**words_for(menu.ahead))
    data = Markup(f'<script type="application/json" id="menu">{facts}</script>')
    places_tile = any(isinstance(piece, Inset) for piece in pieces)
    return Composer(script_of("composer"), data, pictures, words, menu.ahead, places_tile)


def words_for(ahead: bool) -> dict[str, Phrase]:
    """The words by the names that script and template have for them."""
    return {**WORDS, **AHEAD_WORDS} if ahead else WORDS


class DrawnPiece(NamedTuple):
    """A piece that may come on the board: its spaces, and the outline of those of a piece of several."""

    tiles: tuple[DrawnTile, ...]
    outline: str = ""


def drawn_piece(piece: Piece | Inset, painted: Paints) -> DrawnPiece:
    """A piece as it lies on a space; of several spaces the first is the one at which it is offered."""
    if isinstance(piece, Inset):
        first = piece.spaces[0]
        spaces = [space._replace(q=space.q - first.q, r=space.r - first.r) for space in piece.spaces]
        return DrawnPiece(tuple([tile(space, painted) for space in spaces]), borders(spaces))
    return DrawnPiece((tile(Space(0, 0, "", LAND, "", (piece._replace(fresh=""),), say("")), painted),))


def lands_of(pieces: tuple[Piece | Inset, ...]) -> list[list[list[object]]]:
    """What is on the spaces of each piece of several, and how far each is from the one at which it is offered."""
    return [lands_of_piece(piece) if isinstance(piece, Inset) else [] for piece in pieces]


def lands_of_piece(piece: Inset) -> list[list[object]]:
    first = centre(piece.spaces[0].q, piece.spaces[0].r)
    told = [space for space in piece.spaces if space.ground != LAND]
    places = [(centre(space.q, space.r), safe_text(space.words)) for space in told]
    return [[x - first[0], y - first[1], words] for (x, y), words in places]


def own_pieces(view: View) -> dict[str, str]:
    """What the reader has built where, by the labels of spaces: the names of its pieces."""
    board = drawable(view.board)
    return {
        safe_text(space.label): safe_text(term(piece.symbol.name))
        for space in (board.spaces if board else ())
        for piece in space.pieces
        if piece.seat == view.seat and piece.symbol and piece.symbol.name
    }


def named_places(words: Phrase, labels: Collection[str]) -> tuple[str, ...]:
    """The spaces that a sentence of the law names, by their labels: they light up beside it."""
    found: dict[str, None] = {}
    for fact in words.facts.values():
        inner = named_places(fact, labels) if isinstance(fact, Phrase) else str(fact).split(", ")
        found |= {each: None for each in inner if each in labels}
    return tuple(found)


def composed_spaces(view: View, painted: Paints) -> list[list[object]]:
    """The spaces of the board in reading order, as it is drawn on the page."""
    board = drawable(view.board)
    drawn = zip(board.spaces, scene(board, painted).tiles, strict=True) if board else ()
    return [space_row(space, tile) for space, tile in sorted(drawn, key=lambda each: (each[1].y, each[1].x))]


def space_row(space: Space, drawn: DrawnTile) -> list[object]:
    """The label, place and words of a space, and where one more token is and the number of choices.

    These two are left out where they are as in a bare space.
    """
    row: list[object] = [drawn.label, drawn.x, drawn.y, drawn.words]
    if space.pieces or space.name:
        row.append(place_of_next(space))
        if space.name or any(piece.badge for piece in space.pieces):
            row.append(ABOVE_NAME if space.name else ABOVE_BADGE)
    return row
