"""The schemas of all files, for editors that complete and check a file while you type.

The first line of every file that people edit names its schema in `schemas/`, next to the folder of the games.
"""

import json

from referee.app.look import library, report_files
from referee.reading.schemas import ENDING


def write_schemas(folder: str) -> list[str]:
    """Write every schema to a folder: the paths written. Raises Unwritable."""
    return report_files.write_output_folder(folder, {name + ENDING: schema_text(name) for name in library.schemas()})


def schema_text(name: str) -> str:
    """The file of a schema."""
    return json.dumps(library.schema(name), ensure_ascii=False, indent=2) + "\n"
