"""The settings by which VS Code, with its YAML extension, checks every document of a log while somebody looks at it.

The first line of a file names a schema for the document in which that line is. A log is many documents: only a setting
covers all of them. Existing settings belong to their owner: additions are inserted and no other character changes.
"""

import json
import os
import re
from collections.abc import Mapping

from referee.app.errors import Refused, Unwritable
from referee.app.look import report_files
from referee.store import disk
from referee.words import Phrase, say

PLACE = os.path.join(".vscode", "settings.json")
KEY = "yaml.schemas"
FILES = {"log": "log.yaml", "notes": "notes.yaml"}
"""Schema → the files of a game that it is for."""
IGNORED = r"(?:\s|//[^\n]*|/\*.*?\*/)*"
"""Spaces and comments, which VS Code allows in its settings."""


def path_beside(games: str) -> str:
    """Where the settings for this folder of games are: in the folder that is opened in an editor."""
    return os.path.join(os.path.dirname(os.path.normpath(games)), PLACE)


def schema_mapping(games: str) -> dict[str, str]:
    """Path of a schema → the files that it is for, as the setting has them."""
    folder = os.path.basename(os.path.normpath(games))
    return {f"./schemas/{name}.schema.json": f"**/{folder}/*/{file}" for name, file in FILES.items()}


def create(games: str) -> tuple[Phrase, ...]:
    """Make the settings if there are none; what to do if there are some without it. Raises as `add`."""
    path = path_beside(games)
    if not os.path.lexists(path):
        add(games)
        return ()
    text = read_settings_text(path)
    is_complete = settings_with_mapping(text, schema_mapping(games)) == text
    return () if is_complete else (say("To have VS Code check every entry of a log: referee schema --vscode"),)


def add(games: str) -> bool:
    """Add what is missing from the settings, or make them: whether anything was added.

    Raises Refused, Unwritable, `disk.Unreadable`.
    """
    path = path_beside(games)
    before = read_settings_text(path)
    after = settings_with_mapping(before, schema_mapping(games))
    if after is None:
        lines = "\n".join(
            f"    {json.dumps(key)}: {json.dumps(value)}," for key, value in schema_mapping(games).items()
        )
        raise Refused(
            say("{path} was not changed, because that could damage it.", path=path),
            say("Add these lines yourself, below {key}:\n{lines}", key=f'"{KEY}": {{', lines=lines),
        )
    if after != before:
        make_folder(os.path.dirname(path))
        report_files.write_output_file(path, after)
    return after != before


def read_settings_text(path: str) -> str:
    """The text of the settings; an empty object if there are none. Nothing can be added to a file that is not text."""
    if disk.is_missing(path):
        return "{}\n"
    try:
        return disk.read_plain_file(path).decode()
    except UnicodeDecodeError:
        return ""


def make_folder(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unwritable(say("{folder} couldn't be created: {why}.", folder=folder, why=error.strerror)) from error


def settings_with_mapping(text: str, mapping: dict[str, str]) -> str | None:
    """The settings with a mapping added and everything else unchanged; None if that cannot be done for certain."""
    settings = parsed_settings(text)
    if settings is None:  # comments, perhaps
        is_whole = KEY not in text and re.search(rf"\}}{IGNORED}\Z", text, re.DOTALL)
        return text_with_fields(text, rf"{IGNORED}\{{", {KEY: mapping}, 2) if is_whole else None
    present = settings.get(KEY, {}) if isinstance(settings, dict) else None
    if not isinstance(settings, dict) or not isinstance(present, dict):
        return None
    missing = {key: value for key, value in mapping.items() if key not in present}
    if not missing:
        return text
    if KEY in settings:
        after = text_with_fields(text, rf".*?{re.escape(json.dumps(KEY))}\s*:\s*\{{", missing, 4)
    else:
        after = text_with_fields(text, r"\s*\{", {KEY: missing}, 2)
    return after if after and parsed_settings(after) == {**settings, KEY: {**present, **missing}} else None


def parsed_settings(text: str) -> object:
    """The settings as data; None if they are not plain JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def text_with_fields(text: str, before: str, fields: Mapping[str, object], indent: int) -> str | None:
    """The text with fields of an object where the pattern ends, just inside its brace; None if it does not fit."""
    found = re.match(before, text, re.DOTALL)
    if not found:
        return None
    rest = text[found.end() :]
    is_empty = re.match(rf"{IGNORED}\}}", rest, re.DOTALL) is not None
    lines = json.dumps(fields, indent=2)[2:-2].replace("\n", "\n" + " " * (indent - 2))
    block = f"\n{' ' * (indent - 2)}{lines}"
    if "\r\n" in text:
        block = block.replace("\n", "\r\n")
    gap = "\n" if is_empty and rest.startswith("}") else ""
    return text[: found.end()] + block + ("" if is_empty else ",") + gap + rest
