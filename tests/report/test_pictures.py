"""SVG and HTML: well formed, self-contained, escaped, complete, the same bytes every time."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import sample
from facts import hostile, words_of
from ground import board_of
from PIL.ImageFont import truetype

from referee.report.html import html_report
from referee.report.html.templates import policy_digest
from referee.report.pictures import raster, svg
from referee.report.pictures.chart import drawing, scale, spread
from referee.report.pictures.palette import Name, paints, toned_drawing
from referee.report.wording import position_sentence
from referee.show.view import Chart, Piece, ReportTable, Row, Series, View, view_with_people
from referee.titles.magna_grecia.show.picture import ORACLE, city_piece, market_piece, oracle_piece, road_piece
from referee.words import say

VOID = {"meta", "link", "br", "img", "input"}


class Reading(HTMLParser):
    """Collects tags, attributes and text, and checks that tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def reading(page: str) -> Reading:
    found = Reading()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


@pytest.fixture(params=[sample.view(), hostile()], ids=["sample", "hostile"])
def view(request: pytest.FixtureRequest) -> View:
    shown: View = request.param
    return shown


def test_svg_is_well_formed_and_says_what_it_is(view: View) -> None:
    root = ElementTree.fromstring(svg.board(view))
    assert root.get("role") == "img"
    names = [child.tag.rpartition("}")[2] for child in root][:2]
    assert names == ["title", "desc"]
    assert "of our own design" in "".join(root[1].itertext())


def test_whose_design_it_is_can_be_read_in_the_picture(view: View) -> None:
    """In lines inside the frame, below everything else."""
    root = ElementTree.fromstring(svg.board(view))
    _, y, width, height = map(int, root.get("viewBox", "").split())
    (foot,) = [each for each in root if each.get("class") == "foot"]
    lines = [each for each in foot if "caption" in each.get("class", "")]
    assert " ".join("".join(each.itertext()) for each in lines) == str(board_of(view).provenance)
    start = int(re.findall(r"-?\d+", foot.get("transform", ""))[1])
    for each in lines:
        left, base = int(each.get("x", "")), int(each.get("y", ""))
        assert left + 14 * len("".join(each.itertext())) < width
        assert start + base + 8 < y + height


def test_a_picture_says_which_position_it_shows() -> None:
    view = sample.view()
    root = ElementTree.fromstring(svg.board(view))
    (heading,) = [each for each in root if each.get("class") == "heading"]
    told = " ".join("".join(each.itertext()) for each in heading)
    assert told == f"Magna Grecia: spring-cup {view.headline} {position_sentence(view)}"


@pytest.mark.parametrize("width", [300, 600, 1000, 4000])
def test_the_words_around_a_picture_are_legible_at_every_width(width: int) -> None:
    root = ElementTree.fromstring(svg.board(sample.view(), width=width))
    assert root.get("width") == str(width)
    units = int(root.get("viewBox", "").split()[2])
    foot = next(each for each in root if each.get("class") == "foot").get("transform", "")
    scale = float("".join(re.findall(r"scale\(([\d.]+)\)", foot)) or 1)
    assert 22 * scale * width / units >= 11


WIDEST = [
    *("W" * 40, "m" * 40, "M@m%" * 10, "WWW MMM " * 5, "OMNIUM" * 6, "\u043c" * 40, "mama" * 10, "\u1e80\u00c6" * 20),
    *("Ж" * 40, "Щм" * 20, "ΜΩ" * 20, "Ѽ" * 40, "Юлия Жукова" * 4, "Αθηνά" * 8),
    "Wolfgangamadeusmozartvonundzusalzburgwww",
]
SIGN = 46 + 36
"""How much of a column a sign has: next to its own words, and of the next column next to the words of this one."""


@pytest.mark.parametrize("name", WIDEST)
def test_the_widest_names_fit_a_column_of_the_legend_as_our_font_draws_them(name: str) -> None:
    font = truetype(os.path.join(raster.FONTS, raster.FACES[0]), svg.SIZE)
    lines = svg.fitted_lines(f"yellow: {name}", svg.LETTERS)
    assert "".join(lines).replace(" ", "") == f"yellow:{name}".replace(" ", "")
    assert max(font.getlength(re.sub(raster.STRANGE_LETTERS, "\ufffd", line)) for line in lines) <= svg.WIDE - SIGN


