"""Games summed up, and what many of them show together, title by title.

Summaries are plain data that is kept between runs, so that no game is replayed for lists and statistics.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isqrt

from referee.app.game_access import outcome_of
from referee.app.play.refusal import action_lines
from referee.records import NamedTuple
from referee.report.site.site_pages import Chapter, Figures, Share
from referee.rules import replay
from referee.rules.line import counted_entries
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook, Outcome
from referee.show.film import FilmEnd
from referee.show.sentences import forked_from, is_practice, players
from referee.show.view import ForkedFrom, Word, title_phrase
from referee.store.chance import is_known_deal
from referee.store.documents import Entry
from referee.store.endings import ABANDON, ending_of, planner_seats
from referee.store.log import Log
from referee.words import ENGLISH, Phrase, say, speaking, term

RUNNING, OVER, CLOSED, ABANDONED = "running", "over", "closed", "abandoned"
"""The state of a game: over but its secret not revealed yet, closed after its end, closed before it."""


class Sitter(NamedTuple):
    """A seat and who plays it.

    score   what was counted at the end; None while the game continues, or where nothing is
    place   that in the order of the first turns, from 1; 0 without a turn
    first   the first action of the first turn
    planned whether the referee plays it at the end, because its player resigned: that is nobody's result
    """

    seat: str
    player: str
    score: int | None
    place: int
    first: str
    planned: bool = False


class Summary(NamedTuple):
    """A game in brief; texts are in the language in which the summary was made.

    sealed  its moves cannot be judged before the secret is revealed, so there is no position to show
    winners, unit, way, headline  as its title says; empty while it continues, or where the title does not
    turns   how many were played, 0 while it is sealed; `began` and `last`: the times of the first and the last entry
    birth   the hash of the header, by which the game is known for ever; `head` that of the last entry
    manner  the `way` in English, by which filters know it in every language
    practice  anyone could know its shuffle: it does not count
    overruled how many entries the moderator let pass against rules
    known_deal  its deal was entered by hand: it does not count
    parent  the game of which it is a fork, from its entry `parent_entry` on: it does not count
    """

    id: str
    title: str
    name: str
    board: str
    status: str
    sealed: bool
    sitters: tuple[Sitter, ...]
    winners: tuple[str, ...]
    unit: str
    way: str
    headline: str
    entries: int
    turns: int
    began: str
    last: str
    birth: str
    head: str
    chance: str
    manner: str = ""
    practice: bool = False
    overruled: int = 0
    known_deal: bool = False
    parent: str = ""
    parent_entry: int = 0

    @property
    def full_title(self) -> Phrase | str:
        fork = ForkedFrom(self.parent, self.parent_entry) if self.parent else None
        return title_phrase(self.name, self.practice, self.known_deal, fork)

    @property
    def counts(self) -> bool:
        """Whether statistics count it: not if its chance proves nothing, or a part of it was played in another game."""
        return not (self.practice or self.known_deal or self.parent)


def summary(book: AnyRulebook, found: Log, end: FilmEnd | None, moments: Sequence[Moment], chance: str) -> Summary:
    """The summary of a log that was verified; `moments`: its line; `end` is that of the last, None if it is sealed."""
    position = moments[-1].position
    ended = outcome_of(book, found, position) if end else None
    fork = forked_from(found.header)
    return Summary(
        id=found.header["game"],
        title=book.id,
        name=book.name,
        board=end.board.name if end and end.board else "",
        status=status(book, found, position) if end else RUNNING,
        sealed=end is None,
        sitters=tuple(sitters(found, ended)),
        winners=ended.winners if ended else (),
        unit=str(ended.unit) if ended else "",
        way=str(ended.way) if ended else "",
        headline=str(end.headline) if end else "",
        entries=found.last,
        turns=turns(book, moments) if end else 0,
        began=found.entries[0]["at"] if found.entries else "",
        last=found.entries[-1]["at"] if found.entries else "",
        birth=found.heads[0],
        head=found.head,
        chance=chance,
        manner=in_english(ended.way) if ended else "",
        practice=is_practice(found.header),
        overruled=sum("overrule" in each for each in found.entries),
        known_deal=is_known_deal(found.header),
        parent=fork.game if fork else "",
        parent_entry=fork.entry if fork else 0,
    )


def in_english(way: Phrase) -> str:
    with speaking(ENGLISH):
        return str(way)


TURNS = ("move", "missed")


def turns(book: AnyRulebook, moments: Sequence[Moment]) -> int:
    """How many turns were played: all entries of a turn that is played in parts count as one, also before it ends.

    A seat may have two turns in a row, so the entry at which each ends distinguishes them.
    """
    goes_on = [book.play.is_turn_begun(each.position) for each in moments if each.entry.get("kind") in TURNS]
    return goes_on.count(False) + goes_on[-1:].count(True)


def status(book: AnyRulebook, found: Log, position: object) -> str:
    """How far a game is whose position is known."""
    phase = replay.phase_of(found)
    ending = ending_of(found.documents)
    over = bool(ending) or (book.play.to_move(position) is None and "deal" in entry_kinds(found))
    if phase == replay.CLOSED:
        return CLOSED if over and not (ending and ending.how == ABANDON) else ABANDONED
    return OVER if over else RUNNING


def entry_kinds(found: Log) -> set[str]:
    return {each["kind"] for each in found.entries}


def sitters(found: Log, ended: Outcome | None) -> Iterator[Sitter]:
    """The seats in the order of the header, each with the player who had it last."""
    firsts = first_turns(found.header["title"], counted_entries(found.documents))
    order, planned = list(firsts), planner_seats(found.documents)
    for seat, player in players(found.header, found.entries).items():
        place = order.index(seat) + 1 if seat in firsts else 0
        score = ended.counts.get(seat) if ended else None
        yield Sitter(seat, player, score, place, firsts.get(seat, ""), seat in planned)


def first_turns(title: str, entries: Sequence[Entry]) -> dict[str, str]:
    """Seat → the first action of its first turn, in the order in which the seats came; a pass is an empty text."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry["kind"] in TURNS and entry["seat"] not in found:
            found[entry["seat"]] = next(iter(action_lines(title, entry)), "")
    return found


