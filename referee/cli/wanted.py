"""What `show` is asked for, and which of its options mean nothing together."""

import os
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeVar

from referee.cli.arguments import Mistake, bad_option
from referee.cli.speech import is_on_screen
from referee.report.pictures.palette import Name
from referee.report.pictures.raster import NARROWEST_PNG, SIZES, WIDEST_PNG, width_of
from referee.words import say


class When(StrEnum):
    """When text has colours."""

    auto = "auto"
    always = "always"
    never = "never"


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


FORMS = {f".{each}": each for each in Form} | {".txt": Form.text, ".htm": Form.html, ".md": Form.markdown}
"""How the name of a file ends → what it is."""


F = TypeVar("F", bound=StrEnum)


def form_of_file(name: str, forms: Mapping[str, F], usual: F, wanted: F | None = None) -> F:
    """The form that is wanted, or else the one that the ending of a file means: `page.html`.

    Raises BadParameter for an ending that means none, or another one than is wanted; any text may be in `.txt`.
    """
    ending = os.path.splitext(name)[1].lower()
    if ending and ending not in forms and not wanted:
        raise bad_option(say("Its name must end with one of these: {ends}.", ends=", ".join(forms)), "--out")
    meant = forms.get(ending, wanted or usual)
    if wanted and meant != wanted and ending != ".txt":
        raise bad_option(say("--format {form} doesn't go with the name {name}.", form=wanted, name=name), "--out")
    return wanted or meant


PICTURES, POSTS = (Form.svg, Form.png), (Form.bbcode, Form.markdown)
DRAWN = (*PICTURES, Form.html, Form.text)
"""The parts that are drawn in the colours of seats."""
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
    brief: bool = False
    picture: str = ""
    notes: bool = False

    @property
    def is_picture(self) -> bool:
        """Whether a picture of the board is made, alone or to go with a post."""
        return self.form in PICTURES or bool(self.picture)


def mistakes(wanted: Wanted) -> list[Mistake]:
    """Options of `show` that mean nothing together."""
    form, seen = wanted.form, "--seat" if wanted.seat else "--moderator" if wanted.moderator else ""
    plain = form in (Form.text, Form.json, Form.state)
    only = say("It only works with the formats {forms}.", forms=", ".join(DRAWN))
    return [
        (
            bool(wanted.seat and wanted.moderator),
            "--moderator",
            say("A report is either for a seat or for the moderator."),
        ),
        (bool(form is Form.state and seen), seen, say("The public state is the same for everybody.")),
        (
            wanted.json and not plain,
            "--json",
            say("JSON is a format of its own. Leave out --format {form}.", form=form),
        ),
        (
            bool(wanted.size) and not wanted.is_picture,
            "--size",
            say("Only pictures have a size. Use --format svg or png."),
        ),
        (wanted.notes and not wanted.is_picture, "--notes", say("Only pictures have marks. Use --format svg or png.")),
        (bool(wanted.palette) and (not (wanted.is_picture or form in DRAWN) or wanted.json), "--palette", only),
        (wanted.brief and (form not in (Form.text, *POSTS) or wanted.json), "--brief", BRIEF_TEXT),
        (wanted.brief and form in POSTS and bool(seen), seen, BRIEF_POST),
        (bool(wanted.picture) and (form not in POSTS or wanted.json), "--picture", PICTURE_OF_POST),
        (wanted.picture == STDOUT, "--picture", say("Give the picture the name of a file.")),
        (form is Form.png and to_terminal(wanted), "--format", NO_TEXT),
        (form is Form.html and to_terminal(wanted), "--out", NO_PAGE),
    ]


BRIEF_TEXT = say("Only the report as text and posts can be brief. Use --format text, markdown or bbcode.")
BRIEF_POST = say("A brief post is for everybody, so it has nothing that only one player may see.")
PICTURE_OF_POST = say("This picture goes with a post. Use --format markdown or bbcode; for a picture alone, png.")
NO_TEXT = say("A picture can't be shown as text in a terminal. Write it to a file with --out board.png or > board.png.")
NO_PAGE = say("A page can't be read in a terminal. Write it to a file with --out page.html or > page.html.")


def to_terminal(wanted: Wanted) -> bool:
    return wanted.out == STDOUT and is_on_screen()


def width(size: str) -> int:
    """The width of a picture in pixels. Raises BadParameter."""
    try:
        return width_of(size)
    except ValueError:
        named = ", ".join(f"{name} ({pixels})" for name, pixels in SIZES.items())
        words = "A picture is {named}, or {least} to {most} pixels wide. {size} is none of these."
        facts = {"named": named, "least": NARROWEST_PNG, "most": WIDEST_PNG, "size": repr(size)}
        raise bad_option(say(words, **facts), "--size") from None
