"""The tables of the view, compared with the real results of the rules and the final scoring."""

import re
from functools import reduce
from typing import Any

import pytest
from view_games import VARIANTS, fate_of, played, section, shown

from referee.rules.ruling import Accepted, AnyAccepted, judge
from referee.show.view import ReportTable, Row
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules import markets
from referee.titles.magna_grecia.rules.events import GameEnded
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE
from referee.words import speaking

ALL = range(len(VARIANTS))
LABEL = re.compile(r"\b[A-Z][0-9]{1,2}\b")


def middle(variant: int) -> list[int]:
    """Some entries in the midst of a game, where a seat is to move."""
    _, moments = played(variant)
    first = next(each.number for each in moments if each.position.clock.round)
    return list(range(first, len(moments) - 1, 6))


def by_seat(table: ReportTable) -> dict[str, Row]:
    return {row.seat: row for row in table.rows}


def labels(word: Any) -> list[str]:
    return LABEL.findall(str(word))


@pytest.mark.parametrize("variant", ALL)
def test_projected_standing_is_what_the_final_scoring_would_give(variant: int) -> None:
    _, moments = played(variant)
    for number in middle(variant):
        position = moments[number].position
        scored = list(markets.final_scoring(position))
        position = reduce(evolve, scored, position)
        ended = scored[-1]
        assert isinstance(ended, GameEnded)
        rows = section(shown(variant, number), "standing").rows
        assert {row.seat: row.cells[5] for row in rows} == {s: p.points for s, p in position.purses.items()}
        assert all(row.cells[2] + row.cells[3] + row.cells[4] == row.cells[5] for row in rows)
        assert {row.seat for row in rows if row.cells[0] == 1} == set(ended.winners)
        assert [row.cells[0] for row in rows] == sorted(row.cells[0] for row in rows)


@pytest.mark.parametrize("variant", ALL)
def test_every_market_is_shown_with_its_connections(variant: int) -> None:
    _, moments = played(variant)
    for number in middle(variant):
        position = moments[number].position
        view = shown(variant, number)
        if not position.markets:
            assert "markets" not in [each.id for each in view.sections]
            continue
        table = section(view, "markets")
        told, place, linked = [], "", ""
        for row in table.rows:
            name, seat, state, worth, links = (str(cell) for cell in row.cells)
            place, linked = (name.split()[0], links) if name else (place, linked)
            there = position.links.get(position.setting.board.cells[place], {})
            assert len(labels(linked)) == len(there)
            assert set(labels(linked)) == {position.label(each) for each in there}
            assert int(worth) == (len(there) if state.startswith("active") else 0)
            told.append((place, seat, state == "sold"))
        kept = [(position.label(p), m.seat, m.sold) for p in sorted(position.markets) for m in position.markets[p]]
        assert told == kept


@pytest.mark.parametrize("variant", ALL)
def test_building_and_selling_cost_and_bring_what_the_tables_say(variant: int) -> None:
    header, moments = played(variant)
    fate = fate_of(header, 1)
    for number in middle(variant):
        position, view = moments[number].position, shown(variant, number)
        told = []
        for row in section(view, "costs").rows:
            for label in labels(row.cells[0]):
                told.append(label)
                ruling = judge(RULEBOOK.play, position, alone(position, "build", label), fate)
                assert isinstance(ruling, Accepted) == (str(row.cells[3]) == "yes")
                if isinstance(ruling, Accepted):
                    assert change(position, ruling, number) == -row.cells[1]
                else:
                    assert {violation.rule for violation in ruling.violations} <= set(row.rules)
        assert sorted(told) == sorted(other_places(position))
        may = [str(row.cells[3]) == "yes" for row in section(view, "costs").rows]
        assert may == sorted(may, reverse=True)
        for row in getattr(section(view, "sales"), "rows", ()):
            ruling = judge(RULEBOOK.play, position, alone(position, "sell", labels(row.cells[0])[0]), fate)
            assert isinstance(ruling, Accepted)
            assert change(position, ruling, number) == row.cells[1]


