# ruff: noqa: E501  the lines of mails are as long as programs write them
"""Writes the stored replies `tests/mail/samples/*.eml` and their table: `python tests/mail/reply_samples.py`.

Each is written by us in the manner of a mail program; nobody's mail is among them. The table says what each must give.
"""

import os
from base64 import encodebytes
from collections.abc import Callable
from html import escape
from json import dumps
from quopri import encodestring
from textwrap import wrap

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")
TAG = "y6vs7fra4da3brns"
REPLY = f"referee+spring-cup.40.{TAG}@games.example.org"
MOVE = """\
game: spring-cup
after: 40
head: "52601a48b09bce4d"
seat: yellow
actions:
  - city: E1
  - road: {at: D4, from: D3, to: D5}
  - resupply: {road: 4, city: 3}
market: {build: E1}
"""
OTHER = MOVE.replace("city: E1", "city: B2").replace("build: E1", "build: B2")
"""What the quoted letter has: a move that nobody chose."""


def fenced(move: str = MOVE, word: str = "MOVE") -> str:
    return f"-----BEGIN {word}-----\nreply: {TAG}\n{move}-----END MOVE-----\n"


LETTER = f"""\
[spring-cup] It is your turn, Anna (yellow)

Bruno (red) played: road D6 n-s, city D5. He has 12 points.

You may lay up to 3 roads, found or expand up to 3 cities, or resupply.

{fenced(OTHER)}
Answer this mail: keep the block, delete the rest, write above this line.
Log of the game: head 52601a48b09bce4d
"""


def cited(text: str = LETTER, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}".rstrip() + "\n" for line in text.splitlines())


def marked_up(text: str, line: str = "<div>{}</div>", empty: str = "<br>") -> str:
    """Lines as the editors of mail programs write them: a leading blank as a hard one, every second inside, too."""
    return "".join(line.format(hard(escape(each, quote=False)) or empty) for each in text.splitlines())


def hard(line: str) -> str:
    words = line.lstrip(" ")
    return "&nbsp;" * (len(line) - len(words)) + words


def head(subject: str, program: str, extra: str = "") -> str:
    return (
        "Return-Path: <anna@example.com>\nDelivered-To: referee@games.example.org\n"
        "Received: from mail.example.com (mail.example.com [192.0.2.7]) by mx.example.org; "
        "Tue, 1 Dec 2026 10:00:03 +0000\n"
        f"From: Anna Example <anna@example.com>\nTo: Referee <{REPLY}>\nSubject: {subject}\n"
        f"Date: Tue, 1 Dec 2026 11:00:00 +0100\nMessage-ID: <{abs(sum(map(ord, program + subject))):06x}@example.com>\n"
        "In-Reply-To: <referee.spring-cup.40.yellow.52601a48b09b@games.example.org>\n"
        f"{program}\n{extra}MIME-Version: 1.0\n"
    )


def coded(text: str, coding: str, charset: str) -> str:
    raw = text.encode(charset)
    if coding == "base64":
        return encodebytes(raw).decode()
    return encodestring(raw).decode() if coding == "quoted-printable" else raw.decode("latin-1")


def part(kind: str, text: str, coding: str = "7bit", charset: str = "UTF-8", more: str = "", said: str = "") -> str:
    """`said`: the charset that is named, where it is another."""
    name = f"; charset={said or charset}" if charset else ""
    return (
        f"Content-Type: {kind}{name}{more}\nContent-Transfer-Encoding: {coding}\n\n"
        f"{coded(text, coding, charset or 'ascii')}"
    )


def several(kind: str, *parts: str) -> str:
    mark = f"=_b{len(parts)}{kind[:3]}"
    inner = "".join(f"--{mark}\n{each}\n" for each in parts)
    return f'Content-Type: multipart/{kind}; boundary="{mark}"\n\nThis is MIME.\n{inner}--{mark}--\n'


def both(text: str, page: str, coding: str = "quoted-printable", charset: str = "UTF-8") -> str:
    return several("alternative", part("text/plain", text, coding, charset), part("text/html", page, coding, charset))


