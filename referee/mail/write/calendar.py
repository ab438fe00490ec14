"""A deadline as an appointment for calendars: the same turn is the same event, however often its deadline moves."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from referee.mail.write.addresses import BEGINNING, Appointment, Letter
from referee.mail_settings import MailSettings
from referee.report.wording import safe_text
from referee.words import say

if TYPE_CHECKING:
    from icalendar import Alarm, Event

LENGTH = timedelta(minutes=30)
"""So long before the deadline the appointment begins."""
WARNING = timedelta(days=1)
"""So long before the deadline the calendar reminds, where the turn began before that."""
PRODUCT = "-//referee//correspondence board games//EN"


def calendar_text(letter: Letter, due: Appointment, mail: MailSettings) -> bytes:
    """The calendar with the one appointment; the same letter gives the same bytes."""
    from icalendar import Calendar

    whole: Calendar = Calendar()
    whole.add("prodid", PRODUCT)
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add_component(deadline_event(letter, due, mail))
    return bytes(whole.to_ical())


def deadline_event(letter: Letter, due: Appointment, mail: MailSettings) -> "Event":
    """The appointment: a later letter about the same turn has the same name and a higher number."""
    from icalendar import Event

    event: Event = Event()
    event.add("uid", f"referee.{letter.game}.{letter.seat}.{due.turn}@{mail.host}")
    event.add("sequence", letter.entry)
    event.add("dtstamp", datetime.fromisoformat(letter.at or BEGINNING))
    event.add("dtstart", due.due - LENGTH)
    event.add("dtend", due.due)
    event.add("summary", safe_text(say("Your move in {game} is due", game=letter.game)))
    event.add("description", safe_text(say("{title}: reply to the e-mail about your turn.", title=letter.title_name)))
    event.add("transp", "TRANSPARENT")
    if due.due - due.since > WARNING:
        event.add_component(alarm(str(event["summary"])))
    return event


def alarm(words: str) -> "Alarm":
    """What the calendar says a day before."""
    from icalendar import Alarm

    found: Alarm = Alarm()
    found.add("action", "DISPLAY")
    found.add("description", words)
    found.add("trigger", -WARNING)
    return found
