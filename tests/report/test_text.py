"""The text report: complete, narrow, and safe to print."""

import pytest
import sample
from facts import hostile, words_of
from ground import board, board_of

from referee.app.game_access import Table as Games
from referee.app.game_access import open_game
from referee.app.look.game_views import view_for_seat
from referee.report.text import text_report
from referee.report.text.text_board import board_lines
from referee.report.text.text_tables import WIDTH, width, wrapped_lines
from referee.report.wording import IN_WORDS
from referee.settings import Settings
from referee.show.view import LAND, Board, Ground, Piece, ReportTable, Row, Seat, Space, Symbol
from referee.titles.attika.show.picture import building_piece
from referee.titles.magna_grecia.show.picture import COAST, VILLAGE, city_piece, market_piece, oracle_piece, road_piece
from referee.words import say

INITIALS = {"yellow": "Y", "red": "R", "brown": "B", "orange": "O"}


def picture(*spaces: tuple[int, int, Ground, tuple[Piece, ...]]) -> list[str]:
    made = tuple(Space(q, r, f"{q}{r}", ground, "", pieces, say("")) for q, r, ground, pieces in spaces)
    return board_lines(Board("b", say(""), made, ("A", "B"), ("1", "2")), INITIALS)


def test_no_line_is_wider_than_72_columns() -> None:
    assert max(width(line) for line in text_report.report(sample.view()).splitlines()) <= WIDTH


def test_no_line_ends_in_blanks_but_those_of_the_block() -> None:
    block = sample.view().asked.block.splitlines()  # type: ignore[union-attr]
    lines = text_report.report(sample.view()).splitlines()
    assert [line for line in lines if line != line.rstrip() and line not in block] == []


def test_every_word_of_the_view_is_shown() -> None:
    told = " ".join(text_report.report(sample.view()).split())
    parts = [part for word in words_of(sample.view()) for part in word.split()]
    assert len(parts) > 500
    assert [part for part in parts if part not in told] == []


def test_sentences_stay_together() -> None:
    view = sample.view()
    told = " ".join(text_report.report(view).split())
    sentences = [str(line.says) for line in (*view.story.lines, *view.asked.may.lines)]  # type: ignore[union-attr]
    assert [each for each in sentences if each not in told] == []


def test_every_space_is_named() -> None:
    told = text_report.report(sample.view()).split(str(IN_WORDS))[1].replace(",", " ").split()
    assert [space.label for space in board().spaces if space.label not in told] == []


def test_the_block_is_shown_character_by_character() -> None:
    assert sample.asked().block in text_report.report(sample.view()) + "\n"


def test_the_finished_game_asks_nobody() -> None:
    told = text_report.report(sample.view()._replace(asked=None))
    assert "It is nobody's turn." in told
    assert "ready to be edited" not in told


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (
            "rhombus-open",
            "whether everybody knows the cards in a hand: open; who begins: thebes; "
            "what connects the buildings of a group: any own",
        ),
        ("mezzogiorno-4", ""),
    ],
)
def test_what_was_agreed_is_said_and_the_usual_is_not(game: str, says: str) -> None:
    shown = view_for_seat(open_game(Games(Settings("games", "/nowhere")), game))
    told = " ".join(text_report.report(shown).split())
    assert [str(each) for each in shown.options] == (says.split("; ") if says else [])
    assert (f"Agreed for this game: {says}." in told) is bool(says)


def test_hostile_words_cannot_leave_their_line() -> None:
    told = text_report.report(hostile())
    assert all(letter.isprintable() or letter == "\n" for letter in told)
    assert not any(line.startswith("head:") and "evil" in line for line in told.splitlines())
    assert max(width(line) for line in told.replace(hostile().asked.block, "").splitlines()) <= WIDTH  # type: ignore[union-attr]


