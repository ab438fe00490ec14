"""What players do by mail that is about no move: their games, reminders, words after the end, another game."""

import os
from contextlib import suppress
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import open_game
from referee.app.post import moderator_notes
from referee.mail.act import send_reports as sending
from referee.mail.act.table import new_games as rematch
from referee.mail.transport.mail_progress import is_daily
from referee.store import private

LATER = "2026-11-24T19:00:00Z"
"""More than three days after the game began."""


def write(text: str, seat: str = "yellow", entry: int | None = None, id: str = "cup", now: str = post.NOW) -> str:
    """A mail of a seat, and the text of the answer to it."""
    before = {each.path for each in post.receipts()}
    sender = post.kept(id).addresses[seat]
    done = post.one(
        post.mail(text, post.address(seat, entry, id), sender, Message_ID=f"<{len(before)}@example.net>"), now
    )
    new = [each for each in post.receipts() if each.path not in before]
    assert done.became in ("answered", "recorded"), done
    assert [each.to for each in new] == [post.kept(id).addresses[seat]]
    return new[0].text


def texts_to(address: str, since: int = 0) -> list[str]:
    """The e-mails to an address that are no answers to mails."""
    found = [each for each in post.letters() if each.to == address and "receipt" not in each.path]
    return [each.text for each in sorted(found, key=lambda each: os.stat(each.path).st_mtime_ns)][since:]


def end(id: str = "cup", *, close: bool = False) -> None:
    assert cli_runs.run("abandon", id, "--why", "Enough.").code == 0
    if close:
        assert cli_runs.run("close", id).code == 0
    sending.send_due_letters(post.table(), [id])


@pytest.mark.usefixtures("game")
def test_a_list_has_all_games_of_the_reader_and_of_nobody_else() -> None:
    post.begin("second")
    post.begin("third")
    private.change(
        "private", "third", lambda kept: kept._replace(addresses={**kept.addresses, "yellow": "eva@example.org"})
    )
    end("second")
    answer = write("list\n")
    assert "cup – Magna Grecia (yellow): your turn." in answer
    assert "second – Magna Grecia (yellow): The moderator ended the game. Nobody has won." in answer
    assert "third" not in answer
    assert "cup – Magna Grecia (red): Anna's turn." in write("List!\n", "red")


@pytest.mark.usefixtures("game")
def test_a_list_says_until_when() -> None:
    words = ("--option", "rounds=8", "--board", "bruttium", "--clock", "allowance=72h", "--clock", "grace=24h")
    players = ("--player", "yellow=Anna", "--player", "red=Bruno", "--address", f"yellow={post.ANNA}")
    assert cli_runs.run("new", "magna-grecia", "--id", "timed", *players, *words).code == 0
    whose = {"yellow": "your turn", "red": "Bruno's turn"}[post.mover("timed")]
    assert f"timed – Magna Grecia (yellow): {whose}, by Mon 23 Nov" in write("list\n")


@pytest.mark.usefixtures("game")
def test_an_old_email_is_good_for_a_list() -> None:
    write(post.fenced(post.move()))
    assert "These are your games" in write("list\n", entry=1)


@pytest.mark.usefixtures("game")
def test_the_last_email_comes_again_whole() -> None:
    answer = write("again\n")
    assert "Here is my last e-mail once more" in answer
    assert "BEGIN MOVE" in answer
    assert ".html" in Path(post.receipts()[-1].path).read_text(encoding="utf-8")


@pytest.mark.usefixtures("game")
def test_who_dawdles_is_reminded_by_name_and_once_a_day() -> None:
    assert "Anna still has plenty of time. You can remind Anna from Mon 23 Nov" in write("poke\n", "red")
    assert texts_to(post.ANNA, 1) == []
    assert "I reminded Anna" in write("poke\n", "red", now=LATER)
    (reminder,) = texts_to(post.ANNA, 1)
    assert "Bruno is waiting for your move, and asked me to remind you." in reminder
    assert "BEGIN MOVE" in reminder
    assert "Anna was reminded less than a day ago" in write("poke please\npoke\n", "red", 0, now=LATER)
    assert len(texts_to(post.ANNA, 1)) == 1
    assert "It is your own turn." in write("poke\n", "yellow")


@pytest.mark.usefixtures("game")
def test_who_gets_no_emails_is_not_reminded() -> None:
    write("mail: none\n")
    assert "I can't send Anna a reminder" in write("poke\n", "red", now=LATER)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("close", [False, True])
