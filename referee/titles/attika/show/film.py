"""Attika entry by entry, for readers who know different hands (AT-2.4): all of it comes out of `known`."""

from collections.abc import Iterator, Sequence
from typing import cast

from referee.rules.rulebook import Header
from referee.show import story
from referee.show.film import Film, Seen, Still
from referee.show.sentences import chance_fixed, components_known, seats_of
from referee.show.turns import Turns
from referee.show.view import ReportTable, Row
from referee.titles.attika.data.components import CITIES
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.rules.turns import buildings, built_count
from referee.titles.attika.show import known, mats, picture
from referee.titles.attika.show.known import hands, numbers_of_cards
from referee.titles.attika.show.sites import NearestLinks, ways
from referee.titles.attika.show.standing import standings
from referee.titles.attika.show.story import JOINED, REWARDED, SPENT, TELLING, TILE_PLACED
from referee.titles.attika.show.view import headline_of_sight
from referee.words import Phrase, say, term, word_list

Tables = tuple[ReportTable, ...]

STANDING = ReportTable(
    "standing",
    say("Score"),
    (say("Seat"), say("Built"), say("Settlements"), say("Amphorae"), say("Cards"), say("Face down")),
    (),
)
"""Of each seat in brief how far it is."""
STORES = ReportTable("stores", say("Storage boards"), (say("Seat"), say("On the storage board")), ())
"""The open buildings of each seat."""


def tables_of_still(known: AttikaPosition, real: AttikaPosition, readers: Sequence[str]) -> list[Tables]:
    """For each reader the cards that it may see, and what everybody may (`known`); nothing before the deal."""
    seats, cards = known.course.order, numbers_of_cards(real)
    if not seats:
        return [()] * len(readers)
    standing = tuple([standing_row(known, seat, cards[seat]) for seat in seats])
    stores = tuple([store_row(known, seat) for seat in seats])
    shared = STANDING._replace(rows=standing), STORES._replace(rows=stores)
    held = [hands(real, reader) for reader in readers]
    return [(*([mats.hands(seats, seen)] if seen else []), *shared) for seen in held]


def standing_row(position: AttikaPosition, seat: str, cards: int) -> Row:
    mat = position.mats[seat]
    done = say("{built} of {all}", built=built_count(position, seat), all=buildings(position))
    return Row((term(seat), done, len(mat.settlements), mat.amphorae, cards, sum(mat.stacks)), (), seat)


def store_row(position: AttikaPosition, seat: str) -> Row:
    stored = position.mats[seat].stored
    found = [counted_name(position.building(each).name, stored.count(each)) for each in dict.fromkeys(stored)]
    return Row((term(seat), word_list(found) if found else say("nothing")), (), seat)


def counted_name(name: str, number: int) -> Phrase:
    return term(name) if number == 1 else say("{number} {name}", number=number, name=term(name))


def film(read: Header, moments: Sequence[AttikaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on, without the places for a due tile; the earlier ones show what is new in them."""
    header, seen = cast(AttikaHeader, read), known.sights(moments, "")
    last = seen[-1].position
    box = last.setting.box
    return Film(
        seats=seats_of(header["seats"], CITIES),
        board=picture.bare_board(header, last, picture.HexDrawing(box)),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        score=say("Buildings on the board"),
        stills=stills(header, moments, seen, readers, first),
        firsts=(JOINED, REWARDED, TILE_PLACED, SPENT),
    )


def stills(
    header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[known.Sight], readers: Sequence[str], first: int
) -> Iterator[Still]:
    """`seen`: the moments as everybody may know them. Only `known` is asked what else a reader may know."""
    drawing, links = picture.HexDrawing(seen[0].position.setting.box), NearestLinks()

    def draw(header: AttikaHeader, at: int, turns: Turns) -> Still:
        sight, position = seen[at], seen[at].position
        tables = tables_of_still(position, moments[at].position, readers)
        nearest = links.after(position)
        return Still(
            spaces=tuple(drawing.spaces(position, picture.fresh(seen[: at + 1], turns))),
            headline=headline_of_sight(header, sight),
            scores=tuple([built_count(position, seat) for seat in position.setting.seats]),
            milestones=(),
            seen=tuple([Seen((), each) for each in tables]),
            standing=tuple(standings(sight, nearest)),
            mover=position.seat if sight.entry.get("kind") != "close" else "",
            ways=tuple(ways(position, nearest)),
        )

    return story.stills(TELLING, header, moments, readers, first, draw, seen, known.visible_events)
