"""An e-mail as the bytes of a mail: the same e-mail is always the same bytes."""

from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email.policy import SMTP
from hashlib import sha256
from struct import unpack
from typing import NamedTuple

from referee.exit_codes import Foreseen
from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write import letter_bodies, letter_html
from referee.mail.write.addresses import CALENDAR, HTML, MENU, PAGE, PICTURE, Letter, Names, letter_names
from referee.mail.write.calendar import calendar_text
from referee.mail.write.letter_html import DrawBoard, draw_board
from referee.report.html.packed_page import packed_report
from referee.report.pictures.palette import BadPalette, Palette
from referee.show.view import View
from referee.store.private import is_address
from referee.words import prints, say, speaking

LINE = 990
"""Characters of a line that may be sent as it is."""
PART_END = b"--=_"
"""A line that ends a part begins so. Neither quoted-printable nor base64 has it."""


UNFOLDED = SMTP.clone(max_line_length=LINE)
"""Folded at 78 characters, a longer Message-ID would be cut into encoded words, which no mail program joins."""


class MailPart(NamedTuple):
    """A part of a mail, or all of it: its fields, and what is below them as it is sent, in pieces."""

    fields: tuple[tuple[str, str], ...]
    body: tuple[bytes, ...]


class PartFailed(Exception):
    """A part of an e-mail couldn't be made, because of a bug: `part` is one of `PARTS`, `__cause__` the error."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


Missed = Callable[[PartFailed], None]
"""What is done about a part that an e-mail goes without."""


def ignore_part(failed: PartFailed) -> None:
    pass


@contextmanager
def making(part: str) -> Iterator[None]:
    """Raises PartFailed in place of every error that is a bug."""
    try:
        yield
    except (Foreseen, BadPalette):
        raise
    except Exception as error:
        raise PartFailed(part) from error


class Unsafe(Undelivered):
    """A header would hold something that is not text on one line, or more than one address."""


def message(
    letter: Letter,
    mail: MailSettings,
    key: bytes,
    palette: Palette = None,
    missed: Missed = ignore_part,
    draw: DrawBoard = draw_board,
) -> bytes:
    """Text, HTML with the board as a picture, the report and the log. Raises `addresses.Unanswerable`.

    A part that can't be made is left out, and `missed` hears of it. ValueError when `palette` cannot be used.
    """
    if letter.to != mail.moderator_address:
        letter = letter._replace(moderator=mail.moderator)
    while True:
        try:
            return whole_message(letter, mail, key, palette, draw)
        except PartFailed as failed:
            missed(failed)
            menu = None if failed.part in (MENU, PAGE) else letter.menu
            letter = letter._replace(menu=menu, lacks=(*letter.lacks, failed.part))


def whole_message(letter: Letter, mail: MailSettings, key: bytes, palette: Palette, draw: DrawBoard) -> bytes:
    """An e-mail without the parts that it lacks. Raises PartFailed for another."""
    with speaking(letter.language):
        named = letter_names(letter, mail, key)
        whole = (
            mixed_message(letter, named, mail, palette, draw)
            if letter.view is not None
            else plain_text_part(letter_bodies.text_body(letter, named.tag))
        )
        return part_bytes(whole._replace(fields=(*whole.fields, *headers(letter, named, mail))))


def part_bytes(part: MailPart) -> bytes:
    """What the generator of `email` makes of a part in ten times the time: it looks at each line and each kind."""
    return b"".join(pieces(part))


def pieces(part: MailPart) -> list[bytes]:
    """The bytes of a part, not joined yet: a picture would be copied for each part that it is in."""
    return [*[field_line(*field) for field in part.fields], b"\r\n", *part.body]


def field_line(name: str, value: str) -> bytes:
    """A field; a long one in several lines, and one that is not ASCII in encoded words."""
    if not value.isascii():
        return UNFOLDED.fold_binary(name, UNFOLDED.header_factory(name, value))
    line = f"{name}: {value}"
    return f"{line}\r\n".encode("ascii") if len(line) <= LINE else UNFOLDED.fold_binary(name, value)


def with_ends(body: bytes) -> bytes:
    """A text whose lines end as those of mails."""
    if b"\r" in body:
        body = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return body.replace(b"\n", b"\r\n")


def named_digest(named: Names) -> str:
    """What no other e-mail has in it."""
    return sha256(named.id.encode()).hexdigest()[:24]


def headers(letter: Letter, named: Names, mail: MailSettings) -> Iterator[tuple[str, str]]:
    """Nothing here was written by a player. Raises Unsafe."""
    if not is_address(letter.to):
        raise unsafe("To", letter.to)
    thread = f"{named.root} {letter.answers}".strip()
    fields = (
        ("From", mail.sender),
        ("To", letter.to),
        ("Reply-To", letter.reply_to or named.reply),
        ("Subject", f"[{letter.game}] {letter.subject}"),
        ("Date", named.date),
        ("Message-ID", named.id),
        ("In-Reply-To", letter.answers or named.root),
        ("References", thread),
        ("List-Id", named.list),
        *unsubscribing(letter, named),
        ("Auto-Submitted", "auto-replied" if letter.kind == "receipt" else "auto-generated"),
        ("MIME-Version", "1.0"),
    )
    for name, value in fields:
        if not prints(value):
            raise unsafe(name, value)
        yield name, value


def unsubscribing(letter: Letter, named: Names) -> Iterator[tuple[str, str]]:
    """How a mail program lets its reader stop e-mails that nobody asked for: by a mail as the reader could write it."""
    if letter.kind in ("report", "reminder", "invitation"):
        yield "List-Unsubscribe", f"<mailto:{letter.reply_to or named.reply}?subject=stop%20mail>"


def unsafe(name: str, value: str) -> Unsafe:
    words = "The e-mail wasn't written: its field {name} can't be {value}."
    return Unsafe(say(words, name=name, value=repr(value)), later=False)


def mixed_message(letter: Letter, named: Names, mail: MailSettings, palette: Palette, draw: DrawBoard) -> MailPart:
    """The tree: the readable parts, and below them the attachments."""
    view = letter.view
    assert view is not None
    attached = [*attached_parts(letter, view, named, palette), *calendar_parts(letter, mail)]
    read = [plain_text_part(letter_bodies.text_body(letter, named.tag)), *html_parts(letter, named, palette, draw)]
    return tree("mixed", named, [tree("alternative", named, read), *attached])


def html_parts(letter: Letter, named: Names, palette: Palette, draw: DrawBoard) -> Iterator[MailPart]:
    """The page that a mail program shows, and the picture of the board in it."""
    if HTML in letter.lacks:
        return
    id = f"board.{named.id[1:-1]}"
    with making(PICTURE):
        png = letter_html.board_picture(letter, palette, draw)
    with making(HTML):
        shown = page_part([letter_html.html_body(letter, named, id if png else "", palette)])
    yield tree("related", named, [shown, image(png, id)]) if png else shown


def image(png: bytes, id: str) -> MailPart:
    """The picture of the board, which the page shows by its id."""
    fields = ("Content-ID", f"<{id}>"), ("Content-Disposition", 'inline; filename="board.png"')
    return leaf(png, "image/png", "base64", *fields)


def attached_parts(letter: Letter, view: View, named: Names, palette: Palette) -> Iterator[MailPart]:
    if letter_bodies.attaches_page(letter):
        with making(MENU if letter.menu else PAGE):
            texts, packed = packed_report(view, palette, letter.menu, letter_bodies.reply(letter, named))
        yield page_part(texts, attachment(f"{letter.game}-{view.entry}.html"), packed=packed)
    if letter_bodies.attaches_log(letter):
        yield leaf(letter.log, "application/yaml", "base64", attachment(f"{letter.game}.yaml"))


def calendar_parts(letter: Letter, mail: MailSettings) -> Iterator[MailPart]:
    """The deadline for a calendar, where the reader has one; not with an answer by which nothing was recorded."""
    if letter.due and letter.log and CALENDAR not in letter.lacks:
        with making(CALENDAR):
            text = calendar_text(letter, letter.due, mail).decode()
        yield encoded_part(text, 'text/calendar; method="PUBLISH"', attachment(f"{letter.game}.ics"))


def attachment(name: str) -> tuple[str, str]:
    """The field of a part that is kept as a file."""
    return "Content-Disposition", f'attachment; filename="{name}"'


def tree(kind: str, named: Names, parts: list[MailPart]) -> MailPart:
    """A multipart whose boundary follows from the e-mail's name. No part contains `PART_END`."""
    boundary = f"=_{kind}_{named_digest(named)}"
    line = f"\r\n--{boundary}".encode("ascii")
    body = [piece for part in parts for piece in (line, b"\r\n", *pieces(part))]
    body[0] = line[2:]
    fields = (("Content-Type", f'multipart/{kind}; boundary="{boundary}"'),)
    return MailPart(fields, (*body, line, b"--\r\n"))


