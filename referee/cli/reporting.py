"""What is said and printed after something was recorded, or would have been."""

from typing import TYPE_CHECKING

from referee.cli import exits, speech
from referee.words import say

if TYPE_CHECKING:
    from referee.desk.recording import Submitted
    from referee.desk.table import Table


RECORDED = {
    (False, False): "Recorded as entry {entry} of {game}, head {head}.",
    (False, True): "Recorded as entries {first} to {entry} of {game}, head {head}.",
    (True, False): "Already recorded as entry {entry} of {game}, head {head}. Nothing was recorded again.",
    (True, True): "Already recorded as entries {first} to {entry} of {game}, head {head}. Nothing was recorded again.",
}
"""Whether it had been recorded before, and whether it is more than one entry."""


def announce(done: "Submitted") -> None:
    """Say on stderr what became of a move."""
    facts = {"game": done.game, "entry": done.entry, "head": done.head[:16], "seat": done.seat, "move": done.move}
    if done.entry is None:
        speech.talk(say("{seat} may play this: {move}. Nothing was recorded: this was a dry run.", **facts))
    else:
        speech.talk(say(RECORDED[done.before, done.entries > 1], first=done.entry - done.entries + 1, **facts))
        if done.move:
            speech.talk(say("{seat} played: {move}.", **facts))
    if done.stopped:
        speech.talk(say("The rest of the move was not carried out:"))
        speech.talk(exits.text_of(done.stopped))
    if done.page:
        speech.talk(say("Report: {page}", page=done.page))
    for seat, page in done.own.items():
        speech.talk(say("For {seat} alone: {page}", seat=seat, page=page))
    for warning in done.warnings:
        speech.talk(warning)


def report(table: "Table", done: "Submitted", html: str, json: bool) -> None:
    """Print the report of a move: text, or HTML where that is wanted on stdout, or JSON."""
    if html and done.view is not None:
        from referee.desk import pages

        page = pages.page(table.settings, done.view)
        speech.out(page) if html == "-" else pages.write(html, page)
    if json:
        submitted_json(done)
    elif done.view is None:
        speech.talk(say("No report: the move would show what is still hidden."))
    elif html != "-":
        from referee.report import text

        speech.out(text.report(done.view))


def submitted_json(done: "Submitted") -> None:
    from referee.report import plain

    fields = {key: getattr(done, key) for key in ("game", "seat", "entry", "head", "page", "warnings")}
    view = plain.view(done.view) if done.view is not None else None
    speech.out_json(
        "referee-submitted/1", accepted=True, **fields, own=dict(done.own), recorded_before=done.before, view=view
    )
