"""Random mails about a move, of many families, in four languages: each with what it means by the way it is made.

The words stand in `made/` and here alone. They were written without a look at the program's lists.
"""

import os
import random
import re
import string
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from replies_gmail import GMAIL_ATTRIBUTIONS
from replies_outlook import OUTLOOK_HEADS

LANGUAGES = ("en", "de", "it", "fr")
MODERATOR = "Sam"
Words = Mapping[str, Any]


@cache
def words_of(language: str) -> Words:
    """The words of a language: `moves`, `beside`, `around`, `apart`, `courtesy`, `signs`, `words`."""
    text = (Path(__file__).parent / "made" / f"{language}.yaml").read_text("utf-8")
    found: Words = yaml.safe_load(text)
    return found


def random_seed() -> str:
    """Another one each time; the same where tests must not differ, or where SEED names one."""
    return os.environ.get("SEED") or ("1" if "CI" in os.environ else str(random.SystemRandom().randrange(2**32)))


class Part(NamedTuple):
    """A part of a move: the field of a move that it stands in, its line there, and what sentences are made of."""

    field: str
    line: str
    kind: str
    values: Mapping[str, str]


class Scene(NamedTuple):
    """Where mails are written: the head of a block, the e-mail that is answered, who plays, pairs of legal parts."""

    language: str
    head: str
    letter: str
    own: str
    other: str
    towns: Mapping[str, str]
    pairs: Sequence[tuple[Part, Part]]
    draws: Sequence[Part]


class Mail(NamedTuple):
    """A mail: how it was made, its text, what of it must be accounted for, and what it means.

    typed   the words of its writer without courtesy, signatures, what mail programs add, and the parts of a move
    parts   each part of a move as it was typed, and its line in the notation
    meant   the parts that are to be recorded; of a documented line, the kind of the entry; (): nothing
    shape   `text`, `html` or `flowed`
    """

    family: str
    place: str
    language: str
    text: str
    typed: str
    parts: tuple[tuple[str, str], ...] = ()
    meant: tuple[Part, ...] | str = ()
    shape: str = "text"


PLACES = {
    "own line between": "{one}\n{word}\n{two}\n",
    "own line above": "{word}\n{one}\n",
    "own line below": "{one}\n{word}\n",
    "paragraph above": "{word}\n\n{one}\n{two}\n",
    "paragraph below": "{one}\n\n{word}\n",
    "below a thank": "{one}\n\n{thanks}\n{word}\n",
    "with a thank": "{one}\n\n{thanks} {word}\n",
    "below the name": "{one}\n\n{own}\n\nPS: {word}\n",
    "end of a line": "{one} {word}\n",
    "end of the first line": "{one} {word}\n{two}\n",
    "start of a line": "{one}\n{word} {two}\n",
    "start of the only line": "{word} {one}\n",
    "between two in a line": "{plain1} {word} {plain2}\n",
    "between commas": "{plain1}, {word}, {plain2}\n",
    "between dashes": "{one} - {word} - {two}\n",
    "between two statements": "{said1}\n{word}\n{said2}\n",
    "between two sentences": "{said1}. {word} {said2}.\n",
    "behind a statement": "{said1} {word}.\n",
    "before a statement": "{word}, {said1}.\n",
    "next to a greeting": "{hello} {word}\n{one}\n",
    "trailing in a block": "{trailing}",
    "leading in a block": "{leading}",
    "line of a block": "{line}",
    "bare line of a block": "{bare}",
    "comment of a block": "{comment}",
    "comment behind": "{behind}",
    "above a block": "{word}\n\n{block}",
    "below a block": "{block}\n{word}\n",
    "above a block and a thank": "{word}\n\n{block}\n{thanks}\n",
    "beside a word to all": "say: Good luck!\n\n{word}\n\n{block}",
}
"""Where a word may be that makes a move doubtful."""
DRESSES = ("{}", "{}", "{}", "{}:", "{}...", "- {}", "({})", "{}!", "{},", "… {}", "* {}", "> {}"[2:], "{} ...", "/ {}")
BULLETS = ("", "", "- ", "* ", "• ", "– ", "{n}. ", "{n}) ", "   ")
JOINS = {"en": (" and ", ", then ", ". "), "de": (" und ", ", dann ", ". "), "it": (" e ", ", poi ", ". ")}
JOINS["fr"] = (" et ", ", puis ", ". ")
OTHER_GAMES = (
    "e2e4",
    "Qxf7+ mate",
    "build tower of Hanoi",
    "pass the parcel",
    "bid 3 hearts",
    "A Bel - Mun",
    "12-8 6-5",
)
COMMANDS = {
    "absent: 2026-12-24 to 2027-01-02": "absent",
    "absent: 24.12.2026 - 2.1.2027": "absent",
    "say: Good luck to all of you!": "talk",
    "help": "", "status": "", "show": "", "ask for 2 days": "", "say to moderator: The score is wrong.": "",
}  # fmt: skip
"""Documented lines, each with the kind of the entry that it makes."""


