"""A power cut: what was not forced to the disk is gone, in three ways in which disks lose it.

A child does something; before its n-th call to the file system its working folder becomes what a power cut may leave of
it, and it is killed. A name is on the disk once its folder was fsynced after it, and a content once its file was.
"""

import os
import shutil
import stat
from collections.abc import Callable
from typing import Any, ClassVar

from faults import REAL, Fault, uninstall

LOST, EMPTIED, TORN = "lost", "emptied", "torn"
"""No name and no content survives that was not forced; all names do; and of each content half of what is new, too."""

CHANGES = ("write", "fsync", "replace", "unlink", "mkdir")
"""The calls that change what is left: between two of them it makes no difference when the power fails."""


class VolatileDisk:
    """What of a folder is on the disk for good: the names in each folder, and the content of each file, by inode."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.names: dict[int, dict[str, int]] = {}
        self.contents: dict[int, bytes] = {}
        self.held: list[int] = []
        self.paths: dict[int, str] = {}
        for folder, _, files in os.walk(root):
            self.names[self.hold(folder)] = names_in(folder)
            for each in files:
                path = os.path.join(folder, each)
                self.contents[self.hold(path)] = content_of(path)

    def hold(self, path: str) -> int:
        """Its inode, which nothing else gets while it is held."""
        self.held.append(REAL["open"](path, os.O_RDONLY))
        return os.fstat(self.held[-1]).st_ino

    def open(self, real: Callable[..., int], path: str, *given: Any, **named: Any) -> int:
        file = real(path, *given, **named)
        if "dir_fd" not in named:  # as `shutil.rmtree` opens folders
            self.held.append(real(path, os.O_RDONLY))
            self.paths[file] = os.path.abspath(path)
        return file

    def fsync(self, real: Callable[[int], None], file: int) -> None:
        found, path = os.fstat(file), self.paths[file]
        if stat.S_ISDIR(found.st_mode):
            self.names[found.st_ino] = names_in(path)
        else:
            self.contents[found.st_ino] = content_of(path)

    def cut_power(self, way: str) -> None:
        """Leave in the folder what a power cut leaves."""
        tree = self.tree(self.root, way)
        for each in os.listdir(self.root):
            path = os.path.join(self.root, each)
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        write_tree(self.root, tree)

    def tree(self, root: str, way: str) -> dict[str, Any]:
        """Names with a content, or with what is in a folder."""
        live = {os.stat(path).st_ino: path for path in paths_below(root)}

        def folder(number: int) -> dict[str, Any]:
            names = self.names.get(number, {}) if way == LOST else names_in(live[number])
            return {name: inside(each) for name, each in names.items()}

        def inside(number: int) -> Any:
            if number in self.names or (number in live and os.path.isdir(live[number])):
                return folder(number)
            kept = self.contents.get(number, b"")
            new = content_of(live[number]) if way == TORN and number in live else b""
            return new[: (len(kept) + len(new)) // 2] if new.startswith(kept) else kept

        return folder(os.stat(root).st_ino)


def names_in(folder: str) -> dict[str, int]:
    return {each.name: each.inode() for each in os.scandir(folder)}


def paths_below(root: str) -> list[str]:
    return [root, *[os.path.join(at, name) for at, folders, files in os.walk(root) for name in (*folders, *files)]]


def content_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def write_tree(root: str, tree: dict[str, Any]) -> None:
    for name, inside in tree.items():
        path = os.path.join(root, name)
        if isinstance(inside, bytes):
            with open(path, "wb") as file:
                file.write(inside)
        else:
            os.mkdir(path)
            write_tree(path, inside)


class PowerCut(Fault):
    """The power fails before the n-th call; `mode` is the way in which things are lost."""

    disk: ClassVar[VolatileDisk]

    def prepare(self) -> None:
        disk = PowerCut.disk = VolatileDisk(os.getcwd())
        for name in ("open", "fsync"):
            REAL[name] = watched(getattr(disk, name), REAL[name])

    def strikes(self, name: str, count: int, n: int) -> bool:
        return count == n

    def strike(self, name: str, given: tuple[Any, ...], n: int) -> None:
        uninstall()
        self.disk.cut_power(self.mode)
        Fault("kill").strike(name, given, n)


def watched(watch: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **named: watch(real, *given, **named)
