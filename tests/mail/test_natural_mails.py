"""E-mails in words of people's own: what has one meaning is read, everything else is asked back."""

from collections.abc import Mapping
from datetime import date

import natural_mails as mails
import pytest

from referee.mail.read.beside_words import is_courtesy, is_signed, sentences, written_parts
from referee.mail.read.generous_text import read_move_lines
from referee.mail.read.languages import language, language_codes, reading_in
from referee.mail.read.move_blocks import move_block, part_line
from referee.mail.read.natural_requests import natural_requests
from referee.mail.read.requests import enters
from referee.mail.read.sentence_parts import SentenceReader, sentence_reader
from referee.mail.read.spoken_days import days_in
from referee.reading.spoken_words import TooManyValues

TODAY = date(2026, 12, 1)  # a Tuesday
PART = 12
"""Every so many mails of the collection are handled here; all of them among the proofs."""


@pytest.mark.parametrize("item", mails.items("dev")[::PART], ids=lambda item: item["id"])
def test_a_mail_is_read_as_it_is_meant_or_asked_back(item: mails.Item) -> None:
    found = mails.outcome(item)
    assert found.became != mails.WRONG, found.why
    assert found.became != mails.MISSED, found.why


def read(title: str, *lines: str) -> str:
    """The move that lines say in one language, without what is above its actions; "" where none reads them."""
    every = [read_move_lines(lines, reader(title, code)) for code in language_codes()]
    found = [each for each in every if each.is_read and not any(part.choices for part in each.parts)]
    return next((move_block({}, "actions", each.parts) or "pass\n" for each in found), "")


def reader(title: str, code: str, places: Mapping[str, str] = {}) -> SentenceReader:
    return sentence_reader(title, code, lambda: places)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("\u2013 City: h13", "city: H13"),
        ("\u2022\u00a0road G14 ne\u2013nw", "road: G14 ne-nw"),
        ("1) Stra\u00dfe: G14 ne-nw", "road: G14 ne-nw"),
        ("strada: D4 da D3 a D5", "road: D4 from D3 to D5"),
        ("road: D4 north-south", "road: D4 n-s"),
        ("nachschub: stra\u00dfe 5, stadt 2", "resupply: {road: 5, city: 2}"),
        ("city: H 13", "city: H13"),
    ],
)
def test_a_line_with_one_meaning_is_read(written: str, meant: str) -> None:
    assert read("magna-grecia", written) == f"actions:\n  - {meant}\n"


@pytest.mark.parametrize(
    ("title", "written", "meant"),
    [
        ("attika", "build tower at 7ne pay 2 hills", "build: tower at 7ne pay hill 2"),
        ("attika", "construis la tour en 7ne en payant 2 collines", "build: tower at 7ne pay hill 2"),
        ("attika", "costruisci torre in 7ne paga 2 montagne", "build: tower at 7ne pay mountain 2"),
        ("attika", "baue Turm auf 7ne zahle 2 W\u00e4lder", "build: tower at 7ne pay forest 2"),
        ("attika", "amphore : carte", "amphora: card"),
        ("attika", "anfora: carta", "amphora: card"),
        ("attika", "Amphore: Karte", "amphora: card"),
        ("magna-grecia", "tuile ville H13", "city: H13"),
        ("magna-grecia", "tessera citt\u00e0 in H13", "city: H13"),
        ("magna-grecia", "city tile on H13", "city: H13"),
        ("magna-grecia", "j'\u00e9tends la ville en H13", "city: H13"),
        ("magna-grecia", "Je me r\u00e9approvisionne : 2 routes et 1 ville", "resupply: {road: 2, city: 1}"),
    ],
)
def test_the_words_of_our_own_reports_are_read(title: str, written: str, meant: str) -> None:
    """Landscapes in the plural, what an amphora brings, and tiles by their full names."""
    assert read(title, written) == f"actions:\n  - {meant}\n"


