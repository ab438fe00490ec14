"""`help`, `show 1`, `resign` and the like: each is answered, in the language of the player, and none moves anything."""

import os
import re

import mailing_game as post
import pytest
from test_moderator import body, name_sam, notes, write

from referee.mail.act import send_reports
from referee.mail.read import mail_parts, requests
from referee.mail.read.languages import language_codes, reading_in
from referee.mail.read.request_words import Request, request_in
from referee.store.private import NO_LETTERS

KEYWORDS = {
    Request("help"): ("help", "Help!", "Hilfe", "aide", "AIUTO.", "  help  me "),
    Request("status"): ("status", "Spielstand", "statut", "stato"),
    Request("show"): ("show", "zeig", "Montrez", "mostra"),
    Request("show", "12"): ("show 12", "zeige Eintrag 12", "montrez 12", "mostra voce 12"),
    Request("rules", "MG-6.1"): ("rules MG-6.1", "Regel mg-6.1", "règle MG-6.1", "regola MG-6.1"),
    Request("resign"): ("resign", "I resign.", "Ich gebe auf", "j’abandonne", "mi ritiro"),
    Request("resign", "abc234"): ("resign abc234", "aufgeben: abc234"),
    Request("time", "48"): ("ask for 2 days", "extend: 2d", "bitte um 2 Tage", "je demande 2 jours", "chiedo 2 giorni"),
    Request("time", "5"): ("ask for 5 hours", "bitte um 5 Stunden", "chiedo 5 ore"),
    Request("back"): ("back", "I'm back!", "zurück", "de retour", "sono tornata"),
    Request("stop"): ("stop mail", "unsubscribe", "keine Mails mehr", "plus de mails", "basta mail"),
    Request("start"): ("start mail", "Mails bestellen"),
}


@pytest.mark.parametrize("wanted", list(KEYWORDS), ids=str)
def test_a_word_is_known_in_the_language_of_the_letter_and_in_english(wanted: Request) -> None:
    for line in KEYWORDS[wanted]:
        with reading_in(*language_codes()):
            assert request_in(line) == wanted, line
    with reading_in("it"):
        assert request_in("hilfe") is None


@pytest.mark.parametrize(
    "line", ["I need help with this", "stop that road", "show me the money", "say help", "back to C3"]
)
def test_a_sentence_is_no_word(line: str) -> None:
    assert request_in(line) is None


def wishes(text: str, subject: str = "Re: [cup] Your turn") -> requests.Wishes:
    raw = f"From: a@b.example\nTo: r@x.example\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{text}"
    with reading_in(*language_codes()):
        return requests.wishes(mail_parts.parsed_mail(raw.encode()))


def test_days_are_read_with_dots_and_in_one_form() -> None:
    for text in (
        "absent: 24.12.2026 - 2.1.2027", "absent: 24. 12. 2026 bis 02.01.2027", "abwesend: 2026-12-24 to 2027-01-02",
        "absent 2026-12-24 - 2027-01-02", "assente: dal 24.12.2026 al 2.1.2027", "absent: 2026-12-24–2027-01-02",
    ):  # fmt: skip
        assert wishes(text).absent == ("2026-12-24", "2027-01-02"), text
    assert wishes("absent: 24.12.2026").absent == ("2026-12-24", "2026-12-24")
    assert wishes("absent: 3/4/2027").unclear
    assert [wishes(text).absence for text in ("back", "absent: ende", "absent: none", "absent", "absent: liste")] == [
        "end", "end", "cancel", "list", "list",
    ]  # fmt: skip


def test_words_to_all_may_have_paragraphs_and_end_with_a_greeting() -> None:
    assert wishes("say: one\n\ntwo\n\nBest wishes, Anna\n\nthree\n").said == (requests.Said("", "one\ntwo"),)
    assert wishes(f"say: one\n\n{'x' * 1001}\n").said == (requests.Said("", "one"),)
    assert wishes("say: one\n\nhelp\n").asked == (Request("help"),)


def test_a_move_beside_a_request_is_left_alone() -> None:
    found = wishes("help\n\n" + post.fenced("game: cup\nseat: red\n"))
    assert (found.block, found.asked, found.withheld) == (None, (Request("help"),), True)


def test_the_subject_counts_where_a_mail_program_writes_the_rest() -> None:
    assert wishes("This message was made by a program.\n", "stop mail").asked == (Request("stop"),)
    assert wishes("", "Help").asked == (Request("help"),)
    assert wishes("Could you look at this?\n", "Help").asked == ()


