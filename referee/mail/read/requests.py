"""The requests of a mail: a move, or only its verdict; messages to the others; days of absence; a nonce; an edition.

Pure: bytes in, wishes out. Nothing is guessed: an ambiguous line is `Wishes.unclear`, and the referee asks.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.mail.read import identity, mail_text
from referee.mail.read.beside_words import is_footer, without_disclaimer
from referee.mail.read.languages import read_words
from referee.mail.read.mail_parts import FILE, HTML, SECRET, SIGNATURE, TEXT, Mail, Part
from referee.mail.read.mail_text import own, own_and_others, unflowed_text
from referee.mail.read.move_blocks import BEGIN, END, fence, names_block, untagged_block
from referee.mail.read.request_words import (
    ABANDON,
    ADDRESS,
    BACK,
    CONCEDE,
    DRAW,
    EDITION,
    MAIL,
    NONCE,
    PUBLISH,
    RESIGN,
    SIGNATURE_BELOW,
    STOP,
    UNDO,
    Request,
    absence_in,
    days_away,
    is_courtesy,
    is_to_all,
    is_to_moderator,
    iso_day,
    message_inside,
    paragraphs,
    request_in,
    starts_wish,
    what_is_left,
    whole_words,
    words_for_moderator,
    words_noted,
    words_said,
)
from referee.reading.caret import without_invisible
from referee.reading.yaml_reader import ATTACHED, MOVE_BLOCK
from referee.words import Phrase, plain_letters, say


class Said(NamedTuple):
    """Words to all, or to one alone: `to` is the seat or the player as written; `everybody` the word for all."""

    to: str
    text: str
    everybody: str = ""


class Block(NamedTuple):
    """A move as it was sent.

    raw        for `source.read`; the line with the tag is blank in it
    name       what a refusal calls it
    check      whether only the verdict is asked for
    tag        of the line `reply:`, or ""
    signed     what `signature` may be of: the text as it came, and with plain ends of lines
    signature  as ssh-keygen writes it; b"" for none
    """

    raw: bytes
    name: str
    check: bool = False
    tag: str = ""
    signed: tuple[bytes, ...] = ()
    signature: bytes = b""


TO_LIST, TO_END, TO_CANCEL = "list", "end", "cancel"
"""The requests about absences: list them; end the present one; cancel the coming ones, too."""


class Wishes(NamedTuple):
    """The requests of a mail. With `unclear`, which says what to do about it, nothing of it is done.

    absent   the first and the last day of an absence
    absence  TO_LIST, TO_END or TO_CANCEL, or ""
    edition  the number of the edition to which its writer consents, or NONE to take that back; "" without either
    surplus  how many more words to others there are than `said` has
    asked    what is asked for by a word or two, such as `help`
    to_moderator  words to the moderator
    free     why they are for the moderator though the mail does not say so: what is missing in it for a move
    noted    what its writer notes for themselves
    withheld whether the mail has a move as well, which is left alone: nobody knows whether it is meant
    """

    block: Block | None = None
    said: tuple[Said, ...] = ()
    absent: tuple[str, str] | None = None
    nonce: str = ""
    unclear: Phrase | None = None
    absence: str = ""
    surplus: int = 0
    edition: str = ""
    asked: tuple[Request, ...] = ()
    to_moderator: str = ""
    free: Phrase | None = None
    withheld: bool = False
    noted: tuple[str, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether nothing is asked for."""
        asked = self.block, self.said, self.absent, self.nonce, self.unclear, self.absence, self.edition
        return not any((*asked, self.asked, self.to_moderator, self.noted))

    @property
    def is_check(self) -> bool:
        """Whether only the verdict on a move is asked for."""
        return self.block is not None and self.block.check


class Unclear(Exception):
    """The text has two possible meanings, or none."""

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says


def wishes(mail: Mail, addresses: Sequence[str] = ()) -> Wishes:
    """What the writer of a mail wants. `addresses` are the referee's own."""
    try:
        return wishes_in_lines(mail, lines_of(mail), addresses)
    except Unclear as unclear:
        return Wishes(unclear=unclear.says)


