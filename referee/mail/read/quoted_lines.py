"""Which lines of a mail its writer wrote, and which are those of the mail that is answered.

Nothing quoted is ever read as a move. So where a program marks the lines of the old mail, these are left out; where it
only puts a line or a few fields above the old mail, all below them is. What is left out wrongly is asked for; what
would be taken in wrongly could be a move that nobody made.
"""

import re
from collections.abc import Sequence

TITLES = (
    "original message|original-nachricht|ursprüngliche nachricht|urspruengliche nachricht|messaggio originale|"
    "message d['’]origine|message original|forwarded message|weitergeleitete nachricht|messaggio inoltrato|"
    "message transféré|originele bericht|mensaje original|mensagem original"
)
DIVIDER = re.compile(rf"\s*[-_–—]{{2,}}\s*({TITLES})\s*[-_–—]{{2,}}\s*", re.IGNORECASE)
FORWARD = re.compile(
    r"\s*(begin forwarded message|anfang der weitergeleiteten nachricht|inizio messaggio inoltrato|"
    r"début du message (transféré|réexpédié))\s*:\s*",
    re.IGNORECASE,
)
FIELD = re.compile(
    r"\s*\*{0,2}(from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|antwort an|"
    r"da|inviato|data|a|oggetto|rispondi a|de|envoyé|envoyé le|à|pour|objet|répondre à)\s?:\*{0,2}(\s|$)",
    re.IGNORECASE,
)
"""A field of the old mail as programs put it above it."""
FIELDS = 3
"""So many different ones, close to each other, are the head of an old mail."""
NEAR = 12

BEGUN = re.compile(r"\s*(on|am|le|il|el|op|em|vào)\b", re.IGNORECASE)
ATTRIBUTION = re.compile(
    r"\s*(?=.{0,300}\d)(on\b.{0,300}\bwrote|am\b.{0,300}\bschrieb\b.{0,200}|le\b.{0,300}\ba écrit|"
    r"il\b.{0,300}\bha scritto|el\b.{0,300}\bescribió|op\b.{0,300}\bschreef\b.{0,200}|em\b.{0,300}\bescreveu)\s?:\s*",
    re.IGNORECASE,
)
BROKEN = 3
"""An attribution may be broken into so many lines."""
CITED = re.compile(r"\s*(>|&gt;)")


def own(lines: Sequence[str], addresses: Sequence[str] = ()) -> list[bool]:
    """For each line whether its writer wrote it. A line that names one of `addresses`, the referee's, is not his."""
    found = [not CITED.match(line) for line in lines]
    marks = Marks(addresses)
    number = 0
    while number < len(lines):
        if not found[number]:
            number += 1
            continue
        if heads(lines, number):
            return found[:number] + [False] * (len(lines) - number)
        length = marks.attribution(lines, number)
        if length:
            found[number : number + length] = [False] * length
            if not cited_next(lines, number + length):
                return found[:number] + [False] * (len(lines) - number)
        number += length or 1
    return found


class Marks:
    """What tells that the words of somebody else follow."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.ours = re.compile("|".join(map(shape, addresses)), re.IGNORECASE) if addresses else None

    def attribution(self, lines: Sequence[str], number: int) -> int:
        """How many lines from here on are an attribution; 0: none is."""
        if BEGUN.match(lines[number]):
            for length in range(1, BROKEN + 1):
                if ATTRIBUTION.fullmatch(" ".join(lines[number : number + length])[:1000]):
                    return length
        return int(bool(self.ours and self.ours.search(lines[number])))


def shape(address: str) -> str:
    """The pattern of an address, with or without what may be added to its local part."""
    local, _, host = address.rpartition("@")
    return rf"(?<![\w.+-]){re.escape(local)}(\W[\w.=-]{{0,64}})?@{re.escape(host)}(?![\w-])"


def heads(lines: Sequence[str], number: int) -> bool:
    """Whether the old mail begins here, with a line that says so or with its fields."""
    line = lines[number]
    if DIVIDER.fullmatch(line) or FORWARD.fullmatch(line):
        return True
    if not FIELD.match(line):
        return False
    near = [found[1].lower() for each in lines[number : number + NEAR] if (found := FIELD.match(each))]
    return len(set(near)) >= FIELDS


def cited_next(lines: Sequence[str], number: int) -> bool:
    """Whether the next line that is not empty is marked as quoted, or there is none."""
    following = next((line for line in lines[number:] if line.strip()), ">")
    return bool(CITED.match(following))
