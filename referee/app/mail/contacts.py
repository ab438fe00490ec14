"""What the private part may keep of a player: an address, a language, which letters, a key."""

from collections.abc import Callable

from referee.app.errors import Usage, nearest_hint
from referee.store import private
from referee.store.private import EVERY, LONG, NO_LETTERS, OWN, SHORT
from referee.words import LANGUAGES, Phrase, say

NEEDED = {
    "addresses": say("--address needs SEAT=ADDRESS, for example red=anna@example.org."),
    "languages": say("--language needs SEAT=LANGUAGE, for example red=it."),
}
CHECKS: dict[str, Callable[[str], bool]] = {
    "addresses": private.is_address,
    "languages": LANGUAGES.__contains__,
    "letters": (EVERY, OWN, NO_LETTERS).__contains__,
    "lengths": (SHORT, LONG).__contains__,
    "signers": private.is_signer,
}
KNOWN = {"languages": LANGUAGES, "letters": (EVERY, OWN, NO_LETTERS, SHORT, LONG), "lengths": (SHORT, LONG)}
SHOWN = 60
"""Characters of a wrong value that are told."""


def contact_problem(field: str, value: str) -> Phrase:
    shown = repr(value[:SHOWN])
    match field:
        case "addresses":
            return say("{value} is not a plain address such as anna@example.org.", value=shown)
        case "languages":
            known = ", ".join(LANGUAGES)
            return say("{value} is not a language of letters; there are {known}.", value=shown, known=known)
        case "letters":
            return say(
                "{value}: write every, own or none (which e-mails come), short or long (how long they are).",
                value=shown,
            )
    return say("{value} is not a public key of ssh: give the file whose name ends with .pub.", value=shown)


def refuse_contact(field: str, value: str) -> None:
    """Raises Usage."""
    if not CHECKS[field](value):
        raise Usage(contact_problem(field, value), nearest_hint(value, KNOWN[field]) if field in KNOWN else None)
