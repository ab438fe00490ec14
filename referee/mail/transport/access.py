"""Who may look into the folders of the referee, and write into them; nothing is changed by looking."""

import os
import stat


def may(path: str, how: int) -> bool:
    """Whether this user may, as the one for whom the program acts where the system knows that."""
    return os.access(path, how, effective_ids=os.access in os.supports_effective_ids)


def writable(folder: str) -> bool:
    """Whether a folder, or the nearest one above it that exists, can be written."""
    nearest = os.path.abspath(folder)
    while not os.path.lexists(nearest):
        nearest = os.path.dirname(nearest)
    return os.path.isdir(nearest) and may(nearest, os.W_OK | os.X_OK)


def is_open(path: str) -> bool:
    """Whether others than the owner may read or enter it. On Windows other things decide, so nothing is known there."""
    try:
        return os.name != "nt" and bool(stat.S_IMODE(os.stat(path).st_mode) & 0o077)
    except OSError:
        return False


def folders_below(folder: str) -> list[str]:
    """The folders in a folder, in order of their names; links are not followed."""
    return sorted(os.path.join(place, name) for place, names, _ in os.walk(folder) for name in names)
