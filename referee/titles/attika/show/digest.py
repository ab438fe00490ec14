"""The turns of Attika in one line each, whatever number of entries they were played in."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from referee.show.digest import aside_lines, is_own_move, turn_line
from referee.show.sentences import header_after, lines_of_move
from referee.show.view import Line, Word
from referee.titles.attika.data.land import name
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.show.event_sentences import victory_sentence
from referee.titles.attika.show.known import KnownChange, Sight
from referee.titles.attika.show.names import amphorae, building_name, cards
from referee.titles.attika.show.story import Turns, is_turn, since
from referee.words import say, terms, word_list

Changes = list[KnownChange[Any]]


def digest(
    header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[Sight], reader: str, turns: Turns
) -> tuple[Line, ...]:
    """The turns since the reader's own; for those without a seat, the turn that the last entry belongs to."""
    return digest_of_entries(header, moments, seen, reader, range(max(since(seen, reader, turns), 1), len(seen)))


def digest_of_entries(
    header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[Sight], reader: str, told: range
) -> tuple[Line, ...]:
    """The turns in these entries, in one line each, and what is said beside them."""
    lines: list[Line] = []
    for key, group in groupby(told, lambda at: turn_key(seen[at])):
        entries = list(group)
        now = header_after(header, moments[: entries[0]])
        if key is None:
            lines += [line for at in entries for line in aside_lines(now, seen[at])]
        else:
            lines += turn_lines(now, seen, entries, reader)
    return tuple(lines)


def turn_key(sight: Sight) -> tuple[str, str] | None:
    """What entries of one turn share; None for an entry beside the turns."""
    return (sight.entry["kind"], sight.entry["seat"]) if is_turn(sight) else None


def turn_lines(header: AttikaHeader, seen: list[Sight], entries: list[int], reader: str) -> Iterator[Line]:
    """A turn with all that was said in it, and the end of the game if it brought that."""
    changes: Changes = [change for at in entries for change in seen[at].since(seen[at - 1])]
    done, first = deeds(changes), seen[entries[0]]
    if not is_own_move(first.entry, reader):
        if done or not is_unfinished(seen, entries):
            yield turn_line(header, first.entry, reader, done)
        yield from (line for at in entries for line in lines_of_move(header, seen[at]))
    yield from (victory_sentence(each) for each in changes if isinstance(each.event, happened.AttikaGameEnded))


def is_unfinished(seen: list[Sight], entries: list[int]) -> bool:
    """Whether the turn of these entries continues: with nothing done yet it is no pass."""
    last = seen[entries[-1]]
    return bool(last.position.seat == last.entry["seat"])


def deeds(changes: Changes) -> list[Word]:
    """What was done in a turn: what was stored, what was built and where, then the rest."""
    found: list[Word] = []
    stored = [building_name(each.end, each.event.building) for each in of_kind(changes, happened.BuildingStored)]
    built = [
        say("{building} on {hex}", building=building_name(each.end, each.event.building), hex=name(each.event.hex))
        for each in of_kind(changes, happened.BuildingBuilt)
    ]
    if stored:
        found.append(say("stored {buildings}", buildings=terms(stored)))
    if built:
        found.append(say("built {buildings}", buildings=word_list(built)))
    return found + [part for each in REST for part in each(changes)]


def of_kind(changes: Changes, kind: type) -> Changes:
    return [each for each in changes if type(each.event) is kind]


def tile_parts(changes: Changes) -> Iterator[Word]:
    for each in of_kind(changes, happened.TileLaid):
        yield say("placed the tile {tile}", tile=each.event.tile)


def amphora_parts(changes: Changes) -> Iterator[Word]:
    earned = [each for each in of_kind(changes, happened.AmphoraEarned) if each.event.amphora]
    returned = of_kind(changes, happened.AmphoraReturned)
    if earned:
        yield say("won {amphorae}", amphorae=amphorae(len(earned)))
    if returned:
        yield say("returned {amphorae}", amphorae=amphorae(len(returned)))


def card_parts(changes: Changes) -> Iterator[Word]:
    taken = of_kind(changes, happened.CardTaken)
    if taken:
        yield say("took {cards}", cards=cards(len(taken)))


REST: tuple[Callable[[Changes], Iterator[Word]], ...] = (tile_parts, amphora_parts, card_parts)
