"""A rich position made by hand: four seats, every kind of piece and of section. Nothing here is computed by rules."""

from ground import board

from referee.show.view import Asked, Chart, Line, Lines, ReportTable, Row, Seat, Series, View
from referee.words import say

SEATS = (
    Seat("yellow", "Anna", "Y"),
    Seat("red", "Bruno", "R"),
    Seat("brown", "Chiara of Santa Maria di Leuca", "B"),
    Seat("orange", "Dēmētrios", "O"),
)


def story() -> Lines:
    return Lines(
        "story",
        say("What happened"),
        (
            Line(
                say("{seat} built a road at {space} {exits}.", seat="orange", space="H8", exits="s-ne"),
                ("MG-4.1",),
                "orange",
            ),
            Line(
                say("{seat} expanded the city at {space} by {n} tiles for {n} points.", seat="orange", space="G9", n=2),
                ("MG-6.3", "MG-6.8"),
                "orange",
            ),
            Line(
                say(
                    "The oracle at {space} turns to {city}: {a} connections against {b}.",
                    space="I5 Poseidonia",
                    city="brown's city L6",
                    a=4,
                    b=3,
                ),
                ("MG-9.3",),
                "brown",
            ),
            Line(
                say(
                    "{seat} says: “{text}”",
                    seat="orange",
                    text="Nice road, Bruno! Shall we meet at Metapontion before winter comes?",
                ),
                (),
                "orange",
            ),
        ),
    )


def standing() -> ReportTable:
    rows = [
        ("Dēmētrios (orange)", 21, 9, 4, 34),
        ("Bruno (red)", 18, 11, 0, 29),
        ("Anna (yellow)", 20, 6, 0, 26),
        ("Chiara of Santa Maria di Leuca (brown)", 9, 5, 8, 22),
    ]
    seats = ("orange", "red", "yellow", "brown")
    return ReportTable(
        "standing",
        say("Projected final standing"),
        (say("Player"), say("Points now"), say("Markets"), say("Oracles"), say("Total")),
        tuple(Row(cells, ("MG-10.2", "MG-10.3"), seat) for cells, seat in zip(rows, seats, strict=True)),
        say("If the game ended now. Ties are broken by the tiles in supply (MG-10.4)."),
        in_posts=True,
    )


def markets() -> ReportTable:
    return ReportTable(
        "markets",
        say("What each market would score"),
        (say("Place"), say("Owner"), say("State"), say("Value"), say("Connected with")),
        (
            Row(
                ("D6 Atina", "yellow", "active", 3, "A6 red's city, F4 yellow's city, I5 the oracle of Poseidonia"),
                ("MG-8.6",),
                "yellow",
            ),
            Row(("D6 Atina", "orange", "sold", 0, "counts nothing at the end"), ("MG-8.7",), "orange"),
            Row(("D6 Atina", "brown", "inactive", 0, "no road joins it with a city of brown"), ("MG-8.5",), "brown"),
            Row(("L6 Taras", "orange", "active", 4, "I5, K8, N9, M10"), ("MG-8.6",), "orange"),
            Row(("all", "", "", 7, ""), ("MG-10.2",), strong=True),
        ),
    )


def sections() -> tuple[ReportTable | Lines | Chart, ...]:
    return (
        standing(),
        markets(),
        Lines(
            "oracles",
            say("Oracles"),
            (
                Line(
                    say(
                        "G7 Laos: brown's city L6 with {a} connections; next is {who} with {b}.",
                        a=3,
                        who="orange's city G9",
                        b=3,
                    ),
                    ("MG-9.1", "MG-9.3"),
                    "brown",
                ),
                Line(say("M10 Petelia: connected with no city."), ("MG-9.1",)),
            ),
            say("Each scores 4 at the end (MG-10.3)."),
        ),
        ReportTable(
            "cards",
            say("Cards"),
            (say("Card"), say("Order of play"), say("Roads"), say("Cities"), say("Resupply")),
            (
                Row(("now: brown-medium", "brown, red, orange, yellow", 3, 2, 5), ("MG-1.5",), "brown"),
                Row(("next: red-low", "red, yellow, orange, brown", 2, 1, 3), ("MG-1.5",), "red"),
            ),
        ),
        Chart(
            "rounds",
            say("Points after each round"),
            tuple(str(number) for number in range(13)),
            (
                Series("yellow", (15, 14, 14, 12, 11, 13, 15, 14, 16, 18, 19, 21, 26)),
                Series("red", (15, 13, 11, 11, 9, 8, 10, 13, 15, 15, 17, 18, 29)),
                Series("brown", (15, 15, 13, 10, 10, 8, 6, 5, 7, 8, 8, 9, 22)),
                Series("orange", (15, 14, 12, 12, 13, 12, 14, 16, 15, 18, 20, 21, 34)),
            ),
        ),
    )


def asked() -> Asked:
    return Asked(
        "yellow",
        say(
            "Round {round}, card {card}: it is the turn of {seat} ({player}).",
            round=7,
            card="brown-medium",
            seat="yellow",
            player="Anna",
        ),
        Lines(
            "may",
            say("What yellow can do"),
            (
                Line(
                    say(
                        "Up to two of: {a} roads, {b} city tiles, {c} resupplied tiles; or one of them enhanced.",
                        a=3,
                        b=2,
                        c=5,
                    ),
                    ("MG-4.4", "MG-4.8"),
                ),
                Line(say("Then build or sell one market; {points} points to spend.", points=14), ("MG-8.2", "MG-8.7")),
            ),
        ),
        "game: spring-cup\nafter: 27\nhead: 4b1f0c9d2e7a\nseat: yellow\nactions:\n  - road: {at: E7, exits: n-s}\n"
        "market: {build: D6}\nsay: \n",
    )


def view() -> View:
    return View(
        game="spring-cup",
        title="magna-grecia",
        title_name="Magna Grecia",
        entry=27,
        head="4b1f0c9d2e7a55aa" + "0" * 48,
        at="2026-11-20T19:00:00Z",
        seat="",
        seats=SEATS,
        headline=say("Round {round} of {of}: orange has moved, yellow is next.", round=7, of=12),
        provenance=(say("Cards: components magna-grecia/2026; two of the four orders are inferred."),),
        story=story(),
        board=board(),
        asked=asked(),
        sections=sections(),
    )
