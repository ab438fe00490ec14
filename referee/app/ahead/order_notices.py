"""What the owner of orders ahead gets to read about them, and nobody else."""

from collections.abc import Iterator

from referee.app.ahead import orders_file
from referee.app.ahead.order_state import IN_FORCE, OrderState, delay_window, state_of
from referee.app.ahead.written_orders import orders_lines
from referee.app.errors import Flawed, Refused, entry_range
from referee.app.game_access import Game, Table
from referee.app.time.deadlines import stopping_entry, turn_of
from referee.mail.act import due_reports
from referee.rules.entry_shapes import takes_orders
from referee.store import private
from referee.store.documents import is_kind
from referee.store.private import is_kept
from referee.words import ENGLISH, Phrase, prints, say, speaking

LONGEST = 900
"""Characters of the reasons why orders could not be played."""


def reason_text(error: Exception) -> str:
    """Why a move was refused, in a line."""
    if isinstance(error, Flawed):
        return " ".join(str(each.says) for each in error.problems)
    return str(getattr(error, "says", error))


def note_played(table: Table, game: Game, seat: str, made: tuple[int, ...], stopped: Exception | None) -> None:
    """Keep for the next e-mail of a seat that its orders were played, and why not to the end of its turn."""
    entries = entry_range(made[-1], len(made)) if made else ""
    with speaking(language_of(table, game, seat)):
        words = say("Your orders were played, as {entries}.", entries=entries)
        if stopped:
            why = reason_text(stopped)[:LONGEST]
            words = say("{words} The rest of the move was not played: {why}", words=words, why=why)
        keep_words(table, game, seat, game.log.last, words)


def note_cancelled(table: Table, game: Game, seat: str) -> None:
    """Keep for the next e-mail of a seat that the moderator cancelled its orders."""
    with speaking(language_of(table, game, seat)):
        words = say("The moderator cancelled your orders, so nothing more is played for you.")
        keep_words(table, game, seat, game.log.last, words)


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
    """What every e-mail to a seat says of its orders: what they are, or why nothing of them is played any more."""
    if not takes_orders(game.header) or not orders_file.has_orders(table.settings, game.id):
        return
    found = state_of(game, orders_file.read_orders(table.settings, game.id), seat)
    if found and found.state == IN_FORCE:
        yield from in_force_paragraphs(table, game, seat, found)
    elif found and found.why and not has_moved(game, seat, found.since):
        yield say("Your orders are cancelled, so nothing more is played for you. {why}", why=found.why)


def in_force_paragraphs(table: Table, game: Game, seat: str, found: OrderState) -> Iterator[Phrase]:
    turn = turn_of(game)
    if turn and turn.seat == seat and stopping_entry(game.log.documents):
        yield say("It is your turn. The clock is stopped. Your orders are played when it runs again.")
    elif turn and turn.seat == seat:
        least, most = delay_window(table, game, turn)
        yield say(
            "It is your turn, and your orders are played within {least} to {most} minutes.", least=least, most=most
        )
    yield say("Your orders for your next turns:")
    yield from orders_lines(game, found.plan, found.number)
    yield say("To cancel them, write `orders: none`. A move that you send yourself cancels them, too.")


def has_moved(game: Game, seat: str, since: int) -> bool:
    """Whether a seat has moved itself since an entry; 0: since none."""
    own = [each for each in game.line if is_kind(each.entry, "move") and each.entry.get("seat") == seat]
    return bool(since and own and own[-1].number > since)
