"""Somebody else takes a seat: nothing kept of one person is kept of the next, and nobody gets another's hand."""

import json
import os
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
from cli_runs import Ran, run

from referee.app.game_access import open_game
from referee.mail.act import heard_mail
from referee.store import private

ADDRESSES = ("--address", "athens=ann@example.org", "--address", "sparta=bo@example.org")
TOML = '[mail]\nfrom = "Referee <referee@games.example.org>"\ntransport = "files"\nfolder = "letters"\n'
KEY = "ssh-ed25519 " + "A" * 68


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Attika, whose hands are hidden; Ann reads Italian, wants her own e-mails only, and signs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", cli_runs.NOW)
    Path("referee.toml").write_text(TOML, encoding="utf-8")
    Path("key.pub").write_text(KEY, encoding="ascii")
    players = ("--player", "athens=Ann", "--player", "sparta=Bo")
    good("new", "attika", "--id", "cup", *players, *ADDRESSES, "--language", "athens=it")
    player("--letters", "own", "--signer", "key.pub")
    good("send")
    assert hands("ann@example.org")


def good(*words: str) -> Ran:
    ran = run(*words)
    assert ran.code == 0, ran
    return ran


def player(*words: str) -> Ran:
    return good("player", "cup", "athens", *words)


def kept() -> tuple[str | None, ...]:
    """Address, language, e-mails and key of the seat."""
    found = private.read_private_part("private", "cup")
    return tuple(table.get("athens") for table in (found.addresses, found.languages, found.letters, found.signers))


ANN = ("ann@example.org", "it", "own", KEY)
NOBODY = (None, None, None, None)


def hands(address: str) -> list[str]:
    """The e-mails to an address in which cards of Athens are, since the last call."""
    found = [each for each in post.all_letters() if each.to == address and "athens" in each.path]
    found = [each for each in found if "question" not in each.path]  # the last one to who left
    for path in Path("letters").rglob("*.eml"):
        path.unlink()
    return [each.path for each in found]


def test_a_player_who_left_gets_no_email_for_the_next_player() -> None:
    ran = player("--name", "Tom")
    assert kept() == NOBODY
    for field in ("addresses", "languages", "letters", "signers"):
        assert f"Removed for athens in the private part, because somebody else plays now: {field}." in ran.err
    assert "athens gets no e-mails until you set an address: referee player cup athens --address NAME@HOST" in ran.err
    good("send")
    good("send", "cup", "--again", "sparta")
    assert hands("ann@example.org") == []


def test_removals_are_reported_to_programs_too() -> None:
    told = json.loads(player("--name", "Tom", "--json").out)
    assert told["warnings"][0].startswith("athens gets no e-mails until you set an address")


def test_the_next_player_gets_the_whole_email_when_the_address_comes() -> None:
    player("--name", "Tom")
    good("send")
    assert hands("ann@example.org") == []
    player("--address", "tom@example.org")
    good("send")
    (path,) = Path("letters").rglob("*athens*.eml")
    assert "Hello Tom," in path.read_text(encoding="utf-8", errors="replace")
    assert len(hands("tom@example.org")) == 1


def test_a_new_player_with_an_address_keeps_nothing_else() -> None:
    ran = player("--name", "Tom", "--address", "tom@example.org", "--language", "de")
    assert kept() == ("tom@example.org", "de", None, None)
    assert "athens gets no e-mails" not in ran.err


def test_another_name_for_the_same_person_changes_nothing_else() -> None:
    ran = player("--name", "Anne", "--same-address")
    assert kept() == ANN
    assert "Removed" not in ran.err


def test_to_say_it_again_does_no_harm() -> None:
    player("--name", "Tom")
    player("--address", "tom@example.org")
    again = player("--name", "Tom")
    assert "Already recorded" in again.err
    assert kept() == ("tom@example.org", None, None, None)


def test_a_substitute_without_an_address_gets_no_emails_and_the_owner_none_in_that_name() -> None:
    player("--name", "Tom", "--until", "2026-11-25")
    assert kept() == NOBODY
    good("send")
    assert hands("ann@example.org") == []
    player("--back")
    assert kept() == ANN
    good("send")
    assert hands("ann@example.org") != []


def test_one_substitute_after_another_leaves_nothing_behind() -> None:
    player("--name", "Tom", "--until", "2026-11-25", "--address", "tom@example.org", "--language", "de")
    player("--name", "Una", "--until", "2026-11-26")
    assert kept() == NOBODY
    player("--address", "una@example.org")
    player("--name", "Una", "--until", "2026-11-27")  # a longer time is no new person
    assert kept() == ("una@example.org", None, None, None)
    player("--back")
    assert kept() == ANN


def test_the_owner_of_a_seat_may_come_back_by_name() -> None:
    player("--name", "Tom", "--until", "2026-11-25", "--address", "tom@example.org")
    player("--name", "Ann")
    assert kept() == ANN
    assert private.read_private_part("private", "cup").returns == {}


