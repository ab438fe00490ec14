"""What a player may want in words of their own → the documented line that asks for it: `resign`, `help`.

Key words of the files of words are spotted, and nothing is understood. So nothing is done by these lines that would be
entered in a game: an answer offers them. Pure: sentences in, lines out.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import NamedTuple

from referee.mail.read.languages import language, language_codes, program_words, read_codes, read_words
from referee.mail.read.line_words import any_of, line_words, tidy_line
from referee.mail.read.request_words import (
    ABANDON,
    BACK,
    CONCEDE,
    DRAW,
    HELP,
    RESIGN,
    SHOW,
    STATUS,
    STOP,
    UNDO,
    is_to_all,
    request_in,
    talk_words,
    words_said,
)
from referee.mail.read.spoken_days import days_in
from referee.words import plain_letters


class Requests(NamedTuple):
    """Lines as they are documented, and the sentences that asked for nothing."""

    lines: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


LINES = {STOP: "stop mail", DRAW: "offer a draw", ABANDON: "abandon game"}
"""The documented lines that are not called like what they ask for."""
OWN_WISHES = (DRAW, ABANDON, UNDO, RESIGN, CONCEDE)
"""Topics of which only the writer's own wish counts."""
OTHER_WISHES = (STATUS, SHOW, HELP)
RULE_NUMBER = re.compile(r"\b([a-z]{2,4}-[0-9]+(?:\.[0-9]+)*)\b")


