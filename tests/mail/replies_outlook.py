# ruff: noqa: E501  the lines of mails are as long as programs write them
"""Replies in the manner of Outlook."""

from html import escape

from reply_parts import GIVES_MOVE, LETTER, MOVE, OTHER, fenced, marked_up, part, sample

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
        {"asked": "no move"},
        OUTLOOK,
        part("text/plain", f"I think about it until tomorrow.\n\n{rule}\n{OUTLOOK_HEADS['en']}\n{LETTER}"),
    )
    sample(
        "outlook-desktop-en-edited-below",
        "Outlook: edited in the old mail below its heading",
        {"asked": "no move"},
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
