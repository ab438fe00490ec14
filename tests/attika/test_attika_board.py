"""Attika's board as a picture: icons, bands, pips, ways to shrines and storage boards, held against the position."""

import random
import re
from collections import Counter
from functools import cache
from typing import cast
from xml.etree import ElementTree

import pytest
from attika_games import GAMES, played

from referee.report.html.html_report import packed_lines, tray_picture
from referee.report.pictures import svg
from referee.report.pictures.palette import Name, paints
from referee.report.text.text_board import board_lines, room_of
from referee.rules.hexes import STEPS, places_around
from referee.show.view import Board, OpenWay, SlotGroup, View, drawable
from referee.titles.attika.data.components import BOX, NAME
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.rules.turns import built_count
from referee.titles.attika.show.names import BANDS, OUTLINES, building_symbol
from referee.titles.attika.show.standing import CLOSE, NearestLinks, nearest_link, nearest_links, ways
from referee.titles.attika.show.view import view

ALL = range(len(GAMES))
SVG = "{http://www.w3.org/2000/svg}"
MOMENTS = 9
"""So many moments of each game are looked at."""


def moments_of(game: int) -> tuple[AttikaMoment, ...]:
    return cast(tuple[AttikaMoment, ...], played(game)[1])


def some_moments(game: int) -> list[int]:
    """Moments of a game by chance, its first and its last among them."""
    last = len(moments_of(game)) - 1
    return sorted({1, last, *random.Random(game).sample(range(2, last), MOMENTS - 2)})


@cache
def view_at(game: int, number: int, seat: str = "") -> View:
    return view(played(game)[0], moments_of(game)[: number + 1], seat)


def board_at(game: int, number: int) -> Board:
    board = drawable(view_at(game, number).board)
    assert board
    return board


def position_at(game: int, number: int) -> AttikaPosition:
    return moments_of(game)[number].position


def test_every_building_of_the_box_has_an_icon_of_its_own_and_the_band_of_its_group() -> None:
    box = BOX.load(NAME)[0]
    symbols = {each.id: building_symbol(each) for each in box.buildings.values()}
    assert set(symbols) == set(OUTLINES)
    assert len({each.outline for each in symbols.values() if each}) == len(box.buildings)
    assert set(BANDS) == set(box.groups)
    assert len(set(BANDS.values())) == len(BANDS)
    for id, symbol in symbols.items():
        assert symbol
        assert BANDS[box.buildings[id].group] in symbol.frame
        assert symbol.frame.count("<use") == box.buildings[id].main


def test_an_icon_is_strokes_near_the_middle_of_its_hex() -> None:
    for outline in OUTLINES.values():
        assert re.fullmatch(r"[MmLlHhVvQqTtAaZz0-9 .-]+", outline)
        points = re.findall(r"[MLT](-?\d+) (-?\d+)", outline)
        assert all(abs(int(x)) <= 28 and abs(int(y)) <= 26 for x, y in points)


def test_a_building_of_an_own_box_that_nobody_has_drawn_is_shown_by_its_letters() -> None:
    box = BOX.load(NAME)[0]
    bath = box.buildings["tavern"]._replace(id="bath", name="bath")
    assert building_symbol(bath) is None


@pytest.mark.parametrize("game", ALL)
def test_each_building_is_drawn_once_with_the_landscape_that_it_covers(game: int) -> None:
    for number in some_moments(game):
        position = position_at(game, number)
        drawing = svg.board(view_at(game, number))
        root = ElementTree.fromstring(drawing)
        uses = Counter(each.get("href", "").lstrip("#") for each in root.iter(f"{SVG}use"))
        built = Counter(built.building for built in position.buildings.values())
        sample = next(iter(position.setting.box.buildings))
        assert {id: uses[f"symbol-{id}"] - (id == sample) for id in OUTLINES} == {id: built[id] for id in OUTLINES}
        covered = Counter(position.land.symbol[hex] for hex in position.buildings)
        names = {"W": "water", "F": "forest", "H": "hill", "M": "mountain"}
        assert all(uses[f"pip-{name}"] == covered[sign] for sign, name in names.items())


def ways_after(entry: int) -> list[OpenWay]:
    position = position_at(2, entry)
    return list(ways(position, nearest_links(position)))


def test_the_borders_of_tiles_are_drawn_above_the_buildings_and_the_ways_above_both() -> None:
    number = next(each for each in range(len(moments_of(2)) - 1, 0, -1) if any(ways_after(each)))
    drawing = svg.board(view_at(2, number))
    last_building = max(
        found.start() for found in re.finditer('<use href="#tile', drawing.partition('class="heading"')[0])
    )
    assert (
        last_building
        < drawing.index('class="border"')
        < drawing.index('class="way"')
        < drawing.index('class="letters"')
    )


@pytest.mark.parametrize("game", ALL)
def test_each_tile_has_its_number_once(game: int) -> None:
    number = len(moments_of(game)) - 1
    root = ElementTree.fromstring(svg.board(view_at(game, number)))
    numbers = [each.text for each in root.iter(f"{SVG}text") if "number" in each.get("class", "").split()]
    assert sorted(map(str, numbers), key=int) == [
        str(each) for each in range(1, len(position_at(game, number).land.tiles) + 1)
    ]


