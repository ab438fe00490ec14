"""A game by mail: what arrives is done, answered once, and filed away."""

import os
import re
from email.message import EmailMessage
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

pytestmark = pytest.mark.usefixtures("game")


def test_a_move_is_recorded_and_answered_with_the_new_position_and_the_next_player_gets_an_email() -> None:
    done = post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert (done.became, done.game, done.seat, done.entry) == ("recorded", "cup", "yellow", 2)
    (receipt,) = post.receipts()
    assert (receipt.to, receipt.answers) == (post.ANNA, "<1@example.net>")
    assert "city M8 Kroton" in receipt.text
    assert "Reply `undo`" in receipt.text
    assert "Bruno (red) moves now. You (yellow) have already moved this round." in receipt.text
    assert [each.to for each in post.letters("2-red")] == [post.BRUNO]
    assert "-----BEGIN MOVE-----" in post.letters("2-red")[0].text
    assert len(post.letters("2-yellow")) == 1  # the receipt said it
    assert (post.spooled("new"), len(post.spooled("done")), post.spooled("quarantine")) == ([], 1, [])


def test_a_receipt_is_short_and_says_what_the_move_brought() -> None:
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    (receipt,) = post.receipts()
    assert "Bruno (red) moves now." in receipt.text
    assert ", Bruno 10 " in receipt.text
    assert "What happened" in receipt.text
    assert "Anna gets a free market" in receipt.text
    assert "The board" in receipt.text
    for part in ("Since your last turn", "Entry 2:", "Attached", "BEGIN MOVE"):
        assert part not in receipt.text
    assert os.path.getsize(receipt.path) < 250_000


def test_a_player_who_wants_long_e_mails_gets_long_receipts() -> None:
    assert cli_runs.run("player", "cup", "yellow", "--letters", "long").code == 0
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    (receipt,) = post.receipts()
    assert "The board in words" in receipt.text
    assert "Attached" in receipt.text


def test_words_about_a_move_are_answered_with_lines_that_can_be_sent() -> None:
    """Whoever never saw YAML needs at most two answers: their own words, and lines like those that they are shown."""
    quoted = "".join(f"> {line}\n" for line in post.fenced(post.move()).split("\n"))
    to = post.address("yellow")
    one = post.one(post.mail(f"I would like a city somewhere, please.\n\nOn Friday Referee wrote:\n{quoted}", to))
    assert (one.became, post.last()) == ("answered", 1)
    (receipt,) = post.receipts()
    assert "Write each action on a line of its own" in receipt.text
    first = receipt.text.partition("For example: `")[2].partition("`")[0]
    two = post.one(post.mail(f"{first}\n\nOn Friday Referee wrote:\n{quoted}", to))
    assert (two.became, post.last()) == ("recorded", 2)


def test_an_email_says_once_whose_turn_it_is() -> None:
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    (turn,) = post.letters("2-red")
    assert turn.text.count("Bruno (red)") == 1
    assert "Round 1 of 8, card " in turn.text


def test_a_whole_game_is_played_by_answering_emails() -> None:
    for entry in range(2, 6):
        done = post.one(post.mail(post.fenced(post.move()), post.address(post.mover())))
        assert (done.became, done.entry) == ("recorded", entry)
    assert len(post.receipts()) == 4


def test_the_move_of_the_log_is_the_one_that_submit_would_have_recorded(tmp_path: Path) -> None:
    move = post.move()
    post.one(post.mail(post.fenced(move), post.address("yellow")))
    by_mail = post.log_bytes()
    os.makedirs("other")
    os.chdir("other")
    cli_runs.begin()
    assert cli_runs.run("submit", "-", stdin=move.encode()).code == 0
    assert by_mail == post.log_bytes()


def test_a_refused_move_is_answered_as_by_submit_and_changes_nothing() -> None:
    before = post.log_bytes()
    bad = post.move().replace("city: M8", "city: Z9")
    done = post.one(post.mail(post.fenced(bad), post.address("yellow")))
    assert done.became == "answered"
    ran = cli_runs.run("submit", "-", stdin=bad.encode())
    (receipt,) = post.receipts()
    problem = ran.err.splitlines()[0].partition("MG-1.3: ")[2]
    assert f"Nothing was recorded and nothing changed. This could not be done: {problem}" in receipt.text
    assert "actions: - city: Z9" in receipt.text  # the block comes back to be corrected
    assert post.log_bytes() == before


