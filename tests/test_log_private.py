"""The private part of a game: made once, never overwritten, never shown."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import reading
from referee.store import disk, private
from referee.store.log import BadWord, NotRecorded, Taken, Unreadable

SECRET = bytes(range(32))


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "private")


def file_of(folder: str) -> Path:
    return Path(folder, "spring-cup.yaml")


def test_a_new_private_part_is_read_back(folder: str) -> None:
    made = private.create(folder, "spring-cup", addresses={"red": "bruno@example.org"}, languages={"red": "it"})
    assert private.read_private_part(folder, "spring-cup") == made
    assert len(made.secret) == len(made.reply_key) == 32
    assert made.addresses == {"red": "bruno@example.org"}
    assert made.languages == {"red": "it"}
    assert private.warnings(folder, "spring-cup") == ()


@pytest.mark.parametrize("addresses", [{}, {"red": "bruno@example.org", "yellow": "anna.b+x@example.org"}])
@pytest.mark.parametrize("languages", [{}, {"red": "it"}])
def test_a_written_file_is_read_again(folder: str, addresses: dict[str, str], languages: dict[str, str]) -> None:
    private.create(folder, "spring-cup", addresses=addresses, languages=languages)
    kept = private.read_private_part(folder, "spring-cup")
    assert (kept.addresses, kept.languages) == (addresses, languages)


def test_every_game_has_its_own_secret_unless_one_is_given(folder: str) -> None:
    made = [private.create(folder, game) for game in ("a", "b")]
    assert len({*(each.secret for each in made), *(each.reply_key for each in made)}) == 4
    assert private.create(folder, "c", secret=SECRET).secret == private.read_private_part(folder, "c").secret == SECRET


def test_only_the_owner_may_look(folder: str) -> None:
    before = os.umask(0)
    try:
        private.create(folder, "spring-cup")
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(file_of(folder).stat().st_mode) == 0o600


@pytest.mark.parametrize(("folder_mode", "mode", "warned"), [(0o755, 0o600, 1), (0o700, 0o640, 1), (0o750, 0o604, 2)])
def test_a_part_that_others_can_read_warns(folder: str, folder_mode: int, mode: int, warned: int) -> None:
    made = private.create(folder, "spring-cup")
    os.chmod(folder, folder_mode)
    file_of(folder).chmod(mode)
    found = private.read_private_part(folder, "spring-cup")
    assert found.secret == made.secret
    assert len(warnings := private.warnings(folder, "spring-cup")) == warned
    assert "chmod" in str(warnings[0])


def test_a_secret_is_never_overwritten(folder: str) -> None:
    private.create(folder, "spring-cup")
    before = file_of(folder).read_bytes()
    with pytest.raises(Taken, match="Secrets are never overwritten"):
        private.create(folder, "spring-cup")
    assert file_of(folder).read_bytes() == before


def test_who_takes_our_unfinished_file_for_a_leftover_of_a_crash_does_not_stop_us(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = disk.give_free_name

    def tidied_away_first(fresh: str, path: str) -> None:
        monkeypatch.undo()
        os.unlink(fresh)
        real(fresh, path)

    monkeypatch.setattr(disk, "give_free_name", tidied_away_first)
    made = private.create(folder, "spring-cup")
    assert private.read_private_part(folder, "spring-cup").secret == made.secret


def test_a_part_that_was_promised_to_nobody_can_be_taken_back(folder: str) -> None:
    made = private.create(folder, "spring-cup")
    private.discard(folder, "spring-cup", bytes(32))
    assert private.read_private_part(folder, "spring-cup") == made, "it has another secret"
    private.discard(folder, "spring-cup", made.secret)
    assert private.create(folder, "spring-cup") == private.read_private_part(folder, "spring-cup")
    private.discard(folder, "never-made", made.secret)


def test_a_part_that_is_missing_or_a_link_is_not_read(folder: str, tmp_path: Path) -> None:
    private.create(folder, "spring-cup")
    with pytest.raises(Unreadable, match="No such file"):
        private.read_private_part(folder, "other")
    Path(folder, "other.yaml").symlink_to(file_of(folder))
    with pytest.raises(Unreadable, match="is a link"):
        private.read_private_part(folder, "other")


CHANGES = [
    ("format: referee-private/1", "format: referee-private/0"),
    ("game: spring-cup", "game: other"),
    ("secret: 0001", "secret: 00"),
    ("secret: 0001", "secret: zz01"),
    ("secret: 0001", "secrets: 0001"),
    ("secret: 0001", "secret: [0001"),
    ("addresses: {}", "addresses: red"),
    ("addresses: {}", "addresses: [[red, anna@example.org]]"),
    ("addresses: {}", "addresses: {red: [anna@example.org]}"),
    ("addresses: {}", "addresses: {}\nreturns: {red: anna@example.org}"),
    ("addresses: {}", "addresses: {}\nreturns: {red: {addresses: [anna@example.org]}}"),
    ("addresses: {}", "addresses: {}\nplaces: {deck/0: {}}"),
]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_part_that_was_changed_is_refused_without_showing_it(folder: str, old: str, new: str) -> None:
    private.create(folder, "spring-cup", secret=SECRET)
    text = file_of(folder).read_text()
    assert old in text
    file_of(folder).write_text(text.replace(old, new))
    with pytest.raises(Unreadable, match="isn't the private part of the game spring-cup") as refused:
        private.read_private_part(folder, "spring-cup")
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
    assert SECRET.hex()[4:] not in str(refused.value)


def test_a_secret_is_not_printed_by_mistake(folder: str) -> None:
    made = private.create(folder, "spring-cup", secret=SECRET, addresses={"red": "bruno@example.org"})
    for text in (repr(made), str(made), f"{made}"):
        assert SECRET.hex() not in text
        assert repr(SECRET) not in text
        assert made.reply_key.hex() not in text
        assert "example.org" not in text


def test_a_name_that_points_elsewhere_is_refused(folder: str) -> None:
    for make in (private.create, private.read_private_part):
        with pytest.raises(BadWord):
            make(folder, "../spring-cup")
    with pytest.raises(BadWord):
        private.discard(folder, "../spring-cup", SECRET)
    assert not os.path.exists(folder)


def test_a_part_that_cannot_be_written_leaves_nothing(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, raw: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(NotRecorded, match=r"No space left on device\."):
        private.create(folder, "spring-cup")
    monkeypatch.undo()
    assert os.listdir(folder) == []


def test_a_change_leaves_secret_and_key_alone(folder: str) -> None:
    made = private.create(folder, "spring-cup", addresses={"red": "bruno@example.org"})
    kept: dict[str, Any] = {
        "addresses": {"red": "b@example.org"},
        "letters": {"red": "own"},
        "signers": {"red": "ssh-ed25519 AAAA"},
    }
    returns: dict[str, Any] = {"returns": {"red": {"addresses": "bruno@example.org"}}}
    changed = private.change(folder, "spring-cup", lambda whole: whole._replace(**kept, **returns))
    assert private.read_private_part(folder, "spring-cup") == changed == made._replace(**kept, **returns)
    assert stat.S_IMODE(file_of(folder).stat().st_mode) == 0o600
    before = file_of(folder).read_bytes()
    others: tuple[Callable[[private.Private], private.Private], ...] = (
        lambda whole: whole._replace(secret=bytes(32)),
        lambda whole: whole._replace(reply_key=bytes(32)),
    )
    for other in others:
        with pytest.raises(ValueError, match="never change"):
            private.change(folder, "spring-cup", other)
    assert file_of(folder).read_bytes() == before
    assert sorted(os.listdir(folder)) == [".gitignore", "spring-cup.yaml"]


def test_an_unknown_key_of_a_private_part_is_refused_and_not_shown(folder: str) -> None:
    private.create(folder, "spring-cup")
    file_of(folder).write_text(file_of(folder).read_text() + "hunter2: red\n")
    with pytest.raises(Unreadable, match="or it was changed") as refused:
        private.read_private_part(folder, "spring-cup")
    assert "hunter2" not in str(refused.value)


def test_written_private_parts_fit_their_schema(folder: str) -> None:
    private.create(folder, "spring-cup", addresses={"red": "b@example.org"}, languages={"red": "it"})
    more: dict[str, Any] = {
        "letters": {"red": "own"},
        "signers": {"red": "ssh-ed25519 AAAA"},
        "returns": {"red": {"letters": "every"}},
    }
    private.change(folder, "spring-cup", lambda whole: whole._replace(**more))
    assert reading.fit(reading.plain_data(file_of(folder).read_bytes()), "private")[1] == []


GOOD_ADDRESSES = ["a@b", "anna.b+games@mail.example.org", "o'hara@example.org", "x" * 64 + "@example.org"]
BAD_ADDRESSES = [
    *("", "anna", "anna@", "@example.org", "a b@example.org", "a@b@c", "a,b@example.org", "a@example..org", ".a@b"),
    *("a.@b", "a..b@c", "a@-b", "a@b-", "a@b\n", "\na@b", "a@b\x00", '"a b"@c', "a@[127.0.0.1]", "ä@example.org"),
    *("<a@b>", "a@b;", "a@exаmple.org", "x" * 65 + "@b", "a@" + "b." * 126 + "org"),
]


def test_an_address_is_one_plain_mailbox() -> None:
    assert [each for each in GOOD_ADDRESSES if not private.is_address(each)] == []
    assert [each for each in BAD_ADDRESSES if private.is_address(each)] == []
