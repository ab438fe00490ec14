"""What other programs may use: games, moves and refusals, views and reports, and what a title is made of.

All else in this package may change without notice. Examples here and in docs/reference/api.md are run by a test.
"""

import os
from collections.abc import Mapping
from typing import Any, Literal, overload

from referee.app import game_access
from referee.app.errors import Missing
from referee.app.game_access import Table
from referee.app.look import game_views, report_files
from referee.app.look.game_views import HistoryLine, SingleAction, Suggestion
from referee.app.play.read_move import Anybody
from referee.app.play.record_move import NOT_OVERRULED, Overruling, Submitted, due_words
from referee.app.play.submit_move import rehearse, submit
from referee.app.repair import take_back
from referee.app.repair.take_back import TakenBack
from referee.app.verify.verify_log import LogVerdict, verdict_on_log
from referee.exit_codes import Foreseen as Refusal
from referee.exit_codes import Problem
from referee.reading import dump
from referee.report.text import text_report
from referee.rules.rulebook import Outcome, Rulebook, rule
from referee.settings import Settings
from referee.show.menu import Menu
from referee.show.view import View
from referee.store.documents import Header, Move
from referee.words import Phrase, say

__all__ = [
    "Game",
    "Move",
    "Problem",
    "Refusal",
    "Rulebook",
    "View",
    "new_game",
    "open_game",
    "render",
    "rule",
    "verify",
]


class Game:
    """A game that is played: its log, judged again from the first entry on, and what may come next.

    >>> game.id, game.mover, game.players
    ('cup', 'sparta', {'athens': 'Anna', 'sparta': 'Bruno'})

    After each entry that is recorded through it, it is the game as it is then.
    """

    def __init__(self, table: Table, id: str, at: int | None = None) -> None:
        """See `open_game`, which knows where games are. Raises Refusal."""
        self.table, self.id, self.now = table, id, game_access.open_game(table, id, upto=at)
        last = self.now.log.last
        if at is not None and not 0 <= at <= last:
            raise Missing(say("{game} has no entry {at}. The last one is {last}.", game=id, at=at, last=last))

    @property
    def header(self) -> Header:
        """The first document of the log: title, edition, seats, options …"""
        return self.now.header

    @property
    def position(self) -> Any:
        """The position, as the title's own record, with everything that is hidden. A `view` hides it."""
        return self.now.position

    @property
    def last(self) -> int:
        """The number of the entry after which this is the game.

        >>> game.last
        1
        """
        return self.now.moments[-1].number

    @property
    def mover(self) -> str | None:
        """The seat that is asked for a move; None when the game is over."""
        return self.now.mover

    @property
    def players(self) -> dict[str, str]:
        """Seat → the name of who plays it now."""
        return self.now.players

    @property
    def outcome(self) -> Outcome | None:
        """The winners, and what decided the game; None while there are none."""
        return self.now.outcome

    @property
    def history(self) -> list[HistoryLine]:
        """The entries of the log in order, each in brief; the header is entry 0.

        >>> [line.kind for line in game.history]
        ['header', 'deal']
        """
        return game_views.history(self.now)

    @property
    def public_state(self) -> game_views.Public:
        """The public state, as `state:` in the log covers it."""
        return game_views.public_state(self.now)

    @property
    def due(self) -> Phrase | None:
        """In a few words until when the player to move has time; None without a clock."""
        return due_words(self.table, self.now)

    def view(self, seat: str = "", *, moderator: bool = False) -> View:
        """The game as everybody, one seat or the moderator may see it. Raises Refusal for a seat that it has not.

        >>> game.view("sparta").entry
        1
        """
        return game_views.view_for_seat(self.now, seat, moderator)

    def menu(self, seat: str) -> Menu | None:
        """What the seat may do or order now, as a page offers it; None if it can do neither, or at an earlier entry."""
        return game_views.menu(self.now, seat) if self.last == self.now.log.last else None

    def legal(self, seat: str = "") -> list[SingleAction]:
        """Every single action that the seat to move may play now. Raises Refusal when nobody, or another seat, moves.

        >>> game.legal()[0].text
        'draw main'
        """
        return game_views.legal_actions(self.now, seat)

    def why(self, action: str, seat: str = "") -> Phrase:
        """That one action is legal now; if it is not, the Refusal that is raised says why.

        >>> print(game.why("build theatre at 1"))
        This action of sparta is legal: build theatre at 1.
        """
        return game_views.judge_action(self.now, action, seat)

    def suggest(self, seed: int = 0) -> Suggestion:
        """A legal, sensible move of the seat to move. Another seed may give another."""
        return game_views.suggested_move(self.now, seed)

    def check(self, move: Move | str | bytes) -> Submitted:
        """What `submit` would answer. Nothing is recorded, and nothing hidden is shown. Raises Refusal."""
        return rehearse(self.table, self.move_text(move), NAME, Anybody(self.id))

    def submit(self, move: Move | str | bytes, *, overruling: Overruling = NOT_OVERRULED) -> Submitted:
        """Judge a move and record it, all or nothing. The same move again is recognised, and changes nothing.

        A text is a move file. Raises Refusal; then nothing was recorded, and its `problems` name all that is wrong.
        """
        done = submit(self.table, self.move_text(move), NAME, Anybody(self.id), overruling)
        self.now = done.now or self.now
        return done

    def undo(
        self, to: int | None = None, *, seat: str = "", why: str = "", ask: bool = False, dry_run: bool = False
    ) -> "TakenBack":
        """Take the last turn back, or go back to the position after an earlier entry. This adds an entry.

        With `seat`, the player of that seat asks for it. Players who have moved or learned something since must agree;
        the referee asks them. Raises Refusal.
        """
        found = take_back.take_back(self.table, self.id, take_back.UndoRequest(to, seat, why, ask), dry_run=dry_run)
        self.now = (found.done and found.done.now) or self.now
        return found

    def move_text(self, move: Move | str | bytes) -> bytes:
        """A move as the bytes of its file: a mapping answers the last entry of the game, unless it says another."""
        if isinstance(move, bytes):
            return move
        return (move if isinstance(move, str) else dump(game_views.answer_fields(self.now, move))).encode()


