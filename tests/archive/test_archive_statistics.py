"""Statistics of many games: every count is right, and few games give no percentages."""

from fractions import Fraction
from typing import cast

import pytest
from archived import archived, cut, kept, text

from referee import titles
from referee.app.archive import game_summary, statistics
from referee.app.archive.game_summary import (
    ABANDONED,
    CLOSED,
    RUNNING,
    Sitter,
    Summary,
    summary_fields,
    summary_of_fields,
)
from referee.report.site import site_pages
from referee.report.site.site_pages import Chapter, Figures, Share
from referee.rules.replay import Moment
from referee.store.documents import Entry, Header
from referee.words import TONGUE, Tongue, say

SEATS = ("yellow", "red")


def game(
    number: int, scores: tuple[int, int] = (40, 30), first: str = "city M8", status: str = CLOSED, turns: int = 16
) -> Summary:
    """A game of two; the higher score wins, equal ones share it; red has the first turn in even games."""
    won = tuple([seat for seat, score in zip(SEATS, scores, strict=True) if score == max(scores)])
    ended = status == CLOSED
    places = (2, 1) if number % 2 == 0 else (1, 2)
    sitters = [
        Sitter(seat, player, score if ended else None, place, first)
        for seat, player, score, place in zip(SEATS, ("Anna", "Bruno"), scores, places, strict=True)
    ]
    return Summary(
        id=f"game-{number}",
        title="magna-grecia",
        name="Magna Grecia",
        board="bruttium",
        status=status,
        sealed=False,
        sitters=tuple(sitters),
        winners=won if ended else (),
        unit="points" if ended else "",
        way="by points" if ended else "",
        headline="",
        entries=turns + 2,
        turns=turns,
        began="2026-11-01T00:00:00Z",
        last="2026-11-20T00:00:00Z",
        birth="0" * 64,
        head="1" * 64,
        chance="",
    )


def only(games: list[Summary]) -> Chapter:
    (found,) = statistics.chapters(games)
    return found


def figures(games: list[Summary], heading: str) -> Figures:
    return next(each for each in only(games).figures if str(each.heading) == heading)


def told(rows: tuple[tuple[object, ...], ...]) -> list[list[str]]:
    return [[str(cell.says) if isinstance(cell, Share) else str(cell) for cell in row] for row in rows]


def test_the_summary_counts_all_and_tables_those_with_a_winner() -> None:
    games = [game(1), game(2), game(3, status=RUNNING), game(4, status=ABANDONED)]
    assert str(only(games).summary) == "Games: 4; finished: 2; in progress: 1; stopped early: 1."
    assert told(figures(games, "Number of players").rows) == [["2", "4", "2", "16.0", "40.0"]]
    assert told(figures(games, "Seats").rows) == [["yellow", "2", "2", "40.0"], ["red", "2", "0", "30.0"]]


def test_fewer_than_five_games_give_no_percentages() -> None:
    four, five = [game(n) for n in range(4)], [game(n) for n in range(5)]
    assert told(figures(four, "Seats").rows)[0][2] == "4"
    assert told(figures(five, "Seats").rows)[0][2] == "5 (100 %, 57–100 %)"


def test_none_of_nine_games_does_not_mean_never() -> None:
    games = [game(n) for n in range(9)]
    assert [row[2] for row in told(figures(games, "Seats").rows)] == ["9 (100 %, 70–100 %)", "0 (0 %, 0–30 %)"]


