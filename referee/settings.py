"""What may be configured: by flags, else `REFEREE_*`, else `./referee.toml`, else the user's own `referee.toml`."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.words import Phrase, say


class Settings(NamedTuple):
    """Folders of games, private parts and reports; `wait` is how many seconds to wait for another process.

    `palette` gives seats other colours in reports: seat → `#rrggbb`. `found` names the files that were read.
    """

    games: str = "games"
    private: str = "private"
    reports: str = "reports"
    wait: int = 30
    palette: tuple[tuple[str, str], ...] = ()
    found: tuple[str, ...] = ()


class Misconfigured(Exception):
    """A setting that means nothing; `says` tells which, where, and what it could be."""

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


FILE = "referee.toml"
FOLDERS = ("games", "private", "reports")
KNOWN = (*FOLDERS, "wait", "palette")


def settings(flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """The settings in force. Raises Misconfigured."""
    found = [path for path in (user_file(environment), FILE) if os.path.isfile(path)]
    values: dict[str, Any] = {}
    for path in found:
        values |= read_file(path)
    values |= from_environment(environment)
    values |= {name: value for name, value in flags.items() if value is not None}
    return Settings(**values, found=tuple(found))


def user_file(environment: Mapping[str, str]) -> str:
    """Where the user's own file is; `REFEREE_CONFIG` names another."""
    if named := environment.get("REFEREE_CONFIG"):
        return named
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("referee", appauthor=False), FILE)


def read_file(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, "rb") as file:
            fields = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise Misconfigured(say("{path} cannot be read: {why}", path=path, why=error)) from error
    return {name: value_of(path, name, value, os.path.dirname(path)) for name, value in fields.items()}


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    named = {name: environment.get(f"REFEREE_{name.upper()}") for name in (*FOLDERS, "wait")}
    return {name: value_of(f"REFEREE_{name.upper()}", name, value, "") for name, value in named.items() if value}


def value_of(place: str, name: str, value: Any, beside: str) -> Any:
    """A setting's value; a folder named in a file is meant from where that file is."""
    if name in FOLDERS and isinstance(value, str) and value:
        return os.path.join(beside, value)
    if name == "wait" and str(value).isascii() and str(value).isdigit():
        return int(value)
    if name == "palette" and isinstance(value, dict):
        return tuple((seat, str(colour)) for seat, colour in value.items())
    if name in KNOWN:
        raise Misconfigured(say("{place}: {name} cannot be {value}.", place=place, name=name, value=repr(value)))
    raise Misconfigured(unknown(place, name))


def unknown(place: str, name: str) -> Phrase:
    from difflib import get_close_matches

    near = get_close_matches(name, KNOWN, 1)
    if near:
        return say("{place}: there is no setting {name}. Did you mean {near}?", place=place, name=name, near=near[0])
    return say(
        "{place}: there is no setting {name}; there are {known}.", place=place, name=name, known=", ".join(KNOWN)
    )
