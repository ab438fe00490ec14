"""Replies in the manner of Gmail."""

from html import escape

from reply_parts import GIVES_MOVE, LETTER, MOVE, OTHER, both, cited, fenced, marked_up, part, sample

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
            {"asked": "no move"},
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
        {"asked": "is empty"},
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
