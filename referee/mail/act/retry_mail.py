"""What waits for the moderator is tried once more: an e-mail is handled again, a message is sent."""

from referee.app.errors import Usage
from referee.app.game_access import Table
from referee.mail.act import moderator_notes, receive_mail
from referee.mail.act.heard_mail import Received
from referee.mail.act.put_aside import MESSAGE, dismiss_message, found_by_id
from referee.mail.transport import inboxes, mail_progress
from referee.mail.transport.inboxes import QUARANTINE
from referee.words import say


def retry(table: Table, id: str) -> list[Received]:
    """Handle an e-mail once more, or send a message to the moderator: what became of e-mails.

    Raises Missing, Usage, disk.Trouble, `log.Busy`.
    """
    item = found_by_id(table, id)
    if item.kind == MESSAGE:
        if not (table.settings.mail and table.settings.mail.moderator):
            words = "There is no moderator in [mail] of referee.toml, so the message cannot be sent."
            raise Usage(say(words), say('Name one: moderator = "Sam <sam@example.org>"'))
        troubles = moderator_notes.send_notes(table)
        if troubles:
            raise Usage(troubles[0])
        dismiss_message(table, item.id)
        return []
    with receive_mail.lock_spool(table):
        mail_progress.remove_progress(table.settings.private, item.id + inboxes.ENDING)
        inboxes.move_back(table.settings.private, item.id + inboxes.ENDING, QUARANTINE)
    return [each for each in receive_mail.handle(table).mails if each.mail.startswith(item.id)]
