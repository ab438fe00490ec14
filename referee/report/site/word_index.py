"""Which games of a block have a word: an index for the search of an archive, in files that a page loads as needed."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.report.html.templates import embedded_json

LARGEST = 1 << 14
"""Bytes of a file, about."""


class WordIndex(NamedTuple):
    """The words in files of similar size, in the order in which scripts compare them.

    chunks  in each file the words and, packed, the numbers of the games that have them
    """

    chunks: tuple[dict[str, str], ...]

    @property
    def first_words(self) -> list[str]:
        return [next(iter(each)) for each in self.chunks]

    def files(self, block: int) -> Iterator[tuple[str, str]]:
        """The files of a block of games."""
        for number, chunk in enumerate(self.chunks, 1):
            name, lines = f"search.d/{block}-{number}", str(embedded_json(chunk)).replace('","', '",\n"')
            yield f"{name}.js", f"refereeArchive({embedded_json(name)},{lines});\n"


def word_index(found: Mapping[str, Sequence[int]], games: int) -> WordIndex:
    """The index of words, each with the numbers of its games in order; there are so many games."""
    chunks, size = list[dict[str, str]](), LARGEST
    for word in sorted(found, key=lambda each: each.encode("utf-16-be")):
        numbers = packed_numbers(found[word], games)
        if size >= LARGEST:
            chunks.append({})
            size = 0
        chunks[-1][word] = numbers
        size += len(word) + len(numbers) + 6
    return WordIndex(tuple(chunks))


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def packed_numbers(numbers: Sequence[int], games: int) -> str:
    """How far each number is from the one before, to the base 36; or, if shorter, `=` and a bit for each game."""
    steps = " ".join([base_36(number - before) for number, before in zip(numbers, (0, *numbers), strict=False)])
    if len(steps) <= games // 6:
        return steps
    bits = sum(1 << number for number in numbers)
    return min(steps, f"={b64encode(bits.to_bytes(games // 8 + 1, 'little')).decode()}", key=len)


def base_36(number: int) -> str:
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits
