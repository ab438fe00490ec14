"""What happens in a game of Attika, by the names under which the sample games are asked for it."""

from collections.abc import Iterator
from typing import Any

from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.building import price
from referee.titles.attika.rules.state import AttikaPosition

WANTED = (
    "turn missed",
    "order carried on",
    "building built free",
    "building built for its symbols alone",
    "settlement founded for a surcharge",
    "settlements joined",
    "amphora earned",
    "amphora returned for draw",
    "amphora returned for build",
    "amphora returned for card",
    "tile placed",
    "cards taken",
    "deck shuffled again",
    "won by buildings",
    "won by shrines",
)
"""What the sample games must show between them."""


def names(position: AttikaPosition, event: Any) -> Iterator[str]:
    """The name of an event, judged on the position before it."""
    match event:
        case happened.BuildingBuilt():
            yield from building_names(position, event)
        case happened.AmphoraEarned(amphora=True):
            yield "amphora earned"
        case happened.AmphoraReturned(use=use):
            yield f"amphora returned for {use}"
        case happened.TileLaid(seat=seat) if seat:
            yield "tile placed"
        case happened.TileBuried():
            yield "tile put under the pile"
        case happened.RestGivenUp(cards=cards) if cards:
            yield "cards taken"
        case happened.DeckReshuffled():
            yield "deck shuffled again"
        case happened.AttikaGameEnded(reasons=reasons):
            yield from [f"won by {reason}" for reason in reasons]


def building_names(position: AttikaPosition, event: happened.BuildingBuilt) -> Iterator[str]:
    """The payment, and the effect of the building on the settlements of its seat."""
    cost, touched = price(position, event.seat, event.building, event.hex), position.settlements_beside
    if cost.free:
        yield "building built free"
    elif not sum(event.paid):
        yield "building built for its symbols alone"
    if cost.surcharge:
        yield "settlement founded for a surcharge"
    if len(touched(event.seat, event.hex)) > 1:
        yield "settlements joined"