FOOTED = 100
"""So many last lines may be what a program puts below a mail."""


def wishes_in_lines(mail: Mail, lines: Sequence[str], addresses: Sequence[str]) -> Wishes:
    last = len(lines) - FOOTED
    mine = [n for n, written in enumerate(own(lines, addresses)) if written and not (n >= last and is_footer(lines[n]))]
    begins, ends = fences(lines, mine)
    files = [part for part in mail.parts if part.kind == FILE and is_move(part)]
    until = begins[0] if begins else len(lines)
    above = [(number, lines[number]) for number in mine if number < until]
    wish = asides(above, alone=not (files or begins))
    if wish.asked and (files or begins):
        return wish._replace(withheld=True)
    if files:
        return wish._replace(block=block_in_file(mail, files, begins, above))
    if begins:
        refuse_old_letter([lines[number] for number in mine if ends and number > ends[-1]])
        return wish._replace(block=block_in_text(mail, lines, begins, ends))
    if not wish.idle:
        return wish
    written = [lines[number] for number in mine]
    wish, missing = alone(mail, written), no_move(written)
    return Wishes(unclear=missing) if wish.idle else wish._replace(free=missing if wish.to_moderator else None)


def alone(mail: Mail, written: Sequence[str]) -> Wishes:
    """What a mail without a wish in its lines wants: a word in its subject, or what it says goes to the moderator."""
    asked = request_in(own_subject(mail))
    text = free_text(written)
    if asked and (not text or asked.kind == STOP):  # to stop mails, a program writes what it likes below
        return Wishes(asked=(asked,))
    return Wishes(to_moderator=words_for_moderator(text))


def own_subject(mail: Mail) -> str:
    """The subject that the writer of a mail typed; "" for that of one of our e-mails, which begins with a game."""
    found = re.sub(r"^(?:\s*(?:re|aw|r|rif)\s*:)+", "", mail.subject, flags=re.IGNORECASE).strip()
    return "" if found.startswith("[") else found


def free_text(written: Sequence[str]) -> str:
    """The lines of a mail down to the signature of its writer; all of them where nothing but a greeting is above it."""
    until = next((n for n, line in enumerate(written) if SIGNATURE_BELOW.fullmatch(line)), len(written))
    if not any(line.strip() and not is_courtesy(line) for line in written[:until]):
        until = len(written)
    text = "\n".join(unmarked_line(line).rstrip() for line in written[:until]).strip()
    return re.sub(r"\n{3,}", "\n\n", text)


def lines_of(mail: Mail) -> list[str]:
    """The text of a mail: of its plain part if it has one, else of its page. Raises Unclear where it can't be read."""
    texts = [part for part in mail.parts if part.kind == TEXT and part.text.strip()]
    if any(part.kind == SECRET for part in mail.parts) or any(map(ARMOURED.search, (part.text for part in texts))):
        raise Unclear(ENCRYPTED)
    if texts:
        return without_disclaimer("\n".join(map(part_text, texts)).split("\n"))
    for page in (part for part in mail.parts if part.kind == HTML and part.text.strip()):
        try:
            return without_disclaimer(normal("\n".join(mail_text.page_lines(page.text))).split("\n"))
        except mail_text.Overgrown:
            raise Unclear(say("The formatting of this e-mail is too complicated. {plainly}", plainly=PLAINLY)) from None
    strange = [part for part in mail.parts if part.kind in (TEXT, HTML) and not part.plain]
    if strange and not any(part.kind == FILE for part in mail.parts):
        raise Unclear(unknown_charset(strange[0].charset))
    return []


def own_lines(mail: Mail, addresses: Sequence[str]) -> list[str]:
    """What the writer of a mail wrote; nothing where it cannot be read."""
    try:
        return own_and_others(lines_of(mail), addresses)[0]
    except Unclear:
        return []


