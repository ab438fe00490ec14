#!/usr/bin/env python3
"""Finds English that a native speaker stumbles over, in everything that people read: pages, `--help`, the texts of the
program, descriptions in schemas, and the sentences of the law.

`tools/prose.py` prints each finding with what to write instead, and ends with 1 if there is any.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sources import source_files

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ("commands.md", "settings.md", "errors.md", "answers.md")
"""Pages of the reference that repeat what the program says: their texts are read where they come from."""
LONGEST_SENTENCE = 30
LONGEST_HEADING = 6

PEOPLE = r"(?:me|you|us|them|him|her|everybody|everyone|your|the (?:moderator|others|players?|referee|other players))"


class Rule(NamedTuple):
    """What nobody writes: its name, how it looks, and what to write instead."""

    name: str
    pattern: re.Pattern[str]
    instead: str


def rule(name: str, pattern: str, instead: str) -> Rule:
    return Rule(name, re.compile(pattern), instead)


PLACE = "(?:After|Behind|Below|Above|Beside|Under|Before|In|On)"
RULES = (
    rule("told", rf"\b([Tt]old|[Tt]ell(?:s|ing)?(?! {PEOPLE}\b))\b", "say, show, report, reveal, inform"),
    rule("mend", r"\b[Mm]end(?:s|ed|ing)?\b", "fix"),
    rule("stand", r"\b(?:[Ss]tands?|[Ss]tood|[Ss]tanding)\b(?! for\b| in for\b)", "be; stop; score"),
    rule(
        "letter",
        r"(?<![Cc]apital )(?<![Ss]mall )(?<!-case )(?<!plain )(?<!unaccented )(?<!column )"
        r"\b[Ll]etters?\b(?! (?:of its|from A)\b)",
        "e-mail; column, character",
    ),
    rule("lie", r"\b(?:[Ll]ies?|lay(?! (?:out|a|an|the|some|down)\b))\b", "be; is turned over"),
    rule("lawful", r"\b[Ll]awful", "legal"),
    rule("take away", r"\b(?:[Tt]ak(?:e|es|ing|en)|took) (?:\w+ ){0,5}away\b", "remove"),
    rule("otherwise", r"\b[Oo]therwise\b", "if not; differently"),
    rule("shall", r"\b[Ss]hall\b", "should, will, must"),
    rule("go on", r"\b(?:go|goes|going|went) on\b(?! (?:holiday|its own|the|any|villages)\b)", "continue"),
    rule("lead", r"\b(?:[Ll]eads?|led|let in)\b", "build; go to; join"),
    rule("anew", r"\banew\b", "again"),
    rule("any more", r"\bnot (?:\w+ ){0,4}any more\b", "no longer"),
    rule("one's own", r"\bone's\b", "your own"),
    rule("he", r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?)\b", "they, them, their; you"),
    rule("entered", r"\b(?:[Ee]nter(?:s|ed)? that|(?:is|was|are|were|be) entered)\b", "record"),
    rule("word", r"\b(?:not a word|no word here|words? that may)\b", "not allowed; key, field"),
    rule("meant", r"\b(?:that (?:is|are)|can(?:not)? be) meant\b", "say it directly"),
    rule("detour", r"\b(?:as it stands|in so many words|is to be (?:seen|set|had)|had back)\b", "say it directly"),
    rule("behind", r"\b[Bb]ehind (?:it|them|that|this|its|their|an?|the (?:arrow|line|draw|step))\b", "after"),
    rule("amiss", r"\b(?:amiss|suffices?|whereby|thereby|of which|of whom)\b", "plain words"),
    rule(
        "hang together", r"\b(?:hangs? together|hung together|rests? on|brought along|go(?:es)? together)\b", "connect"
    ),
    rule(
        "verb first",
        rf"(?:^|[.!?] ){PLACE} (?:[^\s,.;:]+ ){{1,5}}?(?:stands?|lies?|comes? (?:the|an?)\b)",
        "subject first",
    ),
    rule("who clause", r"(?:^|[.!?:;] )(?:Who(?:ever|se)?|What(?:ever)?) [a-z](?![^.!?]*\?)", "begin with you"),
)
"""Words and patterns that are no plain English; a rule looks at one text at a time."""


class Text(NamedTuple):
    """A text that people read, and where it is: `docs/index.md:12`. `kind` says where it comes from."""

    kind: str
    place: str
    text: str


class Finding(NamedTuple):
    """A text that breaks a rule."""

    text: Text
    rule: str
    found: str
    instead: str


# Where texts come from


def pages() -> list[Path]:
    """The pages whose prose is read."""
    found = [
        *[ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")],
        *[page for page in source_files(".md") if ROOT / "docs" in page.parents],
    ]
    return [page for page in found if page.name not in GENERATED or page.parent.name != "reference"]


def page_texts(page: str, place: str) -> Iterator[Text]:
    """The paragraphs, headings and cells of a page without their code."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    kind, line = "page", 0
    for token in tokens:
        if token.type.endswith("_open"):
            kind = "heading" if token.type == "heading_open" else "page"
            line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            text = "".join(inline_text(each) for each in token.children or ())
            yield Text(kind, f"{place}:{line}", squeeze(text))


def inline_text(token: Any) -> str:
    """What a part of a line says; code is a noun of one word."""
    kept = {"text": token.content, "code_inline": "CODE", "softbreak": " ", "hardbreak": ". "}
    return str(kept.get(token.type, ""))


