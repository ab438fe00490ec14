"""The one Jinja environment, compiled templates, and the script of a page: its modules put together, and its policy."""

import base64
import hashlib
import json
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from referee import shipped_folder
from referee.report.wording import safe_text
from referee.words import Phrase

VERSION = "1"
"""Changes with the settings of the environment, which the cache does not compare."""


class Compiled(FileSystemBytecodeCache):
    """Jinja's cache, which here may fail to write (disk full, read-only): the report is made all the same."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache() -> Compiled | None:
    """A cache in a folder that nobody else can write, since its files are run; None if there is none."""
    from platformdirs import user_cache_dir

    folder = os.path.join(user_cache_dir("referee", appauthor=False), f"templates-{VERSION}")
    with suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if is_private(folder):
            return Compiled(folder)
    return None


def is_private(folder: str) -> bool:
    """Whether the folder is the user's own and no link; Windows keeps the caches of users apart itself."""
    if not hasattr(os, "getuid"):
        return True
    found = os.lstat(folder)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


@cache  # `bench archive` takes 31 % longer for Magna Grecia without it
def pages() -> Environment:
    return Environment(
        loader=FileSystemLoader(shipped_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=template_cache(),
    )


def printable(value: object) -> object:
    """Phrases and names become safe text; what is markup already stays."""
    return safe_text(value) if isinstance(value, (Phrase, str)) and not isinstance(value, Markup) else value


def page(template: str, **facts: object) -> Markup:
    """A template filled in."""
    return Markup(pages().get_template(template).render(facts))


def raw(template: str) -> Markup:
    """A file of the templates' folder as it is: style sheets and scripts."""
    environment = pages()
    loader = environment.loader
    assert loader is not None
    return Markup(loader.get_source(environment, template)[0])


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