def test_thanks_after_the_end_reach_the_others_and_no_log(close: bool) -> None:
    end(close=close)
    before = post.log_bytes()
    answer = write("say: Thanks for the game, everyone!\n")
    assert "Everybody will read: Thanks for the game, everyone!" in answer
    assert "reply with `publish: yes`" in answer
    assert 'Anna says to all: "Thanks for the game, everyone!"' in texts_to(post.BRUNO)[-1]
    number = len(texts_to(post.BRUNO))
    write("say: Thanks for the game, everyone!\n")
    assert (post.log_bytes(), len(texts_to(post.BRUNO))) == (before, number)
    assert not Path("games/cup/notes.yaml").exists()


@pytest.mark.usefixtures("game")
def test_words_after_the_end_are_published_if_their_writer_agrees() -> None:
    end(close=True)
    notes = Path("games/cup/notes.yaml")
    notes.write_text("format: referee-notes/1\ngame: cup\n# mine\nabout: A good one.\n", encoding="utf-8")
    write("say: Thanks!\n")
    write("say: Not for the world.\n", "red")
    assert "are published with the game" in write("publish: yes\n")
    assert "# mine" in notes.read_text(encoding="utf-8")
    assert cli_runs.run("archive", "site").code == 0
    record = Path("site/cup/record.html").read_text(encoding="utf-8")
    assert "A good one." in record
    assert "Anna: Thanks!" in record
    assert "Not for the world" not in record
    assert "are not published" in write("publish: no\n")
    assert "Thanks" not in notes.read_text(encoding="utf-8")


@pytest.mark.usefixtures("game")
def test_thanks_without_a_line_are_no_move_after_the_end() -> None:
    end(close=True)
    answer = write("Thanks everyone, that was a great game with a fine finish!\n")
    assert "To say something to the other players, begin it with `say:`." in answer
    assert "BEGIN MOVE" not in answer


@pytest.mark.usefixtures("game")
def test_before_the_end_nothing_is_published() -> None:
    assert "You have no notes in this game yet." in write("publish: yes\n")


@pytest.mark.usefixtures("game")
def test_a_rematch_begins_when_all_agree() -> None:
    end(close=True)
    assert "I ask Bruno. The rematch begins when everybody has agreed." in write("rematch\n")
    assert "Anna would like a rematch" in texts_to(post.BRUNO)[-1]
    assert "All want to play again: cup-2 begins." in write("yes\n", "red")
    game = open_game(post.table(), "cup-2")
    assert dict(game.header["seats"]) == {"yellow": "Bruno", "red": "Anna"}
    assert game.header["options"] == open_game(post.table(), "cup").header["options"]
    assert private.read_private_part("private", "cup-2").addresses == {"yellow": post.BRUNO, "red": post.ANNA}
    assert "Welcome! You play Magna Grecia with Anna" in texts_to(post.BRUNO)[-1]
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert str(moderator_notes.headline(note)) == "All players of cup wanted a rematch. It has begun: cup-2."
    assert "cup-2 begins" in write("rematch\n")
    assert not Path("games/cup-3").exists()


@pytest.mark.usefixtures("game")
def test_one_no_ends_a_rematch() -> None:
    end()
    write("rematch\n")
    assert "There is no rematch" in write("no\n", "red")
    assert "Bruno doesn't want a rematch." in texts_to(post.ANNA)[-1]
    assert "Bruno doesn't want a rematch." in write("rematch\n")
    assert not Path("games/cup-2").exists()
    assert "I ask Anna. The rematch begins" in write("rematch\n", "red")


@pytest.mark.usefixtures("game")
def test_a_rematch_comes_after_the_end() -> None:
    assert "A rematch can be offered when the game is over." in write("rematch\n")


NEW = "anna@new.example.net"


def question() -> str:
    """Where the answer to the question at the new address goes."""
    (asked,) = [each for each in post.letters() if each.to == NEW and "question" in each.path]
    return str(message_from_bytes(Path(asked.path).read_bytes(), policy=default)["Reply-To"])