FEWEST = 5
"""For fewer games no percentages are shown."""
MOST = 12
"""Rows of a long table; the rest is one more."""
BINS = 10
"""Bars of the lengths, at most."""

Games = Sequence[Summary]
Had = tuple[Summary, Sitter]
"""A game, and a seat of it."""


def chapters(games: Games) -> tuple[Chapter, ...]:
    """One for each title, by name."""
    titles = sorted({(each.name, each.title) for each in games})
    return tuple([chapter(name, id, [each for each in games if each.title == id]) for name, id in titles])


def chapter(name: str, id: str, games: Games) -> Chapter:
    ended = [each for each in games if each.winners]
    facts = {
        "games": len(games),
        "ended": len(ended),
        "running": sum(each.status == RUNNING for each in games),
        "abandoned": sum(each.status == ABANDONED for each in games),
    }
    told = say(
        "Games: {games}; with a winner: {ended}; running: {running}; closed before their end: {abandoned}.", **facts
    )
    if overruled := sum(each.overruled for each in games):
        words = "{told} Moves that a moderator let pass against a rule: {overruled}."
        told = say(words, told=told, overruled=overruled)
    tables = (by_players, lengths, by_place, by_seat, first_moves, ways, often)
    return Chapter(id, name, told, tuple([found for table in tables if (found := table(games, ended))]))


def by_players(games: Games, ended: Games) -> Figures | None:
    """How games of two, three and four players differ."""
    rows = []
    for number in sorted({len(each.sitters) for each in games}):
        some = [each for each in games if len(each.sitters) == number]
        done = [each for each in ended if len(each.sitters) == number]
        counted = [each for each in done if each.unit]
        rows.append(
            (number, len(some), len(done), mean([each.turns for each in done]), mean([best(each) for each in counted]))
        )
    columns = (
        say("Players"),
        say("Games"),
        say("with a winner"),
        say("Turns"),
        mean_heading(ended, say("of the winner")),
    )
    note = say("Turns and counts are averages over the games with a winner.")
    return Figures(say("Number of players"), columns, tuple(rows), note)


def best(game: Summary) -> int:
    """The winner's result in what is counted."""
    scores: list[int] = [each.score or 0 for each in game.sitters if each.seat in game.winners]
    return max(scores)


def mean_heading(games: Games, whose: Phrase) -> Phrase:
    """The heading of a column of means: `points of the winner`."""
    units = [each.unit for each in games if each.unit]
    return say("{unit} {whose}", unit=units[0] if units else say("Points"), whose=whose)


