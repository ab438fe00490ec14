# ruff: noqa: E501  the lines of mails are as long as programs write them
"""Replies in the manner of other programs and web mail."""

from html import escape

from reply_parts import GIVES_MOVE, LETTER, cited, fenced, marked_up, part, sample


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
        {"asked": "no move"},
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
        {"asked": "no move"},
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
        {"asked": "no move"},
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
