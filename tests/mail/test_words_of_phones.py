"""Words with the signs that phones and word processors write: they are recorded, shown as they are, and read back."""

import cli_runs
import mailing_game as post
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.app.game_access import open_game
from referee.app.look.game_views import view_for_seat
from referee.report.text.text_report import report

pytestmark = pytest.mark.usefixtures("game")
WORDS = {
    "a narrow no-break space": "Bravo\u202f!",
    "a no-break space": "Bien joué\u00a0!",
    "a joined picture": "Ah well \U0001f937\u200d\u2642\ufe0f",
    "a joiner in a word": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "a thin space": "20\u2009000",
    "a wide space": "大\u3000希",
}


def shown() -> str:
    return report(view_for_seat(open_game(post.table(), "cup")))


def is_told(words: str) -> bool:
    """Whether the report has the words, in which some spaces may have become plain ones."""
    return "".join(words.split()) in "".join(shown().split()) and "\ufffd" not in shown()


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("above", [True, False], ids=["above the move", "in the move"])
def test_words_by_mail_are_recorded_and_shown(words: str, above: bool) -> None:
    block = post.move()
    text = f"say: {words}\n\n{post.fenced(block)}" if above else post.fenced(f"{block}say: {words}\n")
    assert post.one(post.mail(text, post.address(post.mover()))).became == "recorded"
    assert is_told(words)
    assert cli_runs.run("verify", "cup").code == 0


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_words_and_reasons_of_the_moderator_are_recorded_and_shown(words: str) -> None:
    assert post.one(post.mail(post.fenced(post.move()), post.address(post.mover()))).became == "recorded"
    assert cli_runs.run("say", "cup", words).code == 0
    assert cli_runs.run("undo", "cup", "--why", words).code == 0
    assert cli_runs.run("send").code == 0
    plain = "".join(words.split())
    assert plain in "".join(cli_runs.run("log", "cup").out.split())
    assert [each.path for each in post.letters() if plain in "".join(each.text.split())]
    assert not [each.path for each in post.letters() if "\ufffd" in each.text]
    assert cli_runs.run("verify", "cup").code == 0


def test_signs_without_a_meaning_are_left_out_of_words() -> None:
    text = f"say: Well\u200b done,\u200e Anna\ufeff!\n\n{post.fenced(post.move())}"
    assert post.one(post.mail(text, post.address(post.mover()))).became == "recorded"
    assert is_told("Well done, Anna!")


@pytest.mark.parametrize("sign", ["\u202e", "\x1b", "\u200b", "\u2028"])
def test_signs_that_turn_or_hide_text_are_refused(sign: str) -> None:
    ran = cli_runs.run("say", "cup", f"a{sign}b")
    assert ran.code == 65
    assert "A message to the others can't contain" in ran.err


NAMES = {
    "a joined picture": "Zoë \U0001f469\u200d\U0001f680",
    "a joiner in a word": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "a wide space": "山田\u3000希",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_players_are_shown_as_they_are(name: str) -> None:
    assert cli_runs.run("resign", "cup", post.mover(), "--to", name, "--address", "new@example.org").code == 0
    assert cli_runs.run("send").code == 0
    assert is_told(name)
    assert [each.path for each in post.letters() if name.split()[0] in each.text]
    assert not [each.path for each in post.letters() if "\ufffd" in each.text]
    assert cli_runs.run("verify", "cup").code == 0


@pytest.mark.parametrize("name", ["\u200d", "\u3000", "\u00a0\u200c"], ids=ascii)
def test_a_name_has_a_letter_that_is_seen(name: str) -> None:
    ran = cli_runs.run("resign", "cup", post.mover(), "--to", name)
    assert ran.code == 2
    assert "needs a name of 1 to 40 visible characters" in ran.err


SIGNS = st.characters(exclude_categories=["Cs"])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(SIGNS, min_size=1, max_size=40))
def test_words_of_any_signs_are_refused_or_read_back(words: str) -> None:
    """In the words that the moderator records, whatever was typed."""
    before = post.log_bytes()
    ran = cli_runs.run("undo", "cup", "--to", "1", "--dry-run", "--why", words)
    assert ran.code in (0, 2, 65), ran.err
    done = post.one(post.mail(f"say: {words}\n", post.address(post.mover())))
    assert done.became in ("recorded", "answered", "deferred", "quarantined", "ignored"), done
    assert post.log_bytes().startswith(before)
    assert cli_runs.run("verify", "cup").code == 0
