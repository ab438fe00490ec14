"""The persistent collections of rpds that jsonschema needs, in plain Python: a browser has no wheel of rpds.

In the files for a browser this module is called `rpds`. A change is a copy, which is enough for some twenty schemas.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    """A mapping whose methods that change give another one."""

    @classmethod
    def convert(cls, value: Mapping[K, V]) -> "HashTrieMap[K, V]":
        return value if isinstance(value, cls) else cls(value)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def insert(self, key: K, value: V) -> "HashTrieMap[K, V]":
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> "HashTrieMap[K, V]":
        """Raises KeyError."""
        left = HashTrieMap(self)
        del left[key]
        return left

    def update(self, *others: Any, **more: Any) -> "HashTrieMap[K, V]":  # type: ignore[override]
        found = dict(self)
        for each in (*others, more):
            found.update(each)
        return HashTrieMap(found)


class HashTrieSet(frozenset[K]):
    """A set whose methods that change give another one."""

    def insert(self, value: K) -> "HashTrieSet[K]":
        return HashTrieSet({*self, value})

    def discard(self, value: K) -> "HashTrieSet[K]":
        return HashTrieSet(self - {value})

    def remove(self, value: K) -> "HashTrieSet[K]":
        """Raises KeyError."""
        if value not in self:
            raise KeyError(value)
        return self.discard(value)

    def update(self, *others: Iterable[K]) -> "HashTrieSet[K]":
        return HashTrieSet(self.union(*others))


class List(tuple[V, ...]):
    """A list that grows at its front."""

    __slots__ = ()

    def push_front(self, value: V) -> "List[V]":
        return List((value, *self))
