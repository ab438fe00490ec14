"""The script of a page: its modules put together."""

import re
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from referee.report.html.templates import policy_digest, raw

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
