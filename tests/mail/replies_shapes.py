# ruff: noqa: E501  the lines of mails are as long as programs write them
"""Replies of every shape, from any mail program: checks, messages, spoiled lines, questions back."""

from replies_gmail import GMAIL_ATTRIBUTIONS
from reply_parts import GIVES_MOVE, LETTER, MOVE, OTHER, cited, fenced, file, head, part, sample, several

PLAIN = "X-Mailer: plain"
UNTOUCHED = MOVE.split("actions")[0] + (
    "# Unchanged, this is a pass.\n# Delete the `# ` at the start of each line you want to "
    "use, and edit it.\n# actions:\n#   - city: E1\n# say: a message to the others\n"
)


def shapes() -> None:
    sample("check", "Only the verdict is asked for", {"check": "MOVE"}, PLAIN, part("text/plain", fenced(word="CHECK")))
    sample(
        "check-as-move",
        "CHECK on both sides, lower case, blanks",
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
    sample("empty", "Nothing at all", {"asked": "is empty"}, PLAIN, part("text/plain", "\n"))
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
        {"asked": "is empty"},
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
        {"asked": "can't be read"},
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
        {"asked": "no move"},
        PLAIN,
        part(
            "text/plain",
            f"Look!\n\n---------- Forwarded message ---------\nFrom: Referee <referee@games.example.org>\nDate: Tue, 1 Dec 2026\nSubject: x\nTo: <anna@example.com>\n\n{LETTER}",
        ),
    )
