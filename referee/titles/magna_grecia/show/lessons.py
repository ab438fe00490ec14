"""What the entries of a game of Magna Grecia teach: the cards that were turned over."""

from collections.abc import Mapping, Sequence

from referee.rules.horizon import Knowledge, OpenItems, Sight
from referee.rules.rulebook import Header
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.state import Setting
from referee.words import Phrase, say


def sight_words(header: Header, moment: MagnaGreciaMoment, sight: Sight) -> Phrase:
    return say("The card {card} was turned over there, which everybody saw.", card=sight.item)


def open_items(header: Header, line: Sequence[MagnaGreciaMoment], pile: str) -> OpenItems | None:
    """MG-2.3: the deck consists of sets, each with one card of each colour."""
    setting: Setting = line[0].position.setting
    return (lambda seen, index: open_cards(setting, seen, index)) if pile == "deck" else None


def open_cards(setting: Setting, seen: Mapping[int, str], index: int) -> list[str]:
    """The cards that were not seen, of the colours that the set of this place still lacks."""
    box = setting.components
    size = len(box.colours)
    there = [box.cards[card].order[0] for place, card in seen.items() if place // size == index // size]
    return [id for id, card in box.cards.items() if id not in seen.values() and card.order[0] not in there]


KNOWLEDGE = Knowledge(sight_words, open_items)
