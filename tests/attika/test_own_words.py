"""A player who writes a word of a report in another language is shown what a move file calls it."""

import pytest
from cli_runs import SECRET, Ran, run

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings
from referee.store import log
from referee.words import speaking

NOW = "2026-11-20T19:00:00Z"


@pytest.fixture(autouse=True)
def game(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    plan = new_game.plan("attika", "cup", ["athens=Anna", "sparta=Chiara"], ["first_player=sparta"], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def checked(language: str, action: str, seat: str = "sparta") -> Ran:
    text = f"game: cup\nafter: {log.read_log('games/cup').last}\nseat: {seat}\nactions:\n  - {action}\n"
    with speaking("en"):  # and so it is again afterwards
        return run("--language", language, "check", "-", stdin=text.encode())


def told(ran: Ran) -> str:
    """A refusal with its lines joined."""
    assert ran.code == 65
    return " ".join((ran.out + ran.err).split())


WORDS = [
    ("it", "torre", "torre = tower"),
    ("it", "Mulino", "mulino = mill"),
    ("it", "nave", "nave = ship"),
    ("it", "strada", "strada = road"),
    ("it", "pozzo", "pozzo = well"),
    ("it", "campo di grano", "campo di grano = cornfield"),
    ("fr", "moulin", "moulin = mill"),
    ("fr", "stade", "stade = stadium"),
    ("de", "Turm", "Turm = tower"),
    ("de", "hafen", "Hafen = harbour"),
    ("de", "Muehle", "Mühle = mill"),
    ("de", "STRASSE", "Straße = road"),
    ("de", "torre", "Turm = tower"),
    ("en", "torre", "tower"),
    ("it", "towr", "torre = tower"),
]


@pytest.mark.parametrize(("language", "word", "meant"), WORDS)
def test_a_building_that_an_order_asks_for(language: str, word: str, meant: str) -> None:
    ran = checked(language, f"draw: {{stack: 1, then: [{{if: {word}, build: 1}}, {{else: store}}]}}")
    assert f" {meant}?" in told(ran).replace("`", "").replace(" ?", "?")


def test_if_no_name_is_near_all_are_listed_in_both_languages() -> None:
    ran = checked("de", "draw: {stack: 1, then: [{if: xyz, build: 1}, {else: store}]}")
    assert "Turm = tower, " in told(ran)


@pytest.mark.parametrize(("language", "word", "meant"), WORDS)
def test_a_building_that_is_to_be_built(language: str, word: str, meant: str) -> None:
    assert f" {meant}?" in told(checked(language, f"build: {word} at 2")).replace(" ?", "?")


@pytest.mark.parametrize(("language", "word"), [("it", "acqua"), ("de", "Wald"), ("en", "colline")])
def test_a_landscape_is_a_card_in_every_language(language: str, word: str) -> None:
    ran = checked(language, f"draw: {{stack: 1, then: [{{if: {word}, build: 1}}, {{else: store}}]}}")
    assert "AT-10.9" in told(ran)


@pytest.mark.parametrize(
    ("language", "seat", "seats", "hint"),
    [
        ("it", "atene", "Atene = athens, Sparta = sparta.", "`seat: athens`"),
        ("de", "athen", "Athen = athens, Sparta = sparta.", "`seat: athens`"),
        ("fr", "sparte", "Athènes = athens, Sparte = sparta.", "`seat: sparta`"),
        ("it", "athen", "Atene = athens, Sparta = sparta.", "`seat: athens`"),
        ("it", "athns", "Atene = athens, Sparta = sparta.", "Intendevi Atene = athens?"),
        ("de", "theben", "Athen = athens, Sparta = sparta.", ""),
    ],
)
def test_a_seat_by_the_name_that_the_report_gives_it(language: str, seat: str, seats: str, hint: str) -> None:
    said = told(checked(language, "store", seat))
    assert seats in said
    assert hint in said
    assert hint or not any(f"`seat: {each}`" in said or f"{each}?" in said for each in ("athens", "sparta"))


def test_a_player_who_writes_their_name_is_shown_the_seat_as_in_a_file() -> None:
    assert "`seat: athens`" in told(checked("it", "store", "Anna"))


ORDER = "draw: {stack: 1, then: [{if: %s, build: 1}, {else: store}]}"


@pytest.mark.parametrize(
    ("language", "action", "hint"),
    [
        ("de", ORDER % "Straße", "Straße = road: Schreib `road`."),
        ("de", ORDER % "[Turm, Mühle]", "Mühle = mill: Schreib `mill`."),
        ("de", ORDER % "Mu\u0308hle", "Mühle = mill: Schreib `mill`."),
        ("de", "build: Straße at 1", "Straße = road: Schreib `road at 1`."),
        ("de", "build: Straße at 1 pay Hügel 1 Wasser 2", "Schreib `road at 1 pay hill 1 water 2`."),
        ("de", "build: {building: straße, at: 1}", "Straße = road: Schreib `road`."),
        ("fr", ORDER % "carrière", "carrière = quarry : écrivez `quarry`."),
        ("fr", ORDER % '"mine d\u2019argent"', "mine d'argent = silver mine : écrivez `silver mine`."),
        ("it", "build: tower at 1 pay acqua 1", "acqua = water: scrivi `tower at 1 pay water 1`."),
        ("en", ORDER % "Münze", "Münze = mint: write `mint`."),
    ],
)
def test_a_name_that_is_not_written_in_plain_letters(language: str, action: str, hint: str) -> None:
    assert hint in told(checked(language, action))


def test_a_seat_that_is_not_written_in_plain_letters() -> None:
    assert "Athènes = athens : écrivez `athens`." in told(checked("fr", "store", "athènes"))


def test_a_character_of_another_script_is_reported_as_before() -> None:
    assert "U+0430" in told(checked("en", ORDER % "st\u0430tue"))
