"""How reports call spaces, places and seats."""

from referee.show.view import Word
from referee.titles.magna_grecia.rules.state import Position
from referee.words import AND, Phrase, say, word_list


def space_name(position: Position, cell: int) -> str:
    """A space by its label and the name printed there: `D6 Kroton`."""
    board = position.setting.board
    name = board.names[cell]
    return f"{board.labels[cell]} {name}" if name else board.labels[cell]


def labels_by_name(position: Position) -> dict[str, str]:
    """The names printed on the board and the labels of their spaces."""
    board = position.setting.board
    return {name: label for name, label in zip(board.names, board.labels, strict=True) if name}


def full_place_name(position: Position, place: int) -> Phrase:
    """A place (MG-5.1): `red's city C5 Kroton` by its first space and its villages, `oracle D4 Laos`, `village D6`."""
    if place in position.cities:
        return say("{seat}'s city {at}", seat=position.cities[place].seat, at=city_spot(position, place))
    if place in position.oracles:
        return say("oracle {at}", at=space_name(position, place))
    return say("village {at}", at=space_name(position, place))


def short_place_name(position: Position, place: int) -> Word:
    """The same in short, for tables: `C5 Kroton (red)` is a city, `D4 Laos (oracle)`, `D6` a village."""
    if place in position.cities:
        return say("{at} ({seat})", at=city_spot(position, place), seat=position.cities[place].seat)
    if place in position.oracles:
        return say("{at} (oracle)", at=space_name(position, place))
    return space_name(position, place)


def city_spot(position: Position, city: int) -> Word:
    """A city by its first space in board order (MG-13.9) and the names of the villages in it."""
    names = position.setting.board.names
    inside = [names[cell] for cell in position.cities[city].cells if names[cell]]
    label = position.label(city)
    return say("{label} {names}", label=label, names=word_list(inside, AND)) if inside else label


def count_words(number: int, one: Phrase, more: Phrase) -> Phrase:
    """`1 road tile`, `3 road tiles`."""
    return say("{number} {what}", number=number, what=one if number == 1 else more)


def road_tiles(number: int) -> Phrase:
    return count_words(number, say("road tile"), say("road tiles"))


def city_tiles(number: int) -> Phrase:
    return count_words(number, say("city tile"), say("city tiles"))


def points(number: int) -> Phrase:
    return count_words(number, say("point"), say("points"))


def connections(number: int) -> Phrase:
    return count_words(number, say("connection"), say("connections"))
