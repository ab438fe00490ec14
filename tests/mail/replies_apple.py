"""Replies in the manner of Apple Mail."""

from html import escape

from reply_parts import GIVES_MOVE, LETTER, MOVE, cited, fenced, file, marked_up, part, sample, several

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
        GIVES_MOVE,
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