def file(text: str, name: str = "move.yaml", kind: str = "application/octet-stream", coding: str = "base64") -> str:
    return part(kind, text, coding, "UTF-8", f'; name="{name}"').replace(
        "\n\n", f'\nContent-Disposition: attachment; filename="{name}"\n\n', 1
    )


Sample = tuple[str, str, dict[str, str], str]
SAMPLES: list[Sample] = []
"""File, manner, what it gives, the mail."""
GIVES_MOVE = {"move": "MOVE"}


def sample(
    name: str, manner: str, gives: dict[str, str], program: str, body: str, subject: str = "Re: [spring-cup] Your turn"
) -> None:
    SAMPLES.append((name, manner, gives, head(subject, program) + body))


GMAIL = "X-Mailer: Gmail style"
GMAIL_ATTRIBUTIONS = {
    "en": "On Tue, 1 Dec 2026 at 10:12, Referee <referee@games.example.org> wrote:",
    "de": "Am Di., 1. Dez. 2026 um 10:12 Uhr schrieb Referee <\nreferee@games.example.org>:",
    "it": "Il giorno mar 1 dic 2026 alle ore 10:12 Referee <\nreferee@games.example.org> ha scritto:",
    "fr": "Le mar. 1 déc. 2026 à 10:12, Referee <referee@games.example.org> a\nécrit :",
}


def gmail_page(text: str, attribution: str) -> str:
    return (
        f'<div dir="ltr">{marked_up(text)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(attribution)}<br></div><blockquote class="gmail_quote" '
        f'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">'
        f"{marked_up(LETTER)}</blockquote></div>"
    )


def gmail() -> None:
    for language, line in GMAIL_ATTRIBUTIONS.items():
        text = f"Hello,\n\n{fenced()}\nAnna\n\n{line}\n\n{cited()}"
        page = gmail_page(f"Hello,\n\n{fenced()}\nAnna", line)
        sample(
            f"gmail-web-{language}-top",
            f"Gmail in a browser ({language}), above the old mail",
            GIVES_MOVE,
            GMAIL,
            both(text, page),
        )
        sample(
            f"gmail-app-{language}-untouched",
            f"Gmail on a phone ({language}): a few words, the block only in what is quoted",
            {"asked": "quoted"},
            GMAIL,
            both(
                f"Nice road! I answer tonight.\n\n{line}\n\n{cited()}", gmail_page("Nice road! I answer tonight.", line)
            ),
        )
    line = GMAIL_ATTRIBUTIONS["en"]
    sample(
        "gmail-web-en-bottom",
        "Gmail in a browser, below the old mail",
        GIVES_MOVE,
        GMAIL,
        part("text/plain", f"{line}\n\n{cited()}\nHere it is:\n{fenced()}\nAnna\n"),
    )
    sample(
        "gmail-web-en-html-only",
        "Gmail's page alone, without a plain text",
        GIVES_MOVE,
        GMAIL,
        part("text/html", gmail_page(fenced(), line), "quoted-printable"),
    )
    sample(
        "gmail-web-en-edited-in-quote",
        "The block was edited among the quoted lines",
        {"asked": "quoted"},
        GMAIL,
        part("text/plain", f"{line}\n\n{cited(LETTER.replace(OTHER, MOVE))}"),
    )
    sample(
        "gmail-web-en-bold-fence",
        "The whole block in bold: signs round the fences",
        {"asked": "BEGIN MOVE"},
        GMAIL,
        part(
            "text/plain", fenced().replace("-----BEGIN MOVE-----", "*-----BEGIN MOVE-----*") + f"\n{line}\n\n{cited()}"
        ),
    )


OUTLOOK = "X-Mailer: Outlook style"
OUTLOOK_HEADS = {
    "en": "From: Referee <referee@games.example.org>\nSent: Tuesday, December 1, 2026 10:12 AM\n"
    "To: Anna Example <anna@example.com>\nSubject: [spring-cup] Your turn\n",
    "de": "Von: Referee <referee@games.example.org>\nGesendet: Dienstag, 1. Dezember 2026 10:12\n"
    "An: Anna Example <anna@example.com>\nBetreff: [spring-cup] Your turn\n",
    "it": "Da: Referee\nInviato: martedì 1 dicembre 2026 10:12\nA: Anna Example\nOggetto: [spring-cup] Your turn\n",
    "fr": "De : Referee\nEnvoyé : mardi 1 décembre 2026 10:12\nÀ : Anna Example\nObjet : [spring-cup] Your turn\n",
}


