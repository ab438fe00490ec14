"""Which choices of a menu open and bar which, by their numbers in it."""

from collections.abc import Iterable, Mapping

from referee.titles.magna_grecia.compose.menu_leads import Lead
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial
from referee.titles.magna_grecia.compose.menu_ways import Way

Numbers = tuple[int, ...]
"""Of choices, in order."""


class WayTies:
    """The ways of a search as choices in the order of the candidates: a founding comes before the same as an extension.

    order    the number of each choice's way
    starts   exit → the choices each of which lets a road start there
    holders  a space, or a kind of choice of which a turn has one → the choices that take it
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        places = [(way.trial.key, not way.founds) for way in search.ways]
        self.order = sorted(range(len(places)), key=places.__getitem__)
        self.numbers = [0] * len(places)
        self.holders: dict[object, list[int]] = {}
        for number, way in enumerate(self.order):
            self.numbers[way] = number
            trial = search.ways[way].trial
            for claim in trial.cells if trial.kind == "road" else claims_of(trial):
                self.holders.setdefault(claim, []).append(number)
        self.starts: dict[int, Numbers] = {}
        for lead in search.leads.known.values():
            self.note_lead(lead)
        self.bars = Bars(self.holders)

    def note_lead(self, lead: Lead) -> None:
        """Note the choices that let roads start; an exit at which a road ends may meet a city tile, too."""
        found = self.choice_numbers(lead.ways)
        for exit in lead.exits if found else ():
            known = self.starts.get(exit)
            self.starts[exit] = tuple(sorted({*known, *found})) if known else found

    def choice_numbers(self, ways: Iterable[int]) -> Numbers:
        """The choices of these ways."""
        return tuple(sorted(set(map(self.numbers.__getitem__, ways))))

    def after(self, way: Way) -> tuple[Numbers, ...]:
        """The choices of which one must come before it; none if it is legal from the start."""
        if way.last is self.search.begin:
            return ()
        if way.trial.kind == "road":
            one, other = way.trial.exits
            first, second = self.starts.get(one), self.starts.get(other)
            return (tuple(sorted({*first, *second})) if first and second else first or second or (),)
        return (self.choice_numbers(self.search.opens[way.trial.key, way.founds]),)

    def unless(self, way: Way) -> Numbers:
        """A founding that others would make an extension is offered as long as none of these is taken."""
        extension = way.trial.key, False
        if not way.founds or extension not in self.search.numbers:
            return ()
        return self.choice_numbers(self.search.opens[extension])


class Bars(dict[tuple[object, ...], Numbers]):
    """What a choice claims → those which cannot be in a turn with it: on one of its spaces, a second resupply (MG-4.6).

    It is among them itself, so that all of a space have the same.
    """

    def __init__(self, holders: Mapping[object, list[int]]) -> None:
        self.holders = holders

    def __missing__(self, claims: tuple[object, ...]) -> Numbers:
        self[claims] = tuple(sorted({each for claim in claims for each in self.holders[claim]}))
        return self[claims]


def claims_of(trial: MenuTrial) -> tuple[object, ...]:
    """What no other choice of the turn may have: the spaces of its tiles, that of a market built, the resupply."""
    return () if trial.kind == "sell" else trial.cells or (trial.kind,)
