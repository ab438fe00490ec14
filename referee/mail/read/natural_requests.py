"""What a player asks for in words of their own → the line that asks for the same: `ask for 2 days`, `resign`, `help`.

Pure: sentences in, canonical lines out. `requests.py` knows these lines; nothing is done here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from referee.mail.read.plain_lines import tidy_line
from referee.mail.read.request_words import ABANDON, BACK, DRAW, STOP, UNDO, is_to_all, request_in
from referee.mail.read.spoken_days import Phrasing, days_in
from referee.words import plain_letters


class Requests(NamedTuple):
    """Canonical lines, and the sentences that asked for nothing."""

    lines: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def kinds(self) -> frozenset[str]:
        """The first words of the lines: `ask`, `resign`, `say` …"""
        return frozenset(re.split(r"[ :]", each, maxsplit=1)[0] for each in self.lines)


NUMBERS = (
    "one a an another ein eine einen einem noch'n une un uno una",
    "two couple zwei zwo deux due",
    "three drei trois tre",
    "four vier quatre quattro",
    "five funf cinq cinque",
    "six sechs sei",
    "seven sieben sept sette",
    "eight acht huit otto",
    "nine neun neuf nove",
    "ten zehn dix dieci",
)
NUMBER = {name: number for number, names in enumerate(NUMBERS, 1) for name in names.split()}
COUNT = "|".join(["[0-9]{1,2}", *sorted(NUMBER, key=len, reverse=True)])
SPAN = re.compile(
    rf"\b(?P<count>{COUNT})(?: of)?(?: (?:whole|full|working|petits?|ganze|more|extra|additional|further"
    rf"|weitere[nr]?|zusatzliche[nr]?|mehr|autres?|altr[ioae]))?"
    r" (?P<unit>days?|tage?n?|jours?|giorn[io]|weeks?|wochen?|semaines?|settiman[ae]|hours?|stunden?|heures?"
    r"|or[ae])\b"
)
WEEKS = re.compile("week|woche|semaine|settiman")
HOURS = re.compile("hour|stunde|heure|or[ae]")
WANTS_TIME = Phrasing("wants_time")
ABOUT_TIME = re.compile(
    r"\b(?:more time|extra time|extension|extend|postpone|bit longer|mehr zeit|aufschub|verlanger\w*|etwas langer"
    r"|plus de temps|delai|prolong\w*|piu tempo|proroga\w*)\b"
)
UNTIL = re.compile(r"\b(?:until|till|til|by|bis|jusqu'?(?:au|a)|avant|fino|entro)\b")
AWAY = Phrasing("away")
AUTOMATIC = Phrasing("automatic")
"""The words of a program that answers for somebody who is away."""
RETURNED = Phrasing("back")
BEING = Phrasing("being")
"""Being somewhere else: from one day to another, nobody moves."""
LATER = re.compile(r"\b(?:will|'ll|werde|wird|serai|saro|when|wenn|sobald|quand|quando|until|bis|if|falls)\b")
RESIGN = Phrasing("resign")
AGREEMENTS = (Phrasing("draw"), "offer a draw"), (Phrasing("abandon"), "abandon game"), (Phrasing("undo"), "undo")
"""What the others may have to agree to, and the line that asks for it."""
NO = Phrasing("no")
"""Before these words nobody resigns for themselves."""
STOPPING = Phrasing("stop")
MODERATOR = Phrasing("moderator")
RULE = re.compile(
    r"\b(?:rules?|rulebook|regeln?|regelheft|regelwerk|reglement|regles?|regol[ae]|regolamento|spielregeln?|anleitung)\b"
)
RULE_NUMBER = re.compile(r"\b([a-z]{2,4}-[0-9]+(?:\.[0-9]+)*)\b")
RULE_ASKED = Phrasing("rule_asked")
SHOW = Phrasing("show")
ENTRY = re.compile(
    r"\b(?:entry|entries|eintrag|entree|voce|mossa|coup|move|zug) (?:no\.? |number |nr\.? |n[.o]? ?)?([0-9]{1,4})\b"
)
STATUS = Phrasing("status")
HELP = Phrasing("help")
SAYING = Phrasing("saying")
TELLING = Phrasing("telling")
SAYING_ALONE = re.compile(r"(?i)\s*(?:say|sag[est]*|dis|dites|dire|dici|di'?)\s*:\s*(?P<text>.+)$", re.DOTALL)
ALL = re.compile(
    r"all|alle|allen|everyone|everybody|others|tous|toutes|tutti|anderen|tout le monde|den anderen|"
    r"them|ihnen|leur|loro|les autres|gli altri|all the others|tous les autres|tutti gli altri|"
    r"allen anderen|alle anderen"
)
"""To whom words are said that everybody may read."""


def natural_requests(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests:
    """What sentences ask for; `seats` are what players are called, in plain letters → their seats."""
    if AUTOMATIC.search(" ".join(map(plain, sentences))):
        return Requests()
    whole = whole_request(sentences, seats, today)
    if whole:
        return whole
    lines, left = list[str](), list[str]()
    for each in sentences:
        line = talk_line(each, seats) or line_of(plain(each), today)
        (lines if line else left).append(line or each)
    return Requests(tuple(dict.fromkeys(lines)), tuple(left))


def plain(text: str) -> str:
    return " ".join(plain_letters(re.sub("-", "\u2010", tidy_line(text))).replace("\u2010", "-").split())


def whole_request(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests | None:
    """A request that takes all of the words: those for the moderator; days of absence, wherever the days are named."""
    text = plain(" ".join(sentences))
    if any(talk_line(each, seats).startswith("say to") for each in sentences):
        return None
    if any(is_own_wish(each, plain(one)) for one in sentences for each in (RESIGN, *(some for some, _ in AGREEMENTS))):
        return None
    if MODERATOR.search(text) and not SAYING_ALONE.match(sentences[0]):
        words = re.sub(
            r"(?i)^(?:to|an|à|a|al|all')\s*(?:the|den|die|le|la|l'|il)?\s*\w+\s*:\s*", "", " ".join(sentences)
        )
        return Requests((f"say to moderator: {words}",))
    line = absence_line(text, today)
    return Requests((line,)) if line else None


def absence_line(text: str, today: date) -> str:
    """The line of an absence, if the words name its days."""
    found = absence_days(text, today)
    is_away = AWAY.search(text) or (len(found) > 1 and BEING.search(text) and not WANTS_TIME.search(text))
    if not found or not is_away or (RETURNED.search(text) and len(found) < 2):
        return ""
    first, last = (
        (found[0], found[1]) if len(found) > 1 else (today, found[0]) if UNTIL.search(text) else (found[0], found[0])
    )
    return f"absent: {first} to {last}" if first <= last else ""


def absence_days(text: str, today: date) -> list[date]:
    """The first and the last day of an absence; only one where only one is named."""
    named = days_in(text, today)
    found = [each.day for each in named[:2]]
    if len(found) == 2 and RETURN.search(text[named[0].end : named[1].start]):
        found[1] -= timedelta(1)
    span = SPAN.search(text) if found or not time_line(text, today) else None
    if len(found) < 2 and span and not HOURS.match(span["unit"]) and not UNTIL.search(text):
        first = found[0] if found else today
        return [first, first + timedelta(days_of(span) - 1)]
    return found or week_named(text, today)


RETURN = re.compile(r"\b(?:back|return\w*|zuruck|wieder da|retour|rentre\w*|reviens|torn\w*|rientr\w*|ritorno)\b")
NEXT_WEEK = re.compile(
    r"\b(?:next week|nachste woche|kommende woche|semaine prochaine|prossima settimana|settimana prossima)\b"
)


def week_named(text: str, today: date) -> list[date]:
    """Monday and Sunday of the next week, where that is named."""
    monday = today + timedelta(7 - today.weekday())
    return [monday, monday + timedelta(6)] if NEXT_WEEK.search(text) else []


def days_of(span: re.Match[str]) -> int:
    """How many days a span is; hours are rounded up."""
    count = int(span["count"]) if span["count"].isdigit() else NUMBER[span["count"]]
    return count * 7 if WEEKS.match(span["unit"]) else -(-count // 24) if HOURS.match(span["unit"]) else count


PROPOSED = {STOP: "stop mail", UNDO: "undo", DRAW: "offer a draw", ABANDON: "abandon game", BACK: "back"}
"""What a line does no more where it is a question: `undo?`"""


def line_of(text: str, today: date) -> str:
    """The canonical line of a sentence in plain letters, or ""."""
    if "?" in text and (asked := request_in(text.replace("?", ""))) and asked.kind in PROPOSED:
        return PROPOSED[asked.kind]
    for phrases, line in AGREEMENTS:
        if is_own_wish(phrases, text):
            return line
    if is_resignation(text):
        return "resign"
    if STOPPING.search(text):
        return "stop mail"
    if time := time_line(text, today):
        return time
    if RETURNED.search(text) and not LATER.search(text):
        return "back"
    if (number := RULE_NUMBER.search(text)) and (RULE.search(text) or RULE_ASKED.search(text) or len(text.split()) < 3):
        return f"rules {number[1].upper()}"
    if RULE.search(text) and (RULE_ASKED.search(text) or len(text.split()) <= 2):
        return "rules"
    if STATUS.search(text):
        return "status"
    if found := SHOW.search(text):
        entry = found["entry"] or next((each[1] for each in ENTRY.finditer(text)), "")
        return f"show {entry}" if entry else "show"
    return "help" if HELP.search(text) else ""


def is_request(line: str, today: date) -> bool:
    """Whether a line asks for something."""
    return bool(line_of(plain(line), today)) or bool(MODERATOR.search(plain(line)))


def is_resignation(text: str) -> bool:
    return is_own_wish(RESIGN, text)


def is_own_wish(phrases: Phrasing, text: str) -> bool:
    """Whether a sentence has one of these phrases, and nothing before it that makes it somebody else's, or none."""
    found = phrases.search(text)
    return bool(found) and not NO.search(POLITE.sub("", text[: found.start()] if found else ""))


