"""The view as a whole: the story, the request, the move block, and every moment that a log can have."""

from typing import Any, cast

import pytest
from ground import board_of
from view_games import AT, VARIANTS, fate_of, head, played, section, shown

from referee import reading
from referee.report import wording
from referee.report.text import text_report
from referee.rules.replay import Moment
from referee.rules.ruling import Accepted, judge
from referee.show.view import Line, View
from referee.store.documents import Entry
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.state import public
from referee.titles.magna_grecia.show.view import film

ALL = range(len(VARIANTS))
TOLD_ELSEWHERE = {"TurnEnded", "MarketRemoved", "MarketScored", "OracleScored"}


@pytest.mark.parametrize("variant", ALL)
def test_every_event_has_a_sentence_with_its_rules(variant: int) -> None:
    _, moments = played(variant)
    for moment in moments[2:]:
        lines = shown(variant, moment.number).story.lines
        events = [event for event in moment.events if type(event).__name__ not in TOLD_ELSEWHERE]
        assert len(lines) == 1 + len(events) + ("say" in moment.entry)
        assert all(line.rules for line in lines[: 1 + len(events)])
        assert str(lines[0].says).startswith(f"Entry {moment.number}: ")


def sentences(view: View) -> list[str]:
    return [str(line.says) for line in view.story.lines]


def told(variant: int, of: str) -> list[str]:
    """All sentences of a game about events of this name."""
    _, moments = played(variant)
    found = []
    for moment in moments[2:]:
        events = [type(event).__name__ for event in moment.events]
        kept = [name for name in events if name not in TOLD_ELSEWHERE]
        lines = sentences(shown(variant, moment.number))[1:]
        found += [line for line, name in zip(lines, kept, strict=False) if name == of]
    return found


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("RoadLaid", "It connects "),
        ("CityLaid", " founds a city on "),
        ("CityLaid", " expands the city "),
        ("CityLaid", " places the first tile of a new city at "),
        ("MarketBuilt", "For founding it, "),
        ("MarketBuilt", " builds a market in "),
        ("MarketSold", " sells the market in "),
        ("OracleTurned", ", the first city connected ("),
        ("OracleTurned", " connections against "),
        ("Resupplied", " from the staging area."),
        ("RoundBegan", "order of play: "),
        ("CardTurned", "The card after it will be "),
        ("GameEnded", "After the final scoring "),
    ],
)
def test_what_the_sentences_say(event: str, words: str) -> None:
    assert any(words in each for variant in ALL for each in told(variant, event))


def test_the_deal_names_the_oracles() -> None:
    view, (_, moments) = shown(2, 1), played(2)
    oracles = [moments[1].position.label(oracle) for oracle in moments[1].position.oracles]
    assert len(oracles) == 9
    assert all(f" {label} " in sentences(view)[0] for label in oracles)
    assert [line.rules for line in view.story.lines][:1] == [("MG-2.2", "MG-2.3")]


@pytest.mark.parametrize("variant", ALL)
def test_a_seat_sees_everything_since_its_last_turn(variant: int) -> None:
    _, moments = played(variant)
    number = len(moments) // 2
    for seat in moments[0].position.setting.seats:
        own = max(each.number for each in moments[: number + 1] if each.entry.get("seat") == seat)
        begun = [each for each in sentences(shown(variant, number, seat)) if each.startswith("Entry ")]
        first = min(own + 1, number)
        assert [int(each.split()[1].rstrip(":")) for each in begun] == list(range(first, number + 1))


@pytest.mark.parametrize("variant", ALL)
def test_who_has_just_moved_reads_the_own_turn_in_a_line(variant: int) -> None:
    _, moments = played(variant)
    for moment in (each for each in moments[-9:] if each.entry.get("kind") == "move"):
        seat, everybody = str(moment.entry.get("seat")), shown(variant, moment.number)
        mine = shown(variant, moment.number, seat)
        assert mine.digest == everybody.digest
        assert [line.seat for line in mine.digest if line.is_turn] == [seat]
        assert not any(str(line.says).startswith("Entry") for line in mine.digest)
        if everybody.asked and everybody.asked.seat != seat:
            assert wording.news_heading(mine) == wording.OWN_TURN


