"""The files by which a site answers in the browser: Python for it, the program with its libraries, and a page."""

import json
import os
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO

import referee
from referee import shipped_folder, titles
from referee.app.errors import Missing, Usage
from referee.app.look.library import rule_links
from referee.report.site import site_pages
from referee.store import disk
from referee.words import say

FOLDER = "referee.d"
PAGE = "referee.html"
PROGRAM = "program.zip"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the npm package `pyodide` that a browser loads."""
LIBRARIES = {
    "PyYAML": ("yaml",),
    "jsonschema": ("jsonschema",),
    "jsonschema-specifications": ("jsonschema_specifications",),
    "referencing": ("referencing",),
    "attrs": ("attr", "attrs"),
    "Jinja2": ("jinja2",),
    "MarkupSafe": ("markupsafe",),
}
"""The libraries that an answer needs, and their modules: those parts of them that are Python."""
STAND_IN = "rpds"
LEFT_OUT = ("cli", "testkit", "cases", "docs", "games", "tools")
"""Rooms of the program that answer no question of a reader."""
KINDS = (".py", ".json", ".yaml", ".svg", ".css", ".mo")
"""How the names of files end that an answer may need."""
COMPILED = (".so", ".pyd", ".pyc", ".pyi", ".c")
NOT_NEEDED = ("__pycache__", "tests", "benchmarks")


def reader_files(pyodide: dict[str, bytes], rules: str = "") -> dict[str, bytes]:
    """Name → bytes of the page and of all that it loads.

    pyodide  the files of the npm package
    rules    the folder with the pages about the rules of each title, "" for none
    """
    loaded = {f"{FOLDER}/{name}": raw for name, raw in pyodide.items()}
    loaded[f"{FOLDER}/{PROGRAM}"] = program_archive()
    loaded[f"{FOLDER}/worker.js"] = site_pages.worker_script().encode()
    size = sum(map(len, loaded.values()))
    links = {book.id: rule_links(rules, book) for book in titles.books(lambda _: None)} if rules else {}
    version = digest(loaded)[:16]
    loaded["offline.js"] = site_pages.offline_script(version, [PAGE, *loaded]).encode()
    return {**loaded, PAGE: site_pages.reader_page(FOLDER, size, links).encode()}


def digest(files: dict[str, bytes]) -> str:
    """A hash of all of these files."""
    return sha256("\n".join([f"{name} {sha256(raw).hexdigest()}" for name, raw in files.items()]).encode()).hexdigest()


def pyodide_files(folder: str) -> dict[str, bytes]:
    """The files of the npm package in a folder. Raises Missing, Usage."""
    inside = os.path.join(folder, "package")  # as `npm pack` and `tar` leave it
    place = inside if os.path.isdir(inside) else folder
    hint = say("Get it with `npm pack pyodide`, unpack it with tar, and name the folder `package`.")
    try:
        named = json.loads(disk.read_plain_file(os.path.join(place, "package.json"))).get("name")
        if named != "pyodide":
            raise Usage(say("{folder} isn't the npm package pyodide.", folder=folder), hint)
        return {name: disk.read_plain_file(os.path.join(place, name)) for name in PYODIDE}
    except (disk.Unreadable, ValueError) as error:
        raise Missing(say("{folder} isn't the npm package pyodide.", folder=folder), hint) from error


# The program


def program_archive() -> bytes:
    """The program and its libraries as a zip file, the same from the same files."""
    found = dict(program_files())
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(found):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, disk.read_plain_file(found[name]))
    return packed.getvalue()


def program_files() -> Iterator[tuple[str, str]]:
    """The name of each file in the zip file, and its path here."""
    own = os.path.dirname(os.path.abspath(referee.__file__))
    for name, path in files_below(own):
        if name.endswith(KINDS) and not name.startswith(tuple([f"{each}/" for each in LEFT_OUT])):
            yield f"referee/{name}", path
    for folder in ("schemas", "templates", "locale"):
        for name, path in files_below(shipped_folder(folder)):
            if name.endswith(KINDS):
                yield f"referee/{folder}/{name}", path
    yield f"{STAND_IN}.py", os.path.join(own, "app", "browser", f"{STAND_IN}.py")
    for library, modules in LIBRARIES.items():
        yield from library_files(library, modules)


def library_files(library: str, modules: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The modules of a library, and its licence."""
    for module in modules:
        spec = find_spec(module)
        for name, path in files_below(os.path.dirname(str(spec and spec.origin))):
            if not name.endswith(COMPILED):
                yield f"{module}/{name}", path
    try:
        listed = distribution(library).files or []
    except PackageNotFoundError:
        listed = []
    for each in listed:
        if each.name.upper().startswith(("LICENSE", "COPYING")):
            yield f"licences/{library}/{each.name}", str(each.locate())


def files_below(folder: str) -> Iterator[tuple[str, str]]:
    """The name from this folder on, with slashes, and the path, of each file but tests and caches."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted({*folders} - {*NOT_NEEDED})
        for name in sorted(names):
            path = os.path.join(place, name)
            yield os.path.relpath(path, folder).replace(os.sep, "/"), path
