"""A repair keeps what was drawn: every later entry asks of chance what it asked before, so it gets what it got.

What is at a place follows from the secret, the place, and the items of which the pile was shuffled. Everybody knows the
last two. So nobody learns anything hidden from what is refused here: items are never compared.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from referee.rules.line import Moment
from referee.rules.ruling import Veiled
from referee.store.chance import is_known_deal, pile_place
from referee.store.documents import Entry
from referee.store.told import Made, Told


class OtherDraw(Veiled):
    """Entry `number` would draw something else. `is_shuffled`: its pile would be shuffled from other items."""

    def __init__(self, number: int, *, is_shuffled: bool) -> None:
        super().__init__(number)
        self.number = number
        self.is_shuffled = is_shuffled


class KeptDraws(Told):
    """The fate of an entry that is judged again: it draws what it drew. Raises OtherDraw for any other question.

    `is_known`: its deal was entered by hand, so that an item is at its place whatever the pile is made of.
    """

    def __init__(self, moment: Moment, *, is_known: bool) -> None:
        super().__init__(cast(Entry, moment.entry).get("shown") or {})
        self.moment = moment
        self.is_known = is_known

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The item that the entry drew there."""
        where, drew = pile_place(pile, index), self.moment
        if where not in drew.asked:
            raise OtherDraw(drew.number, is_shuffled=False)
        if pile in drew.made and list(items) != list(drew.made[pile]) and not self.is_known:
            raise OtherDraw(drew.number, is_shuffled=True)
        self.made = drew.made
        self.asked |= {where} & self.shown.keys()
        self.answers[where] = drew.asked[where]
        return drew.asked[where]


class KeptLine:
    """The fates of the entries of a line that are judged again (`replay.Fates`)."""

    def __init__(self, line: Sequence[Moment]) -> None:
        self.moments = {each.number: each for each in line}
        self.is_known = is_known_deal(line[0].entry)

    def __call__(self, entry: Entry) -> KeptDraws:
        return KeptDraws(self.moments[int(entry["entry"])], is_known=self.is_known)


def made_of(made: Made) -> dict[str, list[str]]:
    """The same with lists, which compare as they should."""
    return {pile: list(items) for pile, items in made.items()}


def refuse_other_draws(pairs: Iterable[tuple[Moment, Moment]], *, is_known: bool) -> None:
    """Each entry as it was and as it would be. Raises OtherDraw for the first that would draw something else."""
    for was, now in pairs:
        if now is was:
            continue
        if not is_known and made_of(was.made) != made_of(now.made):
            raise OtherDraw(now.number, is_shuffled=True)
        if was.asked.keys() != now.asked.keys():
            raise OtherDraw(now.number, is_shuffled=False)


def same_entries(before: Iterable[Moment], after: Iterable[Moment]) -> list[tuple[Moment, Moment]]:
    """The entries that are on both lines, as they were and as they would be."""
    old = {each.number: each for each in before}
    return [(old[each.number], each) for each in after if each.number in old]
