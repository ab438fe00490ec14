"""Attika entry by entry, for readers who know different hands (AT-2.4): all of it comes out of `known`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from referee.rules.rulebook import Header
from referee.show.film import Film, Seen, Still
from referee.show.sentences import chance_fixed, components_known, header_after, seats_of
from referee.show.view import Board, Line, Space
from referee.titles.attika.data.box import AttikaHeader
from referee.titles.attika.data.components import CITIES, AttikaComponents
from referee.titles.attika.data.land import Land, Place
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.ending import built_count
from referee.titles.attika.rules.events import AttikaEvent, AttikaMoment
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.show import known, picture
from referee.titles.attika.show.brief_tables import Brief
from referee.titles.attika.show.known import KnownChange
from referee.titles.attika.show.story import Turns, entry_lines
from referee.titles.attika.show.view import headline_of_sight
from referee.words import Phrase, say


def film(read: Header, moments: Sequence[AttikaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on, without the places for a tile that is due; those before tell what is new in them."""
    header, seen = cast(AttikaHeader, read), known.sights(moments, "")
    last = seen[-1].position
    box = last.setting.box
    whose = picture.design_credit(header, last)
    return Film(
        seats=seats_of(header["seats"], CITIES),
        board=Board(last.setting.layout.name, whose, (), legend=picture.legend(last)),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        score=say("Buildings on the board"),
        stills=stills(header, moments, seen, readers, first),
    )


def stills(
    header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[known.Sight], readers: Sequence[str], first: int
) -> Iterator[Still]:
    """`seen`: the moments as everybody may know them. What a reader may know besides is asked of `known` alone."""
    turns, surface, brief = Turns(), LandSurface(seen[0].position.setting.box), Brief(readers)
    buildings, scores = None, tuple[int, ...]()
    for at, sight in enumerate(seen):
        turns.add(at, sight)
        before, header = header, header_after(header, [sight])
        if at < first:
            continue
        position, happening = sight.position, sight.since(seen[max(at - 1, 0)])
        stories = told_to(before, moments[at], seen, readers, at, happening)
        tables = brief.after(position, moments[at].position) if position.order else [()] * len(readers)
        if position.buildings is not buildings:
            buildings, scores = (
                position.buildings,
                tuple([built_count(position, seat) for seat in position.setting.seats]),
            )
        yield Still(
            spaces=surface.after(position, picture.fresh(turns, at)),
            headline=headline_of_sight(header, sight),
            scores=scores,
            milestones=milestones(happening),
            seen=tuple(map(Seen, stories, tables)),
        )


Story = tuple[Line, ...]


def told_to(
    header: AttikaHeader,
    moment: AttikaMoment,
    seen: list[known.Sight],
    readers: Sequence[str],
    at: int,
    happening: list[KnownChange[AttikaEvent]],
) -> list[Story]:
    """For each reader; those who may know the same of what happened read the same story."""
    public, story = seen[at].events, tuple(entry_lines(header, seen, at, happening))
    if public is moment.events:  # nothing in it is hidden from anybody
        return [story] * len(readers)
    stories = {public: story}
    for events in (found := [known.visible_events(moment, reader) for reader in readers]):
        if events not in stories:
            own = [change.seen_as(event) for change, event in zip(happening, events, strict=True)]
            stories[events] = tuple(entry_lines(header, seen, at, own))
    return [stories[events] for events in found]


class LandSurface:
    """The spaces as they were drawn last: what did not change is drawn again neither here nor by who compares them."""

    def __init__(self, box: AttikaComponents) -> None:
        self.drawing = picture.HexDrawing(box)
        self.land: Land | None = None
        self.spaces: list[Space] = []
        self.fresh: Mapping[int, str] = {}
        self.shrines: dict[Place, Space] = {}
        self.shown: tuple[Space, ...] = ()

    def after(self, position: AttikaPosition, fresh: Mapping[int, str]) -> tuple[Space, ...]:
        """New hexes, and those that are marked otherwise: what is built is marked, and stays when its mark goes."""
        if position.land is self.land and fresh == self.fresh:
            return self.shown
        drawn, known = self.drawing.of(position, fresh), len(self.spaces)
        for hex in {**self.fresh, **fresh}:
            if hex < known and self.fresh.get(hex) != fresh.get(hex):
                self.spaces[hex] = drawn.space(hex)
        self.spaces += [drawn.space(hex) for hex in range(known, len(position.land.place))]
        self.land, self.fresh = position.land, fresh
        for number, place in enumerate(position.land.shrines, 1):
            if place not in self.shrines:
                self.shrines[place] = picture.shrine(place, number)
        self.shown = (*self.spaces, *[self.shrines[place] for place in position.land.shrines])
        return self.shown


def milestones(happening: list[KnownChange[AttikaEvent]]) -> tuple[Phrase, ...]:
    """What somebody may want to jump to: the same wherever a turn is cut into entries."""
    told = [mark(each) for each in happening for mark in MARKED.get(type(each.event), ())]
    return tuple([each for each in told if each])


REWARDED, PLACED, REACHED = say("Group rewarded with an amphora"), say("Tile placed"), say("Shrine reached")
SPENT, SHUFFLED, OVER = say("Amphora returned"), say("Deck shuffled again"), say("Game over")
BEGUN = say("Settlement begun")


def settlement_milestone(change: KnownChange[happened.BuildingBuilt]) -> Phrase | None:
    """Whether the building touched none of its owner's settlements when it was built (AT-5.2)."""
    return None if change.before.settlements_beside(change.event.seat, change.event.hex) else BEGUN


def shrine_milestone(change: KnownChange[happened.BuildingBuilt]) -> Phrase | None:
    return REACHED if change.event.hex in change.before.land.beside else None


MARKED: dict[type, tuple[Callable[[KnownChange[Any]], Phrase | None], ...]] = {
    happened.AmphoraEarned: (lambda each: REWARDED if each.event.amphora else None,),
    happened.AmphoraReturned: (lambda _: SPENT,),
    happened.TileLaid: (lambda each: PLACED if each.event.seat else None,),
    happened.BuildingBuilt: (settlement_milestone, shrine_milestone),
    happened.DeckReshuffled: (lambda _: SHUFFLED,),
    happened.AttikaGameEnded: (lambda _: OVER,),
}
