"""What is printed after something was recorded, or would have been; and text with the seats in their colours."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import typer

from referee.app import errors
from referee.app.game_access import Table
from referee.app.look import report_files
from referee.app.play.record_move import Submitted, due_words
from referee.cli import speech
from referee.cli.speech import columns, rows
from referee.cli.wanted import When
from referee.exit_codes import BUG, DONE, MAIL, REFUSED, UNCONFIRMED
from referee.report import wording
from referee.report.pictures.palette import Paint, paints
from referee.report.text import text_report
from referee.report.text.text_board import board_if_it_fits
from referee.report.text.text_report import LINES, brief_lines
from referee.report.text.text_tables import Brush, plain_brush, wrapped_lines
from referee.settings import Misconfigured, Settings
from referee.show.view import View
from referee.store.disk import Unconfirmed
from referee.words import Phrase, say, word_list

if TYPE_CHECKING:
    from referee.mail.act.send_reports import Posted


RECORDED = {
    False: "Recorded as {entries} of {game}.",
    True: "Already recorded as {entries} of {game}. Nothing was recorded again.",
}
PLAYED = {
    False: "Recorded as {entries} of {game}: {who} played {move}.",
    True: "Already recorded as {entries} of {game}: {who} played {move}. Nothing was recorded again.",
}
"""Whether it had been recorded before; what is no move, and what is one."""


def announce_result(
    table: Table, done: Submitted, html: str = "", json: bool = False, mail: bool = False, full: bool = False
) -> None:
    """Print everything, and return the exit code: something may have gone wrong after it was recorded."""
    announce(done)
    report(table, done, html, json, full)
    for line in (*page_lines(done), *done.warnings):
        speech.talk(line)
    undelivered = send_due_mails(table, done) if mail else DONE
    if done.stopped and (code := speech.code_after(done.stopped)) != DONE:
        raise typer.Exit(BUG if code is None else code)
    if undelivered:
        raise typer.Exit(undelivered)


def send_due_mails(table: Table, done: Submitted) -> int:
    """Send the due e-mails of the game, outside its lock: what was recorded stays recorded. The exit code."""
    from referee.mail.act import send_reports  # e-mails are heavy, and most commands send none

    try:
        letters = send_reports.send_due_letters(table, [done.game])
    except Exception as error:
        speech.talk(speech.full_error_text(error))
        code = MAIL
    else:
        code = tell_letters(letters, speech.talk)
    if code:
        facts = {"entries": done.entries_phrase, "game": done.game}
        speech.talk(say("It is recorded as {entries}, but e-mails are waiting: referee send {game}", **facts))
    return code


LETTERS = {
    "sent": "{game}: e-mail to {seat} ({to}) sent: {says}",
    "due": "{game}: e-mail to {seat} ({to}) due: {says}",
    "waits": "{game}: e-mail to {seat} ({to}) is waiting. {says}",
    "trouble": "{game}: {says}",
    "unreadable": "{game}: {says}",
}
"What happened to an e-mail."


def tell_letters(letters: "Sequence[Posted]", out: Callable[[Phrase], None], *, named: bool = True) -> int:
    """Print the results of e-mails: good news on `out`. The exit code; a game that can't be read counts if `named`."""
    for each in letters:
        (out if each.did in ("sent", "due") else speech.talk)(say(LETTERS[each.did], **each._asdict()))
    if not letters:
        speech.talk(say("No e-mails are due."))
    did = {each.did for each in letters}
    if "waits" in did:
        return MAIL
    return REFUSED if "trouble" in did or (named and "unreadable" in did) else DONE


def announce(done: Submitted) -> None:
    """Say on stderr what became of a move."""
    speech.talk(announcement(done))
    for overlooked in done.unread:
        speech.talk(overlooked)
    if done.stopped:
        announce_stop(done.stopped)


def announcement(done: Submitted) -> Phrase:
    """What was recorded, in a sentence."""
    facts = {"game": done.game, "who": player_and_seat(done), "move": done.move, "rules": word_list(done.overruled)}
    if done.entry is None and done.overruled:
        words = (
            "With {rules} overruled, this move of {who} could be recorded: {move}. "
            "Nothing was recorded: this was a dry run."
        )
        return say(words, **facts)
    if done.entry is None:
        return say("This move of {who} is legal: {move}. Nothing was recorded: this was a dry run.", **facts)
    return say((PLAYED if done.move else RECORDED)[done.before], entries=done.entries_phrase, **facts)


def player_and_seat(done: Submitted) -> Phrase:
    """`Anna (yellow)`, or the seat alone where its player is not known."""
    players = {each.id: each.player for each in done.view.seats} if done.view else {}
    if done.seat in players:
        return say("{player} ({seat})", player=players[done.seat], seat=done.seat)
    return say("{seat}", seat=done.seat)


def page_lines(done: Submitted) -> list[Phrase]:
    """Where the report is as a page, and how to print all of it."""
    found = []
    if done.page:
        found.append(say("Page: {page}   Full report: referee show {game}", page=done.page, game=done.game))
    if done.own:
        found.append(say("For one player alone: {pages}", pages=", ".join(done.own.values())))
    return found


