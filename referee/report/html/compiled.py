"""Compiled templates, kept between runs: compiling them from source would take most of the time of a report."""

import os
import stat
from contextlib import suppress

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

VERSION = "1"
"""Changes with the settings of the environment, which the cache does not compare."""


class Compiled(FileSystemBytecodeCache):
    """Jinja's cache, which here may fail to write (disk full, read-only): the report is made all the same."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache() -> Compiled | None:
    """A cache in a folder that nobody else can write, since what lies there is run; None where there is none."""
    from platformdirs import user_cache_dir

    folder = os.path.join(user_cache_dir("referee", appauthor=False), f"templates-{VERSION}")
    with suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if is_private(folder):
            return Compiled(folder)
    return None


def is_private(folder: str) -> bool:
    """Whether the folder is the user's own and no link; Windows keeps the caches of users apart itself."""
    if not hasattr(os, "getuid"):
        return True
    found = os.lstat(folder)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
