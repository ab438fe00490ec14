"""Move files: as they are, or as the block of an e-mail between its two lines."""

from functools import partial

from referee import reading
from referee.app.errors import Flawed, Refused, Stop
from referee.app.game_access import Table, folder_of
from referee.mail.read.fence import BEGIN, CHECK, is_check, places_of_fences, unfenced_text
from referee.reading import BadInput, Draft, Problem, Source
from referee.store import log
from referee.words import say


def read_move(table: Table, raw: bytes, name: str) -> Draft:
    """The text of a move, as far as it can be read, with hints that its title accepts.

    Raises Flawed where nothing of it can be read, Refused for two moves.
    """
    blocks = len(places_of_fences(move_file_text(raw).split("\n"))[0])
    if blocks > 1:
        says = say("There are {number} blocks with a move in {file}.", number=blocks, file=name)
        raise Refused(says, say("Keep one of them, and delete the others."))
    try:
        return reading.read_draft(raw, name, further=partial(misfits, table), unwrapped=without_fence)
    except BadInput as bad:
        raise Flawed(bad.name, bad.lines, bad.problems) from bad


def refuse_check(raw: bytes) -> None:
    """Raises Refused for a block that asks for a verdict, where a move is to be recorded."""
    if is_check(move_file_text(raw)):
        hint = say(
            "To play it, write `{begin}` in place of `{check}`. To try it: referee check", begin=BEGIN, check=CHECK
        )
        raise Refused(say("This block asks for a check only."), hint)


def without_fence(raw: bytes) -> bytes:
    return unfenced_text(move_file_text(raw)).encode("utf-8", "surrogateescape")


def move_file_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def misfits(table: Table, text: Source) -> tuple[Problem, ...]:
    """What of a move has not the shape that its title asks for; none where the game or the title is not known."""
    game = text.data.get("game") if isinstance(text.data, dict) else None
    try:
        title = log.read_log(folder_of(table, str(game))).header["title"]
        found = reading.form_problems(text, f"{title}.move")
    except (Stop, log.Trouble, KeyError):
        return ()
    return tuple([each for each in found if each.at or each.fix])  # that a word is missing is the fault of no line
