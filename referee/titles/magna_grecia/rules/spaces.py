"""MG-1.3 and MG-1.4: spaces that exist, and road tiles that exist."""

from referee.rules.rulebook import Breach, Path, rule
from referee.titles.magna_grecia.data.board import BoardMap
from referee.titles.magna_grecia.rules.moves import BuildMarket, LayCity, LayRoad, SellMarket, SetOracle
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.words import Phrase, say

Named = LayRoad | LayCity | SetOracle | BuildMarket | SellMarket


@rule("MG-1.3", LayRoad, LayCity, SetOracle, BuildMarket, SellMarket, stage=0, fixed_by=())
def space_is_on_the_board(position: Position, step: Named) -> list[Breach]:
    if step.cell != NOWHERE and (type(step) is not LayRoad or not step.unknown):
        return []
    board = position.setting.board
    found: list[tuple[Path, str]] = [((), step.at)] if step.cell == NOWHERE else []
    if isinstance(step, LayRoad):
        found += [((word,), label) for word, label in step.unknown]
    return [
        Breach(say("There is no space {at} on the board {board}.", board=board.name, at=label), at, where(board, label))
        for at, label in found
    ]


def where(board: BoardMap, written: str) -> Phrase:
    """The space that was meant by `J07`, else what spaces there are in its column, else the columns."""
    column = written.rstrip("0123456789")
    meant = column + written[len(column) :].lstrip("0")
    if meant in board.cells:
        return say("Did you mean {meant}?", meant=meant)
    inside = [label for label in board.labels if label.rstrip("0123456789") == column]
    if inside:
        return say("In column {column} the spaces go from {first} to {last}.", **ends(column, inside))
    columns = sorted({label.rstrip("0123456789") for label in board.labels}, key=lambda each: (len(each), each))
    return say("Write a column letter and a row number. The columns are {first} to {last}.", **ends("", columns))


def ends(column: str, found: list[str]) -> dict[str, object]:
    return {"column": column, "first": found[0], "last": found[-1]}


@rule("MG-1.4", LayRoad, stage=0, fixed_by=())
def exits_are_straight_or_a_curve(position: Position, step: LayRoad) -> Breach | None:
    if step.a != NOWHERE and step.b - step.a in (2, 3, 4):
        return None
    if step.cell == NOWHERE or step.unknown:
        return None
    if step.a == NOWHERE:
        words = say("{exits} does not name two edges of {at}.", exits=step.exits, at=step.at)
        return Breach(
            words,
            hint=say("The edges are n, ne, se, s, sw and nw. `from` and `to` name spaces next to {at}.", at=step.at),
        )
    return Breach(
        say("No road tile connects {exits}.", exits=step.exits),
        hint=say(
            "A straight road connects opposite edges (n-s, ne-sw or nw-se). A curve connects two "
            "edges with one between them, such as n-se."
        ),
    )
