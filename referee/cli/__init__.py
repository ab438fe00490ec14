"""The command line: arguments in, one use case, text and an exit code out.

A command imports its module, and help about all of them none. Inside commands are only imports that are heavy and rare.
"""

import atexit
import gc
import os
import sys
from traceback import format_exception

from referee.cli import speech
from referee.cli.program import whole_program
from referee.exit_codes import BUG, BUSY, DONE, UNCONFIRMED
from referee.words import ASKED, ENGLISH, speaking


def main(arguments: list[str] | None = None) -> None:
    """The program `referee`. Exits with a code of `exit_codes`."""
    atexit.register(gc.freeze)  # nobody need look for cycles at the end: they take 17 % longer without this one
    if sys.stderr is None:  # closed by the shell: then there is nobody to talk to
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(flush_output(code(arguments)))


def flush_output(ended: int) -> int:
    """The exit code when all that was printed is out, or went nowhere: else Python would end with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            speech.silence(stream)
            lost = stream is not sys.stderr and not isinstance(error, BrokenPipeError)
            ended = UNCONFIRMED if ended == DONE and lost else ended
    return ended


def code(arguments: list[str] | None) -> int:
    """Run one command: its exit code, everything said, in the language that its options ask for."""
    ASKED.clear()
    ended = DONE
    with speaking(ENGLISH):
        try:
            whole_program().main(arguments, prog_name="referee")
        except SystemExit as done:
            ended = int(done.code or DONE)
        except Exception as error:
            ended = report_failure(error)
        if ASKED:
            speech.note_missing_catalogues()
    return later(ended, sys.argv[1:] if arguments is None else arguments)


def later(ended: int, arguments: list[str]) -> int:
    """A mail server that hands over a mail is asked to try again: any other code would return the mail."""
    return BUSY if ended and "receive" in arguments and "-" in arguments else ended


def report_failure(error: Exception) -> int:
    """Say what went wrong; the exit code."""
    if os.environ.get("REFEREE_TRACEBACK", "").lower() not in OFF:
        speech.talk("".join(format_exception(error)))
    speech.talk(speech.full_error_text(error))
    known = speech.code_of(error)
    return BUG if known is None else known


OFF = ("", "0", "no", "off", "false")
"""Values of a variable that is set and yet means no."""
