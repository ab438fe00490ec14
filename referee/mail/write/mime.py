"""An e-mail as the bytes of a mail: the same e-mail is always the same bytes."""

import re
from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Callable, Iterable, Iterator
from email.message import Message
from email.policy import SMTP, EmailPolicy
from hashlib import sha256

from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write import letter_bodies, letter_html
from referee.mail.write.addresses import Letter, Names, letter_names
from referee.mail.write.calendar import calendar_text
from referee.patterns import late_pattern
from referee.report.html.packed_page import PACKED, packed_report
from referee.report.pictures.palette import Palette
from referee.show.view import View
from referee.store.private import is_address
from referee.words import prints, say, speaking

LINE = 990
"""Letters of a line that may be sent as it is."""


class AsWritten(EmailPolicy):
    """Fields that are read stay text: the generator asks for the kind of each part several times."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


UNFOLDED = AsWritten(linesep=SMTP.linesep, max_line_length=LINE)
"""Folded at 78 characters, a longer Message-ID would be cut into encoded words, which no mail program joins."""


class Unsafe(Undelivered):
    """A header would hold something that is not text on one line, or more than one address."""


def message(letter: Letter, mail: MailSettings, key: bytes, palette: Palette = None) -> bytes:
    """Text, HTML with the board as a picture, the report and the log. Raises `addresses.Unanswerable`.

    ValueError when `palette` cannot be used.
    """
    if letter.to != mail.moderator_address:
        letter = letter._replace(moderator=mail.moderator)
    with speaking(letter.language):
        named = letter_names(letter, mail, key)
        whole = (
            mixed_message(letter, named, mail, palette)
            if letter.view is not None
            else plain_text_part(letter_bodies.text_body(letter, named.tag))
        )
        return mail_bytes(whole, headers(letter, named, mail), named)


def mail_bytes(content: Message, fields: Iterable[tuple[str, str]], named: Names) -> bytes:
    """A mail of this content, with these header fields below its own.

    The bodies of its parts are put in last: the generator of `email` would look at each line of them.
    """
    bodies = list[bytes]()
    mark = f"=_body_{named_digest(named)}"
    for part in content.walk():
        if not part.is_multipart():
            bodies.append(str(part.get_payload()).encode("ascii"))
            part.set_payload(mark)
    for name, value in fields:
        content[name] = value if value.isascii() else SMTP.header_factory(name, value)
    first, *rest = content.as_bytes(policy=UNFOLDED).split(mark.encode())
    return b"".join([first, *[part for pair in zip(map(with_ends, bodies), rest, strict=True) for part in pair]])


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


def mixed_message(letter: Letter, named: Names, mail: MailSettings, palette: Palette) -> Message:
    """The tree: the readable parts, and below them the attachments."""
    view = letter.view
    assert view is not None
    picture = f"board.{named.id[1:-1]}"
    page, png = letter_html.html_body(letter, named, picture, palette)
    shown = encoded_part(page, "text/html")
    if png:
        shown = tree("related", named, [shown, image(png, picture)])
    read = tree("alternative", named, [plain_text_part(letter_bodies.text_body(letter, named.tag)), shown])
    return tree("mixed", named, [read, *attached_parts(letter, view, named, palette), *calendar_parts(letter, mail)])


def image(png: bytes, id: str) -> Message:
    """The picture of the board, which the page shows by its id."""
    part = leaf(png, "image/png", "base64")
    part["Content-ID"] = f"<{id}>"
    part["Content-Disposition"] = 'inline; filename="board.png"'
    return part


def attached_parts(letter: Letter, view: View, named: Names, palette: Palette) -> Iterator[Message]:
    if not letter_bodies.attaches_page(letter):
        return
    whole = packed_report(view, palette, letter.menu, letter_bodies.reply(letter, named))
    page = encoded_part(whole, "text/html")
    page["Content-Disposition"] = f'attachment; filename="{letter.game}-{view.entry}.html"'
    yield page
    if not letter_bodies.attaches_log(letter):
        return
    log = leaf(letter.log, "application/yaml", "base64")
    log["Content-Disposition"] = f'attachment; filename="{letter.game}.yaml"'
    yield log


def calendar_parts(letter: Letter, mail: MailSettings) -> Iterator[Message]:
    """The deadline for a calendar, where the reader has one; not with an answer by which nothing was recorded."""
    if letter.due and letter.log:
        part = encoded_part(calendar_text(letter, letter.due, mail).decode(), 'text/calendar; method="PUBLISH"')
        part["Content-Disposition"] = f'attachment; filename="{letter.game}.ics"'
        yield part


def tree(kind: str, named: Names, parts: list[Message]) -> Message:
    """A multipart whose boundary follows from the e-mail's name: `=_` never occurs in the encoded parts."""
    boundary = f"=_{kind}_{named_digest(named)}"
    whole = Message()
    whole["Content-Type"] = f'multipart/{kind}; boundary="{boundary}"'
    for part in parts:
        whole.attach(part)
    return whole


def plain_text_part(body: str) -> Message:
    """Unencoded if it is ASCII, so that the file of an e-mail can be printed."""
    if body.isascii() and max(map(len, body.split("\n"))) < LINE:
        return leaf(body.encode("ascii"), 'text/plain; charset="us-ascii"', "7bit")
    return encoded_part(body, "text/plain")


def encoded_part(body: str, kind: str) -> Message:
    return leaf(body.encode("utf-8", "replace"), f'{kind}; charset="utf-8"', "quoted-printable")


def leaf(raw: bytes, kind: str, encoding: str) -> Message:
    part = Message()  # fields are as they go out: `EmailMessage` would parse each
    part["Content-Type"] = kind
    part["Content-Transfer-Encoding"] = encoding
    part.set_payload(ENCODED[encoding](raw).decode("ascii"))
    return part


PLAIN = re.compile(re.escape(PACKED).encode() + rb"([A-Za-z0-9+/]{4000,})")
"""What is packed: no character of it has to be quoted."""
FEW, QUOTED_LINE = 200, 75
"""So many characters are enough for more than one line; a line has so many, and `=`."""


def quoted_printable(raw: bytes) -> bytes:
    """The same as `b2a_qp`, which looks at each character of what is packed."""
    found = PLAIN.search(raw)
    if not found or b"\r" in raw:  # with it, lines may end in another way
        return b2a_qp(raw, istext=True)
    first = b2a_qp(raw[: found.start(1) + FEW], istext=True)
    begun = first[: first.rindex(b"=\n") + 2]  # the rest of it is the beginning of a line
    start = found.start(1) + FEW - (len(first) - len(begun))
    lines = range(start, found.end() - FEW, QUOTED_LINE)
    packed = [raw[at : at + QUOTED_LINE] for at in lines]
    return begun + b"=\n".join([*packed, b2a_qp(raw[lines[-1] + QUOTED_LINE :], istext=True)])


LINES = late_pattern(rb".{1,76}")
"""As long as the lines of base64 are."""


def base64_lines(raw: bytes) -> bytes:
    """The same as `base64.encodebytes` in half the time."""
    return b"\n".join(LINES.findall(b64encode(raw))) + b"\n"


ENCODED: dict[str, Callable[[bytes], bytes]] = {
    "7bit": bytes,
    "quoted-printable": quoted_printable,
    "base64": base64_lines,
}