def lengths(games: Games, ended: Games) -> Figures | None:
    """How many turns games with a winner had."""
    turns = [each.turns for each in ended]
    if not turns:
        return None
    step = width(min(turns), max(turns))
    found = Counter(each // step * step for each in turns)
    most = max(found.values())
    rows = tuple(
        [(span(at, step), Share(found[at] * 1000 // most, found[at])) for at in range(min(found), max(found) + 1, step)]
    )
    note = say(
        "Shortest {low}, average {mean}, longest {high} turns.", low=min(turns), mean=mean(turns), high=max(turns)
    )
    return Figures(say("Length"), (say("Turns"), say("Games")), rows, note)


def span(first: int, step: int) -> Word:
    """The label of a bar: `30 to 39`, or `30`."""
    return say("{first} to {last}", first=first, last=first + step - 1) if step > 1 else first


def width(low: int, high: int) -> int:
    """The width of a bar: 1, 2 or 5 and zeros, so that no more than `BINS` are needed."""
    steps = (step * int(10**zeros) for zeros in range(9) for step in (1, 2, 5))
    return next(step for step in steps if high // step - low // step < BINS)


def by_place(games: Games, ended: Games) -> Figures | None:
    """Whether it is good to have the first turn."""
    had = [(game, each) for game in ended for each in game.sitters if each.place]
    keys = sorted({(len(game.sitters), each.place) for game, each in had})
    rows = [
        (players, place, *results([each for each in had if (len(each[0].sitters), each[1].place) == (players, place)]))
        for players, place in keys
    ]
    columns = (say("Players"), say("Turn order"), *result_columns(ended))
    return Figures(say("Order of the first turns"), columns, tuple(rows), INTERVAL) if rows else None


def by_seat(games: Games, ended: Games) -> Figures | None:
    """Whether the seats are equal."""
    had = [(game, each) for game in ended for each in game.sitters]
    seats = dict.fromkeys(each.seat for _, each in had)
    rows = [(term(seat), *results([each for each in had if each[1].seat == seat])) for seat in seats]
    return Figures(say("Seats"), (say("Seat"), *result_columns(ended)), tuple(rows), INTERVAL) if rows else None


def first_moves(games: Games, ended: Games) -> Figures | None:
    """How seats began, on each board, and what became of that; what only one seat did says nothing."""
    had = [(game, each) for game in ended for each in game.sitters if each.place]
    alike = [some for _, some in common(had, lambda game, each: (game.board, each.first)) if len(some) > 1]
    told = [(some[0][0].board, some[0][1].first or say("pass"), *results(some)) for some in alike[:MOST]]
    note = say(
        "The first action of each player's first turn. Shown are the most frequent ones, if they occur at least twice."
    )
    columns = (say("Board"), say("First move"), *result_columns(ended))
    return Figures(say("First moves"), columns, tuple(told), note) if told else None


def ways(games: Games, ended: Games) -> Figures | None:
    """By what games were won."""
    found = Counter(each.way for each in ended if each.way)
    total = sum(found.values())
    rows = tuple([(way, share(Fraction(number), total)) for way, number in sorted_by_count(found)])
    return Figures(say("Ways of winning"), (say("Won by"), say("Games")), rows, INTERVAL) if rows else None


def often(games: Games, ended: Games) -> Figures | None:
    """The players who played most."""
    had = [(game, each) for game in games for each in game.sitters if not each.planned]
    alike = [some for _, some in common(had, lambda game, each: each.player)[:MOST]]
    rows = [(some[0][1].player, len(some), *results([each for each in some if each[0].winners])) for some in alike]
    columns = (say("Player"), say("Seats taken"), *result_columns(ended))
    return Figures(say("Most active players"), columns, tuple(rows), INTERVAL) if rows else None


def common(had: Sequence[Had], key: Callable[[Summary, Sitter], object]) -> list[tuple[object, list[Had]]]:
    """The values that seats have in common, most frequent first, then by name."""
    found: dict[object, list[Had]] = {}
    for game, each in had:
        found.setdefault(key(game, each), []).append((game, each))
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), str(pair[0])))


def sorted_by_count(found: Counter[str]) -> list[tuple[str, int]]:
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


INTERVAL = say("After each percentage: its 95 % confidence interval (Wilson score), if there are at least five games.")


def result_columns(ended: Games) -> Iterator[Phrase]:
    yield from (say("Games"), say("Won"), mean_heading(ended, say("on average")))


def results(had: Sequence[Had]) -> Iterator[Word | Share]:
    """How often it was had, the share that won, and the mean of what is counted."""
    won = sum((Fraction(each.seat in game.winners, len(game.winners)) for game, each in had), Fraction(0))
    yield len(had)
    yield share(won, len(had))
    yield mean([each.score for _, each in had if each.score is not None])


def share(part: Fraction, whole: int) -> Share:
    """`4 (40 %, 17–69 %)`; of few games the number alone, without a bar."""
    number = tenths(part)
    if whole < FEWEST:
        return Share(None, number)
    rate = part / whole
    low, high = [round_half_up(end * 100) for end in interval(part, whole)]
    words = "{number} ({percent} %, {low}–{high} %)"
    return Share(int(rate * 1000), say(words, number=number, percent=round_half_up(rate * 100), low=low, high=high))


Z = Fraction(196, 100)
"""So many standard deviations to both sides of the mean hold 95 % of a normal distribution."""


def interval(part: Fraction, whole: int) -> tuple[Fraction, Fraction]:
    """The ends of the Wilson score interval (Wilson 1927) of `part` of `whole`: never below 0 or above 1."""
    middle, square = part + Z * Z / 2, part * (whole - part) / whole + Z * Z / 4
    half = Z * Fraction(isqrt(int(square * 10**8)), 10**4)
    return (middle - half) / (whole + Z * Z), (middle + half) / (whole + Z * Z)


def mean(numbers: Sequence[int]) -> Word:
    """To a tenth; nothing of nothing."""
    return tenths(Fraction(sum(numbers), len(numbers)), always=True) if numbers else "–"


def tenths(number: Fraction, always: bool = False) -> Word:
    """`4`, or `4.5`; `4.0` where other rows may have tenths."""
    whole, rest = divmod(round_half_up(number * 10), 10)
    return say("{whole}.{tenths}", whole=whole, tenths=rest) if rest or always else whole


def round_half_up(number: Fraction) -> int:
    """Half is rounded up."""
    return int(number + Fraction(1, 2))
