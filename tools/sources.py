"""The files of this project, and nothing that was installed, built or put beside them."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = ("node_modules", "build", "dist", "__pycache__", "private", "reports")
"""Folders that git leaves out, besides those whose name begins with a dot."""


def source_files(*ends: str) -> list[Path]:
    """The files that git tracks, in order; where there is no git, as in an unpacked archive, all that is not left out.

    ends  how the names end of those that are wanted; all files if none is given
    """
    git = shutil.which("git") if (ROOT / ".git").exists() else None
    found = tracked_files(git) if git else files_of_archive()
    return sorted(path for path in found if path.is_file() and path.name.endswith(ends or ""))


def tracked_files(git: str) -> list[Path]:
    done = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return [ROOT / name for name in done.stdout.split("\0") if name]


def files_of_archive() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [each for each in folders if not each.startswith(".") and each not in NOT_OURS]
        found += [Path(folder, name) for name in names]
    return found
