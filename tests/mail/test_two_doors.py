"""Two doors of a mailbox: what may act, and what is asked back, judged or passed to a person. Nothing else exists.

The game is the one of `mailing_game`: yellow moves first, and may found a city on E1 but not on L9.
"""

import re
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import open_game
from referee.app.post import moderator_notes
from referee.mail.act.heard_mail import ANSWERED, RECORDED

pytestmark = pytest.mark.usefixtures("game")


def write(text: str) -> str:
    """Yellow writes something that records nothing: the text of the receipt, in one line."""
    before = post.log_bytes()
    done = post.one(post.mail(text, post.address("yellow")))
    assert done.became == ANSWERED, done
    assert post.log_bytes() == before
    return " ".join(post.receipts()[-1].text.split())


def notes() -> list[str]:
    return [each.text for each in moderator_notes.all_notes(post.table().settings)]


def moderated_by(name: str) -> None:
    text = post.TOML.replace("[mail.inbox]", f'moderator = "{name} <{name.lower()}@example.org>"\n[mail.inbox]')
    with open("referee.toml", "w", encoding="utf-8") as file:
        file.write(text)


@pytest.mark.parametrize("text", ["Is city E1 legal?", "Could I put a city on E1?", "why city E1"])
def test_a_question_about_a_legal_move_is_answered_and_the_move_offered(text: str) -> None:
    receipt = write(text)
    assert f'You write: "{text}" This would be legal now: city: E1. Your turn would then be: ' in receipt
    assert "actions: - city: E1 -----END MOVE-----" in receipt


def test_a_question_what_something_costs_is_answered_with_the_price() -> None:
    assert "This would be legal now: market: {build: E1}. Your turn would then be: market in E1 Laos for 1 point." in (
        write("What does a market in E1 cost?")
    )


@pytest.mark.parametrize(
    "text", ["Is city L9 legal?", "Could I put a city on L9?", "why city L9", "Why not a city on L9?"]
)
def test_a_question_about_an_illegal_move_is_answered_with_the_rule(text: str) -> None:
    receipt = write(text)
    assert f'You write: "{text}" This is not possible now: city: L9. Nothing is recorded yet.' in receipt
    assert "MG-6.2 says:" in receipt


def test_a_rule_in_a_plain_text_has_its_address_at_the_end() -> None:
    Path("referee.toml").write_text('rule_pages = "https://example.org/rules"\n' + post.TOML, encoding="utf-8")
    page = "https://example.org/rules/magna-grecia/MG-6.2.html"
    done = post.one(post.mail("why city L9", post.address("yellow")))
    assert done.became == ANSWERED
    answer = post.receipts()[-1]
    lines = post.body(answer.path).splitlines()
    assert lines[lines.index("-- ") + 1] == f"MG-6.2: {page}"
    assert f'<a href="{page}">MG-6.2</a>' in post.decoded(answer.path)


def test_each_bad_line_is_named_and_the_block_comes_back_filled() -> None:
    receipt = write("city: Krotton\nroad: L7 from M8 to K9\nroad: K7 n-ne\nroad: M9 n-sw\n")
    assert "1. line 1: `Krotton` is not a space of the board. Did you mean Kroton (M8)? Write `M8`." in receipt
    assert "2. line 2: from M8 to K9 does not name two edges of L7." in receipt
    assert "3. line 3: No road tile connects n-ne." in receipt
    assert "actions: - city: Krotton - road: L7 from M8 to K9 - road: K7 n-ne - road: M9 n-sw -----END" in receipt


@pytest.mark.parametrize("mark", [" \u2026 ", "\u2026 ", " * ", " \u2022 "])
@pytest.mark.parametrize("words", ["make that another", "I go for it", "this is for me too", "after that", "and then"])
@pytest.mark.parametrize("move", ["city E1", "I build a city on E1", "city: E1"])
def test_small_words_behind_a_mark_may_change_the_move(move: str, mark: str, words: str) -> None:
    assert re.search("Nothing (is|was) recorded", write(f"{move}{mark}{words}"))