def announce_stop(why: Exception) -> None:
    """Print why the rest was not done."""
    ruled = speech.code_after(why) == DONE
    speech.talk(say("The rest of the move was not played:") if ruled else say("After that, an error occurred:"))
    speech.talk(speech.full_error_text(why))
    if speech.code_after(why) == UNCONFIRMED and not isinstance(why, Unconfirmed):
        speech.talk(say("Once that is fixed, run the same command again. Nothing is recorded twice."))


def report(table: Table, done: Submitted, html: str, json: bool, full: bool) -> None:
    """Print the report of a move: a few lines or all of it, or HTML where that is wanted on stdout, or JSON."""
    told = write_page(table, done, done.view, html) if html and done.view is not None else ()
    if json:
        submitted_json(done._replace(warnings=(*done.unread, *done.warnings, *told)))
    elif done.view is None:
        speech.talk(say("There is no report, because the move would reveal what is still hidden."))
    elif html == "-":
        return
    elif full:
        speech.out(text_report.report(done.view))
    else:
        speech.out(brief_text(table, done, done.view))


def brief_text(table: Table, done: Submitted, view: View) -> str:
    """What happened, the score, and whose turn it is until when; the board above it on a terminal that is tall enough.

    With what is said on stderr it has ten lines. What happened is said in one line a turn. Where that is nothing, as
    after a deal, it is the story without the line that says who moves.
    """
    due = due_words(table, done.now) if done.now else None
    happened = done.beside or [line.says for line in view.digest or view.story.lines[1 if done.move else 0 :]]
    said = [text for line in (announcement(done), *page_lines(done)) for text in wrapped_lines(str(line), columns())]
    lines = brief_lines(view, due, happened, columns(), LINES - len(said))
    if speech.is_on_screen():
        lines = [*board_above(table.settings, view, lines), *lines]
    return "\n".join(lines)


def write_page(table: Table, done: Submitted, view: View, path: str) -> tuple[Phrase, ...]:
    """The page where it is wanted. That it cannot be made there is a warning when the move is recorded."""
    try:
        page = report_files.report_page(table.settings, view)
        speech.out(page) if path == "-" else report_files.write_output_file(path, page)
    except (errors.Unwritable, Misconfigured) as error:
        if done.entry is None:
            raise
        told = error.says, say("To make the page again: referee show {game} --out page.html", game=done.game)
        for each in told:
            speech.talk(each)
        return told
    return ()


def submitted_json(done: Submitted) -> None:
    fields = {key: getattr(done, key) for key in ("game", "seat", "entry", "head", "page", "warnings", "overruled")}
    view = wording.view(done.view) if done.view is not None else None
    stopped = speech.error_text(done.stopped) if done.stopped else None
    more = {"own": dict(done.own), "recorded_before": done.before, "stopped": stopped, "view": view}
    speech.out_json("referee-submitted/1", accepted=True, **fields, **more)


SYSTEMS = {"standard": "STANDARD", "256": "EIGHT_BIT", "truecolor": "TRUECOLOR", "windows": "WINDOWS"}
"""The name that rich uses for the colours of a terminal."""


def depth(when: When, printed: bool) -> str:
    """Which colours text has, as rich calls them; "" for none: no terminal, `NO_COLOR`, or none wanted.

    A file (`printed` is false) has them only when they are asked for. `FORCE_COLOR` counts as a terminal.
    """
    forced, refused = bool(os.environ.get("FORCE_COLOR")), bool(os.environ.get("NO_COLOR"))
    shown = printed and (forced or speech.is_on_screen())
    if when is When.never or (when is When.auto and (refused or not shown)):
        return ""
    from rich.console import Console

    found = Console(force_terminal=True).color_system
    return SYSTEMS[found] if found else "EIGHT_BIT" if when is When.always else ""


def brush(painted: dict[str, Paint], depth: str) -> Brush:
    """Text in the ink of a seat on its colour, or in the nearest colours of this terminal."""
    from rich.color import ColorSystem
    from rich.style import Style

    styles = {seat: Style(color=paint.ink, bgcolor=paint.fill) for seat, paint in painted.items()}

    def painted_letters(letters: str, seat: str) -> str:
        style = styles.get(seat)
        return style.render(letters, color_system=ColorSystem[depth]) if style else letters

    return painted_letters


def coloured_text(settings: Settings, view: View, draw: Callable[[View, Brush], str], colours: str) -> str:
    """A text with the seats in their colours, as far as a terminal shows them."""
    if not colours:
        return draw(view, plain_brush)
    return report_files.coloured_report(
        lambda view, palette: draw(view, brush(paints(view.seats, palette), colours)), settings, view
    )


def board_above(settings: Settings, view: View, lines: Sequence[str]) -> list[str]:
    """The board where the terminal is tall and wide enough for it and these lines below it; else nothing."""

    def board_text(view: View, brush: Brush) -> str:
        return "\n".join(board_if_it_fits(view, columns(), rows() - ANNOUNCED, lines, brush))

    text = coloured_text(settings, view, board_text, depth(When.auto, True))
    return text.split("\n") if text else []


ANNOUNCED = 8
"""Lines of a terminal that hold the command, what is said on stderr, and the next prompt."""
