"""Lines by which the writer of a mail can be reached: telephone, web and postal addresses, known by their form."""

import re
from collections.abc import Callable, Container, Sequence

from referee.mail.read.beside_words import is_signed, loose_fence
from referee.mail.read.request_words import starts_wish
from referee.words import plain_letters

DATE = r"\d{4}-\d\d-\d\d|\d{1,2}\.\s?\d{1,2}\."
LABEL = r"(?:[^\W\d_]{1,12}(?:-[^\W\d_]{1,12})?(?:[.:]{1,2}\s*|\s+(?=[+(0]))|[A-Z] )"
NUMBER = re.compile(rf"(?:{LABEL}|(?=[+(0]))(?!{DATE})\+?[(\d][\d\s()/.\u2013-]{{5,25}}\d")
DIGITS = 7
"""A telephone number has no fewer."""
REACHED = re.compile(
    rf"{LABEL}?<?(?:mailto:)?(?:https?://\S+|www\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[\w-]{{2,}}\.)+[a-z]{{2,6}}/?)>?",
    re.IGNORECASE,
)
TOWN = re.compile(
    r"(?:[A-Z]{1,2}[- ])?\d{4,5} [A-Z][^\d,]{1,40}"
    r"|[A-Z][^\d,]{1,40}(?:,? [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|, [A-Z]{2} \d{5})"
)
"""A postal code and a name, in either order."""
STREET = re.compile(r"[^\W\d_][^\d]{2,40} \d{1,4} ?[a-z]?|\d{1,4},? [^\W\d_][^\d]{2,40}")
BETWEEN = re.compile(r"\s*[|\u00b7\u2022]\s*|, ")


def without_contacts(
    lines: Sequence[str], is_move: Callable[[str], bool], own: Container[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines, as many, with those blank that are contacts, and these; a line of a move is none.

    Below the writer's name, one of `own`, and above a contact, what the writer is by profession is one, too.
    """
    left, found, is_inside = list[str](), list[str](), False
    for number, line in enumerate(lines):
        fence = loose_fence(line)
        is_inside = fence.begins if fence else is_inside
        below = next((each for each in lines[number + 1 :] if each.strip()), "")
        is_read = fence or is_inside or is_move(line) or starts_wish(line.strip())
        if not is_read and is_contact(line.strip(), below.strip()):
            for title in titles_above(left, is_move, own):
                found.append(left[title].strip())
                left[title] = ""
            found.append(line.strip())
            line = ""
        left.append(line)
    return left, found


def titles_above(lines: Sequence[str], is_move: Callable[[str], bool], own: Container[str]) -> Sequence[int]:
    """The numbers of the last lines where these are titles, `Head of Sales`, and stand below the writer's name."""
    first = len(lines)
    while first and TITLE.fullmatch(lines[first - 1].strip()) and not is_name(lines[first - 1], own):
        first -= 1
    is_below = first > 0 and is_name(lines[first - 1], own)
    some = range(first, len(lines))
    is_free = not any(is_move(lines[each]) or starts_wish(lines[each].strip()) for each in some)
    return some if is_below and is_free and len(some) <= MOST_TITLES else ()


def is_name(line: str, own: Container[str]) -> bool:
    """Whether a line is the writer's name: the first one, or the whole."""
    return plain_letters(line.strip(" -*_,")) in own or is_signed(line, own)


TITLE = re.compile(r"[A-Z][^\W\d_]+(?:[ ,&-]+(?:[A-Z][^\W\d_]+|[^\W\d_]{1,3}|[^\W\d_]{6,}))+")
"""Words that begin with capitals, small ones or long ones between them; no sentence, and no word alone."""
MOST_TITLES = 3


def is_contact(line: str, below: str) -> bool:
    """Whether a line is one of these; a street is one above its town."""
    parts = [line] if TOWN.fullmatch(line) else [each for each in BETWEEN.split(line) if each]
    if not parts or len(line) > LONGEST:
        return False
    towns = [bool(TOWN.fullmatch(each)) for each in parts]
    is_street = any(towns) or bool(TOWN.fullmatch(below))
    return all(
        is_town or is_reached(each) or (is_street and bool(STREET.fullmatch(each)))
        for each, is_town in zip(parts, towns, strict=True)
    )


LONGEST = 120


def is_reached(text: str) -> bool:
    """Whether a text is a telephone number, or the address of a page or of e-mails."""
    digits = sum(map(str.isdigit, text))
    return bool(REACHED.fullmatch(text)) or (digits >= DIGITS and bool(NUMBER.fullmatch(text)))
