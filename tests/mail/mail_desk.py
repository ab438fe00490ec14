"""A desk at which many mails are handled by the real `receive`, one after the other, each in the same game.

Delivery is cut off. What a mail changes is put back before the next.
"""

import json
import os
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator
from email.message import EmailMessage
from html import unescape
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import natural_mails as mails
import yaml
from made_mails import LANGUAGES, MODERATOR, Mail, Part, Scene, Writer, words_of

from referee.app.look.game_views import lawful, written_parts
from referee.mail.act import replies
from referee.mail.act.heard_mail import MailAnswer
from referee.mail.read.natural_requests import named_saying
from referee.mail.write import addresses
from referee.words import Phrase, say, speaking, term

GAMES: dict[str, dict[str, tuple[int, ...]]] = {
    "magna-grecia": {"bruttium-2": (2, 4, 5, 6, 7, 11), "mezzogiorno-4": (2, 6, 9)},
    "attika": {"rhombus-2": (2, 4), "quadrilateral-4": (2, 4)},
}
"""Title → sample games with entries: the seat of such an entry writes, in answer to the e-mail before it."""
DRAW = "draw"
"""What turns a tile over: nothing may follow it but what is done with the tile."""
PAIRS, TRIED = 12, 200
"""Pairs of legal parts in a scene, and how many pairs are tried for it."""


class Outcome(NamedTuple):
    """What became of a mail.

    changed   what it recorded or changed: kinds of entries, and names of other files
    is_meant  whether this is what it means
    answered  whether there was an answer at all, and `offers`, a block, a question or a word to reply in it
    lost      its typed words that are nowhere: not recorded, not quoted back, not passed on
    """

    mail: Mail
    changed: tuple[str, ...]
    is_meant: bool
    answered: bool
    offers: bool
    lost: tuple[str, ...]
    says: str

    @property
    def is_wrong(self) -> bool:
        """Whether something is recorded that was not meant."""
        return bool(self.changed) and not self.is_meant


