"""What players want of the moderator: kept first, then sent to them by e-mail, so that they can answer the player.

private/mail/moderator/<id>.note    one line of JSON: who wrote what, in answer to which e-mail, and when it was sent
private/mail/moderator/unanswered   mails that get no answer, though a person may have written them: of strangers, and
                                    through mailing lists; a line of JSON for each of the last of them
"""

import json
import os
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.look.listed_games import UnreadableGame, open_readable
from referee.app.post.game_facts import name_now
from referee.app.time.counted_time import BEGINNING, DAY, time
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.read.request_words import ADDRESS, REMATCH, RESIGN, STOP, TIME
from referee.mail.transport import inboxes, outgoing
from referee.mail.write import mime
from referee.mail.write.addresses import CALENDAR, HTML, LETTER, MENU, PAGE, PICTURE, REPLAY, Letter
from referee.mail.write.mime import PartFailed
from referee.mail_settings import MailSettings
from referee.settings import Settings
from referee.show.clock_sentences import time_asked
from referee.store import disk, log, private
from referee.store.stores import read_document, store_of
from referee.words import ENGLISH, Phrase, say, speaking

WORDS, FREE, FAULT, DECLINED = "words", "free", "fault", "declined"
"""Words that name the moderator, a whole mail without a wish, and a part of an e-mail that couldn't be made, which is
the only one that no player asks for. The other kinds are those of requests."""
FOLDER, ENDING = "moderator", ".note"
FILES = "files"
"""The transport that reaches nobody by itself."""
MOST = 20
"""So many notes of a seat are taken within a day."""


class ModeratorNote(NamedTuple):
    """What a player wants.

    id     16 hex digits: the same words in answer to the same e-mail are the same note
    at     when it was written down; `sent` and `done`: when it was sent, and when the moderator put it away, or ""
    about  the hours that are asked for, where they are; the part that couldn't be made
    entry  the entry after which the e-mail was written that it answers
    """

    id: str
    at: str
    game: str
    seat: str
    player: str
    kind: str
    text: str
    about: str
    entry: int
    sent: str = ""
    done: str = ""


def notes_folder(settings: Settings) -> str:
    return os.path.join(inboxes.private_mail_folder(settings.private), FOLDER)


def make_notes_folder(settings: Settings) -> None:
    """Raises NotRecorded."""
    inboxes.prepare(settings.private, FOLDER)


def new_note(
    at: str, sender: tuple[str, str, int], player: str, kind: str, text: str, about: str = ""
) -> ModeratorNote:
    """A note of a `sender`: game, seat and the entry of the e-mail that is answered."""
    game, seat, entry = sender
    id = sha256("\n".join([game, seat, str(entry), kind, about, text]).encode()).hexdigest()[:16]
    return ModeratorNote(id, at, game, seat, player, kind, text, about, entry)


def store_note(table: Table, note: ModeratorNote) -> bool:
    """Keep a note for good, once; whether there was room for it today. Raises NotRecorded."""
    known = all_notes(table.settings)
    if note.id in [each.id for each in known]:
        return True
    since = time(note.at, BEGINNING) - DAY
    own = [each for each in known if (each.game, each.seat) == (note.game, note.seat)]
    if sum(time(each.at, BEGINNING) > since for each in own) >= MOST:
        return False
    write_note(table.settings, note)
    return True


def note_part(table: Table, letter: Letter, failed: PartFailed) -> None:
    """Note that an e-mail goes out without a part."""
    whose = letter.game, letter.seat, letter.entry
    note_fault(table, whose, letter.player or letter.seat, failed.part, failed.__cause__ or failed)


def note_fault(table: Table, whose: tuple[str, str, int], player: str, part: str, bug: BaseException) -> ModeratorNote:
    """Note, if that is possible, a bug that kept an e-mail or a part of it from being written, and where it was."""
    place = traceback.extract_tb(bug.__traceback__)[-1]
    text = f"{type(bug).__name__}: {bug} ({os.path.basename(place.filename)}, {place.lineno})"
    note = new_note(table.time(), whose, player, FAULT, text, part)
    with suppress(disk.NotRecorded):
        store_note(table, note)
    return note


def write_note(settings: Settings, note: ModeratorNote) -> None:
    """Raises NotRecorded."""
    make_notes_folder(settings)
    inboxes.write_whole_file(notes_folder(settings), note.id + ENDING, json.dumps(note._asdict()).encode())


def all_notes(settings: Settings) -> list[ModeratorNote]:
    """All notes in the order in which they came; one that cannot be read is left out."""
    folder = notes_folder(settings)
    try:
        names = [each for each in store_of(folder).names(folder) if each.endswith(ENDING) and not each.startswith(".")]
    except OSError:
        return []
    found = [each for name in names if (each := note_in(os.path.join(folder, name)))]
    return sorted(found, key=lambda each: (each.at, each.id))


