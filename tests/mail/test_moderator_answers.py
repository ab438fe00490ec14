"""The moderator without a shell: the answer to a digest acts, by the same door as the mails of players."""

import email
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import mailing_game as post
import pytest
from cli_runs import run
from test_moderator import SAM, name_sam

from referee.app.game_access import open_game
from referee.app.play import record_move
from referee.app.time import clock
from referee.mail.act import answer_moderator, digest, replies, send_reports
from referee.mail.act.heard_mail import ANSWERED, QUARANTINED, RECORDED, Received
from referee.store import private

pytestmark = pytest.mark.usefixtures("game")
LATER = "2026-12-20T12:00:00Z"


@pytest.fixture(autouse=True)
def sam(game: None) -> None:
    """A game that needs the moderator: its turn is long over."""
    name_sam()
    clock.change_clock(post.table(), "cup", {"allowance": "24h", "grace": "0h"})
    Path("private/mail/quarantine").mkdir(parents=True, exist_ok=True)
    Path(f"private/mail/quarantine/{'a' * 64}.eml").write_bytes(b"From: eva@example.org\n\nMay I join?\n")
    Path(f"private/mail/quarantine/{'a' * 64}.eml.why").write_text("It was too large.\n")
    assert digest.write_to_moderator(post.table(), soon=True) == []


def letters() -> list[EmailMessage]:
    """The e-mails to the moderator, in the order of their numbers."""
    found = [email.message_from_bytes(path.read_bytes(), policy=default) for path in Path("letters/referee").glob("*")]
    mine = [each for each in found if isinstance(each, EmailMessage) and each["To"] == SAM]
    return sorted(mine, key=lambda each: int(str(each["Message-ID"]).split(".")[2]))


def text(mail: EmailMessage) -> str:
    return str(mail.get_content())


def newest() -> str:
    return " ".join(text(letters()[-1]).split())


def answer(words: str, to: int = -1, sender: str = SAM, now: str = post.NOW) -> Received:
    """The moderator answers one of these e-mails, the newest unless another is named."""
    return post.one(post.mail(words, str(letters()[to]["Reply-To"]), sender, message_id=f"<{hash(words)}@x>"), now)


def code() -> str:
    return newest().partition("alone: ")[2][:8]


def kinds() -> list[str]:
    return [str(each["kind"]) for each in open_game(post.table(), "cup").log.entries]


def events() -> list[str]:
    return [str(each.get("event", each["kind"])) for each in open_game(post.table(), "cup").log.entries][1:]


def test_the_digest_lists_what_waits_and_what_can_be_answered() -> None:
    (mail,) = letters()
    assert "It was too large." in newest()
    assert "`dismiss aaaaaaaa`" in text(mail)
    assert "`help`" in text(mail)
    assert str(mail["Reply-To"]).startswith("referee+referee.1.")


def test_more_time_at_once_and_how_it_is_taken_back() -> None:
    before = events()
    done = answer("extend cup 2d\n")
    assert (done.became, done.game) == (RECORDED, "cup")
    assert events() == [*before, "extended"]
    assert "48" in newest()
    assert "More time can't be taken away again." in newest()


def test_pause_and_resume_and_clock() -> None:
    answer('pause cup "We meet in person."\n\nThanks, Sam\n')
    assert "Reason: We meet in person." in newest()
    assert "reply with `resume cup`" in newest()
    answer("> To take it back, reply with `resume cup`.\nresume cup\n")
    answer("- Clock cup allowance=5d.\n")
    assert "reply with `clock cup allowance=24h`" in newest()
    assert events()[-3:] == ["stopped", "resumed", "changed"]


@pytest.mark.parametrize(
    "words",
    [
        "extend cup 2d?",
        "extend cup 2d\nor\npause cup",
        "If Bruno asks: extend cup 2d",
        "extend cup 2d if he asks",
        "Don't extend cup 2d",
        "extend cup 2d\n\nBut only when Anna agrees.",
        "Can you extend cup 2d",
    ],
)
def test_nothing_but_documented_lines_acts(words: str) -> None:
    before = events()
    assert answer(words).became == ANSWERED
    assert events() == before
    assert "I did nothing at all" in newest()
    for line in words.split("\n"):
        assert line in newest()


