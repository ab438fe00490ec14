"""Look after orders ahead: in one game, when the referee reads the mail or, where none is fetched, when it reminds.

Moves that players send get the time at which their mail is read. So ordered moves are played in the same run, at the
same second; where a mail server hands each mail over at once, they get the moment that was drawn for them.
"""

from collections.abc import Iterator
from contextlib import suppress

from referee.app.ahead import orders_file, play_orders, seal_orders
from referee.app.ahead.play_orders import DueOrders
from referee.app.errors import Stop, Unreported
from referee.app.game_access import Game, Table, folder_of, game_ids
from referee.app.play import record_move
from referee.app.play.entries import held_game
from referee.rules.entry_shapes import takes_orders
from referee.settings import Settings
from referee.store import log


def is_mail_fetched(settings: Settings) -> bool:
    """Whether mails are fetched from an inbox, and so are read only when the referee looks."""
    return bool(settings.mail and settings.mail.inbox)


def play_in_game(table: Table, id: str, seen: Game | None = None) -> DueOrders | None:
    """Play the orders of a game that are due, and put the seals that a crash left out. Raises Stop, disk.Trouble."""
    with held_game(table, id, seen) as held:
        game = seal_orders.with_seals(table, held.game)
        last = game.log.last
        held.game, due = play_orders.play_due_orders(table, game)
    if due and due.done:
        with suppress(Unreported):  # it is recorded, whatever becomes of its report: the next one says the same
            record_move.report_recorded(table, held.game, due.seat, held.game.log.last - last)
    return due


def play_everywhere(table: Table) -> Iterator[str]:
    """The games in which orders were due and played, or could not be; one that makes trouble does not stop the others.

    `referee remind` names the trouble.
    """
    for id in game_ids(table):
        if orders_file.has_orders(table.settings, id):
            with suppress(Stop, log.Trouble, OSError):
                if takes_orders(log.read_log(folder_of(table, id)).header) and play_in_game(table, id):
                    yield id
