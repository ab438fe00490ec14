"""What somebody may see of a game of Attika, built field by field from nothing (AT-2.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.telling import chance_fixed
from referee.titles.attika import mats, sites
from referee.titles.attika.asked import asked
from referee.titles.attika.known import Known, known
from referee.titles.attika.picture import picture, ways
from referee.titles.attika.state import Position
from referee.titles.attika.story import since, story
from referee.view import Line, Lines, Seat, Section, View
from referee.words import Phrase, say


def view(header: Mapping[str, Any], moments: Sequence[Any], seat: str = "") -> View:
    """The last of `moments` as a seat, everybody ("") or the moderator may see it."""
    last = moments[-1]
    position: Position = last.position
    seen = known(position, seat)
    return View(
        game=header["game"],
        title="attika",
        title_name="Attika",
        entry=last.number,
        head=last.head,
        at=last.entry.get("at", ""),
        seat=seat,
        seats=tuple([Seat(each, header["seats"][each], each[0].upper()) for each in position.setting.seats]),
        headline=headline(header, last),
        provenance=(*provenance(position), chance_fixed(header, moments)),
        story=story(header, moments, seat),
        board=picture(position, moments, since(moments, seat)),
        asked=asked(header, last, seat),
        sections=tuple(sections(position, last, seen)),
    )


def headline(header: Mapping[str, Any], moment: Any) -> Phrase:
    position: Position = moment.position
    if position.end.seats:
        names = ", ".join(f"{header['seats'][seat]} ({seat})" for seat in position.end.seats)
        return (
            say("The game is over: {names} wins.", names=names)
            if len(position.end.seats) == 1
            else say("The game is over: {names} share the victory.", names=names)
        )
    if moment.entry.get("kind") == "close":
        return say("The game was closed before its end.")
    if not position.seat:
        return say("The game is not dealt yet.")
    return say("{player} ({seat}) is to move.", player=header["seats"][position.seat], seat=position.seat)


def sections(position: Position, moment: Any, seen: Known) -> list[Section]:
    if not position.order:
        return [mats.storage(position), mats.stock(position)]
    cards = mats.hands(position, seen)
    found: list[Section] = [cards] if cards else []
    if position.seat and position.turn.tile:
        found.append(candidates(position))
    elif position.seat and sites.buildings(position) and moment.entry.get("kind") != "close":
        found.append(sites.offers(position, seen))
    found += [mats.victory(position), mats.seats(position), mats.groups(position), mats.storage(position)]
    return [*found, mats.stock(position)]


def candidates(position: Position) -> Lines:
    """Where the tile that is due may lie, in words."""
    lines = [Line(say("{label}: {way}", label=label, way=way), ()) for label, way in ways(position)]
    note = say("Instead of turn 0 write 1 to 5: steps of 60 degrees clockwise.")
    heading = say("Where {tile} may be placed", tile=position.turn.tile)
    return Lines("candidates", heading, tuple(lines), note)


def provenance(position: Position) -> tuple[Phrase, ...]:
    """How each fact about the components is known (AT-1.5, AT-1.6)."""
    facts: dict[str, list[str]] = {}
    for line in position.setting.box.provenance:
        fact, _, how = line.rpartition(": ")
        facts.setdefault(how, []).append(fact)
    name = position.setting.box.name
    words = "Components {name}, {how}: {facts}."
    return tuple([say(words, name=name, how=how, facts=", ".join(each)) for how, each in facts.items()])