ARMOURED = re.compile(r"(?m)^-----BEGIN PGP MESSAGE-----")
ENCRYPTED = say("Your e-mail is encrypted, so I can't read it. Send it again without encryption.")
PLAINLY = say("Write it as plain text, or attach the move as a file move.yaml.")


def part_text(part: Part) -> str:
    text = normal(part.text)
    return unflowed_text(text, part.delsp) if part.flowed else text


def normal(text: str) -> str:
    """Plain ends of lines and blanks, no byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")


def unknown_charset(charset: str) -> Phrase:
    name = re.sub("[^A-Za-z0-9_.:-]", "?", charset)[:40]
    return say(
        "This e-mail uses the character set {charset}, which can't be read here. Send it as UTF-8.", charset=name
    )


Places = list[int]


def fences(lines: Sequence[str], mine: Sequence[int]) -> tuple[Places, Places]:
    """The numbers of the lines that begin and that end a block. Raises Unclear for one that is spoiled."""
    begins: Places = []
    ends: Places = []
    for number in mine:
        line = unmarked_line(lines[number])
        if found := fence(line):
            (begins if found.begins else ends).append(number)
        elif spoiled := spoiled_fence(line):
            right = f"-----{spoiled[1].upper()} {spoiled[2].upper()}-----"
            raise Unclear(say("Write `{right}`, not `{line}`.", right=right, line=line.strip()[:60]))
    return begins, ends


SPOILED = re.compile(r"[\s\W_]{0,40}(BEGIN|END)[\s_-]{1,3}(MOVE|CHECK)[\s\W_]{0,40}", re.IGNORECASE | re.ASCII)


def spoiled_fence(line: str) -> re.Match[str] | None:
    """A line that was meant to begin or to end a block: with long dashes, or too few."""
    return SPOILED.fullmatch(line) if names_block(line) else None


def unmarked_line(line: str) -> str:
    return line.replace(mail_text.LISTED, "")


def block_in_text(mail: Mail, lines: Sequence[str], begins: Places, ends: Places) -> Block:
    """The one block in the text. Raises Unclear."""
    if len(begins) > 1:
        raise Unclear(say("Your e-mail contains {number} blocks with a move. Send only one.", number=len(begins)))
    after = [number for number in ends if number > begins[0]]
    if not after or len(ends) > 1:
        raise Unclear(say("Write the line `{end}` once, below the move and nowhere else.", end=END))
    inside = lines[begins[0] + 1 : after[0]]
    refuse_spoiled(inside)
    found = fence(unmarked_line(lines[begins[0]]))
    text = "\n".join(line.rstrip(" ") for line in inside) + "\n"
    block, tag = untagged_block(text)
    signature = identity.first_signature(lines[after[0] + 1 :]) or signature_in(mail)
    return Block(block.encode(), MOVE_BLOCK, bool(found and found.check), tag, (text.encode(),), signature)


def refuse_old_letter(below: Sequence[str]) -> None:
    """Raises Unclear if the text below a move may be the old e-mail, unmarked. Its untouched block would be a pass."""
    if sum(bool(line.strip()) for line in below) > MOST_BELOW:
        raise Unclear(
            say("There is a lot of text below the move. Is it the old e-mail? Delete everything except your move.")
        )


MOST_BELOW = 30
"""Lines below a move that its writer, and whoever adds something at the end of each mail, may have written."""


def refuse_spoiled(inside: Sequence[str]) -> None:
    """Raises Unclear for lines that lost something on the way."""
    for number, line in enumerate(inside, 1):
        if mail_text.LISTED in line:
            words = "Your mail program turned the lines of the move into a list, so their dashes are lost. {plainly}"
            raise Unclear(say(words, plainly=PLAINLY))
        if "\ufffd" in line:
            words = "Line {number} of the move has a character that can't be read: {line}. Use plain letters."
            raise Unclear(say(words, number=number, line=line.strip()[:60]))


def block_in_file(mail: Mail, files: Sequence[Part], begins: Places, above: Sequence[tuple[int, str]]) -> Block:
    """The one attached file. Raises Unclear."""
    if len(files) + len(begins) > 1:
        raise Unclear(
            say("Your e-mail contains more than one move ({number} as attachments). Send one.", number=len(files))
        )
    raw = files[0].raw
    block, tag = untagged_block(raw.decode("utf-8", "surrogateescape"))
    check = any(line.strip().lower() == "check" for _, line in above)
    plain_ends = raw.replace(b"\r\n", b"\n")
    return Block(block.encode("utf-8", "surrogateescape"), ATTACHED, check, tag, (raw, plain_ends), signature_in(mail))


def signature_in(mail: Mail) -> bytes:
    return next((part.raw for part in mail.parts if part.kind == SIGNATURE), b"")


OURS = re.compile(rb"(?m)^(---\s+)?[\"']?format[\"']?\s*:\s*[\"']?referee-")


def is_move(part: Part) -> bool:
    """Whether a file may be a move: the log attached to our e-mails is none, nor is any other file of ours."""
    return bool(part.raw.strip()) and not OURS.search(part.raw[:4096])


def absence_wish(text: str) -> str:
    """What is asked for by a word behind `absent:`; "" for any other text."""
    plain = plain_letters(text).rstrip(".")
    kinds = {TO_LIST: "absent_list", TO_END: "absent_end", TO_CANCEL: "absent_none"}
    return next((kind for kind, key in kinds.items() if plain in read_words(key)), "" if plain else TO_LIST)


NUMBER = re.compile(r"[1-9][0-9]{0,4}")
NO_EDITION = "none"
"""Besides a number, what may follow `edition:`: withdraw the consent."""


def asides(above: Sequence[tuple[int, str]], *, alone: bool = True) -> Wishes:
    """What is asked for above the move, or without one: then words to others may have several paragraphs."""
    said, absent, editions, nonce = list[Said](), list[str](), list[str](), ""
    asked, rest, noted = list[Request](), list[str](), list[str]()
    for paragraph in whole_words(paragraphs(above)) if alone else paragraphs(above):
        if found := words_said(paragraph):
            said.append(Said((found[1] or "").strip(), without_invisible(paragraph[found.start(2) :]).strip()))
        elif found := words_noted(paragraph):
            noted.append(without_invisible(paragraph[found.start(1) :]).strip())
        elif found := absence_in(paragraph):
            absent.append(TO_CANCEL if found[2] else (found[1] or "").strip())
        elif found := EDITION.fullmatch(paragraph):
            editions.append(found[1].strip())
        elif found := NONCE.fullmatch(paragraph):
            nonce = found[1]
        elif request := request_in(paragraph):
            asked.append(request)
        else:
            rest.append(paragraph)
    if not all([*(each.text for each in said), *noted]):
        raise Unclear(say("A message in your e-mail has no words. Write them after the colon, in the same line."))
    moderated = [each.text for each in said if is_to_moderator(each.to)]
    spoken = [each for each in said if not is_to_moderator(each.to)]
    spoken = [each._replace(to="", everybody=each.to) if is_to_all(each.to) else each for each in spoken]
    first = at_most(spoken)
    if inside := "".join(message_inside(each.text) for each in first):
        raise Unclear(say("There is another message in yours: `{words}`. Begin it in a line of its own.", words=inside))
    if any(mail_text.LISTED in each.text or "\ufffd" in each.text for each in first):
        raise Unclear(say("Part of the text after `say:` was lost on the way. {plainly}", plainly=PLAINLY))
    absent += ["end" for each in asked if each.kind == BACK]
    wish = (
        about_absence(absent)
        ._replace(said=first, nonce=nonce, surplus=len(spoken) - len(first))
        ._replace(noted=tuple(filter(None, noted)))
    )
    asked = [each for each in dict.fromkeys(asked) if each.kind != BACK]
    wish = wish._replace(edition=about_edition(editions), asked=tuple(asked[:REQUESTS]))
    moderated += [] if wish.idle else what_is_left(rest)
    return wish._replace(to_moderator=words_for_moderator("\n\n".join(moderated)))


REQUESTS = SAYINGS = 3
"""So many things may be asked for by a word or two in one mail; so many paragraphs said to all, and to one seat."""


def at_most(said: Sequence[Said]) -> tuple[Said, ...]:
    """The first words to all and the first to single seats, in their order."""
    to_all = [each for each in said if not each.to][:SAYINGS]
    to_one = [each for each in said if each.to][:SAYINGS]
    return tuple(each for each in said if any(each is one for one in (*to_all, *to_one)))


def about_absence(written: Sequence[str]) -> Wishes:
    """The wish of the one line `absent:`. Raises Unclear."""
    if not written:
        return Wishes()
    if len(written) > 1:
        raise Unclear(say("Write only one line `absent:` in an e-mail."))
    (text,) = written
    if asked := absence_wish(text):
        return Wishes(absence=asked)
    found = days_away(" ".join(text.split()))
    if not found:
        words = (
            "I can't read `absent: {text}`. Write the first and the last day, `absent: 2026-12-24 to 2027-01-02` or "
            "`absent: 24.12.2026 to 2.1.2027`, or one day alone. To see your absences, write `absent: list`. If you "
            "are back, write `back`. To cancel your absences, write `absent: none`."
        )
        raise Unclear(say(words, text=text[:60]))
    return Wishes(absent=(iso_day(found[1]), iso_day(found[2] or found[1])))


def about_edition(written: Sequence[str]) -> str:
    """What the one line `edition:` says; "" without one. Raises Unclear."""
    if not written:
        return ""
    if len(written) > 1:
        raise Unclear(say("Write only one line `edition:` in an e-mail."))
    text = written[0].lower().rstrip(".").strip()
    if text != NO_EDITION and not NUMBER.fullmatch(text):
        words = (
            "I can't read `edition: {text}`. Write the number of the edition you agree to, such as "
            "`edition: 2`, or `edition: none` if you no longer agree."
        )
        raise Unclear(say(words, text=written[0][:60]))
    return text


def means_something(line: str) -> bool:
    """Whether a line of a mail, read as its writer's own, would do something by itself."""
    return (names_block(line) and bool(fence(line) or spoiled_fence(line))) or starts_wish(line.strip())


