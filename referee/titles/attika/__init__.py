"""Attika (Marcel-André Casasola Merkle, 2003), for 2 to 4 players: hidden hands, face-down stacks, a growing board.

The chapters of the rulebook are modules: `setup` AT-2, `turns` AT-3, `building` AT-4, `costs` AT-4 and 5, `amphorae`
AT-6, `expansion` AT-7, `ending` AT-8; `play` says what a step makes happen, `physics` what each event changes.
"""

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.rules.rulebook import Compose, Option, Prove, Rulebook, SeatFacts, SetUp, Show
from referee.titles.attika.data import tiles
from referee.titles.attika.data.components import CITIES
from referee.titles.attika.editions import EDITIONS, POLICIES, adopt
from referee.titles.attika.rules import setup
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.moves import AttikaStep
from referee.titles.attika.rules.play import PLAY
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.rules.knowledge import Knowledge
    from referee.show.film import Film


def film_of(*given: Any) -> "Film":
    """The film of a game: a page of a single position needs none."""
    from referee.titles.attika.show.film import film

    return film(*given)


def ways_to_victory(*given: Any) -> Iterator[Phrase]:
    """How a finished game was won."""
    from referee.titles.attika.show.victory import how_won

    return how_won(*given)


def event_names() -> Mapping[str, Phrase]:
    """What the events are called where they are counted."""
    from referee.titles.attika.show.event_names import EVENT_NAMES

    return EVENT_NAMES


def load_show() -> Show[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.show.names import names_in_moves
    from referee.titles.attika.show.view import chart, view, views

    return Show(
        view, film_of, chart, names_in_moves, ways_to_victory, load_knowledge, load_seat_facts, views, event_names
    )


def load_knowledge() -> "Knowledge":
    from referee.titles.attika.show.lessons import KNOWLEDGE

    return KNOWLEDGE


def load_seat_facts() -> SeatFacts[AttikaPosition]:
    from referee.titles.attika.show.seat_facts import SEAT_FACTS

    return SEAT_FACTS


def load_compose() -> Compose[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.bot.planner import suggest
    from referee.titles.attika.compose.menu import menu
    from referee.titles.attika.compose.next_turn import next_turn
    from referee.titles.attika.rules.legal_candidates import legal_candidates

    return Compose(menu, suggest, next_turn, legal_candidates)


def load_prove() -> Prove[AttikaPosition, AttikaEvent]:
    from referee.titles.attika.rules.cases import lay, pile_items_left
    from referee.titles.attika.show.facts import facts

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
    adopt=adopt,
)
