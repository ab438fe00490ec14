"""What a report shows before anybody scrolls: cards of the players, what is new, the best chances, the last round."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from markupsafe import Markup

from referee.report import wording
from referee.report.html.templates import macros
from referee.report.pictures.hex_places import centre
from referee.report.pictures.scene import Paints
from referee.report.pictures.svg import entry
from referee.report.wording import LAST_TURN, MAY, TO_MOVE, YOUR_TURN, news_heading, safe_text
from referee.show.view import Amount, Line, Piece, Seat, Space, Standing, View, Word
from referee.words import Phrase, say

LINES, LONGEST = 6, 26
"""What is new has at most so many lines before a fold, and its first one so many words."""
WORDS, HEADINGS = 120, 15
"""A first screen has at most so many words, and so many of these in its headings and buttons."""
LETTERS = 425
"""News and chances have at most so many letters, in a language of long words, too."""


class PlayerCard(NamedTuple):
    """A player: how the seat stands, what the card says if it is to move, and whether it has won."""

    seat: Seat
    standing: Standing
    move: Phrase | None
    won: bool = False


def cards_of(view: View, painted: Paints) -> list[Markup]:
    """A card for each seat, the best first; where a title says nothing of that, in the order of the table."""
    mover = view.asked.seat if view.asked else ""
    move = YOUR_TURN if view.seat == mover else TO_MOVE
    cards = view.standing or plain_standings(view)
    return player_cards(cards, view.seats, mover, move, painted, bool(view.won))


def player_cards(
    standings: Sequence[Standing],
    sitting: Sequence[Seat],
    mover: str,
    move: Phrase,
    painted: Paints,
    is_over: bool = False,
) -> list[Markup]:
    """The cards of these standings; that of the seat to move says `move`. At the end only winners have an alert."""
    seats = {seat.id: seat for seat in sitting}
    cards = [
        PlayerCard(seats[each.seat], each, move if each.seat == mover else None, is_over and bool(each.alert))
        for each in standings
        if each.seat in seats
    ]
    return [drawn_card(each, painted) for each in cards]


def drawn_card(card: PlayerCard, painted: Paints) -> Markup:
    supply = [(amount, amount_sign(amount, painted)) for amount in card.standing.supply]
    drawn: Markup = macros("parts.html").card(painted, card, supply, wording)
    return drawn


BOXES = {"tile": "-64 -56 128 112", "line": "-54 -48 108 96", "token": "-30 -26 60 52", "marker": "-48 -42 96 84"}
"""What of a hex shows a piece of each shape: a token is small."""


def amount_sign(amount: Amount, painted: Paints) -> Markup:
    """The drawing of an amount as a small picture; empty if it has no piece."""
    return drawn_sign(amount.piece, painted) if amount.piece else Markup()


def drawn_sign(piece: Piece, painted: Paints) -> Markup:
    sign: Markup = macros("parts.html").sign(entry(piece, painted, "").sign, BOXES[piece.shape])
    return sign


def plain_standings(view: View) -> list[Standing]:
    """The scores of a title that has no standing; without scores only who plays."""
    says = {score.seat: score.says for score in view.scores}
    return [Standing(seat.id, 0, says.get(seat.id, ""), ()) for seat in view.seats]


class News(NamedTuple):
    """What happened: the lines that everybody sees, and those that are folded behind `more`."""

    heading: Phrase
    first: tuple[Line, ...]
    rest: tuple[Line, ...]
    more: Phrase


def news_of(view: View) -> News:
    """One line a turn, and behind these what is said beside them; without a digest the sentences of the story."""
    lines = news_lines(view)
    found = chances_of(view)
    beside = (*(found.lines if found else ()), *view.won)
    room, letters = room_of(view) - sum(map(length, beside)), LETTERS - sum(map(len, map(safe_text, beside)))
    shown, number = 0, 0
    for line in lines[:LINES]:
        number += length(line.says)
        letters -= len(safe_text(line.says))
        if number > (room if shown else LONGEST) or (shown and letters < 0):
            break
        shown += 1
    if len(lines) == shown + 1:  # folded alone it would take as much place
        fits = sum(length(line.says) for line in lines) <= room
        shown = len(lines) if fits else max(1, shown - 1)
    rest = lines[shown:]
    heading = news_heading(view) if any(seat.id == view.seat for seat in view.seats) else LAST_TURN
    return News(heading, lines[:shown], rest, say("{number} more", number=len(rest)))


def news_lines(view: View) -> tuple[Line, ...]:
    return tuple(sorted(view.digest, key=lambda line: not line.is_turn)) or view.story.lines


def room_of(view: View) -> int:
    """How many words news and chances may have beside the head of the page and the cards of the players."""
    head = [view.full_title, view.game, view.headline, view.due or view.deadline or ""]
    return WORDS - HEADINGS - sum(map(length, head)) - sum(map(card_words, view.standing))


def card_words(card: Standing) -> int:
    """An amount with a drawing has none."""
    said = [card.total, card.alert or "", *[part.says for part in card.parts]]
    said += [each.says for each in card.supply if not each.piece]
    return 1 + sum(map(length, said))


def length(sentence: Word) -> int:
    """In words; a number alone is none."""
    return len(re.findall(r"\S*[^\W\d_]\S*", safe_text(sentence)))


class Chances(NamedTuple):
    """What the seat to move could do best, as far as there is room; else the first line of what it may do."""

    heading: Phrase
    lines: tuple[Phrase, ...]


def chances_of(view: View) -> Chances | None:
    """None where nobody is to move."""
    if view.asked is None:
        return None
    if not view.chances:
        return Chances(view.asked.may.heading or MAY, tuple([line.says for line in view.asked.may.lines[:1]]))
    player = next((seat.player for seat in view.seats if seat.id == view.asked.seat), view.asked.seat)
    own = view.seat == view.asked.seat
    heading = say("Your chances") if own else say("Chances for {player}", player=player)
    news = news_lines(view)
    turns = [line for line in news if line.is_turn] or news[:1]  # they come before any chance but the best
    room = room_of(view) - sum([length(each.says) for each in turns])
    ends = list(accumulate([length(chance.says) for chance in view.chances]))
    number = max(1, sum(end <= room for end in ends))
    return Chances(heading, tuple([chance.says for chance in view.chances[:number]]))


TALL = 0.8
"""A board that is narrower in relation to its height has its texts beside it, also on a tablet."""


OPENING = 500
"""Letters of a drawing that have its frame: to look through all of it takes as long as a table."""


def frame_of(drawing: str) -> tuple[int, int]:
    """How wide and how high a drawing is, in its own units; 1 and 1 where there is none."""
    frame = drawing[:OPENING].partition('viewBox="')[2].partition('"')[0].split()
    return (int(frame[2]), int(frame[3])) if frame else (1, 1)


def sized_style(style: Markup, frame: tuple[int, int]) -> Markup:
    """The style sheet, which has to know how the board is shaped."""
    return style + Markup(f":root {{ --ratio: {ratio_of(frame)}; }}\n")


def ratio_of(frame: tuple[int, int]) -> float:
    """Width in relation to height."""
    return round(frame[0] / frame[1], 3)


HEX = 120
"""The width of a hex in a drawing."""
SMALL_HEXES, FAR, LEAST, NEAR = (56, 44, 38, 35, 31, 28, 25, 22, 19, 16), 35, 9.2, {84: "called", 104: "long"}
"""Widths of hexes in pixels below which what is written is larger, and names are left out; the height of a text.

