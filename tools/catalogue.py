"""The catalogues of other languages: the texts to translate, found in the program, its rulebooks and its schemas.

`make catalogue` writes locale/referee.pot, brings every locale/*/LC_MESSAGES/referee.po up to date (a text that changed
is empty again, nothing is guessed), builds the .mo next to it, and prints how many texts are not translated. A text
that is not translated yet is shown in English: no test fails because of it.

Collected are templates, the first argument of every `say(...)`, also where it is a name for literals; words, the
argument of `term(...)`; and what data files bring: seats, pieces and rules of our titles, titles of schemas.
"""

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import yaml
from babel.messages import Catalog
from babel.messages import Message as BabelMessage
from babel.messages.pofile import read_po, write_po
from build_catalogues import build

from referee import titles
from referee.titles.attika.show.names import GROUNDS
from referee.words import AND, ENGLISH, LANGUAGES, OR, SEMICOLON, TERM

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"

MODERATOR = (
    "referee/app/copy_store.py",
    "referee/app/editions/compare_games.py",
    "referee/app/editions/findings.py",
    "referee/app/editions/game_editions.py",
    "referee/app/export/export_games.py",
    "referee/app/export/game_rows.py",
    "referee/app/look/access.py",
    "referee/app/look/demo.py",
    "referee/app/look/doctor.py",
    "referee/app/look/library.py",
    "referee/app/look/listed_games.py",
    "referee/app/look/report_files.py",
    "referee/app/look/status.py",
    "referee/app/look/status_overview.py",
    "referee/mail/act/answer_moderator.py",
    "referee/mail/act/digest.py",
    "referee/app/post/moderator_notes.py",
    "referee/mail/act/moderator_post.py",
    "referee/mail/act/put_aside.py",
    "referee/mail/read/moderator_lines.py",
    "referee/mail/act/receive_mail.py",
    "referee/app/many/cluster.py",
    "referee/app/many/game_statistics.py",
    "referee/app/play/deal_game.py",
    "referee/app/play/discard_game.py",
    "referee/app/play/move_drafts.py",
    "referee/app/play/new_game.py",
    "referee/app/play/people_limits.py",
    "referee/app/play/seats.py",
    "referee/app/time/clock.py",
    "referee/app/time/counted_time.py",
    "referee/app/time/tick.py",
    "referee/app/verify/sent_logs.py",
    "referee/app/verify/verify_many.py",
    "referee/app/verify/verify_log.py",
    "referee/cli/__init__.py",
    "referee/cli/edition.py",
    "referee/cli/many.py",
    "referee/cli/run.py",
    "referee/cli/learn.py",
    "referee/cli/look.py",
    "referee/cli/mail.py",
    "referee/cli/people.py",
    "referee/cli/questions.py",
    "referee/cli/reporting.py",
    "referee/cli/contents.py",
    "referee/cli/speech.py",
    "referee/testkit/conformance.py",
    "referee/testkit/promises.py",
    "referee/testkit/run.py",
    "referee/mail_settings.py",
    "referee/mail/read/identity.py",
    "referee/mail/transport/imap.py",
    "referee/mail/transport/inboxes.py",
    "referee/mail/transport/outgoing/transports.py",
    "referee/mail/transport/passwords.py",
    "referee/mail/write/addresses.py",
    "referee/mail/write/mime.py",
    "referee/reading/plain_files.py",
    "referee/reading/schemas.py",
    "referee/report/html/overview.py",
    "referee/rules/entry_shapes.py",
    "referee/rules/folds.py",
    "referee/rules/replay.py",
    "referee/settings.py",
    "referee/show/data_files.py",
    "referee/store/addresses.py",
    "referee/store/chain.py",
    "referee/store/database.py",
    "referee/store/disk.py",
    "referee/store/log.py",
    "referee/store/migrations/__init__.py",
    "referee/store/private.py",
    "referee/store/sessions.py",
    "referee/titles/__init__.py",
    "referee/titles/attika/data/components.py",
    "referee/titles/attika/data/layouts.py",
    "referee/titles/attika/data/tiles.py",
    "referee/titles/attika/rules/cases.py",
    "referee/titles/magna_grecia/data/board.py",
    "referee/titles/magna_grecia/data/components.py",
    "referee/titles/magna_grecia/rules/cases.py",
)
"""The boundary: what only a moderator reads (setting up, verifying, files of your own) stays English."""


class Message(NamedTuple):
    """A text to translate: its context ("" or `term`), the text, and its file."""

    context: str
    text: str
    file: str


class Hidden(Exception):
    """A template that nobody could translate: it is not literal."""


