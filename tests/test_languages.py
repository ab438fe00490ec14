"""Every translation has the facts of its text and belongs to a text of today. Missing ones are counted, not refused."""

import re
import runpy
import warnings
from collections.abc import Iterator
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter
from typing import NamedTuple

import build_catalogues
import catalogue
import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from cli_runs import begin, run

from referee import titles
from referee import words as texts
from referee.report.html import html_report
from referee.report.text import text_report
from referee.rules.replay import replay
from referee.rules.rulebook import hides
from referee.show.view import MODERATOR, Row
from referee.store import log
from referee.words import (
    LANGUAGES,
    TONGUE,
    Listing,
    Phrase,
    Tongue,
    keyword_term,
    language,
    say,
    speak,
    speaking,
    term,
    word_list,
)

ROOT = Path(__file__).parent.parent
OTHERS = [each for each in LANGUAGES if each != "en"]


def facts(template: str) -> set[tuple[str, str, str]]:
    """Names, format specs and conversions."""
    parts = Formatter().parse(template)
    return {(name, spec or "", conversion or "") for _, name, spec, conversion in parts if name is not None}


def quoted(text: str) -> list[str]:
    """The text in back quotes: words of move files, which no language changes."""
    return sorted(text.replace("```", "").split("`")[1::2])


class Entry(NamedTuple):
    """A text of a catalogue: its context, itself and its plural, and its translations: one, or one for each plural."""

    context: str
    texts: tuple[str, ...]
    translations: tuple[str, ...]


@cache
def entries(language: str) -> list[Entry]:
    return entries_of(catalogue.translated(language))


def entries_of(catalogue: Catalog) -> list[Entry]:
    return [Entry(each.context or "", several(each.id), several(each.string)) for each in catalogue if each.id]