class MailDesk:
    """The desk of one scene, in the current folder, which is empty before. It is `at` an entry of a game, or at any."""

    def __init__(self, title: str, language: str, chance: random.Random, at: tuple[str, int] | None = None) -> None:
        any_one = chance.choice([(id, each) for id, entries in GAMES[title].items() for each in entries])
        id, before = at or any_one
        game = f"games/{id}/log.yaml"
        seat = yaml.safe_load(mails.documents(game)[before])["seat"]
        Path("referee.toml").write_text(f'{mails.TOML}moderator = "{MODERATOR} <sam@example.org>"\n')
        item = {"game": game, "before": before, "seat": seat, "language": language, "mail": {"text": ""}}
        self.desk, self.title = mails.Desk(item), title
        self.first = self.desk.game().log.last
        self.kept = files()
        self.states: dict[tuple[str, ...], object] = {}
        self.writer = Writer(chance, self.scene(language, chance))

    def scene(self, language: str, chance: random.Random) -> Scene:
        desk, game = self.desk, self.desk.game()
        tag = addresses.reply_tag(mails.KEY, desk.id, desk.seat, self.first, desk.kept.addresses[desk.seat])
        letter = desk.pieces(game, tag)["quoted-plain"]
        other = next(name for seat, name in game.players.items() if seat != desk.seat)
        head = f"game: {desk.id}\nafter: {self.first}\nseat: {desk.seat}"
        towns = {str(at): str(name) for name, at in game.book.show().places(game.position).items() if len(at) < 4}
        scene = Scene(language, head, letter, game.players[desk.seat], other, towns, (), ())
        draws = tuple(each for each in self.parts(language) if each.kind == DRAW)
        return scene._replace(pairs=tuple(islice(self.pairs(scene, chance), PAIRS)), draws=draws)

    def parts(self, language: str) -> list[Part]:
        game = self.desk.game()
        found = [each for single in islice(lawful(game), 300) for each in written_parts(game.book.id, single.move)]
        return [part for each in dict.fromkeys(found) if (part := part_of(*each, language))]

    def pairs(self, scene: Scene, chance: random.Random) -> Iterator[tuple[Part, Part]]:
        """Pairs of parts that may be played one after the other now, and the first alone, too."""
        parts = self.parts(scene.language)
        kinds = sorted({each.kind for each in parts})
        for _ in range(TRIED if kinds else 0):
            one, two = (
                chance.choice([part for part in parts if part.kind == kind]) for kind in chance.choices(kinds, k=2)
            )
            both = [(one, two), (one,)]
            if (
                one.field == "actions"
                and one != two
                and DRAW not in (one.kind, two.kind)
                and all(map(self.is_legal, both))
            ):
                yield one, two

    def is_legal(self, parts: tuple[Part, ...]) -> bool:
        return not isinstance(self.state(parts), str)

    def state(self, parts: tuple[Part, ...]) -> object:
        """What parts make of the game when they are sent in strict notation; a text: they are refused."""
        key = tuple(each.line for each in parts)
        if key not in self.states:
            acted = [f"- {each.line}\n" for each in parts if each.field == "actions"]
            rest = [f"{each.field}: {{{each.line}}}\n" for each in parts if each.field != "actions"]
            found = mails.expected_state(self.desk, "".join(["actions:\n", *acted, *rest]), self.first)
            self.states[key] = found[0] if len(found) == 1 else found
            put_back(self.kept)
        return self.states[key]

    def put_back(self) -> None:
        """Undo what a mail did."""
        put_back(self.kept)
        notes()

    def outcomes(self, number: int) -> Iterator[Outcome]:
        return map(self.handle, islice(self.writer.mails(), number))

    def handle(self, mail: Mail) -> Outcome:
        seen = mails.handle(self.desk, self.raw(mail))
        after = files()
        changed = tuple(name for name in sorted({*after, *self.kept}) if after.get(name) != self.kept.get(name))
        log = f"games/{self.desk.id}/log.yaml"
        entries = self.desk.game().log.entries_after(self.first) if log in changed else []
        is_meant = self.is_meant(mail, [each for each in entries if each.get("seat") == self.desk.seat])
        passed = [*entries, *(after[name].decode("utf-8", "replace") for name in changed if "/talk/" in name), *notes()]
        if changed:
            put_back(self.kept)
        lost = tuple(lost_words(mail, found_words(seen, passed)))
        kinds = tuple(str(each["kind"]) for each in entries)
        other = tuple(each for each in changed if each != log and "/talk/" not in each)
        says = "\n".join(str(each) for answer in seen.answers for each in (*answer.opening, *answer.refused))
        return Outcome(mail, (*kinds, *other), is_meant, bool(seen.answers), any(map(offers, seen.answers)), lost, says)

    def is_meant(self, mail: Mail, entries: list[object]) -> bool:
        if isinstance(mail.meant, str):
            return [each["kind"] for each in entries] == [mail.meant]  # type: ignore[index]
        return bool(mail.meant) and mails.state_of(self.desk.game()) == self.state(mail.meant)

    def raw(self, mail: Mail) -> bytes:
        desk = self.desk
        tag = addresses.reply_tag(mails.KEY, desk.id, desk.seat, self.first, desk.kept.addresses[desk.seat])
        message = EmailMessage()
        message["From"], message["Message-ID"] = desk.kept.addresses[desk.seat], "<1@example.net>"
        message["To"] = addresses.reply_address(mails.REFEREE, "+", addresses.ReplyToken(desk.id, self.first, tag))
        if mail.shape == "html":
            message.set_content(mail.text, subtype="html")
        else:
            message.set_content(mail.text, cte="8bit")
        if mail.shape == "flowed":
            message.set_param("format", "flowed")
        return message.as_bytes()


