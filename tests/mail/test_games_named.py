"""Which games a mail without a right tag seems to be about: whatever strangers write, only names are found."""

import re
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from referee import GAME_ID
from referee.mail.read import game_parts, identity, mail_parts
from referee.mail.read.languages import language, language_codes

PARTS = ("[", "]", "+", "@", ".", "cup", "<referee.", "\x1b", "é", " ", "a" * 50, "1")


@given(st.lists(st.sampled_from(PARTS), max_size=300))
def test_whatever_a_header_or_a_report_says_only_names_of_games_are_found_there(parts: list[str]) -> None:
    said = "".join(parts)
    raw = f"Subject: {said}\nTo: {said}\nReferences: {said}\n\nMessage-ID: {said}\n".encode()
    found = identity.games_named(mail_parts.parsed_mail(raw), "+")
    assert all(re.fullmatch(GAME_ID, each) for each in found)
    assert str(mail_parts.bounce_words(raw)).isprintable()


def test_a_header_that_only_begins_games_takes_no_time() -> None:
    mail = mail_parts.parsed_mail(b"To: " + b"+a." * 40_000 + b"\nSubject: " + b"[a" * 40_000 + b"\n\n")
    before = process_time()
    assert identity.games_named(mail, "+") == []
    assert process_time() - before < 1


@given(st.from_regex(r"[^\W\d_]{1,12}", fullmatch=True))
def test_no_word_before_the_name_of_a_game_is_swallowed_but_those_that_say_nothing(word: str) -> None:
    silent = {each for code in language_codes() for each in language(code).words("before_game")}
    found = game_parts.lines_by_game([f"{word} cup: city M8"], ["cup"])
    assert [each.text for each in found] == (["city M8"] if word.lower() in silent else [f"{word} cup: city M8"])
