"""MG-2: from the header of a log to the first turn."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from referee.rulebook import Fate
from referee.titles.magna_grecia import board as boards
from referee.titles.magna_grecia import components as boxes
from referee.titles.magna_grecia.events import CardTurned, OracleSet, RoundBegan
from referee.titles.magna_grecia.flaws import Flaw, Unfit
from referee.titles.magna_grecia.network import mates
from referee.titles.magna_grecia.state import FRESH, Clock, Position, Purse, Setting

Loaded = TypeVar("Loaded")

BOX = "magna-grecia/2026"


def begin(header: Mapping[str, Any]) -> Position:
    """The position before the deal: an empty board, full purses, no card."""
    setting = setting_of(header)
    clock = Clock(0, "", "", (), False)
    purses = dict.fromkeys(setting.seats, first_purse(setting))
    return Position(setting, {}, {}, {}, {}, {}, {}, {}, purses, clock, FRESH)


def setting_of(header: Mapping[str, Any]) -> Setting:
    """What the header fixes for the whole game; seats in the order of the box (MG-1.1)."""
    board, box = board_of(header["board"]), components_of(header["components"])
    options = header["options"]
    return Setting(
        board=board,
        components=box,
        seats=tuple(colour for colour in box.colours if colour in header["seats"]),
        rounds=int(options["rounds"]),
        mixed_roads=options["mixed_roads"],
        village_adjacency=options["village_adjacency"],
        oracle_placement=options["oracle_placement"],
        beyond=tuple(cell for row in board.around for cell in row),
        mate=mates(board.around),
        village=tuple(ground in "vV" for ground in board.ground),
    )


def board_of(field: Mapping[str, Any]) -> boards.Board:
    """A board of the header: embedded whole, or shipped and named with its SHA-256."""
    if "own" in field:
        return spaced(boards.build(field["own"]))
    board, _, digest = boards.load(field["name"])
    return same(board, digest, field)


def spaced(board: boards.Board) -> boards.Board:
    """The board, if no two of its villages are adjacent: the rules rely on that (MG-13.6). Raises `Unfit`."""
    from referee.titles.magna_grecia.lint import no_villages_adjacent

    flaws = [Flaw(finding.says) for finding in no_villages_adjacent(board)]
    if flaws:
        raise Unfit(*flaws)
    return board


def components_of(field: Mapping[str, Any]) -> boxes.Components:
    if "own" in field:
        return boxes.build(field["own"])
    box, digest = boxes.load(field["name"])
    return same(box, digest, field)


def same(found: Loaded, digest: str, field: Mapping[str, Any]) -> Loaded:
    """What was loaded, if it is still what the header named."""
    if digest != field["sha256"]:
        raise ValueError(f"{field['name']} has changed: the log names {field['sha256']}, here it is {digest}")
    return found


def first_purse(setting: Setting) -> Purse:
    """MG-2.1 and MG-2.4."""
    box = setting.components
    staged = (box.roads - box.start_roads, box.cities - box.start_cities)
    return Purse(box.points[len(setting.seats)], box.start_roads, box.start_cities, box.markets, *staged)


def oracle_count(setting: Setting) -> int:
    """MG-2.2: nine, or seven with two or three seats."""
    return setting.components.oracles[len(setting.seats)]


def order_of(setting: Setting, card: str) -> tuple[str, ...]:
    """MG-3.1: the order of a card, colours not in play left out."""
    return tuple(colour for colour in setting.components.cards[card].order if colour in setting.seats)


def piles(header: Mapping[str, Any]) -> dict[str, Callable[[Any], list[str]]]:
    """The shuffled piles: `deck` (MG-2.3) and `oracles`, the villages in the order in which oracles come to them."""
    setting = setting_of(header)
    return {
        "oracles": lambda chance: chance.shuffled("oracles", inland_villages(setting)),
        "deck": lambda chance: deck(chance, setting.components),
    }


def inland_villages(setting: Setting) -> list[str]:
    board = setting.board
    return [label for label, ground in zip(board.labels, board.ground, strict=True) if ground == "v"]


def deck(chance: Any, box: boxes.Components) -> list[str]:
    """MG-2.3: a pile of each border colour, shuffled; one card of each makes a set, shuffled; the sets in order."""
    borders = {
        colour: chance.shuffled(f"cards/{colour}", [each.id for each in box.cards.values() if each.order[0] == colour])
        for colour in box.colours
    }
    sets = [[pile[n] for pile in borders.values()] for n in range(len(box.cards) // len(box.colours))]
    return [card for n, cards in enumerate(sets) for card in chance.shuffled(f"set/{n}", cards)]


def deal(position: Position, fate: Fate) -> Iterator[Any]:
    """Oracles by chance, or none yet (MG-2.2); the first two cards (MG-2.3)."""
    setting = position.setting
    by_chance = setting.oracle_placement == "random"
    if by_chance:
        for n in range(oracle_count(setting)):
            yield OracleSet(setting.board.cells[fate("oracles", n)], "")
    first = fate("deck", 0)
    yield CardTurned(first)
    yield RoundBegan(1 if by_chance else 0, first, order_of(setting, first))
    yield CardTurned(fate("deck", 1))


def furnish(choices: Mapping[str, Any]) -> dict[str, Any]:
    """The title's own fields of a header: components and board, shipped ones by name and SHA-256, one's own whole.

    choices: `seats` (seat → player), `options`, `components`: a path or None for the shipped ones, and `board`: a
    shipped board's name, a path to a board file, or None for the board that suits the number of
    players. Raises `source.BadInput` for a bad file, `Unfit` for a bad board.
    """
    return {
        "components": components_field(choices.get("components")),
        "board": board_field(choices.get("board"), len(choices["seats"])),
    }


def components_field(path: str | None) -> dict[str, Any]:
    if path:
        return {"own": boxes.read(path)}
    _, digest = boxes.load(BOX)
    return {"name": BOX, "sha256": digest}


def usual_board(players: int) -> str:
    return "bruttium" if players == 2 else "mezzogiorno"


def board_field(wanted: str | None, players: int) -> dict[str, Any]:
    wanted = wanted or usual_board(players)
    if wanted in boards.shipped():
        _, _, digest = boards.load(wanted)
        return {"name": wanted, "sha256": digest}
    from referee.titles.magna_grecia.lint import playable

    return {"own": playable(wanted, players)}
