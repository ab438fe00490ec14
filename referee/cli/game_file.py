"""What a new game is to be, from a file: `referee new --file cup.toml`. Its fields are the options of the command."""

import os
import tomllib
from typing import Any

import typer

from referee.app.errors import Missing, Refused, nearest_hint
from referee.words import Phrase, say

PATHS = ("board", "components", "tiles", "known_deal")
"""The fields that may name a file, which is meant from where the file of the game is."""
PAIRS = ("player", "option", "clock", "address", "language")
"""The fields that are tables: `player = {red = "Bruno"}` for `--player red=Bruno`."""
YES_OR_NO = ("wait_for_nonces", "invite", "practice", "orders")


def take_from_file(context: typer.Context, option: typer.CallbackParam, path: str) -> str:
    """Let options that the command does not say be as a file has them. Raises Missing, Refused."""
    if path:
        known = {str(each.name) for each in context.command.params} - {option.name, "json", "full", "dry_run"}
        context.default_map = {
            name: option_value(path, name, value) for name, value in file_fields(path, sorted(known)).items()
        }
    return path


def file_fields(path: str, known: list[str]) -> dict[str, Any]:
    """The fields of a file by the names of options. Raises Missing, Refused for one that is not known."""
    try:
        with open(path, "rb") as file:
            fields = {name.replace("-", "_"): value for name, value in tomllib.load(file).items()}
    except OSError as error:
        raise Missing(say("The file {path} can't be read: {why}.", path=path, why=error.strerror)) from error
    except ValueError as error:
        raise Refused(say("{path} is no TOML: {why}.", path=path, why=error)) from error
    for name in fields.keys() - set(known):
        says = say("{path}: a game has no field {name}.", path=path, name=name)
        raise Refused(says, nearest_hint(name, known) or say("Its fields: {names}.", names=", ".join(known)))
    return fields


def option_value(path: str, name: str, value: object) -> object:
    """A field as its option would have it. Raises Refused for a value of another kind."""
    if name in PAIRS:
        if not isinstance(value, dict):
            raise wrong_value(
                path, name, say('a table: a line [{name}], and below it lines such as red = "…"', name=name)
            )
        return [f"{key}={each}" for key, each in value.items()]
    if name in YES_OR_NO:
        if not isinstance(value, bool):
            raise wrong_value(path, name, say("true or false"))
        return value
    if isinstance(value, bool | dict | list):
        raise wrong_value(path, name, say("a text in quotes"))
    beside = os.path.join(os.path.dirname(path), str(value))
    text = beside if name in PATHS and os.path.isfile(beside) else str(value)
    return [text] if name == "board" else text


def wrong_value(path: str, name: str, wanted: Phrase) -> Refused:
    return Refused(say("{path}: {name} must be {wanted}.", path=path, name=name, wanted=wanted))
