"""Every answer that a command prints as JSON while the tests run is held against the schema of that command.

The published schemas let new fields come; here no field is allowed that they do not name.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import jsonschema
import pytest
import typer.core
from schema_parts import parts

from referee.app.look import library
from referee.cli import contents, speech

RUNNING: list[str] = []
"""The command that runs, as it is called: `referee title boards draw`; the group that it belongs to before it."""
SEEN: set[tuple[str, str]] = set()
"""The schemas that were asked, and the formats of the answers."""
UNFIT: list[str] = []
"""What did not fit: no test may pass over it."""


@contextmanager
def checked() -> Iterator[None]:
    """Whatever is printed as JSON meanwhile is looked at; what does not fit is in `UNFIT`."""
    written = speech.json_text

    def json_text(format: str, **fields: Any) -> str:
        text = written(format, **fields)
        if RUNNING:
            note_unfit(RUNNING[-1], json.loads(text))
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speech, "json_text", json_text)
        for kind in (typer.core.TyperCommand, typer.core.TyperGroup):
            patch.setattr(kind, "invoke", noted(kind.invoke))
        yield


def noted(invoke: Any) -> Any:
    def run(self: Any, ctx: Any) -> Any:
        RUNNING.append(ctx.command_path)
        try:
            return invoke(self, ctx)
        finally:
            RUNNING.pop()

    return run


def note_unfit(command: str, answer: Any) -> None:
    try:
        refuse_unfit(command, answer)
    except jsonschema.ValidationError as error:
        UNFIT.append(f"{error.message} (at {list(error.absolute_path)})")


def refuse_unfit(command: str, answer: Any) -> None:
    """Raises jsonschema.ValidationError, which says where and why."""
    error = jsonschema.exceptions.best_match(judge(schema_of(command)).iter_errors(answer))
    SEEN.add((schema_of(command), answer.get("format", "")))
    if error:
        error.message = f"`{command} --json` does not fit {schema_of(command)}: {error.message}"
        raise error


def schema_of(command: str) -> str:
    """`referee boards draw` and `referee title boards draw` → `answer.boards.draw`."""
    name, *words = command.replace("serve-mail", "mail serve").split()[1:]
    if words and words[0] in contents.BELOW.get(name, ()):
        name, *words = words
    return ".".join(["answer", contents.ALIASES.get(name, name), *words])


@cache
def judge(name: str) -> Any:
    """The validator of a schema that lets no field come that it does not name."""
    found = json.loads(json.dumps(library.schema(name)))
    for part in parts(found):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
    return jsonschema.Draft202012Validator(found)
