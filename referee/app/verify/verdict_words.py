"""What is said of a log that is right: a record of an archive tells it to every reader, so it is translated."""

from collections.abc import Sequence

from referee.words import Phrase, say, word_list

NOT_CHECKED = say("Chance: not checked; the secret is not told before the game is closed.")
AT_THE_END = say("Chance: the secret told at the end fits the commitment, and everything shown follows from it.")
PRIVATE = say("Chance: the private secret fits the commitment, and everything shown follows from it.")


PRACTICE = say("Chance: this is a practice game. What was shown follows from the published secret, and proves nothing.")


def right(entries: int, editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """That a log is right.

    editions: from which entry on (0: the header) which edition of its title holds; current: the newest that there is.
    """
    under = reading(editions, current)
    if entries == 0:
        return say("The header is right {under}; there is no entry yet.", under=under)
    if entries == 1:
        return say("The only entry is right {under}: the chain, its position.", under=under)
    words = "All {entries} entries are right {under}: the chain, every move, every position."
    return say(words, entries=entries, under=under)


def reading(editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """Under which edition, or under which ones in turn."""
    (_, first), *later = editions
    under = [say("under edition {edition}", edition=first)]
    under += [say("from entry {entry} on under edition {edition}", entry=entry, edition=each) for entry, each in later]
    if editions[-1][1] == current:
        return word_list(under)
    return say("{under} (edition {current} is current)", under=word_list(under), current=current)


def chain_alone(entries: int) -> Phrase:
    """Of a log whose moves can be judged only with a secret that is not here."""
    if entries == 1:
        return say("The chain of the only entry is right. Judging it needs the secret, which the end tells.")
    words = "The chain of all {entries} entries is right. Judging their moves needs the secret, which the end tells."
    return say(words, entries=entries)