def outlook_page(text: str, heading: str) -> str:
    line = '<p class="MsoNormal">{}<o:p></o:p></p>'
    rule = '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
    fields = "<br>".join(
        f"<b>{escape(each.partition(':')[0])}:</b>{escape(each.partition(':')[2])}" for each in heading.splitlines()
    )
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head>'
        f'<body lang="EN-GB"><div class="WordSection1">{marked_up(text, line, "&nbsp;")}{rule}{fields}<o:p></o:p></p></div>'
        f"{marked_up(LETTER, line, '&nbsp;')}</div></body></html>"
    )


def outlook() -> None:
    for language, heading in OUTLOOK_HEADS.items():
        text = f"Hello\n\n{fenced()}\nAnna\n\n{heading}\n{LETTER}"
        sample(
            f"outlook-desktop-{language}-top",
            f"Outlook ({language}): nothing marks the old mail but its heading",
            GIVES_MOVE,
            OUTLOOK,
            part("text/plain", text.replace("\n", "\n"), "base64"),
        )
    for language, divider in (("en", "-----Original Message-----"), ("de", "-----Ursprüngliche Nachricht-----")):
        text = f"{fenced()}\n{divider}\n{OUTLOOK_HEADS[language]}\n{LETTER}"
        sample(
            f"outlook-desktop-{language}-divider",
            f"Older Outlook ({language}) with a line above the old mail",
            GIVES_MOVE,
            OUTLOOK,
            part("text/plain", text, "quoted-printable", "iso-8859-1" if language == "de" else "us-ascii"),
        )
    rule = "_" * 32
    sample(
        "outlook-web-en-untouched",
        "Outlook in a browser: words only, old mail below a rule without marks",
        {"asked": "quoted"},
        OUTLOOK,
        part("text/plain", f"I think about it until tomorrow.\n\n{rule}\n{OUTLOOK_HEADS['en']}\n{LETTER}"),
    )
    sample(
        "outlook-desktop-en-edited-below",
        "Outlook: edited in the old mail below its heading",
        {"asked": "quoted"},
        OUTLOOK,
        part("text/plain", f"See below.\n\n{OUTLOOK_HEADS['en']}\n{LETTER.replace(OTHER, MOVE)}"),
    )
    sample(
        "outlook-desktop-en-html-only",
        "Outlook's page alone: a paragraph for each line",
        GIVES_MOVE,
        OUTLOOK,
        part("text/html", outlook_page(fenced(), OUTLOOK_HEADS["en"]), "quoted-printable", "windows-1252"),
    )
    bulleted = marked_up(fenced(), '<p class="MsoNormal">{}</p>', "&nbsp;")
    for each in ("city: E1", "road: {at: D4, from: D3, to: D5}", "resupply: {road: 4, city: 3}"):
        bulleted = bulleted.replace(f'<p class="MsoNormal">&nbsp;&nbsp;- {each}</p>', f"<ul><li>{each}</li></ul>")
    sample(
        "outlook-web-de-list",
        "Outlook made a list of the lines with dashes",
        {"asked": "list"},
        OUTLOOK,
        part(
            "text/html",
            f"<html><body>{bulleted}<hr>{outlook_page('', OUTLOOK_HEADS['de'])}</body></html>",
            "quoted-printable",
        ),
    )
    web = f'<div>{marked_up(fenced())}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">{marked_up(OUTLOOK_HEADS["de"])}</div>'
    sample(
        "outlook-web-de-html-only",
        "Outlook in a browser (de), its page alone",
        GIVES_MOVE,
        OUTLOOK,
        part("text/html", f"<html><body>{web}<div>{marked_up(LETTER)}</div></body></html>", "base64"),
    )


