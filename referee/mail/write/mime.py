"""An e-mail as the bytes of a mail: the same e-mail is always the same bytes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256

from referee.exit_codes import Foreseen
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write import letter_bodies, letter_html
from referee.mail.write.addresses import CALENDAR, HTML, MENU, PAGE, PICTURE, Letter, Names, letter_names
from referee.mail.write.calendar import calendar_text
from referee.mail.write.letter_bodies import letter_with_people
from referee.mail.write.letter_html import DrawBoard, draw_board
from referee.mail_settings import MailSettings
from referee.report.html.packed_page import packed_report
from referee.report.pictures.palette import BadPalette, Palette
from referee.report.wording import safe_text
from referee.show.view import View
from referee.store.private import is_address
from referee.words import prints, say, speaking

LINE = 990
"""Characters of a line that may be sent as it is."""
PART_END = "--=_"
"""A line that ends a part begins so. Neither quoted-printable nor base64 has it."""
UNFOLDED = SMTP.clone(max_line_length=LINE)
"""Folded at 78 characters, a longer Message-ID would be cut into encoded words, which no mail program joins."""


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
        named, told = letter_names(letter, mail, key), letter_with_people(letter)
        whole = EmailMessage(SMTP)
        for name, value in headers(told, named, mail):
            whole[name] = value
        add_text(whole, letter_bodies.text_body(told, named.tag))
        if letter.view is not None:
            whole.make_alternative(boundary("alternative", named))
            with making(PICTURE):
                picture = letter_html.board_picture(told, palette, draw)
            add_page(whole, told, named, palette, picture)
            whole.make_mixed(boundary("mixed", named))
            attach_page(whole, letter, letter.view, named, palette, picture)
            attach_replay(whole, letter)
            attach_log(whole, letter)
            attach_calendar(whole, letter, mail)
        return whole.as_bytes(policy=UNFOLDED)


def boundary(kind: str, named: Names) -> str:
    """What the lines around the parts of an e-mail say; it follows from the e-mail's name. No part has `PART_END`."""
    return f"=_{kind}_{named_digest(named)}"


def named_digest(named: Names) -> str:
    """What no other e-mail has in it."""
    return sha256(named.id.encode()).hexdigest()[:24]


def headers(letter: Letter, named: Names, mail: MailSettings) -> Iterator[tuple[str, str]]:
    """Of what players wrote there are their names in the subject. Raises Unsafe."""
    if not is_address(letter.to):
        raise unsafe("To", letter.to)
    thread = f"{named.root} {letter.answers}".strip()
    fields = (
        ("From", mail.sender),
        ("To", letter.to),
        ("Reply-To", letter.reply_to or named.reply),
        ("Subject", f"[{letter.game}] {safe_text(letter.subject)}"),
        ("Date", named.date),
        ("Message-ID", named.id),
        ("In-Reply-To", letter.answers or named.root),
        ("References", thread),
        ("List-Id", named.list),
        *unsubscribing(letter, named),
        ("Auto-Submitted", "auto-replied" if letter.kind == "receipt" else "auto-generated"),
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


def add_text(whole: EmailMessage, text: str) -> None:
    """Unencoded if it is ASCII, so that the file of an e-mail can be printed."""
    encoding = encoding_of(text)
    if encoding == "7bit":
        whole.set_content(text, charset="us-ascii", cte=encoding)
    else:
        whole.set_content(text.encode("utf-8", "replace").decode("utf-8"), cte=encoding)


def add_page(whole: EmailMessage, letter: Letter, named: Names, palette: Palette, picture: bytes) -> None:
    """The page that a mail program shows, and the picture of the board in it."""
    if HTML in letter.lacks:
        return
    id = f"board.{named.id[1:-1]}"
    with making(HTML):
        html = in_ascii(letter_html.html_body(letter, named, id if picture else "", palette))
    page = EmailMessage(SMTP)
    page.set_content(html, subtype="html", cte=encoding_of(html))
    if picture:
        page.make_related(boundary("related", named))
        kind = "gif" if picture.startswith(b"GIF") else "png"
        page.add_related(picture, "image", kind, cid=f"<{id}>", disposition="inline", filename=f"board.{kind}")
    whole.attach(page)


def attach_page(
    whole: EmailMessage, letter: Letter, view: View, named: Names, palette: Palette, picture: bytes
) -> None:
    if letter_bodies.attaches_page(letter):
        with making(MENU if letter.menu else PAGE):
            reply = letter_bodies.reply(letter, named)
            texts, packed = packed_report(view, palette, letter.menu, reply, picture, letter.rules)
        page = packed.decode("ascii").join([in_ascii(each) for each in texts])
        name = f"{letter.game}-{view.entry}.html"
        whole.add_attachment(page, subtype="html", cte=encoding_of(page), filename=name)


def attach_replay(whole: EmailMessage, letter: Letter) -> None:
    if letter.replay and letter_bodies.attaches_page(letter):
        name = f"{letter.game}-replay.html"
        whole.add_attachment(letter.replay, subtype="html", cte=encoding_of(letter.replay), filename=name)


def attach_log(whole: EmailMessage, letter: Letter) -> None:
    if letter_bodies.attaches_log(letter):
        whole.add_attachment(letter.log, "application", "yaml", filename=f"{letter.game}.yaml")


def attach_calendar(whole: EmailMessage, letter: Letter, mail: MailSettings) -> None:
    """The deadline for a calendar, where the reader has one; not with an answer by which nothing was recorded."""
    if letter.due and letter.log and CALENDAR not in letter.lacks:
        with making(CALENDAR):
            text = calendar_text(letter, letter.due, mail).decode()
        whole.add_attachment(
            text,
            subtype="calendar",
            cte="quoted-printable",
            params={"method": "PUBLISH"},
            filename=f"{letter.game}.ics",
        )


def in_ascii(page: str) -> str:
    """A page whose style and scripts are ASCII. Its other characters become references; most pages need no encoding."""
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def encoding_of(text: str) -> str:
    """A text may be sent as it is if it is ASCII, all its lines are short, and none could end its part."""
    lines = text.replace("\r", "\n").split("\n")
    is_plain = text.isascii() and PART_END not in text and max(map(len, lines)) < LINE
    return "7bit" if is_plain else "quoted-printable"