def message_texts() -> Iterator[Text]:
    """The texts of the program, as its catalogue has them."""
    from babel.messages.pofile import read_po

    path = ROOT / "locale" / "de" / "LC_MESSAGES" / "referee.po"
    with path.open("rb") as file:
        for message in read_po(file):
            for each in [message.id] if isinstance(message.id, str) else message.id:
                if each:
                    yield Text("message", f"{path.relative_to(ROOT)}:{message.lineno}", plain(each))


def help_texts() -> Iterator[Text]:
    """What `--help` says of each command and of what it takes."""

    from referee import cli

    group: Any = cli.whole_program()
    yield from help_of(group, "referee")


def help_of(command: Any, name: str) -> Iterator[Text]:
    from referee.cli.contents import MODULES

    for each in (command.help or "").split("\n\n"):
        yield Text("help", f"{name} --help", plain(each.partition("Example:")[0]))
    for parameter in command.params:
        yield Text("help", f"{name} --help, {parameter.name}", plain(getattr(parameter, "help", "") or ""))
    words = MODULES if name == "referee" else getattr(command, "commands", ())
    for word in words:
        yield from help_of(command.get_command(None, word), f"{name} {word}")


PROSE_OF_SCHEMAS = ("description", "title", "says", "hint")


def schema_texts() -> Iterator[Text]:
    """What schemas say of each part, and of what people often write by mistake."""
    for path in sorted((ROOT / "schemas").rglob("*.json")):
        for place, text in said_in(json.loads(path.read_text(encoding="utf-8")), PROSE_OF_SCHEMAS):
            yield Text("schema", f"{path.relative_to(ROOT)}#{place}", plain(text))


def law_texts() -> Iterator[Text]:
    """The sentences of the rules of every title."""
    import yaml

    for path in sorted((ROOT / "referee" / "titles").glob("*/law.yaml")):
        for place, text in said_in(yaml.safe_load(path.read_text(encoding="utf-8")), ("law",)):
            yield Text("law", f"{path.relative_to(ROOT)}#{place}", plain(text))


def said_in(data: object, keys: Iterable[str], place: str = "") -> Iterator[tuple[str, str]]:
    """Every text below one of the keys, and where it is."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in keys and isinstance(value, str):
                yield f"{place}/{key}", value
            yield from said_in(value, keys, f"{place}/{key}")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from said_in(value, keys, f"{place}/{number}")


def all_texts() -> Iterator[Text]:
    """Everything that people read."""
    for path in pages():
        yield from page_texts(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
    for texts in (help_texts(), message_texts(), schema_texts(), law_texts()):
        yield from texts


def plain(text: str) -> str:
    """A text of the program without what is typed or filled in."""
    return squeeze(re.sub(r"`[^`]*`|\{[^{}]*\}", "CODE", text))


def squeeze(text: str) -> str:
    return " ".join(text.split())


# What is found in them


def findings(texts: Iterable[Text]) -> Iterator[Finding]:
    """Every text that breaks a rule; once for each rule."""
    for text in texts:
        for each in RULES:
            match = each.pattern.search(text.text)
            if match and not is_label(text, each, match):
                yield Finding(text, each.name, match[0].strip(), each.instead)
        if text.kind == "page":
            yield from long_sentences(text)
        if text.kind == "heading":
            yield from bad_headings(text)


def is_label(text: Text, rule: Rule, match: re.Match[str]) -> bool:
    """Whether this is a name and no sentence: what a field of a schema is, or a heading, "What happened"."""
    is_name = text.kind == "schema" or (text.kind == "message" and not re.search("[.:!?]", text.text))
    return is_name and rule.name == "who clause" and match.start() == 0


def long_sentences(text: Text) -> Iterator[Finding]:
    """A sentence of a page that has too many words; what a colon or a semicolon ends counts as one."""
    for sentence in re.split(r"(?<=[.!?:;])\s", text.text):
        if len(words := sentence.split()) > LONGEST_SENTENCE:
            yield Finding(text, "long sentence", " ".join(words[:6]) + " …", f"{len(words)} words: one fact a sentence")


def bad_headings(text: Text) -> Iterator[Finding]:
    """A heading that is long or a clause."""
    words = re.sub(r"^(?:Step )?[0-9]+[.:]? ", "", text.text).split()
    is_title_of_decision = "docs/decisions/" in text.place and text.text[0].isdigit()
    if len(words) > LONGEST_HEADING and not is_title_of_decision:
        yield Finding(text, "long heading", text.text, f"{LONGEST_HEADING} words at most")
    if re.match(r"(?:When|Where|Which|What|Who|Why|How)\b(?! to\b|-to\b)", text.text) and not text.text.endswith("?"):
        yield Finding(text, "clause as heading", text.text, "a noun or a verb")


def report(found: Iterable[Finding]) -> list[str]:
    """What to print of each finding."""
    return [
        f"{each.text.place}: {each.rule}: “{each.found}”: write {each.instead}\n    {each.text.text}" for each in found
    ]


def main() -> None:
    said = report(findings(all_texts()))
    print("\n".join([*said, f"{len(said)} findings."]))
    raise SystemExit(1 if said else 0)


if __name__ == "__main__":
    main()
