"""What exists besides games: titles, boards, the text of the rules under each edition, schemas."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from referee import reading, titles
from referee.app.errors import Missing, Usage, nearest_hint
from referee.reading.schemas import answer_names, dialect_names, public_schema, with_modeline
from referee.report.text import text_report
from referee.report.wording import NOWHERE, RuleLinks
from referee.rules.law import Policy
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.show.data_files import DataFiles, Finding
from referee.store import disk
from referee.words import AND, Phrase, plain_letters, say, word_list


class RuleReading(NamedTuple):
    """What some editions decide alike; `shown`: the requested edition is among them."""

    editions: tuple[int, ...]
    value: str
    says: Phrase
    shown: bool


class Decision(NamedTuple):
    """A decision about which editions differ: the name of its policy, why it changed, and each reading."""

    policy: str
    why: Phrase
    readings: tuple[RuleReading, ...]


class Law(NamedTuple):
    """A numbered rule in our own words, its source, and the decisions on which editions differ.

    chapter  the name of the chapter that begins with it, or ""
    """

    number: str
    law: str
    source: str
    decisions: tuple[Decision, ...] = ()
    chapter: str = ""


def laws(book: AnyRulebook) -> dict[str, Law]:
    """All rules of a title by number, read under the book's edition; empty when the title ships no `law.yaml`.

    Raises `titles.BrokenTitle`.
    """
    path = os.path.join(book.folder, "law.yaml")
    if not os.path.isfile(path):
        return {}
    found = law_file(path, book)
    return {
        number: Law(
            number,
            each.get("law", ""),
            each.get("source", ""),
            tuple(decisions(book, number)),
            each.get("chapter", ""),
        )
        for number, each in found.items()
    }


def law_file(path: str, book: AnyRulebook) -> Mapping[str, Mapping[str, str]]:
    """What a file says of each rule. Raises `titles.BrokenTitle` with the line where it can't be read."""
    name = f"{os.path.basename(book.folder)}/law.yaml"
    try:
        found = reading.plain_data(disk.read_plain_file(path), name)
    except (reading.BadInput, disk.Trouble) as error:
        raise titles.BrokenTitle(say("The rules of {title} can't be read. {why}", title=book.name, why=error)) from None
    rules = found.items() if isinstance(found, dict) else [("each rule", None)]
    if wrong := [number for number, each in rules if not isinstance(each, dict)]:
        words = "The rules of {title} can't be read. {file}: {rule} needs `law:` and `source:`."
        raise titles.BrokenTitle(say(words, title=book.name, file=name, rule=wrong[0]))
    return cast(Mapping[str, Mapping[str, str]], found)


def published_rules(settings: Settings, title: str) -> RuleLinks:
    """Where the numbers of the rules of a title lead, on a page that is by itself."""
    return rule_links(settings.rule_pages, titles.book(title))


def rule_links(folder: str, book: AnyRulebook) -> RuleLinks:
    """Links to the pages of the rules of a title, which are in a folder of its name in this one; "": there are none."""
    return RuleLinks(f"{folder.rstrip('/')}/{book.id}", tuple(laws(book))) if folder else NOWHERE


def decisions(book: AnyRulebook, number: str) -> Iterator[Decision]:
    """The decisions that a rule reads and in which the editions of its title differ."""
    for policy in book.policies:
        if number in policy.rules:
            readings = readings_of(book, policy)
            if len(readings) > 1:
                yield Decision(policy.name, policy.why, readings)


def readings_of(book: AnyRulebook, policy: Policy) -> tuple[RuleReading, ...]:
    """The decisions of the editions: first those that agree with the book's own, then the others in order."""
    values = {each.number: getattr(each.policies, policy.name) for each in book.editions}
    own = values[book.edition.number]
    return tuple(
        RuleReading(
            tuple(number for number, each in values.items() if each == value), value, policy.values[value], value == own
        )
        for value in dict.fromkeys([own, *values.values()])
    )


def selected_laws(book: AnyRulebook, number: str = "") -> list[Law]:
    """The rules of a title, or one rule, or a chapter (`MG-7`). Raises Missing."""
    known = laws(book)
    wanted = number.upper()
    found = [
        each for each in known.values() if not wanted or each.number == wanted or each.number.startswith(f"{wanted}.")
    ]
    if not found:
        raise Missing(say("{title} has no rule {number}.", title=book.id, number=number), there_are(wanted, known))
    return found


