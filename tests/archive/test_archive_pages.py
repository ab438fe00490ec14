"""The pages of an archive with many games: lists in pages, players, small pictures, and how a game was won."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from archived import SITE, archived, text
from cli_runs import begin, play, run

from referee.app.archive import statistics as players
from referee.app.archive.game_summary import Sitter, Summary
from referee.report.site import game_lists
from referee.report.site.game_lists import WordIndex, player_page_name
from referee.show.view import Seat
from referee.words import say


def test_more_games_than_the_first_page_shows_are_on_pages_in_a_stable_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_lists, "NEWEST", 2)
    monkeypatch.setattr(game_lists, "ON_A_PAGE", 2)
    begin("cup")
    archived()
    table, _, gallery = text("index.html").partition("<table")[2].partition('<ul id="gallery"')
    for shown in (table, gallery):
        assert re.findall(r'<a href="([a-z0-9-]+)/index.html"', shown) == ["cup", "rhombus-2"]
    pages = [re.findall(r'<a href="../([a-z0-9-]+)/index.html"', text(f"list.d/{n}.html")) for n in (1, 2)]
    assert pages == [["bruttium-2", "rhombus-2"], ["cup"]]
    assert re.findall(r'<a href="(list.d/.*?)">(.*?)<', text("index.html")) == [
        ("list.d/1.html", "1\N{EN DASH}2"),
        ("list.d/2.html", "3\N{EN DASH}4"),
    ]
    before = (SITE / "list.d/1.html").read_bytes()
    play(1)
    archived()
    assert (SITE / "list.d/1.html").read_bytes() == before


def test_the_first_page_stays_small_with_many_games() -> None:
    games = tuple(listed(number) for number in range(10_000))
    pages = game_lists.page_numbers(games)
    assert pages == list(range(1, 101))
    links = game_lists.page_links(0, pages)
    assert [name for name, _ in links] == [f"list.d/{n}.html" for n in (1, 98, 99, 100)]
    found = game_lists.GameList(games, "Club", say("x"), [[n, "0" * 8, ["a"] * 9] for n in range(1, 11)], links)
    assert len(game_lists.index(found, None, "").encode()) < 200_000


def test_a_block_has_a_file_for_the_script_and_a_plain_page_for_each_hundred_games() -> None:
    games = tuple(listed(number) for number in range(1_000, 1_950))
    pages = {page: game_lists.page_links(page, range(1, 21)) for page in range(11, 21)}
    files, told = game_lists.block_files(game_lists.GameBlock(2, games, pages), WordIndex(()), "Club", None)
    assert [name for name, _ in files] == ["list.d/games-2.js", *(f"list.d/{n}.html" for n in range(11, 21))]
    assert isinstance(told, list)
    assert told[0] == 2
    assert [name for name, _ in pages[15]] == [f"list.d/{n}.html" for n in (1, 5, 14, 15, 16)]


def test_an_update_of_many_games_touches_the_blocks_and_pages_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_lists, "NEWEST", 1)
    monkeypatch.setattr(game_lists, "ON_A_PAGE", 1)
    monkeypatch.setattr(game_lists, "IN_A_BLOCK", 1)
    begin("cup")
    archived()
    play(1)
    differs = json.loads(run("archive", "site", "--json").out)["differs"]
    assert [name for name in differs if re.match("(list|search)[.]d/", name)] == [
        *("list.d/games-3.js", "search.d/3-1.js", "list.d/3.html"),
    ]


def listed(number: int) -> game_lists.Listed:
    names = [f"A player called {number % 3000}", f"{number % 997}. Other Player"]
    seats = [Seat(seat, who, seat[0].upper(), at) for at, (seat, who) in enumerate(zip("ab", names, strict=True))]
    sitters = tuple([game_lists.Player(seat, 30, seat.id == "a") for seat in seats])
    return game_lists.Listed(
        id=f"the-spring-cup-of-the-club-{number}",
        number=number + 1,
        title="Magna Grecia",
        title_name="Magna Grecia",
        players=sitters,
        result=f"{names[0]}, by points",
        way="by points",
        manner="by points",
        began="2026-11-01T10:00:00Z",
        last="2026-11-20T10:00:00Z",
        entries=50,
        status="closed",
        says="finished",
        made=True,
        has_notes=True,
        has_board=True,
        trouble="",
    )


def test_a_game_has_a_small_picture_of_its_last_board_where_it_is_listed() -> None:
    archived()
    for id in ("bruttium-2", "rhombus-2"):
        assert 1000 < (SITE / id / "board.svg").stat().st_size < 13_000
        assert f'<img class="thumbnail" src="{id}/board.svg" alt="" width="56" height="56" loading="lazy">' in text(
            "index.html"
        )
        assert 'src="board.svg"' in text(f"{id}/record.html")
    assert '<path id="quarry"' in (drawn := text("rhombus-2/board.svg"))
    assert drawn.count('<use href="#') == 18 + 16  # the buildings of both


@pytest.mark.parametrize(
    ("game", "victory"),
    [
        (
            "bruttium-2",
            "Theano won by 3 points over Milon. Oracles made the difference: 16 to 8. "
            "Theano was ahead from round 8 on.",
        ),
        ("rhombus-2", "Lysander connected the shrines s1 and s2. Nobody else was close to a connection."),
    ],
)
def test_a_record_says_how_the_game_was_won(game: str, victory: str) -> None:
    archived()
    assert f'<p class="victory">{victory}' in text(f"{game}/record.html")
    assert f'<meta property="og:description" content="{victory}' in text(f"{game}/record.html")


def test_a_running_game_was_won_by_nobody() -> None:
    begin("cup")
    archived()
    assert 'class="victory"' not in text("cup/record.html")


def test_a_player_has_a_page_with_games_results_and_opponents() -> None:
    archived()
    page = text(player_page_name("Theano"))
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition("<main>")[2]))
    assert "Results Title Games Won Average points Magna Grecia 1 1 33.0" in told
    assert "Final places Players Place 1 Place 2 2 1 0" in told
    assert "Seats Seat Title Games Won yellow Magna Grecia 1 1" in told
    assert "Opponents Opponent Games Won They won Milon 1 1 0" in told
    assert re.findall(r'<a href="([^"]*?)">Milon<', page) == [player_page_name("Milon").removeprefix("players.d/")]
    assert 'href="../bruttium-2/index.html"' in page
    assert f'href="../{player_page_name("Theano")}"' in text("bruttium-2/record.html")


def test_every_link_of_every_page_points_to_a_file() -> None:
    archived()
    pages = [*SITE.glob("*.html"), *SITE.glob("players.d/*.html")]
    assert len(pages) == 7
    for page in pages:
        links = re.findall(r'(?:href|src)="([^#"]+)"', page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).resolve().is_file()] == []


def test_names_that_differ_at_all_have_pages_of_their_own_with_plain_names() -> None:
    names = ["Anna", "anna", "Ánna", "Anna ", "../../etc", "", "Ἀθήνη", "a" * 300, "CON", "a/b", "A.B"]
    pages = [player_page_name(name) for name in names]
    assert len({*map(str.casefold, pages)}) == len(names)
    assert [page for page in pages if not re.fullmatch(r"players\.d/[a-z0-9-]{1,50}\.html", page)] == []


def game(id: str, *sitters: tuple[str, str, int], winners: tuple[str, ...]) -> Summary:
    facts: dict[str, Any] = dict.fromkeys(("board", "way", "headline", "began", "last", "birth", "head", "chance"), "")
    seats = tuple([Sitter(seat, player, score, at, "") for at, (seat, player, score) in enumerate(sitters, 1)])
    return Summary(
        id=id, title="toy", name="Toy", status="closed", sealed=False, sitters=seats, winners=winners, unit="points",
        entries=9, turns=8, **facts,
    )  # fmt: skip


def test_results_against_each_other_count_shared_victories_in_shares() -> None:
    games = [
        game("one", ("red", "Anna", 9), ("blue", "Bruno", 7), winners=("red",)),
        game("two", ("red", "Bruno", 9), ("blue", "Anna", 9), winners=("red", "blue")),
        game("three", ("red", "Anna", 3), ("blue", "Bruno", 2), ("green", "Anna", 1), winners=("blue",)),
    ]
    played = players.seats_played(games)["Anna"]
    ((opponent, common),) = players.common_games("Anna", played)
    assert (opponent, len(common)) == ("Bruno", 3)
    assert (players.victories("Anna", common), players.victories("Bruno", common)) == (Fraction(3, 2), Fraction(3, 2))


def test_the_place_of_a_seat_is_that_among_winners_and_counts() -> None:
    ended = game("one", ("a", "A", 5), ("b", "B", 9), ("c", "C", 7), ("d", "D", 7), winners=("a",))
    assert [players.rank(ended, each) for each in ended.sitters] == [1, 2, 3, 3]


def test_percentages_of_a_player_have_an_interval() -> None:
    games = [game(f"g{n}", ("red", "Anna", 9), ("blue", "Bruno", 7), winners=("red",)) for n in range(5)]
    results = next(players.figures("Anna", players.seats_played(games)["Anna"]))
    assert str(results.rows[0][2].says) == "5 (100 %, 57\N{EN DASH}100 %)"  # type: ignore[union-attr]


def test_practice_games_and_faulty_games_are_listed_but_do_not_count() -> None:
    ran = run("new", "magna-grecia", "--id", "try", "--practice", "--player", "yellow=Theano", "--player", "red=Eva")
    assert ran.code == 0, ran.err
    play(2, "try")
    archived()
    page = text(player_page_name("Theano"))
    assert "Games: 2; finished: 1" in page
    assert ">Eva</a></th>" not in page
    assert "Games: 1; finished: 0" in text(player_page_name("Eva"))
    assert '["try","Magna Grecia, practice game","Magna Grecia",' in text("list.d/games-1.js")


def test_pages_of_players_who_are_gone_are_removed() -> None:
    archived()
    page = SITE / player_page_name("Theano")
    assert page.is_file()
    for path in Path("games/bruttium-2").iterdir():
        path.unlink()
    Path("games/bruttium-2").rmdir()
    archived("--prune")
    assert not page.exists()


def test_the_data_of_the_list_names_each_player_once() -> None:
    archived()
    raw = text("list.d/games-1.js")
    facts = json.loads(raw.removeprefix('refereeArchive("list.d/games-1",').removesuffix(");\n"))
    assert [name for name, _ in facts["players"]] == ["Theano", "Milon", "Aspasia", "Lysander"]
    assert [each[0] for each in facts["games"]] == ["bruttium-2", "rhombus-2"]
