"""check-jsonschema, a program from PyPI, accepts what we write and show, by the schemas as they are published."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

import pytest
from yaml_blocks import Block, composed_moves, everything

from referee.app.look import report_files

Source = Callable[[], Iterable[Block]]


@pytest.mark.parametrize("source", [everything, composed_moves])
def test_check_jsonschema_accepts_all(source: Source, tmp_path: Path) -> None:
    """The program of that name, from PyPI, and the schemas as they are published; it needs no network."""
    report_files.write_schemas(str(tmp_path / "schemas"))
    shown = sorted((each for each in source() if each.schema != "conformance"), key=lambda each: each.schema)
    for schema, group in groupby(shown, lambda each: each.schema):
        for number, each in enumerate(group):
            (tmp_path / f"{schema}-{number}.yaml").write_text(each.text, encoding="utf-8")
        files = sorted(map(str, tmp_path.glob(f"{schema}-*.yaml")))
        check_jsonschema(str(tmp_path / f"schemas/{schema}.schema.json"), files)


def test_check_jsonschema_accepts_the_cases_where_they_are() -> None:
    """Against the file that their first line names."""
    root = Path(__file__).parents[1]
    check_jsonschema(
        str(root.parent / "schemas/conformance.schema.json"), sorted(map(str, root.glob("conformance/*/*.yaml")))
    )


def check_jsonschema(schema: str, files: list[str]) -> None:
    program = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, *files]
    done = subprocess.run(program, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n"), done.stdout + done.stderr