class Writer:
    """Writes mails of one scene."""

    def __init__(self, chance: random.Random, scene: Scene) -> None:
        self.chance, self.scene, self.words = chance, scene, words_of(scene.language)
        self.said: list[tuple[str, str]] = []

    def mails(self) -> Iterator[Mail]:
        """Endless mails: a part of them means a move, most must not be recorded."""
        kinds = (self.plain, self.plain, self.beside, self.beside, self.around, self.unknown, self.odd, self.apart)
        while True:
            self.said.clear()
            yield self.chance.choice(kinds)()

    def plain(self) -> Mail:
        """A mail that means exactly one move."""
        return self.chance.choice((self.lines, self.statement, self.statement, self.fence, self.command))()

    def lines(self) -> Mail:
        pair = self.pair()
        bullet = self.chance.choice(BULLETS)
        said = [f"{bullet.format(n=n)}{self.notation(part)}" for n, part in enumerate(pair, 1)]
        return self.dressed_mail("lines", "alone", "\n".join(said), pair)

    def statement(self) -> Mail:
        pair = self.pair()
        said = [self.capital(self.form(part, "plain")) for part in pair]
        ways = {"a line each": "\n".join(said), "sentences": " ".join(f"{each}." for each in said)}
        joined = said[0] + "".join(self.chance.choice(JOINS[self.scene.language]) + low(each) for each in said[1:])
        place = self.chance.choice((*ways, "joined", "wrapped"))
        text = ways.get(place) or (joined if place == "joined" else textwrap.fill(joined, self.chance.randint(56, 72)))
        return self.dressed_mail("statement", place, text, pair)

    def fence(self) -> Mail:
        pair = self.pair()
        return self.dressed_mail("block", "fenced", self.block([each.line for each in pair], pair), pair)

    def command(self) -> Mail:
        line = self.chance.choice([*COMMANDS])
        return self.dressed_mail("command", "alone", line, COMMANDS[line], shapes=("text",))

    def beside(self) -> Mail:
        """A doubtful word beside or inside a move."""
        family = self.chance.choice([*self.words["beside"]])
        return self.at_place(family, self.pick(self.words["beside"][family]))

    def unknown(self) -> Mail:
        """A word that is on no list: of random letters, or about something else."""
        others = words_of(self.chance.choice(LANGUAGES))["words"].split()
        letters = "".join(self.chance.choices(string.ascii_lowercase, k=self.chance.randint(3, 9)))
        said = self.chance.choice((letters, " ".join(self.chance.sample(others, self.chance.randint(1, 3)))))
        return self.at_place("unknown", said)

    def around(self) -> Mail:
        """A sentence about a move that must not be played."""
        family = self.chance.choice([*self.words["around"]])
        frame = self.pick(self.words["around"][family])
        one, two = self.chance.choice(self.scene.pairs)
        if "2}" not in frame:
            one = self.pair()[0]
        forms = {form: self.form(one, form) for form in ("plain", "do", "past", "noun", "other")}
        forms |= {f"{form}2": self.form(two, form) for form in ("plain", "do", "noun")}
        said = frame.format(**forms, name=self.scene.other)
        return self.dressed_mail(family, "sentence", self.capital(said), ())

    def apart(self) -> Mail:
        """Words without a move."""
        family = self.chance.choice([*self.words["apart"]])
        said = self.pick(self.words["apart"][family]).format(name=self.scene.other, someone=MODERATOR)
        return self.dressed_mail(family, "alone", said, ())

    def odd(self) -> Mail:
        """Two blocks, moves of another game, struck words, a question mark."""
        one, two = self.chance.choice(self.scene.pairs)
        first, second = self.block([one.line], [one]), self.block([two.line], [two])
        odd = {
            "second block": f"{first}\n{second}",
            "block and another line": f"{first}\n{self.notation(two)}\n",
            "line and another block": f"{self.notation(two)}\n\n{first}",
            "block and a statement": f"{self.form(two, 'plain')}\n\n{first}",
            "game in a line": f"{self.notation(one)}\n{self.chance.choice(OTHER_GAMES)}\n",
            "game above a block": f"{self.chance.choice(OTHER_GAMES)}\n\n{first}",
            "game in a block": first.replace("-----END", f"  - {self.chance.choice(OTHER_GAMES)}\n-----END"),
        }
        place = self.chance.choice([*odd, "struck"])
        if place == "struck":
            body = f"<div><s>{escape(self.notation(one))}</s></div><div>{escape(self.notation(two))}</div>"
            parts = tuple(self.said[-2:])
            return Mail("odd", place, self.scene.language, body, "", parts, (), "html")
        return self.dressed_mail("odd", place, odd[place], ())

    def at_place(self, family: str, word: str) -> Mail:
        pair = self.chance.choice(self.scene.pairs)
        place = self.chance.choice([*PLACES])
        word = self.chance.choice((word, word, self.capital(word), word.upper()))
        word = self.chance.choice(DRESSES).format(word)
        one, two = pair
        block, exact = self.block([one.line, two.line], pair), one.line
        single = self.block([one.line], [one])
        facts = {
            "trailing": block.replace(exact, f"{exact}  {word}", 1),
            "leading": single.replace(exact, f"{word} {exact}", 1),
            "line": self.block([one.line, word, two.line], [one, one._replace(field="actions"), two]),
            "bare": single.replace("-----END", f"{word}\n-----END"),
            "comment": single.replace("actions:\n", f"actions:\n  # {word}\n", 1),
            "behind": block.replace(exact, f"{exact}  # {word}", 1),
            "block": block,
            "one": self.notation(one),
            "two": self.notation(two),
            "plain1": self.note(one.line.replace(":", ""), one),
            "plain2": self.note(two.line.replace(":", ""), two),
            "said1": self.capital(self.form(one, "plain")),
            "said2": self.form(two, "plain"),
        }
        empty = {"thanks": "", "hello": "", "own": ""}
        courtesy = {**empty, "own": self.scene.own, **{name: self.polite(name) for name in ("hello", "thanks")}}
        text = PLACES[place].format(word=word, **facts, **courtesy)
        typed, parts = self.apart_from_moves(PLACES[place].format(word=word, **facts, **empty).replace("PS: ", ""))
        return Mail(family, place, self.scene.language, self.around_own(text), typed, parts)

    def pair(self) -> tuple[Part, ...]:
        if self.scene.draws and self.chance.random() < 0.15:
            return (self.chance.choice(self.scene.draws),)
        pair = self.chance.choice(self.scene.pairs)
        return pair[: self.chance.choice((1, 2, 2))]

    def pick(self, words: str) -> str:
        return self.chance.choice(words.split("|"))

    def polite(self, kind: str) -> str:
        return self.pick(self.words["courtesy"][kind]).format(name=self.scene.other, someone=MODERATOR)

    def capital(self, text: str) -> str:
        return text[:1].upper() + text[1:] if self.chance.random() < 0.7 else text

    def form(self, part: Part, form: str) -> str:
        """A part in words, as an infinitive, a statement, in the past …; with the name of a place now and then."""
        values = dict(part.values)
        if values.get("at") in self.scene.towns and self.chance.random() < 0.4:
            values["at"] = self.scene.towns[values["at"]]
        return self.note(self.pick(self.words["moves"][part.kind][form]).format(**values), part)

    def note(self, said: str, part: Part) -> str:
        """Keep how a part is typed."""
        self.said.append((said, part.line))
        return said

    def apart_from_moves(self, own: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """A text without the parts of moves in it and the lines that the e-mail has; and these parts."""
        left, found = " ".join(self.without_head(own).split()), list[tuple[str, str]]()
        for said, line in sorted(self.said, key=lambda each: -len(each[0])):
            at = left.lower().find(said.lower())
            if at >= 0:
                left = f"{left[:at]} {left[at + len(said) :]}"
                found.append((said, line))
        return left, tuple(found)

    def notation(self, part: Part) -> str:
        """A line of the notation as people type it."""
        line = part.line
        if part.field == "market":
            line = f"market: {line}" if self.chance.random() < 0.5 else f"market {line.replace(':', '')}"
        elif part.values.get("at") in self.scene.towns and part.kind == "city" and self.chance.random() < 0.3:
            line = f"city: {self.scene.towns[part.values['at']]}"
        elif "{" not in line and self.chance.random() < 0.5:
            line = line.replace(":", "")
        if "{" not in line:
            line = self.chance.choice((line, line, self.capital(line), line.upper(), line + "."))
        return self.note(line, part)

    def block(self, lines: Sequence[str], parts: Sequence[Part]) -> str:
        acted = [line for line, part in zip(lines, parts, strict=True) if part.field == "actions"]
        self.said += [(part.line, part.line) for part in parts]
        rest = [f"{part.field}: {{{line}}}" for line, part in zip(lines, parts, strict=True) if part.field != "actions"]
        body = [self.scene.head, "actions:" if acted else "actions: []", *(f"  - {each}" for each in acted), *rest]
        return "\n".join(["-----BEGIN MOVE-----", *body, "-----END MOVE-----", ""])

    def without_head(self, text: str) -> str:
        """A text without the lines of blocks that the e-mail has: nobody typed them."""
        head = {*self.scene.head.split("\n"), "-----BEGIN MOVE-----", "-----END MOVE-----", "actions:", "actions: []"}
        return "\n".join(each for each in text.split("\n") if each not in head)

    def dressed_mail(
        self,
        family: str,
        place: str,
        own: str,
        meant: tuple[Part, ...] | str,
        shapes: Sequence[str] = ("text", "text", "html", "flowed"),
    ) -> Mail:
        """A mail with courtesy above and below, a signature, the old e-mail: some of it, as it comes."""
        shape = self.chance.choice(shapes)
        text = own.rstrip()
        if self.chance.random() < 0.4:
            text = f"{self.polite('hello')}\n\n{text}"
        if self.chance.random() < 0.4:
            text = f"{text}\n\n{self.polite('thanks')}"
            if self.chance.random() < 0.6:
                text = f"{text}\n{self.scene.own}"
        text = self.around_own(f"{text}\n", is_marked=shape == "html")
        text = (
            "".join(f"<div>{escape(each) or '<br>'}</div>\n" for each in text.split("\n")) if shape == "html" else text
        )
        typed, parts = self.apart_from_moves(re.sub(r"(?m)^\s*\d+[.)] ", "", own))
        return Mail(family, place, self.scene.language, text, typed, parts, meant, shape)

    def around_own(self, text: str, *, is_marked: bool = False) -> str:
        """The text, with what a mail program adds."""
        language = self.scene.language
        if self.chance.random() < 0.25:
            text = f"{text}\n{self.chance.choice(self.words['signs']).format(own=self.scene.own)}\n"
        old = "\n".join(f"> {line}".rstrip() for line in self.scene.letter.split("\n"))
        way = self.chance.choice(("", "", "", "gmail", "gmail", "outlook", "divider", "bottom"))
        if way == "gmail":
            return f"{text}\n{GMAIL_ATTRIBUTIONS[language]}\n\n{old}\n"
        if way == "bottom":
            return f"{GMAIL_ATTRIBUTIONS[language]}\n{old}\n\n{text}"
        if way in ("outlook", "divider") and not is_marked:
            rule = "_" * 32 + "\n" if way == "divider" else ""
            return f"{text}\n{rule}{OUTLOOK_HEADS[language]}\n{self.scene.letter}\n"
        return text


def low(text: str) -> str:
    return text[:1].lower() + text[1:]