@pytest.mark.parametrize(
    "written", ["pass", "Ich passe.", "I'll pass this time, thanks", "je passe mon tour", "Passo!"]
)
def test_a_pass_is_said_in_four_languages(written: str) -> None:
    assert read("magna-grecia", written) == "pass\n"
    assert read("attika", written) == "end: true\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("draw 1", "- draw: 1"),
        ("piocher 3", "- draw: 3"),
        ("lagern", "- store"),
        ("Bauen: Steinbruch auf 3nw", "- build: quarry at 3nw"),
        ("build tower at 7 ne", "- build: tower at 7ne"),
        ("conserva: miniera d\u2019argento", "- store: silver mine"),
    ],
)
def test_words_of_another_title_are_its_own(written: str, meant: str) -> None:
    assert read("attika", written) == f"actions:\n  {meant}\n"


@pytest.mark.parametrize(
    "written",
    [
        "city: [M8",
        "city: C3 or C4",
        "market: E3",
        "resupply 5",
        "road: D4",
        "road: H12 ne-s / n-s",
        "road: D4, D3",
        "two roads",
    ],
)
def test_a_line_with_two_meanings_is_not(written: str) -> None:
    assert read("magna-grecia", written) == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "A city on C3 (Kyme), and two roads: D4 n-s and E5, ne to sw.",
            "city C3, road D4 n-s, road E5 ne-sw",
        ),
        ("Rhegion gets a city, then take 5 roads and 2 cities.", "city D17, resupply {road: 5, city: 2}"),
        ("Eine Stadt nach Kyme und drei Straßen nachfüllen.", "city C3, resupply {road: 3}"),
        ("Straßen: D4 NO-S, E5 von SO nach NW", "road D4 ne-s, road E5 se-nw"),
        ("Je vends mon marché de Kyme.", "market {sell: C3}"),
        ("Please build a market in Kyme.", "market {build: C3}"),
    ],
)
def test_a_sentence_in_which_each_word_has_a_meaning_is_read(written: str, meant: str) -> None:
    places = {"Kyme": "C3", "Rhegion": "D17"}
    every = [read_move_lines([written], reader("magna-grecia", code, places)) for code in language_codes()]
    found = next(each for each in every if each.is_read)
    assert ", ".join(part_line(each).replace(":", "", 1) for each in found.parts) == meant


@pytest.mark.parametrize(
    "written",
    [
        "I have a city on C3.", "Last turn I built a city on C3.", "City on C3, D4 next time.", "city C3/D4",
        "They build a road on D4 n-s.", "I'd build a city on C3", "The usual: city C3", "no city on C3",
        "Eine Stadt nach C3, kein Markt", "Build a city on C3, no road", "Puis-je poser une ville en C3",
        "road: D4 n-s Puis-je",
        "city C3 \u2753", "three roads: D4 n-s and E5 n-s", "place two roads",
        "road: D4 n-s only if Bruno agrees",
        "road: D4 n-s unless Bruno builds there", "road D4 n-s but maybe not", "Could a city on C3 be better?",
        "Non metto una città su C3", "Je ne pose pas de ville en C3", "Ich lege nicht C3, Stadt",
    ],
)  # fmt: skip
def test_a_sentence_with_another_word_is_not_read(written: str) -> None:
    assert read("magna-grecia", written) == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("build ship at 1, build oracle at 2", ["ship at 1", "oracle at 2"]),
        ("build ship at 1 and oracle at 2", ["ship at 1", "oracle at 2"]),
        ("costruisco nave in 1, poi costruisco oracolo in 2", ["ship at 1", "oracle at 2"]),
    ],
)
def test_several_buildings_in_a_sentence_have_each_their_own_space(written: str, meant: list[str]) -> None:
    assert read("attika", written) == "actions:\n" + "".join(f"  - build: {each}\n" for each in meant)


@pytest.mark.parametrize("written", ["draw two", "ship 1s", "build: oracle", "draw"])
def test_a_number_or_a_place_is_never_guessed(written: str) -> None:
    assert read("attika", written) == ""


