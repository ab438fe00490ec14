"""The editions of Attika: what each decides where the rulebook can be read in more than one way.

`cards: 0` after the end of your own turn is refused under every edition (AT-3.4). A log that held it could not be read,
so no game rests on it, and editions cannot differ about it.
"""

from referee.rules.law import Edition, Policy
from referee.titles.attika.rules.state import AttikaPolicies, public, public_with_rest
from referee.words import say

POLICIES = (
    Policy(
        "amphora_after_cards",
        ("AT-3.4", "AT-6.3"),
        {
            "too late": say(
                "When players give up the rest of a turn for cards, the turn ends, even if they still have an amphora."
            ),
            "for a card": say(
                "After giving up the rest of a turn for cards, a player can still return amphorae for "
                "cards. The turn ends with `end: true`, or when no amphora is left."
            ),
        },
        say("The rulebook lets a player return as many amphorae in a turn as they want and have."),
    ),
    Policy(
        "road_symbols",
        ("AT-4.5", "AT-10.2"),
        {
            "may be used": say("A player can pay up to five cards for a road, whatever symbols are there."),
            "must be used": say("Every symbol at a road reduces its cost. You can't pay a card in place of a symbol."),
        },
        say("The rulebook says that the symbols must reduce the cost of a road."),
    ),
    Policy(
        "empty_deck_amphora",
        ("AT-10.3", "AT-10.9"),
        {
            "a part of its own": say(
                "An amphora returned for a card is recorded even if no card is left and the rest of "
                "the move is illegal."
            ),
            "no part of its own": say(
                "An amphora returned while the deck and the discards are empty reveals nothing. So the "
                "whole move is recorded, or none of it."
            ),
        },
        say("If a later action of the move was illegal, the amphora was lost although nothing was revealed."),
    ),
)

OPTIONS = {"hands": "secret", "first_player": "drawn", "group_link": "same_group"}
DATA = {"components": "attika/2026", "tiles": "attika-ours/2026"}

FIRST = Edition(
    1,
    "referee 0.1.0",
    public,
    AttikaPolicies(amphora_after_cards="too late", road_symbols="may be used", empty_deck_amphora="a part of its own"),
    OPTIONS,
    DATA,
    say("The first reading."),
)
SECOND = Edition(
    2,
    "referee 0.1.0",
    public_with_rest,
    AttikaPolicies(
        amphora_after_cards="for a card", road_symbols="must be used", empty_deck_amphora="no part of its own"
    ),
    OPTIONS,
    DATA,
    say(
        "You can return amphorae after taking cards for the rest of a turn. You must use the "
        "symbols for a road. A move with an amphora that brought no card is recorded as a "
        "whole, or not at all."
    ),
)
EDITIONS = (FIRST, SECOND)