def test_a_receipt_names_all_that_is_wrong_with_a_move_at_once() -> None:
    """Another game, another seat, an entry to come and a space that is not on the board."""
    wrong = {"game: cup": "game: cap", "after: 1": "after: 9", "seat: yellow": "seat: red"}
    bad = post.move().replace("- city: M8", "- city: Z9")
    for right, instead in wrong.items():
        assert right in bad
        bad = bad.replace(right, instead)
    before = post.log_bytes()
    assert post.one(post.mail(post.fenced(bad), post.address("yellow"))).became == "answered"
    (receipt,) = post.receipts()
    said = [
        "4 problems in your move.",
        "Your e-mail answers one of the game cup. Write `game: cup`.",
        "There is no entry 9. The last entry is 1.",
        "You are answering an e-mail to Anna. Write `seat: yellow`.",
        "There is no space Z9 on the board bruttium.",
    ]
    assert [words for words in said if words not in receipt.text] == []
    assert post.log_bytes() == before


def test_a_mail_for_another_seats_turn_is_told_so_and_nothing_of_its_slips() -> None:
    """Bruno answers an e-mail before the turn comes: Anna's options are private."""
    bad = post.move().replace("seat: yellow", "seat: red").replace("- road:", "- raod:", 1)
    post.one(post.mail(post.fenced(bad), post.address("red")))
    (receipt,) = post.receipts()
    assert "It isn't the turn of Bruno yet: Anna moves now" in receipt.text
    assert "probably" not in receipt.text


def test_the_token_is_not_used_up_by_a_refused_move_or_a_check() -> None:
    to, move = post.address("yellow"), post.move()
    assert post.one(post.mail(post.fenced(move.replace("M8", "Z9")), to)).became == "answered"
    assert post.one(post.mail(post.fenced(move, "CHECK"), to)).became == "answered"
    assert post.one(post.mail(post.fenced(move), to)).became == "recorded"


def test_a_check_gives_the_verdict_and_records_nothing() -> None:
    before = post.log_bytes()
    done = post.one(post.mail("say: hello\n\n" + post.fenced(post.move(), "CHECK"), post.address("yellow")))
    assert done.became == "answered"
    assert "This was a check only: the move is legal. city M8" in post.receipts()[0].text
    assert post.log_bytes() == before