def there_are(wanted: str, known: Iterable[str]) -> Phrase | None:
    """A hint if there is no such rule: the rule without its suffix, the rules of its chapter, or the chapters."""
    for each in known:
        if each.endswith(f"-{wanted}"):
            return say("Did you mean {near}?", near=each)
    chapter = wanted.partition(".")[0]
    beside = [each for each in known if each.partition(".")[0] == chapter]
    beside = beside or list(dict.fromkeys(each.partition(".")[0] for each in known))
    return say("Its rules are {first} to {last}.", first=beside[0], last=beside[-1]) if beside else None


def book_under(title: str, edition: str | None) -> AnyRulebook:
    """The rulebook of a title under the edition of this number, or the newest. Raises Usage, `titles.UnknownTitle`."""
    book = titles.book(meant_title(title))
    try:
        return book if edition is None else book.under({"edition": edition})
    except LookupError:
        known = word_list([each.number for each in reversed(book.editions)], AND)
        facts = {"edition": edition or "''", "title": book.name, "known": known}
        raise Usage(say("There is no edition {edition} of {title}. Known here: {known}.", **facts)) from None


def meant_title(text: str) -> str:
    """The id of the title that somebody calls so, such as `Magna Grecia`; any other text as it is."""
    known = titles.ids()
    return text if text in known else {plain_letters(id): id for id in known}.get(plain_letters(text), text)


def title_and_rule(text: str, number: str) -> tuple[str, str]:
    """A title and a rule as they were typed; for a rule alone (`MG-7.2`) the title that has it."""
    if number or meant_title(text) in titles.ids():
        return text, number
    wanted = text.upper()
    for book in books():
        if any(each.partition("-")[0] == wanted.partition("-")[0] for each in laws(book)):
            return book.id, text
    return text, number


AnyDataFiles = DataFiles[Any]
"""Data files of whatever things: only its title looks inside them."""


class ListedEdition(NamedTuple):
    """An edition of a title in a list: which versions read it first, and what is new in it."""

    number: int
    reader: str
    says: Phrase


class Title(NamedTuple):
    """A title as a list shows it; `options` are `name` → the values, the default first, `meanings` what each means.

    `edition` is the current one, that of new games; `editions` are all of them, the newest first.
    """

    id: str
    name: str
    edition: int
    editions: tuple[ListedEdition, ...]
    seats: tuple[str, ...]
    players: str
    options: dict[str, tuple[str, ...]]
    meanings: dict[str, Phrase]


def all_titles(only: str = "") -> list[Title]:
    """All titles that can be loaded, or only the one that is named. Raises `titles.UnknownTitle`."""
    return [title_of(book) for book in ([titles.book(only)] if only else books())]


def books() -> Iterator[AnyRulebook]:
    """The rulebooks of all titles that can be loaded; `broken` are the others."""
    return titles.books(lambda each: None)


def unloadable_titles() -> list[str]:
    """Why titles of other packages that are installed cannot be loaded."""
    found: list[str] = []
    for _ in titles.books(lambda each: found.append(str(each))):
        pass
    return found


def title_of(book: AnyRulebook) -> Title:
    players = "-".join(dict.fromkeys([str(book.players[0]), str(book.players[-1])]))
    options = {each.name: each.values for each in book.options}
    meanings = {each.name: say("{says} ({rule})", says=each.says, rule=each.rule) for each in book.options}
    editions = tuple(ListedEdition(each.number, each.reader, each.says) for each in reversed(book.editions))
    return Title(book.id, book.name, book.edition.number, editions, book.seats, players, options, meanings)


def components(title: str) -> str:
    """The components of a title as the file that ships with it. Raises Missing, `titles.UnknownTitle`."""
    book = titles.book(title)
    files = component_files(book)
    name = book.edition.data.get("components") or files.names()[-1]
    return with_modeline(disk.read_plain_file(files.paths()[name]).decode(), files.schema)


def component_files(book: AnyRulebook) -> Any:
    """The data files of a title's components. Raises Missing."""
    for files in book.set_up.data_files:
        if files.choice == "components":
            return files
    raise Missing(say("{title} has no components file.", title=book.id))


def components_as_data(title: str) -> object:
    """The components of a title, with numbers if their schema says so. Raises as `components`."""
    text = components(title).encode()
    return reading.fit(reading.plain_data(text), component_files(titles.book(title)).schema)[0]


def schemas() -> list[str]:
    """The names of all schemas: of files, also of titles of other packages; of answers; of schemas."""
    folders = [os.path.join(book.folder, "schemas") for book in books() if book.id not in titles.OURS]
    others = [name for folder in folders if os.path.isdir(folder) for name in reading.schema_names(folder)]
    return [*sorted({*reading.schema_names(), *others}), *answer_names(), *dialect_names()]


