"""The terminal before which somebody sits: how large it is, and questions to them."""

import os
import sys

COLUMNS, ROWS = 80, 24
"""The size of a terminal that does not say it, and of what is none."""


def is_terminal() -> bool:
    """Whether results are printed on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def size() -> tuple[int, int]:
    """The columns and rows of the terminal."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return COLUMNS, ROWS
    return found.columns or COLUMNS, found.lines or ROWS


def columns() -> int:
    return size()[0] if is_terminal() else COLUMNS


def rows() -> int:
    return size()[1] if is_terminal() else ROWS