def test_a_substitute_may_stay_for_good_and_the_owner_does_not_come_back() -> None:
    player("--name", "Tom", "--until", "2026-11-25", "--address", "tom@example.org")
    player("--name", "Tom")
    assert kept() == ("tom@example.org", None, None, None)
    assert private.read_private_part("private", "cup").returns == {}


def test_the_tick_gives_back_what_the_owner_had(monkeypatch: pytest.MonkeyPatch) -> None:
    player("--name", "Tom", "--until", "2026-11-21", "--address", "tom@example.org")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-22T00:00:00Z")
    assert "Ann plays athens again, after Tom." in good("remind").out
    assert kept() == ANN


def test_a_disk_that_fails_between_the_two_writes_leaves_no_address_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.app.play import record_move

    with monkeypatch.context() as broken:
        broken.setattr(record_move, "append_aside", failing)
        ran = run("player", "cup", "athens", "--name", "Tom")
    assert ran.code == 74
    assert "The private part has already been changed. Run the same command again to do the rest.\n" in ran.err
    assert "Nothing was recorded" not in ran.err
    assert kept() == NOBODY
    player("--name", "Tom")
    assert kept() == NOBODY


def failing(*arguments: object) -> None:
    raise OSError(5, "Input/output error")


def test_an_old_email_opens_nothing_once_its_seat_has_no_address() -> None:
    tag = post.address("athens")
    player("--name", "Tom")
    before = post.log_bytes()
    done = post.one(post.mail("say: this is Ann\n", tag, "ann@example.org"))
    assert (done.became, post.log_bytes()) == (heard_mail.IGNORED, before)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--same-address",), "--same-address is for a new player. Name them with --name."),
        (
            ("--same-address", "--name", "Tom", "--address", "t@example.org"),
            "--same-address keeps the address and --address changes it. Leave out one of them.",
        ),
        (("--same-address", "--back"), "--same-address is for a new player"),
    ],
)
def test_an_unclear_command_is_refused(words: tuple[str, ...], told: str) -> None:
    ran = run("player", "cup", "athens", *words)
    assert (ran.code, told in ran.err) == (2, True), ran
    assert kept() == ANN


def test_the_address_of_a_substitute_is_not_taken_for_that_of_the_owner() -> None:
    owner = open_game(post.table(), "cup").players["athens"]
    player("--name", "Tom", "--address", "tom@example.org", "--until", "2026-12-24")
    before = post.log_bytes()
    ran = run("player", "cup", "athens", "--name", owner, "--same-address")
    assert (ran.code, post.log_bytes()) == (65, before)
    assert "Use --back in place of --same-address." in ran.err


def last_words(address: str) -> str:
    """The only e-mail to an address that is due now."""
    for path in Path("letters").rglob("*.eml"):
        path.unlink()
    good("send")
    good("send")
    return " ".join(each.text for each in post.all_letters() if each.to == address)


def test_who_is_replaced_gets_one_last_email_and_no_more() -> None:
    player("--language", "en", "--letters", "every")
    player("--name", "Tom", "--address", "tom@example.org")
    assert last_words("ann@example.org") == (
        "Hello Ann, Tom plays athens in your place from now on. You need not do anything more, and you get no more "
        "e-mails of this game. Thank you for playing!"
    )
    assert last_words("ann@example.org") == ""
    assert "ann@example.org" not in "".join(each.read_text("utf-8") for each in Path("private").rglob("*.json"))


def test_an_owner_and_a_substitute_read_when_the_other_plays() -> None:
    player("--name", "Tom", "--until", "2026-12-04", "--address", "tom@example.org")
    assert "Tom gioca Atene al tuo posto fino a venerdì 4 dicembre." in last_words("ann@example.org")
    player("--back")
    assert "Ann plays athens in your place from now on." in last_words("tom@example.org")
    player("--name", "Tom", "--until", "2026-12-05", "--address", "tom@example.org")
    assert "fino a sabato 5 dicembre" in last_words("ann@example.org")
    player("--name", "Tom")
    assert "Tom gioca Atene al tuo posto da ora in poi." in last_words("ann@example.org")


@pytest.mark.parametrize("words", [("--name", "Anne", "--same-address"), ("--address", "new@example.org")])
def test_who_plays_on_gets_no_last_email(words: tuple[str, ...]) -> None:
    player(*words)
    assert "al tuo posto" not in last_words("ann@example.org")


def test_who_wants_no_emails_gets_no_last_one() -> None:
    player("--letters", "none")
    player("--name", "Tom")
    assert last_words("ann@example.org") == ""


def test_who_is_back_before_it_was_sent_gets_no_last_email() -> None:
    player("--name", "Tom")
    player("--name", "Ann", "--address", "ann@example.org")
    assert "from now on" not in last_words("ann@example.org")


def test_who_resigned_as_the_moderator_knows_gets_a_last_email() -> None:
    player("--language", "en")
    good("resign", "cup", "athens")
    assert "The referee plays your seat from now on" in last_words("ann@example.org")