def note_in(path: str) -> ModeratorNote | None:
    with suppress(disk.Unreadable, ValueError, TypeError):
        return ModeratorNote(**json.loads(read_document(path)))
    return None


def open_notes(settings: Settings) -> list[ModeratorNote]:
    """The notes that the moderator has neither been sent nor put away."""
    return [each for each in all_notes(settings) if not (each.sent or each.done)]


def notes_to_read(settings: Settings) -> list[ModeratorNote]:
    """The notes that the moderator may not have read: e-mails that are files among many others reach nobody."""
    if settings.mail and settings.mail.transport == FILES:
        return [each for each in all_notes(settings) if not each.done]
    return open_notes(settings)


OLD = timedelta(days=60)
"""So long a note is kept after it was sent or put away."""


def send_notes(table: Table) -> list[Phrase]:
    """Send the notes that wait to the moderator: what could not be sent, and is tried again by the next run.

    Raises NotRecorded, `log.Busy`.
    """
    mail = table.settings.mail
    if mail is None or not mail.moderator or not open_notes(table.settings):
        return []
    with log.game_lock(notes_folder(table.settings), table.settings.wait):
        return list(send_open_notes(table, mail))


def send_open_notes(table: Table, mail: MailSettings) -> Iterator[Phrase]:
    """Delivered first and then marked: after a crash a note may come twice with one Message-ID, and is never lost."""
    for note in open_notes(table.settings):
        try:
            send_to_moderator(mail, note_letter(table, mail, note))
        except outgoing.Undelivered as error:
            yield say("The e-mail to {address} waits: {why}", address=mail.moderator_address, why=error)
            return
        write_note(table.settings, note._replace(sent=table.time()))
    for note in all_notes(table.settings):
        if mail.transport == FILES and not note.done:
            continue
        if (ended := note.sent or note.done) and time(ended, BEGINNING) + OLD < time(table.time(), BEGINNING):
            path = os.path.join(notes_folder(table.settings), note.id + ENDING)
            store_of(path).remove(path)


def send_to_moderator(mail: MailSettings, letter: Letter) -> None:
    """Raises Undelivered."""
    with speaking(ENGLISH):
        outgoing.deliver_letter(mail, mime.message(letter, mail, b"moderator"), letter.to)


def note_letter(table: Table, mail: MailSettings, note: ModeratorNote) -> Letter:
    """The e-mail that tells the moderator of a note; an answer to it goes to the player."""
    digest = sha256(note.id.encode()).hexdigest()
    whose = (note.game, "", "moderator", mail.moderator_name, mail.moderator_address, ENGLISH, note.entry, digest)
    return Letter(
        *whose,
        note.at,
        "note",
        SUBJECTS[note.kind]._replace(facts={"seat": note.seat}),
        tuple(note_words(table, note)),
        note.text,
        mark=note.id,
        reply_to=player_address(table, note),
    )


def player_address(table: Table, note: ModeratorNote) -> str:
    """Where the answer to a note goes; "": nobody knows any more, somebody else plays now, or no player wrote it."""
    if note.kind == FAULT:
        return ""
    try:
        player = open_readable(table, note.game).players.get(note.seat)
        kept = private.read_private_part(table.settings.private, note.game)
    except (UnreadableGame, disk.Unreadable):
        return ""
    return kept.addresses.get(note.seat, "") if player == writer_now(table.settings, note) else ""


def writer_now(settings: Settings, note: ModeratorNote) -> str:
    """What is called now who wrote a note. Raises Unreadable."""
    return name_now(settings, note.game, note.seat, note.player)


def headline(note: ModeratorNote) -> Phrase:
    """A request, and the player who makes it."""
    words = FAULTS[note.about] if note.kind == FAULT else HEADLINES[note.kind]
    return words._replace(facts=note_facts(note))


def note_words(table: Table, note: ModeratorNote) -> Iterator[Phrase]:
    """What a player wants, and what the moderator can do about it."""
    facts = note_facts(note)
    yield headline(note)
    if player_address(table, note):
        yield say("Answer this e-mail to write to {player}.", **facts)
    yield from (each._replace(facts=facts) for each in ADVICE.get(note.kind, ()))


def note_facts(note: ModeratorNote) -> dict[str, object]:
    """`time` is the time that is asked for, and `grant` what the command that gives it says of it."""
    facts: dict[str, object] = {"player": note.player, "seat": note.seat, "game": note.game, "about": note.about}
    if note.kind != TIME:
        return facts
    grant = note.about if note.about.isdigit() else f"--until {note.about}"
    return {**facts, "time": time_asked(note.about), "grant": grant}