@pytest.mark.usefixtures("game")
def test_an_address_is_confirmed_from_both_sides() -> None:
    old = post.address("yellow")
    assert f"I wrote to {NEW}." in write(f"address: {NEW}\n")
    assert post.kept().addresses["yellow"] == post.ANNA
    assert "wants to get the e-mails of this game at this address" in texts_to(NEW)[0]
    done = post.one(post.mail("yes\n", question(), NEW))
    assert (done.became, post.kept().addresses["yellow"]) == ("answered", NEW)
    (receipt,) = [each for each in post.letters() if each.to == NEW and "receipt" in each.path]
    assert message_from_bytes(Path(receipt.path).read_bytes(), policy=default)["Subject"] == "[cup] Your address"
    assert "go to another address" in texts_to(post.ANNA)[-1]
    assert "BEGIN MOVE" in texts_to(NEW)[-1]
    before = post.log_bytes()
    assert post.one(post.mail(post.fenced(post.move()), old, post.ANNA)).became == "ignored"
    assert post.log_bytes() == before
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert str(moderator_notes.headline(note)).startswith("Anna (yellow) in cup has another address now")
    number = len(post.letters())
    sending.send_due_letters(post.table())
    assert len(post.letters()) == number


@pytest.mark.usefixtures("game")
def test_one_email_a_day_moves_with_the_address() -> None:
    write("mail: daily\n")
    write(f"address: {NEW}\n")
    post.one(post.mail("yes\n", question(), NEW))
    assert is_daily(post.table().settings, NEW)


@pytest.mark.usefixtures("game")
def test_the_old_address_stops_another_one() -> None:
    write(f"address: {NEW}\n")
    asked = question()
    assert "Your address stays as it is." in write("address: stop\n")
    assert post.one(post.mail("yes\n", asked, NEW)).became == "ignored"
    assert post.kept().addresses["yellow"] == post.ANNA


@pytest.mark.usefixtures("game")
def test_one_address_a_day_is_asked_and_each_gets_the_same_answer() -> None:
    first = write(f"address: {post.BRUNO}\n")
    assert f"I wrote to {post.BRUNO}." in first
    assert "one new address a day" in write(f"address: {NEW}\n")
    assert texts_to(NEW) == []


DAYS = ("2026-11-21T20:00:00Z", "2026-11-22T21:00:00Z")


def attached(told: post.Told) -> list[str]:
    """The names of the files that an e-mail brings."""
    whole = message_from_bytes(Path(told.path).read_bytes(), policy=default)
    return [str(each.get_filename()) for each in whole.iter_attachments()]


@pytest.mark.usefixtures("game")
def test_the_replay_comes_with_the_e_mail_about_the_end_and_with_no_talk_after_it() -> None:
    write("city M8\n")
    before = {each.path for each in post.letters()}
    assert not [name for each in post.letters() for name in attached(each) if "replay" in name]
    end()
    told = [each for each in post.letters() if each.path not in before]
    assert {each.to for each in told} == set(post.kept().addresses.values())
    assert [attached(each)[1] for each in told] == ["cup-replay.html"] * len(told)
    assert all("Also attached: the whole game to replay" in each.text for each in told)
    before |= {each.path for each in told}
    write("Thanks everyone, that was a great game with a fine finish!\n")
    sending.send_due_letters(post.table(), ["cup"])
    talk = [each for each in post.letters() if each.path not in before]
    assert talk
    assert not [name for each in talk for name in attached(each) if "replay" in name]


@pytest.mark.usefixtures("game")
def test_one_email_a_day_over_all_games() -> None:
    post.begin("second")
    number = len(texts_to(post.ANNA))
    assert "You get one e-mail a day" in write("mail: daily\n")
    post.one(post.mail("say: Hello!\n", post.address("red"), post.BRUNO))
    post.one(post.mail("say: Hello, too!\n", post.address("red", id="second"), post.BRUNO))
    assert cli_runs.run("send").code == 0
    assert len(texts_to(post.ANNA)) == number
    assert "waiting for yellow" not in cli_runs.run("status").out
    post.receive(now=DAYS[0])
    (text,) = texts_to(post.ANNA, number)
    assert text.count("-----BEGIN MOVE-----") == 2
    assert text.count(f"mailto:{post.REFEREE.partition('@')[0]}+") == 2
    assert "Hello, too!" in text
    post.receive(now=DAYS[1])
    assert len(texts_to(post.ANNA)) == number + 1
    block = text[text.index("-----BEGIN MOVE-----") : text.index("-----END MOVE-----")]
    tag = block.split("reply: ")[1].split()[0]
    done = post.one(post.mail(post.fenced(post.move(), tag=tag), post.REFEREE, post.ANNA), now=DAYS[1])
    assert (done.became, done.game) == ("recorded", "cup")