def test_sixteen_columns_fit_a_page_and_more_are_drawn_in_parts() -> None:
    spaces = tuple(Space(q, -(q // 2), f"{q}", VILLAGE, "", (), say("")) for q in range(40))
    lines = board_lines(Board("b", say(""), spaces, tuple(f"{q:02}" for q in range(40)), ("1",)), {})
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines).count("( )") == 40


@pytest.mark.parametrize(
    ("edges", "upper", "lower"),
    [
        (("n", "s"), " |", " |R"),
        (("ne", "sw"), " R/", "/"),
        (("nw", "se"), "\\R", "  \\"),
        (("n", "se"), " |", " R\\"),
        (("n", "sw"), " |", "/R"),
        (("ne", "s"), " R/", " |"),
        (("nw", "s"), "\\R", " |"),
        (("ne", "nw"), "\\R/", ""),
        (("se", "sw"), " R", "/ \\"),
    ],
)
def test_every_road_has_its_own_strokes(edges: tuple[str, str], upper: str, lower: str) -> None:
    lines = picture((0, 0, LAND, (road_piece("red", edges),)), (1, 0, LAND, ()))
    assert [line[3:6].rstrip() for line in lines[1:3]] == [upper, lower]


def test_odd_columns_are_one_line_lower() -> None:
    lines = picture((0, 0, VILLAGE, ()), (1, 0, COAST, ()))
    assert lines == ["    A   B", " 1 ( )      1", "       { }", "    A   B"]


def test_a_city_with_standing_and_sold_markets_and_something_new() -> None:
    markets = (market_piece("yellow"), market_piece("brown", sold=True), city_piece("red", fresh="now"))
    lines = picture((0, 0, VILLAGE, markets), (1, 0, LAND, ()))
    assert [line[3:7].rstrip() for line in lines[1:3]] == ["(R)!", "Yb"]


def test_five_tokens_say_that_not_all_are_shown() -> None:
    markets = tuple(market_piece(seat) for seat in ("yellow", "red", "brown", "orange", "yellow"))
    assert picture((0, 0, VILLAGE, markets))[2].strip() == "YRB+"


@pytest.mark.parametrize(
    ("piece", "upper", "lower"),
    [
        (Piece("token", "red"), "[R]", ""),
        (Piece("token", "red", text="3"), "[R]", "3"),
        (Piece("token", text="x"), "[x]", "x"),
        (Piece("token", symbol=Symbol("crown", "M0 0Z", sign="^")), " .", "^"),
        (Piece("marker", "red", ("n",)), "[R]", "n"),
        (Piece("marker", symbol=Symbol("crown", "M0 0Z", sign="^")), "  ^", ""),
    ],
)
def test_tokens_and_markers_have_signs(piece: Piece, upper: str, lower: str) -> None:
    lines = picture((0, 0, LAND, (piece,)), (1, 0, LAND, ()))
    assert [line[3:7].strip() for line in lines[1:3]] == [upper.strip(), lower]


def test_an_oracle_shows_where_it_points() -> None:
    lines = picture((0, 0, VILLAGE, (oracle_piece(edges=("sw",), fresh="red"),)))
    assert [line[3:7].rstrip() for line in lines[1:3]] == ["(*)'", "sw"]


def test_a_table_too_wide_for_columns_is_shown_row_by_row() -> None:
    columns = tuple(say("column {n}", n=n) for n in range(14))
    table = ReportTable("t", say("Wide"), columns, (Row(tuple(f"value {n}" for n in range(14)), ("MG-1.1",), "red"),))
    view = sample.view()._replace(sections=(table,))
    told = text_report.report(view)
    assert "column 13: value 13" in " ".join(told.split())
    assert max(width(line) for line in told.splitlines()) <= WIDTH


def test_rules_shared_by_all_rows_are_named_once() -> None:
    assert text_report.report(sample.view()).count("[MG-10.2] [MG-10.3]") == 1


def test_wide_characters_take_two_columns() -> None:
    assert width("大希臘") == 6
    assert [width(line) for line in wrapped_lines("大希臘" * 20, 10)] == [10] * 12


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Write `rules MG-7.2`, please.", ["Write", "`rules MG-7.2`,", "please."]),
        ("Write `rules MG-7.2 of Magna Grecia` now.", ["Write `rules", "MG-7.2 of Magna", "Grecia` now."]),
        ("Or ` as a sign, alone on a line.", ["Or ` as a sign,", "alone on a line."]),
    ],
)
def test_what_is_typed_stays_on_a_line_where_it_fits(text: str, lines: list[str]) -> None:
    assert wrapped_lines(text, 16) == lines
    assert width("e\N{COMBINING ACUTE ACCENT}") == 1


def test_without_players_names_initials_are_still_in_the_margin() -> None:
    view = sample.view()._replace(seats=(*sample.SEATS[:3], Seat("orange", "", "O")))
    assert "\nO orange built a road" in text_report.report(view)


def test_a_board_wider_than_a_page_says_which_columns_each_part_shows() -> None:
    names = tuple("ABCDEFGHIJKLMNOPQR")
    spaces = tuple(Space(q, -(q // 2), f"{name}1", LAND, "", (), say("")) for q, name in enumerate(names))
    captions = [line for line in board_lines(Board("b", say(""), spaces, names, ("1",)), {}) if "Part" in line]
    assert captions == ["Part 1 of 2 of the board, columns A to P:", "Part 2 of 2 of the board, columns Q to R:"]
    narrow = Board("b", say(""), spaces[:16], names, ("1",))
    assert "Part" not in "".join(board_lines(narrow, {}))


def cut(label: str) -> Space:
    return Space(0, 0, label, LAND, "", (), say(""))


@pytest.mark.parametrize("longest", ["1", "20ne", "Peloponnese", "A" * 50])
def test_a_label_is_printed_whole_and_lines_still_fit_a_page(longest: str) -> None:
    """Where labels are all that names a space: none is cut that fits."""
    labels = [longest, *[f"{number}sw" for number in range(30)]]
    spaces = tuple([cut(label)._replace(q=at, r=-(at // 2)) for at, label in enumerate(labels)])
    lines = board_lines(Board("b", say(""), spaces), {})
    assert max(map(len, lines)) <= WIDTH
    shown = [word for line in lines if not line.startswith("Part") for word in line.split()]
    assert sorted(shown) == sorted([*labels[1:], longest[: WIDTH // 2 - 1]])


@pytest.mark.parametrize(("id", "readers"), [("rhombus-2", ("", "athens")), ("quadrilateral-4", ("", "thebes"))])
def test_no_two_hexes_share_a_name_on_the_board(id: str, readers: tuple[str, ...]) -> None:
    """Names are those of moves and tables, in each position of a game."""
    game = open_game(Games(Settings("games", "/nowhere")), id)
    for at in range(len(game.moments))[:: len(game.moments) // 12]:
        for reader in readers:
            board = board_of(game.book.show().view(game.header, game.moments[: at + 1], reader))
            bare = [str(space.label) for space in board.spaces if not space.pieces]
            shown = [word for line in board_lines(board, {}) for word in line.split()]
            assert [label for label in bare if shown.count(label) != 1] == []


def test_new_pieces_are_marked_next_to_their_sign_in_wide_cells() -> None:
    built = Space(0, 0, "1", LAND, "", (building_piece("red", "temple", fresh="now"),), say(""))
    lines = board_lines(Board("b", say(""), (built, cut("20ne")._replace(q=2, r=-1))), {"red": "R"})
    assert lines == ["[R]!      20ne", "tem"]
