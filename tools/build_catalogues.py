"""Builds the catalogues that gettext reads: a referee.mo next to every locale/*/LC_MESSAGES/referee.po.

They are not in the repository. `make catalogues` builds them, and so does every command of make that needs them;
every build of the package does, too, because pyproject.toml names this file as hook of hatchling.
"""

import os
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every built catalogue: the same texts give the same bytes."""


class Catalogues(BuildHookInterface[Any]):
    """The hook of hatchling, for wheels and for editable installs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for po in sources(Path(self.root)):
            build(po)
        if any((Path(self.root) / "referee").rglob("*.so")):  # compiled modules (tools/compiled_wheel.py)
            build_data.update(pure_python=False, infer_tag=True)


def sources(root: Path) -> list[Path]:
    """The translations of a checkout, or of an unpacked source distribution."""
    return sorted((root / "locale").glob("*/LC_MESSAGES/referee.po"))


def build(po: Path) -> None:
    """Write the catalogue of a translation next to it, whole or not at all, unless it is there already."""
    catalogue, mo = compiled(po.read_bytes(), po.parent.parent.name), po.with_suffix(".mo")
    if mo.is_file() and mo.read_bytes() == catalogue:
        os.utime(mo)
        return
    new = mo.with_name(f"{mo.name}.{os.getpid()}")
    new.write_bytes(catalogue)
    new.replace(mo)


def compiled(po: bytes, language: str) -> bytes:
    """What gettext reads of a translation; texts that are not translated are left out."""
    catalogue = read_po(BytesIO(po), locale=language)
    catalogue.creation_date = catalogue.revision_date = EPOCH
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:] or sources(ROOT)):
        build(each)