def test_a_board_narrower_than_its_legend_is_centred() -> None:
    view = sample.view()
    lone = view._replace(board=board_of(view)._replace(spaces=board_of(view).spaces[:1], columns=(), rows=()))
    x, _, width, _ = map(int, ElementTree.fromstring(svg.board(lone)).get("viewBox", "").split())
    centre = int(re.findall(r'<g transform="translate\((-?\d+)', svg.board(lone))[0])
    assert width >= 500
    assert abs(x + width // 2 - centre) <= 1


def test_nothing_runs_and_nothing_is_loaded(view: View) -> None:
    for page in (svg.board(view), html_report.report(view)):
        found = reading(page)
        assert not {"script", "image", "img", "iframe", "object", "embed", "link", "base", "form"} & set(found.tags)
        for tag, name, value in found.attributes:
            assert not name.startswith("on"), (tag, name)
            assert name != "style", tag
            assert name not in ("href", "src", "xlink:href") or value.startswith("#"), (tag, value)
            assert "url(" not in value or re.fullmatch(r"url\(#[a-z0-9]+\)", value), value
        assert "@import" not in page
        assert not re.search(r"url\((?!#)", page)


def test_addresses_are_only_the_name_of_svg(view: View) -> None:
    page = html_report.report(view)
    assert {value for _, _, value in reading(page).attributes if "://" in value} == {"http://www.w3.org/2000/svg"}


def test_players_words_are_text_only(view: View) -> None:
    found = reading(html_report.report(view))
    assert not [value for _, _, value in found.attributes if "alert" in value or "evil" in value]
    assert "49" not in "".join(found.text).split()


def test_the_policy_names_the_style_sheet_that_is_there(view: View) -> None:
    page = html_report.report(view)
    style = page.split("<style>")[1].split("</style>")[0]
    policy = next(value for _, name, value in reading(page).attributes if name == "content" and "default-src" in value)
    assert policy.startswith(f"default-src 'none'; style-src '{policy_digest(style)}'")


def test_every_word_of_the_view_is_on_the_page() -> None:
    told = " ".join("".join(reading(html_report.report(sample.view())).text).split())
    shown = view_with_people(sample.view())
    assert [word for word in words_of(shown) if " ".join(word.split()) not in told] == []


def test_the_block_is_shown_character_by_character(view: View) -> None:
    assert view.asked
    found = reading(html_report.report(view))
    assert view.asked.block.strip("\n") in "".join(found.text)


def test_the_page_is_one_for_everybody() -> None:
    page = html_report.report(sample.view())
    found = reading(page)
    assert ("html", "lang", "en") in found.attributes
    assert ("meta", "name", "viewport") in found.attributes
    assert {("th", "scope", "col"), ("th", "scope", "row")} <= set(found.attributes)
    assert found.tags.count("caption") == found.tags.count("table") >= 4
    assert "prefers-color-scheme:dark" in page.replace(" ", "")
    assert "@media print" in page
    ids = [value for _, name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    used = {value[1:] for _, name, value in found.attributes if name == "href"}
    assert used <= set(ids)


def test_narrow_columns_have_upright_heads_on_a_phone() -> None:
    """A hand of six columns is then as wide as a phone: nothing is cut, nothing scrolls."""
    columns = tuple(say(word) for word in ("Seat", "mountain", "State", "Long"))
    table = ReportTable(
        "hands", say("Cards"), columns, (Row((say("athens"), 12, say("BBo-"), say("rewarded")), (), ""),)
    )
    page = html_report.report(sample.view()._replace(sections=(table,)))
    heads = re.findall(r'<th scope="col"(?: class="([a-z ]*)")?>(\w+)<', page)
    assert heads[-4:] == [("", "Seat"), ("number slim", "mountain"), ("slim", "State"), ("", "Long")]


def test_the_finished_game_asks_nobody() -> None:
    page = html_report.report(sample.view()._replace(asked=None))
    assert "It is nobody&#39;s turn." in page
    assert "<pre" not in page


@pytest.mark.parametrize(
    ("piece", "drawn"),
    [
        (city_piece("red"), "#tile1"),
        (road_piece("red", ("n", "se")), "M0 -51Q0 0 44 25"),
        (market_piece("red"), "#symbol-market-1"),
        (market_piece("red", worth=4), ">4</text>"),
        (market_piece("red", worth=0, idle=True), "#symbol-market-1-idle"),
        (market_piece("red", sold=True), 'href="#symbol-market-1" transform="rotate(90)"'),
        (city_piece("red", links=5), ">5</text>"),
        (oracle_piece(favours="red"), 'href="#symbol-oracle" fill="#d83126"'),
        (oracle_piece(edges=("sw",)), 'transform="rotate(240)"'),
        (oracle_piece(), "#symbol-oracle"),
        (Piece("token", text="x7"), ">x7</text>"),
        (Piece("token", "red"), 'scale(2.4)"><g transform="translate(0)">'),
        (Piece("marker", "red"), '<circle r="22"'),
        (Piece("marker", symbol=ORACLE, seat="red"), 'href="#symbol-oracle" fill="#d83126"'),
        (city_piece("red", fresh="now"), "#0b5cd5"),
    ],
)
def test_every_piece_is_drawn(piece: Piece, drawn: str) -> None:
    view = sample.view()
    bare = tuple(space._replace(pieces=()) for space in board_of(view).spaces)
    empty = view._replace(board=board_of(view)._replace(spaces=bare, legend=()), seats=view.seats)
    placed = empty._replace(board=board_of(empty)._replace(spaces=(bare[0]._replace(pieces=(piece,)), *bare[1:])))
    assert svg.board(placed).count(drawn) > svg.board(empty).count(drawn)


LAYERS = ["sea", "shore", "soil", "bands", "standing", "letters", "heading", "foot"]
"""Of a picture, from below."""


@pytest.mark.parametrize("name", Name)
def test_a_board_is_drawn_layer_by_layer(name: Name) -> None:
    """All that is written over it comes last, and roads have no letters."""
    root = ElementTree.fromstring(svg.board(sample.view(), name))
    board = [each for each in root.iter() if each.get("class", "") in LAYERS]
    order = list(dict.fromkeys(each.get("class", "") for each in board))
    assert order == LAYERS
    places = [LAYERS.index(each.get("class", "")) for each in board]
    assert places == sorted(places)
    bands = [each for each in board if each.get("class") == "bands"]
    assert len(bands) == sum(
        piece.shape == "line" for space in board_of(sample.view()).spaces for piece in space.pieces
    )
    assert not [text for band in bands for text in band.iter() if text.tag.endswith("text")]
    assert not [use for band in bands for use in band.iter() if "plate" in use.get("href", "")]


def test_a_name_is_on_the_side_to_which_nothing_points() -> None:
    """And a space with a name or a road has no label."""
    drawn = svg.board(sample.view())
    places = {name: int(y) for y, name in re.findall(r'y="(-?\d+)"[^>]*class="name">(\w+)<', drawn)}
    assert places["Laos"] > 40  # the oracle there points north
    assert places["Poseidonia"] < 0
    for label in ("G7", "B6", "H10"):
        assert f">{label}</text>" not in drawn, label


@pytest.mark.parametrize("name", Name)
def test_initials_are_on_pieces_where_colours_say_too_little(name: Name) -> None:
    drawn = svg.board(sample.view(), name)
    plates, key = drawn.count('"#plate'), len(sample.SEATS)
    assert plates > 2 * key if name in (Name.contrast, Name.grey) else plates == key


def test_the_same_view_makes_the_same_bytes_in_any_process() -> None:
    code = "import sample; from referee.report.html import html_report; print(html_report.report(sample.view()))"
    runs = {
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout.decode()
        for seed in ("1",)
    }
    assert runs == {html_report.report(sample.view()) + "\n"}


def test_chosen_colours_are_used_everywhere() -> None:
    page = html_report.report(sample.view(), {"red": "#123456"})
    assert "#123456" in page
    assert paints(sample.SEATS)["red"].fill not in page


@pytest.mark.parametrize("name", Name)
def test_every_palette_draws_board_and_page(name: Name) -> None:
    fills = {paint.fill for paint in paints(sample.SEATS, name).values()}
    for made in (svg.board(sample.view(), name), html_report.report(sample.view(), name)):
        assert fills <= set(re.findall(r'fill="(#\w{6})"', made))


def test_for_paper_nothing_has_a_colour() -> None:
    made = svg.board(sample.view(), "grey")
    inks = re.findall(r'(?:fill|stroke)="#(\w\w)(\w\w)(\w\w)"', made)
    assert len(inks) > 100
    assert {len(set(ink)) for ink in inks} == {1}


def test_a_tone_changes_neither_texts_nor_scripts() -> None:
    text = "<p>fill=&#34;#ff0000&#34;</p><script>a = 'fill=\"#ff0000\"'</script>"
    assert toned_drawing(text + '<path fill="#ff0000"/>', "grey") == text + '<path fill="#4c4c4c"/>'
    assert "#ff0000" in html_report.report(sample.view()._replace(game='fill="#ff0000"'), "grey")


def test_a_palette_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a colour"):
        svg.board(sample.view(), {"red": "javascript:alert(1)"})


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 35, (0, 35, 5)), (-3, 40, (-10, 40, 10)), (0, 0, (0, 1, 1)), (15, 15, (0, 15, 5)), (0, 700, (0, 700, 100))],
)
def test_the_axis_has_round_steps(low: int, high: int, expected: tuple[int, int, int]) -> None:
    assert scale(low, high) == expected


def test_initials_at_the_ends_of_lines_do_not_meet() -> None:
    ends = spread([100, 100, 101, 300])
    assert min(b - a for a, b in zip(sorted(ends), sorted(ends)[1:], strict=False)) >= 34
    assert spread([20, 100, 200]) == [20, 100, 200]


def test_a_chart_of_one_point_and_of_none() -> None:
    for values, labels in (((15,), ("0",)), ((), ())):
        chart = Chart("c", say("Points"), labels, (Series("red", values),))
        drawn = drawing(chart, paints(sample.SEATS))
        assert len(drawn.strokes[0].dots) == len(values)
        assert "<svg" in html_report.report(sample.view()._replace(sections=(chart,)))