@pytest.mark.parametrize(
    "text",
    [
        "I built a city on E1.",  # the past
        "At the start a city on E1",
        "city: E1 \U0001f937",  # pictures that are no smile
        "[ ] city E1",
        '"I build a city on E1" - Bruno',
        "Bruno:\ncity E1",
        "Everybody found a city on E1",
        "city E1 and so on",
        "city E1 -> city E2",
        "city E1 \u2192 road F1 n-se",
        "I build a city on E1 > I build a city on E2",
        "Thanks for a city on E1",
        "return the city on E1",
        "only a city on E1, alas",
        "oh, the city on E1",
        "(city E1)",
        "[city E1]",
        "city E1 - Bruno",
        "Bruno - city E1",
        "actions: none\ncity E1",
        "city E1\nseat: yellow\nor J3",
        "city E1\nseat: yellow\nonly if Bruno agrees",
        "city E1\n\nConfidential: if Bruno can delete this, it was sent in error.",
        "city E1 again",
        "city E1 --- road E2 n-s",
        "Let's go with a city on E1",
        "cty E1",
        "a city on E1 looks good",
        "E1",
        "What's the cost of a city on E1?",
    ],
)
def test_what_others_did_said_or_may_do_is_no_move(text: str) -> None:
    assert "-----BEGIN MOVE-----" in write(text)


def test_a_pass_beside_a_move_is_asked_back_with_both() -> None:
    for text in ("pass\ncity E1", "city E1\npass"):
        receipt = write(text)
        assert "Reply `1` or `2`" in receipt
        assert "actions: - city: E1 -----END MOVE-----" in receipt


@pytest.mark.parametrize(
    "wish", ["and give me two more days", "and then show me entry 0", "- who is next?", "and I am away until Friday"]
)
def test_a_wish_in_the_sentence_of_a_move_is_heard_and_the_move_offered(wish: str) -> None:
    assert "actions: - city: E1 -----END MOVE-----" in write(f"I would build a city on E1 {wish}")


@pytest.mark.parametrize("line", ["address: me@example.net", "orders: none", "help"])
def test_a_documented_line_beside_a_move_is_named_where_it_does_nothing(line: str) -> None:
    assert f"Next to your move you also write: {line} Nothing is recorded yet." in write(f"city E1\n{line}")


@pytest.mark.parametrize("beside", ["{line}\n\nor not?", "Not yet:\n{line}", "{line}\n-- \nAnna\nunless Milon objects"])
@pytest.mark.parametrize(
    "line",
    [
        "absent: 2026-12-24 to 2027-01-02", "offer a draw", "abandon game", "stop mail", "mail: none", "publish: yes",
        "address: new@example.org", "edition: 2",
    ],
)  # fmt: skip
def test_whatever_acts_waits_while_words_beside_it_may_deny_it(line: str, beside: str) -> None:
    kept = post.kept()
    assert f"Next to `{line}` you also write" in write(beside.format(line=line))
    assert post.kept() == kept


def test_a_list_with_bullets_and_dots_is_no_doubt() -> None:
    done = post.one(post.mail("* city E1\n\u2026\n", post.address("yellow")))
    assert done.became == RECORDED


@pytest.mark.parametrize("between", ["or", "oder", "unless", "else", "if illegal", "xyzzy"])
def test_alternatives_are_offered_each_by_itself(between: str) -> None:
    receipt = write(f"city M8\nroad L7 se-sw\n{between}\nroad M9 n-sw\n")
    blocks = [each.partition("-----END")[0] for each in receipt.split("actions:")[1:]]
    assert " - city: M8 - road: L7 se-sw " in blocks
    assert " - city: M8 - road: M9 n-sw " in blocks