@pytest.mark.parametrize(
    ("code", "text", "line"),
    [
        ("en", "Could I please get two more days? We have visitors.", "ask for 2 days"),
        ("de", "Kann ich bis Freitag Zeit haben?", "ask for time until 2026-12-04"),
        ("fr", "Serait-il possible d'avoir trois jours de plus ?", "ask for 3 days"),
        ("en", "How do I make a move?", "help"),
        ("de", "Hilfe!", "help"),
        ("it", "a chi tocca?", "status"),
        ("en", "show me entry 8", "show 8"),
        ("de", "Was sagt MG-6.1?", "rules MG-6.1"),
        ("it", "Mi ritiro, complimenti", "resign"),
        ("en", "Thanks, I resign", "resign"),
        ("de", "Ich bin vom 24.12. bis 2.1. im Urlaub.", "absent: 2026-12-24 to 2027-01-02"),
        ("en", "We leave for our holiday on 24 December and are back on 3 January", "absent: 2026-12-24 to 2027-01-02"),
        ("en", "absent: 1.12. - 5.12.", "absent: 2026-12-01 to 2026-12-05"),
        ("en", "I'm away from Monday to Thursday.", "absent: 2026-12-07 to 2026-12-10"),
        ("fr", "Je suis absent du 12 au 15 décembre.", "absent: 2026-12-12 to 2026-12-15"),
        ("it", "Sono via dal 12 dicembre per tre giorni", "absent: 2026-12-12 to 2026-12-14"),
        ("de", "Bin wieder da!", "back"),
        ("en", "no more emails please", "stop mail"),
        ("en", "Dear moderator, the score is wrong.", "say to moderator: Dear moderator, the score is wrong."),
        ("de", "Sag Bruno, dass er recht hat", "say to Bruno: er recht hat"),
    ],
)
def test_a_request_in_natural_words_is_a_canonical_line(code: str, text: str, line: str) -> None:
    with reading_in(code):
        assert natural_requests(sentences([text]), {"bruno": "red"}, TODAY).lines[:1] == (line,)


@pytest.mark.parametrize(
    "text", ["I won't resign yet.", "If Bruno builds there I give up.", "You should resign!", "What a game!"]
)
def test_nobody_resigns_by_other_words(text: str) -> None:
    assert natural_requests([text], {}, TODAY).lines == ()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "I'm away from Monday."),
        ("en", "absent: starting 24 December"),
        ("de", "Ich bin ab dem 24.12. weg."),
        ("fr", "Je pars en vacances à partir du 12 décembre."),
        ("it", "Sono in vacanza da lunedì."),
    ],
)
def test_an_absence_without_a_last_day_is_no_single_day(code: str, text: str) -> None:
    with reading_in(code):
        assert natural_requests([text], {}, TODAY).lines == ()
        assert not enters(text)


def test_a_last_day_is_never_left_out() -> None:
    assert not enters("absent: from 2026-12-24")
    assert enters("absent: from 2026-12-24 to 2026-12-27")


@pytest.mark.parametrize("text", ["I am out of office until 7 December.", "Automatic reply: away till Monday"])
def test_a_program_that_answers_for_somebody_asks_for_nothing(text: str) -> None:
    assert natural_requests([text], {}, TODAY).lines == ()


@pytest.mark.parametrize("day", range(1, 360, 13))
def test_days_are_found_however_they_are_written(day: int) -> None:
    """A second way: the date is written in each form, and read again."""
    meant = date.fromordinal(TODAY.toordinal() + day)
    forms = (
        f"{meant}",
        f"{meant:%d.%m.%Y}",
        f"{meant.day}.{meant.month}.",
        f"{meant.day} {meant:%B}",
        f"{meant:%B} {meant.day}",
    )
    assert [[each.day for each in days_in(f"until {form} or so", TODAY)] for form in forms] == [[meant]] * len(forms)


def test_a_block_without_its_end_ends_where_its_lines_end() -> None:
    lines = ["Hi", "\u2014\u2013BEGIN MOVE\u2014\u2013", "game: cup", "actions:", "  - city: C3", "", "Bye", "Anna"]
    found = written_parts(lines, lambda line: ":" in line)
    assert [each.lines for each in found.blocks] == [("game: cup", "actions:", "  - city: C3")]
    assert [each for each in (*found.above, *found.below) if each] == ["Hi", "Bye", "Anna"]


NAMES = frozenset(["anna", "bruno"])


