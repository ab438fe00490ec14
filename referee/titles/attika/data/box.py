"""What a game is played with (AT-9.4): components, tiles and layout; shipped ones by name, one's own written out."""

from collections.abc import Iterable, Mapping
from typing import TypedDict, cast

from referee.rules.rulebook import Choices
from referee.show.data_files import Fields, Flaw, Unchosen, Unfit, refuse_errors, refuse_missing
from referee.titles.attika.data import components, layouts, tiles
from referee.titles.attika.data.components import BOX, AttikaComponents
from referee.titles.attika.data.land import Layout
from referee.titles.attika.data.layouts import LAYOUTS
from referee.titles.attika.data.tiles import TILES, Tiles
from referee.words import say

DATA_FILES = (LAYOUTS, TILES, BOX)


class AttikaHeader(TypedDict):
    """What Attika reads of the header of a log; the last three are what `furnish` gives."""

    game: str
    edition: str
    seats: Mapping[str, str]
    options: Mapping[str, str]
    components: Fields
    tiles: Fields
    layout: Fields


def furnish(choices: Choices) -> Mapping[str, object]:
    """The title's own fields of a header: `components`, `tiles`, `layout`.

    choices: `seats` (seat → player), and `components`, `tiles`, `board`: each the name of a shipped one, the path of a
    file, or None for the shipped one that suits the number of players. Raises `source.BadInput` for a bad file, `Unfit`
    for what cannot be played with, OSError.
    """
    players = len(choices["seats"])
    refuse_absent(choices["options"]["first_player"], choices["seats"])
    header = {
        "components": BOX.field(choices.get("components") or components.NAME, players),
        "tiles": TILES.field(choices.get("tiles") or tiles.NAME, players),
        "layout": LAYOUTS.field(choices.get("board") or layouts.usual(players), players),
    }
    box_contents(cast(AttikaHeader, {**header, "seats": choices["seats"]}))
    return header


def refuse_absent(first: str, seats: Iterable[str]) -> None:
    """AT-9.2: who begins is drawn, or a seat of the game."""
    if first != "drawn" and first not in seats:
        raise Unchosen(Flaw(say("{first} cannot begin: the seats are {seats}.", first=first, seats=", ".join(seats))))


def box_contents(header: AttikaHeader) -> tuple[AttikaComponents, Tiles, Layout]:
    """What a header means. Raises `Unfit`, or UnknownContent for what is not shipped here."""
    refuse_missing(header, "components", "tiles", "layout")
    box, signs, layout = (
        BOX.thing_of(header["components"]),
        TILES.thing_of(header["tiles"]),
        LAYOUTS.thing_of(header["layout"]),
    )
    players = len(header["seats"])
    if "own" in header["layout"]:
        refuse_errors(layouts.lint_layout(layout, players))
    refuse_others(box, layout, players)
    return box, signs, layout


def refuse_others(box: AttikaComponents, layout: Layout, players: int) -> None:
    """The layout is for this number of players, and uses what the components hold for them (AT-2.1)."""
    if layout.players != players:
        words = "The layout {name} is for {layout} players, not {players}."
        raise Unfit(Flaw(say(words, name=layout.name, layout=layout.players, players=players)))
    if (len(layout.centres), len(layout.shrines)) != (box.start_tiles[players], box.shrines[players]):
        words = "The components begin with {tiles} tiles and {shrines} shrines, {name} with {centres} and {places}."
        facts = {"tiles": box.start_tiles[players], "shrines": box.shrines[players], "name": layout.name}
        raise Unfit(Flaw(say(words, **facts, centres=len(layout.centres), places=len(layout.shrines))))
