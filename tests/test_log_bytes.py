"""One form of bytes: what a log says every reader of YAML reads alike, and so does tools/verify.py.

The readers: ours by lines and by PyYAML, PyYAML with and without types, tools/verify.py, and a library of JavaScript.
Random documents have the signs with which readers differ. Logs that PyYAML wrote, before this form, are read like ours.
"""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import resealed
import yaml
from spoiling import sealed
from yaml.nodes import ScalarNode

from referee import reading
from referee.app.verify.verify_log import refuse_impossible_times
from referee.reading.caret import clean
from referee.rules.replay import BadEntry
from referee.store import chain

NODE = Path(__file__).parent / "node"
NUMBER, MANY = 120, 20_000
"""Of random documents, and of changed logs: in every run, and in a thorough one."""

SIGNS = (
    *"aZ09 :#'\"-?!&*|>%@`{}[],.~=<\\/_+eExo\n\n\té", "  ", ": ", " #", "- ", "? ", " \n", "\n\n", "--- ", "... ",
    "&a ", "!!str ",
    "\u00a0", "\u1680", "\u2009", "\u202f", "\u205f", "\u3000", "\u200c", "\u200d", "\ufe0f", "\u0301",
    "أ",
    "😀", "👨‍👩‍👧", "\U0010ffff", "\ue000", "\ufdd0", "\u0085", "\u2028", "\u2029", "\ufeff", "\u200b", "\u202e", "\0",
    "\x1b", "\x7f", "\ud800",
)  # fmt: skip
WHOLE = (
    "", "~", "null", "Null", "y", "N", "yes", "NO", "true", "off", "=", "<<", "0", "-1", "+1", "010", "0o17", "0x1f",
    "0b101", "1_000", "1e3", "1E-3", "1.", ".5", ".", "-.inf", ".NaN", "12:30", "12:30:45.6", "2026-11-20", "2026-1-2",
    "2026-11-20T19:00:00Z", "2026-11-20 19:00:00", "1" * 20 + "e" + "1" * 43, "---", "...", "--- seat", "- a", "a: b",
    "a:", ":a", "a #b", "#", "[a]", "{a: b}", "Zoë\u00a0😀", "Well played \n😀 thanks", "a \nb", "x\u3000", "\u2009x",
    "x" * 4_096, "ab " * 1_365, "\n", "\n\n", "a\n", "a\n\n", "\na", " a\nb", "a\n b\n", "%YAML 1.1", "\\U0001F600",
)  # fmt: skip


def random_text(chance: random.Random) -> str:
    if chance.random() < 0.4:
        return chance.choice(WHOLE)
    return "".join(chance.choices(SIGNS, k=chance.randrange(1, 9)))


def random_value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.random() * (1 if depth < 4 else 0.7)
    if kind < 0.7:
        return random_text(chance)
    if kind < 0.85:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {random_text(chance): random_value(chance, depth + 1) for _ in range(chance.randrange(4))}