@pytest.mark.usefixtures("game")
def test_remind_sends_the_e_mail_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    write("mail: daily\n")
    number = len(texts_to(post.ANNA))
    post.one(post.mail("say: Hello!\n", post.address("red"), post.BRUNO))
    monkeypatch.setenv("REFEREE_NOW", DAYS[0])
    assert cli_runs.run("remind").code == 0
    assert len(texts_to(post.ANNA)) == number + 1


@pytest.mark.usefixtures("game")
def test_what_is_due_comes_singly_again_after_another_choice() -> None:
    write("mail: daily\n")
    number = len(texts_to(post.ANNA))
    post.one(post.mail("say: Hello!\n", post.address("red"), post.BRUNO))
    assert len(texts_to(post.ANNA)) == number
    assert "whenever a turn of this game ends" in write("mail: every\n")
    assert "Hello!" in texts_to(post.ANNA)[-1]


@pytest.mark.usefixtures("game")
def test_a_rematch_is_agreed_to_by_those_who_play() -> None:
    end()
    write("rematch\n")
    assert cli_runs.run("player", "cup", "yellow", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert "I ask Eva." in write("rematch\n", "red")
    sending.send_due_letters(post.table(), ["cup"])
    assert "Bruno would like a rematch" in texts_to("eva@example.org")[-1]
    assert cli_runs.run("player", "cup", "red", "--name", "Fritz", "--address", "fritz@example.org").code == 0
    assert "I ask Fritz." in write("rematch\n")
    assert "cup-2 begins" in write("yes\n", "red")


@pytest.mark.usefixtures("game")
def test_who_takes_a_seat_over_does_not_publish_what_was_said_before() -> None:
    end()
    write("say: That was close!\n")
    assert cli_runs.run("player", "cup", "yellow", "--name", "Eva", "--address", "eva@example.org").code == 0
    write("say: Hello.\n")
    write("publish: yes\n")
    notes = Path("games/cup/notes.yaml").read_text()
    assert "close!" not in notes
    assert "- player: Eva" in notes


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("name", "facts", "text"),
    [
        ("after", '{"said": 3}', "say: Well played!\n"),
        ("after", '{"said": [["red", "one"]]}', "say: Well played!\n"),
        ("after", '{"published": [7]}', "say: Well played!\n"),
        ("rematch", '{"yes": 3}', "rematch\n"),
        ("rematch", '{"players": ["red"]}', "rematch\n"),
        ("notebook", '{"jottings": [3]}', "note: A plan.\n"),
        ("notebook", '{"jottings": [["red", "one", "A plan."]]}', "note: A plan.\n"),
        ("address", '{"red": "anna@example.org"}', "address: anna@new.example.net\n"),
        ("pokes", '{"by": "yellow"}', "poke\n"),
    ],
)
def test_what_a_mail_left_behind_and_somebody_changed_is_named(name: str, facts: str, text: str) -> None:
    if name in ("after", "rematch"):
        end()
    path = Path(f"private/cup/{name}.json")
    path.parent.mkdir(exist_ok=True)
    path.write_text(facts)
    seat = "red" if name == "pokes" else "yellow"
    done = post.one(post.mail(text, post.address(seat)), LATER)
    assert (done.became, str(path) in str(done.says), path.read_text()) == ("waiting", True, facts)


@pytest.mark.usefixtures("game")
def test_a_rematch_begins_though_all_power_went_when_the_last_had_said_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    end()
    write("rematch\n")

    def power_off(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(rematch, "begin_again", power_off)
        write("yes\n", "red")
    post.receive()
    assert open_game(post.table(), "cup-2")
    assert any("cup-2 begins" in each.text for each in post.receipts())


@pytest.mark.usefixtures("game")
def test_a_rematch_without_all_players_gives_the_reason() -> None:
    assert cli_runs.run("resign", "cup", "red").code == 0
    end()
    assert "The referee plays red, so not all can agree to a rematch." in write("rematch\n")


@pytest.mark.usefixtures("game")
def test_an_absence_belongs_to_the_player_who_left() -> None:
    cli_runs.play(1)
    assert cli_runs.run("absent", "cup", "red", "2026-11-25", "2026-12-03").code == 0
    assert cli_runs.run("player", "cup", "red", "--name", "Eva").code == 0
    cli_runs.play(2)
    sending.send_due_letters(post.table(), ["cup"])
    told = texts_to(post.ANNA)[-1]
    assert "Eva now plays red in place of Bruno." in told
    assert "is away" not in told
