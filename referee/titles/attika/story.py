"""What happened, in sentences with the numbers of the rules they rest on; a card is named only to who may see it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from referee.telling import of_every_title
from referee.titles.attika import events as happened
from referee.titles.attika.costs import price, spoken
from referee.titles.attika.known import sees
from referee.titles.attika.land import name
from referee.titles.attika.physics import evolve
from referee.titles.attika.record import tile_text
from referee.titles.attika.state import STACKS, Position
from referee.view import Line, Lines
from referee.words import Phrase, say


def story(header: Mapping[str, Any], moments: Sequence[Any], seat: str) -> Lines:
    """For a seat everything since its last turn; for others the whole of the last turn."""
    lines = [line for at in range(since(moments, seat), len(moments)) for line in told(header, moments, at, seat)]
    heading = (
        say("What happened since {seat}'s last turn", seat=seat) if seat in header["seats"] else say("What happened")
    )
    return Lines("story", heading, tuple(lines))


def since(moments: Sequence[Any], seat: str) -> int:
    """The first moment to be told: after the last one of the seat; of its own turn, or that of another, all entries."""
    acting = [moment.entry.get("seat", "") if moment.number else "" for moment in moments]
    last = len(moments) - 1
    if seat in acting and acting[last] != seat:
        return last - acting[::-1].index(seat) + 1
    first = last
    while first > 0 and acting[first] and acting[first - 1] == acting[last]:
        first -= 1
    return first


def told(header: Mapping[str, Any], moments: Sequence[Any], at: int, seat: str) -> Iterator[Line]:
    """An entry: who, then each event on the position that it met, then what the player said."""
    moment, position = moments[at], moments[max(at - 1, 0)].position
    yield of_every_title(header, moment) or opening(header, moment)
    for owner, events in runs(moment.events):
        if owner:
            yield taken(position, seat, owner, [event.card for event in events])
        for event in events:
            sentence = SENTENCES.get(type(event))
            if sentence:
                yield sentence(position, event)
            position = evolve(position, event)
    if moment.entry.get("say"):
        owner = moment.entry["seat"]
        words = say('{player} says: "{text}"', player=header["seats"][owner], text=moment.entry["say"])
        yield Line(words, (), owner)


def opening(header: Mapping[str, Any], moment: Any) -> Line:
    """Which entry it is, and whose."""
    entry, seat = moment.entry, moment.entry.get("seat", "")
    facts = {"entry": moment.number, "seat": seat, "player": header["seats"].get(seat, "")}
    if entry["kind"] == "deal":
        return Line(say("Entry {entry}: the deal.", **facts), ("AT-2.1", "AT-2.2", "AT-2.3"))
    if entry["kind"] == "missed":
        return Line(say("Entry {entry}: {player} ({seat}) missed the turn.", **facts), ("AT-10.7",), seat)
    return Line(say("Entry {entry}: {player} ({seat}) moves.", **facts), ("AT-3.1",), seat)


def runs(events: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The events in order; cards that one seat takes one after the other together, with the seat."""
    for owner, together in groupby(events, key=lambda event: event.seat if isinstance(event, CARDS) else ""):
        yield owner, list(together)


CARDS = (happened.CardTaken, happened.CardDealt)


def taken(position: Position, seat: str, owner: str, cards: list[int]) -> Line:
    """Cards that a seat took; which, only for who may see them."""
    rule = {"": "AT-2.3", "group": "AT-6.2", "amphora": "AT-6.3", "rest": "AT-3.4"}[position.turn.pays]
    facts: dict[str, object] = {"owner": owner, "number": len(cards)}
    if not sees(position, seat, owner):
        return Line(say("{owner} takes cards: {number}.", **facts), (rule,), owner)
    facts["cards"] = spoken((cards.count(0), cards.count(1), cards.count(2), cards.count(3)))
    return Line(say("{owner} takes cards: {number} ({cards}).", **facts), (rule,), owner)


def tile_laid(position: Position, event: happened.TileLaid) -> Line:
    number = len(position.land.tiles) + 1
    facts = {"seat": event.seat, "tile": event.tile, "number": number}
    if not event.seat:
        return Line(say("Tile {tile} is tile {number} of the start.", **facts), ("AT-2.1",))
    place = tile_text(position.land, event.centre, event.turn)
    words = say("{seat} places {tile} as tile {number}: {place}.", place=place, **facts)
    return Line(words, ("AT-7.1", "AT-10.8"), event.seat)


def building_dealt(position: Position, event: happened.BuildingDealt) -> Line:
    facts = {"seat": event.seat, "building": position.building(event.building).name, "stack": STACKS[event.stack]}
    return Line(say("{seat} begins with the {building} of stack {stack}.", **facts), ("AT-2.2",), event.seat)


def order_set(position: Position, event: happened.OrderSet) -> Line:
    return Line(say("Order of play: {seats}.", seats=" - ".join(event.seats)), ("AT-2.3",))


def drawn(position: Position, event: happened.BuildingDrawn) -> Line:
    facts = {"seat": event.seat, "building": position.building(event.building).name, "stack": STACKS[event.stack]}
    if event.last:
        return Line(
            say("{seat} draws the last of stack {stack}: {building}.", **facts), ("AT-3.2", "AT-7.1"), event.seat
        )
    return Line(say("{seat} draws from stack {stack}: {building}.", **facts), ("AT-3.2",), event.seat)


