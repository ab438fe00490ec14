"""The content of a record: what chance showed without its places, notes as written, variations refused."""

import os
import re
from pathlib import Path

import catalogue
import pytest
from archived import SITE, archived, text
from cli_runs import run

from referee.app.play.refusal import shown_text
from referee.app.verify.verdict_words import AT_THE_END, NOT_CHECKED, chain_alone, right
from referee.store.documents import Entry
from referee.words import Listing, Phrase


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"kind": "move", "shown": {"buildings/sparta/17": "tower"}}, "tower"),
        ({"kind": "move", "shown": {"main/sparta/5": "capital", "tiles/8": "T9"}}, "capital, T9"),
        ({"kind": "move", "shown": {"deck/2": "red-medium"}}, "red-medium"),
        ({"kind": "missed", "shown": {"deck/landscape/1/0": "hill", "deck/landscape/1/1": "water"}}, "hill, water"),
        (
            {"kind": "deal", "shown": {"tiles/0": "T2", "tiles/1": "T7", "main/athens/0": "well", "first/0": "athens"}},
            "tiles T2, T7; main/athens well; first athens",
        ),
        ({"kind": "talk"}, ""),
    ],
)
def test_draws_are_shown_without_their_places(entry: Entry, told: str) -> None:
    assert shown_text(entry) == told


def test_texts_about_the_proof_are_in_the_catalogues() -> None:
    known = {each.text for each in catalogue.messages()}
    editions = [([(0, 1)], 1), ([(0, 1)], 3), ([(0, 1), (3, 2)], 3)]
    verdicts = [right(entries, *each) for entries in (0, 1, 2) for each in editions]
    readings = [part for each in verdicts for part in parts(each.facts["under"])]
    told = [AT_THE_END, NOT_CHECKED, *verdicts, *readings, *map(chain_alone, (1, 2))]
    assert [str(each) for each in told if each.template not in known] == []


def parts(phrase: object) -> list[Phrase]:
    """The phrases of which one is made, except the sign between them."""
    if not isinstance(phrase, Phrase):
        return []
    inner = [part for fact in phrase.facts.values() for part in parts(fact)]
    return inner if isinstance(phrase, Listing) else [phrase, *inner]


def test_the_rounds_of_a_chart_are_in_the_language_of_the_record() -> None:
    assert run("--language", "de", "archive", "site").code == 0
    axis = re.findall(r'<text class="mark"[^>]*>([^<]*)</text>', text("bruttium-2/record.html"))
    assert "Ende" in axis
    assert "end" not in axis


def test_the_winner_stands_first_in_a_record() -> None:
    archived()
    for id, names in (("bruttium-2", ["Theano", "Milon"]), ("rhombus-2", ["Lysander", "Aspasia"])):
        table = text(f"{id}/record.html").partition('<table class="standings">')[2].partition("</table>")[0]
        assert re.findall(r"<a [^>]*>([^<]*)</a>", table) == names


def noted(rest: str, code: int = 0) -> str:
    """The record of a game with these notes."""
    notes = f"format: referee-notes/1\ngame: bruttium-2\n{rest}"
    Path("games/bruttium-2/notes.yaml").write_text(notes, encoding="utf-8")
    assert "notes aren't shown" not in archived(code=code)
    return text("bruttium-2/record.html")


def test_paragraphs_of_notes_are_kept() -> None:
    record = noted(
        "about: |\n  One.\n\n\n  Two  <b>:\n  - three\n"
        "entries:\n  '2':\n    says: |\n      Four.\n\n      Five.\n"
        "variations:\n  - entry: 2\n    says: |\n      Six.\n\n      Seven.\n"
        "    moves:\n      - {seat: red, actions: [{city: M8}]}\n"
    )
    assert '<p class="about">One.\n\nTwo &lt;b&gt;:\n- three</p>' in record
    assert '<p class="comment">Four.\n\nFive.</p>' in record
    assert " – Six.\n\nSeven.</p>" in record
    replay = text("bruttium-2/index.html")
    assert '<p id="about">One.\n\nTwo &lt;b&gt;:\n- three</p>' in replay
    assert all(rf'"{words}"' in replay for words in (r"Four.\n\nFive.", r"Six.\n\nSeven."))


BROKEN = "[{seat: red, actions: [{city: K8}]}]"
UNREADABLE = "[{seat: red, actions: [{cty: K8}]}]"


@pytest.mark.parametrize(
    ("moves", "why"),
    [(BROKEN, r"Move 1 \(line 6 of the notes\)\. MG-6\.4: .*"), (UNREADABLE, r"Move 1 \(line 6 of .*cty.*")],
)
def test_a_variation_that_is_refused_is_named_with_its_reason(moves: str, why: str) -> None:
    record = noted(f"variations:\n  - entry: 2\n    says: It looks good.\n    moves: {moves}\n", 65)
    (told,) = re.findall(r'<p class="instead">(.*?)</p>', record, re.DOTALL)
    assert re.fullmatch(rf"Variation 1, in place of entry 2, is refused: {why} It looks good\.", told, re.DOTALL), told
    for path in SITE.rglob("bruttium-2/*.html"):
        assert os.fsencode(Path("games")) + b"/bruttium-2" not in path.read_bytes()
