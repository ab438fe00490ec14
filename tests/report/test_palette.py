"""Colours of seats: far apart for everybody, inks legible, overrides checked."""

import math
import re
from itertools import combinations

import letter_samples as samples
import pytest
import sample
from colours import SIGHTS, apart, contrast, lab

from referee.app.archive import archive_record
from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.mail.act import send_reports
from referee.report.html import html_report
from referee.report.pictures import svg
from referee.report.pictures.palette import BY_ORDER, HUES, NAMED, PATTERNS, Name, Paint, paints
from referee.settings import Misconfigured, Settings
from referee.show import sentences
from referee.show.view import Chart, Seat, Series
from referee.words import say

NAMES = ("yellow", "orange", "brown", "red")


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, "", name[0].upper()) for name in names)


def test_the_measure_agrees_with_published_figures() -> None:
    assert round(apart("#e69f00", "#ffffff", "tritan"), 1) == 55.5
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0


CITIES = ("athens", "corinth", "sparta", "thebes", "argos", "megara")
TABLES = [names[:number] for names in (NAMES, CITIES) for number in range(2, len(names) + 1)]


def nearest(painted: dict[str, Paint], sight: str) -> float:
    """The smallest difference between two seats."""
    return min(apart(a.fill, b.fill, sight) for a, b in combinations(painted.values(), 2))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", [name for name in Name if name != Name.grey])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{len(table)}")
def test_any_two_seats_differ_for_every_sight(table: tuple[str, ...], name: Name, sight: str) -> None:
    by_number = {Name.contrast: 47}.get(name, 55 if len(table) <= 4 else 42)
    least = CALLED[name] if table[0] in NAMES else by_number
    assert nearest(paints(seats(*table), name), sight) >= least


CALLED = {Name.printed: 32, Name.safe: 40, Name.contrast: 37}
"""How far apart seats are that are called by their colours: within the hues of their names no further is possible."""


@pytest.mark.parametrize("name", HUES)
@pytest.mark.parametrize("named", [*(NAMES[:1] + NAMES[2:], NAMES[1:], NAMES[:3], NAMES[2:], NAMES[::3])])
def test_any_of_the_named_seats_differ(named: tuple[str, ...], name: Name) -> None:
    assert min(nearest(paints(seats(*named), name), sight) for sight in SIGHTS) >= CALLED[name]


FAMILIES = {"yellow": (85, 105, 82), "orange": (60, 85, 60), "brown": (35, 75, 9), "red": (18, 43, 28)}
"""The hues of a name in CIE L*a*b*, as degrees from and to, and how light it is at least."""


@pytest.mark.parametrize("name", HUES)
@pytest.mark.parametrize("seat", NAMES)
def test_a_seat_that_is_called_by_a_colour_has_it_in_every_palette(seat: str, name: Name) -> None:
    light, a, b = lab(paints(seats(*NAMES), name)[seat].fill, "normal")
    first, last, least = FAMILIES[seat]
    assert first <= math.degrees(math.atan2(b, a)) <= last
    assert light >= least
    assert math.hypot(a, b) >= (16 if seat == "brown" else 38)  # it is no grey and no black


def test_the_brown_of_the_printed_palette_is_no_black() -> None:
    light, a, b = lab(paints(seats(*NAMES))["brown"].fill, "normal")
    assert light >= 14
    assert math.hypot(a, b) >= 20


@pytest.mark.parametrize("name", Name)
def test_a_seat_looks_alike_at_every_table_of_its_title(name: Name) -> None:
    """By its place among all seats of the title; only greys are spread over those who play."""
    whole = sentences.seats_of(dict.fromkeys(CITIES, ""), CITIES)
    everybody = paints(whole, name)
    for number in range(1, len(CITIES)):
        for table in combinations(whole, number):
            for seat, paint in paints(table, name).items():
                assert paint.pattern == everybody[seat].pattern
                assert name == Name.grey or paint.fill == everybody[seat].fill


@pytest.mark.parametrize("id", ["rhombus-2", "quadrilateral-4", "bruttium-2", "mezzogiorno-4"])
def test_a_seat_looks_alike_in_report_record_and_replay(id: str) -> None:
    game = open_game(Table(Settings("games", "/nowhere")), id)
    numbers = {seat: game.book.seats.index(seat) for seat in game.header["seats"]}
    film = game.book.show().film
    assert film
    seats = [
        game.book.show().view(game.header, game.moments, "").seats,
        film(game.header, game.moments, [""]).seats,
        archive_record.seats_at(game),
    ]
    assert [{each.id: each.number for each in found} for found in seats] == [numbers] * 3


