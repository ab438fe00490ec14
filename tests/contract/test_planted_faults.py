"""`referee dev contract` finds what is wrong with a title: each fault is planted in a title that keeps all promises."""

import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hands_title
import pytest
from hands_title import CARDS, HANDS, SHOW, Position, Turn, cards_for

from referee import titles
from referee.reading.schemas import TITLE_FOLDERS
from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson
from referee.rules.rulebook import AnyRulebook, Breach, Compose, Rule, SeatFacts, law_of_stages
from referee.show import film
from referee.show.view import Chart, Line, Lines, Series, View
from referee.testkit.hidden import what_is_hidden_changes_nothing_told
from referee.testkit.playouts import playout
from referee.testkit.promises import law_and_schemas_are_there, public_state_is_plain
from referee.testkit.run import ANOTHER_PROCESS, promises
from referee.words import say

GAMES = 12
"""A fault is found in so many games, and the title without one keeps every promise in them."""


@pytest.fixture(autouse=True)
def fresh_games() -> Iterator[None]:
    """Games are kept by the name of their title, which has another fault in each test."""
    playout.cache_clear()
    yield
    playout.cache_clear()


def install(book: AnyRulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = SimpleNamespace(name="hands", value="hands_title:HANDS", load=lambda: book)
    monkeypatch.setattr(titles, "entry_points", lambda: {"hands": entry})


def first_broken_promise(book: AnyRulebook, monkeypatch: pytest.MonkeyPatch, only: Collection[str] = ()) -> str:
    """The name of the first promise that breaks in one of the games, or ""; of these alone, if they are named."""
    install(book, monkeypatch)
    for seed in range(GAMES):
        for name, keep in promises("hands", seed):
            if name == ANOTHER_PROCESS or (only and name not in only):
                continue  # that process would not have the title; see test_plugin.py
            try:
                keep()
            except AssertionError:
                return name
    return ""


def with_show(**fields: Any) -> AnyRulebook:
    return HANDS._replace(show=lambda: SHOW._replace(**fields))


def with_play(**fields: Any) -> AnyRulebook:
    return HANDS._replace(play=HANDS.play._replace(**fields))


def with_public(**fields: Callable[[Position], object]) -> AnyRulebook:
    def public(position: Position) -> dict[str, object]:
        return {**hands_title.public(position), **{name: of(position) for name, of in fields.items()}}

    edition = HANDS.edition._replace(public=public)
    return HANDS._replace(editions=(edition,), edition=edition)


def with_view(change: Callable[[View, Position, str], View]) -> AnyRulebook:
    def view(header: Any, moments: Any, seat: str = "") -> View:
        return change(hands_title.view(header, moments, seat), moments[-1].position, seat)

    return with_show(view=view)


def with_rule(broken: Callable[[Position, Turn], Breach | None], stage: int) -> AnyRulebook:
    """The title with one more rule about turns, judged after so many stages."""
    stages = list(HANDS.play.law[Turn].stages)
    stages.insert(stage, (Rule("HT-2.9", "planted", (Turn,), 0, broken),))
    return with_play(law=law_of_stages({Turn: tuple(stages)}))


def others(position: Position, seat: str) -> list[str]:
    """The cards that the other seats hold."""
    return [card for owner, hand in position.hands.items() if owner != seat for card in hand]


def view_of_all_hands() -> AnyRulebook:
    def all_hands(view: View, position: Position, seat: str) -> View:
        return view._replace(headline=say("{hands}", hands=str(position.hands)))

    return with_view(all_hands)


def view_for_one_seat() -> AnyRulebook:
    """East sees the hand of north, and nobody else does."""

    def peeping(view: View, position: Position, seat: str) -> View:
        shown = cards_for("north" if seat == "east" else seat, "north", position)
        return view._replace(headline=say("{shown}", shown=shown)) if "north" in position.seats else view

    return with_view(peeping)


def drawn_card_beside_a_lesson_for_everybody() -> AnyRulebook:
    """The story has the card that was drawn, and everybody learns something else from the same entry."""

    def telling(header: Any, moments: Any, seat: str = "") -> View:
        drawn = [each.card for each in moments[-1].events if each.kind == "draw"]
        shown = hands_title.view(header, moments, seat)
        return shown._replace(headline=say("{drawn}", drawn=str(drawn)))

    def lessons(header: Any, line: Any) -> list[Lesson]:
        told = [Lesson(each.number, (*header["seats"], EVERYBODY), say("Something else.")) for each in line[1:]]
        return [*hands_title.hidden_lessons(header, line), *told]

    return with_show(view=telling, knowledge=Knowledge(hidden_lessons=lessons))


def move_form_with_a_card() -> AnyRulebook:
    """What the seat to move is asked, and everybody reads, has a card of its hand."""

    def with_card(view: View, position: Position, seat: str) -> View:
        card = max(position.hands[position.mover], default="") if position.mover else ""
        return view._replace(asked=view.asked and view.asked._replace(block=f"actions:\n  - play: {card}\n"))

    return with_view(with_card)


def chart_of_hands() -> AnyRulebook:
    def chart(header: Any, moments: Any) -> Chart:
        totals = {seat: [total(each.position, seat) for each in moments] for seat in header["seats"]}
        series = [Series(seat, tuple(values)) for seat, values in totals.items()]
        return Chart("points", say("Points"), tuple([each.number for each in moments]), tuple(series))

    return with_show(chart=chart)


def total(position: Position, seat: str) -> int:
    return sum(int(card[-1]) for card in position.hands.get(seat, ()))


def film_of_hands() -> AnyRulebook:
    def shot(header: Any, moments: Any, readers: Any, first: int = 0) -> film.Film:
        made = film.of_views(hands_title.view, header, moments, readers, first)
        stills = [
            each._replace(digest=(Line(say("{hands}", hands=str(moments[at].position.hands)), (), ""),))
            for at, each in enumerate(made.stills, first)
        ]
        return made._replace(stills=iter(stills))

    return with_show(film=shot)


def knowledge_with(change: Callable[[Any, Any], Any]) -> AnyRulebook:
    """The title whose lessons are changed: by the lesson, and the position after the last moment."""

    def lessons(header: Any, line: Any) -> list[Any]:
        return [change(each, line[-1].position) for each in hands_title.hidden_lessons(header, line)]

    return with_show(knowledge=Knowledge(hidden_lessons=lessons))


def refusal(says: Callable[[Position, Turn], str]) -> AnyRulebook:
    """The refusal of a card that a player doesn't have."""

    def broken(position: Position, step: Turn) -> Breach | None:
        ((kind, card),) = step.parts
        held = kind == "draw" or card in position.hands[step.seat]
        return None if held else Breach(say("{all}.", all=says(position, step)))

    return with_rule(broken, 1)


def no_twin_of_a_hidden_card(position: Position, step: Turn) -> Breach | None:
    """While the deck has cards, no card may be played if another seat holds one of its number."""
    ((kind, card),) = step.parts
    is_twin = any(each[-1] == card[-1:] for each in others(position, step.seat))
    return Breach(say("No.")) if kind == "play" and is_twin and position.drawn < len(CARDS) else None


def outlook_by_hands(position: Position, seat: str) -> Any:
    """A card of the hand is worth playing if the others hold few points."""
    few = sum(int(card[-1]) for card in others(position, seat)) < 22
    return lambda after, shown: len(after.played) * (1 if few else -1)


def known_cards(position: Position) -> set[str]:
    """All cards but those that are left in the deck."""
    return {*others(position, ""), *[card for _, card in position.played]}


def winner_by_hands(position: Position) -> Any:
    found = hands_title.outcome(position)
    return found and found._replace(counts={seat: total(position, seat) for seat in position.seats})


HIDDEN_FAULTS: Mapping[str, Callable[[], AnyRulebook]] = {
    "the view shows all hands": view_of_all_hands,
    "one seat sees the hand of another": view_for_one_seat,
    "the story has a drawn card": drawn_card_beside_a_lesson_for_everybody,
    "the move form has a card of a hand": move_form_with_a_card,
    "the chart adds up hands": chart_of_hands,
    "the film shows hands": film_of_hands,
    "the view has the next card": lambda: with_view(
        lambda view, position, seat: view._replace(
            headline=say("{n}", n=str(sorted(set(CARDS) - known_cards(position))))
        )
    ),
    "public has a hand": lambda: with_public(north=lambda position: list(position.hands.get("north", ()))),
    "public has a hand after the first card": lambda: with_public(
        best=lambda position: max(others(position, "north"), default="") if position.played else ""
    ),
    "a refusal lists the cards of others": lambda: refusal(lambda position, step: str(position.hands)),
    "a refusal is as long as the cards of others are high": lambda: refusal(
        lambda position, step: "No" + "o" * sum(int(card[-1]) for card in others(position, step.seat))
    ),
    "a verdict depends on the hands of others": lambda: with_rule(no_twin_of_a_hidden_card, 3),
    "the suggestion depends on the hands of others": lambda: HANDS._replace(
        compose=lambda: Compose(outlook=outlook_by_hands)
    ),
    "the menu is made of the hands of others": lambda: HANDS._replace(
        compose=lambda: Compose(menu=lambda header, moments: tuple(others(moments[-1].position, "north")))  # type: ignore[arg-type,return-value]
    ),
    "a fact for orders reads the hands of others": lambda: with_show(
        seat_facts=SeatFacts(
            ("NAME is held",), lambda position, seat: [f"{card} is held" for card in others(position, seat)]
        )
    ),
    "names of places depend on hands": lambda: with_show(
        places=lambda position: {"best": max(others(position, ""), default="")}
    ),
    "the outcome counts hands": lambda: with_play(outcome=winner_by_hands),
    "a lesson has a card of a hand": lambda: knowledge_with(
        lambda lesson, position: lesson._replace(says=say("{hands}", hands=str(position.hands)))
    ),
    "cards that are played are no lesson": lambda: knowledge_with(
        lambda lesson, position: lesson._replace(readers=tuple(each for each in lesson.readers if each)[:1])
    ),
}
"""What shows a hidden card, or depends on one."""
NUMBERS = count()
OF_NO_RULE = Lines("more", say("More"), (Line(say("That is so."), ("HT2.1",)),))
OTHER_FAULTS: Mapping[str, tuple[str, Callable[[], AnyRulebook]]] = {
    "a missed turn plays a card that nobody has": (
        "a_missed_turn_is_legal",
        lambda: with_play(missed=lambda position: {"actions": [{"play": "moon 1"}]}),
    ),
    "a missed turn draws from an empty deck": (
        "a_missed_turn_is_legal",
        lambda: with_play(missed=lambda position: {"actions": [{"draw": "1"}]}),
    ),
    "nobody says who sees what": ("a_veil_is_explained", lambda: with_show(knowledge=None)),
    "nothing is said of hidden lessons": ("a_veil_is_explained", lambda: with_show(knowledge=Knowledge())),
    "a missed turn is another one each time": (
        "a_missed_turn_is_legal",
        lambda: with_play(missed=lambda position: {**hands_title.missed(position), "say": f"{next(NUMBERS)}"}),
    ),
    "public has a float": (
        "public_state_is_plain",
        lambda: with_public(half=lambda position: len(position.played) / 2),
    ),
    "a sentence cites no rule": (
        "what_is_told_rests_on_the_law",
        lambda: with_view(lambda view, position, seat: view._replace(sections=(OF_NO_RULE, *view.sections))),
    ),
    "the game never ends": ("ends", lambda: with_play(evolve=unchanging)),
}
"""Other faults, and the promise that each breaks."""


def unchanging(position: Position, event: Any) -> Position:
    """Nothing that is done after the deal changes anything."""
    return hands_title.evolve(position, event) if event.kind == "deal" else position


def rule_numbered(number: str) -> AnyRulebook:
    stages = list(HANDS.play.law[Turn].stages)
    return with_play(law=law_of_stages({Turn: (*stages, (Rule(number, "planted", (Turn,), 0, lambda *_: None),))}))


RULES = ("1.1", "2.1", "2.2", "2.3", "2.4", "2.5")
LAW = "".join([f"HT-{number}: {{law: So it is., source: invented}}\n" for number in RULES])
FILE_FAULTS: Mapping[str, tuple[AnyRulebook, Callable[[Path], object], str]] = {
    "the code cites a rule that the law has not": (
        rule_numbered("HT-9.9"),
        lambda folder: None,
        "The code cites HT-9.9, but hands/law.yaml has no such rule.",
    ),
    "an option rests on a rule that the law has not": (
        HANDS._replace(options=(HANDS.options[0]._replace(rule="HT-8.1"),)),
        lambda folder: None,
        "The code cites HT-8.1, but hands/law.yaml has no such rule.",
    ),
    "a number of the code has another form": (
        rule_numbered("H-2"),
        lambda folder: None,
        "H-2 is no number of a rule: that is two capital letters, chapter and rule",
    ),
    "a number of the law has another form": (
        HANDS,
        lambda folder: (folder / "law.yaml").write_text(LAW.replace("HT-2.5", "HT-2.5.1"), encoding="utf-8"),
        "HT-2.5.1 is no number of a rule",
    ),
    "the law cannot be read": (
        HANDS,
        lambda folder: (folder / "law.yaml").write_text(f"{LAW}x: [\n", encoding="utf-8"),
        "The rules of Hands can't be read. hands/law.yaml:7:",
    ),
    "moves have no schema": (
        HANDS,
        lambda folder: (folder / "schemas" / "hands.move.schema.json").unlink(),
        "There is no hands/schemas/hands.move.schema.json, which describes every move.",
    ),
    "states have no schema": (
        HANDS,
        lambda folder: (folder / "schemas" / "hands.state.schema.json").unlink(),
        "There is no hands/schemas/hands.state.schema.json, which describes every state.",
    ),
    "there are no schemas": (HANDS, lambda folder: shutil.rmtree(folder / "schemas"), "hands.move.schema.json"),
}
"""What is wrong with a file: the title, what is done to its folder, and what is said."""


@pytest.mark.parametrize("fault", ["", *FILE_FAULTS])
def test_files_that_are_missing_or_wrong_are_named(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "hands"
    shutil.copytree(HANDS.folder, folder)
    (folder / "law.yaml").write_text(LAW, encoding="utf-8")
    book, spoil, said = FILE_FAULTS.get(fault, (HANDS, lambda folder: None, ""))
    spoil(folder)
    monkeypatch.setitem(TITLE_FOLDERS, "hands", str(folder / "schemas"))
    if not fault:
        law_and_schemas_are_there(book._replace(folder=str(folder)))
        return
    with pytest.raises(AssertionError) as found:
        law_and_schemas_are_there(book._replace(folder=str(folder)))
    assert said in str(found.value)


def test_points_in_texts_are_no_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    book = with_public(city=lambda position: "St. Anna", worth=lambda position: "1.5")
    assert first_broken_promise(book, monkeypatch, ["public_state_is_plain"]) == ""


def test_a_float_is_named_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    install(with_public(halves=lambda position: [{"north": 0.5}]), monkeypatch)
    with pytest.raises(AssertionError, match=r"^`public.halves.0.north` is 0.5, a float"):
        public_state_is_plain(playout("hands", 0))


def test_a_title_without_a_fault_keeps_every_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_broken_promise(HANDS, monkeypatch) == ""


def test_a_title_may_have_no_options(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {name: value for name, value in HANDS._asdict().items() if name != "options"}
    assert first_broken_promise(type(HANDS)(**fields), monkeypatch) == ""


@pytest.mark.parametrize("fault", HIDDEN_FAULTS)
def test_what_shows_a_hidden_card_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_broken_promise(HIDDEN_FAULTS[fault](), monkeypatch) == what_is_hidden_changes_nothing_told.__name__


@pytest.mark.parametrize("fault", OTHER_FAULTS)
def test_every_other_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    promise, make = OTHER_FAULTS[fault]
    assert first_broken_promise(make(), monkeypatch) == promise
