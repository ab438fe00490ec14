# ruff: noqa: E501  lists of strange words stand in as few lines as they can
"""The threats of identity and mail, by their numbers: who may do what by mail, however the mail looks.

6 is in test_loops.py, 7 and 8 in test_bombs.py and tests/proofs/test_mutated_mails.py, 9 in test_samples.py.
"""

import random
import shutil
import subprocess
from itertools import cycle, product
from pathlib import Path

import mailing_game as post
import pytest

import referee
from referee.mail.act.heard_mail import ANSWERED, IGNORED, RECORDED
from referee.mail.read import identity
from referee.mail.write import addresses

SHAPES = (
    post.ANNA, post.BRUNO, post.REFEREE, "stranger@example.net", "Anna <anna@example.org>", '"anna@example.org" <x@y.z>',
    "anna@example.org, bruno@example.org", "<>", "", "ANNA@EXAMPLE.ORG", "anna@example.org (red)", "=?utf-8?q?anna?= <a@b.c>",
    "anna@example.org@evil.example", "anna@exаmple.org", "Bruno <anna@example.org> <bruno@example.org>", "root", "@", "a" * 300,
    "undisclosed-recipients:;", "anna%example.org@relay.example",
)  # fmt: skip
"""Possible values of `From`."""


pytestmark = pytest.mark.usefixtures("game")


def headed(sender: str, to: str, text: str) -> bytes:
    """A mail with just these words in its head, as no library would write it."""
    head = f"From: {sender}\nTo: {to}\nMessage-ID: <1@example.net>\nMIME-Version: 1.0\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}".encode()


def wrong_addresses(right: str) -> list[str]:
    """Addresses that were never sent to anybody."""
    local, _, host = right.partition("@")
    start, _, tag = local.rpartition(".")
    changed = [tag[:at] + ("a" if tag[at] != "a" else "b") + tag[at + 1 :] for at in range(0, 16, 5)]
    other = addresses.reply_tag(bytes(32), "cup", "yellow", 1, post.ANNA)
    words = [f"{start}.{each}" for each in (*changed, tag[:15], tag + "a", other, "a" * 16, "")]
    return [f"{each}@{host}" for each in words] + [post.REFEREE, f"x@{host}"]


def test_1_whoever_a_mail_says_it_is_from_only_the_tag_decides(thorough: bool) -> None:
    move, right = post.fenced(post.move()), post.address("yellow")
    before = post.log_bytes()
    pairs = list(product(SHAPES, wrong_addresses(right)))
    for number, (shape, to) in enumerate(pairs if thorough else pairs[::5]):  # with 5 every shape and address is there
        done = post.one(headed(shape, to, f"{move}\n{number}"))
        assert done.became != RECORDED, (shape, to)
        assert post.log_bytes() == before
    assert {each.to for each in post.receipts()} <= {post.ANNA, post.BRUNO}


@pytest.mark.parametrize("shape", SHAPES[::3])
def test_1_with_the_right_tag_it_does_not_matter_who_it_says_it_is_from(shape: str) -> None:
    done = post.one(headed(shape, post.address("yellow"), post.fenced(post.move())))
    assert (done.became, done.seat) == (RECORDED, "yellow")
    assert [each.to for each in post.receipts()] == [post.ANNA]


def test_1_a_stranger_learns_nothing_and_a_player_nothing_about_the_game() -> None:
    move = post.fenced(post.move())
    assert post.one(headed("stranger@example.net", post.REFEREE, move)).became == IGNORED
    assert post.receipts() == []
    assert post.one(headed(post.BRUNO, post.REFEREE, move)).became == ANSWERED
    (told,) = post.receipts()
    assert told.to == post.BRUNO
    assert "Whose turn" not in told.text
    assert "BEGIN MOVE" not in told.text


def test_2_every_mail_of_a_game_comes_again_and_nothing_is_recorded_twice() -> None:
    mails = []
    for _ in range(3):
        mails.append(post.mail(post.fenced(post.move()), post.address(post.mover())))
        assert post.one(mails[-1]).became == RECORDED
    before = post.log_bytes()
    again = [*mails, *random.Random(2).sample(mails, len(mails))]
    for hour, raw in enumerate(again):
        done = post.one(raw, now=f"2026-12-01T{hour:02}:30:00Z")
        assert (done.became, done.entry) == (ANSWERED, None)
        assert "already recorded: " in str(done.says)
        assert post.log_bytes() == before


