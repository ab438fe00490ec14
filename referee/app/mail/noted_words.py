"""What a mail of a player leaves for the moderator."""

from referee.app.errors import Refused
from referee.app.mail import moderator_notes
from referee.app.mail.heard_mail import Hearing
from referee.words import say


def moderator_name(hearing: Hearing) -> str:
    """What the moderator is called; "" where the settings name nobody."""
    mail = hearing.table.settings.mail
    return mail.moderator_name if mail else ""


def add_note(hearing: Hearing, kind: str, text: str = "", about: str = "", player: str = "") -> None:
    """Write down what the moderator must know, of who plays the seat, or of a `player` who did.

    Raises Refused where one player wants too much, NotRecorded.
    """
    sender, table = hearing.sender, hearing.table
    whose = sender.game, sender.seat, sender.entry
    name = player or hearing.game.players[sender.seat]
    note = moderator_notes.new_note(table.time(), whose, name, kind, text, about)
    if not moderator_notes.store_note(table, note):
        words = "You have sent {most} messages to the moderator within a day. Write again tomorrow."
        raise Refused(say(words, most=moderator_notes.MOST))
