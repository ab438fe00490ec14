"""Every file is laid out as .editorconfig says, so that no editor changes lines that nobody wanted to change."""

import re
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest
from sources import source_files

ROOT = Path(__file__).parent.parent
BINARY = (".mo", ".png", ".gif", ".ttf", ".woff2", ".lock")


def files() -> list[Path]:
    """The text files of a checkout."""
    return [path for path in source_files() if path.suffix not in BINARY]


def pattern(glob: str) -> re.Pattern[str]:
    """A heading of .editorconfig as a pattern of paths; without a slash it is about names in every folder."""
    parts = re.split(r"(\*\*|\*|\{[^}]*\})", glob)
    signs = {"**": ".*", "*": "[^/]*"}
    made = "".join(signs.get(part) or (choice(part) if part.startswith("{") else re.escape(part)) for part in parts)
    return re.compile(made if "/" in glob else f"(?:.*/)?{made}")


def choice(braces: str) -> str:
    return f"(?:{'|'.join(map(re.escape, braces[1:-1].split(',')))})"


def rules() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """The sections of .editorconfig in order: which paths, and what is asked of them."""
    config = ConfigParser()
    config.read_string("[preamble]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    return [(pattern(name), dict(config[name])) for name in config.sections() if name != "preamble"]


RULES = rules()


def asked(path: str) -> dict[str, str]:
    """What .editorconfig asks of a file: of two sections the later one."""
    return {key: value for glob, section in RULES if glob.fullmatch(path) for key, value in section.items()}


BREACHES: dict[tuple[str, str], Callable[[bytes], bool]] = {
    ("charset", "utf-8"): lambda raw: "\ufffd" in raw.decode("utf-8", "replace"),
    ("end_of_line", "lf"): lambda raw: b"\r" in raw,
    ("indent_style", "space"): lambda raw: re.search(rb"^ *\t", raw, re.MULTILINE) is not None,
    ("insert_final_newline", "true"): lambda raw: raw[-1:] not in (b"", b"\n"),
    ("trim_trailing_whitespace", "true"): lambda raw: re.search(rb"[ \t]$", raw, re.MULTILINE) is not None,
}


def breaches(path: str, raw: bytes) -> list[str]:
    return [key for key, value in asked(path).items() if (test := BREACHES.get((key, value))) and test(raw)]


def test_every_file_is_laid_out_as_editorconfig_says() -> None:
    found = {str(path.relative_to(ROOT)): path.read_bytes() for path in files()}
    assert len(found) > 1000
    assert {path: wrong for path, raw in found.items() if (wrong := breaches(path, raw))} == {}


@pytest.mark.parametrize(
    ("path", "raw", "wrong"),
    [
        ("referee/store/log.py", b"x = 1\n", []),
        ("referee/store/log.py", b"x = 1 \n", ["trim_trailing_whitespace"]),
        ("referee/store/log.py", b"x = 1", ["insert_final_newline"]),
        ("referee/store/log.py", b"\tx = 1\r\n", ["end_of_line", "indent_style"]),
        ("docs/players/magna-grecia.md", b"\xff\n", ["charset"]),
        ("Makefile", b"test:\n\tpytest\n", []),
        ("games/cup/log.yaml", b"say: 'a ' ", []),
        ("tests/mail/samples/crlf.eml", b"From: a \r\n", []),
    ],
)
def test_a_different_layout_is_found(path: str, raw: bytes, wrong: list[str]) -> None:
    assert breaches(path, raw) == wrong