@cache
def messages() -> list[Message]:
    """All that a player may read, each text once, by file."""
    found = [each for file in modules() for each in in_module(file) if file not in MODERATOR]
    found += [Message("", between, "referee/words.py") for between in (AND, OR, SEMICOLON)]
    found += [Message(TERM, "possible here", "referee/reading/faults.py")]
    found += [each for part in (words_of_titles, furniture, sources, laws, titles_of_schemas) for each in part()]
    first = {(each.context, each.text): each for each in reversed(found)}
    return sorted((each for each in first.values() if has_words(each)), key=lambda each: (each.file, found.index(each)))


@cache
def known_texts() -> set[tuple[str, str]]:
    """The context and the text of each message."""
    return {(each.context, each.text) for each in messages()}


def modules() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "referee").rglob("*.py"))


SIGNS = (
    "{whole}.{tenths}", "{hour}:{minute}", "1", "{weekday} {day} {month}, {time}", "{wday} {day} {mon}, {time}",
    "{weekday} {day} {month}", "{weekday} {day} {month} {year}", "{weekday} {day} {month} {year}, {time}",
    "{wday} {day} {mon} {year}, {time}",
)  # fmt: skip
"""Templates without a word that are translated, too: the decimal point, times, dates, the first of a month."""
SPACED = frozenset(":;!?%")
"""Marks before which French has a space."""


def has_words(message: Message) -> bool:
    """Whether a template holds more than facts and signs, or signs that other languages write differently."""
    if message.text in SIGNS:
        return True
    if message.context:
        return any(letter.isalpha() for letter in message.text)
    literals = [literal for literal, *_ in Formatter().parse(message.text)]
    return any(letter.isalpha() or letter in SPACED for literal in literals for letter in literal)


def in_module(file: str) -> Iterator[Message]:
    """The templates and terms of a module. Raises Hidden with the lines whose template is not literal."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    for scope, call in calls(tree, tree):
        context = TERM if call.func.id == "term" else ""  # type: ignore[attr-defined]
        texts = list(literals(call.args[0], scope, tree))
        if not texts and not context:
            raise Hidden(f"{file}:{call.lineno}: the template is not a literal")
        yield from (Message(context, text, file) for text in texts)


def calls(scope: ast.AST, node: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Each call of `say` or `term`, and the function around it."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in ("say", "term"):
            yield scope, each
        inner = each if isinstance(each, ast.FunctionDef | ast.Lambda) else scope
        yield from calls(inner, each)


def literals(node: ast.AST, scope: ast.AST, module: ast.AST) -> Iterator[str]:
    """The texts that an expression can be: itself, of both branches, or what a name was given."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from literals(one, scope, module)
            yield from literals(other, scope, module)
        case ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from literals(part, scope, module)
        case ast.Subscript(value=table):
            yield from literals(table, scope, module)
        case ast.Name(id=name):
            local = list(given(name, scope))
            for value in local or given(name, module):
                yield from literals(value, scope, module)


def given(name: str, scope: ast.AST) -> Iterator[ast.AST]:
    """The value assigned to a name, or its values in the rows of a loop."""
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                yield value
            case ast.For(target=ast.Tuple(elts=names), iter=ast.Tuple(elts=rows)):
                yield from in_rows(name, names, rows)


def in_rows(name: str, names: list[ast.expr], rows: list[ast.expr]) -> Iterator[ast.AST]:
    for at, each in enumerate(names):
        if isinstance(each, ast.Name) and each.id == name:
            yield from (row.elts[at] for row in rows if isinstance(row, ast.Tuple))


def words_of_titles() -> Iterator[Message]:
    """Seats, cards, and the names of buildings, groups and landscapes."""
    for id, package in titles.OURS.items():
        for path in sorted((ROOT / package.replace(".", "/") / "data" / "components").rglob("*.yaml")):
            file = str(path.relative_to(ROOT))
            yield from (Message(TERM, seat, file) for seat in titles.book(id).seats)
            box = yaml.load(path.read_bytes(), yaml.CSafeLoader)
            cards = box.get("cards")
            yield from (Message(TERM, card, file) for card in (cards if isinstance(cards, dict) else ()))
            for each in box.get("buildings", {}).values():
                yield from (Message(TERM, each[fact], file) for fact in ("group", "name"))
    yield from (Message(TERM, ground.key, "referee/titles/attika/show/names.py") for ground in GROUNDS.values())


def furniture() -> Iterator[Message]:
    """Whose design the boards, layouts and tiles are."""
    for package in titles.OURS.values():
        for path in sorted((ROOT / package.replace(".", "/")).rglob("*.yaml")):
            whose = yaml.load(path.read_bytes(), yaml.CSafeLoader).get("provenance")
            if isinstance(whose, str):
                yield Message(
                    TERM, whose.rstrip(".") if path.parent.name == "boards" else whose, str(path.relative_to(ROOT))
                )


