"""The words that reports add to those of a view, and how any word of a view becomes safe text."""

from referee.view import Word
from referee.words import say

ASKED = say("Whose turn it is")
MAY = say("What may be done")
MOVE = say("A move ready to be edited")
BOARD = say("The board")
LEGEND = say("Legend")
IN_WORDS = say("The board in words")
SEATS = say("At the table")
SOURCES = say("Where this comes from")
EVERYBODY = say("everybody")
OVER = say("Nobody is asked for a move.")
SKIP = say("Skip to what happened")
EMPTY = say("Empty")
RULES = say("rules")
ROUND = say("point of the axis")
NOW = say("changed by the entry shown")
LAST = say("the last turn of the seat named")
LAST_SIGN = say("the last turn of its owner")

HIDDEN = "\N{REPLACEMENT CHARACTER}"


def said(word: Word) -> str:
    """The text of a word on one line; what does not print (escape codes, marks that turn the writing round) shows as U+FFFD."""
    text = " ".join(str(word).split())
    return text if text.isprintable() else "".join(letter if letter.isprintable() else HIDDEN for letter in text)


def cited(rules: tuple[str, ...]) -> str:
    """Rule numbers as they stand after a sentence: `[MG-8.4] [MG-8.6]`."""
    return " ".join(f"[{said(number)}]" for number in rules)