def alone(position: Any, kind: str, label: str) -> dict[str, Any]:
    return {"seat": position.seat, "market": {kind: label}}


def change(position: Any, ruling: AnyAccepted, number: int) -> int:
    """By how much the mover's points changed, before any final scoring."""
    after = position
    for event in ruling.events:
        if type(event).__name__ == "TurnEnded":
            break
        after = evolve(after, event)
    return int(after.purses[position.seat].points - position.purses[position.seat].points)


def other_places(position: Any) -> list[str]:
    villages = [
        cell for cell, printed in enumerate(position.setting.board.village) if printed and position.is_village(cell)
    ]
    cities = [place for place, city in position.cities.items() if city.seat != position.seat]
    return [position.label(cell) for cell in (*villages, *cities)]


@pytest.mark.parametrize("variant", ALL)
def test_sales_are_all_that_the_rules_allow(variant: int) -> None:
    header, moments = played(variant)
    fate = fate_of(header, 1)
    for number in middle(variant):
        position = moments[number].position
        told = [labels(row.cells[0])[0] for row in getattr(section(shown(variant, number), "sales"), "rows", ())]
        places = [position.label(place) for place in sorted(position.markets)]
        lawful = [
            at
            for at in places
            if isinstance(judge(RULEBOOK.play, position, alone(position, "sell", at), fate), Accepted)
        ]
        assert told == lawful


@pytest.mark.parametrize("variant", ALL)
def test_oracles_show_holder_rivals_and_their_needs(variant: int) -> None:
    _, moments = played(variant)
    for number in middle(variant):
        position = moments[number].position
        view = shown(variant, number)
        if all(holder(position, oracle) == NOWHERE for oracle in position.oracles):
            assert "oracles" not in [each.id for each in view.sections]
            continue
        rows = section(view, "oracles").rows
        assert [labels(row.cells[0])[0] for row in rows] == [position.label(oracle) for oracle in position.oracles]
        for row, oracle in zip(rows, position.oracles, strict=True):
            city = holder(position, oracle)
            if city == NOWHERE:
                assert (str(row.cells[1]), row.seat) == ("nobody", "")
                continue
            assert labels(row.cells[1]) == [position.label(city)]
            assert row.cells[2] == len(position.links[city])
            rivals = re.findall(r"([A-Z][0-9]+)[^,]* with (\d+), needs (\d+) more", str(row.cells[3]))
            cities = {position.label(each) for each in position.links[oracle] if each in position.cities}
            assert {label for label, _, _ in rivals} == cities - {position.label(city)}
            assert all(int(have) + int(more) == row.cells[2] + 1 for _, have, more in rivals)


@pytest.mark.parametrize("variant", ALL)
def test_final_scoring_runs_to_the_final_points(variant: int) -> None:
    _, moments = played(variant)
    view, seats = shown(variant), moments[-1].position.setting.seats
    rows = section(view, "final").rows
    points = dict(zip(seats, rows[0].cells[1:], strict=True))
    totals = next(row for row in rows if row.strong)
    for row in rows[1 : rows.index(totals)]:
        for seat, cell in zip(seats, row.cells[1:], strict=True):
            step = re.fullmatch(r"(\d+) \(\+(\d+)\)", str(cell))
            if step:
                points[seat] += int(step[2])
                assert points[seat] == int(step[1])
    end = {seat: purse.points for seat, purse in moments[-1].position.purses.items()}
    assert points == end == dict(zip(seats, totals.cells[1:], strict=True))
    assert {row.seat: row.cells[5] for row in section(view, "standing").rows} == end
    assert view.asked is None
    assert [seat for seat, cell in zip(seats, rows[-1].cells[1:], strict=True) if str(cell)] == list(
        moments[-1].events[-1].winners
    )