@pytest.mark.parametrize("whole", [5, 9, 44, 1000])
def test_a_confidence_interval_is_that_of_wilson(whole: int) -> None:
    """It solves |p − part/whole| = z·sqrt(p(1 − p)/whole), and holds the part itself."""
    for part in (0, Fraction(1, 2), 1, whole // 3, whole - 1, whole):
        low, high = statistics.interval(Fraction(part), whole)
        assert 0 <= low <= Fraction(part, whole) <= high <= 1
        for end in (low, high):
            apart, error = (end - Fraction(part, whole)) ** 2, statistics.Z**2 * end * (1 - end) / whole
            assert abs(apart - error) < Fraction(1, 10**4)


@pytest.mark.parametrize("heading", ["Seats", "Moving first or last", "How games were won", "Most active players"])
def test_of_fewer_than_five_games_no_part_is_drawn_either(heading: str) -> None:
    few, enough = [figures([game(n) for n in range(1, 2 * number, 2)], heading) for number in (4, 5)]
    assert not has_bars(few)
    assert has_bars(enough)
    page = site_pages.statistics([only([game(1), game(2)])], "Club", say(""))
    assert page.count('<svg class="bar"') == len(figures([game(1)], "Length").rows)


def has_bars(found: Figures) -> bool:
    return any(isinstance(cell, Share) and cell.thousandths is not None for row in found.rows for cell in row)


def test_a_bar_of_one_length_has_one_number() -> None:
    assert told(figures([game(1), game(2)], "Length").rows) == [["16", "2"]]


@pytest.mark.parametrize("point", [".", ","])
def test_tenths_are_written_as_in_the_language(point: str) -> None:
    before = TONGUE.set(Tongue("xx", lambda words: words.replace("e}.{t", f"e}}{point}{{t"), str))
    try:
        page = site_pages.statistics([only([game(n, scores=(40, 30 + n)) for n in range(4)])], "Club", say(""))
    finally:
        TONGUE.reset(before)
    assert f'<td class="number">31{point}5</td>' in page


def test_a_shared_victory_counts_in_equal_shares() -> None:
    games = [*(game(n) for n in range(9)), game(9, scores=(35, 35))]
    yellow, red = told(figures(games, "Seats").rows)
    assert yellow == ["yellow", "10", "9.5 (95 %, 66–99 %)", "39.5"]
    assert red == ["red", "10", "0.5 (5 %, 1–34 %)", "30.5"]


def test_the_order_of_the_first_turns_is_that_of_the_log_and_not_of_the_seats() -> None:
    games = [game(n) for n in range(7)]  # red began in four, yellow in three; yellow always wins
    first, second = told(figures(games, "Moving first or last").rows)
    assert first == ["2", "1", "7", "3 (43 %, 16–75 %)", "34.3"]
    assert second == ["2", "2", "7", "4 (57 %, 25–84 %)", "35.7"]


def test_first_moves_are_those_that_occur_twice_and_more_the_frequent_first() -> None:
    games = [game(1, first="city M8"), game(2, first="city E9"), game(3, first="city M8")]
    assert [row[:3] for row in told(figures(games, "First moves").rows)] == [
        ["bruttium", "city M8", "4"],
        ["bruttium", "city E9", "2"],
    ]


def test_lengths_are_gathered_in_few_bars_that_leave_nothing_out() -> None:
    games = [game(n, turns=turns) for n, turns in enumerate((7, 16, 16, 23, 48, 95))]
    found = figures(games, "Length")
    assert len(found.rows) <= statistics.BINS
    assert sum(int(str(row[1].says)) for row in found.rows if isinstance(row[1], Share)) == 6
    assert told(found.rows)[0] == ["0 to 9", "1"]
    assert str(found.note) == "Shortest 7, average 34.2, longest 95 turns."
    assert [str(each) for each in found.columns] == ["Turns", "Games"]
    assert max(row[1].thousandths or 0 for row in found.rows if isinstance(row[1], Share)) == 1000


@pytest.mark.parametrize(("low", "high", "step"), [(1, 1, 1), (1, 9, 1), (1, 11, 2), (0, 49, 5), (85, 212, 20)])
def test_a_bar_is_as_narrow_as_ten_bars_allow(low: int, high: int, step: int) -> None:
    assert statistics.width(low, high) == step


def test_players_are_known_by_name_and_their_running_games_count_as_taken() -> None:
    games = [game(1), game(2, status=RUNNING)]
    assert told(figures(games, "Most active players").rows) == [
        ["Anna", "2", "1", "1", "40.0"],
        ["Bruno", "2", "1", "0", "30.0"],
    ]


def test_no_games_give_no_statistics() -> None:
    assert statistics.chapters([]) == ()
    running = only([game(1, status=RUNNING)])
    assert [str(each.heading) for each in running.figures] == ["Number of players", "Most active players"]


@pytest.mark.parametrize(("number", "words"), [(Fraction(4), "4"), (Fraction(9, 2), "4.5"), (Fraction(1, 3), "0.3")])
def test_counts_have_tenths_only_where_they_are_needed(number: Fraction, words: str) -> None:
    assert str(statistics.tenths(number)) == words


@pytest.mark.parametrize(("id", "number"), [("bruttium-2", 16), ("rhombus-2", 31)])
def test_a_turn_that_is_played_in_parts_is_one_and_two_of_one_seat_are_two(id: str, number: int) -> None:
    archived()
    assert kept(id)["summary"]["turns"] == number


def test_a_running_turn_counts_as_far_as_it_came() -> None:
    attika = titles.book("attika")
    book = attika._replace(play=attika.play._replace(is_turn_begun=lambda position: bool(position)))
    parts = [("deal", 0), ("move", 1), ("talk", 1), ("move", 1), ("move", 0), ("missed", 0), ("move", 1)]
    moments = [
        Moment(number, cast(Entry, {"kind": kind, "seat": "athens"}), begun, (), "")
        for number, (kind, begun) in enumerate(parts, 1)
    ]
    assert [game_summary.turns(book, moments[:upto]) for upto in range(8)] == [0, 0, 1, 1, 1, 1, 2, 3]
    assert game_summary.turns(book, [Moment(0, cast(Header, {"format": "referee-log/1"}), 0, (), "")]) == 0


def test_a_bad_game_does_not_count_and_is_reported() -> None:
    archived()
    assert "Attika" in text("statistics.html")
    assert "Faulty games don&#39;t count here" not in text("statistics.html")
    cut("rhombus-2", 12)
    archived(code=65)
    assert "Attika" not in text("statistics.html")
    assert "with an error: 1. Games with an error don&#39;t count here.</p>" in text("statistics.html")


def test_a_summary_comes_back_from_the_file_as_it_was() -> None:
    assert summary_of_fields(summary_fields(game(1))) == game(1)


def test_a_table_explains_intervals_only_if_it_has_any() -> None:
    few = Figures(say("Seats"), (say("Seat"),), ((statistics.share(Fraction(1), 2),),))
    many = Figures(say("Seats"), (say("Seat"),), ((statistics.share(Fraction(1), 20),),))
    assert statistics.with_interval(few).note is None
    assert statistics.with_interval(many).note == statistics.INTERVAL


def test_without_a_winner_nothing_is_said_of_points() -> None:
    table = statistics.by_players(statistics.TitleStatistics("attika", "Attika"))
    assert table is not None
    assert "Winner" not in " ".join(map(str, table.columns))
    assert table.note is None
