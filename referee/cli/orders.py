"""The command of orders ahead: referee player orders."""

from typing import Annotated

import typer

from referee.app.ahead import send_orders
from referee.app.ahead.send_orders import SentOrders
from referee.cli import speech
from referee.cli.arguments import GameName, Json, OfSeat, bad_option
from referee.cli.moves import raw_move
from referee.words import say

app = typer.Typer()

OrdersFile = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A file with orders, or - for standard input; without it, show them.")
]


@app.command("orders")
def orders_ahead(
    context: typer.Context,
    game: GameName,
    file: OrdersFile = "",
    seat: OfSeat = "",
    cancel: Annotated[bool, typer.Option("--cancel", help="Cancel what the seat has ordered.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check the orders, but keep nothing.")] = False,
    json: Json = False,
) -> None:
    """Keep a player's orders for their next turns. Example: referee player orders spring-cup orders.yaml

    Nobody but you and the player gets to know. To show them: referee player orders GAME --seat SEAT
    """
    if bool(file) == bool(seat):
        raise bad_option(say("Name either a file with orders, or a seat with --seat."))
    if cancel and file:
        raise bad_option(say("To cancel orders, name the seat: --seat SEAT --cancel"))
    with speech.recording(json):
        if file:
            raw, name = raw_move(file)
            keep = send_orders.rehearse_orders if dry_run else send_orders.enter_orders
            found = keep(context.obj, game, raw, name)
        elif cancel and not dry_run:
            found = send_orders.forget_orders(context.obj, game, seat)
        else:
            found = send_orders.show_orders(context.obj, game, seat)
    print_orders(found, dry_run, json)


def print_orders(found: SentOrders, dry_run: bool, json: bool) -> None:
    """The orders that are in force now, or that would be."""
    if json:
        texts = [str(each) for each in found.lines]
        facts = {"dry_run": dry_run, "state": found.state, "orders": texts}
        speech.out_json("referee-orders/1", game=found.game, seat=found.seat, **facts)
        return
    for line in found.lines:
        speech.out(line)
    if not found.lines:
        words = "{seat} has no orders in {game}."
        if found.state == "played":
            words = "{seat} has no orders in {game}. The last ones were played."
        elif found.state == "taken back":
            words = "{seat} has no orders in {game}. The move that the last ones made was taken back."
        elif found.state == "cancelled":
            words = "{seat} has no orders in {game}. The last ones were cancelled."
        speech.out(say(words, seat=found.seat, game=found.game))
    if dry_run:
        speech.talk(say("Nothing was kept: this was a dry run."))