def test_names_are_in_hexes_that_are_large_enough_and_else_below_the_board() -> None:
    seen = view_at(0, len(moments_of(0)) - 1)
    kinds = {piece.symbol.name for space in board_at(0, seen.entry).spaces for piece in space.pieces if piece.symbol}
    for width, is_named in ((600, False), (4000, True)):
        root = ElementTree.fromstring(svg.board(seen, width=width))
        texts = [(each.text, each.get("class")) for each in root.iter(f"{SVG}text")]
        lines = " ".join(text or "" for text, look in texts if look in ("called", "called long"))
        assert all((name in lines) == is_named for name in kinds)
        assert all(((name, "mark") in texts) == (not is_named) for name in kinds)


@pytest.mark.parametrize("palette", list(Name))
def test_a_city_has_its_colour_whoever_else_plays(palette: str) -> None:
    fills: dict[str, set[str]] = {}
    for game in ALL:
        for seat, paint in paints(view_at(game, 1).seats, palette).items():
            fills.setdefault(seat, set()).add(paint.fill)
    assert palette == Name.grey or all(len(each) == 1 for each in fills.values())


@pytest.mark.parametrize("game", ALL)
def test_text_boards_give_no_two_hexes_the_same_name(game: int) -> None:
    for number in some_moments(game):
        board = board_at(game, number)
        labels = [space.label for space in board.spaces]
        assert len(set(labels)) == len(labels)
        assert max(map(len, labels)) <= room_of(board)
        empty = [space.label for space in board.spaces if not space.pieces]
        written = Counter(word.rstrip("!'") for line in board_lines(board, {}) for word in line.split())
        assert all(written[label] == 1 for label in empty if not label.isalpha())


def completing(position: AttikaPosition, seat: str, missing: frozenset[int]) -> bool:
    """Whether the seat would join two shrines with buildings on these hexes, too: looked for in another way."""
    own = {hex for hex, built in position.buildings.items() if built.seat == seat} | missing
    places = {position.land.place[hex] for hex in own}
    for number, shrine in enumerate(position.land.shrines):
        reached, front = set(), [place for place in places_around(shrine) if place in places]
        while front:
            here = front.pop()
            reached.add(here)
            front += [each for each in places_around(here) if each in places - reached]
        for other in position.land.shrines[number + 1 :]:
            if reached.intersection(places_around(other)):
                return True
    return False


def test_what_a_way_lacks_would_join_two_shrines_and_one_less_would_not() -> None:
    found = 0
    for position in [moment.position for game in ALL for moment in moments_of(game)[1::2]]:
        drawn = {way.seat: way for way in ways(position, nearest_links(position))}
        for seat in position.course.order:
            left = position.setting.number - built_count(position, seat)
            assert (seat in drawn) == (nearest_link(position, seat).needed <= min(CLOSE, left))
        for seat, way in drawn.items():
            missing = frozenset(position.land.at[place] for place in way.missing)
            found += 1
            assert len(missing) == way.needed
            assert all(position.is_empty(hex) for hex in missing)
            assert completing(position, seat, missing)
            assert not any(completing(position, seat, missing - {hex}) for hex in missing)
            steps = zip(way.spaces, way.spaces[1:], strict=False)
            assert all((bq - aq, br - ar) in STEPS for (aq, ar), (bq, br) in steps)
    assert found


@pytest.mark.parametrize("game", ALL)
def test_a_storage_board_shows_every_building_of_a_seat_as_it_is(game: int) -> None:
    for number in some_moments(game):
        position = position_at(game, number)
        for tray in view_at(game, number).trays:
            slots = [slot for group in tray.groups for slot in group.slots]
            states = Counter(slot.state for slot in slots)
            mat = position.mats[tray.seat]
            drawn = bool(position.turn.drawn) and position.turn.seat == tray.seat
            assert states["done"] == built_count(position, tray.seat)
            assert states["open"] == len(mat.stored) + drawn
            assert states["hidden"] == sum(mat.stacks)
            assert len(slots) == position.setting.number


def test_own_cards_are_on_the_picture_of_who_may_see_them_and_the_readers_tray_is_first() -> None:
    number = len(moments_of(0)) // 2
    for seat in ("", *[each.id for each in view_at(0, number).seats]):
        trays = view_at(0, number, seat).trays
        assert [tray.seat for tray in trays if tray.hand] == [seat] * bool(seat)
        assert trays[0].seat == (seat or position_at(0, number).seat)
        if seat:
            assert tuple(held.number for held in trays[0].hand) == position_at(0, number).hands[seat]


def test_a_tray_is_well_formed_and_no_wider_than_its_longest_group() -> None:
    seen = view_at(2, len(moments_of(2)) - 1)
    for tray in seen.trays:
        root = ElementTree.fromstring(tray_picture(tray, paints(seen.seats)))
        assert root.get("role") == "img"
        assert root.get("aria-label")
        assert len(list(root.iter(f"{SVG}title"))) == sum(len(group.slots) for group in tray.groups)


@pytest.mark.parametrize("seed", range(20))
def test_groups_on_lines_are_all_there_and_fit(seed: int) -> None:
    rng = random.Random(seed)
    slot = view_at(0, 1).trays[0].groups[0].slots[0]
    groups = tuple(SlotGroup(str(n), (slot,) * rng.randint(1, 10)) for n in range(rng.randint(1, 12)))
    lines = packed_lines(groups)
    assert sorted(group.heading for line in lines for group in line) == sorted(group.heading for group in groups)
    assert all(sum(len(group.slots) for group in line) <= max(len(group.slots) for group in groups) for line in lines)


@pytest.mark.parametrize("variant", ALL)
def test_links_that_are_kept_from_entry_to_entry_are_those_of_each_position(variant: int) -> None:
    kept = NearestLinks()
    for moment in moments_of(variant):
        assert kept.after(moment.position) == nearest_links(moment.position)
