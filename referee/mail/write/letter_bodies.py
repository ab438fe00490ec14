"""The body of an e-mail: text that is complete alone, HTML, and the board as a picture.

Its sentences have first names in place of seats, and no numbers of entries.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar
from urllib.parse import quote

from referee.mail.read.move_blocks import around, fenced_block
from referee.mail.read.request_words import is_to_all
from referee.mail.read.requests import means_something
from referee.mail.write.addresses import PAGE, Letter, Names
from referee.mail_settings import person_name
from referee.report.html.composer import Reply
from referee.report.text import text_report
from referee.report.text.text_tables import WIDTH, hanging, width, wrapped_lines
from referee.report.wording import MAY, OVER, news_heading, player_scores, printable_text, safe_text
from referee.show.view import Asked, Line, Lines, ReportTable, Seat, Section, View, drawable
from referee.show.view import with_people as with_names
from referee.words import Phrase, names_of, plain_letters, say, term

P = TypeVar("P", bound=Phrase)

PLANNER = "Referee"
"""The name of the player of a seat whose player resigned (`app.play.seats`)."""
NOBODY: Mapping[str, str] = MappingProxyType({})
NUMBERED = "Entry {entry}: "
"""What sentences begin with where entries are counted."""


class Unnumbered(Phrase):
    """A sentence about an entry without its number."""

    __slots__ = ()

    def __str__(self) -> str:
        says = super().__str__().partition(": ")[2]
        return says[:1].upper() + says[1:]


def first_names(seats: tuple[Seat, ...]) -> dict[str, str]:
    """Seats and full names → what people call the player: the first name where nobody else has it.

    A first name that is also a seat, or a word for all, would name somebody else: then it is the whole name.
    """
    names = names_of(each.id for each in seats)
    firsts = [first_name(each.player) for each in seats]
    is_clear = [plain_letters(each) not in names and not is_to_all(each) and firsts.count(each) == 1 for each in firsts]
    found: dict[str, str] = {}
    for each, first, clear in zip(seats, firsts, is_clear, strict=True):
        if each.player != PLANNER:  # the referee plays for a seat, and not for itself
            found[each.id] = found[each.player] = first if clear else each.player
    return found


def first_name(player: str) -> str:
    """`Anna` for Anna Berger; the whole of a name that begins otherwise than with a first name."""
    first = player.split(" ")[0]
    return first if first.isalpha() and len(first) > 1 and "," not in player else player


def with_people(words: P, names: Mapping[str, str]) -> P:
    """A sentence with people in place of seats, and without the number of an entry."""
    return with_names(words, names, sentence_kind)


def sentence_kind(words: Phrase) -> type[Phrase]:
    return Unnumbered if words.template.startswith(NUMBERED) else type(words)


def letter_with_people(letter: Letter) -> Letter:
    """A letter whose sentences name people; the welcome, tables and the board stay as they are."""
    if letter.view is None:
        return letter._replace(player=first_name(letter.player))
    names = first_names(letter.view.seats)

    def by_name(words: P) -> P:
        return with_people(words, names)

    return letter._replace(
        player=names.get(letter.seat, letter.player),
        subject=by_name(letter.subject),
        opening=tuple(map(by_name, letter.opening)),
        deadline=letter.deadline and by_name(letter.deadline),
        view=view_with_people(letter.view, names),
    )


def view_with_people(view: View, names: Mapping[str, str]) -> View:
    """The sentences of a view: what happened, whose turn it is, and what may be done."""

    def by_name(line: Line) -> Line:
        return line._replace(says=with_people(line.says, names)) if isinstance(line.says, Phrase) else line

    def every(lines: Lines) -> Lines:
        return lines._replace(lines=tuple(map(by_name, lines.lines)))

    asked = view.asked
    if asked:
        heading = asked.may.heading
        may = every(asked.may)._replace(heading=with_people(heading, names) if isinstance(heading, Phrase) else heading)
        asked = asked._replace(says=with_people(asked.says, names), may=may)
    return view._replace(
        seats=tuple([each._replace(player=names.get(each.id, each.player)) for each in view.seats]),
        headline=with_people(view.headline, names),
        story=every(view.story),
        digest=tuple(map(by_name, view.digest)),
        asked=asked,
        deadline=view.deadline and with_people(view.deadline, names),
    )


HELLO = say("Hello {player},")
WHOSE = say("Whose turn it is")
HOW = say("How to answer")
ATTACHED = say(
    "Attached: the full report, which opens in a browser, with the sources of the rules, the board and the pieces; and "
    "the log of the game."
)
PAGE_ATTACHED = say("Attached: a page with everything else. Open it in a browser.")
REPLAY_ATTACHED = say("Also attached: the whole game to replay, move by move. Open it in a browser.")
HAPPENED = say("What happened")
HISTORY = say("The turns so far")
CLICK = say(
    "Reply with your move: click it together on the attached page, or edit the block below and keep nothing else of "
    "this e-mail."
)
EDIT = say("Reply with your move: edit the block below and keep nothing else of this e-mail.")
ALL_SIGNS = say("To see all signs, reply with `map`.")
HELP = say("To talk to the others, write a line that begins with `say:` above the block. For help, reply with `help`.")
STEPS = (
    say(
        "Reply to this e-mail and keep only the lines from BEGIN MOVE to END MOVE, without "
        "signs such as > in front of them. Delete the rest."
    ),
    say("Keep the lines down to `seat:` as they are, and write your actions below them."),
    say(
        "To write to everybody, start a paragraph above BEGIN MOVE with `say:`. To write to "
        "one player, start it with `say to SEAT:`. To try a move without playing it, write "
        "BEGIN CHECK in place of BEGIN MOVE."
    ),
)


def greeting(letter: Letter) -> Phrase:
    return HELLO._replace(facts={"player": letter.player}) if letter.player else say("Hello,")


def board_description(letter: Letter) -> Phrase:
    """What the picture shows, for who does not see it; without a word of any player."""
    facts = {"title": letter.title_name, "game": letter.game}
    if letter.view is None or letter.view.asked is None or not letter.view.asked.seat:
        return say("The board of {title}, game {game}.", **facts)
    mover = term(letter.view.asked.seat)
    return say("The board of {title}, game {game}. {seat} moves now.", seat=mover, **facts)


def is_asked(letter: Letter) -> bool:
    """Whether the e-mail asks its reader for a move."""
    return letter.view is not None and letter.view.asked is not None and letter.view.asked.seat == letter.seat


def is_short_receipt(letter: Letter) -> bool:
    """Whether the e-mail only says what became of another one: its reader has nothing to do, and the game continues."""
    return letter.kind == "receipt" and not (letter.is_long or letter.is_final or is_asked(letter))


Part = list[str]
MARK = ">"
"""Precedes a line that would have an effect if it came back: the rest of that line is never read."""
BRIEF = 8
"""So many lines say what happened, the newest ones."""
RECEIPT = 8
"""So many lines say in a receipt what a move brought."""


def turn_words(letter: Letter, view: View) -> Phrase:
    """Whose turn it is and until when; where it is nobody's, what became of the game."""
    deadline = letter.deadline or view.deadline
    if view.asked is None:
        return view.headline
    return say("{turn} {deadline}", turn=view.asked.says, deadline=deadline) if deadline else view.asked.says