def part_of(field: str, line: str, language: str) -> Part | None:
    """A part as sentences need it; None of one that only the notation has."""
    line = line.replace('"', "")
    kind, _, value = line.partition(": ")
    if field == "market":
        return Part(field, line, "market" if kind == "build" else "sell", {"at": value})
    if field != "actions":
        return None
    if kind == "city":
        return Part(field, line, kind, {"at": value})
    if kind == "road" and (found := re.fullmatch(r"(\w+) (\w+)-(\w+)", value)):
        at, one, two = found.groups()
        return Part(field, line, kind, {"at": at, "edges": f"{one}-{two}", "from": one, "to": two})
    if kind == "resupply" and (found := re.fullmatch(r"\{road: ([2-9]), city: ([2-9])\}", value)):
        return Part(field, line, kind, {"roads": found[1], "cities": found[2]})
    if kind == "build" and (found := re.fullmatch(r"([\w-]+) at (\w+)", value)):
        with speaking(language):
            return Part(
                field, line, kind, {"building": str(say("{building}", building=term(found[1]))), "at": found[2]}
            )
    if kind == "draw" and value.isdigit():
        return Part(field, line, kind, {"stack": value})
    return None


NOT_OWN = (("private", "mail"), ("private", "summaries"))
"""Folders of the mails themselves, and of what can be made again."""


def files() -> dict[str, bytes]:
    """What mails may change: the game, and what is kept of it in private. Not the mails themselves."""
    found = [path for top in ("games", "private") for path in Path(top).rglob("*") if path.is_file()]
    own = [path for path in found if path.parts[:2] not in NOT_OWN and not path.name.startswith(".")]
    return {path.as_posix(): path.read_bytes() for path in own if path.suffix != ".lock"}


def put_back(kept: dict[str, bytes]) -> None:
    for name in files():
        if name not in kept:
            os.unlink(name)
    for name, content in kept.items():
        if not os.path.exists(name) or Path(name).read_bytes() != content:
            Path(name).write_bytes(content)


def notes() -> list[str]:
    """What the moderator is to read, which is taken away; and the mails that were handled."""
    found = [json.loads(each.read_text("utf-8"))["text"] for each in Path("private/mail/moderator").glob("*.note")]
    for path in Path("private/mail").rglob("*"):
        if path.is_file():
            path.unlink()
    return found


def facts_of(answer: MailAnswer) -> Iterator[object]:
    """What an answer says that the program did not know by itself: facts of its sentences, refusals, blocks."""
    for each in answer.opening:
        yield from facts_in(each)
    yield from map(replies.refusal_of, answer.refused)
    yield from (*answer.readings, answer.draft)


def facts_in(phrase: object) -> Iterator[object]:
    if not isinstance(phrase, Phrase):
        yield phrase
        return
    for fact in phrase.facts.values():
        for each in fact if isinstance(fact, tuple | list) and not isinstance(fact, Phrase) else (fact,):
            yield from facts_in(each)


def text_of(fact: object) -> str:
    return yaml.safe_dump(fact, allow_unicode=True, width=10_000) if isinstance(fact, dict) else str(fact)


def offers(answer: MailAnswer) -> bool:
    """Whether an answer shows how to go on: a block, a question, a word to reply, or what is wrong and why."""
    text = "\n".join(map(str, answer.opening))
    return bool(answer.readings or answer.refused or "?" in text or "`" in text)