APPLE = "X-Mailer: Apple Mail style (2.3774)"


def apple() -> None:
    en, fr = (
        "On 1 Dec 2026, at 10:12, Referee <referee@games.example.org> wrote:",
        "Le 1 déc. 2026 à 10:12, Referee <referee@games.example.org> a écrit :",
    )
    sample(
        "apple-mac-en-top",
        "Apple Mail on a Mac",
        GIVES_MOVE,
        APPLE,
        part("text/plain", f"{fenced()}\nAnna\n\n> {en}\n> \n{cited()}", "quoted-printable"),
    )
    sample(
        "apple-iphone-fr-top",
        "Apple Mail on a phone (fr), with its signature",
        GIVES_MOVE,
        "X-Mailer: iPhone Mail style (21A329)",
        part("text/plain", f"{fenced()}\n\nEnvoyé de mon iPhone\n\n> {fr}\n> \n> \ufeff{cited()[2:]}", "base64"),
    )
    dashes = fenced().replace("-----", "\u2014\u2013", 1)
    sample(
        "apple-iphone-en-smart-dashes",
        "A phone made long dashes of those of the fence",
        {"asked": "-----BEGIN MOVE-----"},
        APPLE,
        part("text/plain", f"{dashes}\nSent from my iPhone\n\n> {en}\n> \n{cited()}", "quoted-printable"),
    )
    curly = fenced(MOVE.replace('"', "\u201c", 1).replace('"', "\u201d", 1))
    sample(
        "apple-iphone-en-curly-quotes",
        "A phone made curly quotes",
        {"refused": "52601a48b09bce4d"},
        APPLE,
        part("text/plain", curly, "quoted-printable"),
    )
    say = fenced(MOVE + "say: \u201cnice: very\u201d\n")
    sample(
        "apple-iphone-en-curly-words",
        "Curly quotes round words with a colon",
        {"refused": "curly quotes"},
        APPLE,
        part("text/plain", say, "base64"),
    )
    dash = fenced(MOVE.replace("  - city", "  \u2013 city"))
    sample(
        "apple-iphone-en-dash-list",
        "A phone made a long dash of the one before an action",
        {"refused": "- city: E1"},
        APPLE,
        part("text/plain", dash, "base64"),
    )
    dots = fenced(MOVE.replace("  - city: E1", "  - city: E1\u2026"))
    sample(
        "apple-iphone-en-ellipsis",
        "A phone made one sign of three dots",
        {"refused": "Write `E1`"},
        APPLE,
        part("text/plain", dots, "base64"),
    )
    split = several(
        "mixed",
        part("text/plain", "Here is my move.\n"),
        file(MOVE, "move.yaml", "application/x-yaml"),
        part("text/plain", f"\n\n> {en}\n> \n{cited()}"),
    )
    sample("apple-mac-en-attached", "A file between two parts of text", GIVES_MOVE, APPLE, split)
    blocks = f'<div><br><blockquote type="cite"><div>{escape(en)}</div>{marked_up(LETTER)}</blockquote></div>'
    sample(
        "apple-mac-en-html-only",
        "Apple Mail's page alone",
        GIVES_MOVE,
        APPLE,
        part(
            "text/html",
            f'<html><body style="word-wrap: break-word;">{marked_up(fenced())}{blocks}</body></html>',
            "quoted-printable",
        ),
    )
    sample(
        "apple-mac-en-pre",
        "A page with the block as preformatted text",
        GIVES_MOVE,
        APPLE,
        part("text/html", f"<html><body><p>Hi</p><pre>\n{escape(fenced())}</pre>{blocks}</body></html>"),
    )


THUNDERBIRD = "User-Agent: Thunderbird style"


def flowed(text: str, width: int = 40) -> str:
    """Lines broken as RFC 3676 has it: a blank at the end says that the line goes on."""
    done = []
    for line in text.splitlines():
        kept = line.startswith((">", "-----", "  "))
        pieces = [line] if kept or not line else wrap(line, width, break_long_words=False, break_on_hyphens=False)
        done += [f"{each} " for each in pieces[:-1]] + [stuffed(pieces[-1])]
    return "\n".join(done) + "\n"


def stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", "From ")) else line


LONG = MOVE + "say: a word to the others that is so long that a mail program breaks its line in two or three\n"


def thunderbird() -> None:
    more = "; format=flowed"
    en, de = "On 12/1/26 10:12, Referee wrote:", "Am 01.12.26 um 10:12 schrieb Referee:"
    it, fr = "Il 01/12/26 10:12, Referee ha scritto:", "Le 01/12/2026 à 10:12, Referee a écrit :"
    for language, line in (("en", en), ("de", de), ("it", it), ("fr", fr)):
        text = f"{line}\n{cited()}\n{flowed(fenced())}\n-- \nAnna\n"
        coding = "8bit" if language == "fr" else "7bit"
        sample(
            f"thunderbird-flowed-{language}-bottom",
            f"Thunderbird ({language}), flowed, below the old mail",
            GIVES_MOVE,
            THUNDERBIRD,
            part("text/plain", text, coding, more=more),
        )
    sample(
        "thunderbird-flowed-en-long",
        "Thunderbird broke the line of the words",
        {"move": "LONG"},
        THUNDERBIRD,
        part("text/plain", flowed(fenced(LONG)) + f"\n{en}\n{cited()}", more=more),
    )
    delsp = "\n".join(each + " " if each.endswith(" ") else each for each in flowed(fenced(LONG)).splitlines()) + "\n"
    sample(
        "flowed-delsp",
        "Flowed, and the blank at the end of a broken line is not part of it",
        {"move": "LONG"},
        THUNDERBIRD,
        part("text/plain", delsp, more=f"{more}; delsp=yes"),
    )
    middle = LETTER.index("-----BEGIN")
    inter = f"{en}\n{cited(LETTER[:middle])}\nThis will cost you!\n\n{fenced()}\n{cited(LETTER[middle:])}"
    sample("thunderbird-interleaved", "Between the quoted lines", GIVES_MOVE, THUNDERBIRD, part("text/plain", inter))
    lines = fenced().splitlines()
    mixed = "\n".join([*lines[:6], f"> {lines[6]}", *lines[7:]]) + "\n"
    sample(
        "thunderbird-quoted-line-inside",
        "One line of the block is quoted",
        {"refused": ">"},
        THUNDERBIRD,
        part("text/plain", mixed),
    )
    sample(
        "thunderbird-tabs",
        "Tabs in place of blanks",
        {"refused": "tab"},
        THUNDERBIRD,
        part("text/plain", fenced(MOVE.replace("  - ", "\t- "))),
    )
    sample(
        "thunderbird-hard-blanks",
        "No-break spaces in place of blanks",
        GIVES_MOVE,
        THUNDERBIRD,
        part("text/plain", fenced(MOVE.replace(" ", "\u00a0")), "quoted-printable"),
    )
    broken = fenced(LONG).replace("breaks its", "breaks\nits")
    sample(
        "hard-broken-words",
        "A program broke a long line for good",
        {"refused": "colon"},
        THUNDERBIRD,
        part("text/plain", broken),
    )


