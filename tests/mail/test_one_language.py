"""A mail is read in the language of its letter, whose words are in files alone."""

from datetime import date
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import run
from test_moderator import body, name_sam, notes, write

from referee.mail.read import languages, natural_requests, request_words
from referee.mail.read.beside_words import sentences
from referee.mail.read.spoken_days import days_in

TODAY = date(2026, 11, 3)  # a Tuesday


def lines(code: str, text: str) -> tuple[str, ...]:
    with languages.reading_in(code):
        return natural_requests.natural_requests(sentences([text]), {}, TODAY).lines


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Je suis absent, mon ordinateur est en panne."),
        ("fr", "Je serai en vacances avec mon mari."),
        ("de", "Das ist nicht so, no."),
        ("it", "Mai!"),
        ("it", "Fuori sede sino al 18 novembre. Risposta automatica."),
    ],
)
def test_a_word_of_another_language_is_no_day(code: str, text: str) -> None:
    assert lines(code, text) == ()


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "until Sunday"), ("de", "bis Sonntag"), ("fr", "jusqu'à dimanche"), ("it", "fino a domenica")],
)
def test_a_day_is_read_in_its_own_language_alone(code: str, text: str) -> None:
    for each in ("en", "de", "fr", "it"):
        with languages.reading_in(each):
            assert [found.day for found in days_in(text, TODAY)] == [date(2026, 11, 8)] * (each == code)


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "Could I have until Sunday?"), ("de", "Kann ich bis Sonntag Zeit haben?"),
     ("fr", "Puis-je avoir jusqu'à dimanche ?"), ("it", "Posso avere tempo fino a domenica?")],
)  # fmt: skip
def test_time_until_a_day_is_a_date(code: str, text: str) -> None:
    assert lines(code, text) == ("ask for time until 2026-11-08",)


@pytest.mark.usefixtures("game")
def test_the_moderator_reads_the_words_and_the_command_that_grants_the_time() -> None:
    name_sam()
    assert run("clock", "cup", "allowance=72h").code == 0
    assert "time until 2026-12-24" in write("Please, could I have until 24 December? My mother is here.\n")
    (mail,) = notes()
    assert "referee time extend cup yellow --until 2026-12-24 --why" in body(mail)
    assert "could I have until 24 December" in body(mail)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    "text", ["Fuori sede sino al 18 novembre. Risposta automatica.", "Automatic reply: I am away."]
)
def test_the_absence_note_of_a_program_gets_no_answer(text: str) -> None:
    before = post.log_bytes()
    assert post.one(post.mail(f"{text}\n", post.address("yellow"))).became == "ignored"
    assert post.log_bytes() == before


def test_a_fifth_language_is_one_more_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "commands:\n  help: hjelp\n  time: be om {number} {days}\ndays: dag, dager\nhours: time\nuntil: til\n"
    words += "weekdays:\n  7: søndag\nwishes:\n  time: mer tid\nwanting: kan jeg\n"
    (tmp_path / "nb.yaml").write_text(words, encoding="utf-8")
    for each in Path(languages.FOLDER).glob("*.yaml"):
        (tmp_path / each.name).write_bytes(each.read_bytes())
    monkeypatch.setattr(languages, "FOLDER", str(tmp_path))
    with languages.reading_in("nb"):
        assert request_words.request_in("Hjelp!") == request_words.Request("help")
        assert request_words.request_in("be om 2 dager") == request_words.Request("time", "48")
    assert lines("nb", "Kan jeg få til søndag?") == ("ask for time until 2026-11-08",)
