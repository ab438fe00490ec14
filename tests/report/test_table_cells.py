"""Cells of tables are escaped together: no text of a cell may reach another one, or the page itself."""

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from referee.report.html.html_report import other_cells
from referee.report.wording import safe_text

SIGNS = st.text("\0<>&'\"\ta-\u00a0é\u2028x", max_size=8)


@given(st.lists(SIGNS | st.text(max_size=20), max_size=6))
def test_each_cell_says_what_was_put_into_it(words: list[str]) -> None:
    texts = [safe_text(each) for each in words]
    cells = re.sub("<span class=whole>|</span>", "", str(other_cells(texts, [Markup("")] * len(texts))))
    found = cells.removeprefix("<td>").removesuffix("</td>").split("</td><td>") if cells else []
    assert [unescape(each) for each in found] == texts
    assert all("<" not in each and ">" not in each and '"' not in each for each in found)
