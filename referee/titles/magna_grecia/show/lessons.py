"""What the entries of a game of Magna Grecia teach: the cards that were turned over.

The deck consists of sets with a card of each colour (MG-2.3). Still, only its last card is known beforehand, as in a
deck in any order: of each colour that is left a set could have another card, up to the last set.
"""

from referee.rules.knowledge import Knowledge, SeenItem
from referee.rules.rulebook import Header
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.words import Phrase, say


def card_words(header: Header, moment: MagnaGreciaMoment, shown: SeenItem) -> Phrase:
    return say("The card {card} was turned over there, which everybody saw.", card=shown.item)


KNOWLEDGE = Knowledge(card_words)
