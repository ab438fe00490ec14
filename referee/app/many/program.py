"""Which program this is, to the byte: results of another one are not ours."""

import os
from collections.abc import Iterator
from hashlib import sha256

import referee
from referee import shipped_folder, titles

BESIDE = ("schemas", "templates", "locale")
"""Folders that a wheel has inside the package and a checkout beside it."""
LEFT_OUT = (*BESIDE, "games", "cases", "tools", "docs", "__pycache__")
"""What a package may hold that judges and prints nothing."""
KINDS = (".py", ".yaml", ".json", ".mo", ".html", ".css", ".js", ".xml", ".txt", ".svg", ".ttf")


def program_hash() -> str:
    """A SHA-256 of all that decides about a result: code, data files, schemas, templates, catalogues and titles."""
    found = sha256(referee.__version__.encode())
    for path, name in sorted(program_files(), key=lambda each: each[1]):
        with open(path, "rb") as file:
            found.update(f"{name} {sha256(file.read()).hexdigest()}\n".encode())
    return found.hexdigest()


def program_files() -> Iterator[tuple[str, str]]:
    """Each file with a name that is the same in a wheel and in a checkout."""
    package = os.path.dirname(os.path.abspath(referee.__file__))
    yield from files_below(package, "referee", LEFT_OUT)
    for name in BESIDE:
        yield from files_below(shipped_folder(name), name, ())
    for id in titles.ids():
        if id not in titles.OURS:
            yield from files_of_title(id)


def files_of_title(id: str) -> Iterator[tuple[str, str]]:
    """The files of another package's title; none of one that cannot be loaded."""
    try:
        folder = titles.book(id).folder
    except titles.UnknownTitle:
        return
    yield from files_below(folder, f"title {id}", ())


def files_below(folder: str, name: str, left_out: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for above, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each != "__pycache__" and (above != folder or each not in left_out)]
        within = os.path.relpath(above, folder)
        for each in files:
            if each.endswith(KINDS):
                yield os.path.join(above, each), f"{name}/{within}/{each}".replace(os.sep, "/")
