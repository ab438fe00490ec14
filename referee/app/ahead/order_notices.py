"""What the owner of orders ahead gets to read about them, and nobody else."""

from collections.abc import Iterator

from referee.app.ahead import orders_file, seal_orders
from referee.app.ahead.written_orders import orders_lines, orders_of
from referee.app.errors import Flawed, Refused, entry_range
from referee.app.game_access import Game, Table
from referee.app.mail import due_reports
from referee.rules.entry_shapes import takes_orders
from referee.store import private
from referee.store.private import is_kept
from referee.words import ENGLISH, Phrase, prints, say, speaking

LONGEST = 900
"""Characters of the reasons why orders could not be played."""


def reason_text(refused: Refused) -> str:
    """Why a move was refused, in a line."""
    return " ".join(str(each.says) for each in refused.problems) if isinstance(refused, Flawed) else str(refused.says)


def note_played(table: Table, game: Game, seat: str, choice: int, made: tuple[int, ...]) -> None:
    """Keep for the next e-mail of a seat that its orders were played."""
    facts = {"entries": entry_range(made[-1], len(made)) if made else "", "number": choice + 1}
    with speaking(language_of(table, game, seat)):
        keep_words(table, game, seat, game.log.last, say("Your orders were played, as {entries}.", **facts))


def note_failure(table: Table, game: Game, seat: str, turn: int, refused: Refused) -> None:
    """Keep for the next e-mail of a seat why its orders could not be played. `turn`: the entry with which it began."""
    words = "Your orders for this turn could not be played, so please send a move. {why}"
    with speaking(language_of(table, game, seat)):
        keep_words(table, game, seat, turn, say(words, why=str(refused.says)[:LONGEST]))


def keep_words(table: Table, game: Game, seat: str, entry: int, words: Phrase) -> None:
    """The same words about the same turn are kept once."""
    text = "".join(each if prints(each) or each == "\n" else " " for each in str(words))
    due_reports.store_words(table.settings, game.id, seat, due_reports.FROM_ORDERS, text, entry)


def language_of(table: Table, game: Game, seat: str) -> str:
    """The language of the e-mails to a seat."""
    if not is_kept(table.settings.private, game.id):
        return ENGLISH
    return private.read_private_part(table.settings.private, game.id).languages.get(seat, ENGLISH)


def orders_paragraphs(table: Table, game: Game, seat: str) -> Iterator[Phrase]:
    """What every e-mail to a seat repeats: its orders, and how to cancel them; nothing without any."""
    if not takes_orders(game.header) or not orders_file.has_orders(table.settings, game.id):
        return
    orders = seal_orders.orders_in_force(game, orders_file.read_orders(table.settings, game.id), seat)
    if orders is None:
        return
    begins = len(seal_orders.turns_ended(game, seat, orders.after))
    if game.book.play.to_move(game.position) == seat:
        least, most = table.settings.delay_minutes
        yield say(
            "It is your turn, and your orders are played within {least} to {most} minutes.", least=least, most=most
        )
    yield say("Your orders for your next turns:")
    yield from orders_lines(game, orders_of(orders.text), begins)
    yield say("To cancel them, write `orders: none`. A move that you send yourself cancels them, too.")
