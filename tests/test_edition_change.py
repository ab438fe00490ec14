"""A running game continues under a newer edition: by the consent of all seats, from an entry on, and not before it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, play
from second_edition import BOOK, begin_first, install, is_second

from referee.rules.replay import BadEntry, Moment, replay, state_of
from referee.store import log
from referee.store.log import document

Fields = dict[str, Any]
AT = "2026-11-20T20:00:00Z"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[log.Log]:
    """A game of a deal and two moves under the first edition."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("editions"))
        patch.setenv("REFEREE_CONFIG", "none.toml")
        begin_first()
        play(2)
        yield log.read_log("games/cup")


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def consent(seat: str, edition: int | str = 2, **more: Any) -> Fields:
    return {"kind": "consent", "seat": seat, "edition": edition, **more}


def takeover(edition: int = 2, **more: Any) -> Fields:
    return {"kind": "edition", "edition": edition, "reader": "referee 0.2.0", **more}


BOTH = (consent("yellow"), consent("red"))


def longer(found: log.Log, *entries: Fields) -> log.Log:
    """The log with these entries, as whoever forges one would write them: the states are right."""
    for fields in entries:
        last = moments(found)[-1]
        held = [each["edition"] for each in found.entries if each["kind"] == "edition"]
        position, book = last.position, BOOK.under({"edition": held[-1]} if held else found.header)
        if fields["kind"] == "edition" and str(fields.get("edition")) in ("1", "2"):
            book = BOOK.under(fields)
            position = book.adopt(position, book.edition)
        entry = {"entry": found.last + 1, "prev": found.head, "at": AT, **fields, "state": state_of(book, position)}
        found = log.parse(found.raw + document(entry))
    return found


def moments(found: log.Log) -> list[Moment]:
    return replay(BOOK.under(found.header), found)


def test_from_its_entry_on_the_newer_edition_holds_and_not_before(played: log.Log) -> None:
    found = moments(longer(played, *BOTH, takeover()))
    assert [is_second(each.position) for each in found] == [False] * 6 + [True]
    assert [each.position for each in found[:4]] == [each.position for each in moments(played)]


HOLDS = "red consents to edition 1, but the game already uses edition {}."
NO_WORD = "doesn't have the form of a log: `newest` is not none."
ONLY_PLAYERS = "Only the player or the moderator can give this consent, not referee."
NONE_GIVEN = "red has not given consent, so none can be withdrawn."

WRONG: dict[str, tuple[list[Fields], str]] = {
    "nobody consents": ([takeover()], "yellow, red did not consent"),
    "one seat does not consent": ([consent("red"), takeover()], "yellow did not consent"),
    "a consent was taken back": ([*BOTH, consent("red", "none"), takeover()], "red did not consent"),
    "a consent is to another edition": ([*BOTH, consent("red", 3), takeover()], "red did not consent"),
    "an older edition": ([*BOTH, takeover(), takeover(1)], "doesn't come after edition 2"),
    "the same edition": ([takeover(1)], "doesn't come after edition 1"),
    "used up consents": ([*BOTH, takeover(), takeover(2)], "doesn't come after edition 2"),
    "none takes over": ([*BOTH, {"kind": "edition", "edition": "none"}], "not known"),
    "an unknown edition": ([consent("yellow", 3), consent("red", 3), takeover(3)], "edition 3 of Magna Grecia"),
    "a seat in the entry": ([*BOTH, takeover(seat="red")], "don't belong to its kind: seat"),
    "words in the entry": ([*BOTH, takeover(say="Now.")], "don't belong to its kind: say"),
    "a move in the entry": ([*BOTH, takeover(actions=[])], "don't belong to its kind: actions"),
    "a card in the entry": ([*BOTH, takeover(shown={"deck/9": "red-low"})], "shows"),
    "no edition in the entry": ([*BOTH, {"kind": "edition"}], "edition"),
    "a consent of an unknown seat": ([consent("brown")], "no seat brown"),
    "a consent to the edition in force": ([consent("red", 1)], HOLDS.format(1)),
    "a consent to an older edition": ([*BOTH, takeover(), consent("red", 1)], HOLDS.format(2)),
    "a consent twice": ([consent("red"), consent("red")], "has already consented to edition 2"),
    "a consent that was never given is taken back": ([consent("red", "none")], NONE_GIVEN),
    "a consent is taken back twice": ([*BOTH, consent("red", "none"), consent("red", "none")], NONE_GIVEN),
    "a consent is taken back too late": ([*BOTH, takeover(), consent("red", "none")], NONE_GIVEN),
    "a consent to a word": ([consent("red", "newest")], NO_WORD),
    "a consent to nothing": ([{"kind": "consent", "seat": "red"}], "edition"),
    "a consent by the referee": ([consent("red", by="referee")], ONLY_PLAYERS),
    "a consent with a move": ([consent("red", actions=[])], "don't belong to its kind: actions"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_forged_log_is_refused(played: log.Log, case: str) -> None:
    (*before, wrong), says = WRONG[case]
    good = longer(played, *before)
    with pytest.raises(BadEntry) as bad:
        moments(longer(good, wrong))
    assert (bad.value.number, says in str(bad.value)) == (good.last + 1, True), bad.value


def test_a_state_of_the_older_form_is_refused(played: log.Log) -> None:
    found = longer(played, *BOTH)
    entry = {"entry": 6, "prev": found.head, "at": AT, **takeover(), "state": found.entries[-1]["state"]}
    with pytest.raises(BadEntry, match="state"):
        moments(log.parse(found.raw + document(entry)))


def test_a_consent_may_be_changed_and_given_again(played: log.Log) -> None:
    entries = [consent("red", 3), *BOTH, consent("red", "none"), consent("red", by="moderator"), takeover()]
    assert is_second(moments(longer(played, *entries))[-1].position)


def test_a_program_that_does_not_know_the_edition_reads_a_consent_to_it(played: log.Log) -> None:
    """It changes nothing, and the program that recorded it knew the edition."""
    assert moments(longer(played, consent("red", 9)))[-1].position == moments(played)[-1].position


def test_before_the_deal_nobody_consents_and_no_edition_takes_over(two: None) -> None:
    begin_first(wait_for_nonces=True)
    for fields in (consent("red"), takeover()):
        with pytest.raises(BadEntry, match="waiting for its deal"):
            moments(longer(log.read_log("games/cup"), fields))


def test_after_the_close_nobody_consents_and_no_edition_takes_over(played: log.Log) -> None:
    closed = longer(played, *BOTH, {"kind": "close", "secret": bytes(range(32)).hex()})
    for fields in (consent("red", "none"), takeover()):
        with pytest.raises(BadEntry, match="closed"):
            moments(longer(closed, fields))