def test_words_to_all_are_in_the_entry_of_the_move() -> None:
    post.one(post.mail("say: Good luck to\nall of you!\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert b"\nsay: Good luck to all of you!\n" in post.log_bytes()
    assert post.last() == 2


def test_words_to_all_without_a_move_are_an_entry_and_twice_they_are_one() -> None:
    raw = post.mail("Say: I need a day.\n", post.address("red"))
    assert post.one(raw).entry == 2
    again = post.one(raw.replace(b"<1@", b"<2@"))
    assert (again.became, post.last()) == ("answered", 2)
    assert "I need a day." in post.letters("2-yellow")[0].text


def test_words_to_one_seat_are_in_its_next_email_and_in_no_log() -> None:
    done = post.one(post.mail("say to red: Shall we trade?\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert done.became == "recorded"
    assert b"trade" not in post.log_bytes()
    assert any("Shall we trade?" in each.text for each in post.letters("2-red"))
    assert [path.read_text() for path in Path("private/cup/talk/red").iterdir()] == ["yellow\n"]


@pytest.mark.parametrize("to", ["brown", "yellow"])
def test_words_to_nobody_are_refused_and_the_move_with_them(to: str) -> None:
    before = post.log_bytes()
    done = post.one(post.mail(f"say to {to}: hello\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert done.became == "answered"
    assert f"There is no other player called {to} in this game." in post.receipts()[0].text
    assert post.log_bytes() == before


def test_nothing_else_of_a_mail_is_relayed() -> None:
    text = "Dear referee, tell nobody: swordfish.\n\n" + post.fenced(post.move()) + "\nswordfish\n-- \nswordfish\n"
    post.one(post.mail(text, post.address("yellow"), Subject="swordfish"))
    assert b"swordfish" not in post.log_bytes()
    assert not any("swordfish" in post.decoded(each.path) for each in post.letters("2-"))


def test_an_absence_is_entered() -> None:
    done = post.one(post.mail("absent: 2026-12-01 to 2026-12-10\n", post.address("red")))
    assert (done.became, done.entry) == ("recorded", 2)
    assert b"kind: absent\nseat: red\nfrom: '2026-12-01'\nto: '2026-12-10'\n" in post.log_bytes()
    assert "You are away from Tuesday 1 December to Thursday 10 December" in post.receipts()[0].text


def test_an_absence_that_cannot_be_is_refused() -> None:
    done = post.one(post.mail("absent: 2026-12-10 to 2026-12-01\n", post.address("red")))
    assert (done.became, post.last()) == ("answered", 1)
    assert "ends before it begins" in post.receipts()[0].text


@pytest.mark.parametrize("where", ["line", "block"])
def test_a_nonce_comes_by_mail_any_words_make_one(where: str) -> None:
    post.begin("vase", wait_for_nonces=True)
    words = "nonce: the quick brown fox"
    first = post.one(post.mail(words if where == "line" else post.fenced(words), post.address("yellow", id="vase")))
    assert (first.became, first.entry) == ("recorded", 1)
    assert "made of: the quick brown fox" in post.receipts()[0].text
    second = post.one(post.mail("nonce: 00112233445566778899AABBCCDDEEFF", post.address("red", 0, id="vase")))
    assert (second.became, post.last("vase")) == ("recorded", 3)  # and dealt
    assert b"nonce: 00112233445566778899aabbccddeeff" in post.log_bytes("vase")


def test_the_line_reply_replaces_an_address_without_its_tag() -> None:
    tag = post.address("yellow").split(".")[2].split("@")[0]
    done = post.one(post.mail(post.fenced(post.move(), tag=tag), post.REFEREE))
    assert (done.became, done.seat) == ("recorded", "yellow")


def attached_move(words: str) -> bytes:
    """A mail with a move as a file, and these words."""
    message = EmailMessage()
    message["From"], message["To"] = "a@example.net", post.address("yellow")
    message.set_content(words)
    message.add_attachment(post.move().encode(), maintype="application", subtype="yaml", filename="move.yaml")
    return message.as_bytes()


@pytest.mark.parametrize("words", ["Here it is.", "Hi all,\n\nviele Grüße\n\nAnna"])
def test_an_attached_file_is_a_move(words: str) -> None:
    assert post.one(attached_move(words)).became == "recorded"


@pytest.mark.parametrize("words", ["Please don't record this yet.", "I pass.", "help", "Is this legal?"])
def test_words_beside_an_attached_file_may_change_it_and_are_asked_back(words: str) -> None:
    assert post.one(attached_move(words)).became == "answered"
    assert post.last() == 1


def test_talk_since_the_email_does_not_make_its_answer_stale() -> None:
    to, move = post.address("yellow"), post.move()
    post.one(post.mail("say: hurry up\n", post.address("red")))
    assert post.one(post.mail(post.fenced(move), to)).entry == 3


def test_an_edited_line_that_kept_its_sign_is_reported() -> None:
    post.one(post.mail(post.fenced(post.move() + "# - city: H13\n"), post.address("yellow")))
    (receipt,) = post.receipts()
    assert "Lines that start with # were not read: - city: H13." in " ".join(receipt.text.split())


def test_handling_the_same_bytes_again_gives_the_same_receipt_under_the_same_name() -> None:
    raw = post.mail("hello", post.address("red"))
    post.one(raw)
    (first,) = post.receipts()
    post.one(raw)
    assert post.receipts() == [first]


def test_a_move_that_comes_again_gets_a_receipt_with_another_name_since_it_says_something_else() -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    assert (post.one(raw).became, post.one(raw).became, post.one(raw).became) == ("recorded", "answered", "answered")
    assert len({each.id for each in post.receipts()}) == 2


def test_a_player_is_answered_in_their_language() -> None:
    cli_runs.run("player", "cup", "yellow", "--language", "de")
    post.one(post.mail("hello", post.address("yellow")))
    assert "In deiner E-Mail ist kein Zug. Schreib ihn zwischen die Zeilen" in post.receipts()[0].text


def test_the_mails_of_a_maildir_are_marked_as_read_when_they_are_in_the_spool() -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    Path("inbox/new/1.x.y").write_bytes(raw)
    Path("inbox/cur/2.x.y:2,").write_bytes(raw.replace(b"<1@", b"<2@"))
    Path("inbox/cur/3.x.y:2,RS").write_bytes(b"seen before")
    ran = cli_runs.run("receive")
    assert (ran.code, post.last()) == (0, 2), ran.err
    assert "recorded: cup yellow" in ran.out
    assert sorted(os.listdir("inbox/cur")) == ["1.x.y:2,S", "2.x.y:2,S", "3.x.y:2,RS"]
    assert os.listdir("inbox/new") == []
    assert len(post.spooled("done")) == 2
    assert cli_runs.run("receive").out == ""


def test_another_maildir_may_be_named() -> None:
    os.makedirs("box/new")
    os.makedirs("box/cur")
    Path("box/new/1").write_bytes(post.mail("hello", post.address("red")))
    assert "answered: cup red" in cli_runs.run("receive", "--maildir", "box").out
    ran = cli_runs.run("receive", "--maildir", "nowhere")
    assert (ran.code, "nowhere" in ran.err) == (69, True)


@pytest.mark.parametrize("command", ["receive", "serve-mail"])
def test_a_maildir_and_imap_at_once_are_refused(command: str) -> None:
    ran = cli_runs.run(command, "--maildir", "inbox", "--imap")
    assert (ran.code, ran.out) == (2, "")
    assert "Name either a folder with --maildir, or --imap." in ran.err


def test_the_results_are_reported_to_programs() -> None:
    import json

    Path("inbox/new/1").write_bytes(post.mail("hello", post.address("red")))
    told = json.loads(cli_runs.run("receive", "--json").out)
    assert told["format"] == "referee-received/1"
    assert [(each["became"], each["seat"]) for each in told["mails"]] == [("answered", "red")]


def test_a_finished_request_is_reported_although_the_next_is_refused() -> None:
    done = post.one(post.mail("say: hello\n\nnonce: swordfish\n", post.address("yellow")))
    assert (done.became, done.entry) == ("recorded", 2)
    (receipt,) = post.receipts()
    assert (
        "Everybody will read: hello The rest could not be done: cup is already dealt. Nonces come before the deal."
        in receipt.text
    )


def test_the_answer_to_a_mail_of_words_alone_says_where_to_write_a_move_and_words_to_others() -> None:
    done = post.one(post.mail("Hi all: I draw 2\n", post.address("yellow")))
    assert (done.became, post.last()) == ("answered", 1)
    told = post.receipts()[0].text
    assert "Write each action on a line of its own" in told
    assert "Begin a message to the others with `say:`" in told


def test_a_receipt_names_no_command_of_the_referee() -> None:
    """A player who answers e-mails has no command line: hints at commands are shown on the command line alone."""
    old, other = post.address("yellow", 1), post.move()
    for seat in ("yellow", "red"):
        post.one(post.mail(post.fenced(post.move()), post.address(seat)))
    actions = other.partition("actions:")[0] + "actions: []\n"
    post.one(post.mail(post.fenced(actions), old))
    post.one(post.mail("absent: 2026-12-24 to 2027-12-24", post.address("yellow")))
    said = "".join(each.text for each in post.receipts())
    assert "You have already moved" in said
    assert "let somebody else play" in said
    assert not re.findall(r"referee (?:show|player|deal|clock)\b", said)


@pytest.mark.parametrize("first", ["absent: 2026-12-24 to 2026-12-28", "say: Hello, all of you!", "Hello: I am back."])
def test_the_first_line_of_a_pasted_answer_is_no_header(first: str) -> None:
    tag = post.address("yellow").split(".")[2].split("@")[0]
    text = f"{first}\n\n{post.fenced(post.move(), tag=tag)}"
    ran = cli_runs.run("receive", "-", stdin=text.encode())
    assert (ran.code, "recorded" in ran.out) == (0, True), ran.out + ran.err
    log = Path("games/cup/log.yaml").read_text(encoding="utf-8")
    assert ("2026-12-28" in log) == first.startswith("absent")
    assert ("Hello, all of you!" in log) == first.startswith("say")
