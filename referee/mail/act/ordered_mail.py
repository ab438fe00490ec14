"""Orders ahead in e-mails: they are kept, shown or cancelled, and only their owner is answered."""

import re
from collections.abc import Iterable

from referee.app.ahead import send_orders, written_orders
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.read.request_words import NO_ORDERS, request_in
from referee.mail.read.requests import Block
from referee.words import say

ORDERING = re.compile(r"orders *:", re.IGNORECASE)
"""A line with which orders ahead begin."""


def is_ordering(lines: Iterable[str]) -> bool:
    """Whether a mail has orders ahead: no guess may make a move of what is meant for another day."""
    return any(ORDERING.match(each) and not request_in(each) for each in lines)


def take_block(hearing: Hearing, block: Block) -> MailAnswer:
    """Orders ahead in place of a move: they are kept, or with a check only read. Raises Stop, BadInput."""
    seat, draft = hearing.sender.seat, written_orders.read_orders(block.raw, block.name)
    if block.check:
        send_orders.refuse_orderless(hearing.game)
        written_orders.checked_orders(hearing.game, seat, draft)
        words = say("This was a check only: I can read your orders. Nothing was kept.")
        return MailAnswer((words,), subject=say("Your orders"), secret=(words,))
    found = send_orders.take_orders(hearing.table, hearing.game, seat, draft)
    words = ORDERS_TAKEN if found.orders else ORDERS_CANCELLED
    return MailAnswer((words,), subject=say("Your orders"), secret=(words,))


ORDERS_TAKEN = say(
    "Your orders are kept, in place of any that you sent before. Nobody else gets to know of them. When it is your "
    "turn, they are judged again."
)


def orders_answer(hearing: Hearing, about: str) -> MailAnswer:
    """What a player has ordered, or that it is cancelled. Raises Refused, disk.Trouble."""
    table, game, seat = hearing.table, hearing.game, hearing.sender.seat
    send_orders.refuse_orderless(game)
    if about == NO_ORDERS:
        send_orders.cancel_orders(table, game, seat)
        return MailAnswer((ORDERS_CANCELLED,), subject=say("Your orders"), secret=(ORDERS_CANCELLED,))
    found = send_orders.orders_of_seat(table, game, seat)
    words = ORDERS_SHOWN if found.orders else say("You have no orders. To send some, see the page attached to a turn.")
    return MailAnswer((words,), subject=say("Your orders"), secret=(words,))


ORDERS_CANCELLED = say("You have no orders now: nothing is played for you.")
ORDERS_SHOWN = say("Your orders are below.")
