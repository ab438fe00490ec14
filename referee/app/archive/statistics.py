"""What many games show together, title by title, and player by player.

Games are counted one by one, and none is kept. The page of a player is for one exact name.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt

from referee.app.archive.game_summary import ABANDONED, RUNNING, Sitter, Summary
from referee.report.site.game_lists import Listed, player_page_name
from referee.report.site.site_pages import Chapter, Figures, PageLink, PlayerPage, Share
from referee.show.view import Word
from referee.words import Phrase, say, term

FEWEST = 5
"""For fewer games no percentages are shown."""
MOST = 12
"""Rows of a long table; the rest is one more."""
BINS = 10
"""Bars of the lengths, at most."""

INTERVAL = say("After each percentage: its 95 % confidence interval (Wilson score), if there are at least five games.")

Had = tuple[Summary, Sitter]
"""A game, and a seat of it."""


class Tally:
    """What became of seats that have something in common, counted one by one."""

    def __init__(self) -> None:
        self.number, self.won, self.scored, self.total = 0, Fraction(0), 0, 0

    def add(self, game: Summary, seat: Sitter) -> None:
        """Count a seat of a game with a winner."""
        self.number += 1
        self.won += Fraction(seat.seat in game.winners, len(game.winners))
        if seat.score is not None:
            self.scored += 1
            self.total += seat.score

    def cells(self) -> Iterator[Word | Share]:
        """How many there were, the share that won, and the mean of what is counted."""
        yield self.number
        yield share(self.won, self.number)
        yield mean(self.total, self.scored)


class SizeTally:
    """Games with the same number of players; of those with a winner the turns, and the winner's result."""

    def __init__(self) -> None:
        self.games = self.ended = self.turns = self.counted = self.best = 0

    def add_ended(self, game: Summary) -> None:
        self.ended += 1
        self.turns += game.turns
        if game.unit:
            self.counted += 1
            self.best += best(game)


class Statistics:
    """The statistics of all titles."""

    def __init__(self) -> None:
        self.titles: dict[str, TitleStatistics] = {}

    def add(self, game: Summary) -> None:
        self.titles.setdefault(game.title, TitleStatistics(game.title, game.name)).add(game)

    def chapters(self) -> tuple[Chapter, ...]:
        """One for each title, by name."""
        found = sorted(self.titles.values(), key=lambda each: (each.name, each.id))
        return tuple([each.chapter() for each in found])


def chapters(games: Iterable[Summary]) -> tuple[Chapter, ...]:
    """One for each title, by name."""
    found = Statistics()
    for each in games:
        found.add(each)
    return found.chapters()


class TitleStatistics:
    """What is counted of the games of a title; `unit`: what the first one with a winner counts."""

    def __init__(self, id: str, name: str) -> None:
        self.id, self.name, self.unit = id, name, ""
        self.games = self.ended = self.overruled = 0
        self.states, self.turns, self.ways, self.taken = Counter[str](), Counter[int](), Counter[str](), Counter[str]()
        self.sizes: dict[int, SizeTally] = defaultdict(SizeTally)
        self.places: dict[tuple[int, int], Tally] = defaultdict(Tally)
        self.firsts: dict[tuple[str, str], Tally] = defaultdict(Tally)
        self.seats: dict[str, Tally] = defaultdict(Tally)
        self.players: dict[str, Tally] = defaultdict(Tally)

    def add(self, game: Summary) -> None:
        self.games += 1
        self.overruled += game.overruled
        self.states[game.status] += 1
        self.sizes[len(game.sitters)].games += 1
        self.taken.update([each.player for each in game.sitters if not each.planned])
        if game.winners:
            self.add_ended(game)

    def add_ended(self, game: Summary) -> None:
        self.ended += 1
        self.unit = self.unit or game.unit
        self.turns[game.turns] += 1
        self.ways.update([game.way] if game.way else [])
        self.sizes[len(game.sitters)].add_ended(game)
        for seat in game.sitters:
            for each in self.tallies(game, seat):
                each.add(game, seat)

    def tallies(self, game: Summary, seat: Sitter) -> Iterator[Tally]:
        """Where a seat of a game with a winner is counted."""
        yield self.seats[seat.seat]
        if seat.place:
            yield self.places[len(game.sitters), seat.place]
            yield self.firsts[game.board, seat.first]
        if not seat.planned:
            yield self.players[seat.player]

    def chapter(self) -> Chapter:
        facts = {"games": self.games, "ended": self.ended}
        facts |= {"running": self.states[RUNNING], "abandoned": self.states[ABANDONED]}
        words = "Games: {games}; finished: {ended}; in progress: {running}; stopped early: {abandoned}."
        told = say(words, **facts)
        if self.overruled:
            words = "{told} Moves that a moderator let pass against a rule: {overruled}."
            told = say(words, told=told, overruled=self.overruled)
        tables = (by_players, lengths, by_place, by_seat, first_moves, ways, often)
        return Chapter(self.id, self.name, told, tuple([found for table in tables if (found := table(self))]))