def several(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def stale(language: str) -> list[str]:
    """Texts of a catalogue that the program does not have any longer, or whose translation is a guess."""
    gone = [each.texts[0] for each in entries(language) if (each.context, each.texts[0]) not in catalogue.known_texts()]
    return gone + [several(each.id)[0] for each in catalogue.translated(language) if each.fuzzy and each.id]


def has_same_parts(entry: Entry) -> bool:
    """Whether each translation has the facts, the keywords and the spaces at its ends that its text has."""
    return all(
        entry.context or facts(translation) == facts(said)
        for said, translation in pairs(entry)
    ) and all(
        (quoted(translation), translation[0] == " ", translation[-1] == " ")
        == (quoted(said), said[0] == " ", said[-1] == " ")
        for said, translation in pairs(entry)
    )  # fmt: skip


def pairs(entry: Entry) -> list[tuple[str, str]]:
    """Each translation with the text that it translates: the plural for all forms but the first."""
    return [(entry.texts[min(at, len(entry.texts) - 1)], each) for at, each in enumerate(entry.translations) if each]


def has_all_plurals(entry: Entry, forms: int) -> bool:
    """Whether a text with a plural has all forms of its language or none, and one without has one."""
    count = 1 if len(entry.texts) == 1 else forms
    return not any(entry.translations) or (len(entry.translations) == count and all(entry.translations))


@pytest.mark.parametrize("language", OTHERS)
def test_missing_translations_are_counted(language: str) -> None:
    """How many texts are shown in English is in the summary of the tests, and no failure."""
    missing = {(each.context, each.text) for each in catalogue.missing(language)}
    there = {(each.context, each.texts[0]) for each in entries(language) if all(each.translations)}
    assert missing == catalogue.known_texts() - there
    if missing:
        warnings.warn(f"{catalogue.summary(language)} (make catalogue)", stacklevel=1)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_no_stale_text(language: str) -> None:
    assert stale(language) == [], "make catalogue"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_facts_and_keywords(language: str) -> None:
    assert [each.texts[0] for each in entries(language) if not has_same_parts(each)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_is_whole_and_said_once(language: str) -> None:
    """None lost its first letter, and none stands twice in a row."""
    told = [pair for each in entries(language) if each.context != texts.TERM for pair in pairs(each)]
    sentences = [translation for said, translation in told if said[0].isupper() and said[-1] == "."]
    assert [each for each in sentences if each[0].islower()] == []
    assert [translation for _, translation in told if re.match(r"(.{12,}?)\1", translation)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_all_plural_forms(language: str) -> None:
    written, usual = catalogue.translated(language), Catalog(locale=language)
    assert written.plural_forms == usual.plural_forms
    assert [each.texts[0] for each in entries(language) if not has_all_plurals(each, usual.num_plurals)] == []


FAULTS = {
    "another fact": 'msgid "{seat} moves."\nmsgstr "{player} zieht."\n',
    "a fact too few": 'msgid "{seat} moves."\nmsgstr "zieht."\n',
    "another keyword": 'msgid "Write `end`."\nmsgstr "Schreib `ende`."\n',
    "a space too few": 'msgid "and "\nmsgstr "und"\n',
    "a fact too few in a plural": (
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "Karten"\n'
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_translation_with_other_parts_is_found(fault: str) -> None:
    (entry,) = entries_of(read_po(BytesIO(FAULTS[fault].encode()), locale="de"))
    assert not has_same_parts(entry)


@pytest.mark.parametrize("form", ["", "Karten"])
def test_a_plural_form_that_is_empty_is_found(form: str) -> None:
    text = f'msgid "card"\nmsgid_plural "cards"\nmsgstr[0] "Karte"\nmsgstr[1] "{form}"\n'
    (entry,) = entries_of(read_po(BytesIO(text.encode()), locale="de"))
    assert has_all_plurals(entry, 2) == bool(form)


def test_a_text_that_is_new_or_empty_or_gone_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two texts of today are left, one of them empty, next to one that the program does not have any longer."""
    one, other = [each for each in catalogue.messages() if not each.context][:2]
    po = tmp_path / "de" / "LC_MESSAGES" / "referee.po"
    po.parent.mkdir(parents=True)
    written = Catalog(locale="de", fuzzy=False)
    for said, translation in ((one.text, one.text), (other.text, ""), ("A text of long ago.", "Ein alter Text.")):
        written.add(said, translation)
    po.write_bytes(catalogue.written(written))
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    number = len(catalogue.messages())
    assert len(catalogue.missing("de")) == number - 1
    assert catalogue.summary("de") == f"de: {number} texts, {number - 1} not translated"
    entries.cache_clear()
    assert stale("de") == ["A text of long ago."]
    entries.cache_clear()


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_laid_out_as_the_tool_lays_it_out(language: str) -> None:
    assert catalogue.po(language).read_bytes() == catalogue.written(catalogue.translated(language))


@pytest.mark.parametrize("language", OTHERS)
def test_the_built_catalogue_is_that_of_the_text(language: str) -> None:
    po = catalogue.po(language)
    assert po.with_suffix(".mo").read_bytes() == build_catalogues.compiled(po.read_bytes(), language), "make catalogues"


def test_the_template_has_no_stale_text() -> None:
    template = read_po(BytesIO((ROOT / "locale" / "referee.pot").read_bytes()))
    assert {(each.context, each.texts[0]) for each in entries_of(template)} <= catalogue.known_texts(), "make catalogue"


@pytest.fixture
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "shipped_folder", lambda name: str(tmp_path))
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_a_sentence_that_ends_with_a_name_has_one_full_stop(language: str) -> None:
    """Also where the name is the last of several, or the sentence is in the middle of the text."""
    names = word_list(["Bruno", "Clara M."], ", ")
    with speaking(language):
        said = str(say("{told} Reason: {why}", told=say("Added: {choice}.", choice=names), why="..."))
    assert ("Bruno, Clara M. " in said, "M.." in said) == (True, False)


@pytest.mark.usefixtures("nothing_built")
def test_a_language_that_is_not_built_is_english_and_one_line_says_so() -> None:
    english, italian = run("titles"), run("--language", "it", "titles")
    assert english.err == ""
    assert italian.out == english.out
    assert italian.err == ("The texts for it are not built here, so you see English. To build them: make catalogues\n")
    assert run("titles").err == ""


@pytest.mark.usefixtures("nothing_built")
def test_a_misspelt_word_is_not_taken_for_another_language() -> None:
    """Names in all languages are looked up for it."""
    begin()
    refused = run("why", "cup", "strada: D4 n-s")
    assert refused.code
    assert "make catalogues" not in refused.err


@pytest.mark.usefixtures("nothing_built")
def test_a_player_whose_language_is_not_built_is_written_to_in_english() -> None:
    begin()
    asked = ("player", "cup", "yellow", "--address", "anna@example.org", "--language", "it")
    Path("referee.toml").write_text('[mail]\nfrom = "Referee <referee@example.org>"\n', encoding="utf-8")
    assert run(*asked).code == 0
    sent = run("send")
    assert sent.err.splitlines()[-1].startswith("The texts for it are not built here")
    (letter,) = Path("letters").rglob("*.eml")
    assert "Subject: [cup] Your turn" in letter.read_text(encoding="utf-8")


def test_modules_that_stay_english_exist() -> None:
    assert set(catalogue.MODERATOR) <= set(catalogue.modules())
    assert not {each.file for each in catalogue.messages()} & set(catalogue.MODERATOR)


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


@cache
def component_terms() -> re.Pattern[str]:
    names = [each.text for each in catalogue.messages() if each.context and "/components/" in each.file]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


LEFT = re.compile(r"`[^`]*`|= .*|(?:SAYS|WROTE): .*|COMPONENTS .*|\w+-(high|medium|low)|[\w-]+/[0-9]+")
"""Untranslated text: words of move files and of players, sources of data, ids of cards, names of sets."""


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_judged_and_recorded_in_one_language(game: str) -> None:
    """A log is the same whoever reads it: replay compares what each move would be recorded as."""
    read = log.read_log(str(ROOT / "games" / game))
    book = titles.book(read.header["title"]).under(read.header)
    for each in OTHERS:
        with speaking(each):
            assert len(replay(book, read)) == read.last + 1


class Loud(NamedTuple):
    """A tongue that says every text it knows in capitals, and keeps those that it does not know."""

    strange: list[tuple[str, str]]

    def say(self, context: str, words: str) -> str:
        message = catalogue.Message(context, words, "")
        if message[:2] not in catalogue.known_texts() and catalogue.has_words(message):
            self.strange.append((context, words))
        parts = re.split(r"(\{[^}]*\}|`[^`]*`)", words)
        return "".join(part if at % 2 else part.upper() for at, part in enumerate(parts))

    def tongue(self) -> Tongue:
        return Tongue("it", partial(self.say, ""), partial(self.say, "term"))


def spoken(part: object) -> Iterator[str]:
    """The sentences of a view, or of a part of it."""
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
    read, loud = log.read_log(str(ROOT / "games" / game)), Loud([])
    book = titles.book(read.header["title"]).under(read.header)
    moments = replay(book, read)
    readers = ["", *read.header["seats"], *([MODERATOR] if hides(book, read.header) else [])]
    token = TONGUE.set(loud.tongue())
    try:
        for at, number in enumerate(Random(game).sample(range(1, read.last + 1), 8)):
            view = book.show().view(read.header, moments[: number + 1], readers[at % len(readers)])
            words = [LEFT.sub("", each) for each in spoken(view)]
            assert not list(filter(component_terms().search, words)), number
            assert '<html lang="it">' in html_report.report(view)
            assert max(map(len, text_report.report(view._replace(asked=None)).split("\n"))) <= 72
    finally:
        TONGUE.reset(token)
    assert not loud.strange


WORDS = {"{a} before {b}": "{b} after {a}", " and ": " et "}
BACKWARDS = Tongue("xx", lambda words: WORDS.get(words, words), str.upper)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(texts, "tongue", lambda language: BACKWARDS)
    return "it"


def test_facts_may_come_in_another_order_and_are_translated_too(foreign: str) -> None:
    words = say("{a} before {b}", a=term("tower"), b=say("{seat}", seat="red"))
    assert str(words) == "tower before red"
    with speaking(foreign):
        assert str(words) == "RED after TOWER"
        assert f"{word_list(['a', term('b')], ' and ')}" == "a et B"
        assert str(keyword_term("tower")) == "TOWER = tower"
        assert str(say("{player} says", player="red")) == "red says"
    assert str(keyword_term("tower")) == "tower"


def test_the_language_from_before_returns_afterwards(foreign: str) -> None:
    with speaking("en"):
        speak(foreign)
        assert language() == "xx"
        with speaking("en"):
            assert language() == "en"
        assert language() == "xx"
    assert language() == "en"


def test_a_single_phrase_is_its_own_list() -> None:
    assert word_list([words := say("alone")]) is words
    assert isinstance(word_list(["alone"]), Listing)


@pytest.mark.parametrize("language", ["xx", "../it", "IT", ""])
def test_a_language_that_nobody_speaks(language: str) -> None:
    with pytest.raises(texts.UnknownLanguage, match="You can use en, de, fr, it"), speaking(language):
        pass


def test_the_tool_runs_as_a_program() -> None:
    assert runpy.run_path(str(ROOT / "tools" / "catalogue.py"))["messages"]


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_no_text(language: str) -> None:
    """A catalogue answers to "" with its own heading, which nobody wants to read."""
    with speaking(language):
        assert str(word_list(["a", "b"], "")) == "ab"
        assert str(say("")) == str(term("")) == ""


HOURS = re.compile(r"\{\w*(?:hours|days)\} (?:more )?(?:hours|days)\b|\{\w*\} more e-mails\b")
CHOSEN = {
    "{days} days",
    "{hours} hours",
    "{days} more days",
    "{hours} more hours",
    "{number} more e-mails arrived later, and nothing in them was recorded. If one still matters, send it again.",
}
"""Texts that the program takes for more than one alone."""


def test_a_count_of_hours_or_days_has_a_text_for_one() -> None:
    """`1 more hours` is never said. Whoever asks for more days than the limit asks for more than one."""
    counted = {each.texts[0] for each in entries("de") if HOURS.search(each.texts[0])}
    assert {each for each in counted - CHOSEN if "but the limit is" not in each} == set()