@pytest.mark.parametrize("variant", ALL)
def test_score_by_round_is_the_record_of_the_game(variant: int) -> None:
    header, moments = played(variant)
    view, seats = shown(variant), moments[0].position.setting.seats
    chart = section(view, "rounds")
    table = chart.table
    last = int(header["options"]["rounds"])
    assert [*map(str, chart.x)] == ["start", *[str(number) for number in range(1, last + 1)], "end"]
    columns = zip(*[row.cells[2:] for row in table.rows], strict=True)
    for series, column in zip(chart.series, columns, strict=True):
        assert [f"{total}" for total in series.values] == [str(cell).split(" (")[0] for cell in column]
    for number in range(1, last):
        ended = max(each.number for each in moments if each.position.clock.round == number)
        position = moments[ended + 1].position
        in_hand, at_end = (
            [position.purses[seat].points for seat in seats],
            [markets.projected_points(position)[seat] for seat in seats],
        )
        assert [each.values[number] for each in chart.series] == at_end
        told = [
            f"{total} ({points})" * (total != points) or str(points)
            for total, points in zip(at_end, in_hand, strict=True)
        ]
        assert [*map(str, table.rows[number].cells[2:])] == told


@pytest.mark.parametrize("variant", ALL)
def test_the_chart_and_the_replay_show_who_would_win(variant: int) -> None:
    """The total of the standing, in each entry of the replay; points in hand are spent to score later."""
    header, moments = played(variant)
    make = RULEBOOK.show().film
    assert make
    film = make(header, moments, [""])
    seats = [seat.id for seat in film.seats]
    for still in film.stills:
        totals = {row.seat: row.cells[5] for row in still.seen[0].tables[0].rows}
        assert still.scores == tuple([totals[seat] for seat in seats])
    assert str(film.score) == str(section(shown(variant), "rounds").heading)


def test_the_score_of_a_round_is_shown_when_it_is_over() -> None:
    _, moments = played(2)
    second = next(each.number for each in moments if each.position.clock.round == 2)
    assert "rounds" not in [each.id for each in shown(2, second - 1).sections]
    assert len(section(shown(2, second), "rounds").table.rows) == 2


@pytest.mark.parametrize("variant", ALL)
def test_cards_and_supplies_are_those_of_the_position(variant: int) -> None:
    _, moments = played(variant)
    for number in middle(variant):
        position, view = moments[number].position, shown(variant, number)
        cards = section(view, "cards")
        names = [str(row.cells[0]).split(": ")[1] for row in cards.rows]
        assert names == [card for card in (position.clock.card, position.clock.next_card) if card]
        assert all(seat in str(cards.note) for seat in position.setting.seats)
        assert {row.seat: row.cells[1:] for row in section(view, "supplies").rows} == position.purses


@pytest.mark.parametrize("variant", ALL)
def test_every_rule_that_is_cited_is_in_the_rules(variant: int) -> None:
    from referee import reading

    with open(RULEBOOK.folder + "/law.yaml", "rb") as file:
        known = reading.plain_data(file.read())
    numbers = set(known)
    cited: set[str] = set()
    for number in [0, 1, *middle(variant), None]:
        cited |= set(re.findall(r"MG-[0-9]+\.[0-9]+", str(plain(shown(variant, number)))))
    assert cited <= numbers
    assert len(cited) > 25


def plain(view: Any) -> Any:
    from referee.report import wording

    return wording.view(view)


def test_a_refused_build_is_shown_with_the_rule_that_refuses_it() -> None:
    """Each reason of the costs table comes up in these games, so the comparison above has compared it."""
    said = {
        str(row.cells[3]).partition(" ")[2][:8]
        for variant in ALL
        for number in middle(variant)
        for row in section(shown(variant, number), "costs").rows
    }
    assert {"has one", "has only"} <= {each.rstrip() for each in said}


def test_cards_in_the_table_of_rounds_are_named_in_the_language_of_the_reader() -> None:
    with speaking("de"):
        cards = [str(row.cells[1]) for row in section(shown(0), "rounds").table.rows[1:-1]]
    assert cards
    assert all(each.split("-")[1] in ("hoch", "mittel", "niedrig") for each in cards)