def test_the_same_mail_twice_acts_once_and_so_does_its_line() -> None:
    before = events()
    raw = post.mail("extend cup 2d\n", str(letters()[0]["Reply-To"]), SAM)
    for _ in range(2):
        post.one(raw)
    assert "You sent this line before" not in newest()
    answer("Extend cup 2d\n", to=0)
    assert "You sent this line before" in newest()
    assert events() == [*before, "extended"]


def test_an_undo_is_asked_about_and_one_word_confirms_it() -> None:
    move = post.move()
    post.one(post.mail(post.fenced(move), post.address("yellow")))
    before = kinds()
    assert before[-1] == "move"
    answer("undo cup\n")
    assert kinds() == before
    assert "These would no longer count: Anna (yellow): " in newest()
    answer(code())
    assert kinds() == [*before, "undo"]
    back = newest().partition("reply with `")[2].partition("`")[0]
    answer(f"{back}\n")
    answer(code())
    assert kinds() == [*before, "undo", "undo"]
    assert len(open_game(post.table(), "cup").line) > 2


def test_a_word_confirms_only_what_was_shown() -> None:
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    answer("undo cup\n")
    asked = code()
    post.one(post.mail("say: That was quick!\n", post.address("red")))
    before = kinds()
    answer(asked)
    assert kinds() == before
    assert "Something was recorded in cup since I asked." in newest()
    assert code() != asked
    answer("yes 2222")
    assert "I asked nothing" in newest()


def test_another_player_is_asked_about_and_can_be_taken_back() -> None:
    answer('replace cup red carla@example.org "Carla"\n')
    assert post.kept().addresses["red"] == post.BRUNO
    assert "Carla would play red in place of Bruno from now on" in newest()
    answer(code())
    assert post.kept().addresses["red"] == "carla@example.org"
    assert f'`replace cup red {post.BRUNO} "Bruno"`' in newest()
    assert post.letters("cup/")[-1].to in ("carla@example.org", post.ANNA)


def test_another_address_of_the_same_player() -> None:
    answer("replace cup red <bruno@example.net>")
    assert "The e-mails to Bruno (red) would go to bruno@example.net." in newest()
    answer(code())
    assert post.kept().addresses["red"] == "bruno@example.net"
    assert "player" not in kinds()


def test_a_game_is_closed_after_one_word() -> None:
    post.one(post.mail("note: Kroton first.\n", post.address("yellow")))
    post.one(post.mail("publish: yes\n", post.address("yellow")))
    answer("close cup\n")
    assert "cup is not over" in newest()
    answer("abandon cup\n")
    answer(code())
    answer("close cup\n")
    assert "This is final" in newest()
    assert not Path("games/cup/notes.yaml").exists()
    answer(code())
    assert kinds()[-2:] == ["end", "close"]
    assert "Kroton first." in Path("games/cup/notes.yaml").read_text()


def test_a_wish_for_time_is_granted_by_a_word() -> None:
    post.one(post.mail("ask for 2 days\n", post.address("yellow")))
    answer("grant please\n", to=0)
    assert "Nobody's wish for time is open there. `grant" in newest()
    answer("grant\n", to=0)
    assert events()[-1] == "extended"
    assert "Reason: Anna asked for it." in newest()
    answer("grant\n")
    assert "Nobody's wish for time is open there." in newest()


def test_time_that_somebody_asked_for_is_not_given_to_who_took_the_seat_over() -> None:
    post.one(post.mail("ask for 2 days\n", post.address("yellow")))
    assert run("player", "cup", "yellow", "--name", "Eva").code == 0
    answer("grant\n", to=0)
    assert "Nobody's wish for time is open there." in newest()


def test_an_e_mail_is_sent_again_and_what_was_put_aside_is_shown_dismissed_and_restored() -> None:
    before = len(post.letters("cup/"))
    answer("again cup red")
    assert len(post.letters("cup/")) >= before
    assert f"{post.BRUNO}: sent" in newest()
    answer("show aaaaaaaa")
    assert "May I join?" in newest()
    answer("dismiss aaaaaaaa")
    assert post.spooled("quarantine") == []
    answer("restore aaaaaaaa")
    assert post.spooled("quarantine") == [f"{'a' * 64}.eml"]


