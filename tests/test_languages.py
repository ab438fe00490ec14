"""Every text that a player may read is in every catalogue, with the same facts; nothing is spoken half in English."""

import re
import runpy
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from string import Formatter
from typing import NamedTuple

import pytest

from referee import languages, log, titles
from referee.replay import replay
from referee.report import html, text
from referee.rulebook import hides
from referee.view import MODERATOR, Row
from referee.words import (
    LANGUAGES,
    TONGUE,
    Listing,
    Phrase,
    Tongue,
    language,
    listed,
    say,
    speak,
    speaking,
    taught,
    term,
)

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import catalogue  # noqa: E402

OTHERS = [each for each in LANGUAGES if each != "en"]
UNFINISHED: set[str] = set()
"""Catalogues that have empty texts yet; each is taken out of here by who finishes it."""
MESSAGES = catalogue.messages()


def facts(template: str) -> set[tuple[str, str, str]]:
    """Names, format specs and conversions."""
    parts = Formatter().parse(template)
    return {(name, spec or "", conversion or "") for _, name, spec, conversion in parts if name is not None}


def quoted(text: str) -> list[str]:
    """What stands in back quotes: words of move files, which no language changes."""
    return sorted(text.replace("```", "").split("`")[1::2])


@cache
def entries(language: str) -> list[tuple[str, str, str]]:
    """Context, text and translation of everything in a catalogue."""
    return [(each.context or "", each.id, each.string) for each in catalogue.translated(language) if each.id]


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_all_texts_and_no_stale_one(language: str) -> None:
    """When this fails: `make catalogue`, and translate what is empty."""
    there = {(context, said) for context, said, _ in entries(language)}
    assert there == {(each.context, each.text) for each in MESSAGES}
    assert not [each for each in catalogue.translated(language) if each.fuzzy and each.id]


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    missing = [said for _, said, translation in entries(language) if not translation]
    assert bool(missing) == (language in UNFINISHED), missing[:20]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_facts_and_keywords(language: str) -> None:
    for context, said, translation in entries(language):
        if translation:
            assert context or facts(translation) == facts(said), said
            assert quoted(translation) == quoted(said), said
            assert (translation[0] == " ", translation[-1] == " ") == (said[0] == " ", said[-1] == " "), said


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    path, now = catalogue.po(language), catalogue.updated(language)
    assert path.read_bytes() == catalogue.written(now)
    assert path.with_suffix(".mo").read_bytes() == catalogue.compiled(now)


def test_the_template_is_that_of_the_sources() -> None:
    assert (ROOT / "locale" / "referee.pot").read_bytes() == catalogue.written(catalogue.template())


def test_modules_that_stay_english_exist() -> None:
    assert set(catalogue.MODERATOR) <= set(catalogue.modules())
    assert not {each.file for each in MESSAGES} & set(catalogue.MODERATOR)


def test_a_template_that_is_not_literal_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some.py").write_text("def told(text):\n    return say(text)\n")
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    with pytest.raises(catalogue.Hidden, match=r"some.py:2"):
        list(catalogue.in_module("some.py"))


def test_templates_in_names_and_tables_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        'WORDS = ("one {a}", "two {a}")\n'
        "def told(many):\n"
        '    words = "three {a}" if many else "four {a}"\n'
        "    return say(words, a=1), say(WORDS[many], a=2)\n"
        "def other():\n"
        '    words = "five"\n'
        "    return say(words)\n"
    )
    (tmp_path / "some.py").write_text(code)
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    found = [each.text for each in catalogue.in_module("some.py")]
    assert found == ["three {a}", "four {a}", "one {a}", "two {a}", "five"]


GAMES = sorted(each.name for each in (ROOT / "games").iterdir() if each.is_dir())
KNOWN = {(each.context, each.text) for each in MESSAGES}
TERMS = {each.text for each in MESSAGES if each.context and "/components/" in each.file}


