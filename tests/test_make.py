"""The commands of make for somebody who changes a little: some tests, or those of one title."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PROOFS = ("tests/proofs", "tests/pages")
"""What `make proofs` runs."""


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """What make would do (`-n`), or without that option what it does; the environment of the tests counts as ready."""
    ready = ("--no-print-directory", "--old-file=.venv/.ready", "READY=")
    return subprocess.run(["make", *ready, *words], cwd=ROOT, text=True, capture_output=True, check=False)


def test_what_the_fast_tests_leave_out_is_there_and_named() -> None:
    command, said = make("-n", "test-fast").stdout.split("echo")
    left_out = re.findall(r"--ignore (\S+)", command)
    assert {"tests/contract", "tests/mail", "tests/test_wheel.py"} < set(left_out)
    assert [path for path in left_out if not (ROOT / path).exists()] == []
    assert re.findall(r"tests/[\w./]+", said) == [path for path in left_out if path not in PROOFS]


@pytest.mark.parametrize(
    ("title", "words"),
    [
        (
            "attika",
            "'attika or attika or lesson-rhombus or quadrilateral-4 or rhombus-2 or rhombus-open or triangle-3'",
        ),
        (
            "magna-grecia",
            "'magna-grecia or magna_grecia or bruttium-2 or bruttium-placed or lesson-bruttium or mezzogiorno-4"
            " or tuesday-club'",
        ),
    ],
)
def test_the_tests_of_one_title_are_those_that_name_it_or_its_games(title: str, words: str) -> None:
    assert f"-k {words}" in " ".join(make("-n", "test", f"TITLE={title}").stdout.split())


def test_a_title_that_does_not_exist_is_refused_with_those_that_do() -> None:
    refused = make("title", "TITLE=atika")
    assert refused.returncode
    assert refused.stdout == "There is no title atika. Write one of: attika magna-grecia\n"


def test_without_a_title_all_tests_run() -> None:
    command = make("-n", "test").stdout
    assert "-k" not in command
    assert command.split()[-1] == "tests"


def test_what_runs_before_a_commit_is_what_make_lint_runs_and_is_here() -> None:
    """pre-commit must load nothing from elsewhere: every hook is a program of the environment."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repository,) = config["repos"]
    hooks = {each["id"]: each["entry"].replace(" --force-exclude", "") for each in repository["hooks"]}
    assert repository["repo"] == "local"
    assert {each["language"] for each in repository["hooks"]} == {"system"}
    linted = [
        line.replace(" --check", "").removesuffix(" .")
        for line in make("-n", "-o", ".venv/.services", "lint").stdout.splitlines()
    ]
    assert list(hooks.values()) == linted[:3]
    assert [program for each in hooks.values() if not (program := ROOT / each.split()[0]).exists()] == []