def test_2_words_absences_and_nonces_that_come_again_are_not_entered_twice() -> None:
    to = post.address("red")
    mails = [post.mail(text, to) for text in ("say: Hello\n", "absent: 2026-12-24 to 2026-12-26\n")]
    assert [post.one(raw).became for raw in mails] == [RECORDED, RECORDED]
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    before = post.log_bytes()
    assert [post.one(raw).became for raw in mails] == [ANSWERED, ANSWERED]
    assert post.log_bytes() == before


def test_2_words_to_one_seat_that_come_again_are_not_delivered_again() -> None:
    raw = post.mail("say to yellow: the harbour is yours\n", post.address("red"))
    assert told_anna(raw, "the harbour is yours")
    assert not told_anna(raw, "the harbour is yours")
    assert told_anna(raw.replace(b"yours", b"mine"), "the harbour is mine")


def told_anna(raw: bytes, words: str) -> bool:
    """Whether a mail brings Anna an e-mail with these words."""
    shutil.rmtree("letters")
    post.one(raw)
    return any(words in each.text for each in post.letters() if each.to == post.ANNA)


def test_3_a_move_out_of_turn_is_refused_at_every_entry_and_reveals_nothing_hidden() -> None:
    for _ in range(3):
        mover = post.mover()
        other = "red" if mover == "yellow" else "yellow"
        move, before = post.move(), post.log_bytes()
        own_seat = post.mail(post.fenced(move.replace(f"seat: {mover}", f"seat: {other}")), post.address(other))
        others_seat = post.mail(post.fenced(move), post.address(other))
        for raw in (own_seat, others_seat):
            assert post.one(raw, now=f"2026-12-01T{post.last():02}:00:00Z").became == ANSWERED
            assert post.log_bytes() == before
        post.one(post.mail(post.fenced(move), post.address(mover)))


def test_3_a_stale_tag_moves_nothing_whatever_the_block_says() -> None:
    old = post.address("yellow", 1)
    for seat in ("yellow", "red"):
        post.one(post.mail(post.fenced(post.move()), post.address(seat)))
    while post.mover() != "yellow":
        post.one(post.mail(post.fenced(post.move()), post.address(post.mover())))
    before = post.log_bytes()
    fresh = post.move()
    assert post.one(post.mail(post.fenced(fresh), old)).became == ANSWERED
    assert post.log_bytes() == before
    assert post.one(post.mail(post.fenced(fresh), post.address("yellow"))).became == RECORDED


def test_3_the_tag_of_another_seat_or_game_is_no_help() -> None:
    post.begin("mug")
    move, before = post.fenced(post.move()), post.log_bytes()
    for to in (post.address("red"), post.address("red", id="mug"), post.address("yellow", id="mug")):
        assert post.one(post.mail(move, to)).became == ANSWERED
    assert post.log_bytes() == before


ADMIN = (
    "close", "close: true", "referee close cup", "kind: close", "abandon: true", "missed: yellow", "deal: true", "amend: 1",
    "rollback: 1", "player: {seat: yellow, name: Mallory}", "extend: {seat: yellow, hours: 99}", "pause: true", "resume: true",
    "clock: {event: stopped}", "secret: '00'", "reply_key: '00'", "signers: {yellow: x}", "addresses: {yellow: m@example.net}",
    "kind: player", "require: none",
)  # fmt: skip
"""What only the moderator may ask for, and only on the command line."""


def test_4_nothing_of_the_moderator_can_be_asked_for_by_mail() -> None:
    head, to = "game: cup\nafter: 1\nseat: yellow\n", post.address("yellow")
    armour = f"\n{identity.BEGIN}\nU1NIU0lH\n{identity.END}\n"
    before, kept = post.log_bytes(), Path("private/cup.yaml").read_bytes()
    for words, sign in zip(ADMIN, cycle(("", armour)), strict=False):
        for text in (words, post.fenced(f"{words}\n"), post.fenced(f"{head}{words}\n")):
            assert post.one(post.mail(text + sign, to, post.REFEREE)).became != RECORDED, text
            assert post.log_bytes() == before
    assert Path("private/cup.yaml").read_bytes() == kept