def random_documents(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Headers that can be written; at least half of all texts can."""
    chance = random.Random(seed)
    found = refused = 0
    while found < number:
        own = {f"k{n}": random_value(chance) for n in range(3)}
        header = {"format": chain.FORMAT, "edition": 1, "whole": True, "own": own, "prev": chain.NOTHING_BEFORE}
        try:
            chain.document(header)
        except ValueError:
            refused += 1
            continue
        found += 1
        yield header
    assert refused < 9 * number


def texts_of(value: Any) -> Any:
    """The data with texts in place of numbers and booleans, as a reader gives them that knows no types."""
    if isinstance(value, dict):
        return {key: texts_of(each) for key, each in value.items()}
    if isinstance(value, list):
        return [texts_of(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def by_tool(raw: bytes) -> list[dict[str, Any]]:
    """What tools/verify.py reads; raises what it raises."""
    return [{key: each for key, each in fields.items() if key != "hash"} for fields in resealed.TOOL["documents"](raw)]


def by_javascript(texts: list[str]) -> list[tuple[Any, Any]]:
    program = shutil.which("node")
    if not program or not (NODE / "node_modules").is_dir():
        pytest.skip("needs Node and its tools: npm ci --prefix tests/node")
    done = subprocess.run(
        [program, str(NODE / "read_yaml.mjs")], input=json.dumps(texts), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    found: list[tuple[Any, Any]] = json.loads(done.stdout)
    return found


def test_every_reader_of_python_reads_what_is_written(thorough: bool) -> None:
    for header in random_documents(1, MANY if thorough else NUMBER):
        raw, texts = chain.document(header), texts_of(header)
        assert reading.document(raw) == texts
        assert reading.plainly(raw) in (texts, None)
        assert chain.first_unlike(chain.parse(raw)) is None
        assert yaml.load(raw.decode(), Loader=yaml.BaseLoader) == texts
        for loader in (yaml.SafeLoader, yaml.CSafeLoader):
            assert yaml.load(raw.decode(), Loader=loader) == header
        (found,) = by_tool(raw)
        assert {key: found[key] for key in texts} == texts


def test_a_library_of_javascript_reads_what_is_written(thorough: bool) -> None:
    headers = list(random_documents(2, MANY if thorough else NUMBER))
    found = by_javascript([chain.document(each).decode() for each in headers])
    for header, (new, old) in zip(headers, found, strict=True):
        assert new == header
        assert old == header


def test_every_text_that_a_person_can_see_is_written() -> None:
    """Whatever is refused has a sign that nobody sees, or is too long."""
    chance = random.Random(3)
    for text in (*WHOLE, *[random_text(chance) for _ in range(2_000)]):
        if clean(text):
            assert reading.document(reading.dump({"say": text}).encode()) == {"say": text}
        else:
            with pytest.raises(ValueError, match="cannot be seen"):
                reading.dump({"say": text})


# Logs that PyYAML wrote


class OldDumper(yaml.SafeDumper):
    """As all logs were written before: lists indented below their key, texts of several lines in blocks."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def old_text(dumper: yaml.SafeDumper, value: str) -> ScalarNode:
    style = '"' if "\u00a0" in value else "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


OldDumper.add_representer(str, old_text)


def old_document(fields: dict[str, Any]) -> bytes:
    text = yaml.dump(fields, Dumper=OldDumper, sort_keys=False, allow_unicode=True, width=1_000_000)
    return b"---\n" + text.encode()


def test_logs_that_pyyaml_wrote_are_right_for_both_verifiers(thorough: bool) -> None:
    escaped = 0
    for header in random_documents(4, MANY if thorough else NUMBER):
        raw, texts = old_document(header), texts_of(header)
        escaped += b"\\U0001F600" in raw
        found = chain.parse(raw)
        assert found.header == texts
        assert chain.first_unlike(found) is None
        (told,) = by_tool(raw)
        assert {key: told[key] for key in texts} == texts
    assert escaped > NUMBER // 25


def test_frozen_logs_are_written_in_the_same_bytes() -> None:
    """So nothing that is common looks different now."""
    paths = sorted(Path(__file__).parent.parent.glob("games/*/log.yaml"))
    for path in [*paths, *sorted(Path(__file__).parent.glob("editions/*/*/log.yaml"))]:
        for raw in chain.raw_documents(path.read_bytes()):
            fields: Any = yaml.safe_load(raw)
            written = chain.document(fields)
            assert written.split(b"\n")[-9:] == raw.split(b"\n")[-9:]
            assert len(written) in (len(raw), len(raw) + len(chain.MODELINE))


# Logs that somebody changed

PUT_IN = (
    *br" |\U0001F600|\u00a0|\x41|\_|\e|\N|\/|\ ".split(b"|"), b"\xff", b"\xed\xa0\x80", b"|", b"|2\n  ", b"|\n",
    *b"--- ^? ^: ^''^\"\"^[]^{}^%^@^`^*a^&a^!^>^- ^# ".split(b"^"),
    *[sign.encode() for sign in ["\xa0", "\u3000", "\u2009", "😀", "\x85", "\u2028", "\ufeff", "\U000e0021"]],
)  # fmt: skip


def put_signs(chance: random.Random, raw: bytes) -> bytes:
    """Signs before a key or a value, or at the end of a line."""
    lines, at = resealed.line_of(chance, raw)
    before, colon, value = lines[at].partition(b": ")
    start = len(lines[at]) - len(lines[at].lstrip(b" -"))
    signs = chance.choice(PUT_IN)
    ways = (before + colon + signs + value, lines[at] + signs, lines[at][:start] + signs + lines[at][start:])
    return b"\n".join([*lines[:at], chance.choice(ways), *lines[at + 1 :]])


CHANGES = (*resealed.CHANGES, *[put_signs] * 8)


def random_log(chance: random.Random) -> list[bytes]:
    """A header and three entries with awkward texts, as they are written now, or as PyYAML wrote them."""
    write = chance.choice((chain.document, old_document))
    texts = [each for each in WHOLE if len(each) < 100]
    keys = [each for each in texts if each not in ("", "<<") and "\n" not in each]
    names = {key: chance.choice(texts) for key in chance.sample(keys, 4)}
    found = [write({"format": chain.FORMAT, "names": names, "prev": chain.NOTHING_BEFORE})]
    for number in range(1, 4):
        sample = [chance.choice(texts) for _ in range(5)]
        listed = [sample[0], [sample[1]], {"a": sample[2], "b": []}, {}]
        fields = {"entry": number, "prev": sha256(found[-1]).hexdigest(), "kind": "talk", "say": sample[4]}
        found.append(write({**fields, "list": listed, "state": "5a" * 32}))
    return found


def by_referee(raw: bytes) -> list[dict[str, Any]] | None:
    """What we read in the form of logs, with real times; None if it has another form."""
    try:
        found = chain.parse(raw)
        refuse_impossible_times(found)
    except (chain.Damage, BadEntry):
        return None
    return None if chain.first_unlike(found) is not None else [dict(each) for each in found.documents]


def by_tool_if_right(raw: bytes) -> list[dict[str, Any]] | None:
    try:
        return by_tool(raw)
    except resealed.TOOL["Wrong"]:
        return None


def test_of_a_changed_log_both_verifiers_read_the_same_or_nothing(thorough: bool) -> None:
    chance = random.Random(5)
    games = [resealed.log_of(game) for game in ("bruttium-2", "rhombus-2")]
    verdicts = {True: 0, False: 0}
    for _ in range(MANY if thorough else 3 * NUMBER):
        log = random_log(chance) if chance.random() < 0.7 else chance.choice(games)
        at = chance.randrange(len(log))
        part = log[at]
        for _ in range(chance.choice((1, 1, 2))):
            part = chance.choice(CHANGES)(chance, part)
        raw = b"".join(sealed([*log[:at], part, *log[at + 1 :]]))
        found, told = by_referee(raw), by_tool_if_right(raw)
        if found is None or told is None:
            assert told is None, raw.decode(errors="replace")
            assert found is None or not fits(found), raw.decode(errors="replace")
        else:
            assert told == [{"actions": [], "shown": {}, **each} for each in found]
        verdicts[found is None] += 1
    assert min(verdicts.values()) > NUMBER // 4


def fits(documents: list[dict[str, Any]]) -> bool:
    """Whether the fields of which tools/verify.py wants a certain form, too, have it."""
    kinds = all(each.get("kind") in resealed.TOOL["KINDS"].split("|") for each in documents[1:])
    return kinds and all(isinstance(each.get("shown", {}), dict) for each in documents)
