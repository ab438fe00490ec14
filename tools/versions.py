#!/usr/bin/env python3
"""Tries the referee with other versions of its libraries.

  tools/versions.py dependencies   the smoke tests with the lowest versions that pyproject.toml allows, and the newest
  tools/versions.py pythons        the games of games/ on every other Python of this machine, and in Pyodide

`pythons` names each version that it cannot find here. It needs uv and, for Pyodide, node and npm.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "lock.txt"
FROZEN = ROOT / "tools" / "frozen.py"
NODE = ROOT / "tests" / "node"
OLDEST, NEWEST = 11, 15
"""The minor versions of Python 3 that are looked for."""

SMOKE = (
    "tests/test_cli_play.py", "tests/test_golden.py", "tests/test_log_files.py", "tests/test_settings.py",
    "tests/bad_inputs", "tests/games", "tests/post/test_mime.py", "tests/post/test_sending.py",
    "tests/mail/test_samples.py", "tests/mail/test_who_may.py", "tests/mail/test_inboxes.py",
    "tests/report/test_raster.py", "tests/report/test_template_code.py",
)  # fmt: skip
"""Tests that use every library: commands, locks, schemas, pages, letters, pictures, other people's mail, IMAP."""
TESTING = ("pytest", "pytest-xdist", "hypothesis", "aiosmtpd")


def output(*command: str | Path) -> str:
    """The output of a command, run in the repository. SystemExit, with all that it printed, if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def uv(*arguments: str | Path) -> str:
    return output(sys.executable, "-m", "uv", "--quiet", *arguments)


@contextmanager
def environment(python: str | Path) -> Iterator[Path]:
    """The Python of a fresh virtual environment, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="referee-versions-") as folder:
        uv("venv", "--python", python, folder)
        yield Path(folder) / "bin" / "python"


def try_dependencies() -> None:
    """Run the smoke tests with the lowest and with the newest versions that are allowed."""
    for resolution in ("lowest-direct", "highest"):
        with environment(sys.executable) as python:
            how = "--resolution", resolution, "--build-constraints", LOCK  # else another Babel writes our catalogues
            uv("pip", "install", "--python", python, *how, "--editable", f"{ROOT}[imap,dmarc]")
            found = uv("pip", "freeze", "--python", python, "--exclude-editable")
            kept = python.with_name("versions.txt")
            kept.write_text(found, encoding="utf-8")
            uv("pip", "install", "--python", python, "--constraints", kept, *TESTING)
            print(f"{resolution}: {' '.join(found.split())}", flush=True)
            print(output(python, "-m", "pytest", "-q", "-n", "2", "--no-skips", *SMOKE).splitlines()[-1], flush=True)


def interpreters() -> dict[str, str]:
    """Version → path of each other Python 3.11 or newer that is on this machine."""
    names = [f"python3.{minor}" for minor in range(OLDEST, NEWEST + 1)]
    paths = [path for name in names if (path := shutil.which(name))] + ["/usr/bin/python3"]
    paths += sorted(glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    found = {version_of(path): path for path in paths if is_python(path)}
    found.pop(version_of(sys.executable), None)
    return {version: path for version, path in sorted(found.items()) if minor_of(version) >= OLDEST}


def is_python(path: str) -> bool:
    """Whether it runs: pyenv puts a name on the path for every version that any of its environments has."""
    return os.path.exists(path) and not subprocess.run([path, "--version"], capture_output=True, check=False).returncode


def version_of(python: str) -> str:
    """`3.11.2 of /usr`: the version, and where its library is, since two builds of one version may differ."""
    script = "import sys; print('.'.join(map(str, sys.version_info[:3])), 'of', sys.base_prefix)"
    return output(python, "-c", script).strip()


def minor_of(version: str) -> int:
    return int(version.split(".")[1])


def try_pythons() -> None:
    """Compare what every other Python shows of the games with what this one shows. SystemExit if one differs."""
    here = output(sys.executable, FROZEN)
    print(f"{version_of(sys.executable)}:\n{here}", end="", flush=True)
    others = interpreters()
    tried = [minor_of(version) for version in others]
    for version, path in others.items():
        with environment(path) as python:
            uv("pip", "install", "--python", python, "--require-hashes", "--requirements", LOCK)
            compare(version, here, output(python, FROZEN))
    compare("3.14 of Pyodide", here, output("node", NODE / "frozen.mjs", ROOT, packages()))
    missing = [f"3.{minor}" for minor in range(OLDEST, NEWEST + 1) if minor not in (*tried, 14, sys.version_info.minor)]
    print(f"not tried, because they are not on this machine: {', '.join(missing) or 'none'}")
    if not others:
        raise SystemExit("there is no other Python on this machine")


def compare(version: str, here: str, there: str) -> None:
    """SystemExit if two Pythons show different things."""
    if there != here:
        raise SystemExit(f"{version} differs:\n{there}")
    print(f"{version}: the same {len(here.splitlines())} games", flush=True)


def packages() -> str:
    """The folder of this environment's packages; Pyodide uses those of them that are pure Python."""
    if not (NODE / "node_modules").is_dir():
        output("npm", "ci", "--prefix", NODE)
    return sysconfig.get_path("purelib")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("dependencies", "pythons"))
    {"dependencies": try_dependencies, "pythons": try_pythons}[parser.parse_args().what]()


if __name__ == "__main__":
    main()
