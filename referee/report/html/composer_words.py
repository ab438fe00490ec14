"""The words that the composer adds to those of a menu; names in braces are filled in by its script."""

from referee.report.wording import safe_text
from referee.words import Phrase, say

SLOTS = (
    "after",
    "answer",
    "by",
    "choice",
    "count",
    "entry",
    "limit",
    "name",
    "names",
    "number",
    "place",
    "used",
    "words",
)


def words_by_name() -> dict[str, str]:
    """The words by name, in the language that is spoken."""
    return {name: text_with_slots(phrase) for name, phrase in WORDS.items()}


def text_with_slots(phrase: Phrase) -> str:
    """The text with its names still in braces."""
    return safe_text(Phrase(phrase.template, {slot: f"{{{slot}}}" for slot in SLOTS}))


WORDS: dict[str, Phrase] = {
    # the board
    "compose": say("Compose the move on the board"),
    "composeHere": say("Compose the move"),
    "spots": say("The spaces of the board: arrow keys move, Page Up and Page Down go to those with choices"),
    "spotNow": say("{place}, {words}. Choices now: {count}"),
    "spotLater": say("{place}, {words}. Choices after others: {count}"),
    "spotNone": say("{place}, {words}. No choice"),
    "spotTaken": say("In your turn: {choice}"),
    "hint": say("Choose a marked space, by mouse, by touch or with Tab, the arrow keys and Enter."),
    "all": say("Everything"),
    "show": say("Which choices are marked"),
    "now": say("possible now"),
    "later": say("possible after others"),
    # the choices at a place
    "choicesAt": say("Choices on {place}"),
    "beside": say("Beside the board"),
    "choices": say("Choices"),
    "close": say("Close"),
    "after": say("after: {after}"),
    "and": say("{after}; and {by}"),
    "or": say("{after} or {by}"),
    "more": say("{after} or others ({count})"),
    "laterHere": say("Possible after others ({count})"),
    "notNow": say("Not in this turn any more ({count})"),
    "bars": say("not together with: {by}"),
    "budget": say("more than is left: {by}"),
    "spent": say("the turn has no room for it: {by}"),
    "order": say("first say what to do with what is shown, whatever it is"),
    "whyNot": say("Why not"),
    "nothing": say("Nothing may be done here in this turn."),
    "inTurn": say("In your turn"),
    # the turn
    "turn": say("The turn"),
    "empty": say("Nothing yet."),
    "remove": say("Remove"),
    "removeThis": say("Remove: {choice}"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "reset": say("Begin again"),
    "added": say("Added: {choice}."),
    "removed": say("Removed: {choice}."),
    "alsoRemoved": say("Removed too, since it rested on that: {choice}."),
    "restored": say("Your turn is as you left it."),
    "otherEntry": say("The link has a turn for entry {entry}. This page is for entry {number}, so it was not used."),
    "otherPage": say("The link has no turn for this page, so it was not used."),
    "cleared": say("Your turn is empty again."),
    "usedOf": say("{used} of {limit}"),
    "about": say("about {number}"),
    "budgets": say("What the turn uses"),
    "gauges": say("What it changes"),
    "ways": say("How the turn may be spent"),
    # orders
    "orderFor": say("When it is shown"),
    "orderHint": say("Without an order the turn waits here until you answer what was shown."),
    "branch": say("If {names}: {answer}"),
    "otherwise": say("Else: {answer}"),
    "addBranch": say("Add an answer"),
    "ifShown": say("If this is shown"),
    "then": say("Then"),
    "pick": say("choose here or on the board"),
    "addThis": say("Add to the order"),
    "cancel": say("Cancel"),
    "else": say("Whatever else is shown"),
    "noElse": say("wait and see: the turn stops here"),
    "answerOn": say("{place}: answers ({count})"),
    "pickName": say("First mark what may be shown."),
    # sending
    "text": say("The move"),
    "tried": say("tried by the referee"),
    "checked": say("checked when it arrives"),
    "edited": say("edited by you: checked when it arrives"),
    "editedHint": say("The list above no longer changes the text."),
    "rewrite": say("Write it from the list again"),
    "say": say("A word to all"),
    "copy": say("Copy"),
    "copyAnswer": say("Copy the answer"),
    "download": say("Download"),
    "mail": say("Write the mail"),
    "copied": say("Copied."),
    "notCopied": say("The browser does not let the page copy: the text is marked, copy it by hand."),
    "downloaded": say("Saved as {name}."),
    "tooLong": say(
        "The move is too long for a link to your mail program: copy it into your answer, or attach the file."
    ),
    "sendHint": say("Nothing is sent from this page: give the text to the referee by mail or as a file."),
    "answerHint": say("Put what is copied into your answer to the letter, and nothing else."),
}
"""All of them, by the names that the script has for them."""