def others() -> None:
    gmx = "X-Mailer: GMX style"
    heading = "Gesendet: Dienstag, 1. Dezember 2026 um 10:12 Uhr\nVon: Referee <referee@games.example.org>\nAn: anna@example.com\nBetreff: [spring-cup] Your turn\n"
    sample(
        "gmx-de-top",
        "GMX in a browser",
        GIVES_MOVE,
        gmx,
        part("text/plain", f"{fenced()}\nViele Grüße\nAnna\n\n{heading}\n{LETTER}", "8bit"),
    )
    page = f'<div style="font-family: Verdana;">{marked_up(fenced())}<div name="quote" style="border-left: 2px solid #C3D9E5;">{marked_up(heading)}{marked_up(LETTER)}</div></div>'
    sample("gmx-de-html-only", "GMX, its page alone", GIVES_MOVE, gmx, part("text/html", page, "quoted-printable"))
    yahoo = "X-Mailer: Yahoo style"
    line = "On Tuesday, December 1, 2026 at 10:12:00 AM GMT+1, Referee <referee@games.example.org> wrote:"
    indented = "".join(f"  {each}\n" for each in LETTER.splitlines())
    sample(
        "yahoo-en-top",
        "Yahoo: the old mail only indented",
        GIVES_MOVE,
        yahoo,
        part("text/plain", f"{fenced()}\n    {line}  \n \n{indented}"),
    )
    sample(
        "yahoo-en-untouched",
        "Yahoo: words, and the old mail indented",
        {"asked": "quoted"},
        yahoo,
        part("text/plain", f"Later!\n\n    {line}  \n \n{indented}"),
    )
    page = f'<div class="ydp1">{marked_up(fenced())}</div><div id="ydp2" class="yahoo_quoted"><div>{escape(line)}</div><div>{marked_up(LETTER)}</div></div>'
    sample("yahoo-en-html-only", "Yahoo, its page alone", GIVES_MOVE, yahoo, part("text/html", page))
    k9 = "User-Agent: K-9 Mail style"
    line = "Am 1. Dezember 2026 10:12:00 MEZ schrieb Referee <referee@games.example.org>:"
    sample(
        "k9-de-top",
        "K-9",
        GIVES_MOVE,
        k9,
        part("text/plain", f"{fenced()}\n\n{line}\n{cited(sign='>')}", "quoted-printable"),
    )
    sample(
        "k9-de-attribution-alone",
        "K-9 without quotation signs",
        GIVES_MOVE,
        k9,
        part("text/plain", f"{fenced()}\n\n{line}\n{LETTER}"),
    )
    samsung = "X-Mailer: Samsung style"
    divider = "-------- Original message --------"
    fields = "From: Referee <referee@games.example.org> \nDate: 12/1/26  10:12  (GMT+01:00) \nTo: anna@example.com \nSubject: [spring-cup] Your turn \n"
    sample(
        "samsung-en-top",
        "Samsung's mail program",
        GIVES_MOVE,
        samsung,
        part("text/plain", f"{fenced()}\n\nSent from my Galaxy\n\n\n{divider}\n{fields}\n{LETTER}"),
    )
    divider = "-------- Ursprüngliche Nachricht --------"
    sample(
        "samsung-de-untouched",
        "Samsung (de): words only",
        {"asked": "quoted"},
        samsung,
        part(
            "text/plain",
            f"Mache ich heute Abend.\n\n{divider}\nVon: Referee\nDatum: 01.12.26 10:12\nAn: anna@example.com\nBetreff: Re\n\n{LETTER}",
            "8bit",
        ),
    )
    sample(
        "samsung-nothing-marked",
        "A program that marks nothing, but names the referee's address",
        {"asked": "quoted"},
        samsung,
        part(
            "text/plain",
            f"Ja, gerne, bis morgen!\n\n* Referee (referee@games.example.org) 01.12.2026 10.12 *\n\n{LETTER}",
        ),
    )
    sample(
        "nothing-marked-two-blocks",
        "The move above, the old mail below without any mark",
        {"asked": "2 blocks"},
        samsung,
        part("text/plain", f"{fenced()}\n\n{LETTER}"),
    )
    proton = f'<div>{marked_up(fenced())}</div><div class="protonmail_quote">On Tuesday, Referee wrote:<blockquote class="protonmail_quote" type="cite">{marked_up(LETTER)}</blockquote></div>'
    sample(
        "proton-html-only", "Proton, its page alone", GIVES_MOVE, "X-Mailer: Proton style", part("text/html", proton)
    )


PLAIN = "X-Mailer: plain"
UNTOUCHED = (
    MOVE.split("actions")[0]
    + "# As it stands, this is a pass.\n# Delete the `# ` before what you want to do, and edit it.\n# actions:\n#   - city: E1\n# say: a word to the others\n"
)


