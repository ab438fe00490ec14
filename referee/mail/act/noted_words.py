"""What a mail of a player leaves for the moderator."""

from referee.app.errors import Refused
from referee.mail.act import moderator_notes
from referee.mail.act.heard_mail import Hearing
from referee.mail.act.moderator_notes import ModeratorNote
from referee.words import say


def moderator_name(hearing: Hearing) -> str:
    """What the moderator is called; "" where the settings name nobody."""
    mail = hearing.table.settings.mail
    return mail.moderator_name if mail else ""


def add_note(hearing: Hearing, kind: str, text: str = "", about: str = "", player: str = "") -> None:
    """Write down what the moderator must know, of who plays the seat, or of a `player` who did.

    Raises Refused where one player wants too much, NotRecorded.
    """
    if not moderator_notes.store_note(hearing.table, note_of(hearing, kind, text, about, player)):
        words = "You have sent {most} messages to the moderator within a day. Write again tomorrow."
        raise Refused(say(words, most=moderator_notes.MOST))


def is_noted(hearing: Hearing, kind: str, text: str) -> bool:
    """Whether an earlier copy of the mail left these words for the moderator."""
    known = [each.id for each in moderator_notes.all_notes(hearing.table.settings)]
    return note_of(hearing, kind, text).id in known


def note_of(hearing: Hearing, kind: str, text: str, about: str = "", player: str = "") -> ModeratorNote:
    sender = hearing.sender
    whose = sender.game, sender.seat, sender.entry
    name = player or hearing.game.players[sender.seat]
    return moderator_notes.new_note(hearing.table.time(), whose, name, kind, text, about)
