"""What a seat may see of Magna Grecia: everything but the order of the deck, which no position knows (MG-2.5)."""

from collections.abc import Sequence
from typing import cast

from referee.rules.rulebook import Header
from referee.show.sentences import chance_fixed, components_known, header_after, whose_view
from referee.show.view import Chart, Score, Section, View
from referee.titles.magna_grecia.data.components import COLOURS
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.scoring import winners
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show import record, tables
from referee.titles.magna_grecia.show.asked import turn_prompt
from referee.titles.magna_grecia.show.digest import digest
from referee.titles.magna_grecia.show.picture import board_for_view, points
from referee.titles.magna_grecia.show.story import story
from referee.words import Phrase, say, word_list


def view(read: Header, moments: Sequence[MagnaGreciaMoment], seat: str = "") -> View:
    """The last of `moments` (`replay.Moment`s) as everybody may see it.

    All that `seat` changes is whose last turn the story begins after, and how it is told whose turn it is.
    """
    begun = cast(MagnaGreciaHeader, read)
    last, header = moments[-1], header_after(begun, moments)
    position = record.before_scoring(moments)
    box = position.setting.components
    offered = tables.offers(position) if asks_for_a_turn(last) else []
    sold = tables.sales(position) if asks_for_a_turn(last) else []
    return View(
        **whose_view(header, last, seat, COLOURS),
        title="magna-grecia",
        title_name="Magna Grecia",
        headline=round_headline(header, last),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        story=story(begun, moments, seat),
        board=board_for_view(header, position, moments),
        asked=turn_prompt(header, last, seat, offered, sold),
        sections=tuple(sections(header, moments, position, offered, sold)),
        digest=digest(begun, moments, seat),
        scores=tuple([Score(each, points) for each, points in record.points_of(last.position).items()]),
    )


def chart(header: Header, moments: Sequence[MagnaGreciaMoment]) -> Chart | None:
    """How the seats came on, when a round was played."""
    scores = record.rounds(moments)
    return record.chart_of_rounds(moments[-1].position, scores) if len(scores) > 1 else None


def asks_for_a_turn(moment: MagnaGreciaMoment) -> bool:
    """Whether a seat is to play a turn now, not an oracle, in a game that goes on."""
    return bool(moment.position.seat and moment.position.clock.round and moment.entry.get("kind") != "close")


def sections(
    header: MagnaGreciaHeader,
    moments: Sequence[MagnaGreciaMoment],
    position: Position,
    offered: list[tables.MarketOffer],
    sold: list[tuple[int, int]],
) -> list[Section]:
    """The scoring report, without tables that would say nothing yet.

    `position` still has its markets; that of the last moment of a finished game has none.
    """
    over, rounds = moments[-1].position.clock.over, chart(header, moments)
    found: list[Section] = [record.final(moments)] if over else []
    found.append(tables.standing_table(header, position, over))
    found += [tables.markets(position)] if position.markets else []
    found += [tables.oracles(position)] if tables.is_any_oracle_won(position) else []
    if asks_for_a_turn(moments[-1]):
        found += [tables.costs(position, offered), *([tables.sale(position, sold)] if sold else [])]
    found += [tables.cards(position)] if position.clock.card and not over else []
    found.append(tables.supplies(header, moments[-1].position))
    return [*found, *([rounds] if rounds else [])]


def round_headline(header: MagnaGreciaHeader, moment: MagnaGreciaMoment) -> Phrase:
    """Where the game stands, in a sentence."""
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
        return say("The oracles are being placed; {player} ({seat}) is to place the next.", **facts)
    rounds = {"round": clock.round, "rounds": position.setting.rounds}
    return say("Round {round} of {rounds}, card {card}: {player} ({seat}) is to move.", **rounds, **facts)


def victory(header: MagnaGreciaHeader, position: Position) -> Phrase:
    total = record.points_of(position)
    won = winners(position, total)
    names = word_list([say("{player} ({seat})", player=header["seats"][seat], seat=seat) for seat in won])
    facts = {"names": names, "points": points(total[won[0]])}
    if len(won) > 1:
        return say("The game is over: {names} share the victory with {points} each.", **facts)
    return say("The game is over: {names} wins with {points}.", **facts)