def test_4_what_the_moderator_alone_may_say_is_not_read_above_a_move() -> None:
    words, before = "\n\n".join(ADMIN), post.log_bytes()
    done = post.one(post.mail(f"{words}\n\n{post.fenced(post.move())}", post.address("yellow"), post.REFEREE))
    assert done.became == ANSWERED
    assert post.log_bytes() == before


def entry_of(raw: bytes) -> list[str]:
    return raw.decode().splitlines()


def test_10_mails_that_come_late_twice_or_not_at_all_make_each_move_once() -> None:
    """Each mail is delivered up to three times, among older ones; one in ten is lost, and sent once more."""
    chance, mails = random.Random(10), list[bytes]()
    hour = 0
    for _ in range(4):
        raw = post.mail(post.fenced(post.move()), post.address(post.mover()))
        mails.append(raw)
        due, before = post.last() + 1, post.last()
        while post.last() == before:
            hour += 1
            arriving = [*(raw for _ in range(chance.randint(1, 3))), *chance.sample(mails, min(2, len(mails)))]
            arriving = [each for each in arriving if chance.random() > 0.1]
            chance.shuffle(arriving)
            post.receive(*arriving, now=f"2026-12-{1 + hour // 24:02}T{hour % 24:02}:30:00Z")
        assert post.last() >= due
    moves = [line for line in entry_of(post.log_bytes()) if line == "kind: move"]
    assert len(moves) == len(mails)


METACHARACTERS = (
    "$(touch x)",
    "`touch x`",
    "; touch x;",
    "| touch x",
    "&& touch x",
    "-oProxyCommand=touch x",
    "--",
    "\n touch x",
    "../../x",
    "%00",
    "*",
)


@pytest.mark.parametrize("words", METACHARACTERS)
def test_11_no_word_of_a_mail_reaches_a_shell_or_the_options_of_a_program(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        assert not options.get("shell")
        calls.append(command)
        return subprocess.CompletedProcess(command, 255)

    monkeypatch.setattr(subprocess, "run", run)
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ"
    assert not identity.valid([words.encode()], f"{identity.BEGIN}\n{words}".encode(), key, "cup", "yellow")
    (command,) = calls
    assert words not in " ".join(command)
    for text in (words, f"say: {words}\n", f"say to {words}: x\n", f"nonce: {words}\n", post.fenced(words)):
        post.one(
            post.mail(text, post.address("red"), subject="x", in_reply_to=f"<{words.strip()}@x>".replace("\n", ""))
        )
    assert not Path("x").exists()
    assert not list(Path().rglob("*touch*"))


def test_11_there_is_no_shell_in_the_program() -> None:
    code = Path(referee.__file__).parent
    for path in code.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("shell=True", "os.system", "os.popen", "getoutput", "eval(", "exec("):
            assert word not in text, (path, word)


@pytest.mark.parametrize("spoil", ["right", "text", "namespace", "key", "none"])
def test_a_seat_with_a_key_moves_only_with_its_signature(spoil: str, tmp_path: Path) -> None:
    assert shutil.which("ssh-keygen")
    for name in ("good", "bad"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name], check=True)
    public = " ".join(Path("good.pub").read_text(encoding="ascii").split()[:2])
    with Path("private/cup.yaml").open("a", encoding="ascii") as file:
        file.write(f"signers:\n  yellow: {public}\n")
    move = post.move()
    Path("move.yaml").write_text(move, encoding="utf-8")
    space = "referee-move@mug" if spoil == "namespace" else "referee-move@cup"
    sign = ["ssh-keygen", "-q", "-Y", "sign", "-n", space, "-f", "bad" if spoil == "key" else "good", "move.yaml"]
    subprocess.run(sign, check=True)
    armour = "" if spoil == "none" else Path("move.yaml.sig").read_text(encoding="ascii")
    sent = move.replace("\nactions", "\n# changed\nactions") if spoil == "text" else move
    before = post.log_bytes()
    done = post.one(post.mail(f"{post.fenced(sent)}\n{armour}", post.address("yellow")))
    assert (done.became == RECORDED) == (spoil == "right"), done.says
    assert (post.log_bytes() == before) == (spoil != "right")
