"""The editions of Magna Grecia: what each decides where the rulebook can be read in more than one way."""

from referee.rules.law import Edition, Policy, with_choice
from referee.titles.magna_grecia.rules.state import NOWHERE, Policies, Position, public
from referee.words import say

POLICIES = (
    Policy(
        "oracle_edge",
        ("MG-9.6",),
        {
            "first then": say(
                "An oracle points along the first edge that went to the city when the two were connected. A road "
                "that a city tile connects to the city later can be missed."
            ),
            "first now": say(
                "An oracle points along the first edge, in the order n, ne, se, s, sw, nw, from "
                "which a road goes to the city when the oracle turns."
            ),
        },
        say(
            "When a city tile had connected a second road to a city, an oracle could point along a "
            "later edge than MG-9.6 says."
        ),
    ),
)

OPTIONS = {"rounds": "12", "oracle_placement": "random", "village_adjacency": "end_of_turn", "mixed_roads": "forbid"}
DATA = {"components": "magna-grecia/2026"}

EDITIONS = (
    Edition(1, "referee 0.1.0", public, Policies(oracle_edge="first then"), OPTIONS, DATA, say("The first reading.")),
    Edition(
        2,
        "referee 0.1.0",
        public,
        Policies(oracle_edge="first now"),
        OPTIONS,
        DATA,
        say(
            "An oracle that turns always points along the first edge with a road to the city, even "
            "if a city tile connected that road. Attention and points are the same as in edition 1."
        ),
    ),
)


def decide(position: Position, name: str, value: str) -> Position:
    """The position from which a game continues with another value of a policy or a changeable option.

    Raises ValueError where the other value would have led to another position by now.
    """
    if name == "rounds":
        # the last round has no next card (MG-2.3): before it begins, both numbers have led to the same position
        fewer = min(int(value), position.setting.rounds)
        if position.clock.round >= fewer:
            raise ValueError(say("The number of rounds can only be changed before round {round} begins.", round=fewer))
    if name == "mixed_roads" and "join" in (value, position.setting.options["mixed_roads"]):
        # with `join` two roads that meet are one road, and otherwise two: nobody can say what they are to be now
        met = [each for each in position.roads if meets_other_road(position, each)]
        if met:
            words = "Roads of two players already meet at {at}, and a ruling doesn't change what is on the board."
            raise ValueError(say(words, at=position.label(met[0])))
    return with_choice(position, name, value)


def meets_other_road(position: Position, cell: int) -> bool:
    """Whether an exit of the road tile on a cell meets an exit of another player's."""
    own = position.roads[cell]
    mates = [position.setting.board.mate[6 * cell + edge] for edge in (own.a, own.b)]
    exits = [(each, *divmod(each, 6)) for each in mates]
    near = [(position.roads[there], edge) for each, there, edge in exits if each != NOWHERE and there in position.roads]
    return any(road.seat != own.seat and edge in (road.a, road.b) for road, edge in near)
