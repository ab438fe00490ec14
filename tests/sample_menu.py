"""A menu made by hand for the sample board: every way in which choices depend on each other, and no rule behind it."""

from typing import Any

import sample

from referee.report.html import html_report
from referee.report.html.composer import Reply
from referee.show.menu import (
    AND_THEN,
    Allowance,
    Answer,
    Budget,
    Choice,
    Gauge,
    Kind,
    Menu,
    Refusal,
    Secret,
    ShownItem,
)
from referee.show.view import Piece
from referee.titles.magna_grecia.show.picture import city_piece, market_piece, road_piece
from referee.words import say

SEAT = "yellow"
REPLY = Reply(
    "referee+spring-cup.27.abcdefgh@example.org",
    "Re: [spring-cup] 27",
    "-----BEGIN MOVE-----\nreply: abcdefgh\n",
    "-----END MOVE-----\n",
)


def road(*edges: str) -> Piece:
    return road_piece(SEAT, edges, fresh="now")


CITY, MARKET = city_piece(SEAT, fresh="now"), market_piece(SEAT, fresh="now")
FIRST, SECOND, OTHER, CITY_C3, CITIES, MEETS, BUILD, SUPPLY, DRAW, END, DEAR, CARD, EARLY = range(13)
ROAD, ROADLESS = (1, 0, 1), (0, 0, 1)
"""The use of a choice: road tiles, city tiles, actions."""


def laid(place: str, *edges: str, uses: tuple[int, ...] = ROAD, **more: Any) -> Choice:
    says = say("Road on {place} from {one} to {other}", place=place, one=edges[0], other=edges[1])
    return Choice("road", (place,), says, f"road: {place} {'-'.join(edges)}", uses=uses, piece=road(*edges), **more)


def beside(kind: str, says: str, writes: str, **more: Any) -> Choice:
    return Choice(kind, (), say(says), writes, **{"uses": ROADLESS, **more})


CHOICES = (
    laid("E4", "n", "s", gains=(-1, 2)),
    laid("E3", "n", "s", gains=(-1, 3), after=((FIRST,),)),
    laid("E4", "ne", "s", gains=(-1, 0), bars=(FIRST,)),
    Choice("city", ("C3",), say("City on C3"), "city: C3", uses=(0, 1, 1), gains=(4, 5), piece=CITY),
    Choice(
        "city",
        ("D3", "D4"),
        say("Cities on D3 and D4"),
        f"city: D3{AND_THEN}city: D4",
        uses=(0, 2, 1),
        gains=(2, 1),
        sure=False,
        piece=CITY,
        covers=2,
    ),
    laid("E5", "n", "s", after=((FIRST, OTHER), (CITY_C3,))),
    Choice("build", ("C3",), say("Market in C3"), "build: C3", "market", after=((CITY_C3,),), rank=2, piece=MARKET),
    beside("supply", "Take 2 roads", "resupply: {road: 2}", rank=1),
    beside("draw", "Draw from stack 1", "draw: 1", shows="stack"),
    beside("end", "End the turn", "end: true", part="end", uses=(), rank=9),
    laid("K4", "n", "s", uses=(9, 0, 1)),
    beside("card", "Take a card for an amphora", "amphora: card", many=True, uses=(0, 0, -1)),
    laid("C4", "n", "s", unless=(CITY_C3,)),
)
ANSWERS = (
    Answer("E1", say("build it on E1"), "build: E1", "{else: {build: E1}}", CITY),
    Answer("G2", say("build it on G2"), "build: G2", "{else: {build: G2}}", CITY),
    Answer("", say("put it into the store"), "store", "{else: store}"),
)
STACK = Secret(
    "draw: {stack: 1, then: [",
    "]}",
    (
        ShownItem("temple", say("temple"), (0, 1, 2)),
        ShownItem("harbour", say("harbour"), (0, 2)),
        ShownItem("well", say("well"), (2,)),
    ),
    (2,),
)


def menu() -> Menu:
    view = sample.view()
    return Menu(
        game=view.game,
        title=view.title,
        entry=view.entry,
        head=view.head,
        seat=SEAT,
        kinds=tuple(
            Kind(id, say(words), budget={"road": 0, "city": 1}.get(id, -1))
            for id, words in {
                "road": "Roads", "city": "Cities", "build": "Markets", "supply": "Supply", "draw": "Draw",
                "card": "Amphorae", "end": "End",
            }.items()
        ),
        choices=CHOICES,
        parts=(("actions", "list"), ("market", "mapping"), ("end", "line")),
        budgets=(Budget(say("road tiles"), ("MG-4.4",)), Budget(say("city tiles"), ("MG-4.4",)), Budget(say(""))),
        allowances=(
            Allowance((3, 2, 5), say("3 roads and 2 cities"), ("MG-4.7",)),
            Allowance((5, 0, 5), say("5 roads"), ("MG-4.8",)),
        ),
        gauges=(Gauge(say("points"), 12, True, ("MG-8.2",)), Gauge(say("projected score"), 30, False)),
        refusals=(
            Refusal("road", ("D7", "C3"), say("No road of yours leads to it."), ("MG-7.2",)),
            Refusal("city", ("D7",), say("No road reaches this space."), ("MG-6.1",)),
        ),
        answers=ANSWERS,
        shown=(("stack", STACK),),
        begins=(say("A turn without actions is a pass."),),
    )  # fmt: skip


def page(reply: Reply | None = None, **changes: Any) -> str:
    """The sample report with the composer."""
    return html_report.report(sample.view()._replace(seat=SEAT), menu=menu()._replace(**changes), reply=reply)
