"""Games of planning players alone: `referee simulate`. Game n has the secret n, and its planners the seed n."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee import titles
from referee.app.archive.game_summary import OVER, Sitter, Summary, in_english
from referee.app.errors import Usage
from referee.app.many.engines import EngineRequest, results
from referee.app.play.new_game import header_fields, plan
from referee.app.play.refusal import action_lines
from referee.rules.defaults import no_outcome
from referee.rules.folds import deal_result
from referee.rules.rulebook import AnyRulebook, Header, Outcome
from referee.rules.ruling import Accepted, AnyAccepted, judge, suggest_move
from referee.store import chance
from referee.words import Phrase, say

NAME = "balance"
"""Under which name the secrets make chance: with it, these are the games of all published tables."""
FEW = 2
"""Fewer games than this are played in one process."""
LAST = 1 << 32
"""There are so many games, by number."""
ENDED = say(
    "A process that played games was stopped from outside, perhaps because memory ran out. "
    "Run the command again, or use fewer --jobs."
)


class SimulationRequest(NamedTuple):
    """The request: how many games of a title, from number `first` on; how many seats (0: all), and how it is set up."""

    title: str
    games: int
    first: int = 0
    players: int = 0
    options: tuple[str, ...] = ()
    board: str | None = None
    edition: str | None = None
    engine: EngineRequest = EngineRequest()


class SimulatedGame(NamedTuple):
    """A game in brief, and how often each kind of event happened in it."""

    number: int
    summary: Summary
    events: Mapping[str, int]


def simulated_games(request: SimulationRequest) -> Iterator[SimulatedGame]:
    """The games in the order of their numbers. Raises Usage, Refused, Missing, Misconfigured, `log.Busy`."""
    header = simulated_header(request)
    if request.first + request.games > LAST:
        raise Usage(say("The number of a game can be {last} at most.", last=LAST - 1))
    work, numbers = partial(simulated_game, header), range(request.first, request.first + request.games)
    return results(work, numbers, request.games, request.engine, ENDED, FEW)


def simulated_header(request: SimulationRequest) -> Header:
    """The header of the games: that of a new game whose players have the names of their seats."""
    book = titles.book(request.title)
    number = request.players or max(book.players)
    if number not in book.players:
        words = "{title} is for {least} to {most} players."
        raise Usage(say(words, title=book.name, least=min(book.players), most=max(book.players)))
    players = [f"{seat}={seat}" for seat in book.seats[:number]]
    return header_fields(plan(request.title, NAME, players, request.options, request.board, edition=request.edition))


def counts_winners(title: str) -> bool:
    """Whether a title says how its games end; without that nobody is counted as a winner. Raises `UnknownTitle`."""
    return titles.book(title).play.outcome is not no_outcome


def names_of_events(title: str) -> Mapping[str, Phrase]:
    """What a title calls its events where they are counted. Raises `UnknownTitle`."""
    names = titles.book(title).show().event_names
    return names() if names else {}


class PlannedGame:
    """A game while it is played: its position, and what statistics need of it."""

    def __init__(self, book: AnyRulebook, header: Header, number: int) -> None:
        self.book, self.number = book, number
        seed = chance.final_seed(
            NAME, number.to_bytes(chance.SECRET_BYTES, "big"), dict.fromkeys(header["seats"], chance.NO_NONCE)
        )
        self.fate = chance.Drawn(seed, book.set_up.piles(header), book.set_up.veil(header))
        self.position: Any = deal_result(book, book.set_up.begin(header), self.fate)[0]
        self.firsts: dict[str, str] = {}
        self.turns, self.events = 0, Counter[str]()

    def play(self) -> None:
        """Play the game to its end."""
        while self.book.play.to_move(self.position):
            move: Any = suggest_move(self.book, self.position, self.number)
            ruling = judge(self.book.play, self.position, move, self.fate)
            if not isinstance(ruling, Accepted):
                raise RuntimeError(f"game {self.number}: the planner proposes what the rules refuse: {ruling}")
            while isinstance(ruling, Accepted):  # the rest of a move may be impossible after what was shown
                self.note(move, ruling)
                move = ruling.rest
                if move is None:
                    break
                ruling = judge(self.book.play, self.position, move, self.fate)

    def note(self, move: Any, ruling: AnyAccepted) -> None:
        """Note an accepted part of a move, and go on to the position after it."""
        seat = str(self.book.play.to_move(self.position))
        if seat not in self.firsts:
            recorded = self.book.play.record(self.position, move, ruling.events)
            self.firsts[seat] = next(iter(action_lines(self.book.id, recorded)), "")
        self.events.update([type(each).__name__ for each in ruling.events])
        self.position = ruling.position
        self.turns += not self.book.play.is_turn_begun(self.position)


def simulated_game(header: Header, number: int) -> SimulatedGame:
    """Play one game. Raises RuntimeError if the planner proposes what the rules refuse."""
    book = titles.book(header["title"]).under(header)
    course = PlannedGame(book, book.header_with_options(header), number)
    course.play()
    return SimulatedGame(number, summary_of(course, header), dict(sorted(course.events.items())))


def summary_of(course: PlannedGame, header: Header) -> Summary:
    ended = course.book.play.outcome(course.position)
    return Summary(
        id=str(course.number),
        title=course.book.id,
        name=course.book.name,
        board=board_name(header),
        status=OVER,
        sealed=False,
        sitters=tuple(simulated_sitters(header["seats"], course.firsts, ended)),
        winners=ended.winners if ended else (),
        unit=str(ended.unit) if ended else "",
        way=str(ended.way) if ended else "",
        headline="",
        entries=0,
        turns=course.turns,
        began="",
        last="",
        birth="",
        head="",
        chance="",
        manner=in_english(ended.way) if ended else "",
    )


def board_name(header: Header) -> str:
    """The board or the layout that a header names; "" without one."""
    named = header.get("board") or header.get("layout") or {}
    return str({**named, **named.get("own", {})}.get("name", ""))


def simulated_sitters(seats: Sequence[str], firsts: Mapping[str, str], ended: Outcome | None) -> Iterator[Sitter]:
    order = list(firsts)
    for seat in seats:
        place = order.index(seat) + 1 if seat in firsts else 0
        yield Sitter(seat, seat, ended.counts.get(seat) if ended else None, place, firsts.get(seat, ""))