def best(game: Summary) -> int:
    """The winner's result in what is counted."""
    scores: list[int] = [each.score or 0 for each in game.sitters if each.seat in game.winners]
    return max(scores)


def by_players(counts: TitleStatistics) -> Figures | None:
    """How games of two, three and four players differ."""
    rows = [
        (number, each.games, each.ended, mean(each.turns, each.ended), mean(each.best, each.counted))
        for number, each in sorted(counts.sizes.items())
    ]
    columns: tuple[Phrase, ...] = (say("Players"), say("Games"), say("Finished"), say("Average turns"))
    if counts.unit:  # without a winner nothing says what is counted
        columns = (*columns, say("Winner's average {unit}", unit=counts.unit))
    note = say("The averages are those of finished games.")
    shown = tuple([row[: len(columns)] for row in rows])
    return Figures(say("Number of players"), columns, shown, note if counts.unit else None)


def mean_heading(unit: str) -> Phrase:
    """The heading of a column of means: `Average points`."""
    return say("Average {unit}", unit=unit or say("points"))


def lengths(counts: TitleStatistics) -> Figures | None:
    """How many turns games with a winner had."""
    turns = counts.turns
    if not turns:
        return None
    low, high = min(turns), max(turns)
    step, found = width(low, high), Counter[int]()
    for each, number in turns.items():
        found[each // step * step] += number
    most = max(found.values())
    rows = tuple(
        [(span(at, step), Share(found[at] * 1000 // most, found[at])) for at in range(min(found), max(found) + 1, step)]
    )
    average = mean(sum(each * number for each, number in turns.items()), counts.ended)
    note = say("Shortest {low}, average {mean}, longest {high} turns.", low=low, mean=average, high=high)
    return Figures(say("Length"), (say("Turns"), say("Games")), rows, note)


def span(first: int, step: int) -> Word:
    """The label of a bar: `30 to 39`, or `30`."""
    return say("{first} to {last}", first=first, last=first + step - 1) if step > 1 else first


def width(low: int, high: int) -> int:
    """The width of a bar: 1, 2 or 5 and zeros, so that no more than `BINS` are needed."""
    steps = (step * int(10**zeros) for zeros in range(9) for step in (1, 2, 5))
    return next(step for step in steps if high // step - low // step < BINS)


def by_place(counts: TitleStatistics) -> Figures | None:
    """Whether it is good to have the first turn."""
    rows = tuple([(*key, *each.cells()) for key, each in sorted(counts.places.items(), key=lambda pair: pair[0])])
    columns = (say("Players"), say("Turn order"), *result_columns(counts))
    return with_interval(Figures(say("Moving first or last"), columns, rows)) if rows else None


def by_seat(counts: TitleStatistics) -> Figures | None:
    """Whether the seats are equal."""
    rows = tuple([(term(seat), *each.cells()) for seat, each in counts.seats.items()])
    return with_interval(Figures(say("Seats"), (say("Seat"), *result_columns(counts)), rows)) if rows else None


def first_moves(counts: TitleStatistics) -> Figures | None:
    """How seats began, on each board, and what became of that; what only one seat did says nothing."""
    alike = sorted(counts.firsts.items(), key=lambda pair: (-pair[1].number, str(pair[0])))
    rows = [(board, first or say("pass"), *each.cells()) for (board, first), each in alike if each.number > 1]
    note = say(
        "The first action of each player's first turn. Shown are the most frequent ones, if they occur at least twice."
    )
    columns = (say("Board"), say("First move"), *result_columns(counts))
    return Figures(say("First moves"), columns, tuple(rows[:MOST]), note) if rows else None


def ways(counts: TitleStatistics) -> Figures | None:
    """By what games were won."""
    found = sorted_by_count(counts.ways)
    rows = tuple([(way, share(Fraction(number), counts.ways.total())) for way, number in found])
    return with_interval(Figures(say("How games were won"), (say("Won"), say("Games")), rows)) if rows else None


def often(counts: TitleStatistics) -> Figures | None:
    """The players who played most."""
    rows = [
        (player, number, *counts.players[player].cells()) for player, number in sorted_by_count(counts.taken)[:MOST]
    ]
    columns = (say("Player"), say("Games"), say("Finished"), say("Won"), mean_heading(counts.unit))
    return with_interval(Figures(say("Most active players"), columns, tuple(rows))) if rows else None


def with_interval(table: Figures) -> Figures:
    """A table with the note about intervals if it has any: of few games there are no percentages."""
    has_any = any(isinstance(each, Share) and each.thousandths is not None for row in table.rows for each in row)
    return table._replace(note=INTERVAL) if has_any else table


def result_columns(counts: TitleStatistics) -> Iterator[Phrase]:
    yield from (say("Games"), say("Won"), mean_heading(counts.unit))


def common(had: Sequence[Had], key: Callable[[Summary, Sitter], object]) -> list[tuple[object, list[Had]]]:
    """The values that seats have in common, most frequent first, then by name."""
    found: dict[object, list[Had]] = {}
    for game, each in had:
        found.setdefault(key(game, each), []).append((game, each))
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), str(pair[0])))


def sorted_by_count(found: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def results(had: Sequence[Had]) -> Iterator[Word | Share]:
    """How often it was had, the share that won, and the mean of what is counted."""
    found = Tally()
    for game, seat in had:
        found.add(game, seat)
    return found.cells()


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


def mean(total: int, number: int) -> Word:
    """To a tenth; nothing of nothing."""
    return tenths(Fraction(total, number), always=True) if number else "–"


def tenths(number: Fraction, always: bool = False) -> Word:
    """`4`, or `4.5`; `4.0` where other rows may have tenths."""
    whole, rest = divmod(round_half_up(number * 10), 10)
    return say("{whole}.{tenths}", whole=whole, tenths=rest) if rest or always else whole


def round_half_up(number: Fraction) -> int:
    """Half is rounded up."""
    return int(number + Fraction(1, 2))


NEWEST, OPPONENTS = 100, 25
"""Games and opponents on the page of a player, at most."""


def seats_played(games: Sequence[Summary]) -> dict[str, list[Had]]:
    found: dict[str, list[Had]] = {}
    for game in games:
        for each in (one for one in game.sitters if not one.planned):
            found.setdefault(each.player, []).append((game, each))
    return found


def players(
    rows: Sequence[Listed], counted: Sequence[Summary]
) -> Iterator[tuple[str, Sequence[Listed], Sequence[Had]]]:
    """Each player with the games, newest first, and what was played in those that count and have ended."""
    listed: dict[str, list[Listed]] = {}
    for row in rows:
        for name in dict.fromkeys([name for each in row.players for name in each.everybody]):
            listed.setdefault(name, []).append(row)
    played = seats_played(counted)
    yield from ((name, listed[name], played.get(name, [])) for name in sorted(listed))


def player_page(name: str, games: Sequence[Listed], own: Sequence[Had]) -> PlayerPage:
    summary = say("Games: {games}; finished: {ended}", games=len(games), ended=len({g.id for g, _ in own}))
    return PlayerPage(name, summary, games[:NEWEST], len(games) > NEWEST, tuple(figures(name, own)))


def figures(name: str, played: Sequence[Had]) -> Iterator[Figures]:
    """The tables of a player who has ended games."""
    if played:
        yield by_title(played)
        yield by_rank(played)
        yield seats_taken(played)
        if opponents := common_games(name, played):
            yield head_to_head(name, opponents)


def by_title(played: Sequence[Had]) -> Figures:
    rows = [(some[0][0].name, *results(some)) for _, some in common(played, lambda game, _: game.title)]
    columns = (say("Title"), say("Games"), say("Won"), mean_heading(played[0][0].unit))
    if len(rows) > 1:  # titles count different things
        columns = (*columns[:3], say("Average result"))
    return with_interval(Figures(say("Results"), columns, tuple(rows)))


def by_rank(played: Sequence[Had]) -> Figures:
    """How often the player came first, second and so on, by the number of players."""
    found = Counter((len(game.sitters), rank(game, each)) for game, each in played)
    most = max(number for number, _ in found)
    rows = [
        (players, *[found[players, at] if at <= players else "" for at in range(1, most + 1)])
        for players in sorted({number for number, _ in found})
    ]
    places = [say("Place {number}", number=at) for at in range(1, most + 1)]
    return Figures(say("Final places"), (say("Players"), *places), tuple(rows))


def rank(game: Summary, sitter: Sitter) -> int:
    """The place of a seat at the end: winners first, the others by what was counted."""
    if sitter.seat in game.winners:
        return 1
    better = [each for each in game.sitters if each.seat not in game.winners]
    better = [each for each in better if (each.score or 0) > (sitter.score or 0)]
    return 1 + len(game.winners) + len(better)


def seats_taken(played: Sequence[Had]) -> Figures:
    alike = common(played, lambda game, each: (game.name, each.seat))
    rows = [(term(some[0][1].seat), some[0][0].name, *list(results(some))[:2]) for _, some in alike]
    return with_interval(Figures(say("Seats"), (say("Seat"), say("Title"), say("Games"), say("Won")), tuple(rows)))


def common_games(name: str, played: Sequence[Had]) -> list[tuple[str, list[Had]]]:
    """Each opponent with the games that the player had against them, the most frequent first, then by name."""
    found: dict[str, list[Had]] = {}
    for game, own in {game.id: (game, own) for game, own in played}.values():
        for other in dict.fromkeys([each.player for each in game.sitters if each.player != name and not each.planned]):
            found.setdefault(other, []).append((game, own))
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))


def head_to_head(name: str, opponents: Sequence[tuple[str, list[Had]]]) -> Figures:
    rows = [
        (
            PageLink(player_page_name(other).rpartition("/")[2], other),
            len(played),
            share(victories(name, played), len(played)),
            share(victories(other, played), len(played)),
        )
        for other, played in opponents[:OPPONENTS]
    ]
    columns = (say("Opponent"), say("Games"), say("Won"), say("They won"))
    table = with_interval(Figures(say("Opponents"), columns, tuple(rows)))
    if len(opponents) <= OPPONENTS:
        return table
    return table._replace(note=say("The most frequent ones. {note}", note=table.note or ""))


def victories(name: str, played: Sequence[Had]) -> Fraction:
    """How many of these games a player won; of a shared victory, the share."""
    won = [
        Fraction(sum(each.player == name for each in game.sitters if each.seat in game.winners), len(game.winners))
        for game in {game.id: game for game, _ in played}.values()
    ]
    return sum(won, Fraction(0))


def players_table(rows: Sequence[Listed], counted: Sequence[Summary]) -> Figures:
    """All players by name: how many games, and how many of them were won."""
    games = Counter(name for row in rows for name in {name for each in row.players for name in each.people})
    played = seats_played(counted)
    found = []
    for name in sorted(games, key=lambda each: (each.casefold(), each)):
        number, won, _ = results(played.get(name, []))
        found.append((PageLink(player_page_name(name), name), games[name], number, won))
    columns = (say("Player"), say("Games"), say("Finished"), say("Won"))
    return with_interval(Figures(say("Players"), columns, tuple(found)))
