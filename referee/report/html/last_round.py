"""The last round plays itself: the pieces laid in the turns that a report tells come in one after the other, by CSS."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from markupsafe import Markup

from referee.report.pictures.hex_places import centre
from referee.show.view import Space, View

LASTS, LONGEST = 36, 9
"""Tenths of a second in which the last turn begins to come in at the latest, and between two turns at most."""
STEP = 2
"""Between two pieces of a turn."""
BEATS = Markup("".join([f".t{at} {{ animation-delay: {at // 10}.{at % 10}s; }}\n" for at in range(LASTS + 1)]))
"""The classes of a style sheet that say when something comes in."""
LAYER = re.compile(r'transform="translate\((-?\d+) (-?\d+)\)" class="(bands|standing)"')


def beats_of(view: View) -> dict[str, int]:
    """The seats of the last round, and when the pieces of each begin to come in, in tenths of a second."""
    seats = list(dict.fromkeys([each.seat for each in view.digest if each.gain or is_laid(view, each.seat)]))
    apart = min(LONGEST, LASTS // max(1, len(seats)))
    return {seat: at * apart for at, seat in enumerate(seats)} if view.board else {}


def is_laid(view: View, seat: str) -> bool:
    """Whether a piece of the last turn of a seat is on the board."""
    spaces = view.board.spaces if view.board else ()
    return bool(seat) and any(piece.fresh and piece.seat == seat for space in spaces for piece in space.pieces)


def played_board(drawn: Markup, view: View, beats: Mapping[str, int]) -> Markup:
    """The board with the classes by which each piece of these turns comes in; what has older pieces, too, blinks."""
    if not beats or view.board is None:
        return drawn
    classes = dict(movements(view.board.spaces, beats))

    def moving(found: re.Match[str]) -> str:
        more = classes.get((int(found[1]), int(found[2]), found[3]))
        return f'{found[0][:-1]} {more}"' if more else found[0]

    return Markup(LAYER.sub(moving, drawn))


def movements(spaces: tuple[Space, ...], beats: Mapping[str, int]) -> Iterator[tuple[tuple[int, int, str], str]]:
    """The centre and layer of a space on which something was laid, and the classes of that."""
    laid = Counter[str]()
    for space in spaces:
        for layer, is_layer in (("bands", True), ("standing", False)):
            pieces = [each for each in space.pieces if (each.shape == "line") == is_layer]
            seats = [each.seat for each in pieces if each.fresh and each.seat in beats]
            if seats:
                seat = max(seats, key=beats.__getitem__)
                beat = min(LASTS, beats[seat] + STEP * laid[seat])
                laid[seat] += 1
                yield (*centre(space.q, space.r), layer), f"{'come' if len(seats) == len(pieces) else 'blink'} t{beat}"
