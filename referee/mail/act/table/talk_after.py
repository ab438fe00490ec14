"""Words to all after the end of a game, closed or not: kept with the game, outside its log, and sent to the others.

They are published with the game, in its `notes.yaml`, if their writer agrees: `publish: yes`.
"""

import os
import re
from typing import NamedTuple

from referee import reading
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.notes import notebook, read_notes
from referee.app.notes.notebook import Writer, agreed_writers, is_agreed, with_word, writer_at
from referee.app.play.entries import MOST
from referee.app.play.people_limits import refuse_words
from referee.app.post import due_reports
from referee.app.post.game_facts import facts_under, keep_facts
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.rules.replay import CLOSED
from referee.settings import Settings
from referee.store import disk
from referee.store.documents import people
from referee.store.stores import is_missing, read_document, store_of
from referee.words import say

TALK = "after"
"""The name of these facts: what was `said`, and which seats let it be published."""
YES = "yes"


class Remark(NamedTuple):
    """What a seat said; `entry`: the entry of the e-mail that it answered."""

    seat: str
    entry: int
    at: str
    text: str


class AfterTalk(NamedTuple):
    """All words after the end of a game, and who lets theirs be published: seat and player, "" where only the seat is
    known.
    """

    said: tuple[Remark, ...] = ()
    published: tuple[Writer, ...] = ()


def is_after_end(game: Game) -> bool:
    return game.phase == CLOSED or game.is_over


def after_talk(settings: Settings, game: str) -> AfterTalk:
    with facts_under(settings, game, TALK) as facts:
        said = [Remark(str(seat), int(entry), str(at), str(text)) for seat, entry, at, text in facts.get("said", ())]
        return AfterTalk(tuple(said), agreed_writers(settings, game, facts))


def keep_talk(hearing: Hearing, talk: AfterTalk) -> None:
    """Keep it; what may be published is in the notes of the game then. Raises NotRecorded."""
    publish_talk(hearing.table.settings, hearing.game, talk)
    facts = {"said": [list(each) for each in talk.said], "published": [list(each) for each in talk.published]}
    keep_facts(hearing.table.settings, hearing.game.id, TALK, facts)


def talk_answer(hearing: Hearing, text: str) -> MailAnswer:
    """Keep words to all, once for each e-mail that they answer. Raises Refused, NotRecorded."""
    refuse_words(text)
    game, sender, settings = hearing.game, hearing.sender, hearing.table.settings
    talk = after_talk(settings, game.id)
    if not is_said_after(talk, sender.seat, text, sender.entry):
        writer = sender.seat, game.players[sender.seat]
        if sum(writer_at(settings, game, each.entry, each.seat) == writer for each in talk.said) >= MOST:
            raise Refused(
                say("You have sent {most} messages since the end of the game. No more are passed on.", most=MOST)
            )
        talk = talk._replace(said=(*talk.said, Remark(sender.seat, sender.entry, hearing.table.time(), text)))
        keep_talk(hearing, talk)
    for seat in people(game.log.documents):
        if seat != sender.seat:
            facts = seat, sender.seat + due_reports.TO_ALL, text, sender.entry, game.players[seat]
            due_reports.store_words(settings, game.id, *facts)
    public = PUBLISHED[is_agreed(talk.published, (sender.seat, game.players[sender.seat]))]
    return MailAnswer((say("Everybody will read: {text}", text=text), public), subject=say("Passed on"))


def is_said_after(talk: AfterTalk, seat: str, text: str, entry: int) -> bool:
    return any((each.seat, each.text, each.entry) == (seat, text, entry) for each in talk.said)


PUBLISHED = {
    True: say("Your words after the end are published with the game. To change that, reply with `publish: no`."),
    False: say(
        "It is not in the log of the game, and it is not published. To let everybody read it who looks at the game "
        "later, reply with `publish: yes`."
    ),
}
"""Whether the words of a player are published with the game."""


def publish_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player lets their words after the end be published, or no longer. Raises Refused, NotRecorded."""
    is_noted = notebook.agree(hearing.table.settings, hearing.game, hearing.sender.seat, about == YES)
    if is_noted and not is_after_end(hearing.game):
        return MailAnswer((NOTEBOOK[about == YES],), subject=say("Your notebook"))
    if not is_after_end(hearing.game):
        words = (
            "You have no notes in this game yet. To keep one, reply with `note: …`. After that you can say {publish}."
        )
        raise Refused(say(words, publish=f"`publish: {about}`"))
    seat, talk = hearing.sender.seat, after_talk(hearing.table.settings, hearing.game.id)
    writer = seat, hearing.game.players[seat]
    keep_talk(hearing, talk._replace(published=with_word(talk.published, writer, about == YES)))
    words = "Your words after the end are not published with the game."
    return MailAnswer((PUBLISHED[True] if about == YES else say(words),), subject=say("Your words after the end"))


NOTEBOOK = {
    True: say("Your notes are published when the game is closed. To change that, reply with `publish: no`."),
    False: say("Your notes are not published."),
}
"""Whether the notebook of a player is published."""
OWN_LINES = re.compile(r"(?m)^talk:.*\n(?:[ \-].*\n|\n)*")
"""Our part of the notes: the words of players. All else in them is somebody else's."""


def publish_talk(settings: Settings, game: Game, talk: AfterTalk) -> None:
    """Put the words that may be published into the notes of a game, and no others. Raises NotRecorded."""
    path = os.path.join(game.folder, read_notes.NAME)
    writers = [writer_at(settings, game, each.entry, each.seat) for each in talk.said]
    words = [
        {"player": writer[1], "says": each.text}
        for each, writer in zip(talk.said, writers, strict=True)
        if is_agreed(talk.published, writer)
    ]
    try:
        before = "" if is_missing(path) else read_document(path).decode("utf-8")
        if not (words or OWN_LINES.search(before)):
            return
        begun = OWN_LINES.sub("", before) or reading.dump({"format": read_notes.FORMAT, "game": game.id})
        begun += "" if begun.endswith("\n") else "\n"
        store_of(path).put(path, (begun + (reading.dump({"talk": words}) if words else "")).encode())
    except (OSError, UnicodeDecodeError) as error:
        facts = {"path": path, "why": disk.reason_text(error)}
        raise disk.NotRecorded(say("{path} couldn't be written: {why}.", **facts)) from error
