"""Answers in a word: the first word decides where nothing contradicts it; anything else gets the question again."""

import pytest
from test_proposals_by_mail import kinds, write

from referee.mail.read.languages import language, language_codes
from referee.mail.read.short_answers import ShortAnswer, short_answer
from referee.rules.proposals import NO, YES

pytestmark = pytest.mark.usefixtures("game")

AGREE = (
    "yes", "Yes.", "y", "yep", "ok", "OK!", "ok, sure", "sure", "of course", "Of course!", "+1", "\U0001f44d",
    "\U0001f44d\U0001f3fd", "yes, no problem", "Yes, fine with me.", "yes, go ahead.", "Yes, please", "I agree",
    "Hi Anna, yes please", "ja", "Ja, gern!", "klar", "Ja, von mir aus", "einverstanden",
    "oui", "Oui, bien s\u00fbr", "d'accord", "oui, pas de probl\u00e8me", "s\u00ec", "va bene", "s\u00ec, va bene",
    "certo", "S\u00ec, nessun problema",
)  # fmt: skip
REFUSE = (
    "no", "No.", "no, sorry", "No thanks, I like my move", "no thank you", "I don't agree", "Nein", "nein, danke",
    "Nein, leider nicht", "nicht einverstanden", "non", "non merci", "Non, d\u00e9sol\u00e9", "pas d'accord",
    "no grazie", "No, mi dispiace", "\U0001f44e",
)  # fmt: skip
UNSURE = (
    "Yes, but only this once", "yes?", "yes and no", "no problem", "no idea", "No, I don't mind", "no, no problem",
    "ok if Anna wants it", "Ja, aber nur heute", "Nein, oder doch", "Oui, si tu veux", "S\u00ec, ma solo stavolta",
    "no way yes", "Maybe.", "Let me think.", "Muss ich mal sehen.",
)  # fmt: skip


@pytest.mark.parametrize("words", AGREE)
def test_a_yes_is_understood(words: str) -> None:
    found = short_answer(words, {"anna"})
    assert found is not None
    assert found._replace(is_firm=True) == ShortAnswer(YES)


@pytest.mark.parametrize("words", REFUSE)
def test_a_no_is_understood(words: str) -> None:
    found = short_answer(words)
    assert found
    assert (found.given, found.is_sure) == (NO, True)


@pytest.mark.parametrize(
    "words",
    [
        "yes 4f2k", "`yes 4f2k`", "Yes, 4F2K please", "4f2k", "ja 4f2k", "1", "2.", "yes, 1", "Option 1",
        "number 2, please",
        "the first one", "Hi, the second, thanks", "das erste", "Nr. 2", "la deuxi\u00e8me", "la prima, grazie",
    ],
)  # fmt: skip
def test_an_offer_is_chosen(words: str) -> None:
    found = short_answer(words)
    assert found
    assert found.is_sure
    assert found.choice in ("4f2k", "1", "2")


@pytest.mark.parametrize(
    "words",
    [
        "1 or 2",
        "2?",
        "yes 4f2k or city M8",
        "1 road at M8",
        "1, but not now",
        "the first or the second",
        "not the first",
    ],
)
def test_a_choice_with_other_words_is_none(words: str) -> None:
    found = short_answer(words)
    assert found is None or not found.is_sure


@pytest.mark.parametrize(
    "words",
    ["First city M8", "the first city is M8", "option", "Prima!", "the first?", "Prima citt\u00e0 M8", "number 12"],
)
def test_other_words_choose_nothing(words: str) -> None:
    assert short_answer(words) is None


@pytest.mark.parametrize("code", language_codes())
def test_each_word_for_an_offer_chooses_it_alone_and_nothing_beside_a_move(code: str) -> None:
    """All that a file of a language has, not only the examples above."""
    for words, number in language(code).names_in_table("offer").items():
        assert short_answer(words) == ShortAnswer("", number), words
        for text in (f"{words} city M8", f"city M8, {words}", f"{words} or city M8", f"{words} 3"):
            found = short_answer(text)
            assert found is None or not found.is_sure, text
    for word in language(code).words("option"):
        assert short_answer(word) is None, word


@pytest.mark.parametrize("words", AGREE[::4])
def test_agreed(words: str) -> None:
    write("offer a draw\n")
    assert "All players agreed on a draw." in write(f"{words}\n", "red")


@pytest.mark.parametrize("words", REFUSE[::3])
def test_refused(words: str) -> None:
    write("offer a draw\n")
    assert "You don't agree to the proposal." in write(f"{words}\n", "red")
    assert kinds() == [("proposal", "yellow"), ("answer", "red")]


def test_what_a_no_says_besides_is_quoted() -> None:
    write("offer a draw\n")
    assert "I did not use: I like my move" in write("No thanks, I like my move\n", "red")


@pytest.mark.parametrize("words", UNSURE)
def test_anything_else_gets_the_question_again(words: str) -> None:
    write("offer a draw\n")
    told = write(f"{words}\n", "red")
    assert "Anna proposes a draw: everybody shares the victory." in told
    assert "Reply with yes or no." in told
    assert words.split()[-1].casefold().rstrip(".?") in told.casefold()
    assert "passed your words on" not in told
    assert kinds() == [("proposal", "yellow")]


def test_words_below_a_yes_may_change_it() -> None:
    write("offer a draw\n")
    assert "Is this a yes or a no? You write: But only if we play again soon." in write(
        "yes\n\nBut only if we play again soon.\n", "red"
    )
    assert kinds() == [("proposal", "yellow")]
    assert "All players agreed on a draw." in write("yes\n\nFine with me!\n\nBruno\n", "red")


def test_a_yes_and_words_to_the_others_are_both_done() -> None:
    write("offer a draw\n")
    told = write("yes\n\nsay: Thank you for the game!\n", "red")
    assert "All players agreed on a draw." in told
    assert "Everybody will read: Thank you for the game!" in told
