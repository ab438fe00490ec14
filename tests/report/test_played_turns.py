"""The turns of a replay page: where they end, which of them mattered, and the spaces that a sentence names."""

from typing import Literal

import pytest

from referee.report.book.record import GameTurn, played_turns, turning_points
from referee.report.wording import spotted_text
from referee.show.film import FilmedEntry, Still
from referee.show.view import Line, Seat
from referee.words import Phrase, say, word_list

SEATS = (Seat("red", "Anna", "R"), Seat("blue", "Bruno", "B"))


def still(turn: Literal["part", "end", ""], *says: str) -> Still:
    lines = tuple([Line(say(each)) for each in says])
    return Still((), say("Somebody moves now."), (), (), (), turn=turn, digest=lines)


def cut(*stills: Still) -> list[tuple[int, list[str], list[str]]]:
    """Where turns end, what was said before them, and what they say."""
    found = played_turns(FilmedEntry(at, at, "red" if each.turn else "", each) for at, each in enumerate(stills))
    texts = [[[str(line.says) for line in lines] for lines in (turn.before, turn.lines)] for turn in found]
    return [(turn.at, before, lines) for turn, (before, lines) in zip(found, texts, strict=True)]


def test_a_turn_ends_with_its_last_part() -> None:
    """The last part tells the whole turn. An entry between two turns is told before the second one."""
    found = cut(
        still(""),
        still(""),
        still("part", "one"),
        still("part", "one, two"),
        still("end", "one, two, three"),
        still("", "an absence"),
        still("end", "four"),
        still("", "closed"),
    )
    assert found == [
        (1, [], ["Somebody moves now."]),
        (4, [], ["one, two, three"]),
        (7, ["an absence"], ["four", "closed"]),
    ]


def test_a_turn_that_continues_is_the_last_one() -> None:
    assert cut(still(""), still("end", "one"), still("", "a message"), still("part", "two")) == [
        (0, [], ["Somebody moves now."]),
        (1, [], ["one"]),
        (3, ["a message"], ["two"]),
    ]
    assert cut(still(""), still("part", "one"), still("", "a message")) == [
        (0, [], ["Somebody moves now."]),
        (2, [], ["one", "a message"]),
    ]


def test_a_turn_is_of_who_had_the_seat_then() -> None:
    """What is entered after the last turn belongs to it, but does not make it another player's."""
    anna, bruno, clara = [{"red": name} for name in ("Anna", "Bruno", "Clara")]
    course = [still("end", "one"), still("", "Bruno for Anna"), still("end", "two"), still("", "Clara for Bruno")]
    stills = [each._replace(players=names) for each, names in zip(course, (anna, bruno, bruno, clara), strict=True)]
    found = played_turns(FilmedEntry(at, at, "red" if each.turn else "", each) for at, each in enumerate(stills))
    assert [each.player for each in found] == ["Anna", "Bruno"]


def turns(*scores: tuple[int, int], milestones: dict[int, Phrase] | None = None) -> list[GameTurn]:
    """Turns of red and blue in alternation, after a start."""
    return [
        GameTurn(
            at,
            at,
            ("blue", "red")[at % 2] if at else "",
            (),
            score,
            tuple(filter(None, [(milestones or {}).get(at)])),
            players={each.id: each.player for each in SEATS},
        )
        for at, score in enumerate(scores)
    ]


FIRST = say("Bridge built")


def test_the_turns_that_mattered() -> None:
    """The first time is the start, in which everybody gains much."""
    course = turns((0, 0), (9, 0), (9, 9), (10, 9), (10, 13), (15, 13), (15, 14), milestones={3: FIRST, 5: FIRST})
    found = [(each.turn, str(each.says)) for each in turning_points(course, SEATS, [FIRST], over=True)]
    assert found == [
        (3, "Bridge built"),
        (4, "Bruno goes ahead"),
        (5, "Biggest gain: Anna +5; Anna goes ahead"),
        (6, "The last turn"),
    ]
    running = turning_points(course, SEATS, [FIRST], over=False)
    assert [each.turn for each in running] == [3, 4, 5]


def test_there_are_never_many() -> None:
    course = turns(*((at + at % 2 * 3, at + (1 - at % 2) * 3) for at in range(40)))
    assert len(turning_points(course, SEATS, [], over=True)) == 8


def test_a_game_without_scores_has_its_end_alone() -> None:
    course = [turn._replace(scores=()) for turn in turns((0, 0), (1, 0), (1, 1))]
    assert [each.turn for each in turning_points(course, SEATS, [], over=True)] == [2]
    assert turning_points(course[:1], SEATS, [], over=False) == []


SPOTS = {"5": 1, "C3": 2, "Kyme": 2, "C3 Kyme": 2, "D6": 3}


def spot(cell: int, text: str) -> str:
    return f'<span class="spot" data-cell="{cell}">{text}</span>'


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        (say("to {at}", at="C3 Kyme"), f"to {spot(2, 'C3 Kyme')}"),
        (say("to {at}.", at=say("{label} {name}", label="C3", name="Kyme")), f"to {spot(2, 'C3 Kyme')}."),
        (say("{all}", all=word_list(["D6", "C3"])), f"{spot(3, 'D6')}, {spot(2, 'C3')}"),
        (say("{number} on {hex}", number=5, hex="5"), f"5 on {spot(1, '5')}"),
        (say('{player} wrote: "{text}"', player="Kyme", text="D6"), "Kyme wrote: &#34;D6&#34;"),
        (say("{what}", what="<b>\ue0001\ue001x\ue002"), "&lt;b&gt;\ufffd1\ufffdx\ufffd"),
        (say("C3 {more}", more="is  not\x1b"), "C3 is not\ufffd"),
    ],
)
def test_only_facts_that_are_spaces_are_marked(phrase: Phrase, text: str) -> None:
    assert spotted_text(phrase, SPOTS) == text
