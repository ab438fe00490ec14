"""The hook of hatchling: what every build of the package, and every editable install, makes besides copying files."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build_catalogues
import build_templates


class Built(BuildHookInterface[Any]):
    """Translations as gettext reads them, and templates as Python code."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for po in build_catalogues.sources(Path(self.root)):
            build_catalogues.build(po)
        build_templates.build(Path(self.root) / "templates")
