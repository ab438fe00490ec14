"""The pages of players: their games and results, alone and against each other. A page is for one exact name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from referee.app.archive.game_summary import Sitter, Summary
from referee.app.archive.statistics import Had, common, mean_heading, results, share, with_interval
from referee.report.site.game_lists import Listed, player_page_name
from referee.report.site.site_pages import Figures, PageLink, PlayerPage
from referee.words import say, term

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
        for name in dict.fromkeys([each.seat.player for each in row.players]):
            listed.setdefault(name, []).append(row)
    played = seats_played(counted)
    yield from ((name, listed[name], played.get(name, [])) for name in sorted(listed))


def player_page(name: str, games: Sequence[Listed], own: Sequence[Had]) -> PlayerPage:
    summary = say("Games: {games}; with a winner: {ended}", games=len(games), ended=len({g.id for g, _ in own}))
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
    columns = (say("Title"), say("Games"), say("Won"), mean_heading(played[0][0].unit, say("on average")))
    if len(rows) > 1:  # titles count different things
        columns = (*columns[:3], say("Result on average"))
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
    return Figures(say("Ranks"), (say("Players"), *places), tuple(rows))


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
    columns = (say("Opponent"), say("Games"), say("Won"), say("Lost to them"))
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
    games = Counter(name for row in rows for name in {each.seat.player for each in row.players if not each.planned})
    played = seats_played(counted)
    found = []
    for name in sorted(games, key=lambda each: (each.casefold(), each)):
        number, won, _ = results(played.get(name, []))
        found.append((PageLink(player_page_name(name), name), games[name], number, won))
    columns = (say("Player"), say("Games"), say("with a winner"), say("Won"))
    return with_interval(Figures(say("Players"), columns, tuple(found)))
