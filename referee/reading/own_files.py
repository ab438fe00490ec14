"""Files of people's own choice: boards, components, cases."""

from referee.reading.caret import Source
from referee.reading.plain_files import first_bytes
from referee.reading.yaml_reader import FILE, read_source


def read_file(path: str, limit: int = FILE) -> Source:
    """The one document of a plain file, however large the file is. Raises `BadInput`, OSError (also for pipes)."""
    return read_source(first_bytes(path, limit + 1), path, limit)