The last are the widths from which on names inside hexes can be read, too, and the longest of these.
"""


def legible_style(frame: tuple[int, int]) -> Markup:
    """What is written on a board is large enough to be read, however small the board is.

    Each rule holds down to the next smaller width.
    """
    rules = []
    for below, least in pairwise(SMALL_HEXES):
        width, height = [round(side * below / HEX) for side in frame]
        size = f"--least: {round(LEAST * HEX / least)}px;" + (" --written: none;" if below <= FAR else "")
        rules.append(f"@container (max-width: {width}px) or (max-height: {height}px) {{ .picture svg {{ {size} }} }}\n")
    for near, name in NEAR.items():
        width, height = [round(side * near / HEX) for side in frame]
        where = f"@container (min-width: {width}px) and (min-height: {height}px)"
        rules.append(f"{where} {{ .picture svg {{ --{name}: visible; }} }}\n")
    return Markup("".join(rules))


LASTS, APART = 36, 9
"""Tenths of a second in which the last turn begins to come in at the latest, and between two turns at most."""
STEP = 2
"""Between two pieces of a turn."""
BEATS = Markup("".join([f".t{at} {{ animation-delay: {at // 10}.{at % 10}s; }}\n" for at in range(LASTS + 1)]))
"""The classes of a style sheet that say when something comes in."""
LAYER = re.compile(r'transform="translate\((-?\d+) (-?\d+)\)" class="(bands|standing)"')


def beats_of(view: View) -> dict[str, int]:
    """The seats of the last round, and when the pieces of each begin to come in, in tenths of a second."""
    seats = list(dict.fromkeys([each.seat for each in view.digest if each.gain or is_laid(view, each.seat)]))
    apart = min(APART, LASTS // max(1, len(seats)))
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
