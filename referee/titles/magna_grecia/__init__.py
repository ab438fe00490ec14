"""Magna Grecia (Michael Schacht and Leo Colovini, 2003), for 2 to 4 players; all is open but the order of the deck.

The chapters of the rulebook are modules: `setup` MG-2, `turns` MG-3 and 4, `cities` MG-6, `roads` MG-7, `markets`
MG-8 and 10, `oracles` MG-9; `play` says what a step makes happen (MG-11 among it), `physics` what each event
changes.
"""

import os

from referee.rules.law import with_edition
from referee.rules.rulebook import Compose, Option, Prove, Rulebook, SetUp, Show
from referee.show.view import Board
from referee.titles.magna_grecia.data.board import BOARDS, BoardMap
from referee.titles.magna_grecia.data.components import BOX, COLOURS
from referee.titles.magna_grecia.editions import EDITIONS, POLICIES
from referee.titles.magna_grecia.rules import setup
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.moves import MagnaGreciaStep
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import Position
from referee.words import say


def board_picture(board: BoardMap) -> Board:
    """The board of a view without pieces."""
    from referee.titles.magna_grecia.show.picture import board_without_pieces

    return board_without_pieces(board)


def load_show() -> Show[Position, MagnaGreciaEvent]:
    from referee.titles.magna_grecia.show.picture import labels_by_name
    from referee.titles.magna_grecia.show.standing import how_won
    from referee.titles.magna_grecia.show.story import KNOWLEDGE, SEAT_FACTS
    from referee.titles.magna_grecia.show.view import chart, film, view

    return Show(view, film, chart, labels_by_name, how_won, KNOWLEDGE, SEAT_FACTS)


def load_compose() -> Compose[Position, MagnaGreciaEvent]:
    from referee.titles.magna_grecia.bot import outlook, tries
    from referee.titles.magna_grecia.compose.menu import menu
    from referee.titles.magna_grecia.rules.turns import next_turn

    return Compose(menu, outlook, tries, next_turn)


def load_prove() -> Prove[Position, MagnaGreciaEvent]:
    from referee.titles.magna_grecia.rules.cases import facts, lay

    return Prove(lay, facts=facts)


RULEBOOK: Rulebook[Position, MagnaGreciaStep, MagnaGreciaEvent] = Rulebook(
    id="magna-grecia",
    name="Magna Grecia",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=COLOURS,
    players=range(2, 5),
    options=(
        Option("rounds", ("12", "8"), "MG-12.1", say("how many rounds are played"), True),
        Option("oracle_placement", ("random", "players"), "MG-12.2", say("who puts the oracles on villages")),
        Option(
            "village_adjacency",
            ("end_of_turn", "immediate"),
            "MG-12.3",
            say("when a tile next to a village is checked"),
            True,
        ),
        Option(
            "mixed_roads",
            ("forbid", "block", "join"),
            "MG-13.1",
            say("a road tile that meets an opponent's road"),
            True,
        ),
    ),
    set_up=SetUp(
        furnish=setup.furnish,
        begin=setup.begin,
        piles=setup.piles,
        shuffles=setup.shuffles,
        deal=setup.deal,
        data_files=(BOARDS._replace(draw=board_picture), BOX),
    ),
    play=PLAY,
    show=load_show,
    compose=load_compose,
    prove=load_prove,
    policies=POLICIES,
    adopt=with_edition,
)
