"""The script reads the choices of any menu back from a page's data as they are."""

from typing import Any

import sample_menu
from composing import read_choices
from hypothesis import given, settings
from hypothesis import strategies as st
from whole_menus import choices_of

from referee.report.html.composer import pieces_of
from referee.report.wording import safe_text
from referee.show.menu import Choice
from referee.words import say

MENU = sample_menu.menu()
LABEL = st.sampled_from([each.id for each in MENU.kinds]) | st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(' ,"<>&\\/|[]'), min_size=1, max_size=5
)
NUMBERS = st.lists(st.integers(-3, 40) | st.integers(-(2**40), 2**40), max_size=6).map(tuple)
SET = st.sets(st.integers(0, 9)).map(lambda numbers: tuple(sorted(numbers)))
CHOICES = st.builds(
    Choice,
    kind=st.sampled_from([each.id for each in MENU.kinds]),
    places=st.lists(LABEL, max_size=3).map(tuple),
    says=LABEL.map(lambda text: say("On {space}", space=text)),
    writes=LABEL,
    part=st.sampled_from([name for name, _ in MENU.parts]),
    after=st.lists(NUMBERS, max_size=3).map(tuple),
    bars=SET,
    unless=SET,
    uses=NUMBERS,
    gains=NUMBERS,
    sure=st.booleans(),
    many=st.booleans(),
    rank=st.integers(0, 5),
    piece=st.none() | st.sampled_from(pieces_of(MENU)),
    covers=st.integers(0, 3),
    shows=st.sampled_from(["", *[name for name, _ in MENU.shown]]),
    rough=st.booleans(),
    worth=NUMBERS,
    amounts=NUMBERS,
    joins=NUMBERS,
    alone=st.booleans(),
)


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, tuple) else value


@settings(max_examples=150, deadline=None)
@given(st.lists(CHOICES, max_size=8).map(tuple))
def test_choices_of_any_shape_are_read_back(choices: tuple[Choice, ...]) -> None:
    menu = MENU._replace(choices=choices)
    pieces: list[Any] = list(pieces_of(menu))
    expected = [
        {name: plain(value) for name, value in each._asdict().items()}
        | {"says": safe_text(each.says), "piece": pieces.index(each.piece) if each.piece else None}
        for each in choices_of(menu)
    ]
    assert read_choices(menu) == expected