@pytest.mark.parametrize(
    "text",
    [
        "Hi Wilma, can you help me? The picture does not load.",
        "Wilma: who has the rules at home?",
        "Hello Wilma, my status as a beginner is a bit embarrassing.",
    ],
)
def test_a_mail_that_names_the_moderator_is_passed_on(text: str) -> None:
    moderated_by("Wilma")
    assert "I passed your words on to Wilma" in write(text)
    assert [each.endswith(text.partition(", ")[2] or text) for each in notes()] == [True]


def test_words_to_the_moderators_name_are_passed_on() -> None:
    moderated_by("Wilma")
    assert "I passed your words on to Wilma" in write("say to Wilma: the map is wrong")
    assert notes() == ["the map is wrong"]


def test_words_to_nobody_are_quoted() -> None:
    receipt = write("say to Theana: let us trade")
    assert "There is no other player called Theana" in receipt
    assert "let us trade" in receipt


@pytest.mark.parametrize("subject", ["Not yet", "DRAFT do not play", "or E1?"])
def test_a_subject_that_denies_or_asks_is_a_doubt(subject: str) -> None:
    before = post.log_bytes()
    done = post.one(post.mail("city M8\n", post.address("yellow"), subject=subject))
    assert (done.became, post.log_bytes()) == (ANSWERED, before)
    assert subject in post.receipts()[-1].text


def test_words_beside_a_question_that_is_answered_are_passed_on() -> None:
    receipt = write("status\n\nBy the way, the cat has eaten my dice bag.")
    assert "It is your turn" in receipt
    assert notes() == ["By the way, the cat has eaten my dice bag."]


def test_a_greeting_of_the_moderator_is_no_doubt() -> None:
    moderated_by("Wilma")
    done = post.one(post.mail("Hi Wilma,\n\ncity E1\n\nThanks, Anna", post.address("yellow")))
    assert done.entry == 2


def test_a_complaint_that_names_a_thing_of_the_game_reaches_the_moderator() -> None:
    text = "Your scoring of the market in round 2 is wrong, I should have 3 more points!"
    assert "I kept your words for the moderator" in write(text)
    assert notes() == [text]


def test_a_question_whether_to_pass_is_answered() -> None:
    assert 'You write: "pass?" This would be legal now: pass.' in write("pass?")


def test_a_line_without_blanks_is_read_and_quoted_as_it_was_written() -> None:
    done = post.one(post.mail("CityE1,roadE2 n-s\n", post.address("yellow")))
    assert done.entry == 2
    assert "I read `CityE1,roadE2 n-s` as `city: E1, road: E2 n-s`." in post.receipts()[-1].text


def test_what_is_asked_back_names_the_words_that_were_not_read() -> None:
    assert "Next to your move you also write: Mind the wet paint. Nothing" in write("city E1\n\nMind the wet paint.\n")


def test_two_ways_with_letters_before_them_are_no_header_of_an_old_mail() -> None:
    receipt = write("A: city E1\nB: city E2\n\nVon: Referee <r@example.org>\nGesendet: heute\nAn: Anna\nBetreff: Zug\n")
    assert "A: city E1" in receipt
    assert "B: city E2" in receipt


def test_a_stray_line_within_a_block_is_named_and_the_block_comes_back() -> None:
    receipt = write(post.fenced(post.move() + "I hope this is right\n"))
    assert "This line has no colon, or the line before it isn't finished. | I hope this is right" in receipt
    assert "market: build: D5 I hope this is right -----END MOVE-----" in receipt


def test_a_line_of_a_move_right_below_words_to_all_is_asked_back() -> None:
    """Nobody knows whether it is said or done."""
    receipt = write("say: hi\ncity E1\n")
    assert "Next to your move you also write: say: hi Nothing is recorded yet." in receipt
    assert "actions: - city: E1 -----END MOVE-----" in receipt


@pytest.mark.parametrize("text", ["a city on E1, then a road on L7 se-nw", "city E1 please", "my city on E1"])
def test_a_thing_with_small_words_is_a_move(text: str) -> None:
    assert post.one(post.mail(text, post.address("yellow"))).became in (RECORDED, ANSWERED)
    assert "I don't understand" not in post.receipts()[-1].text


