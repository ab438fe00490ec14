"""AT-7: where a tile that was turned up may be placed."""

from referee.rules.rulebook import Breach, rule
from referee.titles.attika.data.land import Place, borders, covered_places, walk_end
from referee.titles.attika.rules.moves import Build, Draw, PlaceTile, Store
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import say


@rule("AT-7.1", PlaceTile, stage=1, fixed_by=(Build, Draw, Store))
def a_tile_was_turned_up(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    if position.turn.tile:
        return None
    says = say(
        "No tile was turned up. You place a tile after you draw the last building of a stack and build or store it."
    )
    return Breach(says, hint=say("Leave this line out."))


@rule("AT-10.8", PlaceTile, stage=2, fixed_by=(PlaceTile,))
def starts_from_a_tile(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    tiles = len(position.land.tiles)
    if 1 <= step.start <= tiles:
        return None
    hint = say("Begin at one of them, as in `from {last} ne ne se turn 2`.", last=tiles)
    return Breach(say("The walk must start from one of the tiles 1 to {tiles}.", tiles=tiles), hint=hint)


@rule("AT-7.1", PlaceTile, stage=3, fixed_by=())
def covers_nothing(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    taken = covered_places(position.land, centre(position, step))
    if not taken:
        return None
    names = ", ".join(position.land.spot(each) for each in taken)
    return Breach(
        say("There, the tile would cover {names}.", names=names),
        hint=say("Keep the centres of two tiles at least three steps apart, and a centre and a shrine two."),
    )


@rule("AT-7.1", PlaceTile, stage=3, fixed_by=(PlaceTile,), overrulable=True)
def shares_a_side(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    at = centre(position, step)
    if borders(position.land, at) or covered_places(position.land, at):
        return None
    says = say("There, the tile wouldn't touch a tile or a shrine along an edge.")
    return Breach(says, hint=say("The report lists all places; most are three steps from the centre of a tile."))


def centre(position: AttikaPosition, step: PlaceTile) -> Place:
    """The hex at the end of the walk."""
    return walk_end(position.land.tiles[step.start - 1].centre, step.walk)
