"""Templates filled in, and the script of a page: its modules put together, and its policy."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from markupsafe import Markup

from referee.report.html.template_runtime import coded_template, source_of


class Fillable(Protocol):
    """A template, of Jinja or compiled when the program was built."""

    def render(self, facts: Mapping[str, object], /) -> str: ...

    @property
    def module(self) -> Any: ...


def template_of(name: str) -> Fillable:
    """A template: its code from when the program was built, or what Jinja makes of it now if that is missing or old."""
    template = coded_template(name)
    if template is None:
        from referee.report.html.jinja_templates import jinja  # Jinja costs as much as all other work for a page

        return jinja().get_template(name)
    return template


def page(template: str, **facts: object) -> Markup:
    """A template filled in."""
    return Markup(template_of(template).render(facts))


def macros(template: str) -> Any:
    """What a template defines, to be called one by one."""
    return template_of(template).module


def raw(file: str) -> Markup:
    """A file of the templates' folder as it is: style sheets and scripts."""
    return Markup(source_of(file))


IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|let) )", re.MULTILINE)
TYPES = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
"""Comments that only tools and authors read; others stay."""
FAULT = re.compile(r"^(?:(?:import|export)\b|.*(?:</script|<!--)).*", re.MULTILINE | re.IGNORECASE)
"""Other imports and exports that are left, and text that would end the script in a page."""


def script_of(name: str) -> Markup:
    """What `<script type="module">` holds on the page of this module."""
    return Markup(bundle(name, lambda each: raw(f"scripts/{each}.js")))


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
    body = EXPORT.sub("", TYPES.sub("", IMPORT.sub("", text)))
    if fault := FAULT.search(body):
        raise ValueError(f"{name}.js: no page can have this line: {fault[0]}")
    bodies[name] = body


def policy_digest(text: str) -> str:
    """What the content policy calls the one script, or the one style sheet, that is allowed."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


written = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def embedded_json(facts: object) -> Markup:
    """Plain data for a `<script type="application/json">`: nothing in them can end it or begin another.

    ASCII, so that no reader of the file can mistake one character for another.
    """
    return Markup(written(facts).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
