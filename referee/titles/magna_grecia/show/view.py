"""What a seat may see of Magna Grecia: all but the order of the deck (MG-2.5); and the record of the game.

The game entry by entry, too: every reader sees the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, TypeVar

from referee.rules.rulebook import Header
from referee.show import story
from referee.show.film import Film, Seen, Still
from referee.show.sentences import chance_fixed, components_known, header_after, player_with_seat, seats_of, whose_view
from referee.show.turns import Turns, turns_of
from referee.show.view import Chart, ReportTable, Row, Score, Section, Series, Space, View, Word
from referee.titles.magna_grecia.data.components import COLOURS
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import (
    points_of,
    projected_points,
    projected_points_of,
    tiles_left,
    winners,
)
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.show import picture, tables
from referee.titles.magna_grecia.show.asked import turn_prompt
from referee.titles.magna_grecia.show.picture import board_for_view, points, short_place_name, space_name
from referee.titles.magna_grecia.show.standing import SCORING, before_scoring, chances, ending, standings
from referee.titles.magna_grecia.show.story import CHANGED, MERGED, SOLD, TELLING, WON
from referee.words import Phrase, say, term, word_list

Points = dict[str, int]
"""Of each seat."""


class Round(NamedTuple):
    """The scores after a round: points in hand, and with what the final scoring would have added."""

    name: Word
    card: str
    points: Points
    totals: Points
    over: bool = False


def rounds(moments: Sequence[MagnaGreciaMoment]) -> list[Round]:
    """The start, the end of each round played and, of a finished game, the end."""
    found = [round_of(say("start"), "", moments[0].position)]
    card, number = "", 0
    for moment in moments[1:]:
        for event in moment.events:
            if isinstance(event, happened.RoundBegan):
                if number:
                    found.append(round_of(str(number), card, moment.position))
                card, number = event.card, event.round
    end = ending(moments)
    if end:
        found.append(round_of(str(number), card, before_scoring(moments)))
        points = points_of(moments[end].position)
        found.append(Round(say("end"), "", points, points, over=True))
    return found


def round_of(name: Word, card: str, position: Position) -> Round:
    return Round(name, card, points_of(position), projected_points(position))


def score_by_round(position: Position, record: list[Round]) -> ReportTable:
    """What each seat would have had if the game had ended after each round, and its points in hand if they differ."""
    seats = position.setting.seats
    columns = (say("After round"), say("Card"), *map(term, seats))
    rows = []
    for each in record:
        pairs = [(each.totals[seat], each.points[seat]) for seat in seats]
        # `34 (5)`; one number where nothing would be added
        told = [say("{total} ({points})", total=all, points=some) if all != some else all for all, some in pairs]
        rows.append(Row((each.name, term(each.card), *told), strong=each.over))
    note = say("The points in hand are in brackets. The end is after the final scoring (MG-10.2, MG-10.3).")
    return ReportTable("rounds", AHEAD, columns, tuple(rows), note)


AHEAD = say("Points if the game had ended then")
"""The numbers in a chart of the game: points in hand do not show who is ahead, since they are spent to score later."""


def final(moments: Sequence[MagnaGreciaMoment]) -> ReportTable:
    """The final scoring in the order of MG-10.2: markets off the board, place by place, oracles, tie-break, winners."""
    end = ending(moments)
    position = before_scoring(moments)
    columns = (say("Step"), *map(term, position.setting.seats))
    scored = [event for event in moments[end].events if isinstance(event, SCORING)]
    points = points_of(position)
    first = Row((say("Points before"), *points.values()), ("MG-10.1",))
    won = moments[end].events[-1]
    assert isinstance(won, happened.GameEnded)
    last = victory_rows(moments[end].position, won)
    rows = (first, *removals(position, scored), *running(position, scored, points), *last)
    note = say("Running totals, with the points of each step in brackets. The reasons for each market are given below.")
    return ReportTable("final", say("Final scoring"), columns, rows, note, in_posts=True)


def removals(position: Position, scored: Sequence[MagnaGreciaEvent]) -> Iterator[Row]:
    """The markets that come off the board before anything is scored."""
    seats = position.setting.seats
    for sold, words, rule in ((True, say("Sold, removed"), "MG-8.7"), (False, say("Inactive, removed"), "MG-8.5")):
        gone = [event for event in scored if isinstance(event, happened.MarketRemoved) and event.sold == sold]
        if gone:
            cells = [", ".join([position.label(e.place) for e in gone if e.seat == seat]) for seat in seats]
            yield Row((words, *cells), ("MG-10.2", rule))


def running(position: Position, scored: Sequence[MagnaGreciaEvent], points: Points) -> Iterator[Row]:
    """From the points before the scoring through every place and every oracle."""
    markets = [event for event in scored if isinstance(event, happened.MarketScored)]
    for place, group in groupby(markets, key=lambda event: event.place):
        gains = {event.seat: event.value for event in group}
        yield Row((short_place_name(position, place), *add_gains(points, gains)), ("MG-10.2", "MG-8.6"))
    for event in scored:
        if isinstance(event, happened.OracleScored):
            words = say("{at} (oracle)", at=space_name(position, event.oracle))
            yield Row((words, *add_gains(points, {event.seat: event.value})), ("MG-10.3",), event.seat)


def add_gains(points: Points, gains: Mapping[str, int]) -> list[Word]:
    """Add the gains, and show the totals of those who gained."""
    points.update({seat: points[seat] + gain for seat, gain in gains.items()})
    return [say("{total} (+{gain})", total=points[seat], gain=gains[seat]) if seat in gains else "" for seat in points]


def victory_rows(position: Position, ended: happened.GameEnded) -> Iterator[Row]:
    """Totals, the tiles that break a tie, and who has won."""
    points = points_of(position)
    yield Row((say("Points"), *points.values()), ("MG-10.4",), strong=True)
    best = max(points.values())
    if sum(1 for total in points.values() if total == best) > 1:
        tiles = [tiles_left(position, seat) if points[seat] == best else "" for seat in points]
        yield Row((say("Tie: tiles left"), *tiles), ("MG-10.4",))
    shared = len(ended.winners) > 1
    won = say("shares the win") if shared else say("wins")
    yield Row((say("Victory"), *[won if seat in ended.winners else "" for seat in points]), ("MG-10.4",), strong=True)


def view(begun: Header, moments: Sequence[MagnaGreciaMoment], seat: str = "") -> View:
    """The last of `moments` (`replay.Moment`s) as everybody may see it.

    `seat` changes only after whose last turn the story begins, and how the text says whose turn it is.
    """
    last, header, position = moments[-1], header_after(begun, moments), before_scoring(moments)
    asks, box, turns = asks_for_a_turn(last), position.setting.components, turns_of(moments, TELLING.goes_on)
    clock = position.clock
    facts = {"round": clock.round, "rounds": position.setting.rounds, "card": clock.card}
    offered, sold = (tables.offers(position), tables.sales(position)) if asks else ([], [])
    return View(
        **whose_view(header, last, seat, COLOURS),
        title="magna-grecia",
        title_name="Magna Grecia",
        headline=round_headline(header, last),
        progress=say("Round {round} of {rounds}, card {card}.", **facts) if asks else None,
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        story=story.story(TELLING, begun, moments, seat, turns),
        board=board_for_view(header, position, moments, turns),
        asked=turn_prompt(header, last, seat, offered, sold),
        sections=tuple(sections(header, moments, position, offered, sold)),
        digest=story.digest(TELLING, begun, moments, seat, turns),
        scores=tuple([Score(each, points) for each, points in points_of(last.position).items()]),
        standing=tuple(standings(position, last.position)),
        chances=tuple(chances(position, offered, sold)) if asks else (),
    )


def chart(header: Header, moments: Sequence[MagnaGreciaMoment]) -> Chart | None:
    """The totals after each round, when one was played, from the end of round 1 on: who would have won then."""
    record, position = rounds(moments), moments[-1].position
    if len(record) < 2:
        return None
    table = score_by_round(position, record)
    series = [Series(seat, tuple([each.totals[seat] for each in record])) for seat in position.setting.seats]
    return Chart(table.id, table.heading, tuple([each.name for each in record]), tuple(series), table)


def asks_for_a_turn(moment: MagnaGreciaMoment) -> bool:
    """Whether a seat is to play a turn now, not an oracle, in a game that continues."""
    return bool(moment.position.seat and moment.position.clock.round and moment.entry.get("kind") != "close")


def sections(
    header: Header,
    moments: Sequence[MagnaGreciaMoment],
    position: Position,
    offered: tables.MarketOffers,
    sold: tables.Sales,
) -> list[Section]:
    """The scoring report, without tables that would say nothing yet.

    `position` still has its markets; that of the last moment of a finished game has none.
    """
    over, rounds = moments[-1].position.clock.over, chart(header, moments)
    found: list[Section] = [final(moments)] if over else []
    found.append(tables.standing_table(header, position, over))
    found += [tables.markets(position)] if position.markets else []
    found += [tables.oracles(position)] if any(edge != NOWHERE for edge in position.oracles.values()) else []
    if asks_for_a_turn(moments[-1]):
        found += [tables.costs(position, offered), *([tables.sale(position, sold)] if sold else [])]
    found += [tables.cards(position)] if position.clock.card and not over else []
    found.append(tables.supplies(header, moments[-1].position))
    return [*found, *([rounds] if rounds else [])]


def round_headline(header: Header, moment: MagnaGreciaMoment) -> Phrase:
    """The state of the game in a sentence."""
    position: Position = moment.position
    clock = position.clock
    if clock.over:
        return victory(header, position)
    if moment.entry.get("kind") == "close":
        return say("The game was closed before its end.")
    if not clock.card:
        return say("The game is not dealt yet.")
    facts = {"player": header["seats"][position.seat], "seat": position.seat, "card": clock.card}
    if not clock.round:
        return say("The oracles are being placed. {player} ({seat}) places the next one.", **facts)
    rounds = {"round": clock.round, "rounds": position.setting.rounds}
    return say("Round {round} of {rounds}, card {card}: {player} ({seat}) moves now.", **rounds, **facts)


def victory(header: Header, position: Position) -> Phrase:
    total = points_of(position)
    won = winners(position, total)
    names = word_list([player_with_seat(header, seat) for seat in won])
    facts = {"names": names, "points": points(total[won[0]])}
    if len(won) > 1:
        return say("The game is over: {names} share the victory with {points} each.", **facts)
    return say("The game is over: {names} wins with {points}.", **facts)


Key = TypeVar("Key")


def film(begun: Header, moments: Sequence[MagnaGreciaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on; the earlier ones show what is new in them."""
    last = moments[-1].position
    box, end, surface = last.setting.components, ending(moments), BoardSurface(moments[0].position)

    def draw(header: Header, at: int, turns: Turns) -> Still:
        moment = moments[at]
        position = before_scoring(moments[: at + 1]) if end and at >= end else moment.position
        over = moment.position.clock.over
        cards = (tables.cards(position),) if position.clock.card and not over else ()
        shown = (tables.standing_table(header, position, over), *cards, tables.supplies(header, moment.position))
        return Still(
            spaces=surface.after(position, picture.fresh_pieces(position, moments[: at + 1], turns)),
            headline=round_headline(header, moment),
            scores=tuple([projected_points_of(position, seat) for seat in begun["seats"]]),
            milestones=(),
            seen=(Seen((), shown),) * len(readers),
            standing=tuple(standings(position, moment.position)),
            mover=moment.position.seat if moment.entry.get("kind") != "close" else "",
        )

    return Film(
        seats=seats_of(begun["seats"], COLOURS),
        board=picture.board_without_spaces(begun, last),
        provenance=(*components_known(begun["components"], box.name, box.provenance), chance_fixed(begun, moments)),
        score=AHEAD,
        stills=story.stills(TELLING, begun, moments, readers, first, draw),
        firsts=(WON, CHANGED, MERGED, SOLD),
    )


class BoardSurface:
    """The spaces as last drawn: unchanged ones are neither drawn nor compared again."""

    def __init__(self, position: Position) -> None:
        self.blank = picture.blank(position.setting.board)
        self.spaces = list(self.blank)
        bare = replace(position, roads={}, cities={}, markets={}, oracles={}, links={})
        self.last = picture.PositionScene(bare, {}, {}, self.blank)

    def after(self, position: Position, fresh: picture.Fresh) -> tuple[Space, ...]:
        scene = picture.PositionScene(position, fresh, picture.words_of_cities(position), self.blank)
        for cell in dict.fromkeys(cells_to_redraw(self.last, scene)):
            self.spaces[cell] = picture.space(scene, cell)
        self.last = scene
        return tuple(self.spaces)


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