@pytest.mark.usefixtures("game")
def test_each_request_is_answered_and_records_nothing() -> None:
    before = post.log_bytes()
    answers = {
        "help": "– the moderator is asked to give you more time", "status": "as it is now. This game has no clock",
        "show": "This is the game as it is now.", "show 7": "There is no entry 7 yet; the last one is 1.",
        "show 0": "as it was before its first entry", "rules MG-6.1": "MG-6.1: A city is founded", "rules 6": "MG-6.2",
        "rules MG-99": "There is no rule MG-99", "ask for 2 days": "This game has no clock",
    }  # fmt: skip
    for text, words in answers.items():
        assert words in write(f"{text}\n"), text
    assert post.log_bytes() == before


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("text", ["Wer ist dran?", "status", "A chi tocca?", "Wer ist dran? Bin ich am Zug?"])
@pytest.mark.parametrize(("seat", "words"), [("red", "Anna (yellow) moves now."), ("yellow", "It is your turn")])
def test_whose_turn_it_is_is_said_once(text: str, seat: str, words: str) -> None:
    said = write(f"{text}\n", seat=seat)
    assert said.count(words) == 1
    assert "the turn of" not in said


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("text", ["What do I have in my hand?", "Which cards do I have?"])
def test_who_asks_what_they_have_gets_the_game_as_it_is(text: str) -> None:
    assert "This is the game as it is now." in write(f"{text}\n")


@pytest.mark.usefixtures("game")
def test_to_stop_playing_is_asked_back_and_then_the_referee_plays_the_seat() -> None:
    name_sam()
    before = post.log_bytes()
    receipt = write("I resign.\n")
    assert "Do you want to stop playing this game?" in receipt
    assert notes() == []
    write("resign abcdef\n")
    assert notes() == []
    found = re.search("`resign ([a-z2-7]{6})`", receipt)
    assert found
    other = re.search("`resign ([a-z2-7]{6})`", write("resign\n", seat="red"))
    assert other
    assert other[1] != found[1]
    assert post.log_bytes() == before
    done = post.one(post.mail(f"resign {found[1]}\n", post.address("yellow")))
    assert done.entry == 2
    assert "I wrote to Sam" in post.receipts()[-1].text
    (mail,) = notes()
    assert "Anna (yellow) in cup has stopped playing." in body(mail)
    assert post.ANNA in body(mail)
    assert "referee player cup yellow --name NAME" in body(mail)
    assert post.log_bytes().startswith(before)
    assert post.kept().addresses == {"red": post.BRUNO}


@pytest.mark.usefixtures("game")
def test_no_more_e_mails_until_they_are_wanted_again() -> None:
    name_sam()
    assert "You get no more e-mails of this game" in write("stop mail\n", seat="red")
    assert post.kept().letters == {"red": NO_LETTERS}
    assert "Bruno (red) in cup wants no more e-mails." in body(notes()[0])
    post.one(post.mail("say: hello\n\nsay to red: psst\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert not [each for each in post.letters("2-red") if "receipt" not in each.path]
    done = post.one(post.mail("start mail\n", post.address("red", 1)))
    assert done.entry is None
    texts = [each.text for each in post.letters("-red") if "receipt" not in each.path and "1-red" not in each.path]
    assert any("psst" in each for each in texts)
    assert send_reports.send_due_letters(post.table(), ["cup"]) == []


@pytest.mark.usefixtures("game")
def test_every_letter_says_how_to_stop_them() -> None:
    (path,) = [each.path for each in post.letters("1-red")]
    with open(path, encoding="utf-8") as letter:
        assert f"List-Unsubscribe: <mailto:{post.address('red')}?subject=stop%20mail>" in letter.read()


@pytest.mark.usefixtures("game")
def test_words_go_to_players_by_name_however_it_is_spelt() -> None:
    game = "cup"
    assert os.path.isdir(f"games/{game}")
    for name in ("Bruno", "bruno", "red", "Rosso", "rot"):
        assert "Bruno will read this in the next e-mail: hi" in write(f"say to {name}: hi {name}\n")
    assert "There is no other player called Zoë in this game." in write("say to Zoë: hi\n")
    assert "`Bruno` (red)" in write("say to Zoe: hi\n")


def test_names_are_alike_with_umlauts_and_without() -> None:
    from referee.app.play.entries import player_names, spellings

    for typed in ("Jürgen", "jurgen", "JUERGEN", "Groß", "gross", "Jürgen Groß"):
        assert spellings(typed) & player_names("Jürgen Groß"), typed
    assert not spellings("Jorgen") & player_names("Jürgen Groß")
