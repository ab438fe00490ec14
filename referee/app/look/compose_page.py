"""The menu of the seat to move, from which a page composes its turn: the title's own, or one made of single actions."""

import re
from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from referee.app.game_access import Game, Table
from referee.app.look.game_views import SingleAction as Single
from referee.app.look.game_views import lawful, open_at, view_for_seat
from referee.reading.move_parts import move_parts
from referee.rules.replay import WAITING
from referee.rules.ruling import Rejected, Veiled, judge, refuse_chance
from referee.show.menu import Allowance, Budget, Choice, Kind, Menu, Refusal
from referee.show.view import View
from referee.store.documents import Data
from referee.words import say, term


def show_to_move(
    table: Table, id: str, *, at: int | None = None, seat: str = "", moderator: bool = False
) -> tuple[View, Menu | None]:
    """What `show` gives, and the menu of the seat, if it is to move now. Raises Missing, Refused."""
    game = open_at(table, id, at)
    view = view_for_seat(game, seat, moderator)
    return view, menu(game, seat) if game.moments[-1].number == game.log.last else None


def menu(game: Game, seat: str) -> Menu | None:
    """What the seat may do now, as it may know it; None when it is not to move."""
    closed = game.moments[-1].entry.get("kind") == "close"
    if game.phase == WAITING or closed or game.book.play.to_move(game.position) != seat:
        return None
    found = offered_menu(game, seat)
    return found and found._replace(idle=tuple(idle(game, seat)))


def offered_menu(game: Game, seat: str) -> Menu | None:
    """The menu of the title, or one of its single actions."""
    menu = game.book.compose().menu
    if menu:
        return menu(game.header, game.moments)
    return of_singles(game.book.show().view(game.header, game.moments, seat), list(lawful(game, seat)))


def idle(game: Game, seat: str) -> Iterator[Refusal]:
    """Why the rules refuse a move of the seat that does nothing; nothing where they allow it."""
    try:
        ruling = judge(game.book.play, game.position, {"seat": seat}, refuse_chance)
    except Veiled:  # it goes as far as to show something hidden: nothing forbade it
        return
    if isinstance(ruling, Rejected):
        yield from [Refusal("", (), each.says, (each.rule,)) for each in ruling.violations]


def of_singles(view: View, singles: list[Single]) -> Menu:
    """Each lawful single action as a choice that leaves no room for another: of more than one nothing is known."""
    labels = {str(space.label) for space in view.board.spaces} if view.board else set()
    return Menu(
        game=view.game,
        title=view.title,
        entry=view.entry,
        head=view.head,
        seat=view.asked.seat if view.asked else "",
        kinds=tuple([Kind(kind, term(kind)) for kind in dict.fromkeys(single.kind for single in singles)]),
        choices=tuple([each for single in singles if (each := choice(view.title, single, labels))]),
        parts=move_parts(view.title),
        budgets=(Budget(say("")),),
        allowances=(Allowance((1,), say("one action")),),
    )


def choice(title: str, single: Single, labels: set[str]) -> Choice | None:
    """What a single action of a title does as a choice; None where it does more than one thing."""
    does = list(written_parts(title, single.move))
    if len(does) != 1:
        return None
    ((part, text),) = does
    spaces = tuple([word for word in dict.fromkeys(single.text.split()) if word in labels])
    return Choice(single.kind, spaces[:1], term(single.text), text, part, uses=(1,))


def written_parts(title: str, move: Data) -> Iterator[tuple[str, str]]:
    """What is done in a move of a title, each thing with the name of its part and as a move file has it."""
    for name, form in move_parts(title):
        value: Any = move.get(name)
        if form == "list":
            yield from [(name, action_text(action)) for action in value or ()]
        elif form == "mapping":
            yield from [(name, action_text({kind: each})) for kind, each in (value or {}).items()]
        elif value:
            yield name, f"{name}: {dumps(value)}"


def action_text(action: Mapping[str, object] | str) -> str:
    """`stone: B2`, `pass`, `move: {"from": "B2", "to": "C3"}`: JSON is YAML, too."""
    if isinstance(action, str):
        return action
    return ", ".join([f"{kind}: {value if is_plain(value) else dumps(value)}" for kind, value in action.items()])


def is_plain(value: object) -> bool:
    """Whether YAML reads it as it stands."""
    return isinstance(value, int) or bool(isinstance(value, str) and re.fullmatch(r"\w[\w -]*", value, re.ASCII))
