"""The moderator's overview of all games: a row or a line for each, what needs attention, and what else is useful."""

import os
from collections.abc import Iterator, Sequence
from datetime import datetime

from referee.app.look.status import (
    BROKEN,
    LATE,
    OVER,
    OVERDUE,
    SHUT,
    STATES,
    STILL,
    UNDEALT,
    UNTIMED,
    GameStanding,
    Status,
)
from referee.app.post import spool
from referee.app.post.spool import Late, Post
from referee.app.time.counted_time import BEGINNING, time
from referee.app.time.deadlines import FAR, length_words
from referee.report.html.overview import Overview
from referee.report.text.text_tables import hanging
from referee.report.wording import safe_text
from referee.settings import Settings
from referee.show.clock_sentences import SHORT_MONTHS, SHORT_WEEKDAYS
from referee.show.view import Line, Lines, Row, title_phrase
from referee.show.view import ReportTable as Sheet
from referee.store import log
from referee.words import Phrase, say, verbatim_word, word_list

TROUBLED = (BROKEN, OVERDUE, OVER)
"""The states of games that need the moderator."""
SHOWN_ID = 8
"""Digits of the id of an e-mail that are shown: enough to distinguish it from all others."""
NAMED = 3
"""So many games are named in one sentence."""
WORDS = {
    STATES[OVER]: say("over"),
    STATES[STILL]: say("the clock is stopped"),
    STATES[UNTIMED]: say("no clock"),
    STATES[UNDEALT]: say("not dealt yet"),
    STATES[SHUT]: say("closed"),
}
TO_PROCESS = say("E-mails to process: {number}. To process them: referee receive").template
UNREAD = say("E-mails wait for {game}, which can't be read: {number}. For details: referee verify {game}").template


def overview(found: Status, settings: Settings | None = None) -> Overview:
    """The status as reports print it; with the settings its games are links to their newest pages, or to their logs."""
    columns = (say("Game"), say("Title"), say("Whose turn"), say("Since"), say("Due"), say("Last entry"))
    now = time(found.at, BEGINNING)
    sheet = Sheet("games", say("Games"), columns, tuple([Row(cells(each, now), strong=False) for each in found.games]))
    at = due_words(f"{found.at[:10]} {found.at[11:16]} UTC")
    links = {each.game: link for each in found.games if settings and (link := address_of(settings, each.game))}
    return Overview(status_sentence(found), at, sheet, *notes_on_games(found), links)


SIGNS = str.maketrans({"%": "%25", "#": "%23", "?": "%3F", " ": "%20", "\\": "/"})
"""What a path has to have in place of these in an address."""


def address_of(settings: Settings, game: str) -> str:
    """Of a game's newest public report, or else of its log; "" where there is neither."""
    path = newest_report(settings.reports, game) or os.path.join(settings.games, game, log.NAME)
    return path.translate(SIGNS) if os.path.exists(path) else ""


def newest_report(reports: str, game: str) -> str:
    """The path of a game's newest public report; "" without one."""
    try:
        names = [each.partition(".") for each in os.listdir(os.path.join(reports, game))]
    except OSError:
        return ""
    entries = [int(entry) for entry, _, ending in names if ending == "html" and entry.isdecimal()]
    return os.path.join(reports, game, f"{max(entries)}.html") if entries else ""


def notes_on_games(found: Status) -> tuple[Lines, Lines]:
    """What needs the moderator, and what else may be good to know."""
    lines = [
        (needs(each) > 0, say("{game}: {note}", game=each.game, note=note))
        for each in found.games
        for note in each.notes
    ]
    lines += [(True, note) for note in unwatched_notes(found.unwatched)]
    lines += [(not is_waiting(found, note), note) for note in troubles(found.post)]
    if found.unanswered:
        from referee.app.post.moderator_notes import unanswered_lines  # it reads mails, and most lists need none

        lines += [(False, note) for note in unanswered_lines(list(found.unanswered))]
    needed, others = [tuple([Line(note) for needed, note in lines if needed is kind]) for kind in (True, False)]
    return Lines("notes", say("Needs your attention"), needed), Lines("others", say("Good to know"), others)


def status_sentence(found: Status) -> Phrase:
    """How many games there are, and how many matters need the moderator."""
    games, needed = len(found.games), matters(found)
    known = {0: say("No games."), 1: say("1 game.")}.get(games, say("{number} games.", number=games))
    wanted = {0: say("Nothing needs your attention."), 1: say("1 matter needs your attention.")}
    others = say("{number} matters need your attention.", number=needed)
    return say("{known} {wanted}", known=known, wanted=wanted.get(needed, others))


def is_waiting(found: Status, note: Phrase) -> bool:
    """Whether a note is about mails that are handled once somebody does so, or once a game is right that is named."""
    broken = [each.game for each in found.games if each.state == STATES[BROKEN]]
    return note.template == TO_PROCESS or (note.template == UNREAD and note.facts["game"] in broken)


def matters(found: Status) -> int:
    """How many things need the moderator."""
    broken = [each.game for each in found.games if each.state == STATES[BROKEN]]
    lost = [id for id in found.post.unreadable if id not in broken]
    held = (found.post.quarantine, found.post.deferred, found.post.strange, found.post.notes)
    return sum(map(needs, found.games)) + bool(found.unwatched) + len(lost) + sum(map(len, held))


def unwatched_notes(ids: Sequence[str]) -> Iterator[Phrase]:
    """That nobody looks at the clocks of these games, of which the first few are named."""
    if ids:
        others = len(ids) - NAMED
        rest = [say("1 other") if others == 1 else say("{number} others", number=others)] if others > 0 else []
        games = word_list([*map(verbatim_word, ids[:NAMED]), *rest])
        words = "`referee remind` hasn't run lately, so nobody is reminded in {games}. To remind them: referee remind"
        yield say(words, games=games)


