"""Who watches a game gets what everybody may see, and nothing of any seat."""

import random
import sys
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import Game
from referee.mail.act import observers, send_reports
from referee.mail.act.heard_mail import IGNORED
from referee.mail.write import mime
from referee.mail_settings import MailSettings
from referee.testkit.hidden import world
from referee.testkit.playouts import playout
from referee.words import say

sys.path.append(str(Path(__file__).parent.parent / "contract"))
from hidden_attika import dealt_again

EVA = "eva@example.org"
MAIL = MailSettings("Referee <referee@example.org>", "referee@example.org")


def seen(game: Game) -> bytes:
    letter = observers.observer_letter(game, "observer-1", EVA, "en", say("A turn"), is_first=True)
    return mime.message(letter, MAIL, b"key")


def test_what_no_one_may_see_changes_no_byte_of_what_an_observer_gets() -> None:
    """Every card that the public has not seen lies elsewhere: hands, too, where they are secret."""
    changed = 0
    for title, seed in [("attika", seed) for seed in range(3)] + [("magna-grecia", 1)]:
        played = playout(title, seed)
        rng = random.Random(seed)
        real = world(played, rng.randrange(1, played.log.last), {})
        moved = dealt_again(real, "", rng)
        other = world(played, len(real.moments) - 1, moved)
        one, two = (Game(played.header["game"], "", played.log, played.book, each.moments) for each in (real, other))
        assert seen(one) == seen(two)
        changed += one.position != two.position
    assert changed > 1


@pytest.mark.usefixtures("game")
def test_an_observer_is_added_told_and_removed() -> None:
    assert observers.add_observer(post.table(), "cup", EVA, "it")
    assert not observers.add_observer(post.table(), "cup", EVA, "it")
    (sent,) = send_reports.send_due_letters(post.table(), ["cup"])
    assert (sent.to, sent.did) == (EVA, "sent")
    assert send_reports.send_due_letters(post.table(), ["cup"]) == []
    (first,) = [each for each in post.all_letters() if each.to == EVA]
    assert "Segui questa partita" in first.text
    assert "BEGIN MOVE" not in first.text
    assert post.one(post.mail(post.fenced(post.move()), post.address("yellow"))).entry == 2
    assert len([each for each in post.all_letters() if each.to == EVA]) == 2
    observers.remove_observer(post.table(), "cup", EVA)
    assert post.one(post.mail(post.fenced(post.move()), post.address("red"))).entry == 3
    assert len([each for each in post.all_letters() if each.to == EVA]) == 2


@pytest.mark.usefixtures("game")
def test_an_observer_sees_no_private_words_and_cannot_move() -> None:
    observers.add_observer(post.table(), "cup", EVA, "en")
    post.one(post.mail("say to red: secret plans\n\nsay: hello to all\n", post.address("yellow")))
    mails = [each for each in post.all_letters() if each.to == EVA]
    assert any("hello to all" in each.text for each in mails)
    assert not any("secret plans" in each.text for each in mails)
    raw = Path(mails[0].path).read_text()
    to = next(line.split(" ", 1)[1] for line in raw.splitlines() if line.startswith("Reply-To:"))
    done = post.one(post.mail(post.fenced(post.move()), to.strip(), sender=EVA))
    assert (done.became, post.last()) == (IGNORED, 2)


@pytest.mark.usefixtures("game")
def test_the_command_says_who_watches_and_refuses_players_and_nonsense() -> None:
    assert cli_runs.run("observe", "cup").out.strip() == "Nobody watches cup."
    assert "eva@example.org watches cup, in fr." in cli_runs.run("observe", "cup", EVA, "--language", "fr").out
    assert "watches: eva@example.org, fr" in cli_runs.run("players", "cup").out
    assert cli_runs.run("observe", "cup", "no address").code == 2
    assert cli_runs.run("observe", "cup", post.ANNA).code == 2
    assert cli_runs.run("observe", "cup", EVA, "--remove").code == 0
    assert cli_runs.run("observe", "cup", EVA, "--remove").code == 66


@pytest.mark.usefixtures("game")
def test_an_observer_is_not_offered_what_only_players_can_write() -> None:
    """Their replies go to the moderator, so no word is needed for that; and they have no turn of their own."""
    toml = Path("referee.toml").read_text()
    Path("referee.toml").write_text(toml.replace("[mail]\n", '[mail]\nmoderator = "Sam <sam@example.org>"\n'))
    observers.add_observer(post.table(), "cup", EVA, "en")
    send_reports.send_due_letters(post.table(), ["cup"])
    (first,) = [each for each in post.all_letters() if each.to == EVA]
    assert "To write to Sam, reply to this e-mail." in " ".join(first.text.split())
    assert "say to moderator" not in first.text
    assert "your last turn" not in first.text
    assert "Reply-To: sam@example.org" in Path(first.path).read_text()
