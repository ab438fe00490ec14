"""What `show` may be asked for, and what goes with which."""

import sys
from enum import StrEnum
from typing import Any, NamedTuple

import typer

from referee.cli.colours import When
from referee.report.pictures.palette import Name
from referee.words import Phrase, say


class Form(StrEnum):
    """In which form `show` prints a position."""

    text = "text"
    html = "html"
    svg = "svg"
    png = "png"
    json = "json"
    bbcode = "bbcode"
    markdown = "markdown"
    state = "state"


PICTURES = (Form.svg, Form.png)
DRAWN = (*PICTURES, Form.html, Form.text)
"""What is drawn in the colours of seats."""
STDOUT = "-"


class Wanted(NamedTuple):
    """What `show` is asked for."""

    game: str
    at: int | None
    seat: str
    moderator: bool
    form: Form
    json: bool
    size: str
    palette: Name | None
    color: When
    out: str

    @property
    def reader(self) -> dict[str, Any]:
        return {"at": self.at, "seat": self.seat, "moderator": self.moderator}


def refuse_mixed_options(wanted: Wanted) -> None:
    """Options that mean nothing together are mistakes. Raises BadParameter."""
    for wrong, option, why in mistakes(wanted):
        if wrong:
            raise typer.BadParameter(str(why), param_hint=option)


def mistakes(wanted: Wanted) -> list[tuple[bool, str, Phrase]]:
    """Each mistake that may be made: whether it was, the option, and what is wrong with it."""
    form, seen = wanted.form, "--seat" if wanted.seat else "--moderator" if wanted.moderator else ""
    plain = form in (Form.text, Form.json, Form.state)
    only = say("It goes with the forms {forms} only.", forms=", ".join(DRAWN))
    return [
        (bool(wanted.seat and wanted.moderator), "--moderator", say("A report is for a seat or for the moderator.")),
        (bool(form is Form.state and seen), seen, say("The public state is the same for everybody.")),
        (wanted.json and not plain, "--json", say("JSON is a form of its own: leave out --format {form}.", form=form)),
        (bool(wanted.size) and form not in PICTURES, "--size", say("Only pictures have a size: --format svg or png.")),
        (bool(wanted.palette) and (form not in DRAWN or wanted.json), "--palette", only),
        (form is Form.png and to_terminal(wanted), "--format", NO_TEXT),
    ]


NO_TEXT = say("A picture is no text for a terminal: write it to a file, with --out board.png or > board.png.")


def to_terminal(wanted: Wanted) -> bool:
    return wanted.out == STDOUT and sys.stdout is not None and sys.stdout.isatty()