def news_lines(letter: Letter, view: View) -> tuple[Line, ...]:
    """How the game was won; what happened since the reader's last turn, or what a move brought, in few lines, and how
    much is left out.

    None where nothing was recorded: that is no news. The welcome says what others did before, but not the deal.
    """
    if not letter.log:
        return ()
    won = tuple(map(Line, view.won))
    if letter.kind == "receipt":
        brought = [line for line in view.digest if not (line.is_turn and line.seat == letter.seat)]
        return (*won, *brought[-RECEIPT:])
    told = () if letter.welcome else tuple([line._replace(rules=()) for line in view.story.lines])
    lines = view.digest or told
    if len(lines) <= BRIEF:
        return (*won, *lines)
    earlier = "{number} earlier lines are left out. To see all, reply with `history`."
    return (*won, Line(say(earlier, number=len(lines) - BRIEF + 1)), *lines[1 - BRIEF :])


def shows_board(letter: Letter) -> bool:
    """Whether the board belongs in a letter: not where nothing was recorded, unless its reader asked for it."""
    return letter.has_board or bool(letter.log)


def explains_signs(letter: Letter) -> bool:
    """Whether a letter says what all signs of its board mean: the first one, what was asked for, and what has no reply.

    All others say how to get them.
    """
    return bool(letter.is_final or letter.has_board or letter.welcome or not letter.seat)


def how_to_answer(letter: Letter) -> tuple[Phrase, ...]:
    """In two lines: how to send a move, and how to get help."""
    if letter.is_long:
        return STEPS
    return (CLICK if letter.menu else EDIT, HELP)


def text_body(letter: Letter, tag: str) -> str:
    """A letter as text, which is complete alone: why it is written, whose turn it is until when, and the rest."""
    parts = [*(harmless(part) for part in opening(letter)), *map(lines_of, letter.readings)]
    if letter.view is not None:
        parts += (long_parts if letter.is_long else short_parts)(letter, letter.view, tag)
    named = letter.rules.addresses("\n".join([line for part in parts for line in part]))
    parts.append(harmless(closing(letter, named)))
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def opening(letter: Letter) -> list[Part]:
    """The greeting, why this is written, and a refusal line by line."""
    paragraphs = (greeting(letter), *letter.welcome, *letter.opening)
    return [*(wrapped_lines(safe_text(each), WIDTH - len(MARK)) for each in paragraphs), verbatim(letter.quoted)]