@pytest.mark.parametrize("variant", ALL)
def test_seats_see_the_same_except_story_and_request(variant: int) -> None:
    _, moments = played(variant)
    everybody = shown(variant, len(moments) // 2)
    for seat in moments[0].position.setting.seats:
        mine = shown(variant, len(moments) // 2, seat)
        assert mine.asked is not None
        assert everybody.asked is not None
        may = mine.asked.may._replace(heading=everybody.asked.may.heading)
        same = mine._replace(seat="", asked=mine.asked._replace(says=everybody.asked.says, may=may))
        same = same._replace(story=everybody.story, digest=everybody.digest, deadline=everybody.deadline)
        assert same == everybody
        assert ("your turn" in str(mine.asked.says)) == (seat == mine.asked.seat)


@pytest.mark.parametrize("variant", ALL)
def test_the_move_block_is_read_as_a_pass(variant: int) -> None:
    header, moments = played(variant)
    for moment in moments[1:-1:7]:
        asked = shown(variant, moment.number).asked
        read = reading.typed_data(reading.read_source(asked.block.encode(), "move.yaml"), "magna-grecia.move")
        expected = {"game": header["game"], "after": moment.number, "head": moment.head[:16], "seat": asked.seat}
        assert read == expected
        if moment.position.clock.round:
            assert isinstance(judge(RULEBOOK.play, moment.position, read, fate_of(header, 1)), Accepted)


@pytest.mark.parametrize("variant", ALL)
def test_each_example_of_the_block_is_legal_alone(variant: int) -> None:
    header, moments = played(variant)
    kinds = set()
    for moment in moments[1:-1:2]:
        block = shown(variant, moment.number).asked.block
        for move in examples(block):
            assert isinstance(judge(RULEBOOK.play, moment.position, move, fate_of(header, 1)), Accepted), (move, block)
            kinds |= {kind for part in (*move.get("actions", ()), move.get("market", {})) for kind in part}
    assert kinds >= {"road", "city", "resupply", "build", "sell"}
    assert ("oracle" in kinds) == (VARIANTS[variant][1].get("oracle_placement") == "players")


def examples(block: str) -> list[Any]:
    """The moves that one gets by taking the `# ` away before one example each."""
    fixed = [line for line in block.splitlines() if not line.startswith("#")]
    offered = [line[2:] for line in block.splitlines() if line.startswith("# ") and ":" in line][1:]
    moves = []
    for line in offered:
        if line.startswith(("  - ", "market: ")):
            lines = [*fixed, "actions:", line] if line.startswith("  - ") else [*fixed, line]
            moves.append(
                reading.typed_data(reading.read_source("\n".join(lines).encode(), "move.yaml"), "magna-grecia.move")
            )
    return moves


def test_the_options_are_those_that_the_rules_allow() -> None:
    """The most tiles that the report names for resupply are accepted, one more is refused."""
    header, moments = played(2)
    for moment in moments[1:-1:3]:
        position = moment.position
        says = str(shown(2, moment.number).asked.may.lines[3].says)
        most = (
            0
            if "none now" in says
            else max(map(int, says.partition("(")[0].replace(",", "").split("up to ")[1].split()[:3:2]))
        )
        purse = position.purses[position.seat]
        assert may_take(header, position, purse, most)
        assert not may_take(header, position, purse, most + 1)


def may_take(header: Any, position: Any, purse: Any, number: int) -> bool:
    roads = min(number, purse.staged_roads)
    amount = {"road": roads, "city": number - roads}
    move = {"seat": position.seat, "actions": [{"resupply": amount}] if number else []}
    return isinstance(judge(RULEBOOK.play, position, move, fate_of(header, 1)), Accepted)


def later(number: int, entry: dict[str, str], before: Moment) -> Moment:
    return Moment(number, cast(Entry, {"at": AT, **entry}), before.position, (), head(number))


def test_before_the_deal_nobody_is_asked() -> None:
    header, moments = played(2)
    view = shown(2, 0)
    assert (view.entry, view.asked) == (0, None)
    assert sentences(view) == ["Entry 0: the game begins, and the secret of its deal is fixed."]
    nonce = later(1, {"kind": "nonce", "seat": "red"}, moments[0])
    view = RULEBOOK.show().view(header, [moments[0], nonce], "")
    assert "not dealt yet" in str(view.headline)
    assert [str(line.says) for line in view.story.lines] == [
        "Entry 1: Bruno (red) gave a share of the chance behind the deal."
    ]
    assert text_report.report(view)


def test_a_closed_game_asks_nobody() -> None:
    header, moments = played(2)
    half = moments[:20]
    view = RULEBOOK.show().view(header, [*half, later(20, {"kind": "close"}, half[-1])], "red")
    assert view.asked is None
    assert "closed before its end" in str(view.headline)
    assert section(view, "costs") is None
    done = RULEBOOK.show().view(header, [*moments, later(len(moments), {"kind": "close"}, moments[-1])], "")
    assert str(done.headline) == str(shown(2).headline)
    assert done.sections == shown(2).sections
    assert text_report.report(done)


def test_a_missed_turn_and_a_pass_are_reported() -> None:
    kinds = {moment.entry.get("kind") for variant in ALL for moment in played(variant)[1][1:]}
    assert "missed" in kinds
    for moment in played(2)[1]:
        if moment.entry.get("kind") == "missed":
            line: Line = shown(2, moment.number).story.lines[0]
            assert "missed the turn" in str(line.says)
            assert line.rules == ("MG-13.8",)
    header, moments = played(2)
    move = {"seat": moments[1].position.seat, "actions": []}
    ruling = judge(RULEBOOK.play, moments[1].position, move, fate_of(header, 1))
    assert isinstance(ruling, Accepted)
    passed = Moment(2, cast(Entry, {"kind": "move", "at": AT, **move}), ruling.position, ruling.events, head(2))
    line = RULEBOOK.show().view(header, [*moments[:2], passed], "").story.lines[0]
    assert str(line.says).endswith("passed.")
    assert line.rules == ("MG-4.7", "MG-13.8")


def test_the_placing_of_oracles_is_shown_with_its_cards_and_missed_turns() -> None:
    header, moments = played(1)
    dealt = moments[1].position
    assert sentences(shown(1, 1))[1:] == [
        f"The first card is {dealt.clock.card}. Before its round, the players place the oracles: "
        f"{' - '.join(header['seats'][each] for each in dealt.clock.waiting)}.",
        f"The card after it will be {dealt.clock.next_card}.",
    ]
    move = {"seat": dealt.seat, **RULEBOOK.play.missed(dealt)}
    ruling = judge(RULEBOOK.play, dealt, move, fate_of(header, 1))
    assert isinstance(ruling, Accepted)
    missed = Moment(2, cast(Entry, {"kind": "missed", "at": AT, **move}), ruling.position, ruling.events, head(2))
    told = sentences(RULEBOOK.show().view(header, [*moments[:2], missed], ""))
    assert told[0].endswith("missed the turn. An oracle goes on the first free village.")
    assert told[1].startswith(f"{header['seats'][dealt.seat]} puts an oracle on ")


def test_a_players_words_are_quoted_unchanged() -> None:
    """Braces in a message are no places to fill in."""
    spoken = next(each for each in played(2)[1] if "say" in each.entry)
    assert sentences(shown(2, spoken.number))[-1].endswith('wrote: "Nice road, {seat}!"')


@pytest.mark.parametrize("variant", ALL)
def test_the_whole_view_can_be_printed_and_is_plain(variant: int) -> None:
    _, moments = played(variant)
    for number in (0, 1, 2, len(moments) // 2, len(moments) - 1):
        view = shown(variant, number, "yellow")
        assert max(map(len, text_report.report(view).splitlines())) <= 72
        assert only_plain(wording.view(view))


def only_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and only_plain(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(map(only_plain, value))
    return value is None or isinstance(value, str | int)


def test_looking_changes_nothing() -> None:
    _, moments = played(2)
    before = [public(moment.position) for moment in moments]
    shown(2, 30, "red")
    assert [public(moment.position) for moment in moments] == before


@pytest.mark.parametrize("field", ["components", "board"])
def test_what_a_game_brings_itself_is_never_shown_as_shipped(field: str) -> None:
    """Whatever name and provenance its file has."""
    header, moments = played(0)
    for own in (False, True):
        view = RULEBOOK.show().view({**header, field: {"own": {}} if own else header[field]}, moments[:2], "")
        words = [*map(str, view.provenance), str(board_of(view).provenance)]
        assert any("from a file of this game" in each for each in words) == own


def test_a_film_has_the_score_of_each_seat_in_whatever_order_the_seats_were_named() -> None:
    header, moments = played(0)
    turned = {**header, "seats": dict(reversed(header["seats"].items()))}
    shot = film(cast(Any, turned), moments, [""])
    assert [seat.id for seat in shot.seats] == list(turned["seats"])
    for still in shot.stills:
        scores = dict(zip(turned["seats"], still.scores, strict=True))
        assert scores == {each.seat: each.total for each in still.standing}
