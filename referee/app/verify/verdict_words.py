"""What is said of a log that is right, or wrong."""

from collections.abc import Sequence

from referee.words import Phrase, say, word_list

NOT_CHECKED = say("Chance: not checked, because the secret is only published when the game is closed.")
AT_THE_END = say(
    "Chance: the secret published at the end matches the commitment, and everything shown follows from it."
)
PRIVATE = say("Chance: the private secret matches the commitment, and everything shown follows from it.")


PRACTICE = say(
    "Chance: this is a practice game. Every revealed card follows from the published secret, so it proves nothing."
)


KNOWN_DEAL = say("Chance: a known deal, entered afterwards. Every item shown is in its pile; nothing more is proved.")


def right(entries: int, editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """That a log is right.

    editions: from which entry on (0: the header) which edition of its title holds; current: the newest that there is.
    """
    under = certain_reading(editions, current)
    if entries == 0:
        return say("The header is correct {under}. There are no entries yet.", under=under)
    if entries == 1:
        return say("The only entry is correct {under}: the chain and its position.", under=under)
    words = "All {entries} entries are correct {under}: the chain, every move, every position."
    return say(words, entries=entries, under=under)


def fault_text(entry: int, why: object) -> Phrase:
    """That a log is wrong in this entry (0: in its header)."""
    if entry == 0:
        return say("The header is wrong. {why}", why=why)
    return say("Entry {entry} is wrong. {why}", entry=entry, why=why)


def certain_reading(editions: Sequence[tuple[int, int]], current: int) -> Phrase:
    """Under which edition, or under which ones in turn."""
    (_, first), *later = editions
    under = [say("under edition {edition}", edition=first)]
    under += [say("under edition {edition} from entry {entry} on", entry=entry, edition=each) for entry, each in later]
    if editions[-1][1] == current:
        return word_list(under)
    return say("{under} (edition {current} is current)", under=word_list(under), current=current)


def chain_alone(entries: int) -> Phrase:
    """Of a log whose moves can be judged only with a secret that is not here."""
    if entries == 1:
        return say(
            "The chain of the only entry is correct. Checking its move needs the secret, which is published at the end."
        )
    words = (
        "The chain of all {entries} entries is correct. Checking their moves needs the secret, "
        "which is published at the end."
    )
    return say(words, entries=entries)