def shapes() -> None:
    sample("check", "Only the verdict is asked for", {"check": "MOVE"}, PLAIN, part("text/plain", fenced(word="CHECK")))
    sample(
        "check-as-move",
        "CHECK on both sides, small letters, blanks",
        {"check": "MOVE"},
        PLAIN,
        part(
            "text/plain",
            fenced(word="CHECK")
            .replace("END MOVE", "END CHECK")
            .replace("-----BEGIN CHECK-----", "  --- begin check ---  "),
        ),
    )
    sample(
        "crlf", "Ends of lines as mail has them", GIVES_MOVE, PLAIN, part("text/plain", fenced()).replace("\n", "\r\n")
    )
    sample(
        "bom",
        "A byte order mark before the block",
        GIVES_MOVE,
        PLAIN,
        part("text/plain", "\ufeff" + fenced(), "base64"),
    )
    sample(
        "attached-yaml",
        "The move as a file",
        GIVES_MOVE,
        PLAIN,
        several("mixed", part("text/plain", "See the file.\n"), file(MOVE)),
    )
    sample(
        "attached-yml-crlf",
        "The move as a file from Windows",
        GIVES_MOVE,
        PLAIN,
        several("mixed", part("text/plain", "\n"), file(MOVE.replace("\n", "\r\n"), "zug.yml", "text/plain")),
    )
    sample(
        "attached-by-type",
        "A file without a name, of the right type",
        GIVES_MOVE,
        PLAIN,
        several("mixed", part("text/plain", "\n"), part("application/yaml", MOVE)),
    )
    sample(
        "attached-two",
        "Two files",
        {"asked": "more than one move"},
        PLAIN,
        several("mixed", part("text/plain", "\n"), file(MOVE), file(OTHER, "other.yaml")),
    )
    sample(
        "attached-and-block",
        "A file and a block",
        {"asked": "more than one move"},
        PLAIN,
        several("mixed", part("text/plain", fenced()), file(OTHER)),
    )
    log = "---\nformat: referee-log/1\ngame: spring-cup\ntitle: magna-grecia\n"
    sample(
        "attached-log",
        "The log of the letter came back beside the block",
        GIVES_MOVE,
        PLAIN,
        several("mixed", part("text/plain", fenced()), file(log, "spring-cup.yaml")),
    )
    sample(
        "attached-docx",
        "A document of a word processor",
        {"asked": "no move"},
        PLAIN,
        several(
            "mixed",
            part("text/plain", "My move is attached.\n"),
            file("PK\x03\x04", "move.docx", "application/vnd.ms-word"),
        ),
    )
    sample(
        "two-blocks",
        "Two blocks",
        {"asked": "2 blocks"},
        PLAIN,
        part("text/plain", fenced() + "\nor\n\n" + fenced(OTHER)),
    )
    sample(
        "no-end",
        "The last line of the block is missing",
        {"asked": "END MOVE"},
        PLAIN,
        part("text/plain", fenced().replace("-----END MOVE-----\n", "") + "\nAnna\n"),
    )
    sample(
        "few-dashes",
        "Too few dashes",
        {"asked": "-----BEGIN MOVE-----"},
        PLAIN,
        part("text/plain", fenced().replace("-----BEGIN MOVE-----", "--BEGIN MOVE--")),
    )
    sample("no-fence", "The move without its fence", {"asked": "no move"}, PLAIN, part("text/plain", MOVE))
    sample(
        "prose",
        "A move in words",
        {"asked": "no move"},
        PLAIN,
        part("text/plain", "I build a city on E1 and a road to D4, please.\n"),
    )
    sample("empty", "Nothing at all", {"asked": "no move"}, PLAIN, part("text/plain", "\n"))
    sample(
        "untouched",
        "The block as the letter had it",
        {"move": "UNTOUCHED"},
        PLAIN,
        part("text/plain", fenced(UNTOUCHED)),
    )
    sample(
        "words-and-move",
        "Words to all and to one above the block",
        {"move": "MOVE", "said": "|Well played, Bruno!, red|let us talk"},
        PLAIN,
        part(
            "text/plain",
            f"Hi referee,\n\nsay: Well played,\nBruno!\n\nSay to red: let us talk\n\nthis is not relayed\n\n{fenced()}",
        ),
    )
    sample(
        "words-alone",
        "Words to all without a move",
        {"said": "|Good morning"},
        PLAIN,
        part(
            "text/plain",
            f"say: Good morning\n\n-- \nAnna\nsay: from my signature\n\n{GMAIL_ATTRIBUTIONS['en']}\n{cited()}",
        ),
    )
    sample(
        "words-quoted",
        "Words that are quoted are nobody's",
        {"asked": "quoted"},
        PLAIN,
        part("text/plain", f"> say: I give up\n\n{GMAIL_ATTRIBUTIONS['en']}\n{cited()}"),
    )
    sample(
        "absent",
        "Days of absence",
        {"absent": "2026-12-01 2026-12-10"},
        PLAIN,
        part("text/plain", "absent: 2026-12-01 to 2026-12-10\n"),
    )
    sample(
        "nonce",
        "A nonce in the player's own words",
        {"nonce": "the cat sat on my keyboard 42"},
        PLAIN,
        part("text/plain", "nonce: the cat sat on my keyboard 42\n"),
    )
    sample(
        "latin-1-as-utf-8",
        "Written in Latin-1, called UTF-8, umlauts in the greeting",
        GIVES_MOVE,
        PLAIN,
        part("text/plain", f"Schöne Grüße\n\n{fenced()}", "8bit", "iso-8859-1", said="UTF-8"),
    )
    sample(
        "latin-1-as-utf-8-inside",
        "The same, with an umlaut in the block",
        {"asked": "cannot be read"},
        PLAIN,
        part("text/plain", fenced(MOVE + "say: Grüße\n"), "quoted-printable", "iso-8859-1", said="UTF-8"),
    )
    sample(
        "iso-8859-15-ascii",
        "A charset that is not read, but only ASCII in it",
        GIVES_MOVE,
        PLAIN,
        part("text/plain", fenced(), "7bit", "iso-8859-15"),
    )
    sample(
        "utf-16",
        "A charset that is not read",
        {"asked": "utf-16"},
        PLAIN,
        part("text/plain", fenced(), "base64", "utf-16"),
    )
    sample(
        "iso-2022-jp",
        "Another one",
        {"asked": "iso-2022-jp"},
        PLAIN,
        part("text/plain", fenced(), "7bit", "iso-2022-jp"),
    )
    sample("no-charset", "No charset is named", GIVES_MOVE, PLAIN, part("text/plain", fenced(), charset=""))
    sample(
        "forwarded-inside",
        "A mail attached as a mail is somebody else's",
        {"asked": "no move"},
        PLAIN,
        several(
            "mixed",
            part("text/plain", "FYI\n"),
            "Content-Type: message/rfc822\n\n" + head("x", PLAIN) + part("text/plain", fenced()),
        ),
    )
    sample(
        "forwarded-below",
        "A letter forwarded in the text",
        {"asked": "quoted"},
        PLAIN,
        part(
            "text/plain",
            f"Look!\n\n---------- Forwarded message ---------\nFrom: Referee <referee@games.example.org>\nDate: Tue, 1 Dec 2026\nSubject: x\nTo: <anna@example.com>\n\n{LETTER}",
        ),
    )


MOVES = {"MOVE": MOVE, "LONG": LONG, "UNTOUCHED": UNTOUCHED}
GROUPS: tuple[Callable[[], None], ...] = (gmail, outlook, apple, thunderbird, others, shapes)


def main() -> None:
    os.makedirs(HERE, exist_ok=True)
    for group in GROUPS:
        group()
    table = ["# What each stored reply must give; written by tests/mail/reply_samples.py.\n"]
    for name, manner, gives, text in SAMPLES:
        with open(os.path.join(HERE, f"{name}.eml"), "wb") as opened:
            opened.write(text.encode("latin-1"))
        words = "".join(f"  {key}: {dumps(value)}\n" for key, value in gives.items())
        table.append(f"{name}:\n  manner: {dumps(manner)}\n{words}")
    with open(os.path.join(HERE, "table.yaml"), "w", encoding="utf-8") as opened:
        opened.write("".join(table))


if __name__ == "__main__":
    main()
