"""MG-2: from the header of a log to the first turn."""

from collections.abc import Callable, Iterator, Mapping

from referee.rules.law import edition_of
from referee.rules.rulebook import Choices, Fate, Header, Shuffler
from referee.show.data_files import Fields, refuse_errors, refuse_missing
from referee.titles.magna_grecia.data.board import BOARDS, BoardMap, no_villages_adjacent
from referee.titles.magna_grecia.data.components import BOX, NAME, Components
from referee.titles.magna_grecia.editions import EDITIONS
from referee.titles.magna_grecia.rules.events import CardTurned, MagnaGreciaEvent, OracleSet, RoundBegan
from referee.titles.magna_grecia.rules.state import FRESH, Position, Purse, RoundClock, Setting


def begin(header: Header) -> Position:
    """The position before the deal: an empty board, full purses, no card."""
    setting = setting_of(header)
    clock = RoundClock(0, "", "", (), False)
    box, number = setting.components, len(setting.seats)
    staged = box.roads - box.start_roads, box.cities - box.start_cities
    purse = Purse(box.points[number], box.start_roads, box.start_cities, box.markets, *staged)  # MG-2.1, MG-2.4
    return Position(
        setting,
        oracles={},
        oracle_lines={},
        roads={},
        road_lines=(),
        ends={},
        cities={},
        city_lines=(),
        city_at={},
        links={},
        turn=FRESH,
        clock=clock,
        markets={},
        market_lines=(),
        purses=dict.fromkeys(setting.seats, purse),
    )


def setting_of(header: Header) -> Setting:
    """What the header fixes for the whole game; seats in the order of the box (MG-1.1)."""
    refuse_missing(header, "board", "components")
    board, box = board_of(header["board"]), BOX.thing_of(header["components"])
    return Setting(
        board=board,
        components=box,
        seats=tuple(colour for colour in box.colours if colour in header["seats"]),
        options=header["options"],
        policies=edition_of(EDITIONS, header).policies,
    )


def board_of(field: Fields) -> BoardMap:
    """A board of the header; one of the players' own has no adjacent villages, for the rules rely on that (MG-13.6)."""
    board = BOARDS.thing_of(field)
    if "own" in field:
        refuse_errors(no_villages_adjacent(board))
    return board


def oracle_count(setting: Setting) -> int:
    """MG-2.2: nine, or seven with two or three seats."""
    return setting.components.oracles[len(setting.seats)]


def order_of(setting: Setting, card: str) -> tuple[str, ...]:
    """MG-3.1: the order of a card, colours not in play left out."""
    return tuple([colour for colour in setting.components.cards[card].order if colour in setting.seats])


def piles(header: Header) -> dict[str, Callable[[Shuffler], list[str]]]:
    """The shuffled piles: `deck` (MG-2.3) and `oracles`, the villages in the order in which oracles come to them."""
    setting = setting_of(header)
    board = setting.board
    inland = [label for label, ground in zip(board.labels, board.ground, strict=True) if ground == "v"]
    return {
        "oracles": lambda chance: chance.shuffled_items("oracles", inland),
        "deck": lambda chance: deck(chance, setting.components),
    }


def deck(chance: Shuffler, box: Components) -> list[str]:
    """MG-2.3: a pile of each border colour, shuffled; one card of each makes a set, shuffled; the sets in order."""
    borders = {
        colour: chance.shuffled_items(
            f"cards/{colour}", [each.id for each in box.cards.values() if each.order[0] == colour]
        )
        for colour in box.colours
    }
    sets = [[pile[n] for pile in borders.values()] for n in range(len(box.cards) // len(box.colours))]
    return [card for n, cards in enumerate(sets) for card in chance.shuffled_items(f"set/{n}", cards)]


def shuffles(header: Header) -> Callable[[str, int, str], list[tuple[str, int]]]:
    """MG-2.3: a card of the deck has come through the pile of its border colour, and through its set."""
    box = setting_of(header).components

    def shuffle_places(pile: str, index: int, item: str) -> list[tuple[str, int]]:
        if pile != "deck":
            return [(pile, index)]
        number, place = divmod(index, len(box.colours))
        return [(f"cards/{box.cards[item].order[0]}", number), (f"set/{number}", place)]

    return shuffle_places


def deal(position: Position, fate: Fate) -> Iterator[MagnaGreciaEvent]:
    """Oracles by chance, or none yet (MG-2.2); the first two cards (MG-2.3)."""
    setting = position.setting
    by_chance = setting.options["oracle_placement"] == "random"
    if by_chance:
        for n in range(oracle_count(setting)):
            yield OracleSet(setting.board.cells[fate("oracles", n)], "")
    first = fate("deck", 0)
    yield CardTurned(first)
    yield RoundBegan(1 if by_chance else 0, first, order_of(setting, first))
    yield CardTurned(fate("deck", 1))


def furnish(choices: Choices) -> Mapping[str, object]:
    """The title's own fields of a header: components and board, shipped ones by name and content, the user's own whole.

    choices: `seats` (seat → player), `options`, `components`: a path or None for the shipped ones, and `board`: a
    shipped board's name, a path to a board file, or None for the board that suits the number of
    players. Raises `reading.BadInput` for a bad file, `Unfit` for a bad board.
    """
    players = len(choices["seats"])
    usual = "bruttium" if players == 2 else "mezzogiorno"
    return {
        "components": BOX.field(choices.get("components") or NAME, players),
        "board": BOARDS.field(choices.get("board") or usual, players),
    }
