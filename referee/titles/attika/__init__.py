"""Attika (Marcel-André Casasola Merkle, 2003), for 2 to 4 players: hidden hands, face-down stacks, a growing board.

The chapters of the rulebook are modules: `setup` AT-2, `turns` AT-3, 6 and 8, `building` AT-4, 5 and 7, `orders`
AT-10.9; `play` says what a step makes happen, `physics` what each event changes.
"""

import os

from referee.rules.law import with_edition
from referee.rules.rulebook import Compose, Option, Prove, Rulebook, SetUp, Show
from referee.titles.attika.data import tiles
from referee.titles.attika.data.components import CITIES
from referee.titles.attika.editions import EDITIONS, POLICIES
from referee.titles.attika.rules import setup
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.moves import AttikaStep
from referee.titles.attika.rules.play import PLAY
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import say


def load_show() -> Show[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.show.known import KNOWLEDGE, SEAT_FACTS
    from referee.titles.attika.show.names import names_in_moves
    from referee.titles.attika.show.standing import how_won
    from referee.titles.attika.show.view import chart, film, view

    return Show(view, film, chart, names_in_moves, how_won, KNOWLEDGE, SEAT_FACTS)


def load_compose() -> Compose[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.bot import outlook
    from referee.titles.attika.compose.menu import menu
    from referee.titles.attika.rules.turns import next_turn

    return Compose(menu, outlook, next_turn=next_turn)


def load_prove() -> Prove[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.rules.cases import facts, lay, pile_items_left

    return Prove(lay, left=pile_items_left, facts=facts)


RULEBOOK: Rulebook[AttikaPosition, AttikaStep, AttikaEvent] = Rulebook(
    id="attika",
    name="Attika",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=CITIES,
    players=range(2, 5),
    options=(
        Option("hands", ("secret", "open"), "AT-9.1", say("whether everybody knows the cards in a hand")),
        Option("first_player", ("drawn", *CITIES), "AT-9.2", say("who begins")),
        Option("group_link", ("same_group", "any_own"), "AT-9.3", say("what connects the buildings of a group"), True),
    ),
    set_up=SetUp(
        furnish=tiles.furnish,
        begin=setup.begin,
        piles=setup.piles,
        deal=setup.deal,
        veil=setup.card_veil,
        data_files=tiles.DATA_FILES,
    ),
    play=PLAY,
    show=load_show,
    compose=load_compose,
    prove=load_prove,
    policies=POLICIES,
    adopt=with_edition,
)
