"""Parts that several pages have are drawn once, and again where anything about them differs; so are whole pages."""

from typing import Any

import pytest
import sample
import sample_menu
from markupsafe import Markup

from referee.report.html import html_report
from referee.report.html.shared_parts import KEPT, drawn_once
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import Paints
from referee.show.view import ReportTable, Row, View
from referee.words import speaking, term

RED = Paint(1, "#aa0000", "#ffffff", 0, "R")
PAINTS = {"red": RED}


def table(name: str, *cells: str) -> ReportTable:
    return ReportTable(name, term(name), (term("card"),), (Row(tuple(cells), ()),))


@pytest.fixture
def drawn() -> list[str]:
    """The names of the tables that were drawn, in their order."""
    KEPT.clear()
    return []


def show(part: ReportTable, drawn: list[str], paints: Paints = PAINTS) -> str:
    def draw(each: ReportTable, painted: Paints) -> Markup:
        drawn.append(str(each.heading))
        return Markup("{} {} {}").format(each.heading, each.rows[0].cells, sorted(painted))

    return drawn_once(part, paints, draw)


def test_equal_parts_are_drawn_once(drawn: list[str]) -> None:
    first = [show(table(name, "a"), drawn) for name in ("one", "two", "three")]
    assert [show(table(name, "a"), drawn) for name in ("one", "two", "three")] == first
    assert drawn == ["one", "two", "three"]


def test_whatever_differs_is_drawn_again(drawn: list[str]) -> None:
    for part in (table("one", "a"), table("one", "b"), table("one", "a", "b")):
        show(part, drawn)
    show(table("one", "a"), drawn, {"red": RED, "blue": RED})
    with speaking("it"):
        show(table("one", "a"), drawn)
    assert len(drawn) == 5
    assert "b" in show(table("one", "b"), drawn)


def test_what_no_page_asked_for_lately_is_forgotten(drawn: list[str]) -> None:
    for number in range(100):
        show(table(f"table {number}", "a"), drawn)
    assert len(KEPT) < 50
    show(table("table 0", "a"), drawn)
    assert len(drawn) == 101


def test_the_page_of_a_view_is_made_once_and_of_another_or_in_another_way_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[View] = []
    new = html_report.new_report

    def noted(view: View, *rest: Any) -> html_report.PageInParts:
        made.append(view)
        return new(view, *rest)

    monkeypatch.setattr(html_report, "new_report", noted)
    view, equal = sample.view(), sample.view()._replace(entry=sample.view().entry)
    with html_report.LAST_REPORTS.keep(3):
        first = html_report.report(view)
        assert html_report.report(view) == first
        assert len(made) == 1
        assert html_report.report(view, "safe") != first
        with speaking("it"):
            assert html_report.report(view) != first
        assert html_report.report(equal) == first  # equal, and perhaps of another reader: it is made for itself
        assert len(made) == 4
        view = view._replace(seat=sample_menu.SEAT)
        assert html_report.report(view, None, sample_menu.menu()) != html_report.report(view)
        assert len(made) == 6


def test_a_command_keeps_no_page() -> None:
    view = sample.view()
    with html_report.LAST_REPORTS.keep(3):
        html_report.report(view)
    assert not html_report.LAST_REPORTS.made
    html_report.report(view)
    assert not html_report.LAST_REPORTS.made
