"""How a running game goes on under a newer edition: its seats consent, then an entry of kind `edition` says so.

A consent is an entry beside the moves. The last one of a seat counts: it replaces the one before, and `edition: none`
takes that back. An entry of kind `edition` uses up all of them.
"""

from collections.abc import Callable

from referee.rules.entry_shapes import BadEntry, own_fields
from referee.rules.rulebook import AnyRulebook
from referee.store.documents import Documents, Entry, Header, documents_before, entry_at, is_kind
from referee.words import say, word_list

NONE = "none"
"""What a consent names that takes the one before back."""
MODERATOR = "moderator"
"""Who entered a consent, where its player did not."""


def naming_edition(documents: Documents) -> Header | Entry:
    """The last of a log's documents that says which edition holds: an entry of kind `edition`, or the header."""
    return next((each for each in reversed(documents) if is_kind(each, "edition")), documents[0])


def edition_in_force(documents: Documents) -> int:
    """The number of the edition that holds after these documents of a log."""
    return int(naming_edition(documents)["edition"])


def consents(documents: Documents) -> dict[str, int]:
    """Seat → the number of the edition to which it consents after these documents, for the seats that do."""
    found: dict[str, int] = {}
    for entry in documents[1:]:
        if entry["kind"] == "edition":
            found = {}
        elif entry["kind"] == "consent":
            found.pop(entry["seat"], None)
            found |= {entry["seat"]: int(entry["edition"])} if entry["edition"] != NONE else {}
    return found


def seats_without_consent(documents: Documents, edition: int) -> list[str]:
    """The seats that have not consented to this edition, in the order of the header."""
    given = consents(documents)
    return [seat for seat in documents[0]["seats"] if given.get(seat) != edition]


def refuse_wrong_consent(documents: Documents, number: int) -> None:
    """A consent names an edition after the one in force, once; or `none`, where there is one. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    seat, named = entry["seat"], entry["edition"]
    given, current = consents(before), edition_in_force(before)
    if named == NONE:
        if seat not in given:
            raise BadEntry(number, say("{seat} has given no consent that could be taken back.", seat=seat))
    elif int(named) <= current:
        words = "{seat} consents to edition {edition}, and edition {current} holds already."
        raise BadEntry(number, say(words, seat=seat, edition=named, current=current))
    elif given.get(seat) == int(named):
        raise BadEntry(number, say("{seat} has consented to edition {edition} already.", seat=seat, edition=named))


def refuse_unagreed_edition(documents: Documents, number: int) -> None:
    """An edition takes over that is newer than the one in force, and to which every seat consents. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    named, current = entry["edition"], edition_in_force(before)
    strangers = [each for each in own_fields(entry) if each not in ("edition", "reader")]
    strangers += [each for each in ("seat", "say", "shown") if each in entry]
    if strangers:
        raise BadEntry(number, say("It has fields that its kind does not have: {fields}.", fields=", ".join(strangers)))
    if named == NONE or int(named) <= current:
        words = "Edition {edition} does not come after edition {current}, which holds."
        raise BadEntry(number, say(words, edition=named, current=current))
    if missing := seats_without_consent(before, int(named)):
        words = "Edition {edition} cannot take over: {seats} did not consent."
        raise BadEntry(number, say(words, edition=named, seats=word_list(missing)))


def under_new_edition(book: AnyRulebook, position: object, number: int, entry: Entry) -> tuple[AnyRulebook, object]:
    """The rulebook and the position from which a game goes on after an entry of kind `edition`. Raises BadEntry."""
    if book.play.is_turn_begun(position):
        raise BadEntry(number, say("An edition takes over between two turns, and a turn has been begun here."))
    if book.play.to_move(position) is None:
        raise BadEntry(number, say("An edition takes over while the game is played, and it is over here."))
    try:
        newer = book.under(entry)
    except LookupError:
        words = "It names edition {edition} of {title}, which is not known."
        raise BadEntry(number, say(words, edition=entry["edition"], title=book.name)) from None
    return newer, newer.adopt(position, newer.edition)


REFUSALS: dict[str, Callable[[Documents, int], None]] = {
    "consent": refuse_wrong_consent,
    "edition": refuse_unagreed_edition,
}
"""Kind → what is asked of an entry of the kind and those before it."""