LEFT = re.compile(r"`[^`]*`|= .*|SAYS: .*|COMPONENTS .*|\w+-(high|medium|low)|[\w-]+/[0-9]+")
"""What stays as it is: words of move files and of players, whence data is known, ids of cards, names of sets."""


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_judged_and_recorded_in_one_language(game: str) -> None:
    """A log is the same whoever reads it: replay compares what each move would be recorded as."""
    read = log.read(str(ROOT / "games" / game))
    book = titles.book(read.header["title"]).under(read.header)
    for each in OTHERS:
        with speaking(each):
            assert len(replay(book, read)) == read.last + 1


class Loud(NamedTuple):
    """A tongue that says every text it knows in capitals, and keeps those that it does not know."""

    strange: list[tuple[str, str]]

    def say(self, context: str, words: str) -> str:
        if (context, words) not in KNOWN and catalogue.has_words(catalogue.Message(context, words, "")):
            self.strange.append((context, words))
        parts = re.split(r"(\{[^}]*\}|`[^`]*`)", words)
        return "".join(part if at % 2 else part.upper() for at, part in enumerate(parts))

    def tongue(self) -> Tongue:
        return Tongue("it", partial(self.say, ""), partial(self.say, "term"))


def spoken(part: object) -> Iterator[str]:
    """All that is said in a view, or a part of it."""
    if isinstance(part, Phrase):
        yield str(part)
    elif isinstance(part, Row):
        yield from map(str, part.cells)
    elif isinstance(part, tuple):
        for each in part:
            yield from spoken(each)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_report_is_made_of_texts_that_are_translated(game: str) -> None:
    """Positions along a game, each for another reader, in a language that says everything in capitals."""
    read, loud = log.read(str(ROOT / "games" / game)), Loud([])
    book = titles.book(read.header["title"]).under(read.header)
    moments = replay(book, read)
    readers = ["", *read.header["seats"], *([MODERATOR] if hides(book, read.header) else [])]
    token = TONGUE.set(loud.tongue())
    try:
        for at, number in enumerate(Random(game).sample(range(1, read.last + 1), 8)):
            view = book.view(read.header, moments[: number + 1], readers[at % len(readers)])
            words = [LEFT.sub("", each) for each in spoken(view)]
            assert not {each for each in words for word in TERMS if re.search(rf"\b{re.escape(word)}\b", each)}, number
            assert '<html lang="it">' in html.report(view)
            assert max(map(len, text.report(view._replace(asked=None)).split("\n"))) <= 72
    finally:
        TONGUE.reset(token)
    assert not loud.strange


WORDS = {"{a} before {b}": "{b} after {a}", " and ": " et "}
BACKWARDS = Tongue("xx", lambda words: WORDS.get(words, words), str.upper)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(languages, "tongue", lambda language: BACKWARDS)
    return "it"


def test_facts_may_stand_in_another_order_and_speak_too(foreign: str) -> None:
    words = say("{a} before {b}", a=term("tower"), b=say("{seat}", seat="red"))
    assert str(words) == "tower before red"
    with speaking(foreign):
        assert str(words) == "RED after TOWER"
        assert f"{listed(['a', term('b')], ' and ')}" == "a et B"
        assert str(taught("tower")) == "TOWER = tower"
        assert str(say("{player} says", player="red")) == "red says"
    assert str(taught("tower")) == "tower"


def test_what_was_spoken_before_is_spoken_after(foreign: str) -> None:
    with speaking("en"):
        speak(foreign)
        assert language() == "xx"
        with speaking("en"):
            assert language() == "en"
        assert language() == "xx"
    assert language() == "en"


def test_a_single_phrase_is_its_own_list() -> None:
    assert listed([words := say("alone")]) is words
    assert isinstance(listed(["alone"]), Listing)


@pytest.mark.parametrize("language", ["xx", "../it", "IT", ""])
def test_a_language_that_nobody_speaks(language: str) -> None:
    with pytest.raises(languages.UnknownLanguage, match="there are en, de, fr, it"), speaking(language):
        pass


def test_the_tool_runs_as_a_program() -> None:
    assert runpy.run_path(str(ROOT / "tools" / "catalogue.py"))["messages"]


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_no_text(language: str) -> None:
    """A catalogue answers to "" with its own heading, which nobody wants to read."""
    with speaking(language):
        assert str(listed(["a", "b"], "")) == "ab"
        assert str(say("")) == str(term("")) == ""