def test_a_question_of_which_one_part_can_be_read_offers_it_as_a_part() -> None:
    receipt = write("Could I found a city on E1 and then build a road from E1 to E5?")
    assert "This would be legal now: city: E1." in receipt
    assert "I can read only a part of it." in receipt


@pytest.mark.parametrize(
    "text",
    [
        "Should I do city E1 or J3?",
        "city E1, if that's still free, otherwise J3",
        "city J3 instead of E1",
        "not E1 but J3",
        "I'd rather have a city on E1 than on J3.",
        "from E1 to J3",
    ],
)
def test_each_place_that_a_thing_may_have_is_offered(text: str) -> None:
    receipt = write(text)
    for place in ("E1", "J3"):
        assert f"actions: - city: {place} -----END MOVE-----" in receipt


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("City E1 if that works, otherwise resupply 2 roads", ("city: E1", "resupply: {road: 2}")),
        ("I think I'll take city E1. Or wait, no, make it city J3!", ("city: E1", "city: J3")),
        ("city E1 with a market", ("city: E1",)),
        ("city on J three", ("city: J3",)),
        ("city E eins", ()),
        ("une ville sur E1 alors", ("city: E1",)),
    ],
)
def test_what_a_sentence_may_mean_is_offered_part_by_part(text: str, moves: tuple[str, ...]) -> None:
    receipt = write(text)
    for each in moves:
        assert f"actions: - {each} -----END MOVE-----" in receipt


@pytest.mark.parametrize(
    ("language", "line"), [("de", "straße L7 so nw"), ("fr", "route L7 se no"), ("it", "strada L7 se no")]
)
def test_two_directions_with_a_blank_are_those_of_the_readers_language(language: str, line: str) -> None:
    assert cli_runs.run("player", "cup", "yellow", "--language", language).code == 0
    post.one(post.mail(f"city M8\n{line}\n", post.address("yellow")))
    assert {"road": "L7 se-nw"} in open_game(post.table(), "cup").log.entry(post.last())["actions"]


@pytest.mark.parametrize(
    ("text", "actions"), [("Move: pass", []), ("Actions: none", []), ("City E1!\n:D :-)", [{"city": "E1"}])]
)
def test_a_heading_and_smiles_do_not_matter(text: str, actions: list[object]) -> None:
    post.one(post.mail(text, post.address("yellow")))
    assert open_game(post.table(), "cup").log.entry(post.last())["actions"] == actions


def test_words_to_somebody_end_where_a_move_begins() -> None:
    post.one(post.mail("Tell Bruno I am coming. City E1.", post.address("yellow")))
    assert open_game(post.table(), "cup").log.entry(post.last())["actions"] == [{"city": "E1"}]
    assert "Bruno will read this in the next e-mail: I am coming." in " ".join(post.receipts()[-1].text.split())


@pytest.mark.parametrize("words", ["Tell Bruno and Anna that I am late", "say to Bruno and Anna: hello"])
def test_words_to_two_are_not_sent_to_the_first_alone(words: str) -> None:
    write(words)
    assert not post.letters("red-")


@pytest.mark.parametrize(("language", "line"), [("en", "undo please"), ("de", "undo bitte"), ("fr", "annuler merci")])
def test_a_documented_line_with_courtesy_beside_it_is_offered(language: str, line: str) -> None:
    assert cli_runs.run("player", "cup", "yellow", "--language", language).code == 0
    assert "`undo`" in write(line)


def test_a_natural_message_is_not_said_to_be_unused() -> None:
    post.one(post.mail("Tell everybody that I am late", post.address("yellow")))
    receipt = post.receipts()[-1].text
    assert "Everybody will read: I am late" in receipt
    assert "I did not use" not in receipt


def test_a_question_that_names_no_thing_is_judged_for_what_may_be_there() -> None:
    assert 'You write: "Can I build C3?" This is not possible now: city: C3. Nothing' in write("Can I build C3?")
    assert "MG-6.2 says:" in write("Why can't I build on L9?")


