"""PNG: drawn with our own fonts, opaque, in few colours, the same bytes in every process."""

import os
import subprocess
import sys
from hashlib import sha256
from io import BytesIO

import pytest
import sample
from PIL.PngImagePlugin import PngImageFile

from referee.report.pictures import raster, svg

CODE = """
from hashlib import sha256
import sample
from referee.report.pictures import raster, svg
print(sha256(raster.png(str(svg.board(sample.view(), width=700)), 700)).hexdigest())
"""


def test_the_same_view_makes_the_same_bytes_in_any_process() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1",)
    }
    assert runs == {sha256(raster.png(str(svg.board(sample.view(), width=700)), 700)).hexdigest()}


@pytest.mark.parametrize("width", [300, 1000])
def test_a_picture_is_opaque_has_a_palette_and_the_width_asked_for(width: int) -> None:
    shown = PngImageFile(BytesIO(raster.png(str(svg.board(sample.view(), width=width)), width)))
    assert (shown.mode, shown.info.get("transparency"), shown.width) == ("P", None, width)


def test_words_are_really_drawn() -> None:
    """The heading alone: dark text on the water."""
    whole = PngImageFile(BytesIO(raster.png(str(svg.board(sample.view(), width=1000)), 1000))).convert("L")
    heading = whole.crop((0, 0, 1000, 60))
    dark = sum(heading.histogram()[:90])
    assert 500 < dark < 20_000


PAPER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60"><rect width="300" height="60" fill="#fff"/>{}</svg>'
)


def ink(letters: str) -> bytes:
    """The pixels of the text."""
    words = f'<text x="5" y="45" font-size="40" font-family="sans-serif">{letters}</text>'
    shown = PngImageFile(BytesIO(raster.png(PAPER.format(words), 300))).convert("L")
    return bytes(0 if level < 128 else 1 for level in shown.tobytes())


@pytest.mark.parametrize("letter", ["~", "\xa1", "ſ", "\u2010", "…", "€", "e\u0301", "Ω", "Д", "ґ", "大", "\U0001f3db"])
def test_no_character_vanishes(letter: str) -> None:
    assert 0 in ink(letter)


@pytest.mark.parametrize("name", ["Αθηνά", "Ίρις", "Дмитрий", "Ђорђе", "Ївга"])
def test_greek_and_cyrillic_names_have_letters_of_their_own(name: str) -> None:
    found = {letter: ink(letter) for letter in name}
    assert ink("\ufffd") not in found.values()
    assert len(set(found.values())) == len(found)


def test_a_character_missing_from_the_fonts_is_visibly_missing() -> None:
    assert ink("אa") == ink("大a") == ink("\ufffda")
    assert ink("e\u0301") == ink("é") != ink("e")
