"""How the command line speaks and asks: results on stdout, talk on stderr, questions to somebody at a terminal."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from json import dumps
from textwrap import fill
from typing import NoReturn, TextIO, TypeVar

import typer

from referee.app import errors
from referee.app.play import refusal
from referee.exit_codes import DONE, REFUSED, UNCONFIRMED, Foreseen
from referee.reading import BadInput
from referee.rules.entry_shapes import BadEntry, OtherVerdict
from referee.store import log
from referee.store.chain import Damage
from referee.titles import UnknownTitle
from referee.words import Phrase, prints, say, unbuilt_languages


class Unprinted(Foreseen):
    """A result that could not be printed; `str()` says so."""

    code = UNCONFIRMED


def code_of(error: Exception) -> int | None:
    """The exit code of a known exception; None for a bug."""
    if isinstance(error, Foreseen):
        return error.code
    if isinstance(error, errors.Unreported):
        return code_after(error.why)
    return UNCONFIRMED if isinstance(error, OSError) else None


def code_after(error: Exception) -> int | None:
    """The exit code when something was recorded and then this went wrong; None for a bug.

    That the rules end an order which was carried out as far as it goes is no trouble.
    """
    if isinstance(error, errors.Flawed):
        return DONE
    if isinstance(error, errors.Unreplayable):  # to do the same once more is of no use
        return error.code
    return None if code_of(error) is None else UNCONFIRMED


def full_error_text(error: Exception) -> str:
    """The full text for a person about what went wrong."""
    known = code_of(error) is not None
    own = known or isinstance(error, errors.Unreported)
    text = with_command(error) if own else f"{type(error).__name__}: {error}"
    lines = [text, *getattr(error, "__notes__", [])]
    return "\n".join(lines if known else [*lines, str(bug())])


def with_command(error: Exception) -> str:
    """The text for a person, and what they can do about it on the command line; in a terminal also where to look."""
    lines = [error_text(error), getattr(error, "command", None)]
    if isinstance(error, errors.Flawed) and sys.stderr and sys.stderr.isatty():
        lines += [
            say("Drawn cases: referee rules {rule} --cases", rule=each.number) for each in refusal.named_laws(error)
        ]
    return "\n".join([str(each) for each in lines if each])


def bug() -> Phrase:
    return say("This is a bug in referee. To see where it is, use `referee --traceback …`, and please report it.")


def error_text(error: Exception) -> str:
    """The text for a person, without a last line about what was recorded."""
    if isinstance(error, errors.Flawed):
        return refusal.refusal_text(error)
    if isinstance(error, BadEntry):
        broken = (f"  {each.rule}: {each.says}" for each in error.violations)
        helps = error.advice() if isinstance(error, OtherVerdict) and error.game else put_back()
        return "\n".join([str(bad_entry(error)), *broken, str(helps)])
    if isinstance(error, Damage):
        damage = say("The log is damaged at entry {entry}. {why}", entry=error.entry, why=error.says)
        look = say(
            "To see the game before that: referee show {id} --at {before}", id=error.game, before=error.entry - 1
        )
        return f"{damage}\n{put_back()}" + (f"\n{look}" if error.entry > 1 and error.game else "")
    if isinstance(error, OSError):
        return str(say("Reading or writing failed: {why}.", why=error))
    return str(error)


def fault_place(entry: int | None) -> Phrase | str:
    """Where a log is wrong, as the beginning of a message (0: in its header); "" if no entry is to blame."""
    if entry is None:
        return ""
    return say("entry {entry} is wrong. ", entry=entry) if entry else say("its header is wrong. ")


def bad_entry(error: BadEntry) -> Phrase:
    return say("Entry {entry} of the log is wrong. {why}", entry=error.number, why=error.says)


def put_back() -> Phrase:
    return say("Restore a good copy of the log, then check it: referee verify. Every report shows its head.")


def is_untouched(error: Exception) -> bool:
    """Whether it is certain that nothing was recorded."""
    return code_of(error) not in (None, UNCONFIRMED) and not isinstance(error, errors.Unreported)


T = TypeVar("T")
Text = Phrase | str


def visible_text(text: Text) -> str:
    """A text with its control characters written out: a terminal would obey them."""
    return "".join([each if prints(each) or each in "\n\t" else repr(each)[1:-1] for each in str(text)])


def out_mail_words(text: Text) -> None:
    """A result with words that came by e-mail: control characters are shown and have no effect. Raises Unprinted."""
    out(visible_text(text))


def out(text: Text) -> None:
    """A result. A reader that stops reading, such as `head`, is no error. Raises Unprinted."""
    if sys.stdout is None:
        raise Unprinted(say("The result couldn't be printed: standard output is closed."))
    try:
        sys.stdout.write(f"{text}".rstrip("\n") + "\n")
        sys.stdout.flush()
    except OSError as error:
        stop_printing(error)


def out_bytes(raw: bytes) -> None:
    """A result that is no text. Raises Unprinted."""
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        raise Unprinted(say("The result couldn't be printed: standard output is closed."))
    try:
        stream.write(raw)
        stream.flush()
    except OSError as error:
        stop_printing(error)


def stop_printing(error: OSError) -> NoReturn:
    """A reader that stops reading, such as `head`, is no error. Raises Unprinted for what is one."""
    silence(sys.stdout)
    if isinstance(error, BrokenPipeError):
        raise typer.Exit from None
    raise Unprinted(say("The result couldn't be printed: {why}.", why=error.strerror)) from error


def silence(stream: TextIO) -> None:
    """Let what could not be written go nowhere: else Python tries again at its end, and if it fails ends with 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open to the end
    if stream is sys.stdout:
        sys.stdout = nowhere
    elif stream is sys.stderr:
        sys.stderr = nowhere


