"""Whether the tests notice changed rules: `mutants.py NUMBER` plants so many faults, one at a time, in a copy.

A fault is a comparison turned round, `and` for `or`, a `not` left out, a number one too high, `+` for `-`: somewhere in
a function of the rules. It is found if a test fails. What no test notices goes to standard error, the figure as JSON to
standard output. With SEED=… in the environment the same faults are planted again.
"""

import ast
import json
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULES = ("referee/rules", "referee/titles/magna_grecia/rules", "referee/titles/attika/rules")
TESTS = (
    *("test_conformance.py", "magna_grecia", "attika", "editions", "test_replay.py", "repair/test_undo.py"),
    *("repair/test_correct.py", "contract/test_contract.py", "contract/test_rulings.py", "contract/test_horizon.py"),
)
"""In this order: the first to fail is enough."""
NOT_COPIED = (".git", ".venv", ".games", ".peer", "node_modules", "build", "__pycache__", ".*_cache")
PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    *((ast.Eq, ast.NotEq), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub)),
)
OTHER = dict([*PAIRS, *[(other, one) for one, other in PAIRS]])
"""An operator → the one that takes its place."""
LONGEST = 1800
"""Seconds after which tests that do not end have noticed the fault."""
WORKERS = 2


class Mutant(NamedTuple):
    """A fault: what stands at a place of a module (line and columns from 1 and 0), and what takes its place."""

    path: str
    line: int
    start: int
    end: int
    now: str
    instead: str

    def planted(self, text: str) -> str:
        lines = text.splitlines(keepends=True)
        old = lines[self.line - 1].encode()
        lines[self.line - 1] = (old[: self.start] + self.instead.encode() + old[self.end :]).decode()
        return "".join(lines)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.now}` → `{self.instead}`"


def mutants() -> Iterator[Mutant]:
    """Every fault that can be planted in an expression of one line."""
    for folder in RULES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
            for node in dict.fromkeys(node for each in functions for part in each.body for node in code_of(part)):
                if isinstance(node, ast.expr) and node.lineno == node.end_lineno and (instead := changed(node)):
                    place = node.lineno, node.col_offset, node.end_col_offset or 0
                    yield Mutant(str(path.relative_to(ROOT)), *place, ast.unparse(node), instead)


def code_of(part: ast.AST) -> Iterator[ast.AST]:
    """A statement and all in it, but for texts with expressions in them, whose places Python 3.11 does not know."""
    yield part
    for each in ast.iter_child_nodes(part):
        if not isinstance(each, ast.JoinedStr):
            yield from code_of(each)


def changed(node: ast.expr) -> str:
    """The expression with a fault, "" where none fits."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({ast.unparse(node.operand)})"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return str(node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return str(not node.value)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return f"({ast.unparse(ast.Compare(node.left, [other(node.ops[0])], node.comparators))})"
    if isinstance(node, ast.BoolOp):
        return f"({ast.unparse(ast.BoolOp(other(node.op), node.values))})"
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        return f"({ast.unparse(ast.BinOp(node.left, other(node.op), node.right))})"
    return ""


def other(operator: ast.AST) -> Any:
    return OTHER[type(operator)]()


def is_found(folder: Path, mutant: Mutant | None) -> bool:
    """Whether a test fails in this copy of the project with the fault in it."""
    before = (folder / mutant.path).read_text("utf-8") if mutant else ""
    if mutant:
        (folder / mutant.path).write_text(mutant.planted(before), "utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-xq", "-n0", "-pno:cacheprovider", *[f"tests/{each}" for each in TESTS]],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "CI": "true"},
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        if mutant:
            (folder / mutant.path).write_text(before, "utf-8")
    return done.returncode != 0


def verdicts(chosen: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each fault, and whether it was found."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(WORKERS) as pool:
        copies = SimpleQueue[Path]()
        for number in range(WORKERS):
            copies.put(copy := Path(place, str(number)))
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
        if is_found(copy, None):
            sys.exit("The tests fail without a fault.")

        def judged(mutant: Mutant) -> bool:
            folder = copies.get()
            try:
                return is_found(folder, mutant)
            finally:
                copies.put(folder)

        yield from zip(chosen, pool.map(judged, chosen), strict=True)


def main(number: int) -> None:
    seed = os.environ.get("SEED") or secrets.token_hex(4)
    print(f"SEED={seed}", file=sys.stderr)
    chosen = random.Random(seed).sample(list(mutants()), number)
    found = 0
    for mutant, is_noticed in verdicts(chosen):
        found += is_noticed
        if not is_noticed:
            print(f"Not noticed: {mutant}", file=sys.stderr, flush=True)
    print(json.dumps([["faults in the rules that a test notices", 100 * found / number, 95, "%", True]]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
