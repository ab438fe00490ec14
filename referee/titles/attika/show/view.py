"""What somebody may see of a game of Attika, built field by field from nothing (AT-2.4)."""

from collections.abc import Iterator, Sequence
from typing import cast

from referee.rules.rulebook import Header
from referee.show.sentences import chance_fixed, components_known, header_after, whose_view
from referee.show.view import Chart, Section, View
from referee.titles.attika.data.box import AttikaHeader
from referee.titles.attika.data.components import CITIES
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.show import due_tile, mats, progress, sites
from referee.titles.attika.show.asked import request_to_mover
from referee.titles.attika.show.known import Sight, sights
from referee.titles.attika.show.names import name_with_seat, player_with_seat
from referee.titles.attika.show.picture import board_view
from referee.titles.attika.show.story import Turns, story, turns_of
from referee.words import AND, Phrase, say, word_list


def view(read: Header, moments: Sequence[AttikaMoment], seat: str = "") -> View:
    """The last of `moments` as a seat, everybody ("") or the moderator may see it."""
    begun, seen = cast(AttikaHeader, read), sights(moments, seat)
    turns = turns_of(seen)
    last, header = seen[-1], header_after(begun, moments)
    offers, box = sites.Offers(last.known_position), last.position.setting.box
    return View(
        **whose_view(header, last, seat, CITIES),
        title="attika",
        title_name="Attika",
        headline=headline_of_sight(header, last),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        story=story(begun, moments, seen, seat, turns),
        board=board_view(header, seen, turns),
        asked=request_to_mover(header, last, seat, offers),
        sections=tuple(sections(seen, seat, offers, turns)),
    )


def headline_of_sight(header: AttikaHeader, last: Sight) -> Phrase:
    position = last.position
    if position.end.seats:
        names = word_list([player_with_seat(header, seat) for seat in position.end.seats], AND)
        if len(position.end.seats) == 1:
            return say("The game is over: {names} wins.", names=names)
        return say("The game is over: {names} share the victory.", names=names)
    if last.entry.get("kind") == "close":
        return say("The game was closed before its end.")
    if not position.seat:
        return say("The game is not dealt yet.")
    return to_move(header["seats"][position.seat], position.seat)


def to_move(player: str, seat: str) -> Phrase:
    return say("{player} is to move.", player=name_with_seat(player, seat))


def chart(header: Header, moments: Sequence[AttikaMoment]) -> Chart | None:
    """How the seats came on. It counts buildings alone, which everybody may see: no sight of the moments is needed."""
    found = list(moments)
    return next(progress.charts(found, turns_of(found)), None) if found[-1].position.order else None


def sections(seen: list[Sight], reader: str, offers: sites.Offers, turns: Turns) -> Iterator[Section]:
    """What the reader needs for the next turn first, then what everybody has, then what lies beside the board."""
    last = seen[-1]
    position, known = last.position, last.known_position
    if not position.order:
        yield from (mats.storage(position), mats.stock(position))
        return
    if known.hands:
        yield mats.hands(known)
    if last.entry.get("kind") != "close" and position.seat:
        yield from [due_tile.table(position)] if position.turn.tile else []
        yield from sites.tables(offers, reader if reader in position.mats else position.seat)
    yield mats.victory(position)
    yield from progress.charts(seen, turns)
    yield from (mats.seats(known), mats.groups(position), mats.storage(position), mats.stock(position))