def natural_requests(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests:
    """What sentences ask for; `seats` are what players are called, in plain letters → their seats."""
    if is_automatic(" ".join(sentences)):
        return Requests()
    whole = whole_request(sentences, seats, today)
    if whole:
        return whole
    lines, left = list[str](), list[str]()
    for each in sentences:
        line = talk_line(each, seats) or line_of(each, today)
        if line.startswith("ask for") and not seats.keys().isdisjoint(text_in_blanks(each).split()):
            line = f"say to moderator: {each}"  # somebody else may need the time
        (lines if line else left).append(line or each)
        left += [each] if is_for_person(each, line) else []
    return Requests(tuple(dict.fromkeys(lines)), tuple(left))


def is_for_person(sentence: str, line: str) -> bool:
    """Whether a person reads a sentence, too, though a line answers it: the line may not say what its writer wants.

    `The map is too small` is no `show`.
    """
    is_told = line in OTHER_WISHES and not ("?" in sentence or is_about("asking", sentence))
    return line in ("help", "rules") or line.startswith("ask for") or (is_told and len(sentence.split()) >= LONG)


LONG = 5
"""So many words say more than that somebody wants to see the game."""


def is_automatic(text: str) -> bool:
    """Whether a program answers for somebody who is away, or could not deliver a mail."""
    return place_of(text, program_words("automatic")) >= 0


def whole_request(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests | None:
    """A request that takes all of the words: those for the moderator; days of absence, wherever the days are named."""
    if any(talk_line(each, seats).startswith("say to") or own_wish(each) for each in sentences):
        return None
    text = " ".join(sentences)
    if is_about("moderator", text) and not said_to_all(sentences[0]):
        return Requests((f"say to moderator: {without_address(text)}",))
    line = absence_line(text, today)
    time = time_line(text, today) if line and is_about("time", text) else ""
    return Requests((line, *filter(None, [time])), tuple(sentences) if time else ()) if line else None


def without_address(text: str) -> str:
    """Words without `To the moderator:` above them."""
    to, name = any_of(read_words("say_to")), any_of(read_words("moderator"))
    return re.sub(rf"(?i)^(?:{to}\s*)?{name}\s*:\s*", "", text)


def absence_line(text: str, today: date) -> str:
    """The line of an absence, if the words name its days."""
    found = absence_days(text, today)
    is_away = is_about("away", text) or (len(days_in(plain(text), today)) > 1 and not is_about("wanting", text))
    if not found or not is_away or (is_about("back", text) and len(found) < 2):
        return ""
    if len(found) > 1:
        first, last = found
    elif is_about("until", text):
        first, last = today, found[0]
    elif is_open_ended(plain(text), today):
        return ""  # nobody knows the last day
    else:
        first = last = found[0]
    return f"absent: {first} to {last}" if first <= last else ""


def is_open_ended(text: str, today: date) -> bool:
    """Whether a text names the first day alone: `from Monday`."""
    before = text[: days_in(text, today)[0].start].rstrip()
    return bool(re.search(rf"(?:^| ){any_of(read_words('from_day'))}$", before))


def absence_days(text: str, today: date) -> list[date]:
    """The first and the last day of an absence; only one where only one is named."""
    words = plain(text)
    named = days_in(words, today)
    found = [each.day for each in named[:2]]
    if len(found) == 2 and is_about("returning", words[named[0].end : named[1].start]):
        found[1] -= timedelta(1)
    span = spans(read_codes()[0]).search(words)
    if len(found) < 2 and span and not span["hours"] and not is_about("until", text):
        first = found[0] if found else today
        return [first, first + timedelta(days_of(span) - 1)] if found or not time_line(text, today) else []
    if not found and is_about("next_week", text):
        monday = today + timedelta(7 - today.weekday())
        return [monday, monday + timedelta(6)]
    return found


def spans(code: str) -> re.Pattern[str]:
    """A number of days, weeks or hours."""
    own = language(code)
    units = "|".join(f"(?P<{each}>{any_of(own.plain(each))})" for each in ("days", "weeks", "hours"))
    count = f"[0-9]{{1,2}}|{any_of(own.names_in_table('numbers'))}(?= )"
    return re.compile(rf"(?<!\s-)\b(?P<count>{count}) ?(?:{any_of(own.plain('more'))} )?(?:{units})\b")


def days_of(span: re.Match[str]) -> int:
    """How many days a span is; hours are rounded up."""
    numbers = language(read_codes()[0]).numbers_in_table("numbers")
    count = int(span["count"]) if span["count"].isdigit() else numbers[span["count"]]
    return count * 7 if span["weeks"] else -(-count // 24) if span["hours"] else count


PROPOSED = (STOP, UNDO, DRAW, ABANDON, BACK)
"""What a line does no more where it is a question or has courtesy beside it: `undo?`, `undo please`"""


def line_of(sentence: str, today: date) -> str:
    """The documented line for what a sentence may want, or ""."""
    bare = line_words(read_codes()[0]).endings.sub("", sentence.replace("?", "")).strip()
    if bare != sentence.strip() and (asked := request_in(bare)) and asked.kind in PROPOSED:
        return LINES.get(asked.kind, asked.kind)
    if line := own_wish(sentence):
        return line
    if is_about(STOP, sentence):
        return LINES[STOP]
    if time := time_line(sentence, today):
        return time
    if is_about("back", sentence):
        return "back"
    return rule_line(sentence) or show_line(sentence)


def rule_line(sentence: str) -> str:
    number, is_short = RULE_NUMBER.search(plain(sentence)), len(sentence.split()) < 3
    if not (number or is_about("rules", sentence)) or not (
        is_short or "?" in sentence or (number and is_about("rules", sentence)) or is_about("asking", sentence)
    ):
        return ""
    return f"rules {number[1].upper()}" if number else "rules"


def show_line(sentence: str) -> str:
    """The line that asks for the game as it is, or for help."""
    line = next((topic for topic in OTHER_WISHES if is_about(topic, sentence)), "")
    entry = re.search(rf"\b{any_of(read_words('entry'))} ?([0-9]{{1,4}})\b", plain(sentence)) if line == SHOW else None
    return f"show {entry[1]}" if entry else line


def is_request(line: str, today: date) -> bool:
    """Whether a line may ask for something."""
    return bool(line_of(line, today)) or is_about("moderator", line)


def own_wish(sentence: str) -> str:
    """The line for a wish that is the writer's own; nothing before it makes it somebody else's, or none."""
    for topic in OWN_WISHES:
        at = place_of(sentence, key_words(topic, read_codes()))
        if at >= 0 and is_own(text_in_blanks(sentence)[:at]):
            return LINES.get(topic, topic)
    return ""


def is_own(before: str) -> bool:
    """Whether no words before a wish make it somebody else's, or none; what is asked of the referee is one's own."""
    for each in read_words("polite"):
        before = before.replace(text_in_blanks(each), " ")
    return not is_about("not_own", before)


def time_line(sentence: str, today: date) -> str:
    """The line that asks for time; in words to the moderator where no number and no day is said."""
    is_wish = is_about("time", sentence)
    if is_wish or is_about("wanting", sentence):
        span = spans(read_codes()[0]).search(plain(sentence))
        if span and is_asked(plain(sentence), span):
            days = days_of(span)
            return f"ask for {days} day{'s' * (days > 1)}"
        is_until = not span and is_about("until", sentence) and not is_about("away", sentence)
        if is_until and (named := days_in(plain(sentence), today)) and named[0].day >= today:
            return f"ask for time until {named[0].day}"
    return f"say to moderator: {sentence}" if is_wish else ""


def is_asked(text: str, span: re.Match[str]) -> bool:
    """Whether time is asked for, and not only spoken of: `I can wait two more days`, `no need for two more days`."""
    before, rest = text[: span.start()], f"{text[: span.start()]} {text[span.end() :]}"
    return (is_about("wanting", rest) or is_about("time", rest)) and not is_about("no_time", before)


def is_about(topic: str, text: str) -> bool:
    """Whether a text has one of the key words of a topic."""
    return place_of(text, key_words(topic, read_codes())) >= 0


@cache  # a mail takes 20 ms longer without it
def key_words(topic: str, codes: Sequence[str]) -> tuple[str, ...]:
    """The key words of a topic in the language in which a mail is read."""
    own = language(codes[0])
    return own.table("wishes").get(topic) or own.words(topic)


def place_of(text: str, words: Sequence[str]) -> int:
    """Where the first of some words begins in `text_in_blanks`; -1 where there is none."""
    said = text_in_blanks(text)
    spelt = (text_in_blanks(each.rstrip("*"))[: -1 if each.endswith("*") else None] for each in words)
    found = map(said.find, spelt)
    return min((each for each in found if each >= 0), default=-1)


WORD = re.compile(r"[^\W_]+|[?]")


@lru_cache(256)  # a mail takes 10 ms longer without it
def text_in_blanks(text: str) -> str:
    """A text in plain letters, its words between blanks: `I'm back!` is ` i m back `."""
    return f" {' '.join(WORD.findall(plain_letters(tidy_line(text))))} "


def plain(text: str) -> str:
    return " ".join(plain_letters(re.sub("-", "\u2010", tidy_line(text))).replace("\u2010", "-").split())


def talk_line(sentence: str, seats: Mapping[str, str]) -> str:
    """`say: …` or `say to NAME: …` for words to others, with the name as it was written; "" for none.

    `say to all: …` stays as it is: a player may be called so.
    """
    sentence = informing().sub(lambda found: f"tell {found[found.lastgroup or 0]}", sentence)
    if found := named_saying().fullmatch(sentence):
        to, text = name_in(found["to"], seats), found["text"].strip()
        more = found["to"].strip().removeprefix(to)
        is_other = more and (is_to_all(to) or not set(text_in_blanks(more).split()).isdisjoint(read_words("doubts")))
        return f"say to {to}: {text}" if to and not is_other else ""  # not `everybody except Anna`
    if found := telling().fullmatch(sentence):
        said = found["text"].rstrip("? ") if is_about("polite", found["asked"]) else found["text"]
        to, text = told_words(found["to"], said.strip(), seats)
        return f"say to {to}: {text}" if to and not begins_with_doubt(text) else ""
    text = said_to_all(sentence)
    return f"say: {text}" if text else ""


def is_plain_talk(sentence: str, seats: Mapping[str, str]) -> bool:
    """Whether words to somebody begin behind a colon, a comma or a `that`, and are one statement.

    Whatever else is between a name and them may change them: `Tell Marta later: …`, `Tell Marta to hurry up`.
    """
    if words_said(sentence.lstrip()):
        return True
    sentence = informing().sub(lambda found: f"tell {found[found.lastgroup or 0]}", sentence)
    if found := named_saying().fullmatch(sentence):
        return name_in(found["to"], seats) == found["to"].strip()
    found = telling().fullmatch(sentence)
    if not found:
        return False
    words = [*sentence[found.start("to") :].split()]
    name = name_in(" ".join(each.rstrip(",:") for each in words[:4]), seats).split()
    text = " ".join(words[len(name) :])
    text = text.rstrip("? ") if is_about("polite", found["asked"]) else text
    begins = re.match(rf"(?i){talk_words('that', 'first_person')}(?!\w)|[\"\u201c\u201e\u00ab]", text)
    is_apart = begins or sentence[: found.start("to")].endswith("@") or words[len(name) - 1].endswith((",", ":"))
    is_one = "?" not in text and not re.search(r"[.!;]\s+\w", text)
    return bool(is_apart) and is_one and {*text_in_blanks(text).split()}.isdisjoint(read_words("doubts"))


def said_to_all(sentence: str) -> str:
    """The words of `say: …`; "" for any other sentence."""
    found = words_said(sentence.lstrip())
    return sentence.lstrip()[found.start(2) :].strip() if found and found[1] is None else ""


def begins_with_doubt(text: str) -> bool:
    """Whether words begin with a condition or a denial, which may be meant for us: `Tell Anna only if …`."""
    return plain_letters(re.split(r"[^\w']", text.strip(), maxsplit=1)[0]) in read_words("doubts")


def name_in(to: str, seats: Mapping[str, str]) -> str:
    """The name with which words begin, such as Bruno in `Bruno know`; "" where nobody is called so, or two are named.

    `Bruno and Anna` are two.
    """
    words = to.split()
    for length in range(len(words), 0, -1):
        name, after = " ".join(words[:length]), words[length : length + 2]
        if plain_letters(name) in seats or is_to_all(name):
            is_linked = after[:1] in [[each] for each in (*read_words("connectives"), "&")]
            return "" if is_linked and plain_letters(after[-1]) in seats else name
    return ""


def told_words(to: str, text: str, seats: Mapping[str, str]) -> tuple[str, str]:
    """To whom somebody asks to tell something, and what; the longest name counts, since Anna Maria is not Anna."""
    words = [to, *text.split()]
    name = name_in(" ".join(each.rstrip(",:") for each in words[:4]), seats)
    rest = " ".join(words[len(name.split()) :])
    return name, re.sub(rf"(?i)^{talk_words('that')}\s+", "", rest)


@cache  # each sentence of a mail takes 2 ms longer without it
def named_saying() -> re.Pattern[str]:
    """`Please say to Bruno: …`, `to Bruno: …`"""
    talk, to, before = talk_words("say", "tell"), talk_words("say_to"), talk_words(*BEFORE_TALK)
    return re.compile(
        rf"(?si)\s*(?:{before},? )*(?:{talk}\s+(?:{to}\s+)?|{to} (?=[^:]{{2,20}}:))(?P<to>[^\W\d_][\w'. -]{{0,24}}?)"
        r"\s*(?::|\s-\s|\s–\s|,\s(?=\"))\s*(?P<text>.+)"
    )


@cache  # each sentence of a mail takes 2 ms longer without it
def telling() -> re.Pattern[str]:
    """`Tell Bruno that …`, `@Bruno …`"""
    tell, to, before = talk_words("tell"), talk_words("say_to"), talk_words(*BEFORE_TALK)
    asked = rf"(?P<asked>(?:{before},? )*)"
    return re.compile(rf"(?si)\s*{asked}(?:{tell} (?:{to} )?|@)(?P<to>[^\W\d_][\w'-]*),? (?P<text>.{{3,}})")


def informing() -> re.Pattern[str]:
    """`Let Bruno know …`"""
    phrases = [each.split("{name}") for code in language_codes() for each in language(code).words("inform")]
    name = r"[^\W\d_][\w'. -]{0,24}?"
    ways = [
        f"{any_of([one])}(?P<to_{n}>{name}){any_of([other]) if other else ''}" for n, (one, other) in enumerate(phrases)
    ]
    return re.compile(rf"(?i)\b(?:{'|'.join(ways)})(?=\W)")


BEFORE_TALK = ("connectives", "polite", "endings")
"""What may be before `tell`: `and please`."""
