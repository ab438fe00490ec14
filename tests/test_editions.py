"""A title has editions: its logs name the one that judges them, and an older one never changes."""

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from referee import titles
from referee.app.errors import Refused
from referee.app.game_access import book_of
from referee.rules import replay
from referee.rules.law import edition_of
from referee.rules.rulebook import AnyRulebook, Option
from referee.words import say

OURS = pytest.mark.parametrize("title", titles.OURS)


@OURS
def test_an_edition_says_all_that_it_decides(title: str) -> None:
    book = titles.book(title)
    assert [each.number for each in book.editions] == list(range(1, len(book.editions) + 1))
    assert book.edition == book.editions[-1]
    for edition in book.editions:
        assert edition.options.items() <= {(each.name, value) for each in book.options for value in each.values}
        assert [each.name for each in book.policies] == list(edition.policies._fields)
        assert all(value in policy.values for policy, value in zip(book.policies, edition.policies, strict=True))
        assert str(edition.says)
        assert edition.reader.startswith("referee ")


@OURS
def test_neighbouring_editions_differ_in_a_policy_an_option_or_data(title: str) -> None:
    book = titles.book(title)
    decided = [(each.policies, each.options, each.data) for each in book.editions]
    assert all(before != after for before, after in itertools.pairwise(decided))


def with_edition(book: AnyRulebook, **changes: Any) -> AnyRulebook:
    """The title with one more edition, the newest."""
    newest = book.editions[-1]._replace(number=len(book.editions) + 1, **changes)
    return book._replace(editions=(*book.editions, newest), edition=newest)


TIE_BREAK = Option("tie_break", ("tiles", "none"), "MG-10.4", say("what breaks a tie"))


def test_a_header_without_an_option_means_the_value_of_its_edition() -> None:
    book = titles.book("magna-grecia")
    book = book._replace(options=(*book.options, TIE_BREAK))
    newer = with_edition(book, options={**book.edition.options, "tie_break": "none"})
    older: Mapping[str, Any] = {"edition": "1", "options": {"rounds": "8"}}
    newest: Mapping[str, Any] = {"edition": str(newer.edition.number), "options": {"rounds": "8"}}
    assert newer.header_with_options(older)["options"]["tie_break"] == "tiles"
    found = newer.header_with_options(newest)["options"]
    assert found.keys() == {each.name for each in book.options}
    assert {*found.items()} >= {*newer.edition.options.items()} - {("rounds", "12")} | {("rounds", "8")}


def test_the_newest_edition_judges_what_names_none() -> None:
    book = with_edition(titles.book("attika"))
    assert edition_of(book.editions, {}) == book.editions[-1]
    assert [book.under({"edition": each.number}).edition for each in book.editions] == list(book.editions)


@pytest.mark.parametrize("number", ["0", "99", "first", "01", ""])
def test_there_is_no_other_edition(number: str) -> None:
    with pytest.raises(LookupError):
        titles.book("attika").under({"edition": number})


def test_a_log_of_a_newer_edition_says_which_program_reads_it() -> None:
    with pytest.raises(Refused) as refused:
        book_of({"title": "attika", "edition": "99", "reader": "referee 7.0.0"})
    assert "edition 99 of Attika" in str(refused.value.says)
    assert str(refused.value.hint) == "It is not damaged. Read it with referee 7.0.0 or a newer version."


def test_what_state_covers_belongs_to_the_edition() -> None:
    """Another field in the public form of a newer edition leaves the sealed positions of older ones unchanged."""
    book = titles.book("magna-grecia")
    newer = with_edition(book, public=lambda position: {**book.public(position), "tiles": len(position.roads)})
    header = {"title": book.id, "seats": {"red": "", "yellow": ""}}
    position = book.set_up.begin(
        book.header_with_options({**header, **book.furnished_fields({**header, "options": book.usual_options})})
    )
    older = newer.under({"edition": book.edition.number})
    assert replay.state_of(older, position) == replay.state_of(book, position) != replay.state_of(newer, position)