POLITE = re.compile(
    r"\b(?:could|can|would|will) you|\b(?:kannst|konntest) du|\b(?:konnen|konnten) sie|\b(?:pourriez|pouvez)-vous"
    r"|\b(?:peux|pourrais)-tu"
)
"""What is asked of the referee is the writer's own wish."""


def time_line(text: str, today: date) -> str:
    """The line that asks for time, in days; in words to the moderator where their number is not said."""
    found = SPAN.search(text)
    if found and WANTS_TIME.search(text):
        days = days_of(found)
        return f"ask for {days} day{'s' * (days > 1)}"
    until = days_in(text, today) if UNTIL.search(text) and WANTS_TIME.search(text) and not AWAY.search(text) else []
    if until and (days := (until[0].day - today).days) > 0:
        return f"ask for {days} day{'s' * (days > 1)}"
    return f"say to moderator: {text}" if ABOUT_TIME.search(text) else ""


def talk_line(sentence: str, seats: Mapping[str, str]) -> str:
    """`say: …` or `say to NAME: …` for words to others, with the name as it was written; "" for none.

    `say to all: …` stays as it is: a player may be called so.
    """
    found = SAYING.match(sentence)
    to, text = (found["to"], found["text"].strip()) if found else told_words(sentence, seats)
    if to:
        to = re.sub("(?i)^the (?!others)", "", to)
        if plain_letters(to) in seats or is_to_all(to):
            return f"say to {to}: {text}"
        return f"say: {text}" if ALL.fullmatch(plain_letters(to)) else ""
    alone = SAYING_ALONE.match(sentence)
    return f"say: {alone['text'].strip()}" if alone else ""


def told_words(sentence: str, seats: Mapping[str, str]) -> tuple[str, str]:
    """To whom somebody asks to tell something, and what; the longest name counts, since Anna Maria is not Anna."""
    found = TELLING.match(sentence)
    if not found:
        return "", ""
    words = found["text"].split()
    for length in range(min(3, len(words) - 1), 0, -1):
        name = " ".join([found["to"], *words[:length]]).rstrip(",:")
        if plain_letters(name) in seats:
            return name, re.sub("(?i)^(?:that|da(?:ss|ß)|que|che) ", "", " ".join(words[length:]))
    return found["to"], found["text"].strip()
