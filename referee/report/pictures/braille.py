"""Braille of letters, digits and blanks, uncontracted: each cell as the numbers of its raised dots."""

from unicodedata import combining, normalize

FIRST_TEN = ("1", "12", "14", "145", "15", "124", "1245", "125", "24", "245")
"""a to j, and after the number sign 1 to 9 and 0."""
CELLS = dict(zip("abcdefghij", FIRST_TEN, strict=True))
CELLS |= {letter: dots + "3" for letter, dots in zip("klmnopqrst", FIRST_TEN, strict=True)}
CELLS |= {letter: dots + "36" for letter, dots in zip("uvxyz", FIRST_TEN, strict=False)}
CELLS |= {"w": "2456", " ": "", "-": "36", ".": "256", ",": "2"}
DIGITS = dict(zip("1234567890", FIRST_TEN, strict=True))
NUMBER, LETTER, STRANGE = "3456", "56", "123456"
"""Before digits; between digits and a letter that could be one of them; for what has no cell here."""


def braille_cells(text: str) -> list[str]:
    """The cells of a text. Capitals are as small letters, and accents are left out."""
    found: list[str] = []
    is_number = False
    for letter in normalize("NFD", text).lower():
        if combining(letter):
            continue
        if letter in DIGITS:
            found += ([] if is_number else [NUMBER]) + [DIGITS[letter]]
        else:
            found += ([LETTER] if is_number and letter in "abcdefghij" else []) + [CELLS.get(letter, STRANGE)]
        is_number = letter in DIGITS
    return found