def needs(game: GameStanding) -> int:
    """How many things in a game need the moderator."""
    away = [used for used in game.days_away.values() if used.is_nearly_all]
    people = len(away) + len(game.missed) + len(game.refused)
    return (STATES.index(game.state) in TROUBLED) + bool(game.agreed) + game.lost_secret + people


def cells(each: GameStanding, now: datetime) -> tuple[Phrase | str, ...]:
    """The cells of a game's row."""
    whose = whose_turn(each)
    if each.state == STATES[BROKEN]:
        return each.game, "", whose, "", "", ""
    return (
        each.game,
        title_phrase(each.title, each.practice, each.known_deal, each.fork),
        whose,
        past_words(each.since, now),
        due_cell(each, now) if each.seat else "",
        say("{entry} ({kind}), {at}", entry=each.entry, kind=each.kind, at=past_words(each.at, now)),
    )


def due_cell(each: GameStanding, now: datetime) -> Phrase:
    """When the turn is due, and how long that is from now."""
    if not each.due:
        return WORDS.get(each.state, say("-"))
    words = "was due {time}, {left}" if is_late(each) else "{time}, {left}"
    return say(words, time=due_words(each.due), left=time_from_now(each, now))


def whose_turn(each: GameStanding) -> Phrase:
    """Who is to move, or why nobody is."""
    if each.state == STATES[BROKEN]:
        return say("can't be read")
    return say("{player} ({seat})", player=each.player, seat=each.seat) if each.seat else WORDS[each.state]


def is_late(each: GameStanding) -> bool:
    """Whether the time of the turn is over."""
    return each.state in (STATES[OVERDUE], STATES[LATE])


def time_from_now(each: GameStanding, now: datetime) -> Phrase:
    """How long it is until a turn is due, or since."""
    left = datetime.fromisoformat(each.order) - now
    if is_late(each):
        return say("{length} ago", length=length_words(-left))
    return say("in {length}", length=length_words(left))


def due_words(due: str) -> Phrase:
    """`2026-11-25 07:40 CET` as `Wed 25 Nov, 07:40 CET`: a time in the zone of the game."""
    day, _, hour = due.partition(" ")
    found = datetime.fromisoformat(day)
    facts = {"wday": SHORT_WEEKDAYS[found.weekday()], "mon": SHORT_MONTHS[found.month - 1], "day": found.day}
    return say("{wday} {day} {mon}, {time}", **facts, time=hour)


def past_words(moment: str, now: datetime) -> Phrase | str:
    """`2026-11-25 07:40 CET` as `25 Nov, 07:40 CET`, with the year where that is long ago; "" stays.

    In a narrow column the day is on one line and the time on the next.
    """
    if not moment:
        return ""
    day, _, hour = moment.partition(" ")
    found = datetime.fromisoformat(day)
    facts = {"mon": SHORT_MONTHS[found.month - 1], "day": found.day, "time": hour.replace(" ", "\u00a0")}
    if now.replace(tzinfo=None) - found > FAR:
        return say("{day}\u00a0{mon} {year}, {time}", **facts, year=found.year)
    return say("{day}\u00a0{mon}, {time}", **facts)


def troubles(post: Post) -> Iterator[Phrase]:
    if post.waiting:
        yield Phrase(TO_PROCESS, {"number": post.waiting})
    for id, number in post.unreadable.items():
        yield Phrase(UNREAD, {"game": id, "number": number})
    yield from waiting_answers(post.deferred)
    for path, why in post.strange:
        words = "{path} is among the e-mails but isn't one: {why}. It is skipped until you fix or remove it."
        yield say(words, path=path, why=why)
    for name, why in post.quarantine:
        words = "An e-mail was put aside: {why} See: referee mail show {id}"
        yield say(words, id=name.removesuffix(".eml")[:SHOWN_ID], why=why or say("nobody wrote down why."))
    for id, whose in post.notes:
        yield say("A message to you from {whose}. See: referee mail show {id}", whose=whose, id=id[:SHOWN_ID])


def waiting_answers(late: Sequence[Late]) -> Iterator[Phrase]:
    """Which answers wait."""
    for each in late:
        words = (
            "{seat} of {game} had {most} answers within an hour. Answers that wait until {time}: {number}. "
            "Then they are sent by: referee receive"
        )
        yield say(words, most=spool.REPLIES_AN_HOUR, **each._asdict())


GAP = "   "
"""Between two columns."""


def status_text(found: Status) -> str:
    """A line for each game: its name, who is to move, until when, and how long that is from now."""
    now = time(found.at, BEGINNING)
    notes, others = notes_on_games(found)
    rows = [[safe_text(each) for each in columns(game, now)] for game in found.games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append(str(status_sentence(found)))
    for line in notes.lines:
        lines += hanging("- ", safe_text(line.says))
    lines += [f"{others.heading}:"] if others.lines else []
    for line in others.lines:
        lines += hanging("- ", safe_text(line.says))
    return "\n".join(lines) + "\n"


def columns(each: GameStanding, now: datetime) -> tuple[Phrase | str, ...]:
    """The cells of a game's line. What is not known is empty."""
    whose = whose_turn(each)
    if not each.seat or not each.due:
        return each.game, whose, WORDS.get(each.state, "") if each.seat else "", ""
    words = (
        say("was due {time}", time=due_words(each.due))
        if is_late(each)
        else say("due {time}", time=due_words(each.due))
    )
    return each.game, whose, words, time_from_now(each, now)
