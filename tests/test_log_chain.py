"""The chain of a log: how it is read, which damage is found, and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_samples import chained, digest, entry, header, parts

from referee import reading
from referee.store.chain import BadWord, Damage, Log, document, find_head, first_unlike, log_with_document, parse

SIX = parts(6)
RAW = chained(SIX)
TEXT = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters="\u00a0"), max_size=200)


def damage(raw: bytes) -> tuple[int, str]:
    with pytest.raises(Damage) as found:
        parse(raw)
    return found.value.entry, str(found.value)


def test_a_log_is_its_documents_and_the_hashes_of_their_exact_bytes() -> None:
    log = parse(RAW)
    assert log.heads == tuple(digest(part) for part in SIX)
    assert (log.last, log.head) == (6, digest(SIX[6]))
    assert log.header["seats"] == {"red": "Bruno"}
    assert [each["entry"] for each in log.entries] == ["1", "2", "3", "4", "5", "6"]
    assert log.entries[2]["prev"] == log.heads[2]


def test_a_document_begins_and_ends_as_the_chain_wants_it() -> None:
    first = header().decode().splitlines()
    assert first[0] == "---"
    assert first[1].startswith("# yaml-language-server: $schema=")
    assert first[2] == "format: referee-log/1"
    assert first[-1] == f"prev: '{'0' * 64}'"
    raw = document({"state": "5a" * 32, "entry": 1, "prev": "ab" * 32, "kind": "move"})
    assert raw.decode().splitlines()[-1] == f"state: {'5a' * 32}"


@given(TEXT)
def test_whatever_a_player_says_stays_inside_their_entry(text: str) -> None:
    for hostile in (text, f"{text}\n---\n{text}", f"|\n---\nentry: 2\n{text}"):
        log = log_with_document(parse(header()), entry(1, digest(header()), say=hostile))
        assert parse(log.raw).entries[0]["say"] == hostile
        assert log == parse(log.raw)


def test_hashes_of_digits_alone_are_quoted_and_read_back() -> None:
    digits = "1234567890" * 6 + "1234"
    log = parse(chained([header(), entry(1, digest(header()), state=digits)]))
    assert log.entries[0]["state"] == digits


@pytest.mark.parametrize("n", range(1, 6))
def test_an_entry_that_is_missing_doubled_or_in_another_place(n: int) -> None:
    removed = damage(chained(SIX[:n] + SIX[n + 1 :]))
    says = f"Entry {n} should have `entry: {n}`, but has `entry: {n + 1}`. Entries were removed, repeated, "
    assert removed == (n, says + "moved or changed here.")
    assert damage(chained(SIX[: n + 1] + SIX[n:]))[0] == n + 1
    swapped = [*SIX[:n], SIX[n + 1], SIX[n], *SIX[n + 2 :]]
    assert damage(chained(swapped))[0] == n


@pytest.mark.parametrize("number", ["2", "04", "+4", "٤", "four", "4.0"])
def test_a_doctored_number(number: str) -> None:
    doctored = chained(SIX).replace(b"entry: '4'", f"entry: '{number}'".encode())
    assert damage(doctored)[0] == 4


@pytest.mark.parametrize("n", range(5))
def test_a_changed_entry_is_named_with_both_hashes(n: int) -> None:
    changed = [*SIX]
    changed[n] = changed[n].replace(b"red", b"ren")
    at, says = damage(chained(changed))
    assert at == n
    assert says == (
        f"Entry {n} was changed after entry {n + 1} was recorded: entry {n + 1} says that its hash is "
        f"{digest(SIX[n])}, but its bytes have the hash {digest(changed[n])}."
    )


def test_a_changed_link_is_distinguished_from_a_changed_entry_by_later_entries() -> None:
    false = [*SIX]
    false[4] = entry(4, "ab" * 32, say="Turn 4.")
    at, says = damage(chained(false))
    assert at == 4
    assert says.startswith(f"Entry 4 was changed: it says that the hash of entry 3 is {'ab' * 32}, but")
    at, says = damage(chained(false[:5]))
    assert at == 3
    assert says.startswith("Entry 3 or entry 4 was changed: ")


def test_a_header_follows_nothing() -> None:
    at, says = damage(header(prev="ab" * 32))
    assert at == 0
    assert "64 zeros" in says


@pytest.mark.parametrize(
    ("raw", "at", "says"),
    [
        (b"", 0, "The log is empty"),
        (b"\xef\xbb\xbf" + RAW, 0, r"should begin with a line `---`, but begins with '\xef\xbb\xbf---"),
        (RAW[4:], 0, "should begin with a line `---`"),
        (b"\n" + RAW, 0, "should begin with a line `---`"),
        (b"---\n" + RAW, 0, "Entry 0 can't be read: line 2 of the log: "),
        (RAW.replace(b"\n", b"\r\n"), 0, "The lines of a log end with LF only"),
        (chained(SIX[:3]) + SIX[3].replace(b"\n", b"\r\n"), 2, "carriage return"),
        (chained(SIX[:3]) + SIX[3].replace(b"red\n", b"red\r\n"), 3, "carriage return"),
        (RAW.replace(b"log/1", b"log/0"), 0, "the format referee-log/0, but this version reads referee-log/1"),
        (entry(1, "0" * 64), 0, "it has no `format: referee-log/1`"),
        (chained([SIX[0], header()]), 1, "it has no `entry: 1`"),
        (chained([SIX[0], b"---\n- one\n", *SIX[2:]]), 1, "not a list of fields"),
        (chained([SIX[0], b"---\nred\n"]), 1, "not a list of fields"),
        (chained([*SIX[:2], SIX[2].replace(b"kind: move", b"kind: *move"), *SIX[3:]]), 2, "line 18 of the log: "),
        (chained([*SIX[:2], SIX[2].replace(b"seat:", b"kind:"), *SIX[3:]]), 2, "can't be read"),
        (chained([SIX[0], b"---\nentry: 1\nstate: " + b"5a" * 32 + b"\n"]), 1, "cut off"),
        (RAW.replace(b"Turn 3", b"Turn \x003"), 3, "can't be read"),
        (RAW.replace(b"Turn 3", b"Turn \xff3"), 3, "can't be read"),
    ],
)  # fmt: skip
def test_damage_is_named_at_the_first_bad_entry(raw: bytes, at: int, says: str) -> None:
    found, text = damage(raw)
    assert says in text
    assert found == at


LINES = ["", " ", "# note", "  more", "...", "x", "x: 1", "---", "--- ", "---\n---", f"state: {'5a' * 32}", "\0" * 512]


@pytest.mark.parametrize("garbage", [b"x", b"\xff\n", *(f"{line}\n".encode() for line in LINES)])
def test_garbage_after_the_end(garbage: bytes) -> None:
    assert damage(RAW + garbage)[0] == (7 if garbage.startswith(b"---\n") else 6)


def test_a_log_cut_anywhere_is_damaged_or_a_shorter_log_that_a_kept_head_unmasks() -> None:
    ends = [len(chained(SIX[:n])) for n in range(1, 7)]
    for length in range(len(RAW)):
        if length in ends:
            short = parse(RAW[:length])
            assert find_head(short, digest(SIX[6])) is None
            assert find_head(short, short.head) == short.last
        else:
            assert damage(RAW[:length])[0] == sum(end + len(b"---\n") <= length for end in ends)


@given(st.data())
def test_bytes_of_any_kind_are_a_log_or_damage(data: st.DataObject) -> None:
    start, length = data.draw(st.integers(0, len(RAW))), data.draw(st.integers(0, 80))
    raw = RAW[:start] + data.draw(st.binary(max_size=80)) + RAW[start + length :]
    try:
        log = parse(raw)
    except Damage:
        return
    # What is not damage has an unbroken chain up to its last document: nothing but that one can differ.
    assert log.raw == raw
    assert list(log.heads[:-1]) == [digest(part) for part in SIX[: log.last]]


def test_extended_is_parse_of_the_longer_log() -> None:
    log = parse(SIX[0])
    for part in SIX[1:]:
        log = log_with_document(log, part)
    assert log == parse(RAW)


def test_each_document_is_read_once_and_an_odd_one_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = entry(2, digest(SIX[1]), say="Grüße")
    documents = [*SIX[:2], odd, entry(3, digest(odd))]
    read, plainly = list[bytes](), reading.plainly

    def noting(part: bytes) -> dict[str, object] | None:
        read.append(part)
        return plainly(part)

    monkeypatch.setattr(reading, "plainly", noting)
    log = parse(chained(documents))
    assert (log.odd, first_unlike(log)) == ((2,), None)
    assert read == documents


@pytest.mark.parametrize(
    ("new", "says"),
    [
        (SIX[3], "`entry: 2`, but has `entry: 3`"),
        (entry(2, "ab" * 32), "says that the hash of entry 1 is abab"),
        (SIX[2] + SIX[3], "begins another entry"),
        (SIX[2][:-1], "breaks off in the middle"),
        (b"", "empty"),
        (b"x: 1\n", "should begin with"),
        (SIX[2].replace(b"\n", b"\r\n"), "should begin with|carriage return"),
    ],
)
def test_only_the_next_document_extends_a_log(new: bytes, says: str) -> None:
    with pytest.raises(Damage, match=says):
        log_with_document(parse(chained(SIX[:2])), new)


def test_a_head_finds_its_entry() -> None:
    log = parse(RAW)
    for n, head in enumerate(log.heads):
        assert find_head(log, head) == find_head(log, head[:12]) == find_head(log, head[:20].upper()) == n
    assert find_head(log, "0" * 12) is None


@pytest.mark.parametrize("text", ["", "ab" * 5 + "a", "ab" * 33, "xyz" * 6, "ab" * 7 + "\n", "١" * 12])
def test_a_text_that_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(BadWord, match="is not a head"):
        find_head(parse(RAW), text)


def test_a_log_is_plain_values() -> None:
    assert parse(RAW, "here") == Log("here", RAW, parse(RAW).documents, parse(RAW).heads)
