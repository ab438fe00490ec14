#!/usr/bin/env python3
"""Builds a wheel whose most used modules are compiled by mypyc, and shows that it judges as the plain one does.

  tools/compiled_wheel.py FOLDER    put the wheel into this folder

Nothing needs it: the sources are the same, and what the wheel has no compiled module for is plain Python. It is for one
version of Python on one system. It needs mypy, setuptools and a C compiler, and a minute on two cores.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Sequence
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REST = (
    "schemas", "templates", "locale", "games", "tests/conformance", "tools", "docs/reference",
    "pyproject.toml", "README.md", "LICENSE",
)  # fmt: skip
"""What hatchling needs of the checkout besides the sources."""
MODULES = (
    "digests", "slot_records", "reading/fits", "reading/shape", "reading/line_reader", "store/chain",
    "store/chance", "store/entry_lines", "store/told",
    "rules/defaults", "rules/editions", "rules/entry_fits", "rules/entry_shapes", "rules/folds", "rules/hexes",
    "rules/judgement", "rules/law", "rules/line", "rules/replay", "rules/rulebook", "rules/ruling",
    *[f"titles/magna_grecia/rules/{name}" for name in (
        "state", "moves", "physics", "play", "roads", "markets", "cities", "oracles", "turns", "spaces", "setup")],
    *[f"titles/attika/rules/{name}" for name in (
        "state", "moves", "recording", "branches", "physics", "play", "costs", "building", "turns", "amphorae",
        "setup")],
    "titles/attika/data/components", "titles/attika/data/land",
)  # fmt: skip
"""What a replay spends its time in. A compiled class cannot have a subclass in plain Python."""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

compiled = mypycify({arguments!r}, opt_level="3", debug_level="0", separate=True)
setup(name="compiled", packages=[], ext_modules=compiled)
"""
"""A library for each module: one for all of them takes many minutes to compile."""
SMOKE = (
    "tests/test_golden.py", "tests/test_replay.py", "tests/games",
    "tests/test_source_lines.py", "tests/test_plain_yaml.py",
    "tests/test_conformance.py::test_case", "tests/contract/test_contract.py::test_random_game_keeps_its_promises",
)  # fmt: skip
"""Compiled code checks types when it runs, so the refusals and random games count as much as games without faults."""
REPLAY = """
import sys
from referee import titles
from referee.rules import ruling
from referee.rules.replay import moments
from referee.store import chain
print(ruling.__file__, file=sys.stderr)
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        log = chain.parse(file.read())
    for each in moments(titles.book(log.header["title"]).under(log.header), log):
        print(each.number, each.head, each.entry.get("state"), each.events)
"""


def run(*words: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """What a command prints. SystemExit, with all of it, if it fails."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words[:4]))} … ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def copy_sources(folder: Path, names: Sequence[str]) -> None:
    """Copy a part of the checkout, so that no compiled module is ever left in it."""
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".lock", "*.so"))
        else:
            shutil.copy2(ROOT / name, folder / name)


def compile_modules(folder: Path) -> None:
    """Put a compiled module next to each source in `MODULES`."""
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), *[f"referee/{name}.py" for name in MODULES]]
    script = folder / "setup.py"
    script.write_text(SETUP.format(arguments=arguments), encoding="utf-8")
    run(sys.executable, script, "build_ext", "--inplace", "-j", str(os.cpu_count() or 1), folder=folder)
    script.unlink()
    shutil.rmtree(folder / "build")


def build_wheel(folder: Path, target: Path) -> Path:
    """The wheel of a copy of the checkout; the hook of hatchling gives it the tag of this Python and system."""
    target.mkdir(parents=True, exist_ok=True)
    call = f"from hatchling.build import build_wheel; print(build_wheel({str(target.resolve())!r}))"
    return target / run(sys.executable, "-c", call, folder=folder).stdout.split()[-1]


def environment_with(wheel: Path, folder: Path) -> Path:
    """The Python of a fresh environment that holds the wheel, and sees our own for its dependencies alone."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = Path(glob(str(folder / "[bS]*" / "python*"))[0])
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel)
    inside = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    Path(inside, "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def check_wheel(python: Path, folder: Path) -> None:
    """The compiled modules are those that run; sample games have equal positions and events, and smoke tests pass."""
    logs = sorted((ROOT / "games").glob("*/log.yaml"))
    ours, theirs = (run(each, "-c", REPLAY, *logs, folder=folder) for each in (sys.executable, python))
    if theirs.stderr.strip().endswith(".py") or not ours.stderr.strip().endswith(".py"):
        raise SystemExit(f"these modules ran: {ours.stderr}{theirs.stderr}")
    if ours.stdout != theirs.stdout:
        raise SystemExit("the compiled wheel replays the sample games otherwise")
    print(f"{len(logs)} sample games, {len(ours.stdout.splitlines())} entries: the same positions and events")
    for name in ("tests", "games"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    print(run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SMOKE, folder=folder).stdout.splitlines()[-1])


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="referee-compiled-") as name:
        sources, trial = Path(name, "sources"), Path(name, "trial")
        sources.mkdir()
        trial.mkdir()
        copy_sources(sources, ["referee"])
        compile_modules(sources)
        copy_sources(sources, REST)  # setuptools must not find the settings of hatchling
        wheel = build_wheel(sources, target)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {len(MODULES)} compiled modules")
        check_wheel(environment_with(wheel, Path(name, "venv")), trial)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
