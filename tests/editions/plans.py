"""Which games are frozen of each edition: together every number of players, every value of every option, every field.

A new option, or a new kind of entry, gets a plan here, at the end: then the games of the next edition have it.
"""

from typing import NamedTuple

COLOURS = ("yellow=Anna", "red=Bruno", "brown=Chiara", "orange=Dario")
CITIES = ("athens=Anna", "corinth=Bruno", "sparta=Chiara", "thebes=Dario")
MAGNA_GRECIA, ATTIKA = "magna-grecia", "attika"


class Plan(NamedTuple):
    """A game that is frozen.

    name      with the edition before it, the name of the game: `e1-` and this
    players   their number
    options   as the command line takes them
    own       choice → what is put in place of what in the shipped file, which is written into the header
    board     a shipped board or layout; "" for the usual one
    ends      `over`: played to the end and closed; `abandoned`: closed before; `running`; `undealt`: waits for a nonce
    turns     so many turns are played; 0: all there are
    missed    the turns that are missed: number → whether the planning player moves instead
    orders    whether turns of draws are ordered in one move, which is recorded in parts
    number    from which the secret follows, and what the planner does: chosen for what happens in the game
    asides    whether there are entries besides the moves: talk, absences, other players, the clock
    changes   the turn before which the game, begun under the edition before, continues under the new one; 0: none
    repairs   whether something is undone, corrected, ruled and proposed, and the game ends by a concession
    ahead     whether its players may order ahead
    """

    name: str
    title: str
    players: int
    options: tuple[str, ...] = ()
    own: tuple[tuple[str, str, str], ...] = ()
    board: str = ""
    ends: str = "over"
    turns: int = 0
    nonces: bool = False
    practice: bool = False
    missed: tuple[tuple[int, bool], ...] = ()
    orders: bool = False
    asides: bool = False
    number: int = 0
    changes: int = 0
    repairs: bool = False
    ahead: bool = False


OWN_BOARD = ("board", "name: bruttium\n", "name: our-bruttium\n")
OWN_POINTS = ("components", "{2: 10, 3: 12, 4: 15}", "{2: 20, 3: 22, 4: 25}")
OWN_COST = ("components", "cost: W W F,", "cost: W F F,")
OWN_TILES = ("tiles", "T3: ..F....", "T3: ..H....")
OWN_LAYOUT = ("board", "turns: [0, 0, 0, 0]", "turns: [0, 1, 2, 5]")

PLANS = (
    Plan("two-in-bruttium", MAGNA_GRECIA, 2, ("rounds=8",)),
    Plan(
        "two-place-oracles", MAGNA_GRECIA, 2, ("oracle_placement=players", "mixed_roads=join"), ends="running", turns=14
    ),
    Plan("two-with-their-own", MAGNA_GRECIA, 2, ("rounds=8",), (OWN_BOARD, OWN_POINTS), missed=((3, False), (6, True))),
    Plan("two-undealt", MAGNA_GRECIA, 2, nonces=True, ends="undealt"),
    Plan(
        "three-at-once", MAGNA_GRECIA, 3, ("rounds=8", "village_adjacency=immediate", "mixed_roads=block"), nonces=True
    ),
    Plan("three-beside", MAGNA_GRECIA, 3, ends="running", turns=20, asides=True),
    Plan("three-abandoned", MAGNA_GRECIA, 3, ("oracle_placement=players",), ends="abandoned", turns=16),
    Plan("four-practising", MAGNA_GRECIA, 4, ("mixed_roads=join",), practice=True),
    Plan(
        "four-place-oracles",
        MAGNA_GRECIA,
        4,
        ("oracle_placement=players", "rounds=8"),
        missed=((11, True),),
        asides=True,
        number=2,
    ),
    Plan("four-in-bruttium", MAGNA_GRECIA, 4, board="bruttium", ends="running", turns=24),
    Plan("two-open", ATTIKA, 2, ("hands=open", "group_link=any_own", "first_player=athens"), own=(OWN_LAYOUT,)),
    Plan("two-secret", ATTIKA, 2, nonces=True, orders=True, missed=((5, False), (12, True))),
    Plan(
        "two-with-their-own-tiles",
        ATTIKA,
        2,
        ("first_player=corinth",),
        (OWN_TILES, OWN_COST),
        ends="running",
        turns=18,
    ),
    Plan("two-near", ATTIKA, 2, ("hands=open",), board="rhombus-2-near", ends="abandoned", turns=12, practice=True),
    Plan("two-undealt-open", ATTIKA, 2, ("hands=open",), nonces=True, ends="undealt"),
    Plan("three-secret-beside", ATTIKA, 3, nonces=True, ends="running", turns=24, orders=True, asides=True),
    Plan("three-open", ATTIKA, 3, ("hands=open", "first_player=sparta"), (OWN_COST,), orders=True),
    Plan("three-near", ATTIKA, 3, ("group_link=any_own",), board="triangle-3-near", ends="running", turns=20),
    Plan("four-secret", ATTIKA, 4, ("first_player=thebes", "group_link=any_own"), missed=((7, False),), number=1),
    Plan("four-open", ATTIKA, 4, ("hands=open",), ends="running", turns=24, orders=True, practice=True),
    Plan("two-go-on", MAGNA_GRECIA, 2, ("rounds=8",), changes=6),
    Plan("three-go-on", ATTIKA, 3, ends="running", turns=20, changes=8),
    Plan("two-repair", MAGNA_GRECIA, 2, ends="abandoned", turns=12, repairs=True),
    Plan("two-repair-ahead", ATTIKA, 2, ("hands=open",), ends="abandoned", turns=12, repairs=True, ahead=True),
)
