"""Replies in the manner of Thunderbird."""

from textwrap import wrap

from reply_parts import GIVES_MOVE, LETTER, MOVE, cited, fenced, part, sample

THUNDERBIRD = "User-Agent: Thunderbird style"


def flowed(text: str, width: int = 40) -> str:
    """Lines broken as RFC 3676 has it: a blank at the end says that the line continues."""
    done = []
    for line in text.splitlines():
        kept = line.startswith((">", "-----", "  "))
        pieces = [line] if kept or not line else wrap(line, width, break_long_words=False, break_on_hyphens=False)
        done += [f"{each} " for each in pieces[:-1]] + [stuffed(pieces[-1])]
    return "\n".join(done) + "\n"


def stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", "From ")) else line


LONG = MOVE + "say: a message to the others that is so long that a mail program breaks its line in two or three\n"


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
