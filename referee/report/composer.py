"""The composer: the menu of the seat to move as data for the page's script, and the pieces that it may draw.

The script knows no rules and no title: it offers, draws and writes what stands here.
"""

from typing import Any, NamedTuple

from markupsafe import Markup

from referee.menu import Choice, Menu
from referee.report import asking
from referee.report.geometry import centre
from referee.report.pages import page, raw
from referee.report.scene import TOKEN, Paints, tile
from referee.report.scripted import digest, embedded
from referee.report.wording import said
from referee.view import Piece, Space, View
from referee.words import Phrase, say

HEAD = 16
"""So many hex digits of the head stand in a move."""
FILLING = ("city", "road", "oracle")
"""Kinds of pieces that have the whole space; others stand in a row."""


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
    script = raw("composer.js")
    all_pieces = [*(choice.piece for choice in menu.choices), *(answer.piece for answer in menu.answers)]
    pieces = tuple(dict.fromkeys(piece for piece in all_pieces if piece))
    drawn = [tile(Space(0, 0, "", "land", "", (piece._replace(fresh=""),), say("")), painted) for piece in pieces]
    facts = facts_of(menu, view, pieces)
    facts["reply"] = reply._asdict() if reply else None
    return Composer(script, digest(script), embedded(facts), page("composer.svg", tiles=drawn), asking.WORDS)


def facts_of(menu: Menu, view: View, pieces: tuple[Piece, ...]) -> dict[str, Any]:
    """The menu with its phrases joined; what has its default value is left out of a choice."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    groups: Groups = {}
    return {
        "move": {"game": menu.game, "after": menu.entry, "head": menu.head[:HEAD], "seat": menu.seat},
        "spaces": [space_facts(space) for space in sorted(view.board.spaces, key=reading_order)],
        "kinds": [{"id": kind.id, "says": said(kind.says)} for kind in menu.kinds],
        "choices": [choice_facts(choice, numbers, groups) for choice in menu.choices],
        "groups": list(groups),
        "budgets": [plain(each) for each in menu.budgets],
        "allowances": [plain(each) for each in menu.allowances],
        "gauges": [plain(each) for each in menu.gauges],
        "refusals": [plain(each) for each in menu.refusals],
        "answers": [plain(each) | {"piece": numbers[each.piece] if each.piece else None} for each in menu.answers],
        "shown": {
            name: {**plain(secret), "what": [plain(each) for each in secret.what]} for name, secret in menu.shown
        },
        "advice": [said(each) for each in menu.advice],
        "tokens": [int(piece.kind not in FILLING) for piece in pieces],
        "words": asking.words(),
    }


def plain(record: Any) -> dict[str, Any]:
    """The fields of a record of the menu; `says` is joined."""
    return {**record._asdict(), "says": said(record.says)} if hasattr(record, "says") else record._asdict()


Groups = dict[tuple[int, ...], int]
"""Lists of choices, each with its number: many choices need, or bar, the same others."""


def choice_facts(choice: Choice, numbers: dict[Piece, int], groups: Groups) -> dict[str, Any]:
    """A choice as the script reads it: pieces and lists of choices by their numbers."""
    fields = choice._asdict()
    for name in ("bars", "unless"):
        if fields[name]:
            fields[name] = groups.setdefault(fields[name], len(groups))
    fields["after"] = tuple([groups.setdefault(group, len(groups)) for group in choice.after])
    fields["says"] = said(choice.says)
    fields["piece"] = numbers[choice.piece] if choice.piece else None
    defaults = Choice._field_defaults
    return {name: value for name, value in fields.items() if name not in defaults or value != defaults[name]}


def space_facts(space: Space) -> dict[str, Any]:
    """Where a space is, and where one more token in its row would stand."""
    x, y = centre(space.q, space.r)
    tokens = sum(piece.kind not in FILLING for piece in space.pieces)
    raised = any(piece.kind == "city" for piece in space.pieces) or space.ground in ("village", "coast")
    right = TOKEN * (tokens + 1) // 2 if tokens else 0
    words = said(space.words)
    return {"label": said(space.label), "x": x, "y": y, "words": words, "token": [right, 18 if raised else 0]}


def reading_order(space: Space) -> tuple[int, int]:
    x, y = centre(space.q, space.r)
    return y, x