def talk(text: Text) -> None:
    """Print to the person; control characters, such as an escape in a name, are shown and have no effect.

    Where it cannot be said, nobody listens: the exit code says what matters.
    """
    try:
        sys.stderr.write(f"{visible_text(text)}\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def note_missing_catalogues() -> None:
    """One line if texts were wanted in languages whose catalogues are not built in this checkout."""
    if unbuilt := unbuilt_languages():
        talk(
            say(
                "The texts for {languages} are not built here, so you see English. To build them: make catalogues",
                languages=", ".join(unbuilt),
            )
        )


WIDTH = 100
"""Letters of a line that is broken where lists are long."""
GLUE = "\u00a0"


def labelled_list(kind: str, words: list[str]) -> str:
    """`kind: one, two`, broken between the words."""
    line = f"{kind}: " + ", ".join(each.replace(" ", GLUE) for each in words)
    return fill(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False).replace(GLUE, " ")


def out_json(format: str, **fields: object) -> None:
    """A result for programs: `format` names what it is and its version."""
    out(json_text(format, **fields))


def out_json_line(format: str, **fields: object) -> None:
    """One of many results for programs, on a line of its own."""
    out("".join([line.strip() for line in json_text(format, **fields).split("\n")]))


def json_text(format: object, **fields: object) -> str:
    return dumps(json_value({"format": format, **fields}), ensure_ascii=False, indent=2)


def json_value(value: object) -> object:
    """Named tuples as dicts, phrases as text, all the way down: what JSON can hold."""
    if isinstance(value, Phrase):
        return str(value)
    if hasattr(value, "_asdict"):
        return {key: json_value(each) for key, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: json_value(each) for key, each in value.items()}
    return [json_value(each) for each in value] if isinstance(value, list | tuple) else value


@contextmanager
def recording(json: bool = False) -> Iterator[None]:
    """Wraps a call that records: a refusal ends with `Nothing was recorded.`, an interrupt says what is safe to do."""
    try:
        yield
    except KeyboardInterrupt:
        talk(say("Interrupted. You can safely run the same command again: nothing is recorded twice."))
        raise
    except Exception as error:
        if json:
            refused_json(error)
        if is_untouched(error):
            error.add_note(str(say("Nothing was recorded.")))
        raise


@contextmanager
def verdict_on_stdout(json: bool = False) -> Iterator[None]:
    """Round a call whose answer is a verdict: a refusal is its result, and goes to stdout."""
    try:
        yield
    except Exception as error:
        code = code_of(error)
        if code != REFUSED:
            raise
        if json:
            refused_json(error)
        else:
            out(with_command(error))
        raise typer.Exit(REFUSED) from None


def refused_json(error: Exception) -> None:
    """A refusal for programs, on stdout."""
    if code_of(error) != REFUSED:
        return
    violations = refusal.problems_as_data(error) if isinstance(error, errors.Flawed | BadInput) else []
    out_json("referee-refusal/1", accepted=False, violations=violations, text=error_text(error))


def progress(things: Iterable[T], what: Phrase, total: int | None = None) -> Iterator[T]:
    """The things one by one, with a bar while somebody watches and it takes over a second.

    What is printed meanwhile is shown above the bar, unless it goes to a file.
    """
    from referee.app.many.engines import seconds

    left, done, began = iter(things), 0, seconds()
    while seconds() - began < PATIENCE or not sys.stderr.isatty():
        try:
            thing = next(left)
        except StopIteration:
            return
        yield thing
        done += 1
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=is_on_screen()) as bar:
        task = bar.add_task(str(what), total=total, completed=done)
        for thing in left:
            yield thing
            bar.advance(task)