def test_every_pattern_has_its_line_in_a_chart() -> None:
    numbers = [f"seat {number}" for number in range(PATTERNS)]
    chart = Chart("c", say("Points"), ("1", "2"), tuple([Series(seat, (1, 2)) for seat in numbers]))
    drawn = str(html_report.chart_picture(chart, paints(seats(*numbers))))
    assert len(set(re.findall(r'stroke-dasharray="([^"]*)"', drawn))) == PATTERNS - 1


def test_greys_are_spread_as_far_as_possible_and_patterns_show_the_rest() -> None:
    """The lightness has a hundred steps, so that four greys can be at most 33 apart: this palette is for paper."""
    least = {2: 99, 3: 40, 4: 29, 5: 19, 6: 19}
    for number, most in least.items():
        painted = paints(seats(*CITIES[:number]), Name.grey)
        assert nearest(painted, "normal") >= most
        assert len({paint.pattern for paint in painted.values()}) == number


@pytest.mark.parametrize("name", Name)
def test_every_seat_has_its_pattern_in_every_palette(name: Name) -> None:
    for table in TABLES:
        assert len({paint.pattern for paint in paints(seats(*table), name).values()}) == len(table)


@pytest.mark.parametrize("name", Name)
def test_ink_is_legible_in_every_palette(name: Name) -> None:
    least = 7 if name == Name.contrast else 4.5
    for table in TABLES:
        assert all(contrast(paint.fill, paint.ink) >= least for paint in paints(seats(*table), name).values())


def test_a_palette_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no palette 'dark'; there are printed, safe, contrast, grey"):
        paints(seats("red"), "dark")


def test_any_two_of_the_named_seats_differ_in_grey() -> None:
    fills = [paint.fill for paint in paints(seats(*NAMES)).values()]
    assert min(contrast(a, b) for a, b in combinations(fills, 2)) >= 1.7


def test_ink_is_legible_on_every_colour() -> None:
    colours = [*(colour for hues in HUES.values() for colour in hues), *BY_ORDER]
    inks = paints(seats("a"), {"a": "#ffffff"})["a"].ink, paints(seats("a"), {"a": "#000000"})["a"].ink
    assert inks[0] != inks[1]
    for colour in colours:
        assert contrast(colour, paints(seats("a"), {"a": colour})["a"].ink) >= 4.5, colour


def test_seats_have_patterns_of_their_own() -> None:
    assert len({paint.pattern for paint in paints(seats(*NAMES)).values()}) == 4
    assert len({paint.pattern for paint in paints(seats("a", "b", "c", "d")).values()}) == 4


def test_one_unknown_name_moves_all_to_the_colours_by_order() -> None:
    assert [paint.fill for paint in paints(seats("red", "green")).values()] == list(BY_ORDER[:2])


def test_a_chosen_colour_replaces_the_default() -> None:
    chosen = paints(seats("red", "brown"), {"red": "#0072B2"})
    assert chosen["red"].fill == "#0072b2"
    assert chosen["brown"].fill == HUES[Name.printed][NAMED.index("brown")]


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "#1234567", "url(#x)", '#12345"', "", "#١٢٣٤٥٦"])
def test_a_value_that_is_no_colour_is_refused(colour: str) -> None:
    with pytest.raises(ValueError, match="is not a colour; write it as #"):
        paints(seats("red"), {"red": colour})


def test_a_colour_for_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 'blue' at this table; the seats are red"):
        paints(seats("red"), {"blue": "#000000"})


def test_only_a_bad_palette_is_reported_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in drawing is a fault of the program: nobody is sent to look for it in the settings."""
    bad = Settings(palette=(("yellow", "sunny"),))
    with pytest.raises(Misconfigured, match="The setting palette: 'sunny' is not a colour"):
        report_files.report_page(bad, sample.view())
    with pytest.raises(Misconfigured, match="The setting palette: 'sunny' is not a colour"):
        send_reports.letter_bytes(Table(bad), samples.letter(), samples.MAIL, samples.KEY)

    def fail(*_: object, **__: object) -> str:
        raise ValueError("min() arg is an empty sequence")

    monkeypatch.setattr(svg, "svg_picture", fail)
    named = Settings(palette="safe")
    for draw in (report_files.report_page, report_files.board_svg):
        with pytest.raises(ValueError, match="empty sequence"):
            draw(named, sample.view())
