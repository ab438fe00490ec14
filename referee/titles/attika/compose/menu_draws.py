"""Draws, and orders for what they may show: what the seat itself may know of its stacks (AT-2.2, AT-2.4)."""

from collections.abc import Iterator

from referee.show.menu import Answer, Secret, ShownItem
from referee.titles.attika.data.components import Building
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.costs import amounts_phrase, amounts_text, ground, payment, price
from referee.titles.attika.rules.state import NONE, STACKS, Amounts, AttikaPosition
from referee.titles.attika.show.mats import UNDRAWN, building_marks
from referee.titles.attika.show.picture import building_piece
from referee.words import Phrase, keyword_term, say

STORE = Answer("", say("put it on the storage board"), "do: [store]", "{else: store}")


class Orders:
    """What may be done with a building that is drawn on this position, whichever it is."""

    def __init__(self, position: AttikaPosition) -> None:
        self.position, self.seat = position, position.seat
        self.hand = position.hands[self.seat]
        hexes = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
        self.grounds = {hex: ground(position, self.seat, hex) for hex in hexes}
        self.answers: list[Answer] = [STORE]
        self.numbers: dict[tuple[int, Amounts], int] = {}

    def secrets(self) -> tuple[tuple[str, Secret], ...]:
        """What each stack may show that has something."""
        sizes = zip(STACKS, self.position.mats[self.seat].stacks, strict=True)
        what = {main: tuple(self.possible_items(main)) for main in (True, False)}
        return tuple([(stack, secret(stack, what[stack == STACKS[0]])) for stack, size in sizes if size])

    def possible_items(self, main: bool) -> Iterator[ShownItem]:
        """The buildings that may lie there: not drawn yet, and of the stack's kind."""
        for building in self.position.setting.box.buildings.values():
            if building.main == main and UNDRAWN in building_marks(self.position, self.seat, building):
                yield ShownItem(building.id, keyword_term(building.name), (0, *self.builds(building)))

    def builds(self, building: Building) -> Iterator[int]:
        """Where the hand can pay for it, as it is now."""
        for hex, there in self.grounds.items():
            paid = payment(price(self.position, self.seat, building.id, hex, there), self.hand)
            if paid is not None:
                yield self.number(hex, paid)

    def number(self, hex: int, paid: Amounts) -> int:
        """Of the answer that builds there for this payment: many buildings share it."""
        if (hex, paid) not in self.numbers:
            self.numbers[hex, paid] = len(self.answers)
            self.answers.append(answer(self.seat, hex, paid))
        return self.numbers[hex, paid]


def secret(stack: str, what: tuple[ShownItem, ...]) -> Secret:
    return Secret(f"draw: {{stack: {stack}, then: [", "]}", what, (0,))


def answer(seat: str, hex: int, paid: Amounts) -> Answer:
    """It is for buildings that are named: no hand pays for whatever comes."""
    text = f"build: {name(hex)} pay {amounts_text(paid)}"
    return Answer(name(hex), build_answer_text(hex, paid), text, "", building_piece(seat, "", "now"))


def build_answer_text(hex: int, paid: Amounts) -> Phrase:
    if paid == NONE:
        return say("build it on {hex} for nothing", hex=name(hex))
    return say("build it on {hex} for {paid}", hex=name(hex), paid=amounts_phrase(paid))