SUBJECTS = {
    WORDS: say("{seat} writes to you"),
    FREE: say("{seat} writes to you"),
    TIME: say("{seat} asks for more time"),
    RESIGN: say("{seat} has stopped playing"),
    STOP: say("{seat} wants no more e-mails"),
    FAULT: say("An e-mail couldn't be written as usual"),
    REMATCH: say("A rematch has begun"),
    DECLINED: say("{seat} doesn't want to play"),
    ADDRESS: say("{seat} has another address"),
}
HEADLINES = {
    WORDS: say("{player} ({seat}) in {game} writes to you."),
    FREE: say("{player} ({seat}) in {game} sent an e-mail without a move."),
    TIME: say("{player} ({seat}) in {game} asks for {time}."),
    RESIGN: say("{player} ({seat}) in {game} has stopped playing."),
    STOP: say("{player} ({seat}) in {game} wants no more e-mails."),
    DECLINED: say("{player} ({seat}) declines the invitation to {game}."),
    ADDRESS: say("{player} ({seat}) in {game} has another address now, and confirmed it there."),
    REMATCH: say("All players of {game} wanted a rematch. It has begun: {about}."),
}
FAULTS = {
    LETTER: say("The e-mail of {game} to {player} couldn't be written."),
    MENU: say("The e-mail of {game} to {player} went out without the choices to click."),
    PAGE: say("The e-mail of {game} to {player} went out without its page."),
    PICTURE: say("The e-mail of {game} to {player} went out without its picture."),
    HTML: say("The e-mail of {game} to {player} went out as text alone."),
    CALENDAR: say("The e-mail of {game} to {player} went out without its calendar date."),
    REPLAY: say("The e-mail of {game} to {player} went out without the replay."),
}
ADVICE = {
    DECLINED: (
        say("To invite somebody else: referee player {game} {seat} --name NAME --address ADDRESS"),
        say("Then send the invitation: referee send {game}"),
    ),
    TIME: (
        say('To grant it: referee time extend {game} {seat} {grant} --why "{player} asked for it."'),
        say("That works while it is the turn of {player}."),
    ),
    RESIGN: (
        say("The referee plays {seat} from now on. The address of {player} was removed and is below."),
        say("To let somebody else play: referee player {game} {seat} --name NAME --address ADDRESS"),
        say("To end the game without a winner: referee end abandon {game}"),
    ),
    STOP: (
        say("Their e-mails are kept. The clock is still running, so turns may be missed."),
        say("To send e-mails again: referee player {game} {seat} --letters every"),
    ),
    FAULT: (say("This is a bug in referee, and the game goes on. Please report it with the lines below."),),
}
"""What the moderator can do about a note."""


UNANSWERED, UNANSWERED_KEPT, UNANSWERED_SHOWN = "unanswered", 100, 3
"""So many are kept, and so many listed."""
LONGEST = 60
"""Characters of a subject that are kept."""


class Unanswered(NamedTuple):
    """Such a mail; `mail` is its name in the spool."""

    mail: str
    at: str
    sender: str
    subject: str


def note_unanswered(settings: Settings, name: str, mail: Mail, at: str) -> None:
    """Keep who wrote a mail that nobody answers, and what about, once. Raises NotRecorded."""
    known = all_unanswered(settings)
    if name in [each.mail for each in known]:
        return
    make_notes_folder(settings)
    new = Unanswered(name, at, identity.sender(mail) or "?", subject_of_mail(mail))
    lines = [json.dumps(each) for each in [*known, new][-UNANSWERED_KEPT:]]
    inboxes.write_whole_file(notes_folder(settings), UNANSWERED, ("\n".join(lines) + "\n").encode())


def subject_of_mail(mail: Mail) -> str:
    """The subject in a line of printable characters."""
    return "".join([each if each.isprintable() else " " for each in mail.subject])[:LONGEST]


def all_unanswered(settings: Settings) -> list[Unanswered]:
    """The last of them, oldest first."""
    found = list[Unanswered]()
    with suppress(disk.Unreadable):
        for line in read_document(os.path.join(notes_folder(settings), UNANSWERED)).splitlines():
            with suppress(ValueError, TypeError):
                found.append(Unanswered._make(json.loads(line)))
    return found


def unanswered_lines(found: list[Unanswered]) -> Iterator[Phrase]:
    """How many they are, and the newest of them."""
    if not found:
        return
    several = say("{number} e-mails of strangers or mailing lists got no answer. The newest:", number=len(found))
    yield say("1 e-mail of a stranger or a mailing list got no answer:") if len(found) == 1 else several
    for each in found[-UNANSWERED_SHOWN:]:
        yield say("{sender}: {subject}", sender=each.sender, subject=each.subject or "-")
