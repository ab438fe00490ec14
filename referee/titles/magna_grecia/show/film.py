"""Magna Grecia entry by entry. All is open (MG-2.5): every reader sees the same."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from referee.rules.rulebook import Header
from referee.show import story
from referee.show.film import Film, Seen, Still
from referee.show.sentences import chance_fixed, components_known, seats_of
from referee.show.turns import Turns
from referee.show.view import ReportTable, Space
from referee.titles.magna_grecia.data.components import COLOURS
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import projected_points
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show import picture, tables, view
from referee.titles.magna_grecia.show.standing import before_scoring, ending, standings
from referee.titles.magna_grecia.show.story import CHANGED, MERGED, SOLD, TELLING, WON
from referee.titles.magna_grecia.show.view import round_headline

Key = TypeVar("Key")


def film(read: Header, moments: Sequence[MagnaGreciaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on; the earlier ones show what is new in them."""
    header, last = cast(MagnaGreciaHeader, read), moments[-1].position
    box = last.setting.components
    return Film(
        seats=seats_of(header["seats"], COLOURS),
        board=picture.board_without_spaces(header, last),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        score=view.AHEAD,
        stills=stills(header, moments, readers, first),
        firsts=(WON, CHANGED, MERGED, SOLD),
    )


def stills(
    header: MagnaGreciaHeader, moments: Sequence[MagnaGreciaMoment], readers: Sequence[str], first: int
) -> Iterator[Still]:
    end, surface = ending(moments), BoardSurface(moments[0].position)

    def draw(header: MagnaGreciaHeader, at: int, turns: Turns) -> Still:
        moment = moments[at]
        position = before_scoring(moments[: at + 1]) if end and at >= end else moment.position
        return Still(
            spaces=surface.after(position, picture.fresh_pieces(position, moments[: at + 1], turns)),
            headline=round_headline(header, moment),
            scores=tuple(projected_points(position).values()),
            milestones=(),
            seen=(Seen((), tables_of_still(header, moment, position)),) * len(readers),
            standing=tuple(standings(position, moment.position)),
            mover=moment.position.seat if moment.entry.get("kind") != "close" else "",
        )

    return story.stills(TELLING, header, moments, readers, first, draw)


def tables_of_still(
    header: MagnaGreciaHeader, moment: MagnaGreciaMoment, position: Position
) -> tuple[ReportTable, ...]:
    """The scores, the cards, and the possessions of each seat."""
    over = moment.position.clock.over
    cards = (tables.cards(position),) if position.clock.card and not over else ()
    return (tables.standing_table(header, position, over), *cards, tables.supplies(header, moment.position))


class BoardSurface:
    """The spaces as last drawn: unchanged ones are neither drawn nor compared again."""

    def __init__(self, position: Position) -> None:
        self.blank = picture.blank(position.setting.board)
        self.spaces = list(self.blank)
        self.last = picture.PositionScene(position_without_pieces(position), {}, {}, self.blank)

    def after(self, position: Position, fresh: picture.Fresh) -> tuple[Space, ...]:
        scene = picture.PositionScene(position, fresh, picture.words_of_cities(position), self.blank)
        for cell in dict.fromkeys(cells_to_redraw(self.last, scene)):
            self.spaces[cell] = picture.space(scene, cell)
        self.last = scene
        return tuple(self.spaces)


def position_without_pieces(position: Position) -> Position:
    return replace(position, roads={}, cities={}, markets={}, oracles={}, links={})


def cells_to_redraw(before: picture.PositionScene, scene: picture.PositionScene) -> list[int]:
    """The spaces that may look different or have another name, most because a piece is new or gone."""
    was, now = before.position, scene.position
    found = [cell for _, _, cell in differing(before.fresh, scene.fresh)]
    found += differing(was.roads, now.roads) + differing(was.markets, now.markets)
    found += differing(was.oracles, now.oracles) + differing(was.links, now.links)
    cities = [city for city in differing(was.cities, now.cities) if city in now.cities]
    if cities:
        found += [cell for city in cities for cell in now.cities[city].cells]
        found += [place for city in cities for place in now.links.get(city, ())]
    return found


def differing(before: Mapping[Key, object], now: Mapping[Key, object]) -> list[Key]:
    """The keys whose values are not the same object in both."""
    if before is now:
        return []
    gone = [key for key in before if key not in now]
    return gone + [key for key, thing in now.items() if before.get(key) is not thing]
