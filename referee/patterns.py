"""Regular expressions that are compiled when they are first used: a command uses few of those that it imports."""

import re
from typing import Any, AnyStr, Generic, cast


class LatePattern(Generic[AnyStr]):
    """Compiles its text when it is first asked for a method, and keeps the methods that it was asked for."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self._text: AnyStr = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


def late_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`, only later. Functions of `re` do not take it: call its methods."""
    return cast(re.Pattern[AnyStr], LatePattern(text, flags))
