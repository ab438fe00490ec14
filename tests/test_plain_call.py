"""The plain parser: whatever it takes, Typer takes the same; everything else is left to Typer."""

import inspect
from collections.abc import Callable, Iterator
from enum import EnumMeta
from functools import cache, wraps
from typing import Any

import pytest
import typer
from cli_runs import run
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.cli import plain_call
from referee.cli.commands import CommandGroup, import_command
from referee.cli.contents import MODULES
from referee.cli.options import Argument, Flag
from referee.cli.plain_call import NotPlainWords, parameters
from referee.cli.program import in_words_of_typer
from referee.cli.start import start_program

Function = Callable[..., object]
Seen = list[tuple[str, dict[str, object]]]
"""Names of functions, and with which arguments each was called."""
CALLS: Seen = []


def functions() -> dict[str, Function]:
    """Every command of one word."""
    found = {name: import_command(name) for name in MODULES}
    return {name: each for name, each in found.items() if each and not isinstance(each, CommandGroup)}


def recorded(name: str, function: Function) -> Function:
    """A function of the same signature that only notes how it was called."""

    @wraps(function)
    def called(context: object = None, **given: object) -> None:
        CALLS.append((name, given))

    return called


@cache
def program() -> Any:
    """Our commands as Typer knows them, each only noting how it was called."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, invoke_without_command=True)
    app.callback()(in_words_of_typer(recorded("start_program", start_program)))
    for name, function in functions().items():
        app.command(name)(in_words_of_typer(recorded(name, function)))
    return typer.main.get_command(app)


def call_by_typer(words: list[str]) -> Seen | None:
    """What Typer makes of a command line; None for a mistake."""
    CALLS.clear()
    try:
        program().main(list(words), prog_name="referee", standalone_mode=False)
    except Exception:
        return None
    return list(CALLS)


def plain_calls(words: list[str]) -> Seen | None:
    """What the plain parser makes of it; None where it leaves it to Typer."""
    try:
        call = plain_call.plain_call(words)
    except NotPlainWords:
        return None
    before = with_defaults(start_program, call.given_before)
    command = [(call.name, with_defaults(call.command, call.given))] if call.command else []
    return [("start_program", before), *command]


def with_defaults(function: Function, given: dict[str, object]) -> dict[str, object]:
    defaults = {name: each.default for name, each in inspect.signature(function).parameters.items()}
    return {**{name: each for name, each in defaults.items() if name != "context"}, **given}


def flags() -> list[str]:
    known = [start_program, *functions().values()]
    return sorted({each.flag for one in known for each in parameters(one) if isinstance(each.place, Flag)})


VALUES = ["cup", "-", "", "12", "-3", "٣", "1.5", "text", "png", "auto", "grey", "TEXT", "MG-7.2", "a b", "--json", "é"]
OTHERS = ["--", "--help", "--no-json", "--jso", "-j", "--unknown", "--json=true", "submit", "check", "show", "status"]
PIECES = st.one_of(
    st.sampled_from(flags()),
    st.sampled_from(VALUES),
    st.builds("{}={}".format, st.sampled_from(flags()), st.sampled_from(VALUES)),
    st.builds(lambda flag, value: (flag, value), st.sampled_from(flags()), st.sampled_from(VALUES)),
    st.sampled_from(OTHERS),
)
LINES = st.builds(
    lambda before, name, rest: [*flat(before), name, *flat(rest)],
    st.lists(PIECES, max_size=2),
    st.sampled_from([*MODULES, "submi"]),
    st.lists(PIECES, max_size=6),
)


@st.composite
def fitting_lines(draw: st.DrawFn) -> list[str]:
    """Command lines with options of the command itself: most of them are plain."""
    name = draw(st.sampled_from(sorted(functions())))
    line = [name]
    for each in draw(st.lists(st.sampled_from(parameters(functions()[name])), max_size=5)):
        line += [] if isinstance(each.place, Argument) else [each.flag]
        if each.kind is not bool:
            line.append(draw(st.sampled_from(list(each.kind) if isinstance(each.kind, EnumMeta) else WORDS)))
    return line


WORDS = ["cup", "12", "-", "0"]


def flat(pieces: list[str | tuple[str, str]]) -> Iterator[str]:
    for each in pieces:
        yield from (each,) if isinstance(each, str) else each


@settings(max_examples=600)
@given(LINES)
@example(["submit", "m.yaml", "--overrule", "MG-7.2", "--overrule=MG-8.4", "--why", "we agreed"])
@example(["--games", "g", "--traceback", "show", "cup", "--at", "3", "--format", "svg", "--palette=grey"])
@example(["check", "--json", "m.yaml", "--json"])
@example(["show", "--at", "1", "--at", "2", "cup"])
@example(["submit", "--", "m.yaml"])
@example(["submit", "--html", "-", "-"])
def test_what_the_plain_parser_takes_typer_takes_alike(words: list[str]) -> None:
    plain = plain_calls(words)
    if plain is not None:
        assert plain == call_by_typer(words)


@settings(max_examples=600)
@given(fitting_lines())
@example(["new", "--orders/--no-orders"])
def test_command_lines_with_fitting_options_are_taken_alike(words: list[str]) -> None:
    plain = plain_calls(words)
    if plain is not None:
        assert plain == call_by_typer(words)


EVERYDAY = [
    "submit move.yaml",
    "submit -",
    "submit --dry-run move.yaml --full",
    "submit move.yaml --html page.html --mail --json",
    "submit move.yaml --overrule MG-7.2 --why agreed",
    "submit move.yaml --at 1999-05-21",
    "--games g --private p --reports r --language de submit move.yaml",
    "check move.yaml --json",
    "show cup",
    "show cup --at 12 --seat red",
    "show cup --format=svg --size large --palette safe --out board.svg",
    "show cup --format html --color never",
    "receive -",
    "--games g receive - --json",
    "",
    "--language de",
    "status",
    "status --format html --long",
    "receive --imap",
    "verify",
    "verify cup league --head 12ab",
    "diff cup --edition 1 --edition 2",
    "simulate attika --games 20 --first 0",
    "new magna-grecia --id cup --player red=Anna --player yellow=Bruno --practice",
    "why cup city",
    "absent cup red 2026-12-24 2027-01-02",
    "help submit",
]


@pytest.mark.parametrize("line", EVERYDAY)
def test_everyday_command_lines_are_plain(line: str) -> None:
    assert plain_calls(line.split()) == call_by_typer(line.split())
    assert plain_calls(line.split()) is not None


OF_TYPER = ["--help", "submit", "submit --help", "submit a b", "submit a --unknown", "submit a --json=1", "submi a"]
OF_TYPER += ["--version", "status --form html", "show cup --format SVG", "show cup --at x", "show cup --at -1"]
OF_TYPER += ["submit a --why", "receive - -", "mail list", "store copy . a", "simulate attika --games 0"]
OF_TYPER += ["new magna-grecia --no-orders", "replay cup --pace 0.5"]


@pytest.mark.parametrize("line", OF_TYPER)
def test_everything_else_is_left_to_typer(line: str) -> None:
    assert plain_calls(line.split()) is None


@pytest.mark.parametrize(
    ("line", "option"),
    [("submit x --json --html -", "--html"), ("submit x --why y", "--why"), ("show x --size 3", "--size")],
)
def test_options_that_mean_nothing_together_are_reported_by_typer(line: str, option: str) -> None:
    ran = run(*line.split())
    assert ran.code == 2
    assert ran.err.startswith(f"Usage: referee {line.split()[0]} ")
    assert f"Invalid value for {option}: " in ran.err


def test_every_option_of_a_command_is_described_in_our_words() -> None:
    """Else the plain parser would not know it, and read a command line without it."""
    for function in (start_program, *functions().values()):
        named = set(inspect.signature(function).parameters) - {"context"}
        assert {each.name for each in parameters(function)} == named
