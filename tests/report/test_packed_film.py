"""A packed film unpacks unchanged: after every frame each space shows the same as its still."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.report.pictures.palette import paints
from referee.report.replay.packed_film import GAP, GONE, PackedFilm, PlayedLine, Shape, StillCaption, sides
from referee.show.film import Film, Seen, Still
from referee.show.view import (
    LAND,
    Board,
    Line,
    ReportTable,
    Row,
    Seat,
    Space,
)
from referee.titles.magna_grecia.show.picture import city_piece
from referee.words import say

SEATS = (Seat("red", "Anna", "R"), Seat("blue", "Bruno", "B"))
NOWHERE = Board("none", say(""), ())


def space(q: int, r: int, seat: str = "", tile: str = "") -> Space:
    pieces = (city_piece(seat),) if seat else ()
    return Space(q, r, f"{q}/{r}", LAND, "", pieces, say("{seat} city", seat=seat) if seat else say(""), tile)


def still(spaces: tuple[Space, ...], score: int = 0) -> Still:
    table = ReportTable("t", say("Table"), (say("Seat"), say("Points")), (Row(("red", score), (), "red"),))
    story = (Line(say("Now {score}.", score=score), ("R-1",), "red"),)
    return Still(
        spaces, say("After {score}", score=score), (score, 0), (say("Odd"),) * (score % 2), (Seen(story, (table,)),)
    )


def packed(stills: list[Still], film: PackedFilm | None = None, place: int = 0) -> tuple[PackedFilm, dict[str, Any]]:
    film = film or PackedFilm(tuple(paints(SEATS).items()), {}, branches=[9])
    captions = tuple([StillCaption(at, "", "red") for at in range(len(stills))])
    return film, film.line_facts(
        PlayedLine(captions, Film(SEATS, NOWHERE, (), say("Points"), iter(stills)), place=place)
    )


def unpacked(film: PackedFilm, frames: list[Any], board: dict[Any, Shape]) -> Iterator[dict[Any, Shape]]:
    """As the script does it."""
    places = list(film.cells)
    for frame in frames:
        changes = frame[7]
        for at in range(0, len(changes), 5):
            board[places[changes[at]]] = Shape(*changes[at + 1 : at + 5])
        yield {place: shape for place, shape in board.items() if shape != GONE}


def shown(film: PackedFilm, spaces: tuple[Space, ...]) -> dict[Any, Shape]:
    now = {(each.q, each.r): each for each in spaces}
    return {place: film.shape(each, sides(now, each)) for place, each in now.items()}


@pytest.mark.parametrize("seed", range(20))
def test_each_frame_is_its_still_whatever_comes_goes_and_changes(seed: int) -> None:
    """Spaces appear, vanish, change owner and tile; a space may be an equal one, or the same."""
    rng = random.Random(seed)
    known = {place: space(*place, tile=rng.choice(["", "1"])) for place in [(0, 0), (1, 0), (2, 0)]}
    stills = []
    for score in range(25):
        for place in rng.sample([(q, r) for q in range(4) for r in range(3)], 2):
            change = space(*place, rng.choice(["", "red", "blue"]), rng.choice(["", "1", "2"]))
            if rng.random() < 0.3 and len(known) > 1:
                known.pop(place, None)
            else:
                known[place] = change
        stills.append(still(tuple(known.values()), score))
    film, line = packed(stills)
    for found, each in zip(unpacked(film, line["frames"], {}), stills, strict=True):
        assert found == shown(film, each.spaces)
    branch = [still((space(0, 0, "red"), space(3, 2)), 99)]
    _, other = packed(branch, film, place=9)
    (end,) = unpacked(film, other["frames"], dict(shown(film, stills[8].spaces)))
    assert end == shown(film, branch[0].spaces)


def test_repeated_values_are_kept_once() -> None:
    spaces = (space(0, 0), space(1, 0, "red"))
    film, line = packed([still(spaces, 4), still(spaces, 4), still(spaces, 5)])
    assert [frame[7] for frame in line["frames"][1:]] == [[], []]
    assert line["frames"][0][8] == line["frames"][1][8] != line["frames"][2][8]
    facts = film.facts_of_all()
    assert all(
        len(facts[name]) == len(dict.fromkeys(facts[name])) for name in ("texts", "bits", "looks", "says", "rows")
    )
    assert facts["says"] == [("Now 4.", "red", "R-1"), ("Now 5.", "red", "R-1")]


def test_a_word_may_be_heading_and_cell_and_a_reader_may_see_nothing() -> None:
    """A title may give the same object wherever it says the same."""
    word = say("Points")
    table = ReportTable("t", word, (word,), (Row((word,)),))
    told = still(())._replace(headline=word, seen=(Seen((), (table,)), Seen((), ())))
    film, line = packed([told])
    place = list(film.texts).index("Points")
    assert list(film.heads) == [("Points", ("Points", 0))]
    assert list(film.rows) == [("", 0, place)]
    assert [list(film.seen)[each] for each in line["frames"][0][8]] == [(0, 0), (0,)]


def test_a_drawing_is_that_of_the_report() -> None:
    """Line by line, without the place, the label and the words, which the page adds itself."""
    film, _ = packed([still((space(1, 0, "red"), space(2, 0)))])
    (fresh, *bits), (_, *bare) = film.looks
    assert fresh == 0
    markup, other = ["".join(list(film.bits)[bit] for bit in each) for each in (bits, bare)]
    assert markup.startswith('<g class="soil"><use href="#hex"')
    assert re.findall(r'<g class="(\w+)">', markup) == ["soil", "standing"]
    assert re.findall(r'<g class="(\w+)">', other) == ["soil", "lettering"]
    assert '<use href="#tile0"/>' in markup
    assert f">{GAP}</text>" in other
    assert "1/0" not in markup + other
    assert "<title" not in markup + other


def test_milestones_of_title_and_entry_are_joined_once() -> None:
    film, line = packed([still((), 1)])
    assert [list(film.texts)[each] for each in line["frames"][0][6]] == ["Odd"]
