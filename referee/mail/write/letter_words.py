"""The words that letters add to those of the report that they carry."""

from referee.mail.write.letter import Letter
from referee.words import Phrase, say, term

HELLO = say("Hello {player},")
WHOSE = say("Whose turn it is")
HOW = say("How to answer")
MOVE = say("Your move, ready to be edited")
ANSWER = say("Write the answer")
ATTACHED = say("Attached: the whole report, which a browser shows, and the log of the game.")
LARGER = say("The tables are in the attached report: they are too long for this place.")
STEPS = (
    say(
        "Answer this letter and leave in it only the lines from BEGIN MOVE to END MOVE, without signs such as > before "
        "them; delete the rest."
    ),
    say("Keep the lines down to `seat:` as they are, and write your actions below them."),
    say(
        "A paragraph above BEGIN MOVE that begins with `say:` goes to all, one with `say to SEAT:` to one; with CHECK "
        "in place of MOVE after BEGIN you only learn whether the move may be played."
    ),
)


def greeting(letter: Letter) -> Phrase:
    return HELLO._replace(facts={"player": letter.player}) if letter.player else say("Hello,")


def board_description(letter: Letter) -> Phrase:
    """What the picture shows, for who does not see it; without a word of any player."""
    facts = {"title": letter.title_name, "game": letter.game, "entry": letter.entry}
    if letter.view is None or letter.view.asked is None:
        return say("The board of {title}, game {game}, after entry {entry}.", **facts)
    mover = term(letter.view.asked.seat)
    return say("The board of {title}, game {game}, after entry {entry}; {seat} is to move.", seat=mover, **facts)


def is_asked(letter: Letter) -> bool:
    """Whether the letter asks its reader for a move."""
    return letter.view is not None and letter.view.asked is not None and letter.view.asked.seat == letter.seat