def verbatim(quoted: str) -> Part:
    """Preformatted lines; what does not print is shown as such."""
    return [printable_text(line) for line in lines_of(quoted)]


def fitting_refusal(text: str) -> str:
    """A refusal in lines that fit. A line of the move, and the one with its caret, stay as they are."""
    return "\n".join(each for line in text.split("\n") for each in refusal_lines(line))


def refusal_lines(line: str) -> Part:
    if len(line) <= WIDTH or OF_MOVE.match(line):
        return [line]
    found = NUMBER.match(line)
    first = found[0] if found else ""
    return hanging(first, line[len(first) :])


OF_MOVE = re.compile(r" +\d* \| ")
NUMBER = re.compile(r"\d+\. |- | +")
"""What may stand before a sentence of a refusal."""


def harmless(part: Part) -> Part:
    """Lines that would do something if they came back are wrapped again, or marked where that doesn't help.

    Some mail programs send the old e-mail back without a sign before its lines.
    """
    lines: Part = []
    for line in part:
        if lines and is_harmful(line) and (wrapped := wrapped_earlier(lines[-1], line)):
            lines[-1:] = wrapped
        else:
            lines.append(f"{MARK}{line.lstrip()}" if means_something(line) else line)
    return lines


WORD = re.compile(r"[^ ]*`[^`]*`[^ ]*|[^ ]+")
"""What wrapping keeps on a line: a word, or all that is in back quotes."""


def wrapped_earlier(before: str, line: str) -> Part:
    """Two lines of one paragraph with the last words of the first on the second, so that none does anything; or none.

    They are of one paragraph if the first word of the second did not fit the first.
    """
    words, first = list(WORD.finditer(before)), WORD.search(line)
    if not first or width(f"{before} {first[0]}") <= WIDTH - len(MARK):
        return []
    for word in words[:0:-1]:
        wrapped = [
            before[: word.start()].rstrip(" "),
            f"{line[: first.start()]}{before[word.start() :]} {line.lstrip()}",
        ]
        if width(wrapped[1]) <= WIDTH and not any(map(is_harmful, wrapped)) and any(map(str.isalpha, wrapped[0])):
            return wrapped
    return []


def is_harmful(line: str) -> bool:
    """Whether a line would do something if it came back, or looks like a quoted one."""
    return means_something(line) or line.startswith(MARK)


def lines_of(quoted: str) -> Part:
    return quoted.rstrip("\n").split("\n") if quoted.strip() else []


def short_parts(letter: Letter, view: View, tag: str) -> list[Part]:
    """What a player needs for a turn; of its lines those of the block alone mean something when they come back."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    above = [wrapped_lines(safe_text(turn_words(letter, view)), WIDTH - len(MARK)), standing_part(view)]
    above.append([line for each in view.belongings for line in wrapped_lines(safe_text(each), WIDTH)])
    above.append(news_part(news_of(letter, view), initials))
    block: Part = []
    if view.asked and is_asked(letter):
        above += answer_parts(letter, view.asked, initials)
        block = fenced_block(view.asked.block, tag).rstrip("\n").split("\n")
    where = None if explains_signs(letter) else ALL_SIGNS
    below = text_report.brief_board_parts(view.board, initials, where) if shows_board(letter) else []
    below += [text_report.section_part(each, initials) for each in short_tables(letter, view)]
    return [*map(harmless, above), block, *map(harmless, below)]


def standing_part(view: View) -> Part:
    """How far the game has come, and the scores."""
    says = ", ".join(player_scores(view))
    scores = wrapped_lines(says, WIDTH) if says else []
    return [*wrapped_lines(safe_text(view.progress), WIDTH), *scores] if view.progress else scores


def news_of(letter: Letter, view: View) -> Lines:
    """What happened, under a heading: only players have a turn of their own, and a receipt is about this one.

    Who asks for the history gets that.
    """
    if letter.history:
        return Lines("news", HISTORY, letter.history)
    is_player = letter.seat in [each.id for each in view.seats]
    is_later = letter.kind != "receipt" and not letter.welcome
    heading = news_heading(view) if is_player and is_later and view.asked else HAPPENED
    return Lines("news", heading, news_lines(letter, view))


def news_part(news: Lines, initials: text_report.Initials) -> Part:
    return [*text_report.heading(news.heading), *text_report.sentences(news.lines, initials)] if news.lines else []


def short_tables(letter: Letter, view: View) -> list[Section]:
    """The tables that say how a game ended; in a game without a board also those that stand for it."""
    if view.asked is not None and (drawable(view.board) or not shows_board(letter)):
        return []
    return [each for each in view.sections if isinstance(each, ReportTable) and each.in_posts]


def answer_parts(letter: Letter, asked: Asked, initials: text_report.Initials) -> list[Part]:
    """What may be done, without the numbers of the rules, and how to answer."""
    may = [line._replace(rules=()) for line in asked.may.lines]
    parts = [text_report.heading(asked.may.heading or MAY) + text_report.sentences(tuple(may), initials)]
    how = [line for each in how_to_answer(letter) for line in wrapped_lines(safe_text(each), WIDTH)]
    return [*parts, [*text_report.heading(HOW), *how]]


def long_parts(letter: Letter, view: View, tag: str) -> list[Part]:
    """The whole report; of its lines those of the block alone mean something when they come back."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    above = [text_report.headline_part(view), turn_part(view, initials), text_report.lines_part(view.story, initials)]
    block: Part = []
    if view.asked and is_asked(letter):
        above += instructions(view.asked, initials)
        block = fenced_block(view.asked.block, tag).rstrip("\n").split("\n")
    below = [
        *text_report.board_parts(view.board, initials),
        *(text_report.section_part(each, initials) for each in view.sections),
    ]
    below += [*text_report.words_parts(view.board), [*text_report.sources_part(view), *text_report.position_part(view)]]
    return [*map(harmless, above), block, *map(harmless, below)]


