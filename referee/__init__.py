"""The referee that correspondence board games deserve."""

import os

__version__ = "0.1.0"

GAME_ID = "[a-z0-9][a-z0-9-]{0,39}"
"""The name of a game, as a pattern: a folder on every system, and a part of an address."""
HEAD = 64
"""The hexadecimal digits of a head: the SHA-256 of an entry."""
MOVE_HEAD = 16
"""The digits of a head in a move file, and in what is said after a command: enough that no other log has them."""
LEAST_HEAD = 12
"""The digits of a head in reports. A move, a command or a reader must give at least as many."""


def shipped_folder(name: str) -> str:
    """A folder of files that come with the program: inside an installed package, or next to it in a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), name)