def test_a_road_between_two_spaces_is_offered_with_each_space_that_it_may_have() -> None:
    receipt = write("I found a city on M8 and then build a road from M8 to K8")
    for at in ("L7", "L8"):
        assert f"actions: - city: M8 - road: {at} from M8 to K8 -----END MOVE-----" in receipt


def test_a_line_of_the_head_below_a_move_belongs_to_it() -> None:
    receipt = write("city E1\nafter: 99\n")
    assert "There is no entry 99." in receipt
    assert "after: 1 seat: yellow city E1 -----END MOVE-----" in receipt


DISCLAIMERS = [
    "CONFIDENTIALITY NOTICE: THIS E-MAIL AND ANY ATTACHMENTS ARE FOR THE USE OF THE ADDRESSEE\nIN OUR CAPITALS.",
    "Diese Mail ist vertraulich. Wenn Sie nicht der richtige Adressat sind,\nbitte informieren Sie den Absender.",
    "Ce message est confidentiel. Si vous l'avez reçu par erreur, merci de le détruire\net d'écrire à l'expéditeur.",
    "Questo messaggio è riservato. Se lo avete ricevuto per errore,\nvi preghiamo di avvertire subito il mittente.",
]


@pytest.mark.parametrize("below", DISCLAIMERS)
def test_the_paragraph_of_a_disclaimer_is_nobodys_words(below: str) -> None:
    assert post.one(post.mail(f"city E1\n\nAnna\n\n{below}\n", post.address("yellow"))).entry == 2
    assert "I did not use" not in post.receipts()[-1].text


def test_a_polite_question_for_something_to_read_is_answered() -> None:
    assert "Nobody has moved yet." in write("history please")


def test_a_move_below_an_old_e_mail_without_signs_of_quotation_is_offered() -> None:
    head = "From: Referee <r@example.org>\nSent: today\nTo: Anna\nSubject: Your turn\n\n"
    (first,) = [each.path for each in post.letters("-yellow") if "receipt" not in each.path][:1]
    receipt = write(f"{head}{post.body(first)}\n\ncity E1\n")
    assert "Your move is in the quoted part of the e-mail" in receipt
    assert "actions: - city: E1 -----END MOVE-----" in receipt


def test_who_has_moved_and_writes_something_else_is_not_asked_for_a_move() -> None:
    post.one(post.mail("city E1", post.address("yellow")))
    post.one(post.mail("wait no", post.address("yellow")))
    receipts = " ".join(each.text for each in post.receipts())
    assert "To take it back, reply `undo`." in receipts
    assert "There is no move in your e-mail" not in receipts


def test_what_is_read_beside_courtesy_is_not_called_unused() -> None:
    post.one(post.mail("city E1. That's all folks!", post.address("yellow")))
    assert "I did not use" not in post.receipts()[-1].text


def test_the_receipt_says_which_meaning_of_an_open_line_was_taken() -> None:
    post.one(post.mail("market E1", post.address("yellow")))
    assert "I read `market E1` as `market: {build: E1}`." in post.receipts()[-1].text