@pytest.mark.parametrize(
    "words",
    ["Hi Bruno,", "Hallo zusammen!", "Lieber Bruno,", "Many thanks, Anna", "Viele Gr\u00fc\u00dfe",
     "Bonne soir\u00e9e !", "A presto :-)", "Sent from my iPhone", "Von meinem iPad gesendet", "Here is my move:",
     "That's all.", "ANNA", ""],
)  # fmt: skip
def test_a_greeting_a_name_and_a_good_bye_change_nothing(words: str) -> None:
    assert is_courtesy(words, NAMES)


@pytest.mark.parametrize(
    "words",
    [
        "I'd rather skip my go.", "Only if Marta agrees!", "Rest follows tomorrow.", "Thanks, but no.", "Or", "or?",
        "Dear me, no", "Lieber", "Je pr\u00e9f\u00e8re passer.", "Non \u00e8 definitivo.", "ne-sw", "H14", "/", "?",
        "Hi Bruno?", "Thanks, don't record it", "Sent from my phone, but not yet", "Von meinem Markt lieber nicht",
        "Sorry for the delay!", "Clara",
    ],
)  # fmt: skip
def test_any_other_word_beside_a_move_may_change_it(words: str) -> None:
    assert not is_courtesy(words, NAMES)


def test_a_mail_is_signed_with_its_writers_whole_name() -> None:
    own = frozenset(["anna"])
    assert [is_signed(each, own) for each in ("Anna Berger", "- Anna Berger.")] == [True, True]
    assert [is_signed(each, own) for each in ("Or", "Not Anna", "Anna not", "Anna?", "anna berger")] == [False] * 5


def test_a_misspelt_word_is_asked_about_and_never_played() -> None:
    assert read("magna-grecia", "raod: D4 n-s") == ""
    assert read("attika", "build vinter at 1se") == ""


def test_lines_below_an_action_belong_to_it_and_a_building_may_be_one_word() -> None:
    assert "resupply: {road: 1, city: 6}" in read("magna-grecia", "- resupply:", "    road: 1", "    city: 6")
    assert read("attika", "store the silvermine") == "actions:\n  - store: silver mine\n"


@pytest.mark.parametrize(("title", "action"), [("magna-grecia", "city"), ("attika", "build")])
def test_more_than_a_person_writes_is_not_tried(title: str, action: str) -> None:
    sentences = reader(title, "en")
    with pytest.raises(TooManyValues):
        read_move_lines([f"- {action}: a{number} or b{number}" for number in range(2000)], sentences)


@pytest.mark.parametrize("line", ["build: vintner at 2 né,", "build vintner at 2 né"])
def test_a_word_that_is_a_direction_only_without_its_accent_is_none(line: str) -> None:
    assert read("attika", line) == ""
    assert read("attika", line.replace("né", "ne")) != ""


@pytest.mark.parametrize("code", language_codes())
def test_no_word_makes_what_is_behind_it_a_part_of_a_move(code: str) -> None:
    """Each small word of a language is put before the place and the price of a plain move."""
    own = language(code)
    cities = reader("magna-grecia", code)
    stacks = reader("attika", code)
    assert cities.parts("city M8")
    assert stacks.parts("build tower at 3ne, cards 2")
    assert [each for each in own.words("aside") if cities.parts(f"city {each} M8")] == []
    assert [each for each in own.words("aside") if stacks.parts(f"build tower at 3ne {each} 2 cards")] == []
    assert [each for each in own.words("counted") if stacks.parts(f"draw 2 {each}")] == []


@pytest.mark.parametrize("code", language_codes())
def test_no_move_ends_in_a_word_that_leads_on_and_none_is_behind_a_preposition(code: str) -> None:
    own = language(code)
    cities = reader("magna-grecia", code)
    assert cities.parts("city M8")
    closing = {*own.plain("endings"), *own.plain("courtesy"), *own.plain("articles")}
    leading = {*own.plain("prepositions"), *own.plain("openings")} - closing
    assert sorted(each for each in leading if cities.parts(f"city M8 {each}")) == []
    assert [each for each in own.plain("prepositions") if cities.parts(f"{each} city M8")] == []