def plain_text_part(body: str) -> MailPart:
    """Unencoded if it is ASCII, so that the file of an e-mail can be printed."""
    if body.isascii() and needs_no_encoding(body.encode("ascii")):
        return leaf(body.encode("ascii"), 'text/plain; charset="us-ascii"', "7bit")
    return encoded_part(body, "text/plain")


def page_part(texts: Sequence[str], *fields: tuple[str, str], packed: bytes = b"") -> MailPart:
    """A page whose style and scripts are ASCII. Its other characters become references; most pages need no encoding.

    packed  what is between its texts, which may be sent as it is
    """
    raw = [each.encode("ascii", "xmlcharrefreplace") for each in texts]
    encoding = "7bit" if all(map(needs_no_encoding, raw)) else "quoted-printable"
    return leaf(packed.join(raw), 'text/html; charset="utf-8"', encoding, *fields)


def needs_no_encoding(raw: bytes) -> bool:
    """Whether a text may be sent as it is: all its lines are short, and none could end its part."""
    start = 0
    while len(raw) - start >= LINE:  # from here on, the last end of a line that is near enough
        start = raw.rfind(b"\n", start, start + LINE) + 1
        if not start:
            return False
    return PART_END not in raw


def encoded_part(body: str, kind: str, *fields: tuple[str, str]) -> MailPart:
    return leaf(body.encode("utf-8", "replace"), f'{kind}; charset="utf-8"', "quoted-printable", *fields)


def leaf(raw: bytes, kind: str, encoding: str, *fields: tuple[str, str]) -> MailPart:
    """A part with nothing below it; `fields`: what it has besides its kind."""
    named = ("Content-Type", kind), ("Content-Transfer-Encoding", encoding), *fields
    return MailPart(named, (ENCODED[encoding](raw),))


def quoted_printable(raw: bytes) -> bytes:
    return with_ends(b2a_qp(raw, istext=True))


ENCODED_LINE = 76
"""As long as the lines of base64 are."""


def base64_lines(raw: bytes) -> bytes:
    """What `base64.encodebytes` makes in twice the time, with the ends of lines that mails have."""
    whole = b64encode(raw)
    full, rest = divmod(len(whole), ENCODED_LINE)
    lines = unpack(f"{ENCODED_LINE}s" * full + f"{rest}s" * bool(rest), whole)
    return b"\r\n".join([*lines, b""])


ENCODED: dict[str, Callable[[bytes], bytes]] = {
    "7bit": with_ends,
    "quoted-printable": quoted_printable,
    "base64": base64_lines,
}
