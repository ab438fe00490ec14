"""How much room a text takes in a picture, and the names of buildings in their hexes."""

from typing import NamedTuple
from unicodedata import combining, normalize

USUAL, STRANGE = 520, 1200
"""The width of a usual character in thousandths of its size, and of one that is not named below, or not in the font."""
BREADTHS = {
    letter: breadth
    for breadth, letters in {
        320: "'ijlIJ ,.ΙІЈіј",
        420: "/:;\\|f-()[]t!rι",
        550: '"*_`sz?c–εζгзсэєѕґ',
        620: "LFkvxyPTYoaeΓΡΤΥγδθκλνξοπςτυχГРТУабвекотухчьяҐ",
        700: "EhnuSbdgpq$0123456789{}KAVXZBRCßΑΒΔΕΖΚΛΞΣΧαβημρσφψЄЅАБВЕЗСХЧЬЭЯдилнпрцђћџ",
        790: "UNDGHOQ&ΗΘΝΟΠΦΨΩЂЋЏДИКЛНОПЦмъы",
        870: "#+<=>^~wMΜωМФЪфю",
        1000: "%mW@Ыжшщљњ",
    }.items()
    for letter in letters
}
"""The greatest width of characters in our font."""


def letters_of(text: str) -> int:
    """The width of a text in usual characters."""
    return -(-breadth(text) // USUAL)


def breadth(text: str) -> int:
    """The width of a text in thousandths of its size; combining marks take no room."""
    return sum([BREADTHS.get(letter, STRANGE) for letter in (text if text.isascii() else without_marks(text))])


def without_marks(text: str) -> str:
    """A text without the marks on its letters."""
    return "".join([each for each in normalize("NFD", text) if not combining(each)])


class HexName(NamedTuple):
    """The name of what is on a tile, at the lower side of its hex: each line with the y on which it stands.

    raised  whether the drawing above it is smaller and higher, since the name is long
    """

    size: int
    lines: tuple[tuple[int, str], ...]
    raised: bool = False


LARGEST_NAME, LARGE_ENOUGH, SMALLEST_NAME = 15, 12, 8
"""The sizes of a name; for one that would be smaller than the second, its drawing makes room."""
BELOW, BELOW_SMALLER, LOWEST = 20, 12, 36
"""Where names begin under their drawing, and under a smaller one; and the lowest y of a last line."""
INNER_WIDTH, BOLD = 95, 114
"""The width of a hex within its inner rim, at its middle; and of bold letters in percent of usual ones."""


def fitted_name(name: str) -> HexName:
    """A name in the largest letters that stay inside its hex: on one line, or under a smaller drawing on up to two."""
    usual = largest_letters((name,), BELOW)
    if usual.size >= LARGE_ENOUGH:
        return usual
    words = name.split()
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    found = [largest_letters(lines, BELOW_SMALLER) for lines in ((name,), *halves)]
    return max(found, key=lambda each: (each.size, -widest_line(each)))._replace(raised=True)


def widest_line(name: HexName) -> int:
    return max([breadth(line) for _, line in name.lines])


def largest_letters(lines: tuple[str, ...], top: int) -> HexName:
    """The lines in the largest size that fits; in the smallest one, if none does."""
    widths, size = list(map(breadth, lines)), LARGEST_NAME
    while size > SMALLEST_NAME and not fits_hex(widths, size, places_of_lines(len(lines), size, top)):
        size -= 1
    return HexName(size, tuple(zip(places_of_lines(len(lines), size, top), lines, strict=True)))


def places_of_lines(number: int, size: int, top: int) -> list[int]:
    return [top + size * 3 // 4 + at * (size + 1) for at in range(number)]


def fits_hex(widths: list[int], size: int, places: list[int]) -> bool:
    """Whether lines are shorter than their hex is wide there: it gets narrower by 15 on 13 units down."""
    rooms = [INNER_WIDTH - (y + 2) * 15 // 13 for y in places]
    too_wide = [width for width, room in zip(widths, rooms, strict=True) if width * BOLD * size > 100_000 * room]
    return places[-1] <= LOWEST and not too_wide
