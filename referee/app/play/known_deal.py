"""A game that was played on a table long ago: the order of its piles is entered by hand, as far as it is known."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee import reading
from referee.app.errors import Misplaced, Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table, folder_of, is_time, open_game, secrets_of
from referee.reading import Source
from referee.rules.replay import CLOSED
from referee.rules.rulebook import AnyRulebook, Header
from referee.store import disk, log, private
from referee.store.chance import (
    SECRET_BYTES,
    Drawn,
    Impossible,
    PileItems,
    is_known_deal,
    items_left,
    pile_place,
    place_parts,
)
from referee.words import say, word_list

SCHEMA = "known-deal"
FILE = 1 << 20
"""Bytes of the largest file."""
NOON = "T12:00:00Z"


class Placed(NamedTuple):
    """An item at a place of a pile, and where the file says so."""

    where: str
    item: str
    at: tuple[str | int, ...]


def deal_source(path: str) -> Source:
    """The file with a known deal. Raises `reading.BadInput`, `disk.Unreadable`."""
    return reading.read_source(disk.read_plain_file(path), path, FILE)


def words_source(words: Sequence[str]) -> Source:
    """The same from `deck/3=red-low` on the command line. Raises Usage."""
    found: dict[str, str] = {}
    for word in words:
        where, equals, item = word.partition("=")
        if not equals or not item or where in found:
            raise Usage(say("{word} can't be read.", word=repr(word)), say("Write PLACE=ITEM, such as deck/3=red-low."))
        found[where] = item
    text = "".join([f"{where}: {item}\n" for where, item in found.items()])
    return reading.read_source(text.encode(), "PLACE=ITEM", FILE)


def deal_places(book: AnyRulebook, header: Header, source: Source, before: Mapping[str, str]) -> dict[str, str]:
    """Place → item of the known deal with those known before. Raises Misplaced, `reading.BadInput`."""
    placed = placed_items(source)
    refuse_unknown(book, header, source, placed)
    places = {**before, **{each.where: each.item for each in placed}}
    refuse_overfull(book, header, source, placed, places)
    return places


def placed_items(source: Source) -> list[Placed]:
    """What the file says, place by place: `deck: [red-low, brown-low]` or `deck/3: red-low`."""
    found: list[Placed] = []
    for key, value in reading.typed_data(source, SCHEMA).items():
        if isinstance(value, list):
            found += [Placed(pile_place(key, n), str(item), (key, n)) for n, item in enumerate(value)]
        elif place_number(key) is None:
            words = "After {key} there should be a list of items, or its place: {key}/0."
            raise Misplaced(source, (key,), say(words, key=key))
        else:
            found.append(Placed(pile_place(*place_parts(key)), str(value), (key,)))
    refuse_twice(source, found)
    return found


def refuse_twice(source: Source, placed: Sequence[Placed]) -> None:
    """A place is there once, as `deck/3` or in the list of its pile. Raises Misplaced."""
    seen = set[str]()
    for each in placed:
        if each.where in seen:
            raise Misplaced(source, each.at, say("The place {place} is there twice. Delete one.", place=each.where))
        seen.add(each.where)


def place_number(where: str) -> int | None:
    """The number at the end of a place."""
    pile, _, index = where.rpartition("/")
    return int(index) if pile and index.isascii() and index.isdecimal() else None


def refuse_unknown(book: AnyRulebook, header: Header, source: Source, placed: Iterable[Placed]) -> None:
    """Every pile is one of the game's, and every item one of the pile's. Raises Misplaced."""
    piles = book.set_up.piles(header)
    items = PileItems(piles)
    for each in placed:
        pile = place_parts(each.where)[0]
        like = pile if pile in piles else pile_like(pile, piles)
        if like is None:
            words = "There is no pile {pile} in this game. Its piles are {piles}."
            says = say(words, pile=pile, piles=word_list(list(piles)))
            raise Misplaced(source, each.at, says, nearest_hint(pile, piles))
        if each.item not in items.of(like):
            says = say("The pile {pile} has no {item}.", pile=pile, item=each.item)
            raise Misplaced(source, each.at, says, nearest_hint(each.item, sorted(items.of(like))))


def pile_like(pile: str, piles: Iterable[str]) -> str | None:
    """The first pile of a kind whose later ones are made during play: `deck/landscape/0` for `deck/landscape/2`."""
    kind = pile.rpartition("/")[0]
    return next((each for each in piles if kind and each == f"{kind}/0" and place_number(pile) is not None), None)


def refuse_overfull(
    book: AnyRulebook, header: Header, source: Source, placed: Sequence[Placed], places: Mapping[str, str]
) -> None:
    """No pile has more of an item, or has it elsewhere, than it can. Raises Misplaced."""
    try:
        drawn = Drawn(
            bytes(SECRET_BYTES), book.set_up.piles(header), places=places, shuffles=book.set_up.shuffles(header)
        )
        for pile in drawn.piles:
            drawn.order(pile)
        refuse_overfull_later(drawn, places)
    except Impossible as wrong:
        at = next((each.at for each in placed if each.where == wrong.place), ())
        words = "{item} can't be at {place}: with what else is known, the pile doesn't hold it there."
        raise Misplaced(source, at, say(words, item=wrong.item, place=wrong.place)) from wrong


def refuse_overfull_later(drawn: Drawn, places: Mapping[str, str]) -> None:
    """The same of the piles that are made during play: at most of all the items of their kind. Raises Impossible."""
    known: dict[str, dict[int, str]] = {}
    for where, item in places.items():
        pile, index = place_parts(where)
        known.setdefault(pile, {})[index] = item
    for pile, items in known.items():
        like = pile_like(pile, drawn.piles)
        if pile not in drawn.piles and like:
            items_left(pile, drawn.order(like), items)


class Learned(NamedTuple):
    """How many places of a known deal are known, and how many of them are new."""

    game: str
    known: int
    new: int


def add_places(table: Table, id: str, source: Source, *, dry_run: bool = False) -> Learned:
    """Add to the known deal of a game. Places that were drawn already stay. Raises Refused, Misplaced."""
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        refuse_unlearned(game)
        before = secrets_of(table, id).places
        places = deal_places(game.book, game.header, source, before)
        refuse_changed(game, source, places)
        if not dry_run:
            private.change(table.settings.private, id, lambda kept: kept._replace(places=places))
    return Learned(id, len(places), len([each for each in places if places[each] != before.get(each)]))


def refuse_unlearned(game: Game) -> None:
    if not is_known_deal(game.header):
        raise Refused(say("{game} has no known deal: its chance was fixed by a secret before play.", game=game.id))
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed.", game=game.id))


def refuse_changed(game: Game, source: Source, places: Mapping[str, str]) -> None:
    """What an entry has drawn can't become another item. Raises Misplaced."""
    for moment in game.moments:
        for where, item in moment.asked.items():
            if places.get(where, item) != item:
                words = "Entry {entry} has drawn {item} at {place}, which can't be changed any more."
                at = next((each.at for each in placed_items(source) if each.where == where), ())
                raise Misplaced(source, at, say(words, entry=moment.number, item=item, place=where))


def dated_table(table: Table, game: Game, day: str) -> Table:
    """The table with the day or time at which an entry of a known deal happened. Raises Usage, Refused."""
    if not is_known_deal(game.header):
        words = (
            "Only entries of a game with a known deal have a date of their own. In {game} they have the time of now."
        )
        raise Refused(say(words, game=game.id))
    time, before = time_of(day), game.log.entries[-1]["at"] if game.log.entries else ""
    if time < before:
        says = say(
            "--at {day} is before entry {entry} of {game}, of {at}.",
            day=day,
            entry=game.log.last,
            game=game.id,
            at=before,
        )
        raise Refused(says, say("Write a day that isn't before it."))
    return table._replace(now=time)


def time_of(day: str) -> str:
    """A time as entries have it; of a day noon. Raises Usage."""
    time = f"{day}{NOON}" if "T" not in day else day
    if not is_time(time):
        raise Usage(say("--at needs a day or a time such as 1999-05-21 or 1999-05-21T20:00:00Z, not {day}.", day=day))
    return time
