"""The options of the seat to move, as data for composing a turn (AT-3 to 7), from what that seat may know."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance, violations_of
from referee.show.menu import Answer, Kind, Light, Menu, Secret, ShownItem
from referee.titles.attika.compose.menu_builds import legal_payment
from referee.titles.attika.compose.menu_choices import BUILDINGS, END, Choices, gauges, refusals
from referee.titles.attika.data.components import Building
from referee.titles.attika.data.land import name
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules.building import amounts_phrase, amounts_text, ground, paying_hexes
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.moves import Fields
from referee.titles.attika.rules.play import PLAY, candidates
from referee.titles.attika.rules.state import NONE, STACKS, Amounts, AttikaPosition
from referee.titles.attika.show.known import Sight, sight
from referee.titles.attika.show.mats import undrawn
from referee.titles.attika.show.names import due
from referee.titles.attika.show.picture import building_piece
from referee.titles.attika.show.view import due_lines
from referee.words import Phrase, keyword_term, say

STORE = Answer("", say("put it on the storage board"), "do: [store]", "{else: store}")


class Orders:
    """What may be done with a building that is drawn on this position, whichever it is."""

    def __init__(self, position: AttikaPosition) -> None:
        self.position, self.seat, self.empty = position, position.seat, position.empty_hexes()
        self.answers: list[Answer] = [STORE]
        self.numbers: dict[tuple[int, Amounts], int] = {}
        self.piece = building_piece(self.seat, "", "now")

    def secrets(self) -> tuple[tuple[str, Secret], ...]:
        """What each stack may show that has something."""
        sizes = zip(STACKS, self.position.mats[self.seat].stacks, strict=True)
        what = {main: tuple(self.possible_items(main)) for main in (True, False)}
        return tuple([(stack, secret(stack, what[stack == STACKS[0]])) for stack, size in sizes if size])

    def possible_items(self, main: bool) -> Iterator[ShownItem]:
        for building in undrawn(self.position, main):
            yield ShownItem(building.id, keyword_term(building.name), (0, *self.builds(building)))

    def builds(self, building: Building) -> Iterator[int]:
        """Where it may be built when it is drawn, with the hand as it is now."""
        drawn = replace(self.position, turn=replace(self.position.turn, line="draw", drawn=building.id))
        for hex in self.empty:
            paid = legal_payment(drawn, building.id, hex)
            if paid is not None:
                yield self.number(hex, paid)

    def number(self, hex: int, paid: Amounts) -> int:
        """Of the answer that builds there for this payment: many buildings share it."""
        if (hex, paid) not in self.numbers:
            self.numbers[hex, paid] = len(self.answers)
            self.answers.append(self.answer(hex, paid))
        return self.numbers[hex, paid]

    def answer(self, hex: int, paid: Amounts) -> Answer:
        """It is for buildings that are named: no hand pays for whatever comes."""
        at = name(hex)
        says = say("build it on {hex} for {paid}", hex=at, paid=amounts_phrase(paid))
        says = say("build it on {hex} for free", hex=at) if paid == NONE else says
        return Answer(at, says, f"build: {at} pay {amounts_text(paid)}", "", self.piece)


def secret(stack: str, what: tuple[ShownItem, ...]) -> Secret:
    return Secret(f"draw: {{stack: {stack}, then: [", "]}", what, (0,))


def menu(header: Header, moments: Sequence[AttikaMoment]) -> Menu | None:
    """The choices of the seat to move after the last of `moments`; None when nobody is."""
    last = moments[-1]
    seat = last.position.seat
    if not seat or last.entry.get("kind") == "close":
        return None
    known = sight(last, seat)
    position = position_with_own_hand(known)
    free = position_after_due(position)
    found = Choices(position, free, refusing_rules)
    orders = Orders(free or position)
    shown = orders.secrets() if found.draws else ()
    return Menu(
        game=cast(AttikaHeader, header)["game"],
        title="attika",
        entry=last.number,
        head=last.head,
        seat=seat,
        kinds=kinds(found),
        choices=tuple(found.choices),
        parts=move_parts("attika"),
        budgets=found.counts.budgets(),
        allowances=found.counts.allowances(),
        gauges=gauges(position, found.link, found.paid),
        score=BUILDINGS,
        refusals=refusals(known, lambda action: refusing_rules(position, action), found.built),
        lights=tuple(lights(free)) if free else (),
        answers=tuple(orders.answers) if shown else (),
        shown=shown,
        advice=tuple(advice(bool(shown), found.is_whole)),
        begins=tuple([line.says for line in due_lines(position, due(position))]),
    )


def kinds(found: Choices) -> tuple[Kind, ...]:
    """Draws, builds and cards; amphorae where there are some."""
    counts, picture = found.counts, building_piece(found.seat, "", "now")
    amphora = Kind("amphora", say("Return an amphora"), budget=counts.place("amphora"))
    return (
        Kind("tile", say("The tile")),
        Kind("store", say("Store")),
        Kind("build", say("Build"), budget=counts.place("build"), piece=picture),
        Kind("draw", say("Draw"), budget=counts.place("draw")),
        *((amphora,) if counts.amphorae else ()),
        Kind("cards", say("Take cards"), slot="cards"),
        Kind("end", say("End the turn"), slot="cards"),
    )


def lights(position: AttikaPosition) -> Iterator[Light]:
    """The symbols that pay for a building on each empty hex (AT-4.2)."""
    for hex in range(len(position.land.place)):
        if position.is_empty(hex) and (paying := paying_hexes(position, hex)):
            gives = amounts_phrase(ground(position, position.seat, hex)[0])
            yield Light(name(hex), say("The landscape here pays {amounts}.", amounts=gives), tuple(map(name, paying)))


def position_with_own_hand(known: Sight) -> AttikaPosition:
    """The position with the hand of the seat to move, and no other."""
    seat = known.position.seat
    return replace(known.position, hands={seat: known.hands[seat]})


def refusing_rules(position: AttikaPosition, action: str | Fields) -> list[tuple[str, Phrase]]:
    """The rules that refuse an action as the next, each with its words; an action of "end" ends the turn."""
    ends = action == END
    move = {"seat": position.seat, "actions": [] if ends else [action], "end": ends}
    for step in PLAY.steps(position, move):
        if found := violations_of(PLAY, position, step):
            return [(each.rule, each.says) for each in found]
    return []


def advice(draws: bool, whole: bool) -> Iterator[Phrase]:
    """Options that have to be written by hand."""
    if not whole:
        yield say("Other payments, and more new settlements in one turn, can be legal too. Write these by hand.")
    if draws:
        yield say(
            "With a draw you can say in advance what to do with the building, whichever it is. "
            "Then the turn continues in the same move."
        )
        yield say("Write further actions, for when a tile is turned up, by hand after `store` or `build` (AT-10.9).")


def position_after_due(position: AttikaPosition) -> AttikaPosition | None:
    """The position when what is due is done, the first way in which it may be;

    None if the turn cannot continue then.
    """
    turn = position.turn
    if not turn.tile and not turn.drawn:
        return position
    move = {"seat": position.seat, "actions": [{"store": turn.drawn}]} if turn.drawn else next(candidates(position))[1]
    try:
        ruling = judge(PLAY, position, move, refuse_chance)
    except Veiled:  # nothing is known about the next step
        return None
    goes_on = isinstance(ruling, Accepted) and ruling.position.seat == position.seat
    return ruling.position if isinstance(ruling, Accepted) and goes_on else None