def turn_part(view: View, initials: text_report.Initials) -> Part:
    if view.asked is None:
        return wrapped_lines(safe_text(OVER), WIDTH)
    whose = text_report.sentences((Line(view.asked.says, (), view.asked.seat),), initials)
    return text_report.heading(WHOSE) + whose + text_report.note(view.deadline)


def instructions(asked: Asked, initials: text_report.Initials) -> list[Part]:
    """What the reader may do, and how to write it."""
    may = (
        text_report.heading(asked.may.heading or MAY)
        + text_report.sentences(asked.may.lines, initials)
        + text_report.note(asked.may.note)
    )
    steps = [line for number, step in enumerate(STEPS, 1) for line in hanging(f"{number}. ", safe_text(step))]
    return [may, [*text_report.heading(HOW), *steps]]


def closing(letter: Letter, addresses: Sequence[str]) -> Part:
    """Below the line from which mail programs take a text for a signature; `addresses`: of the rules named above it."""
    paragraphs = [*attached_line(letter), *moderator_line(letter)]
    lines = [*addresses, *(line for each in paragraphs for line in wrapped_lines(safe_text(each), WIDTH))]
    return ["-- ", *lines] if lines else []


def attached_line(letter: Letter) -> tuple[Phrase, ...]:
    """What is attached; nothing where that is nothing."""
    if not attaches_page(letter):
        return ()
    return (ATTACHED if attaches_log(letter) else PAGE_ATTACHED, *([REPLAY_ATTACHED] if letter.replay else []))


def attaches_page(letter: Letter) -> bool:
    """Whether the whole report goes with a letter: not with one that only says what became of another."""
    return bool(letter.log) and not is_short_receipt(letter) and PAGE not in letter.lacks


def attaches_log(letter: Letter) -> bool:
    """Whether the log goes with a letter: when the game begins and ends, and for who wants everything."""
    return bool(letter.log) and not is_short_receipt(letter) and (letter.is_long or letter.is_final)


def moderator_line(letter: Letter) -> tuple[Phrase, ...]:
    """Who moderates the game, `Sam <sam@example.org>`, and how to reach them; nothing where nobody is named."""
    if not letter.moderator:
        return ()
    facts = {"moderator": letter.moderator, "name": person_name(letter.moderator)}
    if letter.reply_to:
        return (say("{moderator} moderates this game. To write to {name}, reply to this e-mail.", **facts),)
    words = "{moderator} moderates this game. To write to {name}, begin a paragraph with `say to moderator:`."
    return (say(words, **facts),)


LINK = 1800
"""Letters of a link that mail programs take."""


def reply(letter: Letter, named: Names) -> Reply:
    """Where the answer to an e-mail goes, and the text around the move in it."""
    return Reply(named.reply, f"Re: [{letter.game}] {letter.entry}", *around(named.tag))


def mailto(letter: Letter, named: Names, block: str) -> str:
    """A link that begins the answer with the block alone; "" where it would be too long."""
    if not block:
        return ""
    to = reply(letter, named)
    lines = block.rstrip("\n").replace("\n", "\r\n") + "\r\n"
    link = f"mailto:{quote(to.to, safe='@+')}?subject={quote(to.subject)}&body={quote(lines)}"
    return link if len(link) <= LINK else ""
