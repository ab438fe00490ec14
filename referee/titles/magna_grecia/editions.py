"""The editions of Magna Grecia: what each decides where the rulebook can be read in more than one way."""

from referee.rules.editions import Edition, Policy
from referee.rules.rulebook import with_fields
from referee.titles.magna_grecia.rules.state import Policies, Position, public
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

OPTIONS = {
    "rounds": "12",
    "oracle_placement": "random",
    "village_adjacency": "end_of_turn",
    "mixed_roads": "forbid",
}
DATA = {"components": "magna-grecia/2026"}

EDITIONS = (
    Edition(
        1,
        "referee 0.1.0",
        public,
        Policies(oracle_edge="first then"),
        OPTIONS,
        DATA,
        say("The first reading."),
    ),
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


def adopt(position: Position, edition: Edition[Position]) -> Position:
    """The position from which a game continues under another edition."""
    return with_fields(position, setting=with_fields(position.setting, policies=edition.policies))
