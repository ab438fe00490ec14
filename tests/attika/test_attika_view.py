"""The view of Attika in random games: all events are shown, all rules exist, lines fit the page, blocks are legal."""

import re
from typing import Any

import pytest
from attika_games import GAMES, played
from ground import board_of

from referee import reading
from referee.report.text import text_report
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance
from referee.show.view import MODERATOR, ReportTable, View
from referee.titles.attika import RULEBOOK
from referee.titles.attika.rules.events import ActionDone
from referee.titles.attika.rules.state import Built
from referee.titles.attika.rules.turns import built_count
from referee.titles.attika.show import mats
from referee.titles.attika.show.standing import FAR, Link
from referee.titles.attika.show.story import WORDS
from referee.words import Phrase, abbreviations, speaking


def tables(view: View) -> list[ReportTable]:
    return [each for each in view.sections if isinstance(each, ReportTable)]


def shown(game: int, number: int, seat: str = "") -> View:
    header, moments = played(game)
    return RULEBOOK.show().view(header, moments[: number + 1], seat)


def some(game: int) -> list[int]:
    """A few entries of a game, the deal and the last one among them."""
    last = len(played(game)[1]) - 1
    return sorted({1, 2, 3, last, *range(5, last, max(1, last // 12))})


def tile_due(game: int) -> int:
    """The first entry after which a tile must be placed."""
    return next(moment.number for moment in played(game)[1][1:] if moment.position.turn.tile)


def law_numbers() -> set[str]:
    with open(f"{RULEBOOK.folder}/law.yaml", encoding="utf-8") as file:
        return set(re.findall(r"\bAT-[0-9]+\.[0-9]+\b", file.read()))


ALL = range(len(GAMES))
OWN = "from a file of this game"


@pytest.mark.parametrize("field", ["components", "tiles", "layout"])
def test_what_a_game_brings_itself_is_never_shown_as_shipped(field: str) -> None:
    """AT-1.6: whatever name and provenance its file has."""
    header, moments = played(0)
    for own in (False, True):
        view = RULEBOOK.show().view({**header, field: {"own": {}} if own else header[field]}, moments[:2], "")
        told = [line for line in map(str, (*view.provenance, board_of(view).provenance)) if OWN in line]
        assert bool(told) == own
        assert all(field == "components" or f"{field.title()} " in line for line in told)


@pytest.mark.parametrize("game", ALL)
def test_every_event_has_a_sentence(game: int) -> None:
    told = {type(event) for moment in played(game)[1] for event in moment.events} - {ActionDone}
    assert told <= {*WORDS}


@pytest.mark.parametrize("game", ALL)
def test_every_sentence_cites_rules_that_there_are(game: int) -> None:
    law = law_numbers()
    for number in some(game):
        view = shown(game, number)
        lines = [line for line in view.story.lines if " wrote: " not in str(line.says)]
        assert all(line.rules for line in lines)
        rules = {rule for line in (*lines, *(view.asked.may.lines if view.asked else ())) for rule in line.rules}
        rules |= {
            rule
            for table in view.sections
            if isinstance(table, ReportTable)
            for row in table.rows
            for rule in row.rules
        }
        assert rules <= law


@pytest.mark.parametrize("seat", ["", "athens", "corinth", MODERATOR])
@pytest.mark.parametrize("game", ALL)
def test_the_text_fits_a_page_of_72_columns(game: int, seat: str) -> None:
    for number in [*some(game), tile_due(game)]:
        view = shown(game, number, seat)
        block = view.asked.block.split("\n") if view.asked else []
        too_long = [line for line in text_report.report(view).split("\n") if len(line) > 72 and line not in block]
        assert not too_long


@pytest.mark.parametrize("game", ALL)
def test_hands_are_shown_to_who_may_see_them(game: int) -> None:
    """AT-2.4, AT-9.1."""
    seats = list(played(game)[0]["seats"])
    for reader, secret in (("", []), ("athens", ["athens"]), (MODERATOR, seats)):
        rows = [row.seat for each in tables(shown(game, 20, reader)) if each.id == "hands" for row in each.rows]
        assert sorted(rows) == (seats if GAMES[game][1] == "open" else secret)


@pytest.mark.parametrize("game", ALL)
def test_the_block_is_legal_and_so_is_each_of_its_examples(game: int) -> None:
    """Each line after a `#` by itself, made of what the seat to move may see."""
    _, moments = played(game)
    for moment in moments[1:-1:3]:
        mover = moment.position.seat
        asked = shown(game, moment.number, mover).asked
        assert asked is not None
        for move in written(asked.block):
            try:
                ruling = judge(RULEBOOK.play, moment.position, {**move, "seat": mover}, refuse_chance)
            except Veiled:
                continue
            assert isinstance(ruling, Accepted), (move, ruling)


def written(block: str) -> list[dict[str, Any]]:
    """The moves that a player can make of a block: unchanged (unless that is empty), and with one `# ` deleted."""
    lines = block.split("\n")
    standing = "\n".join(line for line in lines if not line.startswith("#"))
    examples = [line[2:] for line in lines if line.startswith("#   - ")]
    head = standing.split("actions:")[0].split("end:")[0]
    texts = [standing] if "actions:" in standing or "end:" in standing else []
    texts += [f"{head}actions:\n{each}\n" for each in examples]
    texts += [f"{head}end: true\n"] if "# end: true" in lines else []
    return [reading.typed_data(reading.read_source(each.encode(), "block"), "attika.move") for each in texts]


def test_a_tile_that_is_due_is_shown_with_its_places_and_turns() -> None:
    view = shown(2, tile_due(2))
    candidates = [space for space in board_of(view).spaces if space.ground.is_offer]
    table = next(each for each in view.sections if each.id == "places")
    assert isinstance(table, ReportTable)
    told = " ".join(str(row.cells[1]) for row in table.rows)
    assert len(candidates) == told.count(":")
    assert 1 <= len(board_of(view).insets) <= 6


def test_no_two_buildings_have_the_same_letters_on_the_board() -> None:
    box = played(0)[1][1].position.setting.box
    assert len(set(abbreviations({each.id: each.name for each in box.buildings.values()}).values())) == len(
        box.buildings
    )


def test_the_end_says_who_won_and_why() -> None:
    for game in ALL:
        view = shown(game, len(played(game)[1]) - 1)
        assert view.asked is None
        assert str(view.headline).startswith("The game is over: ")
        told = [str(line.says) for line in view.story.lines if " wrote: " not in str(line.says)]
        assert told[-1].endswith(("wins.", "share the victory."))
        assert isinstance(view.headline, Phrase)


@pytest.mark.parametrize("game", ALL)
def test_the_order_in_a_block_is_for_a_building_that_may_be_drawn(game: int) -> None:
    """AT-2.2, AT-10.9: it is in one of the seat's stacks, as far as is known."""
    found = 0
    for number in some(game):
        asked, position = shown(game, number).asked, played(game)[1][number].position
        order = re.search(r"draw: \{stack: (\w+), then: \[\{if: ([a-z ]+),", asked.block if asked else "")
        if not order:
            continue
        stack, name = order.groups()
        building = next(each for each in position.setting.box.buildings.values() if each.name == name)
        mat = position.mats[position.seat]
        drawn = mat.stored.count(building.id)
        drawn += list(position.buildings.values()).count(Built(position.seat, building.id))
        assert building.main == (stack == "main")
        assert drawn < building.number
        found += 1
    assert found


def test_ways_between_shrines_that_cannot_be_built_say_why() -> None:
    position = played(0)[1][-1].position
    left = position.setting.number - built_count(position, position.course.order[0])
    for needed, words in (
        (FAR, "as it is"),
        (left + 1, f"more than the {left} left"),
        (2, "2 buildings between s1"),
    ):
        assert words in str(mats.way(position, position.course.order[0], Link(0, 1, needed, ())))


def test_letters_that_are_not_the_first_of_a_name_have_a_key_next_to_the_board() -> None:
    view = shown(0, len(played(0)[1]) - 1)
    box = played(0)[1][1].position.setting.box
    odd = {
        short: id
        for id, short in abbreviations({each.id: each.name for each in box.buildings.values()}).items()
        if not box.buildings[id].name.startswith(short)
    }
    assert {"stu", "vit"} <= set(odd)
    built = {piece.text for space in board_of(view).spaces for piece in space.pieces}
    assert built & set(odd)
    text = " ".join(text_report.report(view).split())
    assert all((f"{short}: {box.buildings[id].name}" in text) == (short in built) for short, id in odd.items())


def test_letters_on_the_board_are_those_of_the_name_in_the_readers_language() -> None:
    box = played(0)[1][1].position.setting.box
    tower = next(id for id, building in box.buildings.items() if building.name == "tower")
    for language, letters in (("en", "tow"), ("de", "tur"), ("fr", "tou"), ("it", "tor")):
        with speaking(language):
            found = abbreviations({each.id: each.name for each in box.buildings.values()})
        assert found[tower] == letters
        assert len(set(found.values())) == len(box.buildings)


def test_no_sentence_about_a_turn_has_marks_of_code() -> None:
    for seed in range(3):
        moments = played(seed)[1]
        for at in range(0, len(moments), 3):
            assert not [line for line in shown(seed, at).story.lines if "`" in str(line.says)]


def test_the_way_to_a_placed_tile_is_in_the_language_of_the_reader() -> None:
    told = set()
    for language, word in (("en", " from "), ("de", " von "), ("fr", " depuis "), ("it", " da ")):
        with speaking(language):
            for at in range(len(played(0)[1])):
                lines = [
                    str(line.says)
                    for line in shown(0, at).story.lines
                    if "number" in line.says.facts and "tile" in line.says.facts
                ]
                assert all(word in line for line in lines)
                told.update(lines)
    assert told


def test_when_the_game_is_over_the_winner_stands_first() -> None:
    firsts = 0
    for seed in ALL:
        at = len(played(seed)[1]) - 1
        won, view = played(seed)[1][at].position.course.winners, shown(seed, at)
        table = next((each for each in view.sections if isinstance(each, ReportTable) and each.id == "victory"), None)
        if won and table:
            firsts += 1
            assert [table.rows[0].seat, view.standing[0].seat] == [won[0], won[0]]
            assert view.standing[0].rank == 1
    assert firsts