def is_loose_absence(line: str) -> bool:
    """Whether a line only looks like one about an absence: `away 20.12. - 27.12.`, without years."""
    if not absence_in(line.strip()):
        return False
    try:
        return wish_of_lines([line]).idle
    except Unclear:
        return True


ENTERING = frozenset([STOP, UNDO, DRAW, ABANDON])
TOLD = frozenset([RESIGN, CONCEDE, MAIL, ADDRESS, PUBLISH])
"""Kinds that enter something only with what belongs to it: without its code, `resign` only asks."""


def enters(line: str) -> bool:
    """Whether a line enters something at once: an absence, a stop, an undo, a proposal, an end, an edition."""
    try:
        wish = wish_of_lines([line])
    except Unclear:
        return False
    is_entered = wish.absent or wish.absence in (TO_END, TO_CANCEL) or wish.edition
    return bool(is_entered) or any(each.kind in ENTERING or (each.kind in TOLD and each.about) for each in wish.asked)


def wish_of_lines(lines: Sequence[str]) -> Wishes:
    """What canonical lines ask for. Raises Unclear."""
    return asides([(2 * number, line) for number, line in enumerate(lines)])


def no_move(written: Sequence[str]) -> Phrase:
    """Why there is nothing to do, by what the writer of a mail wrote."""
    return NO_MOVE if any(line.strip() for line in written) else EMPTY


EMPTY = say("Your e-mail is empty.")
NO_MOVE = say(
    "{missing} {others}",
    missing=say(
        "There is no move in your e-mail. Write it between the lines `{begin}` and `{end}`.", begin=BEGIN, end=END
    ),
    others=say("Begin a message to the others with `say:`."),
)
