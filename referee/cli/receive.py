"""The command that reads what players wrote: receive."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Json
from referee.words import say

if TYPE_CHECKING:
    from referee.desk.receiving import Received


@app.command()
def receive(
    context: typer.Context,
    pipe: Annotated[
        str, typer.Argument(metavar="[-]", help="With -: one mail on stdin, as a mail server gives it.")
    ] = "",
    maildir: Annotated[str, typer.Option(metavar="DIR", help="Read this Maildir, not the configured inbox.")] = "",
    imap: Annotated[bool, typer.Option("--imap", help="Read the configured IMAP mailbox.")] = False,
    json: Json = False,
) -> None:
    """Read mail of players: record moves, answer each mail once. Example: referee receive

    With - the exit code is 0 or, when the mail could not be kept, 75: then the mail server tries again.
    """
    from referee.desk import receiving

    if pipe == "-":
        received_by_pipe(context, json)
        return
    if pipe:
        raise typer.BadParameter(str(say("Only - may stand here: one mail on stdin.")))
    receiving.fetch(context.obj, maildir, imap=imap)
    tell(receiving.handle(context.obj), json)


def received_by_pipe(context: typer.Context, json: bool) -> None:
    """Once the mail is in the spool nothing is the mail server's business any more."""
    from referee.cli import exits
    from referee.desk import receiving
    from referee.post.parts import LARGEST

    raw = sys.stdin.buffer.read(LARGEST + 1)
    while sys.stdin.buffer.read(1 << 20):
        pass
    receiving.piped(context.obj, raw, os.environ)
    try:
        tell(receiving.handle(context.obj), json)
    except Exception as error:
        speech.talk(exits.told(error))


def tell(done: "list[Received]", json: bool) -> None:
    if json:
        speech.out_json("referee-received/1", mails=done)
        return
    for each in done:
        whose = f"{each.game} {each.seat}: " if each.game else ""
        speech.out(f"{each.mail[:12]} {each.became}: {whose}{each.says}")