def test_status_and_help_are_answered() -> None:
    answer("status\n\nhelp\n")
    assert "cup" in newest()
    assert "undo GAME" in newest()
    answer("Hello,\n")
    assert "There is no line in your e-mail that I can read." in newest()


@pytest.mark.parametrize(
    "line", ["extend cupp 2d", "extend cup red 2d", "pause nowhere", "again cup blue", "close cup"]
)
def test_what_is_refused_says_why(line: str) -> None:
    before = events()
    assert answer(line).became == ANSWERED
    assert "Nothing was done." in newest()
    assert events() == before


def test_nobody_else_acts_by_the_moderators_address() -> None:
    before, sent = events(), len(letters())
    done = answer("extend cup 2d", sender=post.BRUNO)
    assert done.became == QUARANTINED
    assert events() == before
    assert len(letters()) == sent


def test_a_guessed_tag_is_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    before = events()
    post.one(post.mail("extend cup 2d", "referee+referee.1.abcdefghijklmnop@games.example.org", SAM))
    assert events() == before


def test_dmarc_is_required_as_of_players() -> None:
    toml = Path("referee.toml").read_text(encoding="utf-8")
    Path("referee.toml").write_text(toml.replace("[mail.inbox]", 'require = "dmarc"\n[mail.inbox]'), encoding="utf-8")
    before = events()
    assert answer("extend cup 2d").became == ANSWERED
    assert events() == before
    assert "could not confirm who sent this e-mail" in newest()


@pytest.mark.parametrize("line", ['replace cup red carla@example.org "Carla"', "resign cup red"])
@pytest.mark.parametrize(
    "where", [(private, "change"), (record_move, "append_aside"), (answer_moderator, "words_done")]
)
def test_the_way_back_is_the_same_after_a_crash(
    line: str, where: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(line)
    whole = getattr(*where)

    def power_off(*arguments: object, **named: object) -> None:
        whole(*arguments, **named)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(*where, power_off)
        answer(code())
    post.receive()
    assert f'`replace cup red {post.BRUNO} "Bruno"`' in newest()


@pytest.mark.parametrize("killed", range(6))
def test_a_run_that_is_killed_anywhere_does_it_once(killed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before = events()
    calls = list[object]()

    def wrap(place: object, name: str) -> None:
        whole: Callable[..., object] = getattr(place, name)

        def wrapped(*arguments: object, **named: object) -> object:
            calls.append(name)
            if len(calls) > killed:
                raise KeyboardInterrupt
            return whole(*arguments, **named)

        patch.setattr(place, name, wrapped)

    with monkeypatch.context() as patch:
        for name in ("store_act", "words_done", "new_number"):
            wrap(answer_moderator, name)
        wrap(replies, "deliver_receipt")
        wrap(send_reports, "send_letters_of")
        with suppress(KeyboardInterrupt):
            answer("extend cup 2d")
    post.receive()
    assert events() == [*before, "extended"]
    assert "More time can't be taken away again." in newest()
    assert len([each for each in letters() if "receipt" in str(each["Message-ID"])]) == 1


def test_a_moderator_who_plays_sees_nothing_more() -> None:
    """Words to one player alone are in no digest, and in no answer to the moderator."""
    post.one(post.mail("say to red: I will block the harbour.\n", post.address("yellow")))
    answer("status\n")
    assert all("harbour" not in text(each) for each in letters())


@pytest.mark.parametrize("words", ["grant cup", "extend cup yellow until 2026-12-06", "extend cup --until 2026-12-06"])
def test_time_until_a_day_is_granted(words: str) -> None:
    post.one(post.mail("Could I have time until Sunday 6 December? Thank you so much!\n", post.address("yellow")))
    assert answer(f"{words}\n").became == RECORDED
    entry = open_game(post.table(), "cup").log.entries[-1]
    assert (entry["event"], entry["due"]) == ("extended", "2026-12-07T00:00:00Z")


def test_a_mail_at_which_the_program_fails_is_put_aside_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*arguments: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(answer_moderator, "moderator_mail", stumble)
    before = len(letters())
    assert answer("status").became == QUARANTINED
    assert len(letters()) == before + 1
    assert "I couldn't process your e-mail, so it was put aside." in newest()
    assert answer("status again", sender="eva@example.net").became == QUARANTINED
    assert len(letters()) == before + 1
