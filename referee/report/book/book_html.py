"""Games as prose, on screen and on paper: a title page, the turns with boards and notes, every entry in notation.

One game is the record in an archive; several are a book. Chats and forums get the same as Markdown or BBCode.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.report import wording
from referee.report.book.diagrams import Diagram, DrawnOnce, diagram
from referee.report.book.record import FinalStanding, GameTurn, Record, RecordEntry, RecordTurn
from referee.report.html.templates import macros, page, policy_digest, raw
from referee.report.pictures.chart import drawing
from referee.report.pictures.palette import Paint, Palette, paints
from referee.report.pictures.scene import Paints
from referee.report.pictures.svg import definitions
from referee.report.site.game_lists import player_page_name
from referee.report.text.posts import CHAT_SIGNS, FORUM_SIGNS
from referee.report.wording import RuleLinks, Spots, paragraphs, safe_text, spots_of, spotted_text
from referee.show.view import Line, Word
from referee.words import Phrase, keyword_term, say, term, word_list

OWN = {
    "moves": say("The moves"),
    "points": say("Turning points"),
    "final": say("The last position"),
    "notation": say("Every entry in notation"),
    "cite": say("Cite and check this game"),
    "head": say("Head"),
    "address": say("Address"),
    "players": say("Players"),
    "contents": say("The games"),
    "paper": say("For printing:"),
    "a4": say("A4, two columns"),
    "a5": say("A5 booklet"),
    "replay": say("Step by step"),
    "archive": wording.ARCHIVE,
    "record": wording.RECORD,
    "log": wording.LOG,
}
"""The words of the page itself."""


class Book(NamedTuple):
    """Games under one heading. `archived`: it is the record of a single game, next to its replay and its log.

    asks  whether the archive has a page on which its readers ask the referee
    """

    heading: Word
    records: tuple[Record, ...]
    archived: bool = False
    asks: bool = False


def html(book: Book, palettes: Sequence[Palette], image: str = "") -> str:
    """The page. Each of `palettes` replaces colours of seats of one game; ValueError when it cannot be used.

    image  the whole address of the picture that a link to the page shows, "" for none
    """
    style, several = raw("book.css"), len(book.records) > 1
    articles = [article(book, each, palette) for each, palette in zip(book.records, palettes, strict=True)]
    first = book.records[0]
    return page(
        "book.html",
        book=book,
        several=several,
        articles=[with_prefix(each, f"g{at}-") for at, each in enumerate(articles, 1)] if several else articles,
        title=book.heading if several else say("{title}: {game}", title=first.title, game=first.game),
        description=word_list(first.victory or [first.result], " "),
        image=image,
        style=style,
        digest=policy_digest(style),
        words=wording,
        own=SimpleNamespace(**OWN),
    )


NAMED = re.compile(r'( id="| href="#|url\(#)')


def with_prefix(markup: Markup, prefix: str) -> Markup:
    """The same with other names for its parts: two games of a book have parts of the same names. Texts are escaped."""
    return Markup(NAMED.sub(rf"\1{prefix}", str(markup)))


def article(book: Book, record: Record, palette: Palette) -> Markup:
    """One game."""
    painted, once = paints(record.seats, palette), DrawnOnce()
    chips = {seat: chip(paint) for seat, paint in painted.items()}
    number = record.entries[-1].number if record.entries else 0
    last = diagram(record.board, painted, number, once)
    return page(
        "book_game.html",
        book=book,
        record=record,
        level=2 if len(book.records) > 1 else 1,
        player_page=player_page_name,
        about=note_markup(record.about, record.rules),
        chips=chips,
        last=last,
        turns=prose(record, painted, chips, once),
        points=[each for each in record.turns if each.point],
        entries=notation(record, chips),
        definitions=definitions(tuple(painted.values()), record.board) + once.definitions,
        chart=drawing(record.chart, painted) if record.chart else None,
        words=wording,
        own=SimpleNamespace(**OWN),
    )


def chip(paint: Paint) -> Markup:
    """A seat as a small picture."""
    return Markup(
        '<svg class="chip" viewBox="-62 -54 124 108" aria-hidden="true"><use href="#hex" class="rim"/>'
        f'<use href="#tile{paint.number}"/><use href="#plate{paint.number}" transform="scale(1.9)"/></svg>'
    )


# The prose


class Prose(NamedTuple):
    """What the turns of a game have in common. `low`, `high`: the limits of all scores."""

    record: Record
    painted: Paints
    chips: Mapping[str, Markup]
    once: DrawnOnce
    spots: Spots
    low: int
    high: int


def prose(record: Record, painted: Paints, chips: Mapping[str, Markup], once: DrawnOnce) -> Markup:
    """All turns. There are many, and a template would take most of its time for them."""
    scores = [score for each in record.turns for score in each.turn.scores] or [0]
    spaces = record.board.spaces if record.board else ()
    cells = {(each.q, each.r): at for at, each in enumerate(spaces)}
    facts = Prose(record, painted, chips, once, spots_of(spaces, cells), min(scores), max(scores))
    return Markup("".join([turn_markup(each, facts) for each in record.turns]))


def turn_markup(each: RecordTurn, facts: Prose) -> str:
    """A turn: the course of the scores beside it, what was done, the board after it, and the notes on it."""
    played, first = each.turn.seat, each.turn.lines[0]
    glyphs = " ".join(dict.fromkeys([entry.glyph for entry in each.entries if entry.glyph]))
    names = "".join([f'<span id="entry-{entry.number}"></span>' for entry in each.entries])
    kind = "" if played else ' class="beside"'
    text = f'<li{kind}>{names}{course(each, facts)}<div class="told">'
    text += "".join([f'<h3 class="chapter">{clean(entry.chapter)}</h3>' for entry in each.entries if entry.chapter])
    text += "".join([f'<p class="more">{spotted_text(line.says, facts.spots)}</p>' for line in each.turn.before])
    text += '<p class="does">'
    if played:
        text += f"<b>{each.number}.\u00a0{facts.chips[played]} {clean(name_before(each.turn))}</b> "
    if glyphs:
        text += f'<b class="glyph">{clean(glyphs)}</b> '
    text += f"{spotted_text(sentence(first), facts.spots)}"
    if more := gain_of(each, facts.record):
        text += f' <b class="gain">{more}</b>'
    text += "</p>"
    text += figure(board_of(each, facts))
    text += "".join([f'<p class="more">{spotted_text(line.says, facts.spots)}</p>' for line in each.turn.lines[1:]])
    for entry in each.entries:
        text += note_text(entry, facts.record.rules)
    return f"{text}</div></li>\n"


def note_text(entry: RecordEntry, rules: RuleLinks) -> str:
    """What the notes say of an entry, and what might have been played instead."""
    text = "".join([f'<p class="comment">{note_markup(each, rules)}</p>' for each in entry.comments])
    for each in entry.instead:
        inside = f" inside{min(each.depth, DEEPEST)}" if each.depth else ""
        text += f'<p class="instead{inside}">{note_markup(each.says, rules)}</p>'
    return text


DEEPEST = 3
"""Lines that are further inside others are not moved further to the right."""


def name_before(turn: GameTurn) -> str:
    """Who played a turn, in front of its first sentence; "" where that begins with the name."""
    return "" if safe_text(sentence(turn.lines[0])).startswith(turn.player) else turn.player


def sentence(line: Line) -> Phrase:
    """What was done in a turn, without the name of who did it where the sentence begins with it."""
    done = line.says.facts.get("done")
    return done if isinstance(done, Phrase) and line.says.template.startswith("{player}: {done}") else line.says


def gain_of(each: RecordTurn, record: Record) -> str:
    """What the turn brought its player, with a sign; "" for nothing."""
    if not each.turn.seat or not each.before or not each.turn.scores:
        return ""
    at = [seat.id for seat in record.seats].index(each.turn.seat)
    more = each.turn.scores[at] - each.before[at]
    return f"{more:+}".replace("-", "\u2212") if more else ""


WIDE = 100
"""The width of the course beside a turn, in units of its own; its height is that of the turn."""


def course(each: RecordTurn, facts: Prose) -> str:
    """How the scores went in a turn: a line for each seat, from above to below, the higher the further to the right."""
    now, record = each.turn.scores, facts.record
    if not now or facts.low == facts.high:
        return ""
    before = each.before or now
    lines = ""
    for seat, one, other in zip(record.seats, before, now, strict=True):
        path = f"M{along(one, facts)} 0L{along(other, facts)} 100"
        lines += f'<path d="{path}" class="rim"/><path d="{path}" stroke="{facts.painted[seat.id].fill}"/>'
    players = [each.turn.players.get(seat.id, seat.player) for seat in record.seats]
    told = ", ".join([f"{name} {score}" for name, score in zip(players, now, strict=True)])
    look = f'class="course" viewBox="0 0 {WIDE} 100" preserveAspectRatio="none" role="img"'
    return f'<svg {look} aria-label="{clean(told)}">{lines}</svg>'


def along(score: int, facts: Prose) -> int:
    return 5 + (WIDE - 10) * (score - facts.low) // (facts.high - facts.low)


def board_of(each: RecordTurn, facts: Prose) -> Diagram | None:
    label = say("After turn {turn}: {player}", turn=each.number, player=each.turn.player or term(each.turn.seat))
    marked = [place for entry in each.entries for place in entry.marked]
    arrows = [arrow for entry in each.entries for arrow in entry.arrows]
    return diagram(each.board, facts.painted, each.turn.entry, facts.once, label, marked, arrows)


def figure(diagram: Diagram | None) -> str:
    if diagram is None:
        return ""
    drawn = macros("archive_diagram.svg").diagram(diagram)
    return f"<figure>{drawn}<figcaption>{clean(diagram.label)}</figcaption></figure>"


# The notation


def notation(record: Record, chips: Mapping[str, Markup]) -> Markup:
    """All entries, a line each. Where there is no prose, the notes are here."""
    signs = {seat: f'{chip}<span class="unseen">{clean(keyword_term(seat))}</span>' for seat, chip in chips.items()}
    told = {entry.number for turn in record.turns for entry in turn.entries}
    return Markup(
        "".join([line(each, signs.get(each.seat, ""), each.number in told, record.rules) for each in record.entries])
    )


def line(entry: RecordEntry, sign: str, is_told: bool, rules: RuleLinks) -> str:
    """`sign`: whose it is; empty for entries that are not moves. `is_told`: it is in the prose, with its notes."""
    beside = ' class="gone"' if entry.gone else "" if sign else ' class="beside"'
    name = "" if is_told else f' id="entry-{entry.number}"'
    text = f'<li value="{entry.number}"{name}{beside}><span class="by">{sign}</span>'
    text += f'<span class="does">{rules.with_links(clean(entry.does))}</span>'
    if entry.shown:
        text += f' <span class="shown">{clean(entry.shown)}</span>'
    if entry.gone:
        text += f' <span class="fate">{clean(entry.gone)}</span>'
    if entry.remark and not is_told:
        text += f" <q>{clean(entry.remark)}</q>"
    if not is_told:
        text += f" <b>{clean(entry.chapter)}</b>" if entry.chapter else ""
        text += f' <b class="glyph">{clean(entry.glyph)}</b>' if entry.glyph else ""
        text += note_text(entry, rules)
    return f"{text}</li>\n"


def clean(word: Word) -> Markup:
    """A word as text of the page."""
    return escape(safe_text(word))


def note_markup(word: Word, rules: RuleLinks) -> Markup:
    """A word of notes as text of the page, with its line breaks."""
    return rules.with_links(escape(paragraphs(word)))


class Style(NamedTuple):
    """How a form writes what pages show in other ways; each function takes text that is escaped already.

    signs    letters that would be read as marks, and what is written instead
    heading  of a level, 1 the largest
    inside   a line of play, so deep inside others
    """

    signs: Mapping[int, str | int]
    heading: Callable[[int, str], str]
    bold: Callable[[str], str]
    inside: Callable[[int, str], str]


def quote(depth: int, text: str) -> str:
    return "\n".join([f"{'> ' * (depth + 1)}{line}".rstrip() for line in text.split("\n")])


STYLES = {
    "markdown": Style(CHAT_SIGNS, lambda level, text: f"{'#' * level} {text}", lambda text: f"**{text}**", quote),
    "bbcode": Style(
        FORUM_SIGNS,
        lambda level, text: f"[size={22 - 4 * level}][b]{text}[/b][/size]",
        lambda text: f"[b]{text}[/b]",
        lambda depth, text: f"{'[q]' * (depth + 1)}{text}{'[/q]' * (depth + 1)}",
    ),
}


def text(book: Book, form: str) -> str:
    """The whole file."""
    style = STYLES[form]
    several = len(book.records) > 1
    parts = [style.heading(1, escaped_text(book.heading, style))] if several else []
    for each in book.records:
        parts += game_parts(each, style, 2 if several else 1)
    return "\n\n".join(parts) + "\n"


def escaped_text(word: Word, style: Style) -> str:
    return safe_text(word).translate(style.signs)


def game_parts(record: Record, style: Style, level: int) -> Iterator[str]:
    yield style.heading(level, escaped_text(record.name, style))
    yield escaped_text(f"{record.title}, {record.game}. {str(record.result).removesuffix('.')}.", style)
    rows = [
        f"{holders_text(each)} ({keyword_term(each.seat.id)}){'' if each.score is None else f': {each.score}'}"
        for each in record.standings
    ]
    yield "\n".join([f"{place}. {escaped_text(row, style)}" for place, row in enumerate(rows, 1)])
    if record.victory:
        yield escaped_text(" ".join(map(str, record.victory)), style)
    if record.about:
        yield paragraphs(record.about).translate(style.signs)
    told = {entry.number for turn in record.turns for entry in turn.entries}
    left = [each for each in record.entries if each.number not in told and (each.is_noted or not record.turns)]
    for turn in record.turns:
        while left and turn.entries and left[0].number < turn.entries[-1].number:
            yield from entry_parts(record, left.pop(0), style, level + 1)
        yield from turn_parts(record, turn, style, level + 1)
    for entry in left:
        yield from entry_parts(record, entry, style, level + 1)
    yield style.heading(level + 1, escaped_text(OWN["cite"], style))
    yield escaped_text(f"{record.citation.says} {OWN['head']}: {record.citation.head}", style)


def holders_text(each: FinalStanding) -> str:
    """Who had the seat, in a line."""
    return ", ".join([" ".join(filter(None, [str(one.since), str(one.player)])) for one in each.holders])


def entry_parts(record: Record, entry: RecordEntry, style: Style, level: int) -> Iterator[str]:
    """An entry that is in no turn, such as one that was taken back, and the notes on it."""
    if entry.chapter:
        yield style.heading(level, escaped_text(entry.chapter, style))
    number = "" if record.turns else f"{entry.number}."
    begins = " ".join(filter(None, [number, entry.player, entry.glyph]))
    place = [say("entry {entry}", entry=entry.number)] if record.turns else []
    beside = [*place, *([entry.gone] if entry.gone else [])]
    told = escaped_text(f"{entry.does} ({word_list(beside, ', ')})" if beside else entry.does, style)
    yield f"{style.bold(escaped_text(begins, style))} {told}" if begins else told
    yield from note_parts(entry, style)


def turn_parts(record: Record, each: RecordTurn, style: Style, level: int) -> Iterator[str]:
    """The chapter that begins, the turn, what was said with it, and the notes."""
    for entry in each.entries:
        if entry.chapter:
            yield style.heading(level, escaped_text(entry.chapter, style))
    if each.turn.before:
        yield "\n".join([escaped_text(line.says, style) for line in each.turn.before])
    done, *more = each.turn.lines
    told = escaped_text(sentence(done), style)
    who = f"{each.number}. {name_before(each.turn)}".rstrip() if each.turn.seat else ""
    signs = dict.fromkeys([entry.glyph for entry in each.entries if entry.glyph])
    if begins := " ".join(filter(None, [who, *signs])):
        told = f"{style.bold(escaped_text(begins, style))} {told}"
    if gain := gain_of(each, record):
        told += f" {style.bold(gain)}"
    yield "\n".join([told, *[escaped_text(line.says, style) for line in more]])
    for entry in each.entries:
        yield from note_parts(entry, style)


def note_parts(entry: RecordEntry, style: Style) -> Iterator[str]:
    for comment in entry.comments:
        yield paragraphs(comment).translate(style.signs)
    for line in entry.instead:
        yield style.inside(line.depth, paragraphs(line.says).translate(style.signs))