def schema(name: str) -> dict[str, object]:
    """A JSON Schema for other programs, as one self-contained document. Raises Missing."""
    if name not in (*reading.schema_names(), *answer_names()):  # to look for other packages takes 10 ms
        with suppress(titles.UnknownTitle):
            titles.book(name.partition(".")[0])  # a title of another package brings schemas
    try:
        return public_schema(name)
    except KeyError:
        known = schemas()
        says = say("There is no schema {name}. The schemas are {known}.", name=name, known=", ".join(known))
        raise Missing(says, nearest_hint(name, known)) from None


class ShippedBoard(NamedTuple):
    """A shipped board, or what else a title lays on the table: its kind, name, size, whose design, picture as text."""

    title: str
    kind: str
    name: str
    size: Phrase
    provenance: str
    picture: str


Kind = tuple[str, AnyDataFiles]
"""A title and data files of one kind that it has."""


def file_kinds(title: str = "") -> list[Kind]:
    """The kinds of files that the titles, or one of them, ship and players may bring. Raises `titles.UnknownTitle`."""
    known = [titles.book(title)] if title else books()
    return [(book.id, files) for book in known for files in book.set_up.data_files]


def boards(title: str = "") -> list[ShippedBoard]:
    """The shipped boards of all titles that have any, or of one title."""
    return [board_of(id, files, name) for id, files in file_kinds(title) if files.size for name in files.names()]


def board_of(title: str, files: AnyDataFiles, name: str) -> ShippedBoard:
    found, _, _ = files.load(name)
    size = files.size(found) if files.size else say("")
    return ShippedBoard(title, files.what, name, size, found.provenance, drawing(files, found))


def drawing(files: AnyDataFiles, thing: object) -> str:
    """A board as reports draw it; something else as its title does."""
    drawn = files.draw(thing)
    return drawn if isinstance(drawn, str) else "\n".join(text_report.board_with_legend(drawn, {})) + "\n"


def shipped_board(name: str) -> ShippedBoard:
    """A shipped board. Raises Missing."""
    title, files = kind_with_board(name)
    return board_of(title, files, name)


def board_file(name: str) -> str:
    """The file of a shipped board, for those who want to write their own. Raises Missing."""
    _, files = kind_with_board(name)
    return with_modeline(disk.read_plain_file(files.paths()[name]).decode(), files.schema)


def kind_with_board(name: str) -> Kind:
    """Where the shipped board of this name is. Raises Missing."""
    names = {each: (title, files) for title, files in file_kinds() if files.size for each in files.names()}
    if name not in names:
        says = say("There is no board {name}. The boards are {names}.", name=name, names=", ".join(names))
        raise Missing(says, nearest_hint(name, names))
    return names[name]


class PlacedFinding(NamedTuple):
    """A finding with line and column in the file, from 1; 0 and 0 when it is about no place of it."""

    severity: str
    says: Phrase
    place: str
    line: int
    column: int


class Checked(NamedTuple):
    """A player's own file: its kind, its picture or "", the findings of a lint, and those as text."""

    kind: str
    picture: str
    findings: list[PlacedFinding]
    told: list[str]


def check_board(path: str, title: str = "") -> Checked:
    """A board file, or what else may be brought. Raises Missing, `source.BadInput`, `titles.UnknownTitle`."""
    disk.read_plain_file(path)
    files = kind_of(path, file_kinds(title))
    mine, _ = files.read(path)
    text = reading.read_file(path)
    found = [placed_finding(files, text, finding) for finding in files.check(mine, None)]
    picture = drawing(files, mine) if files.size else ""
    return Checked(files.what, picture, found, [finding_text(text, each) for each in found])


def placed_finding(files: AnyDataFiles, text: reading.Source, finding: Finding) -> PlacedFinding:
    flaw = files.spot(finding)
    return PlacedFinding(*finding, *(files.locate(text, flaw) if flaw else (0, 0)))


def finding_text(text: reading.Source, found: PlacedFinding) -> str:
    """`own.yaml:12:5: error: s1: …`, the line and a caret; without them if there is no place."""
    label = f"{found.severity}: {found.place}".removesuffix(": ")
    if not found.line:
        return f"{label}: {found.says}"
    problem = reading.Problem(found.says, found.line, found.column)
    return reading.problem_text(text.name, text.text.split("\n"), problem, label)


def kind_of(path: str, known: list[Kind]) -> AnyDataFiles:
    """The data files to which a file belongs: the kind with most of its keys, the first if several are equal."""
    if not known:
        raise Missing(say("This title has no boards and no components that can be checked."))
    data = reading.read_file(path).data
    words = set(data) if isinstance(data, dict) else set()
    return max(
        [files for _, files in known], key=lambda files: len(words & set(reading.schema(files.schema)["properties"]))
    )
