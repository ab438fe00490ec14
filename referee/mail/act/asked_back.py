"""The answer to a mail that may mean several things, or nothing: it asks back."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.mail.act.heard_mail import MailAnswer
from referee.words import Phrase, say


class Question(NamedTuple):
    """What is asked back: why, the readings as blocks, and whether these leave out what could not be read."""

    why: Phrase
    readings: tuple[str, ...] = ()
    is_part: bool = False


TWO_BLOCKS = say("There are two different moves in your e-mail.")
TWO_MEANINGS = say("I can read your move in more than one way.")
SEND_ONE = say("Reply with the block that you mean, and nothing else:")
SEND_PART = say("I can read only a part of it. Reply with this block if it is all that you mean:")
SEND_AGAIN = say(
    "Please edit the block below until it says what you mean. Send it without other words about your move."
)
STILL_OPEN = say("Nothing is recorded yet.")


def asking_answer(question: Question) -> MailAnswer:
    """Nothing is recorded; the answer says why, and last of all how to go on, above the readings."""
    how = SEND_AGAIN if not question.readings else SEND_PART if question.is_part else SEND_ONE
    return MailAnswer((question.why, STILL_OPEN, how), readings=question.readings)


def refusing_answer(reasons: Sequence[Phrase]) -> MailAnswer:
    """The same where no reading is possible now, for these reasons."""
    return MailAnswer((*reasons, STILL_OPEN, SEND_AGAIN))