NAME = "move"
"""What a Refusal calls a move that comes from a program and not from a file."""


def open_game(path: str | os.PathLike[str], *, at: int | None = None, private: str = "", reports: str = "") -> Game:
    """The game in a folder such as `games/cup`, now or after entry `at`. Raises Refusal.

    Secrets are kept and reports written in the folders `private` and `reports` beside `games`, unless others are named.

    >>> open_game(f"{club}/games/cup").mover
    'sparta'
    """
    return Game(*place_of(path, private, reports), at)


def new_game(
    path: str | os.PathLike[str],
    title: str,
    players: Mapping[str, str],
    *,
    options: Mapping[str, str] = {},
    board: str | None = None,
    edition: str | None = None,
    practice: bool = False,
    private: str = "",
    reports: str = "",
) -> Game:
    """Begin a game in a new folder, and deal it: seat → player in the order of play. Raises Refusal.

    `practice`: its shuffle is known to everybody, and nothing is secret.

    >>> new_game(f"{club}/games/duel", "magna-grecia", {"red": "Anna", "yellow": "Bruno"}, practice=True).mover
    'yellow'
    """
    from referee.app.play import new_game  # with its imports it would be a sixth of each use of this module

    table, id = place_of(path, private, reports)
    seats, chosen = pairs(players), pairs(options)
    new_game.new(table, new_game.plan(title, id, seats, chosen, board, edition=edition, practice=practice))
    return Game(table, id)


def pairs(words: Mapping[str, str]) -> list[str]:
    return [f"{key}={value}" for key, value in words.items()]


def place_of(path: str | os.PathLike[str], private: str = "", reports: str = "") -> tuple[Table, str]:
    """Where a game, its private part and its reports are, and its name."""
    games, id = os.path.split(os.path.abspath(path))
    beside = os.path.dirname(games)
    private, reports = private or os.path.join(beside, "private"), reports or os.path.join(beside, "reports")
    return Table(Settings(games, private, reports)), id


def verify(path: str | os.PathLike[str], head: str | None = None, *, private: str = "") -> "LogVerdict":
    """Whether the log in a folder is right: its seals, every move, every position, and chance as far as it is known.

    `head`: of an entry that the log must have, from any report. Other programs can do the same: see tools/verify.py.

    >>> verify(f"{club}/games/cup").good
    True
    """
    table, id = place_of(path, private)
    return verdict_on_log(table, table.folder(id), head)


@overload
def render(view: View, form: Literal["text", "html", "svg"] = "text", *, menu: Menu | None = None) -> str: ...
@overload
def render(view: View, form: Literal["png"], *, menu: Menu | None = None) -> bytes: ...
def render(
    view: View, form: Literal["text", "html", "svg", "png"] = "text", *, menu: Menu | None = None
) -> str | bytes:
    """A view as a report: plain text, a page in one file, or its board as a picture. Raises Refusal without a board.

    With the menu of its seat a page lets its player compose a move.

    >>> render(game.view(), "svg").startswith("<svg")
    True
    """
    settings = Settings()
    if form == "html":
        return report_files.report_page(settings, view, menu)
    if form == "svg":
        return report_files.board_svg(settings, view)
    return report_files.image(settings, view, WIDTH) if form == "png" else text_report.report(view)


WIDTH = 900
"""Pixels of a picture."""