def test_an_open_line_is_asked_about_if_what_it_usually_means_is_not_legal() -> None:
    receipt = write("market E1 and city E1")
    assert "I can read your move in more than one way." in receipt
    assert "market: {sell: E1}" in receipt


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(("words", "goes"), [("Can you explain why my oracle turned?", True), ("help", False)])
def test_a_question_that_sounds_like_a_call_for_help_goes_to_a_person_too(words: str, goes: bool) -> None:
    before = post.log_bytes()
    assert post.one(post.mail(f"{words}\n", post.address("yellow"))).became == "answered"
    told = post.receipts()[-1].text
    assert ("I kept your words for the moderator" in " ".join(told.split()), post.log_bytes()) == (goes, before)
    assert "you learn whose turn it is" in " ".join(told.split())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I shall build a city on E1"),  # `shall` is no misspelt stall
        ("de", "Vielleicht ne Stadt auf E1"),
        ("it", "se possibile città E1"),  # `se` is no direction
        ("fr", "Je ne veux pas de ville en E1"),
        ("de", "Zwei Straßen und eine Stadt nachkaufen"),
        ("en", "Nothing this time."),
        ("de", "Diesmal nichts"),
        ("fr", "Rien ce tour-ci"),
        ("en", "why not pass?"),
        ("en", "-----BEGIN MOVE-----\nactions:\n  - city: E1   # I hope\n-----END MOVE-----"),
    ],
)
def test_a_doubtful_move_is_offered_in_each_language(language: str, text: str) -> None:
    cli_runs.run("player", "cup", "yellow", "--language", language)
    receipt = write(text)
    assert re.search("yes [2-9][a-z2-7]{3}", receipt)
    assert re.search(r"seat: yellow (actions: )?(- city: E1 |- resupply: \{road: 2, city: 1\} |)-----END MOVE", receipt)


@pytest.mark.parametrize("words", ["Ich baue ne Stadt auf E1", "ne Stadt auf E1, bitte"])
def test_a_direction_alone_is_a_small_word(words: str) -> None:
    cli_runs.run("player", "cup", "yellow", "--language", "de")
    assert post.one(post.mail(words, post.address("yellow"))).became == RECORDED


@pytest.mark.parametrize("text", ["once a day is enough", "It took me two days to decide"])
def test_days_alone_are_no_absence(text: str) -> None:
    assert "absent" not in write(text)


@pytest.mark.parametrize(
    "text",
    [
        "The map in the mail is unreadable on my phone",
        "quick rules question: may two roads cross?",
        "I don't get it at all",
    ],
)
def test_what_a_word_alone_may_not_answer_is_passed_on_as_well(text: str) -> None:
    moderated_by("Sam")
    assert "I passed your words on to Sam" in write(text)
    assert notes() == [text]


@pytest.mark.parametrize("text", ["Please show me the board", "whose turn?"])
def test_a_plain_wish_to_see_something_bothers_nobody(text: str) -> None:
    moderated_by("Sam")
    write(text)
    assert notes() == []


def test_a_question_about_a_market_of_which_no_place_is_named_goes_to_the_moderator() -> None:
    moderated_by("Sam")
    assert "I passed your words on to Sam" in write("Why is my market inactive?")


def test_a_sentence_is_quoted_once() -> None:
    assert write("Hi all, nice move! I do city E1 and road M9 n-sw. Cheers").count("nice move") == 1


def test_a_signed_mail_names_none_of_its_armour() -> None:
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\ncity E1\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n"
    post.one(post.mail(f"{signed}-----END PGP SIGNATURE-----\n", post.address("yellow")))
    assert "Recorded: city E1" in post.receipts()[-1].text
    assert "I did not use" not in post.receipts()[-1].text


@pytest.mark.parametrize(
    "text", ["I build a city on E1 and show me entry 0", "I found a city on E1. and show me entry 0"]
)
def test_a_wish_beside_a_move_that_is_read_loses_nothing_of_it(text: str) -> None:
    assert "actions: - city: E1 -----END MOVE-----" in write(text)


@pytest.mark.parametrize("text", ["pass if it is my turn", "I pass (no tiles)", "Is it my turn? If so: pass"])
def test_a_pass_with_a_condition_is_offered(text: str) -> None:
    assert "seat: yellow -----END MOVE-----" in write(text)


def test_what_is_told_is_told_as_no_question() -> None:
    write("Could you please tell Bruno that I'm late?")
    assert "Bruno will read this in the next e-mail: I'm late " in post.receipts()[-1].text + " "


def test_a_move_and_words_to_another_player_in_a_sentence_are_both_used() -> None:
    post.one(post.mail("city E1, tell Bruno I'm sorry", post.address("yellow")))
    assert "Bruno will read this in the next e-mail: I'm sorry" in post.receipts()[-1].text
    assert "I did not use" not in post.receipts()[-1].text
