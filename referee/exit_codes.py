"""How a command can end, and the errors that know it: whoever reports one need not know where it comes from."""

from typing import ClassVar

DONE, BUG, USAGE = 0, 1, 2
REFUSED, MISSING, MAIL, UNREPLAYABLE = 65, 66, 69, 70
UNWRITABLE, UNCONFIRMED, BUSY = 73, 74, 75
FORBIDDEN, MISCONFIGURED = 77, 78


class Foreseen(Exception):
    """An error that is no bug. `code` is the exit code of a command that ends with it."""

    code: ClassVar[int]