def sources() -> Iterator[Message]:
    """Facts about components, and how they are known: `rulebook`, `review`, `ours`."""
    for id in titles.OURS:
        for files in titles.book(id).set_up.data_files:
            for name, path in sorted(files.paths().items()):
                lines = files.load(name)[0].provenance
                known = [line.rpartition(": ")[2] for line in lines] if isinstance(lines, tuple) else []
                facts = [line.rpartition(": ")[0] for line in lines] if isinstance(lines, tuple) else []
                yield from (Message(TERM, each, str(Path(path).relative_to(ROOT))) for each in (*facts, *known))


def laws() -> Iterator[Message]:
    """The rules and their chapters; where a rule comes from is a note on sources, and stays English."""
    for package in titles.OURS.values():
        file = package.replace(".", "/") + "/law.yaml"
        for each in yaml.load((ROOT / file).read_bytes(), yaml.CSafeLoader).values():
            yield Message(TERM, each["law"], file)
            if "chapter" in each:
                yield Message(TERM, each["chapter"], file)


def titles_of_schemas() -> Iterator[Message]:
    """What the schemas of moves call their parts in refusals, and the slips that they know."""
    for path in sorted((ROOT / "schemas").glob("*move.schema.json")):
        for part in parts(json.loads(path.read_text("utf-8"))):
            file = str(path.relative_to(ROOT))
            yield from (Message(TERM, part[word], file) for word in ("title", "description") if is_text(part, word))
            for slip in part.get("x-slips", ()):
                yield from (Message("", slip[word], file) for word in ("says", "hint") if word in slip)


NO_LINE: Any = None
"""Babel takes it for a place in a file without its line, though its types do not say so."""


def is_text(part: dict[str, Any], word: str) -> bool:
    return isinstance(part.get(word), str)


def parts(value: object) -> Iterator[dict[str, Any]]:
    """Every mapping in plain data."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each)


def template() -> Catalog:
    """All messages, untranslated."""
    made = Catalog(project="referee", fuzzy=False, header_comment="# What players read of the referee.")
    for each in messages():
        made.add(each.text, locations=[(each.file, NO_LINE)], context=each.context or None)
    return made


def translated(language: str) -> Catalog:
    """The present catalogue; empty if there is none."""
    path = po(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    return read_po(BytesIO(path.read_bytes()), locale=language)


def updated(language: str) -> Catalog:
    """All messages of today, with the translations that there are; nothing else."""
    old, new = translated(language), Catalog(locale=language, project="referee", fuzzy=False, header_comment=NOTE)
    for each in messages():
        known = old.get(each.text, each.context or None)
        comments = known.user_comments if known else ()
        new.add(
            each.text,
            known.string if known else "",
            [(each.file, NO_LINE)],
            (),
            (),
            comments,
            context=each.context or None,
        )
    return new


NOTE = "# Read docs/reference/terms.md first. Keep what stands in braces and in back quotes as it is."


def po(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "referee.po"


def written(catalogue: Catalog) -> bytes:
    """The text of a catalogue; without dates, so that the same messages give the same bytes."""
    file = BytesIO()
    write_po(file, catalogue, width=100, omit_header=False)
    lines = file.getvalue().split(b"\n")
    dated = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Last-Translator', b'"Language-Team', b'"Generated-By')
    return b"\n".join(line for line in lines if not line.startswith((*dated, b'"Report-Msgid', b'"Project-Id')))


def missing(language: str) -> list[Message]:
    """The texts without a translation, whether or not the catalogue has a place for them."""
    there = translated(language)
    return [each for each in messages() if not is_translated(there.get(each.text, each.context or None))]


def is_translated(message: BabelMessage | None) -> bool:
    """Whether a text is in a catalogue and has a translation, in all its plural forms."""
    if message is None or not message.string:
        return False
    return isinstance(message.string, str) or all(message.string)


def summary(language: str) -> str:
    """`de: 2024 texts, 3 not translated`."""
    return f"{language}: {len(messages())} texts, {len(missing(language))} not translated"


def main() -> int:
    """Write everything; say how much is missing."""
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / "referee.pot").write_bytes(written(template()))
    for language in LANGUAGES:
        if language != ENGLISH:
            catalogue = updated(language)
            po(language).parent.mkdir(parents=True, exist_ok=True)
            po(language).write_bytes(written(catalogue))
            build(po(language))
            print(summary(language))
    return 0


if __name__ == "__main__":
    sys.exit(main())