def words_in(text: str) -> list[str]:
    """The words of a text, as they are compared: without capitals and accents."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.replace("\u2019", "'"))


def found_words(seen: mails.Watched, passed: Iterable[object]) -> set[str]:
    """The words of what was recorded or passed on, of the lines that were acted on, and of what answers repeat."""
    said = [each for answer in seen.answers for each in facts_of(answer)]
    return {*words_in("\n".join([*map(text_of, said), *map(text_of, passed), *seen.lines]))}


def lost_in(item: mails.Item) -> list[str]:
    """The lines of a stored mail of which words are lost, in the current folder, which is empty before."""
    Path("referee.toml").write_text(f'{mails.TOML}moderator = "{MODERATOR} <sam@example.org>"\n')
    desk = mails.Desk(item)
    first = desk.game().log.last
    seen = mails.handle(desk, desk.mail())
    game = desk.game()
    talk = [each.read_text("utf-8") for each in Path(f"private/{desk.id}").glob("talk/*/*")]
    found = found_words(seen, [*game.log.entries_after(first), *talk, *notes()])
    if item["kind"] == "one meaning" and mails.judged(desk, item, seen, game, first)[0] in (mails.RIGHT, mails.OFFERED):
        return []
    found |= {*words_in(" ".join([*game.players.values(), *polite_words(), POLITE]))}
    is_offered = game.log.last > first or any(answer.readings for answer in seen.answers)
    lost = [each for each in typed_lines(item) if not is_found(each, found)]
    return [each for each in lost if not (is_offered and has_place(each, found))]


POLITE = """again all afternoon coucou thx ecco la mia mossa here we go finally ok my turn at last theano whitcombe lg
vg servus bonsoir à tous voici mon coup referee bisous buona giornata miteinander there xx bonne journée d l t c pass
avance hiya goes mit freundlichen grüßen yours m dici tutti"""
"""Other courtesy of the stored mails, and names of their writers."""


def is_found(line: str, found: set[str]) -> bool:
    return {*words_in(line)} <= found


def has_place(line: str, found: set[str]) -> bool:
    """Whether all numbers and places of a line are found: it was read in another language."""
    places = " ".join(re.findall(r"\b\w*\d\w*", line))
    return bool(places) and is_found(places, found)


def polite_words() -> Iterator[str]:
    for language in LANGUAGES:
        yield from words_of(language)["courtesy"].values()


def typed_lines(item: mails.Item) -> Iterator[str]:
    """What the writer of a stored mail typed: no quotes, no signature, nothing that a program adds."""
    body = item["mail"]
    text = re.sub(r"<blockquote.*?</blockquote>", "", body.get("html", body.get("text", "")), flags=re.DOTALL)
    for line in re.sub(r"<[^>]+>", "\n", text).split("\n"):
        if re.match(r"-- ?$|_{5,}|-{4,} ?\w+ ", line.strip()):
            return
        if not ADDED.match(line):
            said = named_saying().fullmatch(unescape(line))
            yield said["text"] if said else unescape(SAYS.sub("", line))


ADDED = re.compile(
    r"(?i)\s*(>|.*\{\{|game:|after:|head:|seat:|from:|to:|sent:|von:|p\.?\w*\{|get outlook|sent from|gesendet|envoyé"
    r"|inviato da|von meinem .* ges|\W*(begin|end) ?move|\W+(begin|end)\b|on \w{3}, |am \S+ |le \w{3}\. |.*:\s*$"
    r"| Referee$)"
)
"""What no person types: quotes, the head of a block, what programs put around answers."""
SAYS = re.compile(r"(?i)^\s*(\(?\d+[.)] |(say|sage?|dis|dici|di'?)\b[^:]*:)")


def lost_words(mail: Mail, found: set[str]) -> Iterator[str]:
    """The words of a mail that were not found; a part of a move is found as it was typed, or as its line."""
    yield from (each for each in words_in(mail.typed) if each not in found)
    for ways in mail.parts:
        missing = [[each for each in words_in(way) if each not in found] for way in ways]
        yield from min(missing, key=len)


class Tally:
    """What became of many mails."""

    def __init__(self) -> None:
        self.handled, self.plain, self.right = 0, 0, 0
        self.wrong, self.missed, self.dead, self.lost = (list[Outcome]() for _ in range(4))

    def add(self, found: Iterable[Outcome]) -> None:
        for each in found:
            self.handled += 1
            if each.is_wrong:
                self.wrong.append(each)
            if each.mail.meant and not isinstance(each.mail.meant, str):
                self.plain += 1
                self.right += each.is_meant
                if not each.is_meant:
                    self.missed.append(each)
            if each.mail.family == "absence" and not each.answered:  # a note that a program wrote
                continue
            if not each.changed and not (each.offers if each.mail.place != "alone" else each.answered):
                self.dead.append(each)
            if each.lost and not each.is_meant:
                self.lost.append(each)
