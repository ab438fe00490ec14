"""Templates filled in, and what a page has besides: its policy, its scripts, and data for them."""

import json
import os
import re
from binascii import b2a_base64
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined
from markupsafe import Markup, escape

from referee import shipped_folder
from referee.report.wording import safe_text
from referee.show.view import Word
from referee.words import Phrase

KINDS = ("html", "svg", "xml")
"""The files of the templates' folder that are templates; others are shown as they are."""
STAMP = ".built"
"""In a checkout, the file among the compiled templates that says when they were compiled."""


def environment_of(loader: BaseLoader) -> Environment:
    """How the templates are read: whatever is filled in is escaped, and a name that does not exist is an error."""
    return Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def printable(value: object) -> object:
    """Phrases and names become safe text; what is markup already stays."""
    return safe_text(value) if isinstance(value, (Phrase, str)) and not isinstance(value, Markup) else value


def loader_of(folder: str) -> BaseLoader:
    """The templates of a folder as they were compiled when the program was built (`tools/build_templates.py`)."""
    code, sources = os.path.join(folder, "code"), FileSystemLoader(folder)
    return sources if is_older(code, folder) else ChoiceLoader([ModuleLoader(code), sources])


def is_older(code: str, folder: str) -> bool:
    """Whether a template was changed after all were compiled. Nobody changes those of an installed program."""
    try:
        built = os.stat(os.path.join(code, STAMP)).st_mtime_ns
    except FileNotFoundError:
        return False
    return any(each.name.endswith(KINDS) and each.stat().st_mtime_ns > built for each in os.scandir(folder))


ENVIRONMENT = environment_of(loader_of(shipped_folder("templates")))


def page(template: str, **facts: object) -> Markup:
    """A template filled in, as a part of another."""
    return Markup(whole_page(template, **facts))


def whole_page(template: str, **facts: object) -> str:
    """A template filled in. Markup would be another copy of a long text."""
    return ENVIRONMENT.get_template(template).render(facts)


def macros(template: str) -> Any:
    """What a template defines, to be called one by one."""
    return ENVIRONMENT.get_template(template).module


def raw(file: str) -> Markup:
    """A file of the templates' folder as it is: style sheets and scripts."""
    with open(os.path.join(shipped_folder("templates"), file), encoding="utf-8") as opened:
        return Markup(opened.read())


BARE = re.compile(r"/\*.*?\*/\n?|(?<=[:;{}]) +| +(?=[{}])", re.DOTALL)
"""What a browser does not need of a style sheet; lines stay as short as e-mails want them."""


def style_sheet(file: str) -> Markup:
    """A style sheet for a page that is sent: a seventh of its bytes are remarks and spaces."""
    return Markup(BARE.sub("", raw(file)))


def policy_digest(text: str) -> str:
    """What the content policy calls the one script, or the one style sheet, that is allowed."""
    return "sha256-" + b2a_base64(sha256(text.encode()).digest(), newline=False).decode()


written = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def embedded_json(facts: object) -> Markup:
    """Plain data for a `<script type="application/json">`: nothing in them can end it or begin another.

    ASCII, so that no reader of the file can mistake one character for another.
    """
    return Markup(written(facts).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def joined_objects(*objects: Markup) -> Markup:
    """One object with the fields of several, each of which has some, as `embedded_json` wrote them."""
    return Markup("{" + ",".join([each[1:-1] for each in objects]) + "}")


TYPED = re.compile("`([^`]*)`")
"""What a reader types."""


def with_code(says: Word) -> Markup:
    """A sentence of ours as HTML: what is to be typed stands out."""
    return Markup(TYPED.sub(r"<b>\1</b>", str(escape(safe_text(says)))))


HYPHENED = re.compile(r"\b(?=[\w-]{,24}\b)\w+(?:-\w+)+\b")
"""A word that is not broken at its hyphens, such as the name of a card; a long one may be."""


def kept_whole(says: Word) -> Markup:
    """Text as HTML in which short words with a hyphen stay on one line."""
    return Markup(HYPHENED.sub(r"<span class=whole>\g<0></span>", str(escape(safe_text(says)))))


IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|let) )", re.MULTILINE)
COMMENTS = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n|^ *//[^\n]*\n", re.MULTILINE | re.DOTALL)
"""Comments on lines of their own: authors read them, not pages."""
FAULT = re.compile(r"^(?:(?:import|export)\b|.*(?:</script|<!--)).*", re.MULTILINE | re.IGNORECASE)
"""Other imports and exports that are left, and text that would end the script in a page."""


SCRIPT = '<script type="module">'


class PageScript(NamedTuple):
    """A script as the element of a page, and what the policy of the page calls it."""

    element: Markup
    digest: str


def script_of(name: str) -> PageScript:
    """The script of the page of this module."""
    script = bundle(name, lambda each: raw(f"scripts/{each}.js"))
    return PageScript(Markup(f"{SCRIPT}{script}</script>"), policy_digest(script))


def bundle(name: str, read: Callable[[str], str]) -> str:
    """A module and all that it imports as one, each below what it needs. Names are not changed: they must differ.

    ValueError when modules import each other, import or export in another way than by names in braces, or end a script.
    """
    bodies: dict[str, str] = {}
    add_module(name, read, bodies, ())
    return "".join(bodies.values())


def add_module(name: str, read: Callable[[str], str], bodies: dict[str, str], above: tuple[str, ...]) -> None:
    """Put a module after those that it imports. `above`: the modules that import this one, from the outermost."""
    if name in above:
        raise ValueError(f"modules import each other: {' > '.join((*above, name))}")
    if name in bodies:
        return
    text = read(name)
    for imported in IMPORT.findall(text):
        add_module(imported, read, bodies, (*above, name))
    body = EXPORT.sub("", COMMENTS.sub("", IMPORT.sub("", text)))
    if fault := FAULT.search(body):
        raise ValueError(f"{name}.js: no page can have this line: {fault[0]}")
    bodies[name] = body