def built(position: Position, event: happened.BuildingBuilt) -> Line:
    """What was built, and how it was paid for."""
    cost = price(position, event.seat, event.building, event.hex)
    what = position.building(event.building)
    facts: dict[str, object] = {"seat": event.seat, "building": what.name, "hex": name(event.hex)}
    if cost.free:
        beside = position.building(what.free_beside).name
        return Line(
            say("{seat} builds the {building} on {hex}, free beside the {beside}.", beside=beside, **facts),
            ("AT-4.4",),
            event.seat,
        )
    rules = ["AT-4.3", *(["AT-5.2"] if cost.surcharge else [])]
    facts["paid"] = spoken(event.paid)
    covered = sum(min(a, b) for a, b in zip(cost.cost, cost.symbols, strict=True)) or (cost.any and sum(cost.symbols))
    if covered:
        rules.insert(0, "AT-4.2")
    return Line(
        say("{seat} builds the {building} on {hex} and pays {paid}{more}.", more=surcharge(cost.surcharge), **facts),
        tuple(rules),
        event.seat,
    )


def surcharge(cards: int) -> Phrase:
    return say(" ({cards} of it for the new settlement)", cards=cards) if cards else say("")


def stored(position: Position, event: happened.BuildingStored) -> Line:
    facts = {"seat": event.seat, "building": position.building(event.building).name}
    return Line(say("{seat} puts the {building} on the storage board.", **facts), ("AT-3.2",), event.seat)


def amphora_earned(position: Position, event: happened.AmphoraEarned) -> Line:
    facts = {"seat": event.seat, "group": event.group}
    if event.amphora:
        words = say("The group {group} of {seat} is complete and connected: an amphora.", **facts)
        return Line(words, ("AT-6.1", "AT-10.1"), event.seat)
    words = say("The group {group} of {seat} is complete and connected: a card, since no amphora is left.", **facts)
    return Line(words, ("AT-6.1", "AT-6.2"), event.seat)


def tile_turned(position: Position, event: happened.TileTurned) -> Line:
    facts = {"seat": event.seat, "tile": event.tile, "signs": position.setting.tiles.tiles[event.tile]}
    words = say("The tile {tile} is turned up ({signs}: centre, n, ne, se, s, sw, nw); {seat} must place it.", **facts)
    return Line(words, ("AT-7.1",), event.seat)


def tile_buried(position: Position, event: happened.TileBuried) -> Line:
    return Line(say("The tile {tile} goes under the pile.", tile=event.tile), ("AT-10.7",), event.seat)


def amphora_returned(position: Position, event: happened.AmphoraReturned) -> Line:
    words = {
        "draw": say("{seat} returns an amphora for one more draw.", seat=event.seat),
        "build": say("{seat} returns an amphora for one more build.", seat=event.seat),
        "card": say("{seat} returns an amphora for a card.", seat=event.seat),
    }
    return Line(words[event.use], ("AT-6.3",), event.seat)


def given_up(position: Position, event: happened.RestGivenUp) -> Line:
    if not event.cards:
        return Line(say("{seat} ends the turn.", seat=event.seat), ("AT-3.4",), event.seat)
    words = say("{seat} gives up the open actions; cards due: {cards}.", seat=event.seat, cards=event.cards)
    return Line(words, ("AT-3.4",), event.seat)


def reshuffled(position: Position, event: happened.DeckReshuffled) -> Line:
    return Line(
        say("All discards ({cards}) are shuffled: they are the new deck.", cards=spoken(event.items)), ("AT-3.6",)
    )


def lapsed(position: Position, event: happened.CardsLapsed) -> Line:
    words = say(
        "Deck and discards are empty: {seat} takes nothing (cards due: {cards}).", seat=event.seat, cards=event.cards
    )
    return Line(words, ("AT-10.3",), event.seat)


def turn_began(position: Position, event: happened.TurnBegan) -> Line:
    return Line(say("It is {seat}'s turn.", seat=event.seat), ("AT-2.3",), event.seat)


def ended(position: Position, event: happened.GameEnded) -> Line:
    """AT-8.1: by what the game was won."""
    names = " and ".join(event.seats)
    words = {
        ("buildings",): say("{names} has built all buildings and wins.", names=names),
        ("shrines",): say("{names} has joined two shrines and wins.", names=names),
        ("buildings", "shrines"): say("{names} has built all buildings and joined two shrines, and wins.", names=names),
        ("most",): say(
            "Nothing can happen any more: most buildings win, then fewest settlements: {names}.", names=names
        ),
    }
    return Line(words[event.reasons], ("AT-10.5" if event.reasons == ("most",) else "AT-8.1",), event.seats[0])


SENTENCES: dict[type, Callable[[Position, Any], Line]] = {
    happened.TileLaid: tile_laid,
    happened.BuildingDealt: building_dealt,
    happened.OrderSet: order_set,
    happened.BuildingDrawn: drawn,
    happened.BuildingBuilt: built,
    happened.BuildingStored: stored,
    happened.AmphoraEarned: amphora_earned,
    happened.TileTurned: tile_turned,
    happened.TileBuried: tile_buried,
    happened.AmphoraReturned: amphora_returned,
    happened.RestGivenUp: given_up,
    happened.DeckReshuffled: reshuffled,
    happened.CardsLapsed: lapsed,
    happened.TurnBegan: turn_began,
    happened.GameEnded: ended,
}
