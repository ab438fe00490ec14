"""Which builds of a turn go together: those that one needs before it, and those that it cannot stand."""

from referee.titles.attika.compose.menu_builds import JOINED, BuildOffer

LATE = 10
"""The rank of what is built after the new settlements of a turn."""


class Ties:
    """The offers by their numbers in the menu."""

    def __init__(self, offers: list[BuildOffer], near: dict[int, tuple[int, ...]], first: int) -> None:
        self.offers, self.near, self.first = offers, near, first
        self.on: dict[int, list[int]] = {}
        for number, offer in enumerate(offers):
            self.on.setdefault(offer.hex, []).append(number)

    def rank(self, number: int) -> int:
        """New settlements first, one after the other."""
        founds = self.offers[number].founds
        return LATE if founds == JOINED else founds

    def after(self, number: int) -> tuple[tuple[int, ...], ...]:
        offer = self.offers[number]
        if not offer.beside:
            return ()
        found = [each for each in self.built_on(offer.beside) if offer.source in ("", self.offers[each].building)]
        return (self.choice_numbers(found),)

    def bars(self, number: int) -> tuple[int, ...]:
        """The same hex; beside a new settlement no other; and what is written first and would spoil it."""
        offer = self.offers[number]
        others = self.spoilers(offer) if offer.founds == JOINED else self.built_on(self.near[offer.hex])
        early = [each for each in others if self.rank(each) < LATE]
        return self.choice_numbers(sorted({*self.on[offer.hex], *early}))

    def around(self, hex: int) -> tuple[int, ...]:
        """All on this hex, and beside it."""
        return self.choice_numbers(sorted({*self.on.get(hex, ()), *self.built_on(self.near[hex])}))

    def unless(self, number: int) -> tuple[int, ...]:
        """What would spoil it; and what makes a new settlement needless."""
        offer = self.offers[number]
        found = self.spoilers(offer) if offer.founds == JOINED else self.built_on(self.near[offer.hex])
        return self.choice_numbers(sorted({each for each in found if self.rank(each) == LATE}))

    def spoilers(self, offer: BuildOffer) -> list[int]:
        """Builds that cover symbols which are needed, and those that would make it free."""
        freeing = [each for each in self.built_on(self.near[offer.hex]) if self.offers[each].building == offer.freed]
        return [*self.built_on(offer.spoiled), *freeing]

    def built_on(self, hexes: tuple[int, ...]) -> list[int]:
        return [number for hex in hexes for number in self.on.get(hex, ())]

    def choice_numbers(self, found: list[int]) -> tuple[int, ...]:
        return tuple([self.first + each for each in found])