def is_on_screen() -> bool:
    """Whether results are printed on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


PATIENCE = 1.0
"""Seconds without a bar."""


def report_broken_titles() -> None:
    """Say which installed titles cannot be loaded, and so are left out."""
    from referee.app.look import library

    for each in library.unloadable_titles():
        talk(each)


COLUMNS, ROWS = 80, 24
"""The size of a terminal that does not say it, and of what is none."""


def size() -> tuple[int, int]:
    """The columns and rows of the terminal."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return COLUMNS, ROWS
    return found.columns or COLUMNS, found.lines or ROWS


def columns() -> int:
    return size()[0] if is_on_screen() else COLUMNS


def rows() -> int:
    return size()[1] if is_on_screen() else ROWS


def is_answered() -> bool:
    """Whether somebody sits there who can be asked: what they type is read, and what is printed they see."""
    return is_on_screen() and sys.stdin is not None and sys.stdin.isatty()


def ask(question: Phrase, usual: str = "") -> str:
    """The answer to a question; the usual one for Enter alone. Raises KeyboardInterrupt where input ends."""
    try:
        answer: str = typer.prompt(str(question), default=usual, show_default=bool(usual))
    except typer.Abort:
        raise KeyboardInterrupt from None
    return answer.strip()


def ask_until(question: Phrase, usual: str, read: Callable[[str], T]) -> T:
    """What is read from an answer; where that cannot be, the reason is said and the question is asked again."""
    while True:
        try:
            return read(ask(question, usual))
        except (errors.Stop, log.Trouble, UnknownTitle) as error:
            talk(full_error_text(error))


def confirm(question: Phrase, usual: bool = True) -> bool:
    """Whether they say yes. Raises KeyboardInterrupt where input ends."""
    try:
        return bool(typer.confirm(str(question), default=usual))
    except typer.Abort:
        raise KeyboardInterrupt from None


def ask_if_meant(question: Phrase, *, yes: bool) -> None:
    """Ask before something that is hard to take back. Raises Exit for a no; where nobody sits there, it goes on."""
    if not yes and is_answered() and not confirm(question, usual=False):
        talk(say("Nothing was changed."))
        raise typer.Exit


def edit_file(path: str) -> None:
    """Open a file in the editor of VISUAL or EDITOR and wait until it is closed. Raises Usage where there is none."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or USUAL_EDITOR[os.name == "nt"]
    words = command.split() if os.name == "nt" else shlex.split(command)
    hint = say("Name an editor, for example: export EDITOR=nano")
    try:
        code = subprocess.run([*words, path], check=False).returncode
    except OSError as error:
        raise errors.Usage(
            say("{editor} cannot be opened: {why}.", editor=command, why=error.strerror), hint
        ) from error
    if code:
        raise errors.Usage(say("{editor} ended with an error ({code}).", editor=command, code=code), hint)


USUAL_EDITOR = {False: "vi", True: "notepad"}
"""Not on Windows, and there."""
